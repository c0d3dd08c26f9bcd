"""Before anything is evaluated: which evaluator decides which step, how many points there are, and which shards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from exactua.checking.deciding import Decider, Engine, Shard
from exactua.checking.domains import CellDomain, CellsNotFound, build_domains
from exactua.claims.problem import Problem, Step
from exactua.errors import InputError
from exactua.grids.columns import TooManyColumns
from exactua.grids.domains import CountTooLarge, PointDomain
from exactua.kernels.column_ids import ColumnIdKernel, column_id_kernel
from exactua.numbers.forms import MixedEntries
from exactua.terms.evaluation import Evaluator, NotObserved
from exactua.terms.language import TermError
from exactua.terms.measures import measure_of

EngineChoice = Literal["auto", "kernel", "literal"]


@dataclass
class Plan:
    """A problem with its domains and, for each step that needs points, its evaluator."""

    problem: Problem
    domains: dict[str, PointDomain | CellDomain] = field(default_factory=dict)
    kernels: dict[str, ColumnIdKernel] = field(default_factory=dict)
    engines: dict[str, Engine] = field(default_factory=dict)
    obstacle: str | None = None
    """Why the points can't be enumerated, if they can't."""

    @property
    def points(self) -> int:
        """The number of points of all domains together."""
        return sum(domain.count for domain in self.domains.values())

    def decider(self) -> Decider:
        """What decides a shard of this plan."""
        return Decider(self.problem, self.domains, self.kernels, self.engines)

    def shards(self) -> Iterator[Shard]:
        """The rank ranges to decide of all domains."""
        decider = self.decider()
        for name in self.domains:
            yield from decider.shards_of(name)


def plan(
    problem: Problem,
    engine: EngineChoice = "auto",
    deadline: float | None = None,
    domains: Mapping[str, PointDomain | CellDomain] | None = None,
) -> Plan:
    """The plan of a problem. `engine` "kernel" or "literal" asks for that evaluator for all steps.

    `deadline` (of time.monotonic) bounds the cutting of the line into cells; `domains` are the problem's where they
    are built already. Raises InputError where no kernel evaluates a step for which it is asked.
    """
    if engine not in ("auto", "kernel", "literal"):
        raise InputError(f"engine: {engine!r} is not valid; choose one of auto, kernel, literal")
    made = Plan(problem)
    try:
        made.domains = build_domains(problem, deadline) if domains is None else dict(domains)
        _ = made.points
    except (CountTooLarge, CellsNotFound, MixedEntries, NotObserved, TermError) as obstacle:
        made.domains, made.obstacle = {}, str(obstacle)
        return made
    if engine != "literal":
        found = {name: column_id_kernel(network) for name, network in problem.networks.items()}
        made.kernels = {name: kernel for name, kernel in found.items() if kernel is not None}
    first_points: dict[str, Evaluator] = {}
    try:
        for step in problem.steps:
            if step.over:
                with problem.located(f"step {step.name}"):
                    made.engines[step.name] = _engine(made, step, engine, first_points)
    except TooManyColumns as obstacle:
        made.obstacle = str(obstacle)
    return made


def _engine(made: Plan, step: Step, engine: EngineChoice, first_points: dict[str, Evaluator]) -> Engine:
    cells = any(spec.kind == "cells" for spec in step.over)
    if cells and engine != "kernel":
        return "forms"
    if cells:
        reason: str | None = "it ranges over all reals"
    else:
        reason = _kernel_refuses(made, step, first_points) if engine != "literal" else "literal was asked for"
    if engine == "kernel" and reason is not None:
        raise InputError(f"engine: no kernel decides {made.problem.label}.{step.name} ({reason}); use auto or literal")
    return "kernel" if reason is None else "literal"


def _kernel_refuses(made: Plan, step: Step, first_points: dict[str, Evaluator]) -> str | None:
    """Why the kernel can't decide a step; tried on the first point of each domain (its evaluator is kept)."""
    for spec in step.over:
        domain = made.domains[spec.name]
        assert not isinstance(domain, CellDomain)
        if domain.count == 0:
            continue
        if spec.name not in first_points:
            first_points[spec.name] = made.decider().batch_evaluator(spec.name, domain.batch(0, 1))
        evaluator = first_points[spec.name]
        try:
            if step.given is not None:
                evaluator(step.given)
            evaluator(step.term)
            list(measure_of(step.term).values(evaluator))
        except (NotObserved, TermError) as reason:
            return str(reason)
    return None


def describe_count(count: int) -> str:
    """A number of points for people: exact up to 10^15, its power of ten beyond."""
    if count < 10**15:
        return f"{count:,}"
    exponent = (
        int((count.bit_length() - 1) * 0.30102999566398120) if count.bit_length() > 10_000 else len(str(count)) - 1
    )
    return f"about 10^{exponent}"
