"""What App. G names: s_j, l_j, l~_j, u^T g_c(L), the layer of an id, and the given values A_L of G.3."""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import u
from exactua.papers.yun2020.position_network import contextual_map, contextual_map_with_wider_positions, last_layer
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, column_ids, new_id
from exactua.terms.tracing import Columns, MatrixOperand, Number, Row, Truth, floor, point, row, total, when


def describe_positions(claim: Claim) -> None:
    """The networks, assumptions, definitions and operands of App. G.2, under the names of this module."""
    claim.network("g_c")(contextual_map)
    claim.network("g_c_wider")(contextual_map_with_wider_positions)
    claim.network("last_layer")(last_layer)
    assume_throughout(claim)
    assume_two_cubes(claim)
    for define in (D, sigma, gain):
        claim.define(define)
    for operand in (L, l, telescoped, swept, wider, q):
        claim.operand(operand)
    claim.shown_as(gain="(n delta^(-(n+1)d-1))", swept="l~")


def sigma(at: Operands) -> Number:
    """1 + delta^-1 + ... + delta^(-d+1), in units of delta: m + m^2 + ... + m^d."""
    return total(Columns(1, at.d, "k"), lambda k: at.m**k)


def gain(at: Operands) -> Number:
    """n delta^(-(n+1)d-1), the factor in the last layer, unit 1."""
    return at.n * at.m * at.D ** (at.n + 1)


def s(at: Operands, j: Number | int) -> Number:
    """s_j = (j-1) sum_(k=0..d-1) delta^-k, in units of delta."""
    return (j - 1) * at.sigma


def L(at: Operands) -> MatrixOperand:
    """L = X + E, d x n, unit 1."""
    return at.g_c(point, "encoded")


def l(at: Operands) -> Row:
    """l_1, ..., l_n: the ids of the columns of L, shape (n,), in units of delta."""
    return column_ids(at, at.L)


def swept(at: Operands) -> Row:
    """l~_1, ..., l~_n: the ids u^T L~_{:,j} after the sweep, shape (n,), in units of delta."""
    return column_ids(at, at.g_c(point, "sweep"))


def wider(at: Operands) -> Row:
    """The same where column j of E is 2 (j-1), shape (n,), in units of delta."""
    return column_ids(at, at.g_c_wider(point, "sweep"))


def q(at: Operands) -> Row:
    """u^T g_c(L), shape (n,), in units of delta."""
    return column_ids(at, at.g_c(point))


def place(at: Operands, j: Number | int) -> Number:
    """The number of the layer of id l_j among those of the sweep, from 1."""
    return (j - 1) * at.D + at.l[j] - s(at, j) + 1


def ids_before(at: Operands, j: Number | int) -> Row:
    """u^T Z before the layer of id l_j, shape (n,), unit 1. The encoding is the network's first layer."""
    return u.dot(at.g_c.after(point, place(at, j)))


def ids_after(at: Operands, j: Number | int) -> Row:
    """u^T Z after the layer of id l_j, shape (n,), unit 1."""
    return u.dot(at.g_c.after(point, place(at, j) + 1))


def telescoped(at: Operands) -> Row:
    """l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1) for each j, units of delta."""
    return row(at.columns, lambda j: new_id(at, j))


def shifted_id(at: Operands, k: Number, j: Number) -> Number:
    """What E.3.1 says of column k after the j-th shift: l~_k if k <= j, else l_k. In units of delta."""
    return when(k <= j, at.telescoped[k], at.l[k])


def the_exception(at: Operands) -> Truth:
    """d = 1, n = 2 and L = [1-delta, 1]."""
    return (at.d == 1) & (at.n == 2) & (at.l[1] == at.m - 1) & (at.l[2] == at.m)


def cube_number(at: Operands) -> Number:
    """The number r, from 0, of the cube that X is in: floor(X / delta) read as digits, the first column the highest."""

    def column_id(j: Number) -> Number:
        return total(at.rows, lambda i: at.m ** (i - 1) * floor(at.m * point[i, j]))

    return total(at.columns, lambda j: at.D ** (at.n - j) * column_id(j))


def given_value(at: Operands, i: Number, j: Number) -> Number:
    """(A_L)_{i,j} = (i + d (j - 1 + n r)) / (d n delta^(-dn)) where L has number r; all different, in (0, 1]."""
    return (i + at.d * (j - 1 + at.n * cube_number(at))) / (at.d * at.n * at.D**at.n)
