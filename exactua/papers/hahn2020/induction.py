"""The induction in the proof of Lemma 5 (Hahn 2020, Sec. 6): its inequalities, with numbers for the constants.

C = 2 (1 + exp(2A) + L_f), and A = S log 2, so that exp(2A) = 4^S. L_f and D are integers.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.pages import define
from exactua.terms.tracing import Truth

induction = Claim(
    "hahn2020:induction",
    title="Proof of Lemma 5, the induction",
    source="Sec. 6, proof of Lemma 5",
    text="(exp(2A) / (n-1)) C^(2(k-1)) D + H^(k-1) C^(2(k-1)) D / n <= H^(k-1) C^(2k-1) D / n. First, if j = i, this "
    "is bounded by (as n -> infinity) <= L_f (C^(2(k-1)) D + o(1)) <= C^(2k) D. Second, if j != i, it is bounded above "
    "by (1/n) L_f (H^(k-1) C^(2(k-1)) D + H^k C^(2k-1) D) which is bounded by <= H^k C^(2k) D / n.",
    parameters=(
        Parameter("n", "input length", least=2, ladder=(2, 3, 30)),
        Parameter("k", "layer", ladder=(1, 3)),
        Parameter("H", "heads of a layer", ladder=(1, 3)),
        Parameter("S", "A / log 2", ladder=(1, 2)),
        Parameter("L", "Lipschitz constant of f^act", ladder=(1, 5)),
        Parameter("D", "norm of the difference of the exchanged embeddings", ladder=(1,)),
    ),
)
induction.requires("n >= 2")(lambda at: at.n >= 2)

define(induction, C=lambda at: 2 * (1 + 4**at.S + at.L))


@induction.states("(exp(2A) / (n-1)) C^(2(k-1)) D + H^(k-1) C^(2(k-1)) D / n <= H^(k-1) C^(2k-1) D / n for n >= 2")
def head(at: Operands) -> Truth:
    before = at.C ** (2 * (at.k - 1)) * at.D
    left = 4**at.S / (at.n - 1) * before + at.H ** (at.k - 1) * before / at.n
    return left <= at.H ** (at.k - 1) * at.C ** (2 * at.k - 1) * at.D / at.n


@induction.proof_line(
    "j = i: L_f (C^(2(k-1)) D + H^k C^(2k-1) D / n) <= C^(2k) D, for n >= H^k", given=lambda at: at.n >= at.H**at.k
)
def exchanged_position(at: Operands) -> Truth:
    inner = at.C ** (2 * (at.k - 1)) * at.D + at.H**at.k * at.C ** (2 * at.k - 1) * at.D / at.n
    return at.L * inner <= at.C ** (2 * at.k) * at.D


@induction.states("j != i: (1/n) L_f (H^(k-1) C^(2(k-1)) D + H^k C^(2k-1) D) <= H^k C^(2k) D / n")
def other_positions(at: Operands) -> Truth:
    inner = at.H ** (at.k - 1) * at.C ** (2 * (at.k - 1)) * at.D + at.H**at.k * at.C ** (2 * at.k - 1) * at.D
    return at.L * inner / at.n <= at.H**at.k * at.C ** (2 * at.k) * at.D / at.n


induction.part("(exp(2A) / (n-1)) C^(2(k-1)) D + H^(k-1) C^(2(k-1)) D / n <= H^(k-1) C^(2k-1) D / n.", "head")
induction.part(
    "First, if j = i, this is bounded by (as n -> infinity) <= L_f (C^(2(k-1)) D + o(1)) <= C^(2k) D.",
    undecided="It is about large n; `exchanged_position` decides it with the bound that the line before gives for "
    "o(1).",
)
induction.part(
    "Second, if j != i, it is bounded above by (1/n) L_f (H^(k-1) C^(2(k-1)) D + H^k C^(2k-1) D) which is bounded by "
    "<= H^k C^(2k) D / n.",
    "other_positions",
)
