"""The hardmax dynamics (SA_oo) and its Frank-Wolfe form as layers of hardmax attention (Alcalde et al. 2025).

    x_i^{t+1} = x_i^t + gamma^t (argmax_{y in K^t} <B x_i^t, y> - x_i^t),    K^t = conv{x_i^t}            (SA_oo)
    x_i^{t+1} = x_i^t + gamma^t (argmin_{y in K^t} <B_* x_i^t, y> - x_i^t),  B = -B_*                     (V_fw)

Tokens are columns. A linear functional is greatest over K^t at tokens, so hardmax attention to them finds the argmax.
Where several tokens are best it averages them, and the average is a point of K^t at which the functional is greatest:
one of the steps that the relation allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gmpy2 import mpq

from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Item, PiecewiseLinear, everywhere
from exactua.papers.yun2020.projections import identity

Rows = Sequence[Sequence[Any]]

LINEAR = PiecewiseLinear.of((everywhere(), 1, 0))
"""The activation t -> t: a feed-forward layer with it is linear."""


def multiple(factor: Any, d: int) -> list[list[Any]]:
    """factor times the d x d identity."""
    return [[factor * entry for entry in line] for line in identity(d)]


def linear(W: Rows) -> FeedForwardLayer:
    """Z -> Z + W Z, as a feed-forward layer."""
    d = len(W)
    return FeedForwardLayer(identity(d), [0] * d, W, [0] * d, LINEAR)


def diagonal_step(B: Rows, P: Sequence[Any]) -> tuple[Item, ...]:
    """x_i + P (argmax_{y in K} <B x_i, y> - x_i) with P diagonal and 0 < P < 1, in two layers.

    The first multiplies tokens by I - P. The second, which reads (I - P) x for x, adds P argmax.
    """
    d, sizes = len(B), [mpq(size) for size in P]
    back = [[entry / (1 - size) for entry in line] for line, size in zip(identity(d), sizes, strict=True)]
    query = [[mpq(entry) / (1 - size) for entry, size in zip(line, sizes, strict=True)] for line in B]
    head = AttentionHead(
        W_O=[[size * entry for entry in line] for line, size in zip(identity(d), sizes, strict=True)],
        W_V=back,
        W_K=back,
        W_Q=query,
    )
    smaller = [[-size * entry for entry in line] for line, size in zip(identity(d), sizes, strict=True)]
    return linear(smaller), AttentionLayer([head])


def step(B: Rows, gamma: Any) -> tuple[Item, ...]:
    """One step of (SA_oo) with 0 < gamma < 1, in two layers."""
    return diagonal_step(B, [gamma] * len(B))


def positive(d: int) -> list[list[int]]:
    """A B that is positive definite: 2 on the diagonal, 1 beside it."""
    return [[2 if i == k else 1 for k in range(d)] for i in range(d)]


def step_with_room(B: Rows, gamma: Any) -> tuple[Item, ...]:
    """One step of (SA_oo) with 0 < gamma <= 1, in two layers; d more rows, which are 0, have the argmax between."""
    d, size = len(B), mpq(gamma)
    nothing, eye = [[0] * d for _ in range(d)], identity(d)

    def beside(left: Rows, right: Rows) -> list[list[Any]]:
        return [[*a, *b] for a, b in zip(left, right, strict=True)]

    head = AttentionHead(
        W_O=[*nothing, *eye], W_V=beside(eye, nothing), W_K=beside(eye, nothing), W_Q=beside(B, nothing)
    )
    towards = beside(multiple(-size, d), multiple(size, d))
    return AttentionLayer([head]), linear([*towards, *beside(nothing, multiple(-1, d))])
