"""Networks: their quantities, and what their layers make of a matrix (format, section 4)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property

from .integers import Unsuited
from .layers import walk, weighted_layers
from .paths import InIntegers, Passage
from .readings import COUNTED, LARGEST, Scene
from .records import fields, integer
from .refusals import Refused, demand
from .terms import ALLOWANCE, spender
from .values import Json, Matrix, Number
from .weights import Layer

LARGEST_NETWORK = 5_000_000  # weights of a network with its families and tables unrolled
LARGEST_IN_INTEGERS = 500_000  # weights above which there are no integers beside them, to save memory


class Network:
    """A network as its record writes it: its quantities at once, its layers when they are asked for."""

    def __init__(self, record: Json, name: str, budget: list[int] | None = None):
        fields(record, "d", items=list, stages=dict)
        self.name, self.d, self.items = name, integer(record["d"], 1), record["items"]
        self.budget = [ALLOWANCE[0]] if budget is None else budget  # of weights that are reals
        self.stages = {stage: integer(k, 0) for stage, k in record["stages"].items()}
        demand(max(self.stages.values(), default=0) <= len(self.items), f"{name!r} has not so many stages")
        self.quantities, self.weights = Counter[str](), 0  # the counted layers include those of each tie rule
        for (_, weights, quantities), repeats in self._walk(self.items, every=False):
            self.weights += repeats * (weights + 1)
            sizes = {"parameters": weights, "largest layer parameters": weights}
            for key, value in {**quantities, **sizes}.items() if repeats else ():
                known = self.quantities[key]
                self.quantities[key] = max(known, value) if key in LARGEST else known + repeats * value
        self.layers = sum(self.quantities[key] for key in COUNTED)

    def _walk(self, items: Json, every: bool) -> Iterator[tuple[Layer, int]]:
        """Every layer in order; or those of one turn of each family and table, with the number of times they occur."""
        walked: Iterator[tuple[Layer, int]] = walk(items, self.d, {}, 1, every, self.budget)
        return walked

    @cached_property
    def unrolled(self) -> tuple[list[Layer], list[int]]:
        """All layers in order, and how many of them the first 0, 1, 2, ... top-level items make."""
        work = self.weights + self.quantities["further work"]
        demand(work <= LARGEST_NETWORK, f"{self.name!r} has more than {LARGEST_NETWORK} weights")
        layers = [[layer for layer, _ in self._walk([item], every=True)] for item in self.items]
        return list(itertools.chain(*layers)), list(itertools.accumulate(map(len, layers), initial=0))

    @cached_property
    def costs(self) -> list[int]:
        """The elementary steps for each column that all layers before the first, the second, ... take."""
        work = (weights + quantities.get("further work", 0) for _, weights, quantities in self.unrolled[0])
        return list(itertools.accumulate(work, initial=0))

    def spend(self, scene: Scene, done: int, count: int, Z: Matrix) -> None:
        """Take the steps of the layers behind the first `done` up to the first `count`, also of those passed over."""
        scene.context.spend(len(Z) * ((count - done) * len(Z) + self.costs[count] - self.costs[done]))

    @cached_property
    def in_integers(self) -> InIntegers | None:
        """The network in integers, if its weights are rational, and its layers of the kinds that are followed so."""
        if self.quantities["real"] or self.quantities["makes reals"] or self.weights > LARGEST_IN_INTEGERS:
            return None
        try:
            return InIntegers(list(weighted_layers(self.items, self.d)))
        except (Unsuited, Refused):  # for long weights, or other layers
            return None

    def layer(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What layer number k alone makes of Z."""
        demand(type(k) is int and 1 <= k <= self.layers, f"{self.name!r} has no such layer")
        demand(all(len(column) == self.d for column in Z), f"{self.name!r} acts on matrices with {self.d} rows")
        number = int(k)
        self.spend(scene, number - 1, number, Z)
        if self.in_integers is not None:
            with suppress(Unsuited):
                return self.in_integers.layer(number - 1, Z)
        return self.applied(scene, number, Z)

    def applied(self, scene: Scene, k: int, Z: Matrix) -> Matrix:
        """The same in rational numbers, or whatever numbers Z has."""
        apply, _, quantities = self.unrolled[0][k - 1]
        spends = "makes reals" in quantities or "rounds" in quantities
        return apply(Z, spender(scene.context)) if spends else apply(Z)

    def after(self, scene: Scene, count: Number, Z: Matrix) -> Matrix:
        """What the first `count` layers make of Z."""
        most = len(self.unrolled[0])
        demand(type(count) is int and 0 <= count <= most, f"{self.name!r} has not so many layers")
        demand(all(len(column) == self.d for column in Z), f"{self.name!r} acts on matrices with {self.d} rows")
        key = (self.name, id(Z))
        if key not in scene.states:
            scene.states[key] = StatesOf(self, Z)
        return scene.states[key].after(scene, int(count))

    def stage(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""
        demand(type(k) is int and 0 <= k <= len(self.items), f"{self.name!r} has no such stage")
        return self.after(scene, self.unrolled[1][k], Z)


class StatesOf:
    """What a network makes of a matrix at a scene: in integers where that is possible, else state by state.

    The matrix is kept, so that no other one gets its identity.
    """

    def __init__(self, network: Network, Z: Matrix):
        kept: Passage | None = None
        self.network, self.exact, self.spent = network, network.in_integers, 0
        self.states, self.path = [Z], kept

    def after(self, scene: Scene, count: int) -> Matrix:
        """What the first `count` layers make of it."""
        network, states = self.network, self.states
        if self.exact is not None:
            if count > self.spent:
                network.spend(scene, self.spent, count, states[0])
                self.spent = count
            try:
                self.path = self.exact.path(states[0], count, self.path)
                return self.path.matrix(count)
            except Unsuited:
                self.exact = None
        while len(states) <= count:
            if len(states) > self.spent:
                network.spend(scene, self.spent, len(states), states[0])
                self.spent = len(states)
            states.append(network.applied(scene, len(states), states[-1]))
        return states[count]
