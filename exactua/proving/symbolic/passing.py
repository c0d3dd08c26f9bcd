"""The ids of a family on their way through a network, all points at once: every comparison by signs.

In a stack of many layers the next one that moves something is found as the least id that was not passed yet. That is
allowed where the gains sum to 0 (above all thresholds, and below, the heads' responses cancel, so that a layer leaves
all other ids as they are), and the thresholds are no integers and leave room for one integer between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import ceil
from typing import Any, Final

from gmpy2 import mpq

from exactua.evaluators.profiles import LayerStack, Profile
from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.polynomials import sign_of
from exactua.proving.symbolic.signs import OPEN, Sign, Unknown
from exactua.terms.evaluation import NotObserved

MOST_EVENTS: Final = 64
"""Events for each id, after which a stack is given up."""


class NotDecided(NotObserved):
    """The signs of the coefficients don't decide a comparison that a network makes."""


State = tuple[Form, ...]
"""The ids of a family, in the order in which they began."""


@dataclass(frozen=True)
class PassedStack:
    """A stack passed: the layers that moved something (numbers from 0, as forms), each with the ids after it."""

    count: Any
    before: State
    events: tuple[tuple[Any, State], ...]

    @property
    def end(self) -> State:
        """The ids after the whole stack."""
        return self.events[-1][1] if self.events else self.before


class Passage:
    """The states of a family's ids in a network. `generic` ids stand for several: no head may attend to them."""

    def __init__(self, profile: Profile, ids: State, generic: int | None = None) -> None:
        self.profile = profile
        self._generic = generic
        self._passed: list[PassedStack] = []
        self._start = ids

    def _passed_stack(self, number: int) -> PassedStack:
        while len(self._passed) <= number:
            stacks = self.profile.stacks[: len(self._passed) + 1]
            whole = all(_integral(head.gain) for stack in stacks for head in stack.heads)
            before = self._passed[-1].end if self._passed else self._start
            self._passed.append(_passed(stacks[-1], before, self._generic, whole))
        return self._passed[number]

    def after_items(self, items: int) -> State:
        """The ids after this number of top-level items."""
        stacks = self.profile.ends[items]
        return self._passed_stack(stacks - 1).end if stacks else self._start

    def after_layers(self, count: Any) -> tuple[Any, ...]:
        """The ids after a number of layers, which may be a form: it is compared with all layers that move something.

        An id of which signs don't say whether it was moved yet is unknown.
        """
        left = count
        if not whole_number(left) or (left >= 0) is not True:
            raise NotDecided("a number of layers that may be negative, or no integer")
        for number, stack in enumerate(self.profile.stacks):
            if (left <= stack.count) is True:
                return _after(self._passed_stack(number), left)
            if (left >= stack.count) is not True:
                raise NotDecided("a number of layers that may lie in one stack of layers or in another")
            left = left - stack.count
        raise NotDecided("more layers than the network has")


def _after(stack: PassedStack, left: Any) -> tuple[Any, ...]:
    """The ids after the first `left` layers of a stack; unknown where it is open whether they were moved."""
    surely, perhaps = stack.before, list[State]()
    for layer, after in stack.events:
        passed = layer < left
        if passed is False:
            break
        if passed is OPEN:
            perhaps.append(after)
        else:
            surely, perhaps = after, []
    return tuple(
        column_id if all(other[k] is column_id for other in perhaps) else Unknown()
        for k, column_id in enumerate(surely)
    )


def _passed(stack: LayerStack, ids: State, generic: int | None, whole: bool) -> PassedStack:
    """A stack passed; `whole`: ids stay integers, in it and before it."""
    if not stack.heads or sign_of(stack.count) == 0:
        return PassedStack(stack.count, ids, ())
    if not hasattr(stack.count, "terms") and stack.count == 1:
        return PassedStack(1, ids, ((0, _one_layer(stack, ids, generic)),))
    if not whole or not _integral(stack.start):
        raise NotDecided("ids that are no integers, or layers that start at none")
    response = _response(stack)
    if response is None:
        return PassedStack(stack.count, ids, ())
    return PassedStack(stack.count, ids, tuple(_Sweep(stack, *response, list(ids), generic).events()))


def _one_layer(stack: LayerStack, ids: State, generic: int | None) -> State:
    high, low = extreme(ids, 1, generic), extreme(ids, -1, generic)
    after = []
    for form in ids:
        shift: Any = 0
        for head in stack.heads:
            attended = high
            if high != low:
                side = (form - (head.threshold + stack.start)).sign
                if side not in (2, -2):
                    raise NotDecided("whether an id lies above or below a threshold")
                attended = high if side == 2 else low
            shift = ids[attended] * head.gain + shift
        after.append(form + shift)
    return tuple(after)


def extreme(ids: Sequence[Form], direction: int, generic: int | None) -> int:
    """The number of the greatest id (direction 1) or of the least (-1); of several that are equal, one."""
    best = 0
    for k in range(1, len(ids)):
        best = _further(ids, best, k, direction)
    if best == generic:
        raise NotDecided("which of several negative ids is the greatest or the least")
    return best


def _further(ids: Sequence[Form], best: int, k: int, direction: int) -> int:
    side: Sign = (ids[k] - ids[best]).sign
    if side is None:
        raise NotDecided("which of two ids is greater")
    return k if side * direction > 0 else best


def _response(stack: LayerStack) -> tuple[int, Any] | None:
    """The one place e such that layer l moves the id l + e, and A: by A (greatest - least). None: it moves none."""
    gains: dict[Any, Any] = {}
    for head in stack.heads:
        if hasattr(head.threshold, "terms"):
            raise NotDecided("a threshold that moves with D against the ids of its layers")
        gains[mpq(head.threshold)] = gains.get(mpq(head.threshold), 0) + head.gain
    gains = {threshold: gain for threshold, gain in gains.items() if sign_of(gain) != 0}
    if sign_of(sum(gains.values(), start=0)) != 0:
        raise NotDecided("the gains of a stack of layers don't cancel: it moves ids far from its thresholds")
    moves, reached = [], 0
    ordered = sorted(gains)
    for low, high in pairwise(ordered):
        reached = reached + gains[low]
        if sign_of(reached) != 0:
            moves += [(place, reached) for place in range(ceil(low), ceil(high))]
    if any(threshold.denominator == 1 for threshold in gains):
        raise NotDecided("a threshold of a stack of layers lies at an id")
    if len(moves) > 1:
        raise NotDecided("a layer of a stack moves several ids")
    return moves[0] if moves else None


def _integral(gain: Any) -> bool:
    values = gain.terms.values() if hasattr(gain, "terms") else [gain]
    return all(mpq(value).denominator == 1 for value in values)


def whole_number(value: Any) -> bool:
    """Whether a number or a form is surely an integer at all points."""
    if not isinstance(value, Form):
        return _integral(value)
    if value.lines or hasattr(value.denominator, "terms"):
        return False
    parts = (value.constant, *value.slopes, *value.rays)
    return all(_integral(part * (mpq(1) / value.denominator)) for part in parts)


class _Sweep:
    """A stack of layers of which each moves one id: event by event."""

    def __init__(self, stack: LayerStack, place: int, gain: Any, ids: list[Form], generic: int | None) -> None:
        self.stack, self.gain, self.ids, self.generic = stack, gain, ids, generic
        self.first = stack.start + place
        """The id that the first layer moves; the next ones follow at the stack's pace."""
        self.counter: Any = 0
        self.waiting: list[tuple[Form, list[int]]] = []
        """Layers to come that move something, in order, each with the ids that it moves."""
        for k in range(len(ids)):
            self._place(k)
        self.high, self.low = extreme(ids, 1, None), extreme(ids, -1, None)

    def events(self) -> list[tuple[Form, State]]:
        """The layers that move something, each with the ids after it."""
        events: list[tuple[Form, State]] = []
        while self.waiting:
            if len(events) > MOST_EVENTS * len(self.ids):
                raise NotDecided("the ids are moved too often")
            if self.generic in (self.high, self.low):
                raise NotDecided("which of several negative ids is the greatest or the least")
            layer, moved = self.waiting.pop(0)
            if self.high != self.low:
                shift = (self.ids[self.high] - self.ids[self.low]) * self.gain
                for k in moved:
                    self.ids[k] = self.ids[k] + shift
                self._extremes(moved)
            self.counter = layer + 1
            events.append((layer, tuple(self.ids)))
            for k in moved:
                self._place(k)
        return events

    def _extremes(self, moved: list[int]) -> None:
        self.high, self.low = (
            extreme(self.ids, direction, None)
            if best in moved
            else reduce(lambda best, k: _further(self.ids, best, k, direction), moved, best)
            for best, direction in ((self.high, 1), (self.low, -1))
        )

    def _place(self, k: int) -> None:
        """Notes by which layer to come the id is moved, if by any."""
        layer = (self.ids[k] - self.first) * self.stack.pace
        behind = (layer - self.stack.count).sign
        if behind is not None and behind >= 0:
            return
        passed = (layer - self.counter).sign
        if passed == -2:
            return
        if behind != -2 or passed is None or passed < 0:
            raise NotDecided("whether a layer to come moves an id")
        number = len(self.waiting)
        while number:
            other, ids = self.waiting[number - 1]
            side = (layer - other).sign
            if side == 0:
                ids.append(k)
                return
            if side not in (2, -2):
                raise NotDecided("which of two ids is passed first")
            if side == 2:
                break
            number -= 1
        self.waiting.insert(number, (layer, [k]))
