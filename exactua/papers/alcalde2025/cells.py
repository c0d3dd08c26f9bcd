"""The cells of a polytope (Alcalde et al. 2025, Sec. 4.1): lem: cells and prop: voronoi.

    C_i(v) = {x in K : <B x, v_i> = max_{y in K} <B x, y>},    K = conv{v_1, ..., v_n}

The columns of a point are v_1, v_2, v_3; the points x of K that are tried are (p v_1 + q v_2 + (2 - p - q) v_3)/2. B
has 2 on the diagonal and 1 beside it. The maximum over K is taken at some v_j.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.papers.alcalde2025.geometry import Vector, inner, minus, times_positive, token
from exactua.terms.tracing import Columns, Number, Truth, every, greatest, implies, point, some

PARAMETERS = (
    Parameter("d", "dimension of a token", ladder=(2,)),
    Parameter("n", "number of vertices", ladder=(3,)),
)

triangles = listed("triangles", [[[-1, 1, 0], [-1, -1, 1]], [[-2, 1, 0], [-1, 0, 3]]])
"""Two triangles."""

in_a_level_set = listed(
    "triangles in a level set", [[[1, 0, -1], [0, 1, 0]], [[1, -1, 0], [0, 1, -1]], [[1, 0, 1], [0, 1, -1]]]
)
"""Three triangles with <B v_i, v_i> = 2."""

cells = Claim(
    "alcalde2025:cells",
    title="Lemma (lem: cells)",
    source="Sec. 4.1, lem: cells",
    text="(1) each C_i(v) is convex; (2) the interior of C_i(v) and C_j(v) in common is empty for i != j; (3) the "
    "union "
    "of the C_i(v) is K.",
    parameters=PARAMETERS,
    point="X",
)


def v(i: Number) -> Vector:
    """v_i."""
    return token(point, i)


def mixture(p: Number, q: Number) -> Vector:
    """(p v_1 + q v_2 + (2 - p - q) v_3)/2."""
    return lambda k: (p * point[k, 1] + q * point[k, 2] + (2 - p - q) * point[k, 3]) / 2


def for_mixtures(condition: Callable[[Vector], Truth]) -> Truth:
    """For the six points x of K."""
    return every(Columns(0, 2, "p"), lambda p: every(Columns(0, 2 - p, "q"), lambda q: condition(mixture(p, q))))


def score(at: Operands, x: Vector, y: Vector) -> Number:
    """<B x, y>."""
    return inner(times_positive(x, at.rows), y, at.rows)


def in_cell(at: Operands, x: Vector, i: Number) -> Truth:
    """x in C_i(v), of an x in K."""
    return score(at, x, v(i)) >= greatest(at.columns, lambda j: score(at, x, v(j)))


def _middle(x: Vector, y: Vector) -> Vector:
    return lambda k: (x(k) + y(k)) / 2


@cells.states("(1) where one of six points of K and a vertex are in C_i(v), the middle is in C_i(v)", over=(triangles,))
def convex(at: Operands) -> Truth:
    def for_pair(x: Vector, y: Vector) -> Truth:
        return every(
            at.columns,
            lambda i: implies(in_cell(at, x, i) & in_cell(at, y, i), in_cell(at, _middle(x, y), i)),
        )

    return for_mixtures(lambda x: every(at.columns, lambda j: for_pair(x, v(j))))


@cells.states(
    "(2) a point of C_i(v) and C_j(v), six of K being tried, is in no ball in both: moved by v_i - v_j or half of it, "
    "i > j, it leaves one of them",
    over=(triangles,),
)
def no_interior(at: Operands) -> Truth:
    def moved(x: Vector, i: Number, j: Number, s: Number) -> Vector:
        return lambda k: x(k) + (point[k, i] - point[k, j]) / s

    def leaves(x: Vector, i: Number, j: Number) -> Truth:
        both = in_cell(at, x, i) & in_cell(at, x, j) & some(at.rows, lambda k: point[k, i] != point[k, j])
        return implies(
            both,
            every(
                Columns(1, 2, "s"),
                lambda s: ~(in_cell(at, moved(x, i, j, s), i) & in_cell(at, moved(x, i, j, s), j)),
            ),
        )

    return for_mixtures(lambda x: every(at.columns, lambda i: every(Columns(1, i - 1), lambda j: leaves(x, i, j))))


@cells.states(
    "(3) each of six points x of K is in some C_i(v): <B x, y> is greatest at v_i, of the same six y", over=(triangles,)
)
def cover(at: Operands) -> Truth:
    def is_greatest(x: Vector, i: Number) -> Truth:
        # Among v_1, v_2, v_3 one is always best
        return for_mixtures(lambda y: score(at, x, v(i)) >= score(at, x, y))

    return for_mixtures(lambda x: some(at.columns, lambda i: is_greatest(x, i)))


SOME = "it is about all points of all polytopes, and all B; decided for six points of two triangles, and one B"
cells.part("(1) each C_i(v) is convex;", "convex", undecided=SOME)
cells.part("(2) the interior of C_i(v) and C_j(v) in common is empty for i != j;", "no_interior", undecided=SOME)
cells.part("(3) the union of the C_i(v) is K.", "cover", undecided=SOME)

voronoi = Claim(
    "alcalde2025:voronoi",
    title="Proposition (prop: voronoi)",
    source="Sec. 4.1, prop: voronoi",
    text="If all vertices lie on one level set of J(x) = (1/2) <B x, x>, then C_i(v) = Vor_B(v_i) and K in common, "
    "Vor_B(v_i) = {x : |x - v_i|_B <= |x - y|_B for all y in K}.",
    parameters=PARAMETERS,
    point="X",
)


def _distance(at: Operands, x: Vector, y: Vector) -> Number:
    """|x - y|_B, squared."""
    return score(at, minus(x, y), minus(x, y))


def _agree(at: Operands, nearest: Callable[[Vector, Number], Truth]) -> Truth:
    """x is in C_i(v) if and only if it is nearest to v_i, for six points x of K."""
    return for_mixtures(lambda x: every(at.columns, lambda i: in_cell(at, x, i) == nearest(x, i)))


@voronoi.states(
    "C_i(v) = Vor_B(v_i) and K in common, Vor_B comparing with every y in K as the formalisation tells of the source",
    over=(in_a_level_set,),
    flaw="imprecise",
    survives=("alcalde2025:voronoi.every_y@repaired",),
)
def every_y(at: Operands) -> Truth:
    return _agree(at, lambda x, i: for_mixtures(lambda y: _distance(at, x, v(i)) <= _distance(at, x, y)))


@voronoi.repairs(
    "every_y",
    "C_i(v) = Vor_B(v_i) and K in common, Vor_B(v_i) = {x : |x - v_i|_B <= |x - v_j|_B for all j}",
    reason="for y = x the distance is 0, so that no x but v_i itself is in Vor_B(v_i); the proof, as the formalisation"
    " tells it, compares with the vertices",
    over=(in_a_level_set,),
)
def every_y_repaired(at: Operands) -> Truth:
    return _agree(at, lambda x, i: every(at.columns, lambda j: _distance(at, x, v(i)) <= _distance(at, x, v(j))))


voronoi.part(
    "C_i(v) = Vor_B(v_i) and K in common, Vor_B(v_i) = {x : |x - v_i|_B <= |x - y|_B for all y in K}.",
    "every_y",
    undecided="it is about all points of all polytopes, and all B; `every_y` decides it for six points of three "
    "triangles, and one B",
)
