"""The true Transformer T of Theorem 2 (Yun et al. 2020, App. C, Step 3, and App. F), with what is certain about it.

    g-bar        modified Transformer: hardmax, activations of Phi
    N            hardmax, four ReLUs for each activation: strips of width eta in the quantiser, eta' in the value map
    T            N with softmax[lambda A] for hardmax[A]: in T^(2,1,4)

Off the strips of the quantiser g_q(X) = L, so T(X) = T(L): finitely many points decide |T - g-bar| there. On them an
interval bound B of all values holds, and eta is so small that the strips add no more to d_p than the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.build.true_transformer.outside import Witness, witness
from exactua.commands.build.true_transformer.ranges import Box, box_of, cube, greatest_difference, ranges
from exactua.commands.build.true_transformer.relus import of_relus_in_stages
from exactua.commands.build.true_transformer.strips import Strips, power_of_two_at_least, root_at_most, width_for
from exactua.commands.build.true_transformer.widths import Watch, nothing, outputs_at, points_of, unrolled, value_width
from exactua.errors import InputError
from exactua.networks.items import quantity
from exactua.networks.network import Network
from exactua.networks.retouching import softened
from exactua.softmax.temperature.bracket import Bracket, bracket
from exactua.softmax.temperature.propagation import Bound, certified_error

CLASS: Final = {"heads": 2, "head size": 1, "hidden size": 4}
"""T^(2,1,4): a layer with one head counts as one whose second head is 0."""


@dataclass(frozen=True)
class OfRelus:
    """N: hardmax and ReLUs, equal to g-bar at all `points`, with the bound of all values on [0, 1]^(d x n)."""

    modified: Network
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
    return OfRelus(modified, network, values, p, tolerance, strips, own, points, outputs, bound)


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
            raise InputError(f"network: {name} {quantity(network.items, name)}, and T^(h,m,r) allows {limit} here")


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
