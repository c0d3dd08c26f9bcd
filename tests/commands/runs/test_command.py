"""`exactua runs`: what was kept is listed, shown, resumed and removed; whatever is wrong is one sentence."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from exactua.commands.check.kept_options import arguments, kept
from exactua.commands.group import main
from exactua.deciding import fingerprints
from exactua.deciding.large_runs import store as run_store
from exactua.deciding.large_runs.kept_runs import kept_runs
from exactua.deciding.large_runs.store import RunStore
from tests.own_files import write
from tests.stores import change, fill, problem_of

STORE = Path(".exactua/runs.sqlite")
BOX = ("--d", "1", "--n", "3", "--delta", "1/4")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fingerprints, "of_code", lambda rooms=(): "whoever works on it while the tests run")
    run_store._code.cache_clear()
    yield tmp_path
    run_store._code.cache_clear()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("exactua: ")
    assert err.count("\n") == 1
    return err.removeprefix("exactua: ").strip()


def interrupted(most: int = 2) -> str:
    return fill(STORE, problem_of(), most)


def test_no_store_has_no_runs_and_none_is_made(capsys) -> None:
    assert run(capsys, "runs", "list") == (0, f"no runs in {STORE}\n", "")
    assert not STORE.exists()
    assert refused(capsys, "runs", "show", "ab") == f"store: there is no file {STORE}, and no run 'ab' in it"
    assert run(capsys, "runs", "clean", "--all") == (0, "nothing to remove\n", "")
    assert not STORE.exists()


def test_a_check_with_a_store_is_listed_and_shown(capsys) -> None:
    code, out, _ = run(capsys, "check", "lemma10", *BOX, "--store", str(STORE))
    digest = re.search(r"sha256:\w+", out)[0]  # type: ignore[index]
    assert code == 0
    code, out, _ = run(capsys, "runs", "list")
    heading, row = out.splitlines()
    assert heading.split() == ["run", "claim", "instance", "points", "of", "share", "state", "started", "last", "kept",
                               "size"]  # fmt: skip
    assert re.match(r"[0-9a-f]{8}  yun2020:lemma10  d = 1, n = 3, delta = 1/4 +4 +4 +100%  finished  20", row)
    code, out, _ = run(capsys, "runs", "show", row[:8])
    assert re.search(r"(?m)^certificate +\.exactua/lemma10\.d1n3m4\.json$", out)
    assert re.search(r"(?m)^verdict +holds$", out)
    assert re.search(r"(?m)^category 1 +4 +4 +0\.\.3$", out)
    assert digest in Path(".exactua/lemma10.d1n3m4.json").read_text()


def test_an_interrupted_run_is_resumed_to_the_same_certificate(capsys) -> None:
    assert run(capsys, "check", "lemma10", *BOX, "--certificate", "whole.json")[0] == 0
    identity = interrupted()
    code, out, _ = run(capsys, "runs", "list")
    assert " 2   4  50.0%  interrupted  " in out
    code, out, err = run(capsys, "runs", "resume", identity[:6])
    assert code == 0
    assert err.startswith("exactua check yun2020:lemma10 --d 1 --n 3 --delta 1/4 --store=.exactua/runs.sqlite\n")
    resumed, whole = (json.loads(Path(name).read_text()) for name in (".exactua/lemma10.d1n3m4.json", "whole.json"))
    assert resumed["decided"] == whole["decided"]
    assert resumed["digest"] == whole["digest"]
    assert resumed["run"]["stored"] == 2
    assert " 4   4   100%  finished  " in run(capsys, "runs", "list")[1]


def test_what_a_check_was_asked_is_asked_again(capsys) -> None:
    asked = ["--strict", "--engine", "literal", "--certificate", "my certificate.json", "--budget", "77s"]
    assert run(capsys, "check", "lemma10.upper_bound", *BOX, "--store", str(STORE), *asked)[0] == 0
    before = Path("my certificate.json").read_text()
    identity = run(capsys, "runs", "list")[1].splitlines()[1][:8]
    assert "yun2020:lemma10.upper_bound (literal)" in run(capsys, "runs", "list")[1]
    change(STORE, "DELETE FROM ranges")
    code, _, err = run(capsys, "runs", "resume", identity, "--budget", "2h", "--jobs", "1", "--max-points", "50")
    assert code == 0
    command = err.splitlines()[0]
    for part in ("lemma10.upper_bound", "--engine=literal", "'--certificate=my certificate.json'", "--strict",
                 "--budget=2h", "--max-points=50"):  # fmt: skip
        assert part in command
    assert json.loads(Path("my certificate.json").read_text())["decided"] == json.loads(before)["decided"]
    assert len(run(capsys, "runs", "list")[1].splitlines()) == 2  # the same run


def test_repaired_steps_are_resumed_as_such(capsys) -> None:
    box = ("--d", "1", "--n", "2", "--delta", "1/3")
    first = run(capsys, "check", "lemma7", *box, "--repaired", "--store", str(STORE))
    identity = run(capsys, "runs", "list")[1].splitlines()[1][:8]
    code, out, err = run(capsys, "runs", "resume", identity)
    assert "--repaired" in err.splitlines()[0]
    assert code == first[0]
    assert out.splitlines()[-1].split()[-1] == first[1].splitlines()[-1].split()[-1]


def test_json_of_what_is_resumed(capsys) -> None:
    identity = interrupted()
    code, out, _ = run(capsys, "runs", "resume", identity, "--format", "json")
    assert code == 0
    assert json.loads(out)["boxes"][0]["run"]["stored"] == 2


def test_a_claim_of_a_file_is_resumed_from_its_path(capsys) -> None:
    write(path="claims/my_lemma.py")
    asked = ["claims/my_lemma.py::lemma", "--d", "1", "--n", "2", "--store", str(STORE)]
    code, _, _ = run(capsys, "check", *asked)
    identity = run(capsys, "runs", "list")[1].splitlines()[1][:8]
    assert "claims/my_lemma.py::lemma" in run(capsys, "runs", "list")[1]
    change(STORE, "DELETE FROM ranges")
    again, _, err = run(capsys, "runs", "resume", identity)
    assert again == code
    assert err.startswith("exactua check claims/my_lemma.py::lemma --d 1 --n 2 ")


def test_a_claim_that_was_changed_is_not_resumed(capsys) -> None:
    file = write()
    run(capsys, "check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--store", str(STORE))
    identity = run(capsys, "runs", "list")[1].splitlines()[1][:8]
    anew = f"decide the claim again with exactua check, and remove the run with exactua runs clean {identity}"
    text = file.read_text()
    file.write_text(text.replace("point[1, j])", "point[1, j] + 0 * at.d)", 1))
    os.utime(file, (time.time() + 5, time.time() + 5))
    assert refused(capsys, "runs", "resume", identity) == (
        f"runs: run {identity} can't be resumed: my_lemma.py::lemma has changed since it began; {anew}"
    )
    file.write_text(text.replace("def grows", "def falls"))
    os.utime(file, (time.time() + 10, time.time() + 10))
    assert refused(capsys, "runs", "resume", identity) == (
        f"runs: run {identity} can't be resumed: the steps of my_lemma.py::lemma have changed; {anew}"
    )
    file.unlink()
    assert "there is no file my_lemma.py" in refused(capsys, "runs", "resume", identity)


def test_a_run_of_other_code_is_not_resumed(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    identity = interrupted()
    monkeypatch.setattr(fingerprints, "of_code", lambda rooms=(): "other code")
    run_store._code.cache_clear()
    assert "the code that decides, or Python, gmpy2 or numpy, has changed since it began; " in refused(
        capsys, "runs", "resume", identity[:8]
    )
    monkeypatch.setattr("exactua.__version__", "9.9")
    monkeypatch.setattr(run_store, "__version__", "9.9")
    assert "exactua 1.0.0 began it, but this is 9.9; " in refused(capsys, "runs", "resume", identity[:8])


def test_a_file_that_is_no_certificate_is_not_written_over(capsys) -> None:
    Path("notes.txt").write_text("mine")
    assert run(capsys, "check", "lemma10", *BOX, "--store", str(STORE), "--certificate", "other.json")[0] == 0
    identity = run(capsys, "runs", "list")[1].splitlines()[1][:8]
    with RunStore(STORE) as store:
        (kept_run,) = kept_runs(store)
    forged = arguments
    assert forged(kept_run, "lemma10", "as written", STORE, {})
    change(STORE, "UPDATE runs SET about = replace(about, 'other.json', 'notes.txt')")
    code, out, err = run(capsys, "runs", "resume", identity)
    assert (code, out) == (2, "")
    assert "exactua: certificate: notes.txt is not a certificate and is not overwritten; give another path\n" in err
    assert Path("notes.txt").read_text() == "mine"


def test_no_option_that_reaches_another_machine_is_kept() -> None:
    asked = {"jobs": 2, "scheduler": "tcp://host:8786", "certificate_path": Path("a.json"), "strict": True,
             "no_certificate": False, "replay": None, "output_format": "json"}  # fmt: skip
    assert kept(asked) == {"jobs": 2, "certificate_path": "a.json", "strict": True}


# Which run.


def test_a_run_is_named_by_its_beginning(capsys) -> None:
    identities = [fill(STORE, problem_of(d=1, n=3, m=m), 1) for m in range(4, 30)]
    assert refused(capsys, "runs", "show", "xyz").startswith(f"runs: {STORE} has no run 'xyz'; it has ")
    assert refused(capsys, "runs", "show", "").startswith(f"runs: {STORE} has no run ''; it has ")
    shared = next(identity[0] for identity in identities if sum(other[0] == identity[0] for other in identities) > 1)
    count = sum(identity.startswith(shared) for identity in identities)
    assert refused(capsys, "runs", "resume", shared).startswith(
        f"runs: {shared} is the beginning of {count} runs of {STORE}: "
    )
    assert run(capsys, "runs", "show", identities[3].upper()[:20])[0] == 0


def test_lists_as_json(capsys) -> None:
    identity = interrupted()
    code, out, _ = run(capsys, "runs", "list", "--format", "json")
    data = json.loads(out)
    assert code == 0
    assert data["format"] == "exactua-runs/1"
    (listed,) = data["runs"]
    assert listed["run"] == identity
    assert (listed["decided"], listed["points"], listed["state"]) == (2, 4, "interrupted")
    assert listed["domains"] == [{"name": "category 1", "points": 4, "decided": [[0, 2]], "compared": []}]
    assert json.loads(run(capsys, "runs", "show", identity, "--format", "json")[1]) == data
    assert "format: 'xml' is not valid" in refused(capsys, "runs", "list", "--format", "xml")


def test_the_page_on_json_has_every_key(capsys) -> None:
    interrupted()
    page = Path(__file__).parents[3].joinpath("docs/json-output.md").read_text(encoding="utf-8")
    section = page.split("\n## runs\n")[1].split("\n## ")[0]
    data = json.loads(run(capsys, "runs", "list", "--format", "json")[1])
    keys = [*data, *data["runs"][0], *data["runs"][0]["domains"][0]]
    assert [key for key in keys if f"`{key}`" not in section] == []
    assert f'`"{data["format"]}"`' in section


# Removing.


def test_runs_are_removed_by_name(capsys) -> None:
    first, second = interrupted(), fill(STORE, problem_of(d=1, n=3, m=5))
    before = STORE.stat().st_size
    code, out, _ = run(capsys, "runs", "clean", first[:8], first[:9])
    assert code == 0
    lines = out.splitlines()
    assert re.fullmatch(rf"removed  {first[:8]}  yun2020:lemma10, interrupted, \d\.\d KiB", lines[0])
    assert re.fullmatch(r"\.exactua/runs\.sqlite is smaller by .*B", lines[1])
    assert len(lines) == 2
    assert STORE.stat().st_size <= before
    assert second[:8] in run(capsys, "runs", "list")[1]
    assert first[:8] not in run(capsys, "runs", "list")[1]


def test_the_room_is_given_back(capsys) -> None:
    fill(STORE, problem_of(d=1, n=3, m=40))
    before = STORE.stat().st_size
    assert run(capsys, "runs", "clean", "--all")[0] == 0
    assert STORE.stat().st_size < before / 2


def test_finished_runs_are_removed(capsys) -> None:
    waiting = interrupted()
    assert run(capsys, "check", "lemma10", *BOX[:-1], "1/5", "--store", str(STORE))[0] == 0
    code, out, _ = run(capsys, "runs", "clean", "--finished")
    assert code == 0
    assert out.count("removed  ") == 1
    assert [line[:8] for line in run(capsys, "runs", "list")[1].splitlines()[1:]] == [waiting[:8]]
    assert Path(".exactua/lemma10.d1n3m5.json").exists()
    assert run(capsys, "runs", "clean", "--finished") == (0, "nothing to remove\n", "")


def test_old_runs_are_removed(capsys) -> None:
    old, new = interrupted(), fill(STORE, problem_of(d=1, n=3, m=5))
    long_ago = (datetime.now(UTC) - timedelta(days=31)).strftime("%Y-%m-%dT%H:%M:%SZ")
    change(STORE, "UPDATE runs SET started = ? WHERE identity = ?", long_ago, old)
    assert run(capsys, "runs", "clean", "--older-than", "30d")[1] == "nothing to remove\n"  # something was kept since
    change(STORE, "UPDATE ranges SET kept = ? WHERE run = 1", long_ago)
    assert run(capsys, "runs", "clean", "--older-than", "32d")[1] == "nothing to remove\n"
    assert run(capsys, "runs", "clean", "--older-than", "30d", "--finished")[1] == "nothing to remove\n"
    assert f"removed  {old[:8]}" in run(capsys, "runs", "clean", "--older-than", "30d")[1]
    assert new[:8] in run(capsys, "runs", "list")[1]


def test_a_run_that_a_process_is_at_stays(capsys) -> None:
    with RunStore(STORE) as store:
        identity = store.run(problem_of()).identity[:8]
        assert refused(capsys, "runs", "clean", identity) == f"runs: a process is working on {identity}; end it first"
        _, out, _ = run(capsys, "runs", "clean", "--all")
        assert out == f"left     {identity}  yun2020:lemma10: a process is working on it\nnothing to remove\n"
        assert "running" in run(capsys, "runs", "list")[1]
    assert "removed" in run(capsys, "runs", "clean", "--all")[1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "runs: name the runs, or give --finished, --all or --older-than 30d"),
        (("abc", "--all"), "runs: name runs or give --finished, --all, --older-than; not both"),
        (("--older-than", "soon"), "older_than: 'soon' is not an age; write 30d, 12h or 90m"),
        (("abc",), f"store: there is no file {STORE}, and no run 'abc' in it"),
    ],
)
def test_what_clean_refuses(capsys, given: tuple[str, ...], message: str) -> None:
    assert refused(capsys, "runs", "clean", *given) == message


@pytest.mark.parametrize("command", [("list",), ("show", "ab"), ("resume", "ab"), ("clean", "--all")])
def test_a_file_that_is_no_store(capsys, command: tuple[str, ...]) -> None:
    Path("file.txt").write_text("some text")
    assert refused(capsys, "runs", *command, "--store", "file.txt") == (
        "store: file.txt is not a run store (it is not an SQLite database); give another path"
    )
    assert Path("file.txt").read_text() == "some text"


# What is damaged.

DAMAGE = {
    "about": "UPDATE runs SET about = '{}'",
    "no text": "UPDATE runs SET about = x'ff'",
    "another identity": f"UPDATE runs SET identity = '{'0' * 64}'",
    "another engine": "UPDATE runs SET about = replace(about, '\"auto\"', '\"none\"')",
    "parameters": "UPDATE runs SET about = replace(about, '[\"d\",1]', '[\"d\"]')",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_run_is_listed_and_can_be_removed(capsys, what: str) -> None:
    interrupted()
    change(STORE, DAMAGE[what])
    code, out, _ = run(capsys, "runs", "list")
    assert code == 0
    identity = out.splitlines()[1][:8]
    assert f"{identity}  (damaged)" in out
    assert re.search(r"(?m)^damaged  ", run(capsys, "runs", "show", identity)[1])
    message = refused(capsys, "runs", "resume", identity)
    assert message.startswith(f"runs: run {identity} is damaged (")
    assert f"removed  {identity}  (damaged)" in run(capsys, "runs", "clean", identity)[1]
    assert json.loads(run(capsys, "runs", "list", "--format", "json")[1])["runs"] == []


@pytest.mark.parametrize(
    ("statement", "points"),
    [
        ("UPDATE ranges SET start = 'x' WHERE id = 1", 1),
        ("UPDATE ranges SET stop = '00000001.f' WHERE id = 1", 15),
        ("UPDATE ranges SET tallies = '' WHERE id = 1", 2),
        ("UPDATE ranges SET ordering = 'sideways' WHERE id = 1", 1),
    ],
)
def test_damaged_ranges_are_told_and_decided_again(capsys, statement: str, points: int) -> None:
    identity = interrupted()
    change(STORE, statement)
    (listed,) = json.loads(run(capsys, "runs", "list", "--format", "json")[1])["runs"]
    assert listed["decided"] == points
    code, out, err = run(capsys, "runs", "resume", identity)
    assert code == 0
    assert "HOLDS" in out
    assert f"note: {STORE}: a kept range of 'category 1' is left out and decided again (" in err


def test_text_of_a_store_is_safe_to_print(capsys) -> None:
    interrupted()
    change(STORE, "UPDATE runs SET certificate = ?, verdict = ?", "a\x1b[31m.json", "\x07holds")
    out = run(capsys, "runs", "show", kept_identity())[1]
    assert "\x1b" not in out
    assert "\x07" not in out


def kept_identity() -> str:
    with RunStore(STORE) as store:
        return kept_runs(store)[0].identity


def test_a_missing_argument_names_the_whole_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runs", "show"]) == 2
    assert capsys.readouterr().err == "exactua: Missing argument 'RUN'. (see exactua runs show --help)\n"
