"""What Theorem 2 states (Kajitsuka & Sato 2024, Sec. 3.4): (6), the ranks, Definition 2 with (7) and (8), footnote 2.

That there are such weights is decided by giving them: those of App. A.2.
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_set_operands import (
    Vector,
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
from exactua.papers.kajitsuka2024.data_sets import sequences
from exactua.papers.kajitsuka2024.rank_one_weights import Weight
from exactua.papers.kajitsuka2024.theorem02_attention import ALONE
from exactua.papers.kajitsuka2024.theorem02_construction import BOTH, EACH, W_K, W_Q, W_V
from exactua.terms.tracing import Columns, Number, Truth, every, point, some, total, when

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
