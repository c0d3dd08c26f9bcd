"""The part of the verifier that goes through points: every one of them, or a sample (format, section 7).

verifier.py loads this file when a certificate was decided point by point, or is a limit, from the folder where both
lie, and puts itself into `core`. The file imports nothing but the standard library.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Any

__all__ = ["Clock", "TooLong", "check", "of_all", "sampled", "worth"]

core: Any = None  # what verifier.py defines, once it has loaded this file

FIRST_ESTIMATE = 2  # seconds after which the time for all points is estimated, then after twice as many, and so on
LARGEST_SHOWN = 2000  # points of a sample above which its worth is not computed any more
LARGEST_ESTIMATE = 10**9  # years
UNITS = ((365 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))


class TooLong(Exception):
    """All points would take longer than they may."""


class Clock:
    """Goes through points, and estimates in time how long all of them will take."""

    def __init__(self, total: int, seconds: float):
        self.total, self.seconds, self.done, self.began = total, seconds, 0, time.monotonic()
        self.next: float = FIRST_ESTIMATE

    def over(self, points: Iterable[Any]) -> Iterator[Any]:
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
                    f"estimate: {roughly(estimate)} for all {core.encode(self.total)} points, "
                    f"more than --seconds {self.seconds:g}"
                )


def roughly(seconds: int) -> str:
    """A time, for people."""
    if seconds >= LARGEST_ESTIMATE * UNITS[0][0]:
        return f"{LARGEST_ESTIMATE} years or more"
    return next(f"about {seconds // size} {unit}" for size, unit in UNITS if seconds >= size)


def sampled(seed: str, domain: int, points: int, wanted: int) -> Iterator[int]:
    """The numbers of the points of a sample, increasing: one of each of so many parts of equal measure."""
    for i in range(wanted):
        h = int(core.sha256(f"{seed}:{domain}:{i}")[7:], 16)
        yield points * (i << 256 | h) // (wanted << 256)


def worth(where: str, looked: int, points: int) -> str:
    """What a sample tells: how likely false points are found."""
    few = min(looked, LARGEST_SHOWN)
    percent = 100 * (100**few - 99**few) // 100**few
    return (
        f"{where}: {looked} of {core.encode(points)} points; a share p of false points is found with probability "
        f">= 1 - (1 - p)^{looked} (p = 1/100: {percent}%); it finds errors, not forgers"
    )


def of_all(recomputed: int, points: int) -> str:
    """How many points were recomputed."""
    return f"{core.encode(recomputed)} of {core.encode(points)} points recomputed"


def check(decided: Any, sample: int | None, seed: str, seconds: float) -> Any:
    """Decide again what the hashed part of a certificate says was decided point by point."""
    core.fields(decided, *core.DECIDED.split(), claim=str, title=str, source=str, scope=str)
    known = decided["scope"] in ("enumerated", "runs")
    core.demand(known, f"the scope {core.shown(decided['scope'])}", core.NOT_RECHECKED)
    context = core.opened(decided)
    domains = {x.name: x for x in (core.Domain(record, context) for record in core.array(decided["domains"]))}
    records, stepping = core.array(decided["steps"]), core.part("verifier_steps.py")
    steps = {x.name: x for x in (stepping.Step(record, decided["definitions"], domains, context) for record in records)}
    core.demand(
        len(domains) + len(steps) == len(decided["domains"]) + len(records), "two domains or steps have one name"
    )
    stepping.require_reached(decided, [x.record for x in steps.values()])
    verdict = core.concluded(decided, {name: step.verdict for name, step in steps.items()})

    points = sum(domain.decided for domain in domains.values())
    clock, recomputed = Clock(points, seconds), dict[str, int]()
    named = {position for step in steps.values() if sample is not None for position in step.positions()}
    for k, domain in enumerate(domains.values()):
        N = domain.decided
        ranks: Iterable[int] = itertools.chain(*itertools.starmap(range, domain.ranges))
        about = [(step, step.over.index(domain)) for step in steps.values() if domain in step.over]
        recomputed[domain.name] = N
        if sample is not None and sample < N:
            chosen = {domain.rank(number) for number in sampled(seed, k, N, sample)}
            chosen |= {rank for name, rank in named if name == domain.name}
            ranks, recomputed[domain.name] = sorted(chosen), len(chosen)
        layers = sum(context.networks[name].layers for name in {x for step, _ in about for x in step.evaluated})
        context.budget[0] += recomputed[domain.name] * (core.ALLOWANCE[1] + core.ALLOWANCE[2] * layers)
        for rank in ranks if sample is not None else clock.over(ranks):
            scene, bound = domain.scene(rank)
            for step, place in about:
                step.look(scene, bound, (place, rank))
    for step in steps.values():
        if not step.over:
            step.look(core.Scene(context, None), {}, (0, 0))
        step.settle(all(recomputed[domain.name] == domain.decided for domain in step.over))

    part = [x for x in domains.values() if recomputed[x.name] < x.decided]
    lines = [
        f"{core.headline(part)}: {verdict} ({of_all(sum(recomputed.values()), points)})",
        core.says_of_itself(decided),
    ]
    lines += [f"  {worth(core.shown(x.name), min(sample or 0, x.decided), x.decided)}" for x in part]
    for step in steps.values():
        counts = ", ".join(f"{key} {step.record[key]}" for key in ("points", "applicable", "failures"))
        together = "" if step.whole else step.fold.together
        kept = f"; the {together} was not re-checked, only sampled" if together else ""
        lines.append(f"  {core.shown(step.name)}: {step.verdict} ({counts}{kept}) {step.record['statement']}")
    lines += core.parts_told(decided)
    return core.Report(verdict, lines, part != [])
