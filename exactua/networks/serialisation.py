"""Networks as JSON, in the certificate format (docs/certificate-format.md, section 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from exactua.arithmetic import real_data
from exactua.arithmetic.json_values import parsed
from exactua.arithmetic.rationals import encode_integer, encode_rational
from exactua.errors import InputError
from exactua.networks.activations import Piece
from exactua.networks.attention import AttentionHead, AttentionLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.decoding import from_data
from exactua.networks.entries import Affine, Entry
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.items import Family, Item, Table
from exactua.networks.masks import Mask
from exactua.networks.network import Network
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.networks.softmax_attention import SoftmaxAttentionLayer

__all__ = ["MAX_BYTES", "dumps", "from_data", "loads", "to_data"]

MAX_BYTES: Final = 64 * 2**20
"""The largest text that `loads` reads: 64 MiB."""


def to_data(network: Network) -> dict[str, Any]:
    """The network as JSON data. `from_data(to_data(network)) == network`."""
    return {
        "d": encode_integer(network.d),
        "items": [_item(item) for item in network.items],
        "stages": {name: encode_integer(after) for name, after in network.named_stages},
    }


def dumps(network: Network) -> str:
    """The network as canonical JSON: keys sorted, no spaces, ASCII. `loads(dumps(network)) == network`."""
    return json.dumps(to_data(network), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def loads(text: str | bytes, where: str = "network") -> Network:
    """The network that this JSON text describes. The text may come from anybody: nothing in it is executed.

    Raises InputError, one sentence with the path of what is wrong, for anything that is not a network.
    """
    if not isinstance(text, (str, bytes)):
        raise InputError(f"{where}: give the text as str or bytes, not {type(text).__name__}")
    if len(text) > MAX_BYTES:
        raise InputError(f"{where}: the text is longer than 64 MiB")
    return from_data(parsed(text, where), where)


def _item(item: Item) -> dict[str, Any]:
    if isinstance(item, AttentionLayer):
        masked = {} if item.mask is None else {"mask": _mask(item.mask)}  # no digest of the others has such a key
        return {"attention": {"tie_rule": item.tie_rule.value, "heads": _heads(item.heads), **masked}}
    if isinstance(item, SoftmaxAttentionLayer):
        return {"softmax attention": {"heads": _heads(item.heads), "mask": _mask(item.mask)}}
    if isinstance(item, FeedForwardLayer):
        pieces = [_piece(piece) for piece in item.activation.pieces]
        return {"feed_forward": {**_matrices(item, ("W_1", "W_2"), ("b_1", "b_2")), "activation": pieces}}
    if isinstance(item, Family):
        return {
            "family": {
                "variable": item.variable,
                "start": encode_rational(item.start),
                "step": encode_rational(item.step),
                "count": encode_integer(item.count),
                "items": [_item(inner) for inner in item.items],
            }
        }
    if isinstance(item, Table):
        return {
            "table": {
                "variables": list(item.variables),
                "rows": [[encode_rational(value) for value in row] for row in item.rows],
                "items": [_item(inner) for inner in item.items],
            }
        }
    if isinstance(item, PositionalEncoding):
        return {"positional encoding": _matrices(item, ("E",), ())}
    if isinstance(item, BilinearProjection):
        return {"bilinear projection": _matrices(item, ("W_O", "W_P"), ())}
    if isinstance(item, SeparableConvolution):
        return {"separable convolution": {**_matrices(item, ("W_O", "W_C"), ()), "centre": item.centre}}
    return {"group": {"name": item.name, "items": [_item(inner) for inner in item.items]}}


def _mask(mask: Mask) -> Any:
    return [list(row) for row in mask] if isinstance(mask, tuple) else mask


def _heads(heads: Iterable[AttentionHead]) -> list[dict[str, Any]]:
    return [_matrices(head, ("W_O", "W_V", "W_K", "W_Q"), ("b_Q",)) for head in heads]


def _matrices(owner: object, weights: tuple[str, ...], biases: tuple[str, ...]) -> dict[str, Any]:
    return {name: [[_entry(value) for value in row] for row in getattr(owner, name)] for name in weights} | {
        name: [_entry(value) for value in getattr(owner, name)] for name in biases
    }


def _entry(value: Entry) -> Any:
    if not isinstance(value, Affine):
        return real_data.encode(value)
    coefficients = {name: encode_rational(coefficient) for name, coefficient in value.coefficients}
    return {"constant": encode_rational(value.constant), **coefficients}


def _piece(piece: Piece) -> dict[str, Any]:
    return {
        "from": None if piece.start is None else encode_rational(piece.start),
        "from_closed": piece.start_closed,
        "to": None if piece.stop is None else encode_rational(piece.stop),
        "to_closed": piece.stop_closed,
        "slope": encode_rational(piece.slope),
        "intercept": encode_rational(piece.intercept),
    }
