"""A whole paper on its ladder as text: one line a claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from exactua.deciding.comparing import Outcome
from exactua.plurals import counted, so_many
from exactua.printing.renderers.text import table

MOST_NAMED: Final = 3
SECONDS: Final = 5


def lines(outcomes: Sequence[Outcome], claims: Sequence[str]) -> Iterator[str]:
    """One line for each of the claims: its instances by verdict, its refuted proof lines, the seconds of a process."""
    rows = [("claim", "instances", "points", "verdicts", "refuted proof lines", "seconds")]
    for label in claims:
        own = [outcome for outcome in outcomes if outcome.claim == label]
        refuted = Counter(name for outcome in own for name in outcome.refuted_proof_lines)
        named = [f"{name} at {count}" for name, count in refuted.items()]
        shown = ", ".join(named[:MOST_NAMED])
        more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        milliseconds = sum(_milliseconds(outcome.seconds) for outcome in own)
        points = sum(outcome.points for outcome in own)
        seconds = f"{milliseconds // 1000}.{milliseconds // 100 % 10}"
        rows.append((label, f"{len(own):,}", f"{points:,}", verdicts(own), shown + more, seconds))
    yield from table(rows, right=(1, 2, SECONDS))


def verdicts(outcomes: Sequence[Outcome]) -> str:
    """How often each verdict came out: "40 hold, 7 vacuous"."""
    counts = Counter(outcome.verdict.value for outcome in outcomes)
    return ", ".join(so_many(count, verdict) for verdict, count in counts.items())


def summary(paper: str, outcomes: Sequence[Outcome], claims: Sequence[str], seconds: str, jobs: int) -> str:
    """The last line: how much was decided, what came out, and how long it took."""
    points = sum(outcome.points for outcome in outcomes)
    processes = "1 process" if jobs == 1 else f"{jobs} processes"
    return (
        f"{paper}: {counted(len(claims), 'claim')}, {counted(len(outcomes), 'instance')}, {counted(points, 'point')}: "
        f"{verdicts(outcomes)}; "
        f"decided in {seconds} s by {processes}"
    )


def _milliseconds(seconds: str) -> int:
    whole, _, part = seconds.partition(".")
    return 1000 * int(whole) + int(part.ljust(3, "0")[:3])
