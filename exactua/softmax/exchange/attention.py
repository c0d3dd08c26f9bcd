"""The exchange of attention layers, with hardmax and with softmax: heads stacked, and padded to the largest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, Layer, SoftmaxAttentionLayer
from exactua.networks.heads import CAUSAL, NAMED
from exactua.plurals import counted
from exactua.softmax.exchange.exchanged import (
    Exchanged,
    Graph,
    LayerNote,
    Tensor,
    head_size,
    key_and_value_size,
    largest,
    matrix,
    rows_of,
)

_HEADS: Final = {"W_O": 3, "W_V": 3, "W_K": 3, "W_Q": 3, "b_Q": 2}


class _Attention(Exchanged):
    """Z + sum over heads of W_O W_V Z sigma[(W_K Z)^T (W_Q Z + b_Q 1^T)], sigma hardmax or softmax.

    A score that is not finite makes NaN of its whole column, so that no overflow hides behind a hardmax.
    """

    folder = "attention"
    tensors = _HEADS
    needed: ClassVar[tuple[str, ...]] = ("sizes",)
    optional = ("mask",)
    fixed = ("mask",)

    def names(self, note: LayerNote) -> tuple[str, ...]:
        """The names of the tensors that a layer with this note has."""
        return (*self.tensors, *(("mask",) if note.mask == "tensor" else ()))

    def written(self, layer: Layer) -> tuple[LayerNote, dict[str, Tensor]]:
        """A layer of the kind as its note and its tensors."""
        sizes, rule = tuple(head_size(head.key_size, head.value_size) for head in layer.heads), layer.tie_rule
        rows = layer.mask if isinstance(layer.mask, tuple) else None
        mask = "tensor" if isinstance(layer.mask, tuple) else layer.mask
        masked = {} if rows is None else {"mask": matrix(rows, boolean=True)}
        note = LayerNote(self.name, None if rule is None else rule.value, sizes, mask)
        return note, {**_stacked(layer.heads), **masked}

    def read(self, note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
        """The layer with this note and these tensors. Raises InputError where they don't fit."""
        heads = _heads(note, own, where)
        mask = note.mask if note.mask != "tensor" else rows_of(own["mask"], 2, f"{where}.mask")
        return (
            SoftmaxAttentionLayer(heads, mask) if note.tie_rule is None else AttentionLayer(heads, note.tie_rule, mask)
        )

    def forward(self, torch: Any, own: Any, Z: Any, factor: float | None) -> Any:
        """The layer at a batch, (batch, d, n)."""
        note, X = own.note, Z.unsqueeze(1)
        scores = (own.W_K @ X).transpose(-1, -2) @ (own.W_Q @ X + own.b_Q.unsqueeze(-1))
        values = own.W_O @ (own.W_V @ X)
        allowed = None if note.mask is None else _attended(torch, own, scores)
        if note.tie_rule is not None and factor is None:
            attended = _torch_hardmax(torch, note, scores, values, allowed)
        else:
            scaled = scores * (factor if note.tie_rule is not None and factor is not None else 1)
            weights = torch.softmax(_without(torch, scaled, allowed), dim=-2)
            # a column that attends to nothing has no weights, and softmax made NaN of it
            attended = values @ (weights if allowed is None else weights.masked_fill(~allowed, 0))
        # 0 for a column of finite scores, NaN for any other: an overflow is told
        return Z + (attended + (scores * 0).sum(dim=-2, keepdim=True)).sum(dim=1)

    def nodes(self, graph: Graph, at: str, note: LayerNote, state: str) -> str:
        """Adds the nodes of the layer to a graph of ONNX: the name of the state behind it."""
        add, factor = graph.add, graph.arrays.metadata.factor
        X = add("Unsqueeze", [state, graph.integers(1)])
        keys = add("Transpose", [add("MatMul", [graph.tensor(f"{at}.W_K"), X])], perm=[0, 1, 3, 2])
        queries = add("Add", [add("MatMul", [graph.tensor(f"{at}.W_Q"), X]), graph.column(f"{at}.b_Q")])
        scores = add("MatMul", [keys, queries])
        values = add("MatMul", [graph.tensor(f"{at}.W_O"), add("MatMul", [graph.tensor(f"{at}.W_V"), X])])
        allowed = None if note.mask is None else _allowed(graph, at, note, scores)
        if note.tie_rule is not None and factor is None:
            attended = _onnx_hardmax(graph, note, scores, values, allowed)
        else:
            scaled = scores
            if note.tie_rule is not None and factor is not None:
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


class _Hardmax(_Attention):
    layers = AttentionLayer
    needed = ("tie_rule", "sizes")


class _Softmax(_Attention):
    layers = SoftmaxAttentionLayer


EXCHANGED: Final = (_Hardmax(), _Softmax())


def hardened(layer: Layer) -> Layer:
    """The layer with hardmax where it has softmax."""
    return AttentionLayer(layer.heads, mask=layer.mask) if layer.heads and layer.tie_rule is None else layer


def _stacked(heads: Sequence[AttentionHead]) -> dict[str, Tensor]:
    """The heads stacked; zeros behind the last rows of W_V, W_K, W_Q, b_Q, and the last columns of W_O.

    A row of zeros in W_K adds 0 to every score, a column of zeros in W_O adds 0 to every output.
    """
    d = heads[0].d
    m_k, m_v = max(head.key_size for head in heads), max(head.value_size for head in heads)
    zero = Rational(0)

    def rows(name: str, size: int) -> Tensor:
        padded: list[Any] = []
        for head in heads:
            matrix = getattr(head, name)
            padded += [entry for row in matrix for entry in row] + [zero] * (d * (size - len(matrix)))
        return Tensor((len(heads), size, d), tuple(padded))

    outer = [entry for head in heads for row in head.W_O for entry in (*row, *[zero] * (m_v - head.value_size))]
    biases = [entry for head in heads for entry in (*head.b_Q, *[zero] * (m_k - head.key_size))]
    return {
        "W_O": Tensor((len(heads), d, m_v), tuple(outer)),
        "W_V": rows("W_V", m_v),
        "W_K": rows("W_K", m_k),
        "W_Q": rows("W_Q", m_k),
        "b_Q": Tensor((len(heads), m_k), tuple(biases)),
    }


def _heads(note: LayerNote, own: Mapping[str, Tensor], where: str) -> list[AttentionHead]:
    """The heads, without the zeros that they were padded with."""
    count, d, columns = own["W_O"].shape if len(own["W_O"].shape) == 3 else (0, 0, 0)
    m_k, m_v = largest(note.sizes)
    if (count, columns) != (len(note.sizes), m_v):
        raise InputError(
            f"{where}.W_O has shape {own['W_O'].shape}; it is (heads, d, m_v), with {len(note.sizes)} heads of "
            f"size at most {m_v}"
        )
    shapes = {"W_V": (count, m_v, d), "W_K": (count, m_k, d), "W_Q": (count, m_k, d), "b_Q": (count, m_k)}
    for name, shape in shapes.items():
        if own[name].shape != shape:
            raise InputError(
                f"{where}.{name} has shape {own[name].shape}, but W_O has {own['W_O'].shape}: {shape} fits"
            )
    heads = []
    for k, size in enumerate(note.sizes):
        keys, values = key_and_value_size(size)
        outer = own["W_O"].entries[k * d * m_v : (k + 1) * d * m_v]
        inner = {}
        for name, most, rows in (("W_V", m_v, values), ("W_K", m_k, keys), ("W_Q", m_k, keys)):
            entries = own[name].entries[k * d * most : (k + 1) * d * most]
            inner[name] = [list(entries[i * d : (i + 1) * d]) for i in range(rows)]
        W_O = [list(outer[i * m_v : i * m_v + values]) for i in range(d)]
        b_Q = list(own["b_Q"].entries[k * m_k : k * m_k + keys])
        heads.append(AttentionHead(W_O, inner["W_V"], inner["W_K"], inner["W_Q"], b_Q))
    return heads


def _torch_hardmax(torch: Any, note: LayerNote, scores: Any, values: Any, allowed: Any) -> Any:
    """The mean of the values that are chosen: their sum is divided once, so equal values stay what they are."""
    masked = _without(torch, scores, allowed)
    chosen = masked == masked.amax(dim=-2, keepdim=True)
    if allowed is not None:
        chosen = chosen & allowed
    if note.tie_rule == "leftmost":
        chosen = chosen & (chosen.cumsum(dim=-2) == 1)
    elif note.tie_rule == "rightmost":
        chosen = chosen & (chosen.flip(-2).cumsum(dim=-2).flip(-2) == 1)
    ones = chosen.to(values.dtype)
    return (values @ ones) / ones.sum(dim=-2, keepdim=True).clamp(min=1)


def _without(torch: Any, scores: Any, allowed: Any) -> Any:
    return scores if allowed is None else scores.masked_fill(~allowed, -torch.inf)


def _attended(torch: Any, own: Any, scores: Any) -> Any:
    """True at [k][j] where token j attends to token k. Raises InputError for another number of columns."""
    n = scores.shape[-1]
    if own.note.mask == "tensor":
        if own.mask.shape[0] != n:
            shape = tuple(own.mask.shape)
            raise InputError(f"Z: it has {counted(n, 'column')}, but the mask of a layer is {shape}")
        return own.mask
    everything = torch.ones(n, n, dtype=torch.bool, device=scores.device)
    return everything.triu(0 if own.note.mask == CAUSAL else 1)


def _onnx_hardmax(graph: Graph, note: LayerNote, scores: str, values: str, allowed: str | None) -> str:
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


def _masked(graph: Graph, scores: str, allowed: str | None) -> str:
    """The scores, and -infinity where a token is not attended."""
    if allowed is None:
        return scores
    return graph.add("Where", [allowed, scores, graph.number("minus_infinity", -np.inf)])


def _allowed(graph: Graph, at: str, note: LayerNote, scores: str) -> str:
    """Booleans, true where a token is attended."""
    add = graph.add
    if note.mask not in NAMED:
        return graph.tensor(f"{at}.mask")
    size = add("Shape", [scores], start=2)
    ones = add("ConstantOfShape", [size], value=_one(graph))
    above = [ones] if note.mask == CAUSAL else [ones, graph.integer("diagonal", 1)]
    return add("Cast", [add("Trilu", above, upper=1)], to=graph.helper.np_dtype_to_tensor_dtype(np.dtype("bool")))


def _one(graph: Graph) -> Any:
    import onnx

    return onnx.numpy_helper.from_array(np.array([1], dtype=graph.dtype))
