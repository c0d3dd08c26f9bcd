"""A progress bar with rate and time left on a terminal; nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DELAY = 0.5
"""Seconds before a bar appears: short runs show none."""


@contextmanager
def progress_bar(quiet: bool, noun: str = "points") -> Iterator[Any]:
    """A callback for `decide`, or None where nobody watches; `noun` is what is counted."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    import time

    began = time.monotonic()
    bar: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not bar and time.monotonic() - began > DELAY:
            bar.append(_bar(total, noun))
        if bar:
            bar[0].update(0, completed=done)

    try:
        yield progress
    finally:
        if bar:
            bar[0].stop()


def _bar(total: int, noun: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Points (or instances) a second."""

        def render(self, task: Task) -> Text:
            """The rate of the task so far."""
            return Text(f"{task.speed:,.0f}/s" if task.speed else "")

    bar = Progress(
        TextColumn("{task.completed:,} of {task.total:,} " + noun),
        BarColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(noun, total=total)
    bar.start()
    return bar
