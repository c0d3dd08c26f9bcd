"""Bounds of the time and of the memory that a certificate may take."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .refusals import UNREADABLE, demand

LONGEST_SECONDS = 10**9  # below which that may be set
LARGEST_MEMORY = 4 * 2**30  # bytes that it may take beside those that it begins with
MANY_OBJECTS = 100_000  # new ones after which Python looks for circles of them, in place of 700


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Inside, Python looks seldom for objects in circles: there are next to none, and to look takes time."""
    before = gc.get_threshold()
    gc.set_threshold(MANY_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """On Linux, more seconds than this (0: any) are a TimeoutError inside, and more memory is a MemoryError."""
    demand(0 <= seconds < LONGEST_SECONDS, f"the seconds: 0 to below {LONGEST_SECONDS} are valid", UNREADABLE)
    pages = Path("/proc/self/statm")
    if not pages.exists() or threading.current_thread() is not threading.main_thread():
        return (yield)
    import resource

    def late(*of_signal: object) -> None:
        raise TimeoutError

    memory, before = resource.getrlimit(resource.RLIMIT_AS), signal.signal(signal.SIGALRM, late)
    most = int(pages.read_text().split()[0]) * resource.getpagesize() + LARGEST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (min([most, *(x for x in memory if x >= 0)]), memory[1]))
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # again, should one be swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, memory)
