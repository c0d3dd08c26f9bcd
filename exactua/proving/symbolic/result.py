"""What a symbolic run found: a verdict for each step, without counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import Witness, refuted_beside
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Scope, Verdict, concluded
from exactua.evaluators.profiles import Profile
from exactua.proving.symbolic.separating import Split
from exactua.reprs import RichRepr


@dataclass(frozen=True)
class SymbolicWitness:
    """A point at which a step fails (two, for folds that compare points), confirmed by the literal networks."""

    domain: str | None
    """None: the step needs no point."""
    points: tuple[Matrix, ...]
    failure: Witness | None = None
    """Which relation is false there, with both values."""
    parameters: Mapping[str, int | str] | None = None
    """Of a result for all D: the instance that the point belongs to."""


@dataclass(frozen=True)
class SymbolicStep:
    """The verdict of one step at all points at once."""

    step: Step
    verdict: Verdict
    reason: str | None = None
    witness: SymbolicWitness | None = None
    families: int = 0
    """Patterns of column ids that it was decided on."""
    order: tuple[Split, ...] | None = None
    """Of numbers of different points that are apart: the order of coordinates that shows it."""


@dataclass(frozen=True, repr=False)
class SymbolicResult(RichRepr):
    """Everything that a symbolic run found about a problem."""

    _told_by: ClassVar[str] = "exactua.printing.notebook.symbolic"

    problem: Problem
    scope: Scope
    steps: tuple[SymbolicStep, ...]
    points: Mapping[str, int | None]
    """The number of points of each domain; None: there are other ones for each D."""
    families: int
    """Patterns of column ids that were put through the networks."""
    forms: int
    """Affine forms of which the signs were asked for."""
    remarks: tuple[str, ...] = ()
    """What the result speaks of beside the claim's own words."""
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    """For all D: the networks by what they do to column ids."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of the judged steps together, as far as the parts of the statement are decided."""
        judged = (step.verdict for step in self.steps if step.step.name in self.problem.judged)
        return concluded(judged, self.problem.parts)

    @property
    def refuted_proof_lines(self) -> tuple[SymbolicStep, ...]:
        """Proof lines that are refuted and neither judged themselves nor by their repair."""
        return refuted_beside(self.problem, self.steps, questions=False)

    @property
    def unmet(self) -> tuple[SymbolicStep, ...]:
        """Questions beside the statement whose object does not meet its definition: no line of a proof is refuted."""
        return refuted_beside(self.problem, self.steps, questions=True)

    @cached_property
    def _by_name(self) -> dict[str, SymbolicStep]:
        return {step.step.name: step for step in self.steps}

    def __getitem__(self, step: str) -> SymbolicStep:
        """The result of the step of that name. Raises KeyError where there is none."""
        return self._by_name[step]
