"""A trace as a picture: the 'summary in pictures' where the network has its stages, else the values over the layers.

Values are drawn where something changes: a line a column id, or an entry where there are no ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.deciding.trace import Trace
from exactua.errors import InputError
from exactua.printing.pictures import figures
from exactua.printing.pictures.figures import LARGEST, apart, require_drawable, subscripted
from exactua.printing.pictures.summary import draw_summary, summary

MOST_LINES: Final = 40
MOST_STATES: Final = 400
MARKERS: Final = "os^DvP*X<>"
GREYS: Final = ("black", "0.35", "0.55")
LINES: Final = ("-", "--", "-.", ":")
THRESHOLDS: Final = ("t_l", "t_r")


def thresholds(trace: Trace) -> dict[str, Rational]:
    """t_l and t_r where the trace is one of ids and its claim defines them."""
    values = trace.problem.values
    return {name: mpq(values[name]) for name in THRESHOLDS if name in values and trace.by_ids}


def magnitudes(trace: Trace) -> list[Rational]:
    """How large the numbers are that a picture shows."""
    entries = [entry for state in trace.states for row in state.matrix for entry in row]
    values = [value for state in trace.states for value in state.values]
    return [abs(mpq(value)) for value in (*entries, *values, *thresholds(trace).values())]


def draw_ids(trace: Trace, path: Path) -> None:
    """Draws the values over the layers into a .png or .svg file.

    Raises InputError where the file can't be written, and for more lines or states than can be told apart.
    """
    if len(trace.letters) > MOST_LINES or len(trace.states) > MOST_STATES:
        raise InputError(
            f"plot: {len(trace.letters)} lines over {len(trace.states)} states can't be told apart; at most "
            f"{MOST_LINES} and {MOST_STATES} are drawn"
        )
    levels = thresholds(trace)
    everything = [value for state in trace.states for value in state.values] + list(levels.values())
    with figures.drawing():
        count = len(trace.states)
        figure = figures.figure(max(6.4, min(1.1 * count + 2.6, 16.0)), 4.6, "constrained")
        axes = figure.add_subplot()
        _lines(axes, trace)
        _axes(axes, trace, everything)
        _thresholds(axes, levels)
        _labels(axes, figure, trace, count - 1)
        figures.save(figure, path, figures.heading(trace, trace.network))


def _lines(axes: Any, trace: Trace) -> None:
    """One line a column, in black and greys, with its own marker and dashes."""
    for k, name in enumerate(trace.letters):
        axes.plot(
            range(len(trace.states)),
            [float(state.values[k]) for state in trace.states],
            linestyle=LINES[k % len(LINES)],
            linewidth=1.4,
            label=name,
            zorder=3,
            **_marker(k),
        )


def _marker(k: int) -> dict[str, Any]:
    """The marker of line k: its own in shape, filling or grey."""
    return {
        "marker": MARKERS[k % len(MARKERS)],
        "color": GREYS[k % len(GREYS)],
        "markersize": 6,
        "markerfacecolor": "white" if k % 2 else None,
    }


def _axes(axes: Any, trace: Trace, everything: Sequence[Any]) -> None:
    smallest = min((abs(mpq(value)) for value in everything if value), default=mpq(1))
    axes.set_yscale("symlog", linthresh=float(min(smallest, mpq(1))) if trace.by_ids else float(smallest))
    lowest, highest = (float(bound(everything)) for bound in (min, max))
    axes.set_ylim(6 * lowest if lowest < 0 else -0.5 * float(smallest), 6 * highest if highest > 0 else 1.0)
    axes.axhline(0, color="0.8", linewidth=0.8, zorder=1)
    axes.grid(axis="x", color="0.92", linewidth=0.8)
    axes.set_axisbelow(True)
    names = [_tick(state.place, state.stages) for state in trace.states]
    many = len(names) > 12
    axes.set_xticks(range(len(names)), names, rotation=90 if many else 0, fontsize=8 if many else 9)
    axes.set_xlim(-0.35, len(names) - 0.35)
    axes.set_xlabel("layers that change something")
    axes.set_ylabel("column id $u^T Z$, in units of δ" if trace.by_ids else "entry of $Z$")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_title(figures.heading(trace, subscripted(trace.network)), fontsize=11)


def _tick(place: str, stages: Sequence[str]) -> str:
    shown = place.replace(", ", "\n")
    return f"{shown}\n({', '.join(stages)})" if stages else shown


def _thresholds(axes: Any, thresholds: dict[str, Any]) -> None:
    """Dotted lines labelled at the left: the lower one below its line, the others above theirs."""
    lowest = min(thresholds.values(), default=None)
    for name, value in thresholds.items():
        axes.axhline(float(value), color="black", linewidth=0.9, linestyle=(0, (1, 3)), zorder=2)
        below = value == lowest and len(thresholds) > 1
        axes.annotate(
            subscripted(name),
            xy=(0, float(value)),
            xycoords=axes.get_yaxis_transform(),
            xytext=(5, -3 if below else 3),
            textcoords="offset points",
            va="top" if below else "bottom",
            fontsize=10,
        )


def _labels(axes: Any, figure: Any, trace: Trace, x: int) -> None:
    """Each line's name with its marker behind the last state, in order; apart where they would overlap, and tied."""
    from matplotlib.transforms import ScaledTranslation

    figure.draw_without_rendering()
    height = 11.5  # points from one label to the next
    scale = 72 / figure.dpi
    values = trace.states[-1].values
    order = sorted(range(len(values)), key=lambda k: (values[k], k))
    lines = [axes.transData.transform((x, float(values[k])))[1] * scale for k in order]
    bottom, top = (axes.transAxes.transform((0, y))[1] * scale for y in (0, 1))
    for k, line, place in zip(order, lines, apart(lines, height, bottom, top - 4), strict=True):
        axes.annotate(
            "",
            xy=(x, float(values[k])),
            xytext=(20, place - line),
            textcoords="offset points",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": "0.6", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 4},
        )
        offset = axes.transData + ScaledTranslation(25 / 72, (place - line) / 72, figure.dpi_scale_trans)
        axes.plot([x], [float(values[k])], transform=offset, clip_on=False, linestyle="", zorder=4, **_marker(k))
        axes.annotate(
            subscripted(trace.letters[k]),
            xy=(x, float(values[k])),
            xytext=(32, place - line),
            textcoords="offset points",
            va="center",
            fontsize=10,
            annotation_clip=False,
            bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"},
            zorder=4,
        )


__all__ = ["draw", "require_drawable"]


def draw(trace: Trace, path: Path) -> None:
    """Draws the trace into a .png or .svg file; the same trace gives the same bytes with the same matplotlib.

    Raises InputError where the file can't be written, or for what no picture can show.
    """
    require_drawable(path)
    if max(magnitudes(trace)) > LARGEST:
        raise InputError("plot: a value has more than 300 digits; take a smaller instance")
    panels = summary(trace)
    if panels is None:
        draw_ids(trace, path)
    else:
        draw_summary(panels, path)
