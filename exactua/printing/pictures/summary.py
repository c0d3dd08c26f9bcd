"""The 'summary in pictures': columns as points on their way through quantiser, selective shifts, last layer, value map.

One panel a stage, each with its own axis (Yun et al. 2020, App. C and E.1; App. G with positions). For d = 1 a column
is a point on a line, for d = 2 a point in a plane; between quantiser and value map it is its id u^T L_j, in units of
delta.

Panels have n columns as points on a line, in a plane, or on their way over layers, with exact labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.deciding.trace import State, Trace
from exactua.printing.pictures import panel_parts
from exactua.printing.pictures import panel_parts as parts
from exactua.printing.pictures.figures import COLUMN_STYLES, drawing, heading, label, tuple_exact, tuple_label


@dataclass(frozen=True)
class LinePanel:
    """A number a column on an upright axis; `grid` holds numbers at which the axis has a tick."""

    heading: parts.Heading
    letter: str
    values: parts.Column
    scale: parts.Scale
    grid: tuple[Rational, ...] = ()

    @property
    def width(self) -> float:
        """Ticks, axis and labels, in inches."""
        return self._axis + self._tie + parts.labels_width(self.letter, parts.single(self.values))

    @property
    def _tie(self) -> float:
        return parts.TIE + parts.dodge_width(self.values)

    @property
    def _axis(self) -> float:
        return (
            max(
                (parts.width_of(text, parts.TICK_SIZE) for _, text in parts.ticks(self.grid, self.scale, parts.HEIGHT)),
                default=0.0,
            )
            + 0.22
        )

    def draw(self, canvas: parts.Canvas, left: float, bottom: float, ends: parts.Ends) -> parts.Ends:
        """Draws axis, points and labels."""
        x = left + self._axis
        parts.upright(canvas, x, bottom, self.scale, self.grid)
        heights = [bottom + parts.inset(self.scale.place(value)) for value in self.values]
        points = parts.dodged([(x, y) for y in heights])
        for j, (start, end) in enumerate(zip(ends, points, strict=False)):
            canvas.column_line(j, *zip(start, end, strict=True))
        for j, point in enumerate(points):
            canvas.marker(j, *point, f"{parts.name(self.letter, j)} = {tuple_exact((self.values[j],))}")
        return parts.labels(canvas, x + self._tie, bottom, points, self.letter, parts.single(self.values))


@dataclass(frozen=True)
class PlanePanel:
    """Two entries a column: a point in the plane. `before` is where the columns were, `grids` the ticks of the axes."""

    heading: parts.Heading
    letter: str
    columns: tuple[parts.Column, ...]
    scales: tuple[parts.Scale, parts.Scale]
    grids: tuple[tuple[Rational, ...], tuple[Rational, ...]] = ((), ())
    before: tuple[parts.Column, ...] = ()
    side: float = parts.HEIGHT - 0.25

    @property
    def width(self) -> float:
        """Ticks, plane and labels, in inches."""
        return self._axis + self.side + 0.25 + parts.labels_width(self.letter, self.columns)

    @property
    def _axis(self) -> float:
        placed = parts.ticks(self.grids[1], self.scales[1], self.side)
        return max((parts.width_of(text, parts.TICK_SIZE) for _, text in placed), default=0.0) + 0.2

    def _point(self, column: parts.Column, left: float, bottom: float) -> tuple[float, float]:
        across, up = (
            parts.inset(scale.place(entry), self.side) for scale, entry in zip(self.scales, column, strict=True)
        )
        return left + across, bottom + up

    def draw(self, canvas: parts.Canvas, left: float, bottom: float, ends: parts.Ends) -> parts.Ends:
        """Draws plane, points, where they were before, and labels; lines from other panels would cross the plane."""
        x, low = left + self._axis, bottom + 0.25
        parts.plane(canvas, x, low, self.side, self.scales, self.grids)
        points = parts.dodged([self._point(column, x, low) for column in self.columns], centred=True)
        for j, column in enumerate(self.before):
            if column != self.columns[j]:
                was = self._point(column, x, low)
                canvas.arrow(was, points[j])
                canvas.marker(j, *was, size=3.5, zorder=4)
        for j, (point, column) in enumerate(zip(points, self.columns, strict=True)):
            canvas.marker(j, *point, f"{parts.name(self.letter, j)} = {tuple_exact(column)}")
        return parts.labels(canvas, x + self.side + 0.22, low, points, self.letter, self.columns)


@dataclass(frozen=True)
class StatesPanel:
    """Numbers of columns over several states: labelled at both ends, and where they move."""

    heading: parts.Heading
    letter: str
    states: tuple[parts.Column, ...]
    places: tuple[str, ...]
    """The states' names, below the axis."""
    scale: parts.Scale

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
            [parts.width_of(text, parts.MOVE_SIZE) for text in moved]
            + [parts.width_of(text, parts.TICK_SIZE) for text in self.places]
        )
        return max(0.5, widest + 0.14) + max(map(parts.dodge_width, self.states))

    @property
    def _tie(self) -> float:
        return parts.TIE + parts.dodge_width(self.states[-1])

    def _labels_width(self, state: int) -> float:
        return parts.labels_width(self.letter, parts.single(self.states[state]))

    def _moves(self) -> list[tuple[int, int, Rational]]:
        """State and column of each move, with the new value."""
        return [
            (k, j, new)
            for k, (before, after) in enumerate(pairwise(self.states), 1)
            for j, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        ]

    def draw(self, canvas: parts.Canvas, left: float, bottom: float, ends: parts.Ends) -> parts.Ends:
        """Draws axis, the way of each column and labels."""
        x = left + self._axis
        parts.upright(canvas, x, bottom, self.scale, ())
        for k, place in enumerate(self.places):
            at = x + k * self._step
            if k:
                canvas.line([at, at], [bottom, bottom + parts.HEIGHT], color=parts.LIGHT, linewidth=0.7, zorder=0)
            canvas.text(at, bottom - 0.1, place, size=parts.TICK_SIZE, ha="center")
        rows = [
            parts.dodged([(x + k * self._step, bottom + parts.inset(self.scale.place(value))) for value in state])
            for k, state in enumerate(self.states)
        ]
        starts = parts.labels(
            canvas, left + 0.06, bottom, rows[0], self.letter, parts.single(self.states[0]), before=True
        )
        for j, (end, start) in enumerate(zip(ends, starts, strict=False)):
            canvas.column_line(j, *zip(end, start, strict=True))
        for j in range(len(starts)):
            canvas.column_line(j, *zip(*(row[j] for row in rows), strict=True))
        self._markers(canvas, rows)
        right = x + (len(self.states) - 1) * self._step + self._tie
        return parts.labels(canvas, right, bottom, rows[-1], self.letter, parts.single(self.states[-1]))

    def _markers(self, canvas: parts.Canvas, rows: Sequence[parts.Ends]) -> None:
        """Large where a column starts, moves or ends, small in between; moves with their new value."""
        moves = {(k, j) for k, j, _ in self._moves()}
        for k, row in enumerate(rows):
            inner = 0 < k < len(rows) - 1
            for j, (x, y) in enumerate(row):
                value = (self.states[k][j],)
                exact = f"{parts.name(self.letter, j)} = {tuple_exact(value)} at {self.places[k]}"
                canvas.marker(j, x, y, exact, 6.0 if (k, j) in moves or not inner else 3.5)
                if (
                    inner
                    and (k, j) in moves
                    and value[0] not in [self.states[k][i] for i in range(j) if (k, i) in moves]
                ):
                    text = tuple_label(value)
                    canvas.text(
                        x, y + 0.16, text, tuple_exact(value), parts.MOVE_SIZE, ha="center", bbox=parts.WHITE, zorder=4
                    )


Panel = LinePanel | PlanePanel | StatesPanel
"""One stage of a picture, `width` inches wide; `draw` is told where columns come from and says where they leave."""


MOST_ROWS: Final = 2
MOST_STATES: Final = 24
MOST_TICKS: Final = 40
CONTEXTS: Final = ("contexts", "contextual")
TOP: Final = 0.62
TITLES: Final = 0.66
FOOT: Final = 0.45
NOTE: Final = 0.15
MARGIN: Final = 0.3
GAP: Final = 0.4
WIDEST: Final = 9.0


@dataclass(frozen=True)
class Summary:
    """The states of a trace by panel."""

    trace: Trace
    encoded: State | None
    quantised: State
    shifts: tuple[State, ...]
    """From the quantised columns on, to the state before the last layer."""
    contexts: State
    output: State

    @property
    def high(self) -> int:
        """The quantiser cuts [0, high) into steps: n with positions, else 1."""
        return len(self.trace.point[0]) if "contextual" in self.contexts.stages else 1

    @property
    def m(self) -> int:
        """1/delta."""
        return int(self.trace.problem.parameters["m"])


def summary(trace: Trace) -> Summary | None:
    """The trace by panels; None where it has other stages, or more rows or columns than they can show."""
    d, n = len(trace.point), len(trace.point[0])
    if not trace.by_ids or d > MOST_ROWS or n > len(COLUMN_STYLES) or "m" not in trace.problem.parameters:
        return None
    states = trace.states
    named = {stage: k for k, state in enumerate(states) for stage in state.stages}
    contexts = next((named[name] for name in CONTEXTS if name in named), None)
    if contexts is None or not {"quantised", "output"} <= set(named):
        return None
    first = named["quantised"]
    shifts = states[first : max(contexts, first + 1)]
    if len(shifts) > MOST_STATES:
        return None
    encoded = states[named["encoded"]] if "encoded" in named else None
    return Summary(trace, encoded, states[first], shifts, states[contexts], states[named["output"]])


def draw_summary(summary: Summary, path: Path) -> None:
    """Draws the panels into a .png or .svg file; raises InputError where it can't be written."""
    with drawing():
        rows = _rows(summary)
        width = max(map(_row_width, rows)) + 2 * MARGIN
        height = TOP + sum(TITLES + parts.HEIGHT + _foot(row) for row in rows)
        title = heading(summary.trace, summary.trace.network)
        canvas = parts.Canvas(width, height)
        canvas.text(MARGIN, height - 0.32, title, size=11)
        number, top = 0, height - TOP
        for row in rows:
            left, ends = MARGIN, parts.Ends()
            for panel in row:
                number += 1
                _write(canvas, number, panel.heading, left, top)
                ends = panel.draw(canvas, left, top - TITLES - parts.HEIGHT, ends)
                left += _width(panel) + GAP
            top -= TITLES + parts.HEIGHT + _foot(row)
        canvas.save(path, f"{title}, X = [{'; '.join(' '.join(map(written, row)) for row in summary.trace.point)}]")


def _row_width(row: Sequence[Panel]) -> float:
    return sum(_width(panel) + GAP for panel in row) - GAP


def _foot(row: Sequence[Panel]) -> float:
    return FOOT + NOTE * max(len(panel.heading.notes) for panel in row)


def _width(panel: Panel) -> float:
    return max(panel.width, panel.heading.width)


def _write(canvas: parts.Canvas, number: int, about: parts.Heading, left: float, top: float) -> None:
    canvas.text(left, top - 0.12, f"{number}  {about.name}", size=9.5, weight="bold")
    canvas.text(left, top - 0.32, about.says, about.exact, size=8)
    for k, note in enumerate(about.notes):
        canvas.text(left, top - TITLES - parts.HEIGHT - 0.3 - NOTE * k, note, size=7.5, color="0.3")


def _rows(summary: Summary) -> list[list[Panel]]:
    """One row if that is narrow enough to be read in print, else the cubes above and what becomes of them below."""
    cubes, rest = _cubes(summary), [_shifts(summary), _last_layer(summary), _values(summary)]
    return [[*cubes, *rest]] if _row_width([*cubes, *rest]) <= WIDEST else [cubes, rest]


def _columns(matrix: Matrix) -> tuple[parts.Column, ...]:
    return tuple(zip(*matrix, strict=True))


def _cubes(summary: Summary) -> list[Panel]:
    """The panels before and after the quantiser, all with the same axes."""
    d, high, m = len(summary.trace.point), summary.high, summary.m
    axes_named = "" if d == 1 else ": entry 1 across, entry 2 up"
    stages: list[tuple[parts.Heading, str, Matrix]] = [
        (parts.Heading("input", f"columns of X{axes_named}"), "x", summary.trace.point)
    ]
    if summary.encoded is not None:
        stages.append((parts.Heading("positions", "columns of X + E"), "z", summary.encoded.matrix))
    stages.append((parts.Heading("quantiser", f"steps of δ = 1/{m}"), "L", summary.quantised.matrix))
    entries = [[value for _, _, matrix in stages for value in matrix[i]] for i in range(d)]
    axes = [panel_parts.around(row, high) for row in entries]
    grid = _grid(high, m)
    panels: list[Panel] = []
    for k, (about, letter, matrix) in enumerate(stages):
        broken = any(axis.breaks for axis in axes)
        headed = parts.Heading(about.name, about.says, ("axis broken",) if broken else ())
        if d == 1:
            panels.append(LinePanel(headed, letter, matrix[0], axes[0], grid))
        else:
            before = _columns(stages[k - 1][2]) if k else ()
            panels.append(PlanePanel(headed, letter, _columns(matrix), (axes[0], axes[1]), (grid, grid), before))
    return panels


def _grid(high: int, m: int) -> tuple[Rational, ...]:
    """The steps of the quantiser where they can be told apart, and numbers far outside."""
    steps = high * m if high * m <= MOST_TICKS else high
    return tuple(mpq(k * high, steps) for k in range(steps + 1))


def _shifts(summary: Summary) -> Panel:
    states = tuple(state.values for state in summary.shifts)
    places = ("L", *(_place(state.place) for state in summary.shifts[1:]))
    base = summary.m ** len(summary.trace.point)
    everything = [value for state in states for value in state]
    scale = panel_parts.fitting(everything, base)
    count = len(states) - 1
    says = "ids lⱼ = uᵀLⱼ in units of δ" + ("" if count else ": none moves")
    return StatesPanel(parts.Heading("selective shifts", says, _kind(scale)), "l", states, places, scale)


def _place(place: str) -> str:
    return place.rpartition(", ")[2].replace(" = ", "\u202f=\u202f")


def _last_layer(summary: Summary) -> Panel:
    before, after = summary.shifts[-1].values, summary.contexts.values
    moved = {new - old for old, new in zip(before, after, strict=True)}
    exact = ""
    if len(moved) == 1:
        by = moved.pop()
        sign = "" if by < 0 else "+"
        says, exact = f"each id {sign}{label(by)}", f"{sign}{written(by)}"
    else:
        says = "not by the same amount"
    scale = panel_parts.fitting(after, summary.m ** len(summary.trace.point), zero=False)
    return LinePanel(parts.Heading("last layer", says, (*_kind(scale), *_window(summary)), exact), "l", after, scale)


def _window(summary: Summary) -> tuple[str, ...]:
    """How many of the ids lie in the interval [t_l, t_r] of Lemma 8; nothing where the network has no such interval."""
    trace = summary.trace
    if "contexts" not in summary.contexts.stages or not (trace.of_file or trace.problem.label.startswith("yun2020:")):
        return ()
    from exactua.papers.yun2020.value_map import window

    low, high = (
        bound * summary.m
        for bound in window({"d": len(summary.trace.point), "n": len(summary.trace.point[0]), "m": summary.m})
    )
    inside = [low <= value <= high for value in summary.contexts.values]
    word = "inside" if all(inside) else "outside" if not any(inside) else f"{sum(inside)} inside"
    return f"{word} [tₗ, tᵣ] =", f"[{label(low)}, {label(high)}]"


def _values(summary: Summary) -> Panel:
    matrix = summary.output.matrix
    axes = [panel_parts.fitting(row, 10) for row in matrix]
    grids = [(mpq(0),) if _to_scale(axis) and 0 <= axis.place(mpq(0)) <= 1 else () for axis in axes]
    about = parts.Heading(
        "value map", "columns of the output", tuple(dict.fromkeys(kind for axis in axes for kind in _kind(axis)))
    )
    if len(matrix) == 1:
        return LinePanel(about, "y", matrix[0], axes[0], grids[0])
    return PlanePanel(about, "y", _columns(matrix), (axes[0], axes[1]), (grids[0], grids[1]))


def _to_scale(scale: parts.Scale) -> bool:
    return scale.kind != "in order"


def _kind(scale: parts.Scale) -> tuple[str, ...]:
    """What has to be said of an axis that is not linear."""
    return {"linear": (), "logarithmic": ("logarithmic axis",)}.get(scale.kind, ("in order, not to scale",))
