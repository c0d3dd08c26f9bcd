"""Theorem 1 (Hahn 2020, Sec. 5): fixing a few inputs forces a hard attention transformer to ignore the others.

Decided for transformers of one layer and one head whose scores are u x_j + v j + w [j = n], with u, v, w in {-1, 0, 1}:
the restrictions 1 * ... * 1 and 0 * ... * 0 leave nothing of the bits in y_n^(1), whatever f^act makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.claims.several import OfSeveral, for_all_of, for_some_of
from exactua.grids.categories import pairs_of
from exactua.grids.words import words
from exactua.networks import Network
from exactua.papers.hahn2020.bit_strings import ALL_SCORES, PLACE, READ, Scores, bits, one_layer, same_column, sizes
from exactua.terms.tracing import NetworkOperand, Truth, point

LENGTHS = "3..6"
free = words("bit strings", bits(1), LENGTHS)
ones_at_ends = words("1 * ... * 1", bits(1), LENGTHS, where="1.*1")
zeros_at_ends = words("0 * ... * 0", bits(1), LENGTHS, where="0.*0")

theorem1 = Claim(
    "hahn2020:theorem1",
    title="Theorem 1",
    source="Sec. 5",
    text="Let any hard attention transformer be given, and let C in (0, 1). Then there is a restriction rho and an "
    "integer c > 0 such that |{i <= n: rho_n(i) = *}| >= C n (for all sufficiently large n) and such that the function "
    "computed by the transformer on the restricted input depends only on <= c inputs, independent of input length n.",
    parameters=sizes(free),
)
theorem1.rests_on("hahn2020:lemma4", where="Sec. 5, proof of Theorem 1")

RISING = tuple(scores for scores in ALL_SCORES if scores[0] >= 0)
FALLING = tuple(scores for scores in ALL_SCORES if scores[0] < 0)


@theorem1.family("rising", RISING)
def rising(values: Mapping[str, Any], scores: Scores) -> Network:
    """The head with these scores, u >= 0."""
    return one_layer([scores])


@theorem1.family("falling", FALLING)
def falling(values: Mapping[str, Any], scores: Scores) -> Network:
    """The head with these scores, u = -1."""
    return one_layer([scores])


def _ignores(at: Operands, f: NetworkOperand) -> Truth:
    """y_n is the same for both words of a pair."""
    return same_column(f(point.columns(1, at.n)), f(point.columns(at.n + 1, 2 * at.n)), at.d, at.n)


@theorem1.states(
    "for the 18 heads with u >= 0, on inputs restricted to 1 * ... * 1, y_n^(1) depends on no input",
    over=(pairs_of(ones_at_ends),),
)
def restricted_to_ones(at: Operands) -> OfSeveral:
    return for_all_of(at.rising, lambda f: _ignores(at, f))


@theorem1.states(
    "for the 9 heads with u = -1, on inputs restricted to 0 * ... * 0, y_n^(1) depends on no input",
    over=(pairs_of(zeros_at_ends),),
)
def restricted_to_zeros(at: Operands) -> OfSeveral:
    return for_all_of(at.falling, lambda f: _ignores(at, f))


@theorem1.states("with C = 1/4: at least C n of the n inputs are free, as 2 bits and the end are not")
def free_bits(at: Operands) -> Truth:
    return at.n - 3 >= at.n / 4


@theorem1.proof_line(
    "not said: without a restriction the head with the score x_j attends from n to each of 1, 2 and 3, according to the"
    " word",
    over=(free,),
    fold="some",
    said=False,
)
def unrestricted(at: Operands) -> OfSeveral:
    first_one = at.rising[RISING.index((1, 0, 0))]
    return for_all_of((1, 2, 3), lambda j: first_one(point)[PLACE + READ, at.n] == j)


@theorem1.proof_line(
    "not said: for the 18 heads with u >= 0 together the 1 at the right end is too little: restricted to * ... * 1, "
    "y_n^(1) of one of them depends on an input",
    over=(pairs_of(words("* ... * 1", bits(1), LENGTHS, where=".*1")),),
    fold="not each",
    said=False,
)
def one_end(at: Operands) -> OfSeveral:
    return for_some_of(at.rising, lambda f: _ignores(at, f))


theorem1.part(
    "Let any hard attention transformer be given, and let C in (0, 1). Then there is a restriction rho and an integer "
    "c > 0 such that |{i <= n: rho_n(i) = *}| >= C n (for all sufficiently large n) and such that the function "
    "computed by the transformer on the restricted input depends only on <= c inputs, independent of input length n.",
    "restricted_to_ones",
    "restricted_to_zeros",
    "free_bits",
    undecided="It is about every transformer and every large n; `restricted_to_ones` and `restricted_to_zeros` decide "
    "it for 27 heads at a few n, where two restricted bits leave c = 0 inputs.",
)
