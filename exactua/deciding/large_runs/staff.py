"""Who decides tasks: the executor that is given, or processes of a run's own, begun anew where one of them dies."""

from __future__ import annotations

import itertools
import multiprocessing
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from functools import cached_property
from types import TracebackType
from typing import Final

from exactua.deciding.large_runs.workers import Answer, Parcel, introduce, work
from exactua.deciding.plan import Plan
from exactua.deciding.processes import processes
from exactua.deciding.shards import Decider, Shard

HANDED_OUT: Final = 2
"""Tasks handed out for each worker at a time, so that none waits for its next one."""
UNKNOWN_SIZE: Final = 16
"""How many workers an executor is taken to have that doesn't say."""

_numbers = itertools.count()


class Staff:
    """A context manager: what tasks are submitted to, while it is open."""

    def __init__(self, plan: Plan, decider: Decider, jobs: int, given: Executor | None = None) -> None:
        self._plan, self._decider, self._jobs, self._given = plan, decider, jobs, given
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self.own = given is None
        """Whether the workers are processes of this run alone."""
        size = jobs if given is None else max(jobs, getattr(given, "_max_workers", UNKNOWN_SIZE))
        self.most = HANDED_OUT * size
        """How many tasks are handed out at a time."""
        # a process that is forked inherits what is prepared here; any other worker is told once
        self._inherits = self.own and multiprocessing.get_start_method() == "fork"
        self.working = True
        """Whether tasks can be submitted; not to an executor that is given and broken."""

    def __enter__(self) -> Staff:
        self._begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def submit(self, task: Shard, told: bool = False) -> Future[Answer]:
        """Hands out a task; `told` says that the problem goes with it. Raises RuntimeError or OSError if it can't."""
        assert self._executor is not None
        return self._executor.submit(work, self._name, task, *((self._parcel,) if told else ()))

    def renew(self) -> None:
        """New processes in place of those that are broken; an executor that is given has no successor."""
        self._stack.close()
        self._begin()
        self.working = self.own

    def _begin(self) -> None:
        if self._given is not None:
            self._executor = self._given
            return
        known = self._decider if self._inherits else self._parcel
        self._executor = self._stack.enter_context(processes(self._jobs, introduce, self._name, known))

    @cached_property
    def _parcel(self) -> Parcel:
        return Parcel.of(self._plan)

    @cached_property
    def _name(self) -> str:
        return f"inherited {next(_numbers)}" if self._inherits else self._parcel.name
