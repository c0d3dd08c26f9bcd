"""Samples of points, and what they are worth (format, section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from .records import encode, sha256

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
