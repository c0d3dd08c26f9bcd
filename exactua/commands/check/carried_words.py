"""The refuted lines of claims that a proof rests on, as text: with --strict each of them, else how many are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict, word
from exactua.errors import InputError
from exactua.plurals import counted


def decided(lines: Sequence[StepResult]) -> Iterator[tuple[str, Verdict | None]]:
    """Those that are refuted at the instance: the label of each, its words and the command that shows it."""
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


def known(problem: Problem) -> Iterator[tuple[str, Verdict | None]]:
    """How many are known from the manifests that come with exactua, of a whole claim; nothing where none is."""
    from exactua.claims.registry import find
    from exactua.evidence.carried_lines import known_as_refuted

    try:
        claim, _ = find(problem.command)
        lines = known_as_refuted(claim) if len(problem.steps) == len(claim.steps) else []
    except InputError:  # it rests on what is not found, which is none of what was decided
        return
    if lines:
        are = "is" if len(lines) == 1 else "are"
        yield (
            f"of the claims that its proof rests on, {counted(len(lines), 'line')} {are} known to be refuted, here or "
            "at other parameters (--strict decides them here)",
            None,
        )
