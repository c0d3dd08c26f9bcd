"""The errors of an output, entry by entry: sorted beside their bounds, and where they are.

On the left are all entries by their error, the least first, and above each its proven bound where an algorithm was
named; on the right the greatest error of each query of each head, or each entry where there is one head. The worst
entry is marked in both. Of very many entries some are drawn: the worst, all that are beyond their bounds, and others at
equal distances.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from exactua.commands.attention.record import Attention, ErrorMap
from exactua.plurals import counted
from exactua.printing.pictures import figures

MOST: Final = 1000
"""Entries, and rows and columns of the map, that are drawn at most."""
WIDTH: Final = 9.6
HEIGHT: Final = 4.6

Numbers = np.ndarray[Any, np.dtype[np.float64]]


def draw(measured: Attention, path: Path) -> None:
    """Draws into a .png or .svg file; the same picture gives the same bytes with the same matplotlib.

    Raises InputError where the file can't be written.
    """
    assert measured.entries is not None
    with figures.drawing():
        figure = figures.figure(WIDTH, HEIGHT, "constrained")
        left, right = figure.subplots(1, 2)
        if np.isfinite(measured.entries.errors).any():
            _sorted(left, measured, measured.entries)
            _map(figure, right, measured, measured.entries.errors)
        else:
            for axes in (left, right):
                axes.set_axis_off()
            why = "every error is 0" if np.isneginf(measured.entries.errors).any() else "there is no error to draw"
            left.annotate(why, xy=(0.05, 0.5), xycoords="axes fraction")
        title = f"|output − exact| of {counted(measured.entries.errors.size, 'entry')}"
        if measured.expected is not None:
            title += f", beside the bounds of {measured.expected.algorithm.name}"
        figure.suptitle(title, fontsize=10)
        figures.save(figure, path, title)


@dataclass(frozen=True)
class Sorted:
    """All errors that there are, the least first, their bounds, which are beyond them, and which of them are drawn."""

    errors: Numbers
    bounds: Numbers
    beyond: np.ndarray[Any, np.dtype[np.bool_]]
    picked: np.ndarray[Any, np.dtype[np.int64]]


def sorted_entries(drawn: ErrorMap) -> Sorted:
    """The entries of which there are errors, in order."""
    known = ~np.isnan(drawn.errors)
    order = np.argsort(drawn.errors[known], kind="stable")
    errors, bounds, beyond = drawn.errors[known][order], drawn.bounds[known][order], drawn.beyond[known][order]
    picked = np.linspace(0, len(errors) - 1, min(len(errors), MOST)).round().astype(np.int64)
    return Sorted(errors, bounds, beyond, np.union1d(picked, np.flatnonzero(beyond)[-MOST:]))


def pooled(table: Numbers) -> Numbers:
    """A matrix with at most `MOST` rows and columns, each entry the greatest of those that it stands for."""
    rows, columns = (-(-size // MOST) for size in table.shape)
    height, width = (-(-size // step) for size, step in zip(table.shape, (rows, columns), strict=True))
    padded = np.full((height * rows, width * columns), np.nan)
    padded[: table.shape[0], : table.shape[1]] = table
    greatest: Numbers = np.fmax.reduce(np.fmax.reduce(padded.reshape(height, rows, width, columns), axis=3), axis=1)
    return greatest


def _sorted(axes: Any, measured: Attention, drawn: ErrorMap) -> None:
    entries = sorted_entries(drawn)
    errors, picked = entries.errors, entries.picked
    finite = errors[np.isfinite(errors)]
    low = math.floor(max(float(np.quantile(finite, 0.01)) - 1, float(finite[0])))
    heights, bounds = np.maximum(errors[picked], low), entries.bounds[picked]
    some = "" if len(picked) == len(errors) else f" ({len(picked):,} of {len(errors):,} drawn)"
    if np.isfinite(bounds).any():
        axes.plot(picked + 1, bounds, linestyle="", marker=".", markersize=2.5, color="#D55E00",
                  label=f"proven bound{some}")  # fmt: skip
    axes.plot(picked + 1, heights, color="#0072B2", linewidth=1.8, marker="o" if len(picked) < 40 else "", markersize=3,
              label=f"error{some}")  # fmt: skip
    beyond = entries.beyond[picked]
    if beyond.any():
        axes.plot(picked[beyond] + 1, heights[beyond], linestyle="", marker="x", color="black",
                  markersize=7 if beyond.sum() < 40 else 2.5,
                  markeredgewidth=1.6, zorder=5, label=f"beyond its bound: {entries.beyond.sum():,}")  # fmt: skip
    axes.plot([len(errors)], [errors[-1]], linestyle="", marker="o", markersize=11, markerfacecolor="none",
              color="black", clip_on=False, zorder=6, label=f"worst: {_place(measured)}")  # fmt: skip
    top = math.ceil(float(np.nanmax([errors[-1], *bounds]))) + 0.3
    axes.set_ylim(low - 0.1, top)
    ticks = range(low, math.floor(top) + 1, max(1, (math.floor(top) - low) // 9 + 1))
    axes.set_yticks(ticks, [f"$10^{{{k}}}$" for k in ticks])
    axes.set_xlabel("entries, the least error first")
    below = int((errors < low).sum())
    axes.set_ylabel("error" if not below else f"error ({below:,} smaller drawn at $10^{{{low}}}$)")
    axes.grid(color="0.93", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, frameon=False)


def _map(figure: Any, axes: Any, measured: Attention, errors: Numbers) -> None:
    table, names = _table(errors, bool(measured.lead))
    image = axes.imshow(np.ma.masked_invalid(pooled(table)), aspect="auto", cmap="cividis", interpolation="nearest",
                        extent=(-0.5, table.shape[1] - 0.5, table.shape[0] - 0.5, -0.5))  # fmt: skip
    place = _worst(measured)
    if place is not None:
        row, column = _cell(place, measured)
        axes.plot([column], [row], linestyle="", marker="o", markersize=11, markerfacecolor="none", color="black",
                  markeredgewidth=1.6, clip_on=False)  # fmt: skip
        axes.plot([column], [row], linestyle="", marker="o", markersize=9, markerfacecolor="none", color="white",
                  clip_on=False)  # fmt: skip
    for axis, name in zip((axes.yaxis, axes.xaxis), names, strict=True):
        axis.get_major_locator().set_params(integer=True)
        axis.set_label_text(name)
    axes.set_title("greatest error of each query" if measured.lead else "error of each entry", fontsize=9)
    bar = figure.colorbar(image, ax=axes)
    if np.ptp(table[np.isfinite(table)]) >= 2:
        bar.ax.yaxis.get_major_locator().set_params(integer=True)
    bar.ax.yaxis.set_major_formatter(lambda power, _: f"$10^{{{power:g}}}$")


def _table(errors: Numbers, has_heads: bool) -> tuple[Numbers, tuple[str, str]]:
    if has_heads:
        greatest: Numbers = np.fmax.reduce(errors, axis=-1)
        return greatest.reshape(-1, greatest.shape[-1]), ("head, over all batches, from 0", "query, from 0")
    return errors, ("query, from 0", "column, from 0")


def _cell(place: tuple[int, ...], measured: Attention) -> tuple[int, int]:
    """Where the map has an entry."""
    if not measured.lead:
        return place[0], place[1]
    return int(np.ravel_multi_index(place[:-2], measured.lead)), place[-2]


def _worst(measured: Attention) -> tuple[int, ...] | None:
    worst = None if measured.errors is None else measured.errors.absolute.worst
    return None if worst is None else worst.place


def _place(measured: Attention) -> str:
    return f"[{', '.join(map(str, _worst(measured) or ()))}]"
