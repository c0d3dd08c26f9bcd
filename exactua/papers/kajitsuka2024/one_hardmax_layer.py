"""What one layer of hardmax attention can tell apart (our own, on Kajitsuka & Sato 2024, Sec. 3.3 and App. A.1).

It says for which n, tokens and tie rules Theorem 1 is true:

    some layer is a contextual mapping, for all finite sets of sequences of n tokens  |  alpha != 0  |  alpha = 0 too
    ----------------------------------------------------------------------------------+--------------+---------------
    ties averaged                                                                      |  n <= 3      |  n <= 2
    any other weights >= 0 of sum 1, such as the first or the last of equal maxima     |  n <= 2      |  n = 1

Proofs for all n and d are in docs/notes/one-hardmax-layer.md; tokens on a line are their scalars alpha here (d = 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.networks import Network
from exactua.papers.kajitsuka2024.hardmax_heads import (
    N_TOKENS,
    ON_A_LINE,
    SCALARS,
    TIE_RULE,
    TOKEN,
    N,
    at_scalars,
    averages,
    give_heads,
    head,
    increasing_sequences,
    layer,
    lost_and_not_averaged,
    lost_exactly_if,
)
from exactua.papers.kajitsuka2024.sequence_operands import first, for_all_places, same_vocabulary, second
from exactua.terms.tracing import Columns, Number, Row, Truth, every, greatest, implies, least, point, some, total, when

one_hardmax_layer = Claim(
    "kajitsuka2024:one_hardmax_layer",
    title="What one hardmax layer tells apart",
    source="our own, on Sec. 3.3 and App. A.1",
    text="Some layer (5) is a contextual mapping of all sequences of n of the tokens v, 2 v, ..., K v where n <= 2, or "
    "n = 3 and the hardmax averages ties. No layer tells apart, at a token that they have in common, some "
    "increasing sequences of n of v, 2 v, ..., (n + 2) v with different sets of tokens, if and only if n >= 4, or "
    "n = 3 and ties are not averaged; nor some sequences of n of 0, v, ..., (K - 1) v, K >= 3, with different sets "
    "of tokens, if and only if n >= 3, or n = 2 and ties are not averaged.",
    parameters=(ON_A_LINE, N_TOKENS, SCALARS, TIE_RULE),
    point="X",
)
one_hardmax_layer.requires("d = 1 (tokens on a line are their scalars)")(lambda at: at.d == 1)
give_heads(one_hardmax_layer)


def _factor(values: Mapping[str, Any]) -> tuple[int, int]:
    """K + 1 and a bound on twice the sum of K + (K + 1) K + (K + 1)^2 n K, K the greatest scalar."""
    base = values["scalars"] + 1
    return base, 2 * base**2 * (values["n"] * base + 1)


@one_hardmax_layer.network("ends_and_mean")
def ends_and_mean(values: Mapping[str, Any]) -> Network:
    """Z plus (greatest + (K + 1) least + (K + 1)^2 n mean) / s: three heads of size 1."""
    base, scale = _factor(values)
    factors = (1, 1), (base, -1), (base**2 * values["n"], 0)
    return layer(values, *(head(mpq(value, scale), factor) for value, factor in factors))


sequences = levels("sequences of v, 2 v, ...", 1, 1, at_scalars)
with_zero = levels("sequences of 0, v, 2 v, ...", 0, 1, at_scalars)
weights = levels("weights of n equal maxima, -1/2, -1/4, ..., 1", "-1/2", "1/4", 7)
pairs = pairs_of(sequences)


@one_hardmax_layer.define
def delta(at: Operands) -> Number:
    """The separation of `ends_and_mean`: 1 / (2 s)."""
    base = at.scalars + 1
    return 1 / (4 * base**2 * (at.n * base + 1))


@one_hardmax_layer.states(
    "Definition 2, 1., for a layer with three heads: its values are below r = K + 1, K the greatest scalar",
    over=(sequences,),
)
def bounded(at: Operands) -> Truth:
    Z = at.ends_and_mean(point)
    return every(at.columns, lambda k: (Z[1, k] < at.scalars + 1) & (Z[1, k] > -(at.scalars + 1)))


def _seen(at: Operands) -> Truth:
    """n <= 2, or n = 3 and the hardmax of n zeros gives the means of X and X'."""
    averaged = averages(at, first(at)) & averages(at, second(at))
    return (at.n <= 2) | ((at.n == 3) & averaged)


def _contexts_differ(at: Operands) -> Truth:
    return ~same_vocabulary(at, TOKEN)


@one_hardmax_layer.states(
    "Definition 2, 2., for this layer and n <= 2, or n = 3 and the means of X and X': its values at two tokens are more"
    " than delta apart if the tokens or V and V' differ",
    over=(pairs,),
    given=_seen,
)
def apart(at: Operands) -> Truth:
    X, Y = first(at), second(at)
    q, p = at.ends_and_mean(X), at.ends_and_mean(Y)

    def far(k: Number, j: Number) -> Truth:
        contexts_differ = (X[1, k] != Y[1, j]) | _contexts_differ(at)
        return implies(contexts_differ, (q[1, k] - p[1, j]) ** 2 > at.delta**2)

    return for_all_places(at, far)


@one_hardmax_layer.states(
    "without duplicates, tokens not 0: some X and X' with V != V' have a token in common at which no head tells them"
    " apart, if and only if n >= 4, or n = 3 and ties are not averaged",
    over=(pairs_of(increasing_sequences),),
    given=_contexts_differ,
    fold=lost_exactly_if(lambda not_averaged: (N >= 4) | ((N == 3) & not_averaged)),
)
def no_duplicates(at: Operands) -> Row:
    return lost_and_not_averaged(at)


@one_hardmax_layer.states(
    "with the token 0: some X and X' with V != V' have a token in common at which no head tells them apart, if and only"
    " if n >= 3, or n = 2 and ties are not averaged",
    over=(pairs_of(with_zero),),
    given=_contexts_differ,
    fold=lost_exactly_if(lambda not_averaged: (N >= 3) | ((N == 2) & not_averaged)),
)
def zero_token(at: Operands) -> Row:
    return lost_and_not_averaged(at)


Scalars = Callable[[Number], Number]
"""The scalar of a sequence at a place."""


def _same_seen(at: Operands, x: Scalars, y: Scalars, ends: bool = True) -> Truth:
    """Every head sees the same of both sequences, where the hardmax of n zeros is the point: greatest, least, mean."""
    zeros = total(at.columns, lambda k: point[1, k] * x(k)) == total(at.columns, lambda k: point[1, k] * y(k))
    if not ends:
        return zeros
    same_greatest = greatest(at.columns, x) == greatest(at.columns, y)
    return zeros & same_greatest & (least(at.columns, x) == least(at.columns, y))


def _has_own_token(at: Operands, x: Scalars, y: Scalars) -> Truth:
    """Some token of the first sequence is none of the second."""
    return some(at.columns, lambda k: every(Columns(1, at.n, "l"), lambda j: x(k) != y(j)))


def _sums_to_one(at: Operands) -> Truth:
    return total(at.columns, lambda k: point[1, k]) == 1


def _not_negative(at: Operands) -> Truth:
    return _sums_to_one(at) & every(at.columns, lambda k: point[1, k] >= 0)


@one_hardmax_layer.proof_line(
    "whatever weights of sum 1 the hardmax gives n >= 4 equal maxima: (1, 3, 6, 7 + 4, ..., 7 + n) v and one with other"
    " scalars at the places 2 and 3 have different V, the same ends and the same weighted mean",
    over=(weights,),
    given=lambda at: (at.n >= 4) & _sums_to_one(at),
)
def any_weights(at: Operands) -> Truth:
    def of(second_scalar: Number | int, third_scalar: Number | int) -> Scalars:
        return lambda k: when(k == 1, 1, when(k == 2, second_scalar, when(k == 3, third_scalar, 7 + k)))

    both_zero = (point[1, 2] == 0) & (point[1, 3] == 0)
    x, y = of(3, 6), of(3 + when(both_zero, 1, point[1, 3]), 6 - point[1, 2])
    return _same_seen(at, x, y) & _has_own_token(at, x, y) & every(at.columns, lambda k: (x(k) > 0) & (y(k) > 0))


def _exchanged(at: Operands, k: Number, j: Number, low: int, others: int) -> tuple[Scalars, Scalars]:
    """`low` + w_j at place k and `low` at place j; `low` at place k and `low` + w_k at place j; `others` elsewhere."""

    def of(at_k: Number | int, at_j: Number | int) -> Scalars:
        return lambda i: when(i == k, at_k, when(i == j, at_j, others))

    return of(low + point[1, j], low), of(low, low + point[1, k])


def _where_weights_differ(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    return for_all_places(at, lambda k, j: implies(point[1, k] != point[1, j], condition(k, j)))


@one_hardmax_layer.proof_line(
    "weights w_k != w_j, all >= 0, of n >= 3 equal maxima: the sequences with (1 + w_j) v and v, or v and (1 + w_k) v,"
    " at the places k and j, and 3 v elsewhere have different V, the same ends and the same weighted mean",
    over=(weights,),
    given=lambda at: (at.n >= 3) & _not_negative(at),
)
def uneven_weights(at: Operands) -> Truth:
    def pair(k: Number, j: Number) -> Truth:
        x, y = _exchanged(at, k, j, low=1, others=3)
        return _same_seen(at, x, y) & (_has_own_token(at, x, y) | _has_own_token(at, y, x))

    return _where_weights_differ(at, pair)


@one_hardmax_layer.proof_line(
    "... of n >= 2 equal maxima, and the token 0: with w_j v and 0, or 0 and w_k v, at these places and 2 v elsewhere"
    " they have different V and the same weighted mean, which is all that a head sees at the token 0",
    over=(weights,),
    given=lambda at: (at.n >= 2) & _not_negative(at),
)
def uneven_weights_and_zero(at: Operands) -> Truth:
    def pair(k: Number, j: Number) -> Truth:
        x, y = _exchanged(at, k, j, low=0, others=2)
        return _same_seen(at, x, y, ends=False) & (_has_own_token(at, x, y) | _has_own_token(at, y, x))

    return _where_weights_differ(at, pair)


one_hardmax_layer.part(
    "Some layer (5) is a contextual mapping of all sequences of n of the tokens v, 2 v, ..., K v where n <= 2, or "
    "n = 3 and the hardmax averages ties.",
    "bounded",
    "apart",
    theorem="kajitsuka_short_sequences",
)
one_hardmax_layer.part(
    "No layer tells apart, at a token that they have in common, some increasing sequences of n of v, 2 v, ..., (n "
    "+ 2) v with different sets of tokens, if and only if n >= 4, or n = 3 and ties are not averaged;",
    "no_duplicates",
)
one_hardmax_layer.part(
    "nor some sequences of n of 0, v, ..., (K - 1) v, K >= 3, with different sets of tokens, if and only if n >= 3, or "
    "n = 2 and ties are not averaged.",
    "zero_token",
)
