"""Pairs of vectors whose different numbers lie more than delta apart: the points of Lemmas 1 and 7.

A point is [x y], two vectors of n numbers x_1 < ... < x_n side by side, d = 1. The vectors a and b are x and y times
-(delta + 1/4), so that a_1 > ... > a_n. delta is an integer: exponents are rational, and equalities of exponential sums
are decided by their terms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from exactua.arithmetic.number_reading import Written
from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec, n, pairs_of
from exactua.grids.finite import levels, listed, vocabulary
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    greatest,
    log,
    number,
    parameter,
    point,
    rational,
    row,
    when,
)

ONE_ROW = Parameter("d", "number of rows of a point: a vector is one row", ladder=(1,))
NUMBERS = Parameter("n", "how many numbers a vector has", ladder=(3, 1, 2, 4))
SEPARATION = Parameter("separation", "delta, an integer > 2 log n + 3", ladder=(6,))

MORE = when(n <= 3, 2, 1)
"""How many numbers more than n vectors are made of: for n >= 4 there would be many pairs with two."""

spaced = pairs_of(
    levels("n different numbers", (1 - n - MORE) / number(2), 1, n + MORE, order="orbits", repeats="forbidden")
)
"""All pairs of vectors whose numbers are different ones of n + 2 numbers around 0 for n <= 3, else of n + 1."""

dropping = pairs_of(
    levels("all but one of n + 1 numbers", -n / number(2), 1, n + 1, order="orbits", repeats="forbidden")
)
"""All pairs of vectors that have n of the n + 1 numbers -n/2, ..., n/2."""

crowded = pairs_of(vocabulary("numbers near each other", [["0"], ["1"], ["3/2"]], order="orbits"))
"""All pairs of vectors with the numbers 0, 1, 3/2: some equal, some less than delta apart."""

LEAST_SEPARATION = 4
"""The least integer delta that is greater than 2 log n + 3 for some n: for n = 1."""


def require_vectors(vectors: Sequence[Matrix], where: str) -> int:
    """The length n of vectors of one's own, each a matrix of one row.

    Raises InputError, beginning with `where`, for fewer than two, for unequal lengths, for one that is given twice and
    for one whose numbers do not decrease.
    """
    if len(vectors) < 2:
        raise InputError(f"{where}: the claim is about two vectors, and there is {len(vectors)}; give at least two")
    first: dict[Matrix, int] = {}
    for place, vector in enumerate(vectors, 1):
        if len(vector) != 1 or len(vector[0]) != len(vectors[0][0]):
            shapes = f"vector {place} is {len(vector)} x {len(vector[0])}, vector 1 is 1 x {len(vectors[0][0])}"
            raise InputError(f"{where}: {shapes}; all are of one row and of one length")
        if first.setdefault(vector, place) != place:
            raise InputError(f"{where}: vectors {first[vector]} and {place} are the same; give each once")
        for k, (a, b) in enumerate(pairwise(vector[0]), 1):
            if not a > b:
                raise InputError(
                    f"{where}: vector {place} has {written(a)} and behind it {written(b)}, numbers {k} and {k + 1}; "
                    "its numbers are to decrease"
                )
    return len(vectors[0][0])


def least_gap(vectors: Sequence[Matrix]) -> Rational:
    """The least distance of any two different numbers of vectors, of which there are two."""
    return min(b - a for a, b in pairwise(sorted({entry for vector in vectors for entry in vector[0]})))


def own_vectors(vectors: Sequence[Matrix]) -> DomainSpec:
    """All pairs of vectors of one's own: the points that are these vectors, times -(delta + 1/4)."""
    factor = parameter("separation") + rational("1/4")
    points = [[[-(rational(written(entry)) / factor) for entry in vector[0]]] for vector in vectors]
    return pairs_of(listed("vectors of one's own", points))


Pair = tuple[Row, Row]


def assume_separation(claim: Claim | Chapter) -> None:
    """d = 1 and delta > 2 log n + 3, (14); the claim gets the definition `spacing`."""
    claim.requires("d = 1 (a vector is one row)")(lambda at: at.d == 1)
    claim.requires("delta > 2 log n + 3")(lambda at: at.separation > 2 * log(at.n) + 3)
    claim.define(spacing)


def spacing(at: Operands) -> Number:
    """How far neighbours lie apart where the numbers of a point differ by 1: delta + 1/4."""
    return at.separation + rational("1/4")


class Entries(Row):
    """A row of numbers whose entries are written out where they are asked for: short terms, quickly verified."""

    __slots__ = ("entry",)

    def __init__(self, over: Columns, entry: Callable[[Number], Number]) -> None:
        super().__init__(row(over, entry).term)
        self.entry = entry

    def __getitem__(self, index: Number | Written) -> Number:
        return self.entry(number(index))


def multiples(at: Operands, factor: Number | int) -> Pair:
    """The vectors of a point times -factor: both are decreasing."""
    return (
        Entries(at.columns, lambda j: -(factor * point[1, j])),
        Entries(at.columns, lambda j: -(factor * point[1, at.n + j])),
    )


def magnitude(x: Number) -> Number:
    """|x|."""
    return when(x >= 0, x, -x)


def larger(x: Number, y: Number) -> Number:
    """max(x, y)."""
    return when(x >= y, x, y)


def largest_magnitude(at: Operands, a: Row, b: Row) -> Number:
    """The largest |a_j|, |b_j|."""
    return greatest(at.columns, lambda j: larger(magnitude(a[j]), magnitude(b[j])))


def positive_where(condition: Truth, x: Number) -> Truth:
    """x > 0 where the condition is true, x = 0 where it is not."""
    return when(condition, when(x > 0, 1, 0), when(x == 0, 1, 0)) == 1


def decreasing(at: Operands, a: Row, gap: Number | int) -> Truth:
    """a_i - a_j > gap for all i < j."""
    return every(at.columns, lambda i: every(Columns(i + 1, at.n, "l"), lambda j: a[i] - a[j] > gap))


def across(at: Operands, a: Row, b: Row, gap: Number | int) -> Truth:
    """a_i != b_j => |a_i - b_j| > gap, (115)."""

    def equal_or_apart(i: Number, j: Number) -> Truth:
        return (a[i] == b[j]) | ((a[i] - b[j]) ** 2 > gap**2)

    return every(at.columns, lambda i: every(Columns(1, at.n, "l"), lambda j: equal_or_apart(i, j)))


def differ_after(a: Row, b: Row, k: Number) -> Truth:
    """(116) of this k: (a_1, ..., a_k) = (b_1, ..., b_k) and a_{k+1} > b_{k+1}."""
    return every(Columns(1, k, "l"), lambda j: a[j] == b[j]) & (a[k + 1] > b[k + 1])
