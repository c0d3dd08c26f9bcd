"""The refuted lines of claims that a proof rests on, as text: with --strict each of them, else how many are known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from exactua.claims.decision import StepResult
from exactua.claims.own_data import OWN_DATA
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict, word
from exactua.errors import InputError
from exactua.plurals import counted

if TYPE_CHECKING:
    from exactua.claims.claim import Claim

MOST_LABELS: Final = 5
"""Labels of lines that are not decided, of which so many are said."""
COUNTS: Final = Path(__file__).with_name("carried_counts.json")
"""Of each paper that comes with exactua, by the label of a claim, how many such lines its manifests expect."""


def decided(lines: Sequence[StepResult], undecided: Sequence[str]) -> Iterator[tuple[str, Verdict | None]]:
    """Those that are refuted at the instance: the label of each, its words and the command that shows it.

    Then those that are known to be refuted and were not decided there, by their labels.
    """
    from exactua.evidence.carried_lines import label_of
    from exactua.printing.text import how_many, options, replay_command, whose

    if lines:
        yield "refuted lines of claims that its proof rests on", None
    width = max((len(label_of(line)) for line in lines), default=0)
    for line in lines:
        problem, step = line.problem, line.step
        assert problem is not None
        said = f"{label_of(line):<{width}}  {whose(step)}{step.says}{how_many(line)}"
        yield f"  {word(line.verdict, step.objects):<12} {said}", line.verdict
        if line.witness is None:
            yield f"  {'':<12} replay: exactua explain {problem.command}.{step.name} {options(problem)}", None
        else:
            yield f"  {'':<12} replay: {replay_command(problem, step, line.witness)}", None
    if undecided:
        more = f" and {len(undecided) - MOST_LABELS:,} more" if len(undecided) > MOST_LABELS else ""
        yield (
            "known to be refuted, here or at other parameters, but not decided now (not stated here, or no time): "
            f"{', '.join(undecided[:MOST_LABELS])}{more}",
            None,
        )


def known(problem: Problem) -> Iterator[tuple[str, Verdict | None]]:
    """How many are known from the manifests that come with exactua, of a whole claim; nothing where none is."""
    from exactua.claims.registry import find

    if problem.label.startswith(OWN_DATA):
        return
    claim, _ = find(problem.found_by)
    lines = _how_many(claim) if len(problem.steps) == len(claim.steps) else 0
    if lines:
        are = "is" if lines == 1 else "are"
        yield (
            f"of the claims that its proof rests on, {counted(lines, 'line')} {are} known to be refuted, here or at "
            "other parameters (--strict decides those stated here)",
            None,
        )


def _how_many(claim: Claim) -> int:
    """The same as a number: of claims of a paper that `COUNTS` has, what stands there, so that no other is imported."""
    if not claim.dependencies:
        return 0
    counts: dict[str, dict[str, int]] = json.loads(COUNTS.read_text(encoding="utf-8"))
    paper = claim.label.partition(":")[0]
    if claim.written is None and paper in counts:
        return counts[paper].get(claim.label, 0)
    from exactua.evidence.carried_lines import known_as_refuted

    try:
        return len(known_as_refuted(claim))
    except InputError:  # it rests on what is not found, which is none of what was decided
        return 0
