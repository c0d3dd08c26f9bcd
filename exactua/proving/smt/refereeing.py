"""What a foreign solver's answer is worth: the points that it finds are evaluated by the literal networks."""

from __future__ import annotations

from itertools import combinations

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import Problem, Step
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.errors import EvaluatorsDisagree
from exactua.proving.smt.export import SmtScript, sought_of
from exactua.proving.smt.solvers import SolverAnswer, solve
from exactua.terms.evaluation import Evaluator, Nothing, Value


def referee(problem: Problem, step: Step, script: SmtScript, solver: str, seconds: float) -> SolverAnswer:
    """The solver's answer. Points that the literal networks don't confirm raise EvaluatorsDisagree."""
    answer = solve(script, solver, seconds)
    confirmed = is_so_at if script.of_some else fails_at
    if answer.answer == "sat" and not confirmed(problem, step, answer.points):
        points = " and ".join(str([[str(x) for x in row] for row in point]) for point in answer.points)
        what = "a point of" if script.of_some else "a counterexample to"
        raise EvaluatorsDisagree(
            f"{solver} finds {what} {problem.label}.{step.name}, and the literal networks don't: {points}"
        )
    return answer


def is_so_at(problem: Problem, step: Step, points: tuple[Matrix, ...]) -> bool:
    """Whether each condition of the step that something is so at some point is true at its point."""
    return all(
        any(_given(step, evaluator) and evaluator(condition) for evaluator in _evaluators(problem, step, (point,)))
        for condition, point in zip(sought_of(step), points, strict=True)
    )


def fails_at(problem: Problem, step: Step, points: tuple[Matrix, ...]) -> bool:
    """Whether these points are a counterexample, by the literal networks."""
    evaluators = _evaluators(problem, step, points) or [Evaluator(problem.parameters, problem.values, Nothing())]
    if step.fold == "each":
        return any(_given(step, evaluator) and not evaluator(step.term) for evaluator in evaluators)
    numbers = [x for evaluator in evaluators if _given(step, evaluator) for x in _numbers(evaluator(step.term))]
    return any(_too_close(problem, step, a, b) for a, b in combinations(numbers, 2))


def _evaluators(problem: Problem, step: Step, points: tuple[Matrix, ...]) -> list[Evaluator]:
    """What evaluates terms at each of the points, on cells with each row."""
    networks = UnrolledNetworks(problem.networks)
    return [
        Evaluator(problem.parameters, problem.values, LiteralObservations(networks, point), bound)
        for point in points
        for bound in _bindings(problem, step)
    ]


def _bindings(problem: Problem, step: Step) -> list[dict[str, int]]:
    if any(spec.kind == "cells" for spec in step.over):
        return [{"row": row} for row in range(1, int(problem.parameters["d"]) + 1)]
    return [{}]


def _given(step: Step, evaluator: Evaluator) -> bool:
    return step.given is None or bool(evaluator(step.given))


def _numbers(value: Value) -> list[Rational]:
    return [mpq(x) for x in value] if isinstance(value, tuple) else [mpq(value)]


def _too_close(problem: Problem, step: Step, a: Rational, b: Rational) -> bool:
    if step.bound is None:
        return bool(a == b)
    bound = problem.value(step.bound)
    return not (abs(a - b) > bound if step.relation == ">" else abs(a - b) >= bound)
