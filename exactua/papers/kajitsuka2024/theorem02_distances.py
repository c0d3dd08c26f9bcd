"""App. A.2 of Kajitsuka & Sato 2024, (35) to (41): the scores are far apart, so are their Boltzmann values, by Lemma 1.

Lemma 1 needs delta > 2 log n + 3, and A.2 takes delta = 2 log n + 3: (30) is strict and V finite, so some greater delta
serves too. (38) bounds |a_k'| by r where Definition 1 asks for less than r; less is true, as norms are less than r_max.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_set_operands import (
    Vector,
    absolute,
    both_separated,
    column,
    each_token,
    each_two,
    minus,
    shared,
)
from exactua.papers.kajitsuka2024.rank_one_weights import heads, inner
from exactua.papers.kajitsuka2024.theorem02_attention import ALONE, FIRST, SECOND, Sequence
from exactua.papers.kajitsuka2024.theorem02_construction import EACH, W_K, W_Q, both_sequences, projected
from exactua.terms.tracing import Columns, Number, Truth, every, implies, log, pi, point, some, total

distances = Chapter()

ForTokens = Callable[[Number, Number], Truth]


def _some_shared(at: Operands) -> Truth:
    """The sequences are as the theorem asks, V^(i) != V^(j), and some X_{:,k} = X'_{:,l}."""
    tokens = Columns(1, at.n, "k")
    return both_separated(at) & some(tokens, lambda k: some(Columns(1, at.n, "l"), lambda other: shared(at, k, other)))


SUBTLE: Final[dict[str, Any]] = {"over": both_sequences, "given": _some_shared}
"""'Any i, j in [N] and k, l in [n] such that X_{:,k} = X'_{:,l} and V^(i) != V^(j)'."""


def subtle(at: Operands, conclusion: ForTokens) -> Truth:
    """The conclusion for any k, l such that X_{:,k} = X'_{:,l}, where V^(i) != V^(j)."""
    return each_two(at, lambda k, other: implies(shared(at, k, other), conclusion(k, other)))


@distances.proof_line(
    "(35)-(37): a^(i) is bounded, |a_k'| < r, as Definition 1 asks of (r, delta)-separated vectors", **EACH
)
def equation37(at: Operands) -> Truth:
    def bounded(k: Number) -> Truth:
        a = ALONE.scores(at, k)
        return every(at.columns, lambda j: absolute(a[j]) < at.score_bound)

    return each_token(at, bounded)


@distances.proof_line(
    "(35)-(37): the entries of a^(i) and a^(j) that are not equal are more than delta = 2 log n + 3 apart", **SUBTLE
)
def equation37_apart(at: Operands) -> Truth:
    def apart(k: Number, other: Number) -> Truth:
        a, b = FIRST.scores(at, k), SECOND.scores(at, other)

        def far(x: Number, y: Number) -> Truth:
            return implies(x != y, absolute(x - y) > at.score_gap)

        within = every(at.columns, lambda g: every(at.columns, lambda h: far(a[g], a[h]) & far(b[g], b[h])))
        return within & every(at.columns, lambda g: every(at.columns, lambda h: far(a[g], b[h])))

    return subtle(at, apart)


@distances.proof_line("A.2, to (39): a^(i) has no duplicate element, as X^(i) has none", **EACH)
def scores_are_distinct(at: Operands) -> Truth:
    def distinct(k: Number) -> Truth:
        a = ALONE.scores(at, k)
        return every(at.columns, lambda g: every(Columns(1, g - 1, "h"), lambda h: a[g] != a[h]))

    return each_token(at, distinct)


def _each_score(at: Operands, conclusion: Callable[[Number, Number], Truth]) -> Truth:
    return each_token(at, lambda k: every(at.columns, lambda j: conclusion(j, k)))


@distances.proof_line(
    "(38), second =: |u^T u'^T| is printed, a row of s entries times another one, which is a product for s = 1 only",
    flaw="typo",
    survives="kajitsuka2024:theorem2.equation38_product",
)
def equation38_transposed(at: Operands) -> Truth:
    return at.s == 1


@distances.proof_line("(38), second =: |a_k'| = |v^T X_{:,k'}| |u^T u'| |v^T X_{:,k}|", **EACH)
def equation38_product(at: Operands) -> Truth:
    def factors(j: Number, k: Number) -> Truth:
        both = projected(at, column(point, j)) * inner(at, at.u, at.u_query) * projected(at, column(point, k))
        return absolute(ALONE.score(at, k, j)) == absolute(both)

    return _each_score(at, factors)


@distances.proof_line("(38), <=: |a_k'| <= (|V| + 1)^4 pi d delta r_max^2 / (8 epsilon r_min)", **EACH)
def equation38(at: Operands) -> Truth:
    bound = (at.V + 1) ** 4 * (pi * at.d / (8 * at.epsilon * at.r_min)) * at.score_gap * at.r_max**2
    return _each_score(at, lambda j, k: absolute(ALONE.score(at, k, j)) <= bound)


@distances.proof_line(
    "A.2, to (39): Lemma 1 applies, which asks for delta > 2 log n + 3, (14), with delta = 2 log n + 3, (43)",
    flaw="imprecise",
    survives="kajitsuka2024:theorem2.equation39",
)
def lemma1_applies(at: Operands) -> Truth:
    return at.score_gap > 2 * log(at.n) + 3


def _score_gap_of(at: Operands, conclusion: Callable[[Number], Truth]) -> Truth:
    """The conclusion for the distance of any two entries of a^(i)."""

    def gaps(k: Number) -> Truth:
        a = ALONE.scores(at, k)
        return every(at.columns, lambda g: every(Columns(1, g - 1, "h"), lambda h: conclusion(absolute(a[g] - a[h]))))

    return each_token(at, gaps)


@distances.repairs(
    "lemma1_applies",
    "for some delta > 2 log n + 3 the entries of a^(i) are more than delta apart: all gaps exceed 2 log n + 3, and V is"
    " finite",
    reason="(30) is strict, so any delta between 2 log n + 3 and the least gap serves; A.2 does not say it",
    **EACH,
)
def lemma1_applies_repaired(at: Operands) -> Truth:
    return _score_gap_of(at, lambda gap: gap > 2 * log(at.n) + 3)


def _boltz_gap(at: Operands, k: Number, other: Number) -> Number:
    """|boltz(a^(i)) - boltz(a^(j))|."""
    return absolute(FIRST.boltz(at, k) - SECOND.boltz(at, other))


@distances.proof_line("(39): |boltz(a^(i)) - boltz(a^(j))| > delta' = (log n)^2 e^(-2 r)", **SUBTLE)
def equation39(at: Operands) -> Truth:
    return subtle(at, lambda k, other: _boltz_gap(at, k, other) > at.boltz_gap)


def _weighted_gap(at: Operands, k: Number, other: Number) -> Number:
    """|a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]|."""

    def weighted(sequence: Sequence, k: Number) -> Number:
        return total(at.columns, lambda j: sequence.score(at, k, j) * sequence.weight(at, k, j))

    return absolute(weighted(FIRST, k) - weighted(SECOND, other))


@distances.proof_line("(40): |a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]| > delta'", **SUBTLE)
def equation40(at: Operands) -> Truth:
    return subtle(at, lambda k, other: _weighted_gap(at, k, other) > at.boltz_gap)


def _averaged_gap(at: Operands, k: Number, other: Number) -> Vector:
    """X softmax[a^(i)] - X' softmax[a^(j)]."""
    return minus(FIRST.averaged(at, k), SECOND.averaged(at, other))


@distances.proof_line(
    "(41), first =: |a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]| = |X_{:,k}^T W_Q^T W_K (X softmax[a^(i)] - X'"
    " softmax[a^(j)])|",
    **SUBTLE,
)
def equation41_query(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        gap = _averaged_gap(at, k, other)

        def query(h: Number) -> Number:
            return total(at.rows, lambda i: W_Q(at, h, i) * point[i, k])

        return _weighted_gap(at, k, other) == absolute(
            total(heads(at), lambda h: query(h) * total(at.rows, lambda i: W_K(at, h, i) * gap(i)))
        )

    return subtle(at, same)


def average_gap(at: Operands, k: Number, other: Number) -> Number:
    """|(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|."""
    return absolute(FIRST.average(at, k) - SECOND.average(at, other))


@distances.proof_line(
    "(41), second =: that is |X_{:,k}^T v u'^T u v^T (X softmax[a^(i)] - X' softmax[a^(j)])|", **SUBTLE
)
def equation41_rank_one(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        outer = projected(at, column(point, k)) * inner(at, at.u_query, at.u)
        return _weighted_gap(at, k, other) == absolute(outer * projected(at, _averaged_gap(at, k, other)))

    return subtle(at, same)


@distances.proof_line(
    "(41), third =: that is |v^T X_{:,k}| |u'^T u'| |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|",
    flaw="typo",
    survives="kajitsuka2024:theorem2.equation41",
    **SUBTLE,
)
def equation41_product(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        printed = absolute(projected(at, column(point, k))) * absolute(inner(at, at.u_query, at.u_query))
        return _weighted_gap(at, k, other) == printed * average_gap(at, k, other)

    return subtle(at, same)


@distances.repairs(
    "equation41_product",
    "(41), third =: that is |v^T X_{:,k}| |u^T u'| |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|",
    reason="the line before it has u'^T u, and (29), from which the next line follows, is of u^T u'",
    **SUBTLE,
)
def equation41_product_repaired(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        factors = absolute(projected(at, column(point, k))) * absolute(inner(at, at.u, at.u_query))
        return _weighted_gap(at, k, other) == factors * average_gap(at, k, other)

    return subtle(at, same)


def factor_of_41(at: Operands) -> Number:
    """r_max (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min)."""
    return at.r_max * (at.V + 1) ** 4 * (pi * at.d / 8) * (at.score_gap / (at.epsilon * at.r_min))


def _right_side_of_41(at: Operands, k: Number, other: Number) -> Number:
    return factor_of_41(at) * average_gap(at, k, other)


@distances.proof_line(
    "(41), <=: |a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]| <= r_max (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min)"
    " |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|",
    **SUBTLE,
)
def equation41(at: Operands) -> Truth:
    return subtle(at, lambda k, other: _weighted_gap(at, k, other) <= _right_side_of_41(at, k, other))


@distances.proof_line("(41), < and <=: delta' is less than its last line", **SUBTLE)
def equation41_bound(at: Operands) -> Truth:
    return subtle(at, lambda k, other: at.boltz_gap < _right_side_of_41(at, k, other))
