"""A run and its store: what was kept is taken up, what is finished is kept; a store that fails ends no run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from exactua.deciding.collected import chained_steps
from exactua.deciding.plan import EngineChoice, Plan
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally
from exactua.deciding.tasks import Found, Notice

if TYPE_CHECKING:
    from exactua.deciding.large_runs.store import RunStore, StoredRun


class Keeping:
    """What a run asks of its store."""

    def __init__(self, store: RunStore, plan: Plan, engine: EngineChoice, scope: str, notice: Notice) -> None:
        from exactua.deciding.large_runs.store import StoreFailed

        self._failed, self._notice = StoreFailed, notice
        self._run: StoredRun | None = None
        self.points = 0
        """How many points came from the store."""
        self._in_runs = {
            name for name, programs in plan.programs.items() if any(program.in_runs for program in programs)
        }
        counts = {name: domain.count for name, domain in plan.domains.items()}
        chained = frozenset[str]().union(*chained_steps(plan).values())
        try:
            self._run = store.run(plan.problem, scope, engine=engine, chained=chained, counts=counts)
        except StoreFailed as error:
            self._go_on(error)

    def finished(self) -> Iterator[tuple[Shard, Found]]:
        """What earlier runs kept that compared numbers as this one does."""
        if self._run is None:
            return
        try:
            for shard, tallies in self._run.finished():
                if shard.order == "lexicographic" or shard.domain in self._in_runs:
                    self.points += shard.stop - shard.start
                yield shard, tallies
        except self._failed as error:
            self._go_on(error)

    def keep(self, shard: Shard, tallies: Mapping[str, Tally]) -> None:
        """Keeps what was found in a shard, if the store still takes it."""
        if self._run is None:
            return
        try:
            self._run.keep(shard, tallies)
        except self._failed as error:
            self._go_on(error)

    def _go_on(self, error: Exception) -> None:
        self._run = None
        self._notice(f"note: {error}; the run goes on, and nothing more of it is kept")
