"""A claim in the paper's unit: ids, and numbers made of them, in unit 1, where terms count them in units of delta.

Evaluators, certificates and JSON have a claim as it is written, in units of delta; what a person reads is made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gmpy2 import mpq

from exactua.claims.folds import OwnFold
from exactua.claims.problem import Problem, Step
from exactua.terms.language import Term
from exactua.terms.units import DELTA, Degrees, degree, in_unit_1, unit_of

DELTA_UNIT = "delta"
"""How JSON names the unit of a number that counts deltas."""


def definition_in_paper_units(name: str, term: Term, degrees: Degrees | None) -> Term:
    """What a definition stands for, as the paper writes it: delta D^(2 n) (D - 1) for t_l."""
    return term if degrees is None else in_unit_1(term, degrees, degrees.get(name, 0))


def term_in_paper_units(term: Term, degrees: Degrees | None) -> Term:
    """An operand, or a relation, as the paper writes it; `degrees` None: as it stands."""
    return term if degrees is None else in_unit_1(term, degrees)


def names_in_paper_units(names: Mapping[Term, str], degrees: Degrees | None) -> dict[Term, str]:
    """The names of whole terms, for the terms that stand for them in the paper's unit; and delta for 1/m."""
    if degrees is None:
        return dict(names)
    return {DELTA: "delta", **{in_unit_1(term, degrees): name for term, name in names.items()}}


def with_delta(names: Mapping[Term, str]) -> dict[Term, str]:
    """Of names of whole terms that of delta alone, where it has one: what a definition is written with."""
    return {DELTA: names[DELTA]} if DELTA in names else {}


def step_in_paper_units(step: Step, degrees: Degrees | None) -> Step:
    """The step with the same truth at every point, its numbers as the paper has them."""
    if degrees is None:
        return step
    unit = unit_of_fold(step, degrees)
    fold = step.fold
    if isinstance(fold, OwnFold):
        start, following = (tuple(in_unit_1(term, degrees, 0) for term in part) for part in (fold.start, fold.next))
        fold = OwnFold(start, following, in_unit_1(fold.holds, degrees))
    return replace(
        step,
        term=in_unit_1(step.term, degrees, unit),
        given=None if step.given is None else in_unit_1(step.given, degrees),
        bound=None if step.bound is None else in_unit_1(step.bound, degrees, unit),
        fold=fold,
    )


def in_paper_units(problem: Problem) -> Problem:
    """The problem in the paper's unit, for showing: the same truths at the same points."""
    degrees = problem.degrees
    if degrees is None:
        return problem
    return replace(
        problem,
        definitions=tuple((name, definition_in_paper_units(name, term, degrees)) for name, term in problem.definitions),
        steps=tuple(step_in_paper_units(step, degrees) for step in problem.steps),
        shorthand=names_in_paper_units(problem.shorthand, degrees),
        degrees=None,
    )


def unit_of_fold(step: Step, degrees: Degrees | None) -> int:
    """The power of delta that the numbers of a step are multiples of, where it gathers numbers; else 0."""
    if degrees is None or step.own is not None:
        return 0
    if step.bound is not None:
        return unit_of((step.term, step.bound), degrees)
    return degree(step.term, degrees)


def unit_of_relation(said: Term, relation: str | None, degrees: Degrees | None) -> int:
    """The power of delta that both sides are multiples of, of the relation with this sign that makes `said` true."""
    if degrees is None or relation is None:
        return 0
    if said.operator == relation:
        return unit_of(said.arguments, degrees)
    if said.operator in ("all", "permutations", "implies"):
        return unit_of_relation(said.arguments[-1], relation, degrees)
    if said.operator == "and":
        return max(unit_of_relation(part, relation, degrees) for part in said.arguments)
    return 0


def unit_of_definition(name: str, problem: Problem) -> str:
    """ "delta" for a definition whose value counts deltas, "1" for any other."""
    return unit_name((problem.degrees or {}).get(name, 0))


def unit_of_term(term: Term, degrees: Degrees | None) -> str:
    """ "delta" for an operand whose numbers count deltas, "1" for any other."""
    return unit_name(0 if degrees is None else degree(term, degrees))


def unit_name(power: int) -> str:
    """The unit delta^power as JSON names it: "1", "delta", "delta^2"."""
    return {0: "1", 1: DELTA_UNIT}.get(power, f"{DELTA_UNIT}^{power}")


def paper_value(value: Any, power: int, problem: Problem) -> Any:
    """A number (or several) in units of delta^power as the paper has it, in unit 1."""
    if not power:
        return value
    if isinstance(value, tuple):
        return tuple(paper_value(number, power, problem) for number in value)
    m = problem.parameters["m"]
    assert isinstance(m, int)
    return None if value is None else value / mpq(m) ** power
