"""Layers as array programs: d rows of shape (n, points), every operation over all points at once, none fused.

Each product and each sum is rounded on its own and in the order of the formula, so that equal columns always stay
equal and results do not depend on how points are cut into chunks. A weight 0 is not multiplied, 1 neither.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final, TypeAlias

from array_api_compat import device

from exactua.errors import InputError
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.attention import AttentionLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.layer import Layer
from exactua.networks.layer_normalisation import LayerNormalisation
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.networks.softmax_attention import SoftmaxAttentionLayer
from exactua.plurals import counted
from exactua.softmax.floats.attention_programs import Attention, Hardmax, Softmax
from exactua.softmax.floats.combinations import Combination, combinations
from exactua.softmax.floats.rounding import Rounding

Rows: TypeAlias = list[Any]
"""A batch of d x n matrices in floating point: d arrays of shape (n, points)."""

Program: TypeAlias = Callable[[Any, Rows], Rows]
"""A layer: given the namespace of the array API and a batch, the batch after it."""


def compiled(layer: Layer, rounding: Rounding, where: str) -> Program:
    """The program of a concrete layer.

    `where` says which layer it is, for what is told of its weights. Raises InputError for a layer that has none.
    """
    rounding.where = f" of {where}"
    if type(layer) not in _PROGRAMS:
        raise InputError(f"network: the float path has no program for a layer of the kind {layer.name}")
    return _PROGRAMS[type(layer)](layer, rounding)


class FeedForward:
    """Z + (W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T)."""

    def __init__(self, layer: FeedForwardLayer, rounding: Rounding) -> None:
        self.hidden = combinations(layer.W_1, layer.b_1, rounding, "W_1")
        self.outer = combinations(layer.W_2, layer.b_2, rounding, "W_2")
        self.activation = Activation(layer.activation, rounding)

    def __call__(self, xp: Any, rows: Rows) -> Rows:
        """The batch after the layer."""
        active = [self.activation(xp, combination(xp, rows, rows[0])) for combination in self.hidden]
        return [
            row + combination(xp, active, row) if combination.terms or combination.bias else row
            for row, combination in zip(rows, self.outer, strict=True)
        ]


class Activation:
    """A piecewise linear function with breakpoints, slopes and intercepts in the format; NaN stays NaN."""

    def __init__(self, activation: PiecewiseLinear, rounding: Rounding) -> None:
        self.pieces = [
            (
                None if piece.stop is None else rounding(piece.stop, "an end of a piece"),
                piece.stop_closed,
                rounding(piece.slope, "a slope"),
                rounding(piece.intercept, "an intercept"),
            )
            for piece in activation.pieces
        ]

    def __call__(self, xp: Any, t: Any) -> Any:
        """The values at t."""
        value = self._on(xp, t, self.pieces[-1])
        for piece in reversed(self.pieces[:-1]):
            stop, closed, _, _ = piece
            value = xp.where(t <= stop if closed else t < stop, self._on(xp, t, piece), value)
        return xp.where(t == t, value, t)

    def _on(self, xp: Any, t: Any, piece: tuple[Any, bool, float, float]) -> Any:
        _, _, slope, intercept = piece
        return Combination(((0, slope),) if slope else (), intercept)(xp, [t], t)


class Encoding:
    """Z + E."""

    def __init__(self, layer: PositionalEncoding, rounding: Rounding) -> None:
        self.E = [[rounding(entry, "E") for entry in row] for row in layer.E]

    def __call__(self, xp: Any, rows: Rows) -> Rows:
        """The batch after the layer. Raises InputError for another number of columns."""
        _require_columns(rows, len(self.E[0]), "the positional encoding")
        shifts = [xp.asarray([[entry] for entry in row], dtype=rows[0].dtype, device=device(rows[0])) for row in self.E]
        return [row + shift for row, shift in zip(rows, shifts, strict=True)]


class Projection:
    """Z + (W_O Z) W_P."""

    def __init__(self, layer: BilinearProjection, rounding: Rounding) -> None:
        self.n = layer.n
        self.outer = combinations(layer.W_O, None, rounding, "W_O")
        self.columns = combinations(tuple(zip(*layer.W_P, strict=True)), None, rounding, "W_P")

    def __call__(self, xp: Any, rows: Rows) -> Rows:
        """The batch after the layer. Raises InputError for another number of columns."""
        _require_columns(rows, self.n, "the bi-linear projection")
        read = [combination(xp, rows, rows[0]) for combination in self.outer]
        return [row + _mixed(xp, self.columns, values) for row, values in zip(rows, read, strict=True)]


class Convolution:
    """Z + W_O (Z * W_C)."""

    def __init__(self, layer: SeparableConvolution, rounding: Rounding) -> None:
        self.filters = [[rounding(entry, "W_C") for entry in row] for row in layer.W_C]
        self.centre = layer.centre
        self.outer = combinations(layer.W_O, None, rounding, "W_O")

    def __call__(self, xp: Any, rows: Rows) -> Rows:
        """The batch after the layer."""
        n = rows[0].shape[0]
        convolved = []
        for filter_, row in zip(self.filters, rows, strict=True):
            columns = [
                Combination(
                    tuple(
                        (j + self.centre - t - 1, weight)
                        for t, weight in enumerate(filter_, 1)
                        if weight and 1 <= j + self.centre - t <= n
                    )
                )
                for j in range(1, n + 1)
            ]
            convolved.append(_mixed(xp, columns, row))
        return [row + combination(xp, convolved, row) for row, combination in zip(rows, self.outer, strict=True)]


class Normalisation:
    """gain (z - mean) / sqrt(variance + epsilon) + bias, column by column; both sums are divided by d once."""

    def __init__(self, layer: LayerNormalisation, rounding: Rounding) -> None:
        self.gain = [rounding(entry, "gain") for entry in layer.gain]
        self.bias = [rounding(entry, "bias") for entry in layer.bias]
        self.epsilon = rounding(layer.epsilon, "epsilon")

    def __call__(self, xp: Any, rows: Rows) -> Rows:
        """The batch after the layer; NaN in columns of variance 0 with epsilon 0."""
        mean = reduce(operator.add, rows) / len(rows)
        off = [row - mean for row in rows]
        variance = reduce(operator.add, (row * row for row in off)) / len(rows)
        root = xp.sqrt(variance + self.epsilon)
        return [row / root * gain + bias for row, gain, bias in zip(off, self.gain, self.bias, strict=True)]


def _mixed(xp: Any, columns: Sequence[Combination], values: Any) -> Any:
    """The combinations of the columns of `values`, shape (n, points), each as a column of the result."""
    parts = [values[j, :] for j in range(values.shape[0])]
    return xp.stack([combination(xp, parts, parts[0]) for combination in columns], axis=0)


def _require_columns(rows: Rows, n: int, what: str) -> None:
    if rows[0].shape[0] != n:
        raise InputError(f"points: they have {counted(rows[0].shape[0], 'column')}, and {what} is for {n}")


_PROGRAMS: Final[dict[type[Layer], Callable[[Any, Rounding], Program]]] = {
    AttentionLayer: lambda layer, rounding: Attention(layer.heads, rounding, Hardmax(layer)),
    SoftmaxAttentionLayer: lambda layer, rounding: Attention(layer.heads, rounding, Softmax(layer)),
    FeedForwardLayer: FeedForward,
    PositionalEncoding: Encoding,
    BilinearProjection: Projection,
    SeparableConvolution: Convolution,
    LayerNormalisation: Normalisation,
}
"""The program of each kind of layer that has one."""
