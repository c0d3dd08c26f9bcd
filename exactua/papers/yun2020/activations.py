"""Activations of Phi with three pieces (App. C, Step 2): those of App. E.2 and E.4, and one for each case of App. F.

Each is written once, over d, n and m = 1/delta that are exact numbers (for the layers) or terms (for the steps).

Four ReLUs in place of an activation of Phi (App. F): a strip of width eps left of each breakpoint carries the jump.

For phi with three lines a_i t + b_i, cut at c_1 < c_2, of which one has slope 0 and the value b,

    phi~(t) = b + sum_i w_i ReLU(+-(t - s_i)),    s = (c_1 - eps, c_1, c_2 - eps, c_2)

App. F displays the case where the first piece is constant: there all four are ReLU(t - s_i), and w_i is the change of
slope at s_i. ReLU(s - t) changes the slope at s by as much as ReLU(t - s). So the other cases take the same w_i and
turn round the ReLUs left of the constant piece: all four then vanish on that piece, and no linear term is left over.

phi~ - phi rises in a line from 0 to a jump on each strip, so its p-th power integrates to eps jump^p / (p + 1). A layer
reads one row: over [-r, r]^(d x n) each of the n columns adds that, times (2r)^(dn - 1) for the other entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Operands
from exactua.networks import RELU, Family, FeedForwardLayer, Group, Network, Phi, below
from exactua.networks.activations import Interval
from exactua.networks.entries import Entry, variable
from exactua.terms.tracing import Columns, MatrixOperand, Number, integral, total


@dataclass(frozen=True)
class ThreeLines:
    """a_1 t + b_1 for t < c_1, a_2 t + b_2 for c_1 <= t < c_2, a_3 t + b_3 for c_2 <= t; unit 1.

    `constant` is the number of a piece with slope 0. Where `right_closed`, c_2 belongs to the second piece. The numbers
    are exact, or terms over d, n, m.
    """

    first: tuple[Any, Any]
    c_1: Any
    second: tuple[Any, Any]
    c_2: Any
    third: tuple[Any, Any]
    constant: int
    right_closed: bool = False

    @property
    def jumps(self) -> tuple[Any, Any]:
        """By how much phi rises at c_1 and at c_2."""
        (a_1, b_1), (a_2, b_2), (a_3, b_3) = self.first, self.second, self.third
        return a_2 * self.c_1 + b_2 - (a_1 * self.c_1 + b_1), a_3 * self.c_2 + b_3 - (a_2 * self.c_2 + b_2)


Lines = Callable[[Any, Any, Any], ThreeLines]
"""An activation at d, n and m = 1/delta: exact numbers (m an mpq) or terms."""


def first_example(d: Any, n: Any, m: Any) -> ThreeLines:
    """The display of App. F with b_1 = 1, a_2 = 2, b_2 = 2, a_3 = -1, b_3 = 2, cut at 1 and 1 + delta."""
    return ThreeLines((0, 1), 1, (2, 2), 1 + 1 / m, (-1, 2), constant=1)


def second_example(d: Any, n: Any, m: Any) -> ThreeLines:
    """Slopes 2, 0, -1, cut at 1 and 1 + delta, with a jump at both."""
    return ThreeLines((2, 1), 1, (0, 1), 1 + 1 / m, (-1, 2), constant=2)


def third_example(d: Any, n: Any, m: Any) -> ThreeLines:
    """Slopes 2, -1, 0, cut at 1 and 1 + delta, with a jump at both."""
    return ThreeLines((2, 1), 1, (-1, 2), 1 + 1 / m, (0, 3), constant=3)


def clipping_lines(d: Any, n: Any, m: Any) -> ThreeLines:
    """-t - delta^(-nd) if t < 0 or t >= 1, else 0: the first layer of each row in App. E.2."""
    low = -(m ** (n * d))
    return ThreeLines((-1, low), 0, (0, 0), 1, (-1, low), constant=2)


def flattening_lines(d: Any, n: Any, m: Any) -> ThreeLines:
    """-t if 0 <= t < delta, else 0: the other layers of App. E.2 (and those of App. G.1)."""
    return ThreeLines((0, 0), 0, (-1, 0), 1 / m, (0, 0), constant=1)


def window_lines(d: Any, n: Any, m: Any) -> ThreeLines:
    """0 on [t_l, t_r], both ends in it, else 1: the first layer of App. E.4."""
    D = m**d
    return ThreeLines(
        (0, 1),
        D ** (2 * n) * (D - 1) / m,
        (0, 0),
        D ** (2 * n + 1) * (D - 1) / m,
        (0, 1),
        constant=1,
        right_closed=True,
    )


def negative_part_lines(d: Any, n: Any, m: Any) -> ThreeLines:
    """-t if t < 0, else 0: the next d layers of App. E.4. Two pieces; the first is cut once more, at -1."""
    return ThreeLines((-1, 0), -1, (-1, 0), 0, (0, 0), constant=3)


def selector_lines(d: Any, n: Any, m: Any) -> ThreeLines:
    """1 if -delta/2 <= t < delta/2, else 0: the layers of App. E.4 that put the values."""
    return ThreeLines((0, 0), -1 / (2 * m), (0, 1), 1 / (2 * m), (0, 0), constant=1)


ACTIVATIONS: Final[Mapping[str, Lines]] = {
    "first_example": first_example,
    "second_example": second_example,
    "third_example": third_example,
    "clipping": clipping_lines,
    "flattening": flattening_lines,
    "window": window_lines,
    "negative_part": negative_part_lines,
    "selector": selector_lines,
}
"""The examples, and every phi of App. E.2 and E.4."""


def numbers_of(lines: Lines, values: Mapping[str, Any]) -> ThreeLines:
    """The activation at an instance, in exact numbers."""
    return lines(values["d"], values["n"], mpq(values["m"]))


def activation(lines: ThreeLines) -> Phi:
    """phi itself."""
    c_1, c_2 = mpq(lines.c_1), mpq(lines.c_2)
    middle = Interval(c_1, True, c_2, lines.right_closed)
    behind = Interval(c_2, not lines.right_closed, None, False)
    return Phi.of((below(c_1), *lines.first), (middle, *lines.second), (behind, *lines.third))


def one_node(lines: ThreeLines, i: int, d: int) -> FeedForwardLayer:
    """Z -> Z + e^(i) phi((e^(i))^T Z) for d x n matrices, i from 1: r = 1."""
    e_i = _unit(i, d)
    return FeedForwardLayer((e_i,), (0,), tuple((entry,) for entry in e_i), (0,) * d, activation(lines))


def four_nodes(lines: ThreeLines, epsilon: Rational, i: int, d: int, shift: Entry | None = None) -> FeedForwardLayer:
    """Z -> Z + e^(i) phi~((e^(i))^T Z - shift 1^T), i from 1: r = 4, ReLU. No shift: 0."""
    slopes = _slopes(lines, epsilon)
    weights = [right - left for left, right in pairwise(slopes)]
    ends = (lines.c_1 - epsilon, lines.c_1, lines.c_2 - epsilon, lines.c_2)
    turned = 2 * (lines.constant - 1)  # so many ends lie left of the constant piece
    signs = [mpq(-1) if k < turned else mpq(1) for k in range(4)]
    value = (lines.first, lines.second, lines.third)[lines.constant - 1][1]
    e_i = _unit(i, d)
    return FeedForwardLayer(
        W_1=tuple(tuple(sign * entry for entry in e_i) for sign in signs),
        b_1=tuple(-sign * (end + (0 if shift is None else shift)) for sign, end in zip(signs, ends, strict=True)),
        W_2=tuple(tuple(entry * weight for weight in weights) for entry in e_i),
        b_2=tuple(entry * value for entry in e_i),
        activation=RELU,
    )


def _slopes(lines: ThreeLines, epsilon: Rational) -> tuple[Rational, ...]:
    """The slopes of phi~ left of c_1 - eps, on the strip, between, on the second strip, right of c_2."""
    (a_1, _), (a_2, _), (a_3, _) = lines.first, lines.second, lines.third
    rise_1, rise_2 = (mpq(jump) / epsilon for jump in lines.jumps)
    return mpq(a_1), a_1 + rise_1, mpq(a_2), a_2 + rise_2, mpq(a_3)


def _unit(i: int, d: int) -> tuple[Rational, ...]:
    return tuple(mpq(1) if row == i else mpq(0) for row in range(1, d + 1))


def modified(lines: Lines) -> Callable[[Mapping[str, Any]], Network]:
    """The network of d layers with phi, one a row."""

    def build(values: Mapping[str, Any]) -> Network:
        d, phi = values["d"], numbers_of(lines, values)
        return Network(d, [one_node(phi, i, d) for i in range(1, d + 1)], {"output": d})

    return build


def of_relus(lines: Lines) -> Callable[[Mapping[str, Any]], Network]:
    """The network of d layers with four ReLUs, one a row, eps = 1/k."""

    def build(values: Mapping[str, Any]) -> Network:
        d, phi, epsilon = values["d"], numbers_of(lines, values), mpq(1, values["k"])
        return Network(d, [four_nodes(phi, epsilon, i, d) for i in range(1, d + 1)], {"output": d})

    return build


def quantiser_of_relus(values: Mapping[str, Any]) -> Network:
    """g_q of Lemma 7 with four ReLUs in place of each activation, eps = 1/k. One top-level item a row."""
    d, m, epsilon = values["d"], values["m"], mpq(1, values["k"])
    clip, flatten = (numbers_of(lines, values) for lines in (clipping_lines, flattening_lines))

    def row(i: int) -> Group:
        flat = four_nodes(flatten, epsilon, i, d, shift=variable("j") * mpq(1, m))
        steps = Family("j", start=0, step=1, count=m, items=(flat,))
        return Group(f"row {i}", (four_nodes(clip, epsilon, i, d), steps))

    return Network(d, tuple(row(i) for i in range(1, d + 1)), {"output": d})


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
