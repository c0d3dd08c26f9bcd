"""Puts a few certificates to all three verifiers, and tells how many times as long as the one in C the others take.

python benchmarks/proved_verifier.py [--times 5] [--page docs/benchmarks.md]

The certificates are made anew; none of them has evidence, so each verifier recomputes every point. Seconds are those of
the processor, whole processes, the median of --times rounds in which the verifiers take turns.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from measuring import machine
from page import machine_words
from verifiers import ALONE, SAYS, Answer, asked

from exactua.evidence.compiled_verifiers import PROVED, C, NotBuilt, program

BEGIN: Final = "<!-- proved verifier: begin -->"
END: Final = "<!-- proved verifier: end -->"
CERTIFICATES: Final = {
    "Lemma 8 at (d, n, delta) = (2, 3, 1/2)": ("lemma8", "--d", "2", "--n", "3", "--delta", "1/2"),
    "Lemma 8 at (2, 3, 1/4)": ("lemma8", "--d", "2", "--n", "3", "--delta", "1/4"),
    "Hahn's Theorem 1, words of length 4": ("hahn2020:theorem1", "--n", "4"),
}


def main() -> None:
    """Measures, and prints the table or writes it into a page."""
    parser = argparse.ArgumentParser(description="Measure the three verifiers on a few certificates.")
    parser.add_argument("--times", type=int, default=5, help="rounds")
    parser.add_argument("--page", type=Path, help="write the table between the markers of this page")
    options = parser.parse_args()
    try:
        commands = {
            "C": [str(program(C)), "--seconds", "0"],
            "proved": [str(program(PROVED)), "--seconds", "0"],
            "Python": [sys.executable, "-I", str(ALONE), "--seconds", "0"],
        }
    except NotBuilt as error:
        sys.exit(f"proved_verifier.py: {error}")
    with tempfile.TemporaryDirectory() as folder:
        paths = {
            words: written(claim, Path(folder, f"{k}.json")) for k, (words, claim) in enumerate(CERTIFICATES.items())
        }
        answers: dict[str, dict[str, list[Answer]]] = {words: {name: [] for name in commands} for words in paths}
        for _ in range(options.times):
            for words, path in paths.items():
                for name, command in commands.items():
                    answers[words][name].append(asked(command, path))
    text = "\n".join(table(answers))
    if options.page is None:
        print(text)
        return
    before, _, rest = options.page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    options.page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def written(claim: tuple[str, ...], path: Path) -> Path:
    """The certificate of a claim at an instance, whatever its verdict."""
    subprocess.run([sys.executable, "-m", "exactua", "check", *claim, "--certificate", str(path)], capture_output=True)
    if not path.is_file():
        sys.exit(f"proved_verifier.py: no certificate of {' '.join(claim)}")
    return path


def table(answers: dict[str, dict[str, list[Answer]]]) -> Iterator[str]:
    """Seconds in C, and how many times as long the others take."""
    yield f"{datetime.now(UTC).date().isoformat()}: {machine_words(machine())}."
    yield ""
    yield "| certificate | points | in C | proved | in Python |"
    yield "|---|---|---:|---:|---:|"
    for words, said in answers.items():
        seconds = {name: median(answer.seconds for answer in them) for name, them in said.items()}
        cells = [f"{seconds['C']:.4f} s"]
        for name in ("proved", "Python"):
            (told,) = {answer.said for answer in said[name]}
            times = seconds[name] / max(seconds["C"], 1e-4)
            cells.append(f"{seconds[name]:.3f} s, {times:.0f} times that" if told == SAYS[0] else told)
        yield f"| {words} | {said['C'][0].reason} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
