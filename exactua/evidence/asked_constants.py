"""Which constants the steps of a question assert, read from their terms and bounds: "separation >= 100", "r = 1".

A property with constants and the property itself are two questions: a network can be injective, and not with
separation >= 100. Where the steps that are refuted assert constants, the property with these does not hold.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import gmpy2
from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.problem import QUESTION, Problem, Step
from exactua.errors import ExactuaError
from exactua.evidence.asserted_separations import constant
from exactua.printing.scope_subjects import listed
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import INTERVALS, Term

_APART: Final = ("apart", "apart_within")
_NORMS: Final = {
    ("contextual-mapping", "condition1"): "r",
    ("separated", "condition1"): "r-min",
    ("separated", "condition2"): "r",
}
_DISTANCES: Final = (("contextual-mapping", "condition2"), ("separated", "condition3"))
_FOUND: Final = ("separation", "separation_within", "attained", "radius", "norms", "chain")


def constant_of(problem: Problem, step: Step) -> str:
    """The constant that a step asserts: "separation >= 2", "r = 1", "entries in [0, 1]"; "" where it has none.

    Numbers that were found by evaluation, and are asserted beside what was asked, are not among them.
    """
    asked = problem.label.removeprefix(QUESTION), step.name
    if step.name in _APART:
        square = _stated_square(problem, step)
        return "" if square is None else f"separation >= {_root(square)}"
    term = _innermost(step.term)
    if asked[0] == "bounded" and term.operator in INTERVALS:
        low, high = map(constant, term.arguments[1:])
        where = "entries" if step.name == "box" else f"{step.name.replace('row', 'row ')}"
        return "" if low is None or high is None else f"{where} in [{written(low)}, {written(high)}]"
    bound = constant(term.arguments[1]) if term.operator in ("<", ">") and len(term.arguments) == 2 else None
    if bound is None or bound < 0 or step.fold != "each":
        return ""
    if asked in _NORMS:
        return f"{_NORMS[asked]} = {_root(bound)}"
    return f"separation > {_root(bound)}" if asked in _DISTANCES and bound else ""


def with_constants(problem: Problem, refuted: Collection[str] = ()) -> str:
    """ " with separation >= 100": behind the name of the property, of which the steps of these names are refuted.

    Of several constants those that the refuted steps assert; "" where one of these asserts none, as then the property
    itself does not hold. Without refuted steps those of all of them.
    """
    said = {step.name: constant_of(problem, step) for step in problem.steps if step.name not in _FOUND}
    about = [said.get(name, "") for name in refuted] if refuted else [words for words in said.values() if words]
    return f" with {listed(list(dict.fromkeys(about)))}" if about and all(about) else ""


def direction_of(problem: Problem) -> str:
    """ "u = (1, 4)" of entries q(L) = u^T g(L); "" where the steps speak of none."""
    for step in problem.steps:
        for term in step.all_terms:
            for part in term.walk():
                if part.operator == "dot" and part.arguments[0].operator == "list" and not part.arguments[0].free:
                    try:
                        u = Evaluator(problem.parameters, {}, Nothing())(part.arguments[0])
                    except ExactuaError:
                        return ""
                    return f"u = ({', '.join(map(written, u))})"
    return ""


def _root(square: Rational) -> str:
    """The root of a number, as it is where it is rational."""
    exact = mpq(square)
    if gmpy2.is_square(exact.numerator) and gmpy2.is_square(exact.denominator):
        return written(mpq(gmpy2.isqrt(exact.numerator), gmpy2.isqrt(exact.denominator)))
    return f"the root of {written(exact)}"


def _stated_square(problem: Problem, step: Step) -> Rational | None:
    """The bound that it states of a squared distance, by its shape alone; None of a term of another shape.

    That a distance is at least so much is told by another reading, which holds every part of the steps to what `ask`
    writes (`asserted_separations`).
    """
    if step.fold == "apart":
        bound = constant(step.bound) if step.relation == ">=" else None
        numbers = step.term.arguments[2] if step.term.operator == "list" else step.term
        return None if bound is None or bound <= 0 else _over_norm(problem, bound, numbers)
    if step.fold != "each":
        return None
    term = _innermost(step.term)
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
    term = _innermost(step.term)
    return step.fold == "each" and term.operator == ">=" and term.arguments[0].operator == "-"


def _innermost(term: Term) -> Term:
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
