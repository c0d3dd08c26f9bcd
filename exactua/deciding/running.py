"""From a problem to a decision: estimate, take up what was kept, decide the rest by tasks, fold, replay."""

from __future__ import annotations

import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from gmpy2 import mpq

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import encode_rational
from exactua.arithmetic.reals import Precision
from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import POINT_SCOPES, PointScope
from exactua.deciding.cells import CellDomain
from exactua.deciding.collected import Collected
from exactua.deciding.compiled_steps import widths
from exactua.deciding.fold import one_found, out_of_time, settle, settle_static
from exactua.deciding.interrupts import GRACE, OutOfBudget, heeded, uninterrupted, until
from exactua.deciding.large_runs.sorted_records import NumbersLost
from exactua.deciding.plan import EngineChoice, Plan, plan
from exactua.deciding.replay import Replayer
from exactua.deciding.shards import Decider, Progress, Shard
from exactua.deciding.tasks import (
    MOST_JOBS,
    Found,
    Notice,
    Pace,
    Results,
    by_this_process,
    count_of,
    faster,
    joined,
    tasks,
    too_long,
    too_many,
)
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec
from exactua.grids.columns import TooManyColumns
from exactua.terms.language import TermError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactua.deciding.large_runs.store import Keeping, RunStore


__all__ = ["DEFAULT_BUDGET", "DEFAULT_MAX_POINTS", "INTERRUPTED", "UNEVALUATED", "Notice", "Progress", "decide"]

DEFAULT_BUDGET: Final = 600.0
DEFAULT_MAX_POINTS: Final = 1_000_000_000


@heeded()
def decide(
    problem: Problem,
    *,
    engine: EngineChoice = "auto",
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    max_points: int = DEFAULT_MAX_POINTS,
    replayed: int | None = None,
    progress: Progress | None = None,
    networks: Progress | None = None,
    executor: Executor | None = None,
    store: RunStore | StoreChoice | None = None,
    scope: PointScope = "enumerated",
    notice: Notice = warnings.warn,
) -> Decision:
    """Decides every step of a problem at every point of its domains.

    `budget` (seconds) and `max_points` bound the work: a run that is too large is not begun, one that takes longer, or
    is interrupted, ends with what it has; its steps are then inconclusive (or refuted), with the reason. Steps that say
    that something is so at some point hold as soon as there is one; where nothing else is asked and there is no time
    for all points, a run is begun all the same and ends there. In the main
    thread of a Unix process a single evaluation is broken off too. Then points are folded and evaluated again, for a
    fifth of the time at most where the budget is over; steps of which that is not done are inconclusive.

    `progress` is called with the number of points decided so far and that of all points, and `networks`, within a batch
    of points of this process, with the number of networks of families that it has gone through and that of all.

    Tasks go to so many processes (`jobs`), or to any `executor`, which is left open; `jobs` is then how many workers it
    has. What is decided never depends on them, nor on the order in which they finish: where a step has no value at some
    point, no point counts, wherever others were false before. A `store` keeps what is finished:
    points that it has are not decided again. In place of one, a function that is called with the seconds that the
    whole run should take may give one, or None. `notice` is called with one sentence where a worker or the store fails
    and the run goes on, and where a long run would be faster with an extra that is not installed.

    Raises InputError for an engine that can't decide a step, EvaluatorsDisagree if the replay finds a difference,
    OutOfBudget where the definitions alone take longer.
    """
    _require_valid(jobs, executor, budget, max_points, replayed, scope, progress, store)
    began, Precision.used = time.monotonic(), 0
    means = Means(jobs, executor, budget, began + budget, notice)
    longer = f"budget: the definitions of {problem.label} take longer: raise --budget"
    with until(means.deadline, longer), suppress(TermError):  # which the first step says that uses it
        _ = problem.values
    static = {step.name: _static(problem, step, means.deadline) for step in problem.steps if not step.over}
    planned = Plan(problem, scope=scope)
    try:
        with until(means.deadline):
            planned = plan(problem, engine, means.deadline, scope=scope)
            reason = too_many(planned, max_points)
    except OutOfBudget:
        planned.obstacle = reason = "the budget ran out before the first point: raise --budget"
    run = PlanRun(planned, means, networks)
    if reason is None:
        reason = run(engine, store, progress)
        if run.repeats:
            try:
                with until(means.deadline):
                    again = plan(problem, engine, means.deadline, planned.domains, True, scope)
                run = PlanRun(again, means, networks)
                reason = run(engine, store, progress)
            except OutOfBudget:
                run.collected, reason = (
                    Collected(planned),
                    "the budget ran out among numbers to be gathered: raise --budget",
                )
    return decision_of(run, static, reason, replayed, began)


def _require_valid(
    jobs: object,
    executor: object,
    budget: object,
    max_points: object,
    replayed: object,
    scope: object,
    progress: object,
    store: object,
) -> None:
    """Raises InputError for a value that no run takes."""
    most = MOST_JOBS if executor is None else None
    _require_integer(jobs, "jobs", 1, most)
    _require_integer(max_points, "max_points", 0)
    if replayed is not None:
        _require_integer(replayed, "replayed", 0)
    if isinstance(budget, bool) or not isinstance(budget, (int, float)) or budget != budget:
        raise InputError(f"budget: {brief(budget)} is not valid; give seconds, a number")
    for name, given, method in (("executor", executor, "submit"), ("progress", progress, "__call__")):
        if given is not None and not hasattr(given, method):
            valid = "an executor of concurrent.futures, or None" if name == "executor" else "a function, or None"
            raise InputError(f"{name}: {brief(given)} is not valid; give {valid}")
    if store is not None and not callable(store) and not hasattr(store, "run"):
        raise InputError(f"store: {brief(store)} is not valid; give a RunStore, or None")
    if scope not in POINT_SCOPES:
        raise InputError(f"scope: {brief(scope)} is not valid; give one of {', '.join(POINT_SCOPES)}")


def _require_integer(value: object, argument: str, least: int, most: int | None = None) -> None:
    if type(value) is not int or value < least or (most is not None and value > most):
        valid = f"an integer >= {least}" if most is None else f"an integer from {least} to {most}"
        raise InputError(f"{argument}: {brief(value)} is not valid; give {valid}")


def _static(problem: Problem, step: Step, deadline: float) -> StepResult:
    """The verdict of a step that needs no point, or none where the time is over."""
    try:
        if time.monotonic() < deadline + GRACE:
            with until(deadline):
                return settle_static(problem, step)
    except OutOfBudget:
        pass
    return out_of_time(step)


def decision_of(
    run: PlanRun, static: Mapping[str, StepResult], reason: str | None, replayed: int | None, began: float
) -> Decision:
    """What everything that was collected comes to, beside the steps without points.

    `reason` says why points are missing, if they are.
    """
    elapsed = time.monotonic() - began
    try:
        with until(max(run.means.deadline, time.monotonic() + elapsed / 5)):
            return _decision(run, static, reason, replayed, began)
    except OutOfBudget:
        lost = "the budget ran out before points were evaluated again: raise --budget"
    except NumbersLost as error:
        lost = str(error)
    # without its numbers a step says nothing of its points, and in a certificate all steps speak of the same; numbers
    # of steps before it are let go when they are settled, so that nothing can be told of them again
    run.collected = Collected(run.made)
    return _decision(run, static, lost, replayed, began)


def _decision(
    run: PlanRun, static: Mapping[str, StepResult], reason: str | None, replayed: int | None, began: float
) -> Decision:
    """The same, for as long as it takes. Raises NumbersLost where the disk failed that had the numbers of a step."""
    plan, decider, collected = run.made, run.decider, run.collected
    problem = plan.problem
    decided = {name: joined(ranges) for name, ranges in collected.ranges.items()}
    domains = {
        name: DomainResult(name, domain.count, tuple(decided[name]), _evidence(domain))
        for name, domain in plan.domains.items()
    }
    if plan.obstacle is not None and not plan.domains:
        domains = {spec.name: DomainResult(spec.name, None, (), _uncut(problem, spec)) for spec in problem.domains}
    results = []
    for step in problem.steps:
        if step.over:
            results.append(settle(decider, step, collected.merged(step), domains, reason, *collected.folded(step)))
        else:
            results.append(static[step.name])
    own = run.means.jobs if run.means.executor is None else 1
    count = Replayer(decider, collected.tallies, decided)(results, replayed, time.monotonic() - began, own)
    account: dict[str, Any] = {
        "engine": {step.name: plan.engines.get(step.name, "literal") for step in problem.steps},
        "width": {name: widths(programs) for name, programs in plan.programs.items()},
        "jobs": run.means.jobs,
        "replayed": count,
        "seconds": f"{time.monotonic() - began:.3f}",
    }
    if Precision.used:
        account["bits"] = Precision.used
    if run.keeping is not None:
        account["stored"] = run.keeping.points
    if reason is not None and reason.startswith(INTERRUPTED):
        account["interrupted"] = True
    return Decision(problem, tuple(domains.values()), tuple(results), account, plan.scope)


def _evidence(domain: Any) -> Any:
    if isinstance(domain, CellDomain):
        return {"breakpoints": [[encode_rational(b) for b in row] for row in domain.breakpoints]}
    return {}


def _uncut(problem: Problem, spec: DomainSpec) -> Any:
    """The evidence of a domain that was not built: cells have some breakpoint along each row, a box its ends."""
    if spec.kind != "cells":
        return {}
    cuts = [mpq(0)] if spec.interval is None else [mpq(problem.value(end)) for end in spec.interval]
    return {"breakpoints": [[encode_rational(b) for b in cuts]] * int(problem.parameters["d"])}


PIECES: Final = (256, 16, 1)
"""Points of the pieces in which a task is gone through up to the first point without a value."""
ESTIMATE: Final = 5
"""Seconds for the estimate of a run, however short its budget is."""
INTERRUPTED: Final = "interrupted"
UNEVALUATED: Final = "a step can't be evaluated: "

StoreChoice = Callable[[float], "RunStore | None"]
"""Gives a store, or none, when it is told how many seconds the whole run should take."""


@dataclass(frozen=True)
class Means:
    """What a run may use: so many processes or an executor, and the time until a deadline (of time.monotonic).

    `budget` is that time in seconds, as it was when the run was asked for.
    """

    jobs: int
    executor: Executor | None
    budget: float
    deadline: float
    notice: Notice


class PlanRun:
    """The points of a plan, decided as far as its means reach."""

    def __init__(self, plan: Plan, means: Means, networks: Progress | None = None) -> None:
        self.made, self.means = plan, means
        self.decider: Decider = plan.decider()
        self.decider.members_begun = networks if means.jobs == 1 and means.executor is None else None
        self.collected = Collected(plan)
        self.pace = Pace(self.decider, means.budget)
        self.keeping: Keeping | None = None
        self.seeking = False
        """Whether there is no time for all points: one at which it is so is sought for each step that says so."""
        self.repeats = False
        """Whether neighbours don't show the numbers of a fold to be different: then they have to be gathered."""

    def __call__(
        self, engine: EngineChoice, store: RunStore | StoreChoice | None, progress: Progress | None
    ) -> str | None:
        """Decides what the store has not; the reason why some points are missing, if they are."""
        ended, advice = "the budget ran out", ": raise --budget"
        try:
            with until(max(self.means.deadline, time.monotonic() + ESTIMATE)):
                self.collected.begin()
                self._take_up(store, engine, progress)
                if refused := self._refused(engine):
                    self._forget_uncompared()
                    return refused
            with until(self.means.deadline):
                self._compare(progress)
                if self.repeats:
                    return None
                if self.collected.compared():
                    self._decide(progress)
        except OutOfBudget:
            pass  # as where the time is over between two tasks
        except KeyboardInterrupt:
            ended, advice = INTERRUPTED, ""
        except (TermError, TooManyColumns) as error:
            # which points came before depends on the tasks and on the clock: none of them counts
            self.collected = Collected(self.made)
            return f"{UNEVALUATED}{error}"
        self._forget_uncompared()
        done, total = self.collected.points, self.made.points
        if done == total and ended != INTERRUPTED:
            return None
        return f"{ended} after {done:,} of {total:,} points{advice}"

    def _take_up(self, store: RunStore | StoreChoice | None, engine: EngineChoice, progress: Progress | None) -> None:
        if callable(store):
            store = store(self._seconds({name: domain.count for name, domain in self.made.domains.items()}))
        if store is None:
            return
        from exactua.deciding.large_runs.store import Keeping

        self.keeping = Keeping(store, self.made, engine, self.made.scope, self.means.notice)
        for shard, tallies in self.keeping.finished():
            with uninterrupted():
                self.collected.add(shard, tallies)
        if progress is not None and self.collected.points:
            progress(self.collected.points, self.made.points)

    def _refused(self, engine: EngineChoice) -> str | None:
        """Why what is left is not begun, if it takes longer than the budget allows."""
        left = {name: count_of(ranges) for name, ranges in self.collected.left().items()}
        means = self.means
        seconds = {name: self._seconds({name: count}) for name, count in left.items()}
        if engine == "auto" and (advice := faster(self.made, seconds)) is not None:
            means.notice(advice)
        reason = too_long(sum(seconds.values()), sum(left.values()), self.made.points, means.jobs, means.budget)
        self.seeking = reason is not None and all(step.of_some for step in self.made.problem.steps if step.over)
        return None if self.seeking else reason

    def _sought(self) -> bool:
        """Whether each step that says that something is so at some point has such a point."""
        steps = [step for step in self.made.problem.steps if step.over]
        return all(one_found(step, self.collected.merged(step)) for step in steps)

    def _seconds(self, points: Mapping[str, int]) -> float:
        """Seconds that so many points of each domain should take."""
        return self.pace.seconds(points) / self.means.jobs

    def _compare(self, progress: Progress | None) -> None:
        """Compares neighbours for the folds that are decided so, as long as they show that all numbers differ."""
        self.repeats = self.collected.repeats()  # as an earlier run may have found
        shards = self.collected.uncompared(() if self.repeats else self.decider.chained_shards())
        with closing(self._results(shards)) as results:
            for shard, tallies in results:
                self._take(shard, tallies)
                if progress is not None and self.decider.in_runs(shard.domain):
                    progress(self.collected.points, self.made.points)
                if any(not link.grows for tally in tallies.values() for link in tally.links):
                    break
        self.repeats = self.collected.repeats()

    def _decide(self, progress: Progress | None) -> None:
        """Decides what is left."""
        left = {name: ranges for name, ranges in self.collected.left().items() if not self.decider.in_runs(name)}
        cut = tasks(self.decider, left, self.pace, self.means.jobs)
        if self.seeking:
            self._seek(cut, progress)
            return
        with closing(self._results(cut)) as results:
            for shard, tallies in results:
                self._take(shard, tallies)
                if progress is not None:
                    progress(self.collected.points, self.made.points)

    def _seek(self, cut: Iterator[Shard], progress: Progress | None) -> None:
        """Decides what is left until each step has its point, task after task in their order, whoever decides them.

        What comes first counts, on however many processes and however tasks are cut: the last point that is sought, or
        one at which a step has no value. Raises TermError, or TooManyColumns, for that.
        """
        order, waiting = deque[Shard](), dict[Shard, Found]()

        def noted() -> Iterator[Shard]:
            for task in cut:
                order.append(task)
                yield task

        try:
            with closing(self._results(noted())) as results:
                for shard, tallies in results:
                    waiting[shard] = tallies
                    while order and order[0] in waiting:
                        task = order.popleft()
                        self._take(task, waiting.pop(task))
                        if progress is not None:
                            progress(self.collected.points, self.made.points)
                        if self._sought():
                            return
        except (TermError, TooManyColumns):
            if not order or not self._sought_within(order[0]):  # all tasks before the one that fails have come back
                raise

    def _sought_within(self, task: Shard) -> bool:
        """Whether each step has its point before the first point of a task at which some step has no value."""
        start, stop = task.start, task.stop
        for size in PIECES:
            while start < stop:
                piece = Shard(task.domain, start, min(start + size, stop))
                try:
                    tallies = self.decider(piece)
                except (TermError, TooManyColumns):
                    stop = piece.stop
                    break
                self._take(piece, tallies)
                start = piece.stop
                if self._sought():
                    return True
        return False

    def _take(self, shard: Shard, tallies: Found) -> None:
        """Keeps what was found, and collects it."""
        with uninterrupted():
            if self.keeping is not None:
                self.keeping.keep(shard, tallies)
            self.collected.add(shard, tallies)

    def _results(self, shards: Iterator[Shard]) -> Results:
        """Tasks decided here or by workers, until the deadline."""
        first, means = next(shards, None), self.means
        if first is None:
            return
        shards = chain((first,), shards)
        if means.executor is None and means.jobs == 1:
            results = by_this_process(self.decider, shards)
        else:
            from exactua.deciding.large_runs.executors import Staff, by_executor

            staff = Staff(self.made, self.decider, means.jobs, means.executor)
            results = by_executor(staff, self.decider, shards, means.deadline, means.notice)
        with closing(results):
            for shard, tallies in results:
                yield shard, tallies
                if time.monotonic() > means.deadline:
                    return

    def _forget_uncompared(self) -> None:
        """Where neighbours were not all compared, no point counts as decided: a fold over it would seem to hold."""
        if not self.collected.compared():
            self.collected = Collected(self.made)
