"""Where a term's operands come from: the literal networks at one point, a kernel at a batch, forms on a cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.grids.domains import PointDomain
from exactua.kernels.column_ids import ColumnIdKernel
from exactua.networks import FeedForwardLayer, Network
from exactua.networks.items import Layer
from exactua.networks.walking import walk
from exactua.numbers.batches import Batch
from exactua.numbers.forms import MixedEntries, Undecided, Unknown
from exactua.terms.evaluation import NotObserved, Value
from exactua.terms.language import TermError

MOST_LAYERS_KEPT = 100_000


class UnrolledNetworks(dict[str, Network]):
    """Networks whose concrete layers are kept, so that many points don't unroll the families again."""

    def __init__(self, networks: Mapping[str, Network]) -> None:
        super().__init__(networks)
        self._layers: dict[tuple[str, int], tuple[Layer, ...]] = {}

    def state(self, name: str, matrix: Value, stage: str | int) -> Value:
        """The literal network's state after `stage`: its layers applied one after the other."""
        for layer in self.layers(name, stage):
            matrix = layer.apply(matrix)
        return matrix

    def layers(self, name: str, stage: str | int) -> Iterable[Layer]:
        """The concrete layers of a network up to `stage`. Raises TermError where it has no such stage."""
        network = self[name]
        after = network.stages.get(stage) if isinstance(stage, str) else stage
        if after is None or not 0 <= after <= len(network.items):
            raise TermError(f"{name} has no stage {stage!r}")
        known = (name, after)
        if known not in self._layers:
            concrete = (place.layer for place in walk(network.items[:after]))
            if network.quantity("attention layers") + network.quantity("feed-forward layers") > MOST_LAYERS_KEPT:
                return concrete
            self._layers[known] = tuple(concrete)
        return self._layers[known]


class LiteralObservations:
    """One point, every network evaluated exactly as the paper writes it. Any exact number type may be the entries."""

    def __init__(self, networks: Mapping[str, Network], point: Value) -> None:
        self._networks = networks if isinstance(networks, UnrolledNetworks) else UnrolledNetworks(networks)
        self._point = point
        self._states: dict[tuple[str, str | int], Value] = {}

    def point(self) -> Value:
        """The point, d rows of n numbers."""
        return self._point

    def apply(self, network: str, stage: str | int, matrix: Value) -> Value:
        """The literal network's state after `stage`."""
        if matrix is not self._point:
            return self._networks.state(network, matrix, stage)
        known = (network, stage)
        if known not in self._states:
            self._states[known] = self._networks.state(network, matrix, stage)
        return self._states[known]

    def row(self, u: tuple[Any, ...], network: str | None, stage: str | int) -> Sequence[Value] | None:
        """Not known without the matrices."""
        return None

    def quantity(self, network: str, quantity: str) -> int:
        """A count read off the network."""
        return self._networks[network].quantity(quantity)


class FormObservations(LiteralObservations):
    """A column of affine forms. Token-wise layers only; an activation that is undecided has an unknown value."""

    def apply(self, network: str, stage: str | int, matrix: Value) -> Value:
        """The network's state after `stage`, computed entry by entry on forms."""
        if matrix is not self._point:
            return self._through(network, stage, matrix)
        known = (network, stage)
        if known not in self._states:
            self._states[known] = self._through(network, stage, matrix)
        return self._states[known]

    def _through(self, network: str, stage: str | int, matrix: Value) -> Value:
        column = [entry for (entry,) in matrix]
        for layer in self._networks.layers(network, stage):
            if not isinstance(layer, FeedForwardLayer):
                raise NotObserved("affine forms pass through token-wise layers only")
            column = _token_wise(layer, column)
        return tuple((entry,) for entry in column)


def _token_wise(layer: FeedForwardLayer, column: list[Any]) -> list[Any]:
    hidden = [_activated(layer, _product(row, column) + bias) for row, bias in zip(layer.W_1, layer.b_1, strict=True)]
    return [entry + _product(row, hidden) + bias for entry, row, bias in zip(column, layer.W_2, layer.b_2, strict=True)]


def _product(row: Sequence[Any], column: Sequence[Any]) -> Any:
    return sum((weight * entry for weight, entry in zip(row, column, strict=True) if weight), start=mpq(0))


def _activated(layer: FeedForwardLayer, argument: Any) -> Any:
    if isinstance(argument, Unknown):
        return argument
    try:
        return layer.activation(argument)
    except (Undecided, MixedEntries) as reason:
        return Unknown(reason)


class KernelObservations:
    """A batch of points by their column numbers, shape (points, n); states known as ids only."""

    def __init__(
        self,
        networks: Mapping[str, Network],
        kernels: Mapping[str, ColumnIdKernel],
        domain: PointDomain,
        numbers: NDArray[np.int64],
    ) -> None:
        self._networks, self._kernels, self._domain, self._numbers = networks, kernels, domain, numbers
        self._states: dict[str, list[Batch]] = {}
        self._ids: Batch | None = None

    def point(self) -> Value:
        """Refused: a kernel holds ids, not matrices."""
        raise NotObserved("the kernel holds column ids, not matrices")

    def apply(self, network: str, stage: str | int, matrix: Value) -> Value:
        """Refused: a kernel holds ids, not matrices."""
        raise NotObserved("the kernel holds column ids, not matrices")

    def row(self, u: tuple[Any, ...], network: str | None, stage: str | int) -> Sequence[Value] | None:
        """The ids u^T of the state, one batch a column. Refused where u is not what the networks and the grid read."""
        vector = tuple(mpq(entry) for entry in u)
        if vector != self._domain.columns.ids:
            raise NotObserved("the kernel knows the ids of the grid only")
        if network is None:
            state = self._input()
        else:
            kernel = self._kernels.get(network)
            if kernel is None or kernel.u != vector:
                raise NotObserved(f"no kernel evaluates {network}")
            if network not in self._states:
                self._states[network] = list(kernel.states(self._input()))
            after = self._networks[network].stages.get(stage) if isinstance(stage, str) else stage
            if after is None or not 0 <= after < len(self._states[network]):
                raise NotObserved(f"{network} has no stage {stage!r}")
            state = self._states[network][after]
        return [state[j] for j in range(state.numerators.shape[0])]

    def quantity(self, network: str, quantity: str) -> int:
        """A count read off the network."""
        return self._networks[network].quantity(quantity)

    def _input(self) -> Batch:
        if self._ids is None:
            denominator, table = self._domain.columns.common_ids()
            self._ids = Batch.of(np.ascontiguousarray(table[self._numbers.T]), denominator)
        return self._ids
