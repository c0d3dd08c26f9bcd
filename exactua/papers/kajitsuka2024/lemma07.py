"""Lemma 7 (Kajitsuka & Sato 2024, App. B.3) with both cases of its proof, in the paper's order."""

from __future__ import annotations

from exactua.claims.claim import Claim, Parameter
from exactua.papers.kajitsuka2024.lemma07_first_case import first_case
from exactua.papers.kajitsuka2024.lemma07_first_case_bounds import bounds
from exactua.papers.kajitsuka2024.lemma07_second_case import second_case
from exactua.papers.kajitsuka2024.lemma07_statement import statement
from exactua.papers.kajitsuka2024.spaced_vectors import NUMBERS, ONE_ROW, SEPARATION

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


lemma7.part(
    "the outputs of the Boltzmann operator are (log n)^2 e^{-(a_1 - b_{k+1})}-separated, that is, |boltz(a) - "
    "boltz(b)| > (log n)^2 e^{-(a_1 - b_{k+1})} holds.",
    undecided="It is about all such vectors; `separated` decides it, with i < j in (114), for vectors of n of a "
    "few numbers; with (114) as printed there are none for n >= 2 (`as_printed`).",
    theorem="kajitsuka_lemma_7",
)
lemma7.tells("a", "b")
lemma7.preface(
    "L and L' stand for the vectors a = -(delta + 1/4) L and b = -(delta + 1/4) L', delta = separation, which are "
    "compared"
)
