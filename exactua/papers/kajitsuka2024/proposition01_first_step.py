"""Proposition 1, step 1 of its proof (Kajitsuka & Sato 2024, App. A.5): a step function f-bar near f ((51)-(55)).

    f-bar(Z) = the sum of f(L) over all L of G_D with Z in L + [-1/D, 0]^(d x n)                                  (54)

That any continuous f on a compact set is uniformly continuous is no finite matter; for f of `equivariant_target` the
modulus is decided on each cell for all its Z at once.
"""

from __future__ import annotations

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.categories import chosen_row
from exactua.grids.finite import box
from exactua.papers.kajitsuka2024.equivariant_target import below, each_entry, entries_of, f, over_entries, some_entry
from exactua.papers.kajitsuka2024.proposition01_statement import grid
from exactua.terms.tracing import Columns, Number, Truth, highest, integral, lowest, point, total, when

first_step = Chapter()
unit_columns = box("all columns of [0, 1]^d", 0, 1)


def change(at: Operands, t: Number, k: Number, sign: int) -> Number:
    """A bound of sign (f(Z) - f(L))_{tk} for all Z in L + [-1/D, 0]^(d x n), L the point."""
    value = f(at, entries_of(point), t, k)
    return highest(1 / at.D, lambda h: sign * (f(at, below(h), t, k) - value))


def _within_modulus(at: Operands) -> Truth:
    def within(i: Number, j: Number) -> Truth:
        return (change(at, i, j, 1) <= at.K / at.D) & (change(at, i, j, -1) <= at.K / at.D)

    return each_entry(at, within)


@first_step.proof_line(
    "(51), not said: f may jump at the boundary, as (55) needs f uniformly continuous inside the cube only: on each "
    "cell that touches the boundary, so where Z has an entry 1, |f(Z) - f(L)| <= K/D",
    over=(grid,),
    given=lambda at: some_entry(at, lambda i, j: point[i, j] == 1),
    said=False,
)
def zero_on_boundary(at: Operands) -> Truth:
    return _within_modulus(at)


@first_step.proof_line(
    "(52): -1 <= f(Z) <= 1 for any Z in [-1, 1]^(d x n): on each cell of [0, 1]^(d x n); f is 0 elsewhere by (51)",
    over=(grid,),
)
def normalised(at: Operands) -> Truth:
    def bounded(i: Number, j: Number) -> Truth:
        low = lowest(1 / at.D, lambda h: f(at, below(h), i, j))
        return (low >= -1) & (highest(1 / at.D, lambda h: f(at, below(h), i, j)) <= 1)

    return each_entry(at, bounded)


@first_step.proof_line(
    "(53): G_D = {1/D, ..., 1}^(d x n): D^(d n) matrices",
    over=(grid,),
    fold="sum",
    relation="=",
    bound=lambda at: at.D**at.entries,
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


@first_step.proof_line(
    "(54): f-bar(Z), the sum of f(L) over all L with Z in L + [-1/D, 0]^(d x n), is one f(L): each entry of Z is in "
    "one of the intervals",
    over=(unit_columns,),
    flaw="imprecise",
    survives=("kajitsuka2024:proposition1.one_cell@repaired",),
)
def one_cell(at: Operands) -> Truth:
    return _cells_of(at, low_end=True) == 1


@first_step.repairs(
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


@first_step.proof_line(
    "(54), not said: with closed cells and D >= 2 f-bar leaves the bounds (52) of f: at some Z in G_D an entry of "
    "f-bar(Z) is more than 1",
    over=(grid,),
    fold="some",
    said=False,
)
def step_function_bounded(at: Operands) -> Truth:
    return some_entry(at, lambda i, j: _f_bar_on_grid(at, i, j) > 1)


@first_step.proof_line(
    "(55): such a D always exists because of uniform continuity of f: |f(Z) - f(L)| <= K/D for every Z in each cell, "
    "K = 2, so that d_p(f, f-bar)^p <= d n (K/D)^p for every p",
    over=(grid,),
)
def uniform_continuity(at: Operands) -> Truth:
    return _within_modulus(at)


@first_step.proof_line(
    "(55): d_p(f, f-bar) < epsilon/3 for p = 2: to the power 2, (epsilon/3)^2 = d n (K/D)^2, K = 2",
    over=(grid,),
    fold="sum",
    relation="<",
    bound=lambda at: at.entries * at.K**2 / at.D**2,
)
def distance(at: Operands) -> Number:
    def entry(i: Number, j: Number) -> Number:
        value = f(at, entries_of(point), i, j)
        return integral(1 / at.D, lambda h: (f(at, below(h), i, j) - value) ** 2)

    return over_entries(at, entry)
