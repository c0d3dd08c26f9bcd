"""The displayed bounds of a step: its inequalities below quantifiers, implications and conjunctions.

A bound says "x <= B" (an upper bound B of the measured number x) or "x >= B" (a lower one), strictly or not. Which side
is the bound B: the one that no point moves; if there is no such side, or both are, that without an operand of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.problem import Step
from exactua.terms.language import BINDERS, Kind, Term, TermError, integer, make, rational

INEQUALITIES: Final = ("<=", "<", ">=", ">")
TURNED: Final = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
WEAK: Final = {"<=": "<=", "<": "<=", ">=": ">=", ">": ">="}
STRICT: Final = {"<=": "<", "<": "<", ">=": ">", ">": ">"}
MOST_PLACES: Final = 5_000
"""Values of its quantified variables at which a bound is looked at."""


class NotMeasurable(TermError):
    """A bound that can't be measured at finitely many numbers, with the reason."""


@dataclass(frozen=True)
class Bound:
    """One displayed bound of a step: `measured` `relation` `bound`, below the quantifiers and conditions `frames`.

    Of a fold, `measured` is its term: the bound then speaks of the sum over all matrices, or of the least distance of
    two numbers. `part` names the bound among several of one step, "" where it is the only one.
    """

    step: Step
    part: str
    frames: tuple[Term, ...]
    """The `all`, `permutations` and `implies` around the inequality, outermost first."""
    measured: Term
    relation: str
    bound: Term

    @property
    def name(self) -> str:
        """The step's name, with the part of it that this bound is."""
        return f"{self.step.name} {self.part}".rstrip()

    @property
    def upper(self) -> bool:
        """Whether the measured number may not lie above the bound (else: not below)."""
        return self.relation in ("<=", "<")

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.relation in ("<", ">")

    @property
    def fixed(self) -> bool:
        """Whether the bound is a number of the instance, the same at every point."""
        return not _moves(self.bound)

    def slack(self) -> Term:
        """How much room the bound leaves: negative where it is false."""
        sides = (self.bound, self.measured) if self.upper else (self.measured, self.bound)
        return make("-", (), *sides)

    def times(self, factor: Rational) -> Term:
        """The printed bound times a constant."""
        return make("*", (), rational(factor), self.bound)

    def plus(self, summand: Rational) -> Term:
        """The printed bound and a constant."""
        return make("+", (), self.bound, rational(summand))

    def with_bound(self, name: str, bound: Term, *, strict: bool) -> Step:
        """The step that says this one inequality alone, with another bound, at the same points.

        Weak where not `strict`, whatever the printed relation is.
        """
        relation = (STRICT if strict else WEAK)[self.relation]
        if self.step.fold != "each":
            return replace(self.step, name=name, bound=bound, relation=relation)
        term = make(relation, (), self.measured, bound)
        for frame in reversed(self.frames):
            term = make(frame.operator, frame.names, *frame.arguments[:-1], term)
        return replace(self.step, name=name, term=term)


def bounds_of(step: Step, operands: Collection[Term] = ()) -> tuple[Bound, ...]:
    """The bounds that a step displays, in the order in which it does; none of an equality or another assertion.

    `operands` are terms that the claim has a name for: what a bound is about rather than a bound.
    """
    if step.fold != "each":
        if step.relation not in INEQUALITIES or step.bound is None or step.of_some:
            return ()
        return (Bound(step, "", (), step.term, step.relation, step.bound),)
    inequalities = list(_inequalities(step.term, (), operands))
    parts = _parts([part for part, _, _, _, _ in inequalities])
    return tuple(
        Bound(step, part, frames, measured, relation, bound)
        for part, (_, frames, measured, relation, bound) in zip(parts, inequalities, strict=True)
    )


Found = tuple[str, tuple[Term, ...], Term, str, Term]


def _inequalities(term: Term, frames: tuple[Term, ...], operands: Collection[Term]) -> Iterator[Found]:
    if term.operator in ("all", "permutations", "implies"):
        yield from _inequalities(term.arguments[-1], (*frames, term), operands)
    elif term.operator == "and" and not _equivalence(term):
        for part in term.arguments:
            yield from _inequalities(part, frames, operands)
    elif term.operator == "in":
        x, low, high = term.arguments
        yield "(lower end)", frames, x, ">=", low
        yield "(upper end)", frames, x, "<=", high
    elif term.operator in INEQUALITIES and term.arguments[0].kind is Kind.NUMBER:
        left, right = term.arguments
        if _bound_stands_left(left, right, operands):
            yield "", frames, right, TURNED[term.operator], left
        else:
            yield "", frames, left, term.operator, right


def _equivalence(term: Term) -> bool:
    """Whether the term says that two conditions are true at the same points: it asserts neither."""
    first, *others = term.arguments
    turned = tuple(reversed(first.arguments))
    return first.operator == "implies" and [(part.operator, part.arguments) for part in others] == [("implies", turned)]


def _bound_stands_left(left: Term, right: Term, operands: Collection[Term]) -> bool:
    moves = (_moves(left), _moves(right))
    if moves == (True, True) or moves == (False, False):
        if _is_number(left) != _is_number(right):
            return _is_number(left)
        return _is_operand(right, operands) and not _is_operand(left, operands)
    return not moves[0]


def _moves(term: Term) -> bool:
    """Whether the number depends on the point."""
    return any(part.operator == "point" for part in term.walk())


def _is_number(term: Term) -> bool:
    return term.operator == "integer" or (term.operator == "neg" and _is_number(term.arguments[0]))


def _is_operand(term: Term, operands: Collection[Term]) -> bool:
    """A name of the claim, an item of one, or an entry."""
    return term in operands or (term.operator == "item" and term.arguments[0] in operands) or term.operator == "entry"


def _parts(words: list[str]) -> list[str]:
    """Names of several bounds of one step that tell them apart."""
    if len(words) == 1 or (all(words) and len(set(words)) == len(words)):
        return words
    return [f"({k})" if not word else f"({k}, {word.strip('()')})" for k, word in enumerate(words, 1)]


@dataclass(frozen=True)
class Place:
    """A bound at one choice of its quantified variables: both sides, and what has to be true for it to be asserted."""

    bindings: tuple[tuple[str, int], ...]
    measured: Term
    bound: Term
    given: Term | None


def places(bound: Bound, value: Callable[[Term], Any]) -> tuple[Place, ...]:
    """All choices of the quantified variables of a bound, in order; `value` evaluates a term without a point.

    Raises NotMeasurable where a range varies with the point, is too long, or goes through permutations.
    """
    choices = tuple(_places(bound.frames, bound, {}, bound.step.given, value))
    if len(choices) > MOST_PLACES:
        raise NotMeasurable(f"it is asserted for more than {MOST_PLACES:,} values of its variables")
    return choices


def _places(
    frames: tuple[Term, ...], bound: Bound, chosen: dict[str, int], given: Term | None, value: Callable[[Term], Any]
) -> Iterator[Place]:
    if not frames:
        yield Place(tuple(chosen.items()), _at(bound.measured, chosen), _at(bound.bound, chosen), given)
        return
    frame, *rest = frames
    if frame.operator == "permutations":
        raise NotMeasurable("it is asserted for every permutation of the columns")
    if frame.operator == "implies":
        condition = _at(frame.arguments[0], chosen)
        both = condition if given is None else make("and", (), given, condition)
        yield from _places(tuple(rest), bound, chosen, both, value)
        return
    low, high = (mpq(_static(_at(end, chosen), value)) for end in frame.arguments[:2])
    if high - low >= MOST_PLACES:
        raise NotMeasurable(f"it is asserted for more than {MOST_PLACES:,} values of {frame.names[0]}")
    for k in range(int(low), int(high) + 1):
        yield from _places(tuple(rest), bound, {**chosen, frame.names[0]: k}, given, value)


def _static(term: Term, value: Callable[[Term], Any]) -> Any:
    if _moves(term):
        raise NotMeasurable("one of its variables has a range that depends on the point")
    return value(term)


def _at(term: Term, chosen: dict[str, int]) -> Term:
    for name, number in chosen.items():
        term = substituted(term, name, number)
    return term


def substituted(term: Term, name: str, value: int) -> Term:
    """The term with an integer in place of the free variable `name`."""
    if name not in term.free:
        return term
    if term.operator == "var":
        return integer(value)
    parts = list(term.arguments)
    hidden = term.operator in BINDERS and term.names[0] == name
    changed = [
        part if hidden and k == len(parts) - 1 else substituted(part, name, value) for k, part in enumerate(parts)
    ]
    return make(term.operator, term.names, *changed)
