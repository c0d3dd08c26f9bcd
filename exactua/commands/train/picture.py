"""Training accuracy by epoch, one line a number of layers, beside how many numbers were trained and theory asks for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from exactua.commands.train.labelled_tokens import TrainingSet
from exactua.commands.train.work import Checked, Theory
from exactua.errors import InputError
from exactua.printing.pictures import figures

STYLES: Final[tuple[tuple[str | tuple[int, tuple[float, ...]], str, str], ...]] = (
    ("-", "#0072B2", "o"),
    ((0, (5, 2)), "#D55E00", "s"),
    ((0, (1, 1.2)), "#009E73", "^"),
    ((0, (6, 1.5, 1, 1.5)), "#9C4F7E", "D"),
    ((0, (3, 1, 1, 1, 1, 1)), "#000000", "P"),
)
"""Dashes, colour and marker: 1, 3 and 6 layers are solid, dashed and dotted as in Figure 1 of the paper."""


def require_lines(layers: Sequence[int]) -> None:
    """Raises InputError for more lines than are told apart."""
    if len(layers) > len(STYLES):
        raise InputError(f"plot: {len(layers)} curves can't be distinguished; at most {len(STYLES)} are drawn")


def draw_training(
    path: Path, given: TrainingSet, theory: Theory, checked: Sequence[Checked], ended: Sequence[str]
) -> None:
    """Draws the runs that came to their end into a .png or .svg file; `ended` are sentences about the others.

    A curve is that of a run whose numbers were finite to the end; a run that diverged has none, and its sentence stands
    below. Raises InputError for more than five runs, and where the file can't be written.
    """
    require_lines([run.trained.layers for run in checked])
    with figures.drawing():
        figure = figures.figure(9.2, 4.0 + 0.22 * len(ended), "constrained")
        curves, counts = figure.subplots(1, 2, width_ratios=(2.1, 1))
        _curves(curves, given, checked)
        _counts(counts, theory, checked)
        figure.suptitle(given.name, fontsize=11)
        if ended:
            figure.supxlabel("\n".join(ended), fontsize=8)
        figures.save(figure, path, f"Training accuracy of rank-1 Transformers, {given.name}")


def _curves(axes: Any, given: TrainingSet, checked: Sequence[Checked]) -> None:
    total = given.total
    for (dashes, colour, _), run in zip(STYLES, checked, strict=False):
        correct = run.trained.correct
        name = f"{run.trained.layers} layer{'' if run.trained.layers == 1 else 's'}"
        shares = [100 * right / total for right in correct]
        axes.plot(range(1, len(correct) + 1), shares, linestyle=dashes, color=colour, linewidth=1.3, label=name)
    axes.axhline(100 * given.best_by_token / total, color="0.5", linewidth=0.9, zorder=1)
    axes.annotate(
        "best classifier of the token alone",
        xy=(1, 100 * given.best_by_token / total),
        xycoords=axes.get_yaxis_transform(),
        xytext=(-4, -4),
        textcoords="offset points",
        ha="right",
        va="top",
        fontsize=8,
        color="0.35",
    )
    axes.set_ylim(top=101)
    axes.set_xlabel("epoch")
    axes.set_ylabel("right on the training set, percent")
    if checked:
        axes.legend(frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(1, 0.06))
    _plain(axes)


def _counts(axes: Any, theory: Theory, checked: Sequence[Checked]) -> None:
    rows = [
        (f"trained, {run.trained.layers} layer{'' if run.trained.layers == 1 else 's'}",
         run.trained.weights.parameters, colour, marker)
        for (_, colour, marker), run in zip(STYLES, checked, strict=False)
    ]  # fmt: skip
    if theory.fails is None:
        if theory.built is not None:
            rows.append(("built, 1 layer", theory.built.built, "black", "*"))
        rows.append(("Corollary 1, 1 layer", theory.printed, "black", "X"))
    for place, (_, count, colour, marker) in enumerate(rows):
        axes.plot([count], [place], linestyle="", marker=marker, color=colour, markersize=7)
        axes.annotate(f"{count:,}", (count, place), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=8)
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows], fontsize=9)
    axes.set_ylim(len(rows) - 0.5, -0.7)
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.margins(x=0.25)
    axes.set_xlabel("numbers")
    _plain(axes)


def _plain(axes: Any) -> None:
    axes.grid(color="0.92", linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
