"""Commands with several processes: SIGTERM is Ctrl-C, kill -9 leaves nothing behind, and a function changes nothing."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exactua.commands.group import main
from tests.processes_of import LINUX, ROOT, SECONDS, below, left, line, started, until

pytestmark = LINUX
LONG = ("check", "lemma8", "--d", "2", "--n", "3", "--delta", "1/24", "--engine", "literal", "--budget", "100000h")
COMMANDS = {
    "check": LONG,
    "ladder": ("check", "yun2020", "--ladder", "--no-certificate", "--engine", "literal"),
    "audit": ("audit",),
    "regress": ("regress", str(ROOT / "proofs/yun2020.toml"), "--all"),
    "relax": ("relax", "lemma8"),
    "sharpen": ("sharpen", "yun2020"),
    "errata": ("errata",),
}


WAYS = [*((name, how) for name in COMMANDS for how in ("SIGKILL", "SIGTERM")),
        ("check", "SIGTERM to all"), ("audit", "SIGTERM to all")]  # fmt: skip


@pytest.mark.parametrize(("name", "how"), WAYS)
def test_workers_end_with_their_command(name: str, how: str, tmp_path: Path) -> None:
    with started("-m", "exactua", *COMMANDS[name], "--jobs", "2", folder=tmp_path) as process:
        until(lambda: len(below(process.pid)) >= 2 or process.poll() is not None)
        time.sleep(0.5)
        workers = below(process.pid)
        assert process.poll() is None
        assert len(workers) >= 2
        if how == "SIGTERM to all":
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.send_signal(getattr(signal, how))
        _, said = process.communicate(timeout=60)
        assert left(workers) == set()
    assert process.returncode == (-signal.SIGKILL if how == "SIGKILL" else 3)
    assert "Traceback" not in said


@pytest.mark.skipif(shutil.which("timeout") is None, reason="it needs the command timeout")
def test_the_command_timeout_leaves_a_partial_certificate(tmp_path: Path) -> None:
    # it sends SIGTERM twice: to the process, and to its group
    exactua = [sys.executable, "-m", "exactua", *LONG, "--jobs", "2"]
    command = ["timeout", "--preserve-status", "6", *exactua]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True)
    assert done.returncode == 3, done.stderr
    assert b"interrupted after" in done.stdout
    assert b"to go on: exactua check lemma8" in done.stdout
    (partial,) = (tmp_path / ".exactua").glob("*.partial.json")
    assert json.loads(partial.read_bytes())["decided"]["scope"]


WAITS = """
import sys, time
from exactua.deciding.interrupts import interrupt_by_sigterm
{before}
interrupt_by_sigterm()
try:
    print("begun", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    time.sleep({after})
"""


def test_a_second_sigterm_ends_the_process_at_once(tmp_path: Path) -> None:
    with started("-c", WAITS.format(before="", after=60), folder=tmp_path) as process:
        assert line(process) == "begun"
        process.terminate()
        assert line(process) == "interrupted"
        time.sleep(1.1)
        process.terminate()
        assert process.wait(SECONDS) == -signal.SIGTERM


def test_a_sigterm_that_comes_twice_is_one(tmp_path: Path) -> None:
    with started("-c", WAITS.format(before="", after=1), folder=tmp_path) as process:
        assert line(process) == "begun"
        process.terminate()
        assert line(process) == "interrupted"
        process.terminate()
        assert process.wait(10) == 0


def test_an_ignored_sigterm_stays_ignored(tmp_path: Path) -> None:
    ignored = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    with started("-c", WAITS.format(before=ignored, after=60), folder=tmp_path) as process:
        assert line(process) == "begun"
        process.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)


def test_a_call_of_main_leaves_signals_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    assert main(["list"]) == 0
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
    capsys.readouterr()
