"""The exchanged position itself (Hahn 2020, proof of Lemma 5, j = i): its query changes, and so all its weights.

One head with scores y_i y_j / 8 on words of as many 1 as -1, of which the first is exchanged. C_f = 1 and L = 1,
so that the paper's F = 2 C_f^L (||p_j|| + ||v_j||) is 2, and its A = F^2 / 8 is 1/2. D = 2, H = 1 and L_f = 1, so that
C = 2 (1 + e + 1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import pairs_of
from exactua.grids.finite import chosen, listed
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.pages import define
from exactua.terms.tracing import Number, Truth, exp, point, rational

LENGTHS = (4, 80)

query_exchanged = Claim(
    "hahn2020:query_exchanged",
    title="Proof of Lemma 5, j = i",
    source="Sec. 6, proof of Lemma 5",
    text="First, if j = i, this is bounded by (as n -> infinity) <= L_f (C^(2(k-1)) D + o(1)) <= C^(2k) D.",
    parameters=(
        Parameter("t", "which length", only=(1, 2)),
        Parameter("d", "entries of a token", only=(1,)),
        Parameter("n", "input length", follows=("t", LENGTHS)),
    ),
)


def _halves(n: int) -> list[tuple[tuple[int, ...]]]:
    """1, ..., 1, -1, ..., -1, and the same with -1 in the first place."""
    behind = (*(1,) * (n // 2 - 1), *(-1,) * (n // 2))
    return [((first, *behind),) for first in (1, -1)]


halves = chosen("as many 1 as -1, the first exchanged", "t", [listed(f"{n} tokens", _halves(n)) for n in LENGTHS])


@query_exchanged.network("f")
def layer(values: Mapping[str, Any]) -> Network:
    """y_i -> y_i + sum of softmax(y_i y_j / 8)_j y_j."""
    return Network(1, (SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [["1/8"]])]),), {"output": 1})


define(query_exchanged, C=lambda at: 2 * (1 + exp(1) + 1), D=lambda at: rational(2))


def _exchanged(at: Operands) -> Truth:
    """The second word of the pair is the one with -1 in the first place."""
    return point[1, 1] > point[1, at.n + 1]


def _change(at: Operands) -> Number:
    """y_1 - y'_1, which is at least 0."""
    return at.f(point.columns(1, at.n))[1, 1] - at.f(point.columns(at.n + 1, 2 * at.n))[1, 1]


@query_exchanged.proof_line(
    "'+ o(1)': ||b_i - b'_i|| <= H^(k-1) C^(2k-1) D / n, the bound from which it comes, for k = 1 and j = i",
    over=(pairs_of(halves),),
    given=_exchanged,
    survives=("hahn2020:query_exchanged.o_of_1@repaired", "hahn2020:query_exchanged.bounded"),
)
def o_of_1(at: Operands) -> Truth:
    return _change(at) - at.D <= at.C * at.D / at.n


@query_exchanged.repairs(
    "o_of_1",
    "||b_i - b'_i|| <= 2 with |y_j| = 1: heads average values",
    reason="the query at i is exchanged, so that all its weights change by O(1): for as many 1 as -1 the change of b_i "
    "tends to 2 tanh(1/8) > 0, by hand. It is bounded, which is what the induction needs",
    over=(pairs_of(halves),),
    given=_exchanged,
)
def o_of_1_repaired(at: Operands) -> Truth:
    return _change(at) - at.D <= 2


@query_exchanged.proof_line(
    "||y_i - y'_i|| <= C^(2k) D for k = 1 and j = i", over=(pairs_of(halves),), given=_exchanged
)
def bounded(at: Operands) -> Truth:
    return _change(at) <= at.C**2 * at.D


query_exchanged.part(
    "First, if j = i, this is bounded by (as n -> infinity) <= L_f (C^(2(k-1)) D + o(1)) <= C^(2k) D.",
    undecided="It is about every transformer and large n; `o_of_1` and `bounded` decide it for one head and two words.",
)
