"""Proposition 1 (Kajitsuka & Sato 2024, Sec. 4.2): one softmax attention layer between two feed-forward layers.

    T_2 = {F_2 o F_S o F_1},   for any f in F_PE and epsilon > 0 some g in T_2 has d_p(f, g) < epsilon       (19)

Decided for one f (`equivariant_target`) and a network that is built for it (`one_attention_layer`), at every (d, n, D):
what is left of d_p(f, g) are the cells that f varies on, those with equal tokens, and the strips of width delta.

A domain has one matrix for every cell of f-bar and beyond: there F_1-bar is constant, so all real matrices are met but
those with an entry on a breakpoint or, for layers with ReLU, on a strip; strips and breakpoints have domains of their
own. Along one entry, `real_columns` are all reals.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.reals import sqrt
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.categories import chosen_row, pairs_of
from exactua.grids.finite import levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024 import approximate_steps
from exactua.papers.kajitsuka2024.equivariant_target import (
    Entry,
    all_different,
    below,
    each_entry,
    entries_of,
    f,
    over_entries,
    some_entry,
)
from exactua.papers.kajitsuka2024.one_attention_layer import labels_alone, one_attention_layer
from exactua.papers.kajitsuka2024.separation import Separation
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.papers.kajitsuka2024.unit_vectors import unit_vector
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    every_permutation,
    integral,
    number,
    parameter,
    point,
    some,
    total,
    when,
)


def grid_attention(values: Mapping[str, Any]) -> Network:
    """F_S with u''' = -v / (4 sqrt(d) D): what (32) leaves free is chosen so that a token moves against the average."""
    d, n, D = values["d"], values["n"], values["D"]
    tokens = list(product([mpq(t, D) for t in range(1, D + 1)], repeat=d))
    step, largest_norm = mpq(1, D), sqrt(d)
    constants = Separation(step, largest_norm, step)
    base = head(Setting(n, len(tokens), constants, unit_vector([(mpq(0),) * d, *tokens])))
    against = AttentionHead([[-x for x in row] for row in base.W_O], base.W_V, base.W_K, base.W_Q)
    return Network(d, (SoftmaxAttentionLayer([against]),), {"output": 1})


statement = Chapter()
for _name in (
    "nothing",
    "one_step",
    "stacked_steps",
    "less_last_step",
    "less_last_step_from_zero",
    "printed_penalty",
    "repaired_penalty",
    "first_layer",
    "quantised",
    "punished",
    "lowered",
):
    statement.network(_name)(getattr(approximate_steps, _name))
statement.network("attention")(grid_attention)
statement.network("g")(one_attention_layer)
statement.network("labels")(labels_alone)

_D, _k = parameter("D"), parameter("k")

grid = levels("G_D", 1 / _D, 1 / _D, _D)
"""(53): {1/D, ..., 1}^(d x n)."""
distinct = levels("G~_D up to order", 1 / _D, 1 / _D, _D, order="orbits", repeats="forbidden")
"""(62), one L for each order of its columns."""
distinct_pairs = pairs_of(distinct)
"""[L L'], d x 2n."""
centres = levels("centres of cells and one beyond each end", -1 / (2 * _D), 1 / _D, _D + 2)
"""Entries -1/2D, 1/2D, ..., 1 - 1/2D, 1 + 1/2D."""
centres_up_to_order = levels(
    "centres of cells and one beyond each end, up to order", -1 / (2 * _D), 1 / _D, _D + 2, order="orbits"
)
multiples = levels("multiples of 1/D and one beyond each end, up to order", -1 / _D, 1 / _D, _D + 3, order="orbits")
"""Entries -1/D, 0, ..., 1, 1 + 1/D: breakpoints of F_1-bar, where strips begin."""
_HALF_STRIP = 1 / (2 * _k * _D)
crossings = levels("in the first cell, on the strip behind 1, outside", 1 / (2 * _D), 1 + _HALF_STRIP - 1 / (2 * _D), 3)
"""Entries 1/2D, 1 + delta/2 and beyond 1 + delta."""
two_sides = levels("in the first cell, outside", 1 / (2 * _D), 1, 2)
"""Entries 1/2D and 1 + 1/2D."""


@statement.define
def delta(at: Operands) -> Number:
    """The width of a strip, 1/(k D)."""
    return 1 / (at.k * at.D)


@statement.define
def entries(at: Operands) -> Number:
    """d n, the number of entries of Z."""
    return at.d * at.n


@statement.define
def K(at: Operands) -> Number:
    """2, the Lipschitz constant of an entry of f for the maximum of the entries."""
    return number(2)


@statement.define
def pairs(at: Operands) -> Number:
    """n (n - 1) / 2, the number of pairs of tokens of a sequence."""
    return at.n * (at.n - 1) / 2


def volume_of_strips(at: Operands, delta: Number) -> Number:
    """The volume of the Z in [-delta, 1 + delta]^(d x n) of which an entry is on a strip, or below 0 or above 1."""
    return (1 + 2 * delta) ** at.entries - (1 - at.D * delta) ** at.entries


@statement.define
def gain(at: Operands) -> Number:
    """1/(4 D (1 + D + ... + D^(d-1))), how much of the average F_S of g adds: 1/(4D) for d = 1."""
    return 1 / (4 * at.D * total(at.rows, lambda i: at.D ** (i - 1)))


@statement.operand
def z(at: Operands) -> Number:
    """The entry of Z in the chosen row."""
    return point[chosen_row, 1]


def relu(x: Number) -> Number:
    """max(x, 0), sigma_R."""
    return when(x > 0, x, 0)


def in_cube(at: Operands) -> Truth:
    """0 <= Z_{tk} <= 1 for all t and k."""
    return each_entry(at, lambda i, j: ~outside(point[i, j]))


def outside(x: Number) -> Truth:
    """x is not in [0, 1]."""
    return (x < 0) | (x > 1)


def column_outside(at: Operands, k: Number) -> Truth:
    """Some entry of Z_{:,k} is not in [0, 1]."""
    return some(at.rows, lambda i: outside(point[i, k]))


def some_outside(at: Operands) -> Truth:
    """Z is not in [0, 1]^(d x n)."""
    return some_entry(at, lambda i, j: outside(point[i, j]))


def far_outside(at: Operands) -> Truth:
    """Some entry of Z is not in (-delta, 1 + delta)."""
    return some_entry(at, lambda i, j: (point[i, j] <= -at.delta) | (point[i, j] >= 1 + at.delta))


def corner(at: Operands) -> Entry:
    """The L whose cell L + [-1/D, 0]^(d x n) has the point, one of `centres`, in its centre."""
    return entries_of(point, 1 / (2 * at.D))


def missed(at: Operands) -> Number:
    """What the cell of L = point adds to d_2(f, g)^2 where g is f(L) on it: the integral of ||f - f(L)||_2^2.

    Where tokens of L are equal nothing is said of g but 0 <= g <= 1, as of f: d n times the volume.
    """

    def entry(i: Number, j: Number) -> Number:
        value = f(at, entries_of(point), i, j)
        return integral(1 / at.D, lambda h: (f(at, below(h), i, j) - value) ** 2)

    return when(all_different(at, entries_of(point)), over_entries(at, entry), at.entries / at.D**at.entries)


@statement.proof_line(
    "(19): T_2 is a set of maps R^(n x d) -> R^(n x d), though its layers (2) and (3) take matrices of d rows",
    flaw="typo",
    survives=("kajitsuka2024:proposition1.shape@repaired",),
)
def shape(at: Operands) -> Truth:
    return at.n == at.d


@statement.repairs(
    "shape",
    "a map R^(d x n) -> R^(d x n) that is permutation equivariant: g(Z P) = g(Z) P for g = F_2 o F_S o F_1",
    reason="(1), (2), (3) and F_PE have d x n: a token is a column, its entries are d",
    over=(centres_up_to_order,),
)
def shape_repaired(at: Operands) -> Truth:
    return every_permutation(lambda P: at.g(point.permuted(P)) == at.g(point).permuted(P))


@statement.proof_line(
    "(19): F_1, F_2 feed-forward, F_S self-attention: g has one layer of attention, two feed-forward layers"
)
def layers(at: Operands) -> Truth:
    return (at.g.quantity("attention layers") == 1) & (at.g.quantity("feed-forward layers") == 2)


@statement.proof_line("Proposition 1, for one f: g has one-layer and single-head self-attention")
def single_head(at: Operands) -> Truth:
    return at.g.quantity("heads") == 1


@statement.proof_line(
    "Proposition 1, for one f, Z times the mean of its entries: g = F_2 o F_S o F_1 is f(L) at the centre of the "
    "cell of each L of G~_D",
    over=(centres,),
    given=lambda at: in_cube(at) & all_different(at, corner(at)),
)
def reproduces(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g(point)[i, j] == f(at, corner(at), i, j))


@statement.proof_line(
    "Proposition 1, for this f and p = 2, on the cells: with g = f(L) on those of G~_D and in [0, 1] on the others, "
    "the integral of ||f - g||_2^2 is less than d n ((K/D)^2 + n (n - 1)/2 D^-d)",
    over=(grid,),
    fold="sum",
    relation="<",
    bound=lambda at: at.entries * (at.K**2 / at.D**2 + at.pairs / at.D**at.d),
)
def approximates(at: Operands) -> Number:
    return missed(at)


@statement.proof_line(
    "Proposition 1, for this f: what strips can add, d n times their volume, goes to 0 with delta: the volume is at "
    "most d n (2 + D) delta (1 + 2 delta)^(d n - 1), for delta, delta/2, ..., delta/8"
)
def strips_vanish(at: Operands) -> Truth:
    def bounded(part: Number) -> Truth:
        delta = at.delta / part
        return volume_of_strips(at, delta) <= at.entries * (2 + at.D) * delta * (1 + 2 * delta) ** (at.entries - 1)

    return every(Columns(1, 8, "m"), bounded)


@statement.proof_line(
    "Proposition 1, for this f; d_p(f, g) is over all of R^(d x n): g is 0 at the Z with an entry -1/(2D) or "
    "1 + 1/(2D), where f is 0 by (51)",
    over=(centres_up_to_order,),
    given=some_outside,
)
def zero_outside(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.g(point)[i, j] == 0)
