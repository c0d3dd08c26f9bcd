"""A certificate that was changed, made to agree with itself again: it has what its steps reach, and nothing else.

So are the certificates that lie about a mutant: hashed again, as they should be but for what is said to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from exactua.certificates.reading import problem_of
from exactua.certificates.writing import decided_data, laid_out, values_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem, definitions_data
from exactua.claims.verdicts import Verdict, concluded, parts_of
from exactua.errors import ExactuaError
from exactua.networks.serialisation import to_data as network_data
from exactua.terms.encoding import Data, sha256, to_data
from exactua.terms.language import OF_NETWORKS


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


@dataclass(frozen=True)
class Lie:
    """One consistent change: the operator's name, the place, and the hashed part that it makes."""

    operator: str
    where: str
    make: Callable[[], dict[str, Any] | None]
    """Makes the changed hashed part; None where it turns out that there is none."""


def judged_again(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part with the overall verdict that its judged steps make."""
    verdicts = [step["verdict"] for step in decided["steps"] if step["name"] in decided["judged"]]
    return {**decided, "verdict": concluded(map(Verdict, verdicts), parts_of(decided)).value}


def with_step(decided: Mapping[str, Any], k: int, **changes: Data) -> dict[str, Any]:
    """The hashed part with other results of a step, and the overall verdict that they make."""
    steps = list(decided["steps"])
    steps[k] = {**steps[k], **changes}
    return judged_again({**decided, "steps": steps})


def fitted(decided: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part with the statement hashes, and the values of the definitions, that belong to what it says.

    What no step reaches any more is left out. Where it is so ill-formed that there are none, they stay as they are.
    """
    changed = dict(decided)
    try:
        changed = reached(decided)
        specs = {domain["name"]: domain["spec"] for domain in decided["domains"]}
        changed["steps"] = [{**step, "statement": statement(step, specs, decided)} for step in decided["steps"]]
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        return changed
    try:
        return changed | {"values": values_data(problem_of(changed))}
    except ExactuaError:
        return changed


def statement(step: Mapping[str, Any], specs: Mapping[str, Any], decided: Mapping[str, Any]) -> str:
    """The hash of what a step of a certificate states (docs/certificate-format.md, 6)."""
    keys = ("fold", "given", "term", *(("bound", "relation") if step.get("bound") is not None else ()))
    definitions = definitions_reached(terms_of(step, specs), decided["definitions"])
    stated = {key: step[key] for key in keys} | {"definitions": definitions}
    return sha256(stated | {"domains": [[name, specs[name]] for name in step["over"]]})


def rehashed(decided: Data) -> bytes:
    """A certificate with this hashed part and its true digest."""
    return laid_out(decided, {}).encode("ascii")


def says_it_holds(decision: Decision, names: Collection[str]) -> bytes:
    """The decision's certificate, but these steps are said to hold: no failure, no witness, everything else is true."""
    decided = decided_data(decision)
    for step in decided["steps"]:
        if step["name"] in names:
            step |= {"verdict": Verdict.HOLDS.value, "failures": 0, "witness": None, "reason": None}
    return rehashed(judged_again(decided))


def says_nothing_changed(before: Decision, problem: Problem) -> bytes:
    """What was found of the original, said of a changed problem with the same steps: statement hashes are true."""
    decided, problem = decided_data(before), problem.reached
    for record, step in zip(decided["steps"], problem.steps, strict=True):
        record |= {
            "term": to_data(step.term),
            "given": None if step.given is None else to_data(step.given),
            "fold": step.fold_data,
            "bound": None if step.bound is None else to_data(step.bound),
            "relation": step.relation,
            "over": [spec.name for spec in step.over],
            "statement": problem.statement_hash(step),
        }
    specs = {spec.name: spec for spec in problem.domains}
    for domain in decided["domains"]:
        if domain["name"] in specs:
            domain["spec"] = specs[domain["name"]].data()
    decided["domains"] = [domain for domain in decided["domains"] if domain["name"] in specs]
    decided["networks"] = {name: network_data(network) for name, network in problem.networks.items()}
    decided["definitions"] = definitions_data(problem.definitions)
    decided["values"] = _values(problem, decided["values"])
    return rehashed(decided)


def _values(problem: Problem, before: Data) -> Data:
    """The values of the definitions, those of before where they have none."""
    try:
        return values_data(problem)
    except ExactuaError:
        return before
