"""What is watched while an input is read: what runs, what is opened, how long it takes, how much memory it takes.

An audit hook (PEP 578) is called by Python itself before code is run, a file is opened, a process is started or a
connection is made. What is not allowed is noted and stopped. The hook stays for the whole life of the process.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import exactua

SECONDS: Final = 5.0
"""Of the processor, which one input may take."""
TOO_LONG: Final = "takes more time than it may"
MEBIBYTES: Final = 512
"""By how much one input may make the process grow."""
ADDRESSES: Final = 2 * 2**30
"""Bytes of address space that a process may have beside those it began with."""

STARTS: Final = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
    "pty.spawn",
)
CHANGES: Final = {
    "os.mkdir": 1, "os.rename": 2, "os.remove": 1, "os.rmdir": 1, "os.link": 2, "os.symlink": 2, "os.truncate": 1,
    "os.chmod": 1, "os.chown": 1, "shutil.rmtree": 1, "shutil.move": 2, "sqlite3.connect": 1,
}  # fmt: skip
"""Events that change files, with how many of their arguments are paths."""
OURS: Final = tuple(
    str(Path(folder).resolve()) + os.sep
    for folder in (
        Path(exactua.__file__).parent,
        Path(__file__).parent.parent,
        *{sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")},
    )
)
"""Folders whose code may run: exactua, its tests, Python and what is installed."""
WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Stopped(BaseException):
    """An input is at something that it must not do, or takes too long."""


@dataclass
class Watch:
    """What was noted about one input."""

    scratch: str = ""
    installed: bool = False
    active: bool = False
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    mebibytes: int = 0


WATCH: Final = Watch()


def _inside(path: object) -> bool:
    if isinstance(path, int):
        return True  # a descriptor, which was opened before
    try:
        text = os.path.abspath(os.fsdecode(path))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return True  # what is no path is refused by Python
    # abspath takes ".." away without following links; a link inside leads nowhere that the hook would not see opened
    return text.startswith(WATCH.scratch + os.sep) or text in (WATCH.scratch, os.devnull)


def _is_ours(file: str) -> bool:
    if file.startswith("<"):
        frame: Any = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename == __file__:
            frame = frame.f_back
        return frame is not None and str(frame.f_code.co_filename).startswith((*OURS, "<frozen"))
    return file.startswith(OURS)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not WATCH.active:
        return
    wrong = None
    if event == "open":
        path, mode, flags = arguments
        writes = any(letter in mode for letter in "wax+") if isinstance(mode, str) else bool((flags or 0) & WRITING)
        if writes and not _inside(path):
            wrong = f"writes {path!r}"
    elif event == "exec":
        file = arguments[0].co_filename
        if not _is_ours(file):
            wrong = f"runs code of {file}"
    elif event in STARTS:
        wrong = f"starts a process ({event})"
    elif event.startswith("socket.") and event not in ("socket.gethostname", "socket.__new__"):
        wrong = f"asks the network ({event})"
    elif event == "pickle.find_class":
        wrong = f"unpickles {arguments}"
    elif event in ("ctypes.dlopen", "os.putenv", "sys.settrace", "webbrowser.open"):
        wrong = f"does {event}"
    elif event in CHANGES:
        for path in arguments[: CHANGES[event]]:
            if not _inside(path):
                wrong = f"changes {path!r} ({event})"
    if wrong is not None:
        WATCH.notes.append(wrong)
        raise Stopped(wrong)


def _too_long(signal_number: int, frame: object) -> None:
    if WATCH.active:
        WATCH.notes.append(TOO_LONG)
        raise Stopped("time")


def install() -> None:
    """Puts the hook and the timer into this process, once."""
    WATCH.installed = True
    sys.dont_write_bytecode = True  # what is loaded late is not kept: nothing is written
    sys.addaudithook(_hook)
    signal.signal(signal.SIGPROF, _too_long)


def _status(name: str) -> int:
    """A size in MiB that the system knows of this process."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) >> 10
    return 0


@contextmanager
def watched(scratch: Path) -> Iterator[Watch]:
    """Watches what is done inside; `scratch` is the only folder in which files may be made or changed."""
    WATCH.scratch, WATCH.notes, WATCH.seconds, WATCH.mebibytes = str(scratch.resolve()), [], 0.0, 0
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
    before, (soft, hard) = _status("VmRSS"), resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, ((_status("VmSize") << 20) + ADDRESSES, hard))
    began = time.process_time()
    WATCH.active = True
    signal.setitimer(signal.ITIMER_PROF, SECONDS if WATCH.installed else 0)
    try:
        yield WATCH
    finally:
        WATCH.active = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        WATCH.seconds = time.process_time() - began
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        WATCH.mebibytes = max(_status("VmHWM") - before, 0)
        if WATCH.mebibytes > MEBIBYTES:
            WATCH.notes.append(f"takes {WATCH.mebibytes} MiB")
        if WATCH.seconds > 2 * SECONDS and not WATCH.notes:
            WATCH.notes.append(TOO_LONG)
