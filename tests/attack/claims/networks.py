"""Random networks of all layer kinds, tie rules, masks and items, as data."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from tests.attack.claims.setting import Shape

Item = dict[str, Any]
Entry = Any
FAMILY, TABLE = "s", ("t", "w")
"""The variables of families and of tables."""


def written(x: int | Fraction) -> int | str:
    """A rational as a certificate has it."""
    fraction = Fraction(x)
    return fraction.numerator if fraction.denominator == 1 else f"{fraction.numerator}/{fraction.denominator}"


@dataclass
class Networks:
    """Draws networks for matrices with d rows, and n columns where it matters."""

    chance: random.Random
    d: int
    n: int
    m: int

    def network(self, real: bool = False) -> dict[str, Any]:
        """A network of up to three items."""
        draw = self.chance.random()
        if draw < 0.25 and not real:
            items = self.of_ids()
        else:
            items = [self.item(()) for _ in range(self.chance.choice([1, 1, 2, 3]))]
        if real:
            items = [*items[:1], self.real_layer()]
            self.chance.shuffle(items)
        return self.of(items)

    def of(self, items: list[Item]) -> dict[str, Any]:
        return {"d": self.d, "items": items, "stages": {"middle": len(items) // 2, "output": len(items)}}

    def token_wise(self) -> dict[str, Any]:
        """A network that treats every entry alone."""

        def diagonal() -> list[list[Any]]:
            return [[self.rational() if i == j else 0 for j in range(self.d)] for i in range(self.d)]

        layer = {
            "W_1": diagonal(), "b_1": self.vector(self.d, ()), "W_2": diagonal(), "b_2": self.vector(self.d, ()),
            "activation": self.activation(),
        }  # fmt: skip
        return self.of([{"feed_forward": layer}] * self.chance.choice([1, 1, 1, 2]))

    # ---- items

    def item(self, variables: tuple[str, ...]) -> Item:
        """A layer, or a family, a table or a group of some."""
        draw = self.chance.random()
        if draw < 0.12 and FAMILY not in variables:
            family = {
                "variable": FAMILY,
                "start": self.rational(),
                "step": self.rational(),
                "count": self.chance.randint(0, 3),
            }
            return {"family": {**family, "items": [self.layer((*variables, FAMILY))]}}
        if draw < 0.22 and TABLE[0] not in variables:
            names = list(TABLE[: self.chance.randint(1, 2)])
            rows = [[self.rational() for _ in names] for _ in range(self.chance.randint(1, 3))]
            return {"table": {"variables": names, "rows": rows, "items": [self.layer((*variables, *names))]}}
        if draw < 0.27:
            return {"group": {"name": "a group", "items": [self.item(variables)]}}
        return self.layer(variables)

    def of_ids(self) -> list[Item]:
        """Layers that read the column ids alone, as those of Yun et al. 2020; families with moving thresholds."""
        items: list[Item] = []
        for _ in range(self.chance.choice([1, 1, 2])):
            gain = Fraction(self.chance.choice([1, 2, self.m**self.d, -3]))
            gains = self.chance.choice([[gain, -gain], [gain, -gain], [gain], [gain, gain], [gain, -gain / 2]])
            moving = self.chance.random() < 0.6
            rule = self.chance.choice(["average", "average", "leftmost", "rightmost"])
            heads = [self.id_head(factor, moving) for factor in gains]
            layer = {"attention": {"tie_rule": rule, "heads": heads}}
            if moving:
                start, step = (
                    self.chance.choice([0, self.m**self.d - 1, -1]),
                    self.chance.choice([1, 1, -1, Fraction(1, 2)]),
                )
                family = {
                    "variable": FAMILY,
                    "start": written(Fraction(start, self.m)),
                    "step": written(Fraction(step) / self.m),
                }
                layer = {"family": {**family, "count": self.chance.randint(1, self.m**self.d + 1), "items": [layer]}}
            items.append(layer)
        return items

    def id_head(self, gain: Fraction, moving: bool) -> dict[str, Any]:
        ids = [[self.m**i for i in range(self.d)]]
        offset = written(-Fraction(self.chance.choice([1, -1, 0, 2, 3]), 2 * self.m))
        bias = {"constant": offset, FAMILY: self.chance.choice([-1, -1, -1, 1])} if moving else offset
        first = [[written(gain)], *([0] for _ in range(self.d - 1))]
        return {"W_O": first, "W_V": ids, "W_K": ids, "W_Q": ids, "b_Q": [bias]}

    # ---- layers

    def layer(self, variables: tuple[str, ...]) -> Item:
        kinds: list[tuple[int, Callable[[tuple[str, ...]], Item]]] = [
            (5, self.attention), (3, self.feed_forward), (1, self.positional_encoding),
            (1, self.bilinear_projection), (1, self.separable_convolution),
        ]  # fmt: skip
        (kind,) = self.chance.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])
        return kind(variables)

    def real_layer(self) -> Item:
        """Softmax or layer normalisation."""
        if self.chance.random() < 0.5:
            return {"softmax attention": {"heads": self.heads((), 1), "mask": self.mask()}}
        gain, bias = self.vector(self.d, ()), self.vector(self.d, ())
        return {"layer normalisation": {"gain": gain, "bias": bias, "epsilon": self.chance.choice([1, 2, "1/4", 3])}}

    def attention(self, variables: tuple[str, ...]) -> Item:
        rule = self.chance.choice(["average", "average", "leftmost", "rightmost"])
        mask = self.mask()
        heads = self.heads(variables, self.chance.choice([1, 1, 2]))
        return {"attention": {"tie_rule": rule, "heads": heads, **({} if mask is None else {"mask": mask})}}

    def mask(self) -> Any:
        draw = self.chance.random()
        if draw < 0.65:
            return None
        if draw < 0.77:
            return "causal"
        if draw < 0.88:
            return "strictly causal"
        rows = [[self.chance.random() < 0.6 for _ in range(self.n)] for _ in range(self.n)]
        return [[seen or k == j for j, seen in enumerate(row)] for k, row in enumerate(rows)]

    def heads(self, variables: tuple[str, ...], count: int) -> list[dict[str, Any]]:
        def head() -> dict[str, Any]:
            h = self.chance.choice([1, 1, 2])
            shapes = {"W_O": (self.d, h), "W_V": (h, self.d), "W_K": (h, self.d), "W_Q": (h, self.d)}
            return {
                **{key: self.matrix(*shape, variables) for key, shape in shapes.items()},
                "b_Q": self.vector(h, variables),
            }

        return [head() for _ in range(count)]

    def feed_forward(self, variables: tuple[str, ...]) -> Item:
        r = self.chance.choice([1, 1, 2])
        return {
            "feed_forward": {
                "W_1": self.matrix(r, self.d, variables), "b_1": self.vector(r, variables),
                "W_2": self.matrix(self.d, r, variables), "b_2": self.vector(self.d, variables),
                "activation": self.activation(),
            }
        }  # fmt: skip

    def activation(self) -> list[dict[str, Any]]:
        """Up to four pieces that cover the line; an end that two pieces meet at is of one of them."""
        cuts = sorted(self.chance.sample([Fraction(k, 2) for k in range(-3, 5)], self.chance.randint(0, 3)))
        pieces: list[dict[str, Any]] = []
        closed = False
        for k in range(len(cuts) + 1):
            opens = bool(k) and not closed
            closed = k < len(cuts) and (self.chance.random() < 0.5 and (k == 0 or opens))
            ends = {
                "from": written(cuts[k - 1]) if k else None, "from_closed": opens,
                "to": written(cuts[k]) if k < len(cuts) else None, "to_closed": closed,
            }  # fmt: skip
            slope, intercept = self.chance.choice([0, 0, 1, 1, -1, 2, "1/2"]), self.chance.choice([0, 0, 1, -1, "1/2"])
            pieces.append({**ends, "slope": slope, "intercept": intercept})
        return pieces

    def positional_encoding(self, variables: tuple[str, ...]) -> Item:
        return {"positional encoding": {"E": self.matrix(self.d, self.n, ())}}

    def bilinear_projection(self, variables: tuple[str, ...]) -> Item:
        W_O, W_P = self.matrix(self.d, self.d, variables), self.matrix(self.n, self.n, variables)
        return {"bilinear projection": {"W_O": W_O, "W_P": W_P}}

    def separable_convolution(self, variables: tuple[str, ...]) -> Item:
        k = self.chance.randint(1, 3)
        W_O, W_C = self.matrix(self.d, self.d, variables), self.matrix(self.d, k, variables)
        return {"separable convolution": {"W_O": W_O, "W_C": W_C, "centre": self.chance.randint(1, k)}}

    # ---- entries

    def rational(self) -> int | str:
        whole = self.chance.choice([-2, -1, -1, 0, 1, 1, 1, 2, 3])
        return written(whole if self.chance.random() < 0.8 else Fraction(whole, self.chance.choice([2, 3])))

    def entry(self, variables: tuple[str, ...]) -> Entry:
        """An entry, which may move with the variables around it."""
        if not variables or self.chance.random() < 0.6:
            return self.rational()
        name = self.chance.choice(variables)
        return {"constant": self.rational(), name: self.chance.choice([1, -1, 2, "1/2"])}

    def vector(self, size: int, variables: tuple[str, ...]) -> list[Entry]:
        return [self.entry(variables) for _ in range(size)]

    def matrix(self, rows: int, columns: int, variables: tuple[str, ...]) -> list[list[Entry]]:
        return [self.vector(columns, variables) for _ in range(rows)]


FORMATS: Final = (
    "float64", "float32", "tf32", "bfloat16", "float16", "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn",
    "float8_e4m3fn", "float8_e5m2", "float4_e2m1fn",
)  # fmt: skip
"""Those of few bits oftener: there more numbers are rounded."""


def rounding(chance: random.Random, items: list[Item], share: float = 0.7) -> list[Item]:
    """The same items with most of their layers rounded."""
    changed: list[Item] = []
    for item in items:
        ((kind, data),) = item.items()
        if kind in ("family", "table", "group"):
            changed.append({kind: {**data, "items": rounding(chance, data["items"], share)}})
        elif chance.random() < share:
            changed.append({"rounded layer": {"format": chance.choice(FORMATS), "layer": item}})
        else:
            changed.append(item)
    return changed


# ---- what is known of a network


def layers_of(items: list[Item]) -> list[tuple[str, Any]]:
    """All layers, families and tables unrolled, by kind and fields."""
    layers: list[tuple[str, Any]] = []
    for item in items:
        ((kind, data),) = item.items()
        if kind in ("family", "table", "group"):
            times = data["count"] if kind == "family" else len(data["rows"]) if kind == "table" else 1
            layers += layers_of(data["items"]) * times
        else:
            layers += inside(kind, data)
    return layers


def inside(kind: str, data: Any) -> list[tuple[str, Any]]:
    """A layer; of one that is rounded the one inside."""
    return list(data["layer"].items()) if kind == "rounded layer" else [(kind, data)]


def shape_of(network: dict[str, Any], n: int) -> Shape:
    """What terms may ask of it; it takes n columns where a layer takes no other number."""
    layers = layers_of(network["items"])
    placed = any(
        kind in ("positional encoding", "bilinear projection") or isinstance(data.get("mask"), list)
        for kind, data in all_layers(network["items"])
    )
    real = speaks_of_reals(network["items"])
    return Shape(len(network["items"]), len(layers), tuple(network["stages"]), n if placed else None, real)


def speaks_of_reals(items: list[Item]) -> bool:
    """Whether a layer makes reals that is not rounded."""
    kinds = {kind: data for item in items for kind, data in item.items()}
    inner = any(speaks_of_reals(data["items"]) for data in kinds.values() if "items" in data)
    return inner or "softmax attention" in kinds or "layer normalisation" in kinds


def all_layers(items: list[Item]) -> list[tuple[str, Any]]:
    """The same, as they are written: those of a family with no turns, too."""
    layers: list[tuple[str, Any]] = []
    for item in items:
        ((kind, data),) = item.items()
        layers += all_layers(data["items"]) if kind in ("family", "table", "group") else inside(kind, data)
    return layers
