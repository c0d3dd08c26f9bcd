"""Networks that act on column ids alone, as straight lines: a stack of layers is one event for each column.

The shortcut is that of `evaluators.column_ids`: a layer of the family moves only columns whose id lies in its window,
here a single id, so that column j moves in the layer that its own id names, by gain (max - min) over all ids at that
time. The events are taken in the order of the columns. Where a point does not follow that order, where a moved column
would come up again, or where scores tie between different ids, the point is *unusual*: nothing is assumed of it, and
it is left to another evaluator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.straight_line import NotRecorded, Number, Program, Truth, select
from exactua.evaluators.column_ids import IdHead, IdLayers, IdNetwork, IdShift, skips

MOST_SINGLE_LAYERS: Final = 8
Condition: TypeAlias = Truth | bool


@dataclass(frozen=True)
class Event:
    """What one column does in a stack of layers: it `moves` in layer `index` of them (from 0), to the id `after`."""

    moves: Condition
    index: Number
    before: Number
    after: Number


@dataclass(frozen=True)
class _Stack:
    """`layers` layers and what each column does in them."""

    layers: int
    events: tuple[Event, ...]


class Sweeping:
    """The ids after every stage of a network, given the ids before it: numbers of a program, one a column, unit 1.

    All ids are multiples of 1/`lattice`. `cap` bounds ids after a move, in units of 1/lattice: beyond it a point is
    unusual. Raises NotRecorded for layers that no straight line speaks of.
    """

    def __init__(
        self, on_ids: IdNetwork, program: Program, ids: Sequence[Number], lattice: int, cap: int | None = None
    ) -> None:
        self._program, self._lattice, self._cap = program, lattice, cap
        self.unusual: Condition = False
        """Where the straight line says nothing."""
        self.states: list[list[Number]] = [list(ids)]
        """The ids before the first top-level item and after each."""
        self._stacks: list[_Stack] = []
        now = list(ids)
        for layers in on_ids.items:
            for item in layers:
                now = self._through(item, now)
            self.states.append(now)
        self.layers = sum(stack.layers for stack in self._stacks)

    def after_layers(self, count: Any) -> list[Number]:
        """The ids after the first `count` layers, families unrolled: an integer, or a number of the program."""
        left = count if isinstance(count, Number) else self._number(int(count))
        if left.denominator != 1:
            raise NotRecorded("a number of layers that may be no integer")
        self._leave_where(left < 0)
        self._leave_where(left > self.layers)
        ids = self.states[0]
        for stack in self._stacks:
            inside = [select(event.moves & (event.index < left), event.after, event.before) for event in stack.events]
            ids = [select(left > 0, new, old) for new, old in zip(inside, ids, strict=True)]
            left = left - stack.layers
        return ids

    def _leave_where(self, condition: Condition) -> None:
        self.unusual = condition | self.unusual

    def _number(self, value: int) -> Number:
        return Number(self._program, self._program.constant(value))

    def _through(self, item: IdLayers | IdShift, ids: list[Number]) -> list[Number]:
        if isinstance(item, IdShift):
            if len(item.shifts) != len(ids):
                raise NotRecorded("a positional encoding for another number of columns")
            if any((shift * self._lattice).denominator != 1 for shift in item.shifts):
                raise NotRecorded("a positional encoding off the lattice of the ids")
            return self._single(ids, [number + shift for number, shift in zip(ids, item.shifts, strict=True)])
        if any(head.gain.denominator != 1 for head in item.heads):
            raise NotRecorded("a gain that leaves the lattice of the ids")
        if skips(item):
            return self._sweep(item, ids)
        if item.count > MOST_SINGLE_LAYERS:
            raise NotRecorded(f"{item.count:,} layers that have to be taken one by one")
        for index in range(item.count):
            ids = self._single(ids, self._layer(item, ids, item.start + index * item.step))
        return ids

    def _single(self, before: list[Number], after: list[Number]) -> list[Number]:
        first = self._number(0)
        after = [self._capped(number, True) for number in after]
        self._stacks.append(_Stack(1, tuple(Event(True, first, a, b) for a, b in zip(before, after, strict=True))))
        return after

    def _layer(self, item: IdLayers, ids: list[Number], ell: Rational) -> list[Number]:
        """One layer as it stands; where a score ties between different ids the point is unusual."""
        low, high = _least(ids), _greatest(ids)
        apart = low != high
        after = []
        for x in ids:
            moved = x
            for head in item.heads:
                key = x * head.query + (head.bias_constant + head.bias_slope * ell)
                self._leave_where((key == 0) & apart)
                moved = moved + select(key > 0, high, low) * head.gain
            after.append(moved)
        return after

    def _sweep(self, item: IdLayers, ids: list[Number]) -> list[Number]:
        """The layers of a family with thresholds that move by one id from layer to layer."""
        q, heads = self._lattice, item.heads
        pace = -(heads[0].bias_slope / heads[0].query) * item.step * q
        if pace != 1:
            raise NotRecorded("thresholds that don't move by one id from layer to layer")
        # column X / q lies at the threshold of a head in layer number k iff X = at + k
        ats = [-(head.bias_constant + head.bias_slope * item.start) / head.query * q for head in heads]
        named = int(floor(max(ats)))  # noqa: RUF046  (an mpz)
        # column X comes up in the layer number X - named, and in no other
        layers_of_a_column = named - int(ceil(min(ats))) + 1  # noqa: RUF046
        if layers_of_a_column == 0:
            self._stacks.append(_Stack(item.count, tuple(Event(False, self._number(0), x, x) for x in ids)))
            return ids
        if layers_of_a_column > 1 or any(named == at for at in ats):
            raise NotRecorded("thresholds that more than one id lies between, or that an id lies at")
        to_greatest, to_least = _gains(heads, [named - at for at in ats])
        assert to_greatest == -to_least
        return self._events(item.count, ids, named, int(to_greatest))

    def _events(self, count: int, ids: list[Number], named: int, gain: int) -> list[Number]:
        events: list[Event] = []
        shifts: list[Number] = []
        now: list[Number] = []
        low, high = ids[0], ids[0]  # of the columns that have had their turn; in the beginning, as good as any
        for j, x in enumerate(ids):
            index = x * self._lattice - named
            moves = (index >= 0) & (index < count)
            # events have to come in the order of the columns; columns with the same id move together
            spread = high.greatest(_greatest(ids[j:])) - low.least(_least(ids[j:]))
            self._program.at_least(spread.node, 0)
            shift = spread * gain
            for earlier, its_shift in zip(events, shifts, strict=True):
                self._leave_where(moves & earlier.moves & (earlier.index > index))
                shift = select(moves & earlier.moves & (earlier.index == index), its_shift, shift)
            after = self._capped(x + shift, moves)
            again = after * self._lattice - named
            self._leave_where(moves & (again > index) & (again < count))
            events.append(Event(moves, index, x, after))
            shifts.append(shift)
            now.append(select(moves, after, x))
            low, high = (now[0], now[0]) if j == 0 else (low.least(now[j]), high.greatest(now[j]))
        self._stacks.append(_Stack(count, tuple(events)))
        return now

    def _capped(self, x: Number, where: Condition) -> Number:
        """The id; where it counts and is beyond the cap, the point is unusual."""
        if self._cap is None:
            return x
        cap = mpq(self._cap, self._lattice)
        if -cap <= x.low and x.high <= cap:
            return x
        inside = (x >= -cap) & (x <= cap)
        self._leave_where(where & ~inside if isinstance(inside, Truth) else where & (not inside))
        return x.least(cap).greatest(-cap)


def _gains(heads: Sequence[IdHead], beyond: Sequence[Rational]) -> tuple[Rational, Rational]:
    """What the heads give of the greatest and of the least id to a column that is so far beyond their thresholds."""
    positive = [head.query * distance > 0 for head, distance in zip(heads, beyond, strict=True)]
    to_greatest = sum((head.gain for head, above in zip(heads, positive, strict=True) if above), mpq(0))
    to_least = sum((head.gain for head, above in zip(heads, positive, strict=True) if not above), mpq(0))
    return to_greatest, to_least


def _least(numbers: Sequence[Number]) -> Number:
    result = numbers[-1]
    for number in reversed(numbers[:-1]):
        result = number.least(result)
    return result


def _greatest(numbers: Sequence[Number]) -> Number:
    result = numbers[-1]
    for number in reversed(numbers[:-1]):
        result = number.greatest(result)
    return result
