"""Lemma 7 (Kajitsuka & Sato 2024, App. B.3): boltz separates decreasing vectors that lie more than delta apart.

    (a_1, ..., a_k) = (b_1, ..., b_k), a_{k+1} > b_{k+1}, delta > 2 log n + 3
        =>  |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}

A point is a pair of vectors (`spaced_vectors`). (114) has i > j for i < j: as printed it excludes every n >= 2. The
lines of the proof are decided over `spaced`, where (115), and (114) with i < j, are always true. Much less than
2 log n + 3 is enough, and e^delta may stand for (log n)^2: docs/notes/separability.md.
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.boltzmann import boltz
from exactua.papers.kajitsuka2024.spaced_vectors import (
    Entries,
    across,
    assume_separation,
    crowded,
    decreasing,
    differ_after,
    magnitude,
    multiples,
    spaced,
)
from exactua.terms.tracing import Columns, Number, Row, Truth, every, exp, implies, log, number, when

statement = Chapter()
assume_separation(statement)
statement.requires("k <= n - 1")(lambda at: at.k <= at.n - 1)


@statement.operand
def a(at: Operands) -> Row:
    """The vector a, decreasing, shape (n,)."""
    return multiples(at, at.spacing)[0]


@statement.operand
def b(at: Operands) -> Row:
    """The vector b, decreasing, shape (n,)."""
    return multiples(at, at.spacing)[1]


@statement.operand
def boltz_a(at: Operands) -> Number:
    """boltz(a)."""
    return boltz(at.a, at.columns)


@statement.operand
def boltz_b(at: Operands) -> Number:
    """boltz(b)."""
    return boltz(at.b, at.columns)


@statement.operand
def bound(at: Operands) -> Number:
    """(log n)^2 e^{-(a_1 - b_{k+1})}, the separation that the lemma promises."""
    return log(at.n) ** 2 * exp(at.b[at.k + 1] - at.a[1])


def _apart(at: Operands) -> Truth:
    """(114), with i < j, and (115)."""
    delta = at.separation
    return decreasing(at, at.a, delta) & decreasing(at, at.b, delta) & across(at, at.a, at.b, delta)


def differ_at_k(at: Operands) -> Truth:
    """(116)."""
    return differ_after(at.a, at.b, at.k)


def _hypotheses(at: Operands) -> Truth:
    """(114), with i < j, (115) and (116)."""
    return _apart(at) & differ_at_k(at)


def _order_as_printed(at: Operands, vector: Row) -> Truth:
    """(114) of one vector: i > j => a_i - a_j > delta."""
    return every(at.columns, lambda i: every(Columns(1, i - 1, "l"), lambda j: vector[i] - vector[j] > at.separation))


@statement.proof_line(
    "(114): vectors in a decreasing order are delta-separated, that is, i > j => a_i - a_j, b_i - b_j > delta",
    over=(spaced,),
    flaw="typo",
    survives=("kajitsuka2024:lemma7.order@repaired",),
)
def order(at: Operands) -> Truth:
    return _order_as_printed(at, at.a) & _order_as_printed(at, at.b)


def _iff(p: Truth, q: Truth) -> Truth:
    """p if and only if q."""
    return when(p, 1, 0) == when(q, 1, 0)


def _tokenwise_separated(at: Operands) -> Truth:
    """The third condition of Definition 1: any two different numbers of both vectors lie more than delta apart."""
    return (
        across(at, at.a, at.a, at.separation)
        & across(at, at.b, at.b, at.separation)
        & across(at, at.a, at.b, at.separation)
    )


@statement.repairs(
    "order",
    "(114), (115): with i < j, both say what Definition 1 asks of two vectors in a decreasing order without duplicates",
    reason="a_i < a_j where i > j; i < j is meant",
    over=(spaced, crowded),
)
def order_repaired(at: Operands) -> Truth:
    return _iff(_apart(at), _tokenwise_separated(at) & decreasing(at, at.a, 0) & decreasing(at, at.b, 0))


@statement.proof_line(
    "(114), (115), with i < j: they are true of all vectors over which the lines of the proof are decided",
    over=(spaced,),
)
def all_apart(at: Operands) -> Truth:
    return _apart(at)


@statement.proof_line(
    "(117), with (114) as it is printed: |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}",
    over=(spaced, crowded),
    given=lambda at: order(at) & _hypotheses(at),
    flaw="typo",
    survives=("kajitsuka2024:lemma7.separated",),
)
def as_printed(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > at.bound


@statement.proof_line(
    "(117), with vectors in a decreasing order, of n of a few numbers: |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - "
    "b_{k+1})}",
    over=(spaced, crowded),
    given=_hypotheses,
)
def separated(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > at.bound


@statement.proof_line(
    "App. B.3, not said: boltz(b) is the greater where k >= 1, boltz(a) where k = 0",
    over=(spaced,),
    given=_hypotheses,
    said=False,
)
def which_is_greater(at: Operands) -> Truth:
    return when(at.k >= 1, at.boltz_b - at.boltz_a, at.boltz_a - at.boltz_b) > 0


# What the lemma needs


def _scaled(at: Operands, factor: Number) -> tuple[Number, Number]:
    """|boltz(a) - boltz(b)| and a_1 - b_{k+1} of the numbers of the point times `factor`."""
    a, b = multiples(at, factor)
    return magnitude(boltz(a, at.columns) - boltz(b, at.columns)), a[1] - b[at.k + 1]


@statement.proof_line(
    "(117), not said: it holds too where numbers lie exactly 2 log n + 3 apart",
    over=(spaced,),
    given=differ_at_k,
    said=False,
)
def at_the_threshold(at: Operands) -> Truth:
    difference, distance = _scaled(at, 2 * log(at.n) + 3)
    return difference > log(at.n) ** 2 * exp(-distance)


@statement.proof_line(
    "(117), not said: it holds of numbers that lie delta >= 3 apart with e^delta >= (log n)^2: 3 apart for n <= 88",
    over=(spaced,),
    given=lambda at: differ_at_k(at) & (log(at.n) ** 2 <= exp(number(3))),
    said=False,
)
def three_is_enough(at: Operands) -> Truth:
    difference, distance = _scaled(at, number(3))
    return difference > log(at.n) ** 2 * exp(-distance)


def _neighbours(at: Operands, delta: Number) -> Number:
    """boltz(b) - boltz(a) of a = (0, -delta, ..., -(n - 1) delta) and b = (0, -2 delta, ..., -n delta)."""
    a = Entries(at.columns, lambda j: (1 - j) * delta)
    b = Entries(at.columns, lambda j: when(j == 1, 0, -j * delta))
    return boltz(b, at.columns) - boltz(a, at.columns)


@statement.proof_line(
    "(117), not said: 1 apart is not enough for n >= 2: it fails of (0, -1, ..., -(n - 1)) and (0, -2, ..., -n)",
    said=False,
)
def one_is_not_enough(at: Operands) -> Truth:
    return implies(at.n >= 2, magnitude(_neighbours(at, number(1))) <= log(at.n) ** 2 * exp(number(-2)))


@statement.proof_line(
    "(117), not said: e^delta may stand for (log n)^2, where numbers lie delta >= 3 apart",
    over=(spaced,),
    given=differ_at_k,
    said=False,
)
def larger_factor(at: Operands) -> Truth:
    difference, distance = _scaled(at, at.separation)
    return difference > exp(at.separation - distance)


@statement.proof_line(
    "(117), not said: delta e^delta may not for n >= 2: (0, -delta, ..., -(n - 1) delta) and (0, -2 delta, ..., "
    "-n delta) are less separated",
    said=False,
)
def largest_factor(at: Operands) -> Truth:
    delta = at.separation
    return implies(at.n >= 2, magnitude(_neighbours(at, delta)) < delta * exp(-delta))
