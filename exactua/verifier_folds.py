"""The part of the verifier for folds: what the points of a step come to together (format, section 6).

verifier.py loads this file when a certificate has a step, from the folder where both lie, and puts itself into `core`.
The file imports nothing but the standard library.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

__all__ = ["read"]

core: Any = None  # what verifier.py defines, once it has loaded this file
Place: TypeAlias = "tuple[int, int]"  # the position of a domain among those of the step, a rank in it
Found: TypeAlias = "tuple[int, Any]"  # the number of failures, and the witness or None

RELATIONS = {"each": (None,), "distinct": (None,), "apart": (">=", ">"), "sum": ("<=", "=", ">=", "<", ">")}


def read(step: Any) -> Any:
    """The fold of a step, once its bound and its relation are known to fit."""
    fold, bound, relation = (step.record[key] for key in ("fold", "bound", "relation"))
    kinds = {domain.kind for domain in step.over}
    own = isinstance(fold, dict)
    known = own or (isinstance(fold, str) and fold in RELATIONS)
    known = known and ("cells" not in kinds or (fold == "each" and len(kinds) == 1))
    core.demand(known, f"the fold {fold!r} of {step.where} over {kinds or 'nothing'}", core.NOT_RECHECKED)
    fits = relation in ((None,) if own else RELATIONS[fold]) and (bound is None) == (relation is None)
    core.demand(fits, f"the bound or the relation of {step.where} does not fit its fold")
    return Own(step) if own else {"each": Each, "sum": Sum}.get(fold, Pairs)(step)


class Each:
    """The term is true at every point."""

    enough = 1  # points that make a step more than vacuous
    together = ""  # what the points come to as a whole, which samples can't tell

    def __init__(self, step: Any):
        self.step, self.failed = step, list[Place]()
        read, self.variables, term = step.context.read, step.variables, step.record["term"]
        self.term, self.term_data = read(term, self.variables, "boolean"), term
        self.loops, self.operands, self.relation = list[Any](), list[Any](), ""
        variables = self.variables
        while term[0] == "all":
            loop, variables = step.context.loop(term, variables)
            self.loops, term = [*self.loops, loop], term[-1]
        if term[0] in {*core.RELATIONS, *core.RANGES}:
            numeric = step.context.kind_and_reading(term[1], variables)[0] == "number"
            self.relation = term[0]
            self.operands = [read(x, variables, "number") for x in term[1:] if numeric]

    def numbers(self, scene: Any, bound: Any, place: Place) -> list[Any]:
        """The numbers that are measured at a point; and whether the term is true there is noted."""
        numbers = []
        if self.step.measured and self.operands:
            holds, within = True, self.relation in core.RANGES
            for inner in self._turns(self.loops, scene, bound):
                values = [operand(scene, inner) for operand in self.operands]
                holds = core.STRICT[self.relation][2](*values) and holds
                numbers.append(values[0] if within else core.tidy(values[1] - values[0]))
        else:
            numbers = [int(holds := self.term(scene, bound))]
        self.failed += [] if holds else [place]
        return numbers

    def _turns(self, loops: list[Any], scene: Any, bound: Any) -> Iterator[Any]:
        """The variables in all turns of these loops, each inside those before it."""
        if not loops:
            yield bound
        for inner in loops[0](scene, bound) if loops else ():
            yield from self._turns(loops[1:], scene, inner)

    def failures_possible(self, missed: int, whole: bool) -> int:
        """How many points may fail besides those found, if so many applicable points were not looked at."""
        return missed

    def result(self, whole: bool) -> Found:
        """What the points looked at say (all points, if `whole`)."""
        return len(self.failed), self.counterexample(min(self.failed)) if self.failed else None

    def counterexample(self, place: Place) -> dict[str, Any]:
        """The witness of a failure at this place."""
        scene, bound = self.step.sample(place) if self.step.over else (core.Scene(self.step.context, None), {})
        at = [place] if self.step.over else []
        encode = (lambda x: x) if self.step.real else core.encode
        found = falsity(self.step.context, self.term_data, self.variables, scene, bound, encode)
        if self.step.real:
            reported = self.step.record["witness"] or {}
            found = (*found[:2], *map(floors, found[2:], (reported.get("left"), reported.get("right"))))
        return witness(self.step, at, *found)


def falsity(
    context: Any, term: Any, variables: Any, scene: Any, bound: Any, encode: Callable[[Any], Any]
) -> tuple[Any, Any, Any, Any]:
    """Where a term is false: the variables on the way to what is false, its relation and both sides of it."""
    read, values = context.read, list[Any]()
    while term[0] in ("all", "permutations", "implies", "and"):
        if term[0] == "implies":
            term = term[2]  # what it follows from is true, or the whole would not be false
        elif term[0] == "and":
            term = next(p for p in term[1:] if not read(p, variables, "boolean")(scene, bound))
        else:
            loop, variables = context.loop(term, variables)
            body = read(term[-1], variables, "boolean")
            bound, term = next(x for x in loop(scene, bound) if not body(scene, x)), term[-1]
    relation, left, right = None, None, None
    if term[0] in {*core.RELATIONS, *core.RANGES}:
        values = [written(read(x, variables, "number", "list", "matrix")(scene, bound), encode) for x in term[1:]]
        relation, left, right = term[0], values[0], values[1:] if term[0] in core.RANGES else values[1]
    bindings = {key: list(x) if isinstance(x, tuple) else core.encode(x) for key, x in bound.items()}
    return bindings, relation, left, right


class Pairs:
    """The numbers of any two points, and inside one, differ by at least, or more than, a bound; or just differ."""

    enough, together = 2, ""

    def __init__(self, step: Any):
        self.step, self.values = step, list[tuple[Place, list[Any]]]()
        self.term = step.context.read(step.record["term"], step.variables, "number", "list")
        self.relation, self.bound = step.record["relation"] or ">", step.bound()

    def numbers(self, scene: Any, bound: Any, place: Place) -> list[Any]:
        """The numbers of a point, which are kept."""
        value = self.term(scene, bound)
        self.values.append((place, numbers := value if isinstance(value, list) else [value]))
        return numbers

    def failures_possible(self, missed: int, whole: bool) -> int:
        """A point looked at may be too near to one that was not."""
        return 0 if whole else int(self.step.failures)

    def near(self, a: Any, b: Any) -> bool:
        """Whether two numbers a <= b are too near to each other."""
        return not core.RELATIONS[self.relation](b - a, self.bound)

    def result(self, whole: bool) -> Found:
        """Whoever has a number too near to another one is too near to a neighbour, once all numbers are sorted."""
        values, failed = sorted(self.values, key=lambda value: value[0]), set[int]()
        ordered = sorted((x, k) for k, (_, numbers) in enumerate(values) for x in numbers)
        for (x, a), (y, b) in itertools.pairwise(ordered):
            failed |= {a, b} if self.near(x, y) else set()
        if not failed or len(values) < 2:
            return 0, None

        def together(*points: int) -> list[tuple[Any, Any]]:
            """All neighbours among the numbers of these points."""
            return list(itertools.pairwise(sorted(x for k in points for x in values[k][1])))

        def clash(*points: int) -> bool:
            return any(itertools.starmap(self.near, together(*points)))

        # The least pair; a point with two such numbers of its own makes a pair with any other.
        a = 0 if any(map(clash, failed)) else min(failed)
        b = next(b for b in range(a + 1, len(values)) if clash(a, b))
        if self.step.record["fold"] == "distinct":
            relation, left = "!=", min(x for x, y in together(a, b) if x == y)
            right = left
        else:
            relation, left, right = self.relation, min(y - x for x, y in together(a, b)), self.bound
        at = [values[a][0], values[b][0]]
        return len(failed), witness(self.step, at, {}, relation, core.encode(left), core.encode(right))


class Sum:
    """The sum over all matrices stands in a relation to a bound."""

    enough, together = 1, "sum"

    def __init__(self, step: Any):
        self.step, self.total = step, 0
        self.term = step.context.read(step.record["term"], step.variables, "number")
        self.relation, self.bound = step.record["relation"], step.bound()
        undecided = any(domain.decided != domain.total for domain in step.over)
        core.demand(not (undecided and step.failures), f"{step.where} fails by the sum of a part of its points")

    def numbers(self, scene: Any, bound: Any, place: Place) -> list[Any]:
        """The number of a point, which counts for each matrix that the point stands for."""
        value = self.term(scene, bound)
        orbit = bool(self.step.over) and self.step.over[place[0]].kind == "orbits"
        self.total = core.tidy(self.total + value * (orders(scene.point) if orbit else 1))
        return [value]

    def failures_possible(self, missed: int, whole: bool) -> int:
        """A sum fails or not as a whole."""
        return 0

    def result(self, whole: bool) -> Found:
        """From a part of the points, no more than that a failure that is reported would be one."""
        reported = self.step.failures and (self.step.record["witness"] or {}).get("left")
        total = self.total if whole else core.rational(reported)
        known = not self.step.alone and all(domain.decided == domain.total for domain in self.step.over)
        wrong = (whole or self.step.failures) and not core.RELATIONS[self.relation](total, self.bound)
        if not (wrong and known and self.step.applicable):
            return 0, None
        return 1, witness(self.step, [], {}, self.relation, core.encode(total), core.encode(self.bound))


class Own:
    """A fold that the certificate brings along: numbers that are carried from point to point, and an assertion."""

    enough, together = 1, "fold"

    def __init__(self, step: Any):
        fold = core.fields(step.record["fold"], "holds", start=list, next=list)
        core.demand(0 < len(fold["start"]) == len(fold["next"]), f"the fold of {step.where} does not fit its start")
        self.step, self.context, self.values = step, step.context, list[tuple[Place, list[Any]]]()
        self.term = self.context.read(step.record["term"], step.variables, "number", "list")
        self.start, self.asserted = [self.context.constant(x) for x in fold["start"]], fold["holds"]
        self.next = [self.context.read(x, {"": "accumulator numbers"}, "number") for x in fold["next"]]
        self.holds = self.context.read(self.asserted, END, "boolean")
        self.known = not any(domain.decided != domain.total for domain in step.over)
        core.demand(self.known or not step.failures, f"{step.where} fails by the fold of a part of its points")

    def numbers(self, scene: Any, bound: Any, place: Place) -> list[Any]:
        """The numbers of a point, which are kept until all are there."""
        value = self.term(scene, bound)
        self.values.append((place, numbers := value if isinstance(value, list) else [value]))
        return numbers

    def failures_possible(self, missed: int, whole: bool) -> int:
        """A fold fails or not as a whole."""
        return 0

    def result(self, whole: bool) -> Found:
        """From a part of the points, no more than that a failure that is reported has the form of one."""
        if not whole and self.step.failures:
            return 1, self.reported()
        if not (whole and self.known and self.values) or self.step.alone:
            return 0, None
        accumulated = self.start
        for _, numbers in sorted(self.values, key=operator.itemgetter(0)):
            scene = core.Scene(self.context, None, accumulator=accumulated, numbers=numbers)
            accumulated = [core.tidy(following(scene, {})) for following in self.next]
        scene = core.Scene(self.context, None, accumulator=accumulated)
        if self.holds(scene, {}):
            return 0, None
        return 1, witness(self.step, [], *falsity(self.context, self.asserted, END, scene, {}, core.encode))

    def reported(self) -> Any:
        """The witness that is reported, if it has the relation of a part of what is asserted in the end."""
        found, waiting, relations = self.step.record["witness"], [self.asserted], set[Any]()
        core.fields(found, "relation", "left", "right", at=list, points=list, bindings=dict)
        while waiting:
            op, *rest = waiting.pop()
            inside = {"and": rest, "implies": rest[1:], "all": rest[-1:], "permutations": rest[-1:]}.get(op)
            waiting += inside or []
            relations |= {op if op in {*core.RELATIONS, *core.RANGES} else None} if inside is None else set()
        fits = found["at"] == found["points"] == [] and found["relation"] in relations
        core.demand(fits, f"the witness of {self.step.where} is none of its fold")
        return found


END = {"": "accumulator"}  # what the assertion of an own fold speaks of


def orders(columns: Iterable[Any]) -> int:
    """In how many different orders these columns can stand, of which equal ones are neighbours."""
    count = alike = 1
    for k, (before, column) in enumerate(itertools.pairwise(columns), 2):
        alike = alike + 1 if column == before else 1
        count = core.tidy(count * k) // alike
    return count


def witness(step: Any, at: list[Place], bindings: Any, relation: Any, left: Any, right: Any) -> dict[str, Any]:
    """A witness, as it stands in a certificate."""
    points = [written(step.sample(place)[0].point, core.encode) for place in at]
    made = {"at": [step.position(place) for place in at], "points": points, "bindings": bindings}
    return made | {"relation": relation, "left": left, "right": right}


def written(value: Any, encode: Callable[[Any], Any]) -> Any:
    """A number, a list or (as its rows) a matrix in JSON."""
    rows = list(map(list, zip(*value, strict=True))) if isinstance(value, tuple) else value
    return [written(x, encode) for x in rows] if isinstance(rows, list) else encode(rows)


def floors(value: Any, reported: Any) -> Any:
    """Floors of numbers, and nothing where nothing is reported: a floor may have been undecided."""
    if value is None or reported is None:
        return None
    if isinstance(value, list):
        alike = isinstance(reported, list) and len(value) == len(reported)
        return list(map(floors, value, reported if alike else value))
    return core.reals.written(value)
