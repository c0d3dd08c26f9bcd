"""Lemma 7 (Kajitsuka & Sato 2024, App. B.3) with both cases of its proof, in the paper's order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from exactua.arithmetic.rationals import Matrix, written
from exactua.claims.claim import Claim, Parameter
from exactua.claims.own_data import OWN_DATA, OwnData, about_own
from exactua.claims.problem import Step
from exactua.claims.verdicts import StepKind
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.lemma07_first_case import first_case
from exactua.papers.kajitsuka2024.lemma07_first_case_bounds import bounds
from exactua.papers.kajitsuka2024.lemma07_second_case import second_case
from exactua.papers.kajitsuka2024.lemma07_statement import statement
from exactua.papers.kajitsuka2024.spaced_vectors import (
    LEAST_SEPARATION,
    NUMBERS,
    ONE_ROW,
    SEPARATION,
    crowded,
    least_gap,
    own_vectors,
    require_vectors,
    spaced,
)
from exactua.terms.tracing import rational

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
    chapters=(statement, first_case, bounds, second_case),
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
