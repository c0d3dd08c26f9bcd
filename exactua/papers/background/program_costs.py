"""'Time:' and 'Space:' under the three programs (web page, 'Code Examples'), by exact counts of what their loops do.

Sizes are those of the programs: L tokens, d_model, d_k, d_v. Time counts multiplications, space the numbers that a
program holds at once. An O(...) speaks of all sizes, and no instance decides it: what is decided are bounds at one L,
d_model, d_k and d_v, and for a constant C, a parameter, that it fails at sizes made of C.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.background.attention_cost import FOR_ALL_SIZES, loops
from exactua.papers.pages import define
from exactua.terms.tracing import Number, Truth

program_costs = Claim(
    "background:program_costs",
    title="Time and space of the programs",
    source="'Code Examples'",
    text="Single-head self-attention with sinusoidal positional encodings (forward pass only): Time: O(L^2 d_k + "
    "L d_model d_k + L d_model d_v), Space: O(L^2 + L(d_k + d_v)). Using relative position bias to implement sequence "
    "reversal (near-exact via sharp softmax): Time: O(L^2), Space: O(L^2). Uniform-attention pooling to compute the "
    "sum (CLS-style aggregation): Time: O(L d_v), Space: O(d_v).",
    parameters=(
        Parameter("L", "sequence length", ladder=(1, 2, 6)),
        Parameter("d_model", "model dimension", ladder=(1, 6)),
        Parameter("d_k", "dimension of queries and keys", ladder=(1, 4)),
        Parameter("d_v", "dimension of values", ladder=(1, 4)),
        Parameter("C", "the constant of an O(...)", ladder=(1, 4)),
    ),
)

Size = Number | int


def attention_time(L: Size, d_model: Size, d_k: Size, d_v: Size) -> Number:
    """Multiplications of the first program: Q, K and V by `linear`, logits by `dot`, and Z."""
    projections = loops(2, L, d_k, d_model) + loops(L, d_v, d_model)
    return projections + loops(L, L, d_k) + loops(L, L, d_v)


def attention_space(L: Size, d_model: Size, d_k: Size, d_v: Size) -> Number:
    """Numbers that the first program holds: X, rel_bias, weights and biases, Q, K, V, Z, a row of logits, exps."""
    given = loops(L, d_model) + loops(L, L) + loops(2, d_model + 1, d_k) + loops(d_model + 1, d_v)
    return given + loops(2, L, d_k) + loops(2, L, d_v) + loops(2, L)


def pooling_space(L: Size, d_v: Size) -> Number:
    """Numbers that the third program holds beside V: logits, A, Z, the mean and the sum."""
    return loops(2, L) + loops(d_v) + 2


define(
    program_costs,
    time=lambda at: attention_time(at.L, at.d_model, at.d_k, at.d_v),  # Multiplications of the first program
    # The same for L = d_v = 3C and d_model = d_k = 1
    time_with_wide_values=lambda at: attention_time(3 * at.C, 1, 1, 3 * at.C),
    space=lambda at: attention_space(at.L, at.d_model, at.d_k, at.d_v),  # Numbers that the first program holds
    # The same for L = d_k = d_v = 1 and d_model = 3C
    space_with_wide_tokens=lambda at: attention_space(1, 3 * at.C, 1, 1),
    # Numbers that the third program holds for d_v = 1 and L = C
    space_of_narrow_values=lambda at: pooling_space(at.C, 1),
)


@program_costs.proof_line(
    "self-attention, time O(L^2 d_k + L d_model d_k + L d_model d_v): at L = d_v = 3C and d_model = d_k = 1 within C"
    " times it",
    survives=("background:program_costs.attention_in_time@repaired",),
)
def attention_in_time(at: Operands) -> Truth:
    L = 3 * at.C
    return at.time_with_wide_values <= at.C * (L**2 + L + L * L)


@program_costs.repairs(
    "attention_in_time",
    "self-attention, time O(L^2 d_k + L^2 d_v + L d_model d_k + L d_model d_v): within twice it",
    reason="Z += a[j] V[j] does L^2 d_v multiplications, which are not in the bound: wide values make it false, for"
    " every C, by hand: 27 C^3 + 18 C^2 + 6 C > 18 C^3 + 3 C^2",
)
def attention_in_time_repaired(at: Operands) -> Truth:
    bound = at.L**2 * (at.d_k + at.d_v) + at.L * at.d_model * (at.d_k + at.d_v)
    return at.time <= 2 * bound


@program_costs.proof_line(
    "self-attention, space O(L^2 + L (d_k + d_v)): at L = d_k = d_v = 1 and d_model = 3C within C times it",
    flaw="reading",
    survives=("background:program_costs.attention_in_space@repaired",),
)
def attention_in_space(at: Operands) -> Truth:
    return at.space_with_wide_tokens <= at.C * 3


@program_costs.repairs(
    "attention_in_space",
    "self-attention, space O(L^2 + L d_model + (L + d_model) (d_k + d_v)): within 4 times it",
    reason="L^2 is rel_bias, an argument, as the logits are kept one row at a time; other arguments, L x d_model"
    " tokens and weights of d_model rows, are not counted",
)
def attention_in_space_repaired(at: Operands) -> Truth:
    bound = at.L**2 + at.L * at.d_model + (at.L + at.d_model) * (at.d_k + at.d_v)
    return at.space <= 4 * bound


@program_costs.proof_line("reversal, time O(L^2): L^2 multiplications, 2 L^2 assignments to B and exponentials")
def reversal_in_time(at: Operands) -> Truth:
    return loops(at.L, at.L) + loops(2, at.L, at.L) <= 3 * at.L**2


@program_costs.proof_line("reversal, space O(L^2): B and A with L^2 numbers each, V and Z with L: at most 4 L^2")
def reversal_in_space(at: Operands) -> Truth:
    return loops(2, at.L, at.L) + loops(2, at.L) <= 4 * at.L**2


@program_costs.proof_line("pooling, time O(L d_v): L d_v multiplications by A, and one by L")
def pooling_in_time(at: Operands) -> Truth:
    return loops(at.L, at.d_v) + 1 <= 2 * at.L * at.d_v


@program_costs.proof_line(
    "pooling, space O(d_v): at d_v = 1 and L = C within C times it",
    survives=("background:program_costs.pooling_in_space@repaired",),
)
def pooling_in_space(at: Operands) -> Truth:
    return at.space_of_narrow_values <= at.C


@program_costs.repairs(
    "pooling_in_space",
    "pooling, space O(L + d_v): within 3 (L + d_v)",
    reason="the program keeps logits and weights of all L tokens, which is too much for every C, by hand: 2 C + 3 > C;"
    " O(d_v) would do with a running sum",
)
def pooling_in_space_repaired(at: Operands) -> Truth:
    return pooling_space(at.L, at.d_v) <= 3 * (at.L + at.d_v)


program_costs.part(
    "Single-head self-attention with sinusoidal positional encodings (forward pass only): Time: O(L^2 d_k + "
    "L d_model d_k + L d_model d_v)",
    undecided="of all sizes, and of every constant: attention_in_time refutes one constant C, at L = d_v = 3C and "
    "d_model = d_k = 1; by hand it does so for every C, as 27 C^3 + 18 C^2 + 6 C is more than 18 C^3 + 3 C^2, so that "
    "none serves",
)
program_costs.part(
    "Space: O(L^2 + L(d_k + d_v)).",
    undecided="O(...) does not say whether the program's arguments count; `attention_in_space` decides what follows "
    "if they do, for one constant.",
)
program_costs.part(
    "Using relative position bias to implement sequence reversal (near-exact via sharp softmax): Time: O(L^2)",
    undecided=f"of all L, which no instance gives: reversal_in_time counts 3 L^2 at one L, and {FOR_ALL_SIZES}",
)
program_costs.part(
    "Space: O(L^2).",
    undecided="of all L, which no instance gives: reversal_in_space counts at most 4 L^2 at one L; 2 L^2 + 2 L is no "
    "more for all of them, by hand",
)
program_costs.part(
    "Uniform-attention pooling to compute the sum (CLS-style aggregation): Time: O(L d_v)",
    undecided="of all L and d_v, which no instance gives: pooling_in_time counts at most 2 L d_v at one of each; L "
    "d_v + 1 is no more for all of them, by hand",
)
program_costs.part(
    "Space: O(d_v).",
    undecided="of all sizes, and of every constant: pooling_in_space refutes one constant C, at d_v = 1 and L = C; by "
    "hand it does so for every C, as 2 C + 3 is more than C, so that none serves",
)
