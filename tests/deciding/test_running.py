"""Runs: the same hashed bytes however the work is cut, in whatever order it comes back, and wherever it goes on."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.certificates.writing import digest
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding import shards as deciding
from exactua.deciding import tasks
from exactua.deciding.large_runs.store import RunStore, StoredRun, StoreFailed
from exactua.deciding.plan import Plan, plan
from exactua.deciding.running import Means, PlanRun, decide, decision_of
from exactua.deciding.shards import Decider, Shard
from exactua.deciding.tasks import Found, Pace
from exactua.errors import InputError
from exactua.grids.domains import CountTooLarge
from exactua.terms.language import TermError
from tests.deciding.mixed_steps import hashed, problem

PROBLEM = problem()
SERIAL = hashed(decide(PROBLEM))
PLANS: dict[str, Plan] = {engine: plan(PROBLEM, engine) for engine in ("auto", "literal")}  # type: ignore[arg-type]


def test_the_problem_has_all_that_can_be_folded_wrongly() -> None:
    results = {result.step.name: result for result in decide(PROBLEM).results}
    assert {name: result.verdict.value for name, result in results.items()} == {
        "rises": "holds",
        "small": "refuted",
        "one_to_one": "holds",
        "repeated": "refuted",
        "apart": "refuted",
        "weighed": "holds",
        "folded": "refuted",
    }
    assert results["small"].measured is not None
    assert results["small"].failures > 1


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.sampled_from(["auto", "literal"]))
def test_any_cut_in_any_order_gives_the_same_bytes(chance: random.Random, engine: str) -> None:
    run = PlanRun(PLANS[engine], Means(1, None, 60, time.monotonic() + 60, pytest.fail))
    run.collected.begin()
    pieces = []
    for name, domain in run.made.domains.items():
        ends = sorted({0, domain.count, *(chance.randrange(domain.count + 1) for _ in range(chance.randrange(6)))})
        pieces += [Shard(name, *pair) for pair in pairwise(ends)]
    chance.shuffle(pieces)
    for shard in pieces:
        run.collected.add(shard, tasks.decided(run.decider, shard))
    assert hashed(decision_of(run, {}, None, 0, time.monotonic())) == SERIAL


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tasks in a small problem, in processes that are forked too."""
    monkeypatch.setattr(tasks, "SLOW_BATCH", 3)
    monkeypatch.setattr(deciding, "SMALLEST_SHARD", 3)


class Interrupts:
    """Progress that presses Ctrl-C when so many tasks are done."""

    def __init__(self, tasks: int) -> None:
        self.left, self.seen = tasks, list[int]()

    def __call__(self, done: int, total: int) -> None:
        self.seen.append(done)
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, small_tasks: None, jobs: int) -> None:
    kept = 0
    for count in (3, 2):
        with RunStore(tmp_path / "runs.sqlite") as store:
            first = Interrupts(count + (kept > 0))  # what is taken up is told once
            partial = decide(PROBLEM, jobs=jobs, store=store, progress=first)
            assert partial.run["interrupted"]
            assert partial.run["stored"] == kept
            assert partial["rises"].verdict is Verdict.INCONCLUSIVE
            assert kept < first.seen[-1]
            kept = first.seen[-1]
    with RunStore(tmp_path / "runs.sqlite") as store:
        whole = decide(PROBLEM, jobs=jobs, store=store)
        again = decide(PROBLEM, jobs=jobs, store=store)
    assert whole.run["stored"] == kept
    assert again.run["stored"] == sum(domain.points or 0 for domain in again.domains)
    assert hashed(whole) == hashed(again) == SERIAL


def test_what_is_stored_is_not_decided_again(
    tmp_path: Path, small_tasks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RunStore(tmp_path / "runs.sqlite") as store:
        decide(PROBLEM, store=store, replayed=0)
        monkeypatch.setattr(Decider, "__call__", lambda self, shard: pytest.fail(f"{shard} is decided again"))
        assert hashed(decide(PROBLEM, store=store, replayed=0)) == SERIAL


def test_the_estimate_counts_what_is_left(tmp_path: Path, small_tasks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    total = sum(domain.points or 0 for domain in decide(PROBLEM).domains)
    with RunStore(tmp_path / "runs.sqlite") as store:
        half = Interrupts(5)
        decide(PROBLEM, store=store, progress=half)
        monkeypatch.setattr(Pace, "point", lambda self, name: 1.0)
        monkeypatch.setattr(tasks, "MOMENT", 3)
        left = total - half.seen[-1]
        refused = decide(PROBLEM, store=store, budget=left - 1)
        assert refused["rises"].reason is not None
        assert refused["rises"].reason.startswith(f"{left} points that are left of {total} would take about")
        assert (
            refused.run["stored"]
            == half.seen[-1]
            == sum(stop - start for domain in refused.domains for start, stop in domain.decided)
        )
        assert hashed(decide(PROBLEM, store=store, budget=left)) == SERIAL
        assert decide(PROBLEM, budget=left)["rises"].verdict is Verdict.INCONCLUSIVE


def failing(after: int) -> Callable[..., None]:
    honest = StoredRun.keep

    def keep(self: StoredRun, shard: Shard, tallies: Found) -> None:
        nonlocal after
        after -= 1
        if after < 0:
            raise StoreFailed("store: the disk is full")
        honest(self, shard, tallies)

    return keep


def test_a_store_that_fails_ends_no_run(tmp_path: Path, small_tasks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(StoredRun, "keep", failing(after=2))
    with RunStore(tmp_path / "runs.sqlite") as store:
        assert hashed(decide(PROBLEM, store=store, notice=told.append)) == SERIAL
    assert told == ["note: store: the disk is full; the run goes on, and nothing more of it is kept"]
    monkeypatch.undo()
    with RunStore(tmp_path / "runs.sqlite") as store:
        decision = decide(PROBLEM, store=store)
        assert 0 < decision.run["stored"] < sum(domain.points or 0 for domain in decision.domains)
        assert hashed(decision) == SERIAL


@pytest.mark.parametrize("method", ["run", "finished"])
def test_a_store_that_cant_be_read_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    def fails(*arguments: object, **named: object) -> None:
        raise StoreFailed("store: it is locked")

    told: list[str] = []
    with RunStore(tmp_path / "runs.sqlite") as store:
        decide(PROBLEM, store=store)
        monkeypatch.setattr(RunStore if method == "run" else StoredRun, method, fails)
        decision = decide(PROBLEM, store=store, notice=told.append)
    assert (hashed(decision), decision.run["stored"], len(told)) == (SERIAL, 0, 1)


def test_a_notice_is_a_warning_unless_somebody_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StoredRun, "keep", failing(after=0))
    with RunStore(tmp_path / "runs.sqlite") as store, pytest.warns(UserWarning, match="the disk is full"):
        decide(PROBLEM, store=store)


def test_a_store_is_asked_for_with_the_seconds_of_the_whole_run(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(Pace, "point", lambda self, name: 0.5)
    decision = decide(PROBLEM, jobs=2, store=told.append)  # type: ignore[arg-type]
    assert told == [sum(domain.points or 0 for domain in decision.domains) / 4]
    assert "stored" not in decision.run
    told.clear()
    assert decide(PROBLEM, max_points=1, store=told.append)["rises"].verdict is Verdict.INCONCLUSIVE  # type: ignore[arg-type]
    assert told == []


def test_a_step_that_cant_be_evaluated_ends_the_run(small_tasks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Decider, shard: Shard) -> Found:
        raise TermError("a quotient by 0")

    monkeypatch.setattr(Decider, "__call__", fails)
    for jobs in (1, 2):
        assert decide(PROBLEM, jobs=jobs)["rises"].reason == "a step can't be evaluated: a quotient by 0"


def test_the_first_probe_may_prepare_something(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([9.0, 0.001, 0.1])
    monkeypatch.setattr(tasks, "_timed", lambda decider, shard: next(seconds))
    decider = PLANS["literal"].decider()
    assert tasks._seconds_a_point(decider, next(iter(decider.domains)), 60) == 0.1 / 8


def test_arguments_are_looked_at() -> None:
    for wrong, said in (
        ({"jobs": 0}, "jobs: 0 is not valid; give an integer from 1 to 256"),
        ({"jobs": 10**6}, "jobs: 1000000 is not valid"),
        ({"jobs": "2"}, "jobs: '2' is not valid"),
        ({"replayed": -1}, "replayed: -1 is not valid; give an integer >= 0"),
        ({"max_points": "9"}, "max_points: '9' is not valid"),
        ({"budget": float("nan")}, "budget: nan is not valid; give seconds, a number"),
        ({"scope": "general"}, "scope: 'general' is not valid; give one of enumerated, runs"),
    ):
        with pytest.raises(InputError, match=re.escape(said)):
            decide(PROBLEM, **wrong)


COMMAND = [sys.executable, "-c", "from exactua.commands.group import main; main()", "check", "lemma8"]


def kept_ranges(path: Path) -> int:
    """How many ranges a store has, at this moment."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection, suppress(sqlite3.OperationalError):
        return int(connection.execute("SELECT count(*) FROM ranges").fetchone()[0])
    return 0


@pytest.mark.processes
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    asked = [*COMMAND, "--d", "2", "--n", "3", "--delta", "1/3", "--engine", "literal", "--format", "json"]
    alone = json.loads(subprocess.run(asked, cwd=tmp_path, check=True, capture_output=True).stdout)
    asked += ["--store", "runs.sqlite"]
    process = subprocess.Popen(asked, cwd=tmp_path, stdout=subprocess.DEVNULL)
    while process.poll() is None and kept_ranges(tmp_path / "runs.sqlite") < 3:
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    box = json.loads(subprocess.run(asked, cwd=tmp_path, check=True, capture_output=True).stdout)["boxes"][0]
    assert box["digest"] == alone["boxes"][0]["digest"]
    assert 0 < box["run"]["stored"] < sum(domain["points"] for domain in box["domains"])


def test_digests_are_of_what_is_hashed() -> None:
    assert digest(decide(PROBLEM)) == digest(decide(PROBLEM, jobs=2))


def test_a_fold_over_points_that_can_not_be_counted_is_inconclusive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan has no domains then, and nothing asks how many numbers a fold would have."""

    def uncounted(*_: object) -> None:
        raise CountTooLarge("too many to be counted")

    monkeypatch.setattr("exactua.deciding.plan.build_domains", uncounted)
    given, _ = find("lemma10")
    decision = decide(given.problem({"d": 1, "n": 2, "m": 2}))
    assert decision["one_to_one"].verdict is Verdict.INCONCLUSIVE
    assert decision["one_to_one"].reason == "too many to be counted"
    assert decision.domains[0].points is None
