"""`verify --with`: which verifiers are asked, what they say together, and what is said where they disagree."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import exactua
from exactua.commands.group import main
from exactua.commands.verify import work
from exactua.evidence import compiled_verifiers
from exactua.evidence.compiled_verifiers import PROVED, C
from exactua.evidence.emitting import verifier_in_c
from tests.foreign import program, proved
from tests.forged_statements import at_instance

REFUSED = (1, "not confirmed: it is wrong\n")
SILENT = (3, "not re-checked: that is not decided here\n")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("c.json").write_bytes(at_instance(None))


def saying(monkeypatch: pytest.MonkeyPatch, **said: tuple[int, str]) -> None:
    """Verifiers that are programs and say this, whatever they are asked."""
    monkeypatch.setattr(compiled_verifiers, "program", lambda name: Path(name))
    monkeypatch.setattr(work, "program", lambda name: Path(name))
    monkeypatch.setattr(work, "asked", lambda path, content, seconds, options: said[path.name])


def own() -> tuple[int, str]:
    """What the verifier in Python says."""
    from tests.foreign import told_by_own

    return told_by_own(Path("c.json").read_bytes())


@pytest.mark.parametrize("name", [C, PROVED, "all"])
def test_each_confirms_and_the_statement_is_compared(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    program(), proved()
    assert main(["verify", "c.json", "--with", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if line.startswith(("  python: ", "  c: ", "  proved: "))]
    names = work.VERIFIERS if name == "all" else (name,)
    assert told == [f"  {asked}: confirmed: holds (165 of 165 points recomputed)" for asked in names]
    assert lines[0] == "confirmed: holds (165 of 165 points recomputed)"
    assert lines[1 + len(told)].startswith("every statement is that of yun2020:lemma8 as installed")
    assert Path(".exactua/verified").exists() is (name == "all")  # a record names the verifier in Python


def test_another_statement_is_one_whoever_confirms_it(capsys: pytest.CaptureFixture[str]) -> None:
    proved()
    Path("other.json").write_bytes(at_instance("one category"))
    assert main(["verify", "other.json", "--with", "proved"]) == 1
    assert capsys.readouterr().out.startswith("another statement under its name: ")


def test_where_they_disagree_it_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    saying(monkeypatch, c=own(), proved=REFUSED)
    assert main(["verify", "c.json", "--with", "all"]) == 4
    assert capsys.readouterr().out.splitlines() == [
        "the verifiers disagree: confirmed by python and c, and not by proved; please report it",
        "  python: confirmed: holds (165 of 165 points recomputed)",
        "  c: confirmed: holds (165 of 165 points recomputed)",
        "  proved: not confirmed: it is wrong",
    ]
    assert main(["verify", "c.json", "--with", "all", "--format", "json"]) == 4
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert (file["found"], file["exit_code"], file["verdict"]) == ("the verifiers disagree", 4, None)
    assert [said["exit_code"] for said in file["verifiers"]] == [0, 0, 1]


def test_to_confirm_it_in_other_words_is_to_disagree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saying(monkeypatch, c=(0, own()[1].replace("applicable 4", "applicable 3")), proved=SILENT)
    assert main(["verify", "c.json", "--with", "all"]) == 4
    assert "python and c confirm it in different words" in capsys.readouterr().out


def test_what_the_proved_one_says_besides_is_no_disagreement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    besides = "  shown for every order of the columns: property1"
    saying(monkeypatch, c=own(), proved=(0, f"{own()[1].rstrip()}\n{besides}\n"))
    assert main(["verify", "c.json", "--with", "all"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == besides


def test_who_does_not_recheck_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    saying(monkeypatch, c=SILENT, proved=SILENT)
    assert main(["verify", "c.json", "--with", "all"]) == 0
    assert capsys.readouterr().out.splitlines()[2:4] == [f"  {name}: {SILENT[1].strip()}" for name in (C, PROVED)]
    assert main(["verify", "c.json", "--with", "proved"]) == 3
    assert capsys.readouterr().out.startswith(SILENT[1])


@pytest.mark.parametrize(
    "answer", [(139, ""), (0, "not confirmed: x"), (1, "confirmed: holds"), (-1, "it takes more time than it may")]
)
def test_a_program_that_fails_confirms_and_refuses_nothing(
    answer: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saying(monkeypatch, c=SILENT, proved=answer)
    assert main(["verify", "c.json", "--with", "proved"]) == 3
    assert main(["verify", "c.json", "--with", "all"]) == 0


def test_what_can_not_be_built_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path("cache").resolve()))
    for name, missing in (("c", "no cc or gcc on the PATH"), ("proved", "no ocamlfind on the PATH"), ("all", "no cc")):
        assert main(["verify", "c.json", "--with", name]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert f"can't be built: {missing}" in said.err


def script(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize(("name", "called"), [(C, "exactua-verifier-c"), (PROVED, "exactua-verifier-ml")])
def test_a_program_on_the_path_is_taken_if_it_is_of_this_version(
    name: str, called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    file = script(tmp_path / "bin", called, f"echo 'exactua verifier ({name}) {exactua.__version__}'")
    assert compiled_verifiers.program(name) == file
    assert not (tmp_path / "cache").exists()  # nothing is compiled


@pytest.mark.parametrize(
    "text",
    [
        "echo 'exactua verifier (c) 9.9.9'",  # another version
        f"echo 'exactua verifier (proved) {exactua.__version__}'",  # another verifier
        f"echo 'exactua verifier (c) {exactua.__version__}'; exit 2",
        f"echo 'exactua verifier (c) {exactua.__version__}'; echo more",
        "echo 'exactua verifier (c) unknown (source tree)'",
        "kill -9 $$",
    ],
)
def test_a_program_on_the_path_that_is_another_is_not_taken(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = script(tmp_path / "bin", "exactua-verifier-c", text)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert main(["verify", "c.json", "--with", "c"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "no cc or gcc on the PATH; it needs a C compiler and GMP" in said.err
    assert f"({file} is not of version {exactua.__version__}: it says " in said.err


def test_a_program_in_the_cache_needs_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = compiled_verifiers.compiled(verifier_in_c(), ".c", lambda file, new: ["cp", str(file), str(new)])
    monkeypatch.setenv("PATH", "/nowhere")
    assert compiled_verifiers.program(C) == kept


def test_a_source_that_does_not_compile_is_said_with_the_compilers_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    shell = shutil.which("sh") or "sh"
    with pytest.raises(compiled_verifiers.NotBuilt, match=r"^no zarith here$"):
        compiled_verifiers.compiled("text", ".ml", lambda file, new: [shell, "-c", "echo no zarith here >&2; exit 2"])
    kept = compiled_verifiers.compiled("text", ".ml", lambda file, new: ["cp", str(file), str(new)])
    assert kept.read_text() == "text"
    assert compiled_verifiers.compiled("text", ".ml", lambda file, new: ["false"]) == kept  # made once


@pytest.mark.parametrize(("words", "said"), [
    (["--with", "ocaml"], "with: 'ocaml' is not valid; choose one of python, c, proved, all"),
    (["--with", "proved", "--sample", "3"], "sample: the proved verifier samples nothing; give --with python or c, not proved"),
    (["--with", "all", "--sample", "3"], "sample: the proved verifier samples nothing; give --with python or c, not all"),
])  # fmt: skip
def test_wrong_usage(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "c.json", *words]) == 2
    assert capsys.readouterr().err == f"exactua: {said}\n"


def test_c_samples_the_same_points_as_python(capsys: pytest.CaptureFixture[str]) -> None:
    program()
    told = []
    for name in ("python", "c"):
        assert main(["verify", "c.json", "--with", name, "--sample", "3", "--seed", "0" * 32]) == 3
        told.append([line for line in capsys.readouterr().out.splitlines() if not line.startswith("  c: ")])
    assert told[0] == told[1]
