"""App. G.3 of Yun et al. 2020: function value mapping by feed-forward layers, once positions are added.

Each context L, in whichever order of its columns, has n numbers u^T g_c(L)_{:,j} of its own; one layer maps the column
with that number to (A_L)_{:,j}:

    Z -> Z + ((A_L)_{:,j} - g_c(L)_{:,j}) phi(u^T Z - u^T g_c(L)_{:,j} 1^T)
    phi(t) = 1 if -delta/2 <= t < delta/2, else 0

The A_L are given: with r the number of L, (A_L)_{i,j} = (i + d (j - 1 + n r)) / (d n delta^(-dn)), all different, in
(0, 1]. The point is the corner X of a cube in G_delta; L = X + E is the network's first stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import grid_sequences, u
from exactua.papers.pages import Lines, let
from exactua.papers.yun2020.position_network import (
    contextual_map,
    cube_number,
    given_value,
    mapped_contexts,
    mapped_contexts_that_collide,
    s,
    sigma,
)
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, each_entry
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    pairwise_distinct,
    point,
    total,
    when,
)


def work(values: Mapping[str, Any]) -> int:
    """Contexts times layers of the value map."""
    return int(values["n"] * values["m"] ** (2 * values["d"] * values["n"]))


g3 = Claim(
    "yun2020:g3",
    title="Function value mapping, App. G.3",
    source="App. G.3",
    text="Each different context L maps to n unique numbers u^T g_c(L), which are at least delta apart from each "
    "other. "
    "The value mapping step can be done in a similar way as Lemma 9. The construction now requires "
    "O(n (1/delta)^(dn)) layers because there is no permutation equivariance.",
    work=work,
    point="X",
)
g3.rests_on("g2", where="App. G.3")
g3.rests_on("lemma9", where="App. G.3, in a similar way")
g3.network("g_c")(contextual_map)
g3.network("g")(mapped_contexts)
g3.network("g_colliding")(mapped_contexts_that_collide)
assume_throughout(g3)
assume_two_cubes(g3)
g3.define(D)
g3.define(sigma)


@g3.define
def last_top(at: Operands) -> Number:
    """l~_n of the last context, whose entries are j - delta in column j; in units of delta."""
    telescope = total(Columns(1, at.n - 1, "k"), lambda k: at.D**k)
    return s(at, at.n) + at.D - 1 - at.sigma * telescope + at.D**at.n * s(at, at.n)


def value_at_collision(at: Operands, i: Number, j: Number) -> Number:
    """The given values, but the first column of A_L at X = 0 is the last column of g_c at the last context; unit 1."""
    shift = (at.last_top - s(at, at.n) - at.D + 1) / at.m + at.n * at.D ** (at.n + 1) * at.last_top
    collision = at.n - 1 / at.m + when(i == 1, shift, 0)
    return when((j == 1) & (cube_number(at) == 0), collision, given_value(at, i, j))


def id_of_value(at: Operands, value: Callable[[Operands, Number, Number], Number], j: Number) -> Number:
    """u^T (A_L)_{:,j}, unit 1."""
    return total(at.rows, lambda i: at.m ** (i - 1) * value(at, i, j))


def least_number(at: Operands) -> Number:
    """n delta^(-(n+1)d), which no u^T g_c(L)_{:,j} falls below; unit 1."""
    return at.n * at.D ** (at.n + 1)


let(g3, q=lambda at: u.dot(at.g_c(point)).times(at.columns, at.m))  # u^T g_c(L), shape (n,), in units of delta


def maps_to(at: Operands, output: MatrixOperand, value: Callable[[Operands, Number, Number], Number]) -> Truth:
    """The output is the matrix of the values."""
    return each_entry(at, lambda i, j: output[i, j] == value(at, i, j))


on_grid = Lines(g3, over=(grid_sequences,))


@on_grid.states("G.3: each context L maps to n unique numbers u^T g_c(L)")
def unique_numbers(at: Operands) -> Truth:
    return pairwise_distinct(at.q)


@on_grid.states(
    "G.3: which are at least delta apart from each other, all contexts taken together", fold="apart", bound=lambda at: 1
)
def apart(at: Operands) -> Row:
    return at.q


@on_grid.proof_line(
    "G.3: the value mapping step maps g_c(L) to the desired output A_L, all entries different and in (0, 1]"
)
def value_mapping(at: Operands) -> Truth:
    return maps_to(at, at.g(point), given_value)


@g3.proof_line("G.3: the construction requires O(n (1/delta)^(dn)) layers: here n (1/delta)^(dn)")
def layers(at: Operands) -> Truth:
    return at.g.quantity("feed-forward layers") == at.n * at.D**at.n


@g3.proof_line("G.3: in a similar way as Lemma 9: r = 1")
def hidden_size(at: Operands) -> Truth:
    return at.g.quantity("hidden size") == 1


@g3.proof_line("G.3: in a similar way as Lemma 9: activations in Phi")
def activations(at: Operands) -> Truth:
    return at.g.quantity("activations outside Phi") == 0


@on_grid.proof_line(
    "G.3: in a similar way as Lemma 9: by the layers that E.4 constructs, whatever the A_L are, such as an A_L with a "
    "column of another g_c(L')",
    flaw="reading",
    survives=("yun2020:g3.any_values@repaired", "yun2020:g3.least_number_of_contexts"),
    same_as="yun2020:proposition5.value_swapped",
)
def any_values(at: Operands) -> Truth:
    return maps_to(at, at.g_colliding(point), value_at_collision)


@g3.repairs(
    "any_values",
    "where u^T (A_L)_{:,j} < n delta^(-(n+1)d) for all j",
    reason="a column that has its value passes the layers of the other contexts, and is moved once more where u^T A_L"
    " lies within delta/2 of one of their numbers; these are all at least n delta^(-(n+1)d), so bounded values are safe"
    " as soon as delta is small",
    over=(grid_sequences,),
    given=lambda at: every(at.columns, lambda j: id_of_value(at, value_at_collision, j) < least_number(at)),
)
def any_values_repaired(at: Operands) -> Truth:
    return any_values(at)


@on_grid.proof_line("G.3, not said: u^T g_c(L)_{:,j} >= n delta^(-(n+1)d) + delta / 2 for all j", said=False)
def least_number_of_contexts(at: Operands) -> Truth:
    return every(at.columns, lambda j: 2 * at.q[j] >= 2 * at.m * least_number(at) + 1)


g3.part(
    "Each different context L maps to n unique numbers u^T g_c(L),", "unique_numbers", theorem="g2_contextual_mapping"
)
g3.part("which are at least delta apart from each other.", "apart", theorem="g2_apart")
g3.part(
    "The value mapping step can be done in a similar way as Lemma 9.",
    undecided="of every A_L, which no instance gives: value_mapping has values in (0, 1], and any_values an A_L that "
    "the layers of Lemma 9 miss",
)
g3.part(
    "The construction now requires O(n (1/delta)^(dn)) layers because there is no permutation equivariance.",
    undecided="of all d, n and delta, which no instance gives: `layers` counts n (1/delta)^(dn) at one of each, which "
    "is what stands in O(...); whatever d, n and delta, that is so by the theorem about `layers` in proofs/rocq",
)
