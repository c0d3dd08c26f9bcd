"""A pool of processes as everything here uses it: the parent alone answers Ctrl-C, and nothing is left behind it."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from exactua.child_processes import end_with_parent
from exactua.deciding.shards import Progress
from exactua.errors import Unanswered

A = TypeVar("A")
B = TypeVar("B")
_SIGNAL_ON_ITS_WAY: Final = 1
"""Seconds in which a signal to a whole group of processes has reached all of them."""


def forked() -> bool:
    """Whether a process begins as a copy of this one, and knows what was made here."""
    return multiprocessing.get_start_method() == "fork"


@contextmanager
def processes(jobs: int, prepare: Callable[..., object] | None = None, *arguments: Any) -> Iterator[Executor]:
    """So many processes; each begins with `prepare(*arguments)`.

    What they still compute when an exception passes is ended, as nobody waits for it; so it is when this process ends,
    however it ends. One thread has to do all from the first task to the end. Raises Unanswered where one of the
    processes is ended from outside.
    """
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(prepare, arguments))
    try:
        with _broken_pipes_raise():
            executor.submit(_nothing)
        yield executor
    except BrokenProcessPool:
        _read_no_more(executor)
        time.sleep(_SIGNAL_ON_ITS_WAY)  # and then is answered here as what it is
        raise Unanswered("jobs: a process was ended from outside (out of memory?); use fewer --jobs") from None
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def pool(jobs: int) -> Iterator[Executor | None]:
    """So many processes, as `processes` has them; None for one, which is this one."""
    if jobs <= 1:
        yield None
        return
    with processes(jobs) as executor:
        yield executor


def mapped(
    executor: Executor | None,
    function: Callable[[A], B],
    arguments: Sequence[A],
    done: Callable[[B], object] | None = None,
    order: Iterable[int] | None = None,
) -> list[B]:
    """The values in the order of the arguments; `done` is called with each as soon as it is known.

    `order` has the places of all arguments as several processes begin with them: the largest first, so that none is
    left with a long one at the end.
    """
    values: dict[int, B] = {}
    for k, value in _values(executor, function, arguments, order):
        values[k] = value
        if done is not None:
            done(value)
    return [values[k] for k in range(len(arguments))]


def telling(progress: Progress | None, of: int) -> Callable[[object], None]:
    """What is called when each of so many is done, for `progress` to be told."""
    done = 0

    def tell(_: object) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, of)

    return tell


def _values(
    executor: Executor | None, function: Callable[[A], B], arguments: Sequence[A], order: Iterable[int] | None
) -> Iterator[tuple[int, B]]:
    if executor is None:
        yield from ((k, function(argument)) for k, argument in enumerate(arguments))
        return
    running = {executor.submit(function, arguments[k]): k for k in (range(len(arguments)) if order is None else order)}
    for future in as_completed(running):
        yield running.pop(future), future.result()


@contextmanager
def _broken_pipes_raise() -> Iterator[None]:
    """In threads that begin inside, a pipe to a process that is gone raises, which the executor expects.

    SIGPIPE, where it is not ignored, would end this whole process, and without a word.
    """
    if not hasattr(signal, "SIGPIPE"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _read_no_more(executor: ProcessPoolExecutor) -> None:
    """What still writes to the processes that are gone ends: before Python 3.11.5 it waits for ever (gh-94777).

    A later Python closes what they read from by itself; to close it twice at once may close what is somebody else's.
    """
    if sys.version_info >= (3, 11, 5):
        return
    reader = getattr(getattr(executor, "_call_queue", None), "_reader", None)
    if reader is not None:
        with suppress(OSError):
            reader.close()


def _nothing() -> None:
    """A task that makes an executor begin its threads."""


def _start_worker(prepare: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPIPE})
    end_with_parent()
    if prepare is not None:
        prepare(*arguments)
