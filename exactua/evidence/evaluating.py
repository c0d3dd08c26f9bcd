"""`eval`: a network of a file at points, exactly: few of them one by one, many in batches and some of these again.

A network with softmax or real weights has no batches. The batches go through the dense batches. Points of them, evenly
chosen, are evaluated again by the literal network; one that differs is an `EvaluatorsDisagree`, and no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import lcm
from operator import attrgetter
from typing import Final

import numpy as np
from gmpy2 import mpq, mpz

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.deciding.plan import describe_count
from exactua.deciding.shards import Progress
from exactua.deciding.tasks import duration
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evaluators import dense
from exactua.evaluators.tables import CatchingTable, prepared
from exactua.networks import Network
from exactua.networks.costs import Cost, require_memory
from exactua.networks.items import Item, is_batched
from exactua.networks.layer import NoValue
from exactua.plurals import counted
from exactua.printing.text import matrix, number

MOST_LAYERS: Final = 1_000_000
FEW: Final = 8
"""So many points, or fewer, go through the literal network alone."""

IN_BATCHES: Final = 100
"""How many multiplications of a batch take as long as one of exact numbers: no more."""

_BATCH: Final = 1 << 17
_LARGEST_DENOMINATOR: Final = 4096
REPLAYED: Final = 10


@dataclass(frozen=True)
class Evaluation:
    """What a network makes of points, all d x n, unit 1: its state after `after` top-level items, at every point."""

    network: Network
    stage: str | None
    after: int
    points: tuple[Matrix, ...]
    values: tuple[Matrix, ...]
    batched: int
    """How many points went through the dense batches; the others went through the literal network."""
    replayed: int
    """How many of those were evaluated again by the literal network."""
    bits: int = 0
    """The proven bound, in bits, on every integer of the batches; 0 where there was none."""
    wide_from: int | None = None
    """The layer, from 1, from which on some integers were not in 64 bits; None where all were."""

    @property
    def representation(self) -> str:
        """What the numbers of the batches were, with the proven bound on their size, in words."""
        if self.wide_from is None:
            return f"64-bit integers (at most {self.bits} bits)"
        return f"64-bit integers, wider ones from layer {self.wide_from:,} on (at most {self.bits:,} bits)"


def items_of_stage(network: Network, stage: str | None) -> int:
    """How many top-level items the stage of this name is after; all of them for None. Raises InputError."""
    if stage is None:
        return len(network.items)
    if stage not in network.stages:
        names = ", ".join(quoted(name) for name, _ in network.named_stages) or "none"
        raise InputError(f"stage: the network has no stage {quoted(stage)}; its stages are: {names}")
    return network.stages[stage]


def require_walkable(network: Network, name: str, advice: str = "") -> int:
    """The number of layers. Raises InputError where they are more than 1,000,000: each is walked through."""
    layers = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other"))
    if layers > MOST_LAYERS:
        shown = f"{layers:,}" if layers < 10**15 else f"about 10^{len(written(layers)) - 1}"
        raise InputError(
            f"network: {name} has {shown} layers; at most {MOST_LAYERS:,} are evaluated one by one{advice}"
        )
    return layers


def require_time(network: Network, points: Sequence[Matrix], stage: str | None, replayed: int, budget: float) -> None:
    """Raises InputError where the values at these points certainly take longer than the budget, in seconds."""
    part, n = Network(network.d, network.items[: items_of_stage(network, stage)]), len(points[0][0])
    literally = replayed if len(points) > FEW and is_batched(part) else len(points)
    cost = part.cost(n)
    least = literally + max(0, len(points) - literally) // IN_BATCHES
    seconds = Cost(cost.multiplications * least, cost.numbers).seconds
    if seconds > budget:
        raise InputError(
            f"budget: {counted(len(points), 'point')} of {counted(n, 'column')} would take at least about "
            f"{duration(seconds)}, with {describe_count(cost.multiplications)} exact multiplications a point, more "
            f"than the budget of {duration(budget)}: raise --budget, or give fewer or shorter points"
        )


def evaluate(
    network: Network,
    points: Sequence[Matrix],
    stage: str | None = None,
    replayed: int = REPLAYED,
    progress: Progress | None = None,
) -> Evaluation:
    """The network, or its state at a stage, at points of one shape d x n.

    A network that speaks of reals, or rounds, goes through the literal layers alone: batches are of rationals. Raises
    InputError for an unknown stage, more than 1,000,000 layers and too much memory, EvaluatorsDisagree where the
    literal network has another value at one of the points that are evaluated again.
    """
    after = items_of_stage(network, stage)
    part = Network(network.d, network.items[:after])
    require_walkable(part, "the network")
    n = len(points[0][0]) if points else 1
    require_memory(part.cost(n), n)
    values: list[Matrix] = []
    batched: list[int] = []
    sizes = dense.Sizes()
    batches = is_batched(part)
    items = tuple(prepared(part.items)) if len(points) > FEW and batches else ()
    for chunk, common in _chunks(points):
        if not batches or len(chunk) <= FEW:
            values += _literally(part, chunk, len(values) + 1)
        else:
            batched += range(len(values), len(values) + len(chunk))
            rows = _through(items, chunk, common, sizes)
            values += _matrices(rows)
        if progress is not None:
            progress(len(values), len(points))
    again = _spread(batched, replayed)
    for k, literal in zip(again, _literally(part, [points[k] for k in again]), strict=True):
        if literal != values[k]:
            raise EvaluatorsDisagree(_difference(k, points[k], values[k], literal))
    return Evaluation(
        network, stage, after, tuple(points), tuple(values), len(batched), len(again), sizes.bits, sizes.wide_from
    )


def _chunks(points: Sequence[Matrix]) -> Iterator[tuple[Sequence[Matrix], int]]:
    """The points in order, in parts that fit into a batch, each with its common denominator of bearable size."""
    d, n = len(points[0]), len(points[0][0])
    size, remaining = max(FEW + 1, _BATCH // (d * n * n)), iter(points)
    while chunk := list(islice(remaining, size)):
        yield from _bearable(chunk)


def _bearable(chunk: list[Matrix]) -> Iterator[tuple[list[Matrix], int]]:
    denominators = {*map(attrgetter("denominator"), _entries(chunk))}
    common = lcm(*map(int, denominators))
    if len(chunk) <= FEW or common.bit_length() <= _LARGEST_DENOMINATOR:
        yield chunk, common
        return
    half = len(chunk) // 2
    yield from _bearable(chunk[:half])
    yield from _bearable(chunk[half:])


def _entries(points: Sequence[Matrix]) -> Iterator[Rational]:
    """All entries, point by point and row by row."""
    return chain.from_iterable(chain.from_iterable(points))


def _literally(network: Network, points: Sequence[Matrix], first: int = 1) -> list[Matrix]:
    """The values of the points, the first with this number, by the literal layers, each made once for all of them."""
    states = list(points)
    for place, layer in enumerate(network.layers() if points else (), 1):
        for k, state in enumerate(states):
            try:
                states[k] = layer.apply(state)
            except NoValue as reason:
                raise InputError(f"point {first + k}: layer {place}, {reason}") from None
    return states


def _through(
    items: Sequence[Item | CatchingTable], points: Sequence[Matrix], common: int, sizes: dense.Sizes
) -> dense.Rows:
    """The values of the points, whose entries have this common denominator, by the dense batches."""
    d, n = len(points[0]), len(points[0][0])
    integers = [int(entry * common) for entry in _entries(points)]
    numerators = np.array(integers, dtype=object).reshape(len(points), d, n)
    rows = tuple(Batch.of(np.ascontiguousarray(numerators[:, i, :].T), common) for i in range(d))
    return dense.through(items, rows, sizes=sizes)


def _matrices(rows: dense.Rows) -> Iterator[Matrix]:
    """The matrices of a batch, one after the other."""
    denominators = [mpz(row.denominator) for row in rows]
    for point in zip(*(row.numerators.T.tolist() for row in rows), strict=True):
        yield tuple(tuple([mpq(entry, over) for entry in row]) for row, over in zip(point, denominators, strict=True))


def _spread(indices: Sequence[int], count: int) -> list[int]:
    """At most `count` of them, evenly spread, the first and the last among them."""
    if len(indices) <= count:
        return list(indices)
    if count <= 1:
        return list(indices[:count])
    return [indices[k * (len(indices) - 1) // (count - 1)] for k in range(count)]


def _difference(k: int, point: Matrix, value: Matrix, literal: Matrix) -> str:
    at = next((i, j) for i, row in enumerate(value) for j, entry in enumerate(row) if entry != literal[i][j])
    i, j = at
    return (
        f"at point {k + 1}, [{matrix(point)}], the dense batches have {number(value[i][j])} in row {i + 1}, column "
        f"{j + 1}, and the literal network has {number(literal[i][j])}"
    )
