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
from exactua.evidence.asserted_separations import asserted_square, constant, innermost
from exactua.printing.scope_subjects import listed
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import INTERVALS

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
        square = asserted_square(problem, step)
        return "" if square is None else f"separation >= {_root(square)}"
    term = innermost(step.term)
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
