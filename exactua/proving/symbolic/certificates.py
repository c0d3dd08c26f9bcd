"""A symbolic result as a certificate (docs/certificate-format.md, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exactua.arithmetic.rationals import encode_integer, encode_rational
from exactua.certificates.writing import file_name, laid_out, made_with, matrix_data, problem_data, step_data
from exactua.claims.decision import StepResult
from exactua.claims.verdicts import Scope
from exactua.deciding.fold import settle_static
from exactua.evaluators.profiles import Coefficients, Profile
from exactua.networks.serialisation import to_data as network_data
from exactua.proving.symbolic.result import SymbolicResult, SymbolicStep, SymbolicWitness
from exactua.terms.encoding import Data, sha256

UNCOUNTED: Final = {"applicable": None, "failures": None, "measure": None}
"""What a step over points does not say: nothing was counted."""


def certificate(result: SymbolicResult, run: Mapping[str, Any]) -> str:
    """The text of the result's certificate; `run` is the account of how it was found, which is not hashed."""
    return laid_out(decided_data(result), {**run, **made_with()})


def digest(result: SymbolicResult) -> str:
    """SHA-256 of what was decided, as "sha256:…"."""
    return sha256(decided_data(result))


def certificate_name(result: SymbolicResult, steps: tuple[str, ...], judged: str = "as written") -> str:
    """The default file name, such as lemma8.symbolic.d2n3m2.json, or lemma8.all-D.n10.json."""
    scope = "all-D" if result.scope is Scope.GENERAL else result.scope.value
    return file_name(result.problem, (*steps, scope), judged)


def decided_data(result: SymbolicResult) -> dict[str, Data]:
    """The hashed part: what was decided."""
    problem, general = result.problem.reached, result.scope is Scope.GENERAL
    decided = {
        **problem_data(problem),
        "domains": [
            {
                "decided": None,
                "evidence": None,
                "name": spec.name,
                "points": _count(result.points[spec.name]),
                "spec": spec.data(),
            }
            for spec in problem.domains
        ],
        "scope": result.scope.value,
        "steps": [_step(result, step) for step in result.steps],
        "verdict": result.verdict.value,
    }
    if general:
        reached = result.profiles.keys() & problem.networks_reached
        profiles = {name: profile_data(result.profiles[name]) for name in reached}
        return decided | {"for_all": "D", "profiles": profiles, "values": {}}
    return decided | {
        "networks": {name: network_data(network) for name, network in problem.networks.items()},
        "values": {name: encode_rational(value) for name, value in problem.values.items()},
    }


def _count(points: int | None) -> Data:
    return None if points is None else encode_integer(points)


def _step(result: SymbolicResult, decided: SymbolicStep) -> Data:
    problem, step = result.problem, decided.step
    if not step.over and result.scope is Scope.SYMBOLIC:
        return {**step_data(problem, settle_static(problem, step)), "order": None}
    empty = StepResult(step, decided.verdict, decided.reason, 0, 0, 0, None, None)
    return {
        **step_data(problem, empty),
        **UNCOUNTED,
        "points": _points(result, decided),
        "witness": None if decided.witness is None else witness_data(decided.witness),
        "order": None if decided.order is None else [[list(split.up), list(split.down)] for split in decided.order],
    }


def _points(result: SymbolicResult, decided: SymbolicStep) -> Data:
    counts = [result.points[spec.name] for spec in decided.step.over]
    known = [count for count in counts if count is not None]
    return _count(sum(known)) if known and len(known) == len(counts) else None


def witness_data(witness: SymbolicWitness) -> Data:
    """A witness: the domain, its points, and of a result for all D the instance."""
    data: dict[str, Data] = {
        "domain": witness.domain,
        "points": [matrix_data(point) for point in witness.points],
    }
    if witness.parameters is not None:
        data["parameters"] = {
            name: value if isinstance(value, str) else encode_integer(value)
            for name, value in witness.parameters.items()
        }
    return data


def profile_data(profile: Profile) -> Data:
    """A profile for all D: its stacks of layers, with polynomials as arrays of coefficients."""

    def polynomial(coefficients: Coefficients) -> Data:
        return [encode_rational(value) for value in coefficients]

    return {
        "items": [
            {
                "start": polynomial(stack.start),
                "count": polynomial(stack.count),
                "heads": [
                    {"gain": polynomial(head.gain), "threshold": polynomial(head.threshold)} for head in stack.heads
                ],
            }
            for stack in profile.stacks
        ],
        "stages": dict(profile.stages),
    }
