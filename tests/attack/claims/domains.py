"""Random domains of all kinds with few points, as data."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from tests.attack.claims.terms import literal, param

Spec = dict[str, Any]
IDS: Final = ["list", "i", 1, param("d"), ["^", param("m"), ["-", ["var", "i"], 1]]]
OUTSIDE: Final = ["neg", ["^", param("m"), ["*", param("n"), param("d")]]]
GRID: Final = {"levels": {"start": 0, "step": ["/", 1, param("m")], "count": param("m")}, "ids": IDS}
PAPER: Final[dict[str, Spec]] = {
    "extended_grid": {"kind": "orbits", **GRID, "special": [OUTSIDE], "repeats": "allowed", "specials": "allowed"},
    "grid": {"kind": "orbits", **GRID, "special": [OUTSIDE], "repeats": "allowed", "specials": "none"},
    "category1": {"kind": "orbits", **GRID, "special": [OUTSIDE], "repeats": "forbidden", "specials": "none"},
    "category2": {"kind": "orbits", **GRID, "special": [OUTSIDE], "repeats": "required", "specials": "none"},
    "category3": {"kind": "orbits", **GRID, "special": [OUTSIDE], "repeats": "allowed", "specials": "required"},
    "all_sequences": {"kind": "sequences", **GRID, "special": [OUTSIDE]},
    "grid_sequences": {"kind": "sequences", **GRID, "special": []},
}
"""The grids of Yun et al. 2020, by the names that authors import."""
NAMED: Final = {
    "extended_grid": "G+", "grid": "G", "category1": "category 1", "category2": "category 2",
    "category3": "category 3", "all_sequences": "G+ in every order", "grid_sequences": "G in every order",
}  # fmt: skip
KINDS: Final = ("levels", "vocabulary", "product", "list", "chosen", "pairs", "paper")
MOST_POINTS: Final = 40


@dataclass
class Domains:
    """Draws domains at an instance."""

    chance: random.Random
    box: dict[str, int]

    def domain(self, name: str, most: int = MOST_POINTS, halves: bool = False) -> tuple[str, Spec]:
        """A name and a spec of a domain with not too many points; one that may be paired with itself, if asked."""
        for _ in range(12):
            kind = self.chance.choice(KINDS[:4] if halves else KINDS)
            spec = getattr(self, kind)()
            named = name
            if kind == "paper":
                key = self.chance.choice(list(PAPER))
                named, spec = NAMED[key], PAPER[key]
            if spec["kind"] == "pairs":
                named = f"pairs of {name}"
            if self.most_points(spec) <= most:
                return named, spec
        return name, {"kind": "list", "points": [[[0] * self.box["n"]] * self.box["d"]]}

    def paper(self) -> Spec:
        return PAPER["grid"]

    def pairs(self) -> Spec:
        _, spec = self.domain("halves", most=6, halves=True)
        return {"kind": "pairs", "of": spec}

    def cells(self) -> Spec:
        """All reals, or a box."""
        if self.chance.random() < 0.5:
            return {"kind": "cells", "columns": 1}
        low = self.chance.choice([0, -1, ["/", 1, 2]])
        return {"kind": "cells", "columns": 1, "from": low, "to": self.chance.choice([1, 2, ["/", 3, 2]])}

    def levels(self) -> Spec:
        start, step = self.entry(), literal(Fraction(self.chance.choice([1, 1, 1, 2]), self.chance.choice([1, 1, 2])))
        count = self.chance.choice([1, 2, 2, 3, 4, param("k")])
        ids = ["list", "i", 1, param("d"), ["^", count, ["-", ["var", "i"], 1]]]
        spec: Spec = {"levels": {"start": start, "step": step, "count": count}, "special": [], "ids": ids}
        if self.chance.random() < 0.5:
            return {"kind": "sequences", **spec}
        repeats = self.chance.choice(["allowed", "allowed", "allowed", "forbidden", "required"])
        return {"kind": "orbits", **spec, "repeats": repeats, "specials": "none"}

    def vocabulary(self) -> Spec:
        columns = self.columns(self.chance.randint(1, 4))
        if self.chance.random() < 0.5:
            return {"kind": "sequences", "columns": columns}
        return {
            "kind": "orbits",
            "columns": columns,
            "repeats": self.chance.choice(["allowed", "forbidden", "required"]),
        }

    def product(self) -> Spec:
        return {"kind": "product", "columns": [self.columns(self.chance.randint(1, 3)) for _ in range(self.box["n"])]}

    def list(self) -> Spec:
        return {"kind": "list", "points": self.points(self.chance.choice([0, 1, 2, 3, 3, 4, 4, 5, 5, 5]))}

    def chosen(self) -> Spec:
        """Of as many lists as k may be at most."""
        lists = [{"kind": "list", "points": self.points(self.chance.randint(1, 4))} for _ in range(3)]
        return {"kind": "chosen", "parameter": "k", "of": lists}

    # ---- columns and entries

    def entry(self) -> Any:
        whole = self.chance.choice([-2, -1, 0, 0, 0, 1, 1, 2, 3])
        return literal(whole if self.chance.random() < 0.75 else Fraction(whole, self.chance.choice([2, 3])))

    def column(self) -> list[Any]:
        return [self.entry() for _ in range(self.box["d"])]

    def columns(self, count: int) -> list[Any]:
        return different([self.column() for _ in range(count)])

    def points(self, count: int) -> list[Any]:
        return different(
            [[[self.entry() for _ in range(self.box["n"])] for _ in range(self.box["d"])] for _ in range(count)]
        )

    def most_points(self, spec: Spec) -> int:
        """No fewer than its points."""
        n, kind = self.box["n"], spec["kind"]
        if kind == "pairs":
            return self.most_points(spec["of"]) ** 2
        if kind == "list":
            return len(spec["points"])
        if kind == "chosen":
            return 5
        if kind == "product":
            return math.prod(map(len, spec["columns"]))
        if "columns" in spec:
            count = len(spec["columns"])
        else:
            levels = spec["levels"]["count"]
            size = levels if isinstance(levels, int) else self.box[levels[1]]
            special = len(spec["special"]) if spec.get("specials") != "none" else 0
            count = (size + special) ** self.box["d"]
        return int(count**n) if kind == "sequences" else math.comb(count + n - 1, n)


def different(values: list[Any]) -> list[Any]:
    """Each once."""
    return [value for k, value in enumerate(values) if value not in values[:k]]
