"""Lemma 4 (Kajitsuka & Sato 2024, App. B.2): where the Boltzmann operator decreases in an argument.

    d boltz(a) / d a_i = p_i (1 + log p_i + S(p)),   below 0 where a_i < max_j a_j - log n - 1

A point is a vector a, one row of n entries; p = softmax(a). Derivatives are those of the quotient rule (`derivatives`).
The threshold is not the sharpest. The derivative is below 0 where sum_j (a_j - a_i - 1) e^(a_j - a_i) > 0: with
c = max_j a_j - a_i the maximum gives (c - 1) e^c, each other entry -1 or more, and -1 where it is a_i. So
(c - 1) e^c > n - 1 is enough and cannot be weakened; c = log n + 1 is more than it needs.
"""

from __future__ import annotations

from dataclasses import replace

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.derivatives import SMALL, boltz_by, entropy_by, log_partition_by, moved, near_quotient
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import (
    Columns,
    Number,
    Row,
    Truth,
    every,
    exp,
    greatest,
    implies,
    log,
    point,
    row,
    some,
    total,
    when,
)

ONE_ROW = Parameter("d", "number of rows of a point: a vector is one row", ladder=(1,))
ENTRIES = Parameter("n", "number of entries of a", ladder=(3, 1, 2))

statement = Chapter()
statement.requires("d = 1 (a is a vector)")(lambda at: at.d == 1)

vectors = vocabulary("vectors", [["0"], ["1"], ["5/2"], ["-3"]], order="orbits")
"""Vectors with entries 0, 1, 5/2, -3 up to their order, on which no step over them depends.

Their differences are on both sides of the thresholds of Lemmas 4 and 5 for n <= 5.
"""
ordered_vectors = replace(vectors, name="vectors in every order", kind="sequences")
"""All of these vectors."""


@statement.operand
def a(at: Operands) -> Row:
    """The vector a, shape (n,)."""
    return row(at.columns, lambda j: point[1, j])


@statement.operand
def p(at: Operands) -> Row:
    """The softmax of a, shape (n,)."""
    return boltzmann.softmax(at.a, at.columns)


@statement.operand
def boltz(at: Operands) -> Number:
    """boltz(a), (80)."""
    return boltzmann.boltz(at.a, at.columns)


@statement.operand
def log_partition(at: Operands) -> Number:
    """The logarithm of sum_i e^(a_i), (81)."""
    return boltzmann.log_partition(at.a, at.columns)


@statement.operand
def entropy(at: Operands) -> Number:
    """The entropy of p, (82)."""
    return boltzmann.entropy(at.p, at.columns)


@statement.operand
def partition(at: Operands) -> Number:
    """sum_i e^(a_i)."""
    return boltzmann.partition(at.a, at.columns)


@statement.operand
def largest(at: Operands) -> Number:
    """max_j a_j."""
    return greatest(at.columns, lambda j: at.a[j])


@statement.operand
def slope(at: Operands) -> Row:
    """The derivatives of boltz(a) by a_1, ..., a_n by the quotient rule, shape (n,)."""
    return row(at.columns, lambda i: boltz_by(at.a, at.columns, i))


def bracket(at: Operands, i: Number) -> Number:
    """1 + log p_i + S(p)."""
    return 1 + log(at.p[i]) + at.entropy


def below(at: Operands, i: Number) -> Truth:
    """(84) at i."""
    return at.a[i] < at.largest - log(at.n) - 1


def somewhere_below(at: Operands) -> Truth:
    """(84) at some i."""
    return some(at.columns, lambda i: below(at, i))


def _rest_below(at: Operands) -> Truth:
    """There are arguments besides the maximum, and all of them satisfy (84)."""
    return somewhere_below(at) & every(at.columns, lambda i: (at.a[i] == at.largest) | below(at, i))


# The lemma


@statement.proof_line(
    "B.2: the operator is monotonically decreasing when the maximum and the rest are far enough apart",
    over=(vectors,),
    given=_rest_below,
    flaw="reading",
    survives=("kajitsuka2024:lemma4.decreasing", "kajitsuka2024:lemma4.in_words@repaired"),
)
def in_words(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.slope[i] < 0)


@statement.repairs(
    "in_words",
    "it decreases in the rest of the arguments when the maximum and these are far enough apart",
    reason="in an argument that is the maximum alone it increases: with the others far below it is that argument",
    over=(vectors,),
    given=_rest_below,
)
def in_words_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda i: when(at.a[i] < at.largest, at.slope[i], -1) < 0)


@statement.proof_line(
    "(83): d boltz(a) / d a_i = p_i (1 + log p_i + S(p)) for each i, at vectors with entries 0, 1, 5/2, -3",
    over=(vectors,),
)
def derivative(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.slope[i] == at.p[i] * bracket(at, i))


@statement.proof_line(
    "(83), as a limit: the difference quotient for h = 1/1000 is within its remainder", over=(vectors,)
)
def derivative_as_limit(at: Operands) -> Truth:
    def near(i: Number) -> Truth:
        there = boltzmann.boltz(moved(at.a, at.columns, i, SMALL), at.columns)
        return near_quotient(at.p[i] * bracket(at, i), there, at.boltz, 3 + log(at.n))

    return every(at.columns, near)


@statement.proof_line(
    "(84): the derivative with respect to a_i is below 0 whenever a_i < max_j a_j - log n - 1, at vectors with "
    "entries 0, 1, 5/2, -3",
    over=(vectors,),
    given=somewhere_below,
)
def decreasing(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(below(at, i), at.slope[i] < 0))


@statement.proof_line(
    "(84): boltz is monotonically decreasing with respect to a_i there: smaller halfway up to the threshold, at "
    "vectors with entries 0, 1, 5/2, -3",
    over=(vectors,),
    given=somewhere_below,
)
def smaller_values(at: Operands) -> Truth:
    def smaller(i: Number) -> Truth:
        halfway = (at.largest - log(at.n) - 1 - at.a[i]) / 2
        return when(below(at, i), boltzmann.boltz(moved(at.a, at.columns, i, halfway), at.columns) - at.boltz, -1) < 0

    return every(at.columns, smaller)


def _far_enough(at: Operands, c: Number) -> Truth:
    return (c - 1) * exp(c) > at.n - 1


def at_threshold(at: Operands, c: Number | int) -> Row:
    """(a_1, ..., a_(n-1), x) with x = max_j a_j - log n - c - t, t the last entry of the point; n >= 2."""
    others = greatest(at.columns, lambda k: when(k < at.n, at.a[k], at.a[1]))
    return row(at.columns, lambda k: when(k < at.n, at.a[k], others - log(at.n) - c - at.a[at.n]))


@statement.proof_line(
    "(84), not said: a_n = max_j a_j - log n - 1 itself, and any t >= 0 less, will do where n >= 2 (t the last entry)",
    over=(ordered_vectors,),
    given=lambda at: (at.n >= 2) & (at.a[at.n] >= 0),
    said=False,
)
def threshold_itself(at: Operands) -> Truth:
    return boltz_by(at_threshold(at, 1), at.columns, at.n) < 0


@statement.proof_line(
    "(84), not said: it is enough that (c - 1) e^c > n - 1, c = max_j a_j - a_i",
    over=(vectors,),
    given=lambda at: some(at.columns, lambda i: _far_enough(at, at.largest - at.a[i])),
    said=False,
)
def sharper_threshold(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(_far_enough(at, at.largest - at.a[i]), at.slope[i] < 0))


@statement.proof_line(
    "(84), not said: and this is sharp: at (0, -c, ..., -c) the derivative is below 0 only then (c = 1/8, ..., 5)",
    given=lambda at: at.n >= 2,
    said=False,
)
def sharpest_threshold(at: Operands) -> Truth:
    def sharp(k: Number) -> Truth:
        slope = boltz_by(row(at.columns, lambda j: when(j == 1, 0, -k / 8)), at.columns, at.n)
        return equivalent(slope < 0, _far_enough(at, k / 8))

    return every(Columns(1, 40, "k"), sharp)


# (85) and (86): boltz is the difference of two functions


@statement.proof_line("(85): L(a) - S(p) = log(sum_j e^(a_j)) + sum_k p_k log p_k", over=(vectors,))
def difference(at: Operands) -> Truth:
    return at.log_partition - at.entropy == log(at.partition) + total(at.columns, lambda k: at.p[k] * log(at.p[k]))


@statement.proof_line("(85): = sum_k p_k log(p_k sum_j e^(a_j))", over=(vectors,))
def difference_joined(at: Operands) -> Truth:
    separate = log(at.partition) + total(at.columns, lambda k: at.p[k] * log(at.p[k]))
    return separate == total(at.columns, lambda k: at.p[k] * log(at.p[k] * at.partition))


@statement.proof_line("(85): = sum_k p_k log e^(a_k)", over=(vectors,))
def difference_cancelled(at: Operands) -> Truth:
    joined = total(at.columns, lambda k: at.p[k] * log(at.p[k] * at.partition))
    return joined == total(at.columns, lambda k: at.p[k] * log(exp(at.a[k])))


@statement.proof_line("(85): = sum_k p_k a_k", over=(vectors,))
def difference_averaged(at: Operands) -> Truth:
    cancelled = total(at.columns, lambda k: at.p[k] * log(exp(at.a[k])))
    return cancelled == total(at.columns, lambda k: at.p[k] * at.a[k])


@statement.proof_line("(85): = boltz(a)", over=(vectors,))
def difference_is_boltz(at: Operands) -> Truth:
    return at.log_partition - at.entropy == at.boltz


@statement.proof_line("(86): d boltz(a) / d a_i = d L(a) / d a_i - d S(p) / d a_i", over=(vectors,))
def derivative_of_difference(at: Operands) -> Truth:
    def difference_of(i: Number) -> Number:
        return log_partition_by(at.a, at.columns, i) - entropy_by(at.a, at.columns, i)

    return every(at.columns, lambda i: at.slope[i] == difference_of(i))
