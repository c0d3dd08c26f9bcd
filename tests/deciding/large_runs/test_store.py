"""The run store: what is kept comes back, whatever ends the process; what is damaged is left out and told."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch
from exactua.deciding.large_runs import store as module
from exactua.deciding.large_runs import store_file
from exactua.deciding.large_runs.kept_runs import kept_runs, remove
from exactua.deciding.large_runs.store import RunStore, StoredRun, StoreFailed, identity_of
from exactua.deciding.large_runs.store_file import is_alive, number, sortable, this_process
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Chunk, Link, Tally
from exactua.errors import InputError
from exactua.terms.language import integer, make
from tests.stores import change, fill, problem_of, ranges_of, said

PROBLEM = problem_of()
RANGES = list(ranges_of(PROBLEM))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".exactua" / "runs.sqlite"


def finished(path: Path, problem=PROBLEM) -> tuple[dict[Shard, dict[str, Tally]], list[str]]:
    with RunStore(path) as store:
        return dict(store.run(problem).finished()), store.notices


def same(tallies: dict[str, Tally], other: dict[str, Tally]) -> bool:
    return set(tallies) == set(other) and all(said(tallies[step]) == said(other[step]) for step in tallies)


# What is kept.


def test_what_is_kept_comes_back(path: Path) -> None:
    assert len(RANGES) == 4
    fill(path, PROBLEM, 3)
    kept, notices = finished(path)
    assert list(kept) == [shard for shard, _ in RANGES[:3]]
    assert all(same(kept[shard], tallies) for shard, tallies in RANGES[:3])
    assert notices == []


def test_the_order_is_that_of_the_ranks_whatever_the_order_of_keeping(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        for shard, tallies in random.Random(0).sample(RANGES, len(RANGES)):
            run.keep(shard, tallies)
        assert [shard for shard, _ in run.finished()] == [shard for shard, _ in RANGES]


def test_several_domains(path: Path) -> None:
    problem = problem_of("lemma8", d=1, n=3, m=3)
    fill(path, problem)
    kept, _ = finished(path, problem)
    assert len({shard.domain for shard in kept}) == 3
    assert kept.keys() == {shard for shard, _ in ranges_of(problem)}


@pytest.mark.parametrize(("start", "stop"), [(0, 1), (0, 9), (4, 6), (2, 9), (4, 5), (5, 6), (2, 5), (5, 9)])
def test_a_range_that_overlaps_a_kept_one_is_left_out(path: Path, start: int, stop: int) -> None:
    # category 1 of five columns has C(5, 3) = 10 points
    problem = problem_of(d=1, n=3, m=5)
    by_shard = dict(_found(problem, [(0, 2), (4, 6), (8, 9), (start, stop), (2, 4), (6, 8)]))
    first, others = list(by_shard)[:3], list(by_shard)[3:]
    with RunStore(path) as store:
        run = store.run(problem)
        for shard in [*first, *others]:
            run.keep(shard, by_shard[shard])
        kept = [shard for shard, _ in run.finished()]
    assert kept == sorted([*first, *others[-2:]], key=lambda shard: shard.start)


def _found(problem, ranges) -> Iterator[tuple[Shard, dict[str, Tally]]]:
    from exactua.deciding.plan import plan

    planned = plan(problem)
    (name,) = planned.domains
    for start, stop in ranges:
        shard = Shard(name, start, stop)
        yield shard, planned.decider()(shard)


def test_ranks_in_another_order_are_kept_beside_the_others(path: Path) -> None:
    step = next(step for step in PROBLEM.steps if step.gathers)
    links = [Link(0, 4, mpq(1), mpq(5), True)]
    shard = Shard("category 1", 0, 4, "spread")
    with RunStore(path) as store:
        run = store.run(PROBLEM, chained={step.name})
        run.keep(shard, {step.name: Tally(links=links)})
        for other, tallies in RANGES:
            run.keep(other, {name: replace(tally, chunks=[]) for name, tally in tallies.items()})
        kept = dict(run.finished())
        assert store.notices == []
        assert store.run(PROBLEM).identity != run.identity
    assert list(kept) == [*(other for other, _ in RANGES), shard]
    assert kept[shard][step.name].links == links


def test_ranks_beyond_64_bits_are_kept_in_order(path: Path) -> None:
    step = next(step for step in PROBLEM.steps if step.gathers)
    problem = replace(PROBLEM, steps=(step,), judged=(step.name,))
    places = [2**70 + 7, 5, 2**64, 2**63 - 1, 0, 16, 255]
    with RunStore(path) as store:
        run = store.run(problem, counts={"category 1": 2**80})
        for place in places:
            ranks = np.array([place], dtype=object)
            chunk = Chunk(0, ranks, Batch.of(np.array([[place]], dtype=object)))
            run.keep(Shard("category 1", place, place + 1), {step.name: Tally(1, 1, chunks=[chunk])})
        kept = [(shard.start, tallies[step.name].chunks[0].ranks[0]) for shard, tallies in run.finished()]
    assert kept == [(place, place) for place in sorted(places)]


def test_another_run_has_its_own_ranges(path: Path) -> None:
    fill(path, PROBLEM)
    assert finished(path, problem_of(d=1, n=3, m=5)) == ({}, [])
    assert len(finished(path)[0]) == 4


def test_who_asks_for_an_engine_is_not_given_what_another_found(path: Path) -> None:
    fill(path, PROBLEM)
    with RunStore(path) as store:
        assert list(store.run(PROBLEM, engine="literal").finished()) == []
        assert list(store.run(PROBLEM, "runs").finished()) == []
        assert len(list(store.run(PROBLEM, engine="auto").finished())) == 4


CHANGED = {
    "label": replace(PROBLEM, label="yun2020:lemma11"),
    "parameters": problem_of(d=1, n=3, m=5),
    "definitions": replace(PROBLEM, definitions=(("D", integer(5)),)),
    "a network": replace(PROBLEM, networks=problem_of(d=1, n=3, m=5).networks),
    "a term": replace(PROBLEM, steps=(replace(PROBLEM.steps[0], given=make("<", (), integer(1), integer(0))),)),
    "fewer steps": replace(PROBLEM, steps=PROBLEM.steps[:1]),
    "a domain": replace(PROBLEM, steps=(replace(PROBLEM.steps[0], over=problem_of("lemma8").steps[-1].over),)),
    "what is judged": replace(PROBLEM, judged=PROBLEM.judged[:1]),
}


@pytest.mark.parametrize("what", CHANGED)
def test_the_identity_is_of_all_that_is_decided(what: str) -> None:
    assert identity_of(CHANGED[what]) != identity_of(PROBLEM)


def test_the_identity_is_of_the_code_that_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {identity_of(PROBLEM)}
    monkeypatch.setattr(module, "_code", lambda: "other code")
    seen.add(identity_of(PROBLEM))
    monkeypatch.setattr(module, "__version__", "0.0.9")
    seen.add(identity_of(PROBLEM))
    seen |= {identity_of(PROBLEM, engine="kernel"), identity_of(PROBLEM, "runs")}
    assert len(seen) == 5


def test_a_field_of_a_tally_that_has_no_encoding_is_not_forgotten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(module.encode.__globals__["ENCODINGS"], "residue")
    with RunStore(path) as store, pytest.raises(StoreFailed, match="a tally has a field 'residue' that a store can't"):
        store.run(PROBLEM).keep(*RANGES[0])


def test_keeping_is_cheap(path: Path) -> None:
    shard, tallies = RANGES[0]
    tallies = {step: replace(tally, chunks=[]) for step, tally in tallies.items()}
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        took = []
        for k in range(200):
            began = time.perf_counter()
            run.keep(Shard(shard.domain, 10 * k, 10 * k + 10), tallies)
            took.append(time.perf_counter() - began)
    assert sorted(took)[100] * 1000 < 1


# What ended.


def states(path: Path) -> list[tuple[str, str | None, int | None, str | None]]:
    with RunStore(path) as store:
        return [(run.state, run.verdict, run.exit_code, run.certificate) for run in kept_runs(store)]


def test_a_run_is_running_then_interrupted_or_finished(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        assert states(path) == [("running", None, None, None)]
        run.keep(*RANGES[0])
    assert states(path) == [("interrupted", None, None, None)]
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        for shard, tallies in RANGES[1:]:
            run.keep(shard, tallies)
        run.ended("holds", 0, Path("somewhere/a.json"))
        assert states(path)[0][0] == "running"
    assert states(path) == [("finished", "holds", 0, "somewhere/a.json")]


def test_a_run_that_ended_early_is_interrupted(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        run.keep(*RANGES[0])
        run.ended("inconclusive", 3, None)
    assert states(path) == [("interrupted", "inconclusive", 3, None)]


def test_the_dead_hold_nothing(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        name = f"{this_process().split('/')[0]}/{child.pid}/{store_file._birth(child.pid)}"
        assert is_alive(name)
        store.connection.execute("INSERT INTO holders VALUES (?, ?)", (run.number, name))
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert not is_alive(name)  # not waited for: it is a zombie
        child.wait()
        assert not is_alive(name)
        store.run(PROBLEM)
        assert store.connection.execute("SELECT holder FROM holders").fetchall() == [(this_process(),)]


# What is damaged.

DAMAGE = {
    "a digit of the tallies": "UPDATE ranges SET tallies = replace(tallies, '1', '2') WHERE id = 2",
    "the tallies are no text": "UPDATE ranges SET tallies = x'00ff' WHERE id = 2",
    "the numbers": "UPDATE ranges SET numbers = x'00' || numbers WHERE id = 2",
    "the numbers are text": "UPDATE ranges SET numbers = 'abc' WHERE id = 2",
    "the checksum": "UPDATE ranges SET checksum = x'00' WHERE id = 2",
    "the start": "UPDATE ranges SET start = '00000001.0' WHERE id = 2",
    "the stop": "UPDATE ranges SET stop = '00000001.f' WHERE id = 2",
    "a stop that is none": "UPDATE ranges SET stop = 'x' WHERE id = 2",
    "a start that is a number": "UPDATE ranges SET start = 5.5 WHERE id = 2",
    "another domain": "UPDATE ranges SET domain = 'category 2' WHERE id = 2",
    "tallies of another range": "UPDATE ranges SET tallies = (SELECT tallies FROM ranges WHERE id = 1) WHERE id = 2",
    "text that is no text": "UPDATE ranges SET domain = CAST(x'ff' AS TEXT) WHERE id = 2",
}


@pytest.mark.parametrize("what", [damage for damage in DAMAGE if damage not in ("the start", "text that is no text")])
def test_a_damaged_range_is_left_out_and_decided_again(path: Path, what: str) -> None:
    fill(path, PROBLEM)
    change(path, DAMAGE[what])
    kept, notices = finished(path)
    assert list(kept) == [RANGES[k][0] for k in (0, 2, 3)]
    assert all(same(kept[shard], tallies) for shard, tallies in RANGES if shard in kept)
    assert len(notices) == 1
    assert f"{path}: a kept range of " in notices[0]
    assert " is left out and decided again (" in notices[0]
    fill(path, PROBLEM)  # dropped, and kept again
    assert finished(path)[1] == []
    assert len(finished(path)[0]) == 4


def test_text_that_is_no_text_is_told(path: Path) -> None:
    fill(path, PROBLEM)
    change(path, DAMAGE["text that is no text"])
    kept, notices = finished(path)
    assert len(kept) == 3
    assert len(notices) == 1


def forge(path: Path, problem, shard: Shard, tallies: dict[str, Tally]) -> None:
    """A row with a good checksum that says what it likes."""
    with RunStore(path) as store:
        run = store.run(problem, counts={"category 1": 2**80})
        store.connection.execute(
            "DELETE FROM ranges WHERE domain = ? AND start = ?", (shard.domain, sortable(shard.start))
        )
        run.keep(shard, tallies)


def test_a_range_behind_the_end_of_its_domain_is_left_out(path: Path) -> None:
    fill(path, PROBLEM, 3)
    step = next(iter(RANGES[3][1]))
    forge(path, PROBLEM, Shard("category 1", 100, 104), {name: Tally(4, 0) for name in RANGES[3][1]})
    kept, notices = finished(path)
    assert len(kept) == 3
    assert "it does not lie in its domain" in notices[0]
    assert step in RANGES[3][1]


def test_a_range_of_another_domain_than_those_of_the_claim_is_left_out(path: Path) -> None:
    fill(path, PROBLEM, 3)
    forge(path, PROBLEM, Shard("category 9", 0, 4), {})
    assert "the claim has no such domain" in finished(path)[1][0]


def test_counts_that_exceed_the_range_are_left_out(path: Path) -> None:
    shard, tallies = RANGES[1]
    forge(path, PROBLEM, shard, {name: replace(tally, points=tally.points + 1) for name, tally in tallies.items()})
    kept, notices = finished(path)
    assert kept == {}
    assert "it counts other points than those of its range" in notices[0]


def test_a_range_that_overlaps_another_one_is_left_out(path: Path) -> None:
    problem = problem_of(d=1, n=3, m=5)
    (first, tallies), (second, other) = _found(problem, [(0, 4), (3, 6)])
    with RunStore(path) as store:
        run = store.run(problem)
        run.keep(first, tallies)
        monkey = module.KEEP.split("WHERE NOT EXISTS")[0] + "WHERE 1"
        original, module.KEEP = module.KEEP, monkey  # type: ignore[misc]
        try:
            run.keep(second, other)
        finally:
            module.KEEP = original  # type: ignore[misc]
        assert [shard for shard, _ in run.finished()] == [first]
        assert "it overlaps another one" in store.notices[0]


def test_notices_are_told(path: Path) -> None:
    fill(path, PROBLEM)
    change(path, DAMAGE["the checksum"])
    told: list[str] = []
    with RunStore(path, tell=told.append) as store:
        list(store.run(PROBLEM).finished())
        assert told == store.notices
    assert len(told) == 1


@pytest.mark.parametrize("seed", range(40))
def test_a_file_with_damaged_bytes_is_told_and_never_believed(path: Path, seed: int) -> None:
    fill(path, PROBLEM)
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 3, 60))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(bytes(content[: chance.choice((len(content), len(content), chance.randrange(len(content))))]))
    right = dict(RANGES)
    reason = "store: "
    try:
        with RunStore(path) as store:
            run = store.run(PROBLEM)
            for shard, tallies in run.finished():
                assert same(tallies, right[shard])
            for shard, tallies in RANGES:
                run.keep(shard, tallies)
            run.ended("holds", 0, None)
            kept_runs(store)
    except (InputError, StoreFailed) as error:
        reason = str(error)
    assert reason.startswith("store: ")


# What fails.


def kept_and_failed(run: StoredRun) -> tuple[int, str]:
    """How many of many ranges were kept before one could not be, and why."""
    shard, tallies = RANGES[0]
    for k in range(10_000):
        try:
            run.keep(Shard(shard.domain, 10 * k, 10 * k + shard.stop - shard.start), tallies)
        except StoreFailed as error:
            return k, str(error)
    raise AssertionError("it never failed")


def test_a_full_disk(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        kept, reason = kept_and_failed(run)
        assert kept > 3
        assert reason == f"store: {path} can't be used (database or disk is full)"
        rows = store.connection.execute("SELECT count(*) FROM ranges").fetchone()[0]
        assert rows == kept  # what failed left nothing behind
    with RunStore(path) as store:  # and room again
        store.run(PROBLEM).keep(Shard("category 1", 10**6, 10**6 + 1), RANGES[0][1])
        assert store.connection.execute("SELECT count(*) FROM ranges").fetchone()[0] == kept + 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="it takes the system's full device")
def test_a_run_that_can_not_be_noted_keeps_nothing_and_says_so(path: Path) -> None:
    fill(path, PROBLEM, 2)
    with RunStore(path) as store:
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        store.connection.execute("CREATE TEMP TABLE filler (x)")
        runs = [store.run(problem_of(d=1, n=3, m=m)) for m in range(5, 60)]
        full = [run for run in runs if run.unwritten is not None]
        assert full
        assert list(full[0].finished()) == []
        with pytest.raises(StoreFailed, match="database or disk is full"):
            full[0].keep(*RANGES[0])
        with pytest.raises(StoreFailed, match="database or disk is full"):
            full[0].ended("holds", 0, None)
        assert len(list(store.run(PROBLEM).finished())) == 2


def test_a_store_that_can_not_be_written(path: Path) -> None:
    fill(path, PROBLEM, 2)
    with RunStore(path) as store:
        store.connection.execute("PRAGMA query_only = ON")
        run = store.run(PROBLEM)
        assert len(list(run.finished())) == 2
        with pytest.raises(StoreFailed, match="attempt to write a readonly database"):
            run.keep(*RANGES[2])
        other = store.run(problem_of(d=1, n=3, m=5))
        with pytest.raises(StoreFailed, match="attempt to write a readonly database"):
            other.keep(*RANGES[2])


@pytest.mark.skipif(os.getuid() == 0, reason="the system lets root write anything")
def test_a_file_that_may_only_be_read(path: Path) -> None:
    fill(path, PROBLEM, 2)
    path.chmod(0o400)
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        assert len(list(run.finished())) == 2
        with pytest.raises(StoreFailed, match="readonly"):
            run.keep(*RANGES[2])


def test_a_locked_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_file, "PATIENCE", 0)
    fill(path, PROBLEM, 1)
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert len(list(run.finished())) == 1
        with pytest.raises(StoreFailed, match="database is locked"):
            run.keep(*RANGES[1])
        with pytest.raises(StoreFailed, match="database is locked"):
            run.ended("holds", 0, None)
        other.execute("ROLLBACK")
        other.close()
        run.keep(*RANGES[1])
        assert len(list(run.finished())) == 2


def test_a_store_that_is_busy_for_a_moment_is_waited_for(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        program = (
            "import sqlite3, sys, time\n"
            "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "c.execute('BEGIN IMMEDIATE')\nprint('locked', flush=True)\ntime.sleep(0.3)\nc.execute('COMMIT')\n"
        )
        child = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "locked\n"
        run.keep(*RANGES[0])
        assert child.wait() == 0
        assert len(list(run.finished())) == 1


def test_a_run_that_was_removed_meanwhile(path: Path) -> None:
    with RunStore(path) as store:
        run = store.run(PROBLEM)
        run.keep(*RANGES[0])
        with RunStore(path) as other:
            remove(other, kept_runs(other))
        with pytest.raises(StoreFailed, match="FOREIGN KEY"):
            run.keep(*RANGES[1])
        assert list(run.finished()) == []


# Several processes, and one that is killed.

WRITER = """
import sys
from pathlib import Path
from exactua.deciding.shards import Shard
from exactua.deciding.large_runs.store import RunStore
from tests.stores import problem_of, ranges_of

problem, size = problem_of(), int(sys.argv[3])
found = {name: tally for name, tally in next(ranges_of(problem))[1].items()}
for tally in found.values():
    tally.chunks = []
with RunStore(Path(sys.argv[1])) as store:
    run = store.run(problem)
    for k in range(int(sys.argv[2])):
        run.keep(Shard("category 1", size * k, size * k + size), found)
        print(k, flush=True)
"""


def writer(path: Path, count: int, size: int = 10) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(count), str(size)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )


def kept_ranges(path: Path) -> list[tuple[int, int]]:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    rows = connection.execute("SELECT start, stop FROM ranges ORDER BY start").fetchall()
    connection.close()
    return [(number(start), number(stop)) for start, stop in rows]


def test_a_killed_process_loses_nothing_that_it_kept(path: Path) -> None:
    for moment in (1, 40, 150):
        child = writer(path, 10**6, size=10 * moment)
        assert child.stdout is not None
        for _ in range(moment):
            last = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        child.wait()
        said = [last, *map(int, child.stdout.read().split())]
        kept = kept_ranges(path)
        assert all(earlier[1] <= other[0] for earlier, other in pairwise(kept))
        done = sum(stop - start for start, stop in kept)
        assert kept[-1][1] >= 10 * moment * (said[-1] + 1) or done >= 10 * moment
        if moment == 1:
            assert len(kept) - len(said) in (0, 1)  # it was killed before it said so
        assert states(path)[0][0] == "interrupted"


def test_two_processes_at_once(path: Path) -> None:
    children = [writer(path, 300, size) for size in (10, 15)]
    assert [len(child.communicate()[0].split()) for child in children] == [300, 300]
    kept = kept_ranges(path)
    assert all(earlier[1] <= other[0] for earlier, other in pairwise(kept))
    assert {stop - start for start, stop in kept} <= {10, 15}
    assert kept[-1][1] >= 3000
