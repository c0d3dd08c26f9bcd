"""The theorems of Theorems.v, and over the reals of RealTheorems.v, NetworkTheorems.v, KajitsukaTheorems.v and
BackgroundTheorems.v, that say more of a claim than its steps, in words.

Their statements were written by hand (Statements.v, RealStatements.v, ...), in the paper's names. A step of the claim
may be an instance of one: it takes one f-bar, or columns sorted by id, where the theorem speaks of any. Those of
RangeStatements.v say for which d, n and delta a step holds that fails somewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.claim import Claim
from exactua.proving.rocq.definitions import definition
from exactua.proving.rocq.propositions import RATIONAL_ENTRIES
from exactua.proving.rocq.sources import Theorem, is_allowed
from exactua.proving.rocq.toolchain import NotProved


@dataclass(frozen=True)
class Written:
    """A statement written by hand: its name, its claim, what it says, and steps that are instances of it."""

    name: str
    claim: str
    says: str
    instances: tuple[str, ...] = ()
    of_reals: bool = False
    """Whether the claim says it of real numbers: here they are rational."""
    networks: bool = True
    """Whether it speaks of networks: then it decides nothing unless they are those that run here."""
    ours: bool = False
    """Whether the paper doesn't say it."""


D_P_BY_BOXES: Final = (
    "d_p <= e says that countably many boxes with weights cover the p-th power and weigh at most e^p together"
)
INFINITE_BY_BOXES: Final = (
    "for each e finitely many boxes without common inner points, with weights, lie below the p-th power and weigh more "
    "than e^p together"
)

WRITTEN: Final = (
    Written(
        "lemma_4",
        "yun2020:lemma4",
        "for all d, n, real p >= 1 and epsilon > 0, and all continuous, permutation equivariant f with support in [0, "
        "1]^(d x n), there is an m* such that for all m >= m*, with delta = 1/m: some f-bar in F-bar_PE(delta) has "
        "d_p(f, f-bar) <= epsilon/3, over all matrices with real entries"
        f"; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "theorem_2",
        "yun2020:theorem2",
        "for all d >= 1, n >= 2, real p >= 1 and epsilon > 0, and all continuous, permutation equivariant f that are"
        " 0 outside of some box, there is a Transformer g in T^(2,1,4), with softmax and ReLU, such that d_p(f, g) <= "
        "epsilon over all matrices with real entries; heads have the bias b_Q of footnote 1"
        f"; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "theorem_2_hardmax",
        "yun2020:theorem2",
        "for all d >= 1, n >= 2, real p >= 1 and epsilon > 0, and all continuous, permutation equivariant f that are"
        " 0 outside of some box, there is a modified Transformer g in T-bar^(2,1,1), with hardmax and phi in Phi, "
        "such that d_p(f, g) <= epsilon over all matrices with real entries; softmax and ReLU are not in it, heads "
        "have the bias b_Q of footnote 1"
        f"; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "lemma_6_on_cubes",
        "yun2020:lemma6",
        "for all h, m, r, n >= 1, all d, real p >= 1 and epsilon > 0, and all g-bar in T-bar^(h,m,r) that are constant"
        " on the cubes of width 1/k and 0 elsewhere, as those of Proposition 5 are, there is a g in T^(h,m,4r) such "
        "that d_p(g-bar, g) <= epsilon over all matrices with real entries; other g-bar are not in it"
        f"; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "lemma_6_on_bounded_sets",
        "yun2020:lemma6",
        "for all h, m, r, d, n, real p >= 1 and epsilon > 0, all g-bar in T-bar^(h,m,r) and every bounded set K of "
        "matrices there is a g in T^(h,m,4r), which depends on K, such that d_p(g-bar, g) <= epsilon over K, with real "
        f"entries; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "lemma_6_fails_over_all_matrices",
        "yun2020:lemma6",
        "for all h, m, r, d >= 1 and n >= 2 there is a g-bar in T-bar^(h,m,r), of one block, such that for all h', m', "
        "r', every g in T^(h',m',r') and real p >= 1, d_p(g-bar, g) over all matrices with real entries is infinite: "
        f"{INFINITE_BY_BOXES}; g-bar takes the greatest entry of the first row off all entries of that row, and adds 1 "
        "where that leaves 0",
        networks=False,
        ours=True,
    ),
    Written(
        "g_q_is_far",
        "yun2020:lemma6",
        "for all d >= 2, n >= 1, delta = 1/m <= 1 and k >= 1: g-bar, the first k layers of g_q of Lemma 7, is in "
        "T-bar^(2,1,1), and for all h, m', r, every g in T^(h,m',r) and real p >= 1, d_p(g-bar, g) over all matrices "
        f"with real entries is infinite: {INFINITE_BY_BOXES}",
        ours=True,
    ),
    Written(
        "jumps_are_far",
        "yun2020:lemma6",
        "for all d >= 2, n >= 1 and g-bar for which there are c and J, t > 0 such that the entries (0, 0) of g-bar(X) "
        "and g-bar(Y) differ by J or more wherever that of X is in (c - t, c) and that of Y in (c, c + t), whatever "
        "all other entries of X and of Y are: for all h, m, r, every g in T^(h,m,r) and real p >= 1, d_p(g-bar, g) is "
        "infinite over all matrices with real entries; rows and columns are counted from 0",
        networks=False,
        ours=True,
    ),
    Written(
        "theorem_3",
        "yun2020:theorem3",
        "for all d >= 1, n >= 2 and all closed, bounded K there is an E in R^(d x n) such that for all f that are "
        "continuous on K, real p >= 1 and epsilon > 0 there is a Transformer g in T^(2,1,4), with softmax and ReLU, "
        "such that d_p(f, g(. + E)) <= epsilon over K, with real entries; heads have the bias b_Q of footnote 1"
        f"; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "theorem_3_hardmax",
        "yun2020:theorem3",
        "for all d >= 1, n >= 2 and all closed, bounded K there is an E in R^(d x n) such that for all f that are "
        "continuous on K, real p >= 1 and epsilon > 0 there is a modified Transformer g in T-bar^(2,1,1), with hardmax "
        "and phi in Phi, such that d_p(f, g(. + E)) <= epsilon over K, with real entries; softmax and ReLU are not in "
        "it, and heads have the bias b_Q of footnote 1"
        f"; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "lemma_6_at_points",
        "yun2020:lemma6",
        "for all h, m, r, d, n, epsilon > 0, all g-bar in T-bar^(h,m,r) and every finite set of real matrices there is"
        " a g in T^(h,m,4r) whose entries differ from those of g-bar by less than epsilon at each of these matrices",
        networks=False,
    ),
    Written(
        "softmax_near_hardmax",
        "yun2020:lemma6",
        "for all n >= 1, lambda >= 0 and n real scores of which all but the greatest are gap or more below them: each "
        "weight that softmax makes of lambda times the scores differs from that of hardmax by at most n e^(-lambda "
        "gap)",
        networks=False,
        ours=True,
    ),
    Written(
        "head_near_hardmax",
        "yun2020:lemma6",
        "for all d, n, lambda >= 0, every head, with b_Q, all real X and every column j in whose scores all but the "
        "greatest are gap or more below them: with softmax and lambda W_K for W_K what the head adds to entry (i, j) "
        "differs from what it adds with hardmax by at most n e^(-lambda gap) sum_l |(W_O W_V X)_(i,l)|",
        networks=False,
        ours=True,
    ),
    Written(
        "network_near_hardmax",
        "yun2020:lemma6",
        "for all networks of attention layers, with b_Q, and feed-forward layers of any sizes, with activations of "
        "finitely many linear pieces, all epsilon > 0 and every set of real matrices: where each of them has numbers "
        "that bound the network with hardmax there, tau <= epsilon and kappa > 0 of its own, such that all scores but "
        "the greatest of a column are kappa + 2 tau sensitivity or more below them, every lambda >= 0 that is at least "
        "ln(C/tau)/kappa serves, or max(1, 2/kappa (ln(C/tau) + b ln(2 b/kappa))) where b > 0 attention layers behind "
        "the first have equal greatest scores of columns that differ in the input: with "
        "softmax and lambda W_K for W_K in all layers each entry of the output differs from that "
        "with hardmax by at most epsilon, at all these matrices; C is made of the numbers "
        "layer by layer",
        networks=False,
        ours=True,
    ),
    Written(
        "network_near_hardmax_by_depth",
        "yun2020:lemma6",
        "the same with c L g^L for C, L the number of layers, where no layer makes errors more than g >= 1 times as "
        "large and losers add at most c",
        networks=False,
        ours=True,
    ),
    Written(
        "network_near_hardmax_for_one_head",
        "yun2020:lemma6",
        "for one head of size 1 whose weights are all 1, at [1/2 1], epsilon = tau = 1/100: numbers as above, with C = "
        "52/100 and kappa = 1049/5000, and so every lambda >= ln(52)/(1049/5000)",
        networks=False,
        ours=True,
    ),
    Written(
        "g_c_near_hardmax",
        "yun2020:lemma6",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and epsilon > 0: every lambda >= 16/7 delta^-2 ln(C/tau) serves "
        "for g_c of Lemma 8 and all L in G+_delta: with softmax and lambda W_K for W_K in all layers each entry of the "
        "output differs from that of g_c by at most epsilon, where D = delta^-d, G = D^(n+1), B = G (1 + 2 D)^n, C = "
        "3 (n - 1) B (2 D^2 (1 + 2 D^2)^n (1 + G D) + G) and tau = min(epsilon, 1/(128 m^2 D B))",
        networks=False,
        ours=True,
    ),
    Written(
        "theorem_2_hardmax_effective",
        "yun2020:theorem2",
        "with numbers: for all d >= 1, n >= 2, real p >= 1, epsilon > 0, K >= 1 and permutation equivariant f that "
        "are 0 outside of [-K, K]^(d x n), with |f| <= B, whose entries differ by at most eta where those of X do by "
        "at most s, and V = d n (2 K)^(d n) with 2 V eta^p <= epsilon^p: every delta = 1/m <= 1/2 with m >= K/s and "
        "m^d >= V n (n - 1) (B/epsilon)^p has a modified Transformer g of 2 d + (d/delta + d) + (delta^-d + 1) + (d +"
        " 2 + n C(delta^-d, n)) blocks, of the sizes of T-bar^(2,1,1), such that d_p(f, g) <= epsilon over all "
        "matrices with real entries; softmax and ReLU are not in it, heads have the bias b_Q; d_p <= e is said by "
        "boxes with weights",
        networks=False,
        ours=True,
    ),
    Written(
        "theorem_2_hardmax_on_the_cube",
        "yun2020:theorem2",
        "with numbers, on the unit cube: for all d >= 1, n >= 2, delta = 1/m <= 1/2, real p >= 1, epsilon >= 0 and "
        "permutation equivariant f that are 0 outside of [0, 1]^(d x n), with |f| <= B and the modulus of continuity "
        "omega there, such that d n (omega(delta/2)^p + n (n - 1)/2 delta^d B^p) <= epsilon^p, there is a modified "
        "Transformer g of (d/delta + d) + (delta^-d + 1) + (d + 2 + n C(delta^-d, n)) blocks, of the sizes of "
        "T-bar^(2,1,1), such that d_p(f, g) <= epsilon over all matrices with real entries; f need not be 0 on the "
        "faces of the cube; softmax and ReLU are not in it, heads have the bias b_Q; d_p <= e is said by boxes with "
        "weights",
        networks=False,
        ours=True,
    ),
    Written(
        "theorem_2_hardmax_for_tilted",
        "yun2020:theorem2",
        "for the f with the entries 4 x_1 (1 - x_1) 4 x_2 (1 - x_2) x_j on [0, 1]^2 and 0 elsewhere, which is not "
        "constant, d = 1, n = 2, p = 2 and epsilon = 1/5 there is a modified Transformer g of 1195 blocks, of the "
        "sizes of T-bar^(2,1,1), such that d_p(f, g) <= epsilon over all matrices with real entries; softmax and ReLU"
        " are not in it, heads have the bias b_Q; d_p <= e is said by boxes with weights",
        networks=False,
        ours=True,
    ),
    Written(
        "claim_1_softmax",
        "yun2020:claim1",
        "for all h, m, r, d, n and all weights, b_Q among them: a block t^(h,m,r) with softmax and ReLU takes the "
        "same real matrix with d rows and n columns to the same matrix, and t(X P) = t(X) P for all real X and all "
        "permutation matrices P",
        networks=False,
    ),
    Written(
        "T_equivariant",
        "yun2020:claim1",
        "for all h, m, r, d, n: every function g of the class T^(h,m,r) has g(X P) = g(X) P for all real X and all "
        "permutation matrices P",
        networks=False,
    ),
    Written(
        "claim_1_hardmax",
        "yun2020:claim1",
        "for all h, m, r, d, n and all weights, b_Q among them: a block with hardmax, 1/k at each of k maxima, and "
        "any phi in Phi has t(X P) = t(X) P for all real X and all permutation matrices P",
        networks=False,
    ),
    Written(
        "one_sided_ties_fail",
        "yun2020:claim1",
        "for all d >= 1 and n >= 2 there is a block with h = m = r = 1 that is permutation equivariant neither where"
        " hardmax is 1 at the first of equal maxima nor where it is 1 at the last",
        networks=False,
        ours=True,
    ),
    Written(
        "claim_1",
        "yun2020:claim1",
        "for all networks g of attention layers with hardmax (ties averaged, heads of size 1) and feed-forward "
        "layers with piece-wise linear phi and r = 1, all X with rational entries and all permutations P: g(X P) "
        "= g(X) P; softmax and other m, r are not in it",
        ("equivariant",),
        of_reals=True,
    ),
    Written(
        "psi_selects",
        "yun2020:selective_shift",
        "for all d >= 1, delta, b and Z with rational entries: psi(Z; b)_(1,j) is max_k u^T Z_(:,k) if u^T "
        "Z_(:,j) > b, and min_k u^T Z_(:,k) if u^T Z_(:,j) < b; all other rows are 0 there",
        ("psi_above", "psi_below"),
        of_reals=True,
    ),
    Written(
        "Psi_shifts_selectively",
        "yun2020:selective_shift",
        "for all d >= 1, delta, b < b', c and Z with rational entries: with attention part c Psi(.; b, b') "
        "columns with ids between b and b' are shifted up by c (max - min) in their first coordinate, and columns"
        " with ids below b or above b' stay as they are",
        ("Psi_within", "Psi_beyond", "shifted_up"),
        of_reals=True,
    ),
    Written(
        "lemma_7_real",
        "yun2020:lemma7",
        "for all d, n, delta = 1/m <= 1 and all real X: g_q has d/delta + d feed-forward layers with r = 1 and phi "
        "in Phi, and no other, and does to each entry of X what g_q^ent does; its output is in G+_delta, and is L "
        "where X is in S_L",
        ("quantises", "layers", "token_wise", "activations"),
    ),
    Written(
        "lemma_7",
        "yun2020:lemma7",
        "for all d, n, delta = 1/m <= 1 and all X with rational entries: g_q has d/delta + d feed-forward layers "
        "with phi in Phi and no other, and does to each entry of X what g_q^ent does; its output is in G+_delta",
        ("quantises", "layers", "token_wise", "activations"),
        of_reals=True,
    ),
    Written(
        "lemma_8",
        "yun2020:lemma8",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2: g_c has delta^-d + 1 attention layers and no other, h = 2, and 0 <"
        " t_l < t_r; and for all L, L' in G+_delta, in every order of their columns: Properties 1 to 4",
        (
            "layers",
            "only_attention",
            "heads",
            "t_l_positive",
            "t_l_below_t_r",
            "property1",
            "property2",
            "property3",
            "property4",
        ),
    ),
    Written(
        "lemma_8",
        "yun2020:definition_e1",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all L, L' in G~_delta, in every order of their columns: for q "
        "= u^T g_c the entries of q(L) are all distinct, and all entries of q(L), q(L') are distinct if L is not a "
        "permutation of L'",
        ("condition1", "condition2_up_to_order", "condition2@repaired"),
    ),
    Written(
        "claim_1",
        "yun2020:definition_e1",
        "for all modified Transformers g with m = r = 1, g_c among them, all L and all permutations P: g(L P) = g(L) P",
        ("permutation_equivariant", "invariant@repaired"),
    ),
    Written(
        "claim_1",
        "yun2020:equivariance",
        "for all modified Transformers g with m = r = 1, g_c and its first delta^-d layers among them, all L and all "
        "permutations P: g(L P) = g(L) P",
        ("equivariant", "sweep_commutes"),
    ),
    Written(
        "categories_without_loss",
        "yun2020:equivariance",
        "for all d, n, delta and L in G+_delta: with its columns in some order L is a point of its category, where "
        "they stand by increasing id",
    ),
    Written(
        "category_1_in_turn",
        "yun2020:first_shifts",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all L of Category 1 with l_1 < ... < l_n: after k layers the "
        "columns with l_j < k delta, and they alone, have been shifted, to the l~_j that they keep",
    ),
    Written(
        "category_1_shifts",
        "yun2020:first_shifts",
        "for the same L: the layer of id l_j shifts column j by delta^-d (l_n - l_1) if j = 1, by delta^-d (l~_(j-1) - "
        "l_j) if j >= 2; then l~_j is the greatest id, and l_(j+1) the least",
        ("first_minimum",),
    ),
    Written(
        "category_1_display",
        "yun2020:first_shifts",
        "for the same L: l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1)",
    ),
    Written(
        "category_1_order",
        "yun2020:first_shifts",
        "for the same L: l_n < delta^(-d+1) <= l~_1, and l~_1 < l~_2 < ... < l~_n",
    ),
    Written(
        "g2_contextual_mapping",
        "yun2020:g3",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all X, X' in G_delta with X != X', L = X + E: the n entries of "
        "u^T g_c(L) are all distinct, and so are all those of u^T g_c(L), u^T g_c(L')",
        ("unique_numbers",),
    ),
    Written(
        "g2_apart",
        "yun2020:g3",
        "for the same X, X': any two of these numbers, of one L or of two, are at least delta apart",
        ("apart",),
    ),
    Written(
        "lemma_10_bounds",
        "yun2020:lemma10",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all L of Category 1 with l_1 < ... < l_n: the two bounds on "
        "l~_n",
        ("lower_bound", "upper_bound"),
    ),
    Written(
        "lemma_10_one_to_one",
        "yun2020:lemma10",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all L, L' of Category 1 with l_1 < ... < l_n: if l~_n is the "
        "same, L = L'",
        ("one_to_one",),
    ),
    Written(
        "lemma_9_real",
        "yun2020:lemma9",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all real values A with A_(L P) = A_L P there is a g_v of d +"
        " 2 + n C(delta^-d, n) token-wise layers with r = 1 and phi in Phi such that g_v(g_c(L)) is A_L for every L "
        "in G~_delta, and 0 for every other L in G+_delta",
    ),
    Written(
        "lemma_9_repaired",
        "yun2020:lemma9",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all values A with A_(L P) = A_L P: the g_v that lifts its "
        "values above all keys has d + 2 + n C(delta^-d, n) token-wise layers with phi in Phi, and g_v(g_c(L)) is"
        " A_L for every L in G~_delta, and 0 for every other L in G+_delta",
        ("maps_swapped@repaired",),
        of_reals=True,
    ),
    Written(
        "lemma_9_low_values",
        "yun2020:lemma9",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all values A with A_(L P) = A_L P and u^T A_L < t_l - delta/2: "
        "the same of g_v as printed (with 1_d for 1_n), which has d + 1 + n C(delta^-d, n) layers",
        ("maps_identity", "maps_scrambled"),
        of_reals=True,
    ),
    Written(
        "lemma_9_printed_fails",
        "yun2020:lemma9",
        "there are values A with A_(L P) = A_L P, at d = 1, n = 2, delta = 1/2, that g_v as printed does not map",
    ),
    Written(
        "proposition_5_real",
        "yun2020:proposition5",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all f-bar in F-bar_PE(delta), of real values, there is a "
        "g-bar in T-bar^(2,1,1) of (d/delta + d) + (delta^-d + 1) + (d + 2 + n C(delta^-d, n)) blocks such that for "
        "all real X: g-bar(X) = f-bar(X) for X in S_L with L in G~_delta, and 0 for every other X; "
        "heads have the bias b_Q",
    ),
    Written(
        "proposition_5_distance_real",
        "yun2020:proposition5",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2 and all f-bar in F-bar_PE(delta) there is a g-bar in "
        "T-bar^(2,1,1) such that for all real p >= 1 and all M with ||f-bar(X)||_p^p <= M at every real X: d_p(f-bar, "
        "g-bar)^p <= n(n-1)/2 delta^d M, over all matrices with real entries; heads have the bias b_Q"
        f"; {D_P_BY_BOXES}",
    ),
    Written(
        "proposition_5_values",
        "yun2020:proposition5",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2, all values A with A_(L P) = A_L P and all X with rational entries:"
        " g-bar(X), with the repaired g_v, is A_L for X in S_L with L in G~_delta, and 0 for every other X; g-bar"
        " has h = 2 and phi in Phi",
        ("value_swapped@repaired",),
        of_reals=True,
    ),
    Written(
        "proposition_5_distance",
        "yun2020:proposition5",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2, integers p >= 1, B, and all values A with A_(L P) = A_L P and "
        "||A_L||_p <= B: d_p(f-bar, g-bar)^p <= n(n-1)/2 B^p delta^d, with the repaired g_v; d_p^p is the sum "
        "over cubes that the integral is",
        of_reals=True,
    ),
    Written(
        "proposition_5_distance_for_all_p",
        "yun2020:proposition5",
        "for all d >= 1, n >= 2, delta = 1/m <= 1/2, real p >= 1, B, and all values A with A_(L P) = A_L P and "
        "||A_L||_p <= B: the sum of ||A_L - g-bar(L)||_p^p over all cubes, of which d_p(f-bar, g-bar)^p is "
        "delta^(dn) times, is at most k B^p with k delta^(dn) <= n(n-1)/2 delta^d, with the repaired g_v; powers "
        "and sums are in any ordered K, of which R is one",
        of_reals=True,
    ),
    Written(
        "proposition_5_displayed_fails",
        "yun2020:proposition5",
        "for all d >= 1, n >= 3, delta = 1/m <= 1/2 and integers p >= 1: with f-bar = 1 and B^p = d n, and the repaired"
        " g_v, d_p(f-bar, g-bar)^p > B^p delta^d",
    ),
    Written(
        "proposition_5_measure",
        "yun2020:proposition5",
        "for all d >= 1, n, delta = 1/m <= 1/2: the cubes with duplicate columns measure at most n(n-1)/2 delta^d; "
        "delta^d for n = 2, and more than delta^d for n >= 3",
        ("measure@repaired",),
    ),
    Written(
        "lemma_4_strictly",
        "yun2020:lemma4",
        "for all d, n, delta = 1/m, real p >= 1 and e > 0, and all continuous f with support in [0, 1]^(d x n): if "
        "||X - Y||_inf < delta implies ||f(X) - f(Y)||_p < e, then f-bar, which is f(C_L) on S_L, has ||f(X) - "
        "f-bar(X)||_p < e at every X, and d_p(f, f-bar) <= e' for some e' < e, over all matrices with real entries; "
        "d_p <= e' says that countably many boxes with weights cover the p-th power and weigh at most e'^p together",
        networks=False,
    ),
    Written(
        "lemma_4_with_constant",
        "yun2020:lemma4",
        "with numbers: for all d, n, delta = 1/m, real p >= 1, and all f with support in [0, 1]^(d x n) whose "
        "entries change by at most K r where those of X do by at most r: d_p(f, f-bar) <= (d n)^(1/p) K delta / 2; "
        "d_p <= e is said by boxes with weights",
        networks=False,
        ours=True,
    ),
    Written(
        "bump_and_tilted",
        "yun2020:lemma4",
        "for all d and n both functions of the steps, bump and tilted, are continuous and permutation equivariant, "
        "and 0 outside of [0, 1]^(d x n); with K = 4 d n and 4 d n + 1 their entries change by at most K r where "
        "those of X do by at most r",
        networks=False,
        ours=True,
    ),
    Written(
        "lemma_4_for_both",
        "yun2020:lemma4",
        "for all d, n >= 1, delta = 1/m and real p >= 1: d_p(f, f-bar) <= (d n)^(1/p) K delta / 2 for f = bump, K = "
        "4 d n, and f = tilted, K = 4 d n + 1; the steps `distance_bump`, `distance_bump_4`, `distance_tilted` and "
        "`distance_strict` say it of integrals, without the half, for p = 2 and 4; d_p <= e is said by boxes with "
        "weights",
        networks=False,
        ours=True,
    ),
    Written(
        "lemma_4_third",
        "yun2020:lemma4",
        "for all d, n >= 1 and delta = 1/m with 3 (4 d n + 1) (d n)^(1/2) <= 2 m: d_2(f, f-bar) <= 1/3 for f = "
        "tilted; the step `eps_one` says it of integrals, for larger delta too; d_2 <= 1/3 is said by boxes with "
        "weights",
        networks=False,
        ours=True,
    ),
    Written(
        "psi_selects_real",
        "yun2020:selective_shift",
        "for all d, n, u, b and Z with real entries, under each of the three tie rules: psi(Z; b)_(1,j) is max_k u^T "
        "Z_(:,k) if u^T Z_(:,j) > b, and min_k u^T Z_(:,k) if u^T Z_(:,j) < b; all other rows are 0; and at u^T "
        "Z_(:,j) = b it is the mean of all u^T Z_(:,k), the first of them, or the last",
        ("psi_above", "psi_below"),
        networks=False,
    ),
    Written(
        "Psi_shifts_selectively_real",
        "yun2020:selective_shift",
        "for all d, n, u, b < b', c and Z with real entries, under each of the three tie rules: with attention part "
        "c Psi(.; b, b') columns with ids between b and b' are shifted up by c (max - min) in their first "
        "coordinate, and all other coordinates stay; columns with ids below b or above b' stay as they are",
        ("Psi_within", "Psi_beyond", "shifted_up", "untouched"),
        networks=False,
    ),
    Written(
        "psi_head_of_E_3",
        "yun2020:selective_shift",
        "the head of these two theorems, with u = (1, delta^-1, ..., delta^(-d+1)) and rational b and c, is the psi "
        "on which the steps are proved: all its weights and its bias are the same",
        networks=False,
        ours=True,
    ),
    Written(
        "difference_sparse",
        "yun2020:bilinear_projection",
        "for all d, n and all real X_1 and X_2 that differ in one token: at most d entries of X_1 - X_2 are not 0",
        ("sparse",),
        networks=False,
    ),
    Written(
        "projection_of_difference",
        "yun2020:bilinear_projection",
        "for all d >= 1, n, W_P and all real X_1 and X_2 that differ in token j alone: entry (i, k) of (X_1 - X_2) "
        "W_P is (X_1 - X_2)_(i,j) (W_P)_(j,k); no entry is 0 if and only if the tokens differ in every coordinate "
        "and row j of W_P has no 0; in a row in which they differ the n numbers are distinct if and only if those in "
        "row j of W_P are; of random W_P nothing is said",
        networks=False,
        ours=True,
    ),
    Written(
        "BProj_fails_at_zero",
        "yun2020:bilinear_projection",
        "for all d, n >= 2, u and real W_O and W_P: on a set that has the zero matrix u^T BProj(L) fails condition 1 "
        "of Definition E.1",
        networks=False,
        ours=True,
    ),
    Written(
        "one_BProj_is_contextual",
        "yun2020:bilinear_projection",
        "for all d, n >= 1 and delta = 1/m there are u, W_O and W_P such that u^T BProj(L) meets both conditions of "
        "Definition E.1, in every order of the columns, on G_delta without the zero matrix, and others with a bias b "
        "such that u^T BProj(L + b 1^T) meets them on all of G_delta",
        networks=False,
        ours=True,
    ),
    Written(
        "SepConv_fails_at_zero",
        "yun2020:separable_convolution",
        "for all d, n >= 2, u, sizes and real weights: on a set that has the zero matrix u^T SepConv(L), with zeros "
        "as padding, fails condition 1 of Definition E.1",
        networks=False,
        ours=True,
    ),
    Written(
        "SepConv_small_filter_fails",
        "yun2020:separable_convolution",
        "for all d, n >= 2, u, sizes up to 2 n - 2, wherever the token is in the filter, and real weights: u^T "
        "SepConv(L), with zeros as padding, fails condition 2 of Definition E.1 on a set that has two matrices that "
        "differ in the last token alone and two that differ in the first alone, as G_delta has",
        ("small_filter_is_blind",),
        networks=False,
    ),
    Written(
        "large_SepConv_is_contextual",
        "yun2020:separable_convolution",
        "for all d, n >= 1 and delta = 1/m there are u, W_O, W_C and b such that u^T SepConv(L + b 1^T), with "
        "filters of size 2 n - 1 and zeros as padding, meets both conditions of Definition E.1, in every order of "
        "the columns, on all of G_delta",
        networks=False,
        ours=True,
    ),
    Written(
        "averages_of_contexts",
        "yun2020:averaging",
        "for all d, n >= 1 and all real X and Y that differ in one token alone their averages differ; for all d >= 1 "
        "and n >= 2 there are X and Y with the same average that differ in two tokens or more, where Y is not X with "
        "its columns in another order",
        ("one_word", "multiple_words"),
        networks=False,
    ),
    Written(
        "average_attention",
        "yun2020:averaging",
        "for all d, n >= 1 and every head with W_K = 0, b_Q or not: with softmax and with hardmax what it adds to "
        "each token of a real X is the average of the projections W_O W_V X of all tokens",
        networks=False,
        ours=True,
    ),
    Written(
        "creates_grid_range",
        "yun2020:lemma4",
        "that 1/delta is an integer for all delta = a/b < 1 with b <= m + 1 (`creates_grid`) is true for m <= 1, and "
        "false for every m >= 2, whatever d and n are",
        networks=False,
        ours=True,
    ),
    Written(
        "discrete_version_range",
        "yun2020:g1",
        "the quantiser on closed intervals (`discrete_version`) is wrong for all d, n, m >= 1; for all d >= 1, n >= "
        "2 and m >= 2 it gives an entry t in [j - 1, j] of any column its level if and only if t < j",
        of_reals=True,
        ours=True,
    ),
    Written(
        "each_interval_range",
        "yun2020:g1",
        "with k = 0, delta, ..., n - delta as printed (`each_interval`) the quantiser is right for delta = 1, and "
        "wrong for all d, n >= 1 and every other delta = 1/m",
        of_reals=True,
        ours=True,
    ),
    Written(
        "any_values_range",
        "yun2020:g3",
        "for all d >= 1, n >= 2 and m >= 2 the A_L of the step, of which the one at L = 0 has a column of another "
        "g_c(L'), are not all reached (`any_values`)",
        ours=True,
    ),
    Written(
        "strictly_monotone_range",
        "yun2020:theorem3",
        "for all d and m >= 1 the strict order of the entries of X + E on the grid of [0, 1]^(d x n) "
        "(`strictly_monotone`) fails for every n >= 2: of two neighbours it fails if and only if they are 1 and 0",
        networks=False,
        ours=True,
    ),
    Written(
        "on_closed_domain_range",
        "yun2020:theorem3",
        "for all d >= 1, n >= 2 and m >= 2 the network of App. G is not f-bar on [0, 1]^(d x n) "
        "(`on_closed_domain`), at levels 0, delta/2, ..., 1 of each entry",
        ours=True,
    ),
    Written(
        "transformer_blocks_range",
        "yun2020:tightness",
        "for all d >= 1 and m >= 2 there is an N with D <= N <= 4 D, D = delta^-d, such that for all n >= 2 the "
        "count with the constant 3 (`transformer_blocks`) holds if and only if n <= N; for n > D that is (d/delta + "
        "2 d + D + 1) (n - 1)! <= 3 D^n",
        networks=False,
        ours=True,
    ),
    Written(
        "total_parameters_range",
        "yun2020:tightness",
        "for all d >= 1 and m >= 2 there is an N with D <= N <= 4 D, D = delta^-d, such that for all n >= 2 the "
        "count with the constant 69 (`total_parameters`) holds if and only if n <= N; for n > D that is (d/delta + 2 "
        "d + D + 1) (17 d + 6) (n - 1)! <= 69 d D^n",
        networks=False,
        ours=True,
    ),
    Written(
        "memorized_numbers_range",
        "yun2020:tightness",
        "for all d >= 1 and m >= 2 as many numbers are memorised as the page says (`memorized_numbers`) for n = 1 "
        "and n = 2, and not for any n >= 3",
        networks=False,
        ours=True,
    ),
    Written(
        "factor_of_permutations_range",
        "yun2020:tightness",
        "for all d >= 1 and m >= 2 that permutations leave 1/n! of all cubes (`factor_of_permutations`) holds for n "
        "= 1 and fails for every n >= 2",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_2",
        "kajitsuka2024:lemma2",
        "for all d >= 1 and all finite X in R^d there is a unit vector v with (72) for any x, x' in X",
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_2_sharper",
        "kajitsuka2024:lemma2",
        "for all d >= 1 and all finite X in R^d there is a unit vector v with 2 / (|X| (|X| - 1)) ||x - x'|| <= |v^T "
        "(x - x')| <= ||x - x'|| for any x, x' in X; for |X| >= 2 that factor is greater than the printed one, for "
        "every d",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_2_directions",
        "kajitsuka2024:lemma2",
        "for all d >= 1 and any m vectors of R^d there is a unit vector v with ||x|| <= m |v^T x| for all their "
        "multiples x",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_3",
        "kajitsuka2024:lemma3",
        "for all d >= 1, all (r_min, r_max, epsilon)-separated finite V in R^d with r_min > 0 and epsilon != 0, and "
        "all delta > 0 there is a unit vector v such that (74) for all s and all u, u' in R^s with (73), and (75)",
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_3_sharper",
        "kajitsuka2024:lemma3",
        "the same with |u^T u'| >= (|V| (|V| + 1) / 2)^2 delta / (epsilon r_min) for (73), and with 2 / (|V| (|V| + "
        "1)) for the factor of (75); epsilon > 0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_3_two_vectors",
        "kajitsuka2024:lemma3",
        "footnote 3: for any unit vectors v, v' that satisfy (72) for V and 0, (74) holds with W_K = u v^T and W_Q = "
        "u' v'^T for all s and all u, u' in R^s with (73); epsilon > 0",
        ("footnote3",),
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_4",
        "kajitsuka2024:lemma4",
        "for all n >= 1, i in [n] and real a: the derivative of boltz with respect to a_i is p_i (1 + log p_i + "
        "S(p)); where a_i < max_j a_j - log n - 1 it is negative, and boltz(a) is less than with any x < a_i for a_i",
        ("decreasing", "smaller_values"),
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_4_sharper",
        "kajitsuka2024:lemma4",
        "for all n >= 1, i in [n] and real a, c = max_j a_j - a_i: the derivative is negative where (c - 1) e^c > n - "
        "1, which c > log n + 1 gives; and at (0, -c, ..., -c), for any real c and i >= 2, in no other case",
        ("sharper_threshold", "sharpest_threshold"),
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_equation_85",
        "kajitsuka2024:lemma4",
        "(85): L(a) - S(p) = boltz(a) for all n >= 1 and real a",
        ("difference_is_boltz",),
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_5",
        "kajitsuka2024:lemma5",
        "for all n >= 1, i in [n] and real a: the second derivative of boltz with respect to a_i is that of (97), and "
        "negative where a_i < max_j a_j - log n - 3",
        ("concave",),
        networks=False,
    ),
    Written(
        "kajitsuka_equation_104",
        "kajitsuka2024:lemma6",
        "(104) for all n >= 1, any i in [n] and real a with a_i < max_j a_j - log n - 3: boltz lies below its tangent "
        "at any x < a_i",
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_6",
        "kajitsuka2024:lemma6",
        "for all n >= 2 and all real a, b, delta with (102) and delta > log n + 3: (103)",
        ("lower_bound",),
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_7",
        "kajitsuka2024:lemma7",
        "for all n >= 1, k < n and all real a, b, delta > 2 log n + 3 with (114), i < j in it, (115) and (116): (117)",
        ("separated",),
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_7_sharper",
        "kajitsuka2024:lemma7",
        "for all delta >= 3, decreasing a and b of n and of n' numbers whose neighbours lie at least delta apart, and "
        "k < n, n' with (a_1, ..., a_k) = (b_1, ..., b_k) and a_{k+1} - b_{k+1} >= delta: boltz(a) - boltz(b) > "
        "e^{delta - (a_1 - b_{k+1})} if k = 0, boltz(b) - boltz(a) > e^{delta - (a_1 - b_{k+1})} if k >= 1",
        ("larger_factor", "which_is_greater"),
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_7_beginning",
        "kajitsuka2024:lemma7",
        "for the same delta and b, and a = (b_1, ..., b_k), 1 <= k < n', u = b_1 - b_{k+1}: boltz(a) - boltz(b) > "
        "(19/20) (u - 1/6) e^{-u} > e^{-u}",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_1_repaired",
        "kajitsuka2024:lemma1",
        "for all n >= 1, m and all real tokenwise (r, delta)-separated vectors with no duplicate element in each, "
        "delta > 2 log n + 3: (15), and (16) where a^(i), a^(j) are different as sets",
        ("bounded", "separated@repaired"),
        networks=False,
    ),
    Written(
        "kajitsuka_lemma_1_sharper",
        "kajitsuka2024:lemma1",
        "for delta >= 3: |boltz(a^(i)) - boltz(a^(j))| > e^{delta - 2r} where a^(i), a^(j) are different as sets",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_lemma_1_printed_fails",
        "kajitsuka2024:lemma1",
        "for all n >= 2 there are r, delta > 2 log n + 3 and two tokenwise (r, delta)-separated vectors a != b with "
        "no duplicate element for which (16) fails",
        networks=False,
    ),
    Written(
        "kajitsuka_same_scores_different_masks",
        "kajitsuka2024:masks",
        "for all n and all real tokenwise (r, delta)-separated a with no duplicate element, delta > 2 log n + 3, and "
        "all different masks c_1, c_2 that leave a score each: |boltz(a + c_1) - boltz(a + c_2)| > (log n)^2 e^{-2r}",
        ("separated",),
        networks=False,
    ),
    Written(
        "kajitsuka_masks_separated",
        "kajitsuka2024:masks",
        "for all n and all real a, b that are tokenwise (r, delta)-separated, with no duplicate element in each, "
        "delta > 2 log n + 3, and all masks c_1, c_2 that leave different sets of numbers, none empty: |boltz(a + "
        "c_1) - boltz(b + c_2)| > (log n)^2 e^{-2r}",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_masked_softmax_is_limit",
        "kajitsuka2024:masks",
        "for all n, real a and masks c that leave a score: with -M for -infinity softmax[a + c] comes as near as one "
        "likes to weights e^(a_k) / sum e^(a_l) over the scores that are left, and 0 for the others",
        networks=False,
    ),
    Written(
        "kajitsuka_theorem_2",
        "kajitsuka2024:theorem2",
        "for all d, n, s, N >= 1, r_min > 0, epsilon > 0 and all X^(1), ..., X^(N) in R^(d x n) that are tokenwise "
        "(r_min, r_max, epsilon)-separated, with (6) for k != l, there is one head of size s with W_V, W_K and W_Q of "
        "rank 1, without b_Q, such that the attention layer with softmax is an (r, delta)-contextual mapping, "
        "Definition 2, with r of (7) and delta of (8)",
        networks=False,
    ),
    Written(
        "kajitsuka_theorem_2_sharper",
        "kajitsuka2024:theorem2",
        "the same with delta = epsilon / (4 r_max^2 kappa) e^(3 - 2 kappa r_max^2), kappa = 3 (|V| (|V| + 1) / 2)^2 / "
        "(epsilon r_min), in which there is no d, and no n but through |V|",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_2_needs_r_min",
        "kajitsuka2024:theorem2",
        "for all d >= 1 there are two tokenwise (-1, 5, 1/2)-separated sequences of three different tokens, both with "
        "the token 0, with different vocabularies, for which no layer with one head of any size, with any weights, "
        "without b_Q, is an (r, delta)-contextual mapping for any r and any delta >= 0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_2_two_vectors",
        "kajitsuka2024:theorem2",
        "footnote 2: for the same sequences, any unit vectors v, v' with (72) for V and 0, any u, u' in R^s with "
        "(29), and any u'' and W_O with (32), the head with W_V = u'' v^T, W_K = u' v^T and W_Q = u v'^T has "
        "matrices of rank 1, and makes the layer an (r, delta)-contextual mapping with r of (7) and delta of (8); "
        "u'' = u' is the W_V that footnote 2 prints",
        networks=False,
    ),
    Written(
        "kajitsuka_corollary_1",
        "kajitsuka2024:corollary1",
        "for all d, n, s, N >= 1, r_min > 0, epsilon > 0, all X^(1), ..., X^(N) in R^(d x n) that are tokenwise "
        "(r_min, r_max, epsilon)-separated, with (6) for k != l, and all consistent labels Y^(1), ..., Y^(N) in R^(d x "
        "n) there are 4(s + d) + d(2nN + d) numbers such that F^FF(F_S^SA(X^(i))) = Y^(i) for all i in [N]: each of "
        "the four matrices of one head of size s, without b_Q, has the rank 1 and takes s + d of them, and F^FF with "
        "ReLU takes for each row one w in R^d, which nN hidden units share, and a bias and a weight for each unit; all "
        "other entries of W_2, and b_2, are 0",
        networks=False,
    ),
    Written(
        "kajitsuka_corollary_1_speaks_of_some",
        "kajitsuka2024:corollary1",
        "for all d >= 1 and n >= 2 there are two such sequences, with consistent labels such that a token of both has "
        "two labels",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_consistent_labels_necessary",
        "kajitsuka2024:corollary1",
        "for all d, n, N and all X^(1), ..., X^(N), with (6) for k != l, each with a mask: where one head of any size, "
        "with any weights and b_Q, and a feed-forward layer of any size, with any activation of finitely many pieces, "
        "have F(X^(i)) = Y^(i) "
        "for all i in [N], a token has the same label wherever it attends to the same set of tokens; without masks "
        "that is the vocabulary of its sequence",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_corollary_2",
        "kajitsuka2024:corollary2",
        "for all d, n, s, N >= 1, epsilon > 0, all X^(1), ..., X^(N) in R^(d x n) that are tokenwise (r_min, r_max, "
        "epsilon)-separated, r_min any number, and all Y^(1), ..., Y^(N) in R^(d x n), equal where X^(1), ..., X^(N) "
        "are: with the E of (48) there are 4(s + d) + d(2nN + d) numbers such that F^FF(F_S^SA(X^(i) + E)) = Y^(i) for "
        "all i in [N], which tell the layers as in Corollary 1",
        networks=False,
    ),
    Written(
        "kajitsuka_proposition_1",
        "kajitsuka2024:proposition1",
        "for all d, n, s >= 1, real p >= 1, epsilon > 0, all closed, bounded K in R^(d x n) that permutations of "
        "columns keep, and all f that are continuous and permutation equivariant on K, there is a g in T_2, (19), "
        "with one head of size s with softmax, without b_Q, between two feed-forward layers of any widths with ReLU, "
        "such that d_p(f, g) < epsilon: (1) integrates over K, and, where f is 0 off K, over R^(d x n), too; each of "
        f"the head's four matrices has the rank 1, which is not in the paper; {D_P_BY_BOXES}",
        networks=False,
    ),
    Written(
        "kajitsuka_proposition_1_speaks_of_some",
        "kajitsuka2024:proposition1",
        "for all d >= 1 and n >= 2 there are such K and f where f of a token depends on the other tokens: K is [-1, "
        "1]^(d x n)",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_proposition_1_compact_support",
        "kajitsuka2024:proposition1",
        "Proposition 1 for all f that are continuous and permutation equivariant on R^(d x n) and 0 outside of some "
        "box, the class of Yun et al. 2020, with the integral (1) over R^(d x n)"
        f"; {D_P_BY_BOXES}",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_proposition_1_compact_values_fails",
        "kajitsuka2024:proposition1",
        "for all d, n >= 1 there is a continuous, permutation equivariant f from R^(d x n) to [-1, 1]^(d x n) for "
        "which no g in T_2, whatever the widths and the weights are, with b_Q, too, has d_p(f, g) <= e over R^(d x n), "
        f"for any e and any real p >= 1; {D_P_BY_BOXES}",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_2_masked",
        "kajitsuka2024:masked_layers",
        "for all d, n, s, N >= 1, r_min > 0, epsilon > 0, all X^(1), ..., X^(N) in R^(d x n) that are tokenwise "
        "(r_min, r_max, epsilon)-separated, with (6) for k != l, hidden tokens included, and all masks, one for each "
        "sequence, that leave each token something, there is one head of size s with W_V, W_K and W_Q of rank 1, "
        "without b_Q, such that the "
        "masked layer has ids with norms less than the r of (7), which are more than the delta of (8) apart where the "
        "tokens or the sets of tokens that they attend to differ",
        networks=False,
    ),
    Written(
        "kajitsuka_corollary_1_masked",
        "kajitsuka2024:masked_layers",
        "Corollary 1 for the same sequences and masks, with labels in R^(d x n) that are equal where the tokens and "
        "the sets of tokens that they attend to are equal: 4(s + d) + d(2nN + d) numbers",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_2_hidden",
        "kajitsuka2024:masked_layers",
        "the same r and delta, and nothing is asked of hidden tokens: for all d, n, s >= 1, r_min > 0, epsilon > 0, "
        "all X^(1), ..., X^(N) in R^(d x n), all masks, and any choice of tokens whose ids are asked for, each of "
        "which has something to attend to; Definition 1 is for these tokens and those that they attend to, whose set "
        "is V, and (6) for two tokens to which one of them attends; all other tokens may be equal, or 0, or anything",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_2_hidden_sharper",
        "kajitsuka2024:masked_layers",
        "likewise with delta = epsilon / (4 r_max^2 kappa) e^(-2 kappa r_max^2), kappa = 3 (|V| (|V| + 1) / 2)^2 / "
        "(epsilon r_min), in which there is no d, and no n but through |V|",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_corollary_1_hidden",
        "kajitsuka2024:masked_layers",
        "Corollary 1 for the same sequences, masks and tokens that are asked for: F(X^(i)) has the label of each of "
        "them, if labels are equal where the tokens and the sets of tokens that they attend to are equal: 4(s + d) + "
        "d(2nN + d) numbers",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_causal_masks",
        "kajitsuka2024:masked_layers",
        "the causal mask leaves each token something; for all d >= 1 and n >= 2 there are two tokenwise (1/2, n + 2, "
        "1/2)-separated sequences, with (6) for k != l, for which no layer with a causal mask and one head of any "
        "size, with any weights and b_Q, is an (r, delta)-contextual mapping, Definition 2, for any r and any delta >= "
        "0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_1",
        "kajitsuka2024:theorem1",
        "for all d >= 1 and n >= 3, and 1/k at each of k maxima, 1 at the first or 1 at the last of them, there are "
        "two sequences of n different tokens for which no layer (5), with any number of heads of any sizes, without "
        "b_Q, is an (r, delta)-contextual mapping for any r and any delta >= 0",
        networks=False,
    ),
    Written(
        "kajitsuka_theorem_1_from_4",
        "kajitsuka2024:theorem1",
        "for all d >= 1 and n >= 4 two such sequences serve these three rules together, and none of their tokens is 0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_1_any_weights",
        "kajitsuka2024:theorem1",
        "for all d >= 1 and n >= 3, and any values at the maxima that the scores tell and that have the sum 1, as Sec. "
        "2.1 has it, with a rule for each position, and values below 0, too, there are two sequences of n different "
        "tokens, with different sets of tokens, for which no layer (5), with any number of heads of any sizes, without "
        "b_Q, is an (r, delta)-contextual mapping for any r and any delta >= 0",
        networks=False,
    ),
    Written(
        "kajitsuka_theorem_1_any_weights_from_4",
        "kajitsuka2024:theorem1",
        "for all d >= 1 and n >= 4 and any such values there are two such sequences whose tokens have a norm of 1 at "
        "least, so that none is 0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_1_uneven_weights",
        "kajitsuka2024:theorem1",
        "for all d >= 1 and n >= 3, and any such values with one rule for all positions that are >= 0, and not all "
        "equal, where all n scores are 0 (of other equal scores nothing is asked), there are two such sequences whose "
        "tokens have a norm of 1 at least",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_three_rules_share_out",
        "kajitsuka2024:theorem1",
        "1/k at each of k maxima, 1 at the first and 1 at the last of them are values that have the sum 1, and are 0 "
        "elsewhere",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_weights_by_input",
        "kajitsuka2024:theorem1",
        "where the values at the maxima may depend on all of the input, no sequences are lost under every rule: for "
        "all d >= 1, n and any sequences of n different tokens there is a rule with values >= 0 at the maxima that "
        "have the sum 1, and a layer (5), without b_Q, that is with it an (r, delta)-contextual mapping for some r and "
        "some delta > 0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_theorem_1_fails_by_input",
        "kajitsuka2024:theorem1",
        "for d = 1 and every n there is one such rule, with values >= 0 at the maxima that may depend on all of the "
        "input, under which any sequences of n different tokens have a layer (5), without b_Q, that is an (r, "
        "delta)-contextual mapping for some r and some delta > 0",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_which_families",
        "kajitsuka2024:one_hardmax_layer",
        "for all d >= 1, n, N, any X^(1), ..., X^(N) in R^(d x n), and any sigma in (5), hardmax with any rule for "
        "ties or softmax: some layer (5), with some heads of some sizes, without b_Q, is an (r, delta)-contextual "
        "mapping for some r and some delta > 0 if and only if for any two of the sequences with V != V', and any "
        "token that they have in common, some head of a size >= 1, without b_Q, attends to different vectors there",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_short_sequences",
        "kajitsuka2024:one_hardmax_layer",
        "for all d >= 1 and any finite set of sequences in R^(d x n), duplicate tokens allowed, some layer (5), "
        "without b_Q, is an (r, delta)-contextual mapping for some r and some delta > 0: for n = 1; for n = 2 where "
        "ties are averaged, and without the token 0 for any values at the maxima that the scores tell and that have "
        "the sum 1; for n = 3 without the token 0 where ties are averaged",
        networks=False,
        ours=True,
    ),
    Written(
        "kajitsuka_two_tokens_uneven",
        "kajitsuka2024:one_hardmax_layer",
        "for all d >= 1 and one rule for such values that differ for two scores 0 there are two sequences of two "
        "tokens, with the token 0, with different sets of tokens, for which no layer (5), without b_Q, is an (r, "
        "delta)-contextual mapping for any r and any delta >= 0",
        networks=False,
        ours=True,
    ),
    Written(
        "page_convex_combination",
        "background:convex_combination",
        "for all L >= 1, all scores S and values V_j in R^d: A_ij = softmax_j(S_ij) >= 0, sum over j of A_ij = 1, and "
        "no linear form is greater at Z_i = sum over j of A_ij V_j than at all V_j",
        networks=False,
    ),
    Written(
        "page_selecting",
        "background:convex_combination",
        "for all L >= 1, scores, values and j: each entry of Z_i differs from that of V_j by at most 1 - A_ij times "
        "the spread of that entry of all values",
        networks=False,
        ours=True,
    ),
    Written(
        "page_never_one_hot",
        "background:sharp_attention",
        "for all L >= 2 and scores all weights of softmax lie strictly between 0 and 1",
        networks=False,
    ),
    Written(
        "page_temperature_limit",
        "background:temperature",
        "for all n and z in R^n, as tau goes to 0 from above softmax(z / tau) goes to 1/t at each of the t largest "
        "entries and to 0 at the others: to e_(argmax z) for t = 1",
        networks=False,
    ),
    Written(
        "page_temperature_rate",
        "background:temperature",
        "for all n, z in R^n and tau > 0, where t entries are the largest and the others gap or more below them: each "
        "weight differs from that limit by at most (n - t) e^(-gap / tau)",
        networks=False,
        ours=True,
    ),
    Written(
        "page_concentrates",
        "background:temperature",
        "for all n and z in R^n of which not all entries are equal: a lower temperature gives each of the largest ones "
        "more weight",
        networks=False,
    ),
    Written(
        "page_cannot_distinguish",
        "background:permutations",
        "for all d, n, any layers of softmax attention and feed-forward layers, of any sizes, in any order, with "
        "activations of finitely many linear pieces, without positions, any X in R^(d x n) and permutation matrix P: "
        "f(X P) = f(X) P, and the sums of their columns are the same",
        networks=False,
    ),
    Written(
        "page_no_reversal",
        "background:permutations",
        "for all n >= 3, d and X of different tokens: no such layers reverse X P for all permutation matrices P",
        networks=False,
    ),
    Written(
        "page_reversal_error",
        "background:reversal",
        "for all L >= 1 and any two logits, margin their difference: Z_i - (L - i) = L (i - (L - 1)/2) e^(-margin) / "
        "(1 + (L - 1) e^(-margin)), and the max abs error is L (L - 1)/2 e^(-margin) / (1 + (L - 1) e^(-margin)), at "
        "i = 0",
        networks=False,
        ours=True,
    ),
    Written(
        "page_arbitrarily_close",
        "background:reversal",
        "for all L >= 1, any small logit and epsilon > 0, every large logit from some number on makes all |Z_i - (L - "
        "i)| less than epsilon",
        networks=False,
    ),
    Written(
        "page_no_reversal_by_bias",
        "background:relative_bias",
        "for all L >= 4, any scores of two contents, any biases B_(i-j) and any two values: not all Z_i, for all "
        "sequences of the two contents, are nearer to the value at L + 1 - i than half the distance of the two values; "
        "one head alone, without a feed-forward layer",
        networks=False,
        ours=True,
    ),
    Written(
        "page_reversal_by_bias_up_to_3",
        "background:relative_bias",
        "for L <= 3 and epsilon > 0 some biases B_(i-j), without scores of contents, give each row i more than 1 - "
        "epsilon of its weight at L + 1 - i",
        networks=False,
        ours=True,
    ),
    Written(
        "page_doubling",
        "background:pooling",
        "for all d, n and X in R^(d x n), and any layers of softmax attention and feed-forward layers, of any sizes, "
        "in any order, with activations of finitely many linear pieces, without positions and masks: f([X X]) = "
        "[f(X) f(X)]",
        networks=False,
        ours=True,
    ),
    Written(
        "page_sums_at_two_lengths",
        "background:pooling",
        "for all such layers, and any function of one of their tokens behind them: it is not both the sum of a row "
        "of X at X and the sum of that row of [X X] at [X X], if that sum is not 0",
        networks=False,
        ours=True,
    ),
    Written(
        "page_uniform_attention",
        "background:pooling",
        "for all L >= 1 and every logit c, which all L keys have: each weight of softmax is 1/L",
        networks=False,
    ),
    Written(
        "page_pooling",
        "background:pooling",
        "for all L >= 1, every logit that all keys have, and all real values: the attended value is their mean, and L "
        "times it is their sum",
        networks=False,
    ),
)


def proved(claim: Claim, sources: Mapping[str, str], assumptions: Mapping[Theorem, str]) -> list[WrittenTheorem]:
    """The written statements about a claim that a theorem of these proves, which assumes only what it may.

    Raises NotProved where two files have a statement of one name.
    """
    theorems = []
    accepted: dict[str, Theorem] = {}
    for theorem, said in assumptions.items():
        if theorem.of == "Exported" or theorem.refutes or not is_allowed(theorem.of, said):
            continue
        if accepted.setdefault(theorem.proposition, theorem).of != theorem.of:
            files = f"{accepted[theorem.proposition].of}.v and {theorem.of}.v"
            raise NotProved(f"kernel: {files} both have a statement {theorem.proposition}; a name is one statement's")
    for written in (
        statement for statement in WRITTEN if statement.claim == claim.label and statement.name in accepted
    ):
        theorem = accepted[written.name]
        stated = definition(sources, theorem.of, theorem.proposition)
        theorems.append(
            WrittenTheorem(
                written.name,
                theorem.label,
                f"not in the paper: {written.says}" if written.ours else written.says,
                stated.pin,
                assumptions[theorem],
                f"{theorem.of}.v",
                stated.lines,
                written.instances,
                _restriction(claim, written),
                written.networks,
            )
        )
    return theorems


def _restriction(claim: Claim, written: Written) -> str | None:
    ties = written.networks and any(parameter.name == "tie_rule" for parameter in claim.parameters)
    averaged = "ties are averaged: of another tie_rule it says nothing" if ties else ""
    return "; ".join(filter(None, [RATIONAL_ENTRIES if written.of_reals else "", averaged])) or None
