"""Lemma 1 (Kajitsuka & Sato 2024, Sec. 3.4) with its proof (App. B.3), in the paper's order."""

from __future__ import annotations

from exactua.claims.claim import Claim
from exactua.papers.kajitsuka2024.lemma01_proof import proof
from exactua.papers.kajitsuka2024.lemma01_statement import statement
from exactua.papers.kajitsuka2024.spaced_vectors import NUMBERS, ONE_ROW, SEPARATION

lemma1 = Claim(
    "kajitsuka2024:lemma1",
    title="Lemma 1",
    source="Sec. 3.4; proof in App. B.3",
    text="Let a^(1), ..., a^(m) in R^n be tokenwise (r, delta)-separated vectors with no duplicate element in each "
    "vector and delta > 2 log n + 3. Then, the outputs of the Boltzmann operator are (r, delta')-separated, that is, "
    "|boltz(a^(i))| <= r and |boltz(a^(i)) - boltz(a^(j))| > delta' = (log n)^2 e^{-2r} hold for each i, j in [m] with "
    "a^(i) != a^(j).",
    parameters=(ONE_ROW, NUMBERS, SEPARATION),
    chapters=(statement, proof),
)
lemma1.rests_on("lemma7", where="App. B.3, (112)")


lemma1.part(
    "|boltz(a^(i))| <= r",
    undecided="It is about all such vectors; `bounded` decides it for vectors whose entries are n of n + 1 "
    "numbers, `below_ends` and `ends_below_r` the proof's two steps for them.",
    theorem="kajitsuka_lemma_1_repaired",
)
lemma1.part(
    "|boltz(a^(i)) - boltz(a^(j))| > delta' = (log n)^2 e^{-2r} hold for each i, j in [m] with a^(i) != a^(j).",
    "separated",
    undecided="It is about all such vectors, and the step about two whose entries are n of n + 1 numbers, or near each "
    "other. Of all that differ as sets it is proved in proofs/rocq (kajitsuka_lemma_1_repaired).",
)
lemma1.tells("a", "b", "r")
lemma1.preface(
    "L and L' stand for the vectors a = -(delta + 1/4) L and b = -(delta + 1/4) L', delta = separation, which are "
    "compared; P is an order of the entries of b"
)
