"""A random small claim by its number: what is asked, as data."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from tests.attack.claims.domains import Domains
from tests.attack.claims.networks import Networks, rounding, shape_of
from tests.attack.claims.setting import Setting, Term
from tests.attack.claims.terms import RELATIONS, AffineTerms, Terms, flat, param

FOLDS: Final = ("each", "each", "each", "distinct", "apart", "sum", "own")
ENGINES: Final = ("auto", "auto", "auto", "literal", "batches", "vectors")
WILD: Final = 0.15
"""How often a number of a claim is one that may have no value, in the claims that have such."""


@dataclass(frozen=True)
class Drawn:
    """What a claim asks, its instance, and how it is to be decided."""

    number: int
    box: dict[str, int]
    definitions: list[Any]
    networks: dict[str, Any]
    domains: dict[str, Any]
    steps: list[dict[str, Any]]
    parts: list[dict[str, Any]]
    engine: str
    scope: str
    kind: str
    """"plain", "wild" (where numbers may have no value), "reals" or "cells"."""

    @property
    def judged(self) -> list[str]:
        return [step["name"] for step in self.steps if step["kind"] == "statement"]


def drawn(seed: int, number: int) -> Drawn:
    """The claim with this number."""
    chance = random.Random(f"claims:{seed}:{number}")
    draw = chance.random()
    kind = "reals" if draw < 0.06 else "cells" if draw < 0.10 else "wild" if draw < 0.15 else "plain"
    return Drawing(chance, number, kind).claim()


class Drawing:
    """Draws the pieces of one claim."""

    def __init__(self, chance: random.Random, number: int, kind: str) -> None:
        self.chance, self.number, self.kind = chance, number, kind
        d, n = chance.choice([(1, 1), (1, 2), (1, 2), (1, 3), (2, 1), (2, 2), (2, 2), (2, 3)])
        if kind == "reals":
            n = min(n, 2)
        self.box = {"d": d, "n": n, "m": chance.choice([2, 2, 3]), "k": chance.choice([1, 2, 3])}
        self.definitions: list[Any] = []
        self.defined: dict[str, bool] = {}
        self.networks: dict[str, Any] = {}
        self.domains: dict[str, Any] = {}
        self.steps: list[dict[str, Any]] = []

    def claim(self) -> Drawn:
        networks = Networks(self.chance, self.box["d"], self.box["n"], self.box["m"])
        for name in ("f", "g")[: self.chance.choice([1, 1, 2])]:
            if self.kind == "cells":
                self.networks[name] = networks.token_wise()
            else:
                self.networks[name] = networks.network(self.kind == "reals" and self.chance.random() < 0.6)
        for k in range(self.chance.randint(0, 2)):
            self.define(f"c{k + 1}")
        self.draw_domains()
        for k in range(self.chance.choice([1, 2, 2, 3])):
            self.step(f"s{k + 1}")
        engine = self.chance.choice(ENGINES) if self.kind in ("plain", "wild") else "auto"
        scope = "runs" if self.kind == "plain" and self.chance.random() < 0.1 else "enumerated"
        apart = random.Random(f"rounding:{self.number}:{self.box}:{self.networks}")  # so that all else is drawn as ever
        share = {"cells": 0, "reals": 0.5}.get(self.kind, 0.2)
        if scope == "enumerated" and apart.random() < share:  # runs and cells are of layers that are affine
            for network in self.networks.values():
                network["items"] = rounding(apart, network["items"])
        return Drawn(self.number, self.box, self.definitions, self.networks, self.domains, self.steps, self.parts(),
                     "auto" if scope == "runs" else engine, scope, self.kind)  # fmt: skip

    def setting(self, columns: int, reals: bool = False, networks: bool = True) -> Setting:
        shapes = {name: shape_of(network, self.box["n"]) for name, network in self.networks.items()}
        wild = WILD if self.kind == "wild" else 0.0
        return Setting(self.chance, self.box, shapes if networks else {}, dict(self.defined), columns, reals, wild)

    def define(self, name: str) -> None:
        real = self.kind == "reals" and self.chance.random() < 0.5
        setting = self.setting(0, networks=False)
        setting.wild = 0.0  # where a definition has no value, nothing is decided
        terms = Terms(setting)
        term = flat("*", ["sqrt", self.chance.choice([2, 3])], terms.small()) if real else terms.number(2)
        self.definitions.append([name, term])
        self.defined[name] = real

    def draw_domains(self) -> None:
        domains = Domains(self.chance, self.box)
        for k in range(self.chance.choice([1, 1, 2])):
            if self.kind == "cells":
                self.domains.setdefault(f"cells {k + 1}", domains.cells())
            else:
                most = 6 if self.kind == "reals" else self.chance.choice([8, 20, 40])
                self.domains.setdefault(*domains.domain(f"domain {k + 1}", most))

    # ---- steps

    def over(self) -> tuple[list[str], int]:
        """The domains of a step, and the number of columns of their points."""
        if self.chance.random() < 0.08 and self.kind != "cells":
            return [], 0
        first = self.chance.choice(list(self.domains))
        n = self.box["n"]
        columns = {name: 2 * n if spec["kind"] == "pairs" else n for name, spec in self.domains.items()}
        over = [name for name in self.domains if columns[name] == columns[first]]
        return (over if self.chance.random() < 0.3 else [first]), columns[first]

    def step(self, name: str) -> None:
        over, columns = self.over()
        kind = self.chance.choice(["statement", "statement", "statement", "proof line"])
        asked: dict[str, Any] = {
            "name": name, "kind": kind, "says": f"in words, {name}", "over": over, "fold": "each",
            "given": None, "bound": None, "relation": None,
        }  # fmt: skip
        if self.kind == "cells":
            affine = AffineTerms(self.setting(1))
            given = affine.truth(0) if self.chance.random() < 0.3 else None
            self.add({**asked, "given": given, "term": affine.truth(1)})
            return
        real = self.kind == "reals"
        setting = self.setting(columns, real and self.chance.random() < 0.8)
        terms = Terms(setting)
        if self.chance.random() < 0.35:
            asked["given"] = terms.truth(1 if self.chance.random() < 0.7 else 2)
        fold = self.chance.choice(FOLDS) if over and not setting.reals else "each"
        if fold == "each":
            asked["term"] = terms.truth(self.chance.choice([1, 2] if real else [1, 2, 2, 3, 3]))
        else:
            asked |= self.folded(fold, terms)
        self.add(asked)

    def add(self, asked: dict[str, Any]) -> None:
        """The step, and at times one that repairs it."""
        self.steps.append(asked)
        if asked["kind"] == "proof line" and self.chance.random() < 0.4:
            weaker = ["or", asked["term"], ["=", 1, 1]] if asked["fold"] == "each" else asked["term"]
            self.steps.append({**asked, "name": f"{asked['name']}@repaired", "kind": "repaired", "term": weaker})

    def folded(self, fold: str, terms: Terms) -> dict[str, Any]:
        """A fold of all points, with its bound."""
        length = 1
        term: Term = terms.number(2)
        if fold != "sum" and self.chance.random() < 0.4:
            term, length = terms.row(2)
        known = Terms(self.setting(0))
        if fold == "apart":
            return {"fold": fold, "term": term, "bound": known.number(1), "relation": self.chance.choice([">=", ">"])}
        if fold == "sum":
            relation = self.chance.choice([relation for relation in RELATIONS if relation != "!="])
            return {"fold": fold, "term": term, "bound": known.number(1), "relation": relation}
        return {"fold": fold if fold == "distinct" else self.own_fold(length), "term": term}

    def own_fold(self, length: int) -> dict[str, Any]:
        """One or two numbers that are accumulated, none of which can grow fast."""
        count = self.chance.randint(1, 2)
        setting = self.setting(0, networks=False)
        start = [Terms(setting).known() for _ in range(count)]
        setting.accumulator, setting.numbers = count, length

        def item(of: str, most: int) -> Term:
            return ["item", [of], self.chance.randint(1, most)]

        def following() -> Term:
            a, x = item("accumulator", count), item("numbers", length)
            relation = self.chance.choice(RELATIONS)
            return setting.pick(
                (3, lambda: flat("+", a, x)),
                (2, lambda: ["if", [relation, a, x], a, x]),
                (1, lambda: x),
                (1, lambda: flat("+", a, 1)),
                (1, lambda: ["-", x, a]),
                (1, lambda: ["if", [relation, x, param("k")], flat("+", a, 1), 0]),
            )

        following_ones = [following() for _ in range(count)]
        setting.numbers = 0
        return {"start": start, "next": following_ones, "holds": Terms(setting).truth(1)}

    def parts(self) -> list[dict[str, Any]]:
        """Parts of the statement, if any are named."""
        judged = [step["name"] for step in self.steps if step["kind"] == "statement"]
        if not judged or self.chance.random() < 0.7:
            return []
        some = self.chance.sample(judged, self.chance.randint(1, len(judged)))
        undecided = self.chance.random() < 0.3
        parts = [{"words": "for some", "steps": some, "undecided": "one is tried" if undecided else None}]
        if self.chance.random() < 0.5:
            parts.append({"words": "for all", "steps": [], "undecided": "nobody tries all"})
        return parts
