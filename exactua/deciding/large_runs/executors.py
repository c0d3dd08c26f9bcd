"""Tasks decided by an executor: handed out, gathered as they come back, and decided again where they are lost.

Who decides them is the executor that is given, or processes of a run's own, begun anew where one of them dies.

A worker, a process or a machine of a cluster, is told the problem once.
"""

from __future__ import annotations

import hashlib
import itertools
import pickle
import threading
import time
import traceback
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Final

from exactua import __version__
from exactua.arithmetic.reals import Precision
from exactua.deciding.plan import Plan
from exactua.deciding.processes import forked, processes
from exactua.deciding.shards import Decider, Shard
from exactua.deciding.tasks import Found, Notice, Results, decided
from exactua.errors import ExactuaError, InputError
from exactua.evaluators.compiled.native import available

MOST_KNOWN: Final = 4
"""Problems that a worker remembers at a time."""

_known: OrderedDict[str, Decider] = OrderedDict()
_one_at_a_time = threading.Lock()


@dataclass(frozen=True)
class Parcel:
    """A plan on its way to workers elsewhere. `name` is what tasks call it by; the data can be read by one version."""

    name: str
    version: str
    data: bytes

    @classmethod
    def of(cls, plan: Plan) -> Parcel:
        """The plan, packed."""
        data = pickle.dumps(plan, protocol=pickle.HIGHEST_PROTOCOL)
        return cls(hashlib.sha256(data).hexdigest(), __version__, data)

    def opened(self) -> Decider:
        """The plan's decider. Raises InputError where this worker has another version of exactua, or no llvmlite."""
        if self.version != __version__:
            raise InputError(
                f"scheduler: a worker has exactua {__version__}, but this is {self.version}; install the same one"
            )
        plan = pickle.loads(self.data)
        assert isinstance(plan, Plan)
        machines = {program.machine for programs in plan.programs.values() for program in programs}
        if "compiled" in machines and not available():
            raise InputError(
                "scheduler: a worker has no llvmlite for compiled loops; run there: pip install 'exactua[fast]', "
                "or give --engine vectors"
            )
        Precision.cap = plan.precision
        return plan.decider()


@dataclass(frozen=True)
class NotTold:
    """The answer of a worker that has not been told the problem."""


@dataclass(frozen=True)
class Raised:
    """The answer of a worker in which deciding a task raised something, as it would have here."""

    error: Exception


Answer = Found | NotTold | Raised


def introduce(name: str, decider: Decider | Parcel) -> None:
    """Tells this worker a problem: as a decider that it has inherited, or packed."""
    with _one_at_a_time:
        if name not in _known:
            _known[name] = decider.opened() if isinstance(decider, Parcel) else decider
        while len(_known) > MOST_KNOWN:
            _known.popitem(last=False)


def work(name: str, task: Shard, parcel: Parcel | None = None) -> Answer:
    """A task of the problem of that name, which this worker was told before or is told now."""
    try:
        if parcel is not None:
            introduce(name, parcel)
        decider = _known.get(name)
        return NotTold() if decider is None else decided(decider, task)
    except Exception as error:
        if not isinstance(error, ExactuaError):
            error.add_note(f"in a worker:\n{traceback.format_exc()}")
        return Raised(error)


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
        self._inherits = self.own and forked()
        self.working = True
        """Whether tasks can be submitted; not to an executor that is given and broken."""

    def __enter__(self) -> Staff:
        self._begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)

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


MOST_LOSSES: Final = 3
"""How often a task may be lost with its worker before it is decided in this process."""
MOST_IN_A_ROW: Final = 3
"""How many times all tasks at hand may be lost, and nothing come back, before the rest is decided in this process."""
MOST_NOTICES: Final = 3
"""Losses that are told; more of them say nothing more."""
SILENCE: Final = 60
"""Seconds without a result from a given executor after which this process decides in place of its workers."""


class OutOfTime(Exception):
    """The deadline came while workers were computing."""


def by_executor(staff: Staff, decider: Decider, tasks: Iterator[Shard], deadline: float, notice: Notice) -> Results:
    """Tasks decided by workers, as they finish; those that are lost are decided again, in the end in this process.

    Ends at the `deadline` (of time.monotonic) with what has come back. Raises what deciding a task raises, also where
    tasks that were handed out before it have not come back by then.
    """
    handing = _Handing(staff, decider, tasks, deadline, notice)
    try:
        with staff:
            yield from handing.results()
    except OutOfTime:
        if handing.failed is not None:
            raise handing.failed[1] from None


class _Handing:
    """The tasks that are handed out, and those that were lost."""

    def __init__(self, staff: Staff, decider: Decider, tasks: Iterator[Shard], deadline: float, notice: Notice) -> None:
        self.staff, self.decider, self.tasks, self.deadline, self.notice = staff, decider, tasks, deadline, notice
        self.running: dict[Future[Answer], Shard] = {}
        self.lost: deque[Shard] = deque()
        self.losses: Counter[Shard] = Counter()
        self.in_a_row = 0
        self.told = 0
        self.silent = False
        self.numbers: dict[Shard, int] = {}
        """The place of each task in the order in which they were handed out."""
        self.failed: tuple[int, Exception] | None = None
        """The first task, in that order, in which something was raised, and what: the same as with one process."""

    def results(self) -> Results:
        try:
            while True:
                if self.failed is None:
                    yield from self._hand_out()
                if not self.running:
                    break
                yield from self._come_back()
            if self.failed is not None:
                raise self.failed[1]
        finally:
            self._forget()

    def _hand_out(self) -> Results:
        while len(self.running) < self.staff.most:
            task = self.lost.popleft() if self.lost else next(self.tasks, None)
            if task is None:
                return
            self.numbers.setdefault(task, len(self.numbers))
            if self.staff.working and self.losses[task] < MOST_LOSSES:
                self._submit(task)
                continue
            if time.monotonic() > self.deadline:
                raise OutOfTime
            yield task, decided(self.decider, task)

    def _submit(self, task: Shard, told: bool = False) -> None:
        try:
            self.running[self.staff.submit(task, told)] = task
        except (RuntimeError, OSError) as error:
            self._lose([task], error, broken=True)

    def _come_back(self) -> Results:
        left = max(0, self.deadline - time.monotonic())
        patience = left if self.staff.own else min(left, 0 if self.silent else SILENCE)
        done, _ = wait(self.running, timeout=patience, return_when=FIRST_COMPLETED)
        if not done and time.monotonic() > self.deadline:
            raise OutOfTime
        if done:
            self.silent = False
        else:
            yield from self._in_place_of_workers()
        for future in done:
            if future not in self.running:  # lost with others that came back before it
                continue
            task = self.running.pop(future)
            try:
                answer = future.result()
            except Exception as error:
                self._lose([task], error, isinstance(error, BrokenExecutor))
                continue
            if isinstance(answer, NotTold):
                self._submit(task, told=True)
            elif isinstance(answer, Raised):
                self._fail(task, answer.error)
            else:
                self.in_a_row = 0
                yield task, answer

    def _fail(self, task: Shard, error: Exception) -> None:
        """Notes what was raised; only tasks that were handed out before are waited for."""
        number = self.numbers[task]
        if self.failed is None or number < self.failed[0]:
            self.failed = number, error
        for future in [future for future, shard in self.running.items() if self.numbers[shard] > self.failed[0]]:
            future.cancel()
            del self.running[future]

    def _in_place_of_workers(self) -> Results:
        """Decides the task that was handed out first, of which nothing is heard."""
        if not self.silent:
            self.silent = True
            self.notice(f"note: no worker has answered for {SILENCE} s; until one does, this process decides")
        future = next(iter(self.running))
        task = self.running.pop(future)
        future.cancel()
        yield task, decided(self.decider, task)

    def _lose(self, tasks: Sequence[Shard], error: Exception, broken: bool) -> None:
        """Keeps tasks that were lost for another time; with a broken pool all are lost that were handed out."""
        self.in_a_row += len(tasks) + broken * len(self.running)
        if broken:
            self.staff.renew()
        if self.in_a_row >= MOST_IN_A_ROW * self.staff.most:
            self.staff.working = False
        if broken or not self.staff.working:
            tasks = [*tasks, *self.running.values()]
            self._forget()
        self.lost.extend(tasks)
        self.losses.update(tasks)
        self.told += 1
        if self.told <= MOST_NOTICES or not self.staff.working:
            shown = f"{len(tasks)} tasks were" if len(tasks) > 1 else "a task was"
            why = "a process was ended from outside (out of memory?)" if broken and self.staff.own else _reason(error)
            where = "decided again" if self.staff.working else "from here on all is decided in this process"
            self.notice(f"note: {shown} lost with a worker ({why}); {where}")

    def _forget(self) -> None:
        """Waits for nothing that was handed out."""
        for future in self.running:
            future.cancel()
        self.running.clear()


def _reason(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), 'no reason is given')}"
