"""Work of an audit done in processes, or here where one is enough, with the same results in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, as_completed
from contextlib import contextmanager
from typing import TypeVar

from exactua.deciding.processes import processes

A = TypeVar("A")
B = TypeVar("B")


@contextmanager
def pool(jobs: int) -> Iterator[Executor | None]:
    """So many processes; None for one, which is this one."""
    if jobs == 1:
        yield None
        return
    with processes(jobs) as executor:
        yield executor


def mapped(
    executor: Executor | None,
    function: Callable[[A], B],
    arguments: Iterable[A],
    done: Callable[[B], None] | None = None,
) -> list[B]:
    """The values in the order of the arguments; `done` is called with each as soon as it is known."""
    found: dict[int, B] = {}
    for k, value in _values(executor, function, arguments):
        found[k] = value
        if done is not None:
            done(value)
    return [found[k] for k in range(len(found))]


def _values(executor: Executor | None, function: Callable[[A], B], arguments: Iterable[A]) -> Iterator[tuple[int, B]]:
    if executor is None:
        yield from ((k, function(one)) for k, one in enumerate(arguments))
        return
    running = {executor.submit(function, one): k for k, one in enumerate(arguments)}
    for future in as_completed(running):
        yield running.pop(future), future.result()
