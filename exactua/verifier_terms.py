"""The part of the verifier for terms: what they are at all points of a family at once (format, section 8).

Other parts in the same folder ask for this file; verifier.py loads it and puts itself into `core`. The file imports
nothing but the standard library. What it cannot interpret, or decide by signs, it raises as NotImplementedError.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

__all__ = ["Evaluation", "Row", "Subject"]

core: Any = None  # what verifier.py defines, once it has loaded this file

LOOPS = ("all", "any", "list", "sum", "product", "min", "max")
OTHER_ROW = "another row than the first"  # whichever it is, for all D
NOTHING = ("feed-forward layers", "hidden size", "activations outside Phi", "other layers")  # what profiles have not


class Subject:
    """What terms speak of: an instance with its networks or with profiles, or all D; then definitions are terms."""

    def __init__(self, context: Any, profiles: Any = None, definitions: Any = None):
        self.context, self.profiles, self.definitions = context, profiles, definitions
        self.general = definitions is not None
        # the m of the instance, or the least one
        self.n, self.m = context.size("n"), 2 if self.general else context.size("m")
        core.forms.beyond(self.m < 2, "a grid with one level")
        self.unit = core.forms.polynomial([1], -1) if self.general else core.divide(1, self.m)  # of ids
        self.known = dict[Any, Any]()  # what is made once: runs of networks, evaluations at families

    def D(self, least: int) -> Any:
        """The number of regular columns: the one of the instance, or all from the least on."""
        known = None if self.general else core.power(self.m, self.context.size("d"))
        return core.forms.polynomial([max(2, least), 1]) if known is None else known

    def network(self, name: str) -> Any:
        """The runs of each item of a network, and its stages."""
        if self.profiles is not None:
            return self.profiles[name]
        if name not in self.known:
            network, d = self.context.networks[name], self.context.size("d")
            core.demand(network.d == d, f"{name!r} acts on matrices with {network.d} rows")
            self.known[name] = [list(core.runs.runs(item, d, self.m)) for item in network.items], network.stages
        return self.known[name]

    def quantity(self, name: str, quantity: str, D: Any) -> Any:
        """A count read off a network."""
        if self.profiles is None:
            network = self.context.networks[name]
            core.demand(quantity in core.QUANTITIES, f"the quantity {quantity!r} of a network", core.NOT_RECHECKED)
            return network.quantities[quantity]
        runs = [(core.runs.at(run.layers, D), len(run.heads)) for item in self.profiles[name][0] for run in item]
        there = [layers == 0 or core.forms.less(0, layers, True) for layers, _ in runs]
        core.forms.beyond(quantity != "attention layers" and not all(there), "whether there is a layer for all D")
        heads = max((heads for layers, heads in runs if layers != 0), default=0)
        made = {"attention layers": core.forms.total(*(layers for layers, _ in runs)), "heads": heads}
        made |= {"head size": min(heads, 1), **dict.fromkeys(NOTHING, 0)}
        core.forms.beyond(quantity not in made, f"the quantity {quantity!r} of a profile")
        return made[quantity]


class Place(NamedTuple):
    """The columns that have one of the different ids of a point."""

    number: int


class Row(NamedTuple):
    """A list of numbers: one for each column, or (merged) one for each of the different ids."""

    values: list[Any]
    merged: bool


class Matrix(NamedTuple):
    """What some layers make of the point, by the ids of its columns."""

    ids: list[Any]


class Evaluation:
    """Evaluates terms at all points of a family at once, or at one point."""

    def __init__(self, subject: Subject, points: Any):
        self.subject, self.points, self.courses, self.rows = subject, points, dict[str, Any](), dict[int, Row]()

    def holds(self, term: Any) -> bool | None:
        """Whether a term is true at all points of the family, or false at all of them; None: neither is shown."""
        known: bool | None = core.forms.both([self.value(term, {})])
        return known

    def value(self, term: Any, bound: dict[str, Any]) -> Any:
        """A number, a row, or whether something holds: True, False, or None where signs show neither."""
        self.subject.context.spend(1 + len(self.points.ids))
        if not isinstance(term, list):
            return core.integer(term)
        op, *x = term
        if op in ("list", "dot") and not free(term):  # one evaluation is enough
            if id(term) not in self.rows:
                self.rows[id(term)] = self.loop(bound, *term) if op == "list" else self.product(bound, *x)
            return self.rows[id(term)]
        if op in LOOPS:
            return self.loop(bound, *term)
        if op in ("dot", "entry"):
            return self.product(bound, *x) if op == "dot" else self.entry(bound, *x)
        if op == "if":
            test, *branches = x
            core.demand(len(branches) == 2, "an 'if' without two branches")
            holds = core.forms.both([self.value(test, bound)])
            a, b = branches if holds is None else [branches[0 if holds else 1]] * 2
            values = core.forms.number(self.value(a, bound)), core.forms.number(self.value(b, bound))
            return values[0] if a is b or core.forms.equal(*values) else core.forms.UNKNOWN
        if op in ("param", "def", "var", "network"):
            return self.named(bound, op, *x)
        if op in ("point", "stage", "after"):
            return Matrix(self.state(bound, term))
        if self.subject.general and term == ["^", ["param", "m"], ["param", "d"]]:
            return self.points.D
        known = {**core.forms.OPERATORS, "item": self.item, "distinct": lambda row: core.forms.distinct(numbers(row))}
        known |= {"=": same, "!=": lambda a, b: core.forms.no(same(a, b))}
        core.forms.beyond(op not in known, f"{op!r} in a symbolic run")
        core.demand(len(x) >= 2 or op not in ("+", "*", "and", "or"), f"{op!r} with fewer than two operands")
        return known[op](*(self.value(part, bound) for part in x))

    def named(self, bound: dict[str, Any], op: str, name: str, *quantity: str) -> Any:
        """What a name stands for."""
        subject = self.subject
        core.demand(len(quantity) == (op == "network"), f"{op!r} with other operands than a name")
        if op == "var":
            return bound[name]
        if op == "network":
            (what,) = quantity
            return subject.quantity(name, what, self.points.D)
        if op == "def":
            return self.value(subject.definitions[name], {}) if subject.general else subject.context.definitions[name]
        core.forms.beyond(subject.general and name not in ("n", "m"), f"{name} for all D")
        if subject.general and name == "m":
            return core.forms.polynomial([1], 1)
        return subject.context.parameter(name)

    def loop(self, bound: dict[str, Any], op: str, name: str, low: Any, high: Any, body: Any) -> Any:
        """What the values over a range come to; over all columns, one value for each of the different ids."""
        forms, points = core.forms, self.points
        if self.subject.general and op in ("all", "any") and [low, high] == [1, ["param", "d"]]:
            forms.beyond(OTHER_ROW in bound.values(), "two rows other than the first, which may be the same or not")
            first, other = (forms.both([self.value(body, {**bound, name: row})]) for row in (1, OTHER_ROW))
            other = None if other is (op == "any") else other  # with d = 1 there is no such row
            return (
                forms.both([first, other]) if op == "all" else forms.no(forms.both([forms.no(first), forms.no(other)]))
            )
        ends = [self.value(end, bound) for end in (low, high)]
        forms.beyond(not all(type(end) in (int, Fraction) for end in ends), "a range that varies")
        turns: Any = range(math.ceil(ends[0]), math.floor(ends[1]) + 1)
        if merged := points.merged and op in ("all", "any", "list") and turns == range(1, points.n + 1):
            inside = points.several and any(isinstance(bound.get(v), Place) for v in free(body) - {name})
            forms.beyond(inside, "pairs of columns of which one stands for several")
            turns = map(Place, range(len(points.ids)))
        else:
            self.subject.context.spend(len(turns))
        values = [self.value(body, {**bound, name: turn}) for turn in turns]
        if op in ("all", "any"):
            return forms.both(values) if op == "all" else forms.no(forms.both(map(forms.no, values)))
        values = list(map(forms.number, values))
        if op == "list":
            return Row(values, merged)
        if op in ("sum", "product"):
            return (forms.total if op == "sum" else forms.product)(*values)
        core.demand(values != [], f"{op!r} over nothing")
        best = forms.greatest(values, 1 if op == "max" else -1)
        return best[0] if len(best) == 1 else forms.UNKNOWN

    def state(self, bound: dict[str, Any], matrix: Any) -> list[Any]:
        """The ids after some layers."""
        subject, points = self.subject, self.points
        core.demand(points.ids != [], "a term speaks of a point where there is none")
        if matrix == ["point"]:
            return list(points.ids)
        op, name, k, argument = matrix
        known = op in ("stage", "after") and argument == ["point"]
        core.forms.beyond(not known, "a matrix that is neither the point nor made of it by layers of one network")
        if name not in self.courses:
            self.courses[name] = core.runs.Course(points, subject.network(name)[0], subject.context.spend)
        named = op == "stage" and isinstance(k, str)
        end = subject.network(name)[1][k] if named else self.value(k, bound)
        return list(getattr(self.courses[name], op)(end))

    def product(self, bound: dict[str, Any], u: Any, matrix: Any) -> Row:
        """The ids after some layers, in unit 1."""
        core.forms.beyond(not core.runs.reads_ids(u), "a product with another vector than (1, m, m^2, ...)")
        return Row([x * self.subject.unit for x in self.state(bound, matrix)], self.points.merged)

    def entry(self, bound: dict[str, Any], matrix: Any, row: Any, column: Any) -> Any:
        """An entry of a state: that of the point, which is not known, and in the first row what its id has grown by.

        At an instance, that in the first row is what the id has beside the other rows.
        """
        i, k = self.value(row, bound), self.place(self.value(column, bound))
        general, d = self.subject.general, 1 if self.subject.general else self.subject.context.size("d")
        core.forms.beyond(type(i) is not int if not general else i not in (1, OTHER_ROW), "a row that is not known")
        core.demand(general or 1 <= i <= d, "a row is out of range")
        before, after = self.points.ids[k], self.state(bound, matrix)[k]
        core.forms.beyond(not isinstance(before, core.forms.Form), "an entry of a point of which the ids are known")
        equal = next(j for j, x in enumerate(self.points.ids) if x is before)
        rows = {i: 1} if general or i > 1 else {j: -(self.subject.m ** (j - 1)) for j in range(2, d + 1)}
        unknown = {(j, equal): x for j, x in rows.items()}
        made = core.forms.Form([0] * len(before.coefficients), before.N, before.bounded, unknown)
        return made + (after - before if general else after) * self.subject.unit if i == 1 else made

    def place(self, k: Any) -> int:
        """Where the id of a column stands."""
        if isinstance(k, Place):
            return k.number
        core.forms.beyond(type(k) not in (int, Fraction), "a column that depends on the point")
        if not self.points.merged:
            return int(core.pick(range(self.points.n), k))
        negative = self.points.several and len(self.points.ids) == 2
        core.forms.beyond(k != 1 and (k != self.points.n or negative), "a column that may have one id or another")
        return 0 if k == 1 else len(self.points.ids) - 1

    def item(self, row: Any, k: Any) -> Any:
        """The number of a column, or of the columns that have one id."""
        core.forms.beyond(not isinstance(row, Row), "what is no list in a symbolic run is used as one")
        if row.merged:
            return row.values[self.place(k)]
        core.forms.beyond(type(k) not in (int, Fraction), "an index that depends on the point")
        return core.pick(row.values, k)


def free(term: Any) -> set[str]:
    """The variables of a term that are bound outside of it."""
    if not isinstance(term, list) or not term:
        return set()
    if term[0] == "var":
        return {term[1]}
    if term[0] in LOOPS:
        _, name, low, high, body = term
        return free(low) | free(high) | free(body) - {name}
    return set[str]().union(*map(free, term[1:]))


def same(a: Any, b: Any) -> bool | None:
    """Whether two numbers, two lists or two states of the point are equal everywhere, or nowhere."""
    if not isinstance(a, Row | Matrix):
        known: bool | None = core.forms.equal(a, b)
        return known
    core.forms.beyond(type(a) is not type(b), "what is compared with a list or a matrix")
    one, other = (x.values if isinstance(x, Row) else x.ids for x in (a, b))
    core.forms.beyond(isinstance(a, Row) and a.merged != b.merged, "lists of which one has a number for each id")
    core.demand(len(one) == len(other), "lists of different lengths are compared")
    known = core.forms.both(map(core.forms.equal, one, other))
    return known


def numbers(value: Any) -> list[Any]:
    """The numbers of a term that is a number or a list."""
    core.forms.beyond(isinstance(value, Row) and value.merged, "a list in which some numbers are equal")
    values = value.values if isinstance(value, Row) else value if isinstance(value, list) else [value]
    return list(map(core.forms.number, values))
