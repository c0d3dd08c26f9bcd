"""Lemma 4 (Kajitsuka & Sato 2024, App. B.2), and of its proof (91) to (93): the sign of the derivative.

The lemma, (85) and (86) are in `lemma04_statement`, (87) to (90) in `lemma04_derivatives`: in the paper's order.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.papers.kajitsuka2024.derivatives import entropy_by, log_partition_by
from exactua.papers.kajitsuka2024.lemma04_derivatives import derivatives
from exactua.papers.kajitsuka2024.lemma04_statement import (
    ENTRIES,
    ONE_ROW,
    below,
    bracket,
    somewhere_below,
    statement,
    vectors,
)
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import Number, Truth, every, implies, log

lemma4 = Claim(
    "kajitsuka2024:lemma4",
    title="Lemma 4",
    source="App. B.2",
    text="Let n be a positive integer, i in [n] and a = (a_1, ..., a_n) real. The derivative of the Boltzmann operator "
    "boltz(a) = a^T softmax[a] with respect to a_i is p_i (1 + log p_i + S(p)). In particular, the Boltzmann operator "
    "is monotonically decreasing with respect to a_i whenever a_i < max_j a_j - log n - 1 holds.",
    parameters=(ONE_ROW, ENTRIES),
    chapters=(statement, derivatives),
)

# (91) to (93): the sign of the derivative


@lemma4.proof_line("(91): d L(a) / d a_i - d S(p) / d a_i = p_i + p_i (log p_i + S(p))", over=(vectors,))
def plugged_in(at: Operands) -> Truth:
    def as_printed(i: Number) -> Truth:
        difference_of = log_partition_by(at.a, at.columns, i) - entropy_by(at.a, at.columns, i)
        return difference_of == at.p[i] + at.p[i] * (log(at.p[i]) + at.entropy)

    return every(at.columns, as_printed)


@lemma4.proof_line("(91): = p_i (1 + log p_i + S(p))", over=(vectors,))
def factored(at: Operands) -> Truth:
    def as_printed(i: Number) -> Truth:
        return at.p[i] + at.p[i] * (log(at.p[i]) + at.entropy) == at.p[i] * bracket(at, i)

    return every(at.columns, as_printed)


@lemma4.proof_line(
    "(92): the derivative at index i is negative when 1 + S(p) + log p_i < 0 (and then only)", over=(vectors,)
)
def sign_of_bracket(at: Operands) -> Truth:
    return every(at.columns, lambda i: equivalent(at.slope[i] < 0, 1 + at.entropy + log(at.p[i]) < 0))


@lemma4.proof_line("(92): 1 + S(p) + log p_i < 0 <=> 1 + S(p) + (a_i - L(a)) < 0", over=(vectors,))
def log_probability(at: Operands) -> Truth:
    def same(i: Number) -> Truth:
        return equivalent(1 + at.entropy + log(at.p[i]) < 0, 1 + at.entropy + (at.a[i] - at.log_partition) < 0)

    return every(at.columns, same)


@lemma4.proof_line("(92): <=> a_i < L(a) - S(p) - 1", over=(vectors,))
def threshold(at: Operands) -> Truth:
    def same(i: Number) -> Truth:
        return equivalent(
            1 + at.entropy + (at.a[i] - at.log_partition) < 0, at.a[i] < at.log_partition - at.entropy - 1
        )

    return every(at.columns, same)


@lemma4.proof_line("(93): max_j a_j <= L(a)", over=(vectors,))
def largest_below_log_partition(at: Operands) -> Truth:
    return at.largest <= at.log_partition


@lemma4.proof_line("(93): S(p) <= log n", over=(vectors,))
def entropy_below_log(at: Operands) -> Truth:
    return at.entropy <= log(at.n)


@lemma4.proof_line(
    "(93): p_i (1 + log p_i + S(p)) < 0 whenever a_i < max_j a_j - log n - 1", over=(vectors,), given=somewhere_below
)
def negative_below(at: Operands) -> Truth:
    return every(at.columns, lambda i: implies(below(at, i), at.p[i] * bracket(at, i) < 0))


lemma4.part(
    "The derivative of the Boltzmann operator boltz(a) = a^T softmax[a] with respect to a_i is p_i (1 + log p_i + "
    "S(p)).",
    undecided="It is about all real a; `derivative` decides it for the vectors with entries 0, 1, 5/2, -3, with "
    "the quotient rule for the derivative.",
    theorem="kajitsuka_lemma_4",
)
lemma4.part(
    "In particular, the Boltzmann operator is monotonically decreasing with respect to a_i whenever a_i < max_j "
    "a_j - log n - 1 holds.",
    undecided="It is about all real a; `decreasing` and `smaller_values` decide it for the vectors with entries "
    "0, 1, 5/2, -3.",
    theorem="kajitsuka_lemma_4",
)
