"""Corollary 2 (Hahn 2020, Sec. 5): transformers with hard attention cannot model PARITY or 2DYCK.

Decided for a family of one layer: a head's score is u x_j + v j with u, v in {-1, 0, 1}, three different heads in a
layer, and y_n^(1) has what each head attends to, so that f^act may be any function. Two words with the same y_n^(1),
one in the language and one not, are not told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.categories import pairs_of
from exactua.grids.words import words
from exactua.networks import Network
from exactua.papers.hahn2020.bit_strings import ALL_SCORES, BIT, Scores, bits, one_layer, ones, same_column, sizes
from exactua.terms.tracing import Columns, MatrixOperand, NetworkOperand, Number, Truth, every, point, total

HEADS = 3
strings = words("bit strings", bits(HEADS), "3..4")
brackets = words("words of ( and )", bits(HEADS, "( )"), "3..4")

corollary2 = Claim(
    "hahn2020:corollary2",
    title="Corollary 2",
    source="Sec. 5",
    text="Transformers with hard attention cannot model PARITY or 2DYCK.",
    parameters=sizes(strings),
)
corollary2.rests_on("hahn2020:theorem1", where="Sec. 5, proof of Corollary 2")

Heads = tuple[Scores, ...]
LAYERS: tuple[Heads, ...] = tuple(combinations([scores for scores in ALL_SCORES if scores[2] == 0], HEADS))
"""The 84 layers of three different heads with w = 0, in one order."""


@corollary2.family("layer", LAYERS)
def layer(values: Mapping[str, Any], scores: Heads) -> Network:
    """The layer with these heads."""
    return one_layer(scores)


def _first(at: Operands) -> MatrixOperand:
    return point.columns(1, at.n)


def _second(at: Operands) -> MatrixOperand:
    return point.columns(at.n + 1, 2 * at.n)


def _same_output(at: Operands, f: NetworkOperand) -> Truth:
    """y_n is the same for both words of a pair."""
    return same_column(f(_first(at)), f(_second(at)), at.d, at.n)


def _other_parity(at: Operands) -> Truth:
    return ones(_first(at), at.n) % 2 != ones(_second(at), at.n) % 2


def well_bracketed(matrix: MatrixOperand, length: Number) -> Truth:
    """Whether a word of brackets, 0 for ( and 1 for ), is in 1DYCK: no height is below 0, and the last one is 0."""

    def height(j: Number) -> Number:
        return total(Columns(1, j, "k"), lambda k: 1 - 2 * matrix[BIT, k])

    return every(Columns(1, length), lambda j: height(j) >= 0) & (height(length) == 0)


@corollary2.states(
    "PARITY: for each of the 84 layers of three different heads with scores u x_j + v j there are two words of 4 bits, "
    "one in PARITY and one not, with the same y_n^(1)",
    over=(pairs_of(strings),),
    given=lambda at: (at.n == 5) & (ones(_first(at), at.n) % 2 == 0) & _other_parity(at),
    fold="some",
)
def parity(at: Operands) -> OfSeveral:
    return for_all_of(at.layer, lambda f: _same_output(at, f))


@corollary2.states(
    "1DYCK, and thus 2DYCK: for each of the 84 layers of three different heads with scores u x_j + v j there are two "
    "words of 4 brackets, one in 1DYCK and one not, with the same y_n^(1)",
    over=(pairs_of(brackets),),
    given=lambda at: (at.n == 5) & well_bracketed(_first(at), at.n - 1) & ~well_bracketed(_second(at), at.n - 1),
    fold="some",
)
def one_dyck(at: Operands) -> OfSeveral:
    return for_all_of(at.layer, lambda f: _same_output(at, f))


@corollary2.proof_line("flipping a single input bit changes the value of PARITY", over=(pairs_of(strings),))
def sensitive(at: Operands) -> Truth:
    differences = total(Columns(1, at.n), lambda j: (_first(at)[BIT, j] - _second(at)[BIT, j]) ** 2)
    return (differences != 1) | _other_parity(at)


@corollary2.proof_line(
    "not said: one of these layers tells PARITY of 3 bits: its heads attend to the first 1, the first 0, and to x_3 if "
    "it is 1",
    over=(pairs_of(strings),),
    given=lambda at: at.n == 4,
    said=False,
)
def three_bits(at: Operands) -> Truth:
    f = at.layer[LAYERS.index(((-1, 0, 0), (1, 0, 0), (1, 1, 0)))]
    return ~_other_parity(at) | ~_same_output(at, f)


corollary2.part(
    "Transformers with hard attention cannot model PARITY or 2DYCK.",
    "parity",
    "one_dyck",
    undecided="It is about every transformer, and words that are long enough; `parity` and `one_dyck` decide it for "
    "the 84 layers of three different heads with weights in {-1, 0, 1}, any f^act, and words of 4 bits or brackets.",
)
