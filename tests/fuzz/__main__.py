"""Feeds changed inputs to everything that reads what somebody else may have written.

    python -m tests.fuzz [--inputs 100000] [--budget 8m] [--seed S] [--jobs 2] [--target NAME ...]
    python -m tests.fuzz --replay NUMBER --seed S [--target NAME ...] [--output FILE]

Exit codes: 0 nothing was found; 1 something was, and is printed with the command that replays it; 2 wrong usage; 3 the
time was over before all inputs were fed, and nothing was found.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz import crowd, guarding
from tests.fuzz.certificate_readers import SANITISE
from tests.fuzz.crowd import Report
from tests.fuzz.feeding import Feeder, Outcome, input_of, target_of
from tests.fuzz.shrinking import shrunk
from tests.fuzz.targets import TARGETS, Target


def seconds(text: str) -> float:
    """The seconds that "480", "90s", "8m" or "1h" writes."""
    match = re.fullmatch(r"([0-9]+)([smh]?)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time; write 90s, 8m or 1h")
    return int(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[match[2]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Feeds, prints what came of it, and returns the exit code."""
    names = [target.name for target in TARGETS]
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--inputs", type=int, default=100_000, metavar="N")
    parser.add_argument("--budget", type=seconds, default=seconds("8m"), metavar="TIME", help="480, 90s, 8m or 1h")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--jobs", type=int, default=2, metavar="K")
    parser.add_argument("--target", action="append", choices=names, help="only this one (repeatable)")
    parser.add_argument("--replay", type=int, metavar="NUMBER", help="feed one input again, and make it small")
    parser.add_argument("--output", type=Path, metavar="FILE", help="with --replay: where the small input goes")
    parser.add_argument("--sanitise", action="store_true", help="the verifier in C built with -fsanitize (slower)")
    given = parser.parse_args(arguments)
    if given.sanitise:
        os.environ[SANITISE] = "1"
    targets = [target for target in TARGETS if given.target is None or target.name in given.target]
    if given.replay is not None:
        return replay(given.replay, given.seed, targets, given.output)
    report = crowd.feed(
        given.inputs, given.seed, max(given.jobs, 1), given.budget, targets, lambda line: print(line, flush=True)
    )
    only = "".join(f" --target {name}" for name in given.target or ())
    print("\n".join(lines(report, targets, f"python -m tests.fuzz --seed {given.seed}{only}")))
    return 1 if report.found else 3 if report.cut else 0


def lines(report: Report, targets: Sequence[Target], command: str) -> list[str]:
    """The report: a line for each target, and every finding with the command that replays it."""
    table = [f"{'target':<14}{'inputs':>8}{'slowest':>10}{'memory':>10}  what came of them"]
    for target in targets:
        words = {word: count for (name, word), count in report.words.items() if name == target.name}
        if words:
            told = ", ".join(f"{count:,} {word}" for word, count in sorted(words.items(), key=lambda item: -item[1]))
            slow, large = report.slowest[target.name][0], report.largest[target.name][0]
            table.append(f"{target.name:<14}{sum(words.values()):>8,}{slow:>8.2f} s{large:>6} MiB  {told}")
    for finding in report.found.values():
        table += ["", f"FINDING in {finding.target}, {finding.times} times: {finding.outcome.wrong.strip()}"]
        table.append(f"replay: {command} --replay {finding.number}")
    rate = report.inputs / max(report.seconds, 1e-9)
    table += [
        "",
        f"{report.inputs:,} inputs in {report.seconds:.0f} s ({rate:,.0f} a second, "
        f"{report.processor:.0f} s of the processors), {len(report.found)} findings",
    ]
    return table


def replay(number: int, seed: int, targets: Sequence[Target], output: Path | None) -> int:
    """One input again, made as small as it can be while the same is wrong."""
    crowd.prepare()
    target = target_of(number, targets)
    suffix, content = input_of(seed, number, target)
    guarding.install()
    with Feeder() as feed:

        def outcome(candidate: bytes) -> Outcome:
            return feed(target, (suffix, candidate))

        first = outcome(content)
        print(f"{target.name}, {len(content):,} bytes: {first.wrong or first.word}")
        small = shrunk(content, lambda candidate: outcome(candidate).mark == first.mark) if first.wrong else content
    print(f"{len(small):,} bytes: {small[:2000]!r}")
    if output is not None:
        output.write_bytes(small)
    return 1 if first.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
