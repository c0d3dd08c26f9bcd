"""What occurs in claims and in what is decided of them, and how often it has to at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from tests.attack.claims.drawn import Drawn
from tests.attack.claims.networks import layers_of


def occurring(claim: Drawn, decided: dict[str, Any]) -> Counter[str]:
    """Every word of a claim, once: layers, tie rules, masks, items, domains, folds, operators, verdicts."""
    words = {f"claim: {claim.kind}", f"engine: {claim.engine}", f"scope: {claim.scope}"}
    words |= {f"size: {claim.box['d']} x {claim.box['n']}"}
    for network in decided["networks"].values():
        words |= set(of_network(network))
    for record in decided["domains"]:
        words |= set(of_domain(record["spec"], "domain"))
        words |= {"points: none"} if record["points"] == 0 else set()
    for step in decided["steps"]:
        fold = step["fold"] if isinstance(step["fold"], str) else "own"
        words |= {f"fold: {fold}", f"step: {step['kind']}", f"verdict of {fold}: {step['verdict']}"}
        words |= {f"operator: {operator}" for operator in operators([step[key] for key in ("term", "given", "fold")])}
        words |= {"step: given"} if step["given"] is not None else set()
        words |= {"step: without points"} if not step["over"] else set()
        words |= {f"{fold}, relation: {step['relation']}"} if step["relation"] else set()
    words |= {f"verdict: {decided['verdict']}"} | ({"parts"} if decided["parts"] else set())
    words |= {"definitions"} if decided["definitions"] else set()
    return Counter(words)


def of_network(network: dict[str, Any]) -> Iterator[str]:
    """The kinds of its items and layers, with tie rules and masks."""
    for item in network["items"]:
        ((kind, _),) = item.items()
        if kind in ("family", "table", "group"):
            yield f"item: {kind}"
    yield from (f"rounded to {name}" for name in formats_of(network["items"]))
    for kind, data in layers_of(network["items"]):
        yield f"layer: {kind}"
        if kind == "attention":
            yield f"ties: {data['tie_rule']}"
            yield "heads: several" if len(data["heads"]) > 1 else "heads: one"
        if "mask" in data and data["mask"] is not None:
            yield f"mask of {kind}: {data['mask'] if isinstance(data['mask'], str) else 'rows'}"


def formats_of(items: Any) -> set[str]:
    """The formats that layers are rounded to."""
    if isinstance(items, dict):
        here = {str(items["rounded layer"]["format"])} if "rounded layer" in items else set()
        return here.union(*map(formats_of, items.values()))
    return set[str]().union(*map(formats_of, items)) if isinstance(items, list) else set()


def of_domain(spec: dict[str, Any], what: str) -> Iterator[str]:
    """Its kind and what makes its columns."""
    kind = spec["kind"]
    if kind == "cells":
        yield f"{what}: {'a box of reals' if 'from' in spec else 'all reals'}"
    elif kind in ("orbits", "sequences"):
        made_of = "a vocabulary" if "columns" in spec else "special levels" if spec["special"] else "levels"
        yield f"{what}: {kind} of {made_of}"
        if kind == "orbits":
            yield f"{what}: repeats {spec['repeats']}"
            yield f"{what}: specials {spec.get('specials', 'none')}"
    else:
        yield f"{what}: {kind}"
        if kind == "pairs":
            yield from of_domain(spec["of"], "pairs of")


def operators(terms: Any) -> set[str]:
    """All operators in terms."""
    if isinstance(terms, dict):
        return operators(list(terms.values()))
    if not isinstance(terms, list):
        return set()
    here = {terms[0]} if terms and isinstance(terms[0], str) else set()
    return here.union(*map(operators, terms))


FLOORS: Final[dict[str, float]] = {
    "apart, relation: >": 59, "apart, relation: >=": 56,
    "claim: cells": 16, "claim: plain": 428, "claim: reals": 28, "claim: wild": 25,
    "definitions": 184,
    "domain: a box of reals": 9, "domain: all reals": 8, "domain: chosen": 98, "domain: list": 96,
    "domain: orbits of a vocabulary": 47, "domain: orbits of levels": 34, "domain: orbits of special levels": 42,
    "domain: pairs": 61, "domain: product": 89, "domain: repeats allowed": 53, "domain: repeats forbidden": 36,
    "domain: repeats required": 35, "domain: sequences of a vocabulary": 38, "domain: sequences of levels": 36,
    "domain: sequences of special levels": 3, "domain: specials allowed": 2.8, "domain: specials none": 111,
    "domain: specials required": 7,
    "engine: auto": 298, "engine: batches": 63, "engine: literal": 66, "engine: vectors": 70,
    "fold: apart": 111, "fold: distinct": 119, "fold: each": 358, "fold: own": 115, "fold: sum": 103,
    "heads: one": 195, "heads: several": 178,
    "item: family": 150, "item: group": 27, "item: table": 63,
    "layer: attention": 320, "layer: bilinear projection": 52, "layer: feed_forward": 161,
    "layer: layer normalisation": 6, "layer: positional encoding": 55, "layer: separable convolution": 54,
    "layer: softmax attention": 9,
    "mask of attention: causal": 35, "mask of attention: rows": 32, "mask of attention: strictly causal": 35,
    "operator: exp": 5, "operator: log": 4, "operator: sqrt": 4, "operator: pi": 1,
    "operator: !=": 130, "operator: *": 158, "operator: +": 207, "operator: -": 233, "operator: /": 227,
    "operator: <": 136, "operator: <=": 139, "operator: =": 208, "operator: >": 147, "operator: >=": 133,
    "operator: ^": 65, "operator: accumulator": 113, "operator: after": 76, "operator: all": 215, "operator: and": 49,
    "operator: any": 93, "operator: columns": 138, "operator: def": 166, "operator: distinct": 50,
    "operator: dot": 84, "operator: entry": 453, "operator: floor": 73, "operator: highest": 23, "operator: if": 90,
    "operator: implies": 100, "operator: in": 104, "operator: integral": 23, "operator: item": 166,
    "operator: layer": 80, "operator: list": 227, "operator: lowest": 26, "operator: max": 50, "operator: min": 55,
    "operator: neg": 42, "operator: network": 130, "operator: not": 52, "operator: not in": 100,
    "operator: numbers": 109, "operator: offsets": 64, "operator: or": 87, "operator: param": 462,
    "operator: permutations": 35, "operator: permuted": 23, "operator: point": 467, "operator: product": 55,
    "operator: select": 39, "operator: stage": 402, "operator: sum": 53, "operator: var": 342,
    "pairs of: list": 19, "pairs of: orbits of a vocabulary": 9, "pairs of: orbits of levels": 6,
    "pairs of: product": 16, "pairs of: repeats allowed": 6, "pairs of: repeats forbidden": 2.5,
    "pairs of: repeats required": 5, "pairs of: sequences of a vocabulary": 6, "pairs of: sequences of levels": 2.6,
    "pairs of: specials none": 15,
    "parts": 137,
    "points: none": 34,
    "rounded to bfloat16": 12, "rounded to float16": 9, "rounded to float32": 11, "rounded to float4_e2m1fn": 20,
    "rounded to float64": 13, "rounded to float8_e4m3fn": 20, "rounded to float8_e5m2": 26, "rounded to tf32": 12,
    "scope: enumerated": 453, "scope: runs": 45,
    "size: 1 x 1": 63, "size: 1 x 2": 120, "size: 1 x 3": 63, "size: 2 x 1": 61, "size: 2 x 2": 132,
    "size: 2 x 3": 57,
    "step: given": 278, "step: proof line": 217, "step: repaired": 94, "step: statement": 450,
    "step: without points": 75,
    "sum, relation: <": 21, "sum, relation: <=": 24, "sum, relation: =": 21, "sum, relation: >": 20,
    "sum, relation: >=": 24,
    "ties: average": 194, "ties: leftmost": 107, "ties: rightmost": 100,
    "verdict of apart: holds": 24, "verdict of apart: inconclusive": 2.2, "verdict of apart: refuted": 44,
    "verdict of apart: vacuous": 44,
    "verdict of distinct: holds": 13, "verdict of distinct: refuted": 57, "verdict of distinct: vacuous": 50,
    "verdict of each: holds": 170, "verdict of each: inconclusive": 22, "verdict of each: refuted": 193,
    "verdict of each: vacuous": 81,
    "verdict of own: holds": 41, "verdict of own: inconclusive": 13, "verdict of own: refuted": 43,
    "verdict of own: vacuous": 22,
    "verdict of sum: holds": 31, "verdict of sum: inconclusive": 10, "verdict of sum: refuted": 44,
    "verdict of sum: vacuous": 23,
    "verdict: holds": 79, "verdict: holds in part": 10, "verdict: inconclusive": 46, "verdict: refuted": 256,
    "verdict: vacuous": 105,
}  # fmt: skip
"""In how many of 1,000 claims each of them occurs at least."""


def too_rare(words: Counter[str], claims: int) -> list[str]:
    """What occurs less often than it has to."""
    return [
        f"{word}: in {words[word]:,} of {claims:,} claims, and it has to be in {floor * claims / 1000:.0f}"
        for word, floor in FLOORS.items()
        if words[word] * 1000 < floor * claims
    ]
