"""What several statements of the paper share: its standing assumptions and its shorthands."""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import chosen_row, u
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Permutation,
    Row,
    Truth,
    every,
    every_permutation,
    implies,
    point,
    row,
    total,
    when,
)


def assume_throughout(claim: Claim) -> None:
    """n >= 2 (Sec. 1.2: 'We assume throughout that n >= 2')."""
    claim.requires("n >= 2 (assumed throughout, Sec. 1.2)")(lambda at: at.n >= 2)


def assume_two_cubes(claim: Claim) -> None:
    """delta^-1 >= 2, the hypothesis of Lemma 8, which Lemma 10 inherits."""
    claim.requires("delta^-1 >= 2")(lambda at: at.m >= 2)


def D(at: Operands) -> Number:
    """delta^-d, the number of column ids (our shorthand)."""
    return at.m**at.d


def column_ids(at: Operands, Z: MatrixOperand) -> Row:
    """u^T Z, shape (n,), in units of delta."""
    return u.dot(Z).times(at.columns, at.m)


def column_id(at: Operands, Z: MatrixOperand, j: Number | int) -> Number:
    """u^T Z_{:,j} alone, in units of delta."""
    return at.m * u.dot(Z)[j]


def entry_at(values: Row, columns: Columns, index: Number) -> Number:
    """The entry of `values` whose index, one of `columns`, varies with the point; 0 where there is none."""
    return total(columns, lambda k: when(k == index, values[k], 0))


def each_entry(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """condition(i, j) for all rows i and columns j."""
    return every(at.rows, lambda i: every(at.columns, lambda j: condition(i, j)))


def each_permuted(at: Operands, condition: Callable[[Permutation, Number, Number], Truth]) -> Truth:
    """condition(P, i, j) for all permutation matrices P, rows i and columns j."""
    return every_permutation(lambda P: each_entry(at, lambda i, j: condition(P, i, j)))


def over_entries(at: Operands, value: Callable[[Number, Number], Number]) -> Number:
    """The sum of value(i, j) over all rows i and columns j."""
    return total(at.rows, lambda i: total(at.columns, lambda j: value(i, j)))


def equivalent(first: Truth, second: Truth) -> Truth:
    """first <=> second."""
    return first == second


def others_untouched(at: Operands) -> Truth:
    """Layer by layer, what g_q makes of the chosen row changes in the layers of that row only."""

    def untouched(i: Number) -> Truth:
        before, after = at.g_q(point, i - 1), at.g_q(point, i)
        return implies(i != chosen_row, after[chosen_row, 1] == before[chosen_row, 1])

    return every(at.rows, untouched)


def same_entries(at: Operands, Z: MatrixOperand, W: MatrixOperand, i: Number | int, j: Number | int) -> Truth:
    """Z and W agree in all entries but (i, j)."""
    return each_entry(at, lambda row, column: implies((row != i) | (column != j), Z[row, column] == W[row, column]))


def l(at: Operands) -> Row:
    """l_1, ..., l_n: the column ids u^T L, shape (n,), in units of delta."""
    return column_ids(at, point)


def spread(at: Operands) -> Number:
    """l_n - l_1, in units of delta."""
    return at.l[at.n] - at.l[1]


def t_l(at: Operands) -> Number:
    """delta^(-2nd+1) (delta^-d - 1), in units of delta."""
    return at.D ** (2 * at.n) * (at.D - 1)


def t_r(at: Operands) -> Number:
    """delta^(-(2n+1)d+1) (delta^-d - 1), in units of delta."""
    return at.D ** (2 * at.n + 1) * (at.D - 1)


def q(at: Operands) -> Row:
    """u^T g_c(L), shape (n,), in units of delta."""
    return column_ids(at, at.g_c(point))


def shifted(at: Operands, j: Number | int) -> MatrixOperand:
    """The state after the j-th selective shift, that of id l_j, d x n, unit 1: after layer number l_j + 1 of g_c."""
    return at.g_c.after(point, at.l[j] + 1)


def new_l(at: Operands) -> Row:
    """l~_1, ..., l~_n: l~_j is the id of column j right after its shift, shape (n,), in units of delta."""
    return row(at.columns, lambda j: column_id(at, shifted(at, j), j))


def swept(at: Operands) -> MatrixOperand:
    """L~, the state after the first delta^-d layers, d x n, unit 1."""
    return at.g_c(point, "sweep")


def after_sweep(at: Operands) -> Row:
    """u^T L~: the ids after the sweep, shape (n,), in units of delta; columns by increasing l_j."""
    return column_ids(at, swept(at))


def state_row(at: Operands, k: Number) -> Row:
    """u^T of the state after k layers of the sweep, shape (n,), unit 1."""
    return u.dot(at.g_c.after(point, k))


def new_id(at: Operands, j: Number) -> Number:
    """The display of l~_j in E.3.1, in units of delta."""
    gaps = total(Columns(1, j - 1, "k"), lambda k: at.D**k * (at.l[j - k] - at.l[j - k + 1]))
    return at.l[j] + gaps + at.D**j * (at.l[at.n] - at.l[1])
