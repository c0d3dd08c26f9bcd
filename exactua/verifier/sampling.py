"""Going through points: an estimate in time of how long all take, and samples, with what they are worth (section 7)."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from .records import encode, sha256

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


LARGEST_SHOWN = 2000  # points of a sample above which its worth is not computed any more


def sampled(seed: str, domain: int, points: int, wanted: int) -> Iterator[int]:
    """The numbers of the points of a sample, increasing: one of each of so many parts of equal measure."""
    for i in range(wanted):
        h = int(sha256(f"{seed}:{domain}:{i}")[7:], 16)
        yield points * (i << 256 | h) // (wanted << 256)


def worth(where: str, looked: int, points: int) -> str:
    """What a sample tells: how likely false points are found."""
    few = min(looked, LARGEST_SHOWN)
    percent = 100 * (100**few - 99**few) // 100**few
    return (
        f"{where}: {looked} of {encode(points)} points; a share p of false points is found with probability "
        f">= 1 - (1 - p)^{looked} (p = 1/100: {percent}%); it finds errors, not forgers"
    )


def of_all(recomputed: int, points: int) -> str:
    """How many points were recomputed."""
    return f"{encode(recomputed)} of {encode(points)} points recomputed"
