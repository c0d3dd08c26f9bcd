"""Layer normalisation: each column less its mean, over the root of its variance (format, sections 4 and 9)."""

from __future__ import annotations

from functools import partial

from .rationals import divide, tidy, total
from .real_functions import sqrt
from .reals import sign
from .records import fields, rational
from .refusals import demand
from .values import Json, Matrix, Number, Rational, Spend
from .weighted_layers import LayerKind
from .weights import Layer, Weighing


def normalised(gain: list[Number], bias: list[Number], epsilon: Rational, Z: Matrix, spend: Spend) -> Matrix:
    """Entries gain_i (z_i - mean) / sqrt(variance + epsilon) + bias_i, both of a column, each sum over d."""
    columns, d = [], len(gain)
    for z in Z:
        mean = divide(total(z), d)
        off = [tidy(x - mean) for x in z]
        square = tidy(divide(total(x * x for x in off), d) + epsilon)
        demand(epsilon > 0 or sign(square) > 0, "a column of variance 0 is normalised")
        root = sqrt(square, spend)
        columns.append(tuple(tidy(g * divide(x, root) + b) for g, x, b in zip(gain, off, bias, strict=True)))
    return tuple(columns)


def read_layer_normalisation(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `layer normalisation`."""
    fields(body, "gain", "bias", "epsilon")
    gain, bias = entries.vector(body["gain"], d), entries.vector(body["bias"], d)
    epsilon = rational(body["epsilon"])
    demand(epsilon >= 0, "an epsilon below 0")
    return partial(normalised, gain, bias, epsilon), 2 * d, {"other layers": 1, "makes reals": 1}


NORMALISATION_KINDS = {"layer normalisation": LayerKind(read_layer_normalisation)}
