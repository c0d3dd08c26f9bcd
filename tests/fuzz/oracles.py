"""Whether what a verifier confirmed is true: decided anew by the evaluators, which share no code with it.

Free text (titles, what a step says in words, the account of the run) is no evidence, and nothing is said of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from exactua.certificates.limits import read_limit
from exactua.certificates.reading import problem_of
from exactua.commands.audit.certificate_truth import Truths
from exactua.deciding.running import decide
from exactua.errors import ExactuaError
from tests.softmax.softmax_errors import softmax_error
from tests.symbolic_certificates import network_of

MOST_POINTS: Final = 20_000
SECONDS: Final = 20.0
FACTORS: Final = (1, 2, 10)
NAMES: Final = "must be a name"
"""The reader takes no blank variable of a family, which means nothing to what is evaluated."""


class Wrong(Exception):
    """A reader did what it must not do; the text says what."""


@cache
def _truths() -> Truths:
    return Truths("auto")


def require_true(content: bytes) -> str:
    """Raises Wrong where a confirmed certificate is false. What was looked at: "true", or why nothing was."""
    file = json.loads(content)
    decided = file["decided"]
    if file["exactua"] == "limit/2":
        return _limit(content)
    scope = decided["scope"]
    if scope in ("enumerated", "runs"):
        truth = _truths()(decided)
        if not truth.holds and NAMES in truth.why:
            return "true, with a name that is not written here"
        if not truth.holds:
            raise Wrong(f"confirmed, and it is not true: {truth.why}")
        return "true"
    if scope == "symbolic":
        return _holds_at(decided, decided)
    for instance in _instances(decided):
        _holds_at(decided, instance)
    return "true"


def _holds_at(decided: dict[str, Any], instance: dict[str, Any]) -> str:
    """Raises Wrong where a step that is said to hold (or to be vacuous or refuted) is not, at the instance."""
    enumerated = {**instance, "scope": "enumerated", "verdict": "holds"}
    enumerated.pop("order", None)
    enumerated["domains"] = [{**domain, "decided": [], "evidence": {}} for domain in instance["domains"]]
    enumerated["steps"] = [{key: x for key, x in step.items() if key != "order"} for step in instance["steps"]]
    try:
        decision = decide(problem_of(enumerated), budget=SECONDS, max_points=MOST_POINTS, replayed=0)
    except ExactuaError as error:
        raise Wrong(f"confirmed, and nothing can be decided of it: {error}") from None
    verdicts = {result.step.name: result.verdict.value for result in decision.results}
    points = {domain.name: domain.points for domain in decision.domains}
    general = decided["scope"] == "general"
    for step in decided["steps"]:
        told, here = step["verdict"], verdicts[step["name"]]
        fits = told in (here, "inconclusive") or here == "inconclusive" or (general and "vacuous" in (told, here))
        fits = fits or (general and told == "refuted")  # at some instance
        if not fits:
            raise Wrong(f"confirmed, and {step['name']} is {here}, not {told}")
    for domain in decided["domains"]:
        if domain["points"] is not None and points.get(domain["name"]) not in (None, domain["points"]):
            raise Wrong(f"confirmed, and {domain['name']} has {points[domain['name']]} points")
    return "true"


def _instances(decided: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a general certificate says at d = 1 and small D."""
    for D in (2, 3, 4):
        instance = {key: value for key, value in decided.items() if key not in ("profiles", "for_all")}
        instance["parameters"] = {**decided["parameters"], "d": 1, "m": D}
        instance["networks"] = {
            name: {**network_of(profile["items"], 1, D), "stages": profile["stages"]}
            for name, profile in decided["profiles"].items()
        }
        yield instance


def _limit(content: bytes) -> str:
    """A limit at its factor and at some above it, by balls; and that it fails below."""
    limit = read_limit(content)
    if len(limit.points) > 10:
        return "sampled"
    if limit.upper is not None:
        for point in limit.points:
            for factor in FACTORS:
                low, _ = softmax_error(limit.network, point, limit.upper * factor, limit.tolerance)
                if low > limit.tolerance:
                    raise Wrong(f"confirmed, and softmax is off by more than the tolerance at {factor} lambda*")
    if limit.lower is not None:
        point = limit.points[limit.lower.point - 1]
        low, high = softmax_error(limit.network, point, limit.lower.factor, limit.lower.exceeds)
        if high is not None and high <= limit.lower.exceeds:
            raise Wrong("confirmed, and the point does not fail at the factor below lambda*")
    return "true"
