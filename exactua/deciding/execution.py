"""A plan on its way to a decision: what a store kept is taken up, neighbours are compared, the rest is decided."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

from exactua.deciding.budgets import OutOfBudget, until
from exactua.deciding.collected import Collected
from exactua.deciding.estimating import Pace, too_long
from exactua.deciding.interrupts import uninterrupted
from exactua.deciding.large_runs.executors import Notice, Results, by_executor, by_this_process
from exactua.deciding.large_runs.staff import Staff
from exactua.deciding.plan import EngineChoice, Plan
from exactua.deciding.shards import Decider, Shard
from exactua.deciding.tasks import Found, count_of, tasks
from exactua.grids.columns import TooManyColumns
from exactua.terms.language import TermError

if TYPE_CHECKING:
    from exactua.deciding.large_runs.keeping import Keeping
    from exactua.deciding.large_runs.store import RunStore

ESTIMATE: Final = 5
"""Seconds for the estimate of a run, however short its budget is."""
INTERRUPTED: Final = "interrupted"
UNEVALUATED: Final = "a step can't be evaluated: "

Progress = Callable[[int, int], None]
"""Called with the number of points decided so far and the number of all points."""
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

    def __init__(self, plan: Plan, means: Means) -> None:
        self.made, self.means = plan, means
        self.decider: Decider = plan.decider()
        self.collected = Collected(plan)
        self.pace = Pace(self.decider, means.budget)
        self.keeping: Keeping | None = None
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
                if refused := self._refused():
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
            self._forget_uncompared()
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
        from exactua.deciding.large_runs.keeping import Keeping

        self.keeping = Keeping(store, self.made, engine, self.made.scope, self.means.notice)
        for shard, tallies in self.keeping.finished():
            with uninterrupted():
                self.collected.add(shard, tallies)
        if progress is not None and self.collected.points:
            progress(self.collected.points, self.made.points)

    def _refused(self) -> str | None:
        """Why what is left is not begun, if it takes longer than the budget allows."""
        left = {name: count_of(ranges) for name, ranges in self.collected.left().items()}
        means = self.means
        return too_long(self._seconds(left), sum(left.values()), self.made.points, means.jobs, means.budget)

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
        with closing(self._results(cut)) as results:
            for shard, tallies in results:
                self._take(shard, tallies)
                if progress is not None:
                    progress(self.collected.points, self.made.points)

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
