"""Networks that act on column ids alone: all states of a batch of points as integers u^T Z.

It takes attention layers whose heads read only ids (W_V, W_K, W_Q are multiples of one u^T, head size 1). Then
the ids after a layer depend on the ids before it, and no other entry is needed (Yun et al. 2020, App. E.3). Its literal
twin is `networks.Network`.

Its one shortcut: in a family of layers whose thresholds move with the family's variable, a layer moves only
columns whose id lies between the least and the greatest threshold of its heads, ends included, provided that the heads'
gains add up to 0 (outside, all heads attend to the same extreme). So the next layer that can move anything is found by
division, and all others are passed over. Every other layer is evaluated as it stands. For the paper's sweeps this is
a checked step, not an assumption: yun2020:event_driven_sweep (others_stay, own_gains, passed_over; g2_... for App. G.2)
says of every layer, at every state on the way, that only ids that are present can move, and layer_by_layer compares
the states here with what each layer makes of the one before. proofs/rocq has it for all parameters
(only_present_ids_move).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch, BoolArray, choose, maximum, minimum
from exactua.arithmetic.rationals import Rational
from exactua.networks import (
    Affine,
    AttentionHead,
    Family,
    Group,
    Network,
    TieRule,
)
from exactua.networks.items import Item, templates
from exactua.networks.layer import Layer
from exactua.plurals import counted
from exactua.terms.language import TermError


@dataclass(frozen=True)
class IdHead:
    """A head in terms of ids: column j gets gain * (the attended id); the score of column k is key_j x_k.

    key_j = query x_j + bias(l), where bias = bias_constant + bias_slope * l.
    """

    gain: Rational
    query: Rational
    bias_constant: Rational
    bias_slope: Rational


@dataclass(frozen=True)
class IdLayers:
    """Layers with these heads for l = start, start + step, ... (`count` of them); one layer is a family of one."""

    heads: tuple[IdHead, ...]
    tie_rule: TieRule
    start: Rational
    step: Rational
    count: int


@dataclass(frozen=True)
class IdShift:
    """A positional encoding in terms of ids: column j gets u^T E_j."""

    E: tuple[tuple[Rational, ...], ...]
    shifts: tuple[Rational, ...]
    count: int = 1

    def states(self, ids: Batch) -> Batch:
        """The ids after it."""
        if len(self.shifts) != ids.numerators.shape[0]:
            raise TermError(f"a positional encoding for {counted(len(self.shifts), 'column')}, and there are others")
        common = lcm(*(int(shift.denominator) for shift in self.shifts))
        numerators = np.array([int(shift * common) for shift in self.shifts], dtype=object)[:, None]
        return (ids + Batch.of(numerators, common)).tightened()


IdItem = IdLayers | IdShift


class IdNetwork:
    """A network compiled to act on ids u^T Z.

    `id_network` makes one, or None where the network is not of this kind. Stages are numbers of top-level items.
    """

    def __init__(
        self,
        u: tuple[Rational, ...],
        items: tuple[tuple[IdItem, ...], ...],
        direction: tuple[Rational, ...] | None = None,
    ) -> None:
        self.u, self.items = u, items
        self.direction = direction
        """The vector w with u^T w = 1 along which alone the attention layers move columns; None if there is none."""

    def states(self, ids: Batch) -> Iterator[Batch]:
        """The ids before the first top-level item and after each: batches of shape (n, points)."""
        yield ids
        for layers in self.items:
            for layer in layers:
                ids = layer.states(ids) if isinstance(layer, IdShift) else _passed(layer, ids, None)
            yield ids

    def after_layers(self, ids: Batch, count: Any) -> Batch:
        """The ids after the first `count` layers, families unrolled; the count is one number or one for each point."""
        points = ids.numerators.shape[1]
        left = np.broadcast_to(count.numerators if isinstance(count, Batch) else np.array(count), (points,))
        if isinstance(count, Batch) and count.denominator != 1:
            raise TermError("a number of layers is not an integer")
        total = sum(layer.count for layers in self.items for layer in layers)
        if (left < 0).any() or (left > total).any():
            raise TermError(f"the network has {total} layers, and another number of them is asked for")
        for layer in (layer for layers in self.items for layer in layers):
            here = np.clip(left, 0, layer.count)
            if isinstance(layer, IdShift):
                ids = choose(np.broadcast_to(here > 0, ids.numerators.shape), layer.states(ids), ids)
            else:
                ids = _passed(layer, ids, here)
            left = left - here
        return ids

    def encoding(self, after: int) -> tuple[tuple[Rational, ...], ...] | None:
        """The positional encodings of the first `after` top-level items together, d x n; None without any."""
        shifts = [layer.E for layers in self.items[:after] for layer in layers if isinstance(layer, IdShift)]
        if not shifts:
            return None
        return tuple(
            tuple(sum(entries, mpq(0)) for entries in zip(*rows, strict=True)) for rows in zip(*shifts, strict=True)
        )


def id_network(network: Network) -> IdNetwork | None:
    """The network as it acts on ids, where its heads read only u^T Z for one u; None for any other network."""
    heads = [head for layer in _attention_layers(network) for head in layer.heads]
    if not heads or any(head.size != 1 for head in heads):
        return None
    u = next((row for head in heads for row in (head.W_V[0], head.W_K[0], head.W_Q[0]) if any(row)), None)
    if u is None or any(isinstance(entry, Affine) for entry in u):
        return None
    exact = tuple(mpq(entry) for entry in u)
    items = []
    for item in network.items:
        layers = _compiled(item, exact, None)
        if layers is None:
            return None
        items.append(layers)
    return IdNetwork(exact, tuple(items), _direction(heads, exact))


def _attention_layers(network: Network) -> list[Layer]:
    """The attention layers of a network, one for each template of a family; none beside layers of other kinds.

    Positional encodings are allowed.
    """
    layers = [layer for layer, _ in templates(network.items)]
    attention = [layer for layer in layers if layer.tie_rule is not None]
    return attention if all(layer.tie_rule is not None or layer.shift is not None for layer in layers) else []


def _direction(heads: list[AttentionHead], u: tuple[Rational, ...]) -> tuple[Rational, ...] | None:
    """The vector w, a multiple of W_O of every head, with u^T w = 1; None if the heads write in several directions."""
    columns = [tuple(row[0] for row in head.W_O) for head in heads]
    if any(isinstance(entry, Affine) for column in columns for entry in column):
        return None
    written = [tuple(mpq(entry) for entry in column) for column in columns]
    along = next((column for column in written if any(column)), None)
    length = sum((a * b for a, b in zip(u, along, strict=True)), mpq(0)) if along else mpq(0)
    if along is None or not length or any(_multiple(column, along) is None for column in written):
        return None
    return tuple(entry / length for entry in along)


def _compiled(item: Item, u: tuple[Rational, ...], family: Family | None) -> tuple[IdItem, ...] | None:
    if isinstance(item, Layer) and item.shift is not None:
        E = tuple(tuple(mpq(entry) for entry in row) for row in item.shift)
        shifts = (sum((a * b for a, b in zip(u, column, strict=True)), mpq(0)) for column in zip(*E, strict=True))
        return None if family is not None else (IdShift(E, tuple(shifts)),)
    if isinstance(item, Layer) and item.tie_rule is not None and item.mask is None:
        heads = [_id_head(head, u, family) for head in item.heads]
        kept = tuple(head for head in heads if head is not None)
        if len(kept) < len(heads):
            return None
        start, step, count = (family.start, family.step, family.count) if family else (mpq(0), mpq(0), 1)
        return (IdLayers(kept, item.tie_rule, start, step, count),)
    if isinstance(item, Family) and (family is not None or len(item.items) != 1):
        return None
    if not isinstance(item, (Family, Group)) or (isinstance(item, Group) and family is not None):
        return None
    compiled = [_compiled(inner, u, item if isinstance(item, Family) else None) for inner in item.items]
    if any(layers is None for layers in compiled):
        return None
    return tuple(layer for layers in compiled if layers for layer in layers)


def _id_head(head: AttentionHead, u: tuple[Rational, ...], family: Family | None) -> IdHead | None:
    weights = (*(row[0] for row in head.W_O), *head.W_V[0], *head.W_K[0], *head.W_Q[0])
    if any(isinstance(weight, Affine) for weight in weights):
        return None
    value, key, query = (_multiple(matrix[0], u) for matrix in (head.W_V, head.W_K, head.W_Q))
    if value is None or key is None or query is None:
        return None
    gain = value * sum((entry * row[0] for entry, row in zip(u, head.W_O, strict=True)), start=mpq(0))
    bias = head.b_Q[0]
    if not isinstance(bias, Affine):
        return IdHead(gain, key * query, key * bias, mpq(0))
    if family is None or bias.variables - {family.variable}:
        return None
    slope = dict(bias.coefficients).get(family.variable, mpq(0))
    return IdHead(gain, key * query, key * bias.constant, key * slope)


def _multiple(row: tuple[Any, ...], u: tuple[Rational, ...]) -> Rational | None:
    """The factor that makes `row` of u; None if there is none."""
    pivot = next(i for i, entry in enumerate(u) if entry)
    factor = mpq(row[pivot]) / u[pivot]
    return factor if all(entry == factor * mine for entry, mine in zip(row, u, strict=True)) else None


def skips(layers: IdLayers) -> bool:
    """Whether the shortcut is sound here: gains add up to 0, and all thresholds move alike with the variable."""
    heads = layers.heads
    if layers.count < 2 or not layers.step or sum(head.gain for head in heads) != 0:
        return False
    if any(not head.query for head in heads) or len({head.query > 0 for head in heads}) > 1:
        return False
    speeds = {head.bias_slope / head.query for head in heads}
    return len(speeds) == 1 and speeds != {mpq(0)}


def _passed(layers: IdLayers, ids: Batch, limit: NDArray[Any] | None) -> Batch:
    """The ids after the layers of the family, or after the first `limit` of them (one number for each point)."""
    return _sweep(layers, ids, limit) if skips(layers) else _one_by_one(layers, ids, limit)


def _one_by_one(layers: IdLayers, ids: Batch, limit: NDArray[Any] | None) -> Batch:
    most = layers.count if limit is None else int(limit.max(initial=0))
    for index in range(most):
        moving = None if limit is None or (limit > index).all() else (limit > index)
        ids = _layer(layers, ids, layers.start + index * layers.step, moving)
    return ids


def _sweep(layers: IdLayers, ids: Batch, limit: NDArray[Any] | None) -> Batch:
    """Every layer of the family that can move a column, in order; the others leave the ids as they are."""
    end: Any = layers.count if limit is None else limit
    heads = layers.heads
    # column x lies at a threshold of the head in layer number k iff x = -bias(start + k step) / query = at + k * pace
    ats = [-(head.bias_constant + head.bias_slope * layers.start) / head.query for head in heads]
    pace = -(heads[0].bias_slope / heads[0].query) * layers.step
    first, last = (max(ats), min(ats)) if pace > 0 else (min(ats), max(ats))
    points = ids.numerators.shape[1]
    passed = np.zeros(points, dtype=object if layers.count >= 2**62 else np.int64)
    while True:
        earliest = -((-((ids - first) / pace)).floor())
        latest = ((ids - last) / pace).floor()
        candidate = np.maximum(earliest.numerators, passed)
        reached = (candidate <= latest.numerators) & (candidate < end)
        upcoming = np.where(reached, candidate, layers.count).min(axis=0)
        moving = upcoming < end
        if not moving.any():
            return ids
        ell = Batch.of(upcoming) * layers.step + layers.start
        ids = _layer(layers, ids, ell, moving)
        passed = upcoming + 1


def _layer(layers: IdLayers, ids: Batch, ell: Any, moving: BoolArray | None) -> Batch:
    """The ids after the layer with variable `ell` (one for each point); points that are not `moving` stay."""
    n = ids.numerators.shape[0]
    low, high = ids[0], ids[0]
    for j in range(1, n):
        low, high = minimum(low, ids[j]), maximum(high, ids[j])
    shift: Any = 0
    for head in layers.heads:
        key = ids * head.query + (ell * head.bias_slope + head.bias_constant)
        attended = choose(key > 0, _every(high, n), _every(low, n))
        tied = (key == 0) & (low != high)  # where all ids are equal every tie rule gives that id
        if moving is not None:
            tied &= moving
        if tied.any():
            attended = choose(tied, _every(_tie_value(layers.tie_rule, ids), n), attended)
        shift = attended * head.gain + shift
    if moving is not None:
        shift = choose(np.broadcast_to(moving, ids.numerators.shape), shift, 0)
    after: Batch = ids + shift
    return after.tightened()


def _every(values: Batch, n: int) -> Batch:
    """The same value for each of the n columns."""
    shape = (n, *values.numerators.shape)
    return Batch(np.broadcast_to(values.numerators, shape), values.denominator, values.low, values.high)


def _tie_value(rule: TieRule, ids: Batch) -> Batch:
    """What is attended to where all n scores are 0."""
    if rule is TieRule.LEFTMOST:
        return ids[0]
    if rule is TieRule.RIGHTMOST:
        return ids[-1]
    total = ids[0]
    for j in range(1, ids.numerators.shape[0]):
        total = total + ids[j]
    mean: Batch = total / ids.numerators.shape[0]
    return mean
