"""What processes there are below another one, as Linux tells it: for tests of what is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it is read in /proc")
SECONDS = 2.0
"""Within which everything ends with its parent, as docs/running.md promises."""
_BEGAN = time.monotonic()


def below(pid: int) -> set[int]:
    """All processes that the process started, and those that they started."""
    parents = _parents()
    descendants = {pid}
    while more := {child for child, parent in parents.items() if parent in descendants} - descendants:
        descendants |= more
    return descendants - {pid}


def left(pids: set[int], seconds: float = SECONDS) -> set[int]:
    """Those of the processes that still run after so many seconds; it ends as soon as there is none."""
    until = time.monotonic() + seconds
    while (alive := pids & set(_parents())) and time.monotonic() < until:
        time.sleep(0.02)
    return alive


def _parents() -> dict[int, int]:
    """Every process that runs, with its parent."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                if state != "Z":
                    parents[int(folder.name)] = int(parent)
    return parents


def until(there: Callable[[], bool], seconds: float = 60) -> None:
    """Waits for something."""
    limit = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < limit, "it never came"
        time.sleep(0.02)


def worked(pid: int) -> float:
    """Seconds of the processor that a process has had; where that is not told, those since this module was imported."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.is_file():
        return time.monotonic() - _BEGAN
    return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def line(process: subprocess.Popen[str]) -> str:
    """The next line that the process prints."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@contextmanager
def started(*words: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Python with these words in a folder, as the first process of a group; nothing of it is left in the end."""
    process = subprocess.Popen(
        [sys.executable, *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
