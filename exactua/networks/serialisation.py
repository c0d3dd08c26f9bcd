"""Networks as JSON, in the certificate format (docs/certificate-format.md, section 4)."""

from __future__ import annotations

import json
from typing import Any, Final

from exactua.arithmetic.json_values import parsed
from exactua.arithmetic.rationals import encode_integer, encode_rational
from exactua.errors import InputError
from exactua.networks.decoding import from_data
from exactua.networks.items import Family, Item, Table
from exactua.networks.layer import Layer
from exactua.networks.network import Network

__all__ = ["MAX_BYTES", "dumps", "from_data", "loads", "to_data"]

MAX_BYTES: Final = 64 * 2**20
"""The largest text that `loads` reads: 64 MiB."""


def to_data(network: Network) -> dict[str, Any]:
    """The network as JSON data. `from_data(to_data(network)) == network`.

    >>> to_data(Network(1, [PositionalEncoding([[0, 1]])]))
    {'d': 1, 'items': [{'positional encoding': {'E': [[0, 1]]}}], 'stages': {}}
    """
    return {
        "d": encode_integer(network.d),
        "items": [_item(item) for item in network.items],
        "stages": {name: encode_integer(after) for name, after in network.named_stages},
    }


def dumps(network: Network) -> str:
    """The network as canonical JSON: keys sorted, no spaces, ASCII. `loads(dumps(network)) == network`.

    >>> dumps(Network(1, []))
    '{"d":1,"items":[],"stages":{}}'
    """
    return json.dumps(to_data(network), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def loads(text: str | bytes, where: str = "network") -> Network:
    """The network that this JSON text describes. The text may come from anybody: nothing in it is executed.

    Raises InputError, one sentence with the path of what is wrong, for anything that is not a network.

    >>> loads('{"d":2,"items":[],"stages":{}}').d
    2
    """
    if not isinstance(text, (str, bytes)):
        raise InputError(f"{where}: give the text as str or bytes, not {type(text).__name__}")
    if len(text) > MAX_BYTES:
        raise InputError(f"{where}: the text is longer than 64 MiB")
    return from_data(parsed(text, where), where)


def _item(item: Item) -> dict[str, Any]:
    if isinstance(item, Layer):
        return {item.kind: item.data()}
    inner = [_item(part) for part in item.items]
    if isinstance(item, Family):
        return {
            "family": {
                "variable": item.variable,
                "start": encode_rational(item.start),
                "step": encode_rational(item.step),
                "count": encode_integer(item.count),
                "items": inner,
            }
        }
    if isinstance(item, Table):
        rows = [[encode_rational(value) for value in row] for row in item.rows]
        return {"table": {"variables": list(item.variables), "rows": rows, "items": inner}}
    return {"group": {"name": item.name, "items": inner}}
