"""What mutants are made of: a claim at an instance, decided, and the steps of it that hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from exactua.claims.decision import Decision, StepResult
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.networks import Network
from exactua.terms.language import Term, definitions_reached


@dataclass(frozen=True)
class Original:
    """A claim at an instance with its decision. Only steps that hold are changed: others say nothing, or are false."""

    decision: Decision
    found_by: str
    """The label that finds the claim."""

    @property
    def problem(self) -> Problem:
        """The claim at the instance."""
        return self.decision.problem

    @cached_property
    def held(self) -> tuple[StepResult, ...]:
        """The results of the steps that hold."""
        return tuple(result for result in self.decision.results if result.verdict is Verdict.HOLDS)

    def depending_on(self, network: str) -> list[Step]:
        """The steps that hold and speak of a network."""
        return [result.step for result in self.held if network in result.step.networks()]

    def depending_on_definition(self, name: str) -> list[Step]:
        """The steps that hold and that a definition matters to, through other definitions too."""
        definitions = self.problem.definitions
        return [
            result.step for result in self.held if name in dict(definitions_reached(result.step.all_terms, definitions))
        ]


def restricted(
    problem: Problem,
    steps: Sequence[Step],
    *,
    networks: Mapping[str, Network] | None = None,
    definitions: tuple[tuple[str, Term], ...] | None = None,
) -> Problem:
    """The problem that these steps alone make, all of them judged, with the networks that they speak of."""
    used = frozenset[str]().union(*(step.networks() for step in steps))
    known = {**problem.networks, **(networks or {})}
    return replace(
        problem,
        steps=tuple(steps),
        judged=tuple(step.name for step in steps),
        networks={name: network for name, network in known.items() if name in used},
        definitions=problem.definitions if definitions is None else definitions,
    )


def restricted_decision(decision: Decision, names: Sequence[str]) -> Decision:
    """The part of a decision that speaks of these steps."""
    results = tuple(result for result in decision.results if result.step.name in names)
    problem = restricted(decision.problem, [result.step for result in results])
    used = {spec.name for spec in problem.domains}
    domains = {domain.name: domain for domain in decision.domains if domain.name in used}
    return Decision(problem, tuple(domains[spec.name] for spec in problem.domains), results, decision.run)
