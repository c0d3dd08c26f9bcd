"""Settings of all tests: no deadlines, since machines are noisy; in CI the same examples in every run; the long stages."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("exactua", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("exactua")

# tests start hundreds of processes: they need not compile the package each; nor need a run compile all tests again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# where a command fails with an error of exactua itself, a test that fails shows where that was raised
os.environ["EXACTUA_TRACEBACK"] = "1"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # as a shell leaves it for what runs in the background; tests interrupt themselves and processes that inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ladders and relaxations ask of a problem is decided once for all tests of a process."""
    from exactua.commands.relax import instances
    from exactua.evidence import ladders
    from tests.decided_once import decided_once

    for module in (instances, ladders):
        monkeypatch.setattr(module, "decide", decided_once)


STAGES = {
    "papers": (
        "claims/test_as_sympy.py",
        "commands/build/test_measuring.py",
        "commands/build/test_work.py",
        "commands/limit/test_rounded.py",
        "commands/prove/test_command.py",
        "commands/prove/test_polynomial_command.py",
        "commands/relax/test_command.py",
        "commands/relax/test_work.py",
        "commands/sharpen/test_command.py",
        "commands/sharpen/test_work.py",
        "console/test_own_data.py",
        "evidence/test_what_decides.py",
        "networks/test_as_sympy.py",
        *sorted({f"papers/{file.parent.name}" for file in (Path(__file__).parent / "papers").glob("*/test_*.py")}),
        "proving/rocq",
        "proving/test_apart.py",
        "proving/test_checker.py",
        "softmax/temperature/test_theorem_factor.py",
        "test_benchmarks.py",
    ),
    "verifiers": (
        "attack",
        "certificates",
        "commands/audit",
        "fuzz",
        "test_emitted_verifiers.py",
        "test_foreign_verifier.py",
        "test_verifier",
        "test_visible_text.py",
    ),
    "processes": (
        "commands/test_ended_processes.py",
        "deciding/large_runs/test_cluster.py",
        "deciding/large_runs/test_executors.py",
        "deciding/large_runs/test_kill_and_resume.py",
        "test_child_processes.py",
    ),
}
"""How the names of files and folders begin that are stages of their own, by their markers in pyproject.toml."""


def stage_of(path: Path) -> str | None:
    """The stage that a file of tests is of, or None: `pytest` alone runs it."""
    folder = Path(__file__).parent
    name = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""
    return next((stage for stage, those in STAGES.items() if name.startswith(those)), None)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether a file is not even imported: it is of a stage that is not asked for."""
    stage = stage_of(collection_path) if collection_path.suffix == ".py" else None
    return True if stage is not None and f"not {stage}" in config.option.markexpr else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each test has the marker of its file's stage, where it has not that of another one."""
    stages = {line.partition(":")[0] for line in config.getini("markers") if "a stage of .ci" in line}
    for item in items:
        stage = stage_of(item.path)
        if stage is not None and not any(mark.name in stages for mark in item.iter_markers()):
            item.add_marker(stage)
