"""What the steps of a hand-written certificate reach, and the statement hashes that go with it: by the format, plainly.

Nothing of the package is used, and nothing of a verifier: both are tested with what is made here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Decided = dict[str, Any]
"""The hashed part of a certificate."""

OF_NETWORKS = ("stage", "network", "after", "layer")


def canonical(value: Any) -> str:
    """Canonical JSON (format, section 1)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def sha256(text: str) -> str:
    """The hash of a text, as certificates write it."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def named(data: Any, *operators: str) -> Iterator[str]:
    """The names that stand behind these operators, anywhere in terms."""
    if isinstance(data, list) and len(data) > 1 and data[0] in operators and isinstance(data[1], str):
        yield data[1]
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from named(part, *operators)


def definitions_reached(terms: Any, definitions: Sequence[Any]) -> list[Any]:
    """The definitions that these terms reach, also by way of other definitions, in their order."""
    known, names_reached = dict(map(tuple, definitions)), set[str]()
    waiting = set(named(terms, "def"))
    while waiting:
        names_reached |= waiting
        waiting = {name for definition in waiting for name in named(known.get(definition), "def")} - names_reached
    return [pair for pair in definitions if pair[0] in names_reached]


def terms_of(step: Mapping[str, Any], specs: Mapping[str, Any]) -> list[Any]:
    """All terms of a step, those in the specs of its domains too."""
    return [*(step.get(key) for key in ("term", "given", "bound", "fold")), *(specs.get(name) for name in step["over"])]


def specs_of(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The specs of the domains, by name."""
    return {domain["name"]: domain["spec"] for domain in decided["domains"]}


def statement(step: Mapping[str, Any], decided: Mapping[str, Any]) -> str:
    """The hash of what a step states (format, section 6)."""
    specs = specs_of(decided)
    stated = {key: step[key] for key in ("fold", "given", "term")}
    stated |= {key: step[key] for key in ("bound", "relation") if step.get("bound") is not None}
    stated["definitions"] = definitions_reached(terms_of(step, specs), decided["definitions"])
    stated["domains"] = [[name, specs.get(name)] for name in step["over"]]
    return sha256(canonical(stated))


def refitted(decided: Decided) -> Decided:
    """The same data, in which every statement hash is now the one that belongs to its step."""
    for step in decided["steps"]:
        step["statement"] = statement(step, decided)
    return decided


def reached(decided: Decided) -> Decided:
    """The same without the definitions (and their values), networks and domains that no step reaches."""
    over = {name for step in decided["steps"] for name in step["over"]}
    specs = {name: spec for name, spec in specs_of(decided).items() if name in over}
    terms = [terms_of(step, specs) for step in decided["steps"]]
    definitions = definitions_reached(terms, decided["definitions"])
    names = {name for name, _ in definitions}
    spoken = set(named([terms, definitions], *OF_NETWORKS))
    left = {
        "definitions": definitions,
        "values": {name: value for name, value in decided["values"].items() if name in names},
        "domains": [domain for domain in decided["domains"] if domain["name"] in over],
    }
    for key in decided.keys() & {"networks", "profiles"}:
        left[key] = {name: network for name, network in decided[key].items() if name in spoken}
    return {**decided, **left}
