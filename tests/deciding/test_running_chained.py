"""Runs in which points are compared with their neighbours: no verdict before all are, and numbers gathered if need be."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from exactua.claims.claim import Claim, Operands
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding import compiled_steps as programs
from exactua.deciding import plan as planning
from exactua.deciding.collected import chained_steps
from exactua.deciding.large_runs.store import RunStore, StoredRun
from exactua.deciding.plan import plan
from exactua.deciding.running import PlanRun, decide
from exactua.deciding.shards import Shard
from exactua.deciding.tasks import Found
from exactua.grids.categories import category1, u
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.tracing import Number, Truth, point
from tests.deciding.mixed_steps import hashed

compared = Claim("yun2020:compared", "Compared", "none", "A claim of the tests.")
compared.network("g_c")(contextual_map)


@compared.operand
def top(at: Operands) -> Number:
    """l~_n in units of delta."""
    return at.m * u.dot(at.g_c(point, "sweep"))[at.n]


@compared.states("neighbours show it", over=(category1,), fold="distinct")
def one_to_one(at: Operands) -> Number:
    return at.top


@compared.states("different, and decreasing", over=(category1,), fold="distinct")
def falls(at: Operands) -> Number:
    return -at.top


@compared.states("false", over=(category1,), fold="distinct")
def repeated(at: Operands) -> Number:
    return u.dot(point)[1]


@compared.states("of single points", over=(category1,))
def positive(at: Operands) -> Truth:
    return at.top > 0


def problem(*steps: str) -> Problem:
    return compared.problem({"d": 1, "n": 3, "m": 9}, steps)


@pytest.fixture(autouse=True)
def neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small problems are decided as large ones are."""
    monkeypatch.setattr(planning, "WORTH_TRACING", 1)
    monkeypatch.setattr(planning, "MOST_GATHERED", 1)
    monkeypatch.setattr(programs, "CHAINED_TASK", dict.fromkeys(programs.CHAINED_TASK, 10))
    monkeypatch.setattr(programs, "RUNS_TASK", dict.fromkeys(programs.RUNS_TASK, 10))


def test_neighbours_are_compared() -> None:
    planned = plan(problem("one_to_one"))
    assert chained_steps(planned) == {"category 1": {"one_to_one"}}
    assert len(list(planned.decider().chained_shards())) > 3
    assert chained_steps(plan(problem("one_to_one"), "kernel")) == {}


@pytest.mark.parametrize(
    ("step", "verdict"),
    [
        ("one_to_one", Verdict.HOLDS),
        ("falls", Verdict.HOLDS),
        ("repeated", Verdict.REFUTED),
        ("positive", Verdict.HOLDS),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_bytes_are_those_of_numbers_that_are_gathered(step: str, verdict: Verdict, jobs: int) -> None:
    decision = decide(problem(step), jobs=jobs)
    assert decision[step].verdict is verdict
    assert hashed(decision) == hashed(decide(problem(step), engine="kernel"))


def test_all_together() -> None:
    assert hashed(decide(problem())) == hashed(decide(problem(), engine="kernel"))


def shards_kept(monkeypatch: pytest.MonkeyPatch, most: int) -> list[Shard]:
    """Presses Ctrl-C when so many shards are kept."""
    honest, kept = StoredRun.keep, list[Shard]()

    def keep(self: StoredRun, shard: Shard, tallies: Found) -> None:
        honest(self, shard, tallies)
        kept.append(shard)
        if len(kept) == most:
            raise KeyboardInterrupt

    monkeypatch.setattr(StoredRun, "keep", keep)
    return kept


def test_no_point_counts_before_all_neighbours_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All points may be kept, and nothing shows yet that the numbers differ."""
    asked = problem("one_to_one")
    with RunStore(tmp_path / "runs.sqlite") as store:
        with monkeypatch.context() as patch:
            kept = shards_kept(patch, 2)
            first = decide(asked, store=store)
        assert {shard.order for shard in kept} == {"spread"}
        assert first["one_to_one"].verdict is Verdict.INCONCLUSIVE
        assert first["one_to_one"].reason == "interrupted after 0 of 84 points"
        with monkeypatch.context() as patch:
            again = shards_kept(patch, 10**9)
            whole = decide(asked, store=store)
        assert not set(kept) & set(again)  # what was compared is not compared again
        assert hashed(whole) == hashed(decide(asked, engine="kernel"))
        # without some of the links, all points are there and yet nothing is shown
        store.connection.execute("DELETE FROM ranges WHERE ordering = 'spread' AND start = (SELECT max(start) FROM ranges WHERE ordering = 'spread')")  # fmt: skip
        monkeypatch.setattr(PlanRun, "_compare", lambda self, progress: None)
        last = decide(asked, store=store)
        assert last.run["stored"] == 84
        assert last["one_to_one"].verdict is Verdict.INCONCLUSIVE
        assert last["one_to_one"].points == 0


def test_what_neighbours_deny_is_kept_too(tmp_path: Path) -> None:
    asked = problem("repeated")
    with RunStore(tmp_path / "runs.sqlite") as store:
        first, second = decide(asked, store=store), decide(asked, store=store)
    assert hashed(first) == hashed(second) == hashed(decide(asked, engine="kernel"))
    assert (first.run["stored"], second.run["stored"]) == (0, 84)


def test_the_budget_may_end_among_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = programs.ProgramRun.chain

    def slow(self: programs.ProgramRun, start: int, stop: int) -> object:
        time.sleep(0.1)
        return honest(self, start, stop)

    monkeypatch.setattr(programs.ProgramRun, "chain", slow)
    decision = decide(problem("one_to_one"), budget=0.15)
    assert decision["one_to_one"].reason == "the budget ran out after 0 of 84 points: raise --budget"


def test_affine_runs_go_on_where_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = problem("one_to_one", "positive")
    with RunStore(tmp_path / "runs.sqlite") as store:
        with monkeypatch.context() as patch:
            kept = shards_kept(patch, 2)
            first = decide(asked, store=store, scope="runs")
        assert first["one_to_one"].verdict is Verdict.INCONCLUSIVE
        with monkeypatch.context() as patch:
            again = shards_kept(patch, 10**9)
            whole = decide(asked, store=store, scope="runs")
        assert {shard.order for shard in (*kept, *again)} == {"spread"}
        assert not set(kept) & set(again)
        assert store.notices == []
        assert hashed(whole) == hashed(decide(asked, scope="runs"))


def test_affine_runs_that_are_kept_whole_are_not_decided_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = problem("one_to_one", "positive")
    with RunStore(tmp_path / "runs.sqlite") as store:
        first = decide(asked, store=store, scope="runs")
        monkeypatch.setattr(programs.ProgramRun, "chain_ranges", lambda self: iter(()))
        second = decide(asked, store=store, scope="runs")
    assert (first.run["stored"], second.run["stored"]) == (0, 84)
    assert hashed(first) == hashed(second)
    assert second["one_to_one"].verdict is Verdict.HOLDS


def test_links_of_a_domain_without_affine_runs_are_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = problem("one_to_one")
    monkeypatch.setattr(planning, "affine_along_runs", lambda domain, traced: False)
    with RunStore(tmp_path / "runs.sqlite") as store:
        first = decide(asked, store=store, scope="runs")
        with monkeypatch.context() as patch:
            again = shards_kept(patch, 10**9)
            second = decide(asked, store=store, scope="runs")
        assert (again, store.notices) == ([], [])
    assert hashed(first) == hashed(second)
