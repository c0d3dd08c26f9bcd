"""The second verifier: compiled where that is possible, and asked by its exit code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from exactua.commands.audit import foreign

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

PROGRAM = """
#include <stdio.h>
int main(int count, char **words) {
    FILE *file = fopen(words[1], "rb");
    return count == 2 && file ? fgetc(file) - '0' : 9;
}
const char *const version = "unknown (source tree)";
"""


@needs_compiler
def test_a_verifier_is_compiled_once_and_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(foreign, "LIBRARIES", ())
    source = tmp_path / "verifier.c"
    source.write_text(PROGRAM)
    program = foreign.built(source)
    assert program is not None
    assert [foreign.exit_code(program, content) for content in (b"0", b"1", b"3")] == [0, 1, 3]
    compiled_at = program.stat().st_mtime_ns
    foreign.built.cache_clear()
    assert foreign.built(source) == program
    assert program.stat().st_mtime_ns == compiled_at
    source.write_text(PROGRAM + "\n/* another one */\n")
    foreign.built.cache_clear()
    assert foreign.built(source) != program
    foreign.built.cache_clear()


def test_there_is_none_where_it_can_not_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    wrong = tmp_path / "wrong.c"
    wrong.write_text(PROGRAM.replace("int main(", "int main("[:-1]))
    assert foreign.built(wrong) is None
    assert foreign.built(tmp_path / "missing.c") is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(wrong))  # a file, in which there is no folder
    good = tmp_path / "good.c"
    good.write_text(PROGRAM)
    assert foreign.built(good) is None
    monkeypatch.setattr(foreign.shutil, "which", lambda name: None)
    other = tmp_path / "other.c"
    other.write_text(PROGRAM)
    assert foreign.built(other) is None


@needs_compiler
def test_a_verifier_that_does_not_end_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(foreign, "LIBRARIES", ())
    source = tmp_path / "endless.c"
    source.write_text(PROGRAM.replace("FILE *file", "for (;;) {}\n    FILE *file"))
    program = foreign.built(source)
    assert program is not None
    monkeypatch.setattr(foreign, "LONGEST_SECONDS", 1)
    assert foreign.exit_code(program, b"0") == foreign.FAILED
