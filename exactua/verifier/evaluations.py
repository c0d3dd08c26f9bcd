"""Terms at all points of a family at once (format, section 8).

What it cannot interpret, or decide by signs, it raises as NotImplementedError.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import NamedTuple

from .forms import (
    OPERATORS,
    UNKNOWN,
    Form,
    beyond,
    both,
    distinct,
    equal,
    form_product,
    form_total,
    greatest,
    less,
    no,
    number,
    polynomial,
)
from .operators import pick
from .rationals import divide, power
from .readings import QUANTITIES, Bound
from .records import integer
from .refusals import NOT_RECHECKED, demand
from .stacks import Course, Family, Items, at, reads_ids, stacks_of
from .terms import Context
from .values import Json, Number, Value

LOOPS = ("all", "any", "list", "sum", "product", "min", "max")
OTHER_ROW = "another row than the first"  # whichever it is, for all D
NOTHING = ("feed-forward layers", "hidden size", "activations outside Phi", "other layers")  # what profiles have not


class Subject:
    """What terms speak of: an instance with its networks or with profiles, or all D; then definitions are terms."""

    def __init__(
        self, context: Context, profiles: dict[str, Items] | None = None, definitions: dict[str, Json] | None = None
    ):
        self.context, self.profiles, self.definitions = context, profiles, definitions
        self.general = definitions is not None
        # the m of the instance, or the least one
        self.n, self.m = context.size("n"), 2 if self.general else context.size("m")
        beyond(self.m < 2, "a grid with one level")
        self.unit = polynomial([1], -1) if self.general else divide(1, self.m)  # of ids
        self.stacks = dict[str, Items]()  # of networks; they are made once, like evaluations at families
        self.evaluations = dict[Hashable, Evaluation]()

    def D(self, least: int) -> Number:
        """The number of regular columns: the one of the instance, or all from the least on."""
        known = None if self.general else power(self.m, self.context.size("d"))
        return polynomial([max(2, least), 1]) if known is None else known

    def has_points(self, different: int, negative: int) -> bool:
        """Whether there are so many columns without a special entry, and with one, each of which has another id."""
        if self.general:
            return True
        regular, every = (power(levels, self.context.size("d")) for levels in (self.m, self.m + 1))
        return bool(different <= regular and negative <= every - regular)

    def network(self, name: str) -> Items:
        """The stacks of each item of a network, and its stages."""
        if self.profiles is not None:
            return self.profiles[name]
        if name not in self.stacks:
            network, d = self.context.networks[name], self.context.size("d")
            demand(network.d == d, f"{name!r} acts on matrices with {network.d} rows")
            self.stacks[name] = [list(stacks_of(item, d, self.m)) for item in network.items], network.stages
        return self.stacks[name]

    def quantity(self, name: str, quantity: str, D: Number) -> Number:
        """A count read off a network."""
        if self.profiles is None:
            network = self.context.networks[name]
            demand(quantity in QUANTITIES, f"the quantity {quantity!r} of a network", NOT_RECHECKED)
            return network.quantities[quantity]
        stacks = [(at(stack.layers, D), len(stack.heads)) for item in self.profiles[name][0] for stack in item]
        there = [layers == 0 or less(0, layers, True) for layers, _ in stacks]
        beyond(quantity != "attention layers" and not all(there), "whether there is a layer for all D")
        heads = max((heads for layers, heads in stacks if layers != 0), default=0)
        quantities = {"attention layers": form_total(*(layers for layers, _ in stacks)), "heads": heads}
        quantities |= {"head size": min(heads, 1), **dict.fromkeys(NOTHING, 0)}
        beyond(quantity not in quantities, f"the quantity {quantity!r} of a profile")
        return quantities[quantity]


class IdPlace(NamedTuple):
    """The columns that have one of the different ids of a point."""

    number: int


class Row(NamedTuple):
    """A list of numbers: one for each column, or (merged) one for each of the different ids."""

    values: list[Number]
    merged: bool


class IdMatrix(NamedTuple):
    """What some layers make of the point, by the ids of its columns."""

    ids: list[Number]


class Evaluation:
    """Evaluates terms at all points of a family at once, or at one point."""

    def __init__(self, subject: Subject, points: Family):
        self.subject, self.points, self.courses, self.rows = subject, points, dict[str, Course](), dict[int, Row]()

    def holds(self, term: Json) -> bool | None:
        """Whether a term is true at all points of the family, or false at all of them; None: neither is shown."""
        known: bool | None = both([self.value(term, {})])
        return known

    def value(self, term: Json, bound: Bound) -> Value:
        """A number, a row, or whether something holds: True, False, or None where signs show neither."""
        self.subject.context.spend(1 + len(self.points.ids))
        if not isinstance(term, list):
            return integer(term)
        op, *x = term
        if op in ("list", "dot") and not unbound(term):  # one evaluation is enough
            if id(term) not in self.rows:
                self.rows[id(term)] = self.loop(bound, *term) if op == "list" else self.product(bound, *x)
            return self.rows[id(term)]
        if op in LOOPS:
            return self.loop(bound, *term)
        if op in ("dot", "entry"):
            return self.product(bound, *x) if op == "dot" else self.entry(bound, *x)
        if op == "if":
            test, *branches = x
            demand(len(branches) == 2, "an 'if' without two branches")
            holds = both([self.value(test, bound)])
            if holds is not None:
                return number(self.value(branches[0 if holds else 1], bound))
            values = [number(self.value(branch, bound)) for branch in branches]
            return values[0] if equal(*values) else UNKNOWN
        if op in ("param", "def", "var", "network"):
            return self.named(bound, op, *x)
        if op in ("point", "stage", "after"):
            return IdMatrix(self.state(bound, term))
        if self.subject.general and term == ["^", ["param", "m"], ["param", "d"]]:
            return self.points.D
        known: dict[str, Callable[..., Value]] = {
            **OPERATORS,
            "item": self.item,
            "distinct": lambda row: distinct(numbers(row)),
        }
        known |= {"=": same_everywhere, "!=": lambda a, b: no(same_everywhere(a, b))}
        beyond(op not in known, f"{op!r} in a symbolic run")
        demand(len(x) >= 2 or op not in ("+", "*", "and", "or"), f"{op!r} with fewer than two operands")
        return known[op](*(self.value(part, bound) for part in x))

    def named(self, bound: Bound, op: str, name: str, *quantity: str) -> Value:
        """What a name stands for."""
        subject = self.subject
        demand(len(quantity) == (op == "network"), f"{op!r} with other operands than a name")
        if op == "var":
            return bound[name]
        if op == "network":
            (what,) = quantity
            return subject.quantity(name, what, self.points.D)
        if op == "def":
            if subject.definitions is not None:
                return self.value(subject.definitions[name], {})
            return subject.context.definitions[name]
        beyond(subject.general and name not in ("n", "m"), f"{name} for all D")
        if subject.general and name == "m":
            return polynomial([1], 1)
        return subject.context.parameter(name)

    def loop(self, bound: Bound, op: str, name: str, low: Json, high: Json, body: Json) -> Value:
        """What the values over a range come to; over all columns, one value for each of the different ids."""
        points = self.points
        if self.subject.general and op in ("all", "any") and [low, high] == [1, ["param", "d"]]:
            beyond(OTHER_ROW in bound.values(), "two rows other than the first, which may be the same or not")
            first, other = (both([self.value(body, {**bound, name: row})]) for row in (1, OTHER_ROW))
            other = None if other is (op == "any") else other  # with d = 1 there is no such row
            return both([first, other]) if op == "all" else no(both([no(first), no(other)]))
        ends = [self.value(end, bound) for end in (low, high)]
        beyond(not all(type(end) in (int, Fraction) for end in ends), "a range that varies")
        turns: Number = range(math.ceil(ends[0]), math.floor(ends[1]) + 1)
        if merged := points.merged and op in ("all", "any", "list") and turns == range(1, points.n + 1):
            inside = points.several and any(isinstance(bound.get(v), IdPlace) for v in unbound(body) - {name})
            beyond(inside, "pairs of columns of which one stands for several")
            turns = map(IdPlace, range(len(points.ids)))
        else:
            self.subject.context.spend(len(turns))
        values = [self.value(body, {**bound, name: turn}) for turn in turns]
        if op in ("all", "any"):
            return both(values) if op == "all" else no(both(map(no, values)))
        values = list(map(number, values))
        if op == "list":
            return Row(values, merged)
        if op in ("sum", "product"):
            return (form_total if op == "sum" else form_product)(*values)
        demand(values != [], f"{op!r} over nothing")
        best = greatest(values, 1 if op == "max" else -1)
        return best[0] if len(best) == 1 else UNKNOWN

    def state(self, bound: Bound, matrix: Json) -> list[Number]:
        """The ids after some layers."""
        subject, points = self.subject, self.points
        demand(points.ids != [], "a term speaks of a point where there is none")
        if matrix == ["point"]:
            return list(points.ids)
        op, name, k, argument = matrix
        known = op in ("stage", "after") and argument == ["point"]
        beyond(not known, "a matrix that is neither the point nor made of it by layers of one network")
        if name not in self.courses:
            self.courses[name] = Course(points, subject.network(name)[0], subject.context.spend)
        named = op == "stage" and isinstance(k, str)
        end = subject.network(name)[1][k] if named else self.value(k, bound)
        return list(getattr(self.courses[name], op)(end))

    def product(self, bound: Bound, u: Json, matrix: Json) -> Row:
        """The ids after some layers, in unit 1."""
        beyond(not reads_ids(u), "a product with another vector than (1, m, m^2, ...)")
        return Row([x * self.subject.unit for x in self.state(bound, matrix)], self.points.merged)

    def entry(self, bound: Bound, matrix: Json, row: Json, column: Json) -> Number:
        """An entry of a state: that of the point, which is not known, and in the first row what its id has grown by.

        At an instance, that in the first row is what the id has beside the other rows.
        """
        i, k = self.value(row, bound), self.place(self.value(column, bound))
        general, d = self.subject.general, 1 if self.subject.general else self.subject.context.size("d")
        beyond(type(i) is not int if not general else i not in (1, OTHER_ROW), "a row that is not known")
        demand(general or 1 <= i <= d, "a row is out of range")
        before, after = self.points.ids[k], self.state(bound, matrix)[k]
        beyond(not isinstance(before, Form), "an entry of a point of which the ids are known")
        equal = next(j for j, x in enumerate(self.points.ids) if x is before)
        rows = {i: 1} if general or i > 1 else {j: -(self.subject.m ** (j - 1)) for j in range(2, d + 1)}
        unknown = {(j, equal): x for j, x in rows.items()}
        form = Form([0] * len(before.coefficients), before.N, before.bounded, unknown)
        return form + (after - before if general else after) * self.subject.unit if i == 1 else form

    def place(self, k: Number) -> int:
        """Where the id of a column stands."""
        if isinstance(k, IdPlace):
            return k.number
        beyond(type(k) not in (int, Fraction), "a column that depends on the point")
        if not self.points.merged:
            return int(pick(range(self.points.n), k))
        negative = self.points.several and len(self.points.ids) == 2
        beyond(k != 1 and (k != self.points.n or negative), "a column that may have one id or another")
        return 0 if k == 1 else len(self.points.ids) - 1

    def item(self, row: Value, k: Number) -> Number:
        """The number of a column, or of the columns that have one id."""
        beyond(not isinstance(row, Row), "what is no list in a symbolic run is used as one")
        if row.merged:
            return row.values[self.place(k)]
        beyond(type(k) not in (int, Fraction), "an index that depends on the point")
        return pick(row.values, k)


def unbound(term: Json) -> set[str]:
    """The variables of a term that are bound outside of it."""
    if not isinstance(term, list) or not term:
        return set()
    if term[0] == "var":
        return {term[1]}
    if term[0] in LOOPS:
        _, name, low, high, body = term
        return unbound(low) | unbound(high) | unbound(body) - {name}
    return set[str]().union(*map(unbound, term[1:]))


def same_everywhere(a: Value, b: Value) -> bool | None:
    """Whether two numbers, two lists or two states of the point are equal everywhere, or nowhere."""
    if not isinstance(a, Row | IdMatrix):
        known: bool | None = equal(a, b)
        return known
    beyond(type(a) is not type(b), "what is compared with a list or a matrix")
    left, right = (x.values if isinstance(x, Row) else x.ids for x in (a, b))
    beyond(isinstance(a, Row) and a.merged != b.merged, "lists of which one has a number for each id")
    demand(len(left) == len(right), "lists of different lengths are compared")
    known = both(map(equal, left, right))
    return known


def numbers(value: Value) -> list[Number]:
    """The numbers of a term that is a number or a list."""
    beyond(isinstance(value, Row) and value.merged, "a list in which some numbers are equal")
    values = value.values if isinstance(value, Row) else value if isinstance(value, list) else [value]
    return list(map(number, values))
