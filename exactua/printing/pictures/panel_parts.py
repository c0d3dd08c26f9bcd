"""What panels are made of: headings, axes, and labels that stay apart and are tied to their points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from exactua.arithmetic.rationals import Rational
from exactua.printing.pictures.canvas import LIGHT, Canvas, width_of
from exactua.printing.pictures.figures import apart, label, subscripted, tuple_exact, tuple_label
from exactua.printing.pictures.scales import Scale

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
