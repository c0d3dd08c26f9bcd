"""Self-attention layers with softmax, evaluated to the letter of the formula on exact reals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.json_values import built, object_at
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import exp
from exactua.errors import InputError
from exactua.networks.attention import HeadLayer
from exactua.networks.costs import Cost
from exactua.networks.entries import EntryReader
from exactua.networks.heads import AttentionHead, Mask, checked_heads, checked_mask, heads_at, mask_at, mask_data


def softmax(scores: Sequence[Any]) -> tuple[Any, ...]:
    """exp(s_k) / (sum of exp(s_l)) for each k; scores are exact numbers, unit 1.

    Raises InputError for no scores. Source: Kajitsuka and Sato 2024, Sec. 2.1.

    >>> softmax((0, 0))
    (mpq(1,2), mpq(1,2))
    """
    if not scores:
        raise InputError("softmax of no scores: give at least one")
    powers = [exp(score) for score in scores]
    total: Any = Rational(0)
    for power in powers:
        total = total + power
    return tuple(power / total for power in powers)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SoftmaxAttentionLayer(HeadLayer):
    """Z -> Z + sum over heads of W_O W_V Z softmax[(W_K Z)^T (W_Q Z + b_Q 1^T) + C], C of entries 0 and -infinity.

    Weights are exact numbers, unit 1: rationals or `Real`. `mask` says where C is 0: None everywhere, "causal" in
    rows k <= j of column j, "strictly causal" in rows k < j, or an n x n matrix of booleans, True at [k][j] where token
    j attends to token k; then it acts on matrices with n columns only. A column of C without 0, the first one of a
    strictly causal mask, gets nothing from any head. Raises InputError as `AttentionLayer` does.
    Source: Kajitsuka and Sato 2024, eq. (2), (132).

    >>> layer = SoftmaxAttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])
    >>> layer([[0, 0]])
    ((mpq(0,1), mpq(0,1)),)
    """

    kind = name = "softmax attention"
    makes_reals = "softmax"
    heads: tuple[AttentionHead, ...]
    mask: Mask

    def __init__(self, heads: Sequence[AttentionHead], mask: Any = None) -> None:
        object.__setattr__(self, "heads", checked_heads(heads))
        object.__setattr__(self, "mask", checked_mask(mask))

    def at(self, variables: Mapping[str, Rational]) -> SoftmaxAttentionLayer:
        """The concrete layer that the template is where the variables have these values."""
        return SoftmaxAttentionLayer([head.at(variables) for head in self.heads], self.mask)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: each weight is over a sum of n exponentials."""
        exact = [head.cost(n) for head in self.heads]
        sums = len(self.heads) * n**3 * (self.d + 1)
        return Cost(
            sums + sum(cost.multiplications for cost in exact), 3 * self.d * max(cost.numbers for cost in exact)
        )

    def weights(self, scores: Sequence[Any]) -> tuple[Any, ...]:
        """The softmax of the scores: reals."""
        return softmax(scores)

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return {"heads": [head.data() for head in self.heads], "mask": mask_data(self.mask)}

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> SoftmaxAttentionLayer:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("heads", "mask"))
        heads, mask = heads_at(reader, fields["heads"], f"{where}.heads"), mask_at(fields["mask"], f"{where}.mask")
        return built(where, lambda: cls(heads, mask))

    def apply_otherwise(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, each column relative to one of its scores.

        softmax(s)_k = exp(s_k - s_1) / (sum of exp(s_l - s_1)), and the weighted sum of values is divided once at the
        end. `apply` takes exp of the scores themselves, normalises, and multiplies matrices as the formula says.
        """
        columns = tuple(zip(*Z, strict=True))
        result = []
        for j, column in enumerate(columns):
            tokens = [columns[k] for k in self.attended(j, len(columns))]
            added = list(column)
            for head in self.heads if tokens else ():
                for i, gain in enumerate(_gain(head, tokens, column)):
                    added[i] = added[i] + gain
            result.append(added)
        return tuple(zip(*result, strict=True))


def _gain(head: AttentionHead, tokens: Sequence[Sequence[Any]], column: Sequence[Any]) -> list[Any]:
    """What a head adds to a column that attends to these tokens."""
    query = [_dot(row, column) + bias for row, bias in zip(head.W_Q, head.b_Q, strict=True)]
    # W_K^T q once for the column: the score of a token is its product with it
    key = [_dot(weights, query) for weights in zip(*head.W_K, strict=True)]
    first = tokens[0]
    powers = [exp(_dot(key, [a - b for a, b in zip(token, first, strict=True)])) for token in tokens]
    norm = _total(powers)
    mixed = [_total(power * token[i] for power, token in zip(powers, tokens, strict=True)) for i in range(len(column))]
    values = [_dot(row, mixed) / norm for row in head.W_V]
    return [_dot(row, values) for row in head.W_O]


def _dot(row: Sequence[Any], column: Sequence[Any]) -> Any:
    return _total(a * b for a, b in zip(row, column, strict=True))


def _total(values: Iterable[Any]) -> Any:
    total: Any = Rational(0)
    for value in values:
        total = total + value
    return total
