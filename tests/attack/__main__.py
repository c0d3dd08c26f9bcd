"""Attacks the verifiers with forged certificates that agree with themselves in everything but the truth.

And puts random small claims, decided by exactua, to both of them and to brute force (tests/attack/claims).

    python -m tests.attack [--forgeries 58200] [--jobs 2] [--seed S]
    python -m tests.attack --replay NUMBER --seed S [--output FILE]
    python -m tests.attack --planted [--seed S] [--jobs 2]
    python -m tests.attack --claims 100000 [--jobs 2] [--seed S]
    python -m tests.attack --claim NUMBER --seed S

What a verifier confirms is decided again by brute force (tests/attack/brute_force). Exit codes: 0 nothing was found; 1
something was, and is printed with the command that replays it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.attack import known, planting
from tests.attack.asking import both
from tests.attack.attacking import CELLS, NOTHING, Tally, attack, draw_of, judged
from tests.attack.claims import stage
from tests.attack.originals import KINDS
from tests.attack.places import CHANGES

EACH = 200
"""Forgeries of each kind of certificate and kind of change, unless told otherwise."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Attacks, prints the table and every finding, and returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("--forgeries", type=int, default=EACH * (len(CELLS) - len(NOTHING)), metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--jobs", type=int, default=2, metavar="K")
    parser.add_argument("--replay", type=int, metavar="NUMBER", help="one forgery again")
    parser.add_argument("--output", type=Path, metavar="FILE", help="with --replay: where the forged file goes")
    parser.add_argument("--planted", action="store_true", help="attack verifiers with errors planted in them instead")
    parser.add_argument("--claims", type=int, metavar="N", help="compare what is decided of so many claims instead")
    parser.add_argument("--claim", type=int, metavar="NUMBER", help="one claim again")
    given = parser.parse_args(arguments)
    if given.claims is not None:
        return stage.main(given.claims, given.seed, max(given.jobs, 1))
    if given.claim is not None:
        return stage.replay(given.claim, given.seed)
    if given.planted:
        return planting.main(given.seed, given.jobs)
    if given.replay is not None:
        return replay(given.seed, given.replay, given.output)
    began, tallies = time.monotonic(), list(attack(given.forgeries, given.seed, max(given.jobs, 1)))
    wrong = known.attacked()
    print("\n".join(lines(tallies, given.seed)))
    print("\n".join(f"FINDING: {finding}" for finding in wrong) or f"{len(known.ATTACKS)} known attacks refused")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if wrong or any(tally.findings for tally in tallies) else 0


def lines(tallies: Sequence[Tally], seed: int) -> list[str]:
    """The table: forgeries, those confirmed and true, those of which the truth is not known; and the findings."""
    cells = {(tally.kind, tally.change): tally.counts for tally in tallies}
    report = ["forgeries/confirmed and true/not known, by kind of certificate and kind of change", ""]
    report.append(f"{'':<11}" + "".join(f"{change:>12}" for change in CHANGES))
    for kind in KINDS:
        row = [cells.get((kind, change), Counter()) for change in CHANGES]
        told = [f"{sum(counts.values())}/{counts['true']}/{counts['unknown']}" if counts else "-" for counts in row]
        report.append(f"{kind:<11}" + "".join(f"{cell:>12}" for cell in told))
    total = sum((tally.counts for tally in tallies), Counter[str]())
    every = sum(total.values())
    reasons = sum((tally.reasons for tally in tallies), Counter[str]())
    findings = [finding for tally in tallies for finding in tally.findings]
    report += [
        "",
        f"{every:,} forgeries: {total['refused']:,} refused, {total['not re-checked']:,} not re-checked, "
        f"{total['two reasons']:,} refused by one for one reason and not re-checked by the other for another, "
        f"{total['true']:,} confirmed and true ({100 * total['true'] / max(every, 1):.1f} % are equivalent), "
        f"{total['unknown']:,} confirmed and not known, {len(findings):,} findings",
        *(f"  not known: {count:,}: {why}" for why, count in reasons.most_common(8)),
    ]
    for finding in findings[:40]:
        report += [
            f"FINDING: {finding.kind}, {finding.change}: {finding.what}",
            f"  replay: python -m tests.attack --seed {seed} --replay {finding.number}",
        ]
    return report


def replay(seed: int, number: int, output: Path | None) -> int:
    """One forgery again: what is said of it."""
    forgery, kind, change = draw_of(seed, number)
    if forgery is None:
        print(f"number {number} ({kind}, {change}) is no forgery")
        return 0
    if output is not None:
        output.write_bytes(forgery.content)
    answers = both(forgery.content)
    word, wrong, _ = judged(forgery, answers)
    print(
        f"{kind}, {change}, {forgery.how}: {word} (Python {answers.own}, C {answers.foreign}, proved {answers.proved}) {wrong}"
    )
    print(f"Python says: {answers.said[:1000]}")
    print(f"the proved one says: {answers.proved_said[:1000]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
