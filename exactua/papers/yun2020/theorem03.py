"""Theorem 3 (Yun et al. 2020, Sec. 3.1; proof in App. G): Transformers with trainable positional encodings.

    T_P^(h,m,r) = {g_P(X) = g(X + E) | g in T^(h,m,r) and E in R^(d x n)}                                            (4)

Decided here for one given piecewise constant f_bar, not permutation equivariant: on the cube S_L of number r,
(A_L)_{i,j} = (i + d (j - 1 + n r)) / (d n delta^(-dn)). The modified network g = g_v o g_c o g_q of App. G.1 to G.3
with the E of App. G gives f_bar(X) for X in every cube. Approximating f by f_bar is Lemma 4, softmax and ReLU Lemma 6,
and decided by no step; the theorem `theorem_3` of proofs/rocq has the whole conclusion, for every compact domain, f, p
and epsilon, with another E and by another network than those of App. G.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import DomainSpec, grid_sequences
from exactua.papers.pages import let
from exactua.papers.yun2020.position_network import given_value, transformer, transformer_with_positions
from exactua.papers.yun2020.variants import relax_encoding
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, each_entry
from exactua.terms.language import integer
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    every_permutation,
    inside,
    parameter,
    point,
    row,
    when,
)

d, m = parameter("d"), parameter("m")


def _every_matrix(name: str, step: Number, count: Number) -> DomainSpec:
    """Every d x n matrix with entries 0, step, 2 step, ... (`count` of them), in every order of its columns."""
    ids = row(Columns(1, d, "i"), lambda i: count ** (i - 1))
    return DomainSpec(name, "sequences", (integer(0), step.term, count.term), (), ids.term)


half_cubes = _every_matrix("{0, delta/2, ..., 1 - delta/2}^(d x n)", 1 / (2 * m), 2 * m)
"""Two levels of every entry in each cube of [0, 1)^(d x n): its corner and others."""

closed_corners = _every_matrix("{0, delta, ..., 1}^(d x n)", 1 / m, m + 1)
"""The corners of all cubes, those at 1 included: [0, 1]^(d x n) with its ends."""

closed_half_cubes = _every_matrix("{0, delta/2, ..., 1}^(d x n)", 1 / (2 * m), 2 * m + 1)
"""The levels of `half_cubes`, and 1."""


def work(values: Mapping[str, Any]) -> int:
    """Corners times layers of the value map, and the points of `closed_half_cubes` times those in units of 40."""
    size = values["d"] * values["n"]
    layers = values["n"] * values["m"] ** size
    return int(values["m"] ** size * layers + (2 * values["m"] + 1) ** size * layers // 40)


theorem3 = Claim(
    "yun2020:theorem3",
    title="Theorem 3",
    source="Sec. 3.1; proof in App. G",
    text="Let 1 <= p < infinity and epsilon > 0, then for any given f in F_CD, there exists a Transformer network g in "
    "T_P^(2,1,4) such that we have d_p(f, g) <= epsilon.",
    work=work,
    point="X",
)
theorem3.rests_on("g1", where="App. G.1")
theorem3.rests_on("g2", where="App. G.2")
theorem3.rests_on("g3", where="App. G.3")
theorem3.rests_on("lemma4", "lemma6", where="App. G, without permutation equivariance")
theorem3.rests_on("theorem2", "proposition5", where="App. G, in a similar way")
theorem3.assumes(
    "without loss of generality X is in [0, 1]^(d x n): a shift and a scaling; of a compact domain that is no cube it "
    "is not said how f is extended to the cube, nor that d_p is over the domain",
    where="App. G",
)
theorem3.network("g")(transformer)
theorem3.network("g_P")(transformer_with_positions)
assume_throughout(theorem3)
assume_two_cubes(theorem3)
theorem3.define(D)

let(theorem3, encoded=lambda at: at.g_P(point, "encoded"))  # X + E, d x n, unit 1


def gives_values(at: Operands) -> Truth:
    """g_P(X) = A_L, entry by entry."""
    return each_entry(at, lambda i, j: at.g_P(point)[i, j] == given_value(at, i, j))


@theorem3.proof_line("Sec. 3.1, eq. (4): g_P(X) = g(X + E)", over=(grid_sequences,))
def positional_form(at: Operands) -> Truth:
    return at.g(at.encoded) == at.g_P(point)


@theorem3.proof_line("g_P(X) = A_L at the corner X of every cube", over=(grid_sequences,))
def on_corners(at: Operands) -> Truth:
    return gives_values(at)


@theorem3.proof_line("g_P(X) = A_L for X in every cube: two levels of each entry in each cube", over=(half_cubes,))
def on_cubes(at: Operands) -> Truth:
    return gives_values(at)


@theorem3.proof_line("h = 2: two heads, where a layer with fewer is filled up by heads with W_O = 0")
def heads(at: Operands) -> Truth:
    return at.g_P.quantity("heads") == 2


@theorem3.proof_line("m = 1: heads of size 1")
def head_size(at: Operands) -> Truth:
    return at.g_P.quantity("head size") == 1


@theorem3.proof_line("one hidden node with an activation in Phi, r = 1 here: the r = 4 of T_P^(2,1,4) is Lemma 6")
def hidden_size(at: Operands) -> Truth:
    return at.g_P.quantity("hidden size") == 1


@theorem3.proof_line(
    "one hidden node with an activation in Phi, all of them; that four ReLU's approximate it is Lemma 6"
)
def activations(at: Operands) -> Truth:
    return at.g_P.quantity("activations outside Phi") == 0


@theorem3.proof_line(
    "Sec. 3.1: positional encodings remove the permutation equivariance: g_P(X P) != g_P(X) P for some P",
    over=(grid_sequences,),
)
def not_equivariant(at: Operands) -> Truth:
    return ~every_permutation(lambda P: at.g_P(point.permuted(P)) == at.g_P(point).permuted(P))


@theorem3.proof_line("G: choose E: column j of X + E is column j of X plus j - 1 in every row", over=(grid_sequences,))
def choice_of_E(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.encoded[i, j] == point[i, j] + j - 1)


@theorem3.proof_line(
    "G: X in [0, 1]^(d x n): the first column of X + E is in [0, 1]^d, second is in [1, 2]^d, and so on: X at the "
    "corners of all cubes",
    over=(closed_corners,),
)
def column_ranges(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: inside(at.encoded[i, j], j - 1, j))


@theorem3.proof_line(
    "G: for all rows, the coordinates are monotonically increasing (not necessarily strictly): X at the corners of all "
    "cubes",
    over=(closed_corners,),
)
def monotone(at: Operands) -> Truth:
    neighbours = Columns(1, at.n - 1, "j")
    return every(at.rows, lambda i: every(neighbours, lambda j: at.encoded[i, j] <= at.encoded[i, j + 1]))


@theorem3.proof_line(
    "G: for all rows, the coordinates are monotonically increasing (strictly)",
    over=(closed_corners,),
    flaw="reading",
    survives=("yun2020:theorem3.monotone", "yun2020:g2.ids_increase"),
)
def strictly_monotone(at: Operands) -> Truth:
    neighbours = Columns(1, at.n - 1, "j")
    return every(at.rows, lambda i: every(neighbours, lambda j: at.encoded[i, j] < at.encoded[i, j + 1]))


@theorem3.repairs(
    "strictly_monotone",
    "for X in [0, 1)^(d x n), for all rows, the coordinates are strictly increasing: two levels of each entry in each "
    "cube",
    reason="an entry 1 in one column and an entry 0 in the next become equal; without entries 1 all increase strictly",
    over=(half_cubes,),
)
def strictly_monotone_repaired(at: Operands) -> Truth:
    return strictly_monotone(at)


@theorem3.proof_line(
    "G: X in [0, 1]^(d x n): divide the input values into cubes, quantize them to L, apply contextual mapping, and then"
    " value mapping: g_P(X) = f_bar(X), which is 0 outside all cubes",
    over=(closed_half_cubes,),
    flaw="reading",
    survives=("yun2020:theorem3.on_cubes",),
    same_as="yun2020:g1.discrete_version",
)
def on_closed_domain(at: Operands) -> Truth:
    in_a_cube = each_entry(at, lambda i, j: point[i, j] < 1)

    def value(i: Number, j: Number) -> Number:
        return when(in_a_cube, given_value(at, i, j), 0)

    return each_entry(at, lambda i, j: at.g_P(point)[i, j] == value(i, j))


@theorem3.repairs(
    "on_closed_domain",
    "for X in [0, 1)^(d x n), g_P(X) = f_bar(X): two levels of each entry in each cube",
    reason="the cubes are half-open, so an X with an entry 1 is in none of them, and the quantizer puts it into the"
    " next column's range or leaves it; these X have measure 0, and d_p does not see them",
    over=(closed_half_cubes,),
    given=lambda at: each_entry(at, lambda i, j: point[i, j] < 1),
)
def on_closed_domain_repaired(at: Operands) -> Truth:
    return gives_values(at)


theorem3.part(
    "for any given f in F_CD, there exists a Transformer network g in T_P^(2,1,4) such that we have d_p(f, g) <= "
    "epsilon.",
    undecided="of every f, p and epsilon, and of networks with softmax and ReLU: on_corners and on_cubes have one "
    "piecewise constant function and the modified network of App. G; theorem_3 in proofs/rocq has an E for every "
    "compact domain, and with it a g of T^(2,1,4) for every f, p and epsilon",
    theorem="theorem_3",
)
theorem3.reads(
    "for any given f in F_CD", "continuous on a closed and bounded set; what f is elsewhere is not asked, nor compared"
)
theorem3.reads(
    "a Transformer network g in T_P^(2,1,4)",
    "with the bias b_Q of footnote 1 in its heads; the E of proofs/rocq depends on the domain of f alone: its proof "
    "has (2 j - 1 - n) W in column j, W greater than all |X_ij| of the domain, where App. G has j - 1, for [0, 1]^(d x "
    "n)",
)
theorem3.reads(
    "such that we have d_p(f, g) <= epsilon.",
    "over the domain of f: countably many boxes with weights cover ||f - g||_p^p there and weigh at most epsilon^p "
    "together; that this bounds the integral is not proved in proofs/rocq",
)


# What may be relaxed

relax_encoding(
    theorem3,
    "g_P",
    except_for=("on_corners", "on_cubes", "on_closed_domain@repaired", "choice_of_E", "column_ranges"),
    remark="the value map keeps the keys of the paper's E; which E make contexts distinct is asked of yun2020:g2",
)
