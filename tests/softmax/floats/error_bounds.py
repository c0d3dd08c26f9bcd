"""How far float64 may be from a softmax network at worst: a running error analysis, entry sizes and errors only."""

from __future__ import annotations

import math
from typing import Any

from exactua.networks import FeedForwardLayer, Network, SoftmaxAttentionLayer

UNIT = 2.0**-53


def gamma(operations: int) -> float:
    return operations * UNIT / (1 - operations * UNIT)


def combined(row: Any, bias: Any, size: float, error: float) -> tuple[float, float]:
    """Of sum w z + b: a bound on its size and on its error; weights, products and sums are each rounded once."""
    total = sum(abs(float(w)) for w in row)
    largest = total * (size + error) + abs(float(bias))
    return largest, total * error + gamma(len(row) + 3) * largest


def worst(rows: Any, biases: Any, size: float, error: float) -> tuple[float, float]:
    pairs = [combined(row, bias, size, error) for row, bias in zip(rows, biases, strict=True)]
    return max(number for number, _ in pairs), max(number for _, number in pairs)


def attention(layer: SoftmaxAttentionLayer, n: int, size: float, error: float) -> tuple[float, float]:
    added_size, added_error = 0.0, 0.0
    for head in layer.heads:
        h = head.key_size
        key, key_error = worst(head.W_K, [0] * h, size, error)
        query, query_error = worst(head.W_Q, head.b_Q, size, error)
        value, value_error = worst(head.W_V, [0] * head.value_size, size, error)
        score = h * (key + key_error) * (query + query_error)
        score_error = h * (key * query_error + query * key_error + key_error * query_error) + gamma(h + 1) * score
        shift_error = 2 * score_error + UNIT * 2 * (score + score_error)
        power = math.expm1(shift_error) + 4 * UNIT * math.exp(shift_error)  # exp is off by at most two units
        weight = (1 + power) / (1 - power) * (1 + gamma(n + 1)) - 1
        attended = (value + value_error) * (1 + weight)
        attended_error = value_error + weight * value + gamma(n + 1) * attended + 1e-290  # powers may underflow
        more, more_error = worst(head.W_O, [0] * layer.d, attended, attended_error)
        added_size, added_error = added_size + more, added_error + more_error
    added_error += gamma(len(layer.heads)) * (added_size + added_error)
    total = size + error + added_size + added_error
    return total, error + added_error + UNIT * total


def feed_forward(layer: FeedForwardLayer, size: float, error: float) -> tuple[float, float]:
    """ReLU is computed exactly and moves no two numbers further apart."""
    hidden, hidden_error = worst(layer.W_1, layer.b_1, size, error)
    added, added_error = worst(layer.W_2, layer.b_2, hidden, hidden_error)
    total = size + error + added + added_error
    return total, error + added_error + UNIT * total


def error_bound(network: Network, n: int, size: float) -> float:
    """On |float64 - exact| in every entry of the output, at points with entries up to `size`."""
    error = UNIT * size
    for layer in network.layers():
        if isinstance(layer, SoftmaxAttentionLayer):
            size, error = attention(layer, n, size, error)
        else:
            assert isinstance(layer, FeedForwardLayer)
            size, error = feed_forward(layer, size, error)
    return 1.001 * error  # of the rounding of these bounds themselves
