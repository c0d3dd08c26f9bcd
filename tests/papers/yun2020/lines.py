"""How the pages of App. E.3 are tested: verdicts of all steps, least counterexamples, and broken networks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim
from exactua.claims.decision import Witness
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import ExactuaError
from exactua.grids.categories import DomainSpec
from exactua.networks import Group, Network, PositionalEncoding
from exactua.terms.language import Term, make

Box = tuple[int, int, int]


def at_box(claim: Claim, box: Box, **others: str) -> Problem:
    """The claim at (d, n, m)."""
    return claim.problem({**dict(zip("dnm", box, strict=True)), **others})


def verdicts(problem: Problem) -> dict[str, str]:
    """The verdict of every step."""
    return {result.step.name: result.verdict.value for result in decide(problem).results}


def not_holding(problem: Problem) -> dict[str, str]:
    """The verdicts of the steps that don't hold."""
    return {name: verdict for name, verdict in verdicts(problem).items() if verdict != "holds"}


def witness(problem: Problem, step: str) -> Witness:
    """The least counterexample of a refuted step."""
    (result,) = [result for result in decide(problem).results if result.step.name == step]
    assert result.verdict is Verdict.REFUTED
    assert result.witness is not None
    return result.witness


def points(refutation: Witness) -> list[list[list[str]]]:
    """The matrices of a counterexample, entries as text."""
    return [[[str(entry) for entry in row] for row in matrix] for matrix in refutation.points]


def refuted(problem: Problem) -> set[str]:
    """The names of the refuted steps. A step that can't be evaluated is not refuted."""
    names = set()
    for step in problem.steps:
        alone = replace(problem, steps=(step,), judged=(step.name,))
        try:
            names |= {name for name, verdict in verdicts(alone).items() if verdict == "refuted"}
        except ExactuaError:
            continue
    return names


def over(problem: Problem, *domains: DomainSpec) -> Problem:
    """Every step that has a domain over these domains instead."""
    return problem.with_steps(*(replace(step, over=domains) for step in problem.steps if step.over))


def changed(claim: Claim, problem: Problem, terms: Mapping[str, Callable[[Any], Any]], **others: Any) -> Problem:
    """The problem with some steps' terms changed to what these functions trace."""
    steps = {step.name: step for step in problem.steps}
    return problem.with_steps(
        *(replace(steps[name], term=trace(claim.at()).term, **others) for name, trace in terms.items())
    )


OPPOSITE = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<=", "in": "not in", "not in": "in"}


def opposite(term: Term) -> Term:
    """The term with what it concludes turned round: the last relation, behind every quantifier and hypothesis."""
    if term.operator in OPPOSITE:
        return make(OPPOSITE[term.operator], (), *term.arguments)
    if term.operator == "not":
        return term.arguments[0]
    if term.operator in ("all", "any", "implies", "and", "or", "permutations"):
        return make(term.operator, term.names, *term.arguments[:-1], opposite(term.arguments[-1]))
    raise AssertionError(f"{term.operator} concludes no relation")


def network_mutants(problem: Problem, network: Callable[..., Network]) -> Iterator[Problem]:
    """The problem about broken copies of g_c: `network` takes the parameters and what is changed."""
    values: dict[str, Any] = dict(problem.parameters)
    D = mpq(values["m"]) ** values["d"]
    changes: tuple[dict[str, Any], ...] = (
        {"count": int(D) - 1},
        {"count": int(D) - 1, "start": 1},
        {"low": lambda ell, delta: ell},
        {"low": lambda ell, delta: ell + delta / 2},
        {"decreasing": True},
        {"heads": 1},
        {"gain": mpq(1)},
        {"gain": -D},
        {"gain": 2 * D},
        {"factor": mpq(0)},
        {"factor": -(D ** (values["n"] + 1))},
    )
    for change in changes:
        yield problem.with_networks({"g_c": network(values, **change)})


def told_apart(problem: Problem, network: Callable[..., Network]) -> Problem:
    """The problem about g_c behind a positional encoding that adds delta to every entry of the first column."""
    values: dict[str, Any] = dict(problem.parameters)
    d, n = values["d"], values["n"]
    first = tuple(tuple(mpq(1, values["m"]) if j == 0 else mpq(0) for j in range(n)) for _ in range(d))
    sweep, last = network(values).items
    items = (Group("sweep", (PositionalEncoding(first), sweep)), last)
    return problem.with_networks({"g_c": Network(d, items, {"sweep": 1, "output": 2})})
