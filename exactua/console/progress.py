"""One line at the foot of a terminal: which command is at work, for how long, and how far it is.

Every command has it (`at_work`), from a second on, whatever it is doing; where things are counted (`progress_bar`) it
says how many are done. In a pipe there is nothing, but of commands that take long a line now and then
(`at_work_in_a_pipe`).
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from exactua.deciding.shards import Progress

DELAY: Final = 1.0
"""Seconds before the line appears: short runs show none."""
EVERY: Final = 0.5
"""Seconds until it is written anew."""
EVERY_IN_A_PIPE: Final = 30.0
"""Seconds until the next line where stderr is no terminal."""
CLEAR: Final = "\r\x1b[2K"


class Line:
    """The line, written by a thread, and out of the way of whatever else is written to the terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.began = time.monotonic()
        self.counted: tuple[int, int, str, float] | None = None
        """How many are done, of how many, what they are, and when counting began."""
        self.phase = ""
        """What is done now that is not counted, such as "asks the kernel"; "" where nothing of it is known."""
        self._stopped = threading.Event()
        self._lock = threading.RLock()
        self._shown = False
        self._at_start = True
        """Whether the cursor stands at the start of a line."""
        self._terminal = sys.stderr

    def text(self) -> str:
        """What it says now."""
        now = time.monotonic()
        said = f"{self.what}: {now - self.began:,.0f} s"
        if self.phase:
            said += f", {self.phase}"
        elif self.counted is not None:
            done, total, noun, began = self.counted
            said += f", {done:,} of {total:,} {noun}" if total < 10**15 else f", {done:,} {noun}"
            if done and now > began:
                said += f", about {(now - began) * (total - done) / done:,.0f} s left" if total < 10**15 else ""
        return said

    def run(self) -> None:
        """Writes the line until it is stopped."""
        wait = DELAY
        while not self._stopped.wait(wait):
            wait = EVERY
            with self._lock:
                if self._at_start and not self._stopped.is_set():
                    width = shutil.get_terminal_size().columns
                    self._terminal.write(CLEAR + self.text()[: width - 1])
                    self._terminal.flush()
                    self._shown = True

    def stop(self) -> None:
        """Takes the line away for good."""
        self._stopped.set()
        with self._lock:
            self._clear()

    def write(self, stream: Any, text: Any) -> Any:
        """Writes something else in its place."""
        with self._lock:
            self._clear()
            written = stream.write(text)
            if text:
                self._at_start = text.endswith("\n")
            return written

    def _clear(self) -> None:
        if self._shown:
            self._terminal.write(CLEAR)
            self._terminal.flush()
            self._shown = False


class _Beside:
    """A stream to the terminal that the line is on."""

    def __init__(self, stream: Any, line: Line) -> None:
        self._stream, self._line = stream, line

    def write(self, text: Any) -> Any:
        """Writes to the stream."""
        return self._line.write(self._stream, text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


_lines: list[Line] = []
"""The line of the command that runs, if there is one."""


def on_a_terminal() -> bool:
    """Whether stderr is a terminal; where it is closed, it is None and no terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def _run(line: Line) -> Iterator[None]:
    """Has the line written, by a thread of its own, while the block runs."""
    _lines.append(line)
    threading.Thread(target=line.run, daemon=True).start()
    try:
        yield
    finally:
        line.stop()
        _lines.remove(line)


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """Has the line say that a command runs, where stderr is a terminal."""
    if not on_a_terminal():
        yield
        return
    line, streams = Line(what), (sys.stdout, sys.stderr)
    besides = [_Beside(stream, line) if stream is not None and stream.isatty() else stream for stream in streams]
    sys.stdout, sys.stderr = besides
    try:
        with _run(line):
            yield
    finally:
        sys.stdout, sys.stderr = (
            before if now is beside else now
            for before, beside, now in zip(streams, besides, (sys.stdout, sys.stderr), strict=True)
        )


class _LineInAPipe(Line):
    """The same as lines one below the other, for a log."""

    def run(self) -> None:
        """Writes a line now and then until it is stopped."""
        while not self._stopped.wait(EVERY_IN_A_PIPE):
            with self._lock:
                if not self._stopped.is_set():
                    self._terminal.write(f"{self.text()}\n")
                    self._terminal.flush()


@contextmanager
def at_work_in_a_pipe(what: str) -> Iterator[None]:
    """Has a command say on stderr every 30 s that it runs, and how far it is, where stderr is no terminal."""
    if sys.stderr is None or on_a_terminal():
        yield
        return
    with _run(_LineInAPipe(what)):
        yield


@contextmanager
def phased(progress: Progress | None, afterwards: str) -> Iterator[Progress | None]:
    """A callback that has the line say what is done once all that is counted is done; None where nobody watches."""
    if progress is None or not _lines:
        yield progress
        return
    line = _lines[-1]

    def told(done: int, total: int) -> None:
        progress(done, total)
        line.phase = afterwards if done == total else ""

    try:
        yield told
    finally:
        line.phase = ""


@contextmanager
def progress_bar(quiet: bool, noun: str = "points") -> Iterator[Progress | None]:
    """A callback for `decide` and others that count; None where nobody watches. `noun` is what is counted.

    Where fewer are done than before, it is counted anew.
    """
    if quiet or not _lines:
        yield None
        return
    line, began, before = _lines[-1], time.monotonic(), 0

    def progress(done: int, total: int) -> None:
        nonlocal began, before
        if done < before:
            began = time.monotonic()
        before = done
        line.counted = done, total, noun, began

    try:
        yield progress
    finally:
        line.counted = None
