"""Prints what the parts of deciding Lemma 8 take: planning, the first and the second process, one and two processes.

python benchmarks/parts.py [--times 5]

Medians of whole runs, with the least and the greatest in brackets, and the load of the machine beside them; processes
are measured from outside, on the clock on the wall and in seconds of all processors. Compiled loops are kept in an
empty folder that is made for this run.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from exactua.claims.registry import find
from exactua.deciding.plan import plan
from exactua.deciding.running import decide

SMALL: Final = {"d": 2, "n": 3, "m": 8}
CHECK: Final = ("check", "lemma8", "--d", "2", "--n", "3", "--no-certificate", "--no-store", "--delta")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure planning, kept loops, and two processes.")
    parser.add_argument("--times", type=int, default=5, help="rounds that count")
    times: int = parser.parse_args().times
    lemma8, _ = find("lemma8")
    tell("planning at (2, 3, 1/8)", [on_the_clock(lambda: plan(lemma8.problem(SMALL))) for _ in range(20 * times)])
    tell("the run at (2, 3, 1/8)", [on_the_clock(lambda: decide(lemma8.problem(SMALL))) for _ in range(4 * times)])
    first: list[float] = []
    second: list[float] = []
    wall: dict[str, list[float]] = {"1": [], "2": []}
    work: dict[str, list[float]] = {"1": [], "2": []}
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            first.append(process(folder, "1/8", "--engine", "compiled")[0])
            second.append(process(folder, "1/8", "--engine", "compiled")[0])
            for jobs in wall:
                process(folder, "1/40", "--jobs", jobs)
                taken, worked = process(folder, "1/40", "--jobs", jobs)
                wall[jobs].append(taken)
                work[jobs].append(worked)
    tell("compiled loops, the first process", first)
    tell("compiled loops, the second process", second)
    for jobs in wall:
        tell(f"(2, 3, 1/40) with --jobs {jobs}, on the wall", wall[jobs])
        tell(f"(2, 3, 1/40) with --jobs {jobs}, of processors", work[jobs])
    print(f"two processes over one: {median(wall['1']) / median(wall['2']):.2f}x")


def on_the_clock(task: Callable[[], object]) -> float:
    """Seconds that a task takes."""
    began = time.perf_counter()
    task()
    return time.perf_counter() - began


def process(folder: str, *options: str) -> tuple[float, float]:
    """Seconds of a whole `exactua check` on the wall, and of processors, those of its own processes included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "exactua", *CHECK, *options]
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    path = [str(Path(__file__).resolve().parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(path)
    taken = on_the_clock(
        lambda: subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tell(what: str, seconds: list[float]) -> None:
    """One line: the median, the least and the greatest, and the load of the machine."""
    unit, factor = ("ms", 1000) if median(seconds) < 0.1 else ("s", 1)
    low, middle, high = (factor * value for value in (min(seconds), median(seconds), max(seconds)))
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{what}: {middle:.3g} ({low:.3g}-{high:.3g}) {unit}; load {load}", flush=True)


if __name__ == "__main__":
    main()
