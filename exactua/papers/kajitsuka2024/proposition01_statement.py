"""Proposition 1 (Kajitsuka & Sato 2024, Sec. 4.2): one softmax attention layer between two feed-forward layers.

    T_2 = {F_2 o F_S o F_1},   for any f in F_PE and epsilon > 0 some g in T_2 has d_p(f, g) < epsilon       (19)

Decided for one f (below) and a network that is built for it (`one_attention_layer`), at every (d, n, D): what is left
of d_p(f, g) are the cells that f varies on, those with equal tokens, and the strips of width delta.

A domain has one matrix for every cell of f-bar and beyond: there F_1-bar is constant, so all real matrices are met but
those with an entry on a breakpoint or, for layers with ReLU, on a strip; strips and breakpoints have domains of their
own. Along one entry, `real_columns` are all reals.

Step 1 of the proof (App. A.5, (51)-(55)) follows, a step function f-bar near f:

    f-bar(Z) = the sum of f(L) over all L of G_D with Z in L + [-1/D, 0]^(d x n)                                  (54)

That any continuous f on a compact set is uniformly continuous is no finite matter; for this f the modulus is decided on
each cell for all its Z at once.

f stands for any f of F_PE in App. A.5, on the compact set [0, 1]^(d x n):

    f(Z)_{tk} = Z_{tk} (the mean of all entries of Z)

It is continuous and permutation equivariant, f of a token depends on its context, and 0 <= f <= 1. A factor changes by
at most max |Z - Z'|, so |f(Z) - f(Z')| <= 2 max |Z - Z'| in each entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.reals import sqrt
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.categories import chosen_row, pairs_of
from exactua.grids.finite import box, levels
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.one_attention_layer import STEPS, labels_alone, one_attention_layer
from exactua.papers.kajitsuka2024.separation import Separation, unit_vector
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.papers.pages import Lines, define, let
from exactua.papers.yun2020.vocabulary import each_entry, over_entries
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Truth,
    every,
    every_permutation,
    highest,
    integral,
    lowest,
    number,
    parameter,
    point,
    row,
    some,
    total,
    when,
)

Entry = Callable[[Number, Number], Number]
"""Z as a function: the entry in row t and column k, as a term."""


def f(at: Operands, Z: Entry, t: Number, k: Number) -> Number:
    """f(Z)_{tk}."""
    return Z(t, k) * over_entries(at, Z) / (at.d * at.n)


def entries_of(matrix: MatrixOperand, shift: Number | int = 0) -> Entry:
    """Z = matrix, `shift` added to every entry."""
    return lambda i, j: matrix[i, j] if isinstance(shift, int) and shift == 0 else matrix[i, j] + shift


def below(h: MatrixOperand) -> Entry:
    """Z = L - h for L = point: what runs through L + [-1/D, 0]^(d x n) as h runs through [0, 1/D]^(d x n)."""
    return lambda i, j: point[i, j] - h[i, j]


def some_entry(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """condition(t, k) for some row t and column k."""
    return some(at.rows, lambda i: some(at.columns, lambda j: condition(i, j)))


def all_different(at: Operands, Z: Entry) -> Truth:
    """Z_{:,k} != Z_{:,l} for all k != l: what (62) asks of L."""

    def differ(k: Number, m: Number) -> Truth:
        return (k >= m) | some(at.rows, lambda i: Z(i, k) != Z(i, m))

    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda m: differ(k, m)))


def over_distinct(at: Operands, value: Callable[[Entry], Number]) -> Number:
    """The sum of value(L) over all L of G~_D. L is written by its number in base D, one digit an entry.

    What hangs on the number alone stands in lists, which evaluators remember.
    """

    def digit(number: Number, place: Number) -> Number:
        return (number // at.D ** (place - 1) % at.D + 1) / at.D

    def summand(number: Number) -> Number:
        digits = row(Columns(1, at.d * at.n, "e"), lambda place: digit(number, place))

        def L(i: Number, j: Number) -> Number:
            return digits[(i - 1) * at.n + j]

        return when(once(when(all_different(at, L), 1, 0)) == 1, value(L), 0)

    return total(Columns(0, at.D ** (at.d * at.n) - 1, "number"), summand)


def once(value: Number) -> Number:
    """The number, in a list of one: it is remembered for the values of the variables that occur in it."""
    return row(Columns(1, 1, "once"), lambda place: value)[1]


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
for _network in STEPS:
    statement.network(_network.__name__)(_network)
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

define(
    statement,
    delta=lambda at: 1 / (at.k * at.D),  # The width of a strip, 1/(k D)
    entries=lambda at: at.d * at.n,  # d n, the number of entries of Z
    K=lambda at: number(2),  # 2, the Lipschitz constant of an entry of f for the maximum of the entries
    pairs=lambda at: at.n * (at.n - 1) / 2,  # n (n - 1) / 2, the number of pairs of tokens of a sequence
)


def volume_of_strips(at: Operands, delta: Number) -> Number:
    """The volume of the Z in [-delta, 1 + delta]^(d x n) of which an entry is on a strip, or below 0 or above 1."""
    return (1 + 2 * delta) ** at.entries - (1 - at.D * delta) ** at.entries


# 1/(4 D (1 + D + ... + D^(d-1))), how much of the average F_S of g adds: 1/(4D) for d = 1
define(statement, gain=lambda at: 1 / (4 * at.D * total(at.rows, lambda i: at.D ** (i - 1))))


let(statement, z=lambda at: point[chosen_row, 1])  # The entry of Z in the chosen row


def relu(x: Number) -> Number:
    """max(x, 0), sigma_R."""
    return when(x > 0, x, 0)


def in_cube(at: Operands) -> Truth:
    """0 <= Z_{tk} <= 1 for all t and k."""
    return each_entry(at, lambda i, j: ~outside(point[i, j]))


def outside(x: Number) -> Truth:
    """x is not in [0, 1]."""
    return (x < 0) | (x > 1)


def some_outside(at: Operands) -> Truth:
    """Z is not in [0, 1]^(d x n)."""
    return some_entry(at, lambda i, j: outside(point[i, j]))


def far_outside(at: Operands) -> Truth:
    """Some entry of Z is not in (-delta, 1 + delta)."""
    return some_entry(at, lambda i, j: (point[i, j] <= -at.delta) | (point[i, j] >= 1 + at.delta))


def corner(at: Operands) -> Entry:
    """The L whose cell L + [-1/D, 0]^(d x n) has the point, one of `centres`, in its centre."""
    return entries_of(point, 1 / (2 * at.D))


def _squared_error(at: Operands) -> Number:
    """The integral of ||f(Z) - f(L)||_2^2 over the cell of L = point."""

    def entry(i: Number, j: Number) -> Number:
        value = f(at, entries_of(point), i, j)
        return integral(1 / at.D, lambda h: (f(at, below(h), i, j) - value) ** 2)

    return over_entries(at, entry)


def missed(at: Operands) -> Number:
    """What the cell of L = point adds to d_2(f, g)^2 where g is f(L) on it: the integral of ||f - f(L)||_2^2.

    Where tokens of L are equal nothing is said of g but 0 <= g <= 1, as of f: d n times the volume.
    """

    return when(
        all_different(at, entries_of(point)),
        _squared_error(at),
        at.entries / at.D**at.entries,
    )


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


on_grid = Lines(statement, over=(grid,))


@on_grid.proof_line(
    "Proposition 1, for this f and p = 2, on the cells: with g = f(L) on those of G~_D and in [0, 1] on the others, "
    "the integral of ||f - g||_2^2 is less than d n ((K/D)^2 + n (n - 1)/2 D^-d)",
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


unit_columns = box("all columns of [0, 1]^d", 0, 1)


def change(at: Operands, t: Number, k: Number, sign: int) -> Number:
    """A bound of sign (f(Z) - f(L))_{tk} for all Z in L + [-1/D, 0]^(d x n), L the point."""
    value = f(at, entries_of(point), t, k)
    return highest(1 / at.D, lambda h: sign * (f(at, below(h), t, k) - value))


def _within_modulus(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: (change(at, i, j, 1) <= at.K / at.D) & (change(at, i, j, -1) <= at.K / at.D))


@statement.proof_line(
    "(51), not said: f may jump at the boundary, as (55) needs f uniformly continuous inside the cube only: on each "
    "cell that touches the boundary, so where Z has an entry 1, |f(Z) - f(L)| <= K/D",
    over=(grid,),
    given=lambda at: some_entry(at, lambda i, j: point[i, j] == 1),
    said=False,
)
def zero_on_boundary(at: Operands) -> Truth:
    return _within_modulus(at)


@on_grid.proof_line(
    "(52): -1 <= f(Z) <= 1 for any Z in [-1, 1]^(d x n): on each cell of [0, 1]^(d x n); f is 0 elsewhere by (51)"
)
def normalised(at: Operands) -> Truth:
    def bounded(i: Number, j: Number) -> Truth:
        low = lowest(1 / at.D, lambda h: f(at, below(h), i, j))
        return (low >= -1) & (highest(1 / at.D, lambda h: f(at, below(h), i, j)) <= 1)

    return each_entry(at, bounded)


@on_grid.proof_line(
    "(53): G_D = {1/D, ..., 1}^(d x n): D^(d n) matrices", fold="sum", relation="=", bound=lambda at: at.D**at.entries
)
def grid_size(at: Operands) -> Number:
    return when(each_entry(at, lambda i, j: (point[i, j] >= 1 / at.D) & (point[i, j] <= 1)), 1, 0)


def _cells_of(at: Operands, low_end: bool) -> Number:
    """How many l = 1/D, ..., 1 have z in l + [-1/D, 0]; in l + (-1/D, 0] without the lower end."""
    x = point[chosen_row, 1]

    def contains(t: Number) -> Truth:
        behind = (x >= (t - 1) / at.D) if low_end else (x > (t - 1) / at.D)
        return behind & (x <= t / at.D)

    return total(Columns(1, at.D, "t"), lambda t: when(contains(t), 1, 0))


@statement.proof_line(
    "(54): f-bar(Z), the sum of f(L) over all L with Z in L + [-1/D, 0]^(d x n), is one f(L): each entry of Z is in "
    "one of the intervals",
    over=(unit_columns,),
    flaw="imprecise",
    survives=("kajitsuka2024:proposition1.one_cell@repaired",),
)
def one_cell(at: Operands) -> Truth:
    return _cells_of(at, low_end=True) == 1


@statement.repairs(
    "one_cell",
    "with L + (-1/D, 0]^(d x n), each entry in (0, 1] is in one of the intervals",
    reason="closed cells share faces: there (54) adds f(L) of several L, 2 for each entry that is a multiple of 1/D "
    "between 0 and 1. The faces have measure 0",
    over=(unit_columns,),
    given=lambda at: point[chosen_row, 1] > 0,
)
def one_cell_repaired(at: Operands) -> Truth:
    return _cells_of(at, low_end=False) == 1


def _f_bar_on_grid(at: Operands, t: Number, k: Number) -> Number:
    """(54) at Z of G_D: L = Z + e/D for every 0-1 matrix e, as far as L is in G_D; e is written in binary."""

    def summand(e: Number) -> Number:
        def L(i: Number, j: Number) -> Number:
            return point[i, j] + (e // 2 ** ((i - 1) * at.n + j - 1) % 2) / at.D

        return when(some_entry(at, lambda i, j: L(i, j) > 1), 0, f(at, L, t, k))

    return total(Columns(0, 2**at.entries - 1, "e"), summand)


@on_grid.proof_line(
    "(54), not said: with closed cells and D >= 2 f-bar leaves the bounds (52) of f: at some Z in G_D an entry of "
    "f-bar(Z) is more than 1",
    fold="some",
    said=False,
)
def step_function_bounded(at: Operands) -> Truth:
    return some_entry(at, lambda i, j: _f_bar_on_grid(at, i, j) > 1)


@on_grid.proof_line(
    "(55): such a D always exists because of uniform continuity of f: |f(Z) - f(L)| <= K/D for every Z in each cell, "
    "K = 2, so that d_p(f, f-bar)^p <= d n (K/D)^p for every p"
)
def uniform_continuity(at: Operands) -> Truth:
    return _within_modulus(at)


@on_grid.proof_line(
    "(55): d_p(f, f-bar) < epsilon/3 for p = 2: to the power 2, (epsilon/3)^2 = d n (K/D)^2, K = 2",
    fold="sum",
    relation="<",
    bound=lambda at: at.entries * at.K**2 / at.D**2,
)
def distance(at: Operands) -> Number:
    return _squared_error(at)
