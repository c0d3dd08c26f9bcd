"""Where a term's operands come from: the literal networks at one point, a batch, forms on a cell."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, cast

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.errors import InputError
from exactua.evaluators import dense
from exactua.evaluators.column_ids import IdNetwork
from exactua.evaluators.tables import CatchingTable, prepared, steps
from exactua.evaluators.token_wise import TokenWise, activated, product
from exactua.grids.columns import ColumnSet
from exactua.grids.domains import NumberedColumns, PointDomain
from exactua.networks import Network
from exactua.networks.costs import require_memory
from exactua.networks.items import Item, is_batched, templates, walk
from exactua.networks.layer import HiddenNodes, Layer, applied
from exactua.plurals import counted
from exactua.terms.evaluation import AfterLayers, LayerAlone, NotObserved, Stage, Value
from exactua.terms.language import TermError

MOST_LAYERS_KEPT = 100_000
MOST_STATES_KEPT = 4096
"""Matrices that a network made with reals, or rounded, each of one point, kept for other points in which it occurs."""


class UnrolledNetworks(dict[str, Network]):
    """Networks whose concrete layers are kept, so that many points don't unroll the families again."""

    def __init__(self, networks: Mapping[str, Network]) -> None:
        super().__init__(networks)
        self._layers: dict[tuple[str, int], tuple[Layer, ...]] = {}
        self._steps: dict[tuple[str, int], tuple[Item | CatchingTable, ...]] = {}
        self._bearable: set[tuple[str, int]] = set()
        self._states: dict[tuple[str, Stage, bool, Value], Value] = {}
        self._real = {name for name, network in networks.items() if not is_batched(network)}
        self._alike: dict[str, str] = {}
        self._known: dict[Hashable, str] = {}
        self._prepared: dict[int, tuple[Layer, Layer | TokenWise]] = {}

    def alike(self, name: str) -> str:
        """The first network that is told to make the same of every matrix: one for all orders of heads and nodes."""
        if name not in self._alike:
            network = self[name]
            layers = [item for item in network.items if isinstance(item, Layer) and not item.variables]
            self._alike[name] = name
            if name not in self._real and len(layers) == len(network.items) > 0:
                function = network.d, *sorted(network.stages.items()), *(layer.function for layer in layers)
                self._alike[name] = self._known.setdefault(function, name)
        return self._alike[name]

    def require_fit(self, name: str, matrix: Value) -> None:
        """Raises TermError for a matrix with other rows than the network maps, and where it takes too much memory."""
        if len(matrix) != self[name].d:
            raise TermError(f"{name} maps matrices with {counted(self[name].d, 'row')}, and this one has {len(matrix)}")
        n = len(matrix[0])
        if (name, n) not in self._bearable:
            try:
                require_memory(self[name].cost(n), n, name)
            except InputError as error:
                raise TermError(str(error)) from None
            self._bearable.add((name, n))

    def state(self, name: str, matrix: Value, stage: Stage, otherwise: bool = False) -> Value:
        """The literal network's state after `stage`: its layers applied one after the other, or their other formulas.

        Raises InputError, with its number, for a layer without a value.
        """
        if name not in self._real:
            return self._applied(name, matrix, stage, otherwise)
        known = (name, stage, otherwise, matrix)
        if known not in self._states:
            state = self._applied(name, matrix, stage, otherwise)
            if len(self._states) >= MOST_STATES_KEPT:
                self._states.clear()
            self._states[known] = state
        return self._states[known]

    def _applied(self, name: str, matrix: Value, stage: Stage, otherwise: bool) -> Value:
        layers = self.token_wise(name, stage) if otherwise else self.layers(name, stage)
        return applied(cast("Iterable[Layer]", layers), matrix, first_of(stage), otherwise)

    def token_wise(self, name: str, stage: Stage) -> Iterable[Layer | TokenWise]:
        """The layers, those prepared that are feed-forward with rational weights; as they are where none is kept."""
        if self.count(name) > MOST_LAYERS_KEPT:
            return self.layers(name, stage)
        layers = tuple(self.layers(name, stage))
        for layer in layers:
            if id(layer) not in self._prepared:  # the layer is kept with it, so that no other has its id
                prepared = None if layer.nodes is None else TokenWise.of(layer.nodes)
                self._prepared[id(layer)] = layer, prepared or layer
        return [self._prepared[id(layer)][1] for layer in layers]

    def layers(self, name: str, stage: Stage) -> Iterable[Layer]:
        """The concrete layers of a network up to `stage`, or the one alone. Raises TermError for no such stage."""
        network = self[name]
        if isinstance(stage, (AfterLayers, LayerAlone)):
            first, stop = (0, stage.count) if isinstance(stage, AfterLayers) else (stage.number - 1, stage.number)
            total = self.count(name)
            if not 0 <= first <= stop <= total:
                raise TermError(f"{name} has {total} layers, and number {stop} is asked for")
            return tuple(islice(self.layers(name, len(network.items)), first, stop))
        known = (name, after := self._after(name, stage))
        if known not in self._layers:
            concrete = (place.layer for place in walk(network.items[:after]))
            if self.count(name) > MOST_LAYERS_KEPT:
                return concrete
            self._layers[known] = tuple(concrete)
        return self._layers[known]

    def steps(self, name: str, stage: str | int) -> tuple[Item | CatchingTable, ...]:
        """What the dense batches put a batch through up to `stage`, prepared: a table that it knows is one step."""
        known = (name, after := self._after(name, stage))
        if known not in self._steps:
            items = tuple(prepared(self[name].items[:after]))
            unrolled = [item for item in items if not isinstance(item, CatchingTable)]
            few = sum(times for _, times in templates(unrolled)) <= MOST_LAYERS_KEPT
            self._steps[known] = tuple(steps(items)) if few else items
        return self._steps[known]

    def _after(self, name: str, stage: str | int) -> int:
        """After how many top-level items a stage is. Raises TermError for no such stage."""
        after = self[name].stages.get(stage) if isinstance(stage, str) else stage
        if after is None or not 0 <= after <= len(self[name].items):
            raise TermError(f"{name} has no stage {stage!r}")
        return after

    def count(self, name: str) -> int:
        """The number of layers of a network, families unrolled."""
        return sum(times for _, times in templates(self[name].items))


def first_of(stage: Stage) -> int:
    """The number of the first layer on the way to a stage, or of the one alone."""
    return int(stage.number) if isinstance(stage, LayerAlone) else 1


class LiteralObservations:
    """One point, every network evaluated exactly as the paper writes it. Any exact number type may be the entries."""

    def __init__(self, networks: Mapping[str, Network], point: Value) -> None:
        self._networks = networks if isinstance(networks, UnrolledNetworks) else UnrolledNetworks(networks)
        self._point = point
        self._states: dict[tuple[str, str | int], Value] = {}
        self._after: dict[str, list[Value]] = {}

    def point(self) -> Value:
        """The point, d rows of n numbers."""
        return self._point

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The literal network's state after `stage`."""
        self._networks.require_fit(network, matrix)
        if matrix is self._point and isinstance(stage, AfterLayers):
            return self._layer_by_layer(network, stage)
        if matrix is not self._point or isinstance(stage, (AfterLayers, LayerAlone)):
            return self._networks.state(network, matrix, stage)
        known = (network, stage)
        if known not in self._states:
            self._states[known] = self._networks.state(network, matrix, stage)
        return self._states[known]

    def _layer_by_layer(self, network: str, stage: AfterLayers) -> Value:
        """The state of the point after a number of layers; those on the way are kept."""
        layers = self._networks.layers(network, stage)
        known = self._after.setdefault(network, [self._point])
        for layer in islice(layers, len(known) - 1, None):
            known.append(applied((layer,), known[-1], len(known)))
        return known[stage.count]

    def row(self, u: tuple[Any, ...], network: str | None, stage: Stage) -> Sequence[Value] | None:
        """Not known without the matrices."""
        return None

    def quantity(self, network: str, quantity: str) -> int:
        """A count read off the network."""
        return self._networks[network].quantity(quantity)


class SoftmaxObservations(LiteralObservations):
    """One point, softmax layers evaluated relative to one score of each column."""

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The network's state after `stage`."""
        self._networks.require_fit(network, matrix)
        if matrix is not self._point or isinstance(stage, (AfterLayers, LayerAlone)):
            return self._networks.state(network, matrix, stage, otherwise=True)
        known = (network, stage)
        if known not in self._states:
            self._states[known] = self._networks.state(network, matrix, stage, otherwise=True)
        return self._states[known]


class FormObservations(LiteralObservations):
    """A column of affine forms. Token-wise layers only; an activation that is undecided has an unknown value."""

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The network's state after `stage`, computed entry by entry on forms."""
        self._networks.require_fit(network, matrix)
        if matrix is not self._point or isinstance(stage, (AfterLayers, LayerAlone)):
            return self._through(network, stage, matrix)
        known = (network, stage)
        if known not in self._states:
            self._states[known] = self._through(network, stage, matrix)
        return self._states[known]

    def _through(self, network: str, stage: Stage, matrix: Value) -> Value:
        column = [entry for (entry,) in matrix]
        for layer in self._networks.token_wise(network, stage):
            if isinstance(layer, TokenWise):
                column = list(layer.column(column))
            elif layer.nodes is None:
                raise NotObserved(f"{network} has a layer that is not feed-forward, and cells pass through no other")
            else:
                column = _token_wise(layer.nodes, column)
        return tuple((entry,) for entry in column)


def _token_wise(layer: HiddenNodes, column: list[Any]) -> list[Any]:
    hidden = [activated(layer, product(row, column) + bias) for row, bias in zip(layer.W_1, layer.b_1, strict=True)]
    return [entry + product(row, hidden) + bias for entry, row, bias in zip(column, layer.W_2, layer.b_2, strict=True)]


class BatchObservations:
    """A batch of points by their column numbers, shape (points, n).

    States are known as ids where the network acts on ids alone, else layer by layer as whole matrices. Of networks that
    are told to make the same of every matrix, such as one with its heads in another order, the first is evaluated.
    `begun` is called with each network whose states are asked for.
    """

    def __init__(
        self,
        networks: UnrolledNetworks,
        id_networks: Mapping[str, IdNetwork],
        domain: PointDomain,
        numbers: NDArray[np.int64],
        begun: Callable[[str], None] = lambda network: None,
    ) -> None:
        self._networks, self._id_networks, self._domain, self._numbers = networks, id_networks, domain, numbers
        self._begun = begun
        self._states: dict[str, list[Batch]] = {}
        self._matrices: dict[tuple[str, str | int], Value] = {}
        self._ids: Batch | None = None
        self._point: Value | None = None

    def point(self) -> Value:
        """The points, d rows of n batches."""
        if self._point is None:
            self._point = dense.entries(_entries(self._domain.columns, self._numbers))
        return self._point

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """The states after `stage`: from the ids where all layers write along one vector, else layer by layer."""
        self._networks.require_fit(network, matrix)
        self._begun(network)
        network = self._networks.alike(network)
        known = matrix is self._point and not isinstance(stage, (AfterLayers, LayerAlone))
        if known and (network, stage) in self._matrices:
            return self._matrices[network, stage]  # type: ignore[index]
        on_ids = self._id_networks.get(network)
        if matrix is self._point and on_ids is not None and on_ids.direction and not isinstance(stage, LayerAlone):
            states = self._moved(network, on_ids, stage)
        else:
            states = None
        if states is None:
            counts = stage.count if isinstance(stage, AfterLayers) and isinstance(stage.count, Batch) else None
            if counts is not None:
                total = self._networks.count(network)
                if (counts.floor() != counts).any():
                    raise TermError("a number of layers is not an integer")
                if (counts < 0).any() or (counts > total).any():
                    raise TermError(f"{network} has {total} layers, and another number of them is asked for")
                stage = len(self._networks[network].items)
            passed: Iterable[Item | CatchingTable]
            if isinstance(stage, (AfterLayers, LayerAlone)):
                passed = self._networks.layers(network, stage)
            else:
                passed = self._networks.steps(network, stage)
            states = dense.entries(dense.through(passed, dense.stacked(matrix, len(self._numbers)), counts))
        if known:
            self._matrices[network, stage] = states  # type: ignore[index]
        return states

    def _moved(self, network: str, on_ids: IdNetwork, stage: Stage) -> Value | None:
        """The point moved along the direction of the network by what the ids have gained."""
        if on_ids.u != self._domain.columns.ids or on_ids.direction is None:
            return None
        if on_ids.encoding(len(on_ids.items)) is not None:
            return None
        gained = [after - before for after, before in zip(self._row(network, stage), self._rows_of(), strict=True)]
        return tuple(
            tuple(entry + gain * step if step else entry for entry, gain in zip(row, gained, strict=True))
            for row, step in zip(self.point(), on_ids.direction, strict=True)
        )

    def row(self, u: tuple[Any, ...], network: str | None, stage: Stage) -> Sequence[Value] | None:
        """The ids u^T of the state, one batch a column; None where u is not what exact batches and the grid read."""
        vector = tuple(mpq(entry) for entry in u)
        if not vector or vector != self._domain.columns.ids:
            return None
        if network is None:
            return self._rows_of()
        on_ids = self._id_networks.get(network)
        if on_ids is None or on_ids.u != vector:
            return None
        return self._row(network, stage)

    def quantity(self, network: str, quantity: str) -> int:
        """A count read off the network."""
        return self._networks[network].quantity(quantity)

    def _row(self, network: str, stage: Stage) -> list[Batch]:
        on_ids = self._id_networks[network]
        if isinstance(stage, AfterLayers):
            return _columns(on_ids.after_layers(self._input(), stage.count))
        if network not in self._states:
            self._states[network] = list(on_ids.states(self._input()))
        after = self._networks[network].stages.get(stage) if isinstance(stage, str) else stage
        if not isinstance(after, int) or not 0 <= after < len(self._states[network]):
            raise NotObserved(f"{network} has no stage {stage!r}")
        return _columns(self._states[network][after])

    def _rows_of(self) -> list[Batch]:
        return _columns(self._input())

    def _input(self) -> Batch:
        if self._ids is None:
            columns = self._domain.columns
            assert isinstance(columns, ColumnSet)  # others have no ids, and nothing asks for them
            denominator, table = columns.common_ids()
            self._ids = Batch.of(np.ascontiguousarray(table[self._numbers.T]), denominator)
        return self._ids


def _columns(ids: Batch) -> list[Batch]:
    return [ids[j] for j in range(ids.numerators.shape[0])]


def _entries(columns: NumberedColumns, numbers: NDArray[np.int64]) -> dense.Rows:
    """The matrices whose columns have these numbers, a batch of shape (n, points) for each row."""
    denominator, table = columns.common_entries()
    return tuple(Batch.of(np.ascontiguousarray(row[numbers.T]), denominator) for row in table)
