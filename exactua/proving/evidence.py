"""Deciding with complete evidence: what makes a large certificate cheap to confirm (docs/certificate-format.md, 6).

A step over many points is decided once more, by signs of affine forms, where these decide it; a refuted one has its
witness. Both are complete: who checks them need not go through the points. Whether a step gets evidence depends on
the claim and the box alone, never on a clock, an engine or the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Final, ParamSpec

from exactua.arithmetic.rationals import Rational
from exactua.certificates.writing import certificate, counted_data
from exactua.claims.decision import Decision, Evidence, StepResult
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding import running
from exactua.errors import EvaluatorsDisagree, InputError

MOST_ENUMERATED: Final = 20_000
"""Points up to which a step has no evidence: it is recomputed with all its counts and extremes."""
MOST_COLUMNS: Final = 10
"""Columns of a point up to which signs are tried."""
MOST_PATTERNS: Final = 100
"""Patterns of equal columns that signs are tried on, at most."""

Arguments = ParamSpec("Arguments")


def _with_evidence(decide: Callable[Arguments, Decision]) -> Callable[Arguments, Decision]:
    @wraps(decide)
    def decided(*arguments: Arguments.args, **options: Arguments.kwargs) -> Decision:
        return attached(decide(*arguments, **options))

    return decided


decide = _with_evidence(running.decide)
"""`running.decide`, and then evidence for the steps over many points: what every certificate is made from."""


def attached(decision: Decision, above: int | None = None) -> Decision:
    """The decision with evidence where there is some, for steps over more than `above` points (None: MOST_ENUMERATED).

    Raises EvaluatorsDisagree where signs say another verdict than the points did.
    """
    large = _large(decision, MOST_ENUMERATED if above is None else above)
    proposed = _signs(decision.problem, large) | _witnesses(large)
    if not proposed:
        return decision
    evidence = proposed if _confirmed(decision, proposed) else _confirmed_alone(decision, proposed)
    if not evidence:
        return decision
    counted = {result.step.name: counted_data(result) for result in decision.results if result.step.name in evidence}
    return _with(decision, evidence, {**decision.run, "counted": counted})


def _with(decision: Decision, evidence: dict[str, Evidence], run: dict[str, object]) -> Decision:
    results = tuple(replace(result, evidence=evidence.get(result.step.name)) for result in decision.results)
    return replace(decision, results=results, run=run)


def _large(decision: Decision, above: int) -> list[StepResult]:
    """The steps over more points, all of which were decided, and for whose folds there is evidence."""
    complete = {domain.name: domain.complete for domain in decision.domains}
    return [
        result
        for result in decision.results
        if result.step.over
        and result.points > above
        and result.complete
        and all(complete[spec.name] and spec.kind != "cells" for spec in result.step.over)
        and (result.step.fold == "each" or result.step.fold in COMPARING)
        and not decision.problem.speaks_of_reals(result.step)
    ]


def _witnesses(results: Sequence[StepResult]) -> dict[str, Evidence]:
    return {result.step.name: Evidence("witness") for result in results if result.verdict is Verdict.REFUTED}


def _signs(problem: Problem, results: Sequence[StepResult]) -> dict[str, Evidence]:
    """Those of these steps that hold or are vacuous, and that signs decide."""
    parameters = problem.parameters
    if not results or not {"d", "n", "m"} <= parameters.keys() or int(parameters["n"]) > MOST_COLUMNS:
        return {}
    asked = replace(problem, steps=tuple(result.step for result in results), judged=(), parts=()).reached
    if not all(isinstance(value, int | Rational) for value in asked.values.values()):
        return {}
    from exactua.proving.symbolic import Instance, decide_step

    instance, evidence = Instance(asked), dict[str, Evidence]()
    instance.most_by_columns = MOST_PATTERNS
    for result in results:
        signs = decide_step(instance, result.step)
        if Verdict.INCONCLUSIVE in (signs.verdict, result.verdict):
            continue
        if signs.verdict != result.verdict:
            at = ", ".join(f"{name} = {value}" for name, value in parameters.items())
            raise EvaluatorsDisagree(
                f"{problem.label}.{result.step.name}: {signs.verdict} by affine forms and {result.verdict} "
                f"at {result.points} points, at {at}"
            )
        if result.verdict is not Verdict.REFUTED:
            order = None if signs.order is None else tuple((split.up, split.down) for split in signs.order)
            evidence[result.step.name] = Evidence("signs", order)
    return evidence


def _confirmed_alone(decision: Decision, proposed: dict[str, Evidence]) -> dict[str, Evidence]:
    return {name: shown for name, shown in proposed.items() if _confirmed(decision, {name: shown})}


def _confirmed(decision: Decision, proposed: dict[str, Evidence]) -> bool:
    """Whether a verifier confirms this evidence: what it can't check would keep it from confirming the certificate."""
    from exactua import verifier

    part = _of_steps(decision, [result.step for result in decision.results if result.step.name in proposed])
    try:
        verifier.verify(certificate(_with(part, proposed, {})).encode(), seconds=0)
    except (InputError, verifier.Refused):  # terms so deep that nobody reads them, too
        return False
    return True


def _of_steps(decision: Decision, steps: Sequence[Step]) -> Decision:
    """What was decided of these steps alone, of which none is judged."""
    problem: Problem = replace(decision.problem, steps=tuple(steps), judged=(), parts=())
    domains = tuple(domain for domain in decision.domains if domain.name in {spec.name for spec in problem.domains})
    results = tuple(result for result in decision.results if result.step in steps)
    return replace(decision, problem=problem, domains=domains, results=results)
