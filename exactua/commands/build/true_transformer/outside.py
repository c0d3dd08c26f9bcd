"""What T is outside [0, 1]^(d x n): exactly 0 off the strips, and not 0 on a set of infinite measure next to a face.

Where an entry of X is in the strip left of 0, [-eta, 0), clipping makes any number s in (-delta^(-nd), 0) of it. With
s = epsilon - delta/2, the first selective shift has the query epsilon in its upper head: softmax there is neither at
the minimum nor at the maximum but anywhere between, as lambda epsilon (max - min) says. So id s comes anywhere between
s and s + delta^-d (max - min), in [t_l, t_r] after the last layer too, where the value map takes it for a context:
T(X) is not 0. The other columns are only asked to be out of [0, 1): -delta^(-nd) stands for every such entry. So an
entry of them runs to -infinity and T(X) stays; T is continuous in the others, so it is not 0 on a set of infinite
measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.balls import ball, dyadic_power, ends, working
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.build.true_transformer.ranges import readings
from exactua.networks.layer import HiddenNodes
from exactua.networks.network import Network
from exactua.papers.yun2020.selective_shift import reading_vector
from exactua.papers.yun2020.value_map import contexts, window
from exactua.softmax.temperature.ball_network import ball_value

BITS: Final = 512
MOST_BITS: Final = 1 << 13
FAR: Final = mpq(-1)
"""An entry outside [0, 1] and outside all strips."""


@dataclass(frozen=True)
class Witness:
    """X outside [0, 1]^(d x n) where T is certainly not 0, and stays what it is as x_12 runs from -1 to -infinity.

    That is decided by the first layer alone: it makes -delta^(-nd) of every entry of row 1 that is <= -eta.
    """

    X: Matrix
    """d x n: the entry (1, 1) in [-eta, 0), the rest of column 1 is 0, all other columns are -1."""
    low: Rational
    """T(X)_11 is between these two, and 0 is not."""
    high: Rational
    level: Rational
    """-delta^(-nd): what the quantiser makes of every entry below -eta and of every entry >= 1."""


def witness(network: Network, values: Mapping[str, Any], eta: Rational, factor: Rational) -> Witness | None:
    """An X in the strip left of 0 at which T = `network` with softmax[factor A] is certainly not 0; None if none is
    found.

    `network` has the ReLUs and hardmax, d, n and m are in `values`. Source: Yun et al. 2020, App. F with E.2 and E.3.
    """
    d, n, m = values["d"], values["n"], values["m"]
    level = -(mpq(m) ** (n * d))
    X = _aimed(values, eta, factor)
    first = clipping_layer(network)
    if first is None or constant_up_to(first, -eta) != level:
        return None
    bits = BITS
    while bits <= MOST_BITS:
        value = ball_value(network, X, bits, factor)[0][0]
        with working(bits):
            low, high = ends(value) if value.is_finite() else (Rational(-1), Rational(1))
        if low > 0 or high < 0:
            return Witness(X, low, high, level)
        bits *= 2
    return None


def _aimed(values: Mapping[str, Any], eta: Rational, factor: Rational) -> Matrix:
    """The X whose first id comes to the middle of the widest gap between keys in [t_l, t_r]."""
    d, n, m = values["d"], values["n"], values["m"]
    D, delta, level = mpq(m) ** d, mpq(1, m), mpq(m) ** (n * d)
    lowest = -level * sum(reading_vector(d, m))  # the id of a column outside
    s = -delta / 2
    shifted = _target(values) / (1 + D ** (n + 1))  # the last layer multiplies by 1 + delta^(-(n+1)d)
    share = (shifted - s) / (D * (s - lowest))  # of the softmax weight at the first column, in the upper head
    epsilon = _rounded(_logit(share, n) / (factor * (s - lowest)), 16 + int(m * D ** (2 * n + 2)).bit_length())
    x = eta * (s + epsilon) / level  # clipping maps [-eta, 0) to [-delta^(-nd), 0) in a line
    return tuple(tuple(FAR if j else (x if i == 0 else Rational(0)) for j in range(n)) for i in range(d))


def _target(values: Mapping[str, Any]) -> Rational:
    """The middle of the widest gap between neighbours among t_l, t_r and the keys; unit 1."""
    t_l, t_r = window(values)
    marks = sorted({t_l, t_r, *(key for context in contexts(values) for key in context.keys)})
    left, right = max(pairwise(marks), key=lambda pair: pair[1] - pair[0])
    return (left + right) / 2


def _logit(share: Rational, n: int) -> Rational:
    """A rational number near log((n - 1) share / (1 - share)): any will do, as T is enclosed at the X that it gives."""
    with working(BITS):
        low, high = ends(ball((n - 1) * share / (1 - share), BITS).log())
    return (low + high) / 2


def _rounded(x: Rational, bits: int) -> Rational:
    """A dyadic number near x, with about so many bits."""
    places = bits - int(abs(x.numerator)).bit_length() + int(x.denominator).bit_length()
    scaled = x * dyadic_power(places)
    return mpq(scaled.numerator // scaled.denominator) / dyadic_power(places)


def clipping_layer(network: Network) -> HiddenNodes | None:
    """The first layer, where it is token-wise; it reads the first row."""
    first = next(network.layers(), None)
    return None if first is None else first.nodes


def constant_up_to(layer: HiddenNodes, end: Rational) -> Rational | None:
    """What the layer makes of a first entry t, the same for all t <= end; None where it depends on t.

    Decided by the lines of its nodes: no kink lies below `end`, and slopes cancel. The layer must read the first row
    alone.
    """
    cuts, own = [piece.stop for piece in layer.activation.pieces[:-1]], readings(layer)
    kinks = [(cut - b) / s for reading in own if any(reading.w) for _, s, b in reading.nodes for cut in cuts]
    if any(any(reading.w[1:]) for reading in own) or any(kink < end for kink in kinks):
        return None
    columns = {layer.apply(((t,), *(((Rational(0),),) * (layer.d - 1)))) for t in (end, end - 1)}
    return columns.pop()[0][0] if len(columns) == 1 else None
