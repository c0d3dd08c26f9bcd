"""Softmax attention evaluated relative to one score of each column: the second evaluator of softmax networks.

softmax(s)_k = exp(s_k - s_1) / (sum of exp(s_l - s_1)), and the weighted sum of values is divided once at the end. The
literal layer takes exp of the scores themselves, normalises, and multiplies matrices as the formula says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.reals import exp
from exactua.networks.attention import AttentionHead
from exactua.networks.items import Layer
from exactua.networks.softmax_attention import SoftmaxAttentionLayer

Columns = tuple[tuple[Any, ...], ...]


def through(layers: Iterable[Layer], matrix: Sequence[Sequence[Any]]) -> Any:
    """The matrix after the layers; those without softmax are applied as they are."""
    for layer in layers:
        matrix = _attended(layer, matrix) if isinstance(layer, SoftmaxAttentionLayer) else layer.apply(matrix)  # type: ignore[arg-type]
    return tuple(map(tuple, matrix))


def _attended(layer: SoftmaxAttentionLayer, matrix: Sequence[Sequence[Any]]) -> Any:
    columns: Columns = tuple(zip(*matrix, strict=True))
    result = []
    for j, column in enumerate(columns):
        tokens = [columns[k] for k in layer.attended(j, len(columns))]
        added = list(column)
        for head in layer.heads if tokens else ():
            for i, gain in enumerate(_gain(head, tokens, column)):
                added[i] = added[i] + gain
        result.append(added)
    return tuple(zip(*result, strict=True))  # gone through more than once by the next layer


def _gain(head: AttentionHead, tokens: Sequence[Sequence[Any]], column: Sequence[Any]) -> list[Any]:
    """What a head adds to a column that attends to these tokens."""
    query = [_dot(row, column) + bias for row, bias in zip(head.W_Q, head.b_Q, strict=True)]
    # W_K^T q once for the column: the score of a token is its product with it
    key = [_dot(weights, query) for weights in zip(*head.W_K, strict=True)]
    first = tokens[0]
    powers = [exp(_dot(key, [a - b for a, b in zip(token, first, strict=True)])) for token in tokens]
    norm = _total(powers)
    mixed = [_total(power * token[i] for power, token in zip(powers, tokens, strict=True)) for i in range(len(column))]
    values = [_dot(row, mixed) / norm for row in head.W_V]
    return [_dot(row, values) for row in head.W_O]


def _dot(row: Sequence[Any], column: Sequence[Any]) -> Any:
    return _total(a * b for a, b in zip(row, column, strict=True))


def _total(values: Iterable[Any]) -> Any:
    total: Any = mpq(0)
    for value in values:
        total = total + value
    return total
