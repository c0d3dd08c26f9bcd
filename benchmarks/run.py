"""Measures exactua against its targets: `python benchmarks/run.py [--quick] [--json FILE]`.

Every row is a ratio of two things measured in turn in this one run, so that a slow or busy machine cancels out.
`--quick` measures less often and never fails; without it a missed target makes the exit code 1.
docs/benchmarks.md says what each row means.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from literal_fraction import Column, Lemma8

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Row:
    """Two measurements in turn, in seconds, and the bound on their ratio."""

    name: str
    first: str
    first_seconds: list[float]
    second: str
    second_seconds: list[float]
    bound: float
    at_most: bool

    @property
    def ratio(self) -> float:
        """First over second where the ratio is to be small, second over first where it is to be large."""
        first, second = median(self.first_seconds), median(self.second_seconds)
        return first / second if self.at_most else second / first

    @property
    def met(self) -> bool:
        """Whether the ratio keeps its bound."""
        return self.ratio <= self.bound if self.at_most else self.ratio >= self.bound


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure exactua against its targets.")
    parser.add_argument("--quick", action="store_true", help="measure less often; never fail")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to FILE")
    options = parser.parse_args()
    facts = machine()
    print(", ".join(f"{name} {value}" for name, value in facts.items()))
    times = 5 if options.quick else 15
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            processes("start", ["exactua", "--help"], ["python", "-c", "pass"], times, folder, 8),
            processes(
                "check",
                ["exactua", "check", "lemma8", "--d", "2", "--n", "3"],
                ["python", "-c", "import numpy, gmpy2"],
                times,
                folder,
                5,
            ),
        ]
    kernel = deciding(2, 3, 8, "kernel", 3 if options.quick else 9)
    baseline = literal_fraction(2, 3, 8, per_category=4 if options.quick else 20, times=2 if options.quick else 5)
    points = kernel["points"]
    rows.append(
        Row(
            f"lemma8 at (2, 3, 1/8), {points:,} orbits",
            "exactua, kernel",
            kernel["seconds"],
            "literal Fraction (extrapolated)",
            baseline,
            500,
            False,
        )
    )
    fast = deciding(2, 3, 4, "kernel", 3 if options.quick else 9)
    literal = deciding(2, 3, 4, "literal", 1 if options.quick else 3)
    rows.append(
        Row(
            f"lemma8 at (2, 3, 1/4), {fast['points']:,} orbits",
            "exactua, kernel",
            fast["seconds"],
            "exactua, literal",
            literal["seconds"],
            50,
            False,
        )
    )
    built = evaluating(2, 2, 8, times=2 if options.quick else 5, literal=4 if options.quick else 20)
    rows.append(
        Row(
            f"a network of theorem2 at (2, 2, 1/8), {built['layers']:,} layers, {built['points']:,} points",
            "exactua, in batches",
            built["batches"],
            "exactua, literal (extrapolated)",
            built["literal"],
            100,
            False,
        )
    )
    for line in table(rows):
        print(line)
    peak, most = kernel["peak_mb"], 300.0
    print(f"peak memory of the (2, 3, 1/8) run: {peak:.0f} MB, target <= {most:.0f} MB: {said(peak <= most)}")
    met = peak <= most and all(row.met for row in rows)
    if options.json:
        numbers = {
            "machine": facts,
            "quick": options.quick,
            "rows": [asdict(row) | {"ratio": row.ratio, "met": row.met} for row in rows],
            "peak_mb": peak,
            "peak_mb_at_most": most,
        }
        options.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    return 0 if met or options.quick else 1


def machine() -> dict[str, str]:
    """What the numbers depend on: no names of hosts or folders."""
    packages = {name: version(name) for name in ("exactua", "numpy", "gmpy2", "click")}
    return {
        "cores": str(os.cpu_count()),
        "machine": platform.machine(),
        "system": platform.system(),
        "Python": platform.python_version(),
    } | packages


def processes(name: str, first: Sequence[str], second: Sequence[str], times: int, folder: str, bound: float) -> Row:
    """Whole processes in turn, after one of each that does not count."""
    seconds: tuple[list[float], list[float]] = ([], [])
    for turn in range(times + 1):
        for command, found in zip((first, second), seconds, strict=True):
            taken = process([program(command[0]), *command[1:]], folder)
            if turn:
                found.append(taken)
    return Row(name, shlex.join(first), seconds[0], shlex.join(second), seconds[1], bound, True)


def process(command: Sequence[str], folder: str) -> float:
    """Seconds of a whole process."""
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as running:
        # a timer of ours, because waiting with a timeout polls, 50 ms apart
        limit = threading.Timer(120, running.kill)
        limit.start()
        code = running.wait()
        taken = time.perf_counter() - began
        limit.cancel()
    if code:
        raise SystemExit(f"{' '.join(command[1:])}: exit code {code}")
    return taken


def program(name: str) -> str:
    """The program beside this Python, so that both processes of a row belong to one environment."""
    if name == "python":
        return sys.executable
    return shutil.which(name, path=str(Path(sys.executable).parent)) or name


def deciding(d: int, n: int, m: int, engine: str, times: int) -> dict[str, Any]:
    """`decide` in a fresh process; the first time, which warms up, does not count."""
    arguments = [str(d), str(n), str(m), engine, str(times + 1)]
    done = subprocess.run(
        [sys.executable, str(HERE / "deciding.py"), *arguments], check=True, capture_output=True, timeout=600
    )
    found: dict[str, Any] = json.loads(done.stdout)
    if found["verdict"] != "holds":
        raise SystemExit(f"lemma8 at ({d}, {n}, 1/{m}) with the {engine} engine: {found['verdict']}")
    found["seconds"] = found["seconds"][1:]
    return found


def evaluating(d: int, n: int, m: int, times: int, literal: int) -> dict[str, Any]:
    """A built network at the corners of all cubes, in a fresh process; the first time does not count."""
    arguments = map(str, (d, n, m, times + 1, literal))
    done = subprocess.run(
        [sys.executable, str(HERE / "evaluating.py"), *arguments], check=True, capture_output=True, timeout=600
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found | {name: found[name][1:] for name in ("batches", "literal")}


def literal_fraction(d: int, n: int, m: int, per_category: int, times: int) -> list[float]:
    """Seconds that the literal baseline would take for all orbits, from evenly spread orbits of each category."""
    lemma = Lemma8(d, n, m)
    orbits: dict[int, list[tuple[Column, ...]]] = defaultdict(list)
    for orbit in lemma.orbits():
        orbits[lemma.category(orbit)].append(orbit)
    totals = []
    for _ in range(times):
        lemma.seen.clear()
        total = 0.0
        for members in orbits.values():
            sample = [members[len(members) * k // per_category] for k in range(per_category)]
            began = time.perf_counter()
            held = [lemma.check(orbit) for orbit in sample]
            total += (time.perf_counter() - began) / per_category * len(members)
            if not all(held):
                raise SystemExit("the literal baseline finds that Lemma 8 fails")
        totals.append(total)
    return totals


def table(rows: Sequence[Row]) -> list[str]:
    """The rows in Markdown: medians with least and greatest, ratios, targets."""
    lines = ["| what | median (min-max) | against | median (min-max) | ratio | target | met |", "|---" * 7 + "|"]
    for row in rows:
        cells = [
            f"{row.name}: `{row.first}`" if row.at_most else f"{row.name}: {row.first}",
            spread(row.first_seconds),
            f"`{row.second}`" if row.at_most else row.second,
            spread(row.second_seconds),
            f"{row.ratio:,.1f}" if row.at_most else f"{row.ratio:,.0f}",
            f"{'<=' if row.at_most else '>='} {row.bound:g}",
            said(row.met),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def spread(seconds: Sequence[float]) -> str:
    unit, factor = ("ms", 1000) if median(seconds) < 1 else ("s", 1)
    middle, least, most = (f"{value * factor:.3g}" for value in (median(seconds), min(seconds), max(seconds)))
    return f"{middle} ({least}-{most}) {unit}"


def said(met: bool) -> str:
    return "yes" if met else "MISSED"


if __name__ == "__main__":
    sys.exit(main())
