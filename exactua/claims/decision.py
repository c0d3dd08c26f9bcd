"""What a check found: the verdict of every step with its counts, witness and measure, and of the claim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, Protocol, TypeVar, runtime_checkable

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import PointScope, Verdict, concluded, overall
from exactua.errors import no_such
from exactua.reprs import RichRepr
from exactua.terms.language import Term
from exactua.terms.measures import Failure

PRIME: Final = 2**61 - 1
"""The modulus of the sums in fingerprints."""


@dataclass(frozen=True)
class Nowhere:
    """What is true at no point in a step that holds: a hypothesis of it, or both sides of p iff q."""

    hypothesis: Term | None
    """Of an implication; of p iff q, that under which it is said, or None."""
    iff: Term | None = None
    """p iff q, both sides of which are false wherever the hypothesis is true."""

    @property
    def free(self) -> frozenset[str]:
        """The variables of the quantifiers around it."""
        return frozenset().union(*(term.free for term in (self.hypothesis, self.iff) if term is not None))


Position = tuple[int, int]
"""A point: index of its domain among the step's domains, and its rank there."""


@dataclass(frozen=True)
class Extreme:
    """The least (or greatest) number seen, with the first point where it is taken."""

    value: Rational
    at: Position


@dataclass(frozen=True, repr=False)
class Witness(RichRepr):
    """A counterexample: its place(s), the point(s), and the relation that is false there with both values."""

    _told_by: ClassVar[str] = "exactua.printing.notebook.witnesses"

    at: tuple[Position, ...]
    points: tuple[Matrix, ...]
    bindings: Mapping[str, Any]
    relation: str | None
    left: Any
    right: Any
    false: Term | None = field(default=None, compare=False)
    """The innermost part of what the step says that is false there; None where that is not known."""
    refutes: ClassVar[StepResult | None] = None
    """In a decision: the result of the step that it refutes. No field, as that has its witness as one."""

    @classmethod
    def of(cls, failure: Failure, at: tuple[Position, ...] = (), points: tuple[Matrix, ...] = ()) -> Witness:
        """The same as a failure, at these places and points."""
        return cls(at, points, failure.bindings, failure.relation, failure.left, failure.right, failure.term)


@dataclass(frozen=True)
class Measured:
    """The extremes of the measured numbers with the first points where they are taken, and the sum modulo 2^61 - 1."""

    minimum: Extreme
    maximum: Extreme
    residue: int | None
    """None where the numbers are reals: extremes are then floors, numbers of 64 bits, and there is no sum."""


@dataclass(frozen=True)
class Evidence:
    """What shows a step without a look at its points: signs of affine forms, or the witness of a refuted one."""

    kind: Literal["signs", "witness"]
    order: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] | None = None
    """Of numbers of different points that are apart: splits of coordinates, up and down, that show it."""


@dataclass(frozen=True, repr=False)
class StepResult(RichRepr):
    """The verdict of one step."""

    _told_by: ClassVar[str] = "exactua.printing.notebook.results"

    step: Step
    verdict: Verdict
    reason: str | None
    points: int
    applicable: int
    failures: int
    witness: Witness | None
    measured: Measured | None
    complete: bool = True
    """Whether every point was decided."""
    evidence: Evidence | None = None
    """What a certificate has in place of counts and extremes."""
    found: Witness | None = None
    """Of what holds at some point (`Step.of_some`): the least one, and what is false there where each is denied.

    Of one of several conditions that holds at every point (`Step.several`): the number of the first, as k.
    """
    nowhere: tuple[Nowhere, ...] = field(default=(), compare=False)
    """Of an own step that holds, what of its implications and of its p iff q is true at no point; not part of it."""
    known: Witness | None = field(default=None, compare=False)
    """Of a step that is undecided at some points: where it is false all the same, at the first of those decided.

    A certificate claims nothing of such a step, and does not have it.
    """
    without_value: str = field(default="", compare=False)
    """Of an own step that has no value at some point: the line, what is wrong there, and the point."""
    problem: ClassVar[Problem | None] = None
    """In a decision: the problem of which it is a step. No field, as it is none of what was decided."""

    def within(self, problem: Problem) -> StepResult:
        """The same as that of a step of a problem: so it is shown, and its witness, in the paper's names and units."""
        placed = replace(self)
        object.__setattr__(placed, "problem", problem)
        if self.witness is not None:
            witness = replace(self.witness)
            object.__setattr__(witness, "refutes", placed)
            object.__setattr__(placed, "witness", witness)
        return placed


@dataclass(frozen=True)
class DomainResult:
    """A domain with the number of its points and the rank ranges that were decided."""

    name: str
    points: int | None
    """None: too many to be counted."""
    decided: tuple[tuple[int, int], ...]
    evidence: Any = None

    @property
    def complete(self) -> bool:
        """Whether every point was decided."""
        return sum(stop - start for start, stop in self.decided) == self.points


class Decided(Protocol):
    """A step with its verdict, however it was decided."""

    @property
    def step(self) -> Step:
        """The step."""

    @property
    def verdict(self) -> Verdict:
        """Its verdict."""

    @property
    def reason(self) -> str | None:
        """Why it is inconclusive, where it is."""


Found = TypeVar("Found", bound=Decided)


def refuted_beside(problem: Problem, results: Iterable[Found], *, questions: bool) -> tuple[Found, ...]:
    """The refuted steps that are neither judged themselves nor by their repair: proof lines, or the questions there."""
    return tuple(
        result
        for result in results
        if result.verdict is Verdict.REFUTED
        and problem.stands_beside(result.step)
        and result.step.is_question == questions
    )


@dataclass(frozen=True, repr=False)
class Decision(RichRepr):
    """Everything that was decided about a problem, and how."""

    _told_by: ClassVar[str] = "exactua.printing.notebook.decisions"

    problem: Problem
    domains: tuple[DomainResult, ...]
    results: tuple[StepResult, ...]
    run: dict[str, Any] = field(default_factory=dict)
    """How it was decided: engine, seconds, replayed points, versions; not part of what was decided."""
    scope: PointScope = "enumerated"
    """How far it reaches: every point, one by one or in affine runs."""
    instances: tuple[Decision, ...] = field(default=(), compare=False)
    """All that the claim has, where `check` was asked for none of them; this is the first with their joint verdict."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "results", tuple(result.within(self.problem) for result in self.results))

    @property
    def verdict(self) -> Verdict:
        """The verdict of the judged steps together, as far as the parts of the statement are decided."""
        judged = (result.verdict for result in self.results if result.step.name in self.problem.judged)
        return concluded(judged, self.problem.parts)

    @property
    def complete(self) -> bool:
        """Whether every step, at every point, was decided."""
        return all(domain.complete for domain in self.domains) and all(result.complete for result in self.results)

    @cached_property
    def _by_name(self) -> dict[str, StepResult]:
        return {result.step.name: result for result in self.results}

    def __getitem__(self, step: str) -> StepResult:
        """The result of the step of that name; of several instances the first with the step's verdict at all of them.

        Raises KeyError, with the nearest names, where it was not decided.
        """
        try:
            results = [decision._by_name[step] for decision in self.instances or (self,)]
        except KeyError:
            raise KeyError(no_such("step", step, self._by_name, self.problem.label)) from None
        joint = overall(result.verdict for result in results)
        return next(result for result in results if result.verdict is joint)

    @property
    def refuted_proof_lines(self) -> tuple[StepResult, ...]:
        """Proof lines that are refuted and neither judged themselves nor by their repair."""
        return refuted_beside(self.problem, self.results, questions=False)

    @property
    def unmet(self) -> tuple[StepResult, ...]:
        """Questions beside the statement whose object does not meet its definition: no line of a proof is refuted."""
        return refuted_beside(self.problem, self.results, questions=True)


@runtime_checkable
class Answered(Protocol):
    """What was decided, with more that is told of it: an answer of `ask`."""

    @property
    def decision(self) -> Decision:
        """What was decided."""


@runtime_checkable
class Certified(Protocol):
    """What has a certificate of a format of its own: a limit."""

    def certificate_text(self) -> str:
        """The text of its certificate. Raises InputError where nothing is known, so that there is none."""


def decision_in(answer: Decision | Answered) -> Decision:
    """The decision itself, or that of an answer."""
    return answer if isinstance(answer, Decision) else answer.decision
