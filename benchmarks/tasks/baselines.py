"""The baselines as tasks. Nothing of exactua is imported in their processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from typing import Any

from baselines.lemma8_literal import Lemma8
from baselines.network_literal import Transformer

from tasks.absent import Absent, needs

LOOP = Path(__file__).resolve().parent.parent / "baselines" / "lemma8_loop.c"
Run = Callable[[], dict[str, Any]]


def number_class(name: str) -> Any:
    """The class of numbers of this name. Raises Absent."""
    if name == "Fraction":
        return Fraction
    if name == "mpq":
        with needs("gmpy2"):
            from gmpy2 import mpq
        return mpq
    with needs("python-flint"):
        from flint import fmpq
    return fmpq


def lemma8(number: str, box: Sequence[int], gain: int | None = None) -> Lemma8:
    """The literal baseline on these numbers; `fmpq_mat` is the one on matrices. Raises Absent."""
    d, n, m = box
    if number != "fmpq_mat":
        return Lemma8(d, n, m, number_class(number), gain)
    with needs("python-flint"):
        from baselines.lemma8_matrices import Lemma8Matrices
    return Lemma8Matrices(d, n, m, gain)


def literal(number: str, box: Sequence[int], per_category: int | None, gain: int | None = None) -> Run:
    """Lemma 8 layer by layer: all orbits, or so many of each category, evenly spread, each standing for its share."""
    lemma = lemma8(number, box, gain)
    columns = lemma.columns()
    sizes, sample = sampled(len(columns), sum(lemma.id(column) < 0 for column in columns), lemma.n, per_category)
    orbits = {
        category: [lemma.matrix([columns[k] for k in orbit]) for orbit in members]
        for category, members in sample.items()
    }

    def run() -> dict[str, Any]:
        lemma.orbits_with.clear()
        failed: Counter[str] = Counter()
        seconds = 0.0
        for category, members in orbits.items():
            began = time.perf_counter()
            for L in members:
                failed.update(lemma.failing(L))
            taken = time.perf_counter() - began
            seconds += taken * sizes[category] / len(members)
        shared = lemma.shared_numbers()
        return {
            "seconds": seconds,
            "categories": [sizes[category] for category in (1, 2, 3)],
            "failed": counts(failed, shared),
            "sampled": None if per_category is None else sum(map(len, orbits.values())),
        }

    return run


def counts(failed: Counter[str], shared: int) -> dict[str, int]:
    """How often each property fails."""
    return {
        "property1": failed["property1"],
        "property2": shared,
        "property3": failed["property3"],
        "property4": failed["property4"],
    }


def sampled(
    columns: int, negative: int, n: int, per_category: int | None
) -> tuple[dict[int, int], dict[int, list[tuple[int, ...]]]]:
    """The number of orbits of each category, and those to evaluate; an orbit is the sorted numbers of its columns."""

    def category(orbit: tuple[int, ...]) -> int:
        if orbit[0] < negative:
            return 3
        return 1 if all(a < b for a, b in pairwise(orbit)) else 2

    sizes = Counter(map(category, combinations_with_replacement(range(columns), n)))
    every = {kind: 1 if per_category is None else max(1, size // per_category) for kind, size in sizes.items()}
    seen: Counter[int] = Counter()
    sample: dict[int, list[tuple[int, ...]]] = {kind: [] for kind in sizes}
    for orbit in combinations_with_replacement(range(columns), n):
        kind = category(orbit)
        if seen[kind] % every[kind] == every[kind] // 2:
            sample[kind].append(orbit)
        seen[kind] += 1
    return dict(sizes), sample


def loop(bits: int, box: Sequence[int], gain: int | None = None, in_order: bool = True) -> Run:
    """The loop in C; with `in_order`, its seconds are those of Property 8.2 too. Raises Absent without a compiler."""
    program = Path(_compiled(bits).name) / "loop"
    command = [str(program), *map(str, box), *([] if gain is None else [str(gain)])]

    def run() -> dict[str, Any]:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        if done.returncode == 3:
            raise Absent(f"{bits} bits are too few at {tuple(box)}")
        if done.returncode:
            raise SystemExit(f"the loop in C at {tuple(box)}: exit code {done.returncode}")
        report = json.loads(done.stdout)
        return {
            "seconds": report["seconds"] + (report["seconds_in_order"] if in_order else 0),
            "categories": report["orbits"],
            "in_order": report["in_order"],
            "failed": report["failed"],
            "peak_mb": report["peak_mb"],
        }

    return run


@cache
def _compiled(bits: int) -> tempfile.TemporaryDirectory[str]:
    """A folder with the program, which is there as long as this process."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Absent("no C compiler is installed")
    folder = tempfile.TemporaryDirectory()
    program = str(Path(folder.name) / "loop")
    subprocess.run([compiler, "-O2", f"-DBITS={bits}", "-o", program, str(LOOP)], check=True, timeout=60)
    return folder


def softmax(box: Sequence[int], per_category: int) -> Run:
    """The network with softmax in float64 at sampled orbits of Category 1; at how many of them a number is wrong."""
    with needs("numpy"):
        from baselines.lemma8_softmax import numbers
    d, n, m = box
    lemma = Lemma8(d, n, m)
    columns = lemma.columns()
    negative = sum(lemma.id(column) < 0 for column in columns)
    sizes, sample = sampled(len(columns), negative, n, per_category)
    chosen = [[k - negative for k in orbit] for orbit in sample[1]]
    exact = [lemma.q(lemma.matrix([columns[k] for k in orbit])) for orbit in sample[1]]

    def run() -> dict[str, Any]:
        began = time.perf_counter()
        outputs = numbers(d, n, m, chosen)
        taken = time.perf_counter() - began
        wrong = sum([Fraction(float(x)) for x in row] != q for row, q in zip(outputs, exact, strict=True))
        return {
            "seconds": taken * sum(sizes.values()) / len(chosen),
            "categories": [sizes[category] for category in (1, 2, 3)],
            "sampled": len(chosen),
            "wrong": wrong,
        }

    return run


def smt(solver: str, box: Sequence[int], limit: float, gain: int | None = None) -> Run:
    """Property 8.2 put to an SMT solver; `answer` is unsat where it holds, unknown where the solver gave up."""
    from baselines.property2_smt import shared_number

    with needs("z3-solver" if solver == "z3" else "cvc5"):
        __import__("z3" if solver == "z3" else "cvc5.pythonic")
    d, n, m = box

    def run() -> dict[str, Any]:
        began = time.perf_counter()
        answer = shared_number(solver, d, n, m, limit, gain)
        return {"seconds": time.perf_counter() - began, "answer": answer}

    return run


def network(number: str, file: str, points: int) -> Run:
    """A user's network, layer by layer, at the first so many points of the file; seconds are for all of them."""
    with open(file, encoding="utf-8") as opened:
        given = json.load(opened)
    if number == "fmpq_mat":
        with needs("python-flint"):
            from baselines.network_matrices import TransformerMatrices
        transformer: Transformer = TransformerMatrices(given["layers"])
    else:
        transformer = Transformer(given["layers"], number_class(number))
    matrices = [transformer.matrix(written) for written in given["points"][:points]]

    def run() -> dict[str, Any]:
        began = time.perf_counter()
        values = [transformer(Z) for Z in matrices]
        taken = time.perf_counter() - began
        shown = [[[str(entry) for entry in row] for row in (Z if isinstance(Z, list) else Z.tolist())] for Z in values]
        return {
            "seconds": taken / len(matrices) * len(given["points"]),
            "sampled": len(matrices),
            "values": shown,
        }

    return run
