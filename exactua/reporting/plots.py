"""A trace as a picture: the values over the layers where something changes. Needs matplotlib (extra `plot`)."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.checking.trace import Trace
from exactua.errors import InputError
from exactua.reporting.text import instance

SUFFIXES: Final = (".png", ".svg")
LARGEST: Final = mpq(10) ** 300
MOST_LINES: Final = 40
MOST_STATES: Final = 400
MARKERS: Final = "os^DvP*X<>"
GREYS: Final = ("black", "0.35", "0.55")
LINES: Final = ("-", "--", "-.", ":")
THRESHOLDS: Final = ("t_l", "t_r")


def require_drawable(path: Path) -> None:
    """Raises InputError, before anything is computed, where no picture can be drawn into `path`."""
    if path.suffix not in SUFFIXES:
        raise InputError(f"plot: {path} ends in neither .png nor .svg; give a file that does")
    if path.is_dir():
        raise InputError(f"plot: {path} is a directory; give the path of a file")
    if not path.absolute().parent.is_dir():
        raise InputError(f"plot: {path.absolute().parent} is not a directory; give a path in one")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise InputError(f"plot: {path} can't be written; give a path that can")
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError("plot: matplotlib is not installed; pip install 'exactua[plot]'")


def draw(trace: Trace, path: Path) -> None:
    """Draws the trace into a .png or .svg file; the same trace gives the same bytes with the same matplotlib.

    Raises InputError where the file can't be written, or for what no picture can show.
    """
    require_drawable(path)
    if len(trace.letters) > MOST_LINES or len(trace.states) > MOST_STATES:
        raise InputError(
            f"plot: {len(trace.letters)} lines over {len(trace.states)} states can't be told apart; at most "
            f"{MOST_LINES} and {MOST_STATES} are drawn"
        )
    thresholds: dict[str, Any] = {
        name: trace.problem.values[name] for name in THRESHOLDS if name in trace.problem.values
    }
    if not trace.by_ids:
        thresholds = {}
    everything = [value for state in trace.states for value in state.values] + list(thresholds.values())
    if max(abs(mpq(value)) for value in everything) > LARGEST:
        raise InputError("plot: a value has more than 300 digits; take a smaller instance")
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "exactua", "svg.fonttype": "path", "font.family": "DejaVu Sans"}):
        count = len(trace.states)
        figure = Figure(figsize=(max(6.4, min(1.1 * count + 2.6, 16.0)), 4.6), dpi=200, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _lines(axes, trace)
        _axes(axes, trace, everything)
        _thresholds(axes, thresholds)
        _labels(axes, figure, trace, count - 1)
        metadata = {"Date": None, "Creator": None} if path.suffix == ".svg" else {"Software": None}
        try:
            figure.savefig(path, metadata=metadata)
        except OSError as error:
            raise InputError(f"plot: {path} can't be written ({error.strerror or error}); give another path") from None


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
    axes.set_ylabel("column id $u^T Z$, in units of delta" if trace.by_ids else "entry of $Z$")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    problem = trace.problem
    axes.set_title(f"{problem.title}: {_network(trace.network)} at {instance(problem)}", fontsize=11)


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
            _subscripted(name),
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
    for k, line, place in zip(order, lines, _apart(lines, height, bottom, top - 4), strict=True):
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
            _subscripted(trace.letters[k]),
            xy=(x, float(values[k])),
            xytext=(32, place - line),
            textcoords="offset points",
            va="center",
            fontsize=10,
            annotation_clip=False,
            bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none"},
            zorder=4,
        )


def _apart(wanted: Sequence[float], height: float, bottom: float, top: float) -> list[float]:
    """Increasing places near the increasing `wanted` ones, `height` apart, between bottom and top if they fit."""
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + height) if places else place)
    start = 0
    for k in range(1, len(places) + 1):
        if k == len(places) or places[k] == wanted[k]:
            # a run of labels that push each other stands around its lines
            shift = sum(places[i] - wanted[i] for i in range(start, k)) / (k - start)
            if start:
                shift = min(shift, places[start] - places[start - 1] - height)
            places[start:k] = [place - shift for place in places[start:k]]
            start = k
    for k in reversed(range(len(places))):
        places[k] = min(places[k], top if k == len(places) - 1 else places[k + 1] - height)
    if places and places[0] < bottom:
        places = [place + bottom - places[0] for place in places]
    return places


def _subscripted(name: str) -> str:
    letter, _, index = name.partition("_")
    return f"${letter}_{{{index.strip('()')}}}$"


def _network(name: str) -> str:
    letter, _, index = name.partition("_")
    return _subscripted(name) if len(letter) == len(index) == 1 else name
