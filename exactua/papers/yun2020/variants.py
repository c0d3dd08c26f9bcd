"""Networks of Yun et al. 2020 with one constant, one end of a window or one layer other than the paper has them.

What `relax` tries in place of the paper's own: the claims' modules say which of them they are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TypeAlias

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Builder, Claim
from exactua.claims.problem import Step
from exactua.claims.relaxation import Kind
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    PiecewiseLinear,
    PositionalEncoding,
    above,
    at_least,
    at_most,
    below,
    between,
    closed,
)
from exactua.networks.entries import variable
from exactua.networks.items import Item
from exactua.networks.retouching import with_layers
from exactua.papers.yun2020.position_network import encoding
from exactua.papers.yun2020.selective_shift import Psi, psi
from exactua.terms.language import integer
from exactua.terms.tracing import Number, parameter

Values: TypeAlias = Mapping[str, Any]
HALF: Final = mpq(1, 2)


@dataclass(frozen=True)
class Sweep:
    """g_c of Lemma 8 with other constants: `gain` and `last` of D and n, offsets of b_Q in units of delta."""

    gain: Callable[[Rational], Rational] = lambda D: D
    last: Callable[[Rational, int], Rational] | None = lambda D, n: D ** (n + 1)
    """None: no last layer."""
    low: Rational = -HALF
    high: Rational = HALF
    fewer: int = 0
    """How many of the delta^-d selective shifts are idle, their W_O zero, from the last id back."""
    decreasing: bool = False
    one_head: bool = False
    """Whether the selective shifts have their first head alone, psi(.; b_Q)."""
    threshold: Callable[[Rational, int], Rational] = lambda D, n: mpq(0)
    """b_Q of the last layer, of D and n, unit 1."""

    def __call__(self, values: Values) -> Network:
        """The network. Stages: "sweep" after the selective shifts, "output" after the last layer."""
        d, n, m = values["d"], values["n"], values["m"]
        delta, D = mpq(1, m), mpq(m) ** d
        ell = variable("l")

        def shifts(gain: Rational) -> AttentionLayer:
            heads = Psi(d, m, ell + self.low * delta, ell + self.high * delta, gain=gain)
            return AttentionLayer(heads[:1] if self.one_head else heads)

        count = int(D) - self.fewer
        start, step = ((int(D) - 1) * delta, -delta) if self.decreasing else (mpq(0), delta)
        items: list[Item] = [Family("l", start, step, count, (shifts(self.gain(D)),))]
        if self.fewer:
            items.append(Family("l", start + count * step, step, self.fewer, (shifts(mpq(0)),)))
        stages = {"sweep": len(items)}
        if self.last is not None:
            items.append(AttentionLayer((psi(d, m, self.threshold(D, n), gain=self.last(D, n)),)))
        return Network(d, items, stages | {"output": len(items)})


GAIN: Final = "gain delta^-d of the selective shifts"
LAST: Final = "factor delta^(-(n+1)d) of the last layer"
OFFSETS: Final = "b_Q = l -+ delta/2"
COUNT: Final = "delta^-d selective shifts"
ORDER: Final = "selective shifts in increasing order of l"

SWEEPS: Final[Mapping[str, tuple[str, str, Sweep]]] = {
    "gain": (GAIN, "delta^-d - 1", Sweep(gain=lambda D: D - 1)),
    "last": (LAST, "delta^(-nd)", Sweep(last=lambda D, n: D**n)),
    "no last": ("the last layer, delta^(-(n+1)d) psi(.; 0)", "none", Sweep(last=None)),
    "wide": (f"{OFFSETS} (wide)", "l -+ delta", Sweep(low=mpq(-1), high=mpq(1))),
    "low": (f"{OFFSETS} (lower)", "l and l + delta/2", Sweep(low=mpq(0))),
    "high": (f"{OFFSETS} (upper)", "l - delta/2 and l", Sweep(high=mpq(0))),
    "both": (f"{OFFSETS} (long)", "l -+ 3 delta/2", Sweep(low=-3 * HALF, high=3 * HALF)),
    "fewer": (COUNT, "the one for the last id is idle", Sweep(fewer=1)),
    "order": (ORDER, "in decreasing order", Sweep(decreasing=True)),
    "one head": ("h = 2 heads of the selective shifts", "the first alone, psi(.; b_Q)", Sweep(one_head=True)),
    "threshold": (
        "b_Q = 0 of the last layer",
        "-delta^(-(n+1)d), below all ids: every column gets the maximum",
        Sweep(threshold=lambda D, n: -(D ** (n + 1))),
    ),
}
"""Variants of g_c: what is dropped, what stands in its place, and the network."""


def counts_layers(step: Step) -> bool:
    """Whether the step speaks of states after a number of layers."""
    return any(part.operator in ("after", "layer") for part in step.term.walk())


def relax_sweep(
    claim: Claim,
    *which: str,
    steps: tuple[str, ...] = (),
    except_for: tuple[str, ...] = (),
    network: str = "g_c",
    suffix: str = "",
) -> None:
    """Declares variants of g_c for a claim that has it."""
    for key in which:
        name, becomes, build = SWEEPS[key]
        gains, asked = key == "gain", steps
        if key == "order" and not steps:  # a step that counts layers means those of the paper's order
            asked = tuple(step.name for step in claim.steps if network in step.networks() and not counts_layers(step))
        claim.relaxes(
            name + suffix,
            becomes,
            networks={network: build},
            steps=asked,
            except_for=except_for,
            aliases=() if suffix else (key, f"{name}: {becomes}"),
            numbered=(lambda values, k: {network: Sweep(gain=lambda D: mpq(k))(values)}) if gains else None,
            most=(lambda values: int(values["m"] ** values["d"])) if gains else None,
        )


d, m = parameter("d"), parameter("m")

other_levels: Final[Mapping[str, Number]] = {"-1": Number(integer(-1)), "-delta^-d": -(m**d)}
"""Levels in place of -delta^(-nd) for entries outside [0, 1)."""


def with_special(spec: DomainSpec, name: str, level: Number) -> DomainSpec:
    """The domain with another special level."""
    return replace(spec, name=f"{spec.name} with {name}", special=(level.term,))


def retouched(claim: Claim, change: Callable[[Builder], Builder], *names: str) -> dict[str, Builder]:
    """These networks of a claim, each changed."""
    return {name: change(claim.networks[name]) for name in names}


def relax_last_factor(claim: Claim, network: str, except_for: tuple[str, ...]) -> None:
    """Declares smaller factors of the last layer of App. G.2 in this network."""
    for becomes, factor in (
        ("delta^(-(n+1)d-1)", lambda values: mpq(1, values["n"])),
        ("delta^(-(n+1)d), that of Lemma 8", lambda values: mpq(1, values["n"] * values["m"])),
    ):
        change = partial(_last_scaled, factor=factor)
        claim.relaxes(
            f"factor n delta^(-(n+1)d-1) of the last layer ({becomes})",
            becomes,
            networks=retouched(claim, change, network),
            except_for=except_for,
        )


def _last_scaled(build: Builder, factor: Callable[[Values], Rational]) -> Builder:
    def built(values: Values) -> Network:
        network = build(values)
        *others, last = network.items
        if not isinstance(last, AttentionLayer):
            raise InputError("network: its last item is no attention layer")
        return Network(network.d, (*others, _scaled(last, factor(values))), network.stages)

    return built


def _scaled(layer: AttentionLayer, by: Rational) -> AttentionLayer:
    heads = [
        AttentionHead(
            tuple(tuple(entry * by for entry in row) for row in head.W_O), head.W_V, head.W_K, head.W_Q, head.b_Q
        )
        for head in layer.heads
    ]
    return AttentionLayer(heads, layer.tie_rule)


def relax_position_gain(claim: Claim, network: str, except_for: tuple[str, ...]) -> None:
    """Declares a smaller gain of the selective shifts of App. G.2, those with two heads, in this network."""

    def weaker(build: Builder) -> Builder:
        def built(values: Values) -> Network:
            by = 1 - mpq(1, values["m"] ** values["d"])

            def changed(layer: Any) -> Any:
                is_shift = isinstance(layer, AttentionLayer) and len(layer.heads) == 2
                return _scaled(layer, by) if is_shift else layer

            return with_layers(build(values), changed)

        return built

    claim.relaxes(
        GAIN, "delta^-d - 1", networks=retouched(claim, weaker, network), except_for=except_for, aliases=("gain",)
    )


def relax_positions(claim: Claim, *names: str, steps: tuple[str, ...] = ()) -> None:
    """Declares that these networks may have a positional encoding in front, column j plus j - 1."""

    def encoded(build: Builder) -> Builder:
        def built(values: Values) -> Network:
            network = build(values)
            stages = {name: after + 1 for name, after in network.stages.items()}
            return Network(network.d, (encoding(values), *network.items), stages)

        return built

    claim.relaxes(
        "no positional encoding",
        "X + E, column j of E is j - 1",
        networks=retouched(claim, encoded, *names),
        steps=steps,
    )


def relax_encoding(claim: Claim, *names: str, except_for: tuple[str, ...] = (), remark: str = "") -> None:
    """Declares other positional encodings E in these networks."""
    for name, becomes, factor in (
        ("column j of E is j - 1", "0: no positions", lambda m: mpq(0)),
        ("column j of E is j - 1 (delta)", "(j - 1) delta", lambda m: mpq(1, m)),
        ("column j of E is j - 1 (1 - delta)", "(j - 1) (1 - delta)", lambda m: 1 - mpq(1, m)),
    ):
        change = partial(_spaced, factor=factor)
        networks = retouched(claim, change, *names)
        claim.relaxes(name, becomes, networks=networks, except_for=except_for, remark=remark)


def _spaced(build: Builder, factor: Callable[[int], Rational]) -> Builder:
    def built(values: Values) -> Network:
        def changed(layer: Any) -> Any:
            if not isinstance(layer, PositionalEncoding):
                return layer
            row = tuple(factor(values["m"]) * j for j in range(values["n"]))
            return PositionalEncoding((row,) * values["d"])

        return with_layers(build(values), changed)

    return built


Activation: TypeAlias = Callable[[Values, PiecewiseLinear], PiecewiseLinear | None]
Variant: TypeAlias = tuple[str, str, Kind, Callable[[Builder], Builder]]
"""What is dropped, what stands in its place, the kind, and the change of a builder."""


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
