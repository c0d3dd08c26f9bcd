"""Proposition 1 (Kajitsuka & Sato 2024, Sec. 4.2; App. A.5) with the steps of its proof, in the paper's order."""

from __future__ import annotations

from exactua.claims.claim import Claim, Parameter
from exactua.papers.kajitsuka2024.proposition01_second_step import second_step
from exactua.papers.kajitsuka2024.proposition01_statement import statement
from exactua.papers.kajitsuka2024.proposition01_third_step import third_step
from exactua.papers.kajitsuka2024.proposition01_third_step_labels import third_step_labels
from exactua.papers.pages import per_box

proposition1 = Claim(
    "kajitsuka2024:proposition1",
    title="Proposition 1",
    source="Sec. 4.2; proof in App. A.5",
    text="Let 1 <= p < infinity. Then, for any f in F_PE and epsilon > 0, there exists a Transformer g in T_2 with "
    "one-layer and single-head self-attention such that d_p(f, g) < epsilon holds.",
    parameters=(
        Parameter("d", "embedding dimension", ladder=(1, 2)),
        Parameter("n", "length of a sequence", ladder=(1, 2)),
        Parameter("D", "granularity of the grid", ladder=(2, 3)),
        Parameter("k", "1/(delta D), how often a strip of width delta goes into a cell", least=2, ladder=(2,)),
        Parameter("R", "scale of the bump functions", ladder=(8,)),
    ),
    # Nine for each matrix with 2D + 3 values an entry: d n = 3 and D = 3, or d n = 4 and D = 1, will do
    work=per_box(lambda d, n, D: 9 * int(2 * D + 3) ** int(d * n)),
    chapters=(statement, second_step, third_step, third_step_labels),
)
proposition1.assumes("a continuous function on a compact set has a maximum and a minimum", where="App. A.5, (51), (52)")
proposition1.assumes(
    "a continuous function on a compact set is uniformly continuous (Heine-Cantor)", where="App. A.5, (55)"
)
proposition1.rests_on("theorem2", where="App. A.5, (62), (63)")
proposition1.rests_on("corollary1", where="App. A.5, in a similar way")


proposition1.part(
    "for any f in F_PE and epsilon > 0, there exists a Transformer g in T_2 with one-layer and single-head "
    "self-attention such that d_p(f, g) < epsilon holds.",
    undecided="It is about every f in F_PE, every epsilon and every p; `reproduces`, `approximates`, "
    "`strips_vanish` and `zero_outside` decide what it needs for one f, with p = 2 and the grid of one "
    "D.",
)
proposition1.preface(
    "f(Z) is Z times the mean of its entries, delta = 1/(k D), and F_S has the weights of A.2; g is a network that is "
    "built for f"
)
proposition1.preface(
    'A.5 calls its proofs of the three steps "rough proofs", "because there are multiple ways to construct a model '
    "that satisfies the above requirements, and we do not pursue the efficiency of feed-forward neural networks in "
    'this paper"; what is said here of lines of A.5 is about the construction that is displayed there, not about the '
    "proposition",
    section="A.5",
)
