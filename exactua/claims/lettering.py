"""By which letter a point is called: X where a network first adds positions to it, or where it is real; else L."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.claims.problem import Problem, Step
from exactua.grids.categories import DomainSpec
from exactua.networks import PositionalEncoding
from exactua.numbers.rationals import Matrix
from exactua.terms.language import Term
from exactua.terms.tracing import point

ENCODED: Final = "encoded"
"""The stage of a network that is X + E."""


def adds_positions(problem: Problem) -> bool:
    """Whether the networks of the problem add positions first: papers call L what comes of it, and the point X."""
    return any(ENCODED in network.stages for network in problem.networks.values())


def letter(problem: Problem, spec: DomainSpec, k: int = 0) -> str:
    """X or L, with a prime for the second point (k = 1)."""
    return f"{'X' if spec.kind == 'cells' or adds_positions(problem) else 'L'}{chr(39) * k}"


def letter_of_input(problem: Problem, k: int = 0) -> str:
    """The same for what is put into a network of the problem, whichever domain it is in."""
    real = any(spec.kind == "cells" for spec in problem.domains)
    return f"{'X' if real or adds_positions(problem) else 'L'}{chr(39) * k}"


def name_of_point(problem: Problem, step: Step) -> Mapping[Term, str]:
    """The name of the point in the formulas of a step, where it is not L."""
    names = {letter(problem, spec) for spec in step.over}
    return {point.term: "X"} if names == {"X"} else {}


def with_positions(problem: Problem, X: Matrix) -> Matrix | None:
    """X + E, where the networks of the problem add one E first; None where they add none or several, or X is a pair."""
    first = {network.items[0] for network in problem.networks.values() if ENCODED in network.stages}
    found = [item.E for item in first if isinstance(item, PositionalEncoding)]
    if len(found) != 1 or len(first) != 1 or len(X[0]) != len(found[0][0]):
        return None
    return tuple(tuple(x + e for x, e in zip(*rows, strict=True)) for rows in zip(X, found[0], strict=True))
