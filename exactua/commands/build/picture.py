"""f beside the network that approximates it, d = 1 and n = 2, as surfaces and as flat maps that need no colour.

The network is constant on the cubes of the grid, so it is drawn as flat steps of width delta: heights in space, and a
map of greys and hatches with levels. Both maps have the same levels.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.commands.build.surface_panels import MOST_BARS, Entry, draw_key, draw_map, draw_space, levels_between
from exactua.errors import InputError
from exactua.printing.pictures import figures
from exactua.printing.pictures.figures import LARGEST, require_drawable

SAMPLES: Final = 32
WIDTH: Final = 8.2
ENTRY_HEIGHT: Final = 6.9
MOST_TITLE_LINES: Final = 3

Cube = tuple[int, int]


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
