"""Measures exactua and what it is compared with, and prints the tables.

python benchmarks/run.py [--quick] [--json FILE] [--markdown FILE] [--plot FILE]

Contestants of a table take turns in this one run, each in a process of its own, so that a slow or busy machine slows
all of them. `--quick` measures less and never fails; without it a missed target makes the exit code 1.
docs/benchmarks.md says what the tables mean.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Final

import agreement
import page
import random_networks
from contest import Group, groups
from figures import Results, figures
from measuring import Contestant, Measured, commands_in_turn, in_turn, machine

CHECK: Final = ("check", "lemma8", "--d", "2", "--n", "3")
HEAVY: Final = ("llvmlite", "distributed", "dask", "sqlite3")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure exactua and what it is compared with.")
    parser.add_argument("--quick", action="store_true", help="measure less; never fail")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="put the tables between the markers of FILE")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw a picture, .svg or .png")
    options = parser.parse_args()
    began = time.monotonic()
    facts = machine()
    done: list[tuple[Group, list[Measured]]] = []
    agreement.require(quick=options.quick)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        networks = [
            (kind, words, str(random_networks.write(kind, folder))) for kind, words in random_networks.KINDS.items()
        ]
        for group in groups(options.quick, networks):
            done.append((group, in_turn(group.contestants, group.times, group.warm)))
            agreement.require_same(group, done[-1][1])
            tell(done[-1])
        done.append((Group("start", (), 0), start(5 if options.quick else 15, name)))
        tell(done[-1])
    results = Results([measurement for _, measured in done for measurement in measured])
    all_figures = figures(results)
    text = "\n".join(page.lines(facts, done, all_figures))
    print("\n".join(["", page.machine_words(facts), "", *page.figure_table(all_figures)]))
    missed = [figure.words for figure in all_figures if figure.met is False]
    judged = sum(figure.met is not None for figure in all_figures)
    print(f"\n{len(missed)} of {judged} targets missed; {time.monotonic() - began:.0f} s")
    if options.json:
        numbers = {
            "machine": facts,
            "quick": options.quick,
            "figures": [asdict(figure) | {"met": figure.met} for figure in all_figures],
            "groups": [
                {"title": group.title, "measured": [measurement.data() for measurement in measured]}
                for group, measured in done
            ],
        }
        options.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    if options.plot:
        from plot import draw

        draw(results, options.plot)
    if options.markdown:
        picture = options.plot and os.path.relpath(options.plot, options.markdown.parent)
        page.into(options.markdown, text, picture)
    return 0 if not missed or options.quick else 1


def tell(measured_group: tuple[Group, list[Measured]]) -> None:
    """A table, as soon as it is there."""
    print(f"\n### {measured_group[0].title}\n", *page.group_table(measured_group[1]), sep="\n", flush=True)


def start(times: int, folder: str) -> list[Measured]:
    """Whole processes, and what the check of a small box imports."""
    measured = commands_in_turn(
        {
            "start:help": ["exactua", "--help"],
            "start:pass": ["python", "-c", "pass"],
            "start:check": ["exactua", *CHECK],
            "start:imports": ["python", "-c", "import numpy, gmpy2"],
        },
        times,
        folder,
    )
    script = (
        "import sys; from exactua.commands.group import main; code = main(sys.argv[1:]); "
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", script, *CHECK], cwd=folder, capture_output=True, text=True, timeout=120, check=True
    )
    imported = done.stderr.strip().splitlines()[-1]
    names = [] if imported == "[]" else imported.strip("[]").split(", ")
    last = Measured(Contestant("start:imported", f"imported of {', '.join(HEAVY)}: {', '.join(names) or 'none'}", {}))
    last.seconds, last.found = [time.perf_counter() - began], {"imported": len(names)}
    return [*measured, last]


if __name__ == "__main__":
    sys.exit(main())
