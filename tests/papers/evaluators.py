"""A problem put to both evaluators, for claims whose steps are to be seen holding and failing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from exactua.certificates.writing import decided_data
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import Item, Network
from exactua.terms.encoding import canonical
from exactua.terms.tracing import Traced

Box = tuple[int, int, int]


def at_box(claim: Claim, box: Box, *steps: str) -> Problem:
    """The claim at (d, n, m)."""
    return claim.problem(dict(zip("dnm", box, strict=True)), steps)


def network(d: int, *items: Item) -> Network:
    """The network of these items; its only stage is "output"."""
    return Network(d, items, {"output": len(items)})


def decided_by_both(problem: Problem) -> Decision:
    """What the fast evaluators decide; the literal one has to decide the same, to the byte."""
    fast, literal = decide(problem), decide(problem, engine="literal")
    assert canonical(decided_data(fast)) == canonical(decided_data(literal))
    return fast


def with_verdict(decision: Decision, verdict: Verdict) -> set[str]:
    """The names of the steps that have this verdict."""
    return {result.step.name for result in decision.results if result.verdict is verdict}


def least_points(decision: Decision, step: str) -> list[list[list[str]]]:
    """The least counterexample's matrices, entries as text."""
    witness = decision[step].witness
    assert witness is not None
    return [[[str(entry) for entry in row] for row in matrix] for matrix in witness.points]


def changed(problem: Problem, name: str, term: Traced | None = None, **fields: Any) -> Problem:
    """The problem with another term, or other fields, in a step."""
    step = next(step for step in problem.steps if step.name == name)
    return problem.with_steps(replace(step, **fields) if term is None else replace(step, term=term.term, **fields))


def refuted_alone(problem: Problem, name: str) -> bool:
    """Whether both evaluators refute this step of the problem."""
    only = replace(problem, steps=tuple(step for step in problem.steps if step.name == name), judged=(name,))
    return decided_by_both(only)[name].verdict is Verdict.REFUTED
