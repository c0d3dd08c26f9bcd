"""Lemma 2 (Kajitsuka & Sato 2024, App. B.1, after Park et al. 2021): a unit vector that keeps points apart.

    (1 / |X|^2) sqrt(8 / (pi d)) ||x - x'||  <=  |v^T (x - x')|  <=  ||x - x'||   for any x, x' in X       (72)

For each X below a rational v is found (`separation`) and decided. 'For any finite subset X' is `kajitsuka_lemma_2` in
proofs/rocq: of the m <= |X| (|X| - 1) / 2 unit directions of differences choose the signs that make their sum w
longest. To turn one around makes it no longer, so each has |w^T u| >= 1, and ||w|| <= m: w / ||w|| has the factor
1 / m, which is greater than the printed one for |X| >= 2. For |X| = 0 the factor is 1 / 0, and nothing is said with it;
for |X| = 1 both sides are 0.
"""

from __future__ import annotations

from typing import Final

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.categories import pairs_of
from exactua.grids.finite import chosen, listed
from exactua.papers.kajitsuka2024.data_sets import DATA_SETS, tabulated, tokens
from exactua.papers.kajitsuka2024.separation import Token, rational_unit_vectors, unit_vector
from exactua.papers.kajitsuka2024.sequence_operands import (
    absolute,
    describe_list,
    described,
    minus,
    most_rows,
    norm,
    squared_norm,
)
from exactua.papers.pages import define, let
from exactua.terms.tracing import Number, Truth, number, pi, point, row, sqrt, total

_CUBE: Final = tokens(*((x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)))
_CIRCLE: Final = tokens((1, 0), ("3/5", "4/5"), (0, 1), ("-3/5", "4/5"), (-1, 0), ("-3/5", "-4/5"), (0, -1))

SETS: Final[tuple[tuple[str, int, tuple[Token, ...]], ...]] = (
    ("one point", 2, tokens((1, 2))),
    ("two points of the line", 1, tokens(0, 1)),
    ("five points of the line", 1, tokens(-3, "-1/2", 0, "1/3", 7)),
    ("seven points of a circle", 2, _CIRCLE),
    ("the corners of a cube", 3, _CUBE),
    ("no point", 2, ()),
    *(
        (f"V and 0, data set {k}: {data_set.about}", data_set.d, data_set.with_zero)
        for k, data_set in enumerate(DATA_SETS, 1)
        if data_set.with_zero not in [earlier.with_zero for earlier in DATA_SETS[: k - 1]]
    ),
)
"""Finite sets X: what they are, d, the points. The last ones are what Lemma 3 applies Lemma 2 to."""


def _unit_vector(d: int, points: tuple[Token, ...]) -> Token:
    return unit_vector(points) if points else next(rational_unit_vectors(d))


UNIT_VECTORS: Final = tuple(_unit_vector(d, points) for _, d, points in SETS)

lemma2 = Claim(
    "kajitsuka2024:lemma2",
    title="Lemma 2",
    source="App. B.1, (72)",
    text="Let d in N. Then, for any finite subset X of R^d, there exists a unit vector v in R^d such that "
    "(1/|X|^2) sqrt(8/(pi d)) ||x - x'|| <= |v^T (x - x')| <= ||x - x'|| holds for any x, x' in X.",
    parameters=(
        Parameter("data", f"which set X, 1 to {len(SETS)}", ladder=tuple(range(1, len(SETS) + 1))),
        Parameter("d", "entries of a point", follows=("data", tuple(d for _, d, _ in SETS))),
        Parameter("n", "columns of a point of X: 1", ladder=(1,)),
    ),
    work=lambda values: len(SETS[values["data"] - 1][2]) ** 2,
)
lemma2.assumes("Lemma 13 of Park et al. (2021)", where="App. B.1")
points: Final = chosen(
    "X", "data", [listed(what, [tuple((entry,) for entry in x) for x in given]) for what, _, given in SETS]
)
two_points: Final = pairs_of(points)
"""All ordered pairs of X, equal ones too: the point is [x x'], d x 2."""

describe_list(lemma2, "v", lambda: UNIT_VECTORS)

define(lemma2, size=lambda at: tabulated(at, [len(given) for _, _, given in SETS]))  # |X|


let(lemma2, v=lambda at: row(at.rows, lambda i: described(at, "v", most_rows(), i)))  # The unit vector


@lemma2.proof_line("|X| is the number of points", over=points, fold="sum", bound=lambda at: at.size, relation="=")
def number_of_points(at: Operands) -> Number:
    return number(1)


@lemma2.states("v is a unit vector of R^d")
def unit(at: Operands) -> Truth:
    return total(at.rows, lambda i: at.v[i] ** 2) == 1


def _gap(i: Number) -> Number:
    """Entry i of x - x'."""
    return point[i, 1] - point[i, 2]


def _along(at: Operands) -> Number:
    """v^T (x - x')."""
    return total(at.rows, lambda i: at.v[i] * _gap(i))


@lemma2.states(
    "(72), left: (1 / |X|^2) sqrt(8 / (pi d)) ||x - x'|| <= |v^T (x - x')| for any x, x' in X", over=two_points
)
def equation72(at: Operands) -> Truth:
    return 1 / at.size**2 * sqrt(8 / (pi * at.d)) * norm(at, _gap) <= absolute(_along(at))


@lemma2.states("(72), right: |v^T (x - x')| <= ||x - x'|| for any x, x' in X", over=two_points)
def equation72_right(at: Operands) -> Truth:
    return absolute(_along(at)) <= norm(at, _gap)


@lemma2.proof_line("(72), left, squared: 8 ||x - x'||^2 <= pi d |X|^4 (v^T (x - x'))^2, without roots", over=two_points)
def equation72_squared(at: Operands) -> Truth:
    return 8 * squared_norm(at, minus(lambda i: point[i, 1], lambda i: point[i, 2])) <= (
        pi * at.d * at.size**4 * _along(at) ** 2
    )


lemma2.part("there exists a unit vector v in R^d", "unit", theorem="kajitsuka_lemma_2")
lemma2.part(
    "(1/|X|^2) sqrt(8/(pi d)) ||x - x'|| <= |v^T (x - x')| <= ||x - x'|| holds for any x, x' in X.",
    "equation72",
    "equation72_right",
    theorem="kajitsuka_lemma_2",
)
