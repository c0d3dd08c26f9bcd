"""A network as named tensors of exact numbers, layer by layer: the scheme that every file and module here has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.rationals import Rational, written
from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    FeedForwardLayer,
    Layer,
    Network,
    PositionalEncoding,
    SoftmaxAttentionLayer,
)
from exactua.networks.attention import HeadLayer
from exactua.softmax.exchange.metadata import LayerNote

MOST_LAYERS: Final = 10_000
"""Layers of a network that is exported, families and tables unrolled."""
MOST_ENTRIES: Final = 4_000_000
"""Numbers in all tensors of a network that is exported."""


@dataclass(frozen=True)
class Tensor:
    """Exact numbers (or booleans) in row-major order, and their shape."""

    shape: tuple[int, ...]
    entries: tuple[Any, ...]
    boolean: bool = False


@dataclass(frozen=True)
class Layout:
    """The tensors of a network by name, what its layers are, and after how many of them each stage is."""

    d: int
    notes: tuple[LayerNote, ...]
    tensors: dict[str, Tensor]
    stages: dict[str, int]


def layout(network: Network) -> Layout:
    """The network in the naming scheme. Raises InputError for more than 10,000 layers or 4,000,000 numbers."""
    count = sum(network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other"))
    if count > MOST_LAYERS:
        shown = f"{count:,}" if count < 10**15 else f"about 10^{len(written(count)) - 1}"
        raise InputError(f"network: it has {shown} layers; at most {MOST_LAYERS:,} are unrolled into an export")
    notes: list[LayerNote] = []
    tensors: dict[str, Tensor] = {}
    behind = [0] * (len(network.items) + 1)
    entries = 0
    for place in network.walk():
        note, own = _layer(place.layer)
        for name, tensor in own.items():
            tensors[f"layers.{len(notes)}.{note.folder}.{name}"] = tensor
            entries += len(tensor.entries)
        if entries > MOST_ENTRIES:
            raise InputError(f"network: its layers have more than {MOST_ENTRIES:,} weights; no more are exported")
        notes.append(note)
        behind[place.item] += 1
    stages = {name: sum(behind[: after + 1]) for name, after in network.named_stages}
    return Layout(network.d, tuple(notes), tensors, stages)


def _mask(layer: HeadLayer) -> str | None:
    """How the mask is written: its name, "tensor" where it stands among the tensors."""
    return "tensor" if isinstance(layer.mask, tuple) else layer.mask


def _attention(layer: HeadLayer) -> dict[str, Tensor]:
    masked = {"mask": _matrix(layer.mask, boolean=True)} if isinstance(layer.mask, tuple) else {}
    return {**_heads(layer.heads), **masked}


def _layer(layer: Layer) -> tuple[LayerNote, dict[str, Tensor]]:
    if isinstance(layer, AttentionLayer):
        sizes = tuple(head.size for head in layer.heads)
        return LayerNote("attention", layer.tie_rule.value, sizes, _mask(layer)), _attention(layer)
    if isinstance(layer, SoftmaxAttentionLayer):
        sizes = tuple(head.size for head in layer.heads)
        return LayerNote("softmax attention", sizes=sizes, mask=_mask(layer)), _attention(layer)
    if isinstance(layer, FeedForwardLayer):
        pieces = layer.activation.pieces
        return LayerNote("feed-forward"), {
            "W_1": _matrix(layer.W_1),
            "b_1": _vector(layer.b_1),
            "W_2": _matrix(layer.W_2),
            "b_2": _vector(layer.b_2),
            "breakpoints": _vector([piece.stop for piece in pieces[:-1]]),
            "closed": _vector([piece.stop_closed for piece in pieces[:-1]], boolean=True),
            "slopes": _vector([piece.slope for piece in pieces]),
            "intercepts": _vector([piece.intercept for piece in pieces]),
        }
    if isinstance(layer, PositionalEncoding):
        return LayerNote("positional encoding"), {"E": _matrix(layer.E)}
    if isinstance(layer, BilinearProjection):
        return LayerNote("bi-linear projection"), {"W_O": _matrix(layer.W_O), "W_P": _matrix(layer.W_P)}
    tensors = {"W_O": _matrix(layer.W_O), "W_C": _matrix(layer.W_C)}
    return LayerNote("separable convolution", centre=layer.centre), tensors


def _heads(heads: Sequence[AttentionHead]) -> dict[str, Tensor]:
    """The heads stacked; zeros behind the last rows of W_V, W_K, W_Q, b_Q, and the last columns of W_O.

    A row of zeros in W_K adds 0 to every score, a column of zeros in W_O adds 0 to every output.
    """
    d, h = heads[0].d, max(head.size for head in heads)
    zero = Rational(0)

    def rows(name: str) -> list[Any]:
        padded = []
        for head in heads:
            matrix = getattr(head, name)
            padded += [entry for row in matrix for entry in row] + [zero] * (d * (h - head.size))
        return padded

    outer = [entry for head in heads for row in head.W_O for entry in (*row, *[zero] * (h - head.size))]
    biases = [entry for head in heads for entry in (*head.b_Q, *[zero] * (h - head.size))]
    return {
        "W_O": Tensor((len(heads), d, h), tuple(outer)),
        **{name: Tensor((len(heads), h, d), tuple(rows(name))) for name in ("W_V", "W_K", "W_Q")},
        "b_Q": Tensor((len(heads), h), tuple(biases)),
    }


def _matrix(rows: Sequence[Sequence[Any]], boolean: bool = False) -> Tensor:
    return Tensor((len(rows), len(rows[0])), tuple(entry for row in rows for entry in row), boolean)


def _vector(entries: Sequence[Any], boolean: bool = False) -> Tensor:
    return Tensor((len(entries),), tuple(entries), boolean)
