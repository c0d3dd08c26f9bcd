"""Lemma 1 (Kajitsuka & Sato 2024, Sec. 3.4; proof in App. B.3): boltz is a map that keeps vectors separated.

    delta > 2 log n + 3  =>  |boltz(a)| <= r,  |boltz(a) - boltz(b)| > (log n)^2 e^{-2r}

boltz does not see the order of its arguments: (16) is false of a vector and a permutation of it, and true of vectors
that differ as sets. A point is a pair of vectors (`spaced_vectors`), here in every order of the second. (16) is about
all vectors: a pair here can refute it, as one does for n >= 2. For n = 1 it says |a - b| > 0 where a != b.
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
    dropping,
    largest_magnitude,
    magnitude,
    multiples,
)
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Permutation,
    Row,
    Truth,
    every_permutation,
    exp,
    implies,
    log,
    point,
    rational,
    some,
    total,
    when,
)

statement = Chapter()
assume_separation(statement)


@statement.operand
def a(at: Operands) -> Row:
    """The first vector in decreasing order, shape (n,)."""
    return multiples(at, at.spacing)[0]


@statement.operand
def b(at: Operands) -> Row:
    """The second vector in decreasing order, shape (n,)."""
    return multiples(at, at.spacing)[1]


@statement.operand
def r(at: Operands) -> Number:
    """A number above all |a_k|, |b_k|: the largest of them and 1/4."""
    return largest_magnitude(at, at.a, at.b) + rational("1/4")


@statement.operand
def distance(at: Operands) -> Number:
    """a_1 - b_{k+1} with the k of (111); 0 where there is none."""
    return total(Columns(0, at.n - 1, "k"), lambda k: when(differ_after(at.a, at.b, k), at.a[1] - at.b[k + 1], 0))


@statement.operand
def boltz_a(at: Operands) -> Number:
    """boltz(a)."""
    return boltz(at.a, at.columns)


@statement.operand
def boltz_b(at: Operands) -> Number:
    """boltz(b)."""
    return boltz(at.b, at.columns)


@statement.operand
def promised(at: Operands) -> Number:
    """delta' = (log n)^2 e^{-2r}."""
    return log(at.n) ** 2 * exp(-2 * at.r)


def _numbers(at: Operands, matrix: MatrixOperand) -> Row:
    """The numbers of a 1 x n matrix as they stand there, times -(delta + 1/4)."""
    return Entries(at.columns, lambda j: -(at.spacing * matrix[1, j]))


def one_vector(at: Operands) -> Row:
    """The first vector as it stands there."""
    return _numbers(at, point.columns(1, at.n))


def another(at: Operands, order: Permutation) -> Row:
    """The second vector in another order."""
    return _numbers(at, point.columns(at.n + 1, 2 * at.n).permuted(order))


def hypotheses(at: Operands) -> Truth:
    """No duplicate element in a vector, different numbers of both more than delta apart."""
    apart = decreasing(at, at.a, at.separation) & decreasing(at, at.b, at.separation)
    return apart & across(at, at.a, at.b, at.separation)


def differ(at: Operands) -> Truth:
    """a != b, both in decreasing order: the sets of their numbers differ."""
    return some(at.columns, lambda j: at.a[j] != at.b[j])


BOTH = (dropping, crowded)


@statement.proof_line(
    "(15): |boltz(a^(i))| <= r, of vectors whose entries are n of n + 1 numbers, or near each other",
    over=BOTH,
    given=hypotheses,
)
def bounded(at: Operands) -> Truth:
    return (magnitude(at.boltz_a) <= at.r) & (magnitude(at.boltz_b) <= at.r)


@statement.states(
    "(16): |boltz(a^(i)) - boltz(a^(j))| > (log n)^2 e^{-2r} for a^(i) != a^(j); for n = 1 that is |a - b| > 0",
    over=BOTH,
    given=hypotheses,
    survives=("kajitsuka2024:lemma1.separated@repaired",),
)
def separated(at: Operands) -> Truth:
    def further(order: Permutation) -> Truth:
        first, second = one_vector(at), another(at, order)
        different = some(at.columns, lambda j: first[j] != second[j])
        return implies(different, magnitude(boltz(first, at.columns) - boltz(second, at.columns)) > at.promised)

    return every_permutation(further)


@statement.repairs(
    "separated",
    "(16): |boltz(a^(i)) - boltz(a^(j))| > (log n)^2 e^{-2r} where a^(i), a^(j) are different as sets; of vectors "
    "whose entries are n of n + 1 numbers, or near each other; of all by hand (docs/notes/separability.md)",
    reason="boltz is permutation invariant, and a vector differs from its permutations; Theorem 2 has different sets",
    over=BOTH,
    given=lambda at: hypotheses(at) & differ(at),
)
def separated_as_sets(at: Operands) -> Truth:
    return magnitude(at.boltz_a - at.boltz_b) > at.promised
