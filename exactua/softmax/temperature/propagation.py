"""A bound for all factors from one on: how far the softmax network stays from the hardmax network at a point.

The exact states come from the literal hardmax network; errors are carried through layer by layer (the proof is in
docs/notes/temperature.md). Nothing is sampled: one success speaks of every lambda >= factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.balls import dyadic, dyadic_power, ends, working
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.items import makes_reals, speaks_of_reals, templates
from exactua.networks.layer import Layer
from exactua.networks.network import Network
from exactua.networks.retouching import positive
from exactua.softmax.temperature.layer_bounds import AttentionBound, Columns, Deviation, Uncertain, through_feed_forward

BITS: Final = 128
"""Bits of the balls that hold bounds: they are ends of estimates, and need no more."""

LEAST_POWER: Final = -4096
"""Smaller bounds than 2^-4096 are rounded up to it: as rationals they may have a billion bits."""


@dataclass(frozen=True)
class Bound:
    """|N_lambda(X) - N(X)| <= error in every entry, for all lambda >= factor; unit 1."""

    factor: Rational
    error: Rational
    by_layer: tuple[Rational, ...]
    """The bound after each layer."""


@dataclass(frozen=True)
class NotCertified:
    """No bound was found for all lambda >= factor: why, after how many layers, and whether greater factors can help."""

    factor: Rational
    reason: str
    layer: int
    """Number of the layer that admits no bound, from 1."""
    never: bool


def certified_error(network: Network, X: Sequence[Sequence[Any]], factor: Any) -> Bound | NotCertified:
    """How far softmax[lambda A] for hardmax[A] moves the value at X, d x n, at most, for all lambda >= factor.

    Raises InputError for a factor that is not > 0, an X with another shape or irrational entries, and networks with
    softmax, with irrational weights or with layers other than attention, feed-forward and positional encodings.

    >>> g_c = find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    >>> certified_error(g_c, [[0, "1/2"]], 64).error < Fraction(1, 40)
    True
    """
    require_followed(network)
    exact, point = positive(factor, "factor"), matrices.exact_matrix(X, network.d, "X", "the network")
    if any(isinstance(entry, Real) for row in point for entry in row):
        raise InputError("X: it has irrational entries; errors are followed from rational ones")
    return _followed(network, point, exact)


def require_followed(network: Network) -> None:
    """Raises InputError where the network has layers through which errors are not followed."""
    if speaks_of_reals(network):
        what = makes_reals(network) or "softmax"
        raise InputError(f"network: it has {what} or irrational weights; the limit is that of a network with hardmax")
    for layer, _ in templates(network.items):
        if layer.tie_rule is None and layer.nodes is None and layer.shift is None:
            raise InputError(
                f"network: it has a {type(layer).__name__}; errors are followed through attention, feed-forward layers "
                "and positional encodings"
            )


def tells_places_apart(network: Network) -> bool:
    """Whether a layer treats equal columns differently, by their places."""
    return any(
        layer.shift is not None or (layer.tie_rule is not None and layer.mask is not None)
        for layer, _ in templates(network.items)
    )


def _followed(network: Network, X: Matrix, factor: Rational) -> Bound | NotCertified:
    columns = Columns.of(X, together=not tells_places_apart(network))
    with working(BITS) as flint:
        kept: dict[Rational, Any] = {}

        def ball(x: Rational) -> Any:
            if x not in kept:
                kept[x] = flint.arb(flint.fmpq(int(x.numerator), int(x.denominator)))
            return kept[x]

        none = ball(Rational(0))
        deviation = Deviation(tuple((none,) * network.d for _ in columns.values), None)
        sizes, number = [], 0
        for number, layer in enumerate(network.layers(), 1):
            try:
                deviation = _through(layer, columns, deviation, factor, ball)
            except Uncertain as error:
                return NotCertified(factor, error.reason, number, error.never)
            columns = columns.moved(_applied(layer, columns))
            if not all(bound.is_finite() for errors in deviation.bounds for bound in errors):
                return NotCertified(factor, "the bound of the error has no finite size", number, False)
            sizes.append(_size(deviation))
        return Bound(factor, sizes[-1] if sizes else Rational(0), tuple(sizes))


def _through(layer: Layer, columns: Columns, before: Deviation, factor: Rational, ball: Any) -> Deviation:
    if layer.tie_rule is not None:
        return AttentionBound(layer, columns, before, factor, ball).through()
    if layer.nodes is not None:
        return through_feed_forward(layer.nodes, columns, before, ball)
    return before


def _applied(layer: Layer, columns: Columns) -> Matrix:
    """The layer at the columns, each as often as it stands there."""
    if layer.tie_rule is not None:
        places = sorted((first, c) for c, first in enumerate(columns.first))
        order = [c for _, c in places]
        # equal columns side by side: hardmax averages over all of them, and leftmost and rightmost see the same values
        repeated = [c for c in order for _ in range(columns.counts[c])]
        wide = layer.apply(tuple(tuple(row[c] for c in repeated) for row in columns.matrix))
        return tuple(tuple(row[repeated.index(c)] for c in range(len(columns.values))) for row in wide)
    return layer.apply(columns.matrix)


def _size(deviation: Deviation) -> Rational:
    """The greatest of the bounds, rounded up; one below 2^-4096 that is not 0 is rounded up to that."""
    if all(bound.is_zero() for errors in deviation.bounds for bound in errors):
        return Rational(0)
    bounds = [bound for errors in deviation.bounds for bound in errors if not bound < dyadic(1, LEAST_POWER)]
    return max([ends(bound)[1] for bound in bounds], default=dyadic_power(LEAST_POWER))
