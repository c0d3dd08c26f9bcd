"""Self-attention layers with softmax, evaluated to the letter of the formula on exact reals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.attention import AttentionHead, AttentionLayer, HeadLayer
from exactua.networks.costs import Cost
from exactua.networks.matrices import product, transposed
from exactua.numbers.messages import brief
from exactua.numbers.rationals import Matrix, Rational
from exactua.numbers.reals import exp
from exactua.plurals import counted

CAUSAL: Final = "causal"
Mask: TypeAlias = "str | tuple[tuple[bool, ...], ...] | None"
"""Which tokens a column attends to: None all, "causal" those up to itself, rows k of entries j: token j to token k."""


def softmax(scores: Sequence[Any], attended: Iterable[bool] | None = None) -> tuple[Any, ...]:
    """exp(s_k) / (sum of exp(s_l) over the attended l) at each attended k, 0 elsewhere; scores are exact numbers.

    Raises InputError where none is attended. Source: Kajitsuka and Sato 2024, Sec. 2.1, eq. (132).
    """
    marks = [True] * len(scores) if attended is None else list(attended)
    powers = [exp(score) if mark else Rational(0) for score, mark in zip(scores, marks, strict=True)]
    if not any(marks):
        raise InputError("softmax of no scores: at least one token must be attended")
    total: Any = Rational(0)
    for power in powers:
        total = total + power
    return tuple(power / total if mark else Rational(0) for power, mark in zip(powers, marks, strict=True))


@dataclass(frozen=True, slots=True, init=False)
class SoftmaxAttentionLayer(HeadLayer):
    """Z -> Z + sum over heads of W_O W_V Z softmax[(W_K Z)^T (W_Q Z + b_Q 1^T) + C], C of entries 0 and -infinity.

    Entries of weights are exact numbers: rationals or `Real`. `mask` says where C is 0: None everywhere, "causal" in
    rows k <= j of column j, or an n x n matrix of booleans, True at [k][j] where token j attends to token k; then it
    acts on matrices with n columns only. Raises InputError as `AttentionLayer` does, and for a mask that is not square
    or has a column without True. Source: Kajitsuka and Sato 2024, eq. (2), (132).
    """

    heads: tuple[AttentionHead, ...]
    mask: Mask

    def __init__(self, heads: Sequence[AttentionHead], mask: Any = None) -> None:
        object.__setattr__(self, "heads", AttentionLayer(heads).heads)  # heads are checked in one place
        object.__setattr__(self, "mask", _checked(mask))

    def at(self, variables: Mapping[str, Rational]) -> SoftmaxAttentionLayer:
        """The concrete layer that the template is where the variables have these values."""
        return SoftmaxAttentionLayer([head.at(variables) for head in self.heads], self.mask)

    def attended(self, column: int, n: int) -> tuple[bool, ...]:
        """Which of n tokens the token `column`, from 0, attends to. Raises InputError for another n than the mask's."""
        if self.mask is None:
            return (True,) * n
        if isinstance(self.mask, str):
            return tuple(k <= column for k in range(n))
        if len(self.mask) != n:
            raise InputError(
                f"the mask is {len(self.mask)} x {len(self.mask)}, and the matrix has {counted(n, 'column')}"
            )
        return tuple(row[column] for row in self.mask)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: each weight is over a sum of n exponentials."""
        exact = [head.cost(n) for head in self.heads]
        sums = len(self.heads) * n**3 * (self.d + 1)
        return Cost(sums + sum(one.multiplications for one in exact), 3 * self.d * max(one.numbers for one in exact))

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, without the checks of a call. Entries become reals."""
        result = Z
        for head in self.heads:
            columns = transposed(head.scores(Z))
            weights = tuple(softmax(column, self.attended(j, len(columns))) for j, column in enumerate(columns))
            result = matrices.plus(result, product(product(head.W_O, product(head.W_V, Z)), transposed(weights)))
        return result


def _checked(mask: Any) -> Mask:
    if mask is None or mask == CAUSAL:
        return mask  # type: ignore[no-any-return]
    rows = mask if isinstance(mask, (list, tuple)) else ()
    if not rows or not all(isinstance(row, (list, tuple)) and len(row) == len(rows) for row in rows):
        raise InputError(f'mask: {brief(mask)} is no mask; write None, "causal" or n rows of n booleans')
    made = tuple(tuple(row) for row in rows)
    for k, row in enumerate(made, 1):
        if not all(isinstance(entry, bool) for entry in row):
            raise InputError(f"mask: row {k} has an entry that is not True or False")
    for j, column in enumerate(zip(*made, strict=True), 1):
        if not any(column):
            raise InputError(f"mask: column {j} has no True, so token {j} would attend to nothing")
    return made
