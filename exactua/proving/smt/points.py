"""Points of a domain as SMT-LIB: one integer for each entry, or for each column, and what they have to satisfy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build
from exactua.proving.smt.expressions import Number, Script, Truth
from exactua.proving.smt.layers import State

MOST_LISTED = 2_000


@dataclass(frozen=True)
class Point:
    """A matrix of unknown entries, d x n, unit 1, with the condition that it is a point of the domain."""

    Z: State
    belongs: Truth


def unknown_point(script: Script, problem: Problem, spec: DomainSpec, name: str) -> Point:
    """A point of the domain, to be found by the solver; its entries are called `name`_i_j.

    Raises InputError for pairs of pairs and for listed domains of more than 2,000 columns or points.
    """
    d, n = int(problem.parameters["d"]), int(problem.parameters["n"])
    if spec.kind == "pairs" and spec.of is not None:
        first, second = (unknown_point(script, problem, spec.of, name + suffix) for suffix in ("a", "b"))
        both = tuple((*left, *right) for left, right in zip(first.Z, second.Z, strict=True))
        return Point(both, script.all_of((first.belongs, second.belongs)))
    if spec.kind == "cells":
        return _real_column(script, problem, spec, name, d)
    if spec.levels is not None and spec.ids is not None and spec.kind in ("orbits", "sequences"):
        return _grid_point(script, problem, spec, name, d, n)
    return _listed_point(script, problem, spec, name, n)


def _entries(script: Script, name: str, rows: Sequence[Sequence[Number]]) -> State:
    return tuple(
        tuple(script.named(f"{name}_{i}_{j}", value) for j, value in enumerate(row, 1)) for i, row in enumerate(rows, 1)
    )


def _chosen(script: Script, index: Number, values: Sequence[Number], first: int = 0) -> Number:
    """The value that the index names, from `first` on."""
    chosen = values[-1]
    for k in range(len(values) - 2, -1, -1):
        chosen = script.choose(script.compare("=", index, mpq(first + k)), values[k], chosen)
    return chosen


def _whole(script: Script, name: str, count: int) -> tuple[Number, Truth]:
    """An integer from 0 to count - 1 as a Real, with the condition that it is one."""
    number = script.real(script.declare(name, "Int"))
    return number, script.all_of((script.compare(">=", number, mpq(0)), script.compare("<", number, mpq(count))))


def _grid_point(script: Script, problem: Problem, spec: DomainSpec, name: str, d: int, n: int) -> Point:
    """Entries are levels, or special ones; where columns stand for an orbit, their ids increase."""
    assert spec.levels is not None
    assert spec.ids is not None
    start, step, count = (mpq(problem.value(term)) for term in spec.levels)
    special = [] if spec.specials == "none" else [mpq(problem.value(term)) for term in spec.special]
    conditions: list[Truth] = []
    rows: list[list[Number]] = []
    marks: list[list[Truth]] = []
    for i in range(1, d + 1):
        row, marked = [], []
        for j in range(1, n + 1):
            level, valid = _whole(script, f"{name}_level_{i}_{j}", int(count) + len(special))
            conditions.append(valid)
            regular = script.add(start, script.multiply(step, level))
            is_special = script.compare(">=", level, count)
            row.append(
                script.choose(is_special, _chosen(script, level, special, int(count)), regular) if special else regular
            )
            marked.append(is_special if special else False)
        rows.append(row)
        marks.append(marked)
    Z = _entries(script, name, rows)
    if spec.kind == "orbits":
        weights = [mpq(weight) for weight in problem.value(spec.ids)]
        ids = [script.dot(weights, column) for column in zip(*Z, strict=True)]
        conditions += _in_order(script, ids, spec)
        if spec.specials == "required":
            conditions.append(script.any_of(mark for row in marks for mark in row))
    return Point(Z, script.all_of(conditions))


def _in_order(script: Script, numbers: Sequence[Number], spec: DomainSpec) -> list[Truth]:
    """One order for each orbit: numbers of columns, or their ids, increase, with repeats as the domain says."""
    relation = "<" if spec.repeats == "forbidden" else "<="
    conditions = [script.compare(relation, a, b) for a, b in pairwise(numbers)]
    if spec.repeats == "required":
        conditions.append(script.any_of(script.compare("=", a, b) for a, b in pairwise(numbers)))
    return conditions


def _listed_point(script: Script, problem: Problem, spec: DomainSpec, name: str, n: int) -> Point:
    """Columns, or points, are named by their numbers."""
    domain = build(spec, problem.value, problem.parameters)
    choices: list[list[Any]]
    if spec.kind == "list":
        if domain.count > MOST_LISTED:
            raise InputError(f"export: {spec.name} has more than {MOST_LISTED:,} points")
        points = [domain.matrix(rank) for rank in range(domain.count)]
        if not points:
            return Point((), False)
        rank, valid = _whole(script, f"{name}_rank", len(points))
        rows = [
            [_chosen(script, rank, [point[i][j] for point in points]) for j in range(len(points[0][0]))]
            for i in range(len(points[0]))
        ]
        return Point(_entries(script, name, rows), valid)
    if spec.kind == "product":
        read: Callable[[Any], Any] = problem.value
        choices = [[tuple(mpq(read(term)) for term in column) for column in columns] for columns in spec.sets]
    else:
        if domain.columns.count > MOST_LISTED:
            raise InputError(f"export: {spec.name} has more than {MOST_LISTED:,} columns")
        choices = [[domain.columns.column(k) for k in range(domain.columns.count)]] * n
    numbers, conditions, columns = [], [], []
    for j, column_choices in enumerate(choices, 1):
        number, valid = _whole(script, f"{name}_column_{j}", len(column_choices))
        numbers.append(number)
        conditions.append(valid)
        columns.append([_chosen(script, number, list(entries)) for entries in zip(*column_choices, strict=True)])
    if spec.kind == "orbits":
        conditions += _in_order(script, numbers, spec)
    return Point(_entries(script, name, list(zip(*columns, strict=True))), script.all_of(conditions))


def _real_column(script: Script, problem: Problem, spec: DomainSpec, name: str, d: int) -> Point:
    """A real column, in the closed box if there is one."""
    entries = [script.declare(f"{name}_{i}_1", "Real") for i in range(1, d + 1)]
    conditions: list[Truth] = []
    if spec.interval is not None:
        low, high = (mpq(problem.value(end)) for end in spec.interval)
        conditions = [
            condition
            for entry in entries
            for condition in (script.compare("<=", low, entry), script.compare("<=", entry, high))
        ]
    return Point(tuple((entry,) for entry in entries), script.all_of(conditions))


def same_point(script: Script, first: Point, second: Point) -> Truth:
    """Whether two points are the same matrix."""
    entries = zip((x for row in first.Z for x in row), (x for row in second.Z for x in row), strict=True)
    return script.all_of(script.compare("=", a, b) for a, b in entries)
