"""Lemma 8 of Yun et al. (2020), every layer as the paper writes it, on matrices of python-flint (fmpq_mat).

What is a product of matrices is one: W_V Z, (W_K Z)^T (W_Q Z - b_Q 1^T), and the values times the hardmax.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpq_mat

from baselines.lemma8_literal import Lemma8, Matrix


class Lemma8Matrices(Lemma8):
    """The same lemma; g_c is evaluated by products of fmpq_mat."""

    def __init__(self, d: int, n: int, m: int, gain: Any = None) -> None:
        super().__init__(d, n, m, fmpq, gain)
        self.u_T = fmpq_mat(1, d, self.u)
        self.e_1 = fmpq_mat(d, 1, [fmpq(1)] + [fmpq(0)] * (d - 1))
        self.ones = fmpq_mat(1, n, [fmpq(1)] * n)

    def head(self, Z: Any, b_Q: Any) -> Any:
        """e^(1) u^T Z hardmax[(u^T Z)^T (u^T Z - b_Q 1^T)], a d x n matrix."""
        ids = self.u_T * Z
        scores = ids.transpose() * (ids - b_Q * self.ones)
        hardmax = fmpq_mat(self.n, self.n)
        for j in range(self.n):
            column = [scores[k, j] for k in range(self.n)]
            top = max(column)
            maximal = [k for k in range(self.n) if column[k] == top]
            for k in maximal:
                hardmax[k, j] = fmpq(1, len(maximal))
        return self.e_1 * (ids * hardmax)

    def q(self, L: Matrix) -> list[Any]:
        """u^T g_c(L)."""
        Z = fmpq_mat(self.d, self.n, [entry for row in L for entry in row])
        half = self.delta / 2
        for k in range(self.m**self.d):
            ell = k * self.delta
            Z = Z + self.gain * (self.head(Z, ell - half) - self.head(Z, ell + half))
        Z = Z + self.delta ** (-(self.n + 1) * self.d) * self.head(Z, fmpq(0))
        return list((self.u_T * Z).entries())
