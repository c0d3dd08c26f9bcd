"""What property tests of the float path draw: networks whose numbers small formats hold, and any small ones."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq
from hypothesis import strategies as st

from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    PiecewiseLinear,
    PositionalEncoding,
    SeparableConvolution,
    SoftmaxAttentionLayer,
    TieRule,
    above,
    below,
    closed,
)
from exactua.networks.entries import variable
from tests.networks.strategies import masks

halves = st.builds(lambda p: mpq(p, 2), st.integers(-2, 2))
thirds = st.builds(mpq, st.integers(-4, 4), st.sampled_from([1, 3, 7]))
STEPS = PiecewiseLinear.of((below(-1), 1, 1), (closed(-1, 1), 0, mpq(1, 2)), (above(1), mpq(1, 2), -1))
"""With jumps, a closed end and an open one, and a piece that is constant."""


def matrices(rows: int, columns: int, entries: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.tuples(*[st.tuples(*[entries] * columns)] * rows)


def heads(d: int, entries: st.SearchStrategy[Any], size: int) -> st.SearchStrategy[AttentionHead]:
    return st.builds(
        AttentionHead,
        matrices(d, size, entries),
        matrices(size, d, entries),
        matrices(size, d, entries),
        matrices(size, d, entries),
        st.tuples(*[entries] * size),
    )


def feed_forward(d: int, entries: st.SearchStrategy[Any], activation: Any) -> st.SearchStrategy[FeedForwardLayer]:
    return st.builds(
        FeedForwardLayer,
        matrices(2, d, entries),
        st.tuples(entries, entries),
        matrices(d, 2, entries),
        st.tuples(*[entries] * d),
        st.just(activation),
    )


@st.composite
def hardmax_networks(draw: st.DrawFn, d: int, n: int) -> Network:
    """At most four layers of all kinds with entries k/2; averages only of two columns: float64 holds all numbers."""
    ties = st.sampled_from(list(TieRule) if n == 2 else [TieRule.LEFTMOST, TieRule.RIGHTMOST])
    layer = st.one_of(
        st.builds(
            AttentionLayer, st.lists(heads(d, halves, draw(st.integers(1, 2))), min_size=1, max_size=2), ties, masks(n)
        ),
        feed_forward(d, halves, draw(st.sampled_from([RELU, STEPS]))),
        st.builds(PositionalEncoding, matrices(d, n, halves)),
        st.builds(BilinearProjection, matrices(d, d, halves), matrices(n, n, halves)),
        st.builds(SeparableConvolution, matrices(d, d, halves), matrices(d, 3, halves), st.integers(1, 3)),
    )
    items: list[Any] = draw(st.lists(layer, min_size=0, max_size=3))
    if draw(st.booleans()):
        ell = variable("l")
        head = AttentionHead([[1]] + [[0]] * (d - 1), [[1] * d], [[1] * d], [[ell] * d], [ell + draw(halves)])
        items.append(Family("l", 0, mpq(1, 2), 2, [AttentionLayer([head], draw(ties))]))
    return Network(d, [Group("all", items)], {"output": 1})


@st.composite
def softmax_networks(draw: st.DrawFn, d: int, n: int) -> Network:
    """A softmax layer with a mask, and a feed-forward layer that is continuous; entries that no format holds."""
    size = draw(st.integers(1, 2))
    attention = SoftmaxAttentionLayer(draw(st.lists(heads(d, thirds, size), min_size=1, max_size=2)), draw(masks(n)))
    return Network(d, [attention, draw(feed_forward(d, thirds, RELU))])
