"""Folds of one's own: numbers that are carried from point to point, and what is asserted of them in the end.

    fold=folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] <= 7)

The accumulator a begins as `start`. For every point that the step speaks about, in enumeration order, it becomes
`next`, which is computed from a as it was before and from the numbers x that the step's function gives at the point.
In the end `holds` is asserted. Lists count from 1. docs/certificate-format.md, section 6, says it exactly.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import GIVE, NoNumber, Written, exact_value, vector
from exactua.errors import InputError
from exactua.terms.encoding import Data, from_data, to_data
from exactua.terms.language import FOLDED, Kind, Term, letter_of, make
from exactua.terms.language import rational as exact_term
from exactua.terms.tracing import Number, Row, Traced, Truth

PARTS: Final = ("start", "next", "holds")


@dataclass(frozen=True)
class OwnFold:
    """What a step makes of all its points, as data: k numbers to start with, the next k, and the assertion.

    Only `next` has the numbers of a point, `next` and `holds` the accumulator; no part has a point. Raises InputError
    where that is not so.
    """

    start: tuple[Term, ...]
    next: tuple[Term, ...]
    holds: Term

    def __post_init__(self) -> None:
        if not self.start:
            raise InputError("start: it is empty; give the numbers that the accumulator begins with, at least one")
        if len(self.next) != len(self.start):
            raise InputError(
                f"next: {_counted(len(self.next))} given, but start has {len(self.start)}; give one for each number "
                "of start"
            )
        a, x = FOLDED["accumulator"], FOLDED["numbers"]
        for part, terms, kind, free in (
            ("start", self.start, Kind.NUMBER, set[str]()),
            ("next", self.next, Kind.NUMBER, {a, x}),
            ("holds", (self.holds,), Kind.TRUTH, {a}),
        ):
            for k, term in enumerate(terms, 1):
                which = part if part == "holds" else f"{part}: number {k}"
                _require(which, term, kind, free)
                self._require_places(which, term)

    @property
    def terms(self) -> tuple[Term, ...]:
        """All terms of the fold."""
        return (*self.start, *self.next, self.holds)

    def data(self) -> Data:
        """The fold as JSON data, as it stands in a certificate."""
        return {
            "start": [to_data(term) for term in self.start],
            "next": [to_data(term) for term in self.next],
            "holds": to_data(self.holds),
        }

    def _require_places(self, which: str, term: Term) -> None:
        """A number of the accumulator that is asked for by its place is there."""
        for part in term.walk():
            if part.operator != "item" or part.arguments[1].operator != "integer":
                continue
            of, place = part.arguments[0].operator, part.arguments[1].value
            if of == "accumulator" and not 1 <= place <= len(self.start):
                raise InputError(
                    f"{which} asks for a[{brief(place)}], but a has {_counted(len(self.start))}, counted from 1"
                )
            if of == "numbers" and place < 1:
                raise InputError(f"{which} asks for x[{brief(place)}], but the numbers of a point are counted from 1")

    def require_numbers(self, kind: Kind) -> None:
        """Raises InputError where `next` asks a step that gives one number, and no list, for another."""
        if kind is not Kind.NUMBER:
            return
        for part in (part for term in self.next for part in term.walk()):
            if part.operator == "item" and part.arguments[0].operator == "numbers":
                place = part.arguments[1]
                if place.operator == "integer" and place.value != 1:
                    raise InputError(
                        f"next asks for x[{brief(place.value)}], but the step gives one number at a point, x[1]; "
                        "return a row"
                    )


def folding(
    *,
    start: Sequence[Number | Written],
    next: Callable[[Row, Row], Sequence[Number | Written]],
    holds: Callable[[Row], Truth],
) -> OwnFold:
    """A fold of one's own, for `fold=` of a step whose function returns a number or a row.

    `start`: the numbers, made of parameters and definitions, that the accumulator begins with; `next(a, x)`: what it
    becomes, one number for each of `start`, from itself and the numbers x of a point; `holds(a)`: what is asserted in
    the end. a[1], a[2], ... are the numbers of a, x[1], x[2], ... those of x (a number counts as a list of one).

    Raises InputError for anything else, one sentence that names start, next or holds.

    >>> lemma, bits = claim("lemma"), levels("bits", 0, 1, 2)
    >>> at_most_four = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] <= 4)
    >>> @lemma.states("the first entries of all points have a sum of at most 4", over=bits, fold=at_most_four)
    ... def first_entries(at):
    ...     return point[1, 1]
    >>> lemma.step("first_entries").fold.data()["holds"]
    ['<=', ['item', ['accumulator'], 1], 4]
    """
    first = _numbers("start", start)
    a, x = Accumulator(len(first)), Row(make("numbers"))
    then = _numbers("next", _called("next", next, a, x))
    end = _called("holds", holds, a)
    if not isinstance(end, Truth):
        raise InputError(f"holds: {brief(end)} is not a condition on a; compare its numbers, as in a[1] <= 7")
    return OwnFold(first, then, end.term)


class Accumulator(Row):
    """The accumulator while a fold is traced: a row whose length is known, so that p, q = a takes it apart."""

    __slots__ = ("length",)

    def __init__(self, length: int) -> None:
        super().__init__(make("accumulator"))
        self.length = length

    def __len__(self) -> int:  # type: ignore[override]
        return self.length

    def __iter__(self) -> Iterator[Number]:  # type: ignore[override]
        return (self[k] for k in range(1, self.length + 1))


def own_fold_from(data: object, where: str = "fold") -> OwnFold:
    """The fold that `OwnFold.data` wrote. Raises InputError for anything else."""
    if not isinstance(data, Mapping) or set(data) != set(PARTS):
        raise InputError(f"{where}: an own fold is an object with the keys {', '.join(PARTS)}")
    lists: dict[str, tuple[Term, ...]] = {}
    for part in ("start", "next"):
        if not isinstance(data[part], list):
            raise InputError(f"{where}.{part}: it is not an array of terms")
        lists[part] = tuple(from_data(term, f"{where}.{part}[{k}]") for k, term in enumerate(data[part]))
    try:
        return OwnFold(lists["start"], lists["next"], from_data(data["holds"], f"{where}.holds"))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _called(part: str, function: object, *operands: Row) -> Any:
    shown = ", ".join("ax"[: len(operands)])
    if not callable(function):
        raise InputError(f"{part}: {brief(function)} is not a function; write lambda {shown}: ...")
    try:
        inspect.signature(function).bind(*operands)
    except TypeError:
        raise InputError(f"{part}: the function does not take exactly {shown}; write lambda {shown}: ...") from None
    except ValueError:
        pass  # a function without a signature: what it takes shows when it is called
    return function(*operands)


def _numbers(part: str, values: object) -> tuple[Term, ...]:
    values = vector(values, part)
    if not isinstance(values, (list, tuple)):
        raise InputError(f"{part}: {brief(values)} is not a list; give a list of numbers, as in [0] or [a[1] + x[1]]")
    return tuple(_number(f"{part}: number {k}", value) for k, value in enumerate(values, 1))


def _number(which: str, value: object) -> Term:
    if isinstance(value, Number):
        return value.term
    try:
        return exact_term(exact_value(value))
    except NoNumber as reason:
        if reason.instead != GIVE and not isinstance(value, Traced):
            raise InputError(f"{which}: {reason}") from None
    raise InputError(
        f"{which} is {brief(value)}, not a traced number; give an integer, a fraction or an expression in operands"
    )


def _require(which: str, term: Term, kind: Kind, free: set[str]) -> None:
    if term.kind is not kind:
        raise InputError(f"{which} is a {term.kind.value}, but must be a {kind.value}")
    for part in term.walk():
        if part.operator == "point":
            raise InputError(
                f"{which} is about a point, but has none; in next, x is what the step's function returns at a point"
            )
        if part.operator in FOLDED and FOLDED[part.operator] not in free:
            raise InputError(f"{which} has the {part.operator}, which has no meaning there")
    if unbound := term.free - free:
        raise InputError(f"{which} has the variable {brief(letter_of(min(unbound)))}, which nothing binds there")


def _counted(count: int) -> str:
    return f"{count} number{'' if count == 1 else 's'}"
