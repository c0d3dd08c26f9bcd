"""What is told of steps of somebody's own claim that their certificate does not carry: they are decided again for it.

Which hypotheses of implications are true at no point, of which p iff q both sides are false at every point, at which
point that is so which is said of some, and which of several conditions is true at every point, or at none. Nothing is
said of a step that takes too long.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision, StepResult
from exactua.claims.dossier import Box, CertificateFile, ClaimDossier
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import POINT_SCOPES, Verdict
from exactua.claims.verification import refused
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.evidence.statements import instance
from exactua.printing.lengths import listed_instances
from exactua.printing.scope_subjects import Beside
from exactua.printing.text import in_line, member, true_nowhere
from exactua.proving.evidence import hypotheses_in, with_hypotheses
from exactua.terms.language import TermError

MOST_POINTS: Final = 20_000
"""Points of a certificate whose steps are decided again."""
LONGEST_POINT: Final = 80
SECONDS: Final = 20
"""For one certificate."""
SECONDS_OF_ALL: Final = 60
"""For those of a claim together."""
UNDER_IT: Final = "what it says under it"
OF_IFF: Final = "that one is true where the other is"
"""What was asserted nowhere, of a hypothesis that is true at no point, and of p iff q with both sides false."""


def beside(claim: Claim, file: CertificateFile, seconds: float) -> Beside:
    """What is known beside a certificate of a claim of somebody's own, within so many seconds; of another, nothing."""
    if claim.written is None or file.scope not in POINT_SCOPES or refused(file.verified) or file.points > MOST_POINTS:
        return Beside()
    deadline = time.monotonic() + seconds
    asked = [
        step
        for step in claim.steps
        if step.name in file.verdicts and step.name not in file.stale and _has_more(step, file.verdicts[step.name])
    ]
    nowhere: dict[str, tuple[str, ...]] = {}
    at: dict[str, str] = {}
    lacking: dict[str, str] = {}
    for problem, result in _decided(claim, file, asked, deadline):
        name = result.step.name
        if result.nowhere:
            nowhere[name] = tuple(
                f"{says}: {UNDER_IT if of.iff is None else OF_IFF} was asserted nowhere"
                for of, says in zip(result.nowhere, true_nowhere(problem, result), strict=True)
            )
        if told := _at(problem, result):
            at[name] = told
        if told := _lacking(problem, result):
            lacking[name] = told
    return Beside(nowhere, at, lacking)


def beside_all(dossier: ClaimDossier) -> dict[str, tuple[str, ...]]:
    """The same of all certificates of a claim, by the names of its steps, in sentences with the instances."""
    told: dict[str, dict[str, list[Box]]] = {}
    deadline = time.monotonic() + SECONDS_OF_ALL
    for file in dossier.certificates if dossier.claim.written is not None else ():
        known = beside(dossier.claim, file, min(SECONDS, deadline - time.monotonic()))
        for name, says in known.sentences(file.verdicts):
            boxes = told.setdefault(name, {}).setdefault(says, [])
            if file.box not in boxes:
                boxes.append(file.box)
    return {
        name: tuple(f"at {listed_instances(boxes)}, {says}" if boxes[0] else says for says, boxes in sentences.items())
        for name, sentences in told.items()
    }


def _has_more(step: Step, verdict: str) -> bool:
    """Whether there may be something to tell of a step with this verdict."""
    if verdict == Verdict.HOLDS:
        return step.exists or (step.fold == "each" and any(hypotheses_in(step.term)))
    return verdict == Verdict.REFUTED and step.several is not None and step.several.each


def _decided(
    claim: Claim, file: CertificateFile, asked: list[Step], deadline: float
) -> Iterator[tuple[Problem, StepResult]]:
    """These steps as they come out again, each with its problem; not those that come out otherwise, or too late."""
    if not asked:
        return
    try:
        whole = instance(claim, file.box)
    except (InputError, TermError):
        return
    for step in asked:
        left = deadline - time.monotonic()
        if left <= 0 or step not in whole.steps:
            continue
        alone = replace(whole, steps=(step,), judged=(step.name,), parts=())
        try:
            decision: Decision = with_hypotheses(decide(alone, budget=left, replayed=0), 1, left)
        except (InputError, TermError, PrecisionReached):
            continue
        result = decision.results[0]
        if result.complete and result.verdict == file.verdicts[step.name]:
            yield alone, result


def _at(problem: Problem, result: StepResult) -> str:
    """At which point, or of which of several conditions, that is so which the step says there is."""
    step, witness = result.step, result.found
    if witness is None:
        return ""
    if step.several is not None:
        number = f"number {witness.bindings['k']}"
        which = member(problem, step.several.conditions[witness.bindings["k"] - 1])
        return f"the first of its conditions that is true at every point is {f'that of {which}' if which else number}"
    point = in_line(step.over, witness.points[0])
    true = "true" if step.denied is None else "false"
    return f"the least point at which its condition is {true} is {point}" if len(point) <= LONGEST_POINT else ""


def _lacking(problem: Problem, result: StepResult) -> str:
    """Of which of several conditions there is no point."""
    step, witness = result.step, result.witness
    if step.several is None or not step.several.each or witness is None:
        return ""
    k = witness.bindings["k"]
    which = member(problem, step.several.conditions[k - 1])
    return f"that of {which}" if which else f"number {k}"
