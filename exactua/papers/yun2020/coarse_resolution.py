"""Lemma 10 is one-to-one (Yun et al. 2020, App. E.3.4): terms of coarser resolution can't cancel finer ones.

    l~_n - l~'_n = (l_n - l'_n) + delta^-d (l_(n-1) - l_n - l'_(n-1) + l'_n) + ...
                   + delta^(-nd) (l_n - l_1 - l'_n + l'_1)

for pairs (L, L') of Category 1. Ids are in units of delta, D = delta^-d; l~_n is the display of E.3.4, which `lemma10`
compares with the network. Term k is the one with the factor delta^(-kd), k = 0, ..., n.
"""

from __future__ import annotations

from math import comb

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, pairs_of, u
from exactua.papers.pages import Lines, let, per_box
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes
from exactua.terms.tracing import Columns, Number, Row, Truth, every, floor, implies, inside, point, row, total, when

pairs = pairs_of(category1)

coarse_resolution = Claim(
    "yun2020:coarse_resolution",
    title="Lemma 10 is one-to-one",
    source="App. E.3.4",
    text="If l~_n = l~'_n for increasing [l_1 ... l_n] and [l'_1 ... l'_n], then l_j = l'_j for all j in [n].",
    work=per_box(lambda d, n, m: comb(m**d, n) ** 2),  # The number of pairs
)
coarse_resolution.rests_on("column_id", where="App. E.3.4")
assume_throughout(coarse_resolution)
assume_two_cubes(coarse_resolution)
coarse_resolution.define(D)

# l_1, ..., l_n: the ids of L, shape (n,), in units of delta
let(coarse_resolution, l=lambda at: row(at.columns, lambda j: at.m * u.dot(point)[j]))


@coarse_resolution.operand
def l_prime(at: Operands) -> Row:
    """l'_1, ..., l'_n: the ids of L', shape (n,), in units of delta."""
    return row(at.columns, lambda j: at.m * u.dot(point)[at.n + j])


def top(at: Operands, ids: Row) -> Number:
    """The display of l~_n, in units of delta."""
    gaps = total(Columns(1, at.n - 1, "k"), lambda k: at.D**k * (ids[at.n - k] - ids[at.n - k + 1]))
    return ids[at.n] + gaps + at.D**at.n * (ids[at.n] - ids[1])


let(coarse_resolution, difference=lambda at: top(at, at.l) - top(at, at.l_prime))  # l~_n - l~'_n, in units of delta


@coarse_resolution.operand
def middle(at: Operands) -> Row:
    """Terms 1, ..., n - 1: delta^(-kd) (l_(n-k) - l_(n-k+1) - l'_(n-k) + l'_(n-k+1)), shape (n-1,), units of delta."""

    def term(k: Number) -> Number:
        j = at.n - k
        return at.D**k * (at.l[j] - at.l[j + 1] - at.l_prime[j] + at.l_prime[j + 1])

    return row(Columns(1, at.n - 1, "k"), term)


# Term n: delta^(-nd) (l_n - l_1 - l'_n + l'_1), in units of delta
let(coarse_resolution, last=lambda at: at.D**at.n * (at.l[at.n] - at.l[1] - at.l_prime[at.n] + at.l_prime[1]))


def remaining(at: Operands, k: Number | int) -> Number:
    """The sum of the terms after term k < n, in units of delta."""
    return total(Columns(k + 1, at.n - 1, "i"), lambda i: at.middle[i]) + at.last


def equal_beyond(at: Operands, j: Number) -> Truth:
    """l_i = l'_i for all i > j."""
    return every(Columns(j + 1, at.n, "i"), lambda i: at.l[i] == at.l_prime[i])


def first_difference(at: Operands, j: Number) -> Truth:
    """l_j != l'_j, and l_i = l'_i for all i > j."""
    return equal_beyond(at, j) & (at.l[j] != at.l_prime[j])


def last_ids_differ(at: Operands) -> Truth:
    """l_n != l'_n."""
    return at.l[at.n] != at.l_prime[at.n]


def second_to_last_differ(at: Operands) -> Truth:
    """l_n = l'_n and l_(n-1) != l'_(n-1)."""
    return (at.l[at.n] == at.l_prime[at.n]) & (at.l[at.n - 1] != at.l_prime[at.n - 1])


@coarse_resolution.proof_line(
    "E.3.1: [l_1 ... l_n] is in [0 : delta : delta^(-d+1) - delta]: its n entries are one number of that set",
    flaw="typo",
    survives=("yun2020:coarse_resolution.in_the_range@repaired", "yun2020:lemma10.one_to_one"),
    of="the statement of Lemma 10",
)
def in_the_range(at: Operands) -> Truth:
    return at.n == 1


of_pairs = Lines(coarse_resolution, over=(pairs,))


@of_pairs.repairs(
    "in_the_range",
    "E.3.1: every l_j is in [0 : delta : delta^(-d+1) - delta]",
    reason="[l_1 ... l_n] has n entries; the set stands for its n-th power",
)
def in_the_range_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda j: (floor(at.l[j]) == at.l[j]) & inside(at.l[j], 0, at.D - 1))


@of_pairs.proof_line(
    "E.3.4: l~_n - l~'_n = (l_n - l'_n) + delta^-d (l_(n-1) - l_n - l'_(n-1) + l'_n) + ..."
    " + delta^(-nd) (l_n - l_1 - l'_n + l'_1)"
)
def displayed(at: Operands) -> Truth:
    return at.difference == at.l[at.n] - at.l_prime[at.n] + remaining(at, 0)


@coarse_resolution.proof_line(
    "E.3.4: if l_n != l'_n, -delta^(-d+1) + delta <= l_n - l'_n", over=(pairs,), given=last_ids_differ
)
def first_term_low(at: Operands) -> Truth:
    return at.l[at.n] - at.l_prime[at.n] >= -at.D + 1


@coarse_resolution.proof_line("E.3.4: and l_n - l'_n <= delta^(-d+1) - delta", over=(pairs,), given=last_ids_differ)
def first_term_high(at: Operands) -> Truth:
    return at.l[at.n] - at.l_prime[at.n] <= at.D - 1


@of_pairs.proof_line(
    "E.3.4: delta^-d (l_(n-1) - l_n - l'_(n-1) + l'_n) can only have values 0, delta^(-d+1), -delta^(-d+1), ..."
)
def second_term_coarse(at: Operands) -> Truth:
    return at.D * floor(at.middle[1] / at.D) == at.middle[1]


@of_pairs.proof_line("E.3.4: the remaining terms have coarse resolution: so has every one of them")
def remaining_coarse(at: Operands) -> Truth:
    each = every(Columns(1, at.n - 1, "k"), lambda k: at.D * floor(at.middle[k] / at.D) == at.middle[k])
    return each & (at.D * floor(at.last / at.D) == at.last)


@coarse_resolution.proof_line(
    "E.3.4: they can never cancel l_n - l'_n and make the sum zero", over=(pairs,), given=last_ids_differ
)
def first_term_stays(at: Operands) -> Truth:
    return at.l[at.n] - at.l_prime[at.n] + remaining(at, 0) != 0


where_equal = Lines(coarse_resolution, over=(pairs,), given=lambda at: at.difference == 0)


@where_equal.proof_line("E.3.4: if l~_n = l~'_n, l_n = l'_n must hold")
def last_ids_equal(at: Operands) -> Truth:
    return at.l[at.n] == at.l_prime[at.n]


@coarse_resolution.proof_line(
    "E.3.4: if l_n = l'_n and l_(n-1) != l'_(n-1), the second term is >= -delta^(-2d+1) + delta^(-d+1)",
    over=(pairs,),
    given=second_to_last_differ,
)
def second_term_low(at: Operands) -> Truth:
    return at.middle[1] >= -(at.D**2) + at.D


@coarse_resolution.proof_line("E.3.4: and <= delta^(-2d+1) - delta^(-d+1)", over=(pairs,), given=second_to_last_differ)
def second_term_high(at: Operands) -> Truth:
    return at.middle[1] <= at.D**2 - at.D


@coarse_resolution.proof_line(
    "E.3.4: the remaining terms cannot cancel the second term", over=(pairs,), given=second_to_last_differ
)
def second_term_stays(at: Operands) -> Truth:
    return at.middle[1] + remaining(at, 1) != 0


@where_equal.proof_line("E.3.4: hence, if l~_n = l~'_n, l_(n-1) = l'_(n-1) must hold")
def second_to_last_equal(at: Operands) -> Truth:
    return at.l[at.n - 1] == at.l_prime[at.n - 1]


def term_of(at: Operands, j: Number) -> Number:
    """Term n - j, in which l_j - l'_j comes first, in units of delta."""
    return when(j == at.n, at.l[at.n] - at.l_prime[at.n], at.middle[at.n - j])


@of_pairs.proof_line(
    "E.3.4: we can proceed this way: where l_j differs first, its term is within"
    " +-(delta^(-(n-j+1)d+1) - delta^(-(n-j)d+1))"
)
def terms_bounded(at: Operands) -> Truth:
    def bounded(j: Number) -> Truth:
        bound = at.D ** (at.n - j + 1) - at.D ** (at.n - j)
        return inside(term_of(at, j), -bound, bound)

    return every(at.columns, lambda j: implies(first_difference(at, j), bounded(j)))


@of_pairs.proof_line("E.3.4: the terms after it are multiples of delta^(-(n-j+1)d+1)")
def terms_coarse(at: Operands) -> Truth:
    def coarse(j: Number) -> Truth:
        rest, unit = remaining(at, at.n - j), at.D ** (at.n - j + 1)
        return unit * floor(rest / unit) == rest

    return every(at.columns, coarse)


@of_pairs.proof_line("E.3.4: and cannot cancel it")
def terms_stay(at: Operands) -> Truth:
    def stays(j: Number) -> Truth:
        return term_of(at, j) + remaining(at, at.n - j) != 0

    return every(at.columns, lambda j: implies(first_difference(at, j), stays(j)))


@where_equal.states("E.3.4: if l~_n = l~'_n, l_j = l'_j must hold for all j in [n]")
def one_to_one(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.l[j] == at.l_prime[j])


coarse_resolution.part(
    "If l~_n = l~'_n for increasing [l_1 ... l_n] and [l'_1 ... l'_n], then l_j = l'_j for all j in [n].", "one_to_one"
)
