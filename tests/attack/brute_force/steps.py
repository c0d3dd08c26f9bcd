"""Section 6: what a step comes to at all its points: counts, verdict, witness, measure."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tests.attack.brute_force import reals
from tests.attack.brute_force.domains import Cell
from tests.attack.brute_force.forms import Number, all_ways, compare
from tests.attack.brute_force.networks import Columns
from tests.attack.brute_force.terms import (
    RANGES,
    RELATIONS,
    Scene,
    boolean,
    evaluate,
    has_operator,
    number,
    numeric,
    occurring,
    orders,
    turns,
)  # fmt: skip
from tests.attack.brute_force.written import PRIME, Invalid, Unknown, encode, rational, require

REALS = ("exp", "log", "sqrt", "pi")
NETWORKS = ("stage", "after", "layer", "network")
SEVERAL = (
    "point",
    "stage",
    "after",
    "layer",
    "permuted",
    "columns",
    "offsets",
    "list",
    "dot",
    "accumulator",
    "numbers",
)


class Mixed(Invalid):
    """A step is true and false at the reals of one cell: its breakpoints are not fine enough."""


@dataclass(frozen=True)
class Domain:
    """A domain with its points by rank; `decided` are the ranks that were evaluated."""

    name: str
    kind: str
    of_orbits: bool
    points: list[Any]
    total: int | None
    decided: list[int]

    @property
    def complete(self) -> bool:
        return self.total is not None and len(self.decided) == self.total


@dataclass(frozen=True)
class At:
    """A position, its point (on cells, a sample) and the scene there."""

    domain: Domain
    rank: int
    scene: Scene

    @property
    def position(self) -> list[Any]:
        return [self.domain.name, encode(self.rank)]

    @property
    def point(self) -> Columns:
        assert self.scene.point is not None
        return self.scene.point


def scenes(domains: list[Domain], base: Scene) -> Iterator[At]:
    for domain in domains:
        for rank in domain.decided:
            point = domain.points[rank]
            if isinstance(point, Cell):
                yield At(domain, rank, base.at(point.sample(), row=Fraction(point.row + 1)))
            else:
                yield At(domain, rank, base.at(point))


def true_on_cell(term: Any, cell: Cell, base: Scene, given: Any) -> tuple[bool, bool]:
    """Whether the hypothesis holds on all of a cell, and whether the term does."""

    def way(region: Any) -> tuple[bool, bool]:
        scene = base.at(cell.point(region), row=Fraction(cell.row + 1))
        if given is not None and not boolean(given, scene):
            return False, True
        return True, boolean(term, scene)

    ways: set[tuple[bool, bool]] = set(all_ways(cell.constraints(), way))
    if len(ways) > 1:
        raise Mixed("a step is true and false on one cell, or its hypothesis is")
    return ways.pop()


def found(
    step: dict[str, Any], domains: list[Domain], base: Scene, real_definitions: set[str], record: Any
) -> dict[str, Any]:
    """All that a certificate reports of a step; `record` is the networks as they are written.

    Raises:
        Invalid: the step has no meaning, or an evaluation is an error.
        Unknown: it is beyond this evaluator.
    """
    said, fold = said_by(step), step["fold"]
    real = speaks_of_reals(said, real_definitions, record)
    if fold != "each" and chooses(step["term"]):  # its numbers are none, unless they are compared with reals
        real = speaks_of_reals([step["bound"], fold], real_definitions, record)
    on_cells = any(domain.kind == "cells" for domain in domains)
    _well_formed(step, domains, real)
    if step["bound"] is not None:
        number(step["bound"], base.at(None))
    used = [base.networks[name] for name in occurring(said, NETWORKS)]
    alone = any(domain.of_orbits for domain in domains) and not all(net.stands_for_orbits() for net in used)
    complete = all(domain.complete for domain in domains)
    positions = list(scenes(domains, base)) if domains else [None]
    applicable, truths = [], []
    for at in positions:
        scene = base.at(None) if at is None else at.scene
        if at is not None and on_cells:
            applies, truth = true_on_cell(step["term"], at.domain.points[at.rank], base, step["given"])
        else:
            applies, truth = step["given"] is None or boolean(step["given"], scene), True
            truth = boolean(step["term"], scene) if applies and fold == "each" else truth
        if applies:
            applicable.append((at, scene))
            truths.append(truth)
    values = [] if on_cells else [measured(step, scene) for _, scene in applicable]
    if fold == "each":
        failures, witness = each(step, applicable, truths, real)
    elif fold in ("distinct", "apart"):
        failures, witness = pairs(step, applicable, values, base)
    elif alone or not complete or not applicable:
        failures, witness = 0, None
    else:
        failures, witness = (total if fold == "sum" else own)(step, applicable, values, base)
    enough = 2 if fold in ("distinct", "apart") else 1
    if failures and len(applicable) >= enough:
        verdict = "refuted"
    elif not complete:
        verdict = "inconclusive"
    elif len(applicable) < enough:
        verdict = "vacuous"
    else:
        verdict = "inconclusive" if alone else "holds"
    if verdict != "refuted":
        failures, witness = 0, None
    return {
        "points": encode(len(positions)),
        "applicable": encode(len(applicable)),
        "failures": encode(failures),
        "verdict": verdict,
        "witness": witness,
        "measure": None if on_cells or not domains else measure(applicable, values, real),
    }


def chooses(term: Any) -> bool:
    """Whether conditions choose the numbers of a term among integers: one number, or a list of them."""
    match term:
        case ["list", _, _, _, ["select", _, *branches]]:
            return all(map(_is_choice, branches))
    return _is_choice(term)


def _is_choice(term: Any) -> bool:
    match term:
        case ["if", _, u, v]:
            return type(u) is int and type(v) is int
    return False


def said_by(step: dict[str, Any]) -> list[Any]:
    """All that a step says in terms."""
    return [step["term"], step["given"], step["bound"], step["fold"]]


def speaks_of_reals(said: Any, definitions: set[str], record: Any) -> bool:
    from tests.attack.brute_force.networks import speaks_of_reals as network_does

    return (
        has_operator(said, REALS)
        or bool(occurring(said, ("def",)) & definitions)
        or any(network_does(record[name]) for name in occurring(said, NETWORKS))
    )


def may_be_undecided(said: Any, definitions: set[str], record: Any) -> bool:
    """Whether a comparison may be undecided in a step: it speaks of reals, or a network in it rounds."""
    from tests.attack.brute_force.networks import rounds

    networks = occurring(said, NETWORKS)
    return speaks_of_reals(said, definitions, record) or any(rounds(record[name]) for name in networks)


def _well_formed(step: dict[str, Any], domains: list[Domain], real: bool) -> None:
    fold, relation, bound = step["fold"], step["relation"], step["bound"]
    allowed = {"each": (None,), "distinct": (None,), "apart": (">=", ">"), "sum": ("<=", "=", ">=", "<", ">")}
    on_cells = any(domain.kind == "cells" for domain in domains)
    if isinstance(fold, dict):
        require(set(fold) == {"start", "next", "holds"}, "the keys of a fold")
        require(len(fold["start"]) == len(fold["next"]) >= 1, "the accumulator of a fold")
        require(bound is None and relation is None, "a bound of an own fold")
    else:
        if fold not in allowed:
            raise Unknown(f"the fold {fold!r}")
        require(relation in allowed[fold] and (bound is None) == (relation is None), "the bound or the relation")
    if on_cells and (fold != "each" or any(domain.kind != "cells" for domain in domains)):
        raise Unknown("a fold over cells, or cells beside other domains")
    if real and (on_cells or (fold != "each" and domains)):
        raise Unknown("reals over cells or in a fold")


# ---- each


def each(step: dict[str, Any], applicable: list[Any], truths: list[bool], real: bool) -> tuple[int, Any]:
    failing = [where for where, truth in zip(applicable, truths, strict=True) if not truth]
    if not failing:
        return 0, None
    at, scene = failing[0]
    return len(failing), {
        "at": [] if at is None else [at.position],
        "points": [] if at is None else [rows_of(at.point)],
        **falsity(step["term"], scene, real),
    }


def falsity(term: Any, scene: Scene, real: bool) -> dict[str, Any]:
    """Down to what is false, with the variables on the way."""
    while True:
        if term[0] == "all":
            scene, term = next(inner for inner in turns(term, scene) if not boolean(term[-1], inner)), term[-1]
        elif term[0] == "permutations":
            scene, term = next(inner for inner in orders(term, scene) if not boolean(term[-1], inner)), term[-1]
        elif term[0] == "implies":
            term = term[2]
        elif term[0] == "and":
            term = next(p for p in term[1:] if not boolean(p, scene))
        else:
            break
    relation, left, right = None, None, None
    if term[0] in RELATIONS or term[0] in RANGES:
        relation = term[0]
        left, *others = (written(evaluate(x, scene), real) for x in term[1:])
        right = others if relation in RANGES else others[0]
    bindings = {name: list(x[1]) if isinstance(x, tuple) else encode(x) for name, x in scene.variables.items()}
    return {"bindings": bindings, "relation": relation, "left": left, "right": right}


def written(value: Any, real: bool = False) -> Any:
    """A value as it stands in a witness."""
    if isinstance(value, tuple):
        return [[written(x, real) for x in row] for row in zip(*value, strict=True)]
    if isinstance(value, list):
        return [written(x, real) for x in value]
    if real:
        return reals.floor_of(value)
    if not isinstance(value, Fraction):
        raise Unknown("a value that is no rational")
    return encode(value)


def rows_of(point: Columns) -> list[list[Any]]:
    return [[encode(x) for x in row] for row in zip(*point, strict=True)]


# ---- two points


def pairs(step: dict[str, Any], applicable: list[Any], values: list[list[Number]], base: Scene) -> tuple[int, Any]:
    """Folds distinct and apart: every two numbers, of one point or of two."""
    distinct = step["fold"] == "distinct"
    relation = ">" if distinct else step["relation"]
    bound = Fraction(0) if distinct else number(step["bound"], base.at(None))

    def near(x: Number, y: Number) -> bool:
        return not RELATIONS[relation](compare(abs(x - y), bound))

    def clash(numbers: list[Number]) -> bool:
        return any(near(x, y) for x, y in itertools.combinations(numbers, 2))

    count = len(values)
    inside = [clash(numbers) for numbers in values]
    beside = [[any(near(x, y) for x in values[a] for y in values[b]) for b in range(count)] for a in range(count)]
    failing = [a for a in range(count) if inside[a] or any(beside[a][b] for b in range(count) if b != a)]
    if not failing or count < 2:
        return 0, None
    a, b = next((a, b) for a in range(count) for b in range(a + 1, count) if inside[a] or inside[b] or beside[a][b])
    together = sorted(values[a] + values[b])
    if distinct:
        left = right = min(x for x, y in itertools.pairwise(together) if x == y)
    else:
        left, right = min(y - x for x, y in itertools.pairwise(together)), bound
    ats = [applicable[k][0] for k in (a, b)]
    return len(failing), {
        "at": [at.position for at in ats],
        "points": [rows_of(at.point) for at in ats],
        "bindings": {},
        "relation": "!=" if distinct else relation,
        "left": encode(left),
        "right": encode(right),
    }


# ---- all points together


def total(step: dict[str, Any], applicable: list[Any], values: list[list[Number]], base: Scene) -> tuple[int, Any]:
    left: Number = Fraction(0)
    for (at, _), (value,) in zip(applicable, values, strict=True):
        times = 1
        if at is not None and at.domain.kind == "orbits":
            times = len(set(itertools.permutations(at.point))) if len(at.point) < 7 else multiplicity(at.point)
        left = left + value * Fraction(times)
    bound = number(step["bound"], base.at(None))
    if RELATIONS[step["relation"]](compare(left, bound)):
        return 0, None
    sides = {"left": encode(left), "right": encode(bound)}
    return 1, {"at": [], "points": [], "bindings": {}, "relation": step["relation"], **sides}


def multiplicity(point: Columns) -> int:
    return math.factorial(len(point)) // math.prod(math.factorial(k) for k in Counter(point).values())


def own(step: dict[str, Any], applicable: list[Any], values: list[list[Number]], base: Scene) -> tuple[int, Any]:
    fold, nowhere = step["fold"], base.at(None)
    accumulator = [number(term, nowhere) for term in fold["start"]]
    for numbers in values:
        here = replace(nowhere, accumulator=accumulator, numbers=numbers)
        accumulator = [number(term, here) for term in fold["next"]]
    end = replace(nowhere, accumulator=accumulator)
    if boolean(fold["holds"], end):
        return 0, None
    return 1, {"at": [], "points": [], **falsity(fold["holds"], end, False)}


# ---- measure


def measured(step: dict[str, Any], scene: Scene) -> list[Number]:
    """The numbers that are taken at a point."""
    term = step["term"]
    if step["fold"] != "each":
        value = evaluate(term, scene)
        require(not isinstance(value, bool | tuple), "the term of a fold is no number and no list")
        require(isinstance(value, list) or numeric(value), "the term of a fold")
        require(step["fold"] != "sum" or not isinstance(value, list), "a sum of lists")
        return list(value) if isinstance(value, list) else [value]
    inner = [scene]
    while term[0] == "all":
        inner = [turned for where in inner for turned in turns(term, where)]
        term = term[-1]
    if term[0] in RANGES:
        return [number(term[1], where) for where in inner]
    if term[0] in RELATIONS and not is_several(term[1]):
        return [number(term[2], where) - number(term[1], where) for where in inner]
    return [Fraction(int(boolean(step["term"], scene)))]


def is_several(term: Any) -> bool:
    """Whether a term is a matrix or a list of numbers."""
    return isinstance(term, list) and term[0] in SEVERAL


def measure(applicable: list[Any], values: list[list[Number]], real: bool) -> Any:
    placed = [(x, at) for (at, _), numbers in zip(applicable, values, strict=True) for x in numbers]
    if not placed:
        return None
    if real:
        floors = [(reals.floor_of(x), at) for x, at in placed]
        ordered = [(reals.value_of(floor), floor, at) for floor, at in floors]
        low, high = min(ordered, key=lambda pair: pair[0]), max(ordered, key=lambda pair: pair[0])
        ends = {"min": low[1], "min_at": low[2].position, "max": high[1], "max_at": high[2].position}
        return {**ends, "sum": None}
    if not all(isinstance(x, Fraction) for x, _ in placed):
        raise Unknown("a measure of numbers that are not rational")
    low_one, high_one = min(placed, key=lambda pair: pair[0]), max(placed, key=lambda pair: pair[0])
    summed = sum(x.numerator * pow(x.denominator, -1, PRIME) for x, _ in placed) % PRIME
    return {
        "min": encode(low_one[0]),
        "min_at": low_one[1].position,
        "max": encode(high_one[0]),
        "max_at": high_one[1].position,
        "sum": encode(summed),
    }


__all__ = ["Domain", "Mixed", "found", "rational"]
