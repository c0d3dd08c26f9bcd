"""What the layer of App. A.2 computes (Kajitsuka & Sato 2024), as operands: scores a, softmax[a], averages, outputs.

Each is a table over the tokens of one sequence, computed once at a point. A point is a sequence, or a pair [X X'].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz, softmax
from exactua.papers.kajitsuka2024.data_set_operands import Vector, first, second
from exactua.papers.kajitsuka2024.rank_one_weights import heads, product_of, times
from exactua.papers.kajitsuka2024.theorem02_construction import W_K, W_O, W_Q, W_V, projected
from exactua.terms.tracing import Columns, MatrixOperand, Number, Row, point, row, total

attention = Chapter()


@dataclass(frozen=True)
class Sequence:
    """A sequence that steps speak of: the point itself, or X or X' of a pair. Its operands end in `name`."""

    name: str
    of: Callable[[Operands], MatrixOperand]

    def table(self, at: Operands, what: str) -> Row:
        """The operand `what` of this sequence."""
        table: Row = getattr(at, f"{what}_{self.name}")
        return table

    def token(self, at: Operands, k: Number) -> Vector:
        """X_{:,k}."""
        return lambda i: self.of(at)[i, k]

    def output(self, at: Operands, k: Number) -> Vector:
        """F(X)_{:,k}."""
        return lambda i: at.F(self.of(at))[i, k]

    def score(self, at: Operands, k: Number, j: Number) -> Number:
        """a_j, where a = (W_K X)^T (W_Q X_{:,k}), eq. (35), (36)."""
        return self.table(at, "scores")[(k - 1) * at.n + j]

    def scores(self, at: Operands, k: Number) -> Row:
        """a: n numbers."""
        return row(at.columns, lambda j: self.score(at, k, j))

    def weight(self, at: Operands, k: Number, j: Number) -> Number:
        """softmax[a]_j, the s^k_j of eq. (33)."""
        return self.table(at, "weights")[(k - 1) * at.n + j]

    def boltz(self, at: Operands, k: Number) -> Number:
        """boltz(a)."""
        return self.table(at, "boltz")[k]

    def average(self, at: Operands, k: Number) -> Number:
        """(v^T X) softmax[a]."""
        return self.table(at, "averages")[k]

    def averaged(self, at: Operands, k: Number) -> Vector:
        """X softmax[a], d numbers."""
        return lambda i: self.table(at, "averaged")[(k - 1) * at.d + i]

    def attended(self, at: Operands, k: Number) -> Vector:
        """W_O (W_V X) softmax[a]: what attention adds to token k, d numbers."""
        return lambda i: self.table(at, "attended")[(k - 1) * at.d + i]

    def of_value(self, at: Operands, j: Number) -> Vector:
        """W_O (W_V X)_{:,j}, d numbers."""
        value = times(at, W_V, self.token(at, j))
        return lambda i: total(heads(at), lambda h: W_O(at, i, h) * value(h))


def _table(at: Operands, width: Number, entry: Callable[[Number, Number], Number]) -> Row:
    """entry(k, 1), ..., entry(k, width) for all tokens k, one after the other."""

    def at_place(place: Number) -> Number:
        before = (place - 1) // width
        return entry(before + 1, place - before * width)

    return row(Columns(1, at.n * width, "p"), at_place)


def _describe(sequence: Sequence) -> None:
    def scores(at: Operands) -> Row:
        return _table(at, at.n, lambda k, j: product_of(at, W_K, sequence.token(at, j), W_Q, sequence.token(at, k)))

    def weights(at: Operands) -> Row:
        return _table(at, at.n, lambda k, j: softmax(sequence.scores(at, k), at.columns)[j])

    def boltz_values(at: Operands) -> Row:
        return row(Columns(1, at.n, "k"), lambda k: boltz(sequence.scores(at, k), at.columns))

    def averages(at: Operands) -> Row:
        def average(k: Number) -> Number:
            return total(at.columns, lambda j: projected(at, sequence.token(at, j)) * sequence.weight(at, k, j))

        return row(Columns(1, at.n, "k"), average)

    def averaged(at: Operands) -> Row:
        return _table(
            at, at.d, lambda k, i: total(at.columns, lambda j: sequence.token(at, j)(i) * sequence.weight(at, k, j))
        )

    def attended(at: Operands) -> Row:
        def value(k: Number, h: Number) -> Number:
            return total(at.columns, lambda j: times(at, W_V, sequence.token(at, j))(h) * sequence.weight(at, k, j))

        return _table(at, at.d, lambda k, i: total(heads(at), lambda h: W_O(at, i, h) * value(k, h)))

    for name, table in {
        "scores": scores,
        "weights": weights,
        "boltz": boltz_values,
        "averages": averages,
        "averaged": averaged,
        "attended": attended,
    }.items():
        table.__name__ = f"{name}_{sequence.name}"
        attention.operand(table)


ALONE: Final = Sequence("alone", lambda at: point)
"""X^(i), where a step speaks of one sequence."""
FIRST: Final = Sequence("first", first)
"""X = X^(i) of a pair."""
SECOND: Final = Sequence("second", second)
"""X' = X^(j) of a pair."""

for _one in (ALONE, FIRST, SECOND):
    _describe(_one)
