"""Bit strings with an end-of-sequence symbol, restrictions of them, and hard attention heads that read them.

    row 1: x_j      row 2: 1 at the end-of-sequence symbol      row 3: the position j      below: room for heads

A head asks at every position with the same query, or with one that depends on x_i. What it attends to at j, it copies
its bit and its place: f^act may be any function of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from exactua.claims.claim import Parameter
from exactua.grids.tokens import Tokens, tokens
from exactua.grids.words import Words
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, total

BIT, END, PLACE = 1, 2, 3
"""Rows of a word."""

COPIED = (BIT, PLACE)
"""The rows that a head copies: they tell which input it attends to, as the end has the greatest position."""

READ = len(COPIED)

Scores = tuple[int, int, int]
"""u, v, w of the score u x_j + v j + w (1 at the end)."""

ALL_SCORES: tuple[Scores, ...] = tuple(product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1)))
"""The 27 scores with u, v, w in {-1, 0, 1}."""


def bits(heads: int, names: str = "0 1") -> Tokens:
    """Two tokens, 0 and 1, and $ behind each word; with room for what so many heads copy."""
    return tokens(names, [[0, 1, 0], [0, 0, 1]], end="$", positions=lambda j: [j], width=PLACE + READ * heads)


def sizes(domain: Words) -> tuple[Parameter, Parameter]:
    """d and n of a claim about these words: each length is decided."""
    return (
        Parameter("d", "rows of a word", only=(domain.d,)),
        Parameter("n", "input length, the end-of-sequence symbol counted", only=tuple(domain.column_counts)),
    )


def one_layer(scores: Sequence[Scores]) -> Network:
    """One layer of hard attention, a head for each score; head h copies into rows 2 h + 2 and 2 h + 3."""
    d = PLACE + READ * len(scores)

    def head(number: int, u: int, v: int, w: int) -> AttentionHead:
        copied = [[int(i == PLACE + READ * number + k) for k in range(READ)] for i in range(d)]
        read = [[int(i + 1 == row) for i in range(d)] for row in COPIED]
        key = [[u, w, v] + [0] * (d - PLACE)]
        return AttentionHead(W_O=copied, W_V=read, W_K=key, W_Q=[[0] * d], b_Q=[1])

    heads = [head(number, *score) for number, score in enumerate(scores)]
    return Network(d, (AttentionLayer(heads, tie_rule=TieRule.LEFTMOST),), {"output": 1})


def ones(matrix: MatrixOperand, n: Number) -> Number:
    """How many of x_1, ..., x_n are 1."""
    return total(Columns(1, n), lambda j: matrix[BIT, j])


def same_column(left: MatrixOperand, right: MatrixOperand, d: Number, j: Number) -> Truth:
    """Whether column j is the same in two matrices with d rows."""
    return every(Columns(1, d, "i"), lambda i: left[i, j] == right[i, j])
