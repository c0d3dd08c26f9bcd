"""Bit lengths as maps: a panel for each d and quantity, in each cell the bits and the narrowest format for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.float_formats import BFLOAT16, FLOAT16, FLOAT32, FLOAT64
from exactua.commands.bits.record import QUANTITIES, Bits, Box, InstanceBits
from exactua.commands.bits.words import bits_cell
from exactua.errors import InputError
from exactua.printing.pictures import figures

MOST_CELLS: Final = 1_000
MOST_ACROSS: Final = 24
WIDTH, HEIGHT = 0.46, 0.42
"""Of a cell, in inches."""

LEVELS: Final = ((FLOAT16, "16"), (FLOAT32, "32"), (FLOAT64, "64"))
"""The formats in increasing order, each with its mark."""

NONE: Final = "–"
UNKNOWN: Final = "?"
BRAIN: Final = "b"
DARKEST: Final = (0.87, 0.52, 0.18)
"""Red, green and blue of the most bits; black is still read on it."""


def narrowest(instance: InstanceBits, quantity: str) -> str:
    """The narrowest of float16, 32 and 64 that holds every number in units of delta, and "b" where bfloat16 does."""
    known = instance.known["delta"][quantity]
    held = [known.held(form) for form, _ in LEVELS]
    mark = LEVELS[held.index(True)][1] if True in held else UNKNOWN if None in held else NONE
    return f"{mark} {BRAIN}" if known.held(BFLOAT16) else mark


def draw_bits(measured: Bits, path: Path) -> None:
    """Draws the maps into a .png or .svg file; the same instances give the same bytes with the same matplotlib.

    Thick lines lie between cells of which a wider format is the narrowest one. Raises InputError where no file can be
    written, and for more instances than can be told apart.
    """
    figures.require_drawable(path)
    at = {instance.box: instance for instance in measured.instances}
    d, n, m = (sorted({box[k] for box in at}) for k in range(3))
    if len(at) > MOST_CELLS or len(m) > MOST_ACROSS:
        raise InputError(
            f"plot: {len(at):,} instances with {len(m)} values of delta can't be told apart; at most {MOST_CELLS:,} "
            f"with {MOST_ACROSS} are drawn"
        )
    panel = (len(m) * WIDTH + 0.5, len(n) * HEIGHT + 0.62)
    size = (len(QUANTITIES) * panel[0] + 0.2, len(d) * panel[1] + 0.95)
    most = max(instance.bits[quantity] for instance in measured.instances for quantity in QUANTITIES)
    with figures.drawing():
        figure = figures.figure(*size)
        exact: dict[str, str] = {}
        for row, rows in enumerate(d):
            for column, quantity in enumerate(QUANTITIES):
                left = 0.55 + column * panel[0]
                bottom = size[1] - 0.62 - (row + 1) * panel[1] + 0.42
                box = (left, bottom, len(m) * WIDTH, len(n) * HEIGHT)
                axes = figure.add_axes(tuple(side / size[k % 2] for k, side in enumerate(box)))
                _panel(
                    axes, {(b, c): at[rows, b, c] for b in n for c in m if (rows, b, c) in at}, quantity, most, exact
                )
                axes.set_xticks(range(len(m)), [f"1/{number}" for number in m], fontsize=7)
                axes.set_yticks(range(len(n)), [f"n = {number}" for number in n], fontsize=7)
                last = " the last layer" if quantity.startswith("ids") else ""
                axes.set_title(f"d = {rows}: {quantity}{last}", fontsize=8.5, pad=4)
        title = f"{measured.label.partition(':')[2]}, {measured.points}: bits of the longest numerator"
        figure.text(0.5, 1 - 0.2 / size[1], title, ha="center", va="center", fontsize=10)
        figure.text(0.5, 0.16 / size[1], _legend(), ha="center", va="center", fontsize=7.5)
        figures.save(figure, path, title, exact)


def _legend() -> str:
    return (
        "δ across. Below the bits: the narrowest of float16, 32, 64 that holds every number in units of δ "
        f"({NONE} none, {UNKNOWN} not known), {BRAIN} where bfloat16 does; thick lines where it changes"
    )


def _panel(
    axes: Any, cells: Mapping[tuple[int, int], InstanceBits], quantity: str, most: int, exact: dict[str, str]
) -> None:
    """The cells, n upwards and 1/delta to the right."""
    from matplotlib.patches import Rectangle

    rows, columns = (sorted({key[k] for key in cells}) for k in range(2))
    marks = {key: narrowest(instance, quantity) for key, instance in cells.items()}
    for (n, m), instance in cells.items():
        x, y = columns.index(m), rows.index(n)
        name = f"bits-{instance.box[0]}-{n}-{m}-{QUANTITIES.index(quantity)}"
        axes.add_patch(
            Rectangle(
                (x - 0.5, y - 0.5),
                1,
                1,
                facecolor=_colour(instance.bits[quantity], most),
                edgecolor="0.75",
                linewidth=0.4,
                gid=name,
            )
        )
        bits = bits_cell(instance, quantity).replace(">= ", "≥")
        axes.text(x, y + 0.15, bits, ha="center", va="center", fontsize=8, gid=f"{name}-bits")
        axes.text(x, y - 0.24, marks[n, m], ha="center", va="center", fontsize=5.5, gid=f"{name}-format")
        exact[name] = exact[f"{name}-bits"] = exact[f"{name}-format"] = _told(instance.box, quantity, bits, marks[n, m])
    _lines(axes, rows, columns, {key: mark.partition(" ")[0] for key, mark in marks.items()})
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    axes.tick_params(length=0, pad=2)


def _colour(bits: int, most: int) -> tuple[float, ...]:
    """From white to orange, darker with the bits, so that it is a scale of greys to those who see no colour."""
    return tuple(1 - 0.9 * (1 - end) * bits / max(most, 1) for end in DARKEST)


def _lines(axes: Any, rows: Sequence[int], columns: Sequence[int], levels: Mapping[tuple[int, int], str]) -> None:
    """A thick line between neighbouring cells with different marks."""
    style = {"color": "black", "linewidth": 1.6, "solid_capstyle": "projecting", "zorder": 4}
    for y, n in enumerate(rows):
        for x, m in enumerate(columns):
            if x + 1 < len(columns) and levels[n, m] != levels[n, columns[x + 1]]:
                axes.plot([x + 0.5, x + 0.5], [y - 0.5, y + 0.5], **style)
            if y + 1 < len(rows) and levels[n, m] != levels[rows[y + 1], m]:
                axes.plot([x - 0.5, x + 0.5], [y + 0.5, y + 0.5], **style)


def _told(box: Box, quantity: str, bits: str, mark: str) -> str:
    d, n, m = box
    held, _, brain = mark.partition(" ")
    names = {"16": "float16", "32": "float32", "64": "float64"}
    holds = f"{names[held]} holds them" if held in names else "no format up to float64" if held == NONE else "open"
    return f"{quantity} at d = {d}, n = {n}, delta = 1/{m}: {bits} bits, {holds}{', bfloat16 too' if brain else ''}"
