"""Points as people give them: read, checked against an instance, put in the order that a domain speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, build, category3
from exactua.grids.columns import ColumnSet
from exactua.grids.levels import Progression, brief, listing
from exactua.grids.pairs import Pairs
from exactua.numbers.rationals import Matrix, Rational, rational


def read_point(text: str) -> Matrix:
    """The matrix that "0 1/4; 1/2 3/4" writes: rows by semicolons, entries by spaces or commas.

    Raises InputError, naming row and column, for an entry that is no exact rational and for rows of unequal length.
    """
    rows = [row.replace(",", " ").split() for row in text.split(";")]
    for i, row in enumerate(rows, 1):
        if not row:
            raise InputError(
                f"point: row {i} is empty; write rows by semicolons and entries by spaces, as 0 1/4; 1/2 0"
            )
        if len(row) != len(rows[0]):
            raise InputError(
                f"point: row {i} has {len(row)} entries, row 1 has {len(rows[0])}; rows must be equally long"
            )
    return tuple(
        tuple(rational(entry, f"point: row {i}, column {j}") for j, entry in enumerate(row, 1))
        for i, row in enumerate(rows, 1)
    )


def check_shape(claim: Claim, box: Mapping[str, Any], matrix: Matrix, any_width: bool) -> None:
    """Raises InputError for a point that has not the d x n entries of the instance (with `any_width`: d rows)."""
    d, n = box.get("d"), box.get("n")
    needed = [d, None if any_width else n]
    for wanted, given in zip(needed, (len(matrix), len(matrix[0])), strict=True):
        if isinstance(wanted, int) and given != wanted:
            form = f"{d} row{'s' if d != 1 else ''} of any length" if any_width else f"{d} x {n}"
            raise InputError(
                f"point: {len(matrix)} x {len(matrix[0])} is not the shape that {claim.label} needs here; give {form}, "
                "rows by semicolons and entries by spaces"
            )


def grid(problem: Problem) -> ColumnSet:
    """All columns, special ones included, of the grid that the claim's domains are parts of."""
    spec = next((spec.of or spec for spec in problem.domains if spec.kind != "cells"), category3)
    whole = build(replace(spec, repeats="allowed", specials="allowed"), problem.value, problem.parameters)
    assert not isinstance(whole, Pairs)
    return whole.columns


def check_entries(columns: ColumnSet, matrix: Matrix) -> None:
    """Raises InputError, naming row and column, for an entry that is not on the grid."""
    levels = columns.levels
    regular = levels.shown() if isinstance(levels, Progression) else listing(levels)
    for i, row in enumerate(matrix, 1):
        for j, entry in enumerate(row, 1):
            if entry not in levels and entry not in columns.specials:
                shown = ", ".join(filter(None, (listing(columns.specials), regular)))
                raise InputError(f"point: row {i}, column {j}: {brief(entry)} is not on the grid {{{shown}}}")


def ids_of(u: Sequence[Rational], matrix: Matrix) -> tuple[Rational, ...]:
    """The ids u^T Z of the columns, unit 1."""
    return tuple(
        sum((a * entry for a, entry in zip(u, column, strict=True)), start=Rational(0))
        for column in zip(*matrix, strict=True)
    )


def ordered(matrix: Matrix, u: Sequence[Rational]) -> Matrix:
    """The matrix with its columns by increasing id: what stands for its orbit."""
    ids = ids_of(u, matrix)
    order = sorted(range(len(ids)), key=lambda j: ids[j])
    return tuple(tuple(row[j] for j in order) for row in matrix)


def belongs(spec: DomainSpec, columns: ColumnSet, matrix: Matrix) -> bool:
    """Whether a d x n matrix on the grid (d x 2n for pairs) is a point of the domain, up to the order of columns."""
    return objection(spec, columns, matrix) is None


def objection(spec: DomainSpec, columns: ColumnSet, matrix: Matrix) -> str | None:
    """Why a matrix on the grid is no point of the domain; None where it is one."""
    if spec.kind == "pairs" and spec.of is not None:
        if len(matrix[0]) % 2:
            return "a pair has an even number of columns"
        return next(
            (f"{name}: {why}" for name, part in zip(("L", "L'"), halves(matrix), strict=True)
             if (why := objection(spec.of, columns, part)) is not None),
            None,
        )  # fmt: skip
    vectors = list(zip(*matrix, strict=True))
    special = next(((i, j) for j, column in enumerate(vectors, 1) for i, entry in enumerate(column, 1)
                    if entry in columns.specials), None)  # fmt: skip
    if spec.specials == "none" and special is not None:
        return "the entry in row {}, column {} is an exceptional one".format(*special)
    if spec.specials == "required" and special is None:
        return "no entry is an exceptional one"
    if spec.kind == "sequences" or spec.repeats == "allowed":
        return None
    first = next(((vectors.index(column) + 1, j) for j, column in enumerate(vectors, 1)
                  if vectors.index(column) + 1 < j), None)  # fmt: skip
    if spec.repeats == "forbidden" and first is not None:
        return "columns {} and {} are equal".format(*first)
    if spec.repeats == "required" and first is None:
        return "all columns are different"
    return None


def halves(matrix: Matrix) -> tuple[Matrix, Matrix]:
    """L and L' of the d x 2n matrix [L L']."""
    n = len(matrix[0]) // 2
    return tuple(row[:n] for row in matrix), tuple(row[n:] for row in matrix)
