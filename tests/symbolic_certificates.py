"""Symbolic certificates of the paper's claims as the format describes them, made of claims alone: no engine is asked.

What the steps come to is written down, not found out: all of them hold, unless they have too few points.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from exactua import verifier
from exactua.arithmetic.rationals import encode_integer
from exactua.certificates.writing import decided_data, laid_out
from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.audit import foreign
from exactua.deciding.fold import settle_static
from exactua.grids.categories import DomainSpec
from tests.reached import reached, refitted

Decided = dict[str, Any]


def problem(label: str, d: int, n: int, m: int) -> Problem:
    return find(label)[0].problem({"d": d, "n": n, "m": m})


def order(n: int) -> list[list[list[int]]]:
    """l_n - l_1 grows, then the gaps but the last become smaller one after the other, then l_n grows."""
    gaps = [[list(range(j + 1, n)), [j]] for j in range(1, n - 1)]
    return [[list(range(1, n)), [0, n]], *gaps, [[0], [n]]]


def profile(n: int) -> Decided:
    """g_c of Lemma 8 for all D."""
    heads = [{"gain": [0, 1], "threshold": ["-1/2"]}, {"gain": [0, -1], "threshold": ["1/2"]}]
    last = [{"gain": [0] * (n + 1) + [1], "threshold": []}]
    items = [{"start": [], "count": [0, 1], "heads": heads}, {"start": [], "count": [1], "heads": last}]
    return {"items": items, "stages": {"sweep": 1, "output": 2}}


def count(spec: DomainSpec, d: int, n: int, m: int) -> int:
    """The number of points of an orbit domain of the paper."""
    regular, every = m**d, (m + 1) ** d

    def ways(columns: int) -> int:
        weak, strict = comb(columns + n - 1, n), comb(columns, n)
        return {"allowed": weak, "forbidden": strict, "required": weak - strict}[spec.repeats]

    if spec.specials == "none":
        return ways(regular)
    return ways(every) - (ways(regular) if spec.specials == "required" else 0)


def symbolic(label: str, d: int, n: int, m: int) -> Decided:
    """What a symbolic run decides where all steps hold."""
    posed = problem(label, d, n, m)
    points = {spec.name: count(spec, d, n, m) for spec in posed.domains}
    results = []
    for step in posed.steps:
        if step.over:
            there = sum(points[spec.name] for spec in step.over)
            verdict = Verdict.HOLDS if there >= (2 if step.fold == "distinct" else 1) else Verdict.VACUOUS
            results.append(StepResult(step, verdict, None, there, 0, 0, None, None))
        else:
            results.append(settle_static(posed, step))
    domains = tuple(DomainResult(name, number, ()) for name, number in points.items())
    decided: Any = decided_data(Decision(posed, domains, tuple(results)))
    decided["scope"] = "symbolic"
    for domain in decided["domains"]:
        domain |= {"decided": None, "evidence": None}
    for step in decided["steps"]:
        holds = step["fold"] == "distinct" and step["verdict"] == "holds"
        step["order"] = order(n) if holds else None
        step |= {"applicable": None, "failures": None} if step["over"] else {}
    return dict(decided)


def general(label: str, n: int) -> Decided:
    """The same for all D."""
    decided = symbolic(label, 1, n, n + 1)
    for step in decided["steps"]:
        step |= {"points": None, "applicable": None, "failures": None}
    for domain in decided["domains"]:
        domain["points"] = None
    del decided["networks"]
    return decided | {
        "scope": "general",
        "for_all": "D",
        "parameters": {"n": encode_integer(n)},
        "values": {},
        "profiles": {"g_c": profile(n)},
    }


def fitted(decided: Decided) -> Decided:
    """The same with the statement hashes and the overall verdict that belong to it, and with what its steps reach."""
    decided |= reached(decided)
    refitted(decided)
    verdicts = {step["verdict"] for step in decided["steps"] if step["name"] in decided["judged"]}
    decided["verdict"] = next((v for v in ("refuted", "inconclusive", "holds") if v in verdicts), "vacuous")
    return decided


def step_of(decided: Decided, name: str) -> Decided:
    return next(step for step in decided["steps"] if step["name"] == name)


def file(decided: Decided) -> bytes:
    return laid_out(decided, {}).encode("ascii")


def copied(data: Any) -> Any:
    return json.loads(json.dumps(data))


def said(decided: Decided) -> tuple[int, str]:
    """The exit code of the verifier, and what it says; where that in C can be built, it confirms what this one does."""
    content, program = file(decided), foreign.built()
    try:
        code, text = 0, str(verifier.verify(content))
    except verifier.Refused as refused:
        code, text = refused.code, str(refused)
    if program is not None:
        other = foreign.exit_code(program, content)
        same = (code == 0) is (other == 0)
        assert same, f"in C {other}, and here {code}: {text}"
        assert 0 <= other <= 3
    return code, text


def run_of(*those: tuple[Any, Any], count: Sequence[Any] = (1,)) -> Decided:
    """A run, of one layer where nothing else is said, by constant gains and thresholds."""

    def polynomial(constant: Any) -> list[Any]:
        return [constant] if constant != 0 else []

    pairs = [{"gain": polynomial(gain), "threshold": polynomial(threshold)} for gain, threshold in those]
    return {"start": [], "count": [*count], "heads": pairs}


def network_of(items: list[Decided], d: int, m: int) -> Decided:
    """The network that runs with constants are at an instance."""
    D, u, layers = m**d, [m**i for i in range(d)], []

    def at(P: list[Any]) -> Fraction:
        return sum((Fraction(c) * D**k for k, c in enumerate(P)), Fraction(0))

    for run in items:
        heads = []
        for head in run["heads"]:
            gain, level = at(head["gain"]), at(head["threshold"]) + at(run["start"])
            b: Any = verifier.records.encode(-level / m)
            b = {"constant": b, "l": verifier.records.encode(Fraction(-1, m))} if run["count"] != [1] else b
            W_O = [[verifier.records.encode(gain)], *([[0]] * (d - 1))]
            heads.append({"W_O": W_O, "W_V": [u], "W_K": [u], "W_Q": [u], "b_Q": [b]})
        layer = {"attention": {"tie_rule": "average", "heads": heads}}
        family = {"variable": "l", "start": 0, "step": 1, "count": int(at(run["count"])), "items": [layer]}
        layers.append(layer if run["count"] == [1] else {"family": family})
    return {"d": d, "items": layers, "stages": {"sweep": 1, "output": len(layers)}}


def points_of(d: int, n: int, m: int, name: str) -> list[tuple[tuple[Any, ...], ...]]:
    """The points of a category, columns by increasing id, without any code of the package."""
    levels = [*(Fraction(k, m) for k in range(m)), *([Fraction(-(m ** (n * d)))] if name == "category 3" else [])]
    columns = sorted(itertools.product(levels, repeat=d), key=lambda c: sum(x * m**i for i, x in enumerate(c)))
    matrices = itertools.combinations_with_replacement(columns, n)
    special = levels[-1] if name == "category 3" else None
    if name == "category 1":
        return [point for point in matrices if len(set(point)) == n]
    if name == "category 2":
        return [point for point in matrices if len(set(point)) < n]
    return [point for point in matrices if any(special in column for column in point)]


def ids_of(point: Any, m: int) -> list[Any]:
    return [sum(x * m ** (i + 1) for i, x in enumerate(column)) for column in point]


def put(record: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = inner = copied(record)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed
