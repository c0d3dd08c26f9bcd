"""Deciding with complete evidence: what makes a large certificate cheap to confirm (docs/certificate-format.md, 6).

A step over many points is decided once more, by signs of affine forms, where these decide it; a refuted one has its
witness. Both are complete: who checks them need not go through the points. Whether a step gets evidence depends on
the claim and the box alone, never on a clock, an engine or the number of processes.

Of implications in steps of somebody's own claims that hold it is also said where their hypothesis is true at no point,
and of p iff q where both sides are false at every point. p => q is true wherever p is false, so the step holds whatever
q is. That is no vacuous step, whose points are those of its hypothesis `given`, but the reader is told; no certificate
knows of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import islice
from typing import Final, ParamSpec

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.certificates.writing import certificate, counted_data
from exactua.claims.decision import Decision, Evidence, Nowhere, StepResult
from exactua.claims.problem import COMPARING, Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding import running
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.plan import build_domains
from exactua.deciding.shards import Decider
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Term, TermError, equivalence, make

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
        and not decision.problem.may_be_undecided(result.step)
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


MOST_TRIED: Final = 50
"""Points of each domain at which a hypothesis is tried first: most are true at an early one."""


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis inside a condition, or p iff q, and the condition that it is never true, or neither side of it.

    The condition has the quantifiers around it.
    """

    says: Nowhere
    never: Term


def with_hypotheses(decision: Decision, jobs: int, budget: float) -> Decision:
    """The decision, with what is true at no point of the instance in steps that hold: hypotheses, sides of p iff q.

    Nothing is said of a step where that is not decided within what is left of `budget` seconds, the decision's own.
    """
    if not decision.problem.places:
        return decision
    deadline = time.monotonic() + budget - float(decision.run.get("seconds", 0))
    results = tuple(
        replace(result, nowhere=tuple(_nowhere(decision.problem, result, jobs, deadline)))
        for result in decision.results
    )
    return replace(decision, results=results)


def hypotheses_in(term: Term) -> Iterator[Hypothesis]:
    """The hypotheses of the implications that a condition consists of; of p iff q that it is neither."""
    if term.operator in ("all", "permutations"):
        *outer, body = term.arguments
        for inner in hypotheses_in(body):
            yield Hypothesis(inner.says, make(term.operator, term.names, *outer, inner.never))
    elif (sides := equivalence(term)) is not None:
        yield Hypothesis(Nowhere(None, term), make("and", (), *(make("not", (), side) for side in sides)))
    elif term.operator == "and":
        for part in term.arguments:
            yield from hypotheses_in(part)
    elif term.operator == "implies":
        says, conclusion = term.arguments
        yield Hypothesis(Nowhere(says), make("not", (), says))
        for inner in hypotheses_in(conclusion):
            under = says if inner.says.hypothesis is None else make("and", (), says, inner.says.hypothesis)
            yield Hypothesis(Nowhere(under, inner.says.iff), make("implies", (), says, inner.never))


def _nowhere(problem: Problem, result: StepResult, jobs: int, deadline: float) -> Iterator[Nowhere]:
    step = result.step
    if result.verdict is not Verdict.HOLDS or step.fold != "each" or not result.complete:
        return
    for hypothesis in hypotheses_in(step.term):
        asked = replace(step, term=hypothesis.never)
        alone = replace(problem, steps=(asked,), judged=(asked.name,), parts=()).reached
        try:
            if _seems_so(alone, asked, deadline) and (left := deadline - time.monotonic()) > 0:
                decided = running.decide(alone, jobs=jobs, budget=left)
                if decided.complete and decided.verdict is Verdict.HOLDS:
                    yield hypothesis.says
        except (TermError, PrecisionReached):
            continue  # where it has no value the step is inconclusive, or needs none


def _seems_so(problem: Problem, step: Step, deadline: float) -> bool:
    """Whether a condition is true at the first points, by the literal networks, as far as there is time for them."""
    if not step.over:
        evaluator = Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None))
        return bool(evaluator(step.term))
    domains = build_domains(problem)
    decider = Decider(problem, domains, {}, {})
    for name, domain in domains.items():
        for rank in islice(range(domain.count), MOST_TRIED):
            if time.monotonic() > deadline:
                return False
            evaluator = decider.literal_evaluator(name, rank)
            if (step.given is None or evaluator(step.given)) and not evaluator(step.term):
                return False
    return True
