"""Self-attention layers with softmax, evaluated to the letter of the formula on exact reals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import exp
from exactua.errors import InputError
from exactua.networks.attention import AttentionHead, AttentionLayer, HeadLayer
from exactua.networks.costs import Cost
from exactua.networks.masks import Mask, checked


def softmax(scores: Sequence[Any]) -> tuple[Any, ...]:
    """exp(s_k) / (sum of exp(s_l)) for each k; scores are exact numbers.

    Raises InputError for no scores. Source: Kajitsuka and Sato 2024, Sec. 2.1.
    """
    if not scores:
        raise InputError("softmax of no scores: give at least one")
    powers = [exp(score) for score in scores]
    total: Any = Rational(0)
    for power in powers:
        total = total + power
    return tuple(power / total for power in powers)


@dataclass(frozen=True, slots=True, init=False)
class SoftmaxAttentionLayer(HeadLayer):
    """Z -> Z + sum over heads of W_O W_V Z softmax[(W_K Z)^T (W_Q Z + b_Q 1^T) + C], C of entries 0 and -infinity.

    Entries of weights are exact numbers: rationals or `Real`. `mask` says where C is 0: None everywhere, "causal" in
    rows k <= j of column j, "strictly causal" in rows k < j, or an n x n matrix of booleans, True at [k][j] where token
    j attends to token k; then it acts on matrices with n columns only. A column of C without 0, the first one of a
    strictly causal mask, gets nothing from any head. Raises InputError as `AttentionLayer` does.
    Source: Kajitsuka and Sato 2024, eq. (2), (132).
    """

    heads: tuple[AttentionHead, ...]
    mask: Mask

    def __init__(self, heads: Sequence[AttentionHead], mask: Any = None) -> None:
        object.__setattr__(self, "heads", AttentionLayer(heads).heads)  # heads are checked in one place
        object.__setattr__(self, "mask", checked(mask))

    def at(self, variables: Mapping[str, Rational]) -> SoftmaxAttentionLayer:
        """The concrete layer that the template is where the variables have these values."""
        return SoftmaxAttentionLayer([head.at(variables) for head in self.heads], self.mask)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: each weight is over a sum of n exponentials."""
        exact = [head.cost(n) for head in self.heads]
        sums = len(self.heads) * n**3 * (self.d + 1)
        return Cost(sums + sum(one.multiplications for one in exact), 3 * self.d * max(one.numbers for one in exact))

    def weights(self, scores: Sequence[Any]) -> tuple[Any, ...]:
        """The softmax of the scores: reals."""
        return softmax(scores)
