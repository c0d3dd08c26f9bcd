"""All kinds of layers that are exchanged, by what the metadata calls them, and the exchange of all but attention.

These are feed-forward layers, encodings, projections and convolutions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np

from exactua.errors import InputError
from exactua.networks import (
    BilinearProjection,
    FeedForwardLayer,
    Layer,
    LayerNormalisation,
    Phi,
    Piece,
    PiecewiseLinear,
    PositionalEncoding,
    SeparableConvolution,
)
from exactua.plurals import counted
from exactua.softmax.exchange import attention
from exactua.softmax.exchange.exchanged import Exchanged, Graph, LayerNote, Tensor, matrix, vector


class _FeedForward(Exchanged):
    """Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T, phi piece by piece."""

    layers = FeedForwardLayer
    folder = "feed_forward"
    tensors: ClassVar = {
        "W_1": 2,
        "b_1": 1,
        "W_2": 2,
        "b_2": 1,
        "breakpoints": 1,
        "closed": 1,
        "slopes": 1,
        "intercepts": 1,
    }
    fixed = ("breakpoints", "closed", "slopes", "intercepts")

    def written(self, layer: FeedForwardLayer) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""
        pieces = layer.activation.pieces
        return LayerNote(self.name), {
            "W_1": matrix(layer.W_1),
            "b_1": vector(layer.b_1),
            "W_2": matrix(layer.W_2),
            "b_2": vector(layer.b_2),
            "breakpoints": vector([piece.stop for piece in pieces[:-1]]),
            "closed": vector([piece.stop_closed for piece in pieces[:-1]], boolean=True),
            "slopes": vector([piece.slope for piece in pieces]),
            "intercepts": vector([piece.intercept for piece in pieces]),
        }

    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""
        given = self.given(own, where)
        activation = _activation(given, where)
        return FeedForwardLayer(given["W_1"], given["b_1"], given["W_2"], given["b_2"], activation)

    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n). Raises InputError for a number of columns that does not fit."""
        t = own.W_1 @ Z + own.b_1.unsqueeze(-1)
        value = own.slopes[-1] * t + own.intercepts[-1]
        for k in reversed(range(len(own.breakpoints))):
            stop = own.breakpoints[k]
            inside = torch.where(own.closed[k], t <= stop, t < stop)
            value = torch.where(inside, own.slopes[k] * t + own.intercepts[k], value)
        return Z + own.W_2 @ value + own.b_2.unsqueeze(-1)

    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
        add, tensors = graph.add, graph.arrays.tensors
        t = add("Add", [add("MatMul", [graph.tensor(f"{at}.W_1"), state]), graph.column(f"{at}.b_1")])
        pieces = zip(tensors[f"{at}.slopes"].tolist(), tensors[f"{at}.intercepts"].tolist(), strict=True)
        lines = [
            add("Add", [add("Mul", [graph.number(f"number_{a!r}", a), t]), graph.number(f"number_{b!r}", b)])
            for a, b in pieces
        ]
        value = lines[-1]
        stops, closed = tensors[f"{at}.breakpoints"].tolist(), tensors[f"{at}.closed"].tolist()
        for stop, here, line in reversed(list(zip(stops, closed, lines[:-1], strict=True))):
            inside = add("LessOrEqual" if here else "Less", [t, graph.number(f"number_{stop!r}", stop)])
            value = add("Where", [inside, line, value])
        image = add("Add", [state, add("MatMul", [graph.tensor(f"{at}.W_2"), value])])
        return add("Add", [image, graph.column(f"{at}.b_2")])


class _PositionalEncoding(Exchanged):
    """Z + E."""

    layers = PositionalEncoding
    folder = "positional_encoding"
    tensors: ClassVar = {"E": 2}

    def written(self, layer: PositionalEncoding) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""
        return LayerNote(self.name), {"E": matrix(layer.E)}

    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""
        return PositionalEncoding(self.given(own, where)["E"])

    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n). Raises InputError for a number of columns that does not fit."""
        if Z.shape[-1] != own.E.shape[-1]:
            raise InputError(
                f"Z: it has {counted(Z.shape[-1], 'column')}, but the positional encoding {own.E.shape[-1]}"
            )
        return Z + own.E

    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
        return graph.add("Add", [state, graph.tensor(f"{at}.E")])


class _BilinearProjection(Exchanged):
    """Z + W_O Z W_P."""

    layers = BilinearProjection
    folder = "bilinear_projection"
    tensors: ClassVar = {"W_O": 2, "W_P": 2}

    def written(self, layer: BilinearProjection) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""
        return LayerNote(self.name), {"W_O": matrix(layer.W_O), "W_P": matrix(layer.W_P)}

    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""
        given = self.given(own, where)
        return BilinearProjection(given["W_O"], given["W_P"])

    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n). Raises InputError for a number of columns that does not fit."""
        if Z.shape[-1] != own.W_P.shape[0]:
            raise InputError(
                f"Z: it has {counted(Z.shape[-1], 'column')}, but W_P of a layer is {tuple(own.W_P.shape)}"
            )
        return Z + own.W_O @ Z @ own.W_P

    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
        mixed = graph.add(
            "MatMul", [graph.add("MatMul", [graph.tensor(f"{at}.W_O"), state]), graph.tensor(f"{at}.W_P")]
        )
        return graph.add("Add", [state, mixed])


class _SeparableConvolution(Exchanged):
    """Z + W_O (Z * W_C), with zeros for the columns that Z has not."""

    layers = SeparableConvolution
    folder = "separable_convolution"
    tensors: ClassVar = {"W_O": 2, "W_C": 2}
    needed = ("centre",)

    def written(self, layer: SeparableConvolution) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""
        tensors = {"W_O": matrix(layer.W_O), "W_C": matrix(layer.W_C)}
        return LayerNote(self.name, centre=layer.centre), tensors

    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""
        given = self.given(own, where)
        return SeparableConvolution(given["W_O"], given["W_C"], note.centre)

    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n). Raises InputError for a number of columns that does not fit."""
        n, k, centre = Z.shape[-1], own.W_C.shape[-1], own.note.centre or 1
        wide = torch.nn.functional.pad(Z, (k - centre, centre - 1))
        convolved = sum(own.W_C[:, t - 1 : t] * wide[..., k - t : k - t + n] for t in range(1, k + 1))
        return Z + own.W_O @ convolved

    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
        # row by row: shifted copies of Z, padded with zeros, times columns of W_C
        add, filters = graph.add, graph.arrays.tensors[f"{at}.W_C"]
        k, centre = filters.shape[1], note.centre or 1
        wide = add("Pad", [state, graph.integers(0, 0, k - centre, 0, 0, centre - 1)])
        total = None
        for t in range(1, k + 1):
            stop = 1 - t if t > 1 else np.iinfo(np.dtype("int64")).max
            shifted = add("Slice", [wide, graph.integers(k - t), graph.integers(int(stop)), graph.integers(2)])
            weighted = add("Mul", [shifted, graph.constant(f"{at}.W_C.{t}", filters[:, t - 1 : t])])
            total = weighted if total is None else add("Add", [total, weighted])
        assert total is not None
        return add("Add", [state, add("MatMul", [graph.tensor(f"{at}.W_O"), total])])


class _LayerNormalisation(Exchanged):
    """gain (z - mean) / sqrt(variance + epsilon) + bias, column by column; NaN where that divides by 0.

    The operator of ONNX has an epsilon of 32 bits, so the formula is written out here.
    """

    layers = LayerNormalisation
    folder = "layer_normalisation"
    tensors: ClassVar = {"gain": 1, "bias": 1, "epsilon": 1}
    fixed = ("epsilon",)

    def written(self, layer: LayerNormalisation) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""
        tensors = {"gain": vector(layer.gain), "bias": vector(layer.bias), "epsilon": vector([layer.epsilon])}
        return LayerNote(self.name), tensors

    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""
        given = self.given(own, where)
        if len(given["epsilon"]) != 1:
            raise InputError(f"epsilon has {counted(len(given['epsilon']), 'entry')}, and it is one number")
        return LayerNormalisation(given["gain"], given["bias"], given["epsilon"][0])

    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n)."""
        off = Z - Z.mean(dim=-2, keepdim=True)
        root = torch.sqrt((off * off).mean(dim=-2, keepdim=True) + own.epsilon)
        return off / root * own.gain.unsqueeze(-1) + own.bias.unsqueeze(-1)

    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
        add, rows = graph.add, graph.integers(-2)
        off = add("Sub", [state, add("ReduceMean", [state, rows], keepdims=1)])
        variance = add("ReduceMean", [add("Mul", [off, off]), rows], keepdims=1)
        root = add("Sqrt", [add("Add", [variance, graph.tensor(f"{at}.epsilon")])])
        scaled = add("Mul", [add("Div", [off, root]), graph.column(f"{at}.gain")])
        return add("Add", [scaled, graph.column(f"{at}.bias")])


ALL_BUT_ATTENTION: Final = (
    _FeedForward(),
    _PositionalEncoding(),
    _BilinearProjection(),
    _SeparableConvolution(),
    _LayerNormalisation(),
)


def _activation(given: Mapping[str, Any], where: str) -> PiecewiseLinear:
    stops, closed, slopes = given["breakpoints"], given["closed"], given["slopes"]
    if not len(stops) + 1 == len(closed) + 1 == len(slopes) == len(given["intercepts"]):
        raise InputError(
            f"{where}: an activation of p pieces has p slopes and intercepts, p - 1 breakpoints and closed"
        )
    if not all(isinstance(entry, bool) for entry in closed):
        raise InputError(f"{where}.closed: its entries are booleans")
    starts = [(None, False), *((stop, not here) for stop, here in zip(stops, closed, strict=True))]
    ends = [*zip(stops, closed, strict=True), (None, False)]
    pieces = [
        Piece(start, start_closed, stop, stop_closed, slope, intercept)
        for (start, start_closed), (stop, stop_closed), slope, intercept in zip(
            starts, ends, slopes, given["intercepts"], strict=True
        )
    ]
    function = PiecewiseLinear(pieces)
    return function if function.outside_phi() else Phi(pieces)


EXCHANGED: Final[Mapping[str, Exchanged]] = {kind.name: kind for kind in (*attention.EXCHANGED, *ALL_BUT_ATTENTION)}


def exchanged(layer: Layer) -> Exchanged:
    """How the kind of a layer is exchanged. Raises InputError for a kind that is not."""
    if layer.name not in EXCHANGED:
        raise InputError(
            f"network: it has a {layer.name}, which is not exported; the others are: {', '.join(EXCHANGED)}"
        )
    return EXCHANGED[layer.name]
