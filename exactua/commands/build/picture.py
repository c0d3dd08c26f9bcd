"""f beside the network that approximates it, d = 1 and n = 2, as surfaces and as flat maps that need no colour.

The network is constant on the cubes of the grid, so it is drawn as flat steps of width delta: heights in space, and a
map of greys and hatches with levels. Both maps have the same levels.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import floor
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.errors import InputError
from exactua.printing.pictures import figures
from exactua.printing.pictures.figures import LARGEST, grouped, label, require_drawable, rounded

SAMPLES: Final = 32
WIDTH: Final = 8.2
ENTRY_HEIGHT: Final = 6.9
MOST_TITLE_LINES: Final = 3
Cube = tuple[int, int]
MOST_BARS: Final = 64
MOST_LABELLED: Final = 8
MOST_CHARACTERS: Final = 50
LEVELS: Final = 6
NARROWEST: Final = 10**9
"""What varies less than this part of itself is drawn as constant: floating point has no levels between."""
HATCHES: Final = ("", "..", "//", "xx", "\\\\\\\\", "++++", "OO")
VIEW: Final = (28, -125)


def draw_surface(
    path: Path,
    title: str,
    m: int,
    f_values: Callable[[Matrix], Matrix],
    network_values: Mapping[Cube, Matrix],
    distances: str = "",
) -> None:
    """Draws f: [0, 1]^(1 x 2) -> R^(1 x 2) beside its network into a .png or .svg file.

    `f_values` is f, exact on exact rationals; `network_values` has for each cube (a, b), a and b from 0 to m - 1, the
    1 x 2 matrix that the network takes on [a/m, (a+1)/m) x [b/m, (b+1)/m). `distances` is a line below the title. The
    second entry is drawn too, unless it is the mirror image of the first at every point drawn, as permutation
    equivariance says. Steps of less than 1/64 are a map alone. Raises InputError for a cube that is missing, a wrong
    shape, values of more than 300 digits, and where the file can't be written.
    """
    require_drawable(path)
    entries = _entries(m, f_values, network_values)
    first, second = entries
    mirrored = all(
        second.sampled[b][a] == value for a, row in enumerate(first.sampled) for b, value in enumerate(row)
    ) and all(second.steps[b][a] == value for a, row in enumerate(first.steps) for b, value in enumerate(row))
    shown = entries[:1] if mirrored else entries
    heads = _wrapped(title, 11, MOST_TITLE_LINES)
    lines = _wrapped(distances, 8.5, MOST_TITLE_LINES)
    with figures.drawing():
        above = 0.35 + 0.24 * len(heads) + 0.2 * len(lines)
        height = above + ENTRY_HEIGHT * len(shown) + 0.3
        figure, exact = figures.figure(WIDTH, height), dict[str, str]()
        for k, text in enumerate(heads):
            figure.text(0.04, 1 - (0.3 + 0.24 * k) / height, text, fontsize=11, va="center")
        for k, text in enumerate(lines):
            y = 1 - (0.32 + 0.24 * len(heads) + 0.2 * k) / height
            figure.text(0.04, y, text, fontsize=8.5, va="center")
        if mirrored:
            note = "entry 2 is the mirror image of entry 1: x₁ and x₂ change places"
            figure.text(0.04, 0.15 / height, note, fontsize=8, va="center", color="0.3")
        for k, entry in enumerate(shown):
            _draw_entry(figure, entry, m, height - above - ENTRY_HEIGHT * k, exact)
        figures.save(figure, path, f"{title} {distances}".strip(), exact)


def _wrapped(text: str, size: float, most: int) -> list[str]:
    """The text in lines as wide as the picture; what needs more lines than `most` ends with dots."""
    return textwrap.wrap(text, int(WIDTH * 0.92 * 72 / (0.61 * size)), max_lines=most, placeholder=" ...")


def _entries(
    m: int, f_values: Callable[[Matrix], Matrix], network_values: Mapping[Cube, Matrix]
) -> tuple[Entry, Entry]:
    count = m * -(-SAMPLES // m) if m <= MOST_BARS else MOST_BARS
    missing = next((cube for cube in product(range(m), repeat=2) if cube not in network_values), None)
    if missing is not None:
        raise InputError(
            f"plot: the network's value on the cube {missing} is missing; give one for each of {m}^2 cubes"
        )
    steps = [[_row(network_values[a, b], f"the network on the cube {(a, b)}") for b in range(m)] for a in range(m)]
    points = [mpq(k, count) for k in range(count + 1)]
    sampled = [[_row(f_values(((x, y),)), f"f at {written(x)} {written(y)}") for y in points] for x in points]
    entries = [
        Entry(
            j + 1,
            tuple(tuple(value[j] for value in row) for row in sampled),
            tuple(tuple(value[j] for value in row) for row in steps),
        )
        for j in range(2)
    ]
    return entries[0], entries[1]


def _row(value: Matrix, what: str) -> tuple[Rational, Rational]:
    if len(value) != 1 or len(value[0]) != 2:
        raise InputError(f"plot: {what} is not a 1 x 2 matrix; surfaces are drawn for d = 1 and n = 2")
    first, second = (mpq(entry) for entry in value[0])
    if max(abs(first), abs(second)) > LARGEST:
        raise InputError(f"plot: {what} has more than 300 digits; take another f")
    return first, second


def _draw_entry(figure: Any, entry: Entry, m: int, top: float, exact: dict[str, str]) -> None:
    """Four panels for one entry, `top` inches above the lower edge: surfaces, maps below them, and their key."""
    width, height = figure.get_figwidth(), figure.get_figheight()
    everything = [value for rows in (entry.sampled, entry.steps) for row in rows for value in row]
    levels = levels_between(min(everything), max(everything))

    def box(left: float, bottom: float, across: float, up: float) -> tuple[float, float, float, float]:
        return left / width, (top + bottom) / height, across / width, up / height

    names = (f"entry {entry.column} of f", f"entry {entry.column} of its network, steps of δ = 1/{m}")
    for k, name in enumerate(names):
        figure.text((0.35 + 3.7 * k) / width, (top - 0.15) / height, name, fontsize=9.5, weight="bold", va="center")
        space = figure.add_axes(box(0.25 + 3.7 * k, -3.45, 3.3, 3.3), projection="3d")
        draw_space(space, entry, m, levels, steps=k == 1)
        flat = figure.add_axes(box(0.6 + 3.7 * k, -6.55, 2.85, 2.85))
        draw_map(flat, entry, m, levels, exact, steps=k == 1)
    draw_key(figure.add_axes(box(7.35, -6.2, 0.2, 2.2)), levels)


@dataclass(frozen=True)
class Entry:
    """Entry (1, column) of f at the points k/N of the square and of the network on each cube; exact."""

    column: int
    sampled: tuple[tuple[Rational, ...], ...]
    """[a][b] is the value at x_1 = a/N, x_2 = b/N, for a and b from 0 to N."""
    steps: tuple[tuple[Rational, ...], ...]
    """[a][b] is the value on [a/m, (a+1)/m) x [b/m, (b+1)/m)."""


def levels_between(low: Rational, high: Rational) -> list[Rational]:
    """Round levels, 1, 2 or 5 times a power of ten apart, around all from `low` to `high`: at most seven bands."""
    largest = max(abs(low), abs(high))
    if (high - low) * NARROWEST <= max(largest, mpq(1, 10**200)):
        low, high = low - max(largest, mpq(1)), high + max(largest, mpq(1))
    unit = mpq(1)
    while high - low <= LEVELS * unit / 10:
        unit /= 10
    while high - low > LEVELS * unit:
        unit *= 10
    step = next(unit / part for part in (5, 2, 1) if high - low <= LEVELS * unit / part)
    levels = [floor(low / step) * step]
    while levels[-1] < high:
        levels.append(levels[-1] + step)
    return levels


def _shade(band: int, count: int) -> str:
    """From nearly white to a middle grey, on which black hatches and text can still be read."""
    return f"{0.97 - 0.5 * band / max(count - 1, 1):.3f}"


def _band(value: Rational, levels: Sequence[Rational]) -> int:
    """The number of the band, which is closed at its upper level (the lowest one at both) as the bands of a map are."""
    return max((k for k, level in enumerate(levels[:-1]) if level < value), default=0)


def draw_space(space: Any, entry: Entry, m: int, levels: Sequence[Rational], steps: bool) -> None:
    """The surface in space: f as a mesh, or the network as bars from the lowest level on; the same axes for both."""
    low, high = float(levels[0]), float(levels[-1])
    if steps and m > MOST_BARS:
        text = f"{m}² steps are too many to show in space"
        space.text2D(0.5, 0.5, text, fontsize=8, ha="center", transform=space.transAxes)
        space.set_axis_off()
    elif steps:
        _bars(space, entry, m, levels)
    else:
        _mesh(space, entry)
    space.view_init(*VIEW)
    space.set(xlim=(0, 1), ylim=(0, 1), zlim=(low, high))
    space.set_xticks([0, 0.5, 1], ["0", "1/2", "1"], fontsize=7)
    space.set_yticks([0, 0.5, 1], ["0", "1/2", "1"], fontsize=7)
    space.set_zticks([float(level) for level in levels], [label(level) for level in levels], fontsize=7)
    space.set_xlabel("x₁", fontsize=8, labelpad=-6)
    space.set_ylabel("x₂", fontsize=8, labelpad=-6)
    space.tick_params(pad=-2)
    space.tick_params(axis="z", pad=1)
    for axis in (space.xaxis, space.yaxis, space.zaxis):
        axis.pane.set_facecolor("white")
        axis._axinfo["grid"].update(color="0.85", linewidth=0.5)


def _mesh(space: Any, entry: Entry) -> None:
    import numpy

    count = len(entry.sampled) - 1
    across, up = numpy.mgrid[0 : count + 1, 0 : count + 1] / count
    heights = numpy.array([[float(value) for value in row] for row in entry.sampled])
    stride = max(1, count // 16)
    style: dict[str, Any] = {"color": "0.93", "edgecolor": "0.25", "linewidth": 0.4, "shade": False}
    space.plot_surface(across, up, heights, rstride=stride, cstride=stride, **style)


def _bars(space: Any, entry: Entry, m: int, levels: Sequence[Rational]) -> None:
    cubes = list(product(range(m), repeat=2))
    low, values = float(levels[0]), [entry.steps[a][b] for a, b in cubes]
    space.bar3d(
        [a / m for a, _ in cubes],
        [b / m for _, b in cubes],
        [low] * len(cubes),
        1 / m,
        1 / m,
        [float(value) - low for value in values],
        color=[_shade(_band(value, levels), len(levels) - 1) for value in values],
        edgecolor="0.25",
        linewidth=0.4 if m <= 16 else 0.2,
        shade=False,
    )


def draw_map(flat: Any, entry: Entry, m: int, levels: Sequence[Rational], exact: dict[str, str], steps: bool) -> None:
    """The map: a grey and a hatch for each level, with lines between them for f, cubes with values for the network."""
    flat.set_aspect("equal")
    if steps and m > MOST_BARS:
        shades = [[float(_shade(_band(row[b], levels), len(levels) - 1)) for row in entry.steps] for b in range(m)]
        flat.imshow(shades, cmap="gray", vmin=0, vmax=1, origin="lower", extent=(0, 1, 0, 1), interpolation="nearest")
    elif steps:
        _cubes(flat, entry, m, levels, exact)
    else:
        _contours(flat, entry, levels)
    flat.set(xlim=(0, 1), ylim=(0, 1))
    labelled = [k for k in range(m + 1) if m <= MOST_LABELLED or k in (0, m) or 2 * k == m]
    places = [label(mpq(k, m)) for k in labelled]
    flat.set_xticks([k / m for k in labelled], places, fontsize=7)
    flat.set_yticks([k / m for k in labelled], places, fontsize=7)
    flat.set_xlabel("x₁", fontsize=8, labelpad=1)
    flat.set_ylabel("x₂", fontsize=8, labelpad=1)


def _contours(flat: Any, entry: Entry, levels: Sequence[Rational]) -> None:
    """Greys and hatches between levels, and a labelled line at each level that f crosses."""
    count, bands = len(entry.sampled) - 1, len(levels) - 1
    ticks = [k / count for k in range(count + 1)]
    heights = [[float(row[b]) for row in entry.sampled] for b in range(count + 1)]
    shades, hatches = [_shade(k, bands) for k in range(bands)], list(HATCHES[:bands])
    flat.contourf(ticks, ticks, heights, levels=[float(level) for level in levels], colors=shades, hatches=hatches)
    crossed = [level for level in levels if min(map(min, entry.sampled)) < level < max(map(max, entry.sampled))]
    if not crossed:
        return
    lines = flat.contour(ticks, ticks, heights, levels=[float(level) for level in crossed], colors="black")
    lines.set(linewidth=0.6, linestyle="-")
    names = {float(level): grouped(level) for level in crossed}
    for text in flat.clabel(lines, fmt=names, fontsize=6.5):
        text.set_bbox({"boxstyle": "square,pad=0.08", "facecolor": "white", "edgecolor": "none"})


def _cubes(flat: Any, entry: Entry, m: int, levels: Sequence[Rational], exact: dict[str, str]) -> None:
    """A square for each cube, with its value where there is room: exact, or all rounded if one is too long."""
    from matplotlib.patches import Rectangle

    bands, cubes = len(levels) - 1, list(product(range(m), repeat=2))
    room = MOST_CHARACTERS // m
    fit = all(len(grouped(entry.steps[a][b])) <= room for a, b in cubes)
    box = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none"}
    for a, b in cubes:
        value, name = entry.steps[a][b], f"entry-{entry.column}-cube-{a}-{b}"
        band = _band(value, levels)
        style: dict[str, Any] = {
            "facecolor": _shade(band, bands),
            "edgecolor": "0.35",
            "linewidth": 0.4,
            "hatch": HATCHES[band],
        }
        flat.add_patch(Rectangle((a / m, b / m), 1 / m, 1 / m, gid=name, **style))
        sides = (f"[{written(mpq(k, m))}, {written(mpq(k + 1, m))})" for k in (a, b))
        exact[name] = f"{written(value)} on {' x '.join(sides)}"
        if m <= MOST_LABELLED:
            text = grouped(value) if fit or len(grouped(value)) <= 2 else rounded(value, 2)
            text = text if fit or len(text) <= room else rounded(value, 1)
            middle = ((2 * a + 1) / (2 * m), (2 * b + 1) / (2 * m))
            size = 7.5 if m <= 4 else 6.5
            flat.text(*middle, text, ha="center", va="center", fontsize=size, bbox=box, gid=f"{name}-value")
            exact[f"{name}-value"] = written(value)
    if m <= MOST_LABELLED and not fit:
        flat.set_title("values rounded", fontsize=7, color="0.3", loc="right", pad=3)


def draw_key(axes: Any, levels: Sequence[Rational]) -> None:
    """What greys and hatches mean."""
    from matplotlib.patches import Rectangle

    bands = len(levels) - 1
    for k in range(bands):
        axes.add_patch(
            Rectangle((0, k), 1, 1, facecolor=_shade(k, bands), edgecolor="black", linewidth=0.5, hatch=HATCHES[k])
        )
    axes.set(xlim=(0, 1), ylim=(0, bands))
    axes.set_xticks([])
    axes.yaxis.tick_right()
    axes.set_yticks(range(bands + 1), [label(level) for level in levels], fontsize=7)
