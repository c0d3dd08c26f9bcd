"""Heads of self-attention: their weights, their scores, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.json_values import array_at, built, object_at
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost
from exactua.networks.entries import variables_of
from exactua.networks.json_entries import EntryReader, matrices_data
from exactua.networks.matrices import Bias, Weights, product, shape, transposed


@dataclass(frozen=True, slots=True, init=False)
class AttentionHead:
    """One head: W_O is d x h; W_V, W_K and W_Q are h x d; b_Q has h entries (zeros if None).

    All entries are exact. h >= 1 is the head size (the paper's m). The query bias is that of footnote 1.
    Raises InputError for inexact entries, and for shapes that don't fit, with both shapes.
    Source: Yun et al. 2020, eq. (1) and footnote 1.

    >>> head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
    >>> head.scores(((1, 3),))
    ((mpq(1,1), mpq(3,1)), (mpq(3,1), mpq(9,1)))
    """

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
        d, h = len(exact["W_O"]), len(exact["W_O"][0])
        for name in ("W_V", "W_K", "W_Q"):
            if (len(exact[name]), len(exact[name][0])) != (h, d):
                raise InputError(
                    f"{name} is {shape(exact[name])}, W_O is {d} x {h}: "
                    f"W_O is d x h, so {name} must be h x d, {h} x {d}"
                )
        query_bias = matrices.bias((0,) * h if b_Q is None else b_Q, "b_Q")
        if len(query_bias) != h:
            raise InputError(
                f"b_Q has length {len(query_bias)}, W_Q is {h} x {d}: b_Q needs one entry for each row of W_Q"
            )
        for name, matrix in exact.items():
            object.__setattr__(self, name, matrix)
        object.__setattr__(self, "b_Q", query_bias)

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the head acts on."""
        return len(self.W_O)

    @property
    def size(self) -> int:
        """The head size h."""
        return len(self.W_V)

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
        return AttentionHead(W_O, W_V, W_K, W_Q, matrices.substituted_bias(self.b_Q, variables))

    def scores(self, Z: Matrix) -> Matrix:
        """The n x n score matrix (W_K Z)^T (W_Q Z + b_Q 1^T); column j has the scores that token j gives."""
        return product(transposed(product(self.W_K, Z)), matrices.plus_bias(product(self.W_Q, Z), self.b_Q))

    def cost(self, n: int) -> Cost:
        """What the head takes at a matrix with n columns: scores and hardmax are n x n matrices."""
        return Cost(n * n * (self.size + self.d) + 4 * n * self.size * self.d, n * (n + self.size + self.d))

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
        raise InputError(f"heads: {brief(heads)} is no list; write [AttentionHead(...), ...]")
    if not heads:
        raise InputError("an attention layer needs at least one head")
    for number, head in enumerate(heads, 1):
        if not isinstance(head, AttentionHead):
            raise InputError(f"head {number}: {brief(head)} is no head; write AttentionHead(W_O, W_V, W_K, W_Q)")
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
