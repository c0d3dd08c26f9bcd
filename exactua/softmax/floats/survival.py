"""Which steps of a claim survive floating point: their terms at float states, every float read as its rational."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from exactua.arithmetic.batches import broadcast
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import Problem, Step
from exactua.errors import InputError
from exactua.grids.categories import build
from exactua.grids.domains import PointDomain
from exactua.softmax.floats.float_network import FloatNetwork, finite_points
from exactua.softmax.floats.float_states import FloatStates
from exactua.softmax.floats.formats import FloatArray
from exactua.terms.evaluation import Evaluator, NotObserved

MOST_POINTS: Final = 200_000
"""Points of a domain that are looked at unless told otherwise."""
_TOGETHER: Final = 1 << 14
_FOLDS: Final = ("each", "distinct")
_ON_THE_WAY: Final = ("after", "layer")
"""Operators that look at a network after single layers, which are not kept."""


@dataclass(frozen=True)
class Survived:
    """Of a step: at how many points what it says still holds when the network computes in floating point.

    `points` are those that satisfy the step's hypothesis, or at which no state tells whether they do (one for each
    orbit of a domain of orbits). At `not_finite` of them a state that the step asks for has NaN or infinities; there
    the step has not survived. In a fold "distinct" a point survives where its numbers are all different, and none of
    them is one of another point.
    """

    step: Step
    survived: int
    points: int
    not_finite: int
    of: int
    """The points of the step's domains: more than are looked at, where these are a sample."""

    @property
    def share(self) -> Rational | None:
        """survived / points; None where there is no point."""
        return Rational(self.survived, self.points) if self.points else None


@dataclass
class _Counts:
    points: int = 0
    survived: int = 0
    not_finite: int = 0
    of: int = 0
    values: list[list[Rational]] = field(default_factory=list)
    """Of a fold "distinct": the numbers of each point with finite states."""


def supported(problem: Problem, name: str) -> list[Step]:
    """The steps that can be asked of float states of the network `name`: said of single points, or "distinct"."""
    return [
        step
        for step in problem.steps
        if step.over
        and step.fold in _FOLDS
        and step.networks() == {name}
        and all(domain.kind != "cells" for domain in step.over)
        and not problem.speaks_of_reals(step)
        and not any(part.operator in _ON_THE_WAY for term in step.terms for part in term.walk())
        and _at_points(step)
    ]


def _at_points(step: Step) -> bool:
    """Whether the step looks at its network, and at the points alone."""
    looks = [part for term in step.terms for part in term.walk() if part.operator == "stage"]
    return bool(looks) and all(part.arguments[-1].operator == "point" for part in looks)


def survival(
    problem: Problem,
    name: str,
    float_network: FloatNetwork,
    steps: Sequence[str] | None = None,
    most_points: int = MOST_POINTS,
) -> dict[str, Survived]:
    """What becomes of each step by name where `float_network` stands for the problem's network `name`.

    `steps` are all `supported` ones unless they are named. Of a domain with more than `most_points` points as many are
    looked at, evenly spread over the ranks. Raises InputError for a network that the claim has not, a float network
    without a stage that a step looks at, a step that is not supported, and most_points below 1.
    """
    if name not in problem.networks:
        raise InputError(
            f"network: {problem.label} has no network {quoted(name)}; it has {', '.join(problem.networks)}"
        )
    if most_points < 1:
        raise InputError(f"most_points: {most_points} is not valid; give a number of points >= 1")
    known = {step.name: step for step in supported(problem, name)}
    for step_name in steps or ():
        if step_name not in known:
            raise InputError(
                f"steps: {quoted(step_name)} can't be asked of float states; those of {problem.label} that can are "
                f"{', '.join(known) or 'none'}"
            )
    asked = [known[step_name] for step_name in (known if steps is None else steps)]
    counts = {step.name: _Counts() for step in asked}
    for spec in dict.fromkeys(domain for step in asked for domain in step.over):
        domain = build(spec, problem.value, problem.parameters)
        here = [step for step in asked if spec in step.over]
        for step in here:
            counts[step.name].of += domain.count
        for points in _batches(domain, most_points):
            _note(problem, name, float_network, here, points, counts)
    return {step.name: _survived(step, counts[step.name]) for step in asked}


def _batches(domain: PointDomain, most: int) -> Iterator[list[Matrix]]:
    kept = min(domain.count, most)
    ranks = [index * domain.count // kept for index in range(kept)]
    for start in range(0, kept, _TOGETHER):
        yield [domain.matrix(rank) for rank in ranks[start : start + _TOGETHER]]


def _note(
    problem: Problem,
    name: str,
    float_network: FloatNetwork,
    steps: Sequence[Step],
    points: list[Matrix],
    counts: dict[str, _Counts],
) -> None:
    """Adds these points to the counts of the steps."""
    states: dict[str | int, FloatArray] = {}
    for step in steps:
        stages = _stages(problem, step)
        for stage in stages - set(states):
            states[stage] = float_network.run(points, stage).output
        finite = np.all([finite_points(states[stage]) for stage in stages], axis=0)
        tally = counts[step.name]
        tally.not_finite += int((~finite).sum())
        tally.points += int((~finite).sum())
        kept = np.flatnonzero(finite)
        if len(kept):
            observed = FloatStates(name, [points[k] for k in kept], {stage: states[stage][kept] for stage in stages})
            with problem.located(f"step {step.name}"):
                _evaluate(problem, step, observed, len(kept), tally)


def _evaluate(problem: Problem, step: Step, observed: FloatStates, size: int, tally: _Counts) -> None:
    """Adds points with finite states: all at once, or one by one where a term asks for that."""
    try:
        evaluator = Evaluator(problem.parameters, problem.values, observed)
        applies = np.ones(size, dtype=np.bool_)
        if step.given is not None:
            applies = np.broadcast_to(evaluator(step.given), (size,))
        value = evaluator(step.term)
    except NotObserved:
        if size == 1:
            raise
        for k in range(size):
            _evaluate(problem, step, observed.alone(k), 1, tally)
        return
    tally.points += int(applies.sum())
    if step.fold == "each":
        tally.survived += int((np.broadcast_to(value, (size,)) & applies).sum())
        return
    numbers = [broadcast(number, size) for number in (value if isinstance(value, tuple) else (value,))]
    tally.values += [[number.value(k) for number in numbers] for k in np.flatnonzero(applies).tolist()]


def _survived(step: Step, tally: _Counts) -> Survived:
    if step.fold == "distinct":
        seen = Counter(value for values in tally.values for value in values)
        tally.survived = sum(all(seen[value] == 1 for value in values) for values in tally.values)
    return Survived(step, tally.survived, tally.points, tally.not_finite, tally.of)


def _stages(problem: Problem, step: Step) -> set[str | int]:
    """The stages at which a step's terms look at its network."""
    stages: set[str | int] = set()
    for part in (part for term in step.terms for part in term.walk() if part.operator == "stage"):
        stages.add(part.names[1] if len(part.names) == 2 else int(problem.value(part.arguments[0])))
    return stages
