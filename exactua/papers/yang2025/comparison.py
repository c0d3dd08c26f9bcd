"""'Comparison' (Yang et al. 2025, draft, 'Recipes'): C_1 <= C_2 of counts that are stored divided by i + 1.

    gtz(X) = min(0.5/(i+1), X/(i+1) - 0.5/(i+1)) - min(0, X/(i+1))

gtz is 0.5/(i+1) at X = 1, 2, ... and -0.5/(i+1) at X = 0, -1, ...; at X = 1/2 it is 0. So C_1 <= C_2 is gtz(C_2 - C_1 +
1), and not gtz(C_2 - C_1 + 0.5). Rows of a point: -+1/(i+1), -+C_1/(i+1), -+C_2/(i+1), and 0, 0 for the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.finite import listed
from exactua.networks import Layer, LayerNormalisation, Network
from exactua.papers.pages import Lines, let
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, neurons, relu, rows
from exactua.terms.tracing import MatrixOperand, Number, Truth, every, point, when

comparison = Claim(
    "yang2025:comparison",
    title="Comparison",
    source=DRAFT + "'Recipes', 'Comparison'",
    text="gtz(C_2(i) - C_1(i) + 0.5) equals 0.5/(i+1) if C_1(i) <= C_2(i), and -0.5/(i+1) otherwise. We use W_2 to "
    "compute 0.5/(i+1) + ReLU(0.5/(i+1) - (C_2(i)-C_1(i)+0.5)/(i+1)) - ReLU(0.5/(i+1) - (C_2(i)-C_1(i)-0.5)/(i+1)) "
    "which equals gtz(C_2(i)-C_1(i)). f truncates all positive values in the residual stream to be 0.5/(i+1) at "
    "position i, and all nonpositive values to be -0.5/(i+1). As a result, the next application of LayerNorm scales "
    "every single value to +-1. In particular, all previously-computed Boolean values are preserved, and the "
    "newly-computed dimensions 2k_3-1, 2k_3 hold the correct Boolean value based on the desired comparison.",
    parameters=(rows(8, "1/(i+1), C_1/(i+1), C_2/(i+1), the result, each twice"), ONE_COLUMN),
)


def _column(i: int, *counts: int) -> list[list[str]]:
    pairs = [f"{sign}{count}/{i + 1}" for count in (1, *counts) for sign in ("-", "")]
    return [[entry] for entry in [*pairs, "0", "0"]]


counts = listed(
    "i in {0, 1, 3}, counts 0, ..., i + 1",
    [_column(i, C_1, C_2) for i in (0, 1, 3) for C_1 in range(i + 2) for C_2 in range(i + 2)],
)

before = listed(
    "i in {0, 1, 3}, a Boolean value, a count 0, ..., i + 1",
    [
        [*_column(i, 0, C)[:2], [-b], [b], *_column(i, 0, C)[4:]]
        for i in (0, 1, 3)
        for b in (1, -1)
        for C in range(i + 2)
    ],
)

let(
    comparison,
    unit=lambda at: point[2, 1],  # 1/(i+1)
    C_1=lambda at: point[4, 1] / point[2, 1],
    C_2=lambda at: point[6, 1] / point[2, 1],
)


def _gtz(at: Operands, X: Number) -> Number:
    """gtz(X), of its display."""
    half, x = at.unit / 2, X * at.unit
    return when(half < x - half, half, x - half) - when(x < 0, x, 0)


def _compare(rows_of: Mapping[int, tuple[Mapping[int, int], int]]) -> Layer:
    """Row r becomes sign gtz(x), x = X/(i+1) a sum of rows: gtz is u/2 - ReLU(u - x) + ReLU(-x), u in row 2."""
    hidden: list[tuple[Mapping[int, int], int]] = [({2: 1}, 0)]
    out: dict[int, Sequence[str | int]] = {}
    columns: dict[int, dict[int, str | int]] = {}
    for row, (x, sign) in rows_of.items():
        first = len(hidden)
        below = {r: -w for r, w in x.items()}
        hidden += [({**below, 2: below.get(2, 0) + 1}, 0), (below, 0), ({row: 1}, 0), ({row: -1}, 0)]
        columns[row] = {0: f"{sign}/2", first: -sign, first + 1: sign, first + 2: -1, first + 3: 1}
    for row, entries in columns.items():
        out[row] = [entries.get(k, 0) for k in range(len(hidden))]
    return neurons(8, hidden, out)


PRINTED: Mapping[int, tuple[Mapping[int, int], int]] = {
    **{r: ({r: 1}, 1) for r in range(1, 7)},
    7: ({6: 1, 4: -1}, 1),
    8: ({6: 1, 4: -1}, 1),
}
"""gtz(v_r) in each row, and gtz(C_2 - C_1) in both rows of the result."""
MENDED: Mapping[int, tuple[Mapping[int, int], int]] = {
    **{r: ({r + r % 2: 1}, 1 - 2 * (r % 2)) for r in range(1, 7)},
    7: ({6: 1, 4: -1, 2: 1}, -1),
    8: ({6: 1, 4: -1, 2: 1}, 1),
}
"""gtz of the even rows, minus it in the odd ones, and gtz(C_2 - C_1 + 1) for the result."""


@comparison.network("printed")
def as_printed(values: Mapping[str, Any]) -> Network:
    f = _compare(PRINTED)
    return Network(8, (f, LayerNormalisation([1] * 8, [0] * 8)), {"f": 1, "output": 2})


@comparison.network("mended")
def with_signs(values: Mapping[str, Any]) -> Network:
    f = _compare(MENDED)
    return Network(8, (f, LayerNormalisation([1] * 8, [0] * 8)), {"f": 1, "output": 2})


of_counts = Lines(comparison, over=(counts,))


def _tells(at: Operands, X: Number) -> Truth:
    """gtz(X) is half a unit where C_1 <= C_2, else minus half a unit."""
    return _gtz(at, X) == when(at.C_1 <= at.C_2, at.unit / 2, -at.unit / 2)


@of_counts.states(
    "gtz(C_2 - C_1 + 0.5) equals 0.5/(i+1) if C_1 <= C_2, and -0.5/(i+1) otherwise",
    flaw="false",
    survives=("yang2025:comparison.told@repaired",),
)
def told(at: Operands) -> Truth:
    return _tells(at, at.C_2 - at.C_1 + "1/2")


@of_counts.repairs(
    "told",
    "gtz(C_2 - C_1 + 1) equals 0.5/(i+1) if C_1 <= C_2, and -0.5/(i+1) otherwise",
    reason="at C_1 = C_2 the argument is 0.5, where gtz is 0; gtz tells X >= 1 from X <= 0",
)
def told_repaired(at: Operands) -> Truth:
    return _tells(at, at.C_2 - at.C_1 + 1)


@of_counts.proof_line(
    "otherwise, C_2 - C_1 + 0.5 < -0.5",
    flaw="imprecise",
    given=lambda at: at.C_1 > at.C_2,
    survives=("yang2025:comparison.otherwise@repaired",),
)
def otherwise(at: Operands) -> Truth:
    return at.C_2 - at.C_1 + "1/2" < "-1/2"


@of_counts.repairs(
    "otherwise",
    "otherwise, C_2 - C_1 + 0.5 <= -0.5, and gtz of it is -0.5/(i+1)",
    reason="C_2 - C_1 may be -1",
    given=lambda at: at.C_1 > at.C_2,
)
def otherwise_repaired(at: Operands) -> Truth:
    X = at.C_2 - at.C_1 + "1/2"
    return (X <= "-1/2") & (_gtz(at, X) == -at.unit / 2)


@of_counts.states("what W_2 computes equals gtz(C_2 - C_1)")
def second_layer(at: Operands) -> Truth:
    u, X = at.unit, at.C_2 - at.C_1
    computed = u / 2 + relu(u / 2 - (X + "1/2") * u) - relu(u / 2 - (X - "1/2") * u)
    return computed == _gtz(at, X)


@of_counts.states("f truncates positive values to 0.5/(i+1) and nonpositive values to -0.5/(i+1), outside the result")
def truncated(at: Operands) -> Truth:
    def to_half(r: int) -> Truth:
        return at.printed(point, "f")[r, 1] == when(point[r, 1] > 0, at.unit / 2, -at.unit / 2)

    return to_half(1) & to_half(2) & to_half(3) & to_half(4) & to_half(5) & to_half(6)


def _all_one(at: Operands, Z: MatrixOperand) -> Truth:
    return every(at.rows, lambda i: (Z[i, 1] == 1) | (Z[i, 1] == -1))


@of_counts.states(
    "the next application of LayerNorm scales every single value to +-1",
    flaw="false",
    survives=("yang2025:comparison.scaled@repaired",),
)
def scaled(at: Operands) -> Truth:
    return _all_one(at, at.printed(point))


@of_counts.repairs(
    "scaled",
    "with minus gtz in the odd rows LayerNorm scales every single value to +-1; epsilon = 0",
    reason="the pair of a count 0 becomes two equal values, and so does the result: the mean is not 0",
)
def scaled_repaired(at: Operands) -> Truth:
    return _all_one(at, at.mended(point))


@comparison.states(
    "all previously-computed Boolean values are preserved: [-1; 1] and [1; -1] keep their signs", over=(before,)
)
def preserved(at: Operands) -> Truth:
    Z = at.printed(point)
    return (Z[3, 1] * point[3, 1] > 0) & (Z[4, 1] * point[4, 1] > 0)


def _boolean(at: Operands, Z: MatrixOperand) -> Truth:
    """The result is [-1; 1] where C_1 <= C_2, else [1; -1]."""
    expected: Number = when(at.C_1 <= at.C_2, 1, -1)
    return (Z[8, 1] == expected) & (Z[7, 1] == -expected)


@of_counts.states(
    "the newly-computed dimensions 2k_3-1, 2k_3 hold the correct Boolean value of C_1 <= C_2",
    flaw="false",
    survives=("yang2025:comparison.result@repaired",),
)
def result(at: Operands) -> Truth:
    return _boolean(at, at.printed(point))


@of_counts.repairs(
    "result",
    "with -gtz(C_2 - C_1 + 1) and gtz(C_2 - C_1 + 1) the dimensions 2k_3-1, 2k_3 hold the correct Boolean value of "
    "C_1 <= C_2",
    reason="f prints the same value in both dimensions, and gtz(C_2 - C_1) is for C_1 < C_2",
)
def result_repaired(at: Operands) -> Truth:
    return _boolean(at, at.mended(point))


comparison.part("gtz(C_2(i) - C_1(i) + 0.5) equals 0.5/(i+1) if C_1(i) <= C_2(i), and -0.5/(i+1) otherwise.", "told")
comparison.part(
    "We use W_2 to compute 0.5/(i+1) + ReLU(0.5/(i+1) - (C_2(i)-C_1(i)+0.5)/(i+1)) - ReLU(0.5/(i+1) - "
    "(C_2(i)-C_1(i)-0.5)/(i+1)) which equals gtz(C_2(i)-C_1(i)).",
    "second_layer",
)
comparison.part(
    "f truncates all positive values in the residual stream to be 0.5/(i+1) at position i, and all nonpositive "
    "values to be -0.5/(i+1).",
    "truncated",
)
comparison.part("As a result, the next application of LayerNorm scales every single value to +-1.", "scaled")
comparison.part(
    "In particular, all previously-computed Boolean values are preserved, and the newly-computed dimensions 2k_3-1, "
    "2k_3 hold the correct Boolean value based on the desired comparison.",
    "preserved",
    "result",
)
comparison.reads(
    "all previously-computed Boolean values are preserved,",
    "their signs are; that they are +-1 again is the sentence before (scaled)",
)
