"""The end of a budget, in the middle of whatever is computed: raised as Ctrl-C is, between two instructions."""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from exactua.deciding import interrupts
from exactua.deciding.interrupts import AGAIN, is_held, is_lost

GRACE: Final = 1
"""Seconds behind a deadline in which what was begun may still come to its end."""


class OutOfBudget(KeyboardInterrupt):
    """The time of a budget is over, in the middle of whatever was computed: as if Ctrl-C had been pressed."""


def _alone() -> bool:
    """Whether signals reach this thread, and there is a timer."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


class _Alarm:
    """What SIGALRM calls, and the time of it."""

    def __init__(self, deadline: float, what: str) -> None:
        self.deadline, self.what, self.over = deadline, what, False

    def wind(self, least: float = 1 / 1000) -> None:
        """Sets the timer, to `least` seconds from now or later."""
        if not self.over:
            signal.setitimer(signal.ITIMER_REAL, max(self.deadline + GRACE - time.monotonic(), least), AGAIN)

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.over or _does_harm(frame) or _is_on_its_way(sys.exception()):
            return
        raise OutOfBudget(self.what)


@contextmanager
def until(deadline: float, what: str = "") -> Iterator[None]:
    """Raises OutOfBudget inside when the deadline (of time.monotonic) and `GRACE` are over; `what` is its text.

    It breaks off a single long operation too, between two instructions of Python. Elsewhere than in the main thread of
    a Unix process, and where somebody else has a timer, nothing is raised. One inside another ends with the first.
    """
    if not _alone() or deadline == math.inf:
        yield
        return
    outer = signal.getsignal(signal.SIGALRM)
    if isinstance(outer, _Alarm):
        deadline = min(deadline, outer.deadline)
    elif signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    alarm = _Alarm(deadline, what)
    try:
        signal.signal(signal.SIGALRM, alarm)
        alarm.wind()
        yield
    finally:
        alarm.over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if outer is None else outer)
        if isinstance(outer, _Alarm):
            outer.wind(GRACE)  # what ended in here is told first


def _does_harm(frame: FrameType | None) -> bool:
    """Whether nothing is to be raised here; in a handler of Ctrl-C that would be forgotten."""
    here = frame is not None and frame.f_code.co_filename in (__file__, interrupts.__file__)
    return here or is_held() or is_lost(frame)


def _is_on_its_way(error: BaseException | None) -> bool:
    """Whether what is being handled is the end of a budget already, or Ctrl-C, which would be forgotten for it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
