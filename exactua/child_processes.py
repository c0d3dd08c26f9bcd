"""Processes that this one starts end with it, however it ends: by a signal, by `kill -9`, or for want of memory.

Workers of a pool call `end_with_parent`; other programs are started by `run`. Linux ends them, within no
time and whatever they are at. Elsewhere a worker looks for its parent itself, and another program comes to its own end.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Final

from exactua.errors import Unanswered

LOOK: Final = 1
"""Seconds after which a worker looks again whether its parent is there."""
_DEATH_SIGNAL: Final = 1
"""PR_SET_PDEATHSIG of Linux."""


def end_with_parent() -> None:
    """Called by a process of multiprocessing when it begins: it ends when the process that wants its work ends.

    Linux sends SIGKILL when the *thread* ends that started the process; so one thread opens a pool, hands
    out its tasks and closes it. Beside that a thread here waits for a pipe to close of which the parent holds the other
    end. Processes that were forked later hold copies of it, so this one also looks whether it has another parent now.
    """
    if _asked_linux is not None:
        _asked_linux()
    threading.Thread(target=_watch, args=(os.getppid(),), name="exactua-parent", daemon=True).start()


def _watch(parent: int) -> None:
    creator = multiprocessing.parent_process()
    pipes = [] if creator is None else [creator.sentinel]
    while not wait(pipes, LOOK) and os.getppid() == parent:
        pass
    os._exit(1)


def _request_to_linux() -> Callable[[], object] | None:
    """What asks Linux to end this process with the thread that started it; None where it can't be asked."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        import ctypes

        # loaded beforehand, and called without letting go of the interpreter: it also runs between fork and exec
        asked = ctypes.PyDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return None
    return lambda: asked(_DEATH_SIGNAL, int(signal.SIGKILL))


_asked_linux: Final = _request_to_linux()


class Processes:
    """Other programs that run at a time, each in a thread that waits for it; `end` ends them all."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._ended = False

    def run(
        self,
        command: Sequence[str],
        seconds: float,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs a program to its end, with its output and its messages. It ends with this process, and with this call.

        Raises OSError where it can't be started, TimeoutExpired where it takes more than so many seconds, Unanswered
        where a signal ended it: what it had to say is not known.
        """
        with self._lock:
            if self._ended:
                raise Unanswered(f"{Path(command[0]).name} is not started: what asked for it has ended")
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment,
                preexec_fn=_ends_with(os.getpid()),
            )
            self._running.add(process)
        try:
            with process:
                try:
                    output, messages = process.communicate(timeout=seconds)
                except BaseException:
                    process.kill()
                    raise
        finally:
            self._running.discard(process)
        if process.returncode < 0:
            raise Unanswered(
                f"{Path(command[0]).name} was ended from outside by signal {-process.returncode} (out of memory?)"
            )
        return subprocess.CompletedProcess(command, process.returncode, output, messages)

    def end(self) -> None:
        """Ends what is running, and starts nothing more."""
        with self._lock:
            self._ended = True
            for process in tuple(self._running):
                process.kill()


def run(
    command: Sequence[str],
    seconds: float,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Runs one program, as `Processes.run` does."""
    return Processes().run(command, seconds, folder, environment)


def _ends_with(parent: int) -> Callable[[], None] | None:
    """What a program does before it begins, so that Linux ends it with this process."""
    asked = _asked_linux
    if asked is None:
        return None

    def prepare() -> None:
        asked()
        if os.getppid() != parent:  # it ended before Linux was asked
            os._exit(1)

    return prepare
