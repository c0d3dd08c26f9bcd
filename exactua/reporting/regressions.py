"""What `regress` found, for people: each difference with what was expected (-) and what was found (+)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from exactua.checking.comparing import Difference, Found
from exactua.checking.outcome import StepAt
from exactua.checking.plan import describe_count
from exactua.claims.verdicts import Verdict
from exactua.reporting.counts import counted
from exactua.reporting.tables import table

NOT_PINNED = "not pinned"
INDENT = " " * 13


def line(word: str, text: str) -> str:
    """One line of the run: what became of it, and what it is about."""
    return f"  {word:<10} {text}"


def check(word: str, label: str, found: Found, differences: Sequence[Difference]) -> Iterator[str]:
    """A check that was decided: its verdict and, as a table, everything that is not as expected."""
    yield line(word, f"{found.verdict:<12} {label}")
    rows = [row for difference in differences for row in _rows(difference, found.steps, differences)]
    yield from (INDENT + shown for shown in table(rows))
    if differences and not found.complete:
        yield INDENT + "not every point was decided, so that nothing of this is pinned"


def pin(word: str, label: str, pinned: str | None, found: str | None) -> Iterator[str]:
    """A statement that is not as it is pinned."""
    if pinned is None:
        yield line(word, f"statement {label}: {NOT_PINNED}")
        return
    absent = "no step of that label in the claims checked here, or it is pinned twice"
    yield line(word, f"statement {label}")
    yield from (INDENT + shown for shown in table([("-", pinned), ("+", found or absent)]))


def left_out(label: str, reason: str, claims: int) -> str:
    """A line of [unlisted]: which claims, and why; `claims` is the number of those that no check lists."""
    if not claims:
        return line("differs", f"[unlisted] {label}: it leaves out nothing that has to be listed; remove the line")
    return line("left out", f"{label}{f' ({claims} claims)' if claims > 1 else ''}: {reason}")


def unlisted(label: str) -> str:
    """A claim that should be listed."""
    return line("unlisted", f"{label}: no check lists it; write one, or say why not under [unlisted]")


def summary(differences: Sequence[Sequence[Difference]], statements: int, missing: int) -> str:
    """How many checks differ, and in what; `statements` are not as pinned, and `missing` claims not listed."""
    bad = [one for one in differences if one]
    pins = sum(all(difference.is_pin for difference in one) for one in bad)
    shown = (
        f"{counted(len(differences), 'check')}: {len(differences) - len(bad)} as expected, "
        f"{len(bad) - pins} with other verdicts or counterexamples, {pins} with other pins alone; "
    )
    shown += f"{counted(statements, 'statement')} not as pinned" if statements else "all statements as pinned"
    return f"{shown}; {counted(missing, 'claim')} unlisted" if missing else shown


def known(unchanged: int, checks: int) -> str:
    """What was not decided, and how it would be."""
    return (
        f"{unchanged} of {counted(checks, 'check')} decided before with the same code, statements and networks "
        "(--all decides them again)"
    )


def _rows(
    difference: Difference, steps: Mapping[str, StepAt], differences: Sequence[Difference]
) -> Iterator[tuple[str, ...]]:
    expected, found = difference.expected, difference.found
    if difference.step is None:
        yield "-", difference.kind, expected or NOT_PINNED
        yield "+", difference.kind, found or NOT_PINNED
        return
    step = steps[difference.step]
    if difference.kind == "step":
        yield "-", difference.step, str(expected)
        yield "+", difference.step, f"{found}: {_counts(step)}"
        return
    was_refuted = not any(one.kind == "step" and one.step == difference.step for one in differences)
    if expected is not None or was_refuted:
        yield "-", difference.step, f"least counterexample {expected or NOT_PINNED}"
    if found is not None:
        yield "+", difference.step, f"least counterexample {found}"


def _counts(step: StepAt) -> str:
    if step.verdict is Verdict.INCONCLUSIVE and step.reason:
        return step.reason
    shown = f"{describe_count(step.points)} point{'' if step.points == 1 else 's'}"
    if step.applicable != step.points:
        shown += f", {describe_count(step.applicable)} under the hypothesis"
    return f"{shown}, false at {describe_count(step.failures)}" if step.failures else shown
