"""An estimate in time of how long all points will take."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from .records import encode

FIRST_ESTIMATE = 2  # seconds after which the time for all points is estimated, then after twice as many, and so on
LARGEST_ESTIMATE = 10**9  # years
UNITS = ((365 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


class TooLong(Exception):
    """All points would take longer than they may."""


class Clock:
    """Goes through points, and estimates in time how long all of them will take."""

    def __init__(self, total: int, seconds: float):
        self.total, self.seconds, self.done, self.began = total, seconds, 0, time.monotonic()
        self.next: float = FIRST_ESTIMATE

    def over(self, points: Iterable[int]) -> Iterator[int]:
        """The points. Raises TooLong where the estimate is above the seconds (0: never)."""
        for point in points:
            yield point
            self.done += 1
            passed = time.monotonic() - self.began
            if not self.seconds or passed < self.next:
                continue
            self.next, estimate = 2 * passed, int(1000 * passed) * self.total // (1000 * self.done)
            if estimate > self.seconds:
                raise TooLong(
                    f"estimate: {roughly(estimate)} for all {encode(self.total)} points, "
                    f"more than --seconds {self.seconds:g}"
                )


def roughly(seconds: int) -> str:
    """A time, for people."""
    if seconds >= LARGEST_ESTIMATE * UNITS[0][0]:
        return f"{LARGEST_ESTIMATE} years or more"
    return next(f"about {seconds // size} {unit}" for size, unit in UNITS if seconds >= size)
