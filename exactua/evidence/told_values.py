"""What a claim tells beside a counterexample (`Claim.tells`): values of its operands and definitions there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Claim
from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.evidence.exact_witnesses import evaluator_at
from exactua.terms.language import TermError, definitions_reached, parameters_of


def told_values(claim: Claim, problem: Problem, step: Step, witness: Witness) -> tuple[tuple[str, Any], ...]:
    """Names with their values at the counterexample of `step`, the one step of the problem; words under "".

    What has no value there, such as an operand of pairs at a single point, is left out.
    """
    return tuple(_told(claim, problem, step, witness))


def _told(claim: Claim, problem: Problem, step: Step, witness: Witness) -> Iterator[tuple[str, Any]]:
    if claim.told.data is not None and not witness.points and _speaks_of_all(problem, step):
        yield "", claim.told.data(problem.parameters)
    reached = {name for name, _ in definitions_reached(step.all_terms, problem.definitions)}
    evaluator = evaluator_at(problem, step, witness) if witness.points else None
    for name in claim.told.names:
        try:
            if name in reached:
                yield name, problem.values[name]
            elif name in claim.operands and evaluator is not None:
                yield name, evaluator(claim.operands[name].term)
        except (TermError, PrecisionReached):
            continue


def _speaks_of_all(problem: Problem, step: Step) -> bool:
    """Whether all parameters of an instance decide the step, so that its data do."""
    names = parameters_of(bool(step.over), step.terms, problem.definitions)
    return names is None or set(problem.parameters) <= set(names)
