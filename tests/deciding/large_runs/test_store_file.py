"""The file of a run store: what is none is refused and left as it is; ranks as text; which processes are alive."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exactua.deciding.large_runs.store import RunStore
from exactua.deciding.large_runs.store_file import StoreFailed, is_alive, number, sortable, this_process
from exactua.errors import InputError
from tests.stores import change, fill, problem_of

PROBLEM = problem_of()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".exactua" / "runs.sqlite"


def refused(path: Path, error: type[Exception] = InputError) -> str:
    with pytest.raises(error) as caught:
        RunStore(path)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(path), "FILE")


@pytest.mark.parametrize("content", [b"some text\n", b"\x00" * 5000, b"SQLite format 3\x00" + b"\xff" * 5000, b"x"])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert refused(path).startswith("store: FILE is not a run store (")
    assert path.read_bytes() == content


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "file"
    change(path, "CREATE TABLE things (name TEXT)")
    before = path.read_bytes()
    assert refused(path) == "store: FILE is a database of another program; give another path"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_store_of_a_newer_version(path: Path) -> None:
    fill(path, PROBLEM)
    change(path, "PRAGMA user_version = 2")
    assert refused(path) == (
        "store: FILE was written by a newer exactua (format 2, this one writes 1); give another path"
    )


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM ranges; END",
        "CREATE VIEW v AS SELECT 1",
        "ALTER TABLE runs ADD COLUMN more TEXT",
        "DROP INDEX beginnings",
        "DROP TABLE holders",
        "PRAGMA user_version = 0",
    ],
)
def test_a_store_with_other_tables(path: Path, statement: str) -> None:
    fill(path, PROBLEM)
    change(path, statement)
    assert refused(path) == "store: FILE lacks the tables of a run store; give another path"


def test_a_folder_and_a_pipe(tmp_path: Path) -> None:
    assert refused(tmp_path) == "store: FILE is a directory; give the path of a file"
    os.mkfifo(tmp_path / "pipe")
    assert "is not a regular file" in refused(tmp_path / "pipe")


def test_a_folder_that_is_none_or_missing_or_can_not_be_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = path.parent.parent
    (folder / "file").write_text("")
    assert refused(folder / "file" / "runs.sqlite") == f"store: {folder}/file is not a directory; give a path in one"
    assert refused(folder / "none" / "runs.sqlite").startswith(f"store: there is no folder {folder}/none; ")

    def fails(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", fails)
    assert refused(path, StoreFailed) == "store: FILE can't be used (Read-only file system)"


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    fill(path, PROBLEM)
    with RunStore(path) as store:
        assert len(list(store.run(PROBLEM).finished())) == 4


@pytest.mark.parametrize("value", [0, 1, 15, 16, 255, 2**64, 16**300])
def test_sortable_text_sorts_as_the_integers_do(value: int) -> None:
    assert number(sortable(value)) == value
    assert sortable(value) < sortable(value + 1)
    assert sortable(value + 1) < sortable(16 * value + 16)


@pytest.mark.parametrize("text", ["", "5", "00000001.-", "00000002.05", "00000001.G", "00000001.A", 5, None])
def test_no_other_text_is_a_rank(text: object) -> None:
    with pytest.raises(ValueError, match=r"rank|text|literal"):
        number(text)


def test_who_is_alive() -> None:
    host, process, birth = this_process().split("/")
    assert is_alive(this_process())
    assert not is_alive(f"elsewhere/{process}/{birth}")
    if birth:
        assert not is_alive(f"{host}/{process}/1{birth}")
    for text in ("", "/", f"{host}/x/{birth}", f"{host}/{'9' * 5000}/", process, f"{host}/-1/"):
        assert not is_alive(text)
