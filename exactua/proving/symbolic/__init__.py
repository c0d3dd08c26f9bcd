"""Symbolic runs: a step decided at all points of an instance at once, or for all D at a fixed n.

Ids are affine forms over a few variables >= 0 of known sum; every comparison that a network or a term makes is decided
by the signs of a form at the vertices (docs/certificate-format.md, 8). What signs don't decide is inconclusive.
"""

from __future__ import annotations

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Scope
from exactua.grids.domains import CountTooLarge
from exactua.proving.symbolic.deciding import decide_step
from exactua.proving.symbolic.instance import Instance
from exactua.proving.symbolic.result import SymbolicResult, SymbolicStep, SymbolicWitness
from exactua.terms.evaluation import NotObserved

__all__ = ["Instance", "SymbolicResult", "SymbolicStep", "SymbolicWitness", "decide_step", "decide_symbolically"]


def decide_symbolically(problem: Problem) -> SymbolicResult:
    """Decides every step of a problem at all points of its domains at once, or says why not.

    Raises EvaluatorsDisagree where a counterexample is none for the literal networks.
    """
    instance = Instance(problem)
    steps = tuple(decide_step(instance, step) for step in problem.steps)
    points: dict[str, int | None] = {}
    for spec in problem.domains:
        try:
            points[spec.name] = instance.points(spec)
        except (NotObserved, CountTooLarge):
            points[spec.name] = None
    return SymbolicResult(problem, Scope.SYMBOLIC, steps, points, instance.families, instance.compared)
