"""What mutants are made of: a claim at small instances, decided, and the steps of it that hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.decision import Decision, StepResult
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import ExactuaError
from exactua.evidence.boxes import ladder
from exactua.grids.categories import build
from exactua.networks import Network
from exactua.networks.items import templates
from exactua.python_files import SEPARATOR, shown
from exactua.terms.language import Term, definitions_reached

MOST_WORK: Final = 1_500
"""Points of all finite domains times layers of all networks, up to which an instance is small."""
LOOKED_AT: Final = 4
"""Small instances of one shape among which the choice is made."""
Box = Mapping[str, int | str]


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


def originals_of(claim: Claim, boxes: Sequence[Box] | None = None, steps: tuple[str, ...] = ()) -> Iterator[Original]:
    """The instances of a claim that are audited, decided: those of `boxes`, else up to three of its default ladder.

    One has the least d and n, one another d, one another n; of the smallest few with these d and n it is that at which
    the most steps hold. `steps` are those that are asked about; none: all.
    """
    if boxes is not None:
        for box in boxes:
            yield decided(claim, box, steps)
        return
    for shape in _shapes(claim):
        yield max((decided(claim, box, steps) for box in shape), key=lambda original: len(original.held))


def decided(claim: Claim, box: Box, steps: tuple[str, ...] = ()) -> Original:
    """A claim at an instance, decided, and not evaluated again."""
    path, separator, name = claim.found_by.rpartition(SEPARATOR)
    found_by = f"{shown(Path(path))}{separator}{name}" if separator else claim.found_by
    return Original(decide(claim.problem(box, steps), replayed=0), found_by)


def _shapes(claim: Claim) -> list[list[Box]]:
    """The smallest few instances of the first d and n on the ladder, of the first other n, and of the first other d.

    Where none is small, the first of all.
    """
    by_shape: dict[tuple[object, object], list[Box]] = {}
    least: list[Box] = []
    for box in ladder(claim):
        least = least or [box]
        shape = (box.get("d"), box.get("n"))
        if len(by_shape.get(shape, ())) < LOOKED_AT and _small(claim.problem(box)):
            by_shape.setdefault(shape, []).append(box)
    if not by_shape:
        return [least] if least else []
    first, *others = by_shape
    more_rows = next((shape for shape in others if shape[0] != first[0]), None)
    longer = next((shape for shape in others if shape != more_rows and shape[1] != first[1]), None)
    return [by_shape[shape] for shape in (first, longer, more_rows) if shape is not None]


def _small(problem: Problem) -> bool:
    layers = sum(times for network in problem.networks.values() for _, times in templates(network.items))
    try:
        finite = [spec for spec in problem.domains if spec.kind != "cells"]
        points = sum(build(spec, problem.value, problem.parameters).count for spec in finite)
    except ExactuaError:
        return False
    return points * max(layers, 1) <= MOST_WORK
