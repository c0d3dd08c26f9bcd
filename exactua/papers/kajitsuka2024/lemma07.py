"""Lemma 7 (Kajitsuka & Sato 2024, App. B.3): boltz separates decreasing vectors that lie more than delta apart.

    (a_1, ..., a_k) = (b_1, ..., b_k), a_{k+1} > b_{k+1}, delta > 2 log n + 3
        =>  |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}

A point is a pair of vectors (`spaced_vectors`). (114) has i > j for i < j: as printed it excludes every n >= 2. The
lines of the proof, whose two cases are chapters of their own, are decided over `spaced`, where (115), and (114) with
i < j, are always true. Much less than 2 log n + 3 is enough, and e^delta may stand for (log n)^2:
docs/notes/separability.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from exactua.arithmetic.rationals import Matrix, written
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.own_data import OWN_DATA, OwnData, about_own
from exactua.claims.problem import Step
from exactua.claims.verdicts import StepKind
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.boltzmann import boltz
from exactua.papers.kajitsuka2024.lemma07_first_case import first_case
from exactua.papers.kajitsuka2024.lemma07_second_case import second_case
from exactua.papers.kajitsuka2024.spaced_vectors import (
    LEAST_SEPARATION,
    NUMBERS,
    ONE_ROW,
    SEPARATION,
    Entries,
    across,
    assume_separation,
    crowded,
    decreasing,
    differ_after,
    least_gap,
    magnitude,
    multiples,
    own_vectors,
    require_vectors,
    spaced,
)
from exactua.papers.pages import let
from exactua.terms.tracing import Columns, Number, Row, Truth, every, exp, implies, log, number, rational, when

statement = Chapter()
assume_separation(statement)
statement.requires("k <= n - 1")(lambda at: at.k <= at.n - 1)

let(
    statement,
    a=lambda at: multiples(at, at.spacing)[0],  # The vector a, decreasing, shape (n,)
    b=lambda at: multiples(at, at.spacing)[1],  # The vector b, decreasing, shape (n,)
    boltz_a=lambda at: boltz(at.a, at.columns),  # boltz(a)
    boltz_b=lambda at: boltz(at.b, at.columns),  # boltz(b)
    # (log n)^2 e^{-(a_1 - b_{k+1})}, the separation that the lemma promises
    bound=lambda at: log(at.n) ** 2 * exp(at.b[at.k + 1] - at.a[1]),
)


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


lemma7 = Claim(
    "kajitsuka2024:lemma7",
    title="Lemma 7",
    source="App. B.3",
    text="Let a, b in R^n be tokenwise delta-separated vectors in a decreasing order with no duplicate element in each "
    "vector and delta > 2 log n + 3, that is, i > j => a_i - a_j, b_i - b_j > delta and a_i != b_j => |a_i - b_j| > "
    "delta. In addition, suppose there exists k in {0, ..., n-1} such that (a_1, ..., a_k) = (b_1, ..., b_k) and "
    "a_{k+1} > b_{k+1}. Then, the outputs of the Boltzmann operator are (log n)^2 e^{-(a_1 - b_{k+1})}-separated, that "
    "is, |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})} holds.",
    parameters=(
        ONE_ROW,
        NUMBERS,
        Parameter("k", "how many first numbers a and b have in common", least=0, ladder=(1, 0, 2, 3)),
        SEPARATION,
    ),
    chapters=(statement, first_case, second_case),
)
lemma7.rests_on("lemma4", where="App. B.3, (120), (129)")
lemma7.rests_on("lemma6", where="App. B.3, (124)")


SEPARATED = (
    "the outputs of the Boltzmann operator are (log n)^2 e^{-(a_1 - b_{k+1})}-separated, that is, |boltz(a) - "
    "boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})} holds."
)
lemma7.part(
    SEPARATED,
    undecided="It is about all such vectors; `separated` decides it, with i < j in (114), for vectors of n of a "
    "few numbers; with (114) as printed there are none for n >= 2 (`as_printed`).",
    theorem="kajitsuka_lemma_7",
)
lemma7.tells("a", "b")
lemma7.preface(
    "L and L' stand for the vectors a = -(delta + 1/4) L and b = -(delta + 1/4) L', delta = separation, which are "
    "compared"
)


def of_data(vectors: Sequence[Matrix], where: str) -> Claim:
    """The lemma about vectors of one's own, each a matrix of one row: about all pairs of them, for the k that is given.

    Raises InputError, beginning with `where`, for fewer than two, for unequal lengths, for one that is given twice, for
    one whose numbers do not decrease, and where they are so near that no integer delta > 2 log n + 3 separates them.
    """
    n = require_vectors(vectors, where)
    gap = least_gap(vectors)
    greatest = int(-(-gap // 1)) - 1
    if greatest < LEAST_SEPARATION:
        raise InputError(
            f"{where}: two different numbers of these vectors are {written(gap)} apart; all have to be more than an "
            f"integer delta > 2 log n + 3 apart, and that is at least {LEAST_SEPARATION}"
        )
    claim = replace(
        lemma7,
        label=f"{OWN_DATA}lemma7",
        parameters=(
            ONE_ROW,
            Parameter("n", "how many numbers a vector has", ladder=(n,), only=(n,)),
            Parameter("k", "how many first numbers a and b have in common", least=0, ladder=tuple(range(n))),
            Parameter("separation", "delta, an integer > 2 log n + 3", ladder=(greatest,)),
        ),
        steps=[_about_all(step) if step.name == "separated" else step for step in lemma7.steps],
        parts=[],
        hypotheses=list(lemma7.hypotheses),
        dependencies=[],
        takes=None,
    )
    claim.requires(f"delta < {written(gap)}, the least distance of two different numbers of the vectors")(
        lambda at: at.separation < rational(written(gap))
    )
    claim.part(SEPARATED, "separated")
    return about_own(claim, [spaced, crowded], own_vectors(vectors), nullcontext)


def _about_all(separated: Step) -> Step:
    """(117), of which nothing is left out where the vectors are given: they are all that the claim is about."""
    words = "(117), with vectors in a decreasing order: |boltz(a) - boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})}"
    return replace(separated, kind=StepKind.STATEMENT, says=words)


lemma7.takes = OwnData("vectors", of_data)
