"""Attention Complexity (web page, 'Key Formulas' and 'Complexity Analysis'), by exact counts.

    C_attn(L, d) = O(L^2 d),   M_attn(L) = O(L^2)

Multiplications of a layer with L tokens, h heads of size k, d = h k and hidden width f are counted by loops that do one
each. An O(...) speaks of all sizes, and no instance decides it: what is decided are counts at one L, d and d_ff, and
for a constant C, a parameter, that it fails at an L, d and h made of C; 4 C^2 + 2 C > C^2 and C + 1 > C, whatever C is.
"""

from __future__ import annotations

from typing import Final

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.pages import define
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import Columns, Number, Truth, number, total

attention_cost = Claim(
    "background:attention_cost",
    title="Attention Complexity",
    source="'Key Formulas'; 'Complexity Analysis'; 'Key Points'",
    text="Computing all pairwise interactions between L tokens scales quadratically in time and memory. A standard "
    "Transformer layer with sequence length L, model dimension d, and h heads (each of size d_k = d/h) has "
    "attention cost dominated by computing Q K^T and A V. Forming Q and K takes O(L d^2) for dense projections, "
    "but the pairwise score matrix S = Q K^T / sqrt(d_k) requires O(L^2 d_k) per head, i.e., O(L^2 d) total. The "
    "softmax and multiplication by V each add O(L^2) and O(L^2 d_k) per head, respectively. Overall, attention is "
    "O(L^2 d) time and O(L^2) memory for storing S (and often A). The position-wise FFN costs O(L d d_ff) time "
    "and O(L d_ff) memory for activations, where d_ff is the hidden width (typically 4d). For moderate L, FFN can "
    "dominate; for large L, the quadratic attention term becomes the bottleneck. In space, besides parameters "
    "O(d^2 + d d_ff), runtime memory includes activations: O(L d) for token representations and O(L^2) for "
    "attention maps. Expressiveness-wise, more heads h increase parallel routing capacity without changing "
    "asymptotic cost beyond the constant factor h, since total head width is fixed to d.",
    parameters=(
        Parameter("L", "sequence length", ladder=(1, 2, 5, 9)),
        Parameter("h", "number of heads", ladder=(1, 2)),
        Parameter("k", "size of a head, d_k = d / h", ladder=(1, 2)),
        Parameter("f", "hidden width d_ff of the feed-forward layer", ladder=(1, 8)),
        Parameter("C", "the constant of an O(...)", ladder=(4,)),
    ),
)

define(attention_cost, d=lambda at: at.h * at.k)  # The model dimension h d_k


def loops(*sizes: Number | int) -> Number:
    """How often the body of nested loops with these numbers of turns is run."""
    if not sizes:
        return number(1)
    return total(Columns(1, sizes[0], "t"), lambda _: loops(*sizes[1:]))


def score_cost(L: Number | int, h: Number | int, k: Number | int) -> Number:
    """Multiplications of Q K^T in all heads."""
    return loops(h, L, L, k)


def projection_cost(L: Number | int, d: Number | int) -> Number:
    """Multiplications of the dense projections to Q, K, V and of the output."""
    return loops(4, L, d, d)


def attention(L: Number | int, h: Number | int, k: Number | int) -> Number:
    """All multiplications of self-attention: projections, Q K^T, A V."""
    return projection_cost(L, h * k) + 2 * score_cost(L, h, k)


def maps(L: Number | int, h: Number | int) -> Number:
    """Numbers in S for all heads."""
    return loops(h, L, L)


define(
    attention_cost,
    time_of_one_token=lambda at: attention(1, 1, at.C),  # All multiplications for L = 1 and d = C, in one head
    maps_of_one_token=lambda at: maps(1, at.C + 1),  # Numbers in S for L = 1, with C + 1 heads
)


def feed_forward(at: Operands, f: Number) -> Number:
    """Multiplications of W_1 x and W_2 y for all tokens."""
    return loops(at.L, f, at.d) + loops(at.L, at.d, f)


@attention_cost.proof_line("the pairwise score matrix requires O(L^2 d_k) per head, O(L^2 d) total: L^2 d_k and L^2 d")
def scores(at: Operands) -> Truth:
    per_head = score_cost(at.L, 1, at.k) == at.L**2 * at.k
    return per_head & (score_cost(at.L, at.h, at.k) == at.L**2 * at.d)


@attention_cost.proof_line("all pairwise interactions scale quadratically in time: 2L tokens take four times as long")
def quadratic(at: Operands) -> Truth:
    return score_cost(2 * at.L, at.h, at.k) == 4 * score_cost(at.L, at.h, at.k)


@attention_cost.proof_line(
    "all pairwise interactions scale quadratically in memory: 2L tokens make four times as many scores"
)
def quadratic_memory(at: Operands) -> Truth:
    return maps(2 * at.L, at.h) == 4 * maps(at.L, at.h)


@attention_cost.proof_line(
    "forming Q and K takes O(L d^2) for dense projections: 2 L d^2, half of all four projections"
)
def queries_and_keys(at: Operands) -> Truth:
    cost = loops(2, at.L, at.d, at.d)
    return (cost == 2 * at.L * at.d**2) & (projection_cost(at.L, at.d) == 2 * cost)


@attention_cost.proof_line(
    "attention cost is dominated by computing Q K^T and A V: they take no less than the projections",
    flaw="silently assumed",
    survives=("background:attention_cost.dominated@repaired",),
    same_as="attention_cost.time",
)
def dominated(at: Operands) -> Truth:
    return 2 * score_cost(at.L, at.h, at.k) >= projection_cost(at.L, at.d)


@attention_cost.repairs(
    "dominated",
    "Q K^T and A V take no less than the projections if and only if L >= 2d",
    reason="2 L^2 d against 4 L d^2: up to L = 2d the projections to Q, K, V and of the output cost more",
)
def dominated_repaired(at: Operands) -> Truth:
    return equivalent(2 * score_cost(at.L, at.h, at.k) >= projection_cost(at.L, at.d), 2 * at.d <= at.L)


@attention_cost.proof_line(
    "overall, attention is O(L^2 d) time, C_attn(L, d) <= C L^2 d: at L = 1 and d = C, with the projections",
    survives=("background:attention_cost.time@repaired",),
    flaw="silently assumed",
)
def time(at: Operands) -> Truth:
    return at.time_of_one_token <= at.C * at.C


@attention_cost.repairs(
    "time",
    "attention is O(L^2 d + L d^2) time: at most 4 (L^2 d + L d^2) multiplications",
    reason="4 L d^2 for the projections, which the page mentions, is above every C L^2 d once 4d > C L: the sentence"
    " holds for the products Q K^T and A V alone, or for d = O(L)",
)
def time_repaired(at: Operands) -> Truth:
    return attention(at.L, at.h, at.k) <= 4 * (at.L**2 * at.d + at.L * at.d**2)


@attention_cost.proof_line(
    "and O(L^2) memory for storing S, M_attn(L) <= C L^2: at L = 1 with C + 1 heads",
    flaw="reading",
    survives=("background:attention_cost.memory@repaired",),
)
def memory(at: Operands) -> Truth:
    return at.maps_of_one_token <= at.C


@attention_cost.repairs(
    "memory",
    "and O(h L^2) memory for storing S and A of all heads, O(L^2) of each: 2 h L^2 numbers",
    reason="each head has an S of its own; a bound in L alone holds for one head at a time, or for a fixed number of"
    " heads",
)
def memory_repaired(at: Operands) -> Truth:
    return (2 * maps(at.L, at.h) == 2 * at.h * at.L**2) & (2 * maps(at.L, 1) == 2 * at.L**2)


@attention_cost.proof_line(
    "more heads don't change the asymptotic cost beyond the constant factor h, since total head width is fixed to d:"
    " the products cost what those of one head of size d do"
)
def heads(at: Operands) -> Truth:
    return score_cost(at.L, at.h, at.k) == score_cost(at.L, 1, at.d)


@attention_cost.proof_line(
    "softmax and the multiplication by V add O(L^2) and O(L^2 d_k) per head: exponentials, products"
)
def softmax_and_values(at: Operands) -> Truth:
    return (maps(at.L, 1) == at.L**2) & (loops(at.L, at.k, at.L) == at.L**2 * at.k)


@attention_cost.proof_line(
    "the position-wise FFN costs O(L d d_ff) time and O(L d_ff) memory: 2 L d d_ff, L d_ff hidden values"
)
def feed_forward_cost(at: Operands) -> Truth:
    return (feed_forward(at, at.f) == 2 * at.L * at.d * at.f) & (loops(at.L, at.f) == at.L * at.f)


@attention_cost.proof_line(
    "for moderate L, FFN can dominate; for large L, the quadratic term: with d_ff = 4d they cross at L = 4d"
)
def crossing(at: Operands) -> Truth:
    cost, products = feed_forward(at, 4 * at.d), 2 * score_cost(at.L, at.h, at.k)
    return equivalent(cost > products, 4 * at.d > at.L)


@attention_cost.proof_line(
    "parameters O(d^2 + d d_ff): at most 5 (d^2 + d d_ff), with the biases of the feed-forward layer"
)
def parameters(at: Operands) -> Truth:
    return loops(4, at.d, at.d) + loops(2, at.d, at.f) + at.f + at.d <= 5 * (at.d**2 + at.d * at.f)


@attention_cost.proof_line(
    "memory includes activations: O(L d) for token representations, L d entries, and O(L^2) for attention maps, L^2"
    " each"
)
def activations(at: Operands) -> Truth:
    return (loops(at.L, at.d) == at.L * at.d) & (maps(at.L, 1) == at.L**2)


FOR_ALL_SIZES: Final = "for all sizes by hand, as nested loops turn as often as the product of their lengths says"


attention_cost.part(
    "Computing all pairwise interactions between L tokens scales quadratically in time",
    undecided="of all L, which no instance gives: `quadratic` decides one doubling, from L to 2L, and by hand "
    "h L^2 d_k is a multiple of L^2",
)
attention_cost.part(
    "and memory.",
    undecided="of all L, which no instance gives: quadratic_memory decides one doubling, from L to 2L, and by hand "
    "h L^2 is a multiple of L^2",
)
attention_cost.part(
    "has attention cost dominated by computing Q K^T and A V.",
    undecided="It does not say for which L and d; `dominated@repaired` decides for which it is so.",
)
attention_cost.part(
    "Forming Q and K takes O(L d^2) for dense projections",
    undecided="of all L and d, which no instance gives: queries_and_keys counts 2 L d^2 at one of each, and "
    f"{FOR_ALL_SIZES}",
)
attention_cost.part(
    "the pairwise score matrix S = Q K^T / sqrt(d_k) requires O(L^2 d_k) per head, i.e., O(L^2 d) total.",
    undecided="of all L and d_k, which no instance gives: `scores` counts L^2 d_k and L^2 d at one of each, and "
    f"{FOR_ALL_SIZES}",
)
attention_cost.part(
    "The softmax and multiplication by V each add O(L^2) and O(L^2 d_k) per head, respectively.",
    undecided="of all L and d_k, which no instance gives: softmax_and_values counts L^2 and L^2 d_k at one of each, "
    f"and {FOR_ALL_SIZES}",
)
attention_cost.part(
    "Overall, attention is O(L^2 d) time and O(L^2) memory for storing S (and often A).",
    undecided="O(...) does not say whether projections count, and whether the number of heads is fixed; `time` and "
    "`memory` decide what follows if they count and if it is not, for one constant.",
)
attention_cost.part(
    "The position-wise FFN costs O(L d d_ff) time and O(L d_ff) memory for activations",
    undecided="of all L, d and d_ff, which no instance gives: feed_forward_cost counts 2 L d d_ff and L d_ff at one "
    f"of each, and {FOR_ALL_SIZES}",
)
attention_cost.part(
    "For moderate L, FFN can dominate; for large L, the quadratic attention term becomes the bottleneck.",
    undecided="It does not say how large L is, and an instance has one: `crossing` decides at one L and d, for d_ff = "
    "4d, on which side of L = 4d it lies",
)
attention_cost.part(
    "In space, besides parameters O(d^2 + d d_ff)",
    undecided="of all d and d_ff, which no instance gives: `parameters` counts at most 5 (d^2 + d d_ff) at one of "
    "each; 4 d^2 + 2 d d_ff + d_ff + d is no more for all of them, by hand",
)
attention_cost.part(
    "runtime memory includes activations: O(L d) for token representations and O(L^2) for attention maps.",
    undecided="of all L and d, which no instance gives: `activations` counts L d and, for each head, L^2 at one of "
    f"each, and {FOR_ALL_SIZES}",
)
attention_cost.part(
    "Expressiveness-wise, more heads h increase parallel routing capacity",
    undecided="It does not say what the capacity is; no step decides it.",
)
attention_cost.part(
    "without changing asymptotic cost beyond the constant factor h, since total head width is fixed to d.",
    undecided="of all L, d and h, which no instance gives: `heads` decides at one of each that the products cost what "
    f"those of one head of size d do, and {FOR_ALL_SIZES}",
)
