"""ReLUs in place of every activation of Phi in a network (Yun et al. 2020, App. F): four nodes for each hidden node.

For phi with lines a_i t + b_i, cut at c_1 < c_2, one of them constant with the value b,

    phi~(t) = b + sum over k = 1, ..., 4 of w_k ReLU(+-(t - s_k))

A jump at c is carried by a strip of width eps on the side of the piece that does not contain c: [c - eps, c) where the
next piece begins with c, as in App. F, and (c, c + eps] where the piece before ends with it, as E.4's window does at
t_r. So phi~ = phi at every t off the strips, the breakpoints among them. ReLUs left of the constant piece are turned
round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, rational
from exactua.errors import InputError
from exactua.networks import RELU, FeedForwardLayer, Interval, Network
from exactua.networks.activations import Piece, PiecewiseLinear
from exactua.networks.layer import HiddenNodes, Layer
from exactua.networks.retouching import with_layers

NODES: Final = 4
"""ReLUs for each hidden node: r = 1 becomes r = 4."""


def of_relus(network: Network, width: Any) -> Network:
    """The network with four ReLUs in place of each activation, strips of this width (unit 1). Items and stages stay.

    Layers that have ReLUs already keep them. Raises InputError for a width that is not > 0 or not exact, for an
    activation outside Phi, and where strips of this width would meet.
    """
    exact = positive_width(width)

    def changed(layer: Layer) -> Layer:
        return layer if layer.nodes is None else relu_layer(layer.nodes, exact)

    return with_layers(network, changed)


def of_relus_in_stages(network: Network, stage: str, first: Any, later: Any) -> Network:
    """The same with strips of width `first` up to a stage and `later` behind it. Raises InputError as `of_relus`."""
    after = network.stages[stage]
    before, behind = of_relus(network, first), of_relus(network, later)
    return Network(network.d, (*before.items[:after], *behind.items[after:]), network.stages)


def positive_width(width: Any, argument: str = "strips") -> Rational:
    """The width of a strip as a rational. Raises InputError unless it is an exact number > 0."""
    exact = rational(width, argument)
    if exact <= 0:
        raise InputError(f"{argument}: {exact} is not valid; a strip has a width > 0, such as 1/1024")
    return exact


def relu_layer(layer: HiddenNodes, width: Rational) -> FeedForwardLayer:
    """The layer, or template, with four ReLUs for each hidden node, r = 4 for r = 1; unchanged where it has ReLUs.

    Z -> Z + W_2 phi~(W_1 Z + b_1 1^T) + b_2 1^T. Raises InputError for an activation outside Phi and strips that meet.
    """
    if layer.activation == RELU:
        return FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, layer.b_2, RELU)
    value, nodes = relu_nodes(layer.activation, width)
    W_1: list[Any] = []
    b_1: list[Any] = []
    for row, shift in zip(layer.W_1, layer.b_1, strict=True):
        W_1 += [tuple(entry * sign for entry in row) for sign, _, _ in nodes]
        b_1 += [(shift - end) * sign for sign, end, _ in nodes]
    W_2 = tuple(tuple(entry * weight for entry in row for _, _, weight in nodes) for row in layer.W_2)
    constants = [sum((entry * value for entry in row), start=Rational(0)) for row in layer.W_2]
    b_2 = tuple(shift + constant for shift, constant in zip(layer.b_2, constants, strict=True))
    return FeedForwardLayer(tuple(W_1), tuple(b_1), W_2, b_2, RELU)


Node = tuple[Rational, Rational, Rational]
"""sign, s, w: w ReLU(sign (t - s))."""


def relu_nodes(phi: PiecewiseLinear, width: Rational) -> tuple[Rational, list[Node]]:
    """b and four nodes with phi~(t) = b + sum of w ReLU(sign (t - s)); nodes that are not needed have w = 0.

    Raises InputError for phi outside Phi, and where the strips of two jumps would meet.
    """
    reason = phi.outside_phi()
    if reason is not None:
        raise InputError(f"activation: {phi} is not in Phi: {reason}; four ReLUs replace only activations of Phi")
    _require_apart(phi, width)
    constant = next(number for number, piece in enumerate(phi.pieces) if piece.slope == 0)
    nodes: list[Node] = []
    for number, (left, right) in enumerate(pairwise(phi.pieces)):
        sign = Rational(-1 if number < constant else 1)
        nodes += [(sign, end, weight) for end, weight in _ends(left, right, width)]
    none = (Rational(1), Rational(0), Rational(0))
    return phi.pieces[constant].intercept, [*nodes, *[none] * (NODES - len(nodes))]


def strips(phi: PiecewiseLinear, width: Rational) -> Iterator[Interval]:
    """Where phi~ may differ from phi: for each jump at c either [c - width, c) or (c, c + width]."""
    for left, right in pairwise(phi.pieces):
        if _jump(left, right):
            c = _cut(right)
            yield Interval(c - width, True, c, False) if right.start_closed else Interval(c, False, c + width, True)


def _ends(left: Piece, right: Piece, width: Rational) -> list[tuple[Rational, Rational]]:
    """Both ends of the strip, each with the change of slope there."""
    c, rise = _cut(right), _jump(left, right) / width
    if right.start_closed:
        slope = left.slope + rise
        return [(c - width, slope - left.slope), (c, right.slope - slope)]
    slope = right.slope + rise
    return [(c, slope - left.slope), (c + width, right.slope - slope)]


def _cut(right: Piece) -> Rational:
    assert right.start is not None
    return right.start


def _jump(left: Piece, right: Piece) -> Rational:
    """By how much phi rises where the right piece begins."""
    c = _cut(right)
    return right.slope * c + right.intercept - (left.slope * c + left.intercept)


def _require_apart(phi: PiecewiseLinear, width: Rational) -> None:
    for left, right in pairwise(strips(phi, width)):
        assert left.stop is not None
        assert right.start is not None
        if left.stop > right.start:
            raise InputError(
                f"strips: width {width} is not valid: the strips of {phi} meet; its cuts are "
                f"{_cut(phi.pieces[2]) - _cut(phi.pieces[1])} apart, take a smaller width"
            )
