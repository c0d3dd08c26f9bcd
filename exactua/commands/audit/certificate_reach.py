"""What the steps of a certificate reach, as its data have it: definitions, networks, domains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exactua.claims.reach import OF_NETWORKS
from exactua.terms.encoding import Data


def definitions_reached(terms: Data, definitions: Data) -> list[Data]:
    """The definitions that terms reach, also by way of others, in their order."""
    needed, reached = set(_named(terms, ("def",))), list[Data]()
    for pair in reversed(definitions):
        if pair[0] in needed:
            needed.update(_named(pair[1], ("def",)))
            reached.append(pair)
    return reached[::-1]


def terms_of(step: Mapping[str, Any], specs: Mapping[str, Any]) -> list[Data]:
    """All terms of a step, those in the specs of its domains too."""
    return [*(step.get(key) for key in ("term", "given", "bound", "fold")), *(specs[name] for name in step["over"])]


def reached(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part without the definitions, values, networks and domains that no step reaches."""
    over = {name for step in decided["steps"] for name in step["over"]}
    domains = [domain for domain in decided["domains"] if domain["name"] in over]
    specs = {domain["name"]: domain["spec"] for domain in domains}
    terms = [terms_of(step, specs) for step in decided["steps"]]
    definitions = definitions_reached(terms, decided["definitions"])
    names, spoken = {name for name, _ in definitions}, set(_named([terms, definitions], OF_NETWORKS))
    return {
        **decided,
        "definitions": definitions,
        "domains": domains,
        "networks": {name: network for name, network in decided["networks"].items() if name in spoken},
        "values": {name: value for name, value in decided["values"].items() if name in names},
    }


def _named(data: Data, operators: tuple[str, ...]) -> Iterator[str]:
    if isinstance(data, list) and len(data) > 1 and data[0] in operators and isinstance(data[1], str):
        yield data[1]
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _named(part, operators)
