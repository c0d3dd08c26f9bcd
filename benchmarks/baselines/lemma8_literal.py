"""Lemma 8 of Yun et al. (2020) checked the obvious way: every layer as the paper writes it, on rational numbers.

`number` is the class of the numbers: `fractions.Fraction`, `gmpy2.mpq` or `flint.fmpq`; nothing else differs. It
imports nothing but the standard library, so it shares no code with exactua. Formulas are those of App. E.3; numbers are
in the paper's own unit (delta is not scaled away).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

Matrix = list[list[Any]]
"""A d x n matrix as a list of rows."""


class Lemma8:
    """g_c with its constants at one instance, and the numbers seen so far (for Property 2).

    `gain` is that of the selective shifts, delta^-d in the paper; another one makes a network that is not the paper's.
    """

    def __init__(self, d: int, n: int, m: int, number: Any = Fraction, gain: Any = None) -> None:
        self.d, self.n, self.m, self.number = d, n, m, number
        self.delta = number(1, m)
        self.u = [self.delta**-i for i in range(d)]
        D = self.delta**-d
        self.gain = D if gain is None else number(gain)
        self.t_l = self.delta ** (-2 * n * d + 1) * (D - 1)
        self.t_r = self.delta ** (-(2 * n + 1) * d + 1) * (D - 1)
        self.orbits_with: dict[Any, set[int]] = defaultdict(set)
        """For each number of some q(L), L of Category 1, the orbits (by the order of the checks) that have it."""
        self.checked = 0

    def columns(self) -> list[tuple[Any, ...]]:
        """The columns of G+_delta by increasing column id."""
        levels = [-(self.delta ** (-self.n * self.d)), *(k * self.delta for k in range(self.m))]
        return sorted(product(levels, repeat=self.d), key=self.id)

    def orbits(self) -> Iterator[Matrix]:
        """Every matrix of G+_delta up to the order of its columns."""
        for chosen in combinations_with_replacement(self.columns(), self.n):
            yield self.matrix(chosen)

    def matrix(self, columns: Sequence[tuple[Any, ...]]) -> Matrix:
        """The d x n matrix with these columns."""
        return [[column[i] for column in columns] for i in range(self.d)]

    def category(self, L: Matrix) -> int:
        """1: regular and unique columns; 2: regular with duplicates; 3: some entry is -delta^(-nd)."""
        if any(entry < 0 for row in L for entry in row):
            return 3
        columns = list(zip(*L, strict=True))
        return 1 if all(columns[j] != columns[k] for j in range(self.n) for k in range(j)) else 2

    def id(self, column: Sequence[Any]) -> Any:
        """u^T of a column."""
        return sum((u * entry for u, entry in zip(self.u, column, strict=True)), self.number(0))

    def g_c(self, Z: Matrix) -> Matrix:
        """Z + delta^-d Psi(Z; l - delta/2, l + delta/2) for each l, then Z + delta^(-(n+1)d) psi(Z; 0)."""
        half = self.delta / 2
        for k in range(self.m**self.d):
            ell = k * self.delta
            upper, lower = self.psi(Z, ell - half), self.psi(Z, ell + half)
            first = [z + self.gain * (a - b) for z, a, b in zip(Z[0], upper, lower, strict=True)]
            Z = [first, *Z[1:]]
        gain = self.delta ** (-(self.n + 1) * self.d)
        return [[z + gain * a for z, a in zip(Z[0], self.psi(Z, self.number(0)), strict=True)], *Z[1:]]

    def psi(self, Z: Matrix, b_Q: Any) -> list[Any]:
        """The first row of e^(1) u^T Z hardmax[(u^T Z)^T (u^T Z - b_Q 1^T)]; the other rows are 0."""
        ids = [self.id([row[j] for row in Z]) for j in range(self.n)]
        attended = []
        for j in range(self.n):
            scores = [ids[k] * (ids[j] - b_Q) for k in range(self.n)]
            top = max(scores)
            maximal = [k for k in range(self.n) if scores[k] == top]
            attended.append(sum((ids[k] for k in maximal), self.number(0)) / len(maximal))
        return attended

    def q(self, L: Matrix) -> list[Any]:
        """u^T g_c(L)."""
        Z = self.g_c(L)
        return [self.id([row[j] for row in Z]) for j in range(self.n)]

    def failing(self, L: Matrix) -> list[str]:
        """Those of Properties 1, 3 and 4 of the lemma that speak about this orbit and are false there."""
        q = self.q(L)
        self.checked += 1
        if self.category(L) != 1:
            return [] if all(x < self.t_l or x > self.t_r for x in q) else ["property4"]
        for x in q:
            self.orbits_with[x].add(self.checked)
        failing = [] if len(set(q)) == self.n else ["property1"]
        return failing if all(self.t_l <= x <= self.t_r for x in q) else [*failing, "property3"]

    def shared_numbers(self) -> int:
        """Property 2: how many numbers belong to q(L) of two orbits or more, of those that were checked."""
        return sum(len(orbits) > 1 for orbits in self.orbits_with.values())
