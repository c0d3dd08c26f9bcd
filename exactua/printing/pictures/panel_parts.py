"""What panels are made of: a sheet, axes, headings, and labels that stay apart and are tied to their points.

A sheet is in inches from its lower left corner. Axes lead from exact numbers to places between 0 and 1, true to scale
where that can be read. Ids grow by powers of delta^-d, so an axis is the first of these that keeps different numbers
apart to the eye: linear, logarithmic, or merely in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.printing.pictures import figures
from exactua.printing.pictures.figures import apart, label, subscripted, tuple_exact, tuple_label

GREY: Final = "0.45"
LIGHT: Final = "0.82"


class Canvas:
    """Lines, column markers and text in inches; what is pointed at in an SVG shows its exact value."""

    def __init__(self, width: float, height: float) -> None:
        self._figure = figures.figure(width, height)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set(xlim=(0, width), ylim=(0, height))
        self._axes.set_axis_off()
        self._exact: dict[str, str] = {}

    def save(self, path: Path, title: str) -> None:
        """Writes the sheet into a .png or .svg file."""
        figures.save(self._figure, path, title, self._exact)

    def line(self, xs: Sequence[float], ys: Sequence[float], **style: Any) -> None:
        """A line through these points, thin and grey where nothing else is said."""
        self._axes.plot(xs, ys, **{"color": GREY, "linewidth": 0.8, "zorder": 1, "solid_capstyle": "butt"} | style)

    def column_line(self, j: int, xs: Sequence[float], ys: Sequence[float], **style: Any) -> None:
        """A line in the dashes of column j (from 0)."""
        self.line(xs, ys, **figures.line(j) | {"zorder": 3} | style)

    def arrow(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A thin grey arrow."""
        style = {"arrowstyle": "-|>", "color": GREY, "linewidth": 0.8, "shrinkA": 3, "shrinkB": 4, "mutation_scale": 7}
        self._axes.annotate("", xy=end, xytext=start, arrowprops=style, zorder=2)

    def marker(self, j: int, x: float, y: float, exact: str = "", size: float = 6.0, **style: Any) -> None:
        """The marker of column j (from 0)."""
        self._axes.plot(
            [x], [y], linestyle="", gid=self._name(exact), **figures.marker(j, size) | {"zorder": 5} | style
        )

    def text(self, x: float, y: float, text: str, exact: str = "", size: float = 8.5, **style: Any) -> None:
        """Text, its middle line at the height y where nothing else is said."""
        defaults = {"va": "center", "fontsize": size, "zorder": 6, "gid": self._name(exact), "color": "black"}
        self._axes.text(x, y, text, **defaults | style)

    def _name(self, exact: str) -> str | None:
        if not exact:
            return None
        name = f"exact-{len(self._exact)}"
        self._exact[name] = exact
        return name


@lru_cache(maxsize=4096)
def width_of(text: str, size: float = 8.5) -> float:
    """How wide the text is, in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0
    return float(TextPath((0, 0), text, prop=FontProperties(family="DejaVu Sans", size=size)).get_extents().x1) / 72


APART: Final = 1 / 28
"""Different numbers lie at least this part of the axis from each other."""


@dataclass(frozen=True)
class Scale:
    """A monotone map from numbers to places on an axis of length 1."""

    place: Callable[[Rational], float]
    kind: str
    """"linear", "logarithmic", "broken" (linear but for numbers far outside), or "in order"."""
    breaks: tuple[float, ...] = ()
    """Where the axis is broken."""

    def separates(self, values: Iterable[Rational]) -> bool:
        """Whether different values stand at places that can be told apart."""
        places = [self.place(value) for value in sorted(set(values))]
        return all(b - a >= APART for a, b in pairwise(places))


def fitting(values: Sequence[Rational], base: int, zero: bool = True) -> Scale:
    """The first that separates: linear (with 0 in sight where `zero`), linear, logarithmic to this base, in order."""
    candidates: list[Callable[[Sequence[Rational]], Scale]] = [linear, lambda numbers: logarithmic(numbers, base)]
    if zero:
        candidates.insert(0, lambda numbers: linear([*numbers, mpq(0)]))
    for candidate in candidates:
        scale = candidate(values)
        if scale.separates(values):
            return scale
    return in_order(values)


def linear(values: Sequence[Rational]) -> Scale:
    """True to scale from the least to the greatest value; one value alone stands in the middle."""
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    return Scale(lambda value: float((value - low) / (high - low)), "linear")


def logarithmic(values: Sequence[Rational], base: int) -> Scale:
    """Linear between -1 and 1, logarithmic to this base outside."""
    low, high = (_logarithm(bound, base) for bound in (min([*values, mpq(0)]), max([*values, mpq(1)])))
    return Scale(lambda value: (_logarithm(value, base) - low) / (high - low), "logarithmic")


def in_order(values: Sequence[Rational]) -> Scale:
    """Each value at a place of its own, in order and not to scale."""
    return through([(value, mpq(2 * k + 1, 2 * len(set(values)))) for k, value in enumerate(sorted(set(values)))])


def around(values: Sequence[Rational], high: int) -> Scale:
    """Linear on [0, high] and for values near it; values farther away stand behind a break of the axis, in order."""
    near = [value for value in values if -mpq(high, 2) <= value <= mpq(3 * high, 2)]
    first, last = min([*near, mpq(0)]), max([*near, mpq(high)])
    below, above = (sorted({v for v in values if v < first}), sorted({v for v in values if v > last}))
    bottom, top = (mpq(1, 4) if below else mpq(0)), (mpq(3, 4) if above else mpq(1))
    anchors = [(value, mpq(k + 1, len(below)) * mpq(1, 8)) for k, value in enumerate(below)]
    anchors += [(first, bottom), (last, top)]
    anchors += [(value, mpq(7, 8) + mpq(k, len(above)) * mpq(1, 8)) for k, value in enumerate(above)]
    breaks = ((0.19,) if below else ()) + ((0.81,) if above else ())
    return Scale(through(anchors).place, "broken" if breaks else "linear", breaks)


def through(anchors: Sequence[tuple[Rational, Rational]]) -> Scale:
    """Linear between these pairs of a value and its place, both increasing; outside as at the ends."""

    def place(value: Rational) -> float:
        if value <= anchors[0][0] or len(anchors) == 1:
            return float(anchors[0][1])
        for (low, start), (high, end) in pairwise(anchors):
            if value <= high:
                return float(start + (end - start) * (value - low) / (high - low))
        return float(anchors[-1][1])

    return Scale(place, "in order")


def _logarithm(value: Rational, base: int) -> float:
    size = abs(mpq(value))
    if size <= 1:
        return float(value)
    grown = 1 + (math.log(size.numerator) - math.log(size.denominator)) / math.log(base)
    return grown if value > 0 else -grown


HEIGHT: Final = 2.5
LINE_HEIGHT: Final = 0.18
LABEL_SIZE: Final = 8.5
TICK_SIZE: Final = 7.0
MOVE_SIZE: Final = 7.5
DODGE: Final = 0.11
TIE: Final = 0.42
INSET: Final = 0.12
WHITE: Final = {"boxstyle": "square,pad=0.12", "facecolor": "white", "edgecolor": "none"}

Ends = list[tuple[float, float]]
"""Where each column leaves a panel."""

Column = tuple[Rational, ...]


@dataclass(frozen=True)
class Heading:
    """What stands above and below a panel; `exact` is what `says` stands for with every digit."""

    name: str
    says: str
    notes: tuple[str, ...] = ()
    exact: str = ""

    @property
    def width(self) -> float:
        """Of the widest line, in inches."""
        sizes = ((f"9  {self.name}", 10.0), (self.says, 8.0), *((note, 7.5) for note in self.notes))
        return max(width_of(text, size) for text, size in sizes)


def name(letter: str, j: int) -> str:
    """The name of column j (from 0): l₁ for l and 0."""
    return subscripted(f"{letter}_{j + 1}")


def inset(place: float, length: float = HEIGHT) -> float:
    """From a place on an axis to inches from its start: the ends of the axis stay free."""
    return INSET + place * (length - 2 * INSET)


def dodged(points: Sequence[tuple[float, float]], centred: bool = False) -> Ends:
    """Points that fall on each other are put side by side, to the right of the first or around it."""
    ends = []
    for k, (x, y) in enumerate(points):
        same = [i for i, point in enumerate(points) if point == (x, y)]
        ends.append((x + DODGE * (same.index(k) - (len(same) - 1) / 2 * centred), y))
    return ends


def dodge_width(values: Sequence[object]) -> float:
    """How far the last of the points that fall on each other stands from the first."""
    return DODGE * (max(values.count(value) for value in values) - 1)


def single(values: Column) -> list[Column]:
    """Numbers as columns of one entry."""
    return [(value,) for value in values]


def _label_texts(letter: str, columns: Sequence[Column]) -> list[str]:
    return [f"{name(letter, j)} = {tuple_label(column)}".replace("= ≈", "≈") for j, column in enumerate(columns)]


def labels_width(letter: str, columns: Sequence[Column]) -> float:
    """How wide the labels of these columns are, in inches."""
    return 0.14 + max(width_of(text, LABEL_SIZE) for text in _label_texts(letter, columns))


def labels(
    canvas: Canvas,
    left: float,
    bottom: float,
    points: Ends,
    letter: str,
    columns: Sequence[Column],
    before: bool = False,
) -> Ends:
    """Each column's marker, name and exact value, apart and tied to its point; where the labels end.

    With `before` they stand at the left of the points, and where they start is returned.
    """
    texts = _label_texts(letter, columns)
    width = labels_width(letter, columns)
    order = sorted(range(len(points)), key=lambda j: (points[j][1], j))
    heights = apart([points[j][1] for j in order], LINE_HEIGHT, bottom + 0.05, bottom + HEIGHT - 0.05)
    ends: Ends = [(0.0, 0.0)] * len(points)
    for j, y in zip(order, heights, strict=True):
        x, height = points[j]
        own = width_of(texts[j], LABEL_SIZE)
        first = left + width - own - 0.14 if before else left
        tied = first + own + 0.15 if before else first - 0.09
        canvas.line([x, tied], [height, y], color="0.6", linewidth=0.6, zorder=2)
        canvas.marker(j, first, y, size=4.5)
        canvas.text(first + 0.11, y, texts[j], f"{name(letter, j)} = {tuple_exact(columns[j])}", LABEL_SIZE)
        ends[j] = (first - 0.08 if before else first + 0.17 + own, y)
    return ends


def ticks(grid: Sequence[Rational], scale: Scale, length: float) -> list[tuple[float, str]]:
    """Places and texts of ticks; texts only where they don't run into each other."""
    placed: list[tuple[float, str]] = []
    for value in sorted(grid, key=lambda number: (number.denominator != 1, abs(number), number)):
        place = scale.place(value)
        free = all(abs(place - other) * length > 0.13 for other, text in placed if text)
        placed.append((place, label(value) if free else ""))
    return placed


def upright(canvas: Canvas, x: float, bottom: float, scale: Scale, grid: Sequence[Rational]) -> None:
    """An upright axis with ticks at the left."""
    canvas.line([x, x], [bottom, bottom + HEIGHT], linewidth=0.9)
    for place, text in ticks(grid, scale, HEIGHT):
        y = bottom + inset(place)
        canvas.line([x - 0.05, x], [y, y])
        if text:
            canvas.text(x - 0.12, y, text, size=TICK_SIZE, ha="right", color="0.3", bbox=WHITE, zorder=4)
    for place in scale.breaks:
        _break(canvas, x, bottom + inset(place), upright=True)


def _break(canvas: Canvas, x: float, y: float, upright: bool) -> None:
    """Two short slanted strokes over an axis with the axis left out between them."""
    for shift in (-0.025, 0.025):
        if upright:
            canvas.line([x - 0.06, x + 0.06], [y + shift - 0.03, y + shift + 0.03], zorder=2.5)
        else:
            canvas.line([x + shift - 0.03, x + shift + 0.03], [y - 0.06, y + 0.06], zorder=2.5)
    gap = ([x, x], [y - 0.02, y + 0.02]) if upright else ([x - 0.02, x + 0.02], [y, y])
    canvas.line(*gap, color="white", linewidth=1.6, zorder=2)


def plane(
    canvas: Canvas,
    x: float,
    y: float,
    side: float,
    both: tuple[Scale, Scale],
    grids: tuple[Sequence[Rational], Sequence[Rational]],
) -> None:
    """A square with a grid, ticks below and at the left."""
    canvas.line([x, x + side, x + side, x, x], [y, y, y + side, y + side, y], linewidth=0.9)
    for place, text in ticks(grids[0], both[0], side):
        at = x + inset(place, side)
        canvas.line([at, at], [y, y + side], color=LIGHT, linewidth=0.6, zorder=0)
        canvas.text(at, y - 0.1, text, size=TICK_SIZE, ha="center", color="0.3")
    for place, text in ticks(grids[1], both[1], side):
        at = y + inset(place, side)
        canvas.line([x, x + side], [at, at], color=LIGHT, linewidth=0.6, zorder=0)
        canvas.text(x - 0.06, at, text, size=TICK_SIZE, ha="right", color="0.3")
    for place in both[0].breaks:
        _break(canvas, x + inset(place, side), y, upright=False)
    for place in both[1].breaks:
        _break(canvas, x, y + inset(place, side), upright=True)
