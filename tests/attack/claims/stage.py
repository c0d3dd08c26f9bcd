"""Claim after claim is compared, in several processes; what occurred, and everything that differs, is printed."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from tests.attack.asking import MEMORY
from tests.attack.attacking import bounded
from tests.attack.claims.comparing import compared
from tests.attack.claims.drawn import drawn
from tests.attack.claims.occurring import occurring, too_rare
from tests.attack.claims.python_file import source

TOGETHER: Final = 50
"""Claims that a process compares before it tells of them."""
MOST_UNKNOWN: Final = 0.01
"""The share of claims of which brute force may not know the answer."""
SHOWN: Final = 40


@dataclass
class Tally:
    """What became of some claims."""

    claims: int = 0
    words: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    differences: list[tuple[int, str]] = field(default_factory=list)


def stretch(first: int, seed: int, end: int) -> Tally:
    """The claims from this number on, so many as are told of together."""
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        for number in range(first, min(first + TOGETHER, end)):
            claim = drawn(seed, number)
            comparison = compared(claim, Path(folder))
            tally.claims += 1
            if comparison.difference:
                tally.differences.append((number, comparison.difference))
            if comparison.unknown:
                tally.unknown[comparison.unknown] += 1
            if comparison.decided:
                tally.words += occurring(claim, comparison.decided)
    return tally


def tallies(claims: int, seed: int, jobs: int) -> Iterator[Tally]:
    """All claims, in some order."""
    worker = partial(stretch, seed=seed, end=claims)
    with multiprocessing.get_context("fork").Pool(jobs, initializer=bounded) as pool:
        yield from pool.imap_unordered(worker, range(0, claims, TOGETHER))


def main(claims: int, seed: int, jobs: int) -> int:
    """Compares claims, prints a summary, and returns 1 where something differs or occurs too seldom."""
    began, whole = time.monotonic(), Tally()
    for tally in tallies(claims, seed, jobs):
        whole.claims += tally.claims
        whole.words += tally.words
        whole.unknown += tally.unknown
        whole.differences += tally.differences
    for word, count in sorted(whole.words.items()):
        print(f"{count:>8,}  {word}")
    unknown = whole.unknown.total()
    print(f"\nseed {seed}: {whole.claims:,} claims, {len(whole.differences):,} differences; "
          f"of {unknown:,} brute force does not know the answer")  # fmt: skip
    for why, count in whole.unknown.most_common(8):
        print(f"  not known: {count:,}: {why}")
    for number, difference in sorted(whole.differences)[:SHOWN]:
        print(f"DIFFERENCE: {difference}\n  replay: python -m tests.attack --claim {number} --seed {seed}")
    idle = too_rare(whole.words, whole.claims)
    if unknown > MOST_UNKNOWN * whole.claims:
        idle.append(f"of {unknown:,} of {whole.claims:,} claims brute force does not know the answer")
    print("\n".join(f"TOO RARE: {sentence}" for sentence in idle) or "nothing occurs too seldom")
    seconds = time.monotonic() - began
    print(f"{seconds:.0f} s, {whole.claims / max(seconds, 1):.0f} claims a second")
    return 1 if whole.differences or idle else 0


def replay(number: int, seed: int) -> int:
    """One claim again: its file, and what is said of it."""
    claim = drawn(seed, number)
    print(source(claim))
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        comparison = compared(claim, Path(folder))
    for step in comparison.decided.get("steps", []):
        print(f"{step['name']}: {step['verdict']}{' (' + step['reason'] + ')' if step['reason'] else ''}")
    print(comparison.difference or comparison.unknown or "all agree")
    return 1 if comparison.difference else 0


def first_difference(most: int, seed: int) -> tuple[int, str] | None:
    """The number of claims after which something differs, and what; None where nothing does."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        for number in range(most):
            if difference := compared(drawn(seed, number), Path(folder)).difference:
                return number + 1, difference
    return None
