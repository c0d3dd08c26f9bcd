"""The check of the proved verifier: it sees what is assumed, what is admitted, and a program that is another one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactua.proving import checker
from exactua.proving.rocq.sources import read_sources, require_nothing_admitted
from tests.proving.rocq.small import needs_coqc

CHECK = """\
Definition check (b : bool) : bool := b.
Theorem check_sound b : check b = true -> b = true. Proof. exact (fun H => H). Qed.
Theorem check_wrong b : check b = false -> b = false. Proof. exact (fun H => H). Qed.
Theorem check_complete b : b = true -> check b = true. Proof. exact (fun H => H). Qed.
"""
EXTRACT = """\
From Coq Require Extraction.
From Checker Require Import Check.
Extraction "checker.ml" check.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "Check.v").write_text(CHECK)
    (tmp_path / "Extract.v").write_text(EXTRACT)
    return tmp_path


def asked(folder: Path, *options: str) -> int:
    return checker.main(["--folder", str(folder), "--program", str(folder / "program.ml"), *options])


@needs_coqc
def test_the_program_is_written_and_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(folder, "--check") == 1
    assert "program.ml is not what is extracted" in capsys.readouterr().out
    assert asked(folder) == 0
    assert "let check b" in (folder / "program.ml").read_text()
    assert asked(folder, "--check") == 0
    out = capsys.readouterr().out
    for name in checker.THEOREMS:
        assert f"Check.{name}: Closed under the global context" in out
    (folder / "program.ml").write_text((folder / "program.ml").read_text() + " ")
    assert asked(folder, "--check") == 1


@needs_coqc
def test_what_is_assumed_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hypothesis outside of a section is an axiom, which no word of the source gives away; the kernel does."""
    proof = "Hypothesis all : forall b : bool, b = true.\n" + CHECK.replace(
        "exact (fun H => H)", "intros _; apply all", 1
    )
    (folder / "Check.v").write_text(proof)
    assert asked(folder) == 1
    assert "Check.check_sound: Axioms: Check.all" in capsys.readouterr().out
    assert not (folder / "program.ml").exists()


@pytest.mark.parametrize(
    "line", ["Axiom a : False.", "Parameter a : nat.", "Lemma a : False. Admitted.", "Unset Guard Checking."]
)
def test_what_is_admitted_is_refused_before_it_is_compiled(
    folder: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "Check.v").write_text(f"{CHECK}{line}\n")
    assert asked(folder) == 1
    assert re.search(r"Check\.v: line 5 has \w+.*, and nothing may be assumed", capsys.readouterr().out)


def test_the_sources_admit_nothing() -> None:
    sources = read_sources(checker.checker_folder())
    assert {"Check.v", "Truth.v", "Syntax.v", "Extract.v"} <= sources.keys()
    require_nothing_admitted(sources)


def test_every_source_is_in_the_project_file() -> None:
    folder = checker.checker_folder()
    listed = [line for line in (folder / "_CoqProject").read_text().split() if line.endswith(".v")]
    assert sorted(listed) == sorted(read_sources(folder))


def test_every_directive_of_the_extraction_is_known() -> None:
    """What is trusted of it stands on a page; a new directive is looked at there first."""
    source = read_sources(checker.checker_folder())[checker.EXTRACTION]
    assert re.findall(r"^Extract \w+ (\S+)", source, re.MULTILINE) == ["Z.gcd", "Z.land", "Z.lxor"]
    assert "ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlZBigInt." in source
