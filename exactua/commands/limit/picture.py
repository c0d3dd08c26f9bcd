"""The error of softmax against lambda, both on logarithmic axes: certified, enclosed, and measured in each format.

A format has its own marker and dashes, a backend its own filling and size, walls and lambdas have words, so no colour
is needed. Errors below the axis, 0 among them, are marked on its lower edge, NaN and infinite outputs on the upper.
What is certified is drawn as stairs, as it holds for all greater factors; between the marks of the other curves errors
fall like exp(-c lambda), so that no curve crosses the tolerance where none of the errors does.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.float_formats import BY_NAME
from exactua.arithmetic.rationals import Rational
from exactua.printing.pictures import figures

LOWEST: Final = -18
"""Powers of 10 between which errors are drawn."""
HIGHEST: Final = 30
WIDTH: Final = 7.6
HEIGHT: Final = 5.4
LABEL: Final = 0.042
"""The height of a label, as a part of the axis."""
PIECES: Final = 24
"""Of a curve from one mark to the next."""
STYLES: Final = {name: style for style, name in enumerate(BY_NAME)}
FURTHER: Final = (("v", (0, (2, 1))), ("X", (0, (8, 2))), ("*", (0, (1, 2.5))))
"""Marker and dashes of the formats for which there is no style of a column."""


@dataclass(frozen=True)
class Curve:
    """Errors by lambda, both exact; None where an output is NaN or infinite."""

    name: str
    points: tuple[tuple[Rational, Rational | None], ...]
    kind: str
    """"certified", "enclosed", or the format that it is measured in."""
    number: int = 0
    """Which of the backends it is, from 0."""


@dataclass(frozen=True)
class Picture:
    """What is drawn: curves, horizontal walls (a format, an error; None: overflow), vertical lines (a name, lambda)."""

    title: str
    curves: tuple[Curve, ...]
    walls: tuple[tuple[str, Rational | None], ...]
    lambdas: tuple[tuple[str, Rational], ...]
    tolerance: Rational


def draw(picture: Picture, path: Path) -> None:
    """Draws into a .png or .svg file; the same picture gives the same bytes with the same matplotlib.

    Raises InputError where the file can't be written.
    """
    with figures.drawing():
        figure = figures.figure(WIDTH, HEIGHT, "constrained")
        axes = figure.subplots()
        low, high = _limits(picture)
        axes.set_ylim(low, high)
        for order, curve in enumerate(picture.curves):
            _draw_curve(axes, curve, order)
        _horizontals(axes, picture, low, high)
        for name, factor in picture.lambdas:
            _vertical(axes, name, factor)
        _edges(axes, picture, low, high)
        _finish(axes, picture, low, high)
        figures.save(figure, path, picture.title)


def power_of_10(value: Rational) -> float:
    """log10 of a number > 0 of any size."""
    exact = mpq(value)
    return math.log10(int(exact.numerator)) - math.log10(int(exact.denominator))


def _limits(picture: Picture) -> tuple[float, float]:
    """The powers of 10 that the axis of errors goes from and to."""
    errors = [error for curve in picture.curves if curve.kind != "certified" for _, error in curve.points if error]
    errors += [wall for _, wall in picture.walls if wall]
    powers = [power_of_10(error) for error in (*errors, picture.tolerance)]
    return max(min(powers) - 1, LOWEST), min(max(powers) + 2, HIGHEST)


def _draw_curve(axes: Any, curve: Curve, order: int) -> None:
    stairs: dict[str, Any] = {"drawstyle": "steps-post"} if curve.kind == "certified" else {"markevery": PIECES}
    marks = [(power_of_10(factor), power_of_10(error) if error else math.nan) for factor, error in curve.points]
    xs, ys = zip(*(marks if curve.kind == "certified" else joined(marks)), strict=True)
    axes.plot(xs, ys, label=curve.name, zorder=3 + order, **stairs, **_style(curve))


def joined(marks: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Powers of 10 of factors and errors, with PIECES - 1 between two marks: the error is A exp(-c factor) there."""
    curve = list(marks[:1])
    for (x, y), (after, last) in itertools.pairwise(marks):
        steps = [k * (after - x) / PIECES for k in range(1, PIECES)]
        slope = (last - y) / (10 ** (after - x) - 1) if after > x else 0.0
        curve += [(x + step, y + slope * (10**step - 1)) for step in steps]
        curve.append((after, last))
    return curve


def _style(curve: Curve) -> dict[str, Any]:
    if curve.kind == "certified":
        return {"color": "0.55", "linewidth": 3.2, "linestyle": "-", "marker": "|", "markersize": 11}
    if curve.kind == "enclosed":
        return {"color": "black", "linewidth": 1.0, "linestyle": "-", "marker": ".", "markersize": 5}
    style = STYLES[curve.kind]
    own = style % len(figures.COLUMN_STYLES)
    look = figures.marker(own, 5.5 + 3 * curve.number) | figures.line(own)
    if style != own:
        look["marker"], look["linestyle"] = FURTHER[own]
    face = look["color"] if curve.number == 0 else "none"
    return look | {"markerfacecolor": face, "linewidth": 1.2}


def _horizontals(axes: Any, picture: Picture, low: float, high: float) -> None:
    """The tolerance and the walls that are not 0, each with its name; those that are 0 are named below."""
    named: dict[Rational, list[str]] = {}
    for name, error in picture.walls:
        if error:
            named.setdefault(error, []).append(name)
    lines = [(f"wall of {', '.join(names)}", error) for error, names in named.items()]
    lines = sorted([*lines, ("tolerance", picture.tolerance)], key=lambda line: line[1])
    lines = [(name, error) for name, error in lines if power_of_10(error) > low]
    heights = [(power_of_10(error) - low) / (high - low) for _, error in lines]
    places = figures.apart([height + LABEL / 2 for height in heights], LABEL, 0, 1)
    for (name, error), place in zip(lines, places, strict=True):
        dashes: Any = "-" if name == "tolerance" else (0, (6, 3))
        axes.axhline(power_of_10(error), color="0.25", linewidth=0.9, linestyle=dashes, zorder=2)
        _words(axes, name, (0.01, place))


def _vertical(axes: Any, name: str, factor: Rational) -> None:
    x = power_of_10(factor)
    axes.axvline(x, color="0.25", linewidth=0.9, linestyle=(0, (1, 2)), zorder=2)
    left = name.startswith("fails")
    axes.annotate(name, xy=(x, 0.06), xycoords=axes.get_xaxis_transform(), xytext=(-3 if left else 3, 0),
                  textcoords="offset points", rotation=90, ha="right" if left else "left", va="bottom", fontsize=8,
                  zorder=30, bbox=_white())  # fmt: skip


def _edges(axes: Any, picture: Picture, low: float, high: float) -> None:
    """What is not on the axis: marks on its edges, and which curves they are of."""
    measured = [curve for curve in picture.curves if curve.kind in STYLES]
    seen = [(factor, error, curve.name) for curve in measured for factor, error in curve.points]
    below = [(factor, name) for factor, error, name in seen if error is not None and _tiny(error, low)]
    lost = [(factor, name) for factor, error, name in seen if error is None]
    for outside, shape, y in ((below, "v", low), (lost, "x", high)):
        for factor in dict.fromkeys(factor for factor, _ in outside):
            axes.plot([power_of_10(factor)], [y], linestyle="", marker=shape, markersize=8, markeredgewidth=1.8,
                      color="black", clip_on=False, zorder=31)  # fmt: skip
    if lost:
        _words(axes, f"✕ NaN or inf: {_names(name for _, name in lost)}", (0.01, 1 - LABEL))
    held = [name for name, error in picture.walls if error == 0]
    overflown = [name for name, error in picture.walls if error is None]
    if overflown:
        height = 1 - (2 if lost else 1) * LABEL
        _words(axes, f"exact outputs overflow in {', '.join(overflown)}", (0.99, height), "right")
    if below:
        tiny = any(error and _tiny(error, low) for _, error, _ in seen)
        limit = f"0 or below $10^{{{math.floor(low)}}}$" if tiny else "0"
        _words(axes, f"▼ {limit}: {_names(name for _, name in below)}", (0.99, LABEL * 0.8), "right")
    if held:
        _words(axes, f"wall of {', '.join(held)}: none", (0.01, LABEL * (1.8 if below else 0.8)))


def _names(names: Iterable[str]) -> str:
    """Formats with their backends: float32 (numpy, torch), float64 (numpy)."""
    by_format: dict[str, dict[str, None]] = {}
    for name in names:
        form, _, backend = name.removeprefix("measured: ").partition(" ")
        by_format.setdefault(form, {})[backend.strip("()")] = None
    return ", ".join(f"{form} ({', '.join(backends)})" for form, backends in by_format.items())


def _tiny(error: Rational, low: float) -> bool:
    return error == 0 or power_of_10(error) < low


def _words(axes: Any, words: str, place: tuple[float, float], side: str = "left") -> None:
    axes.annotate(words, xy=place, xycoords="axes fraction", ha=side, va="center", fontsize=8, zorder=30, bbox=_white())


def _white() -> dict[str, Any]:
    return {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}


def _finish(axes: Any, picture: Picture, low: float, high: float) -> None:
    xs = [power_of_10(factor) for curve in picture.curves for factor, _ in curve.points]
    xs += [power_of_10(factor) for _, factor in picture.lambdas]
    room = max((max(xs) - min(xs)) / 25, 0.1)
    axes.set_xlim(min(xs) - room, max(xs) + room)
    axes.set_xticks(_powers(min(xs), max(xs)), [_written(k) for k in _powers(min(xs), max(xs))])
    axes.set_yticks(_powers(low, high), [_written(k) for k in _powers(low, high)])
    axes.set_xlabel("factor λ of the scores")
    axes.set_ylabel("greatest |softmax network − exact hardmax network|")
    axes.grid(color="0.93", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_title(picture.title.replace("delta", "δ"), fontsize=10, pad=16)
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2, frameon=False, handlelength=5)


def _powers(low: float, high: float) -> Sequence[int]:
    whole = range(math.ceil(low - 1 / 1000), math.floor(high + 1 / 1000) + 1)
    return whole[:: max(1, len(whole) // 9)]


def _written(power: int) -> str:
    return f"$10^{{{power}}}$"
