"""A run that is killed at any moment, resumed, or run twice at once ends in the same hashed part."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from exactua import verifier
from exactua.certificates.writing import decided_data
from exactua.claims.registry import find
from exactua.deciding import plan
from exactua.deciding.large_runs.kept_runs import kept_runs
from exactua.deciding.large_runs.store import RunStore
from exactua.deciding.large_runs.store_file import StoreFailed
from exactua.deciding.running import decide
from exactua.terms.encoding import canonical
from tests.stores import change

ROOT = Path(__file__).parents[3]
BOX = {"d": 1, "n": 3, "m": 13}
ASKED = ("lemma8", "--d", "1", "--n", "3", "--delta", "1/13", "--engine", "literal")
KILLS = 3


def check(store: Path, certificate: Path) -> subprocess.Popen[str]:
    """A check in a process of its own: some seconds, point by point."""
    return subprocess.Popen(
        [sys.executable, "-m", "exactua", "check", *ASKED, "--store", str(store), "--certificate", str(certificate)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kept(store: Path) -> int:
    """How many ranges a store has, as far as it can be read now."""
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM ranges").fetchone()[0])
        finally:
            connection.close()
    return 0


def state(store: Path) -> str:
    """The state of the one run of a store."""
    with RunStore(store) as opened:
        (run,) = kept_runs(opened)
    return run.state


def hashed_part(certificate: Path) -> str:
    return certificate.read_text().splitlines()[0]


@pytest.fixture(scope="module")
def undisturbed() -> str:
    """The hashed part of the certificate of a run without a store, as it stands in the file."""
    problem = find("lemma8")[0].problem(BOX)
    return f'{{"decided":{canonical(decided_data(decide(problem, engine="kernel")))},'


def test_killed_several_times_and_resumed(tmp_path: Path, undisturbed: str) -> None:
    store, certificate = tmp_path / "runs.sqlite", tmp_path / "certificate.json"
    chance, seen, killed = random.Random(0), 0, 0
    for _ in range(KILLS):
        process = check(store, certificate)
        while process.poll() is None and kept(store) <= seen:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.2))
        before = state(store)
        if process.poll() is None:
            assert before in ("running", "finished")
            process.send_signal(signal.SIGKILL)
            killed += 1
        process.communicate()
        assert state(store) == "interrupted" or certificate.exists()
        assert kept(store) > seen or certificate.exists()
        seen = kept(store)
    assert killed
    assert sqlite3.connect(store).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    process = check(store, certificate)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")
    assert hashed_part(certificate) == undisturbed
    assert json.loads(certificate.read_text())["run"]["stored"] > 0
    assert verifier.main([str(certificate)]) == 0


def test_two_processes_at_once(tmp_path: Path, undisturbed: str) -> None:
    store = tmp_path / "runs.sqlite"
    certificates = [tmp_path / f"{k}.json" for k in range(2)]
    processes = [check(store, certificate) for certificate in certificates]
    for process in processes:
        _, errors = process.communicate()
        assert (process.returncode, errors) == (0, "")
    assert [hashed_part(certificate) for certificate in certificates] == [undisturbed] * 2
    with RunStore(store) as opened:
        run = opened.run(find("lemma8")[0].problem(BOX), engine="literal")
        ranges = list(run.finished())
    assert opened.notices == []
    assert sum(shard.stop - shard.start for shard, _ in ranges) == sum(run.counts.values())


DAMAGE = [
    "UPDATE ranges SET tallies = replace(tallies, '1', '2') WHERE id % 2",
    "UPDATE ranges SET numbers = zeroblob(length(numbers))",
    "UPDATE ranges SET stop = start WHERE id % 3 = 1",
    "DELETE FROM ranges WHERE id % 2",
]


@pytest.mark.parametrize("engine", ["kernel", "vectors", "auto"])
@pytest.mark.parametrize("statement", DAMAGE)
def test_a_store_that_was_damaged_changes_nothing(tmp_path: Path, engine: str, statement: str) -> None:
    problem = find("lemma8")[0].problem({"d": 2, "n": 3, "m": 3})
    right = canonical(decided_data(decide(problem, engine="kernel")))
    for k in range(3):
        with RunStore(tmp_path / "runs.sqlite") as store:
            decision = decide(problem, engine=engine, store=store)  # type: ignore[arg-type]
        assert canonical(decided_data(decision)) == right
        assert bool(store.notices) == (k == 1 and "DELETE" not in statement)
        if k == 0:
            assert decision.run["stored"] == 0
            change(tmp_path / "runs.sqlite", statement)


@pytest.mark.parametrize("claim", ["lemma8.property2", "lemma10.one_to_one"])
def test_numbers_compared_with_neighbours_are_kept(tmp_path: Path, claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "MOST_GATHERED", 1)
    label, step = find(claim)
    assert step is not None
    problem = label.problem({"d": 2, "n": 3, "m": 4}, (step,))
    right = canonical(decided_data(decide(problem, engine="kernel")))
    for k in range(2):
        with RunStore(tmp_path / "runs.sqlite") as store:
            decision = decide(problem, engine="vectors", store=store)
            assert store.last is not None
            assert step in store.last.chained
            orders = {shard.order for shard, _ in store.last.finished()}
        assert orders == {"lexicographic", "spread"}
        assert canonical(decided_data(decision)) == right
        assert decision.run["stored"] == (560 if k else 0)


def test_a_full_disk_ends_no_run(tmp_path: Path) -> None:
    problem = find("lemma8")[0].problem({"d": 2, "n": 3, "m": 4})
    notices: list[str] = []
    with RunStore(tmp_path / "runs.sqlite") as store:
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        decision = decide(problem, engine="kernel", store=store, notice=notices.append)
    assert decided_data(decision) == decided_data(decide(problem, engine="kernel"))
    assert len(notices) == 1
    assert "database or disk is full" in notices[0]


def test_a_store_that_fails_in_the_middle_ends_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find("lemma8")[0].problem({"d": 2, "n": 3, "m": 4})
    notices: list[str] = []
    with RunStore(tmp_path / "runs.sqlite") as store:
        decide(problem, engine="kernel", store=store)
        change(tmp_path / "runs.sqlite", "DELETE FROM ranges WHERE id = 2")

        def failing(*_: object) -> None:
            raise StoreFailed("store: it is gone")

        monkeypatch.setattr("exactua.deciding.large_runs.store.StoredRun._read", failing)
        decision = decide(problem, engine="kernel", store=store, notice=notices.append)
    assert decided_data(decision) == decided_data(decide(problem, engine="kernel"))
    assert notices == ["note: store: it is gone; the run goes on, and nothing more of it is kept"]
