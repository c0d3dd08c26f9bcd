"""Counterexamples of certificates with their exact values: of a real a certificate has the first 64 bits alone.

Beside a counterexample a claim tells (`Claim.tells`) the values of operands and definitions there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from exactua.arithmetic.floors import Floor, floor_of
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Claim
from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.plan import build_domains
from exactua.deciding.shards import Decider
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import TermError, definitions_reached, parameters_of
from exactua.terms.measures import failure_of


def with_exact_sides(problem: Problem, step: Step, witness: Witness) -> Witness:
    """The counterexample of `step`, the one step of the problem, with the values that it has at its point.

    Of several conditions in one it knows then which of them is false there. It stays as it is where it has no floors
    of reals and no such conditions, and where its point is another one, or gives other values.
    """
    if not _has_floors((witness.left, witness.right)) and (witness.false is not None or not _of_conditions(step)):
        return witness
    try:
        evaluator = evaluator_at(problem, step, witness)
        if evaluator is None or evaluator(step.term):
            return witness
        failure = failure_of(step.term, evaluator)
        same = _is_same(witness.left, failure.left) and _is_same(witness.right, failure.right)
    except (TermError, PrecisionReached):
        return witness
    if not same:
        return witness
    there = (dict(witness.bindings), witness.relation) == (failure.bindings, failure.relation)
    false = failure.term if there else witness.false
    return replace(witness, left=failure.left, right=failure.right, false=false)


def _of_conditions(step: Step) -> bool:
    """Whether it says of each point by itself p and q and ..., perhaps for all values of variables; p iff q is that."""
    term = step.term
    while term.operator in ("all", "permutations"):
        term = term.arguments[-1]
    return step.fold == "each" and step.own is None and term.operator == "and"


def evaluator_at(problem: Problem, step: Step, witness: Witness) -> Evaluator | None:
    """The literal networks at the point of a counterexample; None where the domain has another point in its place."""
    if not witness.at:
        return Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None))
    (index, rank), *_ = witness.at
    name, domains = step.over[index].name, build_domains(problem)
    if not 0 <= rank < domains[name].count or domains[name].matrix(rank) != witness.points[0]:
        return None
    return Decider(problem, domains, {}, {}).literal_evaluator(name, rank)


def _has_floors(value: Any) -> bool:
    return any(map(_has_floors, value)) if isinstance(value, tuple) else isinstance(value, Floor)


def _is_same(stated: Any, again: Any) -> bool:
    """Whether a value is the one that was stated, of which the first 64 bits may be all that is known."""
    if isinstance(stated, tuple):
        alike = isinstance(again, tuple) and len(stated) == len(again)
        return alike and all(map(_is_same, stated, again))
    if isinstance(stated, Floor):
        return not isinstance(again, tuple) and again is not None and floor_of(again) == stated
    return bool(stated == again)


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
