"""Section 4: networks, unrolled to a list of layers, each with its full matrices."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from tests.attack.brute_force import reals
from tests.attack.brute_force.forms import Affine, Number, compare
from tests.attack.brute_force.written import Invalid, Unknown, integer, rational, require

MOST_LAYERS: Final = 5_000
ATTENTION: Final = ("attention", "softmax attention")
BY_PLACES: Final = ("positional encoding", "bilinear projection", "separable convolution")
OTHERS: Final = (*BY_PLACES, "layer normalisation")
ROUNDED: Final = "rounded layer"
FORMATS: Final = {  # p, a and b of section 4
    "float64": (53, -1022, 1023), "float32": (24, -126, 127), "tf32": (11, -126, 127), "bfloat16": (8, -126, 127),
    "float16": (11, -14, 15), "float8_e4m3fn": (4, -6, 8), "float8_e5m2": (3, -14, 15), "float4_e2m1fn": (2, 0, 2),
}  # fmt: skip

Layer = tuple[str, dict[str, Any], dict[str, Fraction]]
"""Its kind, its weights, the variables of families and tables around it."""
Columns = tuple[tuple[Number, ...], ...]
"""A matrix as its columns."""


class Network:
    """A network; it is unrolled when something of it is asked for."""

    def __init__(self, record: dict[str, Any]):
        require(set(record) == {"d", "items", "stages"}, "the keys of a network")
        self.d, self.items = integer(record["d"]), record["items"]
        self.stages = {name: integer(k) for name, k in record["stages"].items()}
        require(all(0 <= k <= len(self.items) for k in self.stages.values()), "a stage that is not there")

    @cached_property
    def layers(self) -> list[Layer]:
        """All layers in order."""
        return self._unrolled[0]

    @cached_property
    def ends(self) -> list[int]:
        """How many layers the first k items make, for k = 0, 1, ..."""
        return self._unrolled[1]

    @cached_property
    def _unrolled(self) -> tuple[list[Layer], list[int]]:
        layers: list[Layer] = []
        ends = [0]
        for item in self.items:
            self._unroll(item, {}, layers)
            ends.append(len(layers))
        return layers, ends

    def _unroll(self, item: dict[str, Any], variables: dict[str, Fraction], layers: list[Layer]) -> None:
        require(isinstance(item, dict) and len(item) == 1, "an item of a network")
        ((kind, data),) = item.items()
        if kind == "group":
            turns = [variables]
        elif kind == "family":
            start, step, count = rational(data["start"]), rational(data["step"]), integer(data["count"])
            require(count >= 0, "the count of a family")
            count = count if any(map(has_layers, data["items"])) else 0
            if count > MOST_LAYERS:
                raise Unknown("a family with too many layers")
            turns = [{**variables, data["variable"]: start + k * step} for k in range(count)]
        elif kind == "table":
            rows = [[rational(x) for x in row] for row in data["rows"]]
            require(rows and all(len(row) == len(data["variables"]) for row in rows), "the rows of a table")
            turns = [{**variables, **dict(zip(data["variables"], row, strict=True))} for row in rows]
        else:
            layers.append((kind, data, variables))
            if len(layers) > MOST_LAYERS:
                raise Unknown("a network with too many layers")
            return
        for turn in turns:
            for inner in data["items"]:
                self._unroll(inner, turn, layers)

    def layer(self, k: int, Z: Columns) -> Columns:
        """What layer number k, from 1, makes of Z."""
        require(1 <= k <= len(self.layers), "a layer that is not there")
        require(all(len(column) == self.d for column in Z), "a matrix with other rows than the network")
        kind, data, variables = self.layers[k - 1]
        return tuple(map(tuple, LAYERS[kind](self, data, variables, Z))) if kind in LAYERS else unknown_layer(kind)

    def after(self, k: int, Z: Columns) -> Columns:
        require(0 <= k <= len(self.layers), "so many layers are not there")
        require(all(len(column) == self.d for column in Z), "a matrix with other rows than the network")
        for layer in range(1, k + 1):
            Z = self.layer(layer, Z)
        return Z

    def stage(self, k: int, Z: Columns) -> Columns:
        require(0 <= k < len(self.ends), "a stage that is not there")
        return self.after(self.ends[k], Z)

    def quantity(self, name: str) -> Fraction:
        """Of `["network", name, quantity]`."""
        layers = [inside(kind, data) for kind, data, _ in self.layers]
        of = [kind for kind, _ in layers]
        heads = [data["heads"] for kind, data in layers if kind in ATTENTION]
        forward = [data for kind, data in layers if kind == "feed_forward"]
        sizes = [self._size(kind, data) for kind, data in layers]
        quantities = {
            "attention layers": lambda: len(heads),
            "feed-forward layers": lambda: len(forward),
            "heads": lambda: max(map(len, heads), default=0),
            "head size": lambda: max(
                (len(head[key]) for layer in heads for head in layer for key in ("W_V", "W_K")), default=0
            ),
            "hidden size": lambda: max((len(data["W_1"]) for data in forward), default=0),
            "activations outside Phi": lambda: sum(not in_phi(data["activation"]) for data in forward),
            "other layers": lambda: sum(kind in OTHERS for kind in of),
            "parameters": lambda: sum(sizes),
            "largest layer parameters": lambda: max(sizes, default=0),
        }
        if name not in quantities:
            raise Unknown(f"the quantity {name!r}")
        return Fraction(quantities[name]())

    def _size(self, kind: str, data: dict[str, Any]) -> int:
        if kind in ATTENTION:
            return sum(2 * self.d * (len(head["W_V"]) + len(head["b_Q"])) + len(head["b_Q"]) for head in data["heads"])
        keys = {
            "feed_forward": ("W_1", "b_1", "W_2", "b_2"),
            "positional encoding": ("E",),
            "bilinear projection": ("W_O", "W_P"),
            "separable convolution": ("W_O", "W_C"),
            "layer normalisation": ("gain", "bias"),
        }
        return sum(len(row) if isinstance(row, list) else 1 for key in keys[kind] for row in data[key])

    def stands_for_orbits(self) -> bool:
        """Whether what it does not depend on the order of columns (sections 6 and 9)."""
        return not any(
            kind in BY_PLACES
            or (kind == "attention" and data["tie_rule"] != "average")
            or (kind in ATTENTION and data.get("mask") is not None)
            for kind, data in (inside(kind, data) for kind, data, _ in self.layers)
        )


def inside(kind: str, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The layer that is rounded; any other layer itself."""
    if kind != ROUNDED:
        return kind, data
    ((inner, fields),) = data["layer"].items()
    return inner, fields


def has_layers(item: dict[str, Any]) -> bool:
    """Whether there is a layer in an item, if it is gone through at all."""
    ((kind, data),) = item.items()
    return kind not in ("group", "family", "table") or any(map(has_layers, data["items"]))


def unknown_layer(kind: str) -> Columns:
    raise Unknown(f"a layer of kind {kind!r}")


def in_phi(pieces: list[dict[str, Any]]) -> bool:
    wide = [piece for piece in pieces if piece["from"] is None or piece["from"] != piece["to"]]
    return len(pieces) <= 3 and any(piece["slope"] == 0 for piece in wide)


def speaks_of_reals(record: Any) -> bool:
    """Whether a network has a softmax attention layer, a layer normalisation or a weight that is a real, unrounded."""
    if isinstance(record, dict):
        return ROUNDED not in record and (
            "softmax attention" in record
            or "layer normalisation" in record
            or any(map(speaks_of_reals, record.values()))
        )
    if isinstance(record, list):
        real = bool(record) and isinstance(record[0], str) and record[0] in ("exp", "log", "sqrt", "pi")
        return real or any(map(speaks_of_reals, record))
    return False


def rounds(record: Any) -> bool:
    """Whether a network has a rounded layer."""
    if isinstance(record, dict):
        return ROUNDED in record or any(map(rounds, record.values()))
    return isinstance(record, list) and any(map(rounds, record))


# ---- weights


def weight(data: Any, variables: dict[str, Fraction]) -> Number:
    if isinstance(data, dict):
        number = rational(data["constant"])
        for name, coefficient in data.items():
            if name != "constant":
                require(name in variables, "a variable that no family binds")
                number += rational(coefficient) * variables[name]
        return number
    if not isinstance(data, list):
        return rational(data)
    op, *parts = data
    if op == "pi":
        return reals.pi()
    if op == "^":
        base = weight(parts[0], {})
        return base ** parts[1] if parts[1] >= 0 else _inverse(base) ** -parts[1]
    values = [weight(part, {}) for part in parts]
    if op in ("exp", "log", "sqrt"):
        return getattr(reals, op)(values[0])
    require(op in ("+", "*"), "a weight that is no number")
    number = values[0]
    for value in values[1:]:
        number = number + value if op == "+" else number * value
    return number


def _inverse(x: Number) -> Number:
    from tests.attack.brute_force.forms import inverse

    return inverse(x)


def matrix(rows: Any, variables: dict[str, Fraction], height: int | None, width: int | None) -> list[list[Number]]:
    entries = [[weight(x, variables) for x in row] for row in rows]
    require(height is None or len(entries) == height, "a weight matrix with another number of rows")
    require(
        all(len(row) == (len(entries[0]) if width is None else width) for row in entries), "a weight matrix's columns"
    )
    return entries


def times(A: list[list[Number]], column: Any) -> list[Number]:
    """A matrix times a column."""
    return [dot(row, column) for row in A]


def dot(a: Any, b: Any) -> Number:
    total: Number = Fraction(0)
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def added(Z: Columns, others: list[list[Number]]) -> list[list[Number]]:
    return [[x + y for x, y in zip(a, b, strict=True)] for a, b in zip(Z, others, strict=True)]


# ---- layers: each gives the columns of its value


def attention(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    rule = data["tie_rule"]
    require(rule in ("average", "leftmost", "rightmost"), "a tie rule")
    require("mask" not in data or data["mask"] is not None, "a mask that is null")
    seen = masked(data.get("mask"), len(Z))
    return attending(net, data["heads"], variables, Z, lambda scores, j: hardmax(scores, rule, seen(j)))


def masked(mask: Any, n: int) -> Any:
    """For each column j, from 0, those that it attends to (section 4)."""
    require(mask in (None, "causal", "strictly causal") or len(mask) == n, "a mask of another size")
    until = {None: lambda j: n, "causal": lambda j: j + 1, "strictly causal": lambda j: j}
    if isinstance(mask, list):
        return lambda j: [k for k in range(n) if mask[k][j]]
    return lambda j: list(range(until[mask](j)))


def softmax_attention(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    n = len(Z)
    seen = masked(data["mask"], n)

    def weights(scores: list[Number], j: int) -> list[Number]:
        here = seen(j)
        powers = {k: reals.exp(scores[k] - scores[here[0]]) for k in here}
        total: Number = Fraction(0)
        for power in powers.values():
            total = total + power
        return [powers[k] * _inverse(total) if k in powers else Fraction(0) for k in range(n)]

    return attending(net, data["heads"], variables, Z, weights)


def attending(net: Network, heads: Any, variables: Any, Z: Columns, weights: Any) -> list[list[Number]]:
    require(heads, "attention without a head")
    columns: list[list[Number]] = [list(column) for column in Z]
    for head in heads:
        W_V = matrix(head["W_V"], variables, None, net.d)
        W_O, W_K = matrix(head["W_O"], variables, net.d, len(W_V)), matrix(head["W_K"], variables, None, net.d)
        W_Q, b_Q = matrix(head["W_Q"], variables, len(W_K), net.d), [weight(x, variables) for x in head["b_Q"]]
        require(W_V and W_K and len(b_Q) == len(W_K), "the size of a head")
        keys = [times(W_K, column) for column in Z]
        values = [times(W_O, times(W_V, column)) for column in Z]
        for j, column in enumerate(Z):
            query = [x + b for x, b in zip(times(W_Q, column), b_Q, strict=True)]
            a = weights([dot(key, query) for key in keys], j)
            for k, value in enumerate(values):
                columns[j] = [x + a[k] * y for x, y in zip(columns[j], value, strict=True)]
    return columns


def hardmax(scores: list[Number], rule: str, seen: list[int]) -> list[Number]:
    best = [k for k in seen if all(compare(scores[k], scores[other]) >= 0 for other in seen)]
    best = {"average": best, "leftmost": best[:1], "rightmost": best[-1:]}[rule]
    return [Fraction(1, len(best)) if k in best else Fraction(0) for k in range(len(scores))]


def feed_forward(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    W_1 = matrix(data["W_1"], variables, None, net.d)
    b_1 = [weight(x, variables) for x in data["b_1"]]
    W_2, b_2 = matrix(data["W_2"], variables, net.d, len(W_1)), [weight(x, variables) for x in data["b_2"]]
    require(len(b_1) == len(W_1) and len(b_2) == net.d, "the sizes of a feed-forward layer")
    columns = []
    for column in Z:
        hidden = [activated(data["activation"], x + b) for x, b in zip(times(W_1, column), b_1, strict=True)]
        columns.append([x + b for x, b in zip(times(W_2, hidden), b_2, strict=True)])
    return added(Z, columns)


def activated(pieces: Any, x: Number) -> Number:
    for piece in pieces:
        low, high = (None if piece[key] is None else rational(piece[key]) for key in ("from", "to"))
        above = low is None or compare(x, low) > 0 or (piece["from_closed"] and compare(x, low) == 0)
        if above and (high is None or compare(x, high) < 0 or (piece["to_closed"] and compare(x, high) == 0)):
            return x * rational(piece["slope"]) + rational(piece["intercept"])
    raise Invalid("an activation that does not cover the line")


def positional_encoding(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    E = matrix(data["E"], {}, net.d, len(Z))
    return added(Z, [[row[j] for row in E] for j in range(len(Z))])


def bilinear_projection(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    W_O, W_P = matrix(data["W_O"], variables, net.d, net.d), matrix(data["W_P"], variables, len(Z), len(Z))
    rows = list(zip(*Z, strict=True))
    mixed = [[dot(row, [W_P[k][j] for k in range(len(Z))]) for row in rows] for j in range(len(Z))]
    return added(Z, [times(W_O, column) for column in mixed])


def separable_convolution(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    W_O, W_C, c = (
        matrix(data["W_O"], variables, net.d, net.d),
        matrix(data["W_C"], variables, net.d, None),
        data["centre"],
    )
    mixed = []
    for j in range(len(Z)):
        column: list[Number] = []
        for i in range(net.d):
            total: Number = Fraction(0)
            for t in range(1, len(W_C[i]) + 1):
                place = j + integer(c) - t
                total = total + (W_C[i][t - 1] * Z[place][i] if 0 <= place < len(Z) else Fraction(0))
            column.append(total)
        mixed.append(column)
    return added(Z, [times(W_O, column) for column in mixed])


def layer_normalisation(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    gain, bias = ([weight(x, variables) for x in data[key]] for key in ("gain", "bias"))
    epsilon = rational(data["epsilon"])
    require(len(gain) == len(bias) == net.d and epsilon >= 0, "a layer normalisation")
    ones = [Fraction(1)] * net.d
    columns = []
    for column in Z:
        centred = [x - dot(ones, column) * Fraction(1, net.d) for x in column]
        root = reals.sqrt(dot(centred, centred) * Fraction(1, net.d) + epsilon)
        columns.append([g * x * _inverse(root) + b for g, x, b in zip(gain, centred, bias, strict=True)])
    return columns


def rounded_layer(net: Network, data: Any, variables: Any, Z: Columns) -> list[list[Number]]:
    require(set(data) == {"format", "layer"} and len(data["layer"]) == 1, "a rounded layer")
    kind, fields = inside(ROUNDED, data)
    require(kind != ROUNDED, "a layer that is rounded again")
    if data["format"] not in FORMATS or kind not in LAYERS:
        raise Unknown("a format, or a layer that is rounded")
    return [[nearest(data["format"], x) for x in column] for column in LAYERS[kind](net, fields, variables, Z)]


def nearest(name: str, x: Number) -> Fraction:
    """The number of a format that is nearest to x, found by halving: between which two neighbours x is, and which side.

    All numbers >= 0 of a format, and those beyond the greatest, are counted: number c is (2^(p - 1) + r) 2^(e - p + 1)
    with c = 2^(p - 1) (e - a + 1) + r, and c 2^(a - p + 1) where c < 2^(p - 1).
    """
    if isinstance(x, Affine):
        raise Unknown("a number that is rounded on a cell")
    p, a, b = FORMATS[name]
    half = 2 ** (p - 1)

    def number(c: int) -> Fraction:
        steps, rest = divmod(c, half)
        return c * Fraction(2) ** (a - p + 1) if not steps else (half + rest) * Fraction(2) ** (a + steps - p)

    negative = compare(x, Fraction(0)) < 0
    size = x * Fraction(-1) if negative else x
    low, high = 0, half * (b - a + 3)
    if compare(size, number(high)) >= 0:
        low = high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if compare(size, number(middle)) >= 0 else (low, middle)
    side = 0 if low == high else compare(size, (number(low) + number(high)) / 2)
    chosen = high if side > 0 or (side == 0 and low % 2) else low
    greatest = half * (b - a + 2) - 1 - (name == "float8_e4m3fn")
    require(chosen <= greatest or name == "float4_e2m1fn", "a number too large for its format")
    built = number(min(chosen, greatest))
    return -built if negative else built


LAYERS: Final[dict[str, Any]] = {
    "attention": attention,
    "softmax attention": softmax_attention,
    "feed_forward": feed_forward,
    "positional encoding": positional_encoding,
    "bilinear projection": bilinear_projection,
    "separable convolution": separable_convolution,
    "layer normalisation": layer_normalisation,
    ROUNDED: rounded_layer,
}
