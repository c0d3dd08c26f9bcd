"""App. A.2 of Kajitsuka & Sato 2024, (29) to (34): what is asked of the weights, and what it makes of attention.

(30) and (31) are said of all tokens v_a, v_b, v_c of V, which the data set lists as v_1, ..., v_|V|. Where two sides of
a line may be equal and have roots they are compared as squares: both are >= 0.
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.data_set_operands import (
    Vector,
    absolute,
    column,
    each_token,
    norm,
    squared_norm,
    token_of_vocabulary,
    vocabulary_separated,
)
from exactua.papers.kajitsuka2024.data_sets import sequences
from exactua.papers.kajitsuka2024.rank_one_weights import heads, inner, product_of
from exactua.papers.kajitsuka2024.theorem02_attention import ALONE
from exactua.papers.kajitsuka2024.theorem02_construction import EACH, W_K, W_O, W_Q, projected
from exactua.terms.tracing import Columns, Number, Truth, every, greatest, implies, pi, point, sqrt, total, when

weight_lines = Chapter()


def _tokens(at: Operands, letter: str) -> Columns:
    return Columns(1, at.V, letter)


def _token(at: Operands, number: Number) -> Vector:
    return lambda i: token_of_vocabulary(at, number, i)


@weight_lines.proof_line(
    "Sec. 3.1: V is the union of all V^(i), here v_1, ..., v_|V|: each token is one of them", over=sequences
)
def vocabulary(at: Operands) -> Truth:
    def is_token(k: Number, a: Number) -> Number:
        return when(every(at.rows, lambda i: point[i, k] == _token(at, a)(i)), 1, 0)

    return each_token(at, lambda k: total(_tokens(at, "a"), lambda a: is_token(k, a)) == 1)


@weight_lines.proof_line("(29): |u^T u'| = (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min), delta = 2 log n + 3")
def equation29(at: Operands) -> Truth:
    return absolute(inner(at, at.u, at.u_query)) == at.kappa


@weight_lines.proof_line("A.2, from Lemma 3: v is a unit vector")
def unit_vector(at: Operands) -> Truth:
    return total(at.rows, lambda i: at.v[i] ** 2) == 1


def _score(at: Operands, a: Number, c: Number) -> Number:
    """(W_K v_a)^T (W_Q v_c)."""
    return product_of(at, W_K, _token(at, a), W_Q, _token(at, c))


@weight_lines.proof_line(
    "(30): |(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta for any v_a, v_b, v_c in V with v_a != v_b",
    given=vocabulary_separated,
)
def equation30(at: Operands) -> Truth:
    def gap(a: Number, b: Number, c: Number) -> Truth:
        return implies(a != b, absolute(_score(at, a, c) - _score(at, b, c)) > at.score_gap)

    a, b, c = (_tokens(at, letter) for letter in "abc")
    return every(a, lambda x: every(b, lambda y: every(c, lambda z: gap(x, y, z))))


@weight_lines.proof_line(
    "(31), left: (|V| + 1)^-2 sqrt(8 / (pi d)) ||v_c|| <= |v^T v_c| for any v_c in V", given=vocabulary_separated
)
def equation31(at: Operands) -> Truth:
    def far_from_0(c: Number) -> Truth:
        least = sqrt(8 / (pi * at.d)) / (at.V + 1) ** 2 * norm(at, _token(at, c))
        return least <= absolute(projected(at, _token(at, c)))

    return every(_tokens(at, "c"), far_from_0)


@weight_lines.proof_line("(31), right: |v^T v_c| <= ||v_c|| for any v_c in V", given=vocabulary_separated)
def equation31_right(at: Operands) -> Truth:
    return every(_tokens(at, "c"), lambda c: absolute(projected(at, _token(at, c))) <= norm(at, _token(at, c)))


def _norm_of_output(at: Operands) -> Number:
    """||W_O u''||."""
    return norm(at, lambda i: total(heads(at), lambda h: W_O(at, i, h) * at.u_value[h]))


@weight_lines.proof_line("(32): ||W_O u''|| = epsilon / (4 r_max)")
def equation32(at: Operands) -> Truth:
    return _norm_of_output(at) == at.epsilon / (4 * at.r_max)


@weight_lines.proof_line("A.2, to (32): W_O = u''' u''^T does it, where ||u'''|| = epsilon / (4 r_max ||u''||^2)")
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


@weight_lines.proof_line(
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


@weight_lines.proof_line(
    "(33), first <=: ||sum of s_k' W_O (W_V X)_{:,k'}|| <= sum of s_k' ||W_O (W_V X)_{:,k'}||", **EACH
)
def equation33_triangle(at: Operands) -> Truth:
    return each_token(at, lambda k: squared_norm(at, ALONE.attended(at, k)) <= _mean_size(at, k) ** 2)


@weight_lines.proof_line("(33), second <=: that is <= the largest ||W_O (W_V X)_{:,k'}||", **EACH)
def equation33_mean(at: Operands) -> Truth:
    return each_token(at, lambda k: _mean_size(at, k) <= _largest(at, lambda j: _size_of_value(at, j)))


@weight_lines.proof_line("(33), 'from': the sum of s_k' over k' is 1", **EACH)
def weights_sum(at: Operands) -> Truth:
    return each_token(at, lambda k: total(at.columns, lambda j: ALONE.weight(at, k, j)) == 1)


@weight_lines.proof_line(
    "(33), the last =: the largest ||W_O (W_V X)_{:,k'}|| is ||W_O u''|| times the largest |v^T X_{:,k'}|", **EACH
)
def equation33_rank_one(at: Operands) -> Truth:
    largest = _largest(at, lambda j: _size_of_value(at, j))
    return largest == _norm_of_output(at) * _largest(at, lambda j: _projection(at, j))


def _largest_norm(at: Operands) -> Number:
    """epsilon / (4 r_max) times the largest ||X_{:,k'}||."""
    return at.epsilon / (4 * at.r_max) * _largest(at, lambda j: norm(at, column(point, j)))


@weight_lines.proof_line("(33), the last <=: that is <= epsilon / (4 r_max) times the largest ||X_{:,k'}||", **EACH)
def equation33(at: Operands) -> Truth:
    return _norm_of_output(at) * _largest(at, lambda j: _projection(at, j)) <= _largest_norm(at)


@weight_lines.proof_line("(34): that is < epsilon / 4", **EACH)
def equation34(at: Operands) -> Truth:
    return _largest_norm(at) < at.epsilon / 4
