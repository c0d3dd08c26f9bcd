"""What was measured, as Markdown that reads well in a terminal too, and the page of the docs that has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from contest import GROWTH, Group, place
from figures import Figure, Results, slope
from measuring import Measured

BEGIN: Final = "<!-- measured: begin -->"
END: Final = "<!-- measured: end -->"
LINES: Final = {
    "compiled|statement": "exactua, compiled",
    "loops|compiled": "its loops alone",
    "runs|statement": "exactua, affine runs",
    "loop|128|8.2": "C, 128 bits",
}


def lines(
    facts: Mapping[str, str], groups: Sequence[tuple[Group, Sequence[Measured]]], figures: Sequence[Figure]
) -> Iterator[str]:
    """All tables: the figures with their bounds first, then everything that was measured."""
    yield f"{datetime.now(UTC).date().isoformat()}: {machine_words(facts)}."
    yield ""
    yield from figure_table(figures)
    for group, measured in groups:
        yield ""
        yield f"### {group.title}"
        yield ""
        yield from group_table(measured)
    results = Results([measurement for _, measured in groups for measurement in measured])
    for words, boxes in (("all boxes", GROWTH), (f"from {place(GROWTH[3])} on", GROWTH[3:])):
        slopes = [(line, slope(results, name, boxes)) for name, line in LINES.items()]
        shown = [f"{line} {exponent:.2f}" for line, exponent in slopes if exponent is not None]
        if shown:
            yield ""
            yield f"Slope of log seconds over log orbits, d = 2, n = 3, {words} (1 is linear): {', '.join(shown)}."


def machine_words(facts: Mapping[str, str]) -> str:
    """The machine in words."""
    cores = facts["cores"]
    rest = ", ".join(f"{name} {value}" for name, value in facts.items() if name not in ("cores", "processor", "system"))
    return f"{cores} core{'s' if cores != '1' else ''} ({facts['processor']}), {facts['system']}, {rest}"


def figure_table(figures: Sequence[Figure]) -> Iterator[str]:
    """The figures: measured, bound, kept or MISSED."""
    yield "| figure | measured | target | met |"
    yield "|---|---|---|---|"
    for figure in figures:
        value = figure.absent if figure.value is None else f"{short(figure.value)}{figure.unit}"
        relation = "<=" if figure.at_most else ">="
        yield f"| {figure.words} | {value} | {relation} {figure.bound:,.6g}{figure.unit} | {said(figure.met)} |"


def said(met: bool | None) -> str:
    """Whether a bound is kept, in a word."""
    return {True: "yes", False: "MISSED", None: "not counted"}[met]


def group_table(measured: Sequence[Measured]) -> Iterator[str]:
    """One line a contestant: seconds, nanoseconds an orbit, peak memory, what it said."""
    with_ns = any(measurement.contestant.orbits for measurement in measured)
    head = ["what", "median (min-max)", *(["ns an orbit"] if with_ns else []), "peak memory", "remarks"]
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for measurement in measured:
        cells = [measurement.contestant.words]
        if measurement.seconds:
            ns = measurement.ns
            cells.append(spread(measurement.seconds))
            cells += [short(median(ns)) if ns else ""] if with_ns else []
            cells += [f"{measurement.peak_mb:.3g} MB" if measurement.peak_mb else "", remarks(measurement)]
        else:
            cells += ["-", *(["-"] if with_ns else []), "-", measurement.absent or "not measured"]
        yield f"| {' | '.join(cells)} |"


def remarks(measurement: Measured) -> str:
    """What the contestant said beside its seconds."""
    facts, parts = measurement.found, []
    if facts.get("engine"):
        parts.append(str(facts["engine"]))
    if facts.get("replay"):
        parts.append(f"without {duration(facts['replay'])} of replay")
    if facts.get("answer"):
        parts.append(str(facts["answer"]))
    if facts.get("sampled"):
        parts.append(f"extrapolated from {facts['sampled']:,}")
    if "wrong" in facts:
        parts.append(f"a wrong number at {facts['wrong']:,} of {facts['sampled']:,} orbits of Category 1")
    if "forms" in facts:
        parts.append(f"{facts['families']:,} families, {facts['forms']:,} forms")
    if "layers" in facts:
        parts.append(f"{facts['layers']:,} layers, {facts['points']:,} points")
    return "; ".join(parts)


def spread(seconds: Sequence[float]) -> str:
    """Median, least and greatest, in a unit that suits them."""
    unit, factor = unit_of(median(seconds))
    shown = [short(value * factor) for value in (median(seconds), min(seconds), max(seconds))]
    return f"{shown[0]} ({shown[1]}-{shown[2]}) {unit}"


def duration(seconds: float) -> str:
    """A number of seconds in a unit that suits it."""
    unit, factor = unit_of(seconds)
    return f"{short(seconds * factor)} {unit}"


def unit_of(seconds: float) -> tuple[str, float]:
    """s, ms or us, and how many of them a second has."""
    return ("s", 1.0) if seconds >= 1 else ("ms", 1e3) if seconds >= 1e-3 else ("us", 1e6)


def short(value: float) -> str:
    """Three digits, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def into(path: Path, text: str, picture: str | None) -> None:
    """Puts the tables between the markers of a page; a page without them, or none, becomes one of tables alone."""
    image = [f"![nanoseconds an orbit and peak memory over the number of orbits]({picture})", ""] if picture else []
    block = "\n".join([BEGIN, "", *image, text, "", END])
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    start, stop = before.find(BEGIN), before.find(END)
    marked = 0 <= start < stop
    path.write_text(
        before[:start] + block + before[stop + len(END) :] if marked else f"# Benchmarks\n\n{block}\n", encoding="utf-8"
    )
