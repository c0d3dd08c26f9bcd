"""What four ReLUs cost for E.2's clipping, as terms: the jumps at 0 and 1 spread over strips of width eps (App. F).

phi~ - phi rises in a line from 0 to a jump on each strip, so its p-th power integrates to eps jump^p / (p + 1). A layer
reads one row: over [-r, r]^(d x n) each of the n columns adds that, times (2r)^(dn - 1) for the other entries.
"""

from __future__ import annotations

from typing import Final

from exactua.claims.claim import Operands
from exactua.terms.tracing import Columns, MatrixOperand, Number, integral, total

EXPONENTS: Final = Columns(1, 4, "p")
"""The p of d_p that are tried."""


def jump_at_0(at: Operands) -> Number:
    """|phi(0) - phi(0-)| of E.2's clipping: delta^(-nd), unit 1."""
    return at.m ** (at.n * at.d)


def jump_at_1(at: Operands) -> Number:
    """|phi(1) - phi(1-)| of E.2's clipping: 1 + delta^(-nd), unit 1."""
    return 1 + at.m ** (at.n * at.d)


def _powers(at: Operands, p: Number) -> Number:
    return at.jump_at_0**p + at.jump_at_1**p


def on_the_line(at: Operands, p: Number) -> Number:
    """The integral of |phi~ - phi|^p over R: eps (J_0^p + J_1^p) / (p + 1)."""
    return at.eps * _powers(at, p) / (p + 1)


def on_the_line_integrated(at: Operands, p: Number) -> Number:
    """The same from the two rises J h/eps over h in [0, eps]; the other dn - 1 offsets are divided out."""

    def rises(h: MatrixOperand) -> Number:
        return (at.jump_at_0 * h[1, 1] / at.eps) ** p + (at.jump_at_1 * h[1, 1] / at.eps) ** p

    return integral(at.eps, rises) * at.k ** (at.d * at.n - 1)


def on_the_cube(at: Operands, r: Number, p: Number, width: Number) -> Number:
    """The integral of ||g-bar - g||_p^p over [-r, r]^(d x n): n width (J_0^p + J_1^p) / (p + 1) (2r)^(dn - 1)."""
    return at.n * width * _powers(at, p) * (2 * r) ** (at.d * at.n - 1) / (p + 1)


def on_the_cube_integrated(at: Operands, r: Number, p: Number) -> Number:
    """The same column by column: x_{1,j} = c - eps + eps h_{1,j}/(2r) in a strip, the other entries are h - r."""

    def rises(h: MatrixOperand) -> Number:
        return total(at.columns, lambda j: (at.jump_at_0 * h[1, j]) ** p + (at.jump_at_1 * h[1, j]) ** p)

    return integral(2 * r, rises) / (2 * r) ** p * at.eps / (2 * r)


def sufficient(at: Operands, r: Number, p: Number) -> Number:
    """1/eps = 3^p n (J_0^p + J_1^p) (2r)^(dn - 1), for which the distance over [-r, r]^(d x n) is below 1/3."""
    return 3**p * at.n * _powers(at, p) * (2 * r) ** (at.d * at.n - 1)
