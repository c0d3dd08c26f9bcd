"""Which bound of a squared distance the term of a step of `ask` states, by its shape alone.

It serves to name the constant that was asked for. That a distance is at least so much is told by another reading, which
holds every part of the steps to what `ask` writes (`asserted_separations`).
"""

from __future__ import annotations

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.problem import Problem, Step
from exactua.evidence.asserted_separations import constant
from exactua.terms.language import Term


def stated_square(problem: Problem, step: Step) -> Rational | None:
    """The bound that it states of a squared distance; None of a term of another shape."""
    if step.fold == "apart":
        bound = constant(step.bound) if step.relation == ">=" else None
        numbers = step.term.arguments[2] if step.term.operator == "list" else step.term
        return None if bound is None or bound <= 0 else _over_norm(problem, bound, numbers)
    if step.fold != "each":
        return None
    term = innermost(step.term)
    bound = constant(term.arguments[1]) if term.operator == ">=" else None
    if bound is None or bound <= 0:
        return None
    left = term.arguments[0]
    if _is_square(left):
        return bound
    if not _of_neighbours(step) or len({_norm_of(problem, side) for side in left.arguments}) != 1:
        return None
    return _over_norm(problem, bound, left.arguments[0])


def _of_neighbours(step: Step) -> bool:
    """Whether it compares two numbers of one point, as a step about neighbours [X X'] does."""
    term = innermost(step.term)
    return step.fold == "each" and term.operator == ">=" and term.arguments[0].operator == "-"


def innermost(term: Term) -> Term:
    """What a term says inside its quantifiers and hypotheses."""
    while term.operator in ("all", "implies"):
        term = term.arguments[-1]
    return term


def _is_square(term: Term) -> bool:
    """Whether it is a square, or a sum of squares."""
    while term.operator == "sum":
        term = term.arguments[2]
    return term.operator == "^" and constant(term.arguments[1]) == 2


def _over_norm(problem: Problem, bound: Rational, numbers: Term) -> Rational | None:
    if numbers.operator == "dot":  # the entries of q
        return bound**2
    norm = _norm_of(problem, numbers)
    return None if norm is None else bound**2 / norm


def _norm_of(problem: Problem, number: Term) -> Rational | None:
    """u^T u of a number u^T z, a sum of products of an entry and its coefficient; None of another number."""
    count, term = mpq(1), number
    while term.operator == "sum":
        low, high = (_value(problem, end) for end in term.arguments[:2])
        if low != 1 or high is None:
            return None
        count, term = count * high, term.arguments[2]
    if term.operator != "*" or len(term.arguments) != 2 or term.arguments[1].operator != "entry":
        return None
    factor = term.arguments[0]
    coefficients = [constant(part) for part in (factor.arguments[1:] if factor.operator == "select" else [factor])]
    if len(coefficients) != count or None in coefficients:
        return None
    return sum((entry**2 for entry in coefficients if entry is not None), mpq(0)) or None


def _value(problem: Problem, term: Term) -> Rational | None:
    """The value of a term in the parameters; None of another one."""
    if term.operator == "param":
        value = problem.parameters.get(term.names[0])
        return mpq(value) if isinstance(value, int) else None
    return constant(term)
