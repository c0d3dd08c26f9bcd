"""True certificates of every kind, small ones, which are forged: the program decides them.

A kind is a kind of domain, a fold, a scope, reals or a limit; what the kinds share is as alike as it can be.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from exactua.certificates import writing
from exactua.certificates.reading import problem_of
from exactua.claims.registry import find
from exactua.deciding.running import decide
from tests import symbolic_certificates
from tests.attack.fitting import told_truly
from tests.evident_certificates import evident
from tests.fuzz.originals import limit
from tests.pocket_certificates import (
    HALF,
    POINT,
    attention,
    entry,
    feed_forward,
    levels,
    masked,
    network,
    p,
    piece,
    stage,
    step,
    v,
)  # fmt: skip
from tests.pocket_certificates import asked as asked_alone

Decided = dict[str, Any]


@dataclass(frozen=True)
class Original:
    """The hashed part of a certificate, and the format that its file names."""

    kind: str
    form: str
    data: Decided


FIRST, LAST, J = entry(1, 1), entry(1, p("n")), v("j")


def heads(*said: tuple[int, int, Any]) -> dict[str, Any]:
    """Attention whose heads have these W_O, W_K and b_Q."""
    alike = {"W_V": [[1]], "W_Q": [[1]]}
    built = [{**alike, "W_O": [[W_O]], "W_K": [[W_K]], "b_Q": [b_Q]} for W_O, W_K, b_Q in said]
    return {"attention": {"tie_rule": "average", "heads": built}}


BUMP: Final = [
    piece(None, False, 0, False, 0), piece(0, True, 1, False, 0, 1), piece(1, True, None, False, 0),
]  # fmt: skip
SWEEP: Final = {
    "variables": ["k"],
    "rows": [[1], [0], [2], [3]],
    "items": [heads((2, 1, {"constant": "1/2", "k": -1}), (-2, 1, {"constant": "-1/2", "k": -1}))],
}
"""Layers that change next to no column, in an order that is neither the one nor the other."""
QUANTISED: Final = {
    "variable": "k", "start": 4, "step": -1, "count": 5,
    "items": [feed_forward(bias={"constant": 0, "k": -1}, activation=BUMP)],
}  # fmt: skip
NETWORKS: Final = {
    "f": network(
        {"family": {"variable": "k", "start": 0, "step": 1, "count": 2,
                    "items": [attention(b_Q=[{"constant": 1, "k": -1}])]}},
        feed_forward(),
        middle=1, output=2,
    ),
    "g": network({"group": {"name": "alone", "items": [attention("leftmost", W_K=[[1]], W_Q=[[1]], b_Q=[0])]}}),
    "s": network({"table": SWEEP}, heads((1, 1, 0), (-1, -1, 0)), {"family": QUANTISED}, middle=1, output=3),
    "k": network(
        attention(W_O=[[1, -2]], W_V=[[1], ["1/2"]]),
        attention(W_K=[[1], [-1]], W_Q=[[1], [2]], b_Q=[0, 1]),
    ),
    "h": network(masked("causal", "average"), masked([[True, False], [True, True]], "rightmost")),
}  # fmt: skip
DEFINITIONS: Final = [["half", ["/", 1, p("m")]], ["top", ["+", ["def", "half"], 3]]]
EACH: Final[dict[str, dict[str, Any]]] = {
    "grows": {"term": ["all", "j", 1, p("n"), [">=", entry(1, J, stage("f")), entry(1, J)]]},
    "swept": {"term": ["all", "j", 1, p("n"), [">", entry(1, J, stage("s")), entry(1, J, stage("s", "middle"))]]},
    "in order": {"term": ["<=", FIRST, LAST], "given": ["<", FIRST, ["def", "top"]]},
    "false": {"term": ["all", "j", 1, p("n"), ["in", entry(1, J), ["neg", ["def", "half"]], ["def", "half"]]]},
    "false in part": {
        "term": ["and", [">", ["def", "top"], 0], ["implies", [">", LAST, FIRST], ["<", LAST, ["+", FIRST, 1]]]],
        "given": ["!=", LAST, FIRST], "kind": "proof line",
    },
    "nowhere": {"term": ["<", FIRST, LAST], "given": [">", FIRST, 99]},
    "leftmost": {"term": ["=", stage("g"), POINT], "given": ["=", FIRST, LAST], "kind": "repaired"},
    "masked": {"term": ["<=", entry(1, 1, stage("h")), entry(1, 2, stage("h"))], "kind": "proof line"},
    "two sizes": {"term": ["all", "j", 1, p("n"), ["<=", entry(1, J, stage("k")), ["+", entry(1, J), 9]]], "kind": "proof line"},
    "not known": {"term": [">=", entry(1, 1, stage("g")), FIRST], "kind": "proof line"},
}  # fmt: skip


def asked_of(label: str, *asked: Any, **parameters: int) -> Decided:
    """What is asked, with one part of the statement that its steps decide, and one that none does."""
    problem: Decided = asked_alone(label, *asked, **parameters)  # type: ignore[arg-type]
    parts = [
        {"words": "for some", "steps": problem["judged"], "undecided": None},
        {"words": "for all", "steps": [], "undecided": "it speaks of all"},
    ]
    return {
        **problem,
        "parts": parts if problem["judged"] else [],
        "steps": [{"evidence": None, **posed} for posed in problem["steps"]],
    }


def of_domains(kind: str, domains: dict[str, Any], **parameters: int) -> Decided:
    """Steps with fold each over these domains."""
    steps = [step(name, list(domains), said["term"], **{k: x for k, x in said.items() if k != "term"})
             for name, said in EACH.items()]  # fmt: skip
    return asked_of(kind, steps, domains, NETWORKS, DEFINITIONS, **parameters)


ORBITS: Final = levels(3, repeats="allowed", specials="none")
WORDS: Final = {"kind": "sequences", "columns": [[0], [HALF], [2]]}
PLACES: Final = {"kind": "product", "columns": [[[0], [1]], [[2], [HALF]]]}
LISTED: Final = {"kind": "list", "points": [[[0, 1]], [[5, 4]], [[HALF, HALF]]]}


def pairs() -> Decided:
    """Pairs of points: 2n columns."""
    steps = [
        step("same", ["pairs"], ["=", entry(1, 1), entry(1, 3)], given=["=", ["columns", POINT, 1, 2], ["columns", POINT, 3, 4]]),
        step("false", ["pairs"], ["<=", entry(1, 2), ["+", entry(1, 4), ["def", "half"]]]),
        step("grows", ["pairs"], ["all", "j", 1, 4, [">=", entry(1, J, stage("f")), entry(1, J)]]),
        step("any order", ["pairs"], ["permutations", "P", ["!=", ["permuted", ["columns", POINT, 1, 2], "P"], ["columns", POINT, 3, 4]]]),
        step("nowhere", ["pairs"], ["<", entry(1, 1), 0], given=["<", entry(1, 1), 0]),
    ]  # fmt: skip
    definitions, networks = DEFINITIONS[:1], {"f": NETWORKS["f"]}
    return asked_of("pairs", steps, {"pairs": {"kind": "pairs", "of": levels(2)}}, networks, definitions)


def cells() -> Decided:
    """A network that treats every entry alone, over all reals and in a box."""
    row = v("row")
    output, here = entry(row, 1, stage("f")), entry(row, 1)
    steps = [
        step("grows", ["all reals"], [">=", output, here]),
        step("false beyond", ["all reals"], ["implies", [">", here, 0], [">=", output, ["+", here, ["def", "one"]]]]),
        step("given", ["all reals"], ["=", output, here], given=["<", here, 0], kind="proof line"),
        step("both rows", ["a box"], [">=", ["+", entry(1, 1), entry(2, 1)], 0]),
        step("in a box", ["a box"], ["in", output, 0, 2]),
        step("false in a box", ["a box"], ["all", "k", 1, 2, ["<", output, v("k")]], kind="repaired"),
    ]
    domains = {
        "all reals": {"kind": "cells", "columns": 1},
        "a box": {"kind": "cells", "columns": 1, "from": 0, "to": ["/", 1, p("m")]},
    }
    return asked_of("cells", steps, domains, {"f": network(feed_forward(2), d=2)}, [["one", ["-", p("m"), 1]]], d=2)


def static() -> Decided:
    """Steps without a point; what is judged holds, in part."""
    steps = [
        step("counts", [], [">=", ["network", "f", "attention layers"], 2]),
        step("false", [], ["all", "k", 1, 3, ["<", ["*", v("k"), v("k")], ["def", "top"]]], kind="proof line"),
        step("size", [], ["in", ["network", "f", "parameters"], 1, ["^", 10, p("m")]], given=[">", ["def", "half"], 0]),
        step(
            "keys and values",
            [],
            ["and", ["=", ["network", "k", "head size"], 2], ["=", ["network", "k", "largest layer parameters"], 8]],
            kind="proof line",
        ),
        step("parameters", [], ["=", ["network", "k", "parameters"], 15], kind="proof line"),
        step("nowhere", [], ["=", 1, 2], given=["<", p("m"), 0]),
        step("choice", [], ["<", ["if", ["<", 1, 2], ["def", "half"], 7], ["sum", "k", 1, 3, v("k")]]),
    ]
    return asked_of("static", steps, {}, {"f": NETWORKS["f"], "k": NETWORKS["k"]}, DEFINITIONS)


def balanced() -> Decided:
    """Heads that undo each other beyond their thresholds, and others that seem to; numbers of more than 64 bits."""

    def heads(*of: tuple[int, int, Any]) -> dict[str, Any]:  # the gain, the factor of the value, and the bias of each
        built = [
            {"W_O": [[gain]], "W_V": [[value]], "W_K": [[1]], "W_Q": [[1]], "b_Q": [bias]} for gain, value, bias in of
        ]
        return {"attention": {"tie_rule": "average", "heads": built}}

    moving = heads((2, 1, {"constant": -1, "k": -1}), (-2, 1, {"constant": 0, "k": -1}))
    networks = {
        "several": network({"family": {"variable": "k", "start": 0, "step": 1, "count": 3, "items": [moving]}}),
        "one": network(heads((1, 1, -1), (-1, 1, 0))),
        "uneven": network(heads((1, 1, 9), (-1, 2, 9))),
        "more": network(heads((3, 1, 9), (-1, 1, 9))),
    }
    steps = [
        step(name, [domain], ["all", "j", 1, p("n"), ["<=", entry(1, J, stage(name)), ["+", entry(1, J), most]]])
        for name, domain, most in (
            ("several", "orbits", 9),
            ("one", "alone", 1),
            ("uneven", "few", 0),
            ("more", "few", 4),
        )
    ]
    steps.append(step("large", [], ["<", ["^", p("m"), 33], ["*", ["^", p("m"), 33], ["^", p("m"), 33]]]))
    domains = {
        "orbits": levels(4, repeats="allowed", specials="none"),
        "alone": levels(4),
        "few": levels(3, -1, repeats="forbidden", specials="required"),
    }
    return asked_of("balanced", steps, domains, networks)


CODE: Final = ["+", ["*", 4, FIRST], LAST]
TWICE: Final = ["list", "j", 1, 2, ["+", ["*", 3, CODE], ["*", ["-", J, 1], ["-", LAST, ["def", "half"]]]]]
"""Two numbers of a point, which are the same at some points, and never at the first one."""
BOTH: Final = ["list", "j", 1, 2, entry(1, J)]


def of_fold(fold: str) -> Decided:
    """Steps that hold, that are refuted and that are vacuous, with this fold."""
    total = ["item", ["accumulator"], 1]
    own = {
        "start": [0, p("m")],
        "next": [["+", total, ["item", ["numbers"], 1]], ["max", "k", 1, 2, ["item", ["numbers"], v("k")]]],
        "holds": ["and", [">=", total, 0], ["<", total, ["+", ["item", ["accumulator"], 2], ["def", "top"]]]],
    }
    output = entry(1, 2, stage("f"))
    said: dict[str, list[tuple[Any, dict[str, Any]]]] = {
        "distinct": [
            (CODE, {}),
            (BOTH, {}),
            (FIRST, {"given": ["=", LAST, 2]}),
            (["+", output, CODE], {}),
            (TWICE, {}),
        ],
        "apart": [
            (CODE, {"bound": ["def", "half"], "relation": ">="}),
            (BOTH, {"bound": 0, "relation": ">"}),
            (["*", 3, CODE], {"bound": ["def", "top"], "relation": ">", "given": ["<", FIRST, LAST]}),
            (output, {"bound": 1, "relation": ">="}),
        ],
        "sum": [
            (CODE, {"bound": ["def", "top"], "relation": ">="}),
            (FIRST, {"bound": p("m"), "relation": "<"}),
            (output, {"bound": 0, "relation": ">", "given": ["<=", FIRST, LAST]}),
            (LAST, {"bound": 1, "relation": "="}),
            (CODE, {"bound": p("m"), "relation": "<"}),
        ],
        "own": [
            (BOTH, {"fold": {**own, "holds": [">=", total, 0]}}),
            (BOTH, {"fold": own}),
            (["list", "j", 1, 2, entry(1, J, stage("f"))], {"fold": own, "given": ["<", FIRST, LAST]}),
        ],
    }
    steps = []
    for k, (term, more) in enumerate(said[fold]):
        over = [["orbits"], ["words", "places"], ["places"], ["words"], ["places" if fold == "distinct" else "orbits"]][
            k
        ]
        steps.append(step(f"step {k + 1}", over, term, **{"fold": fold, **more}))
    steps.append(step("nowhere", ["words"], steps[0]["term"], **{
        **{key: steps[0][key] for key in ("fold", "bound", "relation")}, "given": [">", FIRST, ["def", "top"]],
    }))  # fmt: skip
    domains = {"orbits": ORBITS, "words": WORDS, "places": PLACES}
    return asked_of(fold, steps, domains, {"f": NETWORKS["f"]}, DEFINITIONS)


def _larger(k: int) -> Any:
    """The greater one of the k-th numbers of the accumulator and of a point."""
    single, other = ["item", ["accumulator"], k], ["item", ["numbers"], k]
    return ["if", ["=", other, 1], 1, single]


WHERE: Final = {
    "start": [0, 0],
    "next": [_larger(1), _larger(2)],
    "holds": ["all", "k", 1, 2, ["=", ["item", ["accumulator"], v("k")], 1]],
}
"""Each of two conditions is true at some point."""


def with_reals() -> Decided:
    """Exponentials, a root and softmax over a list of points, and layers that are rounded, also over orbits."""
    soft = {"softmax attention": {"heads": attention(W_Q=[[1]], b_Q=[0])["attention"]["heads"], "mask": None}}
    weights = {"W_O": [[["sqrt", 2]]], "W_V": [[["exp", "-1/2"]]], "W_K": [[["log", 3]]], "W_Q": [[1]], "b_Q": ["1/2"]}
    more = ["sqrt", ["+", ["pi"], 1]]
    seen = {"softmax attention": {"heads": [weights], "mask": "causal"}}
    rounded = network(
        {"rounded layer": {"format": "bfloat16", "layer": soft}},
        {"rounded layer": {"format": "float8_e4m3fn", "layer": feed_forward()}},
        {"rounded layer": {"format": "float8_e5m2", "layer": attention(W_O=[["3/8"]])}},
        middle=1, output=3,
    )  # fmt: skip
    ties = network({"rounded layer": {"format": "float4_e2m1fn", "layer": {"attention": {
        **attention(W_O=[["1/8"]], W_K=[[1]], W_Q=[[1]], b_Q=[0])["attention"], "tie_rule": "leftmost"}}}})  # fmt: skip
    steps = [
        step("positive", ["listed"], [">", ["exp", FIRST], ["def", "zero"]]),
        step("false", ["listed"], ["<", ["exp", entry(1, J)], ["def", "limit"]]) | {"term": ["all", "j", 1, 2, ["<", ["exp", entry(1, J)], ["def", "limit"]]]},
        step("soft", ["listed"], ["all", "j", 1, 2, ["<=", entry(1, J), ["+", entry(1, J, stage("s")), 1]]], given=[">=", FIRST, 0]),
        step("root", [], ["<", ["sqrt", 2], ["log", 5]]),
        step("same root", [], ["=", ["*", ["sqrt", 2], ["sqrt", 3]], ["sqrt", 6]]),
        step("same bracket", [], ["=", ["*", ["-", more, 1], ["+", more, 1]], ["pi"]]),
        step("same logarithm", [], ["=", ["log", ["/", 8, 9]], ["-", ["*", 3, ["log", 2]], ["*", 2, ["log", 3]]]]),
        step("seen", ["listed"], [">=", entry(1, 1, stage("w")), entry(1, 1)], given=[">=", FIRST, 0]),
        step("round", [], [">", ["pi"], ["+", ["sqrt", 3], ["sqrt", 2]]]),
        step("somewhere", ["listed"], ["if", [">", ["exp", FIRST], 3], 1, 0], fold="sum", bound=1, relation=">="),
        step("nowhere", ["listed"], ["if", [">=", entry(1, 1, stage("w")), entry(1, 1)], 0, 1], fold="sum", bound=1, relation=">=", given=[">=", FIRST, 0]),
        step("several", ["listed"], ["list", "k", 1, 2, ["select", v("k"), ["if", ["<", ["exp", FIRST], 2], 1, 0], ["if", ["<", entry(1, 1, stage("s")), 0], 1, 0]]], fold=WHERE),
        step("rounded", ["listed", "orbits"], ["+", entry(1, 1, stage("r")), ["*", 3, entry(1, 2, stage("r"))]], fold="distinct"),
        step("rounded once", ["orbits"], ["<=", entry(1, 1, stage("r", "middle")), entry(1, 2, stage("r", "middle"))]),
        step("ties", ["orbits"], ["*", entry(1, 1, stage("t")), entry(1, 2, stage("t"))], fold="sum", bound=1, relation=">="),
        step("ties of the list", ["listed"], entry(1, 2, stage("t")), fold="sum", bound=9, relation="<="),
    ]  # fmt: skip
    networks = {"s": network(soft), "w": network(seen), "r": rounded, "t": ties}
    definitions = [["zero", ["-", p("m"), 2]], ["limit", ["*", 3, ["exp", 1]]]]
    return asked_of("reals", steps, {"listed": LISTED, "orbits": ORBITS}, networks, definitions)


ASKED: Final[dict[str, Callable[[], Decided]]] = {
    "orbits": lambda: of_domains("orbits", {"orbits": ORBITS, "special": levels(2, 7, repeats="required", specials="allowed"), "marked": levels(2, 7, repeats="allowed", specials="required")}),
    "sequences": lambda: of_domains("sequences", {"all": levels(2, 5)}),
    "vocabulary": lambda: of_domains("vocabulary", {"words": WORDS, "few": {"kind": "orbits", "columns": [[1], [HALF], [3]], "repeats": "forbidden"}}),
    "product": lambda: of_domains("product", {"places": PLACES}),
    "list": lambda: of_domains("list", {"listed": LISTED}),
    "chosen": lambda: of_domains("chosen", {"chosen": {"kind": "chosen", "parameter": "k", "of": [{"kind": "list", "points": [[[1, 2]]]}, LISTED]}}, k=2),
    "pairs": pairs,
    "cells": cells,
    "static": static,
    "balanced": balanced,
    **{fold: partial(of_fold, fold) for fold in ("distinct", "apart", "sum", "own")},
    "reals": with_reals,
}  # fmt: skip
KINDS: Final = (*ASKED, "part", "runs", "evident", "symbolic", "general", "limit")


@cache
def original(kind: str) -> Original:
    """The true certificate of this kind."""
    if kind == "limit":
        return _read(kind, limit().text())
    if kind == "part":
        return broken_off()
    if kind == "runs":
        claim, _ = find("lemma8")
        return _read(kind, writing.certificate(decide(claim.problem({"d": 1, "n": 2, "m": 3}), scope="runs")))
    if kind == "evident":
        return _read(kind, writing.certificate(evident()))
    if kind == "symbolic":
        return _read(kind, symbolic_certificates.file(symbolic_certificates.symbolic("lemma8", 1, 2, 3)).decode())
    if kind == "general":
        return _read(kind, symbolic_certificates.file(symbolic_certificates.general("lemma8", 2)).decode())
    return _read(kind, writing.certificate(decide(problem_of(ASKED[kind]()))))


def broken_off() -> Original:
    """Most points of each domain: what is false there is refuted, all else about points is not decided."""
    whole = original("orbits")
    layers = step("layers", [], [">=", ["network", "f", "attention layers"], 2], evidence=None)
    broken = {
        **whole.data,
        "domains": [{**domain, "decided": [[0, domain["points"] - 1]]} for domain in whole.data["domains"]],
        "steps": [*whole.data["steps"], layers],
        "judged": [*whole.data["judged"], "layers"],
        "parts": [{"words": "for all", "steps": [*whole.data["judged"], "layers"], "undecided": None}],
    }
    told = told_truly(broken)
    assert told is not None
    return Original("part", whole.form, told)


def _read(kind: str, text: str) -> Original:
    file = json.loads(text)
    return Original(kind, file["exactua"], file["decided"])
