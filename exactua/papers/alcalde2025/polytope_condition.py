"""prop: polytope.condition (Alcalde et al. 2025, Sec. 4): when a vertex lies in its own cell; triangles in the plane.

    v_i in C_i(v)  <=>  neigh(v_i) and 0 lie strictly on one side of {x : <B v_i, x - v_i> = 0}        (cond.hyperplane)
                   <=>  the angle at v_i between w and 0 is below pi/2 for all w in neigh(v_i), B = I  (cond.angle)

Here B = I_2 and v_1, v_2, v_3 are no points of one line, so that the other two are neigh(v_i).
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.alcalde2025.geometry import Vector, inner, minus, origin, square, token
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Number, Row, Truth, every, implies, point, row, when

polytope_condition = Claim(
    "alcalde2025:polytope_condition",
    title="Remark (prop: polytope.condition)",
    source="Sec. 4, prop: polytope.condition",
    text="B > 0, v_i != 0: v_i in C_i(v) if and only if neigh(v_i) and 0 lie strictly on one side of the tangent "
    "hyperplane <B v_i, x - v_i> = 0. For B = I_d, if and only if the angle at v_i between w and the origin is < "
    "pi/2 for "
    "every adjacent w.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(2,)),
        Parameter("n", "number of vertices", ladder=(3,)),
    ),
    point="X",
)
polytope_condition.requires("d = 2 and n = 3 (triangles in the plane)")(lambda at: (at.d == 2) & (at.n == 3))

vertices = levels("vertices", -1, 1, 3)
"""Coordinates in {-1, 0, 1}."""


def v(i: Number) -> Vector:
    """v_i."""
    return token(point, i)


def _triangle(at: Operands) -> Truth:
    """v_1, v_2 and v_3 are not on one line."""
    a, b = (minus(v(k), v(1)) for k in (2, 3))  # type: ignore[arg-type]
    return a(1) * b(2) != a(2) * b(1)


def _for_vertices(at: Operands, condition: Callable[[Number], Truth]) -> Truth:
    """For each v_i other than 0."""
    return every(at.columns, lambda i: implies(square(v(i), at.rows) > 0, condition(i)))


def _above(at: Operands, i: Number, w: Vector) -> Number:
    """<v_i, w - v_i>, on which side of the tangent hyperplane w lies."""
    return inner(v(i), minus(w, v(i)), at.rows)


def _others(at: Operands, i: Number, condition: Callable[[Number], Truth]) -> Truth:
    """For all j != i."""
    return every(at.columns, lambda j: implies(j != i, condition(j)))


def _in_own_cell(at: Operands, i: Number) -> Truth:
    """v_i in C_i(v)."""
    return every(at.columns, lambda j: _above(at, i, v(j)) <= 0)


def _in_own_alone(at: Operands, i: Number) -> Truth:
    """v_i in C_i(v), and in no other cell."""
    return _in_own_cell(at, i) & _others(at, i, lambda j: _above(at, i, v(j)) < 0)


def _strictly_on_one_side(at: Operands, i: Number) -> Truth:
    """All v_j, j != i, and 0 lie strictly below, or all strictly above the hyperplane."""
    below = (_above(at, i, origin) < 0) & _others(at, i, lambda j: _above(at, i, v(j)) < 0)
    above = (_above(at, i, origin) > 0) & _others(at, i, lambda j: _above(at, i, v(j)) > 0)
    return below | above


def _acute(at: Operands, i: Number) -> Truth:
    """<w - v_i, 0 - v_i> > 0 for all w = v_j, j != i."""
    return _others(at, i, lambda j: inner(minus(v(j), v(i)), minus(origin, v(i)), at.rows) > 0)


def _told(at: Operands, condition: Callable[[Operands, Number], Truth]) -> Row:
    """1 where the condition is true of v_i, else 0."""
    return row(at.columns, lambda i: when(condition(at, i), 1, 0))


let(
    polytope_condition,
    in_own=lambda at: _told(at, _in_own_cell),  # v_i in C_i(v)
    in_own_alone=lambda at: _told(at, _in_own_alone),  # v_i in C_i(v) alone
    one_side=lambda at: _told(at, _strictly_on_one_side),
    acute=lambda at: _told(at, _acute),
)

triangles = Lines(polytope_condition, over=(vertices,), given=_triangle)
REASON = (
    "a vertex w with <v_i, w> = <v_i, v_i> leaves v_i in C_i(v), and lies on the hyperplane; then v_i is in the cell "
    "of w"
    " as well"
)


@triangles.states(
    "eq: cond.hyperplane, B = I: v_i in C_i(v) if and only if neigh(v_i) and 0 lie strictly on one side",
    flaw="imprecise",
    survives=("alcalde2025:polytope_condition.hyperplane@repaired",),
)
def hyperplane(at: Operands) -> Truth:
    return _for_vertices(at, lambda i: at.in_own[i] == at.one_side[i])


@triangles.repairs(
    "hyperplane",
    "B = I: v_i is in C_i(v) and in no other cell if and only if neigh(v_i) and 0 lie strictly on one side",
    reason=REASON,
)
def hyperplane_repaired(at: Operands) -> Truth:
    return _for_vertices(at, lambda i: at.in_own_alone[i] == at.one_side[i])


@triangles.states(
    "eq: cond.angle, B = I: v_i in C_i(v) if and only if the angle at v_i between w and 0 is < pi/2 for w in "
    "neigh(v_i)",
    flaw="imprecise",
    same_as="alcalde2025:polytope_condition.hyperplane",
    survives=("alcalde2025:polytope_condition.angle@repaired",),
)
def angle(at: Operands) -> Truth:
    return _for_vertices(at, lambda i: at.in_own[i] == at.acute[i])


@triangles.repairs(
    "angle",
    "v_i is in C_i(v) and in no other cell if and only if the angle at v_i between w and 0 is < pi/2 for w in "
    "neigh(v_i)",
    reason=REASON,
)
def angle_repaired(at: Operands) -> Truth:
    return _for_vertices(at, lambda i: at.in_own_alone[i] == at.acute[i])


OF_ALL = "it is about all polytopes; decided for triangles with coordinates in {-1, 0, 1}"
polytope_condition.part(
    "v_i in C_i(v) if and only if neigh(v_i) and 0 lie strictly on one side of the tangent hyperplane <B v_i, x - "
    "v_i> = 0.",
    "hyperplane",
    undecided="it is about all polytopes and B; decided for triangles with coordinates in {-1, 0, 1}, and B = I",
)
polytope_condition.part(
    "For B = I_d, if and only if the angle at v_i between w and the origin is < pi/2 for every adjacent w.",
    "angle",
    undecided=OF_ALL,
)
