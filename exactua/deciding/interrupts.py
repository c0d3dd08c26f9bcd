"""Ctrl-C, SIGTERM and the end of a budget: raised between two instructions, at a moment when it does no harm."""

from __future__ import annotations

import _thread
import contextlib
import gc
import math
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ONE_SIGNAL: Final = 1
"""Seconds within which a second SIGTERM is the first one again: `timeout` sends it to the process and to its group."""

AGAIN: Final = 1 / 20
"""Seconds until a signal is told again, where what it raises would get lost."""


class _Held:
    """How deep the main thread is in what is not to be interrupted, and the signals that came meanwhile."""

    depth = 0
    came: Final[list[int]] = []


class _Heeded:
    """A handler of Ctrl-C or SIGTERM as it was, which is called when it does no harm."""

    def __init__(self, handler: Callable[[int, FrameType | None], object]) -> None:
        self.handler = handler

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if _Held.depth:
            _Held.came.append(number)
        elif is_lost(frame):
            _thread.start_new_thread(_tell_again, (number,))  # and no Thread: one may just be locking their list
        else:
            self.handler(number, frame)


def _tell_again(number: int) -> None:
    time.sleep(AGAIN)
    signal.raise_signal(number)


@contextmanager
def heeded() -> Iterator[None]:
    """Inside, Ctrl-C and SIGTERM wait where they are `uninterrupted`, and where what they raise would get lost.

    Whatever moment an interrupt comes at, a handler that is left in place does what the one before it does.
    """
    before: dict[signal.Signals, Callable[[int, FrameType | None], object]] = {}
    if threading.current_thread() is threading.main_thread():  # signals reach no other
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler) and not isinstance(handler, _Heeded):
                before[number] = handler
    try:
        for number, handler in before.items():
            signal.signal(number, _Heeded(handler))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class uninterrupted:  # noqa: N801  (a context manager, and no generator: an interrupt before its end would skip that)
    """Lets what is inside come to its end; what Ctrl-C, SIGTERM and the end of a budget do comes behind it.

    Ctrl-C and SIGTERM wait where they are `heeded`.
    """

    def __enter__(self) -> None:
        self.holds = threading.current_thread() is threading.main_thread()
        _Held.depth += self.holds

    def __exit__(self, *raised: object) -> None:
        _Held.depth -= self.holds
        if self.holds and not _Held.depth and _Held.came:
            came = set(_Held.came)
            _Held.came.clear()
            for number in came:
                signal.raise_signal(number)


def is_held() -> bool:
    """Whether the main thread is in what is not to be interrupted."""
    return _Held.depth > 0


def is_lost(frame: FrameType | None) -> bool:
    """Whether what is raised here does harm or gets lost: between two contexts, and in what Python calls by itself.

    That is when something goes: weak references, `__del__`, and what is called around a collection of garbage.
    """
    if frame is not None and frame.f_code.co_filename == contextlib.__file__:
        return True
    collecting = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        code = frame.f_code
        if code.co_filename == weakref.__file__ or code.co_name == "__del__" or code in collecting:
            return True
        frame = frame.f_back
    return False


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
    here = frame is not None and frame.f_code.co_filename == __file__
    return here or is_held() or is_lost(frame)


def _is_on_its_way(error: BaseException | None) -> bool:
    """Whether what is being handled is the end of a budget already, or Ctrl-C, which would be forgotten for it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None
