"""Puts certificates to both verifiers, each in a process of its own, and tells which of them take longest.

python benchmarks/verifiers.py FOLDER [FOLDER ...] [--times 3] [--page docs/benchmarks.md]

Folders are those of `exactua regress --all --certificates FOLDER`, `exactua check CLAIM --ladder --certificate FOLDER`
and the like. Seconds are those of the processor, the
start included; files that take long are put to it --times times, and their median counts. A verifier that takes longer
than it should, or does not re-check a file, is told with its reason.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from measuring import machine
from page import machine_words

from exactua.commands.audit.foreign import built

BEGIN: Final = "<!-- verifiers: begin -->"
END: Final = "<!-- verifiers: end -->"
ALONE: Final = Path(__file__).resolve().parent.parent / "exactua" / "verifier"
LONGEST: Final = {"Python": 60, "C": 10}
"""Seconds that a file may take to be confirmed in full."""
GIVEN_UP: Final = 600
"""Seconds on the wall after which no answer is waited for."""
WORST: Final = 12
SAYS: Final = {0: "confirmed", 1: "not confirmed", 2: "unreadable", 3: "not re-checked"}


@dataclass(frozen=True)
class Answer:
    """What a verifier says of a file, its last line, and the seconds that it takes for that."""

    said: str
    reason: str
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure both verifiers on certificates.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="folders of certificates")
    parser.add_argument("--times", type=int, default=3, help="rounds for the files that take longest")
    parser.add_argument(
        "--page", type=Path, help="write the tables between the markers of this page, not to the terminal"
    )
    options = parser.parse_args()
    paths = [path for folder in options.folders for path in sorted(folder.glob("*.json"))]
    if not paths:
        sys.exit(f"verifiers.py: no certificates in {', '.join(map(str, options.folders))}")
    compiled = built()
    if compiled is None:
        sys.exit("verifiers.py: the verifier in C can't be compiled here; install a C compiler and GMP")
    commands = {"Python": [sys.executable, "-I", str(ALONE), "--seconds", "0"], "C": [str(compiled), "--seconds", "0"]}
    answers = {name: {path: asked(command, path) for path in paths} for name, command in commands.items()}
    for name, command in commands.items():
        for path in worst(answers[name]):
            seconds = [answers[name][path].seconds, *(asked(command, path).seconds for _ in range(options.times - 1))]
            answers[name][path] = Answer(answers[name][path].said, answers[name][path].reason, median(seconds))
    text = "\n".join(tables(answers))
    if options.page is None:
        print(text)
        return
    before, _, rest = options.page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    options.page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def asked(command: Sequence[str], path: Path) -> Answer:
    """What a verifier says of a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=GIVEN_UP, check=False)
    except subprocess.TimeoutExpired:
        return Answer(f"no answer in {GIVEN_UP} s", "", GIVEN_UP)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = (done.stdout + done.stderr).strip().splitlines()
    return Answer(SAYS.get(done.returncode, f"failed with {done.returncode}"), lines[0] if lines else "", seconds)


def worst(answers: dict[Path, Answer]) -> list[Path]:
    """The files that take a verifier longest to confirm, the worst first."""
    confirmed = [path for path, answer in answers.items() if answer.said == SAYS[0]]
    return sorted(confirmed, key=lambda path: -answers[path].seconds)[:WORST]


def tables(answers: dict[str, dict[Path, Answer]]) -> Iterator[str]:
    """What was said of how many files, the worst ones, and what was not confirmed."""
    count = len(next(iter(answers.values())))
    yield f"{datetime.now(UTC).date().isoformat()}: {machine_words(machine())}."
    yield ""
    yield f"| verifier | of {count:,} certificates | together | median | longest | more than it should be |"
    yield "|---|---|---:|---:|---:|---|"
    for name, said in answers.items():
        counted = ", ".join(f"{number:,} {words}" for words, number in Counter(a.said for a in said.values()).items())
        taken = [answer.seconds for answer in said.values() if answer.said == SAYS[0]] or [0.0]
        late = sum(seconds > LONGEST[name] for seconds in taken)
        yield (
            f"| in {name} | {counted} | {sum(taken):.0f} s | {median(taken):.3f} s | {max(taken):.2f} s | "
            f"{late or 'none'} above {LONGEST[name]} s |"
        )
    for name, said in answers.items():
        yield ""
        yield f"The longest, in {name}:"
        yield ""
        others = [other for other in answers if other != name]
        yield f"| certificate | in {name} | {' | '.join(f'in {other}' for other in others)} |"
        yield f"|---|---:|{'---:|' * len(others)}"
        for path in worst(said):
            beside = " | ".join(shown(answers[other][path]) for other in others)
            yield f"| {path.stem} | {shown(said[path])} | {beside} |"
    for name, said in answers.items():
        rest = {path: answer for path, answer in said.items() if answer.said != SAYS[0]}
        if rest:
            yield ""
            yield f"Not confirmed in {name}:"
            yield ""
            for reason in sorted({answer.reason for answer in rest.values()}):
                names = [path.stem for path, answer in rest.items() if answer.reason == reason]
                yield f"- `{reason}` ({len(names)}): {', '.join(names)}"


def shown(answer: Answer) -> str:
    """The seconds, and what was said where that is not 'confirmed'."""
    return f"{answer.seconds:.2f} s{'' if answer.said == SAYS[0] else f', {answer.said}'}"


if __name__ == "__main__":
    main()
