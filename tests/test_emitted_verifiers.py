"""`exactua verifier --emit`: one file each, which says what the verifier in its parts says."""

from __future__ import annotations

import ast
import hashlib
import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import exactua
from exactua.certificates.writing import certificate, laid_out
from exactua.commands import group as cli
from exactua.evidence import emitting
from exactua.proving.check import check
from tests.compare_verifiers import changed
from tests.foreign import program, proved

ROOT = Path(emitting.__file__).parent.parent
LABELS = [("lemma8", {"d": 1, "n": 2}), ("lemma7", {"d": 1, "n": 2}), ("so2020:contextual_mapping", {"d": 1, "n": 2})]
"""Orbits and attention; cells; sequences, sums and comparisons of points."""


def said(script: Path, file: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-I", str(script), str(file)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("emitted") / "verifier.py"
    assert cli.main(["verifier", "--emit", str(path)]) == 0
    return path


@pytest.mark.parametrize(("label", "box"), LABELS)
def test_the_single_file_says_what_the_parts_say(label: str, box: dict[str, int], single: Path, tmp_path: Path) -> None:
    decision = check(label, **box)
    content = certificate(decision).encode("ascii")
    runs = certificate(replace(decision, scope="runs")).encode("ascii")
    codes = set()
    for k, data in enumerate([content, runs, *(altered for _, altered in changed(content, 3, random.Random(1)))]):
        file = tmp_path / f"{k}.json"
        file.write_bytes(data)
        alone = said(single, file)
        assert alone == said(ROOT / "verifier", file)
        codes.add(alone[0])
        assert alone[0] == 0 or k > 1
    assert 0 in codes
    assert codes - {0}


def test_the_single_file_needs_nothing_beside_it(single: Path) -> None:
    assert [file.name for file in single.parent.iterdir()] == ["verifier.py"]
    tree = ast.parse(single.read_text())
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        name
        for node in imported
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module])
    }
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in imported)
    assert {str(name).split(".")[0] for name in names} <= sys.stdlib_module_names
    assert not names & {"importlib", "importlib.util"}


def test_every_module_of_the_verifier_is_in_the_single_file(single: Path) -> None:
    source = single.read_text()
    for module in (ROOT / "verifier").glob("*.py"):
        assert (f"# ---- {module.stem} ---" in source) != module.stem.startswith("__"), module


def test_the_single_file_runs_beside_files_with_names_of_the_standard_library(single: Path, tmp_path: Path) -> None:
    file, copied = tmp_path / "certificate.json", tmp_path / "verifier.py"
    file.write_text(certificate(check("lemma8", d=1, n=2)))
    copied.write_text(single.read_text())
    (tmp_path / "numbers.py").write_text("raise SystemExit(99)")
    for options in (["-I"], []):
        run = [sys.executable, *options, str(copied), str(file)]
        assert subprocess.run(run, capture_output=True, check=False).returncode == 0


def test_the_file_in_c_is_the_parts_of_the_package_in_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "v.c"
    assert cli.main(["verifier", "--emit", str(path)]) == 0
    written = path.read_text()
    assert '#include "' not in written
    for part in (ROOT / "verifier_c").glob("*.c"):
        assert part.name == "verifier.c" or part.read_text() in written, part
    told = capsys.readouterr().out
    assert hashlib.sha256(path.read_bytes()).hexdigest() in told
    assert f"{len(path.read_text().splitlines()):,} lines" in told
    assert f"cc -O2 -std=c11 -o {tmp_path / 'v'} {path} -lgmp" in told


def test_the_proved_file_is_what_was_extracted_as_a_module_and_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "v.ml"
    assert cli.main(["verifier", "--emit", str(path)]) == 0
    command = f"ocamlfind ocamlopt -O3 -w -a -package unix,zarith -linkpkg {path} -o {tmp_path / 'v'}"
    assert command in capsys.readouterr().out
    written, folder = path.read_text(), ROOT / "verifier_ml"
    head, module, rest = written.partition("\n\nmodule Checker = struct\n\n")
    extracted, end, rest = rest.partition("\n\nend\n\n(* ---- Words *)\n")
    assert module
    assert end
    assert extracted == (folder / "checker.ml").read_text().strip("\n")
    assert (folder / "main.ml").read_text().endswith(f"(* ---- Words *)\n{rest}")
    assert "ocamlfind ocamlopt -O3 -w -a -package unix,zarith -linkpkg verifier.ml -o exactua-verifier-ml" in head
    assert cli.main(["verifier", "--emit", str(path)]) == 0  # its own file is written again


FIRST = [
    "SPDX-License-Identifier: Apache-2.0",
    f"A verifier of exactua {exactua.__version__}. Copyright 2026 exactua contributors",
]


@pytest.mark.parametrize(("name", "opening", "closing"), [
    ("verifier.py", "# ", ""), ("verifier.c", "/* ", " */"), ("verifier.ml", "(* ", " *)"),
])  # fmt: skip
def test_a_file_begins_with_its_licence_its_version_and_whose_it_is(
    name: str, opening: str, closing: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    assert cli.main(["verifier", "--emit", str(path)]) == 0
    written = path.read_text()
    assert written.splitlines()[:2] == [f"{opening}{line}{closing}" for line in FIRST]
    assert emitting.UNKNOWN not in written
    assert cli.main(["verifier", "--emit", str(path)]) == 0  # its own file is written again
    path.write_text(written.partition("\n")[2].partition("\n")[2])
    assert cli.main(["verifier", "--emit", str(path)]) == (2 if name == "verifier.py" else 0)  # also as 0.1 wrote it
    path.write_text(f"{opening}SPDX-License-Identifier: Apache-2.0{closing}\n{opening}Mine{closing}\n")
    assert cli.main(["verifier", "--emit", str(path)]) == 2
    capsys.readouterr()


def test_each_tells_the_version(single: Path) -> None:
    for name, command in {
        "python": [sys.executable, "-I", str(single)],
        "c": [str(program())],
        "proved": [str(proved())],
    }.items():
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"exactua verifier ({name}) {exactua.__version__}\n"
    alone = subprocess.run([sys.executable, "-I", str(ROOT / "verifier"), "--version"], capture_output=True, text=True)
    assert (alone.returncode, alone.stdout) == (0, "exactua verifier (python) unknown (source tree)\n")


def test_a_source_has_one_place_for_the_version(tmp_path: Path) -> None:
    for name in ("nowhere.c", "twice.c"):
        (tmp_path / name).write_text(emitting.UNKNOWN * (2 if name == "twice.c" else 0))
        with pytest.raises(ValueError, match="values to unpack"):
            emitting.verifier_in_c(tmp_path / name)


def test_programs_of_verifier_c_and_verifier_ml_have_names_of_their_own() -> None:
    assert emitting.commands(Path("verifier.c"))[1] == "./exactua-verifier-c CERTIFICATE"
    assert emitting.commands(Path("verifier.ml"))[1] == "./exactua-verifier-ml CERTIFICATE"
    assert emitting.commands(Path("/a/mine.c"))[1] == "/a/mine CERTIFICATE"


@pytest.mark.parametrize("name", ["verifier", "verifier.rs", "no folder/verifier.py"])
def test_another_kind_of_file_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verifier", "--emit", str(tmp_path / name)]) == 2
    assert capsys.readouterr().err.startswith("exactua: emit: ")
    assert list(tmp_path.iterdir()) == []


def test_a_lie_is_refused_by_the_single_file(single: Path, tmp_path: Path) -> None:
    file = json.loads(certificate(check("lemma8", d=1, n=2)))
    file["decided"]["verdict"] = "refuted"
    lie = tmp_path / "lie.json"
    lie.write_text(laid_out(file["decided"], {}))
    assert said(single, lie) == (1, "not confirmed: the judged steps make the verdict 'holds'\n")
