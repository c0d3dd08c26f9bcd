"""'ALiBi Positional Encoding' (Yang et al. 2025, draft): a bias m <-(i-1), ..., -1, 0> on the scores of position i.

Uniform attention is not possible where all other scores are equal, as they are for equal tokens. Keys that know their
position may undo the bias: q_i = 1 and k_j = -m j.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.yang2025.recipes import DRAFT
from exactua.terms.tracing import Columns, Number, Row, Truth, every, row

alibi = Claim(
    "yang2025:alibi",
    title="ALiBi Positional Encoding",
    source=DRAFT + "'Positional Encodings', 'ALiBi Positional Encoding'",
    text="softmax(q_i K^T + m . <-(i-1), ..., -1, 0>) V. One expressivity issue with ALiBi is that uniform attention "
    "is not possible.",
    parameters=(
        Parameter("i", "the position that attends", ladder=(1, 2, 5)),
        Parameter("h", "m is 2^-h", least=0, ladder=(0, 8)),
    ),
)


def _weights(at: Operands, score: Callable[[Number], Number | int]) -> Row:
    """The weights of position i with these scores and the bias m (j - i), shape (i,)."""
    places = Columns(1, at.i, "j")
    return softmax(row(places, lambda j: score(j) + (j - at.i) / 2**at.h), places)


def _uniform(at: Operands, weights: Row) -> Truth:
    return every(Columns(1, at.i, "j"), lambda j: weights[j] == weights[1])


@alibi.states(
    "uniform attention is not possible where all q_i K^T are equal: the weights of position i differ; i >= 2, m = 2^-h",
    given=lambda at: at.i >= 2,
)
def not_uniform(at: Operands) -> Truth:
    return ~_uniform(at, _weights(at, lambda j: 0))


@alibi.proof_line(
    "uniform attention is not possible where q_i K^T is -m <1, ..., i>, as keys may have it that know their position",
    flaw="reading",
    given=lambda at: at.i >= 2,
    survives=("yang2025:alibi.not_uniform",),
)
def not_uniform_by_position(at: Operands) -> Truth:
    return ~_uniform(at, _weights(at, lambda j: -j / 2**at.h))


alibi.part("One expressivity issue with ALiBi is that uniform attention is not possible.", "not_uniform")
alibi.reads(
    "uniform attention is not possible",
    "where all other scores are equal, as for equal tokens; keys that know their position undo the bias "
    "(not_uniform_by_position)",
)
