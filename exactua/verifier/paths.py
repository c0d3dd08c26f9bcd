"""The states that a network makes of a matrix, layer by layer, in integers; those that are known are kept.

What a matrix becomes depends on nothing else, and many points and terms ask for the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from .integers import Applied, Coarse, Unsuited, Whole, WholeState, in_integers, in_units, whole_columns
from .sweeps import Between, between, sweeps
from .values import Matrix
from .weighted_layers import WeightedLayer

FINEST = 100  # bits of the denominator of units; each time that they become finer, paths begin anew
LONGEST = 2**100_000  # below which numbers in units are; what is longer is left to the layers of rationals
MANY_STATES = 2_000  # that are kept of one network


class Passage:
    """The states after 0, 1, 2, ... layers, as far as they were asked for: only those after a layer that changed it."""

    def __init__(self, layers: Layers, columns: Whole):
        self.layers, self.reached = layers, 0  # layers that have been applied, or passed over
        self.after, self.states, self.matrices = [0], [WholeState(columns)], dict[int, Matrix]()

    def follow(self, count: int) -> None:
        """Apply the layers up to this number of them."""
        while self.reached < count:
            self.reached, state = self.layers.next(self.reached, count, self.states[-1])
            if state is not None:
                self.after.append(self.reached)
                self.states.append(state)

    def matrix(self, count: int) -> Matrix:
        """The state after so many layers, which have been applied."""
        k = bisect_right(self.after, count) - 1
        if k not in self.matrices:
            self.matrices[k] = in_units(self.states[k].columns, self.layers.unit)
        return self.matrices[k]


class Layers:
    """The layers of a network in units of 1 / unit."""

    def __init__(self, layers: list[WeightedLayer], betweens: list[Between | None], unit: int):
        self.layers, self.unit, self.sweeps = layers, unit, sweeps(betweens, unit)
        self.applied: list[Applied | None] = [None] * len(layers)
        self.paths, self.kept = dict[Whole, Passage](), 0

    def path(self, Z: Matrix) -> Passage:
        """The path of a matrix, the known one if there is one."""
        columns = whole_columns(Z, self.unit)
        if columns not in self.paths:
            if self.kept >= MANY_STATES:
                self.paths.clear()
                self.kept = 0
            self.paths[columns] = Passage(self, columns)
            self.kept += 1
        return self.paths[columns]

    def next(self, number: int, end: int, state: WholeState) -> tuple[int, WholeState | None]:
        """The number of layers up to the next that may change the state, or up to the end; and what that one makes."""
        while number < end and (sweep := self.sweeps[number]) is not None:
            first = sweep.first(number, state)
            if first < sweep.stop:
                number = first
                break
            number = first
        if number >= end:
            return end, None
        self.kept += 1
        return number + 1, self.apply(number, state)

    def apply(self, number: int, state: WholeState) -> WholeState:
        """What the layer with this number, from 0, makes of a state."""
        applied = self.applied[number]
        if applied is None:
            applied = self.applied[number] = in_integers(self.layers[number], self.unit)
        places: Iterable[int] = range(len(state.columns))
        if (sweep := self.sweeps[number]) is not None:
            places = sweep.places(number, state)
        columns = applied(state, places)
        for j in places:
            if not all(-LONGEST < x < LONGEST for x in columns[j]):
                raise Unsuited
        return WholeState(columns)


class InIntegers:
    """A network in integers; its units become finer where states ask for it."""

    def __init__(self, layers: list[WeightedLayer]):
        self.weighted, self.betweens = layers, list(map(between, layers))
        self.layers = Layers(layers, self.betweens, 1)

    def refine(self, factor: int) -> None:
        """Go on in units that are finer by this factor."""
        unit = self.layers.unit * factor
        if unit.bit_length() > FINEST:
            raise Unsuited
        self.layers = Layers(self.weighted, self.betweens, unit)

    def path(self, Z: Matrix, count: int, known: Passage | None) -> Passage:
        """The path of a matrix (the known one, if it can be followed so far) up to the state after so many layers."""
        while True:
            layers = self.layers if known is None else known.layers
            try:
                path = layers.path(Z) if known is None else known
                path.follow(count)
                return path
            except Coarse as coarse:
                if layers is self.layers:
                    self.refine(coarse.factor)
                known = None

    def layer(self, number: int, Z: Matrix) -> Matrix:
        """What the layer with this number, from 0, alone makes of a matrix."""
        while True:
            try:
                state = self.layers.apply(number, WholeState(whole_columns(Z, self.layers.unit)))
                return in_units(state.columns, self.layers.unit)
            except Coarse as coarse:
                self.refine(coarse.factor)
