"""The exact softmax attention of one head, every output enclosed between two rationals.

    O = softmax(scale Q K^T + bias) V,   Q: n_q x d,  K: n_k x d,  V: n_k x e,  softmax over the keys of each query

All entries are floats, so Q K^T is computed as it is, in integers. Weights e^(t_j - t), t about the greatest t_j, are
rounded down to multiples of 2^-P from balls of Arb, whose radius is looked at: with w_j the multiples, each in error by
at most u units, D = sum of w_j and N = sum of w_j v_j,

    |o - N / D| <= sum_j |v_j - o| u / D <= n_k (max v - min v) u / D,

since sum_j (w_j + delta_j) (v_j - o) = 0 for the errors delta_j. Where all scores are equal, u is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from flint import arb, ctx, fmpq, fmpz, fmpz_mat

from exactua.arithmetic.rationals import Rational
from exactua.softmax.floats.dyadics import Dyadics, Floats, dyadics

_GUARD: Final = 16
"""Bits of balls beyond those of the weights and of the largest score."""

Integers = np.ndarray[Any, np.dtype[np.object_]]
"""Python's integers."""


@dataclass(frozen=True)
class Scale:
    """What scores are multiplied by: `factor`, over the root of `under_root`."""

    factor: Rational
    under_root: int = 1

    def ball(self) -> arb:
        """It, at the precision that is set."""
        factor = arb(fmpq(int(self.factor.numerator), int(self.factor.denominator)))
        return factor if self.under_root == 1 else factor / arb(self.under_root).sqrt()

    def __str__(self) -> str:
        if self.under_root == 1:
            return str(self.factor)
        return f"{self.factor if self.factor.denominator == 1 else f'({self.factor})'}/sqrt({self.under_root})"


@dataclass(frozen=True)
class Head:
    """What one head is given: Q (n_q x d), K (n_k x d) and V (n_k x e), all finite.

    `seen` (n_q x n_k) is True where a query sees a key.
    `bias` (n_q x n_k) is added to the scaled scores; finite where a key is seen.
    """

    Q: Floats
    K: Floats
    V: Floats
    scale: Scale
    seen: np.ndarray[Any, np.dtype[np.bool_]] | None = None
    bias: Floats | None = None

    def rows(self, some: slice) -> Head:
        """The same for some of the queries."""
        return replace(
            self,
            Q=self.Q[some],
            seen=None if self.seen is None else self.seen[some],
            bias=None if self.bias is None else self.bias[some],
        )


@dataclass(frozen=True)
class Enclosed:
    """Each output is within `radii` of `centres`, both n_q x e and in units of 2^`exponent`.

    Where a query sees no key there is no output: `defined` (n_q) is False there, and the numbers mean nothing.
    """

    centres: Integers
    radii: Integers
    exponent: int
    defined: np.ndarray[Any, np.dtype[np.bool_]]
    weights: Sequence[tuple[list[fmpz], int]]
    """Of each query the weights that the outputs are made of, 0 for keys unseen, and by how many units each may err."""


def enclosed(head: Head, bits: int) -> Enclosed:
    """The outputs, each within about n_k 2^-bits times the spread of its column of V; a radius of 0 is exact.

    Raises ArithmeticError where 2^20 bits do not enclose a score closely enough.
    """
    values, rows = dyadics(head.V), _weights(head, bits)
    sums = (fmpz_mat([row for row, _ in rows]) * values.matrix).tolist()
    spreads = [max(column) - min(column) for column in zip(*values.integers, strict=True)]
    keys = len(values.integers)
    centres, radii, defined = [], [], []
    for (row, error), numerators in zip(rows, sums, strict=True):
        total = sum(row, fmpz(0))
        defined.append(bool(total))
        divisor = total or fmpz(1)
        quotients = [divmod(number << bits, divisor) for number in numerators]
        centres.append([int(floor) for floor, _ in quotients])
        radii.append(
            [
                -int(-(fmpz(keys * error * spread) << bits) // divisor) + bool(rest)
                for spread, (_, rest) in zip(spreads, quotients, strict=True)
            ]
        )
    return Enclosed(_objects(centres), _objects(radii), values.exponent - bits, np.array(defined, dtype=bool), rows)


def _weights(head: Head, bits: int) -> list[tuple[list[fmpz], int]]:
    """For each query its weights in units of 2^-bits, 0 for keys unseen, and how many units they may be in error."""
    Q, K = dyadics(head.Q), dyadics(head.K)
    scores = (Q.matrix * K.matrix.transpose()).tolist()
    bias = None if head.bias is None else dyadics(np.where(np.isfinite(head.bias), head.bias, 0))
    rows = []
    with _precision(ctx.prec):
        for i, row in enumerate(scores):
            seen = range(len(row)) if head.seen is None else np.flatnonzero(head.seen[i]).tolist()
            rows.append(_row(row, seen, Q.exponent + K.exponent, head.scale, bias, i, bits))
    return rows


def _row(
    scores: list[fmpz], seen: Any, exponent: int, scale: Scale, bias: Dyadics | None, i: int, bits: int
) -> tuple[list[fmpz], int]:
    weights = [fmpz(0)] * len(scores)
    if not seen:
        return weights, 0
    if len({(scores[j] if scale.factor else 0, bias.integers[i][j] if bias is not None else 0) for j in seen}) == 1:
        for j in seen:
            weights[j] = fmpz(1) << bits
        return weights, 0
    longest = max(int(scores[j]).bit_length() for j in seen)
    size = max(0, longest + exponent + int(scale.factor.numerator).bit_length())
    if bias is not None:
        size = max(size, max(bias.integers[i][j].bit_length() for j in seen) + bias.exponent)
    ctx.prec = bits + _GUARD + size
    while True:
        factor = scale.ball() * arb(2) ** exponent
        scaled = [factor * scores[j] for j in seen]
        if bias is not None:
            step = arb(2) ** bias.exponent
            scaled = [t + step * bias.integers[i][j] for t, j in zip(scaled, seen, strict=True)]
        greatest = max(t.mid() for t in scaled)
        units = arb(2) ** bits
        balls = [(t - greatest).exp() * units for t in scaled]
        if all(ball.rad() < 1 for ball in balls):
            break
        if ctx.prec > 2**20:
            raise ArithmeticError("a score is not enclosed closely enough at 2^20 bits")
        ctx.prec *= 2
    for j, ball in zip(seen, balls, strict=True):
        weights[j] = ball.mid().floor().unique_fmpz()
    return weights, 2


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    """What is set inside is not set behind it."""
    try:
        yield
    finally:
        ctx.prec = bits


def _objects(rows: list[list[int]]) -> Integers:
    array = np.empty((len(rows), len(rows[0]) if rows else 0), dtype=object)
    for i, row in enumerate(rows):
        array[i, :] = row
    return array
