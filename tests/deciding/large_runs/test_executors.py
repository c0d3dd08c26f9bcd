"""Executors: any of them, whatever dies in it, and what becomes of tasks that are lost."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding import shards as deciding
from exactua.deciding import tasks
from exactua.deciding.large_runs import executors
from exactua.deciding.large_runs.executors import (
    MOST_IN_A_ROW,
    MOST_NOTICES,
    NotTold,
    Parcel,
    Raised,
    Staff,
    by_executor,
    work,
)
from exactua.deciding.plan import plan
from exactua.deciding.running import decide
from exactua.deciding.shards import Decider, Shard
from exactua.errors import InputError
from exactua.terms.language import TermError
from tests import own_files
from tests.deciding.mixed_steps import hashed, problem

PROBLEM = problem()
SERIAL = hashed(decide(PROBLEM))


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SLOW_BATCH", 3)
    monkeypatch.setattr(deciding, "SMALLEST_SHARD", 3)


class Here(Executor):
    """Runs tasks in this process, in the order of the caller; each of them may be `lost` with an exception."""

    def __init__(self, lost: Callable[[int, Shard], BaseException | None] = lambda number, task: None) -> None:
        self.lost, self.number, self.told = lost, 0, 0

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.number += 1
        self.told += len(arguments) > 2
        error = self.lost(self.number, arguments[1])
        if isinstance(error, BrokenExecutor):
            raise error
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(pickle.loads(pickle.dumps(function(*arguments))))
        return future


@pytest.mark.parametrize("jobs", [2, 3])
def test_processes(jobs: int) -> None:
    assert hashed(decide(PROBLEM, jobs=jobs)) == SERIAL


def test_threads() -> None:
    with ThreadPoolExecutor(3) as pool:
        assert hashed(decide(PROBLEM, executor=pool, engine="literal")) == SERIAL
        assert hashed(decide(PROBLEM, executor=pool)) == SERIAL  # and it is left open


def test_a_problem_is_sent_once_to_a_worker() -> None:
    executors._known.clear()
    executor = Here()
    assert hashed(decide(PROBLEM, executor=executor)) == SERIAL
    assert 0 < executor.told <= 32 < executor.number  # those tasks alone that were handed out before one came back
    executor.told = 0
    assert hashed(decide(PROBLEM, executor=executor)) == SERIAL
    assert executor.told == 0


def test_workers_remember_a_few_problems() -> None:
    planned = plan(problem())
    parcels = [Parcel(f"problem {k}", parcel.version, parcel.data) for k, parcel in enumerate([Parcel.of(planned)] * 6)]
    task = Shard(next(iter(planned.domains)), 0, 2)
    for parcel in parcels:
        assert isinstance(work(parcel.name, task), NotTold)
        assert isinstance(work(parcel.name, task, parcel), dict)
    assert len(executors._known) == executors.MOST_KNOWN
    assert isinstance(work(parcels[0].name, task), NotTold)
    assert isinstance(work(parcels[-1].name, task), dict)


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Parcel, "of", classmethod(lambda cls, planned: Parcel("other", "9.9", pickle.dumps(planned))))
    with pytest.raises(InputError, match=r"scheduler: a worker has exactua \d+\.\d.*, but this is 9\.9"):
        decide(PROBLEM, executor=Here())


def test_a_claim_of_a_file_travels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = own_files.write()
    own = find("my_lemma.py::lemma")[0].problem({"d": 1, "n": 3})
    alone = hashed(decide(own))
    file.unlink()  # no worker can read it
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert hashed(decide(own, executor=pool)) == alone


def test_workers_that_are_not_forked_are_told_when_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = multiprocessing.get_context()
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda: "spawn")
    assert multiprocessing.get_context() is honest  # forked all the same here, which is faster
    told: list[Any] = []
    monkeypatch.setattr(Staff, "_begin", lambda self, begin=Staff._begin: (told.append(self._inherits), begin(self)))
    assert hashed(decide(PROBLEM, jobs=2)) == SERIAL
    assert told == [False]


# What is lost.


def kill_one(sent: list[int]) -> None:
    """Ends a worker process as the system does when memory runs out."""
    child = multiprocessing.active_children()[0]
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    sent.append(child.pid)


@pytest.mark.parametrize("times", [1, 4])
def test_a_process_that_is_killed(times: int) -> None:
    """The tasks that are lost with a pool are decided again, in a new one."""
    label, _ = find("lemma8")
    large = label.problem({"d": 2, "n": 3, "m": 3})
    alone = hashed(decide(large, engine="literal", replayed=0))
    told, sent, seen = list[str](), list[int](), list[int]()

    def progress(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) in range(3, 3 + 6 * times, 6) and done < total // 2:
            kill_one(sent)

    decision = decide(large, engine="literal", replayed=0, jobs=2, progress=progress, notice=told.append)
    assert sent
    assert hashed(decision) == alone
    assert "lost with a worker (a process was ended from outside (out of memory?)); decided again" in told[0]
    assert not multiprocessing.active_children()


def dies(shard: Shard, where: int) -> bool:
    """Whether a worker, and not the parent, is to die of this task."""
    return multiprocessing.parent_process() is not None and shard.start == where


def test_a_task_of_which_every_process_dies_is_decided_here(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, told = Decider.__call__, list[str]()

    def deadly(self: Decider, shard: Shard) -> tasks.Found:
        if dies(shard, 3):
            os.kill(os.getpid(), signal.SIGKILL)
        return honest(self, shard)

    monkeypatch.setattr(Decider, "__call__", deadly)
    assert hashed(decide(PROBLEM, jobs=2, notice=told.append)) == SERIAL
    assert 1 <= len(told) <= MOST_NOTICES + 1


def test_no_process_lives() -> None:
    told = list[str]()

    def nothing(number: int, task: Shard) -> BaseException | None:
        return BrokenExecutor("nobody is there")

    assert hashed(decide(PROBLEM, executor=Here(nothing), notice=told.append)) == SERIAL
    assert told == [
        "note: a task was lost with a worker (BrokenExecutor: nobody is there); "
        "from here on all is decided in this process"
    ]


def test_tasks_that_are_lost_now_and_then() -> None:
    told = list[str]()
    executor = Here(lambda number, task: OSError("gone") if number % 3 == 0 else None)
    assert hashed(decide(PROBLEM, executor=executor, notice=told.append)) == SERIAL
    assert told == ["note: a task was lost with a worker (OSError: gone); decided again"] * MOST_NOTICES


def test_an_executor_of_which_nothing_comes_back_is_left() -> None:
    told = list[str]()
    executor = Here(lambda number, task: RuntimeError())
    assert hashed(decide(PROBLEM, executor=executor, notice=told.append)) == SERIAL
    assert told[-1].endswith("(RuntimeError: no reason is given); from here on all is decided in this process")
    assert executor.number <= MOST_IN_A_ROW * 2 * 16
    assert len(told) == MOST_NOTICES + 1


class Silent(Executor):
    """Takes tasks and never comes back to them."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]


def test_silence_ends_with_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "SILENCE", 0.1)
    told, silent = list[str](), Silent()
    assert hashed(decide(PROBLEM, executor=silent, notice=told.append)) == SERIAL
    assert told == ["note: no worker has answered for 0.1 s; until one does, this process decides"]
    assert all(future.cancelled() for future in silent.futures)


def test_the_budget_ends_a_run_of_which_nothing_is_heard() -> None:
    began, silent = time.monotonic(), Silent()
    decision = decide(PROBLEM, executor=silent, budget=0.3)
    assert decision["rises"].reason == "the budget ran out after 0 of 92 points: raise --budget"
    assert time.monotonic() - began < 5
    assert all(future.cancelled() for future in silent.futures)


def test_the_budget_ends_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Decider.__call__

    def slow(self: Decider, shard: Shard) -> tasks.Found:
        if multiprocessing.parent_process() is not None and shard.start:
            time.sleep(60)
        return honest(self, shard)

    monkeypatch.setattr(Decider, "__call__", slow)
    began = time.monotonic()
    decision = decide(PROBLEM, jobs=2, budget=0.5)
    assert decision["rises"].verdict is Verdict.INCONCLUSIVE
    assert any(domain.decided for domain in decision.domains)
    assert time.monotonic() - began < 5
    assert not multiprocessing.active_children()


def test_what_a_task_raises_is_raised_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Decider, shard: Shard) -> tasks.Found:
        raise ZeroDivisionError("a mistake of exactua")

    monkeypatch.setattr(Decider, "__call__", wrong)
    for named in ({"jobs": 2}, {"executor": Here()}):
        with pytest.raises(ZeroDivisionError, match="a mistake of exactua") as raised:
            decide(PROBLEM, **named)  # type: ignore[arg-type]
        assert "in a worker" in raised.value.__notes__[0]
        assert "tests/deciding/large_runs/test_executors.py" in raised.value.__notes__[0]
    name = next(iter(plan(PROBLEM).domains))
    parcel = Parcel.of(plan(PROBLEM))
    monkeypatch.setattr(Decider, "__call__", lambda self, shard: (_ for _ in ()).throw(TermError("a quotient by 0")))
    answer = work(parcel.name, Shard(name, 0, 1), parcel)
    assert isinstance(answer, Raised)
    assert str(answer.error) == "a quotient by 0"


def test_a_program_travels_without_its_machine_code() -> None:
    """A plan of compiled or traced programs is told to workers as data."""
    label, _ = find("lemma8")
    planned = plan(label.problem({"d": 1, "n": 3, "m": 4}), "vectors")
    assert planned.programs
    opened = Parcel.of(planned).opened()
    for name, domain in planned.domains.items():
        assert set(opened(Shard(name, 0, domain.count))) == set(planned.decider()(Shard(name, 0, domain.count)))


def test_a_worker_without_llvmlite_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    label, _ = find("lemma8")
    asked = label.problem({"d": 1, "n": 3, "m": 4})
    pytest.importorskip("llvmlite")
    parcels = [Parcel.of(plan(asked, engine)) for engine in ("compiled", "vectors")]
    monkeypatch.setattr(executors, "available", lambda: False)
    with pytest.raises(InputError, match=r"a worker has no llvmlite for compiled loops; .* or give --engine vectors"):
        parcels[0].opened()
    assert parcels[1].opened().programs


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    yield
    assert not multiprocessing.active_children()


def test_what_is_raised_first_in_the_order_of_the_points_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever worker is the first to say so: here the later task fails at once, and the earlier one takes its time."""

    class Staffed:
        own, working, most = True, True, 4

        def __init__(self) -> None:
            self.executor = ThreadPoolExecutor(4)

        def __enter__(self) -> Staffed:
            return self

        def __exit__(self, *_: object) -> None:
            self.executor.shutdown()

        def submit(self, task: Shard, told: bool = False) -> Future[Any]:
            def work() -> Raised:
                time.sleep(0.2 if task.start == 0 else 0)
                return Raised(TermError(f"rank {task.start}"))

            return self.executor.submit(work)

    cut = iter([Shard("points", start, start + 1) for start in range(8)])
    told = by_executor(Staffed(), None, cut, time.monotonic() + 60, print)  # type: ignore[arg-type]
    with pytest.raises(TermError, match="rank 0"):
        list(told)
