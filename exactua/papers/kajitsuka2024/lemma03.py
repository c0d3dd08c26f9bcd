"""Lemma 3 (Kajitsuka & Sato 2024, App. B.1): key and query of rank 1 under which different tokens have scores apart.

    |u^T u'| = (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min),   W_K = u v^T,  W_Q = u' v^T                     (73)
    |(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta   for v_a != v_b                                   (74)

v is that of Lemma 2 for V and 0, which has |V| + 1 points as r_min > 0. delta is an integer here: both sides of (74)
are proportional to it. A point is three vectors v_a, v_b, v_c, each of V or 0, as columns.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import chosen, listed
from exactua.papers.kajitsuka2024.data_sets import D_OF_DATA, DATA, DATA_SETS, HEAD_SIZE, data_sets
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    Weight,
    absolute,
    column,
    describe_data,
    describe_list,
    describe_vocabulary,
    described,
    heads,
    inner,
    key_vector,
    most_rows,
    norm,
    product_of,
    query_vector,
    same_token,
    times,
    vocabulary_separated,
)
from exactua.papers.pages import Lines, define, let
from exactua.terms.tracing import Number, Row, Truth, every, number, pi, point, row, sqrt, total

lemma3 = Claim(
    "kajitsuka2024:lemma3",
    title="Lemma 3",
    source="App. B.1, (73)-(79)",
    text="Given (r_min, r_max, epsilon)-separated finite vocabulary V of R^d with r_min > 0. Then, for any delta > 0, "
    "there exists a unit vector v in R^d such that for any vectors u, u' in R^s with |u^T u'| = (|V| + 1)^4 (pi d "
    "/ 8) delta / (epsilon r_min) (73), we have |(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta (74), (1 "
    "/ (|V| + 1)^2) sqrt(8 / (pi d)) ||v_c|| <= |v^T v_c| <= ||v_c|| (75) for any v_a, v_b, v_c in V with v_a != "
    "v_b, where W_K = u v^T in R^(s x d) and W_Q = u' v^T in R^(s x d).",
    parameters=(
        DATA,
        D_OF_DATA,
        Parameter("n", "columns of a point v_a, v_b, v_c: 3", ladder=(3,)),
        HEAD_SIZE,
        Parameter("gap", "the number delta > 0", ladder=(1,)),
    ),
    work=lambda values: len(DATA_SETS[values["data"] - 1].with_zero) ** 3,
)
lemma3.rests_on("lemma2", where="App. B.1, (76)")
describe_data(lemma3)
describe_vocabulary(lemma3)
describe_list(lemma3, "v", lambda: [data_set.unit_vector for data_set in data_sets()])
describe_list(lemma3, "second_v", lambda: [data_set.second_unit_vector for data_set in data_sets()])

triples: Final = chosen(
    "v_a, v_b, v_c of V and 0",
    "data",
    [
        listed(
            f"of V and 0, {data_set.about}",
            [tuple(zip(*three, strict=True)) for three in product(data_set.with_zero, repeat=3)],
        )
        for data_set in DATA_SETS
    ],
)
A, B, C = (number(k) for k in (1, 2, 3))
"""The columns v_a, v_b, v_c."""

# The right side of eq. (73)
define(lemma3, kappa=lambda at: (at.V + 1) ** 4 * (pi * at.d / 8) * (at.gap / (at.epsilon * at.r_min)))


let(
    lemma3,
    v=lambda at: row(at.rows, lambda i: described(at, "v", most_rows(), i)),  # The unit vector
    # Another unit vector that satisfies (72), the v' of footnote 3
    second_v=lambda at: row(at.rows, lambda i: described(at, "second_v", most_rows(), i)),
    u=lambda at: key_vector(at),  # u in R^s
    u_query=lambda at: query_vector(at, at.kappa),  # u' in R^s
)


def W_K(at: Operands, h: Number, i: Number) -> Number:
    """Entry (h, i) of u v^T."""
    return at.u[h] * at.v[i]


def W_Q(at: Operands, h: Number, i: Number) -> Number:
    """Entry (h, i) of u' v^T."""
    return at.u_query[h] * at.v[i]


def W_Q_of_footnote3(at: Operands, h: Number, i: Number) -> Number:
    """Entry (h, i) of u' v'^T."""
    return at.u_query[h] * at.second_v[i]


def _is_token(at: Operands, k: Number) -> Truth:
    """The column is of V, not 0."""
    return ~every(at.rows, lambda i: point[i, k] == 0)


def _of_vocabulary(at: Operands) -> Truth:
    """V is separated, v_a, v_b, v_c are of V and v_a != v_b."""
    tokens = _is_token(at, A) & _is_token(at, B) & _is_token(at, C)
    return vocabulary_separated(at) & tokens & ~same_token(at, point, A, point, B)


def _query_of_vocabulary(at: Operands) -> Truth:
    return vocabulary_separated(at) & _is_token(at, C)


def _of_vocabulary_and_0(at: Operands) -> Truth:
    """V is separated, v_a and v_b are of V and 0, v_a != v_b."""
    return vocabulary_separated(at) & ~same_token(at, point, A, point, B)


def _against_0(at: Operands) -> Truth:
    """The same with v_b = 0."""
    return _of_vocabulary_and_0(at) & ~_is_token(at, B)


of_three = Lines(lemma3, over=triples, given=_of_vocabulary)
"""For any v_a, v_b, v_c in V with v_a != v_b."""


def _a_less_b(i: Number) -> Number:
    return point[i, A] - point[i, B]


def _projected(at: Operands, x: Vector, of: str = "v") -> Number:
    """v^T x."""
    unit: Row = getattr(at, of)
    return total(at.rows, lambda i: unit[i] * x(i))


def _factor(at: Operands) -> Number:
    """(1 / (|V| + 1)^2) sqrt(8 / (pi d))."""
    return 1 / (at.V + 1) ** 2 * sqrt(8 / (pi * at.d))


@lemma3.proof_line("(73), (78): |u^T u'| = (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min), for one pair u, u'")
def equation73(at: Operands) -> Truth:
    return absolute(inner(at, at.u, at.u_query)) == at.kappa


@lemma3.states("v is a unit vector")
def unit(at: Operands) -> Truth:
    return total(at.rows, lambda i: at.v[i] ** 2) == 1


def _score_gap(at: Operands, query: Weight) -> Number:
    """|(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)|."""
    a, b, c = column(point, A), column(point, B), column(point, C)
    return absolute(product_of(at, W_K, a, query, c) - product_of(at, W_K, b, query, c))


@of_three.proof_line(
    "(74), for this pair u, u': |(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta for any v_a, v_b, v_c, v_a "
    "!= v_b"
)
def equation74(at: Operands) -> Truth:
    return _score_gap(at, W_Q) > at.gap


@lemma3.states(
    "(75), left: (1 / (|V| + 1)^2) sqrt(8 / (pi d)) ||v_c|| <= |v^T v_c|", over=triples, given=_query_of_vocabulary
)
def equation75(at: Operands) -> Truth:
    return _factor(at) * norm(at, column(point, C)) <= absolute(_projected(at, column(point, C)))


@lemma3.states("(75), right: |v^T v_c| <= ||v_c||", over=triples, given=_query_of_vocabulary)
def equation75_right(at: Operands) -> Truth:
    return absolute(_projected(at, column(point, C))) <= norm(at, column(point, C))


@lemma3.proof_line(
    "to (76): V and 0 have |V| + 1 points, so there are (|V| + 1)^3 triples of them",
    over=triples,
    given=vocabulary_separated,
    fold="sum",
    bound=lambda at: (at.V + 1) ** 3,
    relation="=",
)
def zero_is_new(at: Operands) -> Number:
    return number(1)


@lemma3.proof_line(
    "(76), left: (1 / (|V| + 1)^2) sqrt(8 / (pi d)) ||v_a - v_b|| <= |v^T (v_a - v_b)| for v_a != v_b of V and 0",
    over=triples,
    given=_of_vocabulary_and_0,
)
def equation76(at: Operands) -> Truth:
    return _factor(at) * norm(at, _a_less_b) <= absolute(_projected(at, _a_less_b))


@lemma3.proof_line("(76), right: |v^T (v_a - v_b)| <= ||v_a - v_b||", over=triples, given=_of_vocabulary_and_0)
def equation76_right(at: Operands) -> Truth:
    return absolute(_projected(at, _a_less_b)) <= norm(at, _a_less_b)


@lemma3.proof_line(
    "(77), left: 'in particular', with 0 for v_b, (1 / (|V| + 1)^2) sqrt(8 / (pi d)) ||v_a|| <= |v^T v_a|",
    over=triples,
    given=_against_0,
)
def equation77(at: Operands) -> Truth:
    return _factor(at) * norm(at, column(point, A)) <= absolute(_projected(at, column(point, A)))


@lemma3.proof_line("(77), right: |v^T v_a| <= ||v_a||", over=triples, given=_against_0)
def equation77_right(at: Operands) -> Truth:
    return absolute(_projected(at, column(point, A))) <= norm(at, column(point, A))


@of_three.proof_line("(79), first =: it is |(v_a - v_b)^T W_K^T (W_Q v_c)|")
def equation79_difference(at: Operands) -> Truth:
    key, query = times(at, W_K, _a_less_b), times(at, W_Q, column(point, C))
    return _score_gap(at, W_Q) == absolute(total(heads(at), lambda h: key(h) * query(h)))


@of_three.proof_line("(79), second =: that is |(v_a - v_b)^T v| |u^T u'| |v^T v_c|")
def equation79_product(at: Operands) -> Truth:
    factors = absolute(_projected(at, _a_less_b)) * absolute(inner(at, at.u, at.u_query))
    return _score_gap(at, W_Q) == factors * absolute(_projected(at, column(point, C)))


def _right_side_of_79(at: Operands) -> Number:
    return _factor(at) * norm(at, _a_less_b) * at.kappa * _factor(at) * norm(at, column(point, C))


@of_three.proof_line(
    "(79), >=: that is >= (1 / (|V| + 1)^2) sqrt(8 / (pi d)) ||v_a - v_b|| (|V| + 1)^4 (pi d / 8) delta / (epsilon"
    " r_min) (1 / (|V| + 1)^2) sqrt(8 / (pi d)) ||v_c||"
)
def equation79_bound(at: Operands) -> Truth:
    return _score_gap(at, W_Q) >= _right_side_of_79(at)


@of_three.proof_line("(79), >: that is > delta, as ||v_a - v_b|| > epsilon and ||v_c|| > r_min")
def equation79(at: Operands) -> Truth:
    return _right_side_of_79(at) > at.gap


@of_three.proof_line(
    "footnote 3: different unit vectors v and v' may be used, W_K = u v^T and W_Q = u' v'^T, if both satisfy (72)"
)
def footnote3(at: Operands) -> Truth:
    return _score_gap(at, W_Q_of_footnote3) > at.gap


@lemma3.proof_line("footnote 3: v' is a unit vector")
def unit_of_footnote3(at: Operands) -> Truth:
    return total(at.rows, lambda i: at.second_v[i] ** 2) == 1


@lemma3.proof_line("footnote 3: v' satisfies (72), left, for V and 0", over=triples, given=_of_vocabulary_and_0)
def second_unit_vector(at: Operands) -> Truth:
    return _factor(at) * norm(at, _a_less_b) <= absolute(_projected(at, _a_less_b, "second_v"))


@lemma3.proof_line(
    "not said: r_min > 0 is needed. For v_c = 0 all scores are 0, and (74) fails",
    over=triples,
    given=lambda at: ~_is_token(at, C),
    said=False,
)
def zero_query(at: Operands) -> Truth:
    return _score_gap(at, W_Q) == 0


lemma3.part("there exists a unit vector v in R^d", "unit", theorem="kajitsuka_lemma_3")
lemma3.part(
    "for any vectors u, u' in R^s with |u^T u'| = (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min) (73), we have "
    "|(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta (74)",
    undecided="It is about any u, u' with (73); `equation74` decides it for one pair, and `equation79_product` "
    "that for this pair its left side is a multiple of |u^T u'|.",
    theorem="kajitsuka_lemma_3",
)
lemma3.part(
    "(1 / (|V| + 1)^2) sqrt(8 / (pi d)) ||v_c|| <= |v^T v_c| <= ||v_c|| (75) for any v_a, v_b, v_c in V with v_a "
    "!= v_b",
    "equation75",
    "equation75_right",
    theorem="kajitsuka_lemma_3",
)
