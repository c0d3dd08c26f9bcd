"""Exported networks as ONNX models: standard operators alone, one graph for any batch and any number of columns.

The input "Z" and the output "output" are (batch, d, n). Weights are initialisers, named as in
`exactua.softmax.exchange`.
A score that is not finite makes NaN of its whole column, so that no overflow hides behind a hardmax.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exactua.errors import InputError, not_installed
from exactua.softmax.exchange.kinds import EXCHANGED
from exactua.softmax.exchange.metadata import KEY
from exactua.softmax.exchange.rounding import Arrays

OPSET: Final = 18
IR_VERSION: Final = 9
MOST_LAYERS: Final = 2_000
"""Layers of a network that becomes an ONNX model: each makes up to thirty nodes."""


def onnx_model(arrays: Arrays) -> Any:
    """The checked model, an `onnx.ModelProto`, in the dtype of the arrays.

    Raises InputError where onnx is not installed, and for more than 2,000 layers.

    >>> from exactua.softmax.exchange.rounding import arrays_of
    >>> network = Network(1, [FeedForwardLayer([[1]], [0], [[1]], [0], RELU)])
    >>> [node.op_type for node in onnx_model(arrays_of(network)).graph.node][:3]
    ['MatMul', 'Unsqueeze', 'Add']
    """
    try:
        import onnx
    except ImportError:
        raise not_installed("format", "onnx", "onnx") from None
    metadata = arrays.metadata
    if len(metadata.layers) > MOST_LAYERS:
        raise InputError(
            f"format: the network has {len(metadata.layers):,} layers, but an ONNX model gets at most {MOST_LAYERS:,}; "
            "npz, safetensors and torch take more"
        )
    graph = _Graph(arrays, onnx.helper)
    state = "Z"
    for number, note in enumerate(metadata.layers):
        kind = EXCHANGED[note.kind]
        state = kind.nodes(graph, f"layers.{number}.{kind.folder}", note, state)
    graph.add("Identity", [state], output="output")
    dtype = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(metadata.dtype))
    ends = [onnx.helper.make_tensor_value_info(name, dtype, ["batch", metadata.d, "n"]) for name in ("Z", "output")]
    graph_proto = onnx.helper.make_graph(graph.nodes, "network", ends[:1], ends[1:], graph.constants)
    model = onnx.helper.make_model(
        graph_proto,
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
