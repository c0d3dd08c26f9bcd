"""Machine code on disk: what another process finds there, and everything that it must not take from there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exactua.evaluators.compiled import machine_code, native

pytestmark = [
    pytest.mark.skipif(not native.available(), reason="llvmlite is not installed"),
    pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owner here"),
]

TWICE = """
def twice(a: int):
    return a + a
"""
NEVER = """
def twice(a: int):
    return 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if machine_code.folder() != tmp_path / "exactua" / "compiled":
        monkeypatch.setattr(machine_code, "folder", lambda: tmp_path / "exactua" / "compiled")
    return tmp_path / "exactua" / "compiled"


@pytest.fixture
def emitted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that were compiled, and not read."""
    from exactua.evaluators.compiled import machine_code

    names, emit = [], machine_code.emitted

    def counting(module: object, machine: object) -> bytes:
        names.append(next(iter(module.functions)).name)  # type: ignore[attr-defined]
        return emit(module, machine)

    monkeypatch.setattr(machine_code, "emitted", counting)
    return names


def twice(a: int, text: str = TWICE) -> int:
    from exactua.evaluators.compiled.machine_code import compiled

    return compiled(text)(a)


def only(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_what_was_compiled_once_is_read(folder: Path, emitted: list[str]) -> None:
    assert [twice(4), twice(-3)] == [8, -6]
    assert emitted == ["twice"]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only(folder).stat().st_mode & 0o777 == 0o600


def test_another_text_of_the_same_name_is_another_function(folder: Path, emitted: list[str]) -> None:
    assert [twice(4), twice(4, NEVER), twice(4)] == [8, 7, 8]
    assert len(emitted) == len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("place", [0, 63, 64, 200, -1])
def test_a_damaged_file_is_compiled_anew(folder: Path, emitted: list[str], place: int) -> None:
    twice(1)
    content = bytearray(only(folder).read_bytes())
    content[place] ^= 1
    only(folder).write_bytes(content)
    assert [twice(4), twice(5)] == [8, 10]
    assert emitted == ["twice"] * 2


@pytest.mark.parametrize("length", [0, 63, 64, 300])
def test_a_file_that_is_cut_off_is_compiled_anew(folder: Path, emitted: list[str], length: int) -> None:
    twice(1)
    only(folder).write_bytes(only(folder).read_bytes()[:length])
    assert [twice(4), twice(5)] == [8, 10]
    assert emitted == ["twice"] * 2


def test_code_under_the_name_of_another_function_is_compiled_anew(folder: Path, emitted: list[str]) -> None:
    twice(1, NEVER)
    other = only(folder)
    twice(1)
    (mine,) = set(folder.iterdir()) - {other}
    mine.write_bytes(other.read_bytes())
    assert twice(4) == 8
    assert len(emitted) == 3


@pytest.mark.parametrize("fact", ["llvmlite", "LLVM", "processor", "features", "level"])
def test_code_of_another_version_or_machine_is_compiled_anew(
    folder: Path, emitted: list[str], monkeypatch: pytest.MonkeyPatch, fact: str
) -> None:
    from exactua.evaluators.compiled import machine_code

    twice(1)
    if fact == "llvmlite":
        monkeypatch.setattr(machine_code.llvmlite, "__version__", "0.0.1")
    elif fact == "LLVM":
        monkeypatch.setattr(machine_code.llvm, "llvm_version_info", (1, 2, 3))
    elif fact == "processor":
        monkeypatch.setattr(machine_code.llvm, "get_host_cpu_name", lambda: "generic")
    elif fact == "features":
        monkeypatch.setattr(machine_code.llvm, "get_host_cpu_features", lambda: type("None", (), {"flatten": str})())
    else:
        monkeypatch.setattr(machine_code, "LEVEL", 1)
    assert twice(4) == 8
    assert len(emitted) == len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o722])
def test_a_folder_that_others_can_write_to_is_not_used(folder: Path, emitted: list[str], mode: int) -> None:
    twice(1)
    folder.chmod(mode)
    assert [twice(4), twice(4, NEVER)] == [8, 7]
    assert len(emitted) == 3
    assert len(list(folder.iterdir())) == 1


def test_a_file_that_others_can_write_to_is_not_used(folder: Path, emitted: list[str]) -> None:
    twice(1)
    only(folder).chmod(0o620)
    assert twice(4) == 8
    assert emitted == ["twice"] * 2


def test_what_belongs_to_somebody_else_is_not_used(
    folder: Path, emitted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    twice(1)
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert [twice(4), twice(4, NEVER)] == [8, 7]
    assert len(emitted) == 3
    assert len(list(folder.iterdir())) == 1


@pytest.mark.skipif(getattr(os, "geteuid", int)() != 0, reason="root alone gives files away")
@pytest.mark.parametrize("given", ["folder", "file"])
def test_what_was_given_to_somebody_else_is_not_used(folder: Path, emitted: list[str], given: str) -> None:
    twice(1)
    os.chown(folder if given == "folder" else only(folder), 1, 1)
    assert twice(4) == 8
    assert emitted == ["twice"] * 2


@pytest.mark.parametrize("linked", ["folder", "file"])
def test_no_link_is_followed(folder: Path, emitted: list[str], tmp_path: Path, linked: str) -> None:
    twice(1)
    path = folder if linked == "folder" else only(folder)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert twice(4) == 8
    assert emitted == ["twice"] * 2


@pytest.mark.parametrize("obstacle", ["a file", "a pipe"])
def test_without_a_folder_or_a_regular_file_all_is_compiled(folder: Path, emitted: list[str], obstacle: str) -> None:
    if obstacle == "a file":
        folder.parent.mkdir()
        folder.write_text("no folder")
    else:
        twice(1)
        path = only(folder)
        path.unlink()
        os.mkfifo(path, 0o600)
    emitted.clear()
    assert twice(4) == 8
    assert emitted == ["twice"]


def test_a_folder_without_a_root_is_not_made(
    emitted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(machine_code, "folder", lambda: Path("~") / "compiled")
    assert [twice(4), twice(5)] == [8, 10]
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_files_go_where_there_are_too_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "MOST_FILES", 3)
    for k in range(5):
        machine_code.write(f"{k}" * 64, b"code")
        os.utime(folder / (f"{k}" * 64), (k, k))
    machine_code.write("5" * 64, b"code")
    assert sorted(path.name[0] for path in folder.iterdir()) == ["3", "4", "5"]
    assert machine_code.read("5" * 64) == b"code"
    assert machine_code.read("0" * 64) is None
