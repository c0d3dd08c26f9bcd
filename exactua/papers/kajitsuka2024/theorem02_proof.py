"""App. A.2 of Kajitsuka & Sato 2024, (29) to (41): what is asked of the weights, and how far apart it keeps the scores.

(29) to (34) are about the weights, and what they make of attention. (30) and (31) are said of all tokens v_a, v_b, v_c
of V, which the data set lists as v_1, ..., v_|V|. Where two sides of a line may be equal and have roots they are
compared as squares: both are >= 0.

By (35) to (41) the scores are far apart, and so are their Boltzmann values, by Lemma 1. It needs delta > 2 log n + 3,
and A.2 takes delta = 2 log n + 3: (30) is strict and V finite, so some greater delta serves too. (38) bounds |a_k'| by
r where Definition 1 asks for less than r; less is true, as norms are less than r_max.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_sets import sequences
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    absolute,
    column,
    each_token,
    for_shared,
    heads,
    inner,
    minus,
    norm,
    product_of,
    some_shared,
    squared_norm,
    token_of_vocabulary,
    vocabulary_separated,
)
from exactua.papers.kajitsuka2024.theorem02_construction import (
    ALONE,
    EACH,
    FIRST,
    SECOND,
    W_K,
    W_O,
    W_Q,
    Sequence,
    both_sequences,
    projected,
)
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    greatest,
    implies,
    log,
    pi,
    point,
    sqrt,
    total,
    when,
)

proof = Chapter()


def _tokens(at: Operands, letter: str) -> Columns:
    return Columns(1, at.V, letter)


def _token(at: Operands, number: Number) -> Vector:
    return lambda i: token_of_vocabulary(at, number, i)


@proof.proof_line(
    "Sec. 3.1: V is the union of all V^(i), here v_1, ..., v_|V|: each token is one of them", over=sequences
)
def vocabulary(at: Operands) -> Truth:
    def is_token(k: Number, a: Number) -> Number:
        return when(every(at.rows, lambda i: point[i, k] == _token(at, a)(i)), 1, 0)

    return each_token(at, lambda k: total(_tokens(at, "a"), lambda a: is_token(k, a)) == 1)


@proof.proof_line("(29): |u^T u'| = (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min), delta = 2 log n + 3")
def equation29(at: Operands) -> Truth:
    return absolute(inner(at, at.u, at.u_query)) == at.kappa


@proof.proof_line("A.2, from Lemma 3: v is a unit vector")
def unit_vector(at: Operands) -> Truth:
    return total(at.rows, lambda i: at.v[i] ** 2) == 1


def _score(at: Operands, a: Number, c: Number) -> Number:
    """(W_K v_a)^T (W_Q v_c)."""
    return product_of(at, W_K, _token(at, a), W_Q, _token(at, c))


@proof.proof_line(
    "(30): |(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta for any v_a, v_b, v_c in V with v_a != v_b",
    given=vocabulary_separated,
)
def equation30(at: Operands) -> Truth:
    def gap(a: Number, b: Number, c: Number) -> Truth:
        return implies(a != b, absolute(_score(at, a, c) - _score(at, b, c)) > at.score_gap)

    a, b, c = (_tokens(at, letter) for letter in "abc")
    return every(a, lambda x: every(b, lambda y: every(c, lambda z: gap(x, y, z))))


@proof.proof_line(
    "(31), left: (|V| + 1)^-2 sqrt(8 / (pi d)) ||v_c|| <= |v^T v_c| for any v_c in V", given=vocabulary_separated
)
def equation31(at: Operands) -> Truth:
    def far_from_0(c: Number) -> Truth:
        least = sqrt(8 / (pi * at.d)) / (at.V + 1) ** 2 * norm(at, _token(at, c))
        return least <= absolute(projected(at, _token(at, c)))

    return every(_tokens(at, "c"), far_from_0)


@proof.proof_line("(31), right: |v^T v_c| <= ||v_c|| for any v_c in V", given=vocabulary_separated)
def equation31_right(at: Operands) -> Truth:
    return every(_tokens(at, "c"), lambda c: absolute(projected(at, _token(at, c))) <= norm(at, _token(at, c)))


def _norm_of_output(at: Operands) -> Number:
    """||W_O u''||."""
    return norm(at, lambda i: total(heads(at), lambda h: W_O(at, i, h) * at.u_value[h]))


@proof.proof_line("(32): ||W_O u''|| = epsilon / (4 r_max)")
def equation32(at: Operands) -> Truth:
    return _norm_of_output(at) == at.epsilon / (4 * at.r_max)


@proof.proof_line("A.2, to (32): W_O = u''' u''^T does it, where ||u'''|| = epsilon / (4 r_max ||u''||^2)")
def output_vector(at: Operands) -> Truth:
    return norm(at, lambda i: at.u_output[i]) == at.epsilon / (4 * at.r_max * inner(at, at.u_value, at.u_value))


def _largest(at: Operands, size: Vector) -> Number:
    """max over k' in [n]."""
    return greatest(at.columns, size)


def _size_of_value(at: Operands, j: Number) -> Number:
    """||W_O (W_V X)_{:,k'}||."""
    return norm(at, ALONE.of_value(at, j))


def _projection(at: Operands, j: Number) -> Number:
    """|v^T X_{:,k'}|."""
    return absolute(projected(at, column(point, j)))


@proof.proof_line(
    "(33), first =: W_O (W_V X) softmax[...] = sum over k' of s_k' W_O (W_V X)_{:,k'}, s = softmax[...]", **EACH
)
def equation33_sum(at: Operands) -> Truth:
    def same(k: Number, i: Number) -> Truth:
        mean = total(at.columns, lambda j: ALONE.weight(at, k, j) * ALONE.of_value(at, j)(i))
        return ALONE.attended(at, k)(i) == mean

    return each_token(at, lambda k: every(at.rows, lambda i: same(k, i)))


def _mean_size(at: Operands, k: Number) -> Number:
    """The sum of s_k' ||W_O (W_V X)_{:,k'}||."""
    return total(at.columns, lambda j: ALONE.weight(at, k, j) * _size_of_value(at, j))


@proof.proof_line("(33), first <=: ||sum of s_k' W_O (W_V X)_{:,k'}|| <= sum of s_k' ||W_O (W_V X)_{:,k'}||", **EACH)
def equation33_triangle(at: Operands) -> Truth:
    return each_token(at, lambda k: squared_norm(at, ALONE.attended(at, k)) <= _mean_size(at, k) ** 2)


@proof.proof_line("(33), second <=: that is <= the largest ||W_O (W_V X)_{:,k'}||", **EACH)
def equation33_mean(at: Operands) -> Truth:
    return each_token(at, lambda k: _mean_size(at, k) <= _largest(at, lambda j: _size_of_value(at, j)))


@proof.proof_line("(33), 'from': the sum of s_k' over k' is 1", **EACH)
def weights_sum(at: Operands) -> Truth:
    return each_token(at, lambda k: total(at.columns, lambda j: ALONE.weight(at, k, j)) == 1)


@proof.proof_line(
    "(33), the last =: the largest ||W_O (W_V X)_{:,k'}|| is ||W_O u''|| times the largest |v^T X_{:,k'}|", **EACH
)
def equation33_rank_one(at: Operands) -> Truth:
    largest = _largest(at, lambda j: _size_of_value(at, j))
    return largest == _norm_of_output(at) * _largest(at, lambda j: _projection(at, j))


def _largest_norm(at: Operands) -> Number:
    """epsilon / (4 r_max) times the largest ||X_{:,k'}||."""
    return at.epsilon / (4 * at.r_max) * _largest(at, lambda j: norm(at, column(point, j)))


@proof.proof_line("(33), the last <=: that is <= epsilon / (4 r_max) times the largest ||X_{:,k'}||", **EACH)
def equation33(at: Operands) -> Truth:
    return _norm_of_output(at) * _largest(at, lambda j: _projection(at, j)) <= _largest_norm(at)


@proof.proof_line("(34): that is < epsilon / 4", **EACH)
def equation34(at: Operands) -> Truth:
    return _largest_norm(at) < at.epsilon / 4


SUBTLE: Final[dict[str, Any]] = {"over": both_sequences, "given": some_shared}
"""'Any i, j in [N] and k, l in [n] such that X_{:,k} = X'_{:,l} and V^(i) != V^(j)'."""


@proof.proof_line(
    "(35)-(37): a^(i) is bounded, |a_k'| < r, as Definition 1 asks of (r, delta)-separated vectors", **EACH
)
def equation37(at: Operands) -> Truth:
    def bounded(k: Number) -> Truth:
        a = ALONE.scores(at, k)
        return every(at.columns, lambda j: absolute(a[j]) < at.score_bound)

    return each_token(at, bounded)


@proof.proof_line(
    "(35)-(37): the entries of a^(i) and a^(j) that are not equal are more than delta = 2 log n + 3 apart", **SUBTLE
)
def equation37_apart(at: Operands) -> Truth:
    def apart(k: Number, other: Number) -> Truth:
        a, b = FIRST.scores(at, k), SECOND.scores(at, other)

        def far(x: Number, y: Number) -> Truth:
            return implies(x != y, absolute(x - y) > at.score_gap)

        within = every(at.columns, lambda g: every(at.columns, lambda h: far(a[g], a[h]) & far(b[g], b[h])))
        return within & every(at.columns, lambda g: every(at.columns, lambda h: far(a[g], b[h])))

    return for_shared(at, apart)


@proof.proof_line("A.2, to (39): a^(i) has no duplicate element, as X^(i) has none", **EACH)
def scores_are_distinct(at: Operands) -> Truth:
    def distinct(k: Number) -> Truth:
        a = ALONE.scores(at, k)
        return every(at.columns, lambda g: every(Columns(1, g - 1, "h"), lambda h: a[g] != a[h]))

    return each_token(at, distinct)


def _each_score(at: Operands, conclusion: Callable[[Number, Number], Truth]) -> Truth:
    return each_token(at, lambda k: every(at.columns, lambda j: conclusion(j, k)))


@proof.proof_line(
    "(38), second =: |u^T u'^T| is printed, a row of s entries times another one, which is a product for s = 1 only",
    flaw="typo",
    survives="kajitsuka2024:theorem2.equation38_product",
)
def equation38_transposed(at: Operands) -> Truth:
    return at.s == 1


@proof.proof_line("(38), second =: |a_k'| = |v^T X_{:,k'}| |u^T u'| |v^T X_{:,k}|", **EACH)
def equation38_product(at: Operands) -> Truth:
    def factors(j: Number, k: Number) -> Truth:
        both = projected(at, column(point, j)) * inner(at, at.u, at.u_query) * projected(at, column(point, k))
        return absolute(ALONE.score(at, k, j)) == absolute(both)

    return _each_score(at, factors)


@proof.proof_line("(38), <=: |a_k'| <= (|V| + 1)^4 pi d delta r_max^2 / (8 epsilon r_min)", **EACH)
def equation38(at: Operands) -> Truth:
    bound = (at.V + 1) ** 4 * (pi * at.d / (8 * at.epsilon * at.r_min)) * at.score_gap * at.r_max**2
    return _each_score(at, lambda j, k: absolute(ALONE.score(at, k, j)) <= bound)


@proof.proof_line(
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


@proof.repairs(
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


@proof.proof_line("(39): |boltz(a^(i)) - boltz(a^(j))| > delta' = (log n)^2 e^(-2 r)", **SUBTLE)
def equation39(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _boltz_gap(at, k, other) > at.boltz_gap)


def _weighted_gap(at: Operands, k: Number, other: Number) -> Number:
    """|a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]|."""

    def weighted(sequence: Sequence, k: Number) -> Number:
        return total(at.columns, lambda j: sequence.score(at, k, j) * sequence.weight(at, k, j))

    return absolute(weighted(FIRST, k) - weighted(SECOND, other))


@proof.proof_line("(40): |a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]| > delta'", **SUBTLE)
def equation40(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _weighted_gap(at, k, other) > at.boltz_gap)


def _averaged_gap(at: Operands, k: Number, other: Number) -> Vector:
    """X softmax[a^(i)] - X' softmax[a^(j)]."""
    return minus(FIRST.averaged(at, k), SECOND.averaged(at, other))


@proof.proof_line(
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

    return for_shared(at, same)


def average_gap(at: Operands, k: Number, other: Number) -> Number:
    """|(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|."""
    return absolute(FIRST.average(at, k) - SECOND.average(at, other))


@proof.proof_line("(41), second =: that is |X_{:,k}^T v u'^T u v^T (X softmax[a^(i)] - X' softmax[a^(j)])|", **SUBTLE)
def equation41_rank_one(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        outer = projected(at, column(point, k)) * inner(at, at.u_query, at.u)
        return _weighted_gap(at, k, other) == absolute(outer * projected(at, _averaged_gap(at, k, other)))

    return for_shared(at, same)


@proof.proof_line(
    "(41), third =: that is |v^T X_{:,k}| |u'^T u'| |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|",
    flaw="typo",
    survives="kajitsuka2024:theorem2.equation41",
    **SUBTLE,
)
def equation41_product(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        printed = absolute(projected(at, column(point, k))) * absolute(inner(at, at.u_query, at.u_query))
        return _weighted_gap(at, k, other) == printed * average_gap(at, k, other)

    return for_shared(at, same)


@proof.repairs(
    "equation41_product",
    "(41), third =: that is |v^T X_{:,k}| |u^T u'| |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|",
    reason="the line before it has u'^T u, and (29), from which the next line follows, is of u^T u'",
    **SUBTLE,
)
def equation41_product_repaired(at: Operands) -> Truth:
    def same(k: Number, other: Number) -> Truth:
        factors = absolute(projected(at, column(point, k))) * absolute(inner(at, at.u, at.u_query))
        return _weighted_gap(at, k, other) == factors * average_gap(at, k, other)

    return for_shared(at, same)


def factor_of_41(at: Operands) -> Number:
    """r_max (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min)."""
    return at.r_max * (at.V + 1) ** 4 * (pi * at.d / 8) * (at.score_gap / (at.epsilon * at.r_min))


def _right_side_of_41(at: Operands, k: Number, other: Number) -> Number:
    return factor_of_41(at) * average_gap(at, k, other)


@proof.proof_line(
    "(41), <=: |a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]| <= r_max (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min)"
    " |(v^T X) softmax[a^(i)] - (v^T X') softmax[a^(j)]|",
    **SUBTLE,
)
def equation41(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _weighted_gap(at, k, other) <= _right_side_of_41(at, k, other))


@proof.proof_line("(41), < and <=: delta' is less than its last line", **SUBTLE)
def equation41_bound(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: at.boltz_gap < _right_side_of_41(at, k, other))
