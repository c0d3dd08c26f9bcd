"""A certificate that was changed, made to agree with itself again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from exactua.certificates.reading import problem_of
from exactua.certificates.writing import values_data
from exactua.claims.parts import concluded, parts_of
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.certificate_reach import definitions_reached, reached, terms_of
from exactua.errors import ExactuaError
from exactua.terms.encoding import Data, sha256


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
