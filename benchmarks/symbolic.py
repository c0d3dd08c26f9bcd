"""Measures symbolic runs against their targets: `python benchmarks/symbolic.py [--quick] [--json FILE]`.

Every row is one run in this process, on problems that are built before, after one run that does not count. `--quick`
measures less often and never fails; without it a missed target makes the exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from run import machine, said, spread

from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.proving.symbolic import SymbolicResult, decide_symbolically
from exactua.proving.symbolic.general import decide_for_all_D

PROPERTIES = ("property1", "property2", "property3", "property4")


@dataclass(frozen=True)
class Row:
    """One thing measured, in seconds, and what its median may be at most."""

    name: str
    seconds: list[float]
    families: int
    forms: int
    at_most: float

    @property
    def met(self) -> bool:
        """Whether the median keeps its bound."""
        return median(self.seconds) <= self.at_most


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure symbolic runs against their targets.")
    parser.add_argument("--quick", action="store_true", help="measure less often; never fail")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to FILE")
    options = parser.parse_args()
    facts = machine()
    print(", ".join(f"{name} {value}" for name, value in facts.items()))
    few, many = (3, 20) if options.quick else (9, 200)
    lemma8, lemma10 = (find(label)[0] for label in ("lemma8", "lemma10"))
    rows = [
        at("lemma8 and lemma10 at (2, 3, 1/16)", (2, 3, 16), ("lemma8", "lemma10"), (), many, 0.005),
        at("Properties 8.1 to 8.4 at (2, 2, 1/4)", (2, 2, 4), ("lemma8",), PROPERTIES, many, 0.007),
        at("lemma8 and lemma10 at (16, 32, 1/16)", (16, 32, 16), ("lemma8", "lemma10"), (), few, 1.0),
        row("lemma8 for all D at n = 10", lambda: [decide_for_all_D(lemma8, 10)], few, 0.5),
        row("lemma10 for all D at n = 10", lambda: [decide_for_all_D(lemma10, 10)], few, 0.5),
    ]
    print("| what | families | forms | median (min-max) | target | met |")
    print("|---" * 6 + "|")
    for one in rows:
        target = f"<= {one.at_most * 1000:g} ms"
        cells = (one.name, f"{one.families:,}", f"{one.forms:,}", spread(one.seconds), target, said(one.met))
        print(f"| {' | '.join(cells)} |")
    met = all(one.met for one in rows)
    if options.json:
        numbers = {"machine": facts, "quick": options.quick, "rows": [asdict(one) | {"met": one.met} for one in rows]}
        options.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    return 0 if met or options.quick else 1


def at(
    name: str, box: tuple[int, int, int], claims: tuple[str, ...], steps: tuple[str, ...], times: int, at_most: float
) -> Row:
    """Claims (or these steps of them) at one instance."""
    d, n, m = box
    problems: list[Problem] = [find(label)[0].problem({"d": d, "n": n, "m": m}, steps) for label in claims]
    return row(name, lambda: [decide_symbolically(problem) for problem in problems], times, at_most)


def row(name: str, run: Callable[[], list[SymbolicResult]], times: int, at_most: float) -> Row:
    """A run measured this many times."""
    seconds = []
    for _ in range(times + 1):
        began = time.perf_counter()
        results = run()
        seconds.append(time.perf_counter() - began)
        if any(result.verdict != "holds" for result in results):
            raise SystemExit(f"{name}: {', '.join(result.verdict for result in results)}")
    families, forms = (sum(getattr(result, what) for result in results) for what in ("families", "forms"))
    return Row(name, seconds[1:], families, forms, at_most)


if __name__ == "__main__":
    sys.exit(main())
