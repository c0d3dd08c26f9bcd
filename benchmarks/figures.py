"""The figures that exactua is held to: each a number of this run, or a ratio of two, with its bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from statistics import median
from typing import Any

from contest import IN_RUNS, WORKERS, Box, key, orbits, place, sets
from measuring import Measured


class NotMeasured(Exception):
    """A figure needs something that is not there."""


@dataclass(frozen=True)
class Figure:
    """One number and its bound; `value` is None where something that it needs is not there, as `absent` says."""

    words: str
    value: float | None
    unit: str
    bound: float
    at_most: bool
    absent: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the bound is kept; None where there is nothing to judge."""
        if self.value is None:
            return None
        return self.value <= self.bound if self.at_most else self.value >= self.bound


class Results:
    """Everything measured in a run, by key."""

    def __init__(self, measured: Sequence[Measured]) -> None:
        self.by_key: Mapping[str, Measured] = {measurement.contestant.key: measurement for measurement in measured}

    def __getitem__(self, key: str) -> Measured:
        """What was measured under this key. Raises NotMeasured."""
        measurement = self.by_key.get(key)
        if measurement is None:
            raise NotMeasured("not measured in this run")
        if not measurement.seconds:
            raise NotMeasured(measurement.absent or "not measured in this run")
        return measurement

    def ns(self, key: str) -> float:
        """Nanoseconds an orbit, the median. Raises NotMeasured."""
        ns = self[key].ns
        assert ns is not None
        return median(ns)

    def ms(self, key: str) -> float:
        """Milliseconds, the median. Raises NotMeasured."""
        return 1000 * self[key].median

    def ratio(self, slow: str, fast: str) -> float:
        """How many times longer the first takes: medians of one run. Raises NotMeasured."""
        return self[slow].median / self[fast].median

    def engine(self, key: str) -> str:
        """What decided, as the run says. Raises NotMeasured."""
        return str(self[key].found.get("engine", ""))


LARGE: tuple[Box, ...] = ((2, 3, 8), (2, 3, 12), (2, 3, 16), (2, 3, 24), (2, 3, 32))
STATEMENT = "statement"


def figures(results: Results) -> list[Figure]:
    """All of them."""
    return [*_compiled(results), *_against(results), *_flat(results), *_beyond(results), *_others(results)]


def _figure(words: str, value: Callable[[], float], unit: str, bound: float, at_most: bool) -> Figure:
    try:
        return Figure(words, value(), unit, bound, at_most)
    except NotMeasured as reason:
        return Figure(words, None, unit, bound, at_most, str(reason))


def _compiled(results: Results) -> Iterator[Figure]:
    for box in LARGE:
        name = key("compiled", STATEMENT, box)
        wide = name in results.by_key and two_limbs(str(results.by_key[name].found.get("engine", "")))
        words = f"statement steps of Lemma 8 at {place(box)}, compiled, {'two limbs' if wide else '64 bits'}"
        yield _figure(words, partial(results.ns, name), " ns an orbit", 25 if wide else 15, True)
    for box in LARGE[0], LARGE[2]:
        name = key("loops", "compiled", box)
        words = f"statement steps at {place(box)}, compiled, the loops alone"
        yield _figure(words, partial(results.ns, name), " ns an orbit", 15, True)
        name = key("compiled", "all", box)
        yield _figure(
            f"all proof lines on at {place(box)}, compiled", partial(results.ns, name), " ns an orbit", 100, True
        )


def two_limbs(engine: str) -> bool:
    """Whether some step was decided with more than 64 bits."""
    return "128" in engine or "limbs" in engine


def _against(results: Results) -> Iterator[Figure]:
    def times(words: str, slow: str, fast: str, bound: float) -> Figure:
        return _figure(words, partial(results.ratio, slow, fast), "x", bound, False)

    for box, bound in (((2, 3, 8), 3e5), ((2, 3, 16), 1.5e6)):
        yield times(
            f"statement steps at {place(box)}, compiled, over Fraction",
            key("literal", "Fraction", box), key("compiled", STATEMENT, box), bound,
        )  # fmt: skip
        yield times(
            f"statement steps at {place(box)}, compiled, the loops alone, over Fraction",
            key("literal", "Fraction", box), key("loops", "compiled", box), bound,
        )  # fmt: skip
    yield times(
        "statement steps at (2, 3, 1/8) without a compiler, over Fraction",
        key("literal", "Fraction", (2, 3, 8)), key("vectors", STATEMENT, (2, 3, 8)), 1e4,
    )  # fmt: skip
    for box in ((2, 3, 8), (2, 3, 16)):
        yield _figure(
            f"statement steps at {place(box)}, compiled, the loops alone, over the loop in C, 64 bits",
            partial(results.ratio, key("loops", "compiled", box), key("loop", 64, "8.2", box)), "x", 3, True,
        )  # fmt: skip
    for box, bits in (((2, 3, 8), 64), ((2, 3, 16), 64), ((2, 3, 32), 128)):
        yield _figure(
            f"statement steps at {place(box)}, compiled, over the loop in C, {bits} bits",
            partial(results.ratio, key("compiled", STATEMENT, box), key("loop", bits, "8.2", box)),
            "x", 3, True,
        )  # fmt: skip


def _flat(results: Results) -> Iterator[Figure]:
    yield _figure(
        "flat: ns an orbit at (2, 3, 1/16) over (2, 3, 1/8)",
        lambda: results.ns(key("compiled", STATEMENT, (2, 3, 16))) / results.ns(key("compiled", STATEMENT, (2, 3, 8))),
        "x", 1.5, True,
    )  # fmt: skip
    yield _figure(
        "flat: ns an orbit at (2, 3, 1/16) over (2, 3, 1/8), the loops alone",
        lambda: results.ns(key("loops", "compiled", (2, 3, 16))) / results.ns(key("loops", "compiled", (2, 3, 8))),
        "x", 1.5, True,
    )  # fmt: skip
    yield _figure(
        "flat: the largest of ns an orbit over a smaller box, with the same words, from (2, 3, 1/16) to (2, 3, 1/32)",
        lambda: _steepest(results), "x", 1.5, True,
    )  # fmt: skip
    yield _figure(
        "peak memory at (2, 3, 1/32) over (2, 3, 1/8), Property 8.2 included",
        lambda: (
            results[key("compiled", STATEMENT, (2, 3, 32))].peak_mb
            / results[key("compiled", STATEMENT, (2, 3, 8))].peak_mb
        ),
        "x", 1.25, True,
    )  # fmt: skip
    yield _figure(
        "peak memory at (2, 3, 1/8), without a compiler",
        lambda: results[key("vectors", STATEMENT, (2, 3, 8))].peak_mb, " MB", 300, True,
    )  # fmt: skip


def _steepest(results: Results) -> float:
    names = [key("compiled", STATEMENT, box) for box in LARGE[2:]]
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if results.engine(a) == results.engine(b)]
    if not pairs:
        raise NotMeasured("no two of these boxes were decided in words of one width")
    return max(results.ns(b) / results.ns(a) for a, b in pairs)


def _beyond(results: Results) -> Iterator[Figure]:
    large = key("runs", "category 1", IN_RUNS)
    words = f"affine runs at {place(IN_RUNS)}, {sets(IN_RUNS):.3g} points of Category 1"
    yield _figure(words, lambda: results[large].median, " s", 300, True)
    yield _figure(
        f"affine runs: peak memory at {place(IN_RUNS)} over compiled loops at (2, 3, 1/8)",
        lambda: results[large].peak_mb / results[key("compiled", STATEMENT, (2, 3, 8))].peak_mb, "x", 1.25, True,
    )  # fmt: skip
    single = key("jobs 1", STATEMENT, WORKERS)
    for words, many, bound in (
        ("two processes", key("jobs 2", STATEMENT, WORKERS), 1.8),
        ("two Dask workers on loopback", key("dask 2", STATEMENT, WORKERS), 1.5),
    ):
        yield _figure(
            f"{words} over one process, at {place(WORKERS)}",
            partial(results.ratio, single, many), "x", bound, False,
        )  # fmt: skip


def _others(results: Results) -> Iterator[Figure]:
    for name in ("random", "ties"):
        yield _figure(
            f"a user's network at 1,000 points, {name}: exactua over Fraction",
            partial(results.ratio, key("network", name, "Fraction"), key("network", name, "exactua")),
            "x", 50, False,
        )  # fmt: skip
    yield _figure(
        "a network of Theorem 2 at all corners: in batches over literal",
        lambda: results.ratio("theorem2:literal", "theorem2:batches"), "x", 100, False,
    )  # fmt: skip
    small = (2, 3, 4)
    yield _figure(
        "all steps at (2, 3, 1/4): exactua in batches over exactua literal",
        lambda: results.ratio(key("exactua literal", "all", small), key("kernel", "all", small)), "x", 50, False,
    )  # fmt: skip
    for words, name, bound in (
        ("symbolic: Lemmas 8 and 10 at (2, 3, 1/16)", key("symbolic", (2, 3, 16)), 5),
        ("symbolic: Properties 8.1 to 8.4 at (2, 2, 1/4)", key("symbolic", (2, 2, 4)), 7),
        ("symbolic: Lemmas 8 and 10 at (16, 32, 1/16)", key("symbolic", (16, 32, 16)), 1000),
        ("symbolic: Lemma 8 for all D at n = 10", "for all D:lemma8", 500),
        ("symbolic: Lemma 10 for all D at n = 10", "for all D:lemma10", 500),
    ):
        yield _figure(words, partial(results.ms, name), " ms", bound, True)
    for words, mine, theirs, bound in (
        ("start: `exactua --help` over `python -c pass`", "start:help", "start:pass", 8),
        (
            "`exactua check lemma8 --d 2 --n 3` over `python -c 'import numpy, gmpy2'`",
            "start:check", "start:imports", 5,
        ),
    ):  # fmt: skip
        yield _figure(
            words, partial(results.ratio, mine, theirs), "x", bound, True
        )  # fmt: skip
    yield _figure(
        "packages that compile or hand out work, imported by `exactua check lemma8 --d 2 --n 3`",
        lambda: float(results["start:imported"].found["imported"]), "", 0, True,
    )  # fmt: skip


def slope(results: Results, name: str, boxes: Sequence[Box]) -> float | None:
    """The slope of log seconds over log orbits, least squares; None where fewer than two boxes were measured."""
    points: list[tuple[float, float]] = []
    for box in boxes:
        measurement: Any = results.by_key.get(key(*name.split("|"), box))
        if measurement is not None and measurement.seconds:
            points.append((log(orbits(box)), log(measurement.median)))
    if len(points) < 2:
        return None
    x, y = (sum(column) / len(points) for column in zip(*points, strict=True))
    quotient: float = sum((a - x) * (b - y) for a, b in points) / sum((a - x) * (a - x) for a, _ in points)
    return quotient
