"""What `exactua check` says and does for long runs: the store, the command that goes on, the scheduler."""

from __future__ import annotations

import json
import shlex
import time
from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.deciding import tasks
from exactua.deciding.large_runs.store import RunStore, StoredRun, StoreFailed
from exactua.deciding.shards import Decider
from exactua.deciding.tasks import Pace

ASKED = ["check", "lemma8", "--d", "1", "--n", "3", "--delta", "1/3", "--engine", "literal"]


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tasks, "SLOW_BATCH", 5)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def told(out: str) -> list[str]:
    """What a run says beside its time."""
    return [line for line in out.splitlines() if not line.startswith("decided in")]


def estimate(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Lets every run seem to take so long."""
    monkeypatch.setattr(Pace, "seconds", lambda pace, left: seconds if any(left.values()) else 0.0)


def interrupt(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Presses Ctrl-C when so many tasks are kept."""
    honest, left = StoredRun.keep, [after]

    def keep(self, shard, results):  # type: ignore[no-untyped-def]
        honest(self, shard, results)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(StoredRun, "keep", keep)


@pytest.mark.parametrize("more", [[], ["--store", "a folder/kept.sqlite"]])
def test_the_command_that_is_told_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    Path("a folder").mkdir()
    code, whole, _ = run(capsys, *ASKED)
    estimate(monkeypatch, 60)
    with monkeypatch.context() as patch:
        interrupt(patch, 3)
        code, out, err = run(capsys, *ASKED, "--jobs", "1", *more)
    assert (code, err) == (3, "")
    assert "before any point" not in out
    line = out.splitlines()[-1]
    store = more[-1] if more else ".exactua/runs.sqlite"
    assert line.startswith("to go on: exactua check lemma8 --d 1 --n 3 --delta 1/3 --engine literal --jobs 1 --store ")
    assert shlex.split(line)[-1] == store
    assert Path(store).exists()
    estimate(monkeypatch, 0)  # the store is named, so that it is used
    code, again, err = run(capsys, *shlex.split(line)[4:])
    assert (code, err) == (0, "")
    assert told(again) == told(whole)
    assert "points were kept by an earlier run" in again
    assert sorted(path.suffix for path in Path(".exactua").iterdir() if path.suffix == ".json") == [".json", ".json"]
    with RunStore(Path(store)) as opened:
        assert opened.connection.execute("SELECT verdict, exit_code FROM runs").fetchall() == [("holds", 0)]


@pytest.mark.parametrize(("seconds", "more", "kept"), [(9, [], False), (11, [], True), (11, ["--no-store"], False), (700, [], False), (0, ["--store", ".exactua/runs.sqlite"], True)])  # fmt: skip
def test_which_runs_are_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seconds: float, more: list[str], kept: bool
) -> None:
    estimate(monkeypatch, seconds)
    code, _, err = run(capsys, *ASKED, *more)
    assert (code, err) == (3 if seconds > 600 else 0, "")
    assert Path(".exactua/runs.sqlite").exists() is kept


def test_out_of_budget_goes_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Decider.__call__

    def slow(self, shard):  # type: ignore[no-untyped-def]
        time.sleep(0.1)
        return honest(self, shard)

    more = ("--budget", "0.25s", "--store", "kept.sqlite")
    with monkeypatch.context() as patch:
        patch.setattr(Decider, "__call__", slow)
        code, out, err = run(capsys, *ASKED, *more, "--format", "json", "--replay", "0")
        assert code == 3
        assert json.loads(out)["boxes"][0]["run"]["stored"] == 0
        assert err.startswith("to go on: exactua check lemma8 --d 1 ")
        code, out, err = run(capsys, *ASKED, "--budget", "0.05s", *more[2:], "--replay", "0")
        assert (code, err) == (3, "")
        assert "the budget ran out after" in out
        assert out.splitlines()[-1].startswith("to go on: exactua check lemma8 --d 1 ")
    assert "points were kept by an earlier run" in run(capsys, *ASKED, *more)[1]


def test_a_store_that_cant_be_opened_ends_no_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*arguments: object, **named: object) -> None:
        raise StoreFailed("store: kept.sqlite is locked")

    monkeypatch.setattr("exactua.deciding.large_runs.store.RunStore", locked)
    code, out, err = run(capsys, *ASKED, "--store", "kept.sqlite")
    assert (code, err) == (0, "note: store: kept.sqlite is locked; nothing of this run is kept\n")
    assert "HOLDS" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*ASKED, "--store", "a.json"], "store: a.json is"),
        ([*ASKED, "--store", "a.sqlite", "--no-store"], "store: --store and --no-store are both given; leave out one"),
        ([*ASKED, "--scheduler", "here"], "scheduler: 'here' is not an address; write, for example, tcp://host:8786"),
        (["check", "yun2020", "--ladder", "--store", "a"], "store: the instances of a paper's ladders are small and many; leave out --store"),
        (["check", "yun2020", "--ladder", "--scheduler", "a"], "scheduler: the instances of a paper's ladders are small and many; leave out --scheduler"),
        (["check", "lemma10", "--scope", "symbolic", "--d", "1", "--n", "2", "--store", "a"], "store: --scope symbolic enumerates no points; leave out --store"),
        (["check", "lemma10", "--scope", "symbolic", "--d", "1", "--n", "2", "--scheduler", "a"], "scheduler: --scope symbolic enumerates no points; leave out --scheduler"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    Path("a.json").write_text("{}" * 400)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"exactua: {message}")
    assert err.count("\n") == 1
    assert not Path(".exactua").exists()


def test_several_instances_share_a_store(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["check", "lemma8", "--d", "1", "--n", "2..3", "--delta", "1/2..1/3", "--store", "kept.sqlite"]
    first = run(capsys, *asked)
    assert first[0] == 0
    assert run(capsys, *asked) == first
    with RunStore(Path("kept.sqlite")) as opened:
        assert opened.connection.execute("SELECT verdict FROM runs").fetchall() == [("holds",)] * 4
