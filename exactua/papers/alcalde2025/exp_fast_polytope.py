"""thm: exp.fast.polytope and thm: ode (Alcalde et al. 2025, Sec. 4): from a generic start (SA_oo) is solved exactly.

    x_i^t  = (prod (1 - gamma^tau)) x_i^0 + (sum gamma^tau prod (1 - gamma^s)) v_{sigma(i)},     0 <= tau < s < t
    x_i(t) = e^{-t} x_i^0 + (1 - e^{-t}) v_{sigma(i)}

Generic: each vertex v_j of K lies in its own cell alone, and each token in one cell, that of v_{sigma(i)}. The first d
+ 1 tokens are to be the vertices, and the others to lie in their hull. B has 2 on the diagonal and 1 beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gmpy2 import mpq

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import positive, step
from exactua.papers.alcalde2025.geometry import Vector, in_hull, inner, minus, mixed, times_positive, token
from exactua.papers.pages import Lines, define, let, per_box
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Truth,
    every,
    greatest,
    how_many,
    implies,
    number,
    parameter,
    point,
    product,
    rational,
    row,
    some,
    total,
    when,
)

exp_fast_polytope = Claim(
    "alcalde2025:exp_fast_polytope",
    title="Theorem (thm: exp.fast.polytope)",
    source="Sec. 4, thm: exp.fast.polytope",
    text="Let B > 0, B^t = B and gamma^t in (0,1). For an initial configuration with conditions 1-2 and the assignment "
    "sigma with x_i^0 in C_{sigma(i)}(v), particles evolving according to (SA_infinity) satisfy x_i^t = "
    "(prod_{tau=0}^{t-1}"
    "(1 - gamma^tau)) x_i^0 + (sum_{tau=0}^{t-1} gamma^tau prod_{s=tau+1}^{t-1} (1 - gamma^s)) v_{sigma(i)}. In "
    "particular, x_i^t converges to v_{sigma(i)} at least exponentially fast.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(1, 2)),
        Parameter("n", "number of tokens", ladder=(3, 4)),
        Parameter("r", "gamma^t is 2^-(r t + 1): 1/2 at all times, or halved at each", least=0, ladder=(0, 1)),
        Parameter("t", "the time t", ladder=(2, 6)),
    ),
    work=per_box(lambda d, n, t: (7 - 2 * d) ** (d * n) * t),
    point="X",
)
exp_fast_polytope.requires("d <= 2 (membership in a hull is decided there)")(lambda at: at.d <= 2)
exp_fast_polytope.requires("n >= d + 1 (as many vertices)")(lambda at: at.n >= at.d + 1)

tokens = levels("tokens", parameter("d") - 3, 1, 7 - 2 * parameter("d"))
"""For d = 1 numbers in {-2, ..., 2}; for d = 2 coordinates in {-1, 0, 1}."""


@exp_fast_polytope.network("f")
def hardmax(values: Mapping[str, Any]) -> Network:
    B = positive(values["d"])
    items = [item for s in range(values["t"]) for item in step(B, mpq(1, 2 ** (values["r"] * s + 1)))]
    return Network(values["d"], items, {"output": len(items)})


def gamma(at: Operands, s: Number) -> Number:
    """gamma^s."""
    return 1 / 2 ** (at.r * s + 1)


def _passed(at: Operands, first: Number | int) -> Number:
    """The product of 1 - gamma^s, s = first, ..., t - 1."""
    return product(Columns(first, at.t - 1, "s"), lambda s: 1 - gamma(at, s))


define(exp_fast_polytope, kept=lambda at: _passed(at, 0))  # prod_{tau < t} (1 - gamma^tau)
define(
    exp_fast_polytope,
    # sum_{tau < t} gamma^tau prod_{tau < s < t} (1 - gamma^s)
    gone=lambda at: total(Columns(0, at.t - 1, "tau"), lambda tau: gamma(at, tau) * _passed(at, tau + 1)),
)


def _vertices(at: Operands) -> Columns:
    return Columns(1, at.d + 1, "j")


def _score(at: Operands, x: Vector, y: Vector) -> Number:
    """<B x, y>."""
    return inner(times_positive(x, at.rows), y, at.rows)


def leads(at: Operands, x: Vector, j: Number) -> Truth:
    """v_j is an argmax of <B x, y> over K."""
    return _score(at, x, token(point, j)) >= greatest(_vertices(at), lambda k: _score(at, x, token(point, k)))


def _in_one_cell(at: Operands, x: Vector) -> Truth:
    """x is in the cell of one vertex."""
    return how_many(_vertices(at), lambda j: leads(at, x, j)) == 1


def generic(at: Operands) -> Truth:
    """Conditions 1 and 2, the first d + 1 tokens being the vertices: alone in its own cell, one is no mixture."""

    def beaten(j: Number, k: Number) -> Truth:
        x = token(point, j)
        return _score(at, x, token(point, k)) < _score(at, x, x)

    own = every(_vertices(at), lambda j: every(_vertices(at), lambda k: implies(k != j, beaten(j, k))))
    hull = every(at.columns, lambda i: in_hull(token(point, i), point, _vertices(at), at.rows))
    return own & hull & every(at.columns, lambda i: _in_one_cell(at, token(point, i)))


def towards(at: Operands, i: Number) -> Vector:
    """v_{sigma(i)} of a generic start."""
    return lambda k: total(_vertices(at), lambda j: when(leads(at, token(point, i), j), point[k, j], 0))


def _squared_distance(at: Operands, X: MatrixOperand, i: Number) -> Number:
    """|x_i - v_{sigma(i)}|^2."""
    apart = minus(token(X, i), towards(at, i))
    return inner(apart, apart, at.rows)


let(
    exp_fast_polytope,
    generic=generic,  # conditions 1 and 2
    now=lambda at: at.f(point),  # x^t
    # |x_i^0 - v_{sigma(i)}|^2, |x_i^t - v_{sigma(i)}|^2
    far=lambda at: row(at.columns, lambda i: _squared_distance(at, point, i)),
    near=lambda at: row(at.columns, lambda i: _squared_distance(at, at.now, i)),
)

from_generic = Lines(exp_fast_polytope, over=(tokens,), given=lambda at: at.generic)


def _entries(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """For all tokens i and rows k."""
    return every(at.columns, lambda i: every(at.rows, lambda k: condition(i, k)))


@from_generic.states("x_i^t = (prod (1 - gamma^tau)) x_i^0 + (sum gamma^tau prod (1 - gamma^s)) v_{sigma(i)}")
def formula(at: Operands) -> Truth:
    return _entries(at, lambda i, k: at.now[k, i] == at.kept * point[k, i] + at.gone * towards(at, i)(k))


@exp_fast_polytope.states(
    "in particular, x_i^t converges to v_{sigma(i)} at least exponentially fast; read: with these gamma^t it is "
    "within a "
    "quarter of its first distance by the time t, t >= 2",
    over=(tokens,),
    given=lambda at: at.generic & (at.t >= 2),
    flaw="false",
    survives=("alcalde2025:exp_fast_polytope.converges@repaired",),
)
def converges(at: Operands) -> Truth:
    # What is left of a distance is 2^-t for r = 0, and above 1/4 at all t for r >= 1: these a quarter tells apart
    return every(at.columns, lambda i: 16 * at.near[i] <= at.far[i])


@from_generic.repairs(
    "converges",
    "where c <= gamma^tau < 1 for all tau, |x_i^t - v_{sigma(i)}| <= (1 - c)^t |x_i^0 - v_{sigma(i)}|; c is the "
    "least of the "
    "first t",
    reason="steps in (0, 1) may have a finite sum: for gamma^t = 2^-(t+1) the product of 1 - gamma^t stays above "
    "1/4, and so"
    " does the share of x_i^0 in x_i^t; exponentially fast needs one c > 0 for all times",
)
def converges_repaired(at: Operands) -> Truth:
    kept = 1 - gamma(at, at.t - 1)
    return every(at.columns, lambda i: at.near[i] <= kept ** (2 * at.t) * at.far[i])


@exp_fast_polytope.proof_line(
    "not said: for gamma^t = 2^-(t+1) the product of 1 - gamma^tau, tau < t, is 1/4 + 2^-(t+1) at least",
    said=False,
    given=lambda at: at.r == 1,
)
def stays_above(at: Operands) -> Truth:
    return at.kept >= rational("1/4") + 1 / 2 ** (at.t + 1)


exp_fast_polytope.part(
    "x_i^t = (prod_{tau=0}^{t-1}(1 - gamma^tau)) x_i^0 + (sum_{tau=0}^{t-1} gamma^tau prod_{s=tau+1}^{t-1} (1 - "
    "gamma^s)) "
    "v_{sigma(i)}.",
    "formula",
    undecided="it is about all starts, B and steps; `formula` decides it for small integers and one B",
)
exp_fast_polytope.part(
    "In particular, x_i^t converges to v_{sigma(i)} at least exponentially fast.",
    "converges",
    undecided="it is about all times and steps; `converges` decides one time, and steps 2^-(r t + 1)",
)

ode = Claim(
    "alcalde2025:ode",
    title="Theorem (thm: ode): the solution",
    source="Sec. 4, thm: ode, eq: solution.short",
    text="x^0 generic as in thm: exp.fast.polytope, B > 0; for every T > 0 the Cauchy problem for eq: hardmax.ode "
    "with x_i(0) "
    "= x_i^0 has a unique solution in C^0([0,T];(R^d)^n), it stays in conv{x_i^0}, continuous w.r.t. the initial data. "
    "The solution is eq: solution.short, x_i(t) = e^{-t} x_i^0 + (1 - e^{-t}) v_{sigma(i)}.",
    parameters=(
        Parameter("d", "dimension of a token", ladder=(1,)),
        Parameter("n", "number of tokens", ladder=(2, 3)),
    ),
    work=per_box(lambda d, n: (7 - 2 * d) ** (d * n)),
    point="X",
)
ode.requires("d <= 2 (membership in a hull is decided there)")(lambda at: at.d <= 2)
ode.requires("n >= d + 1 (as many vertices)")(lambda at: at.n >= at.d + 1)

let(ode, generic=generic)  # conditions 1 and 2


def _at_times(condition: Callable[[Number], Truth]) -> Truth:
    """For the times t = log(3/p), p = 1, 2, 3: e^{-t} is p/3."""
    return every(Columns(1, 3, "p"), lambda p: condition(p / 3))


def solution(at: Operands, share: Number, i: Number) -> Vector:
    """x_i(t), e^{-t} being `share`."""
    return mixed(token(point, i), share, towards(at, i))


solved = Lines(ode, over=(tokens,), given=lambda at: at.generic)


@solved.states(
    "eq: solution.short is x_i^0 at t = 0, and its derivative, taken by hand, is v_{sigma(i)} - x_i(t), at three times"
)
def derivative(at: Operands) -> Truth:
    def entry(share: Number, i: Number, k: Number) -> Truth:
        # Of e^{-t} x^0 + (1 - e^{-t}) v, with e^{-t} = share
        slope = -share * point[k, i] + share * towards(at, i)(k)
        return slope == towards(at, i)(k) - solution(at, share, i)(k)

    start = _entries(at, lambda i, k: solution(at, number(1), i)(k) == point[k, i])
    return start & _at_times(lambda share: _entries(at, lambda i, k: entry(share, i, k)))


@solved.states("v_{sigma(i)} is the only argmax of <B x_i(t), y> over {x_j(t)}, at three times")
def leader(at: Operands) -> Truth:
    def beats(share: Number, i: Number, j: Number) -> Truth:
        best, other = towards(at, i), solution(at, share, j)
        x = solution(at, share, i)
        same = every(at.rows, lambda k: best(k) == other(k))
        return same | (_score(at, x, best) > _score(at, x, other))

    def among(share: Number, i: Number) -> Truth:
        best = towards(at, i)
        present = some(at.columns, lambda j: every(at.rows, lambda k: solution(at, share, j)(k) == best(k)))
        return present & every(at.columns, lambda j: beats(share, i, j))

    return _at_times(lambda share: every(at.columns, lambda i: among(share, i)))


@solved.states("eq: solution.short stays in conv{x_i^0}, at three times")
def stays(at: Operands) -> Truth:
    def inside(share: Number, i: Number) -> Truth:
        return in_hull(solution(at, share, i), point, _vertices(at), at.rows)

    return _at_times(lambda share: every(at.columns, lambda i: inside(share, i)))


OF_ALL = "it is about all starts, B and times; decided for small integers, one B and e^{-t} = 1/3, 2/3, 1"
ode.part(
    "for every T > 0 the Cauchy problem for eq: hardmax.ode with x_i(0) = x_i^0 has a unique solution in "
    "C^0([0,T];(R^d)^n)",
    undecided="uniqueness is about all curves; no step decides it",
)
ode.part("it stays in conv{x_i^0}", "stays", undecided=OF_ALL)
ode.part("continuous w.r.t. the initial data.", undecided="it is about all starts near one; no step decides it")
ode.part(
    "The solution is eq: solution.short, x_i(t) = e^{-t} x_i^0 + (1 - e^{-t}) v_{sigma(i)}.",
    "derivative",
    "leader",
    undecided=OF_ALL,
)
