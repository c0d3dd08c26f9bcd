"""Foreign solvers on exported scripts, z3 and cvc5 from the extra `smt`, and what their answers are worth.

The points that they find are evaluated by the literal networks.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import Problem, Step
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.errors import EvaluatorsDisagree, not_installed
from exactua.proving.smt.export import SmtScript, sought_of
from exactua.proving.smt.expressions import Expression, Number
from exactua.terms.evaluation import Evaluator, Nothing, Value


@dataclass(frozen=True)
class SolverAnswer:
    """What a solver says of a script, with the counterexample that its model is."""

    solver: str
    version: str
    answer: str
    """"unsat", "sat" or "unknown"."""
    domains: tuple[str, ...] = ()
    points: tuple[Matrix, ...] = ()


def solve(script: SmtScript, solver: str, seconds: float) -> SolverAnswer:
    """Asks "z3" or "cvc5", for at most so many seconds. Raises InputError where it is not installed."""
    package, ask = SOLVERS[solver]
    try:
        module = importlib.import_module(package)
    except ImportError:
        raise not_installed("solver", solver, "smt") from None
    answer, model, version = ask(module, script, max(1, int(1000 * seconds)))
    if answer != "sat":
        return SolverAnswer(solver, version, answer if answer == "unsat" else "unknown")
    values = dict(_read_values(model))
    case = script.cases[int(values["case"]) - 1]
    points = tuple(tuple(tuple(_entry(x, values) for x in row) for row in point) for point in case.points)
    return SolverAnswer(solver, version, "sat", case.domains, points)


def _entry(x: Number, values: dict[str, Rational]) -> Rational:
    return values[x.text] if isinstance(x, Expression) else x


def _ask_z3(z3: Any, script: SmtScript, milliseconds: int) -> tuple[str, str, str]:
    context = z3.Context()
    said = z3.Z3_eval_smtlib2_string(context.ref(), f"(set-option :timeout {milliseconds})\n{script.text}")
    answer = said.strip()
    model = z3.Z3_eval_smtlib2_string(context.ref(), script.asked) if answer == "sat" else ""
    return answer, model, z3.get_version_string()


def _ask_cvc5(cvc5: Any, script: SmtScript, milliseconds: int) -> tuple[str, str, str]:
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(milliseconds))
    symbols = cvc5.SymbolManager(solver)

    def said(text: str) -> str:
        parser = cvc5.InputParser(solver, symbols)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "script")
        answers = []
        while not (command := parser.nextCommand()).isNull():
            answers.append(str(command.invoke(solver, symbols)))
        return "".join(answers).strip()

    answer = said(script.text)
    version = solver.getVersion()
    return (
        answer,
        said(script.asked) if answer == "sat" else "",
        version if isinstance(version, str) else version.decode(),
    )


SOLVERS: Final[dict[str, tuple[str, Callable[[Any, SmtScript, int], tuple[str, str, str]]]]] = {
    "z3": ("z3", _ask_z3),
    "cvc5": ("cvc5", _ask_cvc5),
}

_TOKEN: Final = re.compile(r"[()]|[^\s()]+")


def _read_values(text: str) -> Iterator[tuple[str, Rational]]:
    """The pairs of name and value in the answer to get-value."""
    tokens = iter(_TOKEN.findall(text))
    assert next(tokens) == "("
    for name, value in _expression(tokens):
        yield name, _number(value)


def _expression(tokens: Iterator[str]) -> list[Any]:
    """What stands before the closing bracket."""
    parts: list[Any] = []
    for token in tokens:
        if token == ")":
            break
        parts.append(_expression(tokens) if token == "(" else token)
    return parts


def _number(value: Any) -> Rational:
    """A rational as solvers write it: 3, 3.0, (- 1.0), (/ 1 2), (/ (- 1) 2)."""
    if isinstance(value, str):
        return mpq(value.removesuffix(".0"))
    operator, *operands = value
    numbers = [_number(operand) for operand in operands]
    return -numbers[0] if operator == "-" else numbers[0] / numbers[1]


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
