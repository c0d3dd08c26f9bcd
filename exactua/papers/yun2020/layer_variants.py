"""Quantisers and value maps of Yun et al. 2020 with other ends of their windows, or with a layer less."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Builder, Claim
from exactua.claims.relaxation import Kind
from exactua.errors import InputError
from exactua.networks import (
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    PiecewiseLinear,
    above,
    at_least,
    at_most,
    below,
    between,
    closed,
)
from exactua.networks.items import Item
from exactua.networks.retouching import with_layers
from exactua.papers.yun2020.variants import retouched

Values: TypeAlias = Mapping[str, Any]
Activation: TypeAlias = Callable[[Values, PiecewiseLinear], PiecewiseLinear | None]
Variant: TypeAlias = tuple[str, str, Kind, Callable[[Builder], Builder]]
"""What is dropped, what stands in its place, the kind, and the change of a builder."""

HALF: Final = mpq(1, 2)


def with_activation(build: Builder, change: Callable[[Values, PiecewiseLinear], PiecewiseLinear | None]) -> Builder:
    """The network with other activations of its feed-forward layers; None leaves one as it is."""

    def built(values: Values) -> Network:
        def changed(layer: Any) -> Any:
            phi = change(values, layer.activation) if isinstance(layer, FeedForwardLayer) else None
            return layer if phi is None else FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, layer.b_2, phi)

        return with_layers(build(values), changed)

    return built


def without_last_steps(build: Builder) -> Builder:
    """A quantiser whose rows have one layer k less, the last one."""

    def built(values: Values) -> Network:
        network = build(values)
        items = tuple(_without_last_step(item) for item in network.items)
        return Network(network.d, items, network.stages)

    return built


def _without_last_step(item: Item) -> Item:
    if isinstance(item, Family):
        return Family(item.variable, item.start, item.step, item.count - 1, item.items)
    return Group(item.name, tuple(map(_without_last_step, item.items))) if isinstance(item, Group) else item


def _same(phi: PiecewiseLinear, *ends: Rational) -> bool:
    """Whether the pieces of an activation meet at these ends."""
    return tuple(piece.stop for piece in phi.pieces[:-1]) == ends


def flattening_closed(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """phi(t) = -t on [0, delta], closed at the right."""
    delta = mpq(1, values["m"])
    if not _same(phi, mpq(0), delta) or phi(delta / 2) != -delta / 2:
        return None
    return Phi.of((below(0), 0, 0), (closed(0, delta), -1, 0), (above(delta), 0, 0))


def flattening_open(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """phi(t) = -t on (0, delta), open at the left: -0 is 0."""
    delta = mpq(1, values["m"])
    if not _same(phi, mpq(0), delta) or phi(delta / 2) != -delta / 2:
        return None
    return Phi.of((at_most(0), 0, 0), (between(0, delta), -1, 0), (at_least(delta), 0, 0))


def clipping_closed(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """The clipping of t < 0 and t > 1: 1 is left."""
    low = -(mpq(values["m"]) ** (values["n"] * values["d"]))
    if not _same(phi, mpq(0), mpq(1)) or phi(mpq(2)) != low - 2:
        return None
    return Phi.of((below(0), -1, low), (closed(0, 1), 0, 0), (above(1), -1, low))


def clipping_open(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """The clipping of t <= 0 and t >= 1: 0 is clipped too."""
    low = -(mpq(values["m"]) ** (values["n"] * values["d"]))
    if not _same(phi, mpq(0), mpq(1)) or phi(mpq(2)) != low - 2:
        return None
    return Phi.of((at_most(0), -1, low), (between(0, 1), 0, 0), (at_least(1), -1, low))


def no_clipping(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """No clipping: 0 everywhere."""
    low = -(mpq(values["m"]) ** (values["n"] * values["d"]))
    if not _same(phi, mpq(0), mpq(1)) or phi(mpq(2)) != low - 2:
        return None
    return Phi.of((below(0), 0, 0), (at_least(0), 0, 0))


def _is_window(values: Values, phi: PiecewiseLinear) -> bool:
    half = mpq(1, 2 * values["m"])
    return _same(phi, -half, half) and phi(mpq(0)) == 1


def window_closed(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """phi(t) = 1 on [-delta/2, delta/2]."""
    return _window(values, phi, HALF, HALF)


def window_wide(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """phi(t) = 1 on [-delta, delta]."""
    return _window(values, phi, mpq(1), mpq(1))


def window_point(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """phi(t) = 1 at t = 0 alone."""
    return _window(values, phi, mpq(0), mpq(0))


def _window(values: Values, phi: PiecewiseLinear, low: Rational, high: Rational) -> PiecewiseLinear | None:
    if not _is_window(values, phi):
        return None
    delta = mpq(1, values["m"])
    return Phi.of((below(-low * delta), 0, 0), (closed(-low * delta, high * delta), 0, 1), (above(high * delta), 0, 0))


def outside_closed(values: Values, phi: PiecewiseLinear) -> PiecewiseLinear | None:
    """The first layer of the value map with phi = 0 on (t_l, t_r), open: t_l and t_r are shifted away too."""
    if len(phi.pieces) != 3 or phi.pieces[0].intercept != 1 or phi.pieces[2].intercept != 1:
        return None
    t_l, t_r = phi.pieces[0].stop, phi.pieces[1].stop
    return Phi.of((at_most(t_l), 0, 1), (between(t_l, t_r), 0, 0), (at_least(t_r), 0, 1))


def _place_of_value_map(network: Network) -> int:
    """The number of items before the value map: before the layer whose phi is 1 on both sides of a window."""
    for place, item in enumerate(network.items):
        if isinstance(item, FeedForwardLayer) and len(item.activation.pieces) == 3:
            left, middle, right = item.activation.pieces
            if (left.intercept, middle.intercept, right.intercept) == (1, 0, 1):
                return place
    raise InputError("network: it has no value map with a layer that shifts what is outside [t_l, t_r]")


def shifted_by_M(build: Builder) -> Builder:
    """The value map whose first layer takes M, not M + 1, from the entries outside [t_l, t_r]."""

    def built(values: Values) -> Network:
        network = build(values)
        place = _place_of_value_map(network)
        first = network.items[place]
        assert isinstance(first, FeedForwardLayer)
        W_2 = tuple(tuple(entry + 1 for entry in row) for row in first.W_2)
        layer = FeedForwardLayer(first.W_1, first.b_1, W_2, first.b_2, first.activation)
        return Network(network.d, (*network.items[:place], layer, *network.items[place + 1 :]), network.stages)

    return built


def without_flattening_the_last_row(build: Builder) -> Builder:
    """The value map whose last layer that flattens does nothing."""

    def built(values: Values) -> Network:
        network = build(values)
        place = _place_of_value_map(network) + values["d"]
        layer = network.items[place]
        assert isinstance(layer, FeedForwardLayer)
        zero = Phi.of((below(0), 0, 0), (at_least(0), 0, 0))
        idle = FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, layer.b_2, zero)
        return Network(network.d, (*network.items[:place], idle, *network.items[place + 1 :]), network.stages)

    return built


def activations(change: Callable[[Values, PiecewiseLinear], PiecewiseLinear | None]) -> Callable[[Builder], Builder]:
    """The change of a builder that replaces activations."""
    return partial(with_activation, change=change)


def relax_quantiser(claim: Claim, *names: str, clips: bool, except_for: tuple[str, ...] = ()) -> None:
    """Declares variants of the quantiser in these networks: ends of its windows, layers, and the clipping."""
    ends = "[k delta, k delta + delta) half-open"
    windows: tuple[Variant, ...] = (
        (f"{ends}: right", "[k delta, k delta + delta]", "strictness", activations(flattening_closed)),
        ("all layers k of a row", "without the last one", "constant", without_last_steps),
    )
    for name, becomes, kind, change in windows:
        claim.relaxes(name, becomes, kind=kind, networks=retouched(claim, change, *names), except_for=except_for)
    claim.relaxes(
        f"{ends}: left",
        "(k delta, k delta + delta)",
        kind="strictness",
        networks=retouched(claim, activations(flattening_open), *names),
        except_for=except_for,
        remark="as a function phi is the same: -t is 0 at t = 0",
    )
    clipping: tuple[tuple[str, str, Kind, Activation], ...] = (
        ("clipping of t >= 1", "of t > 1", "strictness", clipping_closed),
        ("clipping of t < 0", "of t <= 0", "strictness", clipping_open),
        ("the clipping layer", "idle", "constant", no_clipping),
    )
    for name, becomes, kind, phi in clipping:
        if clips:
            change = activations(phi)
            claim.relaxes(name, becomes, kind=kind, networks=retouched(claim, change, *names), except_for=except_for)


def relax_value_map(claim: Claim, *names: str, except_for: tuple[str, ...] = ()) -> None:
    """Declares variants of the value map g_v in these networks."""
    window = "[-delta/2, delta/2) of the value map"
    variants: tuple[Variant, ...] = (
        (f"{window}: half-open", "[-delta/2, delta/2]", "strictness", activations(window_closed)),
        (f"{window}: width", "[-delta, delta]", "constant", activations(window_wide)),
        (f"{window}: point", "{0}", "constant", activations(window_point)),
        ("phi = 0 on [t_l, t_r] closed", "on (t_l, t_r)", "strictness", activations(outside_closed)),
        ("M + 1 in the first layer", "M", "constant", shifted_by_M),
        ("d layers that flatten", "without the last one", "constant", without_flattening_the_last_row),
    )
    for name, becomes, kind, change in variants:
        claim.relaxes(name, becomes, kind=kind, networks=retouched(claim, change, *names), except_for=except_for)
