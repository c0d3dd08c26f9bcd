"""Layers (2), (3) and (5) of Kajitsuka & Sato 2024 with small integer weights, by a rule that layers and steps share.

Two heads of size s = 2 and q = 3 hidden nodes. A weight is a function of its indices, from 1: of exact integers where a
layer is built, of operands where a step says what the layer is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from exactua.claims.claim import Operands
from exactua.grids.finite import levels
from exactua.networks import RELU, AttentionHead, FeedForwardLayer
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.tracing import Columns, NetworkOperand, Number, Row, Truth, point, row, total

HEADS: Final = 2
HEAD_SIZE: Final = 2
HIDDEN_SIZE: Final = 3

zeros_and_ones: Final = levels("matrices of 0 and 1", 0, 1, 2)
"""All d x n matrices with entries 0, 1."""

signs: Final = levels("matrices of -1, 0, 1", -1, 1, 3)
"""All d x n matrices with entries -1, 0, 1."""

Weight = Callable[[Any, Any, Any], Any]
"""Head, row and column, from 1, of exact integers or of operands -> a weight."""


def W_V(a: Any, s: Any, i: Any) -> Any:
    """The value weights of head a, s x d."""
    return (a + s + 2 * i) % 3 - 1


def W_K(a: Any, s: Any, i: Any) -> Any:
    """The key weights of head a, s x d."""
    return (a + s * i) % 3 - 1


def W_Q(a: Any, s: Any, i: Any) -> Any:
    """The query weights of head a, s x d."""
    return (a * i + s) % 3 - 1


def W_O(a: Any, i: Any, s: Any) -> Any:
    """The output weights of head a, d x s."""
    return a * i + s


def W_1(r: Any, i: Any) -> Any:
    """The inner weights, q x d."""
    return (r + i) % 3 - 1


def W_2(i: Any, r: Any) -> Any:
    """The outer weights, d x q."""
    return i * r + 1


def b_1(r: Any) -> Any:
    """The inner bias."""
    return 2 - r


def b_2(i: Any) -> Any:
    """The outer bias."""
    return i


def heads(d: int) -> tuple[AttentionHead, ...]:
    """Both heads, on tokens with d rows."""
    sizes, rows = range(1, HEAD_SIZE + 1), range(1, d + 1)

    def head(a: int) -> AttentionHead:
        value, key, query = ([[weight(a, s, i) for i in rows] for s in sizes] for weight in (W_V, W_K, W_Q))
        return AttentionHead([[W_O(a, i, s) for s in sizes] for i in rows], value, key, query)

    return tuple(head(a) for a in range(1, HEADS + 1))


def feed_forward(d: int) -> FeedForwardLayer:
    """The feed-forward layer, on tokens with d rows."""
    nodes, rows = range(1, HIDDEN_SIZE + 1), range(1, d + 1)
    inner = [[W_1(r, i) for i in rows] for r in nodes]
    outer = [[W_2(i, r) for r in nodes] for i in rows]
    return FeedForwardLayer(inner, [b_1(r) for r in nodes], outer, [b_2(i) for i in rows], RELU)


def _projected(at: Operands, weight: Weight, a: Number, s: Number, k: Number) -> Number:
    """(W^a Z)_{s,k}."""
    return total(at.rows, lambda i: weight(a, s, i) * point[i, k])


Attention = Callable[[Row, Number], Number]
"""A column of scores, and k -> what is given to token k."""


def scores_of(at: Operands, a: Number, j: Number) -> Row:
    """Column j of (W_K^a Z)^T (W_Q^a Z)."""
    sizes = Columns(1, HEAD_SIZE, "s")

    def score(k: Number) -> Number:
        return total(sizes, lambda s: _projected(at, W_K, a, s, k) * _projected(at, W_Q, a, s, j))

    return row(Columns(1, at.n, "k"), score)


def is_attention(at: Operands, layer: NetworkOperand, attention: Attention) -> Truth:
    """layer(Z) = Z + sum_a W_O^a (W_V^a Z) attention[(W_K^a Z)^T (W_Q^a Z)]."""

    def added(i: Number, j: Number) -> Number:
        def by_token(a: Number, k: Number) -> Number:
            values = total(Columns(1, HEAD_SIZE, "s"), lambda s: W_O(a, i, s) * _projected(at, W_V, a, s, k))
            return values * attention(scores_of(at, a, j), k)

        return total(Columns(1, HEADS, "a"), lambda a: total(Columns(1, at.n, "k"), lambda k: by_token(a, k)))

    return each_entry(at, lambda i, j: layer(point)[i, j] == point[i, j] + added(i, j))
