"""From a problem to a decision: estimate, run the shards, fold, replay."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from typing import Any, Final

from gmpy2 import mpq

from exactua.checking.deciding import Decider, Shard
from exactua.checking.domains import CellDomain
from exactua.checking.fold import settle, settle_static, unsound_orbits
from exactua.checking.own_fold import Folding, folding_of, keeps_numbers
from exactua.checking.plan import EngineChoice, Plan, describe_count, plan
from exactua.checking.replay import Replayer
from exactua.checking.tally import Tally
from exactua.claims.decision import Decision, DomainResult
from exactua.claims.problem import Problem, Step
from exactua.errors import ExactuaError, InputError
from exactua.grids.categories import DomainSpec
from exactua.grids.columns import TooManyColumns
from exactua.numbers.rationals import encode_rational
from exactua.terms.language import TermError

DEFAULT_BUDGET: Final = 600.0
DEFAULT_MAX_POINTS: Final = 1_000_000_000
LONG_ENOUGH: Final = 0.02
"""Seconds that a slice has to take before its time says something."""
DECISIVE: Final = 1.0
"""Seconds that a slice has to take before a run is refused for what it says."""
LARGEST_PROBE: Final = 4096
INTERRUPTED: Final = "interrupted"
UNEVALUATED: Final = "a step can't be evaluated: "

Progress = Callable[[int, int], None]
"""Called with the number of points decided so far and the number of all points."""


def decide(
    problem: Problem,
    *,
    engine: EngineChoice = "auto",
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    max_points: int = DEFAULT_MAX_POINTS,
    replayed: int | None = None,
    progress: Progress | None = None,
) -> Decision:
    """Decides every step of a problem at every point of its domains.

    `budget` (seconds) and `max_points` bound the work: a run that is too large is not begun, one that takes longer, or
    is interrupted, ends with what it has; its steps are then inconclusive (or refuted), with the reason.
    Raises InputError for an engine that can't decide a step, EvaluatorsDisagree if the replay finds a difference.
    """
    if jobs < 1 or (replayed is not None and replayed < 0):
        raise InputError(f"jobs: {jobs} and replayed: {replayed} are not valid; give jobs >= 1 and replayed >= 0")
    began = time.monotonic()
    made = plan(problem, engine, began + budget)
    reason = _too_large(made, jobs, budget, max_points)
    tallies = {name: {step.name: Tally() for step in problem.steps} for name in made.domains}
    decided: dict[str, list[tuple[int, int]]] = {name: [] for name in made.domains}
    foldings: dict[str, Folding] = {}
    if reason is None:
        foldings = _foldings(made)
        reason = _run(made, jobs, began + budget, progress, tallies, decided, foldings)
    domains = {
        name: DomainResult(name, domain.count, tuple(joined(decided[name])), _evidence(domain))
        for name, domain in made.domains.items()
    }
    decider = made.decider()
    if made.obstacle is not None and not made.domains:
        domains = {spec.name: DomainResult(spec.name, None, (), _uncut(problem, spec)) for spec in problem.domains}
    results = tuple(
        settle(decider, step, _merged(step, tallies), domains, reason, foldings.get(step.name))
        if step.over
        else settle_static(problem, step)
        for step in problem.steps
    )
    seconds = time.monotonic() - began
    replayer = Replayer(decider, tallies, {name: joined(decided[name]) for name in decided})
    count = replayer(results, replayed, seconds)
    run: dict[str, Any] = {
        "engine": {step.name: made.engines.get(step.name, "literal") for step in problem.steps},
        "jobs": jobs,
        "replayed": count,
        "seconds": f"{time.monotonic() - began:.3f}",
    }
    if reason is not None and reason.startswith(INTERRUPTED):
        run["interrupted"] = True
    return Decision(problem, tuple(domains.values()), results, run)


def _merged(step: Step, tallies: Mapping[str, Mapping[str, Tally]]) -> Tally:
    whole = Tally()
    for spec in step.over:
        if spec.name in tallies:
            whole.merge(tallies[spec.name][step.name])
    return whole


def joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same ranks as increasing ranges that don't touch."""
    result: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if result and result[-1][1] == start:
            result[-1] = (result[-1][0], stop)
        elif stop > start:
            result.append((start, stop))
    return result


def _evidence(domain: Any) -> Any:
    if isinstance(domain, CellDomain):
        return {"breakpoints": [[encode_rational(b) for b in row] for row in domain.breakpoints]}
    return {}


def _uncut(problem: Problem, spec: DomainSpec) -> Any:
    """The evidence of a domain that was not built: cells have some breakpoint along each row, a box its ends."""
    if spec.kind != "cells":
        return {}
    cuts = [mpq(0)] if spec.interval is None else [mpq(problem.value(end)) for end in spec.interval]
    return {"breakpoints": [[encode_rational(b) for b in cuts]] * int(problem.parameters["d"])}


def _too_large(made: Plan, jobs: int, budget: float, max_points: int) -> str | None:
    """Why the run is not begun, with its size, an estimate and what to do; None if it fits."""
    if not made.domains and made.obstacle is not None:
        return made.obstacle
    points = made.points
    shown = f"{describe_count(points)} points"
    if points > max_points:
        return (
            f"{shown}, more than the {describe_count(max_points)} of --max-points: raise it and --budget, "
            "take a smaller box, or name single steps"
        )
    if made.obstacle is not None:
        return f"{shown}: {made.obstacle}"
    try:
        seconds = _estimate(made, budget) / max(jobs, 1)
    except TermError as error:
        return f"{UNEVALUATED}{error}"
    if seconds > budget:
        return (
            f"{shown} would take about {_duration(seconds)} with {jobs} job{'s' if jobs > 1 else ''}, "
            f"more than the budget of {_duration(budget)}: raise --budget, use more --jobs, "
            "take a smaller box, or name single steps"
        )
    return None


def _estimate(made: Plan, budget: float) -> float:
    """Seconds of one process for all points, from a few points of each domain (small boxes are not probed)."""
    if made.points <= 1000:
        return 0.0
    decider = made.decider()
    return sum(_seconds_a_point(decider, name, budget) * domain.count for name, domain in made.domains.items())


def _seconds_a_point(decider: Decider, name: str, budget: float) -> float:
    """Seconds for a point of a domain, from slices that grow until one takes long enough to be measured.

    A batch costs something however small it is, so that an estimate above the budget is made from a larger one first.
    """
    count, size = decider.domains[name].count, 1
    while count:
        start = (count - size) // 2
        began = time.perf_counter()
        _probe(decider, Shard(name, start, start + size))
        elapsed = time.perf_counter() - began
        too_long = elapsed / size * count > budget and elapsed < DECISIVE
        if (elapsed > LONG_ENOUGH and not too_long) or size == min(count, LARGEST_PROBE):
            return elapsed / size
        size = min(count, LARGEST_PROBE, 8 * size)
    return 0.0


def _probe(decider: Decider, shard: Shard) -> None:
    """Decides a shard as a run does, own folds included, for its time alone."""
    found = decider(shard)
    for step in decider.problem.steps:
        if step.own is not None and step.name in found:
            with suppress(TermError):  # these points are not those that the fold begins with
                folding_of(decider.problem, step, decider.domains).take(found[step.name].chunks)


def _foldings(made: Plan) -> dict[str, Folding]:
    """The own folds of the problem at their start, where one point stands for its orbit."""
    found = {}
    for step in made.problem.steps:
        if step.own is not None and unsound_orbits(made.problem, step) is None:
            with made.problem.located(f"step {step.name}"):
                found[step.name] = folding_of(made.problem, step, made.domains)
    return found


def _duration(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    for limit, unit, size in ((7200, "min", 60), (172_800, "h", 3600), (63_072_000, "days", 86_400)):
        if seconds < limit:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 31_536_000:.3g} years"


def _run(
    made: Plan,
    jobs: int,
    deadline: float,
    progress: Progress | None,
    tallies: dict[str, dict[str, Tally]],
    decided: dict[str, list[tuple[int, int]]],
    foldings: Mapping[str, Folding],
) -> str | None:
    """Runs the shards into `tallies`, `decided` and `foldings`; the reason why some are missing, if they are."""
    total, done = made.points, 0
    dropped = {step.name for step in made.problem.steps if not keeps_numbers(step, made.domains)}
    try:
        for shard, found in _results(made, jobs):
            for name in [name for name in found if name in foldings]:
                with made.problem.located(f"step {name}"):
                    foldings[name].add(shard, found[name].chunks)
            for name, tally in found.items():
                if name in dropped:
                    tally.chunks = []
                tallies[shard.domain][name].merge(tally)
            decided[shard.domain].append((shard.start, shard.stop))
            done += shard.stop - shard.start
            if progress is not None:
                progress(done, total)
            if time.monotonic() > deadline and done < total:
                return f"the budget ran out after {done:,} of {total:,} points: raise --budget"
    except KeyboardInterrupt:
        return f"{INTERRUPTED} after {done:,} of {total:,} points"
    except (TermError, TooManyColumns) as error:
        return f"{UNEVALUATED}{error}"
    return None


def _results(made: Plan, jobs: int) -> Iterator[tuple[Shard, dict[str, Tally]]]:
    shards = made.shards()
    if jobs == 1:
        decider = made.decider()
        for shard in shards:
            for part in _parts(shard, decider):
                yield part, decider(part)
        return
    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(made.decider(),)) as executor:
        try:
            yield from _gathered(executor, shards, 2 * jobs)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _parts(shard: Shard, decider: Decider) -> Iterator[Shard]:
    """A shard in pieces short enough to show progress and to be interrupted, where points are slow."""
    steps = [step for step in decider.problem.steps if any(spec.name == shard.domain for spec in step.over)]
    slow = any(decider.engines.get(step.name) != "kernel" for step in steps)
    size = 64 if slow else shard.stop - shard.start
    for start in range(shard.start, shard.stop, max(size, 1)):
        yield Shard(shard.domain, start, min(start + size, shard.stop))


def _gathered(executor: Executor, shards: Iterator[Shard], waiting: int) -> Iterator[tuple[Shard, dict[str, Tally]]]:
    """Shard results as they finish, with at most `waiting` shards handed out."""
    running: dict[Future[dict[str, Tally]], Shard] = {}
    for shard in shards:
        running[executor.submit(_work, shard)] = shard
        if len(running) >= waiting:
            yield from _finished(running)
    while running:
        yield from _finished(running)


def _finished(running: dict[Future[dict[str, Tally]], Shard]) -> Iterator[tuple[Shard, dict[str, Tally]]]:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        yield running.pop(future), future.result()


_worker: Decider | None = None


def _start_worker(decider: Decider) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers Ctrl-C
    _worker = decider


def _work(shard: Shard) -> dict[str, Tally]:
    if _worker is None:
        raise ExactuaError("this process was not started as a worker")
    return _worker(shard)
