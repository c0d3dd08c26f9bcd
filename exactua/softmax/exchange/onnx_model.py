"""Exported networks as ONNX models: standard operators alone, one graph for any batch and any number of columns.

The input "Z" and the output "output" are (batch, d, n). Weights are initialisers, named as in
`exactua.softmax.exchange`.
A score that is not finite makes NaN of its whole column, so that no overflow hides behind a hardmax.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exactua.errors import InputError
from exactua.networks.masks import CAUSAL, NAMED
from exactua.softmax.exchange.metadata import KEY, LayerNote
from exactua.softmax.exchange.rounding import Arrays

OPSET: Final = 18
IR_VERSION: Final = 9
MOST_LAYERS: Final = 2_000
"""Layers of a network that becomes an ONNX model: each makes up to thirty nodes."""


def onnx_model(arrays: Arrays) -> Any:
    """The checked model, an `onnx.ModelProto`, in the dtype of the arrays.

    Raises InputError where onnx is not installed, and for more than 2,000 layers.
    """
    try:
        import onnx
    except ImportError:
        raise InputError("format: onnx is not installed; pip install 'exactua[onnx]'") from None
    metadata = arrays.metadata
    if len(metadata.layers) > MOST_LAYERS:
        raise InputError(
            f"format: the network has {len(metadata.layers):,} layers, and an ONNX model gets at most {MOST_LAYERS:,}; "
            "npz, safetensors and torch take more"
        )
    graph = _Graph(arrays, onnx.helper)
    state = "Z"
    for number, note in enumerate(metadata.layers):
        state = _LAYERS[note.kind](graph, f"layers.{number}.{note.folder}", note, state)
    graph.add("Identity", [state], output="output")
    kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(metadata.dtype))
    ends = [onnx.helper.make_tensor_value_info(name, kind, ["batch", metadata.d, "n"]) for name in ("Z", "output")]
    made = onnx.helper.make_graph(graph.nodes, "network", ends[:1], ends[1:], graph.constants)
    model = onnx.helper.make_model(
        made,
        opset_imports=[onnx.helper.make_opsetid("", OPSET)],
        producer_name="exactua",
        ir_version=IR_VERSION,
    )
    onnx.helper.set_model_props(model, {KEY: metadata.dumps()})
    onnx.checker.check_model(model, full_check=True)
    return model


class _Graph:
    """The nodes and constants so far. Names of nodes are those of what they make."""

    def __init__(self, arrays: Arrays, helper: Any) -> None:
        self.arrays, self.helper = arrays, helper
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.dtype = np.dtype(arrays.metadata.dtype)
        self.known: dict[str, str] = {}

    def add(self, operator: str, inputs: list[str], output: str | None = None, **attributes: Any) -> str:
        """A node with one output, and the name of that."""
        name = output or f"{operator}_{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(operator, inputs, [name], **attributes))
        return name

    def constant(self, name: str, array: Any) -> str:
        """An initialiser; one of a name is made once."""
        if name not in self.known:
            import onnx

            self.constants.append(onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
            self.known[name] = name
        return name

    def tensor(self, name: str) -> str:
        """A tensor of the network."""
        return self.constant(name, self.arrays.tensors[name])

    def column(self, name: str) -> str:
        """A tensor of the network with one more size, 1, at the end."""
        return self.add("Unsqueeze", [self.tensor(name), self.integers(-1)])

    def integers(self, *values: int) -> str:
        """A vector of integers."""
        return self.constant("integers_" + "_".join(map(str, values)), np.array(values, dtype=np.dtype("int64")))

    def integer(self, name: str, value: int) -> str:
        """One integer, without a dimension."""
        return self.constant(name, np.array(value, dtype=np.dtype("int64")))

    def number(self, name: str, value: Any) -> str:
        """A number of the dtype."""
        return self.constant(name, np.array(value, dtype=self.dtype))

    def cast(self, name: str) -> str:
        """Booleans as 0 and 1 of the dtype."""
        return self.add("Cast", [name], to=self.helper.np_dtype_to_tensor_dtype(self.dtype))


def _attention(graph: _Graph, at: str, note: LayerNote, state: str) -> str:
    """Z + sum over heads of W_O W_V Z sigma[(W_K Z)^T (W_Q Z + b_Q 1^T)], sigma hardmax or softmax."""
    add, factor = graph.add, graph.arrays.metadata.factor
    X = add("Unsqueeze", [state, graph.integers(1)])
    keys = add("Transpose", [add("MatMul", [graph.tensor(f"{at}.W_K"), X])], perm=[0, 1, 3, 2])
    queries = add("Add", [add("MatMul", [graph.tensor(f"{at}.W_Q"), X]), graph.column(f"{at}.b_Q")])
    scores = add("MatMul", [keys, queries])
    values = add("MatMul", [graph.tensor(f"{at}.W_O"), add("MatMul", [graph.tensor(f"{at}.W_V"), X])])
    allowed = None if note.mask is None else _allowed(graph, at, note, scores)
    if note.kind == "attention" and factor is None:
        attended = _hardmax(graph, note, scores, values, allowed)
    else:
        scaled = scores
        if note.kind == "attention" and factor is not None:
            value = int(factor.numerator) / int(factor.denominator)
            scaled = add("Mul", [scores, graph.number("factor", value)])
        weights = add("Softmax", [_masked(graph, scaled, allowed)], axis=-2)
        if allowed is not None:  # a column that attends to nothing has no weights, and softmax made NaN of it
            weights = add("Where", [allowed, weights, graph.number("zero", 0)])
        attended = add("MatMul", [values, weights])
    # 0 for a column of finite scores, NaN for any other: an overflow is told
    nothing = add("Mul", [scores, graph.number("zero", 0)])
    told = add("Add", [attended, add("ReduceSum", [nothing, graph.integers(-2)], keepdims=1)])
    return add("Add", [state, add("ReduceSum", [told, graph.integers(1)], keepdims=0)])


def _hardmax(graph: _Graph, note: LayerNote, scores: str, values: str, allowed: str | None) -> str:
    """The mean of the values that are chosen: their sum is divided once, so equal values stay what they are."""
    add = graph.add
    scores = _masked(graph, scores, allowed)
    chosen = add("Equal", [scores, add("ReduceMax", [scores, graph.integers(-2)], keepdims=1)])
    ones = graph.cast(chosen if allowed is None else add("And", [chosen, allowed]))
    if note.tie_rule != "average":
        counted = add("CumSum", [ones, graph.integer("axis", -2)], reverse=int(note.tie_rule == "rightmost"))
        first = graph.cast(add("Equal", [counted, graph.number("one", 1)]))
        ones = add("Mul", [ones, first])
    total = add("ReduceSum", [ones, graph.integers(-2)], keepdims=1)
    if allowed is not None:
        total = add("Max", [total, graph.number("one", 1)])
    return add("Div", [add("MatMul", [values, ones]), total])


def _masked(graph: _Graph, scores: str, allowed: str | None) -> str:
    """The scores, and -infinity where a token is not attended."""
    if allowed is None:
        return scores
    return graph.add("Where", [allowed, scores, graph.number("minus_infinity", -np.inf)])


def _allowed(graph: _Graph, at: str, note: LayerNote, scores: str) -> str:
    """Booleans, true where a token is attended."""
    add = graph.add
    if note.mask not in NAMED:
        return graph.tensor(f"{at}.mask")
    size = add("Shape", [scores], start=2)
    ones = add("ConstantOfShape", [size], value=_one(graph))
    above = [ones] if note.mask == CAUSAL else [ones, graph.integer("diagonal", 1)]
    return add("Cast", [add("Trilu", above, upper=1)], to=graph.helper.np_dtype_to_tensor_dtype(np.dtype("bool")))


def _one(graph: _Graph) -> Any:
    import onnx

    return onnx.numpy_helper.from_array(np.array([1], dtype=graph.dtype))


def _feed_forward(graph: _Graph, at: str, note: LayerNote, state: str) -> str:
    """Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T, phi as a chain of Where from its last piece to its first."""
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


def _positional_encoding(graph: _Graph, at: str, note: LayerNote, state: str) -> str:
    """Z + E."""
    return graph.add("Add", [state, graph.tensor(f"{at}.E")])


def _bilinear_projection(graph: _Graph, at: str, note: LayerNote, state: str) -> str:
    """Z + W_O Z W_P."""
    mixed = graph.add("MatMul", [graph.add("MatMul", [graph.tensor(f"{at}.W_O"), state]), graph.tensor(f"{at}.W_P")])
    return graph.add("Add", [state, mixed])


def _separable_convolution(graph: _Graph, at: str, note: LayerNote, state: str) -> str:
    """Z + W_O (Z * W_C), row by row: shifted copies of Z, padded with zeros, times columns of W_C."""
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


_LAYERS: Final = {
    "attention": _attention,
    "softmax attention": _attention,
    "feed-forward": _feed_forward,
    "positional encoding": _positional_encoding,
    "bi-linear projection": _bilinear_projection,
    "separable convolution": _separable_convolution,
}
