"""Ctrl-C, and SIGTERM as if it were Ctrl-C; at a moment when it does no harm."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ONE_SIGNAL: Final = 1
"""Seconds within which a second SIGTERM is the first one again: `timeout` sends it to the process and to its group."""

HELD: Final = (signal.SIGINT, signal.SIGTERM, *((signal.SIGALRM,) if hasattr(signal, "SIGALRM") else ()))
"""Signals that wait: the last one is that of a budget (`budgets`)."""


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Lets what is inside come to its end; what Ctrl-C, SIGTERM and the end of a budget do comes behind it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread alone
        return
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in HELD}
    before = {number: handler for number, handler in handlers.items() if handler is not None}  # None: not Python's
    for each in before:
        signal.signal(each, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    for number in dict.fromkeys(came):
        signal.raise_signal(number)


def interrupt_by_sigterm() -> None:
    """From now on SIGTERM raises KeyboardInterrupt in the main thread, as Ctrl-C does; a second one ends at once.

    Only for a process that is exactua's own. Where SIGTERM is ignored, it is ignored.
    """
    if signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        return
    owner = os.getpid()
    first: float | None = None

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal first
        now = time.monotonic()
        here = os.getpid() == owner  # a process that was forked has nothing to tell
        if here and first is None:
            first = now
            raise KeyboardInterrupt
        if not here or first is None or now - first >= ONE_SIGNAL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    signal.signal(signal.SIGTERM, stop)
