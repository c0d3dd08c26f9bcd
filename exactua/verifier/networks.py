"""Networks: their quantities, and what their layers make of a matrix (format, section 4)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from .layers import walk
from .readings import COUNTED, LARGEST, Scene
from .real_functions import spender
from .records import fields, integer
from .refusals import demand
from .terms import ALLOWANCE
from .values import Json, Matrix, Number
from .weights import Layer

LARGEST_NETWORK = 5_000_000  # weights of a network with its families and tables unrolled


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

    def layer(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What layer number k alone makes of Z."""
        demand(type(k) is int and 1 <= k <= self.layers, f"{self.name!r} has no such layer")
        demand(all(len(column) == self.d for column in Z), f"{self.name!r} acts on matrices with {self.d} rows")
        apply, weights, quantities = self.unrolled[0][int(k) - 1]
        scene.context.spend(len(Z) * (len(Z) + weights + quantities.get("further work", 0)))
        return apply(Z, spender(scene.context)) if "makes reals" in quantities else apply(Z)

    def after(self, scene: Scene, count: Number, Z: Matrix) -> Matrix:
        """What the first `count` layers make of Z."""
        most = len(self.unrolled[0])
        demand(type(count) is int and 0 <= count <= most, f"{self.name!r} has not so many layers")
        demand(all(len(column) == self.d for column in Z), f"{self.name!r} acts on matrices with {self.d} rows")
        # The matrix is kept beside its states, so that no other one gets its identity.
        _, states = scene.states.setdefault((self.name, id(Z)), (Z, [Z]))
        while len(states) <= count:
            states.append(self.layer(scene, len(states), states[-1]))
        return states[count]

    def stage(self, scene: Scene, k: Number, Z: Matrix) -> Matrix:
        """What the first k top-level items make of Z."""
        demand(type(k) is int and 0 <= k <= len(self.items), f"{self.name!r} has no such stage")
        return self.after(scene, self.unrolled[1][k], Z)
