"""Tightness of constructions (Yun et al. 2020, Sec. 3.2; the counts behind it in App. E and G; Lemma 9 has its own).

    O(n (1/delta)^(dn) / n!) blocks, O(d) parameters each, (output dim) x (num cubes) / n! real numbers

An O has to say in what it is uniform, and these don't; each speaks of all delta, and no instance decides it. What is
decided are lines beside them: the exact count of the networks of Lemmas 7, 8 and 9, d/delta + d, D + 1 and 1 + d +
n C(D, n) layers, D = delta^-d, and at one d, n, delta the constants that `counts` proves by hand for all of them.

No c serves all n: where n > D no L has n different columns, the layers of Lemmas 7 and 8 stay, and
n D^n / n! tends to 0. Uniform is the count of different (context, column) pairs, d D C(D + n - 2, n - 1) real numbers.

That no network at all can do with fewer parameters is no arithmetic and not decided; nor is what Lin and Jegelka need.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import category1, grid
from exactua.networks import Network
from exactua.papers.pages import networks, per_box
from exactua.papers.yun2020.blocks import block
from exactua.papers.yun2020.counts import define_counts, different_columns, multiplicities
from exactua.papers.yun2020.quantiser import quantiser
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.value_map import value_map
from exactua.papers.yun2020.vocabulary import assume_throughout
from exactua.terms.tracing import Columns, Number, Truth, every, product

tightness = Claim(
    "yun2020:tightness",
    title="Tightness of constructions",
    source="Sec. 3.2; counts of App. E and G",
    text="None of the parameters (h, m, r) depend on the input sequence length n or embedding dimension d. "
    "Theorem 2 requires O(n(1/delta)^(dn)/n!) Transformer blocks for approximation, where delta is the width of "
    "the cubes. Each transformer block is of constant width, so it has O(d) parameters; this means that the total "
    "number of parameters is O(dn(1/delta)^(dn)/n!). We note that this exponential dependence cannot be avoided in "
    "the worse case. If we assume continuity without any additional smoothness, quantizing the domain to cubes and "
    "approximating the function with constants require memorizing (output dim) x (num cubes)/n! real numbers, where "
    "the factor of 1/n! is due to permutation equivariance. Thus, Theorem 2 is optimal in the order of parameters. "
    "Transformers can approximate permutation equivariant functions in a more efficient way than residual networks. "
    "Our proof of Theorem 3 shows that we require O(n(1/delta)^(dn)) layers. This construction is also optimal in the "
    "order of parameters.",
    # Ten times the layers of the value map, or the matrices of G+_delta up to permutation, which it is made from
    work=per_box(lambda d, n, m: max(10 * n * comb(m**d, n), comb((m + 1) ** d + n - 1, n))),
)
tightness.rests_on("theorem2", "lemma7", "lemma8", "lemma9", where="Sec. 3.2; App. E")
tightness.rests_on("theorem3", "g1", "g2", "g3", where="Sec. 3.2; App. G")
tightness.assumes(
    "memorising N real numbers takes of the order of N parameters",
    "the residual networks of Lin and Jegelka (2018) have O((1/delta)^(dn)) layers of O(dn) parameters",
    where="Sec. 3.2",
)
assume_throughout(tightness)
define_counts(tightness)


@tightness.network("g")
def modified_transformer(values: Mapping[str, Any]) -> Network:
    """g_v o g_c o g_q as Lemmas 7, 8 and 9 build them, for the values (A_L)_{i,j} = i + j."""
    parts = (quantiser(values), contextual_map(values), value_map(values, lambda i, j: i + j))
    items = tuple(item for part in parts for item in part.items)
    return Network(values["d"], items, {"output": len(items)})


# A block t^(2,1,4): two heads of size 1 with query biases, and four ReLU nodes (eq. (1) and (2))
networks(tightness, block=lambda values: block(values, h=2, m=1, r=4))


def _distinct_columns_exist(at: Operands) -> Truth:
    return at.n <= at.D


@tightness.proof_line("Sec. 3.1: none of h, m, r depends on n or d: the network of this n, d, delta has h = 2")
def heads(at: Operands) -> Truth:
    return at.g.quantity("heads") == 2


@tightness.proof_line("Sec. 3.1: none of h, m, r depends on n or d: the network of this n, d, delta has m = 1")
def head_size(at: Operands) -> Truth:
    return at.g.quantity("head size") == 1


@tightness.proof_line(
    "Sec. 3.1: none of h, m, r depends on n or d: the network of this n, d, delta has r = 1, activations in Phi (four "
    "ReLUs each, App. F)"
)
def hidden_size(at: Operands) -> Truth:
    return at.g.quantity("hidden size") + at.g.quantity("activations outside Phi") == 1


@tightness.proof_line("Sec. 3.2: g_v o g_c o g_q has (d/delta + d) + (1 + d + n C(delta^-d, n)) feed-forward layers")
def feed_forward_layers(at: Operands) -> Truth:
    return at.g.quantity("feed-forward layers") == at.d * at.m + at.d + at.value_layers


@tightness.proof_line("Sec. 3.2: and delta^-d + 1 attention layers")
def attention_layers(at: Operands) -> Truth:
    return at.g.quantity("attention layers") == at.D + 1


@tightness.proof_line(
    "Sec. 3.2: Theorem 2 requires O(n(1/delta)^(dn)/n!) Transformer blocks (with one constant, 3)",
    flaw="constants",
    survives=("yun2020:tightness.blocks_for_each_n", "yun2020:tightness.optimal_order"),
)
def transformer_blocks(at: Operands) -> Truth:
    return at.blocks <= 3 * at.printed


@tightness.repairs(
    "transformer_blocks",
    "at most 3 n(1/delta)^(dn)/n! Transformer blocks where n <= delta^-d",
    reason="uniform in d and delta, but in n only up to delta^-d: beyond it the layers of Lemmas 7 and 8 stay and"
    " n(1/delta)^(dn)/n! tends to 0",
    given=_distinct_columns_exist,
)
def transformer_blocks_repaired(at: Operands) -> Truth:
    return at.blocks <= 3 * at.printed


@tightness.proof_line(
    "Sec. 3.2: O(n(1/delta)^(dn)/n!) blocks as delta -> 0, read of each n by itself: at this n, d, delta with the "
    "constant 1 + 4 (n-1)!/2^(n-1), which grows with n (no_constant_for_all_n)"
)
def blocks_for_each_n(at: Operands) -> Truth:
    return at.blocks <= (1 + 4 * at.permutations / at.n / 2 ** (at.n - 1)) * at.printed


@tightness.proof_line(
    "Sec. 3.2, not said: O(n(1/delta)^(dn)/n!) blocks with no constant c = 1, ..., 8 for all n: below 1/c at "
    "n = 4 delta^-d + c",
    said=False,
)
def no_constant_for_all_n(at: Operands) -> Truth:
    def too_small(c: Number) -> Truth:
        n = 4 * at.D + c
        return c * n * at.D**n < product(Columns(1, n, "k"), lambda k: k)

    return every(Columns(1, 8, "c"), too_small)


@tightness.proof_line(
    "Sec. 3.2, not said: not only O: at least half of n(1/delta)^(dn)/n! blocks where n (n-1) <= delta^-d",
    given=lambda at: at.n * (at.n - 1) <= at.D,
    said=False,
)
def blocks_from_below(at: Operands) -> Truth:
    return 2 * at.blocks >= at.printed


@tightness.proof_line(
    "Sec. 3.2, not said: the parameters of a block, heads of size 1 and four hidden nodes, are 17 d + 6", said=False
)
def parameters_of_a_block(at: Operands) -> Truth:
    return at.block.quantity("parameters") == at.block_parameters


@tightness.proof_line(
    "Sec. 3.2: each Transformer block has O(d) parameters: at this d with the constant 23, the same for all d"
)
def block_of_constant_width(at: Operands) -> Truth:
    return at.block_parameters <= 23 * at.d


@tightness.proof_line(
    "Sec. 3.2: the total number of parameters is O(dn(1/delta)^(dn)/n!) (with one constant, 69)",
    flaw="constants",
    survives=("yun2020:tightness.parameters_for_each_n", "yun2020:tightness.optimal_order"),
    same_as="yun2020:tightness.transformer_blocks",
)
def total_parameters(at: Operands) -> Truth:
    return at.blocks * at.block_parameters <= 69 * at.d * at.printed


@tightness.repairs(
    "total_parameters",
    "the total number of parameters is at most 69 dn(1/delta)^(dn)/n! where n <= delta^-d",
    reason="the number of blocks is bounded so only there",
    given=_distinct_columns_exist,
)
def total_parameters_repaired(at: Operands) -> Truth:
    return at.blocks * at.block_parameters <= 69 * at.d * at.printed


@tightness.proof_line(
    "Sec. 3.2: the total number of parameters is O(dn(1/delta)^(dn)/n!) as delta -> 0, read of each n by itself: at "
    "this n, d, delta with 23 times the constant of the blocks, which grows with n"
)
def parameters_for_each_n(at: Operands) -> Truth:
    constant = 23 * (1 + 4 * at.permutations / at.n / 2 ** (at.n - 1))
    return at.blocks * at.block_parameters <= constant * at.d * at.printed


@tightness.proof_line(
    "Sec. 3.2, not said: a permutation equivariant function on G_delta is fixed by d D C(D+n-2, n-1) real numbers, D = "
    "delta^-d",
    over=(grid,),
    said=False,
    fold="sum",
    relation="=",
    bound=lambda at: at.free_numbers * at.permutations,
)
def free_numbers_counted(at: Operands) -> Number:
    return at.d * different_columns(at) * multiplicities(at)


@tightness.proof_line(
    "Sec. 3.2: this requires memorizing (output dim) x (num cubes)/n! real numbers",
    flaw="reading",
    survives=("yun2020:tightness.optimal_order",),
)
def memorized_numbers(at: Operands) -> Truth:
    return at.free_numbers == at.memorized


@tightness.repairs(
    "memorized_numbers",
    "this requires memorizing at least (output dim) x (num cubes)/n! real numbers",
    reason="matrices with duplicate columns have fewer than n! orders: exact for n = 2, too small for n >= 3",
)
def memorized_numbers_repaired(at: Operands) -> Truth:
    return at.free_numbers >= at.memorized


@tightness.proof_line(
    "Sec. 3.2, not said: at most twice (output dim) x (num cubes)/n! where n (n-1) <= delta^-d",
    given=lambda at: at.n * (at.n - 1) <= at.D,
    said=False,
)
def memorized_at_most_twice(at: Operands) -> Truth:
    return at.free_numbers <= 2 * at.memorized


@tightness.proof_line(
    "Sec. 3.2: the factor of 1/n! is due to permutation equivariance: (num cubes)/n! cubes up to permutation",
    over=(grid,),
    fold="sum",
    relation="=",
    bound=lambda at: at.D**at.n,
    flaw="reading",
    survives=("yun2020:tightness.memorized_at_most_twice",),
    same_as="yun2020:tightness.memorized_numbers",
)
def factor_of_permutations(at: Operands) -> Number:
    return multiplicities(at)


@tightness.repairs(
    "factor_of_permutations",
    "the cubes whose columns are all different, up to permutation, are a factor of 1/n! fewer",
    reason="a cube with duplicate columns has fewer than n! images; the others have n! each",
    over=(category1,),
    fold="sum",
    relation="=",
    bound=lambda at: at.permutations * at.distinct_contexts,
)
def factor_of_permutations_repaired(at: Operands) -> Number:
    return multiplicities(at)


@tightness.proof_line(
    "Sec. 3.2: Theorem 2 is optimal in the order of parameters: this network has at most 69 for each number memorized; "
    "that none needs fewer is not decided"
)
def optimal_order(at: Operands) -> Truth:
    return at.blocks * at.block_parameters <= 69 * at.free_numbers


@tightness.proof_line(
    "Sec. 3.2, not said: and at most 115 parameters for each number that this network does memorize, d n C(delta^-d, "
    "n) of them",
    given=_distinct_columns_exist,
    said=False,
)
def optimal_on_distinct_columns(at: Operands) -> Truth:
    return at.blocks * at.block_parameters <= 115 * at.d * at.value_numbers


@tightness.proof_line("Sec. 3.2: more efficient than residual networks: dn(1/delta)^(dn)/n! is below dn(1/delta)^(dn)")
def more_efficient(at: Operands) -> Truth:
    return at.d * at.printed < at.d * at.n * at.D**at.n


@tightness.proof_line(
    "Sec. 3.2: more efficient than residual networks: fewer than dn(1/delta)^(dn) parameters, their constants counted, "
    "where 4 <= n <= delta^-d (a block has 17 d + 6, and n! exceeds 17 + 6/d from n = 4 on)",
    given=lambda at: (at.n >= 4) & (at.n <= at.D),
)
def more_efficient_counted(at: Operands) -> Truth:
    return at.blocks * at.block_parameters < at.d * at.n * at.D**at.n


@tightness.proof_line(
    "Sec. 3.2: Theorem 3 requires O(n(1/delta)^(dn)) layers: here with the constant 3, the same for all instances"
)
def theorem_3_layers(at: Operands) -> Truth:
    return at.layers_of_theorem_3 <= 3 * at.n * at.D**at.n


@tightness.proof_line(
    "Sec. 3.2: also optimal: at most 69 parameters for each of the d n (1/delta)^(dn) numbers memorized"
)
def theorem_3_optimal_order(at: Operands) -> Truth:
    return at.layers_of_theorem_3 * at.block_parameters <= 69 * at.d * at.n * at.D**at.n


tightness.part(
    "None of the parameters (h, m, r) depend on the input sequence length n or embedding dimension d.",
    undecided="of all n and d, which no instance gives: `heads`, head_size and hidden_size have one of each; for all "
    "of them proposition_5_values in proofs/rocq has h = 2, m = r = 1",
)
tightness.part(
    "Theorem 2 requires O(n(1/delta)^(dn)/n!) Transformer blocks for approximation, where delta is the width of "
    "the cubes.",
    undecided="of all delta, which no instance gives, and silent on what O(...) is uniform in: blocks_for_each_n has "
    "one d, n and delta and the constant 1 + 4 (n-1)!/2^(n-1), which serves all of them by the theorem about that step "
    "in proofs/rocq; that no constant serves all n is by hand (exactua/papers/yun2020/counts.py), where "
    "no_constant_for_all_n has eight",
)
tightness.part(
    "Each transformer block is of constant width, so it has O(d) parameters;",
    undecided="of all d, which no instance gives: parameters_of_a_block and block_of_constant_width count 17 d + 6 <= "
    "23 d at one d; that every block has as many, whatever d, n and delta, is by hand "
    "(exactua/papers/yun2020/counts.py) and in no theorem of proofs/rocq",
)
tightness.part(
    "the total number of parameters is O(dn(1/delta)^(dn)/n!).",
    undecided="of all delta, as the number of blocks: parameters_for_each_n has one d, n and delta and 23 times the "
    "constant of the blocks, which serves all of them by the theorem about that step in proofs/rocq; no constant "
    "serves all n",
)
tightness.part(
    "We note that this exponential dependence cannot be avoided in the worse case.",
    undecided="a lower bound over all networks, and over all ways to encode numbers in parameters",
)
tightness.part(
    "If we assume continuity without any additional smoothness, quantizing the domain to cubes and approximating the "
    "function with constants require memorizing (output dim) x (num cubes)/n! real numbers, where the factor of 1/n! "
    "is due to permutation equivariance.",
    undecided="of all ways to approximate with constants: free_numbers_counted counts the numbers that fix a "
    "permutation equivariant function on G_delta",
)
tightness.part(
    "Theorem 2 is optimal in the order of parameters.",
    undecided="that no network needs fewer parameters is a statement about all networks: optimal_order counts those "
    "of this one, at most 69 for each number",
)
tightness.part(
    "Transformers can approximate permutation equivariant functions in a more efficient way than residual networks.",
    undecided="what residual networks need is from Lin and Jegelka (2018): more_efficient compares the two printed "
    "orders alone",
)
tightness.part(
    "Our proof of Theorem 3 shows that we require O(n(1/delta)^(dn)) layers.",
    undecided="of all d, n and delta, which no instance gives: theorem_3_layers has one of each and the constant 3, "
    "which serves them all by the theorem about that step in proofs/rocq",
)
tightness.part(
    "This construction is also optimal in the order of parameters.",
    undecided="a statement about all networks, as that on Theorem 2: theorem_3_optimal_order counts the parameters of "
    "this one",
)
