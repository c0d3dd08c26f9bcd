"""A run of `regress` for people: each difference with what was expected (-) and what was found (+)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exactua.claims.verdicts import Verdict, phrase, word
from exactua.claims.verification import refused, sentence, words
from exactua.commands.regress.formats.account import Check, LeftOut, Manifest, Run, Statement
from exactua.deciding.comparing import Difference, Expected, Found, StepAt
from exactua.deciding.plan import describe_count, describe_points
from exactua.plurals import counted
from exactua.printing.renderers.text import table

NOT_PINNED = "not pinned"
NO_STEP = "no step of that label in the claims checked here, or it is pinned twice"
NOTHING_PINNED = "not every step was decided at every point, so that nothing of this is pinned"
INDENT = " " * 13
WORDS: Final = {
    "verdict": "another verdict",
    "step": "other verdicts of steps",
    "witness": "other counterexamples",
    "digest": "another digest",
}
"""The kinds of differences."""


def lines(run: Run) -> Sequence[str]:
    """All lines of a run."""
    of_manifests = [line for manifest in run.manifests for line in _manifest(manifest)]
    return [*of_manifests, *ending(run), *([stopped(run)] if run.stopped else [])]


def _manifest(manifest: Manifest) -> Iterator[str]:
    yield f"{manifest.path}"
    for entry in manifest.checks:
        yield from check(entry)
    yield from closing(manifest)


def line(word: str, text: str) -> str:
    """One line of the run: what became of it, and what it is about."""
    return f"  {word:<10} {text}"


def check(entry: Check) -> Iterator[str]:
    """A check that was decided: its verdict and, as a table, everything that is not as expected. Else nothing.

    What a verifier said of its certificate stands behind it; a refusal on a line of its own, decided or not.
    """
    if entry.found is not None:
        said = f" ({words(entry.verified)})" if entry.verified is not None and not refused(entry.verified) else ""
        yield line(entry.word, f"{word(entry.found.verdict, entry.found.objects):<12} {entry.label}{said}")
        yield from (INDENT + shown for shown in different(entry))
        if says := _steps_to_write(entry.expected, entry.found, entry.differences):
            yield f"{INDENT}to expect these of the steps, write: {says}"
    if refused(entry.verified):
        yield line("wrong", f"{entry.label}: {certificate(entry)}")


def _steps_to_write(expected: Expected, decided: Found, differences: Sequence[Difference]) -> str | None:
    """The line `steps` of an entry that says no more than `expect`, and has steps with other verdicts than "holds".

    None where the entry was pinned: there a step that differs is no line that its author forgot.
    """
    steps = [difference for difference in differences if difference.kind == "step"]
    if not steps or expected.steps or expected.digest is not None or not decided.complete:
        return None
    verdicts = ", ".join(f'{difference.step} = "{difference.found}"' for difference in steps)
    return f"steps = {{{verdicts}}}"


def certificate(entry: Check) -> str:
    """What a verifier said of the check's certificate: "its certificate is NOT CONFIRMED by verifier.py (...): why"."""
    return f"its certificate is {sentence(entry.verified)}"


def different(entry: Check) -> Iterator[str]:
    """What is not as expected of a check, in lines that begin with - and +."""
    if entry.found is not None:
        yield from different_lines(entry.found, entry.differences)


def different_lines(decided: Found, different: Sequence[Difference]) -> Iterator[str]:
    """The differences of what was found from what is expected, in lines that begin with - and +."""
    yield from table([row for difference in different for row in _rows(difference, decided.steps, different)])
    if different and not decided.complete:
        yield NOTHING_PINNED


def headline(decided: Found, expected: Expected, differences: Sequence[Difference]) -> str:
    """What differs, in a few words."""
    if decided.verdict is not expected.verdict:
        said = phrase(decided.verdict, decided.objects)
        return f"{said}, where {word(expected.verdict, decided.objects)} is expected"
    kinds = dict.fromkeys(WORDS[difference.kind] for difference in differences)
    return f"{phrase(decided.verdict, decided.objects)} as expected, with {' and '.join(kinds)}"


def closing(manifest: Manifest) -> Iterator[str]:
    """What is said of a manifest behind its checks: how many are unchanged or not decided, and its statements."""
    days = [entry.since for entry in manifest.checks if entry.since is not None]
    if days:
        yield line("unchanged", f"since {min(days)}: {counted(len(days), 'check')}")
    if left := sum(entry.word == "not decided" for entry in manifest.checks):
        yield line("not decided", counted(left, "check"))
    for entry in manifest.statements or ():
        yield from statement(entry)
    if manifest.statements == ():
        yield line("ok", f"{counted(manifest.pinned, 'statement')} as pinned")


def statement(entry: Statement) -> Iterator[str]:
    """A statement that is not as it is pinned."""
    word = "updated" if entry.updated else "differs"
    if entry.pinned is None:
        yield line(word, f"statement {entry.label}: {NOT_PINNED}")
        return
    yield line(word, f"statement {entry.label}")
    yield from (INDENT + shown for shown in changed(entry.pinned, entry.found))


def changed(pinned: str | None, actual: str | None) -> Iterator[str]:
    """What a statement is pinned as, and what it is."""
    return table([("-", pinned or NOT_PINNED), ("+", actual or NO_STEP)])


def ending(run: Run) -> Iterator[str]:
    """The last lines of a run; of one that did not come to its end, the claims that are not listed."""
    yield from map(left_out, run.left_out)
    yield from (line("unlisted", why_unlisted(claim.label)) for claim in run.unlisted)
    if run.stopped:
        return
    yield summary(run)
    yield verified(run)
    if run.updating:
        yield f"rewritten: {', '.join(map(str, run.rewritten))}" if run.rewritten else "nothing to rewrite"
        differing = [check for check in run.checks if check.word == "differs" and check.found is not None]
        if kept := sum(check.found is not None and check.found.complete for check in differing):
            which = "a verdict or counterexample differs" if kept == 1 else f"{kept} checks differ in more than pins"
            yield f"{which}: --update --accept expects what was found from now on"
    if unchanged := run.counts["unchanged"]:
        yield (
            f"{unchanged} of {counted(run.counts.total(), 'check')} decided before with the same code, statements and "
            "networks (--all decides them again)"
        )


def left_out(entry: LeftOut) -> str:
    """A line of [unlisted]: which claims, and why."""
    number, reason = len(entry.claims), " ".join(entry.reason.split())
    if not number:
        return line("differs", idle(entry.label))
    return line("left out", f"{entry.label}{f' ({number} claims)' if number > 1 else ''}: {reason}")


def idle(label: str) -> str:
    """What is wrong with a line of [unlisted] that leaves out nothing."""
    return f"[unlisted] {label}: it leaves out nothing that has to be listed; remove the line"


def why_unlisted(label: str) -> str:
    """What is to be done about a claim that should be listed."""
    return f"{label}: no check lists it; write one, or say why not under [unlisted]"


def summary(run: Run) -> str:
    """How many checks differ, and in what, how many statements are not as pinned, how many claims not listed."""
    bad = [check.differences for check in run.checks if check.differences]
    pins = sum(all(difference.is_pin for difference in differences) for differences in bad)
    total, left = run.counts.total(), run.counts["not decided"]
    shown = (
        f"{counted(total, 'check')}: {total - len(bad) - left} as expected, "
        f"{len(bad) - pins} with other verdicts or counterexamples, {pins} with other pins alone"
    )
    shown += f", {left} not decided; " if left else "; "
    statements = sum(1 for _ in run.statements)
    if statements:
        shown += f"{counted(statements, 'statement')} not as pinned"
    elif any(manifest.statements is None for manifest in run.manifests):
        shown += "not all statements were compared"
    else:
        shown += "all statements as pinned"
    return f"{shown}; {counted(len(run.unlisted), 'claim')} unlisted" if run.unlisted else shown


def verified(run: Run) -> str:
    """How many certificates are told in which words: "certificates: 3 confirmed in full by verifier.py"."""
    return f"certificates: {run.verified}"


def stopped(run: Run) -> str:
    """Why, and where, a run ended early."""
    done = run.counts.total() - run.counts["not decided"]
    return f"{run.stopped} after {done} of {counted(run.counts.total(), 'check')}"


def _rows(
    difference: Difference, steps: Mapping[str, StepAt], others: Sequence[Difference]
) -> Iterator[tuple[str, ...]]:
    expected, actual = difference.expected, difference.found
    if difference.step is None:
        yield "-", difference.kind, expected or NOT_PINNED
        yield "+", difference.kind, actual or NOT_PINNED
        return
    step = steps[difference.step]
    if difference.kind == "step":
        yield "-", difference.step, str(expected)
        yield "+", difference.step, f"{actual}: {_counts(step)}"
        return
    was_refuted = not any(other.kind == "step" and other.step == difference.step for other in others)
    if expected is not None or was_refuted:
        yield "-", difference.step, f"least counterexample {expected or NOT_PINNED}"
    if actual is not None:
        yield "+", difference.step, f"least counterexample {actual}"


def _counts(step: StepAt) -> str:
    if step.verdict is Verdict.INCONCLUSIVE and step.reason:
        return step.reason
    shown = describe_points(step.points)
    if step.applicable not in (None, step.points):
        shown += f", {describe_count(step.applicable)} under the hypothesis"
    return f"{shown}, false at {describe_count(step.failures)}" if step.failures else shown
