"""Nanoseconds an orbit and peak memory over the number of orbits, as a picture (.svg or .png)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

from contest import GROWTH, key, orbits
from figures import Results

LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "fractions.Fraction": ("literal", "Fraction"),
    "flint.fmpq_mat": ("literal", "fmpq_mat"),
    "gmpy2.mpq": ("literal", "mpq"),
    "float64, softmax (inexact)": ("softmax",),
    "exactua without a compiler": ("vectors", "statement"),
    "exactua, compiled": ("compiled", "statement"),
    "exactua, compiled, its loops alone": ("loops", "compiled"),
    "C, 128 bits": ("loop", "128", "8.2"),
    "exactua, affine runs": ("runs", "statement"),
}


def draw(results: Results, path: Path) -> None:
    """Draws the picture; the same numbers give the same bytes with the same matplotlib."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "exactua", "font.size": 8.5, "font.family": "DejaVu Sans"}):
        sheet = Figure(figsize=(9.2, 4.2), layout="constrained")
        times, memory = sheet.subplots(1, 2, width_ratios=(3, 2))
        for number, (words, name) in enumerate(LINES.items()):
            measured = [(box, results.by_key.get(key(*name, box))) for box in GROWTH]
            points = [
                (orbits(box), measurement)
                for box, measurement in measured
                if measurement is not None and measurement.ns
            ]
            if not points:
                continue
            style = _style(number, words)
            times.plot(
                [x for x, _ in points],
                [median(measurement.ns or ()) for _, measurement in points],
                label=words,
                **style,
            )
            if any(measurement.peak_mb for _, measurement in points):
                memory.plot([x for x, _ in points], [measurement.peak_mb for _, measurement in points], **style)
        for axes, label in ((times, "ns an orbit"), (memory, "peak memory of the process, MB")):
            axes.set(xscale="log", yscale="log", xlabel="orbits of Lemma 8 at d = 2, n = 3", ylabel=label)
            axes.grid(color="0.9", linewidth=0.6)
            axes.spines[["top", "right"]].set_visible(False)
        sheet.legend(loc="outside lower center", ncols=4, frameon=False)
        metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {}
        sheet.savefig(path, metadata=metadata)


def _style(number: int, words: str) -> dict[str, Any]:
    ours = words.startswith("exactua")
    return {
        "color": f"C{number}",
        "marker": "osD^vPX*p"[number],
        "markersize": 4,
        "linewidth": 1.6 if ours else 0.9,
        "linestyle": "-" if ours else "--",
    }
