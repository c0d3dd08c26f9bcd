"""One instance of a claim as it came out: what is left of a decision when the networks are gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from exactua.claims.decision import Decision, Witness
from exactua.claims.verdicts import Verdict

Box = Mapping[str, int | str]
"""The parameter values of an instance, in the claim's order."""


@dataclass(frozen=True)
class StepAt:
    """What one step came to at one instance."""

    verdict: Verdict
    points: int
    applicable: int
    failures: int
    witness: Witness | None = None
    reason: str | None = None
    complete: bool = True
    """Whether every point was decided."""
    objects: tuple[str, ...] = ()
    """What was asked to meet a definition, if anything was."""


@dataclass(frozen=True)
class Outcome:
    """A claim at one instance: verdicts with counts and witnesses, by step."""

    claim: str
    box: Box
    verdict: Verdict
    exit_code: int
    points: int
    """Points of all domains together, as far as they could be counted."""
    seconds: str
    steps: Mapping[str, StepAt]
    refuted_proof_lines: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    """The instance as JSON data, where that was asked for."""


def steps_of(decision: Decision) -> dict[str, StepAt]:
    """What every step of a decision came to."""
    return {
        result.step.name: StepAt(
            result.verdict,
            result.points,
            result.applicable,
            result.failures,
            result.witness,
            result.reason,
            result.complete,
            result.step.objects,
        )
        for result in decision.results
    }
