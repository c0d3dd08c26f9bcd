""".pre-commit-hooks.yaml: the hook has what pre-commit needs, and runs in a repository of somebody else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests import own_manifests
from tests.own_manifests import edit

ROOT = Path(__file__).parents[1]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def test_the_hook_runs_the_command_once_whatever_files_changed() -> None:
    assert HOOK["id"] == "exactua-regress"
    assert (HOOK["entry"], HOOK["args"]) == ("exactua regress", ["proofs/"])
    assert HOOK["language"] == "python"
    assert (HOOK["pass_filenames"], HOOK["require_serial"]) == (False, True)
    wanted = {"proofs/sizes.toml": True, "claims/my_claims.py": True, "README.md": False, "toml": False, "a.pyc": False}
    assert {name: bool(re.search(HOOK["files"], name)) for name in wanted} == wanted


@pytest.mark.installs
def test_pre_commit_installs_and_runs_it(tmp_path, monkeypatch) -> None:
    """The real thing, from a copy of this checkout; it needs git, the package pre-commit and a network."""
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "cache"))
    for name, value in (("NAME", "a"), ("EMAIL", "a@b.invalid")):
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    hooks, own = tmp_path / "hooks", tmp_path / "own"
    ignored = shutil.ignore_patterns(".git", ".venv", ".exactua", "__pycache__", ".*_cache", "shared")
    shutil.copytree(ROOT, hooks, ignore=ignored)
    own.mkdir()
    own_manifests.write(own)
    (own / ".gitignore").write_text(".exactua/\n")

    def git(folder: Path, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)

    for folder in (hooks, own):
        git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "all")
    command = [
        sys.executable,
        "-m",
        "pre_commit",
        "try-repo",
        str(hooks),
        "exactua-regress",
        "--all-files",
        "--verbose",
    ]

    def tried() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=own, capture_output=True, text=True, timeout=600)

    (own / "proofs").mkdir()
    for name in ("sizes.toml", "my_claims.py"):
        (own / name).rename(own / "proofs" / name)
    git(own, "add", "-A")
    first = tried()
    assert first.returncode == 0, first.stdout + first.stderr
    assert "2 checks: 2 as expected" in first.stdout
    edit(own / "proofs" / "sizes.toml", 'expect = "holds"', 'expect = "refuted"')
    git(own, "add", "-A")
    second = tried()
    assert second.returncode == 1
    assert "+  verdict  holds" in second.stdout
