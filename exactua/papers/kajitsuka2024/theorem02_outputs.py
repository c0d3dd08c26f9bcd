"""App. A.2 of Kajitsuka & Sato 2024, (25) to (28): where attention adds little, different tokens have different ids."""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_set_operands import (
    column,
    each_token,
    each_two,
    first,
    minus,
    norm,
    same_token,
    second,
)
from exactua.papers.kajitsuka2024.spaced_vectors import positive_where
from exactua.papers.kajitsuka2024.theorem02_attention import ALONE, FIRST, SECOND
from exactua.papers.kajitsuka2024.theorem02_construction import BOTH, EACH
from exactua.terms.tracing import Number, Truth, every, implies, point

outputs = Chapter()


@outputs.states("(25): F(Z) = Z + W_O (W_V Z) softmax[(W_K Z)^T (W_Q Z)], with the weights of App. A.2", **EACH)
def equation25(at: Operands) -> Truth:
    def entry(k: Number, i: Number) -> Truth:
        return at.F(point)[i, k] == point[i, k] + ALONE.attended(at, k)(i)

    return each_token(at, lambda k: every(at.rows, lambda i: entry(k, i)))


@outputs.proof_line("(26): ||W_O (W_V X) softmax[(W_K X)^T (W_Q X_{:,k})]|| < epsilon / 4", **EACH)
def equation26(at: Operands) -> Truth:
    return each_token(at, lambda k: norm(at, ALONE.attended(at, k)) < at.epsilon / 4)


@outputs.proof_line("(27), <=: ||F(X)_{:,k}|| <= ||X_{:,k}|| + ||W_O (W_V X) softmax[...]||", **EACH)
def equation27(at: Operands) -> Truth:
    def triangle(k: Number) -> Truth:
        return norm(at, ALONE.output(at, k)) <= norm(at, column(point, k)) + norm(at, ALONE.attended(at, k))

    return each_token(at, triangle)


@outputs.proof_line("(27), <: ||X_{:,k}|| + ||W_O (W_V X) softmax[...]|| < r_max + epsilon / 4", **EACH)
def equation27_bound(at: Operands) -> Truth:
    def bounded(k: Number) -> Truth:
        return norm(at, column(point, k)) + norm(at, ALONE.attended(at, k)) < at.r_max + at.epsilon / 4

    return each_token(at, bounded)


def _token_gap_less_attended(at: Operands, k: Number, other: Number) -> Number:
    """||X_{:,k} - X'_{:,l}|| less the norms of what attention adds to both."""
    X, Y = first(at), second(at)
    tokens = norm(at, minus(column(X, k), column(Y, other)))
    return tokens - norm(at, FIRST.attended(at, k)) - norm(at, SECOND.attended(at, other))


def _different_tokens(at: Operands, conclusion: Callable[[Number, Number], Truth]) -> Truth:
    """The conclusion for all k, l with X_{:,k} != X'_{:,l}."""
    X, Y = first(at), second(at)
    return each_two(at, lambda k, other: implies(~same_token(at, X, k, Y, other), conclusion(k, other)))


@outputs.proof_line(
    "(28), >=: ||F(X)_{:,k} - F(X')_{:,l}|| >= ||X_{:,k} - X'_{:,l}|| - ||W_O (W_V X) softmax[...]||"
    " - ||W_O (W_V X') softmax[...]||, where X_{:,k} != X'_{:,l}",
    **BOTH,
)
def equation28(at: Operands) -> Truth:
    def triangle(k: Number, other: Number) -> Truth:
        ids = minus(FIRST.output(at, k), SECOND.output(at, other))
        return norm(at, ids) >= _token_gap_less_attended(at, k, other)

    return _different_tokens(at, triangle)


@outputs.proof_line("(28), >: that is > epsilon - epsilon / 4 - epsilon / 4 = epsilon / 2", **BOTH)
def equation28_bound(at: Operands) -> Truth:
    far = _different_tokens(at, lambda k, other: _token_gap_less_attended(at, k, other) > at.epsilon / 2)
    return far & (at.epsilon - at.epsilon / 4 - at.epsilon / 4 == at.epsilon / 2)


@outputs.proof_line("not said: delta <= epsilon / 2, so what (28) gives is what Definition 2 asks", said=False)
def delta_is_small(at: Operands) -> Truth:
    return at.delta <= at.epsilon / 2


@outputs.proof_line(
    "not said: delta > 0, so that ids that have to differ do so by a positive distance, for n >= 2; where n = 1 delta"
    " is 0, and ids of different tokens, the only ones that have to differ, are more than epsilon / 2 apart",
    **BOTH,
    said=False,
)
def delta_is_positive(at: Operands) -> Truth:
    def far(k: Number, other: Number) -> Truth:
        return norm(at, minus(FIRST.output(at, k), SECOND.output(at, other))) > at.epsilon / 2

    return positive_where(at.n >= 2, at.delta) & _different_tokens(at, far)
