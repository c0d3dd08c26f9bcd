"""How far a step is known: enumerated, symbolic, for all D, general."""

from __future__ import annotations

from dataclasses import dataclass

from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict


@dataclass(frozen=True)
class StepScopes:
    """How far one step is known. Each scope but the general one says a verdict, None where it is not decided."""

    claim: Claim
    step: Step
    statement: str
    symbolic: Verdict | None
    """At all points of the instance (d, n, m) = (2, 3, 2) at once."""
    for_all_D: Verdict | None
    """For all D at each n of 2, 3, 4, 5; refuted where it is at one of them, and decided at all."""
    theorem: str | None
    """The theorem that proves it for all parameters; None also where the proof kernel was not asked."""

    @property
    def words(self) -> tuple[str, ...]:
        """The scopes that decide the step, from the nearest to the farthest."""
        scopes = ["enumerated"]
        if self.symbolic is not None:
            scopes.append("symbolic")
        if self.for_all_D is not None:
            scopes.append("all D")
        return (*scopes, *(["general"] if self.theorem is not None else []))
