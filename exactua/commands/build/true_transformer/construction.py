"""The true Transformer T of Theorem 2 (Yun et al. 2020, App. C, Step 3, and App. F), with what is certain about it.

    g-bar        modified Transformer: hardmax, activations of Phi
    N            hardmax, four ReLUs for each activation: strips of width eta in the quantiser, eta' in the value map
    T            N with softmax[lambda A] for hardmax[A]: in T^(2,1,4)

Off the strips of the quantiser g_q(X) = L, so T(X) = T(L): finitely many points decide |T - g-bar| there. On them an
interval bound B of all values holds, and eta is so small that the strips add no more to d_p than the rest.

What a certificate can say of N, its class, its strips, and that it is g-bar on the grid, is rational: it is decided as
what is said of g-bar is. What softmax changes is certified apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim, Operands
from exactua.commands.build.true_transformer.outside import Witness, witness
from exactua.commands.build.true_transformer.ranges import Box, box_of, cube, greatest_difference, ranges
from exactua.commands.build.true_transformer.relus import of_relus_in_stages
from exactua.commands.build.true_transformer.strips import (
    Strips,
    Watch,
    nothing,
    outputs_at,
    points_of,
    power_of_two_at_least,
    root_at_most,
    unrolled,
    value_width,
    width_for,
)
from exactua.errors import InputError
from exactua.grids.categories import category3, chosen_row, grid_sequences, real_columns
from exactua.networks.items import quantity
from exactua.networks.network import Network
from exactua.networks.retouching import softened
from exactua.softmax.temperature.bracket import Bracket, bracket
from exactua.softmax.temperature.propagation import Bound, certified_error
from exactua.terms.language import rational as rational_term
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    every,
    implies,
    point,
    total,
    when,
)

CLASS: Final = {"heads": 2, "head size": 1, "hidden size": 4}
"""T^(2,1,4): a layer with one head counts as one whose second head is 0."""
NAME = "g_of_relus"


@dataclass(frozen=True)
class OfRelus:
    """N: hardmax and ReLUs, equal to g-bar at all `points`, with the bound of all values on [0, 1]^(d x n)."""

    network: Network
    values: Mapping[str, Any]
    p: int
    tolerance: Rational
    strips: Strips
    value_width: Rational
    """eta'"""
    points: tuple[Matrix, ...]
    """Every L of G+_delta up to permutation."""
    outputs: tuple[Matrix, ...]
    """g-bar at each of them."""
    bound: Rational
    """B: |T - g-bar| <= B in every entry, for all X in [0, 1]^(d x n) and every lambda > 0."""


@dataclass(frozen=True)
class TrueTransformer:
    """T with what is certain about it; `network` is T itself, with exact weights."""

    of_relus: OfRelus
    network: Network
    factor: Rational
    """lambda, a power of 2."""
    bracket: Bracket
    outside_points: int
    """So many of the points have an entry -delta^(-nd): what the quantiser makes of every X that is not in a cube."""
    outside_bound: Rational
    """|T| is at most this at them, for all lambda >= factor."""
    witness: Witness | None

    @property
    def terms(self) -> tuple[Rational, Rational]:
        """What adds up to a bound of d_p(g-bar, T)^p: off the strips, on them."""
        of_relus = self.of_relus
        return of_relus.strips.power(of_relus.tolerance, of_relus.bound, of_relus.p)

    @property
    def power(self) -> Rational:
        """d_p(g-bar, T)^p over [0, 1]^(d x n) is at most this."""
        return sum(self.terms, start=Rational(0))

    def distance(self, modified: Rational) -> Rational:
        """A decimal that d_p(f, T) is at most, where d_p(f, g-bar)^p <= `modified`: two roots, each rounded up."""
        p = self.of_relus.p
        return root_at_most(modified, p) + root_at_most(self.power, p)


def of_relus_network(
    modified: Network,
    values: Mapping[str, Any],
    p: int,
    tolerance: Rational,
    eta: Rational | None = None,
    watch: Watch = nothing,
) -> OfRelus:
    """N for g-bar = `modified`, whose stage "quantised" ends the quantiser; d, n and m = 1/delta are in `values`.

    `eta` is chosen unless it is given; `watch` is called before each point that is evaluated. Raises InputError for a
    tolerance or an eta out of range, and for too many points.
    """
    d, n, m = values["d"], values["n"], values["m"]
    if tolerance <= 0:
        raise InputError(f"tolerance: {tolerance} is not valid; give a number > 0, such as 1/100")
    points = points_of(values)
    first = Rational(1, 4 * m) if eta is None else Strips(d, n, m, eta).eta
    outputs = tuple(outputs_at(modified, points, watch))
    own = value_width(modified, first, m, points, outputs, watch)
    reached = _reached(outputs, n)

    def bound_at(width: Rational) -> Rational:
        network = of_relus_in_stages(modified, "quantised", width, own)
        return greatest_difference(ranges(network, cube(d, n)), reached)

    width = first if eta is not None else width_for(d, n, m, tolerance, bound_at(first), p)
    while eta is None and (narrower := width_for(d, n, m, tolerance, bound_at(width), p)) < width:
        width = narrower
    network = of_relus_in_stages(modified, "quantised", width, own)
    strips = Strips(d, n, m, width)
    bound = bound_at(width)
    return OfRelus(network, values, p, tolerance, strips, own, points, outputs, bound)


def true_transformer(of_relus: OfRelus, watch: Watch = nothing) -> TrueTransformer:
    """T for N, lambda certified at all points; `watch` is called after each.

    Raises InputError where no lambda is certified, with the reason and the point, and where T is not in T^(2,1,4).
    """
    layers = unrolled(of_relus.network)
    ends = bracket(layers, of_relus.points, of_relus.tolerance, lambda done: watch())
    if ends.upper is None:
        raise InputError(f"lambda: no factor is certified: {ends.reason}")
    factor = power_of_two_at_least(ends.upper)
    outside = [(X, value) for X, value in zip(of_relus.points, of_relus.outputs, strict=True) if min(map(min, X)) < 0]
    most = _greatest_error(layers, [X for X, _ in outside], factor)
    most += max(abs(entry) for _, value in outside for row in value for entry in row)
    network = softened(of_relus.network, factor)
    require_class(network)
    beside = witness(layers, of_relus.values, of_relus.strips.eta, factor)
    return TrueTransformer(of_relus, network, factor, ends, len(outside), most, beside)


def require_class(network: Network, most: Mapping[str, int] = CLASS) -> None:
    """Raises InputError unless heads, head size and hidden size are at most these: by default those of T^(2,1,4)."""
    for name, limit in most.items():
        if quantity(network.items, name) > limit:
            raise InputError(f"network: {name} {quantity(network.items, name)}, but T^(h,m,r) allows {limit} here")


def _greatest_error(network: Network, points: Sequence[Matrix], factor: Rational) -> Rational:
    errors = [certified_error(network, X, factor) for X in points]
    for error in errors:
        if not isinstance(error, Bound):
            raise InputError(f"lambda: {factor} is not certified outside: {error.reason}")
    return max((error.error for error in errors if isinstance(error, Bound)), default=Rational(0))


def _reached(outputs: Sequence[Matrix], n: int) -> Box:
    """Intervals with every entry of g-bar, n columns of d: it takes the values at the points and no others."""
    rows = list(zip(*outputs, strict=True))  # row i at every point
    low = tuple((min(map(min, values)),) * n for values in rows)
    high = tuple((max(map(max, values)),) * n for values in rows)
    return box_of(low, high)


def add_steps(claim: Claim, of_relus: OfRelus) -> None:
    """Adds the steps about N to the claim about g-bar, whose network is "g" and has the stage "quantised"."""
    network = of_relus.network
    claim.network(NAME)(lambda values: network)
    relus = NetworkOperand(NAME)
    for name, most in CLASS.items():

        def counted(at: Operands, name: str = name, most: int = most) -> Truth:
            return relus.quantity(name) == most

        says = f"T^(2,1,4), with ReLUs and hardmax: {name} {most}"
        claim.states(says, name=f"relu_{name.replace(' ', '_')}")(counted)
    eta = Number(rational_term(mpq(of_relus.strips.eta)))
    claim.states(
        "ReLUs: off the strips of width eta the quantiser makes of t what that of g makes, for all reals",
        name="relu_quantised",
        over=(real_columns,),
    )(lambda at: implies(_off_strips(at, point[chosen_row, 1], eta), _same_entry(relus)))
    same = "ReLUs and hardmax make of L what g makes of it"
    claim.states(f"{same}, L in G_delta", name="relu_values", over=(grid_sequences,))(lambda at: _same(at, relus))
    claim.states(f"{same}, L with an entry -delta^(-nd)", name="relu_zero_outside", over=(category3,))(
        lambda at: _same(at, relus)
    )


def _same(at: Operands, relus: NetworkOperand) -> Truth:
    ours, its = relus(point), NetworkOperand("g")(point)

    def entry(i: Number, j: Number) -> Truth:
        same: Truth = ours[i, j] == its[i, j]
        return same

    rows, columns = Columns(1, at.d, "i"), Columns(1, at.n, "j")
    return every(rows, lambda i: every(columns, lambda j: entry(i, j)))


def _same_entry(relus: NetworkOperand) -> Truth:
    ours: MatrixOperand = relus(point, "quantised")
    its: MatrixOperand = NetworkOperand("g")(point, "quantised")
    same: Truth = ours[chosen_row, 1] == its[chosen_row, 1]
    return same


def _off_strips(at: Operands, t: Number, eta: Number) -> Truth:
    """t < -eta, t >= 1, or t in [k delta, k delta + delta - eta) for a k."""
    cubes = Columns(0, at.m - 1, "k")
    inside = total(cubes, lambda k: when((k / at.m <= t) & (t < (k + 1) / at.m - eta), 1, 0))
    return (t < -eta) | (t >= 1) | (inside == 1)
