"""Networks as JSON, both ways, in the certificate format (docs/certificate-format.md, section 4).

What is read may come from anybody: everything is checked, and what is wrong is named with its path.
"""

from __future__ import annotations

import json
from typing import Any, Final

from exactua.arithmetic.json_values import array_at, built, object_at, parsed, string_at
from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import encode_integer, encode_rational
from exactua.errors import InputError
from exactua.networks import layer
from exactua.networks.entries import MAX_ENTRIES, EntryReader
from exactua.networks.items import Family, Group, Item, Table
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
    return from_people(parsed(text, where), where)


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


MAX_NESTING: Final = 64
"""How deep families, tables and groups may stand inside one another in a network that is read."""


def from_data(data: object, where: str = "network") -> Network:
    """The network that this JSON data describes; `where` is its place, for messages.

    The data may come from anybody. Raises InputError, one sentence with the path of what is wrong such as
    `network.items[2].attention.heads[0].W_V`, for anything that is not a network in the format.

    >>> from_data({"d": 2, "items": [], "stages": {}}).d
    2
    """
    return _Decoder().network(data, where)


def from_people(data: object, where: str = "network") -> Network:
    """The same for what people write: a number may be a decimal in quotes, "0.1", and is read exactly as that.

    What is wrong with numbers is told together: of the first few what it is, and how many more there are.
    """
    reading, file = _Decoder(by_people=True), where.removesuffix("network")
    try:
        network = reading.network(data, where)
    except InputError:
        reading.require_right(file)
        raise
    reading.require_right(file)
    return network


def kinds() -> tuple[str, ...]:
    """The kinds of items: of layers, and what stands around them."""
    return (*layer.KINDS, "family", "table", "group")


class _Decoder(EntryReader):
    """One reading of a whole network."""

    def network(self, data: object, where: str) -> Network:
        fields = object_at(data, where, ("d", "items", "stages"))
        d = self.integer(fields["d"], f"{where}.d")
        items = self.items(fields["items"], f"{where}.items", 0)
        stages = object_at(fields["stages"], f"{where}.stages")
        after = {name: self.integer(value, f"{where}.stages[{quoted(name)}]") for name, value in stages.items()}
        network = built(where, lambda: Network(d, items, after))
        if d > MAX_ENTRIES:  # one without a layer may have any
            raise InputError(f"{where}.d: the network has {brief(d)} rows; at most {MAX_ENTRIES:,} are read")
        return network

    def items(self, data: object, where: str, depth: int) -> list[Item]:
        if depth > MAX_NESTING:
            raise InputError(f"{where}: families, tables and groups are nested more than {MAX_NESTING} deep")
        return [self.item(item, f"{where}[{i}]", depth) for i, item in enumerate(array_at(data, where))]

    def inner(self, data: object, where: str, depth: int, variables: list[str]) -> list[Item]:
        """The items of a family or a table with these variables."""
        self.variables += variables
        items = self.items(data, where, depth)
        del self.variables[len(self.variables) - len(variables) :]
        return items

    def item(self, data: object, where: str, depth: int) -> Item:
        fields, known = object_at(data, where), kinds()
        if len(fields) != 1 or not fields.keys() <= set(known):
            given = ", ".join(quoted(key) for key in list(fields)[:5]) or "none"
            raise InputError(
                f"{where}: an item has exactly one key, {', '.join(known[:-1])} or {known[-1]}; given: {given}"
            )
        ((kind, inner),) = fields.items()
        at = f"{where}.{kind}"
        if kind in layer.KINDS:
            return layer.KINDS[kind].read(self, inner, at)
        if kind == "family":
            return self.family(inner, at, depth)
        return self.table(inner, at, depth) if kind == "table" else self.group(inner, at, depth)

    def family(self, data: object, where: str, depth: int) -> Family:
        fields = object_at(data, where, ("variable", "start", "step", "count", "items"))
        variable = string_at(fields["variable"], f"{where}.variable")
        start, step = (self.number(fields[name], f"{where}.{name}") for name in ("start", "step"))
        count = self.integer(fields["count"], f"{where}.count")
        items = self.inner(fields["items"], f"{where}.items", depth + 1, [variable])
        return built(where, lambda: Family(variable, start, step, count, items))

    def table(self, data: object, where: str, depth: int) -> Table:
        fields = object_at(data, where, ("variables", "rows", "items"))
        variables = [
            string_at(name, f"{where}.variables[{i}]")
            for i, name in enumerate(array_at(fields["variables"], f"{where}.variables"))
        ]
        listed = array_at(fields["rows"], f"{where}.rows")
        rows = [self.numbers(row, f"{where}.rows[{i}]") for i, row in enumerate(listed)]
        items = self.inner(fields["items"], f"{where}.items", depth + 1, variables)
        return built(where, lambda: Table(variables, rows, items))

    def group(self, data: object, where: str, depth: int) -> Group:
        fields = object_at(data, where, ("name", "items"))
        return Group(
            string_at(fields["name"], f"{where}.name"),
            self.items(fields["items"], f"{where}.items", depth + 1),
        )
