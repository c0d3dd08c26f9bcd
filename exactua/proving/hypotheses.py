"""Implications that hold because their hypothesis is true at no point: what is said of them beside the verdict.

p => q is true wherever p is false, so the step holds whatever q is. That is no vacuous step, whose points are those of
its hypothesis `given`, but the reader is told. It is asked of somebody's own claims; no certificate knows of it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.decision import Decision, StepResult
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.plan import build_domains
from exactua.deciding.running import decide
from exactua.deciding.shards import Decider
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Term, TermError, equivalence, make

MOST_TRIED: Final = 50
"""Points of each domain at which a hypothesis is tried first: most are true at an early one."""


@dataclass(frozen=True)
class Hypothesis:
    """A hypothesis inside a condition, and the condition that it is never true, with the quantifiers around it."""

    says: Term
    never: Term


def with_hypotheses(decision: Decision, jobs: int, budget: float) -> Decision:
    """The decision, with the hypotheses of implications in steps that hold which are true at no point of the instance.

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
    """The hypotheses of the implications that a condition consists of; p iff q has none."""
    if term.operator in ("all", "permutations"):
        *outer, body = term.arguments
        for inner in hypotheses_in(body):
            yield Hypothesis(inner.says, make(term.operator, term.names, *outer, inner.never))
    elif term.operator == "and" and equivalence(term) is None:
        for part in term.arguments:
            yield from hypotheses_in(part)
    elif term.operator == "implies":
        says, conclusion = term.arguments
        yield Hypothesis(says, make("not", (), says))
        for inner in hypotheses_in(conclusion):
            yield Hypothesis(make("and", (), says, inner.says), make("implies", (), says, inner.never))


def _nowhere(problem: Problem, result: StepResult, jobs: int, deadline: float) -> Iterator[Term]:
    step = result.step
    if result.verdict is not Verdict.HOLDS or step.fold != "each" or not result.complete:
        return
    for hypothesis in hypotheses_in(step.term):
        asked = replace(step, term=hypothesis.never)
        alone = replace(problem, steps=(asked,), judged=(asked.name,), parts=())
        try:
            if _seems_so(alone, asked, deadline) and (left := deadline - time.monotonic()) > 0:
                decided = decide(alone, jobs=jobs, budget=left)
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
