"""Who is measured against whom: groups of contestants that take turns, with the boxes and the number of rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, Final

from measuring import Contestant

Box = tuple[int, int, int]
LITERAL: Final = {
    "Fraction": "fractions.Fraction",
    "mpq": "gmpy2.mpq",
    "fmpq": "flint.fmpq",
    "fmpq_mat": "flint.fmpq_mat",
}
WORKERS: Final[Box] = (2, 3, 40)
"""Where workers are compared: large enough that starting them weighs little."""
IN_RUNS: Final[Box] = (2, 4, 64)
"""What affine runs alone decide."""
GROWTH: Final[tuple[Box, ...]] = ((2, 3, 4), (2, 3, 8), (2, 3, 12), (2, 3, 16), (2, 3, 24), (2, 3, 32))
"""Boxes with more and more orbits; those at 1/8 and 1/16 have tables of their own."""
STEPS: Final = {
    "statement": "all statement steps",
    "without 8.2": "Properties 8.1, 8.3, 8.4",
    "category 1": "Properties 8.1 to 8.3",
    "all": "all steps, proof lines included",
}


@dataclass(frozen=True)
class Group:
    """Contestants that take turns, so many rounds of them."""

    title: str
    contestants: tuple[Contestant, ...]
    times: int
    warm: bool = True
    """Whether a round that does not count comes first."""


def orbits(box: Box) -> int:
    """The number of matrices of G+_delta up to the order of their columns."""
    d, n, m = box
    return comb((m + 1) ** d + n - 1, n)


def sets(box: Box) -> int:
    """The number of orbits of Category 1."""
    d, n, m = box
    return comb(m**d, n)


def place(box: Box) -> str:
    """The box for people."""
    return f"({box[0]}, {box[1]}, 1/{box[2]})"


def key(*parts: Any) -> str:
    """A key that figures refer to."""
    return ":".join("x".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in parts)


def literal(number: str, box: Box, per_category: int | None) -> Contestant:
    """A literal baseline at so many orbits of each category."""
    task = {"task": "literal", "number": number, "box": box, "per_category": per_category}
    return Contestant(key("literal", number, box), f"{LITERAL[number]}, layer by layer", task, orbits(box))


def loop(bits: int, box: Box, in_order: bool, **more: Any) -> Contestant:
    """The loop in C, with Property 8.2 or without."""
    task = {"task": "loop", "bits": bits, "box": box, "in_order": in_order}
    what = "Properties 8.1 to 8.4" if in_order else STEPS["without 8.2"]
    return Contestant(
        key("loop", bits, "8.2" if in_order else "-", box), f"C, {bits} bits: {what}", task, orbits(box), **more
    )


def decided(words: str, box: Box, steps: str, name: str, most: int | None = None, **task: Any) -> Contestant:
    """exactua at a box, with an engine."""
    given = {"task": "enumerated", "box": box, "steps": steps, **task}
    return Contestant(key(name, steps, box), f"exactua, {words}: {STEPS[steps]}", given, orbits(box), most)


def compiled(box: Box, steps: str = "statement", most: int | None = None) -> Contestant:
    """exactua's compiled loops."""
    return decided("compiled", box, steps, "compiled", most, engine="compiled")


def loops(box: Box, engine: str) -> Contestant:
    """exactua deciding every point, without what a run costs however small it is."""
    words = "compiled" if engine == "compiled" else "without a compiler"
    return Contestant(
        key("loops", engine, box), f"exactua, {words}, its loops alone: {STEPS['statement']}",
        {"task": "loops", "box": box, "steps": "statement", "engine": engine}, orbits(box),
    )  # fmt: skip


def vectors(box: Box, steps: str = "statement", most: int | None = None) -> Contestant:
    """exactua where no compiler of Python is installed."""
    return decided("without a compiler", box, steps, "vectors", most, engine="vectors", without=["llvmlite"])


def batches(box: Box, steps: str = "statement", most: int | None = None) -> Contestant:
    """exactua's batches."""
    return decided("in batches", box, steps, "kernel", most, engine="kernel")


def in_runs(box: Box, most: int | None = None) -> Contestant:
    """exactua on affine runs."""
    return decided("affine runs", box, "statement", "runs", most, scope="runs")


def _large_runs() -> tuple[Contestant, ...]:
    """All points of Category 1 of a box that nobody enumerates, with two processes."""
    given = {"task": "enumerated", "box": IN_RUNS, "steps": "category 1", "scope": "runs", "jobs": 2}
    words = f"exactua, affine runs, two processes: {STEPS['category 1']}"
    return (Contestant(key("runs", "category 1", IN_RUNS), words, given, sets(IN_RUNS)),)


def groups(quick: bool, networks: Sequence[tuple[str, str, str]]) -> Iterator[Group]:
    """All groups, those of users' networks for these (name, words, file)."""
    yield from _lemma8(quick)
    yield from _growth(quick)
    if not quick:
        yield _jobs(WORKERS)
        yield Group(
            f"affine runs: {place(IN_RUNS)}, {sets(IN_RUNS):,} points of Category 1", _large_runs(), 1, warm=False
        )
    yield from _networks(quick, networks)
    yield from _symbolic(quick)
    yield _smt(quick)


def _lemma8(quick: bool) -> Iterator[Group]:
    few, many = (3, 5) if quick else (5, 9)
    for m, times in ((8, many), (16, few)):
        box: Box = (2, 3, m)
        if quick and m == 16:
            continue
        yield Group(
            f"Lemma 8 at {place(box)}, {orbits(box):,} orbits",
            (
                *(literal(number, box, 4 if quick else 20 if m == 8 else 12) for number in LITERAL),
                Contestant(
                    key("softmax", box), "float64 with softmax, numpy",
                    {"task": "softmax", "box": box, "per_category": 20 if quick else 60}, orbits(box),
                ),
                loop(64, box, False), loop(64, box, True), loop(128, box, False), loop(128, box, True),
                compiled(box), loops(box, "compiled"), compiled(box, "without 8.2"), compiled(box, "all"),
                vectors(box, most=2), *([batches(box, most=3)] if m == 8 else []), in_runs(box),
            ),
            times,
        )  # fmt: skip
    small: Box = (2, 3, 4)
    yield Group(
        f"Lemma 8 at {place(small)}, {orbits(small):,} orbits: exactua's literal evaluator",
        (
            batches(small, "all"),
            decided("literal", small, "all", "exactua literal", 1 if quick else 3, engine="literal"),
        ),
        3 if quick else 5,
    )


def _growth(quick: bool) -> Iterator[Group]:
    for box in GROWTH[:1] if quick else [box for box in GROWTH if box[2] not in (8, 16)]:
        yield Group(
            f"growth in the number of orbits: {place(box)}, {orbits(box):,} orbits",
            (loop(128, box, True), compiled(box), loops(box, "compiled"), in_runs(box)),
            2 if box[2] > 24 else 3,
        )
    for box in [(2, 2, 8)] if quick else [(2, 2, 8), (2, 4, 8), (2, 5, 8)]:
        bits = 64 if box[1] < 5 else 128
        yield Group(f"growth in n: {place(box)}, {orbits(box):,} orbits", (loop(bits, box, True), compiled(box)), 3)


def _jobs(box: Box) -> Group:
    return Group(
        f"workers: {place(box)}, {orbits(box):,} orbits",
        (
            decided("one process", box, "statement", "jobs 1", engine="compiled"),
            decided("two processes", box, "statement", "jobs 2", engine="compiled", jobs=2),
            decided("two Dask workers", box, "statement", "dask 2", engine="compiled", dask_workers=2),
        ),
        2,
    )


def _networks(quick: bool, networks: Sequence[tuple[str, str, str]]) -> Iterator[Group]:
    for name, words, file in networks:
        baselines = [
            Contestant(
                key("network", name, number), f"{LITERAL[number]}, layer by layer",
                {"task": "network", "number": number, "file": file, "points": points},
            )
            for number, points in (("Fraction", 20), ("mpq", 100), ("fmpq", 100), ("fmpq_mat", 100))
        ]  # fmt: skip
        mine = Contestant(key("network", name, "exactua"), "exactua, in batches", {"task": "of_a_user", "file": file})
        yield Group(f"a network at 1,000 points: {words}", (*baselines, mine), 3 if quick else 5)
    box: Box = (2, 2, 8)
    yield Group(
        f"a network of Theorem 2 at {place(box)}, at the corners of all cubes",
        (
            Contestant(
                "theorem2:batches", "exactua, in batches", {"task": "of_theorem2", "box": box, "literal": False}
            ),
            Contestant("theorem2:literal", "exactua, literal", {"task": "of_theorem2", "box": box, "literal": True}),
        ),
        1 if quick else 3,
    )


def _symbolic(quick: bool) -> Iterator[Group]:
    few, many = (3, 20) if quick else (9, 200)
    both = ["lemma8", "lemma10"]

    def at(box: Box, claims: list[str], steps: Sequence[str], words: str) -> Contestant:
        task = {"task": "symbolic", "claims": claims, "box": box, "steps": steps}
        return Contestant(key("symbolic", box), f"{words} at {place(box)}", task)

    properties = ["property1", "property2", "property3", "property4"]
    yield Group(
        "symbolic: all points of an instance at once",
        (
            at((2, 3, 16), both, (), "Lemmas 8 and 10"),
            at((2, 2, 4), ["lemma8"], properties, "Properties 8.1 to 8.4"),
        ),
        many,
    )
    yield Group(
        "symbolic: large, and for all D",
        (
            at((16, 32, 16), both, (), "Lemmas 8 and 10"),
            *(
                Contestant(
                    f"for all D:{claim}", f"{claim} for all D at n = 10",
                    {"task": "for_all_D", "claims": [claim], "n": 10},
                )
                for claim in both
            ),
        ),
        few,
    )  # fmt: skip


def _smt(quick: bool) -> Group:
    limit = 10.0 if quick else 30.0
    boxes: list[Box] = [(2, 2, 2)] if quick else [(2, 2, 2), (2, 2, 4)]
    return Group(
        f"Property 8.2 put to an SMT solver, {limit:g} s at most",
        tuple(
            Contestant(
                key("smt", solver, box), f"{solver} at {place(box)}",
                {"task": "smt", "solver": solver, "box": box, "limit": limit},
            )
            for box in boxes
            for solver in ("z3", "cvc5")
        ),
        1,
        warm=False,
    )  # fmt: skip
