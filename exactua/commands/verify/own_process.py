"""Work in a process of its own, which may end in any way: out of time or memory, or by a library that aborts."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from exactua.child_processes import end_with_parent

Made = TypeVar("Made")


def apart(work: Callable[[], Made], seconds: float = 0) -> Made | None:
    """What `work` makes in a process that is forked for it; None where that ends without an answer, or takes longer.

    `seconds` are those of a clock on the wall (0: any number). GMP ends a process that has no memory left. Where no
    process can be forked (Windows), the work is done in this one. A TimeoutError of the caller's ends the process.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return work()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(there, work), daemon=True)
    process.start()
    there.close()
    made: Made | None = None
    try:
        if here.poll(seconds or None):
            made = here.recv()
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
        here.close()
    return made


def _answer(there: Connection, work: Callable[[], Any]) -> None:
    import resource

    end_with_parent()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says when it aborts
    with suppress(BaseException):
        there.send(work())
