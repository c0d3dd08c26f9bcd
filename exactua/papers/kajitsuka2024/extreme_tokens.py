"""Tokens on a circle: there one layer of hardmax attention (5) is a contextual mapping, for any n and any tie rule.

Let all tokens have the same norm, and w . t > 0 for all of them. The head with W_K = W_V = a^T and W_Q = w^T attends to
tokens with the greatest a . x in the sequence, whichever of equal maxima it takes, and what it adds is this number:
|a|^2 if a is in V, and less if not. So one head for each token a tells V. On the line of App. A.1 only its two ends can
be asked for like that (`theorem01`).

What Sec. 4.1 draws from Theorem 1, that hardmax-based Transformers have no memorization capacity, is of attention that
comes first, as in (4): a feed-forward layer before it moves tokens of a line to a circle. d = 2 and w = (1, 1) here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import permutations, product
from operator import and_
from typing import Any, Final

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import DomainSpec, pairs_of
from exactua.grids.finite import chosen, listed, vocabulary
from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network, TieRule
from exactua.papers.kajitsuka2024.hardmax_heads import N_TOKENS, TIE_RULE
from exactua.papers.kajitsuka2024.sequence_operands import (
    first,
    for_all_places,
    for_some_places,
    same_column,
    same_vocabulary,
    second,
)
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    every,
    floor,
    greatest,
    implies,
    least,
    point,
    select,
    total,
    when,
)

extreme_tokens = Claim(
    "kajitsuka2024:extreme_tokens",
    title="After Theorem 1: no memorization capacity",
    source="Sec. 3.3; Theorem 1 in d = 2",
    text="Since the self-attention mechanism is the only place in Transformer models where interaction between tokens"
    " happens, this theorem indicates that one-layer Transformers with hardmax attention do not have a memorization"
    " capacity.",
    parameters=(
        Parameter("d", "rows of a token: it is a point of the plane", ladder=(2,)),
        Parameter("n", N_TOKENS.meaning, ladder=(1, 2, 3)),
        TIE_RULE,
    ),
    point="X",
)
extreme_tokens.rests_on("transformer_block", "theorem1", where="Sec. 3.3; Sec. 4.1")
extreme_tokens.requires("d = 2 (tokens are points of the plane)")(lambda at: at.d == 2)

CIRCLE: Final = ((5, 0), (4, 3), (3, 4), (0, 5))
LINE: Final = ((1, 0), (2, 0), (3, 0), (4, 0))
BASE: Final = 26
"""More than |a|^2 = 25, and so than any product of two tokens of the circle."""
SCALE: Final = 2 * BASE ** len(CIRCLE)
R: Final = 6


def _attention(values: Mapping[str, Any]) -> AttentionLayer:
    """One head of size 1 for each token a: (26^i / s) max_x a . x is added to the first row of the tokens."""
    heads = (AttentionHead([[mpq(BASE**i, SCALE)], [0]], [a], [a], [[1, 1]]) for i, a in enumerate(CIRCLE))
    return AttentionLayer(tuple(heads), TieRule(values["tie_rule"]))


@extreme_tokens.network("layer")
def attention(values: Mapping[str, Any]) -> Network:
    """One layer of hardmax attention alone."""
    return Network(2, (_attention(values),), {"output": 1})


@extreme_tokens.network("block")
def feed_forward_first(values: Mapping[str, Any]) -> Network:
    """A feed-forward layer that moves (1, 0), ..., (4, 0) to (5, 0), (4, 3), (3, 4), (0, 5), and the same attention."""
    # (z, 0) becomes (z + 4 - 2 ReLU(z - 1) - 2 ReLU(z - 3), 3 ReLU(z - 1) - 2 ReLU(z - 2))
    moves = FeedForwardLayer([[1, 0]] * 3, [-1, -2, -3], [[-2, 0, -2], [3, -2, 0]], [4, 0], RELU)
    return Network(2, (moves, _attention(values)), {"moved": 1, "output": 2})


SMALL: Final = (-1, 0, 1)
QUERIES: Final = ((1, 0), (1, 1), (0, 1))
PROJECTION: Final = ((1, 2), (0, -1))
PROJECTED: Final = (-1, 1)
"""W_O W_V v for W_O = `PROJECTION`, W_V = 1 and v = (1, -1)."""

HEADS: Final = Columns(1, len(SMALL) ** 2 * len(QUERIES), "h")
NO_SCORES: Final = 5
"""The number of a head with W_Q v = 0."""


def _different(name: str, tokens: Sequence[tuple[int, int]]) -> DomainSpec:
    """All sequences of n different tokens, in every order; n = 1 to 4."""

    def sequences(n: int) -> DomainSpec:
        return listed(f"n = {n}", [list(zip(*chosen_ones, strict=True)) for chosen_ones in permutations(tokens, n)])

    return chosen(name, "n", [sequences(n) for n in range(1, len(tokens) + 1)])


on_circle = _different("sequences of different points of a circle", CIRCLE)
on_line = _different("sequences of different points of a line", LINE)
line_through_0 = vocabulary("sequences of -v, 0, v, 2 v", [(alpha, -alpha) for alpha in (-1, 0, 1, 2)])
DELTA: Final = mpq(1, 2 * SCALE)


def _contexts_differ(at: Operands) -> Truth:
    return ~same_vocabulary(at, at.rows)


def _squared_distance(at: Operands, Z: MatrixOperand, k: Number, W: MatrixOperand, j: Number) -> Number:
    return total(at.rows, lambda i: (Z[i, k] - W[i, j]) ** 2)


def _contextual(at: Operands, q: NetworkOperand) -> Truth:
    """Both conditions of Definition 2 for q and X, X': below r, and more than delta apart where contexts differ."""
    X, Y = first(at), second(at)

    def below(k: Number) -> Truth:
        return total(at.rows, lambda i: q(X)[i, k] ** 2) < R**2

    def apart(k: Number, j: Number) -> Truth:
        differ = ~same_column(at.rows, X, k, Y, j) | _contexts_differ(at)
        return implies(differ, _squared_distance(at, q(X), k, q(Y), j) > DELTA**2)

    return every(Columns(1, at.n, "k"), below) & for_all_places(at, apart)


def _some_head(values: Mapping[str, Any]) -> Network:
    """Layer number h is one head of size 2 alone, of 27: keys in {-1, 0, 1}^2, queries (1, 0), (1, 1), (0, 1)."""
    rule, zero = TieRule(values["tie_rule"]), (0, 0)
    every_head = product(SMALL, SMALL, QUERIES)
    heads = (AttentionHead(PROJECTION, [[1, 0], [0, 1]], [(x, y), zero], [query, zero]) for x, y, query in every_head)
    return Network(2, tuple(AttentionLayer([head], rule) for head in heads))


extreme_tokens.network("heads")(_some_head)


def _weights(h: Number) -> tuple[Number, Number]:
    """W_K v and W_Q v of head number h, from 1, for v = (1, -1)."""
    queries = [x - y for x, y in QUERIES]
    first_entry, second_entry = floor((h - 1) / 9) % 3 - 1, floor((h - 1) / 3) % 3 - 1
    return first_entry - second_entry, select((h - 1) % 3 + 1, queries)


@extreme_tokens.proof_line(
    "A.1, not said: by the sign of (W_K v)^T (W_Q v) alpha_k a head of size 2 adds W_O W_V times the greatest token,"
    " the least one, or what the hardmax of n zeros makes of all; v = (1, -1)",
    over=(line_through_0,),
    said=False,
)
def sign_decides(at: Operands) -> Truth:
    def adds(h: Number, k: Number, i: Number) -> Truth:
        key, query = _weights(h)
        score = key * query * point[1, k]
        ends = greatest(at.columns, lambda j: point[1, j]), least(at.columns, lambda j: point[1, j])
        no_scores = at.heads.layer(point, NO_SCORES)
        zeros = (no_scores[2, k] - point[2, k]) / PROJECTED[1]
        seen = when(score == 0, zeros, when(score > 0, *ends))
        factor = select(i, PROJECTED)
        return at.heads.layer(point, h)[i, k] - point[i, k] == factor * seen

    return every(Columns(1, 27, "h"), lambda h: every(at.columns, lambda k: every(at.rows, lambda i: adds(h, k, i))))


def _repeated(at: Operands, q: NetworkOperand) -> Truth:
    """Whether V != V' and q has the same value at a token that X and X' have in common."""
    X, Y = first(at), second(at)

    def same(k: Number, j: Number) -> Truth:
        return same_column(at.rows, X, k, Y, j) & (_squared_distance(at, q(X), k, q(Y), j) == 0)

    return for_some_places(at, same) & _contexts_differ(at)


@extreme_tokens.proof_line(
    "Theorem 1 names no sequences; read of any: a layer with the hardmax cannot be a contextual mapping; so this one"
    " repeats a value at two tokens with V != V'",
    over=(pairs_of(on_circle),),
    fold="some",
    flaw="reading",
    survives=("kajitsuka2024:theorem1.every_length@repaired",),
    same_as="theorem1.every_length",
)
def of_any_sequences(at: Operands) -> Truth:
    return _repeated(at, at.layer)


@extreme_tokens.repairs(
    "of_any_sequences",
    "for sequences of different ones of (5, 0), (4, 3), (3, 4), (0, 5), on a circle, a layer with one head a token is "
    "a (6, delta)-contextual mapping, delta = 1 / (4 26^4)",
    reason="where each token is the only one that has the greatest product with some a, as on a sphere, heads ask for"
    " each token whether it is there, and the tie rule does not matter. Theorem 1 is true of some sequences only",
    over=(pairs_of(on_circle),),
)
def of_any_sequences_repaired(at: Operands) -> Truth:
    return _contextual(at, at.layer)


@extreme_tokens.proof_line(
    "Sec. 4.1, not said: Theorem 1 is of attention that is given the input, as in (4). With a feed-forward layer before"
    " it, as in (19), one layer with the hardmax is a (6, delta)-contextual mapping of sequences of n different tokens"
    " among v, 2 v, 3 v, 4 v, delta = 1 / (4 26^4)",
    over=(pairs_of(on_line),),
    said=False,
)
def no_memorization(at: Operands) -> Truth:
    return _contextual(at, at.block)


@extreme_tokens.proof_line(
    "... the feed-forward layer moves (1, 0), (2, 0), (3, 0), (4, 0) to (5, 0), (4, 3), (3, 4), (0, 5)", over=(on_line,)
)
def moves_to_circle(at: Operands) -> Truth:
    def moved(k: Number) -> Truth:
        places = zip(*CIRCLE, strict=True)
        return reduce(
            and_, [at.block(point, "moved")[i, k] == select(point[1, k], row) for i, row in enumerate(places, 1)]
        )

    return every(at.columns, moved)


extreme_tokens.part(
    "Since the self-attention mechanism is the only place in Transformer models where interaction between tokens "
    "happens, this theorem indicates that one-layer Transformers with hardmax attention do not have a memorization "
    "capacity.",
    undecided="It is about all one-layer Transformers with hardmax attention; `no_memorization` has one, with a "
    "feed-forward layer before the attention, that tells all contexts of four tokens apart.",
)
