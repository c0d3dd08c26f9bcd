"""Measures what confirming in full takes beside deciding, with complete evidence and point by point.

python benchmarks/evidence.py [--times 3] [--page docs/benchmarks.md]

Deciding is `exactua check`, a whole process with its certificate; confirming is a whole process of each verifier on
that file. All take turns, round after round; numbers are medians of seconds of the processor, with least and greatest.
The box in affine runs is not decided here: its certificate is written of the verdicts that deciding comes to, which the
verifiers confirm or not, whoever wrote them.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import comb
from pathlib import Path
from statistics import median
from typing import Final

from measuring import machine
from page import machine_words

from exactua.certificates.writing import certificate
from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.foreign import built
from exactua.deciding.fold import settle_static
from exactua.proving.evidence import attached

BEGIN: Final = "<!-- evidence: begin -->"
END: Final = "<!-- evidence: end -->"
ALONE: Final = Path(__file__).resolve().parent.parent / "exactua" / "verifier"
LONGEST: Final = {"Python": 10, "C": 3}
"""How many times as long as deciding a verifier may take to confirm by evidence."""


@dataclass(frozen=True)
class Box:
    """What is decided, and whether its points are recomputed, too."""

    words: str
    label: str
    d: int
    n: int
    m: int
    every_point: bool = False
    runs: bool = False
    """Whether it is in affine runs, and not decided here."""

    @property
    def asked(self) -> list[str]:
        """The arguments of `exactua check`."""
        return [self.label, "--d", str(self.d), "--n", str(self.n), "--delta", f"1/{self.m}", "--no-store"]


BOXES: Final = (
    Box("Lemma 8 at (2, 3, 1/8)", "lemma8", 2, 3, 8, every_point=True),
    Box("Lemma 10 at (2, 3, 1/8)", "lemma10", 2, 3, 8),
    Box("Lemma 8 at (2, 3, 1/16)", "lemma8", 2, 3, 16),
    Box("Lemma 10 at (2, 3, 1/16)", "lemma10", 2, 3, 16),
    Box("Lemma 10 at (2, 4, 1/64), scope runs, not decided here", "lemma10", 2, 4, 64, runs=True),
)


def of_runs(box: Box) -> str:
    """The certificate of steps that all hold, over Category 1 in affine runs, with evidence for them."""
    problem = find(box.label)[0].problem({"d": box.d, "n": box.n, "m": box.m})
    points = comb(box.m**box.d, box.n)
    results = tuple(
        StepResult(step, Verdict.HOLDS, None, points, points, 0, None, None)
        if step.over
        else settle_static(problem, step)
        for step in problem.steps
    )
    domains = tuple(DomainResult(spec.name, points, ((0, points),)) for spec in problem.domains)
    return certificate(attached(Decision(problem, domains, results, {}, "runs")))


@dataclass
class Row:
    """A box with the seconds of each way, one number a round, and what the verifier in Python said of it."""

    box: Box
    seconds: dict[str, list[float]] = field(default_factory=dict)
    said: str = ""

    def add(self, way: str, command: Sequence[str]) -> None:
        """Runs a command, which has to succeed."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.seconds.setdefault(way, []).append(seconds)
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
        for _ in range(options.times):
            for k, row in enumerate(rows):
                file = Path(folder) / f"{k}.json"
                if row.box.runs:
                    file.write_text(of_runs(row.box), encoding="utf-8")
                else:
                    exactua = [sys.executable, "-m", "exactua", "check", *row.box.asked]
                    row.add("deciding", [*exactua, "--budget", "1h", "--certificate", str(file)])
                for name, verifier in verifiers.items():
                    row.add(name, [*verifier, str(file)])
                    if row.box.every_point:
                        row.add(f"{name}, every point", [*verifier, "--every-point", str(file)])
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
        deciding = row.seconds.get("deciding", ())
        told = [spread(deciding)]
        for name, most in LONGEST.items():
            ratio = median(row.seconds[name]) / median(deciding) if deciding else 0
            beside = f", {ratio:.2g} times deciding{' (!)' if ratio > most else ''}" if deciding else ""
            told.append(spread(row.seconds[name]) + beside)
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
