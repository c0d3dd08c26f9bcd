"""A limit for what may take too long."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def at_most(seconds: float, error: Exception) -> Iterator[None]:
    """Raises this error inside, after so many seconds."""

    def late(*of_signal: Any) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
