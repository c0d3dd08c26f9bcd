"""Terms of an own fold, made into functions once: they are evaluated at every point, and there may be many.

The functions do what the evaluator does, on integers and rationals alone; for what is rare they ask it.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from exactua.terms.evaluation import RULES, Evaluator, Value, picked, span, whole
from exactua.terms.language import FOLDED, Term, TermError

Frame = list[Any]
"""What a term is evaluated in: the accumulator, the numbers of the point, then the variables around it."""

Compiled = Callable[[Frame], Value]

_BINARY: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add, "*": operator.mul, "-": operator.sub,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class CompiledTerms:
    """Terms as one function of an accumulator and of numbers. Raises TermError where the evaluator does."""

    def __init__(self, terms: Sequence[Term], evaluator: Evaluator) -> None:
        self._evaluator, self._size = evaluator, 2
        self._functions = [self._compile(term, {}) for term in terms]

    def __call__(self, accumulator: Sequence[Value], numbers: Sequence[Value]) -> tuple[Value, ...]:
        """The values of the terms, all with this accumulator."""
        frame = [accumulator, numbers, *(None,) * (self._size - 2)]
        return tuple([function(frame) for function in self._functions])

    def _compile(self, term: Term, slots: Mapping[str, int]) -> Compiled:
        """The term as a function; `slots` are the places of the variables around it in a frame."""
        if not term.free:
            return self._constant(term)
        if term.operator in FOLDED:
            place = tuple(FOLDED).index(term.operator)
            return lambda frame: frame[place]
        if term.operator == "var" and term.names[0] in slots:
            place = slots[term.names[0]]
            return lambda frame: frame[place]
        if term.operator in _LOOPS:
            return self._loop(term, slots)
        if term.operator in RULES or term.operator in ("item", "if"):
            return self._applied(term, [self._compile(part, slots) for part in term.arguments])
        return self._asked(term, slots)

    def _constant(self, term: Term) -> Compiled:
        """A term without anything that varies: its value, or the error that it is where it is looked at."""
        try:
            value = self._evaluator(term)
        except TermError as error:
            reason = str(error)

            def fails(frame: Frame) -> Value:
                raise TermError(reason)

            return fails
        return lambda frame: value

    def _applied(self, term: Term, parts: list[Compiled]) -> Compiled:
        if term.operator == "if":
            condition, then, otherwise = parts
            return lambda frame: then(frame) if condition(frame) else otherwise(frame)
        if term.operator == "item":
            return _item(term, *parts)
        if len(parts) == 2:
            first, second = parts
            rule = _BINARY.get(term.operator) or RULES[term.operator]
            return lambda frame: rule(first(frame), second(frame))
        rule = RULES[term.operator]
        return lambda frame: rule(*[part(frame) for part in parts])

    def _loop(self, term: Term, slots: Mapping[str, int]) -> Compiled:
        slot = max(slots.values(), default=1) + 1
        self._size = max(self._size, slot + 1)
        low, high = (self._compile(end, slots) for end in term.arguments[:2])
        body, fold = self._compile(term.arguments[2], {**slots, term.names[0]: slot}), _LOOPS[term.operator]

        def loop(frame: Frame) -> Value:
            values = []
            for number in span(term, low(frame), high(frame)):
                frame[slot] = number
                values.append(body(frame))
            if not values and term.operator in ("min", "max"):
                raise TermError(f"{term.operator!r} over an empty range")
            return fold(values)

        return loop

    def _asked(self, term: Term, slots: Mapping[str, int]) -> Compiled:
        """What is not compiled: the evaluator is given what the frame holds."""
        names = {**{mark: k for k, mark in enumerate(FOLDED.values())}, **slots}
        return lambda frame: self._evaluator(term, {name: frame[place] for name, place in names.items()})


def _item(term: Term, values: Compiled, index: Compiled) -> Compiled:
    of, at = term.arguments
    if of.operator in FOLDED and at.operator == "integer" and at.value >= 1:
        place, k = tuple(FOLDED).index(of.operator), at.value - 1

        def item(frame: Frame) -> Value:
            try:
                return frame[place][k]
            except IndexError:
                return picked(frame[place], k + 1)  # says what is wrong

        return item
    return lambda frame: picked(values(frame), whole(index(frame)))


_LOOPS: Final[dict[str, Callable[[list[Value]], Value]]] = {
    "all": all, "any": any, "sum": sum, "product": math.prod, "min": min, "max": max, "list": tuple,
}  # fmt: skip
