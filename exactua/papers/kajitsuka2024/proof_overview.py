"""The proof sketch of Theorem 2 (Kajitsuka & Sato 2024, Sec. 3.4, (9) to (12)): W_V = W_K = W_Q = w^T, s = 1.

    c ||v_a - v_b||  <=  |w^T v_a - w^T v_b|  <=  ||v_a - v_b||   for v_a, v_b in V, with some 0 < c < 1         (11)

w is a rational unit vector of Lemma 2 for V, so c = (1 / |V|^2) sqrt(8 / (pi d)) serves.

The sketch leaves out what the proof has. (11) is of V, and the proof's is of V and 0: with a token t for which
w^T t = 0 all scores of the query t are 0, and (10) may fail. And (11) bounds w from above, so the scores need not be
2 log n + 3 apart as Lemma 1 asks; the proof multiplies them by kappa of (29).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import pairs_of
from exactua.papers.kajitsuka2024.boltzmann import boltz, softmax
from exactua.papers.kajitsuka2024.data_sets import D_OF_DATA, DATA, DATA_SETS, N_OF_DATA, data_sets, sequences
from exactua.papers.kajitsuka2024.separation import unit_vector
from exactua.papers.kajitsuka2024.sequence_operands import (
    absolute,
    column,
    describe_data,
    describe_list,
    described,
    each_two,
    first,
    for_shared,
    minus,
    most_rows,
    norm,
    second,
    some_shared,
)
from exactua.papers.pages import Lines, define, let, per_box
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    exp,
    log,
    pi,
    point,
    row,
    sqrt,
    total,
)

proof_overview = Claim(
    "kajitsuka2024:proof_overview",
    title="Proof sketch of Theorem 2",
    source="Sec. 3.4, (9)-(12)",
    text="For simplicity, we choose W_V = W_K = W_Q = w^T such that the linear operator w in R^d projects each token "
    "to a scalar value while approximately preserving the distance between each pair of tokens: for any pair of "
    "tokens v_a, v_b in V, c ||v_a - v_b|| <= |w^T v_a - w^T v_b| <= ||v_a - v_b|| (11) with some constant 0 < c "
    "< 1. Then, by using the assumption t = X_{:,k}^(i) = X_{:,l}^(j) for some token t in R^d, we have |w^T t| "
    "|(w^T X^(i)) softmax[(w^T X^(i))^T (w^T t)] - (w^T X^(j)) softmax[(w^T X^(j))^T (w^T t)]| >= |(a^(i))^T "
    "softmax[a^(i)] - (a^(j))^T softmax[a^(j)]| (12), where we denote a^(i) = (w^T X^(i))^T (w^T t) in R^n and "
    "a^(j) = (w^T X^(j))^T (w^T t) in R^n. Therefore, in order to prove that a self-attention block serves as a "
    "contextual mapping, we only have to focus on the separability of the function boltz : R^n -> R, a -> a^T "
    "softmax[a] (13).",
    parameters=(DATA, D_OF_DATA, N_OF_DATA),
    work=per_box(lambda data: len(DATA_SETS[data - 1].sequences) ** 2),  # The pairs of sequences
    point="X",
)
proof_overview.rests_on("lemma2", where="Sec. 3.4, (11)")
proof_overview.rests_on("lemma1", where="Sec. 3.4, (14)-(16)")
describe_data(proof_overview)
describe_list(proof_overview, "w", lambda: [unit_vector(data_set.vocabulary) for data_set in data_sets()])
describe_list(proof_overview, "v", lambda: [data_set.unit_vector for data_set in data_sets()])

both_sequences: Final = pairs_of(sequences)
"""All ordered pairs (X^(i), X^(j)), equal ones too: the point is [X X'], d x 2n."""

let(
    proof_overview,
    w=lambda at: row(at.rows, lambda i: described(at, "w", most_rows(), i)),  # A unit vector of Lemma 2 for V
    v=lambda at: row(at.rows, lambda i: described(at, "v", most_rows(), i)),  # A unit vector of Lemma 2 for V and 0
)

define(
    proof_overview,
    # |u^T u'| of (29), with delta = 2 log n + 3
    kappa=lambda at: (at.V + 1) ** 4 * (pi * at.d / 8) * ((2 * log(at.n) + 3) / (at.epsilon * at.r_min)),
    # What (41) gives for (10): delta' / (r_max kappa), delta' = (log n)^2 e^(-2 r), r = kappa r_max^2
    least_gap=lambda at: log(at.n) ** 2 * exp(-2 * at.kappa * at.r_max**2) / (at.r_max * at.kappa),
    c=lambda at: sqrt(8 / (pi * at.d)) / at.V**2,  # The constant of (11)
)


def _projection(at: Operands, Z: MatrixOperand, k: Number, along: Row) -> Number:
    """w^T Z_{:,k}."""
    return total(at.rows, lambda i: along[i] * Z[i, k])


def _scores(at: Operands, Z: MatrixOperand, k: Number, along: Row, factor: Number | int = 1) -> Row:
    """(w^T Z)^T (w^T Z_{:,k}), times a factor: n numbers."""
    return row(at.columns, lambda j: factor * (_projection(at, Z, j, along) * _projection(at, Z, k, along)))


def _average(at: Operands, Z: MatrixOperand, k: Number, along: Row, factor: Number | int = 1) -> Number:
    """(w^T Z) softmax[(w^T Z)^T (w^T Z_{:,k})]."""
    p = softmax(_scores(at, Z, k, along, factor), at.columns)
    return total(at.columns, lambda j: _projection(at, Z, j, along) * p[j])


def _gap(at: Operands, k: Number, other: Number, along: Row, factor: Number | int = 1) -> Number:
    """The left side of (10)."""
    return absolute(_average(at, first(at), k, along, factor) - _average(at, second(at), other, along, factor))


where_shared = Lines(proof_overview, over=both_sequences, given=some_shared)
"""For distinct i, j with V^(i) != V^(j) and some X_{:,k} = X'_{:,l}."""


@where_shared.proof_line(
    "(10): the softmax weighted averages w^T X softmax[...] for the query X_{:,k} = X'_{:,l} differ by more than some"
    " epsilon > 0, wherever V^(i) != V^(j)",
    flaw="silently assumed",
    survives=("kajitsuka2024:proof_overview.equation10@repaired", "kajitsuka2024:theorem2.equation45"),
)
def equation10(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _gap(at, k, other, at.w) > 0)


@where_shared.repairs(
    "equation10",
    "with (11) for V and 0, so w^T t != 0, and W_Q = kappa w^T they differ by more than delta' / (r_max kappa)",
    reason="(11) as printed lets w^T t be 0 for a token t, whose averages are then of equal weights",
)
def equation10_repaired(at: Operands) -> Truth:
    return for_shared(at, lambda k, other: _gap(at, k, other, at.v, at.kappa) > at.least_gap)


@proof_overview.states("(11): 0 < c < 1, with c = (1 / |V|^2) sqrt(8 / (pi d))")
def constant(at: Operands) -> Truth:
    return (at.c > 0) & (at.c < 1)


def _two_tokens(at: Operands, conclusion: Callable[[Number, Number], Truth]) -> Truth:
    """For all tokens of X and X', with their distance and that of their projections."""
    X, Y = first(at), second(at)

    def numbers(k: Number, other: Number) -> Truth:
        distance = norm(at, minus(column(X, k), column(Y, other)))
        return conclusion(distance, absolute(_projection(at, X, k, at.w) - _projection(at, Y, other, at.w)))

    return each_two(at, numbers)


@proof_overview.states("(11), left: c ||v_a - v_b|| <= |w^T v_a - w^T v_b|, v_a, v_b in V", over=both_sequences)
def equation11(at: Operands) -> Truth:
    return _two_tokens(at, lambda distance, projected: at.c * distance <= projected)


@proof_overview.states("(11), right: |w^T v_a - w^T v_b| <= ||v_a - v_b||, v_a, v_b in V", over=both_sequences)
def equation11_right(at: Operands) -> Truth:
    return _two_tokens(at, lambda distance, projected: projected <= distance)


def _both_sides_of_12(at: Operands, k: Number, other: Number) -> tuple[Number, Number]:
    """|w^T t| times the left side of (10), and the distance of the Boltzmann values."""
    a, b = _scores(at, first(at), k, at.w), _scores(at, second(at), other, at.w)
    left = absolute(_projection(at, point, k, at.w)) * _gap(at, k, other, at.w)
    return left, absolute(boltz(a, at.columns) - boltz(b, at.columns))


@where_shared.states(
    "(12): |w^T t| |w^T X softmax[...] - w^T X' softmax[...]| >= |a^(i)T softmax[a^(i)] - a^(j)T softmax[a^(j)]|"
)
def equation12(at: Operands) -> Truth:
    def at_least(k: Number, other: Number) -> Truth:
        left, right = _both_sides_of_12(at, k, other)
        return left >= right

    return for_shared(at, at_least)


@where_shared.proof_line("not said: both sides of (12) are equal", said=False)
def equation12_equal(at: Operands) -> Truth:
    def equal(k: Number, other: Number) -> Truth:
        left, right = _both_sides_of_12(at, k, other)
        return left == right

    return for_shared(at, equal)


def _apart(at: Operands, along: Row, factor: Number | int) -> Truth:
    """The entries of a^(i), for every query, are more than 2 log n + 3 apart."""

    def apart(k: Number) -> Truth:
        a = _scores(at, first(at), k, along, factor)
        return every(
            at.columns, lambda g: every(Columns(1, g - 1, "h"), lambda h: absolute(a[g] - a[h]) > 2 * log(at.n) + 3)
        )

    return every(Columns(1, at.n, "k"), apart)


@where_shared.proof_line(
    "'therefore we only have to focus on the separability of boltz': Lemma 1, which asks for entries of a^(i) that are"
    " more than 2 log n + 3 apart",
    flaw="silently assumed",
    survives=("kajitsuka2024:proof_overview.lemma1_applies@repaired", "kajitsuka2024:theorem2.equation30"),
)
def lemma1_applies(at: Operands) -> Truth:
    return _apart(at, at.w, 1)


@where_shared.repairs(
    "lemma1_applies",
    "with (11) for V and 0 and W_Q = kappa w^T the entries of a^(i) are more than 2 log n + 3 apart",
    reason="(11) bounds w from above, so scores w^T X_{:,k'} w^T t may be as near as one likes",
)
def lemma1_applies_repaired(at: Operands) -> Truth:
    return _apart(at, at.v, at.kappa)


proof_overview.part(
    "the linear operator w in R^d projects each token to a scalar value while approximately preserving the "
    "distance between each pair of tokens: for any pair of tokens v_a, v_b in V, c ||v_a - v_b|| <= |w^T v_a - "
    "w^T v_b| <= ||v_a - v_b|| (11) with some constant 0 < c < 1.",
    "equation11",
    "equation11_right",
    "constant",
)
proof_overview.part(
    "we have |w^T t| |(w^T X^(i)) softmax[(w^T X^(i))^T (w^T t)] - (w^T X^(j)) softmax[(w^T X^(j))^T (w^T t)]| >= "
    "|(a^(i))^T softmax[a^(i)] - (a^(j))^T softmax[a^(j)]| (12)",
    "equation12",
)
proof_overview.part(
    "Therefore, in order to prove that a self-attention block serves as a contextual mapping, we only have to "
    "focus on the separability of the function boltz : R^n -> R, a -> a^T softmax[a] (13).",
    undecided="It says how a proof may go; `equation10` and `lemma1_applies` decide what that way needs beside, "
    "for one w.",
)
