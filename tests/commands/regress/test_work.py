"""A run that is interrupted, or ends otherwise, loses nothing that was known by then."""

from __future__ import annotations

import shutil
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest

from exactua.commands.regress import work as regression_run
from exactua.deciding import fingerprints
from exactua.errors import EvaluatorsDisagree
from exactua.evidence import regression
from tests import own_manifests
from tests.own_manifests import ZEROS


@pytest.fixture(scope="module")
def manifest_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    own_manifests.write_by_known_code(folder)
    text = (folder / "sizes.toml").read_text()
    head, check, rest = text.partition("[[check]]")
    (folder / "more.toml").write_text(head + "\n" + check + rest)
    return folder


@pytest.fixture(autouse=True)
def folder(manifest_folder, tmp_path, monkeypatch):
    shutil.copytree(manifest_folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def asked() -> regression_run.Asked:
    return regression_run.asked([Path("sizes.toml"), Path("more.toml")])


def consume(stream, into: list[object]) -> None:
    for event in stream:
        into.append(event)


class Interrupted(Future):
    """A result that is asked for when Ctrl-C comes."""

    def result(self, timeout=None):
        raise KeyboardInterrupt


def begun(kinds: str):
    """What stands for a pool: d is decided, r still runs, i is interrupted while it is waited for."""

    @contextmanager
    def instead(tasks, jobs):
        futures = []
        for kind, task in zip(kinds, tasks, strict=True):
            future = Interrupted() if kind == "i" else Future()
            if kind == "d":
                future.set_result(regression._decide(*task))
            futures.append(future)
        yield futures

    return instead


@pytest.mark.parametrize("kinds", ["dird", "iddd", "dddi", "irrr", "didr"])
def test_an_interrupted_run_keeps_what_was_decided_in_any_order(kinds: str, monkeypatch) -> None:
    monkeypatch.setattr(regression, "_begun", begun(kinds))
    run = regression_run.Regression(asked(), {}, ZEROS)
    events = []
    with pytest.raises(KeyboardInterrupt):
        consume(run.events(4), events)
    told = run.summed_up(stopped=(3, "interrupted"))
    words = ["ok" if kind == "d" else "not decided" for kind in kinds]
    assert [check.word for check in told.checks] == words
    assert [event for event in events if hasattr(event, "word")] == [
        check for check in told.checks if check.word == "ok"
    ]
    assert (told.exit_code, told.stopped) == (3, "interrupted")
    first = told.manifests[0].statements
    assert first == (() if kinds.startswith("dd") else None)


def test_a_run_in_one_process_is_interrupted_too(monkeypatch) -> None:
    decide, left = regression.decide, [1, 1]

    def interrupted(*arguments, **options):
        left.pop()  # IndexError would be another failure
        if not left:
            raise KeyboardInterrupt
        return decide(*arguments, **options)

    monkeypatch.setattr(regression, "decide", interrupted)
    run = regression_run.Regression(asked(), {}, ZEROS)
    with pytest.raises(KeyboardInterrupt):
        list(run.events(1))
    assert [check.word for check in run.summed_up(stopped=(3, "x")).checks] == ["ok", *["not decided"] * 3]


def test_what_is_unchanged_is_known_in_an_interrupted_run_too(monkeypatch) -> None:
    checks = asked()
    third = checks.checks[2]
    monkeypatch.setattr(regression, "_begun", begun("irr"))
    known = {third.fingerprint(third.check.expected, ZEROS): "2026-01-02"}
    run = regression_run.Regression(checks, known, ZEROS)
    assert run.since.count("2026-01-02") == 2  # the same check stands in both manifests
    monkeypatch.setattr(regression, "_begun", begun("ir"))
    with pytest.raises(KeyboardInterrupt):
        list(run.events(4))
    told = run.summed_up(stopped=(3, "interrupted"))
    assert sorted(check.word for check in told.checks) == ["not decided"] * 2 + ["unchanged"] * 2


def test_a_disagreement_ends_the_run_and_what_came_before_is_told(monkeypatch, capsys) -> None:
    import json

    from exactua.commands.group import main

    decide, left = regression.decide, [1, 1, 1]

    def disagreeing(*arguments, **options):
        left.pop()
        if not left:
            raise EvaluatorsDisagree("3 and 4")
        return decide(*arguments, **options)

    monkeypatch.setattr(regression, "decide", disagreeing)
    monkeypatch.setattr(fingerprints, "of_code", lambda: ZEROS)
    code = main(["regress", "sizes.toml", "more.toml", "--all", "--jobs", "1", "--format", "json", "--update"])
    out, error = capsys.readouterr()
    data = json.loads(out)
    assert code == data["exit_code"] == 4
    assert data["stopped"] == "stopped (3 and 4)"
    assert data["counts"] == {"not decided": 2, "ok": 2}
    assert "the evaluators disagree" in error


def test_what_a_run_that_ends_early_would_have_rewritten_differs(monkeypatch) -> None:
    own_manifests.edit(Path("sizes.toml"), 'digest = "sha256:', 'digest = "sha256:' + "0" * 64 + '" # ')
    monkeypatch.setattr(regression, "_begun", begun("dird"))
    run = regression_run.Regression(asked(), {}, ZEROS, update=True)
    events: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        consume(run.events(4), events)
    words = [check.word for check in run.summed_up(stopped=(3, "interrupted")).checks]
    assert words == ["differs", "not decided", "not decided", "ok"]


def test_every_line_is_that_of_its_check() -> None:
    run = regression_run.Regression(asked(), {}, ZEROS)
    assert [(str(check.place.path), check.place.line) for check in run.summed_up(stopped=(3, "x")).checks] == [
        ("sizes.toml", 3), ("sizes.toml", 12), ("more.toml", 4), ("more.toml", 13),
    ]  # fmt: skip
