"""Work in a process of its own: its answer, or none, however it ends."""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import time

import pytest

from exactua.commands.verify.work import apart
from tests.processes_of import LINUX, ROOT, below, left, until


def test_what_is_made_comes_back():
    assert apart(lambda: {"made": os.getpid() != here}) == {"made": True}


here = os.getpid()


def test_what_aborts_makes_nothing(capfd):
    assert apart(lambda: (faulthandler.disable(), os.abort())) is None
    assert apart(lambda: os.kill(os.getpid(), signal.SIGKILL)) is None
    assert apart(lambda: os._exit(0)) is None
    assert capfd.readouterr().err == ""


def test_an_error_makes_nothing(capfd):
    assert apart(lambda: 1 // 0) is None
    assert capfd.readouterr().err == ""


def test_what_takes_longer_is_ended():
    began = time.monotonic()
    assert apart(lambda: time.sleep(600), 0.2) is None
    assert time.monotonic() - began < 30


def test_a_timeout_of_the_caller_ends_it():
    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError):
            apart(lambda: time.sleep(600))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # no process is left


@LINUX
def test_it_ends_with_the_process_that_waits_for_it():
    program = "import time; from exactua.commands.verify.work import apart; apart(lambda: time.sleep(600))"
    process = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    try:
        until(lambda: below(process.pid))
        time.sleep(0.2)
        started = below(process.pid)
    finally:
        process.kill()
        process.wait()
    assert not left(started)


def test_where_no_process_can_be_forked_it_is_done_here(monkeypatch):
    monkeypatch.setattr("multiprocessing.get_all_start_methods", lambda: ["spawn"])
    assert apart(os.getpid) == here
