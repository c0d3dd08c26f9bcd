"""f as a table: one value for each cube S_L of the grid, the product of the [L_ij, L_ij + delta)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import ClassVar, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.targets.target import Target, shown

MOST_CUBES: Final = 1_000_000


class Table(Target):
    """f that is constant on every cube S_L, L in G_delta = {0, delta, ..., 1 - delta}^(d x n), delta = 1/m (App. C).

    f is its own f-bar; where an entry of X is 1, X is in no cube and f is 0.
    """

    kind: ClassVar[str] = "table"

    def __init__(self, d: int, n: int, text: str, m: int, values: Mapping[Matrix, Matrix]) -> None:
        """`values`: for every L of the grid the value on S_L. Raises InputError for one that is missing or too many."""
        super().__init__(d, n, text)
        self.m = m
        if m ** (d * n) > MOST_CUBES:
            raise InputError(
                f"f: for delta = 1/{m} a table has {m ** (d * n):,} cubes; at most {MOST_CUBES:,} are read"
            )
        self.values = {self.matrix(L): self.matrix(value) for L, value in values.items()}
        """The value on S_L for each L."""
        for L in self.values:
            _on_grid(L, m)
        if len(self.values) < m ** (d * n):
            missing = next(L for L in grid(d, n, m) if L not in self.values)
            raise InputError(f"f: the table has no value for L = {shown(missing)}; it needs {m ** (d * n):,} of them")

    def inside(self, X: Matrix) -> Matrix:
        """The value on the cube of X; 0 where an entry of X is 1."""
        if any(entry == 1 for row in X for entry in row):
            return tuple((mpq(0),) * self.n for _ in range(self.d))
        return self.values[tuple(tuple(mpq(int(entry * self.m), self.m) for entry in row) for row in X)]


def grid(d: int, n: int, m: int) -> Iterator[Matrix]:
    """All L in G_delta, delta = 1/m, least first, row by row."""
    levels = [mpq(k, m) for k in range(m)]
    for entries in product(levels, repeat=d * n):
        yield tuple(entries[i * n : (i + 1) * n] for i in range(d))


def completed(values: Mapping[Matrix, Matrix]) -> dict[Matrix, Matrix]:
    """The table with f(LP) = f(L)P for every permutation P of the columns of every L that is given.

    Raises InputError, naming L, where values contradict each other or columns of L are equal and those of f(L) differ.
    """
    full = dict(values)
    for L, value in values.items():
        for order in permutations(range(len(L[0]))):
            moved, wanted = permuted(L, order), permuted(value, order)
            known = full.setdefault(moved, wanted)
            if known != wanted:
                raise InputError(
                    f"f: the table is not equivariant: f({shown(moved)}) = {shown(known)}, and from "
                    f"f({shown(L)}) = {shown(value)} follows {shown(wanted)}"
                )
    return full


def permuted(X: Matrix, order: tuple[int, ...]) -> Matrix:
    """X P: the matrix whose column j is column order[j] of X, from 0."""
    return tuple(tuple(row[k] for k in order) for row in X)


def _on_grid(L: Matrix, m: int) -> None:
    for row in L:
        for entry in row:
            if (entry * m).denominator != 1 or not 0 <= entry < 1:
                raise InputError(
                    f"f: L = {shown(L)} is not on the grid of delta = 1/{m}; entries are 0, 1/{m}, ..., {mpq(m - 1, m)}"
                )
