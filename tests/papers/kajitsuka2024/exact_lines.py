"""How lines about exact reals are tested: verdicts, both evaluators, equalities off by a trifle, conclusions reversed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.terms.language import Term, make, rational
from tests.papers.yun2020.lines import opposite

TRIFLE = rational(mpq(1, 10**12))


def verdicts(problem: Problem) -> dict[str, str]:
    """The verdict of every step."""
    return {result.step.name: result.verdict.value for result in decide(problem).results}


def not_holding(problem: Problem) -> dict[str, str]:
    """The verdicts of the steps that don't hold."""
    return {name: verdict for name, verdict in verdicts(problem).items() if verdict != "holds"}


def refuted(problem: Problem) -> set[str]:
    """The names of the refuted steps."""
    return {name for name, verdict in verdicts(problem).items() if verdict == "refuted"}


def only(problem: Problem, *names: str) -> Problem:
    """The problem with the steps of these names alone."""
    steps = tuple(step for step in problem.steps if step.name in names)
    return replace(problem, steps=steps, judged=tuple(step.name for step in steps))


def mutated(claim: Claim, problem: Problem, terms: Mapping[str, Callable[[Any], Any]], **others: Any) -> Problem:
    """The steps of these names alone, each with the term that its function traces."""
    steps = {step.name: step for step in problem.steps}
    changed = [replace(steps[name], term=trace(claim.at()).term, **others) for name, trace in terms.items()]
    return only(problem.with_steps(*changed), *terms)


def given(claim: Claim, problem: Problem, name: str, hypothesis: Callable[[Any], Any]) -> Problem:
    """The step of that name alone, under another hypothesis."""
    step = next(step for step in problem.steps if step.name == name)
    return only(problem.with_steps(replace(step, given=hypothesis(claim.at()).term)), name)


def equalities(problem: Problem) -> set[str]:
    """The names of the steps that conclude an equality."""
    return {step.name for step in problem.steps if _concluded(step.term).operator == "="}


def off_by_a_trifle(problem: Problem) -> Problem:
    """The steps that conclude an equality, each with 10^-12 added to its right side."""
    names = equalities(problem)
    steps = (replace(step, term=_moved(step.term)) for step in problem.steps if step.name in names)
    return only(problem.with_steps(*steps), *names)


def reversed_conclusions(problem: Problem) -> Problem:
    """The steps that conclude no equality, each with its conclusion turned round."""
    names = {step.name for step in problem.steps} - equalities(problem)
    steps = (replace(step, term=opposite(step.term)) for step in problem.steps if step.name in names)
    return only(problem.with_steps(*steps), *names)


def refuted_by_both(problem: Problem, name: str) -> bool:
    """Whether the engine that is chosen and the literal one refute the step."""
    alone = only(problem, name)
    return all(decide(alone, engine=engine)[name].verdict is Verdict.REFUTED for engine in ("auto", "literal"))


def witness(problem: Problem, name: str) -> list[list[list[str]]]:
    """The least counterexample's matrices, entries as text."""
    refutation = decide(only(problem, name))[name].witness
    assert refutation is not None
    return [[[str(entry) for entry in row] for row in matrix] for matrix in refutation.points]


def _concluded(term: Term) -> Term:
    return _concluded(term.arguments[-1]) if term.operator in ("all", "permutations") else term


def _moved(term: Term) -> Term:
    if term.operator == "=":
        left, right = term.arguments
        return make("=", (), left, make("+", (), right, TRIFLE))
    return make(term.operator, term.names, *term.arguments[:-1], _moved(term.arguments[-1]))
