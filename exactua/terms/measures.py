"""What is measured of an assertion, and where exactly it fails (docs/certificate-format.md, 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from exactua.terms.evaluation import Evaluator, Value
from exactua.terms.language import INTERVALS, RELATIONS, Kind, Term, integer, make

_ONE, _ZERO = integer(1), integer(0)


@dataclass(frozen=True)
class Measure:
    """The numbers taken of a step at a point: `number` for all values of the peeled quantifiers `bound`."""

    bound: tuple[Term, ...]
    number: Term

    def values(self, evaluator: Evaluator) -> Iterator[Value]:
        """The measured numbers (of a list: each of its entries) at the evaluator's point."""
        for variables in _assignments(self.bound, evaluator, {}):
            value = evaluator(self.number, variables)
            if isinstance(value, tuple):
                yield from value
            else:
                yield value


def measure_of(term: Term) -> Measure:
    """The measure of an assertion (margins b - a of a relation a op b, x of an interval), or of a number or list."""
    if term.kind is not Kind.TRUTH:
        return Measure((), term)
    bound: list[Term] = []
    inner = term
    while inner.operator == "all":
        bound.append(inner)
        inner = inner.arguments[2]
    if inner.operator in RELATIONS and inner.arguments[0].kind is Kind.NUMBER:
        return Measure(tuple(bound), make("-", (), inner.arguments[1], inner.arguments[0]))
    if inner.operator in INTERVALS:
        return Measure(tuple(bound), inner.arguments[0])
    return Measure((), make("if", (), term, _ONE, _ZERO))


def _assignments(bound: tuple[Term, ...], evaluator: Evaluator, variables: dict[str, int]) -> Iterator[dict[str, int]]:
    if not bound:
        yield variables
        return
    for value in evaluator.bounds(bound[0], variables):
        yield from _assignments(bound[1:], evaluator, {**variables, bound[0].names[0]: value})


@dataclass(frozen=True)
class Failure:
    """Where an assertion is false: the least values of its quantified variables, the relation and both sides."""

    bindings: dict[str, Any]
    """Integers; the columns that a permutation takes its columns from, counted from 1, as a tuple."""
    relation: str | None
    left: Any
    right: Any
    term: Term
    """The innermost term that is false."""


def failure_of(term: Term, evaluator: Evaluator) -> Failure:
    """The place where `term` (false at the evaluator's point) fails first."""
    bindings: dict[str, Any] = dict(evaluator.bound)
    while True:
        if term.operator == "all":
            term = _first_failing(term, evaluator, bindings)
        elif term.operator == "permutations":
            term = _first_failing_permutation(term, evaluator, bindings)
        elif term.operator == "implies":
            term = term.arguments[1]
        elif term.operator == "and":
            term = next(part for part in term.arguments if not evaluator(part, bindings))
        else:
            break
    sides = term.arguments
    if term.operator in RELATIONS:
        left, right = (evaluator(side, bindings) for side in sides)
        return Failure(bindings, term.operator, left, right, term)
    if term.operator in INTERVALS:
        x, low, high = (evaluator(side, bindings) for side in sides)
        return Failure(bindings, term.operator, x, (low, high), term)
    return Failure(bindings, None, None, None, term)


def _first_failing_permutation(term: Term, evaluator: Evaluator, bindings: dict[str, Any]) -> Term:
    name, body = term.names[0], term.arguments[0]
    for permutation in evaluator.permutations():
        if not evaluator(body, {**bindings, name: permutation}):
            bindings[name] = permutation
            return body
    raise AssertionError("a false 'permutations' has a false instance")


def _first_failing(term: Term, evaluator: Evaluator, bindings: dict[str, Any]) -> Term:
    name, body = term.names[0], term.arguments[2]
    for value in evaluator.bounds(term, bindings):
        if not evaluator(body, {**bindings, name: value}):
            bindings[name] = value
            return body
    raise AssertionError("a false 'all' has a false instance")
