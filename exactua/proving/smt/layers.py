"""Networks as SMT-LIB: every layer to the letter of its formula, families unrolled.

The one rewriting: the scores of a head of size 1 are key_k * query_j, so their maximum over k is where the key is
greatest if the query is positive, least if it is negative, and everywhere if it is 0. That keeps the script linear.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, TieRule
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.items import Item, walk
from exactua.networks.layer import Layer
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.plurals import counted
from exactua.proving.smt.expressions import Number, Script, Truth

State = tuple[tuple[Number, ...], ...]
"""A matrix of numbers, as rows."""

MOST_LAYERS: Final = 2_000


def columns_of(Z: State) -> list[tuple[Number, ...]]:
    """The columns of a matrix."""
    return list(zip(*Z, strict=True))


def states(script: Script, network: Network, items: Sequence[Item], Z: State) -> list[State]:
    """The matrix before the first layer of these items of the network, and after each.

    Raises InputError for more than 2,000 layers.
    """
    states = [Z]
    for placed in walk(items):
        if len(states) > MOST_LAYERS:
            raise InputError(f"export: the network has more than {MOST_LAYERS:,} layers here; take a smaller instance")
        states.append(apply(script, placed.layer, states[-1]))
    return states


def apply(script: Script, layer: Layer, Z: State) -> State:
    """What a layer makes of Z, its skip connection included.

    Raises InputError where the layer acts on matrices with another number of columns, and for an unknown kind.
    """
    if type(layer) not in _ADDED:
        raise InputError(f"export: a layer of the kind {layer.name} has no form in SMT-LIB here")
    added = _ADDED[type(layer)](script, layer, Z)
    if any((len(matrix), len(matrix[0])) != (len(Z), len(Z[0])) for matrix in added):
        raise InputError(f"export: a layer of another shape than {len(Z)} x {len(Z[0])}")
    return tuple(
        tuple(script.add(Z[i][j], *(matrix[i][j] for matrix in added)) for j in range(len(Z[0]))) for i in range(len(Z))
    )


def _head(script: Script, head: AttentionHead, layer: AttentionLayer, Z: State) -> State:
    """W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)], d x n, each column over those that it attends to."""
    columns = columns_of(Z)
    values, keys = ([[script.dot(row, z) for row in W] for z in columns] for W in (head.W_V, head.W_K))
    queries = [
        [script.add(script.dot(row, z), bias) for row, bias in zip(head.W_Q, head.b_Q, strict=True)] for z in columns
    ]
    attended = []
    for j, query in enumerate(queries):
        seen = layer.attended(j, len(columns))
        if not seen:
            attended.append([mpq(0)] * len(head.W_O))
            continue
        chosen = _chosen(script, [keys[k] for k in seen], query)
        read = [
            _averaged(script, chosen, [values[k][row] for k in seen], layer.tie_rule) for row in range(len(head.W_V))
        ]
        attended.append([script.dot(row, read) for row in head.W_O])
    return tuple(zip(*map(tuple, attended), strict=True))


def _chosen(script: Script, keys: Sequence[Sequence[Number]], query: Sequence[Number]) -> list[Truth]:
    """For each column k, whether its score is maximal."""
    if len(query) == 1:
        highest, lowest = script.greatest(key[0] for key in keys), script.least(key[0] for key in keys)
        up, down = script.compare(">", query[0], mpq(0)), script.compare("<", query[0], mpq(0))
        return [
            script.all_of(
                (
                    script.any_of((script.negate(up), script.compare("=", key[0], highest))),
                    script.any_of((script.negate(down), script.compare("=", key[0], lowest))),
                )
            )
            for key in keys
        ]
    scores = [script.dot(key, query) for key in keys]
    top = script.greatest(scores)
    return [script.compare("=", score, top) for score in scores]


def _averaged(script: Script, chosen: Sequence[Truth], values: Sequence[Number], tie_rule: TieRule) -> Number:
    """The values of the chosen columns with the weights of the tie rule."""
    if tie_rule is not TieRule.AVERAGE:
        order = list(zip(chosen, values, strict=True))
        if tie_rule is TieRule.LEFTMOST:
            order.reverse()
        read = order[0][1]
        for is_chosen, value in order[1:]:
            read = script.choose(is_chosen, value, read)
        return read
    count = script.add(*(script.choose(is_chosen, mpq(1), mpq(0)) for is_chosen in chosen))
    total = script.add(
        *(script.choose(is_chosen, value, mpq(0)) for is_chosen, value in zip(chosen, values, strict=True))
    )
    mean = script.multiply(mpq(1, len(values)), total)
    for k in range(len(values) - 1, 0, -1):
        mean = script.choose(script.compare("=", count, mpq(k)), script.multiply(mpq(1, k), total), mean)
    return mean


def _product(script: Script, left: State, right: State) -> State:
    """The product of two matrices, of which one is constant."""
    if len(left[0]) != len(right):
        raise InputError(
            f"export: a matrix with {counted(len(left[0]), 'column')} times one with {counted(len(right), 'row')}"
        )
    return tuple(tuple(script.dot(row, column) for column in columns_of(right)) for row in left)


def _convolved(script: Script, layer: SeparableConvolution, Z: State) -> State:
    """Z * W_C, row by row; an entry of a column that Z has not counts as 0."""
    n, k = len(Z[0]), layer.filter_size

    def entry(i: int, j: int) -> Number:
        places = [(t, j + layer.centre - t - 1) for t in range(k)]
        return script.add(*(script.multiply(layer.W_C[i][t], Z[i][at]) for t, at in places if 0 <= at < n))

    return tuple(tuple(entry(i, j) for j in range(n)) for i in range(len(Z)))


def _feed_forward(script: Script, layer: FeedForwardLayer, Z: State) -> State:
    """W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T, d x n."""
    columns = []
    for z in columns_of(Z):
        hidden = [
            _activated(script, layer.activation, script.add(script.dot(row, z), bias))
            for row, bias in zip(layer.W_1, layer.b_1, strict=True)
        ]
        columns.append(
            tuple(script.add(script.dot(row, hidden), bias) for row, bias in zip(layer.W_2, layer.b_2, strict=True))
        )
    return tuple(zip(*columns, strict=True))


def _activated(script: Script, phi: PiecewiseLinear, t: Number) -> Number:
    """phi(t): the piece that begins last among those that begin at t or before."""
    value: Number = mpq(0)
    for number, piece in enumerate(phi.pieces):
        line = script.add(script.multiply(piece.slope, t), piece.intercept)
        if number == 0:
            value = line
        else:
            assert piece.start is not None
            value = script.choose(script.compare(">=" if piece.start_closed else ">", t, piece.start), line, value)
    return value


_ADDED: Final[dict[type[Layer], Callable[[Script, Any, State], list[State]]]] = {
    AttentionLayer: lambda script, layer, Z: [_head(script, head, layer, Z) for head in layer.heads],
    FeedForwardLayer: lambda script, layer, Z: [_feed_forward(script, layer, Z)],
    PositionalEncoding: lambda script, layer, Z: [layer.E],
    BilinearProjection: lambda script, layer, Z: [_product(script, _product(script, layer.W_O, Z), layer.W_P)],
    SeparableConvolution: lambda script, layer, Z: [_product(script, layer.W_O, _convolved(script, layer, Z))],
}
"""What a layer of a kind adds to Z, one matrix or several."""
