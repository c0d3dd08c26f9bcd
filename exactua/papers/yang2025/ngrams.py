"""'n-grams' (Yang et al. 2025, draft, 'Recipes'): head h looks at position t - h, an MLP at all symbols.

    score(q, k) = -|<q, k>|,  q_t = (t - h, -1),  k_j = (1, j)

A point is the multi-hot vector of a history of two symbols of an alphabet of three, and nine rows for its one-hot one.
"""

from __future__ import annotations

from itertools import product

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, magnitude, network, neurons, rows
from exactua.terms.tracing import Columns, Number, Truth, every, point

ngrams = Claim(
    "yang2025:ngrams",
    title="n-grams",
    source=DRAFT + "'Recipes', 'n-grams'",
    text="score(q_t, k_j) = <(t - h, -1), (1, j)> = -|j - t + h|, which is maximized by j = t - h. At any time step "
    "t, the head h will attend to the symbol at position t - h. Given the query q_(t-1), we want the attention "
    "function to be uniquely maximized by the key of the symbol at position t - h. v_(i|Sigma|+j) = 1 if and only if "
    "r(y_i) = j. We would like to transform this vector into a vector u such that u_i = 1 iff i = r'(y_1, ..., "
    "y_(n-1)). This is an instance of performing the logical AND operation, which can be implemented by an MLP.",
    parameters=(
        rows(15, "multi-hot, one-hot"),
        ONE_COLUMN,
        Parameter("T", "number of positions", ladder=(3, 5)),
        Parameter("h", "the head", ladder=(1, 2)),
    ),
)

LETTERS = 3
"""The symbols of the extended alphabet; r numbers them 1, 2, 3."""


def _multi_hot(first: int, second: int) -> list[list[int]]:
    symbols = [int(i == first) for i in range(1, 4)] + [int(i == second) for i in range(1, 4)]
    return [[entry] for entry in (*symbols, *(0 for _ in range(9)))]


histories = listed("histories of two of three symbols", [_multi_hot(*pair) for pair in product(range(1, 4), repeat=2)])

PAIRS = tuple(product(range(1, 4), repeat=2))
"""The histories in the order of r'."""
networks(
    ngrams,
    MLP=lambda values: network(
        15,
        neurons(
            15,
            [({first: 1, 3 + second: 1}, -1) for first, second in PAIRS],
            {7 + k: [int(k == i) for i in range(9)] for k in range(9)},
        ),
    ),
)


def _query_key(at: Operands, t: Number, j: Number) -> Number:
    """<(t - h, -1), (1, j)>."""
    return (t - at.h) * 1 + -1 * j


def _score(at: Operands, t: Number, j: Number) -> Number:
    """score(q_t, k_j) = -|<q_t, k_j>|."""
    return -magnitude(_query_key(at, t, j))


def _positions(at: Operands, letter: str) -> Columns:
    return Columns(1, at.T, letter)


def _at_all(at: Operands, equal: object) -> Truth:
    return every(_positions(at, "t"), lambda t: every(_positions(at, "j"), lambda j: equal(t, j)))  # type: ignore[operator]


@ngrams.states(
    "score(q_t, k_j) = <(t - h, -1), (1, j)> = -|j - t + h|, for all t and j",
    flaw="typo",
    survives=("yang2025:ngrams.display@repaired",),
)
def display(at: Operands) -> Truth:
    return _at_all(at, lambda t, j: _query_key(at, t, j) == -magnitude(j - t + at.h))


@ngrams.repairs(
    "display",
    "score(q_t, k_j) = -|<(t - h, -1), (1, j)>| = -|j - t + h|, for all t and j",
    reason="the score is minus the absolute value of the inner product, as the display before says",
)
def display_repaired(at: Operands) -> Truth:
    return _at_all(at, lambda t, j: _score(at, t, j) == -magnitude(j - t + at.h))


def _attends_to(at: Operands, t: Number, target: Number) -> Truth:
    """Of all positions the target has the greatest score for the query at t."""
    return every(_positions(at, "j"), lambda j: (j == target) | (_score(at, t, j) < _score(at, t, target)))


@ngrams.states("the score is maximized by j = t - h alone, for all t > h")
def maximised(at: Operands) -> Truth:
    return every(Columns(at.h + 1, at.T, "t"), lambda t: _attends_to(at, t, t - at.h))


@ngrams.proof_line(
    "at any time step t there is a position t - h, to which head h attends",
    flaw="silently assumed",
    survives=("yang2025:ngrams.maximised",),
)
def any_time_step(at: Operands) -> Truth:
    return every(_positions(at, "t"), lambda t: t - at.h >= 1)


@ngrams.states(
    "given the query q_(t-1), the score is uniquely maximized by the key of position t - h, for all t > h + 1",
    flaw="imprecise",
    survives=("yang2025:ngrams.previous_query@repaired",),
    given=lambda at: at.h + 2 <= at.T,
)
def previous_query(at: Operands) -> Truth:
    return every(Columns(at.h + 2, at.T, "t"), lambda t: _attends_to(at, t - 1, t - at.h))


@ngrams.repairs(
    "previous_query",
    "given the query q_(t-1), the score is uniquely maximized by the key of position t - 1 - h, for all t > h + 1",
    reason="q_(t-1) is (t - 1 - h, -1); to look at t - h from t - 1 the head needs the query (t - h + 1, -1) at t",
    given=lambda at: at.h + 2 <= at.T,
)
def previous_query_repaired(at: Operands) -> Truth:
    return every(Columns(at.h + 2, at.T, "t"), lambda t: _attends_to(at, t - 1, t - 1 - at.h))


of_histories = Lines(ngrams, over=(histories,))


def _r(i: int) -> Number:
    """r(y_i): the place of the 1 among the rows of symbol i."""
    return point[3 * i - 2, 1] + 2 * point[3 * i - 1, 1] + 3 * point[3 * i, 1]


def _hot(before: int, i: int) -> Truth:
    """v_(before + j) = 1 iff r(y_i) = j."""
    return every(Columns(1, LETTERS, "j"), lambda j: (point[before + j, 1] == 1) == (_r(i) == j))


@of_histories.states(
    "v_(i|Sigma|+j) = 1 iff r(y_i) = j; i = 1", flaw="typo", survives=("yang2025:ngrams.multi_hot@repaired",)
)
def multi_hot(at: Operands) -> Truth:
    return _hot(LETTERS, 1)


@of_histories.repairs(
    "multi_hot",
    "v_((i-1)|Sigma|+j) = 1 iff r(y_i) = j; i = 1 and 2",
    reason="the rows of the first symbol are the first |Sigma| rows; for i = n - 1 the printed row is none of v",
)
def multi_hot_repaired(at: Operands) -> Truth:
    return _hot(0, 1) & _hot(LETTERS, 2)


@of_histories.states("an MLP makes u of v with u_i = 1 iff i = r'(y_1, y_2); all others are 0")
def one_hot(at: Operands) -> Truth:
    place = 3 * (_r(1) - 1) + _r(2)
    u = at.MLP(point)
    return every(
        Columns(1, 9, "i"), lambda i: ((u[6 + i, 1] == 1) == (i == place)) & ((u[6 + i, 1] == 0) | (u[6 + i, 1] == 1))
    )


ngrams.part(
    "score(q_t, k_j) = <(t - h, -1), (1, j)> = -|j - t + h|,",
    "display",
)
ngrams.part(
    "which is maximized by j = t - h. At any time step t, the head h will attend to the symbol at position t - h.",
    "maximised",
)
ngrams.part(
    "Given the query q_(t-1), we want the attention function to be uniquely maximized by the key of the symbol at "
    "position t - h.",
    "previous_query",
)
ngrams.part("v_(i|Sigma|+j) = 1 if and only if r(y_i) = j.", "multi_hot")
ngrams.part(
    "We would like to transform this vector into a vector u such that u_i = 1 iff i = r'(y_1, ..., y_(n-1)). This is "
    "an instance of performing the logical AND operation, which can be implemented by an MLP.",
    "one_hot",
)
ngrams.reads("At any time step t, the head h will attend to the symbol at position t - h.", "t > h (any_time_step)")
