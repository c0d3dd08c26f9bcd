"""`exactua export CERT --format rocq`: the file to the byte, what has none, and what the kernel says of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from exactua.certificates.writing import laid_out
from exactua.commands.export.rocq import DOMAINS, FOLDS, GROUPS_OF_LAYERS, LAYERS, OPERATORS, left_out, text
from exactua.commands.group import main
from exactua.proofs_folder import proofs_folder
from exactua.verifier.readings import QUANTITIES
from tests import own_files
from tests.documentation import ROOT
from tests.proving.rocq.small import needs_coqc

CHECKER = ROOT / "proofs" / "checker"
GOLDEN = ROOT / "tests" / "golden" / "export-my_lemma-d1n2.v"
"""Of a certificate in which a step holds and another is refuted."""


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    own_files.write()
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--certificate", "own.json"]) == 1
    capsys.readouterr()
    return Path("own.json")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["export", *arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


def decided_of(path: Path) -> dict[str, Any]:
    decided: dict[str, Any] = json.loads(path.read_text())["decided"]
    return decided


def kernel_text(decided: dict[str, Any]) -> str:
    """The Rocq file of what was decided; the account of the run is always the same."""
    return text(laid_out(decided, {"exactua": "0"}), decided)


def test_the_file_is_the_same_to_the_byte(certificate: Path) -> None:
    assert kernel_text(decided_of(certificate)) == GOLDEN.read_text()


def test_the_bytes_in_the_file_are_those_of_the_certificate(
    certificate: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(capsys, "own.json", "--format", "rocq", "-o", "Own.v")
    file = Path("Own.v").read_text()
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"Own.v: {file.count(chr(10))} lines",
        f"  the kernel checks 4 points: coqc -Q {proofs_folder() / 'checker'} Checker Own.v",
    ]
    (lists,) = re.findall(r":= bytes_of\n  \[(.*?)\]\.\n\n", file, re.DOTALL)
    lines = ["".join(re.findall(r'"((?:[^"]|"")*)"', line)).replace('""', '"') for line in lists.split("];\n")]
    assert "".join(f"{line}\n" for line in lines) == certificate.read_text()
    assert max(map(len, file.split("\n"))) < 220


def test_it_is_printed_where_no_file_is_named(certificate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["export", "own.json", "--format", "rocq", "-o", "Own.v"])
    capsys.readouterr()
    assert told(capsys, "own.json", "--format", "rocq") == (0, Path("Own.v").read_text(), "")


def test_what_is_wrong_has_no_file(certificate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decided = decided_of(certificate)
    decided["steps"][0]["applicable"] -= 1
    Path("wrong.json").write_text(laid_out(decided, {}))
    code, out, err = told(capsys, "wrong.json", "--format", "rocq", "-o", "Own.v")
    assert (code, out) == (1, "")
    assert re.fullmatch(r"wrong\.json: not confirmed: [^\n]+\n", err)
    Path("bytes.json").write_text("{}")
    code, out, err = told(capsys, "bytes.json", "--format", "rocq", "-o", "Own.v")
    assert (code, out) == (2, "")
    assert err.startswith("bytes.json: unreadable: ")
    assert not Path("Own.v").exists()


def test_what_the_proved_verifier_leaves_out_has_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", "so2020:quantization", "--d", "1", "--n", "2", "--certificate", "cells.json"]) == 0
    capsys.readouterr()
    assert told(capsys, "cells.json", "--format", "rocq", "-o", "Own.v") == (
        3, "", "cells.json: not re-checked: it has a domain of the kind cells, which the proved verifier does not decide\n"
    )  # fmt: skip
    assert main(["limit", "lemma8", "--d", "1", "--n", "2", "--lambda", "1e3", "--certificate", "limit.json"]) in (0, 1)
    capsys.readouterr()
    assert told(capsys, "limit.json", "--format", "rocq", "-o", "Own.v") == (
        3, "", "limit.json: not re-checked: it has the scope limit, which the proved verifier does not decide\n"
    )  # fmt: skip
    assert not Path("Own.v").exists()


CHANGES: dict[str, tuple[list[Any], Any]] = {
    "it has the scope symbolic": (["scope"], "symbolic"),
    "it has a domain that is not decided": (["domains", 0, "points"], None),
    "it has a domain that is decided in part": (["domains", 0, "decided"], [[0, 1]]),
    "it has a domain of the kind cells": (["domains", 0, "spec", "kind"], "cells"),
    "it has a step with evidence": (["steps", 0, "evidence"], {}),
    "it has a step of which nothing is claimed": (["steps", 0, "reason"], "undecided at x"),
    "it has the fold most": (["steps", 0, "fold"], "most"),
    "it has the operator exp": (["steps", 0, "term"], ["<", 0, ["exp", 1]]),
    "it has the operator log": (["domains", 0, "spec", "levels", "step"], ["log", 2]),
    "it has the operator pi": (["definitions"], [["x", ["+", 1, ["pi"]]]]),
    "it has a layer of the kind softmax attention": (["networks", "f", "items"], [{"softmax attention": {}}]),
    "it has a layer of the kind rounded layer": (
        ["networks", "f", "items"],
        [{"group": {"name": "g", "items": [{"rounded layer": {}}]}}],
    ),
    "it has a weight that is a real number": (
        ["networks", "f", "items", 0, "attention", "heads", 0, "W_O"],
        [["1/2", ["sqrt", 2]]],
    ),
}


@pytest.mark.parametrize("left", CHANGES)
def test_all_that_is_left_out_is_named(left: str, certificate: Path) -> None:
    decided = decided_of(certificate)
    assert left_out(decided) == ""
    keys, value = CHANGES[left]
    place: Any = decided
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    assert left_out(decided) == left


def test_what_is_left_out_is_what_the_reader_in_rocq_leaves_out() -> None:
    """Names that Decode.v reads, and each of its answers [Unknown], of which `left_out` knows all."""
    source = (CHECKER / "Decode.v").read_text()
    (operators,) = re.findall(r"Definition operators : list string :=\n *\[(.*?)\]\.", source, re.DOTALL)
    assert set(re.findall('"(.*?)"', operators)) == OPERATORS
    read = set(re.findall(r'kind =\? "([\w ]+)"', source))
    assert read == {*LAYERS, *GROUPS_OF_LAYERS, *DOMAINS}
    assert all(f's =? "{fold}"' in source for fold in FOLDS)
    assert sorted(set(re.findall(r'\bUnknown \(?"(.*?)"', source))) == [
        "a domain that is decided in part", "a domain that is not decided", "a domain without a kind",
        "a step of which nothing is claimed", "a weight that is a real", "domains of the kind ", "evidence of a step",
        "layers of the kind ", "the fold ", "the mask ", "the operator ", "the quantity ", "the scope ", "the tie rule ",
    ]  # fmt: skip
    quantities = re.findall(r'String\.eqb q "([\w -]+)"', (CHECKER / "Terms.v").read_text())
    assert set(quantities) == set(QUANTITIES)  # those that the verifier in Python knows


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["own.json"], "format: smtlib is for a step; for the certificate in own.json give rocq"),
        (["none.json", "--format", "rocq"], "certificate: there is no file none.json"),
        (["own.json", "--format", "rocq", "-o", "own.1.v"], "output: own.1.v is not a name for a Rocq file; give letters, digits and _, a letter first, and .v at the end"),
        (["own.json", "--format", "rocq", "-o", "my_lemma.py"], "output: my_lemma.py is not a name for a Rocq file; give letters, digits and _, a letter first, and .v at the end"),
        (["own.json", "--format", "rocq", "-o", "Mine.v"], "output: Mine.v is not a Rocq file of exactua export and is not overwritten; give another path"),
        (["own.json", "--format", "rocq", "--d", "1"], "d: --d is for a step or a network, but --format rocq is for a certificate; leave it out"),
        (["own.json", "--format", "rocq", "--dtype", "float32"], "dtype: --dtype is for a step or a network, but --format rocq is for a certificate; leave it out"),
        (["own.json", "--format", "rocq", "--solver", "z3"], "solver: --solver is for a step or a network, but --format rocq is for a certificate; leave it out"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(
    certificate: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    Path("Mine.v").write_text("Definition mine := 1.\n")
    assert told(capsys, *arguments) == (2, "", f"exactua: {sentence}\n")


def test_words_of_a_certificate_end_no_comment_and_no_string(certificate: Path) -> None:
    decided = decided_of(certificate)
    decided["claim"] = 'a *) Axiom b : False. (* "'
    decided["parameters"]["w"] = 'x"y'
    file = kernel_text(decided)
    head = file.partition("*)")[0]
    assert "It says of itself: a ?? Axiom b : False. ?? ? at d=1 n=2 w=x?y\n" in head
    assert 'claim certified = "a *) Axiom b : False. (* \\""".' in file
    assert r'("w", Word "x\""y")' in file


@pytest.mark.proofs
@needs_coqc
def test_the_kernel_accepts_what_is_true_alone(certificate: Path, tmp_path: Path) -> None:
    folder = tmp_path / "checker"
    folder.mkdir()
    for source in CHECKER.glob("*.v"):
        shutil.copy(source, folder)
    for name in required(folder, "InKernel"):
        assert coq(folder, "coqc", f"{name}.v") == (0, "", ""), name
    (folder / "Golden.v").write_text(GOLDEN.read_text())
    assert coq(folder, "coqc", "Golden.v") == (0, "Closed under the global context\n", "")
    decided = decided_of(certificate)
    decided["steps"][0]["applicable"] -= 1
    (folder / "Forged.v").write_text(kernel_text(decided))
    code, out, err = coq(folder, "coqc", "Forged.v")
    assert (code, out) == (1, "")
    assert "certificate_is_true" in err or "Unable to unify" in err or "has type" in err


def required(folder: Path, last: str) -> list[str]:
    """The files that have to be compiled for one of them, each behind those that it requires."""
    names = sorted(path.name for path in folder.glob("*.v"))
    lines = dict(re.findall(r"^(\w+)\.vo\b[^:]*:(.*)$", coq(folder, "coqdep", *names)[1], re.MULTILINE))
    ordered: dict[str, None] = {}

    def visit(name: str) -> None:
        for needed in re.findall(r"(?:^| |\./)(\w+)\.vo\b", lines[name]):
            if needed not in ordered:
                visit(needed)
        ordered[name] = None

    visit(last)
    return list(ordered)


def coq(folder: Path, program: str, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [program, "-Q", ".", "Checker", *arguments], cwd=folder, capture_output=True, text=True, timeout=3600
    )
    return done.returncode, done.stdout, done.stderr
