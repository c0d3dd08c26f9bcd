"""Networks that have every kind of layer, and how their exports are held to them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from gmpy2 import mpq

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
    Table,
    at_least,
    below,
    closed,
    half_open,
    variable,
)
from exactua.networks.activations import above

POINTS = (
    ((mpq(0), mpq(1, 2), mpq(1)), (mpq(1), mpq(-1, 4), mpq(0))),
    ((mpq(1, 2), mpq(1, 2), mpq(1, 2)), (mpq(1), mpq(1), mpq(1))),
    ((mpq(1), mpq(0), mpq(0)), (mpq(0), mpq(2), mpq(-1))),
)
"""d = 2, n = 3; in the second all columns are equal, in the third two different ones have equal scores."""


def grid(d: int, n: int, m: int) -> tuple[Any, ...]:
    """All d x n matrices with entries 0, 1/m, ..., 1 - 1/m."""
    rows = list(product([mpq(k, m) for k in range(m)], repeat=n))
    return tuple(product(rows, repeat=d))


def jumpy() -> PiecewiseLinear:
    """Jumps, a single point, ends on both sides."""
    return PiecewiseLinear.of((below(-1), 1, 2), (half_open(-1, 0), 0, "1/2"), (closed(0, 0), 0, 7), (above(0), -2, 1))


def heads(*gains: int) -> list[AttentionHead]:
    """Heads of sizes 1, 2, ... that write to both rows."""
    all_heads = []
    for size, gain in enumerate(gains, 1):
        rows, values = [[1, k] for k in range(size)], [[1, -k] for k in range(size)]
        W_O = [[gain] * size, [mpq(gain, 2)] * size]
        all_heads.append(AttentionHead(W_O, values, rows, [[1, -1]] * size, [mpq(1, 4)] * size))
    return all_heads


def two_sizes(softmax: bool = False) -> Network:
    """Heads whose keys and values have different sizes, and one where they are equal."""
    wide = AttentionHead([[1, 2, 3], [0, 1, -1]], [[1, 0], [1, 1], [0, 1]], [[1, 0]], [[0, 1]], [1])
    long = AttentionHead([[1], [1]], [[1, -1]], [[1, 0], [0, 1]], [[1, 1], ["1/2", 0]], [0, 1])
    both = [wide, long, *heads(1)]
    return Network(2, [SoftmaxAttentionLayer(both) if softmax else AttentionLayer(both)])


def hardmax(tie_rule: str = "average") -> Network:
    """Families, tables, groups, heads of two sizes, a convolution, jumps: all weights dyadic."""
    key = variable("key")
    bump = FeedForwardLayer(
        [[1, 0]], [key * -1], [[1], [-1]], [0, 0], PiecewiseLinear.of((below(0), 0, 0), (at_least(0), 0, 1))
    )
    return Network(
        2,
        [
            Group("first", [AttentionLayer(heads(1, -2), tie_rule)]),
            Family("l", 0, "1/2", 3, [AttentionLayer([AttentionHead([[1], [0]], [[1, 0]], [[1, 0]], [[1, 0]], [variable("l") * -1])], tie_rule)]),
            Table(["key"], [["1/2"], [3]], [bump]),
            FeedForwardLayer([[1, 0], [0, 1], [1, 1]], [0, 0, -1], [[1, 0, 1], [0, 1, -1]], ["1/2", 0], jumpy()),
            SeparableConvolution([[0, 1], [1, 0]], [[1, 2, 4], [1, 0, -1]], 1),
            SeparableConvolution([[0, 1], [1, 0]], [[1, 2], [0, -1]], 2),
        ],
        {"first": 1, "sweep": 2, "output": 6},
    )  # fmt: skip


def fixed() -> Network:
    """Layers that fix n = 3."""
    mixing = BilinearProjection([[1, 0], [2, 1]], [[0, 1, 0], [1, 0, "1/2"], [0, 0, 1]])
    return Network(2, [PositionalEncoding([[0, 1, 2], ["1/2", 0, 0]]), mixing], {"output": 2})


MASKS = [None, "causal", "strictly causal", [[True, False, True], [True, True, False], [False, False, True]]]


def masked(mask: Any, tie_rule: str) -> Network:
    """One hardmax layer."""
    return Network(2, [AttentionLayer(heads(1, -2), tie_rule, mask)])


def softmax(mask: Any = None) -> Network:
    """Softmax of its own, and a ReLU."""
    relu = FeedForwardLayer([[1, 1]], ["-1/2"], [[1], [1]], [0, "1/4"], RELU)
    return Network(2, [SoftmaxAttentionLayer(heads(1, -1), mask), relu], {"output": 2})


def floats(points: Any) -> Any:
    """The points as nested lists of floats, which must be what they are."""
    values = [[[float(entry) for entry in row] for row in point] for point in points]
    assert exact(values) == tuple(points)
    return values


def exact(values: Any) -> Any:
    """Nested lists of floats as matrices of rationals."""
    return tuple(tuple(tuple(mpq(Fraction(entry)) for entry in row) for row in point) for point in values)


def near(values: Any, expected: Any, tolerance: Any) -> bool:
    """Whether floats are within a tolerance of exact numbers, reals among them: a comparison in balls."""
    return all(
        -tolerance < entry - wanted < tolerance
        for point, matrix in zip(exact(values), expected, strict=True)
        for row, other in zip(point, matrix, strict=True)
        for entry, wanted in zip(row, other, strict=True)
    )
