"""Lemma 8 of Yun et al. (2020) checked the obvious way: every layer as the paper writes it, on fractions.Fraction.

This is the baseline that exactua is compared with. It imports nothing but the standard library, so it shares no code
with exactua. Formulas are those of App. E.3; numbers are in the paper's own unit (delta is not scaled away).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, product

Column = tuple[Fraction, ...]
Matrix = list[list[Fraction]]
"""A d x n matrix as a list of rows."""


@dataclass
class Lemma8:
    """g_c with its constants at one instance, and the numbers seen so far (for Property 2)."""

    d: int
    n: int
    m: int
    seen: set[Fraction] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.delta = Fraction(1, self.m)
        self.u = [self.delta**-i for i in range(self.d)]
        D = self.delta**-self.d
        self.t_l = self.delta ** (-2 * self.n * self.d + 1) * (D - 1)
        self.t_r = self.delta ** (-(2 * self.n + 1) * self.d + 1) * (D - 1)

    def columns(self) -> list[Column]:
        """The columns of G+_delta by increasing column id."""
        levels = [-(self.delta ** (-self.n * self.d)), *(k * self.delta for k in range(self.m))]
        return sorted(product(levels, repeat=self.d), key=self._id)

    def orbits(self) -> Iterator[tuple[Column, ...]]:
        """Every matrix of G+_delta up to the order of its columns."""
        return combinations_with_replacement(self.columns(), self.n)

    def category(self, L: tuple[Column, ...]) -> int:
        """1: regular and unique columns; 2: regular with duplicates; 3: some entry is -delta^(-nd)."""
        if any(entry < 0 for column in L for entry in column):
            return 3
        return 1 if len(set(L)) == self.n else 2

    def g_c(self, Z: Matrix) -> Matrix:
        """Z + delta^-d Psi(Z; l - delta/2, l + delta/2) for each l, then Z + delta^(-(n+1)d) psi(Z; 0)."""
        half, gain = self.delta / 2, self.delta**-self.d
        for k in range(self.m**self.d):
            ell = k * self.delta
            upper, lower = self.psi(Z, ell - half), self.psi(Z, ell + half)
            first = [z + gain * (a - b) for z, a, b in zip(Z[0], upper, lower, strict=True)]
            Z = [first, *Z[1:]]
        gain = self.delta ** (-(self.n + 1) * self.d)
        return [[z + gain * a for z, a in zip(Z[0], self.psi(Z, Fraction(0)), strict=True)], *Z[1:]]

    def psi(self, Z: Matrix, b_Q: Fraction) -> list[Fraction]:
        """The first row of e^(1) u^T Z hardmax[(u^T Z)^T (u^T Z - b_Q 1^T)]; the other rows are 0."""
        ids = [sum((u * row[j] for u, row in zip(self.u, Z, strict=True)), Fraction(0)) for j in range(self.n)]
        attended = []
        for j in range(self.n):
            scores = [ids[k] * (ids[j] - b_Q) for k in range(self.n)]
            top = max(scores)
            maximal = [k for k in range(self.n) if scores[k] == top]
            attended.append(sum((ids[k] for k in maximal), Fraction(0)) / len(maximal))
        return attended

    def q(self, L: tuple[Column, ...]) -> list[Fraction]:
        """u^T g_c(L)."""
        Z = self.g_c([[column[i] for column in L] for i in range(self.d)])
        return [sum((u * row[j] for u, row in zip(self.u, Z, strict=True)), Fraction(0)) for j in range(self.n)]

    def check(self, L: tuple[Column, ...]) -> bool:
        """The properties of Lemma 8 that speak about this orbit."""
        q = self.q(L)
        if self.category(L) != 1:
            return all(x < self.t_l or x > self.t_r for x in q)  # Property 4
        one = len(set(q)) == self.n
        two = self.seen.isdisjoint(q)
        three = all(self.t_l <= x <= self.t_r for x in q)
        self.seen.update(q)
        return one and two and three

    def _id(self, column: Column) -> Fraction:
        return sum((u * entry for u, entry in zip(self.u, column, strict=True)), Fraction(0))
