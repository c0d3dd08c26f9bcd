"""Heads of self-attention: their weights and scores, masks, and what the hardmax makes of scores."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

from exactua.arithmetic.json_values import array_at, boolean_at, built, kind, object_at
from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import plain
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost
from exactua.networks.entries import EntryReader, matrices_data, variables_of
from exactua.networks.matrices import Bias, Weights, product, shape, transposed
from exactua.plurals import counted
from exactua.reprs import ShortRepr

CAUSAL: Final = "causal"
STRICTLY_CAUSAL: Final = "strictly causal"
NAMED: Final = (CAUSAL, STRICTLY_CAUSAL)
"""Masks that fit matrices with any number of columns."""

Mask: TypeAlias = "str | tuple[tuple[bool, ...], ...] | None"
"""Which tokens a token attends to: None all, "causal" those up to itself, "strictly causal" those before it, rows k of
entries j: token j to token k."""


def checked_mask(mask: Any) -> Mask:
    """The mask with its rows as tuples.

    Raises InputError for a matrix that is not square, for entries that are no booleans, and for a column without True:
    a token that attends to nothing is the first one under "strictly causal" alone, and gets nothing from any head.
    """
    if mask is None or (isinstance(mask, str) and mask in NAMED):
        return mask
    rows = plain(mask)
    rows = list(map(plain, rows)) if isinstance(rows, (list, tuple)) else ()
    if not rows or not all(isinstance(row, (list, tuple)) and len(row) == len(rows) for row in rows):
        given = "a function" if callable(mask) else brief(mask)
        raise InputError(
            f'mask: {given} is not a mask; write None, "{CAUSAL}", "{STRICTLY_CAUSAL}" or n rows of n booleans, such as'
            " [[k <= j for j in range(n)] for k in range(n)]"
        )
    matrix = tuple(tuple(map(plain, row)) for row in rows)
    for k, row in enumerate(matrix, 1):
        for j, entry in enumerate(row, 1):
            if not isinstance(entry, bool):
                raise InputError(f"mask: row {k} has an entry that is not True or False: {brief(entry)} in column {j}")
    for j, column in enumerate(zip(*matrix, strict=True), 1):
        if not any(column):
            raise InputError(f"mask: column {j} has no True, so token {j} would attend to nothing")
    return matrix


def attended(mask: Mask, j: int, n: int) -> tuple[int, ...]:
    """The tokens that token j of n attends to, all from 0. Raises InputError for another n than that of the mask."""
    if mask is None:
        return tuple(range(n))
    if isinstance(mask, str):
        return tuple(range(j + 1 if mask == CAUSAL else j))
    if len(mask) != n:
        raise InputError(f"the mask is {len(mask)} x {len(mask)}, but the matrix has {counted(n, 'column')}")
    return tuple(k for k, row in enumerate(mask) if row[j])


def mask_data(mask: Mask) -> Any:
    """A mask as JSON data."""
    return [list(row) for row in mask] if isinstance(mask, tuple) else mask


def mask_at(data: object, where: str) -> object:
    """The mask that JSON data is, as a layer takes it. Raises InputError, naming `where`, for other entries."""
    if data is None or (isinstance(data, str) and data in NAMED):
        return data
    if not isinstance(data, list):
        given = json.dumps(data) if isinstance(data, str) and len(data) <= 40 else kind(data)
        raise InputError(
            f'{where}: {given} is not a mask; write null, "{CAUSAL}", "{STRICTLY_CAUSAL}" or n rows of n booleans'
        )
    return [
        [boolean_at(entry, f"{where}[{k}]") for entry in array_at(row, f"{where}[{k}]")]
        for k, row in enumerate(array_at(data, where))
    ]


def mask_in_words(mask: Mask) -> str:
    """What the columns attend to, behind other words, where that is not everything."""
    if mask is None:
        return ""
    if isinstance(mask, str):
        return f", {mask} mask"
    return f", mask = [{'; '.join(' '.join('1' if entry else '0' for entry in row) for row in mask)}]"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class AttentionHead(ShortRepr):
    """One head: W_O is d x m_v, W_V is m_v x d; W_K and W_Q are m_k x d; b_Q has m_k entries (zeros if None).

    All entries are exact, unit 1. m_v and m_k are at least 1; in the paper both are m, the head size. The query bias is
    that of footnote 1. Raises InputError for inexact entries, and for shapes that don't fit, with both shapes.
    Source: Yun et al. 2020, eq. (1) and footnote 1.

    >>> head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    >>> head.scores(((1, 3),))
    ((mpq(1,1), mpq(3,1)), (mpq(3,1), mpq(9,1)))
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    W_O: Weights
    W_V: Weights
    W_K: Weights
    W_Q: Weights
    b_Q: Bias

    def __init__(
        self,
        W_O: Sequence[Sequence[Any]],
        W_V: Sequence[Sequence[Any]],
        W_K: Sequence[Sequence[Any]],
        W_Q: Sequence[Sequence[Any]],
        b_Q: Sequence[Any] | None = None,
    ) -> None:
        given = {"W_O": W_O, "W_V": W_V, "W_K": W_K, "W_Q": W_Q}
        exact = {name: matrices.weights(rows, name) for name, rows in given.items()}
        d, m_v, m_k = len(exact["W_O"]), len(exact["W_O"][0]), len(exact["W_K"])
        if shape(exact["W_V"]) != f"{m_v} x {d}":
            raise InputError(
                f"W_V is {shape(exact['W_V'])}, W_O is {d} x {m_v}: W_O is d x m_v, so W_V must be m_v x d, {m_v} x {d}"
            )
        if len(exact["W_K"][0]) != d:
            raise InputError(
                f"W_K is {shape(exact['W_K'])}, W_O is {d} x {m_v}: W_O has d rows, so W_K must be m_k x d, {m_k} x {d}"
            )
        if shape(exact["W_Q"]) != f"{m_k} x {d}":
            raise InputError(
                f"W_Q is {shape(exact['W_Q'])}, W_K is {m_k} x {d}: W_K is m_k x d, so W_Q must be m_k x d, {m_k} x {d}"
            )
        query_bias = matrices.bias((0,) * m_k if b_Q is None else b_Q, "b_Q")
        if len(query_bias) != m_k:
            raise InputError(
                f"b_Q has length {len(query_bias)}, W_Q is {m_k} x {d}: b_Q needs one entry for each row of W_Q"
            )
        for name, matrix in exact.items():
            object.__setattr__(self, name, matrix)
        object.__setattr__(self, "b_Q", query_bias)

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the head acts on."""
        return len(self.W_O)

    @property
    def key_size(self) -> int:
        """m_k, the number of entries of a key and of a query."""
        return len(self.W_K)

    @property
    def value_size(self) -> int:
        """m_v, the number of entries of a value."""
        return len(self.W_V)

    @property
    def size(self) -> int:
        """The head size: the greater one of m_k and m_v, as rows of zeros make the smaller one as large."""
        return max(self.key_size, self.value_size)

    @property
    def parameters(self) -> int:
        """The number of entries of its matrices and its bias: 2d (m_k + m_v) + m_k."""
        return 2 * self.d * (self.key_size + self.value_size) + self.key_size

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        rows = (*self.W_O, *self.W_V, *self.W_K, *self.W_Q, self.b_Q)
        return variables_of(value for row in rows for value in row)

    def at(self, variables: Mapping[str, Rational]) -> AttentionHead:
        """The head with its affine entries evaluated. Raises InputError if a variable is missing."""
        W_O, W_V, W_K, W_Q = (
            matrices.substituted(matrix, variables) for matrix in (self.W_O, self.W_V, self.W_K, self.W_Q)
        )
        b_Q = matrices.substituted_bias(self.b_Q, variables)
        concrete = object.__new__(AttentionHead)  # what the template has been checked for holds in it
        for name, value in zip(self.__slots__, (W_O, W_V, W_K, W_Q, b_Q), strict=True):
            object.__setattr__(concrete, name, value)
        return concrete

    @property
    def function(self) -> tuple[Any, ...] | None:
        """What it adds with hardmax is told by this: W_O W_V, and W_K^T W_Q and W_K^T b_Q up to a factor above 0.

        None where it adds nothing, as W_O W_V is 0. Of concrete heads with rational weights.
        """
        values = product(self.W_O, self.W_V)
        if not any(map(any, values)):
            return None
        keys = transposed(self.W_K)
        asked = (*product(keys, self.W_Q), *product(keys, tuple((entry,) for entry in self.b_Q)))
        first = next((abs(entry) for row in asked for entry in row if entry), Rational(1))
        return values, tuple(tuple(entry / first for entry in row) for row in asked)

    def scores(self, Z: Matrix) -> Matrix:
        """The n x n score matrix (W_K Z)^T (W_Q Z + b_Q 1^T); column j has the scores that token j gives."""
        return product(transposed(product(self.W_K, Z)), matrices.plus_bias(product(self.W_Q, Z), self.b_Q))

    def cost(self, n: int) -> Cost:
        """What the head takes at a matrix with n columns: scores and hardmax are n x n matrices."""
        images = 2 * n * (self.key_size + self.value_size) * self.d
        return Cost(n * n * (self.key_size + self.d) + images, n * (n + self.size + self.d))

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data."""
        return matrices_data(self, ("W_O", "W_V", "W_K", "W_Q"), ("b_Q",))

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> AttentionHead:
        """The head with these fields. Raises InputError, with the path of what is wrong, for other data."""
        fields = object_at(data, where, ("W_O", "W_V", "W_K", "W_Q", "b_Q"))
        W_O, W_V, W_K, W_Q = (reader.matrix(fields[name], f"{where}.{name}") for name in ("W_O", "W_V", "W_K", "W_Q"))
        b_Q = reader.vector(fields["b_Q"], f"{where}.b_Q")
        return built(where, lambda: cls(W_O, W_V, W_K, W_Q, b_Q))

    def words(self) -> str:
        """The head for people, in one line."""
        named = {"W_O": self.W_O, "W_V": self.W_V, "W_K": self.W_K, "W_Q": self.W_Q, "b_Q": [self.b_Q]}
        return words.assignments(named)


def checked_heads(heads: Any) -> tuple[AttentionHead, ...]:
    """The heads of a layer. Raises InputError for none, for what is no head, and for heads with different d."""
    if not isinstance(heads, (list, tuple)):
        raise InputError(f"heads: {brief(heads)} is not a list; write [AttentionHead(...), ...]")
    if not heads:
        raise InputError("an attention layer needs at least one head")
    for number, head in enumerate(heads, 1):
        if not isinstance(head, AttentionHead):
            raise InputError(f"head {number}: {brief(head)} is not a head; write AttentionHead(W_O, W_V, W_K, W_Q)")
        if head.d != heads[0].d:
            raise InputError(
                f"head {number} has W_O {shape(head.W_O)}, head 1 has W_O {shape(heads[0].W_O)}: "
                f"all heads of a layer need the same d"
            )
    return tuple(heads)


def heads_at(reader: EntryReader, data: object, where: str) -> list[AttentionHead]:
    """The heads of a layer, from JSON data. Raises InputError as `AttentionHead.read` does."""
    return [AttentionHead.read(reader, head, f"{where}[{i}]") for i, head in enumerate(array_at(data, where))]


def weights_of(heads: Iterable[AttentionHead]) -> Iterable[matrices.Weights]:
    """All weight matrices, head by head."""
    return (matrix for head in heads for matrix in (head.W_O, head.W_V, head.W_K, head.W_Q))


class TieRule(StrEnum):
    """Which of k equally large scores the hardmax points at; the value is how certificates write it.

    >>> [rule.value for rule in TieRule]
    ['average', 'leftmost', 'rightmost']
    """

    AVERAGE = "average"
    """1/k at each of the k maximisers (Yun et al. 2020, App. A); it alone permutes with the columns."""

    LEFTMOST = "leftmost"
    """1 at the first maximiser, as `argmax` of most libraries."""

    RIGHTMOST = "rightmost"
    """1 at the last maximiser."""


def hardmax(scores: Sequence[Rational], tie_rule: TieRule = TieRule.AVERAGE) -> tuple[Rational, ...]:
    """The weights that the hardmax gives to `scores`, one column of the score matrix, unit 1; they sum to 1.

    With k largest scores: 1/k at each of them (`AVERAGE`), 1 at the first (`LEFTMOST`) or last (`RIGHTMOST`).
    Raises InputError for no scores. Source: Yun et al. 2020, App. A.

    >>> hardmax((1, 3, 3))
    (mpq(0,1), mpq(1,2), mpq(1,2))
    >>> hardmax((1, 3, 3), TieRule.LEFTMOST)
    (mpq(0,1), mpq(1,1), mpq(0,1))
    """
    if not scores:
        raise InputError("hardmax of no scores: give at least one")
    largest = max(scores)
    winners = [index for index, score in enumerate(scores) if score == largest]
    if tie_rule is TieRule.LEFTMOST:
        winners = winners[:1]
    elif tie_rule is TieRule.RIGHTMOST:
        winners = winners[-1:]
    weights = [Rational(0)] * len(scores)
    for winner in winners:
        weights[winner] = Rational(1, len(winners))
    return tuple(weights)
