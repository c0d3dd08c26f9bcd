"""Other layers: positional encodings, projections, convolutions, normalisation (format, sections 4 and 9)."""

from __future__ import annotations

import operator
from functools import partial

from .rationals import divide, tidy, total
from .real_functions import sqrt
from .reals import sign
from .records import fields, integer, rational
from .refusals import demand
from .values import Json, Matrix, Number, Rational, Spend, Weights
from .weighted_layers import Encoding, LayerKind
from .weights import Layer, Weighing, added, image

BY_PLACES = {"other layers": 1, "by places": 1}  # what a layer counts that tells columns by their places


def mixed(columns: Weights, weights: Weights) -> Weights:
    """The columns of the matrix that has these columns times weights."""
    rows = list(zip(*columns, strict=True))
    return [[sum(map(operator.mul, row, column)) for row in rows] for column in zip(*weights, strict=True)]


def convolved(W_C: Weights, centre: int, Z: Matrix) -> Weights:
    """Columns j with the entries sum_t W_C[i, t] Z[i, j + centre - t], where Z is 0 outside of its columns."""
    columns = []
    for j in range(1, len(Z) + 1):
        met = [(t, j + centre - t) for t in range(1, len(W_C[0]) + 1) if 1 <= j + centre - t <= len(Z)]
        columns.append([sum(weights[t - 1] * Z[k - 1][i] for t, k in met) for i, weights in enumerate(W_C)])
    return columns


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


def read_positional_encoding(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `positional encoding`: Z + E."""
    plain = Weighing({}, entries.context.budget)
    E = plain.matrix(fields(body, "E")["E"], d, None)
    entries.real = plain.real
    columns = list(zip(*E, strict=True))
    return lambda Z: added(Z, columns), d * len(columns), BY_PLACES


def weighted_positional_encoding(body: Json, d: int, entries: Weighing) -> Encoding:
    """The same by its columns."""
    return Encoding(list(zip(*Weighing({}).matrix(body["E"], d, None), strict=True)))


def read_bilinear_projection(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `bilinear projection`: Z + W_O Z W_P."""
    fields(body, "W_O", W_P=list)
    n = len(body["W_P"])
    W_O, W_P = entries.matrix(body["W_O"], d, d), entries.matrix(body["W_P"], n, n)
    return lambda Z: added(Z, mixed(image(W_O, Z), W_P)), d * d + n * n, BY_PLACES


def read_separable_convolution(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `separable convolution`: each row of Z convolved, and mixed by W_O."""
    fields(body, "W_O", "W_C", "centre")
    W_O, W_C = entries.matrix(body["W_O"], d, d), entries.matrix(body["W_C"], d, None)
    k, centre = len(W_C[0]), integer(body["centre"], 1)
    demand(centre <= k, "the centre of a convolution is not one of its columns")
    return lambda Z: added(Z, image(W_O, convolved(W_C, centre, Z))), d * d + d * k, BY_PLACES


def read_layer_normalisation(body: Json, d: int, entries: Weighing) -> Layer:
    """The layer of an item `layer normalisation`."""
    fields(body, "gain", "bias", "epsilon")
    gain, bias = entries.vector(body["gain"], d), entries.vector(body["bias"], d)
    epsilon = rational(body["epsilon"])
    demand(epsilon >= 0, "an epsilon below 0")
    return partial(normalised, gain, bias, epsilon), 2 * d, {"other layers": 1, "makes reals": 1}


OTHER_KINDS = {
    "positional encoding": LayerKind(read_positional_encoding, weighted_positional_encoding),
    "bilinear projection": LayerKind(read_bilinear_projection),
    "separable convolution": LayerKind(read_separable_convolution),
    "layer normalisation": LayerKind(read_layer_normalisation),
}
