"""How long points take, and the work cut into tasks: consecutive ranks of one domain, as many as take a moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from exactua.deciding.fold import folding_of
from exactua.deciding.interrupts import OutOfBudget, until
from exactua.deciding.plan import WORTH_COMPILING, Plan, describe_count, describe_points
from exactua.deciding.shards import Decider, Shard
from exactua.deciding.tally import Tally
from exactua.errors import ExactuaError
from exactua.evaluators.compiled.native import available
from exactua.evaluators.compiled.recording import WIDEST_BITS
from exactua.terms.language import TermError

LONG_ENOUGH: Final = 0.02
"""Seconds that a slice has to take before its time says something."""
DECISIVE: Final = 1.0
"""Seconds that a slice has to take before a run is refused for what it says."""
LONGEST_PROBE: Final = 2
"""Seconds after which a slice is broken off: it takes longer."""
LARGEST_PROBE: Final = 4096
COMPILED_PROBE: Final = 1 << 18
"""Points to try where compiled loops decide them, which take as long as a call does otherwise."""
NOT_PROBED: Final = 1000
"""Points of a problem up to which none of them is tried beforehand."""

MOST_JOBS: Final = 256
"""Processes that a run begins by itself at most."""
WORTH_TELLING: Final = 5
"""Seconds of a run from which on it is told what would make it faster."""
COMPILED_GAIN: Final = 5
"""How many times as fast compiled loops are as NumPy batches: Lemma 8 at (2, 3, 1/24), without compiling."""


class Pace:
    """How long one process takes for a point of each domain: measured when it is asked for, and once."""

    def __init__(self, decider: Decider, budget: float) -> None:
        self._decider, self._budget = decider, budget
        self._known: dict[str, float] = {}
        self.probed = sum(domain.count for domain in decider.domains.values()) > NOT_PROBED
        """Whether points are tried at all: small boxes are begun at once."""

    def seconds(self, left: Mapping[str, int]) -> float:
        """Seconds of one process for so many points of each domain; 0 for a small box."""
        return sum(self.point(name) * count for name, count in left.items() if count)

    def point(self, domain: str) -> float:
        """Seconds for a point of a domain; 0 in a small box. Raises TermError where a step can't be evaluated."""
        if not self.probed:
            return 0.0
        if domain not in self._known:
            self._known[domain] = _seconds_a_point(self._decider, domain, self._budget)
        return self._known[domain]


def _seconds_a_point(decider: Decider, name: str, budget: float) -> float:
    """Seconds for a point of a domain, from slices that grow until one takes long enough to be measured.

    A batch costs something however small it is, so that an estimate above the budget is made from a larger one first.
    """
    if decider.in_runs(name):
        return _seconds_of_runs(decider, name)
    count = decider.domains[name].count
    most = min(count, LARGEST_PROBE if decider.task_size(name) < COMPILED_PROBE else COMPILED_PROBE)
    size = most if decider.programs.get(name) else 1  # of points that cost next to nothing
    first = True
    while count:
        start = (count - size) // 2
        elapsed = _timed(decider, Shard(name, start, start + size))
        if first and elapsed > LONG_ENOUGH:  # what comes first may prepare something for all that follow
            elapsed = min(elapsed, _timed(decider, Shard(name, start, start + size)))
        first = False
        too_long = elapsed / size * count > budget and elapsed < DECISIVE
        if (elapsed > LONG_ENOUGH and not too_long) or size == most:
            return elapsed / size
        size = min(most, 8 * size)
    return 0.0


def _seconds_of_runs(decider: Decider, name: str) -> float:
    """Seconds for a point in affine runs, from spreads that have more and more runs until they take long enough."""
    (program,) = decider.programs[name]
    seconds = 0.0
    for k, (runs, start, stop) in enumerate(program.probes()):
        shard = Shard(name, start, stop, "spread")
        if k == 0:
            _timed(decider, shard)  # what comes first prepares something for all that follow
        elapsed = _timed(decider, shard)
        seconds = elapsed / runs * program.work / decider.domains[name].count
        if elapsed > LONG_ENOUGH:
            break
    return seconds


def _timed(decider: Decider, shard: Shard) -> float:
    """Seconds for a shard decided as a run does, own folds included; at least, where it is broken off."""
    began = time.perf_counter()
    with suppress(OutOfBudget), until(time.monotonic() + LONGEST_PROBE):
        tallies = decider(shard)
        for step in decider.problem.steps:
            if step.own is not None and step.name in tallies:
                with suppress(TermError):  # these points are not those that the fold begins with
                    folding_of(decider.problem, step, decider.domains).take(tallies[step.name].chunks)
    return time.perf_counter() - began


def too_many(plan: Plan, most: int) -> str | None:
    """Why a plan is not begun, whatever the time it would take: its points can't be listed or are more than `most`."""
    if not plan.domains and plan.obstacle is not None:
        return plan.obstacle
    shown = describe_points(plan.points)
    if plan.work != plan.points:
        shown += f", in {describe_count(plan.work)} runs and points"
    if plan.work > most:
        return (
            f"{shown}, more than the {describe_count(most)} of --max-points: raise it and --budget, "
            "take a smaller box, or name single steps"
        )
    return None if plan.obstacle is None else f"{shown}: {plan.obstacle}"


def too_long(seconds: float, left: int, points: int, jobs: int, budget: float) -> str | None:
    """Why a run of so many `seconds` is not begun, with what is `left` of all `points`; None if it fits the budget."""
    if seconds <= budget:
        return None
    shown = describe_points(points)
    if left < points:
        shown = f"{describe_points(left)} that {'is' if left == 1 else 'are'} left of {describe_count(points)}"
    return (
        f"{shown} would take about {duration(seconds)} with {jobs} job{'s' if jobs > 1 else ''}, "
        f"more than the budget of {duration(budget)}: raise --budget, use more --jobs, "
        "take a smaller box, or name single steps"
    )


def faster(plan: Plan, seconds: Mapping[str, float]) -> str | None:
    """What would make a run of so many `seconds` for each domain faster, in one sentence; None for a short one.

    Nothing is said where compiled loops are there, or where less than nine tenths of the time are theirs to save.
    """
    whole = sum(seconds.values())
    if whole <= WORTH_TELLING or available():
        return None
    saved = 0.0
    for name, programs in plan.programs.items():
        over = {step.name for step in plan.problem.steps if any(spec.name == name for spec in step.over)}
        compiled = {
            step
            for program in programs
            if program.machine == "vectors" and program.recorded.bits <= WIDEST_BITS
            for step in {*program.steps} - program.gathered
        }
        if over == compiled and plan.domains[name].count >= WORTH_COMPILING:
            saved += seconds.get(name, 0.0)
    if saved < 0.9 * whole:
        return None
    return (
        f"this takes about {duration(whole)}; with llvmlite (pip install 'exactua[fast]') it would be "
        f"about {COMPILED_GAIN} times as fast"
    )


def duration(seconds: float) -> str:
    """A time for people: "90 s", "12 min", "3 h"."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    for limit, unit, size in ((7200, "min", 60), (172_800, "h", 3600), (63_072_000, "days", 86_400)):
        if seconds < limit:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 31_536_000:.3g} years"


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


Notice = Callable[[str], None]
"""Called with one sentence about something that went wrong and doesn't end the run."""


Results = Generator[tuple[Shard, Found], None, None]


def by_this_process(decider: Decider, tasks: Iterator[Shard]) -> Results:
    """Tasks decided one after the other."""
    for task in tasks:
        yield task, decided(decider, task)
