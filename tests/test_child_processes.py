"""What this process starts ends with it, however it ends; and the test of that can fail."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired

import pytest

from exactua import child_processes
from exactua.child_processes import Processes, run
from exactua.errors import Unanswered
from tests.processes_of import LINUX, below, left, line, started, until

POOL = """
import sys
from exactua import child_processes
from exactua.deciding import processes
{before}

def busy(number):
    while True:
        number = {step}

with processes.processes(3) as pool:
    tasks = [pool.submit(busy, 7**3_000_000) for _ in range(3)]
    print("begun", flush=True)
    tasks[0].result()
"""
ONLY_LOOKING = "child_processes._asked_linux = None"
NOTHING = "processes.end_with_parent = lambda: None"


def left_by(program: str, folder: Path) -> set[int]:
    """What is left of three workers when the process that opened their pool is killed."""
    with started("-c", program, folder=folder) as process:
        assert line(process) == "begun"
        until(lambda: len(below(process.pid)) == 3)
        time.sleep(0.5)
        workers = below(process.pid)
        process.kill()
        return left(workers)


@LINUX
@pytest.mark.parametrize(
    ("before", "step"),
    [
        ("", "number"),
        (ONLY_LOOKING, "number"),
        ("", "number * number and number"),  # the interpreter is held for seconds
    ],
)
def test_workers_end_with_the_parent(tmp_path: Path, before: str, step: str) -> None:
    assert left_by(POOL.format(before=before, step=step), tmp_path) == set()


@LINUX
def test_the_test_of_that_can_fail(tmp_path: Path) -> None:
    assert len(left_by(POOL.format(before=NOTHING, step="number"), tmp_path)) == 3


def test_a_program_tells_its_output_and_its_code(tmp_path: Path) -> None:
    code = "import os, sys; print(os.getcwd(), os.environ['A']); print('no', file=sys.stderr); sys.exit(7)"
    done = run([sys.executable, "-c", code], 60, tmp_path, {"A": "b"})
    assert (done.returncode, done.stdout.decode().split(), done.stderr) == (7, [str(tmp_path), "b"], b"no\n")


@LINUX
def test_a_program_ends_with_the_process_that_waits_for_it(tmp_path: Path) -> None:
    program = "from exactua.child_processes import run; print('begun', flush=True); run(['sleep', '60'], 60)"
    with started("-c", program, folder=tmp_path) as process:
        until(lambda: len(below(process.pid)) == 1)
        sleeping = below(process.pid)
        process.kill()
        assert left(sleeping) == set()


@LINUX
def test_a_program_that_takes_too_long_is_ended() -> None:
    with pytest.raises(TimeoutExpired):
        run(["sleep", "60"], 1)
    assert not [process for process in below(os.getpid()) if "sleep" in Path(f"/proc/{process}/comm").read_text()]


def test_a_program_that_a_signal_ended_gives_no_answer() -> None:
    with pytest.raises(Unanswered, match=r"^sh was ended from outside by signal 9 "):
        run(["sh", "-c", "kill -9 $$"], 60)


def test_programs_are_ended_together_and_none_is_started_then() -> None:
    processes, raised = Processes(), []

    def wait() -> None:
        try:
            processes.run(["sleep", "60"], 60)
        except Unanswered as error:
            raised.append(str(error))

    threads = [threading.Thread(target=wait) for _ in range(2)]
    for thread in threads:
        thread.start()
    until(lambda: len(processes._running) == 2)
    processes.end()
    for thread in threads:
        thread.join(10)
    wait()
    assert [text.partition(" (")[0] for text in raised] == [
        f"sleep was ended from outside by signal {int(signal.SIGKILL)}",
        f"sleep was ended from outside by signal {int(signal.SIGKILL)}",
        "sleep is not started: what asked for it has ended",
    ]


def test_without_linux_to_ask_programs_run_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_processes, "_asked_linux", None)
    assert run(["true"], 60).returncode == 0
    monkeypatch.setattr(sys, "platform", "darwin")
    assert child_processes._request_to_linux() is None


BROKEN = """
import os, signal, time
from exactua.deciding.processes import processes
from exactua.errors import Unanswered

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as a command has it
try:
    with processes(2) as pool:
        tasks = [pool.submit(time.sleep, 60) for _ in range(2)]
        tasks += [pool.submit(len, bytes(10**7)) for _ in range(20)]  # for which the pipe is too small
        print("begun", flush=True)
        for task in tasks:
            task.result()
except Unanswered as error:
    print(error)
"""


@LINUX
def test_workers_that_are_ended_from_outside_are_told(tmp_path: Path) -> None:
    with started("-c", BROKEN, folder=tmp_path) as process:
        assert line(process) == "begun"
        time.sleep(1)
        for worker in below(process.pid):
            with suppress(ProcessLookupError):  # the executor ends the others of one that is gone
                os.kill(worker, signal.SIGKILL)
        out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (
        0,
        "jobs: a process was ended from outside (out of memory?); use fewer --jobs\n",
    )
