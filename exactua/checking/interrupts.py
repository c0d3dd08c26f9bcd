"""Ctrl-C at a moment when it does no harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Lets what is inside come to its end; Ctrl-C raises KeyboardInterrupt behind it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread alone
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)
