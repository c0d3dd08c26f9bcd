"""From named tensors and metadata back to a network: the inverse of `layout`, checked, as files come from anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from exactua.arithmetic.json_values import built
from exactua.arithmetic.messages import plain
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    FeedForwardLayer,
    Layer,
    Network,
    Phi,
    Piece,
    PiecewiseLinear,
    PositionalEncoding,
    SeparableConvolution,
    SoftmaxAttentionLayer,
)
from exactua.networks.softened import softened
from exactua.softmax.exchange.layout import Tensor
from exactua.softmax.exchange.metadata import LayerNote, Metadata

Attention = Literal["hardmax", "softmax"]
_HEADS: Final = ("W_O", "W_V", "W_K", "W_Q", "b_Q")
TENSORS: Final = {
    "attention": _HEADS,
    "softmax attention": _HEADS,
    "feed-forward": ("W_1", "b_1", "W_2", "b_2", "breakpoints", "closed", "slopes", "intercepts"),
    "positional encoding": ("E",),
    "bi-linear projection": ("W_O", "W_P"),
    "separable convolution": ("W_O", "W_C"),
}
"""The tensors of each kind of layer."""


def names_of(number: int, note: LayerNote) -> list[str]:
    """The names of the tensors that layer `number`, from 0, must have."""
    own = TENSORS[note.kind] + (("mask",) if note.mask == "tensor" else ())
    return [f"layers.{number}.{note.folder}.{name}" for name in own]


def require_names(metadata: Metadata, names: set[str], where: str) -> None:
    """Raises InputError where the tensors are not those that the metadata speaks of."""
    needed = {name for number, note in enumerate(metadata.layers) for name in names_of(number, note)}
    if missing := sorted(needed - names):
        raise InputError(f"{where}: the tensor {missing[0]} is missing; the metadata has its layer")
    if unknown := sorted(names - needed):
        raise InputError(f"{where}: the tensor {plain(unknown[0])} belongs to no layer of the metadata")


def network_of(
    metadata: Metadata,
    tensors: Mapping[str, Tensor],
    where: str,
    attention: Attention | None = None,
    factor: Rational | None = None,
) -> Network:
    """The network that was exported, one layer after the other; families and tables stay unrolled.

    With a factor in the metadata it is the one with softmax[factor A]. `attention` says otherwise: "hardmax" for the
    hardmax network that it was, "softmax" for the softmax network with this `factor` (if none is given, that of the
    metadata, else 1). Raises InputError where tensors are missing or don't fit.
    """
    require_names(metadata, set(tensors), where)
    layers: list[Layer] = []
    for number, note in enumerate(metadata.layers):
        own = {name.rpartition(".")[2]: tensors[name] for name in names_of(number, note)}
        at = f"{where}: layers.{number}"
        layers.append(built(at, lambda note=note, own=own, at=at: _layer(note, own, at)))  # type: ignore[misc]
    if attention == "hardmax":
        layers = [_hardened(layer) for layer in layers]
    network = Network(metadata.d, layers, metadata.stages)
    soft = attention == "softmax" or (attention is None and metadata.factor is not None)
    if not soft:
        return network
    return softened(network, next(one for one in (factor, metadata.factor, Rational(1)) if one is not None))


def _layer(note: LayerNote, own: Mapping[str, Tensor], where: str) -> Layer:
    if note.kind in ("attention", "softmax attention"):
        heads = _heads(note, own, where)
        mask = note.mask if note.mask != "tensor" else _rows(own["mask"], 2, f"{where}.mask")
        if note.kind == "attention":
            assert note.tie_rule is not None
            return AttentionLayer(heads, note.tie_rule, mask)
        return SoftmaxAttentionLayer(heads, mask)
    given = {name: _rows(tensor, _RANKS.get(name, 2), f"{where}.{name}") for name, tensor in own.items()}
    if note.kind == "feed-forward":
        activation = _activation(given, where)
        return FeedForwardLayer(given["W_1"], given["b_1"], given["W_2"], given["b_2"], activation)
    if note.kind == "positional encoding":
        return PositionalEncoding(given["E"])
    if note.kind == "bi-linear projection":
        return BilinearProjection(given["W_O"], given["W_P"])
    return SeparableConvolution(given["W_O"], given["W_C"], note.centre)


_RANKS: Final = {"b_1": 1, "b_2": 1, "breakpoints": 1, "closed": 1, "slopes": 1, "intercepts": 1}


def _rows(tensor: Tensor, rank: int, where: str) -> Any:
    """The entries as a list, or as a list of rows. Raises InputError for a tensor of another rank."""
    if len(tensor.shape) != rank:
        raise InputError(f"{where} has shape {tensor.shape}, and {rank} sizes are needed")
    if rank == 1:
        return list(tensor.entries)
    rows, columns = tensor.shape
    return [list(tensor.entries[i * columns : (i + 1) * columns]) for i in range(rows)]


def _heads(note: LayerNote, own: Mapping[str, Tensor], where: str) -> list[AttentionHead]:
    """The heads, without the zeros that they were padded with."""
    count, d, h = own["W_O"].shape if len(own["W_O"].shape) == 3 else (0, 0, 0)
    if (count, h) != (len(note.sizes), max(note.sizes)):
        raise InputError(
            f"{where}.W_O has shape {own['W_O'].shape}; it is (heads, d, h), with {len(note.sizes)} heads of "
            f"size at most {max(note.sizes)}"
        )
    for name in _HEADS[1:]:
        shape = (count, h) if name == "b_Q" else (count, h, d)
        if own[name].shape != shape:
            raise InputError(
                f"{where}.{name} has shape {own[name].shape}, and W_O has {own['W_O'].shape}: {shape} fits"
            )
    heads = []
    for k, size in enumerate(note.sizes):
        outer = own["W_O"].entries[k * d * h : (k + 1) * d * h]
        inner = {}
        for name in ("W_V", "W_K", "W_Q"):
            entries = own[name].entries[k * d * h : (k + 1) * d * h]
            inner[name] = [list(entries[i * d : (i + 1) * d]) for i in range(size)]
        W_O = [list(outer[i * h : i * h + size]) for i in range(d)]
        b_Q = list(own["b_Q"].entries[k * h : k * h + size])
        heads.append(AttentionHead(W_O, inner["W_V"], inner["W_K"], inner["W_Q"], b_Q))
    return heads


def _activation(given: Mapping[str, Any], where: str) -> PiecewiseLinear:
    stops, closed, slopes = given["breakpoints"], given["closed"], given["slopes"]
    if not len(stops) + 1 == len(closed) + 1 == len(slopes) == len(given["intercepts"]):
        raise InputError(
            f"{where}: an activation of p pieces has p slopes and intercepts, p - 1 breakpoints and closed"
        )
    if not all(isinstance(one, bool) for one in closed):
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


def _hardened(layer: Layer) -> Layer:
    return AttentionLayer(layer.heads, mask=layer.mask) if isinstance(layer, SoftmaxAttentionLayer) else layer
