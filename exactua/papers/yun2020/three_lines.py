"""Activations of Phi with three pieces (App. C, Step 2): those of App. E.2 and E.4, and one for each case of App. F.

Each is written once, over d, n and m = 1/delta that are exact numbers (for the layers) or terms (for the steps).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import mpq

from exactua.networks import Phi, below
from exactua.networks.activations import Interval


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
