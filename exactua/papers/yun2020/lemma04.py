"""Lemma 4 (Yun et al. 2020, App. C; proof in App. D): piecewise constant functions approximate f.

    f-bar(X) = f(C_L) for X in S_L, C_L the centre of the cube,    d_p(f, f-bar) <= eps/3

The lemma speaks of any continuous f with compact support; that such an f is uniformly continuous (Heine-Cantor) is no
finite matter: no step decides it, and the theorem `lemma_4` of proofs/rocq proves the lemma. What follows is decided
for two polynomials on [0, 1]^(d x n) with Lipschitz constants K that are proved here: for them ||X - Y||_inf < delta
implies ||f(X) - f(Y)||_p^p <= d n (K delta)^p =: (eps/3)^p, and integrals over cubes are exact. Polynomial identities
hold for all reals where they are tried, in each variable, at more points than their degree.

Where K delta >= 1, that bound is no less than d n, and 0 <= f <= 1 alone gives it: so it is for every delta >= 1/8, as
K >= 8. What tests the exact integral there is a fixed eps: `eps_one`, which f-bar = 0 misses for d n = 2 and 3.

p is even in integrals. d_q^q <= d n (K delta)^q for one q gives the same for all p < q: on a space of mass d n (the
entries of X in [0, 1]^(d x n)), d_p^p <= (d n)^(1 - p/q) (d_q^q)^(p/q) (Lyapunov). So q = 4 answers for p = 1, 2 and 3,
and q = 2 for p = 1. Integrals for p > 4 are not taken; that |f - f-bar| <= K delta everywhere answers for every p.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import factorial
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import chosen_row, grid_sequences, real_columns
from exactua.papers.pages import Lines, define
from exactua.papers.yun2020.constructions import centre, numbered, two_thirds
from exactua.papers.yun2020.target_functions import (
    Function,
    bump,
    bump_power,
    centre_entries,
    cube_entries,
    distance_to,
    entries_of,
    offset_entries,
    tilted,
)
from exactua.papers.yun2020.vocabulary import assume_throughout, each_entry, each_permuted, over_entries
from exactua.terms.language import integer
from exactua.terms.tracing import (
    Columns,
    Number,
    Permutation,
    Truth,
    every,
    floor,
    greatest,
    implies,
    inside,
    integral,
    point,
    some,
    total,
    when,
)


def _work(values: Mapping[str, Any]) -> int:
    """Products of monomials in the integrals, with what they cost at all matrices of G_delta; and orders of columns."""
    d, n, m = values["d"], values["n"], values["m"]
    points, products = m ** (d * n), d * n * 9 ** (d * n)
    return int(5 * (products * (100 + points) // 1000 + points * factorial(n) * (d * n) ** 2))


lemma4 = Claim(
    "yun2020:lemma4",
    title="Lemma 4",
    source="App. C; proof in App. D",
    text="For any given f in F_PE and 1 <= p < infinity, one can find a delta* > 0 such that there exists f-bar in "
    "F-bar_PE(delta*) which satisfies d_p(f, f-bar) <= eps/3.",
    work=_work,
    point="X",
)
lemma4.assumes(
    "a continuous function with compact support is uniformly continuous (Heine-Cantor)",
    "entry-wise l^p and l^infinity norms are equivalent where the entries are finitely many",
    where="App. D",
)
lemma4.network("centre")(centre)
lemma4.network("inside")(two_thirds)
lemma4.network("numbered")(numbered)
assume_throughout(lemma4)

define(lemma4, entries=lambda at: at.d * at.n)  # d n, the number of entries of X


@lemma4.define
def K(at: Operands) -> Number:
    """4 d n: the Lipschitz constant of an entry of bump, for ||.||_inf."""
    return 4 * at.d * at.n


@lemma4.define
def K_tilted(at: Operands) -> Number:
    """4 d n + 1: the Lipschitz constant of an entry of tilted, for ||.||_inf."""
    return 4 * at.d * at.n + 1


ONE = Number(integer(1))


def _distance(at: Operands, f: Function, p: int) -> Number:
    """The integral of ||f(X) - f(C_L)||_p^p over S_L, p even: what a cube adds to d_p(f, f-bar)^p."""

    def entry(i: Number, j: Number) -> Number:
        value = f(centre_entries(point), i, j)
        return integral(1 / at.m, lambda h: (f(offset_entries(h), i, j) - value) ** p)

    return over_entries(at, entry)


def _expanded(at: Operands, p: int) -> Number:
    """The same for bump, whose entries are all equal: d n times that of one, expanded in integrals of its powers."""
    return at.entries * distance_to(bump_power, bump(centre_entries(point), at.d, at.n), at.d, at.n, p)


on_grid = Lines(lemma4, over=(grid_sequences,))


@on_grid.proof_line(
    "d_p(f, f-bar) <= eps/3 for f = bump, p = 2: to the power p, (eps/3)^p = d n (K delta)^p, K = 4 d n",
    fold="sum",
    bound=lambda at: at.entries * at.K**2 / at.m**2,
)
def distance_bump(at: Operands) -> Number:
    return _expanded(at, 2)


@on_grid.proof_line(
    "d_p(f, f-bar) <= eps/3 for f = bump, p = 4, and so for p = 1, 2, 3: (eps/3)^p = d n (K delta)^p, K = 4 d n",
    fold="sum",
    bound=lambda at: at.entries * at.K**4 / at.m**4,
)
def distance_bump_4(at: Operands) -> Number:
    return _expanded(at, 4)


@on_grid.proof_line(
    "d_p(f, f-bar) <= eps/3 for f = tilted, p = 2: to the power p, (eps/3)^p = d n (K delta)^p, K = 4 d n + 1",
    fold="sum",
    bound=lambda at: at.entries * at.K_tilted**2 / at.m**2,
)
def distance_tilted(at: Operands) -> Number:
    return _distance(at, tilted, 2)


@on_grid.proof_line(
    "d_p(f, f-bar) <= eps/3 for f = tilted, p = 2 and eps = 1: each of these delta serves as delta*",
    fold="sum",
    bound=lambda at: ONE / 9,
)
def eps_one(at: Operands) -> Number:
    return _distance(at, tilted, 2)


def _on_face(f: Function, r: Number, c: Number, side: int) -> Number:
    """f_{rc} at the point with the entry (r, c) replaced by 0 or 1."""
    return f(lambda k, j: when((k == r) & (j == c), side, point[k, j]), r, c)


@on_grid.proof_line(
    "C: the support of f is in [0, 1]^(d x n), and f is continuous: bump, and so tilted, is 0 where an entry is 0 or 1"
)
def zero_on_faces(at: Operands) -> Truth:
    return each_entry(at, lambda r, c: (_on_face(bump, r, c, 0) == 0) & (_on_face(bump, r, c, 1) == 0))


@lemma4.proof_line("D: f is uniformly continuous: 4 x (1 - x) = 1 - (2x - 1)^2 <= 1, of degree 2, at x = 0, 1, 2")
def factor_bounded(at: Operands) -> Truth:
    return every(Columns(0, 2, "x"), lambda x: 4 * x * (1 - x) == 1 - (2 * x - 1) ** 2)


@lemma4.proof_line(
    "D, not said: f is uniformly continuous: 4 x (1 - x) - 4 y (1 - y) = 4 (x - y) (1 - x - y), of degree 2 in x and "
    "in y",
    said=False,
)
def factor_difference(at: Operands) -> Truth:
    def same(x: Number, y: Number) -> Truth:
        return 4 * x * (1 - x) - 4 * y * (1 - y) == 4 * (x - y) * (1 - x - y)

    return every(Columns(0, 2, "x"), lambda x: every(Columns(0, 2, "y"), lambda y: same(x, y)))


@lemma4.proof_line("D: f is uniformly continuous: -1 <= 1 - x - y <= 1 for x, y in [0, 1], affine, so at 0 and 1")
def slope_bounded(at: Operands) -> Truth:
    ends = Columns(0, 1, "x")
    return every(ends, lambda x: every(Columns(0, 1, "y"), lambda y: (1 - x - y <= 1) & (1 - x - y >= -1)))


@lemma4.proof_line(
    "D, not said: f is uniformly continuous: a A - b B = a (A - B) + (a - b) B, affine in each, so that products of "
    "factors in [0, 1] change by the sum of their changes at most, by induction",
    said=False,
)
def telescopes(at: Operands) -> Truth:
    def same(a: Number, b: Number, A: Number, B: Number) -> Truth:
        return a * A - b * B == a * (A - B) + (a - b) * B

    def ends(letter: str, condition: Callable[[Number], Truth]) -> Truth:
        return every(Columns(0, 1, letter), condition)

    return ends("a", lambda a: ends("b", lambda b: ends("A", lambda A: ends("B", lambda B: same(a, b, A, B)))))


def _close(at: Operands, f: Function, K: Number) -> Truth:
    """|f(X) - f(Y)| <= K ||X - Y||_inf for Y = C_L and X at delta/6 and delta/2 from it."""

    def close(i: Number, j: Number) -> Truth:
        value = f(centre_entries(point), i, j)
        corner, inner = f(entries_of(point), i, j) - value, f(entries_of(at.inside(point)), i, j) - value
        return inside(2 * at.m * corner, -K, K) & inside(6 * at.m * inner, -K, K)

    return each_entry(at, close)


@on_grid.proof_line(
    "D: f is uniformly continuous: |f(X) - f(Y)| <= K ||X - Y||_inf for bump, seen between points of each cube"
)
def modulus_bump(at: Operands) -> Truth:
    return _close(at, bump, at.K)


@on_grid.proof_line(
    "D: f is uniformly continuous: |f(X) - f(Y)| <= K ||X - Y||_inf for tilted, seen between points of each cube"
)
def modulus_tilted(at: Operands) -> Truth:
    return _close(at, tilted, at.K_tilted)


def _norms(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """condition(||X||_inf^p, ||X||_p^p) for p = 1, ..., 4; X has no negative entries."""

    def powers(p: Number) -> Truth:
        largest = greatest(at.rows, lambda i: greatest(at.columns, lambda j: point[i, j]))
        return condition(largest**p, over_entries(at, lambda i, j: point[i, j] ** p))

    return every(Columns(1, 4, "p"), powers)


@on_grid.proof_line(
    "D: entry-wise l_p is equivalent to l_inf: ||X||_inf^p <= ||X||_p^p, p = 1, ..., 4, for X in G_delta"
)
def norm_above(at: Operands) -> Truth:
    return _norms(at, lambda largest, summed: largest <= summed)


@on_grid.proof_line(
    "D: entry-wise l_p is equivalent to l_inf: ||X||_p^p <= d n ||X||_inf^p, p = 1, ..., 4, for X in G_delta"
)
def norm_below(at: Operands) -> Truth:
    return _norms(at, lambda largest, summed: summed <= at.entries * largest)


def _ratios(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """For all delta = a/b < 1 with a, b <= m + 1."""
    up_to = Columns(1, at.m + 1, "b")
    return every(up_to, lambda b: every(Columns(1, b - 1, "a"), lambda a: condition(a, b)))


@lemma4.proof_line(
    "D: using this delta, we can create a grid: 1/delta is an integer, for delta = a/b < 1 with b <= 1/delta + 1",
    flaw="silently assumed",
    survives=("yun2020:lemma4.creates_grid@repaired",),
)
def creates_grid(at: Operands) -> Truth:
    return _ratios(at, lambda a, b: floor(b / a) * a == b)


@lemma4.repairs(
    "creates_grid",
    "some 1/k with an integer k >= 2 is at most delta, and serves as delta",
    reason="G_delta and its cubes fill [0, 1] only if 1/delta is an integer; what uniform continuity gives need not be"
    " 1/k, but whatever is smaller serves as well",
)
def creates_grid_repaired(at: Operands) -> Truth:
    return _ratios(at, lambda a, b: some(Columns(2, at.m + 1, "k"), lambda k: b <= k * a))


@on_grid.proof_line("D: C_L in S_L, the centre point of the cube")
def centre_in_cube(at: Operands) -> Truth:
    C = at.centre(point)
    return each_entry(at, lambda i, j: (point[i, j] <= C[i, j]) & (C[i, j] < point[i, j] + 1 / at.m))


@lemma4.proof_line(
    "D: for any X in S_L, we have ||X - C_L||_inf < delta: entry by entry, for all reals", over=(real_columns,)
)
def near_centre(at: Operands) -> Truth:
    t = point[chosen_row, 1]

    def near(k: Number) -> Truth:
        distance = t - k / at.m - 1 / (2 * at.m)
        cell = (k / at.m <= t) & (t < (k + 1) / at.m)
        return implies(cell, (distance < 1 / at.m) & (distance > -1 / at.m))

    return every(Columns(0, at.m - 1, "k"), near)


@on_grid.proof_line("D: ||f(X) - f-bar(X)||_p = ||f(X) - f(C_L)||_p: f-bar(X) = f(C_L)")
def constant_on_cube(at: Operands) -> Truth:
    def same(i: Number, j: Number) -> Truth:
        f_bar = tilted(cube_entries(at.inside(point)), i, j)
        return (f_bar == tilted(centre_entries(point), i, j)) & (f_bar == tilted(cube_entries(point), i, j))

    return each_entry(at, same)


@on_grid.proof_line("D: ||f(X) - f(C_L)||_p < eps/3, for f = tilted, p = 2, at the corner of the cube and inside")
def below_third(at: Operands) -> Truth:
    def norm(matrix: Any) -> Number:
        def difference(i: Number, j: Number) -> Number:
            return tilted(entries_of(matrix), i, j) - tilted(centre_entries(point), i, j)

        return over_entries(at, lambda i, j: difference(i, j) ** 2)

    third = at.entries * at.K_tilted**2 / at.m**2
    return (norm(point) < third) & (norm(at.inside(point)) < third)


@on_grid.proof_line(
    "D: this proves that d_p(f, f-bar) < eps/3: the cubes have measure 1 together",
    fold="sum",
    relation="=",
    bound=lambda at: 1,
)
def unit_measure(at: Operands) -> Number:
    return 1 / at.m**at.entries


@on_grid.proof_line(
    "D: this proves that d_p(f, f-bar) < eps/3: for f = tilted, p = 2, strictly",
    fold="sum",
    relation="<",
    bound=lambda at: at.entries * at.K_tilted**2 / at.m**2,
)
def distance_strict(at: Operands) -> Number:
    return _distance(at, tilted, 2)


def _times(at: Operands, P: Permutation, j: Number, entry: Callable[[Number], Number]) -> Number:
    """The sum of entry(k) P_{kj} over all columns k; which k has P_{kj} = 1, the numbers 1, ..., n times P tell."""
    number = at.numbered(point).permuted(P)[1, j] - point.permuted(P)[1, j]
    return total(Columns(1, at.n, "k"), lambda k: when(number == k, entry(k), 0))


def _value_at_permuted_centre(at: Operands, P: Permutation, i: Number, j: Number) -> Number:
    """f(C_L P)_{ij}."""
    return tilted(entries_of(at.centre(point).permuted(P)), i, j)


def _permuted_value(at: Operands, P: Permutation, i: Number, j: Number) -> Number:
    """(f(C_L) P)_{ij}."""
    return _times(at, P, j, lambda k: tilted(centre_entries(point), i, k))


@on_grid.proof_line("D: f(C_L P) = f(C_L) P for any permutation matrix P, f = tilted")
def values_permuted(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: _value_at_permuted_centre(at, P, i, j) == _permuted_value(at, P, i, j))


@on_grid.proof_line("D: for any X in S_L, we have X P in S_(LP): one X a cube")
def cubes_permuted(at: Operands) -> Truth:
    def within(P: Permutation, i: Number, j: Number) -> Truth:
        x, corner = at.inside(point).permuted(P)[i, j], point.permuted(P)[i, j]
        return (corner <= x) & (x < corner + 1 / at.m)

    return each_permuted(at, within)


def _f_bar_at_permuted(at: Operands, P: Permutation, i: Number, j: Number) -> Number:
    """f-bar(X P)_{ij}."""
    return tilted(cube_entries(at.inside(point).permuted(P)), i, j)


def _f_bar_permuted(at: Operands, P: Permutation, i: Number, j: Number) -> Number:
    """(f-bar(X) P)_{ij}."""
    return _times(at, P, j, lambda k: tilted(cube_entries(at.inside(point)), i, k))


@on_grid.proof_line("D: f-bar(X P) = f(C_(LP)), f = tilted, one X a cube")
def link_cube(at: Operands) -> Truth:
    def same(P: Permutation, i: Number, j: Number) -> Truth:
        return _f_bar_at_permuted(at, P, i, j) == tilted(centre_entries(point.permuted(P)), i, j)

    return each_permuted(at, same)


@on_grid.proof_line("D: f(C_(LP)) = f(C_L P), f = tilted")
def link_centre(at: Operands) -> Truth:
    def same(P: Permutation, i: Number, j: Number) -> Truth:
        return tilted(centre_entries(point.permuted(P)), i, j) == _value_at_permuted_centre(at, P, i, j)

    return each_permuted(at, same)


@on_grid.proof_line("D: f(C_L) P = f-bar(X) P, f = tilted, one X a cube")
def link_value(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: _permuted_value(at, P, i, j) == _f_bar_permuted(at, P, i, j))


@on_grid.proof_line("D: thus, the approximation f-bar is also permutation equivariant, f = tilted, one X a cube")
def equivariant(at: Operands) -> Truth:
    return each_permuted(at, lambda P, i, j: _f_bar_at_permuted(at, P, i, j) == _f_bar_permuted(at, P, i, j))


lemma4.part(
    "For any given f in F_PE and 1 <= p < infinity, one can find a delta* > 0 such that there exists f-bar in "
    "F-bar_PE(delta*) which satisfies d_p(f, f-bar) <= eps/3.",
    undecided="of every f, p and epsilon: distance_bump, distance_bump_4, distance_tilted and eps_one have two "
    "polynomials, p = 2 or 4, and one epsilon at an instance; that every such f is uniformly continuous is "
    "Heine-Cantor's theorem, which no step decides",
    theorem="lemma_4",
)
lemma4.reads(
    "d_p(f, f-bar) <= eps/3",
    "countably many boxes with weights cover ||f - f-bar||_p^p and weigh at most (eps/3)^p together; that this bounds "
    "the integral is not proved in proofs/rocq",
)
lemma4.reads("f in F_PE", "with its support in [0, 1]^(d x n), as App. C assumes without loss of generality")


# What may be relaxed


def _half(at: Operands, of: Callable[[Operands], Number]) -> Number:
    """Half of a Lipschitz constant."""
    return of(at) / 2


for _name, _K, _what in (("K", K, "4 d n"), ("K_tilted", K_tilted, "4 d n + 1")):
    lemma4.relaxes(
        f"Lipschitz constant {_what}",
        "half of it",
        definitions={_name: partial(_half, of=_K)},
        aliases=(_name,),
        remark="the paper names no modulus of continuity: this one is of the f of these steps, which has room to spare",
    )
