"""Theorem 2 (Kajitsuka & Sato 2024, Sec. 3.4; proof in App. A.2): the network F, its weights and what it computes.

    F(Z) = Z + W_O (W_V Z) softmax[(W_K Z)^T (W_Q Z)],   W_K = u v^T, W_Q = u' v^T, W_V = u'' v^T, W_O = u''' u''^T

Two numbers are called delta, two are called r. Here delta and r are those of the theorem, (8) and (7); those of the
scores are `score_gap` = 2 log n + 3, (43), and `score_bound`, (37); delta' of (44) is `boltz_gap`.

Scores a, softmax[a], averages and outputs are tables over the tokens of one sequence, computed once at a point. A point
is a sequence, or a pair [X X'].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.categories import pairs_of
from exactua.networks import Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.boltzmann import boltz, softmax
from exactua.papers.kajitsuka2024.data_sets import data_sets, sequences
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    both_separated,
    describe_data,
    describe_list,
    describe_vocabulary,
    described,
    first,
    heads,
    inner,
    key_vector,
    most_rows,
    product_of,
    query_vector,
    second,
    separated,
    times,
)
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head, head_of_footnote2
from exactua.papers.pages import define, let
from exactua.terms.tracing import Columns, MatrixOperand, Number, Row, exp, log, number, pi, point, row, total

construction = Chapter()
describe_data(construction)
describe_vocabulary(construction)

both_sequences: Final = pairs_of(sequences)
"""All ordered pairs (X^(i), X^(j)), equal ones too: the point is [X X'], d x 2n."""

EACH: Final[dict[str, Any]] = {"over": sequences, "given": separated}
"""For any i in [N], where the sequence is as the theorem asks."""
BOTH: Final[dict[str, Any]] = {"over": both_sequences, "given": both_separated}
"""For any i, j in [N], where the sequences are as the theorem asks."""


def setting(values: Mapping[str, Any]) -> Setting:
    """What the weights of the chosen data set depend on."""
    data_set = data_sets()[values["data"] - 1]
    return Setting(values["n"], len(data_set.vocabulary), data_set.constants, data_set.unit_vector, values["s"])


@construction.network("F")
def attention(values: Mapping[str, Any]) -> Network:
    """The layer of App. A.2."""
    chosen = setting(values)
    return Network(chosen.d, (SoftmaxAttentionLayer([head(chosen)]),), {"output": 1})


@construction.network("F_footnote2")
def attention_of_footnote2(values: Mapping[str, Any]) -> Network:
    """The layer with the weights of footnote 2."""
    chosen, second = setting(values), data_sets()[values["data"] - 1].second_unit_vector
    return Network(chosen.d, (SoftmaxAttentionLayer([head_of_footnote2(chosen, second)]),), {"output": 1})


define(
    construction,
    score_gap=lambda at: 2 * log(at.n) + 3,  # delta = 2 log n + 3, eq. (43)
    # The right side of eq. (29)
    kappa=lambda at: (at.V + 1) ** 4 * (pi * at.d / 8) * (at.score_gap / (at.epsilon * at.r_min)),
    # r of eq. (37) and (44)
    score_bound=lambda at: (at.V + 1) ** 4 * pi * at.d * at.score_gap * at.r_max**2 / (8 * at.epsilon * at.r_min),
    boltz_gap=lambda at: log(at.n) ** 2 * exp(-2 * at.score_bound),  # delta' = (log n)^2 e^(-2 r), eq. (44)
    r=lambda at: at.r_max + at.epsilon / 4,  # Eq. (7)
    # Eq. (8)
    delta=lambda at: (
        2
        * log(at.n) ** 2
        * at.epsilon**2
        * at.r_min
        / (at.r_max**2 * (at.V + 1) ** 4 * (2 * log(at.n) + 3) * pi * at.d)
        * exp(-((at.V + 1) ** 4) * (2 * log(at.n) + 3) * pi * at.d * at.r_max**2 / (4 * at.epsilon * at.r_min))
    ),
)


# weights

describe_list(construction, "v", lambda: [data_set.unit_vector for data_set in data_sets()])

let(
    construction,
    v=lambda at: row(at.rows, lambda i: described(at, "v", most_rows(), i)),  # The unit vector of Lemma 3
    u=lambda at: key_vector(at),  # u in R^s
    u_query=lambda at: query_vector(at, at.kappa),  # u' in R^s
    u_value=lambda at: row(heads(at), lambda h: number(1)),  # u'' in R^s
    # u''' in R^d: epsilon / (4 r_max ||u''||^2) v
    u_output=lambda at: row(
        at.rows, lambda i: at.epsilon / (4 * at.r_max * inner(at, at.u_value, at.u_value)) * at.v[i]
    ),
)


def W_K(at: Operands, h: Number, i: Number) -> Number:
    """Entry (h, i) of u v^T."""
    return at.u[h] * at.v[i]


def W_Q(at: Operands, h: Number, i: Number) -> Number:
    """Entry (h, i) of u' v^T."""
    return at.u_query[h] * at.v[i]


def W_V(at: Operands, h: Number, i: Number) -> Number:
    """Entry (h, i) of u'' v^T."""
    return at.u_value[h] * at.v[i]


def W_O(at: Operands, i: Number, h: Number) -> Number:
    """Entry (i, h) of u''' u''^T."""
    return at.u_output[i] * at.u_value[h]


def projected(at: Operands, x: Vector) -> Number:
    """v^T x."""
    return total(at.rows, lambda i: at.v[i] * x(i))


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
        construction.operand(table)


ALONE: Final = Sequence("alone", lambda at: point)
"""X^(i), where a step speaks of one sequence."""
FIRST: Final = Sequence("first", first)
"""X = X^(i) of a pair."""
SECOND: Final = Sequence("second", second)
"""X' = X^(j) of a pair."""

for _one in (ALONE, FIRST, SECOND):
    _describe(_one)
