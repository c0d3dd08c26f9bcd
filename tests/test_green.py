"""The record of what was green: a stage is passed over for the very files it was green for, and for nothing else."""

from __future__ import annotations

import datetime
import importlib.util
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
        assert [name for name in stage["never"] if not (ROOT / name).exists()] == []


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


def test_it_is_written_down_and_asked_for(project: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    (project / ".ci/green.toml").unlink()
    (project / ".ci/stages.toml").write_text('[some]\nnever = ["tests"]\n')
    monkeypatch.setattr(green, "RECORD", project / ".ci/green.toml")
    monkeypatch.setattr(green, "STAGES", project / ".ci/stages.toml")
    assert green.main("asked", "some", project) == 0
    assert green.main("passed", "some", project) == 0
    assert green.main("asked", "some", project) == green.GREEN
    (project / "exactua/a.py").write_text("2\n")
    assert green.main("asked", "some", project) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == ["runs", "skipped", "runs"]


@pytest.mark.parametrize("asked", [["asked", "no-such-stage"], ["asked"], []])
def test_what_can_not_be_answered_passes_nothing_over(asked: list[str]) -> None:
    done = subprocess.run([sys.executable, str(CI / "green.py"), *asked], capture_output=True, check=False)
    assert done.returncode not in (0, green.GREEN)
