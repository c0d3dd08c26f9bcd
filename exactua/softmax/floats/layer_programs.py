"""Layers as array programs: d rows of shape (n, points), every operation over all points at once, none fused.

Each product and each sum is rounded on its own and in the order of the formula, so that equal columns always stay
equal and results do not depend on how points are cut into chunks. A weight 0 is not multiplied, 1 neither. In formats
of factors (`narrow`) both factors of a product are rounded, also where one of them is 1, and nothing else is.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, TypeAlias

from array_api_compat import device

from exactua.errors import InputError
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.attention import AttentionLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.heads import AttentionHead, TieRule
from exactua.networks.layer import Layer
from exactua.networks.layer_normalisation import LayerNormalisation
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.networks.softmax_attention import SoftmaxAttentionLayer
from exactua.plurals import counted
from exactua.softmax.floats.formats import Rounding
from exactua.softmax.floats.narrow import Narrow


@dataclass(frozen=True)
class Combination:
    """sum of weight * row + bias, in order, for one row of a weight matrix; weights that are 0 are left out."""

    terms: tuple[tuple[int, float], ...]
    bias: float = 0.0

    def __call__(self, xp: Any, rows: Sequence[Any], like: Any) -> Any:
        """The combination of these rows; `like` has the shape of the result where there is none."""
        total = None
        for index, weight in self.terms:
            row = factor(xp, rows[index])
            term = row if weight == 1 else row * number(xp, weight)
            total = term if total is None else total + term
        if total is None:
            return xp.full_like(like, self.bias)
        return total + number(xp, self.bias) if self.bias else total


def factor(xp: Any, x: Any) -> Any:
    """An array as a factor of a product: numbers of the format."""
    return xp.factor(x) if isinstance(xp, Narrow) else x


def number(xp: Any, weight: float) -> Any:
    """A weight as what arrays of the format are multiplied by, or added to."""
    return xp.number(weight) if isinstance(xp, Narrow) else weight


def combinations(matrix: Iterable[Any], bias: Any, rounding: Rounding, name: str) -> list[Combination]:
    """The rows of a weight matrix with the entries of its bias."""
    rows = [tuple((i, rounding(entry, name)) for i, entry in enumerate(row) if entry) for row in matrix]
    shifts = (
        [0.0] * len(rows)
        if bias is None
        else [rounding(number, f"b with {name}") if number else 0.0 for number in bias]
    )
    return [Combination(row, shift) for row, shift in zip(rows, shifts, strict=True)]


class Attention:
    """Z + sum over heads of W_O (W_V Z) weights: the heads are summed first, then they are added to Z."""

    def __init__(
        self,
        heads: Sequence[AttentionHead],
        rounding: Rounding,
        weigh: Callable[[Any, Any], Any],
    ) -> None:
        self.weigh = weigh
        self.combinations: dict[Combination, int] = {}
        """Different rows of W_V Z, W_K Z and W_Q Z + b_Q, numbered: each computed once for all heads that read it."""
        self.heads = []
        self.outer: list[list[tuple[int, float]]] = [[] for _ in range(heads[0].d)]
        """For each row of the state, which attended values are added to it, with their weights."""
        attended = 0
        for number, head in enumerate(heads, 1):
            where = f"of head {number}"
            keys, values, queries = (
                self._placed(matrix, bias, rounding, f"{name} {where}")
                for name, matrix, bias in (
                    ("W_K", head.W_K, None),
                    ("W_V", head.W_V, None),
                    ("W_Q", head.W_Q, head.b_Q),
                )
            )
            self.heads.append((keys, queries, values))
            for row, weights in zip(self.outer, head.W_O, strict=True):
                for k, weight in enumerate(weights):
                    if weight:
                        row.append((attended + k, rounding(weight, f"W_O {where}")))
            attended += len(values)

    def _placed(self, matrix: Any, bias: Any, rounding: Rounding, name: str) -> list[int]:
        """Which of the combinations the rows of a matrix are; new ones are added."""
        rows = combinations(matrix, bias, rounding, name)
        return [self.combinations.setdefault(row, len(self.combinations)) for row in rows]

    def __call__(self, xp: Any, rows: list[Any]) -> list[Any]:
        """The batch after the layer."""
        read = [combination(xp, rows, rows[0]) for combination in self.combinations]
        attended = []
        for keys, queries, values in self.heads:
            scores = None
            for key, query in zip(keys, queries, strict=True):
                product = factor(xp, read[key])[:, None, :] * factor(xp, read[query])[None, :, :]
                scores = product if scores is None else scores + product
            weights = factor(xp, self.weigh(xp, scores))
            attended += [_weighted(factor(xp, read[value]), weights) for value in values]
        return [
            row + Combination(tuple(terms))(xp, attended, row) if terms else row
            for row, terms in zip(rows, self.outer, strict=True)
        ]


def _weighted(values: Any, weights: Any) -> Any:
    """sum over k of values[k] weights[k, j], for each column j: shape (n, points)."""
    total = values[0:1, :] * weights[0, :, :]
    for k in range(1, values.shape[0]):
        total = total + values[k : k + 1, :] * weights[k, :, :]
    return total


class Softmax:
    """exp(s_k - max) / (sum of exp(s_l - max)) over the attended tokens, each column on its own; 0 at the others."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    def __call__(self, xp: Any, scores: Any) -> Any:
        """The weights, shape (n, n, points), from the scores: entry [k, j] is that of token k for token j."""
        if self.layer.mask is None:
            powers = xp.exp(scores - xp.max(scores, axis=0, keepdims=True))
            return powers / _total(powers)
        attended = _Attended(self.layer, xp, scores)
        powers = xp.exp(attended.scores - xp.max(attended.scores, axis=0, keepdims=True)) * attended.marks
        return powers / (_total(powers) + attended.alone)


class Hardmax:
    """The hardmax with its tie rule over the attended tokens, comparing scores as they are in the format.

    Where the largest score of a column is infinite or NaN, scores that differ may compare as equal: the weights of
    that column are NaN, as those of the softmax are.
    """

    def __init__(self, layer: Layer) -> None:
        self.layer = layer

    def __call__(self, xp: Any, scores: Any) -> Any:
        """The weights, shape (n, n, points)."""
        attended = None if self.layer.mask is None else _Attended(self.layer, xp, scores)
        scores = scores if attended is None else attended.scores
        largest = xp.max(scores, axis=0, keepdims=True)
        chosen = scores == largest
        if attended is not None:
            chosen = chosen & attended.allowed
        if self.layer.tie_rule is not TieRule.AVERAGE:
            chosen = _alone(xp, chosen, last=self.layer.tie_rule is TieRule.RIGHTMOST)
        marks = xp.astype(chosen, scores.dtype)
        total = _total(marks) if attended is None else _total(marks) + attended.alone
        return marks / (total + (largest[0, :, :] - largest[0, :, :]))


class _Attended:
    """What a mask leaves of scores: those of a column are -infinity at tokens that it does not attend to.

    A column that attends to nothing has scores 0, whatever they were, and weights 0 by its marks.
    """

    def __init__(self, layer: Layer, xp: Any, scores: Any) -> None:
        n = scores.shape[0]
        seen = [frozenset(layer.attended(j, n)) for j in range(n)]
        place = device(scores)

        def placed(rows: Any) -> Any:
            return xp.asarray(rows, dtype=scores.dtype, device=place)

        self.allowed = xp.asarray([[[k in seen[j]] for j in range(n)] for k in range(n)], device=place)
        self.marks = xp.astype(self.allowed, scores.dtype)
        others = placed([[float("-inf")] if attended else [0.0] for attended in seen])
        self.scores = xp.where(self.allowed, scores, others)
        self.alone = placed([[0.0] if attended else [1.0] for attended in seen])
        """1 at columns that attend to nothing."""


def _alone(xp: Any, chosen: Any, last: bool) -> Any:
    """Of the marks along the first axis the first one, or the last one."""
    n = chosen.shape[0]
    taken, kept = None, [None] * n
    for k in reversed(range(n)) if last else range(n):
        mark = chosen[k, :, :]
        kept[k] = mark if taken is None else mark & ~taken
        taken = mark if taken is None else taken | mark
    return xp.stack(kept, axis=0)


def _total(parts: Any) -> Any:
    """The sum along the first axis, from the first to the last."""
    total = parts[0, :, :]
    for k in range(1, parts.shape[0]):
        total = total + parts[k, :, :]
    return total


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
        t = factor(xp, t)
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
        variance = reduce(operator.add, (factor(xp, row) * factor(xp, row) for row in off)) / len(rows)
        root = xp.sqrt(variance + number(xp, self.epsilon))
        return [
            factor(xp, row / root) * number(xp, gain) + number(xp, bias)
            for row, gain, bias in zip(off, self.gain, self.bias, strict=True)
        ]


def _mixed(xp: Any, columns: Sequence[Combination], values: Any) -> Any:
    """The combinations of the columns of `values`, shape (n, points), each as a column of the result."""
    parts = [values[j, :] for j in range(values.shape[0])]
    return xp.stack([combination(xp, parts, parts[0]) for combination in columns], axis=0)


def _require_columns(rows: Rows, n: int, what: str) -> None:
    if rows[0].shape[0] != n:
        raise InputError(f"points: they have {counted(rows[0].shape[0], 'column')}, but {what} is for {n}")


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
