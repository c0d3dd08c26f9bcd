"""What Theorem 2 states (Kajitsuka & Sato 2024, Sec. 3.4): (6), the ranks, Definition 2 with (7) and (8), footnote 2.

That there are such weights is decided by giving them: those of App. A.2. Its (25) to (28) show that different tokens
have different ids where attention adds little.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_sets import sequences
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    Weight,
    column,
    each_token,
    each_two,
    first,
    have_to_differ,
    minus,
    no_duplicates,
    norm,
    provided,
    same_token,
    second,
)
from exactua.papers.kajitsuka2024.spaced_vectors import positive_where
from exactua.papers.kajitsuka2024.theorem02_construction import ALONE, BOTH, EACH, FIRST, SECOND, W_K, W_Q, W_V
from exactua.terms.tracing import Columns, Number, Truth, every, implies, point, some, total, when

statement = Chapter()


def _n_different_tokens(at: Operands) -> Truth:
    """'No duplicate word token', counted: n tokens are no earlier token."""

    def new(k: Number) -> Number:
        return when(some(Columns(1, k - 1, "l"), lambda other: same_token(at, point, k, point, other)), 0, 1)

    return total(Columns(1, at.n, "k"), new) == at.n


@statement.proof_line(
    "(6): 'with no duplicate word token in each sequence, that is', X_{:,k} != X_{:,l} for any k, l in [n]",
    over=sequences,
    given=_n_different_tokens,
    flaw="typo",
    survives="kajitsuka2024:theorem2.equation6@repaired",
    of="the hypotheses of Theorem 2",
)
def equation6(at: Operands) -> Truth:
    return each_two(at, lambda k, other: ~same_token(at, point, k, point, other))


@statement.repairs(
    "equation6",
    "X_{:,k} != X_{:,l} for any k, l in [n] with k != l",
    reason="for k = l it is true of no sequence, and a theorem about sequences with (6) would say nothing",
    over=sequences,
    given=_n_different_tokens,
)
def equation6_repaired(at: Operands) -> Truth:
    return no_duplicates(at, point)


def rank_one(at: Operands, W: Weight) -> Truth:
    """All minors of two rows and two columns are 0, and some entry is not."""

    def minor(g: Number, h: Number, i: Number, j: Number) -> Truth:
        return W(at, g, i) * W(at, h, j) == W(at, g, j) * W(at, h, i)

    rows, columns = Columns(1, at.s, "g"), Columns(1, at.d, "i")
    minors = every(
        rows, lambda g: every(rows, lambda h: every(columns, lambda i: every(columns, lambda j: minor(g, h, i, j))))
    )
    return minors & some(rows, lambda g: some(columns, lambda i: W(at, g, i) != 0))


@statement.states("the ranks of W_V, W_K and W_Q are all 1", **EACH)
def ranks(at: Operands) -> Truth:
    return rank_one(at, W_V) & rank_one(at, W_K) & rank_one(at, W_Q)


@statement.states("(7), Definition 2, 1: ||F(X^(i))_{:,k}|| < r = r_max + epsilon / 4 for any i and k", **EACH)
def equation7(at: Operands) -> Truth:
    return each_token(at, lambda k: norm(at, ALONE.output(at, k)) < at.r)


def _gap(at: Operands, network: str, k: Number, other: Number) -> Vector:
    """F(X)_{:,k} - F(X')_{:,l}."""
    F = getattr(at, network)
    return minus(column(F(first(at)), k), column(F(second(at)), other))


def _contextual(at: Operands, network: str) -> Truth:
    """Definition 2, 2 for a pair. Ids that may be equal are not compared: that would take as many bits as delta has."""

    def apart(k: Number, other: Number) -> Truth:
        return norm(at, _gap(at, network, k, other)) > at.delta

    return each_two(at, lambda k, other: provided(have_to_differ(at, k, other), lambda: apart(k, other)))


@statement.states(
    "(8), Definition 2, 2: ||F(X^(i))_{:,k} - F(X^(j))_{:,l}|| > delta for any i, j and k, l such that V^(i) != V^(j)"
    " or X^(i)_{:,k} != X^(j)_{:,l}",
    **BOTH,
)
def equation8(at: Operands) -> Truth:
    return _contextual(at, "F")


@statement.proof_line(
    "footnote 2: W_V = u' v^T, W_K = u' v^T and W_Q = u v'^T with different unit vectors v, v' may be used: (8)", **BOTH
)
def footnote2(at: Operands) -> Truth:
    return _contextual(at, "F_footnote2")


@statement.states("(25): F(Z) = Z + W_O (W_V Z) softmax[(W_K Z)^T (W_Q Z)], with the weights of App. A.2", **EACH)
def equation25(at: Operands) -> Truth:
    def entry(k: Number, i: Number) -> Truth:
        return at.F(point)[i, k] == point[i, k] + ALONE.attended(at, k)(i)

    return each_token(at, lambda k: every(at.rows, lambda i: entry(k, i)))


@statement.proof_line("(26): ||W_O (W_V X) softmax[(W_K X)^T (W_Q X_{:,k})]|| < epsilon / 4", **EACH)
def equation26(at: Operands) -> Truth:
    return each_token(at, lambda k: norm(at, ALONE.attended(at, k)) < at.epsilon / 4)


@statement.proof_line("(27), <=: ||F(X)_{:,k}|| <= ||X_{:,k}|| + ||W_O (W_V X) softmax[...]||", **EACH)
def equation27(at: Operands) -> Truth:
    def triangle(k: Number) -> Truth:
        return norm(at, ALONE.output(at, k)) <= norm(at, column(point, k)) + norm(at, ALONE.attended(at, k))

    return each_token(at, triangle)


@statement.proof_line("(27), <: ||X_{:,k}|| + ||W_O (W_V X) softmax[...]|| < r_max + epsilon / 4", **EACH)
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


@statement.proof_line(
    "(28), >=: ||F(X)_{:,k} - F(X')_{:,l}|| >= ||X_{:,k} - X'_{:,l}|| - ||W_O (W_V X) softmax[...]||"
    " - ||W_O (W_V X') softmax[...]||, where X_{:,k} != X'_{:,l}",
    **BOTH,
)
def equation28(at: Operands) -> Truth:
    def triangle(k: Number, other: Number) -> Truth:
        ids = minus(FIRST.output(at, k), SECOND.output(at, other))
        return norm(at, ids) >= _token_gap_less_attended(at, k, other)

    return _different_tokens(at, triangle)


@statement.proof_line("(28), >: that is > epsilon - epsilon / 4 - epsilon / 4 = epsilon / 2", **BOTH)
def equation28_bound(at: Operands) -> Truth:
    far = _different_tokens(at, lambda k, other: _token_gap_less_attended(at, k, other) > at.epsilon / 2)
    return far & (at.epsilon - at.epsilon / 4 - at.epsilon / 4 == at.epsilon / 2)


@statement.proof_line("not said: delta <= epsilon / 2, so what (28) gives is what Definition 2 asks", said=False)
def delta_is_small(at: Operands) -> Truth:
    return at.delta <= at.epsilon / 2


@statement.proof_line(
    "not said: delta > 0, so that ids that have to differ do so by a positive distance, for n >= 2; where n = 1 delta"
    " is 0, and ids of different tokens, the only ones that have to differ, are more than epsilon / 2 apart",
    **BOTH,
    said=False,
)
def delta_is_positive(at: Operands) -> Truth:
    def far(k: Number, other: Number) -> Truth:
        return norm(at, minus(FIRST.output(at, k), SECOND.output(at, other))) > at.epsilon / 2

    return positive_where(at.n >= 2, at.delta) & _different_tokens(at, far)
