"""Section 5: domains, whose points are listed by going through all sequences of columns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force.forms import Affine, Constraint, Region, constraint
from tests.attack.brute_force.networks import Columns
from tests.attack.brute_force.terms import Scene, number, numbers
from tests.attack.brute_force.written import Unknown, integer, rational, require

MOST_POINTS: Final = 40_000


def value(term: Any, scene: Scene) -> Fraction:
    fraction = number(term, scene)
    if not isinstance(fraction, Fraction):
        raise Unknown("a real in a domain")
    return fraction


def listed(spec: dict[str, Any], scene: Scene) -> list[Columns]:
    """All points of a domain of a finite kind, by rank."""
    kind = spec["kind"]
    if kind == "pairs":
        require(set(spec) == {"kind", "of"} and spec["of"]["kind"] not in ("pairs", "cells"), "a domain of pairs")
        half = listed(spec["of"], scene)
        within(len(half) ** 2)
        return [left + right for left in half for right in half]
    if kind == "chosen":
        require(set(spec) == {"kind", "parameter", "of"}, "a chosen domain")
        of, k = spec["of"], integer(scene.parameters[spec["parameter"]])
        require(1 <= k <= len(of), "a chosen domain that is not there")
        point_lists = [_matrices(family, scene, None, None) for family in of]
        return point_lists[k - 1]
    d, n = scene.size("d"), scene.size("n")
    within(d * n)
    if kind == "list":
        return _matrices(spec, scene, d, n)
    if kind == "product":
        require(set(spec) == {"kind", "columns"} and len(spec["columns"]) == n, "a product of columns")
        parts = [_vocabulary(part, d, scene) for part in spec["columns"]]
        size = 1
        for part in parts:
            size *= len(part)
            within(size)
        return list(itertools.product(*parts))
    if kind not in ("orbits", "sequences"):
        raise Unknown(f"a domain of kind {kind!r}")
    columns, special = _columns(spec, d, scene)
    within(len(columns) ** n if kind == "sequences" or len(columns) < 2 else 1)
    if kind == "sequences":
        return list(itertools.product(columns, repeat=n))
    return list(_orbits(spec, columns, special, n))


def within(points: int) -> None:
    if points > MOST_POINTS:
        raise Unknown("a domain with too many points")


def _orbits(spec: dict[str, Any], columns: list[Any], special: list[bool], n: int) -> Iterator[Columns]:
    repeats, specials = spec["repeats"], spec.get("specials", "none")
    require(repeats in ("allowed", "forbidden", "required"), "repeats")
    require(specials in ("none", "allowed", "required"), "specials")
    seen = 0
    for chosen in itertools.combinations_with_replacement(range(len(columns)), n):
        seen += 1
        within(seen // 4)
        equal = len(set(chosen)) < n
        if (repeats == "forbidden" and equal) or (repeats == "required" and not equal):
            continue
        if specials == "required" and not any(special[c] for c in chosen):
            continue
        yield tuple(columns[c] for c in chosen)


def _columns(spec: dict[str, Any], d: int, scene: Scene) -> tuple[list[Any], list[bool]]:
    """The columns by their numbers, and which of them are special."""
    orbits = spec["kind"] == "orbits"
    if "columns" in spec:
        require(set(spec) == {"kind", "columns", *(["repeats"] if orbits else [])}, "the keys of a domain")
        columns = _vocabulary(spec["columns"], d, scene)
        return columns, [False] * len(columns)
    keys = {"kind", "levels", "special", "ids", *(["repeats", "specials"] if orbits else [])}
    require(set(spec) == keys and set(spec["levels"]) == {"start", "step", "count"}, "the keys of a domain")
    start, step, count = (value(spec["levels"][key], scene) for key in ("start", "step", "count"))
    require(count.denominator == 1 and count >= 0, "the number of levels")
    within(int(count))
    levels = [start + k * step for k in range(int(count))]
    further = [value(level, scene) for level in spec["special"]]
    further = [] if orbits and spec["specials"] == "none" else further
    ids = numbers(spec["ids"], scene)
    require(len(ids) == d, "the ids of a domain")
    require(len({*levels, *further}) == len(levels) + len(further), "a level that is there twice")
    within((len(levels) + len(further)) ** d)
    numbered = []
    for column in itertools.product([*levels, *further], repeat=d):
        numbered.append((sum((u * x for u, x in zip(ids, column, strict=True)), Fraction(0)), column))
    require(len({number for number, _ in numbered}) == len(numbered), "two columns with one id")
    numbered.sort()
    return [column for _, column in numbered], [any(x in further for x in column) for _, column in numbered]


def _vocabulary(columns: Any, d: int, scene: Scene) -> list[tuple[Fraction, ...]]:
    vocabulary = [tuple(value(x, scene) for x in column) for column in columns]
    require(vocabulary and all(len(column) == d for column in vocabulary), "the columns of a domain")
    require(len(set(vocabulary)) == len(vocabulary), "a column that is there twice")
    return vocabulary


def _matrices(spec: dict[str, Any], scene: Scene, d: int | None, n: int | None) -> list[Columns]:
    """The points of a list; of a chosen one, of whatever size."""
    require(spec["kind"] == "list" and set(spec) == {"kind", "points"}, "a list of points")
    points = []
    for rows in spec["points"]:
        point = [[value(x, scene) for x in row] for row in rows]
        require(len(point) >= 1 and all(len(row) == len(point[0]) >= 1 for row in point), "a point that is no matrix")
        require(d is None or (len(point) == d and len(point[0]) == n), "a point of another size")
        points.append(tuple(zip(*point, strict=True)))
    require(len(set(points)) == len(points), "a point that is there twice")
    return points


# ---- cells


class Cell:
    """One row's entry in one cell, all other entries free."""

    def __init__(self, row: int, d: int, low: Fraction | None, high: Fraction | None, box: Any):
        self.row, self.d, self.low, self.high, self.box = row, d, low, high, box

    def constraints(self) -> list[Constraint]:
        """Of the entries that vary."""
        constraints: list[Constraint] = []
        for i in range(self.d):
            unit = tuple(Fraction(int(k == i)) for k in range(self.d))
            minus = tuple(-x for x in unit)
            low, high = (self.low, self.high) if i == self.row else self.box
            if low is not None and low == high and i == self.row:
                continue
            strict = i == self.row
            constraints += [constraint(unit, -low, strict)] if low is not None else []
            constraints += [constraint(minus, high, strict)] if high is not None else []
        return constraints

    def point(self, region: Region) -> Columns:
        entries: list[Any] = []
        for i in range(self.d):
            if i == self.row and self.low is not None and self.low == self.high:
                entries.append(self.low)
            else:
                entries.append(Affine(tuple(Fraction(int(k == i)) for k in range(self.d)), Fraction(0), region))
        return (tuple(entries),)

    def sample(self) -> Columns:
        if self.low is None:
            assert self.high is not None
            here = self.high - 1
        else:
            here = self.low + 1 if self.high is None else (self.low + self.high) / 2
        other = Fraction(0) if self.box[0] is None else self.box[0]
        return (tuple(here if i == self.row else other for i in range(self.d)),)


def cells(spec: dict[str, Any], evidence: Any, scene: Scene) -> list[Cell]:
    """The cells of a domain, by rank."""
    boxed = "from" in spec
    require(set(spec) == {"kind", "columns", *(("from", "to") if boxed else ())}, "the keys of cells")
    require(type(spec["columns"]) is int and spec["columns"] == 1, "the columns of cells")
    require(set(evidence) == {"breakpoints"}, "the evidence of cells")
    d, breakpoints = scene.size("d"), evidence["breakpoints"]
    require(len(breakpoints) == d, "breakpoints for each row")
    box: Any = (None, None)
    if boxed:
        box = (value(spec["from"], scene), value(spec["to"], scene))
        require(box[0] < box[1], "the ends of a box")
    all_cells = []
    for row, written in enumerate(breakpoints):
        cuts = [rational(b) for b in written]
        require(cuts and all(a < b for a, b in itertools.pairwise(cuts)), "breakpoints that do not increase")
        require(not boxed or (cuts[0], cuts[-1]) == box, "breakpoints that do not begin and end with the box")
        open_ends: list[Fraction | None] = [*cuts] if boxed else [None, *cuts, None]
        for k, low in enumerate(open_ends):
            if low is not None:
                all_cells.append(Cell(row, d, low, low, box))
            if k + 1 < len(open_ends):
                all_cells.append(Cell(row, d, low, open_ends[k + 1], box))
    return all_cells
