"""What a step says of each of finitely many conditions, or of one of them, before it speaks of points.

    for_all_of(at.head, lambda f: f(point)[1, 1] == 0)      of each: with fold="some" at some point of its own
    for_some_of(at.head, lambda f: f(point)[1, 1] == 0)     of one of them: with fold="each" at every point

Where the quantifier over the conditions does not go through the one over points, the step is an own fold over the list
of the numbers 1 and 0 that the conditions have: certificates and verifiers need nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any, Literal

from exactua.arithmetic.messages import brief
from exactua.claims.folds import OwnFold, folding
from exactua.terms.language import Term, TermError, integer, make
from exactua.terms.not_run import WholeStep, require_arguments
from exactua.terms.tracing import Columns, Row, Truth, every, some, when

_PLACE = make("var", ("member",))


@dataclass(frozen=True)
class Several:
    """Conditions of which each is true at some point, or one at every point."""

    fold: Literal["each", "some", "not each"]
    """How it is written: "each" where one of them is said to be true at every point."""
    conditions: tuple[Term, ...]

    @property
    def each(self) -> bool:
        """Whether each is said to be true at some point."""
        return self.fold != "each"


class OfSeveral(WholeStep):
    """What `for_all_of` and `for_some_of` give: conditions, of which a step speaks of each or of one.

    Raises TermError where it is to be part of a condition.
    """

    __slots__ = ("conditions", "of")

    def __init__(self, of: Literal["each", "one"], conditions: tuple[Truth, ...]) -> None:
        self.of, self.conditions = of, conditions

    def __repr__(self) -> str:
        return f"for_{'all' if self.of == 'each' else 'some'}_of(...)"

    def together(self, operator: Literal["and", "or"]) -> Truth:
        """All of the conditions in one."""
        terms = [condition.term for condition in self.conditions]
        return Truth(terms[0] if len(terms) == 1 else make(operator, (), *terms), *self.conditions)


def for_all_of(several: Iterable[Any], condition: Callable[[Any], Truth]) -> OfSeveral:
    """The step says of each of `several` (networks of a family, numbers, ...) what it says of the condition on it.

    With fold="each" that every condition is true at every point, with fold="some" that every one is true at some point,
    which need not be the same, with fold="not each" that every one is false at some point. Raises TermError for
    nothing, and for what is no condition.

    >>> lemma, bits = claim("lemma"), levels("bits", 0, 1, 2)
    >>> @lemma.states("some first entry is 0, some is 1", over=bits, fold="some")
    ... def both(at):
    ...     return for_all_of((0, 1), lambda value: point[1, 1] == value)
    """
    return OfSeveral("each", _conditions("for_all_of", several, condition))


def for_some_of(several: Iterable[Any], condition: Callable[[Any], Truth]) -> OfSeveral:
    """The step says of one of `several` (networks of a family, numbers, ...) what it says of the condition on it.

    With fold="each" that some condition is true at every point, with fold="some" that some one is true at some point,
    with fold="not each" that some one is false at some point. Raises TermError for nothing, and for no condition.

    >>> lemma, bits = claim("lemma"), levels("bits", 0, 1, 2)
    >>> @lemma.states("0, or 1, is every first entry", over=bits)
    ... def the_same(at):
    ...     return for_some_of((0, 1), lambda value: point[1, 1] == value)
    """
    return OfSeveral("one", _conditions("for_some_of", several, condition))


def _conditions(name: str, several: Iterable[Any], condition: Callable[[Any], Truth]) -> tuple[Truth, ...]:
    written = f"{name}(at.head, lambda f: ...)"
    if isinstance(several, FunctionType):
        raise TermError(f"{name}: {brief(several)} is given where the family should be; write {written}")
    if not callable(condition):
        raise TermError(f"{brief(condition)} is not a function; write {written}")
    if isinstance(several, Columns) or not isinstance(several, Iterable):
        raise TermError(f"{brief(several)} is not a family; give several networks or numbers, as in (at.f, at.g)")
    require_arguments(condition, "f: ...", f"{name} gives one of the family at a time")
    conditions = tuple(map(condition, several))
    if not conditions:
        raise TermError("the family is empty; give at least one")
    for given in conditions:
        if isinstance(given, OfSeveral):
            raise TermError(
                "for_all_of and for_some_of can't be nested; write the inner one as one condition with & or |"
            )
        if not isinstance(given, Truth):
            raise TermError(
                f"{brief(given)} is not a traced condition: a comparison of operands, every(...), some(...)"
            )
    return conditions


def numbers_of(conditions: Iterable[Truth], then: int, otherwise: int) -> Row:
    """The list of numbers that these conditions have at a point: `then` where one is true, else `otherwise`."""
    numbers = [when(condition, then, otherwise).term for condition in conditions]
    return Row(make("list", _PLACE.names, integer(1), integer(len(numbers)), make("select", (), _PLACE, *numbers)))


@cache
def fold_of(each: bool, count: int) -> OwnFold:
    """The fold over such lists that asserts that each number is 1 at some point, or that one of them is 1 at each."""
    places, quantifier = range(1, count + 1), every if each else some
    return folding(
        start=[0 if each else 1] * count,
        next=lambda a, x: [when(x[k] == 1, 1, a[k]) if each else when(x[k] == 1, a[k], 0) for k in places],
        holds=lambda a: quantifier(Columns(1, count, "k"), lambda k: a[k] == 1),
    )


def several_of(fold: OwnFold, term: Term) -> Several | None:
    """The conditions of a step that this fold and this term make; None of any other one."""
    if term.operator != "list" or term.arguments[2].operator != "select":
        return None
    place, *numbers = term.arguments[2].arguments
    if place.names != term.names or any(number.operator != "if" for number in numbers):
        return None
    conditions = tuple(number.arguments[0] for number in numbers)
    if numbers_of(map(Truth, conditions), 1, 0).term == term:
        if fold == fold_of(False, len(numbers)):
            return Several("each", conditions)
        return Several("some", conditions) if fold == fold_of(True, len(numbers)) else None
    if numbers_of(map(Truth, conditions), 0, 1).term == term and fold == fold_of(True, len(numbers)):
        return Several("not each", tuple(make("not", (), condition) for condition in conditions))
    return None
