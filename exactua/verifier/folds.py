"""Folds: what the points of a step come to together, and where it fails, as it is written (format, section 6)."""

from __future__ import annotations

import itertools
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from .operators import RANGES, RELATIONS, STRICT
from .rationals import tidy
from .readings import Bound, Kinds, Loop, Reading, Scene
from .reals import written_floor
from .records import encode, fields, rational
from .refusals import NOT_RECHECKED, demand
from .statements import Place, Stated
from .terms import Context
from .values import Column, Json, Number, Value


def falsity(
    context: Context, term: Json, variables: Kinds, scene: Scene, bound: Bound, encoding: Callable[[Number], Json]
) -> tuple[Json, Json, Json, Json]:
    """Where a term is false: the variables on the way to what is false, its relation and both sides of it."""
    read, values = context.read, list[Json]()
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
    if term[0] in {*RELATIONS, *RANGES}:
        values = [
            written_value(read(x, variables, "number", "list", "matrix")(scene, bound), encoding) for x in term[1:]
        ]
        relation, left, right = term[0], values[0], values[1:] if term[0] in RANGES else values[1]
    bindings = {key: list(x) if isinstance(x, tuple) else encode(x) for key, x in bound.items()}
    return bindings, relation, left, right


def orders(columns: Iterable[Column]) -> int:
    """In how many different orders these columns can stand, of which equal ones are neighbours."""
    count = alike = 1
    for k, (before, column) in enumerate(itertools.pairwise(columns), 2):
        alike = alike + 1 if column == before else 1
        count = tidy(count * k) // alike
    return count


def witness(step: Stated, at: list[Place], bindings: Json, relation: Json, left: Json, right: Json) -> dict[str, Json]:
    """A witness, as it stands in a certificate."""
    points = [written_value(step.sample(place)[0].point, encode) for place in at]
    record = {"at": [step.position(place) for place in at], "points": points, "bindings": bindings}
    return record | {"relation": relation, "left": left, "right": right}


def written_value(value: Value, encode: Callable[[Number], Json]) -> Json:
    """A number, a list or (as its rows) a matrix in JSON."""
    rows = list(map(list, zip(*value, strict=True))) if isinstance(value, tuple) else value
    return [written_value(x, encode) for x in rows] if isinstance(rows, list) else encode(rows)


def floors_of_values(value: Value, reported: Json) -> Json:
    """Floors of numbers, and nothing where nothing is reported: a floor may have been undecided."""
    if value is None or reported is None:
        return None
    if isinstance(value, list):
        alike = isinstance(reported, list) and len(value) == len(reported)
        return list(map(floors_of_values, value, reported if alike else value))
    return written_floor(value)


Found: TypeAlias = "tuple[int, Json]"  # the number of failures, and the witness or None
FOLD_RELATIONS = {"each": (None,), "distinct": (None,), "apart": (">=", ">"), "sum": ("<=", "=", ">=", "<", ">")}


class Fold(ABC):
    """What the points of a step come to."""

    enough = 1  # points that make a step more than vacuous
    together = ""  # what the points come to as a whole, which samples can't tell

    @abstractmethod
    def numbers(self, scene: Scene, bound: Bound, place: Place) -> list[Number]:
        """The numbers that are measured at a point; what the fold needs of it is kept."""

    @abstractmethod
    def failures_possible(self, missed: int, whole: bool) -> int:
        """How many points may fail besides those found, if so many applicable points were not looked at."""

    @abstractmethod
    def result(self, whole: bool) -> Found:
        """What the points looked at say (all points, if `whole`)."""


class Each(Fold):
    """The term is true at every point."""

    def __init__(self, step: Stated):
        self.step, self.failed = step, list[Place]()
        read, self.variables, term = step.context.read, step.variables, step.record["term"]
        self.term, self.term_data = read(term, self.variables, "boolean"), term
        self.loops, self.operands, self.relation = list[Loop](), list[Reading](), ""
        variables = self.variables
        while term[0] == "all":
            loop, variables = step.context.loop(term, variables)
            self.loops, term = [*self.loops, loop], term[-1]
        if term[0] in {*RELATIONS, *RANGES}:
            numeric = step.context.kind_and_reading(term[1], variables)[0] == "number"
            self.relation = term[0]
            self.operands = [read(x, variables, "number") for x in term[1:] if numeric]

    def numbers(self, scene: Scene, bound: Bound, place: Place) -> list[Number]:
        """The numbers that are measured at a point; and whether the term is true there is noted."""
        numbers = []
        if self.step.measured and self.operands:
            holds, within = True, self.relation in RANGES
            for inner in self._turns(self.loops, scene, bound):
                values = [operand(scene, inner) for operand in self.operands]
                holds = STRICT[self.relation][2](*values) and holds
                numbers.append(values[0] if within else tidy(values[1] - values[0]))
        else:
            numbers = [int(holds := self.term(scene, bound))]
        self.failed += [] if holds else [place]
        return numbers

    def _turns(self, loops: list[Loop], scene: Scene, bound: Bound) -> Iterator[Bound]:
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

    def counterexample(self, place: Place) -> dict[str, Json]:
        """The witness of a failure at this place."""
        scene, bound = self.step.sample(place) if self.step.over else (Scene(self.step.context, None), {})
        at = [place] if self.step.over else []
        encoding = (lambda x: x) if self.step.real else encode
        failure = falsity(self.step.context, self.term_data, self.variables, scene, bound, encoding)
        if self.step.real:
            reported = self.step.record["witness"] or {}
            failure = (*failure[:2], *map(floors_of_values, failure[2:], (reported.get("left"), reported.get("right"))))
        return witness(self.step, at, *failure)


class Separation(Fold):
    """The numbers of any two points, and inside one, differ by at least, or more than, a bound; or just differ."""

    enough = 2

    def __init__(self, step: Stated):
        self.step, self.values = step, list[tuple[Place, list[Number]]]()
        self.term = step.context.read(step.record["term"], step.variables, "number", "list")
        self.relation, self.bound = step.record["relation"] or ">", step.bound()

    def numbers(self, scene: Scene, bound: Bound, place: Place) -> list[Number]:
        """The numbers of a point, which are kept."""
        value = self.term(scene, bound)
        self.values.append((place, numbers := value if isinstance(value, list) else [value]))
        return numbers

    def failures_possible(self, missed: int, whole: bool) -> int:
        """A point looked at may be too near to one that was not."""
        return 0 if whole else int(self.step.failures)

    def near(self, a: Number, b: Number) -> bool:
        """Whether two numbers a <= b are too near to each other."""
        return not RELATIONS[self.relation](b - a, self.bound)

    def result(self, whole: bool) -> Found:
        """Whoever has a number too near to another one is too near to a neighbour, once all numbers are sorted."""
        values, failed = sorted(self.values, key=lambda value: value[0]), set[int]()
        ordered = sorted((x, k) for k, (_, numbers) in enumerate(values) for x in numbers)
        for (x, a), (y, b) in itertools.pairwise(ordered):
            failed |= {a, b} if self.near(x, y) else set()
        if not failed or len(values) < 2:
            return 0, None

        def together(*points: int) -> list[tuple[Number, Number]]:
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
        return len(failed), witness(self.step, at, {}, relation, encode(left), encode(right))


class Sum(Fold):
    """The sum over all matrices stands in a relation to a bound."""

    together = "sum"

    def __init__(self, step: Stated):
        self.step, self.total = step, 0
        self.term = step.context.read(step.record["term"], step.variables, "number")
        self.relation, self.bound = step.record["relation"], step.bound()
        undecided = any(domain.decided != domain.total for domain in step.over)
        demand(not (undecided and step.failures), f"{step.where} fails by the sum of a part of its points")

    def numbers(self, scene: Scene, bound: Bound, place: Place) -> list[Number]:
        """The number of a point, which counts for each matrix that the point stands for."""
        value = self.term(scene, bound)
        orbit = bool(self.step.over) and self.step.over[place[0]].kind == "orbits"
        self.total = tidy(self.total + value * (orders(scene.point or ()) if orbit else 1))
        return [value]

    def failures_possible(self, missed: int, whole: bool) -> int:
        """A sum fails or not as a whole."""
        return 0

    def result(self, whole: bool) -> Found:
        """From a part of the points, no more than that a failure that is reported would be one."""
        reported = self.step.failures and (self.step.record["witness"] or {}).get("left")
        total = self.total if whole else rational(reported)
        known = not self.step.alone and all(domain.decided == domain.total for domain in self.step.over)
        wrong = (whole or self.step.failures) and not RELATIONS[self.relation](total, self.bound)
        if not (wrong and known and self.step.applicable):
            return 0, None
        return 1, witness(self.step, [], {}, self.relation, encode(total), encode(self.bound))


class Own(Fold):
    """A fold that the certificate brings along: numbers that are carried from point to point, and an assertion."""

    together = "fold"

    def __init__(self, step: Stated):
        fold = fields(step.record["fold"], "holds", start=list, next=list)
        demand(0 < len(fold["start"]) == len(fold["next"]), f"the fold of {step.where} does not fit its start")
        self.step, self.context, self.values = step, step.context, list[tuple[Place, list[Number]]]()
        self.term = self.context.read(step.record["term"], step.variables, "number", "list")
        self.start, self.asserted = [self.context.constant(x) for x in fold["start"]], fold["holds"]
        self.next = [self.context.read(x, {"": "accumulator numbers"}, "number") for x in fold["next"]]
        self.holds = self.context.read(self.asserted, END, "boolean")
        self.known = not any(domain.decided != domain.total for domain in step.over)
        demand(self.known or not step.failures, f"{step.where} fails by the fold of a part of its points")

    def numbers(self, scene: Scene, bound: Bound, place: Place) -> list[Number]:
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
            scene = Scene(self.context, None, accumulator=accumulated, numbers=numbers)
            accumulated = [tidy(following(scene, {})) for following in self.next]
        scene = Scene(self.context, None, accumulator=accumulated)
        if self.holds(scene, {}):
            return 0, None
        return 1, witness(self.step, [], *falsity(self.context, self.asserted, END, scene, {}, encode))

    def reported(self) -> Json:
        """The witness that is reported, if it has the relation of a part of what is asserted in the end."""
        witness, waiting, relations = self.step.record["witness"], [self.asserted], set[str | None]()
        fields(witness, "relation", "left", "right", at=list, points=list, bindings=dict)
        while waiting:
            op, *rest = waiting.pop()
            inside = {"and": rest, "implies": rest[1:], "all": rest[-1:], "permutations": rest[-1:]}.get(op)
            waiting += inside or []
            relations |= {op if op in {*RELATIONS, *RANGES} else None} if inside is None else set()
        fits = witness["at"] == witness["points"] == [] and witness["relation"] in relations
        demand(fits, f"the witness of {self.step.where} is none of its fold")
        return witness


END = {"": "accumulator"}  # what the assertion of an own fold speaks of


KINDS_OF_FOLDS: dict[str, Callable[[Stated], Fold]] = {
    "each": Each, "distinct": Separation, "apart": Separation, "sum": Sum,
}  # fmt: skip


def read_fold(step: Stated) -> Fold:
    """The fold of a step, once its bound and its relation are known to fit."""
    fold, bound, relation = (step.record[key] for key in ("fold", "bound", "relation"))
    kinds = {domain.kind for domain in step.over}
    own = isinstance(fold, dict)
    known = own or (isinstance(fold, str) and fold in FOLD_RELATIONS)
    known = known and ("cells" not in kinds or (fold == "each" and len(kinds) == 1))
    demand(known, f"the fold {fold!r} of {step.where} over {kinds or 'nothing'}", NOT_RECHECKED)
    fits = relation in ((None,) if own else FOLD_RELATIONS[fold]) and (bound is None) == (relation is None)
    demand(fits, f"the bound or the relation of {step.where} does not fit its fold")
    return Own(step) if own else KINDS_OF_FOLDS[fold](step)
