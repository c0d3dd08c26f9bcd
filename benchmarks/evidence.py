"""Measures what confirming in full takes beside deciding, with complete evidence and point by point.

python benchmarks/evidence.py [--times 3] [--page docs/benchmarks.md]

Deciding is `exactua check`, a whole process with its certificate; confirming is a whole process of each verifier on
that file. All take turns, round after round; numbers are medians of seconds on the wall, with least and greatest. The
box of scope runs is decided once: only verifying it is measured several times.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from measuring import machine
from page import machine_words

from exactua.commands.audit.foreign import built

BEGIN: Final = "<!-- evidence: begin -->"
END: Final = "<!-- evidence: end -->"
ALONE: Final = Path(__file__).resolve().parent.parent / "exactua" / "verifier"
LONGEST: Final = {"Python": 10, "C": 3}
"""How many times as long as deciding a verifier may take to confirm by evidence."""


@dataclass(frozen=True)
class Box:
    """What is decided, and whether that is done each round, and whether its points are recomputed, too."""

    words: str
    asked: tuple[str, ...]
    once: bool = False
    every_point: bool = False


BOXES: Final = (
    Box("Lemma 8 at (2, 3, 1/8)", ("lemma8", "--d", "2", "--n", "3", "--delta", "1/8"), every_point=True),
    Box("Lemma 10 at (2, 3, 1/8)", ("lemma10", "--d", "2", "--n", "3", "--delta", "1/8")),
    Box("Lemma 8 at (2, 3, 1/16)", ("lemma8", "--d", "2", "--n", "3", "--delta", "1/16")),
    Box("Lemma 10 at (2, 3, 1/16)", ("lemma10", "--d", "2", "--n", "3", "--delta", "1/16")),
    Box(
        "Lemma 10 at (2, 4, 1/64), scope runs",
        ("lemma10", "--d", "2", "--n", "4", "--delta", "1/64", "--scope", "runs", "--max-points", "1000000000000"),
        once=True,
    ),
)


@dataclass
class Row:
    """A box with the seconds of each way, one number a round, and what the verifier in Python said of it."""

    box: Box
    seconds: dict[str, list[float]] = field(default_factory=dict)
    said: str = ""

    def add(self, way: str, command: Sequence[str]) -> None:
        """Runs a command, which has to succeed."""
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.seconds.setdefault(way, []).append(time.perf_counter() - began)
        if done.returncode:
            sys.exit(f"evidence.py: {' '.join(map(str, command))}: {done.stdout}{done.stderr}")
        if way == "Python":
            self.said = done.stdout.splitlines()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure confirming by evidence beside deciding.")
    parser.add_argument("--times", type=int, default=3, help="rounds")
    parser.add_argument(
        "--page", type=Path, help="write the table between the markers of this page, not to the terminal"
    )
    options = parser.parse_args()
    compiled = built()
    if compiled is None:
        sys.exit("evidence.py: the verifier in C can't be compiled here; install a C compiler and GMP")
    verifiers = {"Python": [sys.executable, "-I", str(ALONE), "--seconds", "0"], "C": [str(compiled), "--seconds", "0"]}
    rows = [Row(box) for box in BOXES]
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(options.times):
            for k, row in enumerate(rows):
                file = str(Path(folder) / f"{k}.json")
                if not (row.box.once and turn):
                    exactua = [sys.executable, "-m", "exactua", "check", *row.box.asked, "--no-store"]
                    row.add("deciding", [*exactua, "--budget", "1h", "--certificate", file])
                for name, verifier in verifiers.items():
                    row.add(name, [*verifier, file])
                    if row.box.every_point:
                        row.add(f"{name}, every point", [*verifier, "--every-point", file])
    text = "\n".join(table(rows, options.times)) + "\n"
    if options.page is None:
        print(text, end="")
        return
    before, _, rest = options.page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    options.page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")


def table(rows: Sequence[Row], times: int) -> Iterator[str]:
    """The date, the machine, and a line for each box."""
    yield f"{datetime.now(UTC).date().isoformat()}: {machine_words(machine())}; {times} rounds."
    yield ""
    yield "| box | deciding | confirming in Python | in C | every point in Python | in C | what was confirmed |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for row in rows:
        deciding = median(row.seconds["deciding"])
        told = [spread(row.seconds["deciding"])]
        for name, most in LONGEST.items():
            ratio = median(row.seconds[name]) / deciding
            told.append(f"{spread(row.seconds[name])}, {ratio:.2g} times deciding{' (!)' if ratio > most else ''}")
        told += [spread(row.seconds.get(f"{name}, every point", ())) for name in LONGEST]
        yield f"| {row.box.words} | {' | '.join(told)} | {row.said} |"


def spread(seconds: Sequence[float]) -> str:
    """The median, with the least and the greatest where there are several."""
    if not seconds:
        return ""
    several = f" ({min(seconds):.3g}-{max(seconds):.3g})" if len(seconds) > 1 else ""
    return f"{median(seconds):.3g}{several} s"


if __name__ == "__main__":
    main()
