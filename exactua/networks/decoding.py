"""From JSON data to networks: everything is checked, and what is wrong is named with its path."""

from __future__ import annotations

from typing import Final

from exactua.arithmetic import real_data
from exactua.arithmetic.json_values import array_at, boolean_at, built, number_at, object_at, string_at
from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import Rational, decode_integer, decode_rational
from exactua.errors import InputError
from exactua.networks.activations import Phi, Piece, PiecewiseLinear
from exactua.networks.attention import AttentionHead, AttentionLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.entries import Affine, Entry
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.items import Family, Group, Item, Table
from exactua.networks.masks import NAMED
from exactua.networks.network import Network
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.networks.softmax_attention import SoftmaxAttentionLayer
from exactua.networks.tie_rules import TieRule

MAX_ENTRIES: Final = 1_000_000
"""The largest number of numbers in a network that is read."""

KINDS: Final = (
    "attention",
    "softmax attention",
    "feed_forward",
    "positional encoding",
    "bilinear projection",
    "separable convolution",
    "family",
    "table",
    "group",
)
"""The kinds of items."""

MAX_NESTING: Final = 64
"""How deep families, tables and groups may stand inside one another in a network that is read."""


def from_data(data: object, where: str = "network") -> Network:
    """The network that this JSON data describes; `where` is its place, for messages.

    The data may come from anybody. Raises InputError, one sentence with the path of what is wrong such as
    `network.items[2].attention.heads[0].W_V`, for anything that is not a network in the format.
    """
    return _Decoder().network(data, where)


class _Decoder:
    """One reading: it counts the numbers that it has seen."""

    def __init__(self) -> None:
        self.entries = 0
        self.variables: list[str] = []
        """Those of the families and tables around."""

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
            raise InputError(
                f"{where}: families, tables and groups stand more than {MAX_NESTING} deep inside one another"
            )
        return [self.item(item, f"{where}[{i}]", depth) for i, item in enumerate(array_at(data, where))]

    def inner(self, data: object, where: str, depth: int, variables: list[str]) -> list[Item]:
        """The items of a family or a table with these variables."""
        self.variables += variables
        items = self.items(data, where, depth)
        del self.variables[len(self.variables) - len(variables) :]
        return items

    def item(self, data: object, where: str, depth: int) -> Item:
        fields = object_at(data, where)
        if len(fields) != 1 or not fields.keys() <= set(KINDS):
            given = ", ".join(quoted(key) for key in list(fields)[:5]) or "none"
            raise InputError(
                f"{where}: an item has exactly one key, {', '.join(KINDS[:-1])} or {KINDS[-1]}; given: {given}"
            )
        ((kind, inner),) = fields.items()
        at = f"{where}.{kind}"
        if kind == "attention":
            return self.attention(inner, at)
        if kind == "softmax attention":
            return self.softmax_attention(inner, at)
        if kind == "feed_forward":
            return self.feed_forward(inner, at)
        if kind == "positional encoding":
            E = self.matrix(object_at(inner, at, ("E",))["E"], f"{at}.E")
            return built(at, lambda: PositionalEncoding(E))
        if kind == "bilinear projection":
            return self.bilinear_projection(inner, at)
        if kind == "separable convolution":
            return self.separable_convolution(inner, at)
        if kind == "family":
            return self.family(inner, at, depth)
        return self.table(inner, at, depth) if kind == "table" else self.group(inner, at, depth)

    def attention(self, data: object, where: str) -> AttentionLayer:
        given = object_at(data, where)
        fields = object_at(data, where, ("tie_rule", "heads", *(("mask",) if "mask" in given else ())))
        if "mask" in given and given["mask"] is None:
            raise InputError(f"{where}.mask: a layer without a mask has no such key")
        tie_rule = string_at(fields["tie_rule"], f"{where}.tie_rule")
        if tie_rule not in list(TieRule):
            raise InputError(f"{where}.tie_rule: {quoted(tie_rule)} is not one of {', '.join(TieRule)}")
        heads, mask = self.heads(fields["heads"], f"{where}.heads"), self.mask(fields.get("mask"), f"{where}.mask")
        return built(where, lambda: AttentionLayer(heads, tie_rule, mask))

    def softmax_attention(self, data: object, where: str) -> SoftmaxAttentionLayer:
        fields = object_at(data, where, ("heads", "mask"))
        heads, mask = self.heads(fields["heads"], f"{where}.heads"), self.mask(fields["mask"], f"{where}.mask")
        return built(where, lambda: SoftmaxAttentionLayer(heads, mask))

    def mask(self, data: object, where: str) -> object:
        if data is None or data in NAMED:
            return data
        return [
            [boolean_at(entry, f"{where}[{k}]") for entry in array_at(row, f"{where}[{k}]")]
            for k, row in enumerate(array_at(data, where))
        ]

    def heads(self, data: object, where: str) -> list[AttentionHead]:
        return [self.head(head, f"{where}[{i}]") for i, head in enumerate(array_at(data, where))]

    def head(self, data: object, where: str) -> AttentionHead:
        fields = object_at(data, where, ("W_O", "W_V", "W_K", "W_Q", "b_Q"))
        W_O, W_V, W_K, W_Q = (self.matrix(fields[name], f"{where}.{name}") for name in ("W_O", "W_V", "W_K", "W_Q"))
        b_Q = self.vector(fields["b_Q"], f"{where}.b_Q")
        return built(where, lambda: AttentionHead(W_O, W_V, W_K, W_Q, b_Q))

    def feed_forward(self, data: object, where: str) -> FeedForwardLayer:
        fields = object_at(data, where, ("W_1", "b_1", "W_2", "b_2", "activation"))
        W_1, W_2 = (self.matrix(fields[name], f"{where}.{name}") for name in ("W_1", "W_2"))
        b_1, b_2 = (self.vector(fields[name], f"{where}.{name}") for name in ("b_1", "b_2"))
        activation = self.activation(fields["activation"], f"{where}.activation")
        return built(where, lambda: FeedForwardLayer(W_1, b_1, W_2, b_2, activation))

    def bilinear_projection(self, data: object, where: str) -> BilinearProjection:
        fields = object_at(data, where, ("W_O", "W_P"))
        W_O, W_P = (self.matrix(fields[name], f"{where}.{name}") for name in ("W_O", "W_P"))
        return built(where, lambda: BilinearProjection(W_O, W_P))

    def separable_convolution(self, data: object, where: str) -> SeparableConvolution:
        fields = object_at(data, where, ("W_O", "W_C", "centre"))
        W_O, W_C = (self.matrix(fields[name], f"{where}.{name}") for name in ("W_O", "W_C"))
        centre = self.integer(fields["centre"], f"{where}.centre")
        return built(where, lambda: SeparableConvolution(W_O, W_C, centre))

    def activation(self, data: object, where: str) -> PiecewiseLinear:
        pieces = [self.piece(piece, f"{where}[{i}]") for i, piece in enumerate(array_at(data, where))]
        function = built(where, lambda: PiecewiseLinear(pieces))
        return function if function.outside_phi() else Phi(pieces)

    def piece(self, data: object, where: str) -> Piece:
        fields = object_at(data, where, ("from", "from_closed", "to", "to_closed", "slope", "intercept"))
        start, stop = (
            None if fields[name] is None else self.number(fields[name], f"{where}.{name}") for name in ("from", "to")
        )
        slope, intercept = (self.number(fields[name], f"{where}.{name}") for name in ("slope", "intercept"))
        start_closed, stop_closed = (
            boolean_at(fields[name], f"{where}.{name}") for name in ("from_closed", "to_closed")
        )
        return Piece(start, start_closed, stop, stop_closed, slope, intercept)

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

    def numbers(self, data: object, where: str) -> list[Rational]:
        return [self.number(value, f"{where}[{i}]") for i, value in enumerate(array_at(data, where))]

    def matrix(self, data: object, where: str) -> list[list[Entry]]:
        return [self.vector(row, f"{where}[{i}]") for i, row in enumerate(array_at(data, where))]

    def vector(self, data: object, where: str) -> list[Entry]:
        return [self.entry(value, f"{where}[{i}]") for i, value in enumerate(array_at(data, where))]

    def entry(self, data: object, where: str) -> Entry:
        if isinstance(data, list):
            self.count(where)
            return real_data.decode(data, where)
        if not isinstance(data, dict):
            return self.number(data, where)
        if "constant" not in object_at(data, where):
            raise InputError(f"{where}: missing key constant")
        numbers = {key: self.number(value, f"{where}[{quoted(key)}]") for key, value in data.items()}
        for key, value in numbers.items():
            if not value and key not in ("constant", *self.variables):  # the network does not know of it any more
                raise InputError(f"{where}: no family or table around has the variable {quoted(key)}")
        return Affine(numbers.pop("constant"), numbers)

    def number(self, data: object, where: str) -> Rational:
        self.count(where)
        return decode_rational(number_at(data, where), where)

    def integer(self, data: object, where: str) -> int:
        self.count(where)
        return decode_integer(number_at(data, where), where)

    def count(self, where: str) -> None:
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise InputError(f"{where}: the network has more than {MAX_ENTRIES} numbers")
