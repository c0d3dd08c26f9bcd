"""Panels of a picture: n columns as points on a line, in a plane, or on their way over layers, with exact labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from exactua.arithmetic.rationals import Rational
from exactua.printing.pictures.canvas import LIGHT, Canvas, width_of
from exactua.printing.pictures.figures import label, tuple_exact, tuple_label
from exactua.printing.pictures.panel_parts import (
    HEIGHT,
    MOVE_SIZE,
    TICK_SIZE,
    TIE,
    WHITE,
    Column,
    Ends,
    Heading,
    dodge_width,
    dodged,
    inset,
    labels,
    labels_width,
    name,
    plane,
    single,
    ticks,
    upright,
)
from exactua.printing.pictures.scales import Scale


@dataclass(frozen=True)
class LinePanel:
    """A number a column on an upright axis; `grid` holds numbers at which the axis has a tick."""

    heading: Heading
    letter: str
    values: Column
    scale: Scale
    grid: tuple[Rational, ...] = ()

    @property
    def width(self) -> float:
        """Ticks, axis and labels, in inches."""
        return self._axis + self._tie + labels_width(self.letter, single(self.values))

    @property
    def _tie(self) -> float:
        return TIE + dodge_width(self.values)

    @property
    def _axis(self) -> float:
        return max((width_of(text, TICK_SIZE) for _, text in ticks(self.grid, self.scale, HEIGHT)), default=0.0) + 0.22

    def draw(self, canvas: Canvas, left: float, bottom: float, ends: Ends) -> Ends:
        """Draws axis, points and labels."""
        x = left + self._axis
        upright(canvas, x, bottom, self.scale, self.grid)
        heights = [bottom + inset(self.scale.place(value)) for value in self.values]
        points = dodged([(x, y) for y in heights])
        for j, (start, end) in enumerate(zip(ends, points, strict=False)):
            canvas.column_line(j, *zip(start, end, strict=True))
        for j, point in enumerate(points):
            canvas.marker(j, *point, f"{name(self.letter, j)} = {tuple_exact((self.values[j],))}")
        return labels(canvas, x + self._tie, bottom, points, self.letter, single(self.values))


@dataclass(frozen=True)
class PlanePanel:
    """Two entries a column: a point in the plane. `before` is where the columns were, `grids` the ticks of the axes."""

    heading: Heading
    letter: str
    columns: tuple[Column, ...]
    scales: tuple[Scale, Scale]
    grids: tuple[tuple[Rational, ...], tuple[Rational, ...]] = ((), ())
    before: tuple[Column, ...] = ()
    side: float = HEIGHT - 0.25

    @property
    def width(self) -> float:
        """Ticks, plane and labels, in inches."""
        return self._axis + self.side + 0.25 + labels_width(self.letter, self.columns)

    @property
    def _axis(self) -> float:
        placed = ticks(self.grids[1], self.scales[1], self.side)
        return max((width_of(text, TICK_SIZE) for _, text in placed), default=0.0) + 0.2

    def _point(self, column: Column, left: float, bottom: float) -> tuple[float, float]:
        across, up = (inset(scale.place(entry), self.side) for scale, entry in zip(self.scales, column, strict=True))
        return left + across, bottom + up

    def draw(self, canvas: Canvas, left: float, bottom: float, ends: Ends) -> Ends:
        """Draws plane, points, where they were before, and labels; lines from other panels would cross the plane."""
        x, low = left + self._axis, bottom + 0.25
        plane(canvas, x, low, self.side, self.scales, self.grids)
        points = dodged([self._point(column, x, low) for column in self.columns], centred=True)
        for j, column in enumerate(self.before):
            if column != self.columns[j]:
                was = self._point(column, x, low)
                canvas.arrow(was, points[j])
                canvas.marker(j, *was, size=3.5, zorder=4)
        for j, (point, column) in enumerate(zip(points, self.columns, strict=True)):
            canvas.marker(j, *point, f"{name(self.letter, j)} = {tuple_exact(column)}")
        return labels(canvas, x + self.side + 0.22, low, points, self.letter, self.columns)


@dataclass(frozen=True)
class StatesPanel:
    """Numbers of columns over several states: labelled at both ends, and where they move."""

    heading: Heading
    letter: str
    states: tuple[Column, ...]
    places: tuple[str, ...]
    """The states' names, below the axis."""
    scale: Scale

    @property
    def width(self) -> float:
        """Labels, states and labels, in inches."""
        return self._axis + self._step * (len(self.states) - 1) + self._tie + self._labels_width(-1)

    @property
    def _axis(self) -> float:
        return self._labels_width(0) + 0.3

    @property
    def _step(self) -> float:
        """From one state to the next: no name and no label runs into another."""
        moved = [label(value) for _, _, value in self._moves()]
        widest = max(
            [width_of(text, MOVE_SIZE) for text in moved] + [width_of(text, TICK_SIZE) for text in self.places]
        )
        return max(0.5, widest + 0.14) + max(map(dodge_width, self.states))

    @property
    def _tie(self) -> float:
        return TIE + dodge_width(self.states[-1])

    def _labels_width(self, state: int) -> float:
        return labels_width(self.letter, single(self.states[state]))

    def _moves(self) -> list[tuple[int, int, Rational]]:
        """State and column of each move, with the new value."""
        return [
            (k, j, new)
            for k, (before, after) in enumerate(pairwise(self.states), 1)
            for j, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]

    def draw(self, canvas: Canvas, left: float, bottom: float, ends: Ends) -> Ends:
        """Draws axis, the way of each column and labels."""
        x = left + self._axis
        upright(canvas, x, bottom, self.scale, ())
        for k, place in enumerate(self.places):
            at = x + k * self._step
            if k:
                canvas.line([at, at], [bottom, bottom + HEIGHT], color=LIGHT, linewidth=0.7, zorder=0)
            canvas.text(at, bottom - 0.1, place, size=TICK_SIZE, ha="center")
        rows = [
            dodged([(x + k * self._step, bottom + inset(self.scale.place(value))) for value in state])
            for k, state in enumerate(self.states)
        ]
        starts = labels(canvas, left + 0.06, bottom, rows[0], self.letter, single(self.states[0]), before=True)
        for j, (end, start) in enumerate(zip(ends, starts, strict=False)):
            canvas.column_line(j, *zip(end, start, strict=True))
        for j in range(len(starts)):
            canvas.column_line(j, *zip(*(row[j] for row in rows), strict=True))
        self._markers(canvas, rows)
        right = x + (len(self.states) - 1) * self._step + self._tie
        return labels(canvas, right, bottom, rows[-1], self.letter, single(self.states[-1]))

    def _markers(self, canvas: Canvas, rows: Sequence[Ends]) -> None:
        """Large where a column starts, moves or ends, small in between; moves with their new value."""
        moves = {(k, j) for k, j, _ in self._moves()}
        for k, row in enumerate(rows):
            inner = 0 < k < len(rows) - 1
            for j, (x, y) in enumerate(row):
                value = (self.states[k][j],)
                exact = f"{name(self.letter, j)} = {tuple_exact(value)} at {self.places[k]}"
                canvas.marker(j, x, y, exact, 6.0 if (k, j) in moves or not inner else 3.5)
                if (
                    inner
                    and (k, j) in moves
                    and value[0] not in [self.states[k][i] for i in range(j) if (k, i) in moves]
                ):
                    text = tuple_label(value)
                    canvas.text(x, y + 0.16, text, tuple_exact(value), MOVE_SIZE, ha="center", bbox=WHITE, zorder=4)


Panel = LinePanel | PlanePanel | StatesPanel
"""One stage of a picture, `width` inches wide; `draw` is told where columns come from and says where they leave."""
