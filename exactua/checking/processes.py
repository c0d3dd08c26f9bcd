"""A pool of processes as everything here uses it: the parent alone answers Ctrl-C, and nothing is left behind."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from exactua.errors import ExactuaError


@contextmanager
def processes(jobs: int, prepare: Callable[..., object] | None = None, *arguments: Any) -> Iterator[Executor]:
    """So many processes; each begins with `prepare(*arguments)`.

    What they still compute when an exception passes is ended, as nobody waits for it. Raises ExactuaError where one of
    them is ended from outside.
    """
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(prepare, arguments))
    try:
        yield executor
    except BrokenProcessPool:
        raise ExactuaError("jobs: a process was ended from outside (out of memory?); use fewer --jobs") from None
    except BaseException:
        with _broken_pipes_raise():
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            executor.shutdown(cancel_futures=True)
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _broken_pipes_raise() -> Iterator[None]:
    """A pipe to a process that is gone raises in the executor, which expects that; it does not end this process."""
    if not hasattr(signal, "SIGPIPE") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


def _start_worker(prepare: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare(*arguments)
