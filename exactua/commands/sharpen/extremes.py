"""How near the bounds of a problem come to being false: least slacks and extreme ratios over every point.

The numbers are measured by the same deciders as verdicts are, in exact batches where these evaluate them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.bounds import Bound, NotMeasurable, Place, places
from exactua.claims.decision import Extreme, Position
from exactua.claims.lettering import letter, matrices
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.record import Measurement, Spot, measurement
from exactua.deciding.large_runs.spilling import Gathered, gathered
from exactua.deciding.observations import LiteralObservations
from exactua.deciding.plan import plan
from exactua.deciding.shards import Decider
from exactua.deciding.tally import Tally
from exactua.errors import ExactuaError
from exactua.printing.text import spelled
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Term, TermError, make, rational

MOST_ROUNDS: Final = 60
"""Rounds in which an extreme ratio has to be found; each ends with a better one."""


_NAME_OF_MEASURED: Final = re.compile(r"(?<=: )step \d+(?: (?:measured|slack|bound|excess) \d+)?: ")
"""How an error names a step that was made to measure a bound."""


@dataclass(frozen=True)
class Unmeasured:
    """Why a bound could not be measured at an instance."""

    reason: str


Found = Measurement | Unmeasured | None
"""What is known of a bound at an instance; None where the bound says nothing there."""


def measure(problem: Problem, bounds: Sequence[Bound]) -> tuple[list[Found], int]:
    """What is known of each bound, and how many points there are.

    All steps of the bounds belong to the problem. Bounds over cells are not measured: a cell is no point.
    """
    static = Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, None))
    known: dict[int, Found] = {}
    placed: dict[int, tuple[Place, ...]] = {}
    for k, bound in enumerate(bounds):
        try:
            if any(spec.kind == "cells" for spec in bound.step.over):
                raise NotMeasurable("it is about all real columns, not about a list of points")
            if problem.speaks_of_reals(bound.step):
                raise NotMeasurable("its numbers are reals, and no rational constant is the sharpest")
            placed[k] = places(bound, static)
        except (NotMeasurable, TermError) as reason:
            known[k] = Unmeasured(str(reason))
    for k in [k for k in placed if not bounds[k].step.over]:
        try:
            known[k] = _static(bounds[k], placed[k], static)
        except ExactuaError as reason:
            known[k] = Unmeasured(str(reason))
    moving = {k: own for k, own in placed.items() if bounds[k].step.over}
    measured, points = _searched(problem, static, {k: bounds[k] for k in moving}, moving)
    known |= measured
    return [known[k] for k in range(len(bounds))], points


def _searched(
    problem: Problem, static: Evaluator, bounds: Mapping[int, Bound], placed: Mapping[int, tuple[Place, ...]]
) -> tuple[dict[int, Found], int]:
    """What is known of bounds that speak of points, and how many points there are.

    They are measured together; where one has no value at some point, each by itself, so that no other is lost by it.
    """
    search = _Search(problem, static, bounds, placed)
    try:
        return search.run(), search.points
    except ExactuaError as reason:
        if len(bounds) == 1:
            return dict.fromkeys(bounds, Unmeasured(_NAME_OF_MEASURED.sub("", str(reason)))), 0
    alone = [_searched(problem, static, {k: bounds[k]}, {k: placed[k]}) for k in bounds]
    return {k: extreme for known, _ in alone for k, extreme in known.items()}, max(points for _, points in alone)


def _static(bound: Bound, chosen: Sequence[Place], static: Evaluator) -> Found:
    """A bound that is decided once."""
    sides = [
        (mpq(static(place.measured)), mpq(static(place.bound)), Spot((), place.bindings))
        for place in chosen
        if place.given is None or static(place.given)
    ]
    return measurement(bound, sides, 1) if sides else None


class _Search:
    """The bounds of one problem that speak of points."""

    def __init__(
        self,
        problem: Problem,
        static: Evaluator,
        bounds: Mapping[int, Bound],
        placed: Mapping[int, tuple[Place, ...]],
    ) -> None:
        self.problem, self.static, self.bounds, self.placed = problem, static, bounds, placed
        self.points = 0
        self.decider: Decider | None = None
        self.gathered: dict[str, Gathered] = {}

    def run(self) -> dict[int, Found]:
        """What is known of each bound."""
        if not self.bounds:
            return {}
        steps = [step for k in self.bounds for step in self._first_steps(k)]
        tallies = self._tallies(steps)
        self.points = sum(domain.count for domain in self._decider.domains.values())
        known = {k: self._found(k, tallies) for k in self.bounds}
        return known | self._ratios({k: measured for k, measured in known.items() if isinstance(measured, Measurement)})

    @property
    def _decider(self) -> Decider:
        assert self.decider is not None
        return self.decider

    def _first_steps(self, k: int) -> Iterator[Step]:
        bound = self.bounds[k]
        if bound.step.fold != "each":
            yield replace(bound.step, name=f"{k}")
            return
        for number, place in enumerate(self.placed[k]):
            if bound.fixed:
                yield _numbers(bound, f"{k} measured {number}", place.measured, place.given)
            else:
                yield _numbers(
                    bound,
                    f"{k} slack {number}",
                    replace(bound, measured=place.measured, bound=place.bound).slack(),
                    place.given,
                )
                yield _numbers(bound, f"{k} bound {number}", place.bound, place.given)

    def _tallies(self, steps: Sequence[Step]) -> dict[str, Tally]:
        """What is counted of the steps over every point of their domains. Raises TermError where that can't be."""
        known = self.problem.places
        said = {step.name: f"step {self.bounds[int(step.name.split()[0])].step.name}" for step in steps}
        places = {f"step {name}": known[what] for name, what in said.items() if what in known}
        asked = replace(self.problem, steps=tuple(steps), judged=(), places={**known, **places})
        planned = plan(asked, gather=True)
        if planned.obstacle is not None:
            raise TermError(planned.obstacle)
        self.decider = planned.decider()
        whole = {step.name: Tally() for step in steps}
        self.gathered = gathered(steps)
        for shard in planned.shards():
            for name, tally in self._decider(shard).items():
                if name in self.gathered:
                    self.gathered[name].add(tally.chunks)
                    tally.chunks = []
                whole[name].merge(tally)
        return whole

    def _spot(self, k: int, positions: Sequence[Position], place: Place | None = None) -> Spot:
        over = self.bounds[k].step.over
        points = tuple(self._decider.domains[over[domain].name].matrix(rank) for domain, rank in positions)
        each = matrices(over, points)
        letters = tuple(letter(self.problem, over, k) for k in range(len(each)))
        words = tuple(spelled(over, matrix) for matrix in each)
        return Spot(points, () if place is None else place.bindings, letters, words if all(words) else ())

    def _found(self, k: int, tallies: Mapping[str, Tally]) -> Found:
        bound = self.bounds[k]
        if bound.step.fold != "each":
            return self._folded(k, tallies[f"{k}"])
        if bound.fixed:
            return self._against_fixed(k, tallies)
        return self._against_moving(k, tallies)

    def _folded(self, k: int, tally: Tally) -> Found:
        bound = self.bounds[k]
        limit = mpq(self.static(bound.bound))
        if bound.step.fold == "sum":
            if not tally.applicable:
                return None
            return measurement(bound, [(tally.total, limit, self._spot(k, ()))], tally.applicable)
        with self.gathered[f"{k}"] as numbers:
            nearest = numbers.nearest()
        if nearest is None:
            return None
        distance, pair = nearest
        return measurement(bound, [(distance, limit, self._spot(k, pair))], tally.applicable)

    def _against_fixed(self, k: int, tallies: Mapping[str, Tally]) -> Found:
        bound, sides, applicable = self.bounds[k], [], 0
        for number, place in enumerate(self.placed[k]):
            tally = tallies[f"{k} measured {number}"]
            extreme = tally.maximum if bound.upper else tally.minimum
            if extreme is None:
                continue
            limit = mpq(self.static(place.bound))
            sides.append((extreme.value, limit, extreme.at, place))
            applicable = max(applicable, tally.applicable)
        if not sides:
            return None
        # the first of equal ones stands at the first point
        sides.sort(key=lambda side: side[2])
        return measurement(
            bound, [(x, limit, self._spot(k, (at,), place)) for x, limit, at, place in sides], applicable
        )

    def _against_moving(self, k: int, tallies: Mapping[str, Tally]) -> Found:
        slacks: list[tuple[Extreme, Place]] = []
        low: list[Rational] = []
        high: list[Rational] = []
        applicable = 0
        for number, place in enumerate(self.placed[k]):
            slack, limit = tallies[f"{k} slack {number}"], tallies[f"{k} bound {number}"]
            if slack.minimum is None or limit.minimum is None or limit.maximum is None:
                continue
            slacks.append((slack.minimum, place))
            low.append(limit.minimum.value)
            high.append(limit.maximum.value)
            applicable = max(applicable, slack.applicable)
        if not slacks:
            return None
        least, place = min(slacks, key=lambda pair: (pair[0].value, pair[0].at))
        sign = 1 if min(low) > 0 else -1 if max(high) < 0 else 0
        limits = {*low, *high}
        common = limits.pop() if len(limits) == 1 else None
        return Measurement(applicable, least.value, self._spot(k, (least.at,), place), None, common, sign, None, None)

    def _ratios(self, measurements: Mapping[int, Measurement]) -> dict[int, Measurement]:
        """The best factors of bounds that vary with the point: from the ratio at one point to ever better ones.

        Where B has one sign, "x <= c B" is false at the greatest x - c B for any c that is too sharp, and the ratio
        there is a better c (Dinkelbach).
        """
        result: dict[int, Measurement] = {}
        best: dict[int, tuple[Rational, Position, Place]] = {}
        open_ones = [k for k, measured in measurements.items() if measured.sign and not self.bounds[k].fixed]
        for _ in range(MOST_ROUNDS):
            if not open_ones:
                return result
            factors = {k: best[k][0] if k in best else mpq(1) for k in open_ones}
            steps = [
                _numbers(self.bounds[k], f"{k} excess {number}", _excess(place, factors[k]), place.given)
                for k in open_ones
                for number, place in enumerate(self.placed[k])
            ]
            tallies = self._tallies(steps)
            for k in list(open_ones):
                at, place, excess = self._worst(k, tallies)
                if k in best and excess == 0:
                    factor, where, there = best[k]
                    spot = self._spot(k, (where,), there)
                    result[k] = replace(measurements[k], factor=factor, factor_spot=spot)
                    open_ones.remove(k)
                else:
                    best[k] = (self._ratio(k, at, place), at, place)
        raise TermError(f"an extreme ratio was not found in {MOST_ROUNDS} rounds")

    def _worst(self, k: int, tallies: Mapping[str, Tally]) -> tuple[Position, Place, Rational]:
        """Where x - c B is most against the bound, and by how much."""
        upper = self.bounds[k].upper
        excesses: list[tuple[Rational, Position, Place]] = []
        for number, place in enumerate(self.placed[k]):
            tally = tallies[f"{k} excess {number}"]
            extreme = tally.maximum if upper else tally.minimum
            if extreme is not None:
                excesses.append((extreme.value if upper else -extreme.value, extreme.at, place))
        excess, at, place = min(excesses, key=lambda entry: (-entry[0], entry[1]))
        return at, place, excess

    def _ratio(self, k: int, at: Position, place: Place) -> Rational:
        evaluator = self._decider.point_evaluator(self.bounds[k].step.over[at[0]].name, at[1])
        return mpq(evaluator(place.measured)) / mpq(evaluator(place.bound))


def _numbers(bound: Bound, name: str, number: Term, given: Term | None) -> Step:
    """A step that is true everywhere and of which `number` is measured."""
    return Step(name, StepKind.PROOF_LINE, "", bound.step.over, make("in", (), number, number, number), given)


def _excess(place: Place, factor: Rational) -> Term:
    return make("-", (), place.measured, make("*", (), rational(factor), place.bound))
