"""Work cut into tasks: consecutive ranks of one domain, as many as take a moment, decided in batches of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from exactua.deciding.estimating import Pace
from exactua.deciding.shards import Decider, Shard
from exactua.deciding.tally import Tally
from exactua.errors import ExactuaError

Found = dict[str, Tally]
"""What was counted of each step, by its name, over the ranks of a shard."""
Range = tuple[int, int]
"""Ranks start, ..., stop - 1."""

SLOW_BATCH: Final = 16
"""Points decided at once where some step is evaluated point by point, and it is not known how long that takes."""
MOMENT: Final = 0.25
"""Seconds that a task should take: what an interrupt may lose, and many times what handing it out costs."""
TASKS_A_JOB: Final = 4
"""Tasks for each process at least, where there are points enough, so that none waits long for the others."""


def joined(ranges: Iterable[Range]) -> list[Range]:
    """The same ranks as increasing ranges that don't touch. Raises ExactuaError where two of them overlap."""
    result: list[Range] = []
    for start, stop in sorted(ranges):
        if result and start < result[-1][1] and start < stop:
            raise ExactuaError(f"rank {start} was decided twice")
        if result and result[-1][1] == start:
            result[-1] = (result[-1][0], stop)
        elif stop > start:
            result.append((start, stop))
    return result


def gaps(count: int, ranges: Iterable[Range]) -> list[Range]:
    """The ranks below `count` that none of the ranges has, as increasing ranges."""
    ends = [0, *(end for span in joined(ranges) for end in span), count]
    return [(start, stop) for start, stop in zip(ends[::2], ends[1::2], strict=True) if start < stop]


def count_of(ranges: Iterable[Range]) -> int:
    """How many ranks the ranges have together."""
    return sum(stop - start for start, stop in ranges)


def batch_size(decider: Decider, name: str) -> int:
    """How many points of a domain are decided at once."""
    steps = [step for step in decider.problem.steps if any(spec.name == name for spec in step.over)]
    slow = any(decider.engines.get(step.name, "literal") in ("literal", "forms") for step in steps)
    return SLOW_BATCH if slow else max(1, decider.task_size(name))


def tasks(decider: Decider, left: Mapping[str, Sequence[Range]], pace: Pace, jobs: int) -> Iterator[Shard]:
    """The ranges that are `left` of each domain, cut where batches end: as many points as take a moment."""
    for name, ranges in left.items():
        size = batch_size(decider, name)
        if seconds := pace.point(name):
            most = count_of(ranges) if jobs == 1 else count_of(ranges) // (TASKS_A_JOB * jobs)
            wanted = max(1, min(int(MOMENT / seconds), most))
            if wanted >= size or size == SLOW_BATCH:
                size = wanted - wanted % size or wanted
        for start, stop in ranges:
            for first, last in _cut(start, stop, size):
                yield Shard(name, first, last)


def decided(decider: Decider, task: Shard) -> Found:
    """What every step comes to over a task, batch after batch."""
    if task.order != "lexicographic":  # cut already, and where it has to be
        return decider(task)
    whole: Found = {}
    for first, last in _cut(task.start, task.stop, batch_size(decider, task.domain)):
        for name, tally in decider(Shard(task.domain, first, last)).items():
            if name in whole:
                whole[name].merge(tally)
            else:
                whole[name] = tally
    return whole


def _cut(start: int, stop: int, size: int) -> Iterator[Range]:
    """A range cut at the multiples of `size`."""
    while start < stop:
        end = min(stop, start - start % size + size)
        yield start, end
        start = end
