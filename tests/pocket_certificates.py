"""Small certificates that together use everything that the format knows: each operator, layer, domain and fold.

They are written as data, as a certificate has it, and decided by the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from exactua.certificates.reading import problem_of
from exactua.claims.decision import Decision
from exactua.deciding.running import decide
from exactua.terms.language import QUANTITIES

Data = Any

POINT: Final = ["point"]
HALF: Final = ["/", 1, 2]


def v(name: str) -> Data:
    """A variable."""
    return ["var", name]


def p(name: str) -> Data:
    """A parameter."""
    return ["param", name]


def entry(i: Data, j: Data, matrix: Data = POINT) -> Data:
    """An entry of a matrix; by default of the point."""
    return ["entry", matrix, i, j]


def step(name: str, over: Sequence[str], term: Data, **others: Any) -> dict[str, Any]:
    """A step without what was found."""
    fields = ("applicable", "failures", "measure", "points", "reason", "statement", "verdict", "witness")
    asked = {"kind": "statement", "says": "in words", "given": None, "fold": "each", "bound": None, "relation": None}
    return {"name": name, "over": list(over), "term": term, **asked, **dict.fromkeys((*fields, "evidence")), **others}


def asked(
    label: str,
    steps: Sequence[Mapping[str, Any]],
    domains: Mapping[str, Data] | None = None,
    networks: Mapping[str, Data] | None = None,
    definitions: Sequence[Data] = (),
    **parameters: int | str,
) -> dict[str, Any]:
    """The hashed part of a certificate without what was found."""
    return {
        "claim": f"pocket:{label}",
        "title": "a claim",
        "source": "by hand",
        "parameters": {"d": 1, "n": 2, "m": 2, **parameters},
        "definitions": list(definitions),
        "values": {},
        "networks": dict(networks or {}),
        "domains": [
            {"name": name, "spec": spec, "points": None, "decided": [], "evidence": {}}
            for name, spec in (domains or {}).items()
        ],
        "steps": list(steps),
        "judged": [record["name"] for record in steps if record["kind"] == "statement"],
        "scope": "enumerated",
        "parts": [],
        "verdict": "holds",
        "prime": "0x1fffffffffffffff",
    }


# ---- domains ----------------------------------------------------------------------------------------------------


def levels(count: Data, *special: Data, ids: Data = 1, **others: str) -> dict[str, Any]:
    """Orbits, or (without `repeats` and `specials`) sequences, of columns with the entries 0, 1, ... and special ones."""
    return {
        "kind": "orbits" if others else "sequences",
        "levels": {"start": 0, "step": 1, "count": count},
        "special": list(special),
        "ids": ["list", "i", 1, p("d"), ids],
        **others,
    }


ORBITS: Final = levels(p("m"), repeats="allowed", specials="none")
SEQUENCES: Final = levels(2)


# ---- networks ---------------------------------------------------------------------------------------------------


def attention(tie_rule: str = "average", **others: Data) -> dict[str, Any]:
    """(a, b) -> (a + max, b + max), for d = 1."""
    head = {"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[0]], "b_Q": [1], **others}
    return {"attention": {"tie_rule": tie_rule, "heads": [head]}}


def masked(mask: Data, tie_rule: str) -> dict[str, Any]:
    """The same for the columns that a mask leaves."""
    layer = attention(tie_rule)
    layer["attention"]["mask"] = mask
    return layer


def piece(start: Data, opens: bool, stop: Data, closes: bool, slope: Data, intercept: Data = 0) -> dict[str, Any]:
    """One piece of an activation."""
    keys = ("from", "from_closed", "to", "to_closed", "slope", "intercept")
    return dict(zip(keys, (start, opens, stop, closes, slope, intercept), strict=True))


STEP: Final = [piece(None, False, 0, False, 0), piece(0, True, "1/2", True, 2), piece("1/2", False, None, False, 0, 1)]


def feed_forward(d: int = 1, bias: Data = 0, activation: Data = None) -> dict[str, Any]:
    """Z -> Z + activation(Z + bias), entry by entry."""
    identity = [[int(i == j) for j in range(d)] for i in range(d)]
    layer = {"W_1": identity, "b_1": [bias] * d, "W_2": identity, "b_2": [0] * d, "activation": activation or STEP}
    return {"feed_forward": layer}


def network(*items: Data, d: int = 1, **stages: int) -> dict[str, Any]:
    """A network of these items."""
    return {"d": d, "items": list(items), "stages": stages or {"output": len(items)}}


def stage(name: str, where: Data = "output", matrix: Data = POINT) -> Data:
    """What a network makes of a matrix."""
    return ["stage", name, where, matrix]


# ---- the certificates -------------------------------------------------------------------------------------------


def terms() -> dict[str, Any]:
    """Every operator that needs no network, at two points and at none."""
    k, j = v("k"), v("j")
    static = [
        (
            "arithmetic",
            ["=", ["+", p("m"), ["*", 2, ["def", "half"]], ["neg", 1]], ["-", ["^", 2, 2], ["/", ["def", "one"], 2]]],
        ),
        ("relations", ["and", ["<", 0, 1], ["<=", 1, 1], [">", 1, 0], [">=", 1, 1], ["!=", 1, 2]]),
        ("logic", ["or", ["not", ["<", 0, 1]], ["implies", ["<", 1, 0], ["<", 1, 0]], ["<", 2, 1]]),
        ("ranges", ["and", ["in", 1, 1, 2], ["not in", 0, 1, 2]]),
        ("choice", ["=", ["if", ["<", 0, 1], 3, ["/", 1, 0]], ["select", 2, 5, 3]]),
        ("floor", ["=", ["floor", ["/", -1, 2]], -1]),
        ("loops", ["=", ["sum", "k", 1, 3, k], ["product", "k", 1, 3, k]]),
        ("extremes", ["<", ["min", "k", 1, 3, ["*", k, k]], ["max", "k", 1, 3, k]]),
        ("false", ["all", "k", 0, 3, ["and", ["<", k, 9], ["implies", [">", k, 0], ["<", k, ["def", "half"]]]]]),
        ("some", ["any", "k", 1, 2, ["=", k, 2]]),
        ("false interval", ["in", p("m"), 5, 6]),
        ("no relation", ["distinct", ["list", "k", 1, 2, 1]]),
        ("large", [">", ["^", 2, 60], "0x20000000000000"]),
    ]
    over = [
        (
            "lists",
            ["=", ["list", "k", 1, 2, ["item", ["dot", ["list", "i", 1, 2, 1], POINT], k]], ["list", "k", 1, 2, 3]],
        ),
        ("matrices", ["!=", POINT, ["permuted", POINT, "P"]]),
        ("columns", ["=", ["columns", POINT, 2, 2], ["columns", POINT, 1, 1]]),
        ("entries", ["all", "k", 1, 2, ["all", "j", 1, 2, [">=", entry(k, j), ["*", 2, ["-", k, 1]]]]]),
        ("inside", ["all", "k", 1, 2, ["in", entry(1, k), 0, 1]]),
    ]
    return asked(
        "terms",
        [step(name, [], term) for name, term in static]
        + [step("under a condition", [], ["<", 1, 0], given=["<", 1, 0])]
        + [step(name, ["points"], ["permutations", "P", term] if name == "matrices" else term) for name, term in over],
        {"points": {"kind": "list", "points": [[[1, 0], [2, 3]], [[HALF, 1], [2, p("m")]]]}},
        definitions=[["half", ["/", p("m"), 2]], ["one", ["-", ["def", "half"], 0]]],
        d=2,
    )


def networks() -> dict[str, Any]:
    """Every layer and every quantity, and the states of networks."""
    moving = {"constant": 1, "k": "1/2"}
    everything = network(
        {"family": {"variable": "k", "start": 0, "step": 1, "count": 2, "items": [attention(b_Q=[moving])]}},
        {"table": {"variables": ["x", "y"], "rows": [[1, 2], [0, "1/2"]],
                   "items": [feed_forward(bias={"constant": 0, "x": 1, "y": -1})]}},
        {"group": {"name": "a group", "items": [feed_forward()]}},
        {"positional encoding": {"E": [[1, 2]]}},
        {"bilinear projection": {"W_O": [[1]], "W_P": [[0, 1], [1, 0]]}},
        {"separable convolution": {"W_O": [[1]], "W_C": [[1, 2, 3]], "centre": 3}},
        middle=3, output=6,
    )  # fmt: skip
    rules = network(attention("rightmost"), attention("leftmost"))
    masks = network(
        masked("causal", "average"), masked("strictly causal", "leftmost"),
        masked([[True, False], [True, True]], "rightmost"),
    )  # fmt: skip
    spare = network(
        {"family": {"variable": "k", "start": 0, "step": 1, "count": 1, "items": [attention()]}},
        {"table": {"variables": ["x", "y"], "rows": [[1, 2]], "items": [feed_forward(bias={"constant": 0, "x": 1})]}},
        {"group": {"name": "nobody looks at it", "items": []}},
    )
    count = [step(name, [], [">=", ["network", "all", name], k]) for k, name in enumerate(QUANTITIES)]
    over = [
        ("output", ["=", stage("all"), stage("all", 6)]),
        ("middle", ["=", entry(1, 1, stage("all", "middle")), entry(1, 1, ["after", "all", 5, POINT])]),
        ("one layer", ["=", stage("all", 1, POINT), ["layer", "all", 1, POINT]]),
        ("nothing", ["=", stage("all", 0), ["after", "all", 0, POINT]]),
        ("ties", ["<", entry(1, 1, stage("rules")), entry(1, 2, stage("rules"))]),
        ("masks", ["<", entry(1, 1, stage("masks")), entry(1, 2, stage("masks"))]),
        ("unchanged", ["=", stage("none", 0), POINT]),
        ("composed", ["=", stage("all", "middle", stage("rules")), stage("rules", 2, stage("all"))]),
    ]
    counted = [
        step(f"layers of {name}", [], ["<=", 0, ["network", name, "parameters"]]) for name in ("blank", "spare", "wide")
    ]
    return asked(
        "networks",
        [*count, *(step(name, ["all"], term) for name, term in over), *counted],
        {"all": SEQUENCES},
        {
            "all": everything,
            "rules": rules,
            "masks": masks,
            "none": network(),
            "blank": network(),
            "spare": spare,
            "wide": network(feed_forward(2), d=2),
        },
    )


def cells() -> dict[str, Any]:
    """A token-wise network over all reals, and in a box."""
    row = v("row")
    output, here = entry(row, 1, stage("f")), entry(row, 1)
    offset = entry(row, 1, ["offsets", "h"])
    beyond = ["+", ["lowest", "h", 1, ["*", offset, here]], ["integral", "h", 1, ["*", offset, here]]]
    steps = [
        step("grows", ["all reals"], [">=", output, here]),
        step("false beyond", ["all reals"], ["implies", [">", here, 0], [">=", output, ["+", here, 1]]]),
        step("given", ["all reals"], ["=", output, here], given=["<", here, 0], kind="proof line"),
        step("bounded", ["all reals"], ["<=", 0, ["if", ["<", row, 3], ["highest", "h", 1, row], beyond]]),
        step("in a box", ["a box"], ["in", output, 0, 2]),
        step("false in a box", ["a box"], ["all", "k", 1, 2, ["<", output, v("k")]], kind="repaired"),
    ]
    domains = {
        "all reals": {"kind": "cells", "columns": 1},
        "a box": {"kind": "cells", "columns": 1, "from": 0, "to": ["/", 1, p("m")]},
    }
    return asked("cells", steps, domains, {"f": network(feed_forward(2), d=2)}, d=2)


def grids() -> dict[str, Any]:
    """Every kind of domain, with hypotheses and measures."""
    first, last = entry(1, 1), entry(1, p("n"))
    domains = {
        "orbits": ORBITS,
        "different": levels(3, -1, repeats="forbidden", specials="allowed"),
        "special": levels(2, -1, ["/", 9, 2], repeats="allowed", specials="required"),
        "equal": levels(2, repeats="required", specials="none"),
        "sequences": levels(1, ["neg", p("m")]),
        "words": {"kind": "orbits", "columns": [[1], [HALF], [3]], "repeats": "forbidden"},
        "texts": {"kind": "sequences", "columns": [[p("m")], [0]]},
        "places": {"kind": "product", "columns": [[[0], [1]], [[2]]]},
        "given ones": {"kind": "list", "points": [[[0, 1]], [[5, 4]]]},
        "empty": {"kind": "list", "points": []},
    }
    steps = [step(f"over {name}", [name], ["<=", first, last]) for name in domains]
    steps += [
        step("pairs", ["pairs of places"], ["<", first, 1], given=["<=", entry(1, 3), first]),
        step("several", ["equal", "words", "places"], ["not in", last, 1, ["+", 1, HALF]], given=["!=", first, last]),
        step(
            "every order",
            ["pairs of places"],
            ["permutations", "P", ["!=", ["permuted", ["columns", POINT, 1, 2], "P"], ["columns", POINT, 3, 4]]],
        ),
        step("nowhere", ["orbits"], ["<", 0, first], given=["<", last, 0]),
    ]
    return asked("grids", steps, {**domains, "pairs of places": {"kind": "pairs", "of": domains["places"]}})


def folds() -> dict[str, Any]:
    """Every fold that looks at all points together: what holds and what is refuted."""
    first, last, both = entry(1, 1), entry(1, 2), ["list", "j", 1, 2, entry(1, v("j"))]
    total = ["item", ["accumulator"], 1]
    own = {
        "start": [0, p("m")],
        "next": [["+", total, ["item", ["numbers"], 1]], ["max", "k", 1, 2, ["item", ["numbers"], v("k")]]],
        "holds": ["and", [">", total, 0], ["<", ["+", total, 1], ["item", ["accumulator"], 2]]],
    }
    code = ["+", ["*", 2, first], last]
    steps = [
        step("distinct", ["words"], code, fold="distinct"),
        step("not distinct", ["words", "texts"], both, fold="distinct"),
        step("apart", ["words"], code, fold="apart", bound=["/", 1, p("m")], relation=">="),
        step("not apart", ["texts", "words"], both, fold="apart", bound=0, relation=">", given=["<", first, 5]),
        step("sum", ["orbits"], code, fold="sum", bound=5, relation="="),
        step("not the sum", ["texts"], first, fold="sum", bound=p("m"), relation="<"),
        step("own", ["words"], both, fold={**own, "holds": [">", total, 0]}),
        step("own refuted", ["texts"], both, fold=own),
        step("many distinct", ["many"], code, fold="distinct"),
        step("many apart", ["many"], ["*", 3, code], fold="apart", bound=p("m"), relation=">="),
        step("many ordered", ["many"], ["<=", first, last], given=["<", first, 3]),
        step("many summed", ["many"], first, fold="sum", bound=p("m"), relation="<"),
        step("many by an own fold", ["many"], both, fold=own, given=["<=", first, last]),
        step("one", ["words"], first, fold="distinct", given=["and", ["=", first, 1], ["=", last, 1]]),
    ]
    domains = {
        "words": {"kind": "sequences", "columns": [[1], [5]]},
        "texts": {"kind": "product", "columns": [[[0], [1]], [[2], [["+", 2, HALF]]]]},
        "orbits": ORBITS,
        "many": {"kind": "sequences", "columns": [[0], [1], [3], [HALF], [2]]},
    }
    return asked("folds", steps, domains)


def orders() -> dict[str, Any]:
    """Attention, the order of columns, and orbits of which one point does not stand for all."""
    output = stage("f")
    steps = [
        step("equivariant", ["all"], ["permutations", "P", ["=", stage("f", 1, ["permuted", POINT, "P"]),
                                                            ["permuted", output, "P"]]]),
        step("not equivariant", ["all"], ["permutations", "P", ["=", stage("g", 1, ["permuted", POINT, "P"]),
                                                                ["permuted", stage("g"), "P"]]]),
        step("above", ["orbits"], ["all", "j", 1, p("n"), [">=", entry(1, v("j"), output), entry(1, v("j"))]]),
        step("not known", ["orbits"], ["<=", entry(1, 1), entry(1, 2, stage("g"))]),
        step("sum not known", ["orbits"], entry(1, 1, stage("g")), fold="sum", bound=9, relation="<="),
        step("refuted nevertheless", ["orbits"], ["<", entry(1, 1), entry(1, 1, stage("g"))]),
    ]  # fmt: skip
    return asked(
        "orders",
        steps,
        {"all": SEQUENCES, "orbits": ORBITS},
        {"f": network(attention()), "g": network(attention("leftmost", W_K=[[1]], W_Q=[[1]], b_Q=[0], W_V=[[2]]))},
    )


def sizes() -> dict[str, Any]:
    """What is true of a matrix of any size."""
    steps = [step("itself", ["all"], ["=", POINT, POINT]), step("itself in order", ["orbits"], ["=", POINT, POINT])]
    return asked("sizes", steps, {"all": SEQUENCES, "orbits": ORBITS})


def offsets() -> dict[str, Any]:
    """Integrals and bounds."""
    h = entry(1, 1, ["offsets", "h"])
    inner = ["integral", "k", 1, ["*", entry(1, 2, ["offsets", "k"]), h]]
    steps = [
        step("integral", [], ["=", ["integral", "h", p("m"), ["^", h, 2]], ["/", 16, 3]]),
        step("twice", [], ["=", ["integral", "h", 1, inner], ["/", 1, 4]]),
        step("lowest", [], ["<=", ["lowest", "h", 1, ["+", ["neg", h], h]], ["-", 0, 1]]),
        step("highest", [], [">=", ["highest", "h", 2, ["/", ["*", h, ["^", ["-", h, 1], 2]], ["+", h, 1]]], 2]),
        step("constant", [], ["<", ["lowest", "h", 1, 5], ["integral", "h", p("m"), 3]]),
        step("at a point", ["all"], [">=", ["integral", "h", 1, ["+", entry(1, 1), h]], ["/", 1, 2]]),
        step("refuted", ["all"], ["<", ["highest", "h", 1, ["+", entry(1, 1), h]], ["+", entry(1, 2), 1]]),
    ]
    return asked("offsets", steps, {"all": SEQUENCES})


ASKED: Final = {
    "terms": terms,
    "networks": networks,
    "cells": cells,
    "grids": grids,
    "folds": folds,
    "orders": orders,
    "sizes": sizes,
    "offsets": offsets,
}


def decision(name: str) -> Decision:
    """One of them decided."""
    return decide(problem_of(ASKED[name]()))
