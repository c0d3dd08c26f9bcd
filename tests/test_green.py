"""The record of what was green: a stage is passed over for the very files it was green for, and for nothing else."""

from __future__ import annotations

import ast
import datetime
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
CI = ROOT / ".ci"
TODAY = datetime.date(2026, 3, 31)


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("green", CI / "green.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


green = module()
STAGES = tomllib.loads((CI / "stages.toml").read_text(encoding="utf-8"))


def test_every_stage_that_is_passed_over_says_what_it_never_looks_at() -> None:
    script = (CI / "run").read_text(encoding="utf-8")
    asked = re.findall(r"^ *if (?:unless_green|long_stage|whole_once) (\S+) \"", script, re.MULTILINE)
    assert sorted(asked) == sorted(STAGES)
    for stage in STAGES.values():
        those = [*stage["never"], *stage.get("but", [])]
        assert [name for name in those if not any(ROOT.glob(name)) and not any(ROOT.glob(f"tests/**/{name}"))] == []


def imported(module: str) -> set[str]:
    """The files of tests/ that a module of it imports, itself, and what those import."""
    seen: set[str] = set()
    left = [module]
    while left:
        name = left.pop()
        path = ROOT.joinpath(*name.split("."))
        files = [path / "__init__.py", path.with_suffix(".py")]
        for file in (file for file in files if file.is_file() and str(file.relative_to(ROOT)) not in seen):
            seen.add(str(file.relative_to(ROOT)))
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "tests":
                    left += [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
                elif isinstance(node, ast.Import):
                    left += [alias.name for alias in node.names if alias.name.partition(".")[0] == "tests"]
        left += [name.rpartition(".")[0]] if "." in name else []
    return seen


@pytest.mark.parametrize(
    ("stage", "module"),
    [
        ("fuzz", "tests.fuzz.__main__"),
        ("attack", "tests.attack.__main__"),
        ("claims", "tests.attack.__main__"),
        ("planted", "tests.attack.claims.planted"),
        ("planted", "tests.attack.__main__"),
        ("verifiers", "tests.compare_verifiers"),
    ],
)
def test_what_a_stage_runs_it_looks_at(stage: str, module: str) -> None:
    assert f"python -m {module.removesuffix('.__main__')} " in (CI / "run").read_text(encoding="utf-8")
    files = imported(module)
    assert len(files) >= 3
    assert files - set(green.looked_at(stage, sorted(files), STAGES)) == set()


def test_a_file_is_named_by_its_folder_or_by_a_pattern() -> None:
    stages = {"some": {"never": ["docs", "test_*.py", "a.py"], "but": ["docs/table-*.md"]}}
    names = ["docs/a.md", "docs/table-b.md", "docs2/a.md", "tests/x/test_a.py", "tests/a_test_b.py", "a.py", "x/a.py"]
    assert green.looked_at("some", names, stages) == ["docs/table-b.md", "docs2/a.md", "tests/a_test_b.py", "x/a.py"]


def test_stages_are_asked_for_by_name(tmp_path: Path) -> None:
    outside = {name: value for name, value in os.environ.items() if name != "EXACTUA_CI"}  # .ci/full runs this, too
    asked = ["bash", str(CI / "run"), "attack"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path, env=outside)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "stages are run by name by .ci/full: bash .ci/full attack\n"
    asked = ["bash", str(CI / "full"), "attack", "no-such-stage"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('no stage is named "no-such-stage": .ci/stages.toml has long-tests imports ')


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("exactua/a.py", "tests/b.py", "docs/c.md", "CHANGELOG.md", ".ci/green.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("1\n")
    subprocess.run(["git", "-C", str(tmp_path), "init", "-q"], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "add", "-A"], check=True)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "matters"),
    [
        ("exactua/a.py", True),
        ("exactua/new.py", True),
        ("tests/b.py", False),
        ("testsuite.py", True),
        ("CHANGELOG.md", False),
        (".ci/green.toml", False),
        ("docs/c.md", True),
    ],
)
def test_what_is_changed_matters_or_is_never_looked_at(changed: str, matters: bool, project: Path) -> None:
    stages = {"some": {"never": ["tests"]}}

    def current() -> str:
        return str(green.fingerprint(project, green.looked_at("some", green.tracked(project), stages)))

    before = current()
    (project / changed).write_text("2\n")
    assert (current() != before) == matters
    subprocess.run(["git", "-C", str(project), "rm", "-qf", "--cached", "exactua/a.py"], check=True)
    (project / "exactua/a.py").unlink(missing_ok=True)
    assert current() != before


def test_a_stage_runs_unless_it_was_green_for_these_files_of_late() -> None:
    record = tomllib.loads(green.written({"some": {"files": "ab", "date": "2026-03-01"}}))
    assert green.why("some", "ab", record, TODAY) is None
    assert green.why("other", "ab", record, TODAY) == "no record of it"
    assert "have changed since 2026-03-01" in green.why("some", "cd", record, TODAY)
    assert "more than 31 days ago" in green.why("some", "ab", record, TODAY + datetime.timedelta(2))


def test_it_is_written_down_and_asked_for(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    (project / ".ci/green.toml").unlink()
    (project / ".ci/stages.toml").write_text('[some]\nnever = ["tests"]\n')
    monkeypatch.setattr(green, "RECORD", project / ".ci/green.toml")
    monkeypatch.setattr(green, "STAGES", project / ".ci/stages.toml")
    hashes = tmp_path_factory.mktemp("run") / "files"
    assert green.begin(hashes, project) == 0
    (project / "exactua/a.py").write_text("2\n")  # while the stage runs
    assert green.main("asked", "some", hashes) == 0
    assert green.main("passed", "some", hashes) == 0
    assert green.main("asked", "some", hashes) == green.GREEN
    assert green.begin(hashes, project) == 0
    assert green.main("asked", "some", hashes) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == ["runs", "skipped", "runs"]


@pytest.mark.parametrize("asked", [["asked", "no-such-stage", "FILE"], ["asked", "attack"], ["asked"], ["files"], []])
def test_what_can_not_be_answered_passes_nothing_over(asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "FILE").write_text('attack = "0"\n')
    command = [sys.executable, str(CI / "green.py"), *asked]
    done = subprocess.run(command, capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode not in (0, green.GREEN)
