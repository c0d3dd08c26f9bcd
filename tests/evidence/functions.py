"""Functions as a user writes them, and the same for an integration by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.integration_by_hand import Line, Polynomial

F = Fraction
NAMES = ("f to f-bar", "f-bar to g", "f to g")
HAT = "1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1)"


def hat(k: int) -> Line:
    return Line(k, [(0, F(1, 2), {1: 2}), (F(1, 2), 1, {0: 2, 1: -2})])


def bump(k: int) -> Line:
    return Line(k, [(0, 1, {1: 1, 2: -1})])


def ramp(k: int) -> Line:
    """Max(x - 1/3, 0)."""
    return Line(k, [(0, F(1, 3), {}), (F(1, 3), 1, {0: F(-1, 3), 1: 1})])


def cauchy(k: int) -> Line:
    """1/(1 + x)^2."""
    return Line(k, [(0, 1, {-2: 1})], shift=1)


def products(n: int) -> list[Polynomial]:
    """x_j times the sum of all others, d = 1."""
    unit = [tuple(int(k == j) for k in range(n)) for j in range(n)]
    return [
        Polynomial({tuple(map(sum, zip(unit[j], unit[k], strict=True))): 1 for k in range(n) if k != j})
        for j in range(n)
    ]


def columns(n: int) -> list[Polynomial]:
    """d = 2: rows x1j x2j and x1j^2 of column j."""
    first = [tuple(int(k in (j, n + j)) for k in range(2 * n)) for j in range(n)]
    return [
        *(Polynomial({variable: 1}) for variable in first),
        *(Polynomial({tuple(2 * int(k == j) for k in range(2 * n)): 1}) for j in range(n)),
    ]


def fraction(number: Any) -> Fraction:
    return F(int(number.numerator), int(number.denominator))
