"""exactua deciding a claim, as tasks: enumerated by each engine, in affine runs, symbolically, with workers."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, Final, cast

from gmpy2 import mpq

from exactua.certificates.writing import certificate
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import StepKind, Verdict
from exactua.deciding import running
from exactua.deciding.compiled_steps import widths
from exactua.deciding.plan import EngineChoice, plan
from exactua.deciding.replay import Replayer
from exactua.deciding.running import decide
from exactua.deciding.shards import Shard
from exactua.deciding.tasks import decided
from exactua.errors import InputError
from exactua.papers.yun2020.variants import Sweep
from tasks.absent import Absent, needs

Run = Callable[[], dict[str, Any]]
PROPERTIES: Final = ("property1", "property2", "property3", "property4")
WITHOUT_82: Final = ("property1", "property3", "property4")
SHORTEST: Final = 0.05
LONGEST: Final = 3600.0
MOST_POINTS: Final = 10**18


class TimedReplayer(Replayer):
    """The replay, which says how long it took."""

    seconds = 0.0

    def __call__(self, *arguments: Any) -> int:
        """Replays as it does, on the clock."""
        began = time.perf_counter()
        try:
            return super().__call__(*arguments)
        finally:
            TimedReplayer.seconds += time.perf_counter() - began


setattr(running, "Replayer", TimedReplayer)  # noqa: B010, mypy would not have it assigned


def enumerated(
    box: Sequence[int],
    steps: str,
    engine: str = "auto",
    jobs: int = 1,
    dask_workers: int = 0,
    without: Sequence[str] = (),
    scope: str = "enumerated",
    gain: int | None = None,
) -> Run:
    """`decide` and the bytes of its certificate; the problem is built before the clock starts.

    What the literal evaluator replays, even with `replayed=0` the points where extremes are taken, is taken off.
    `steps`: "statement", "properties", "without 8.2" or "all". `without` names packages that are to be missing. `gain`
    is that of the selective shifts; another one than the paper's makes a network for which the lemma is false.
    """
    for package in without:
        sys.modules[package] = None  # type: ignore[assignment]
    parameters = dict(zip(("d", "n", "m"), box, strict=True))
    lemma8, _ = find("lemma8")
    named = chosen(lemma8.problem(parameters), steps)
    executor = _two_workers(dask_workers) if dask_workers else None
    settings: dict[str, Any] = {"engine": engine, "scope": scope, "jobs": dask_workers or jobs, "executor": executor}
    settings |= {"replayed": 0, "budget": LONGEST, "max_points": MOST_POINTS}

    def run() -> dict[str, Any]:
        problem = lemma8.problem(parameters, named)
        if gain is not None:
            problem = replace(problem, networks={"g_c": Sweep(gain=lambda D: mpq(gain))(parameters)})
        TimedReplayer.seconds = 0.0
        began = time.perf_counter()
        try:
            decision = decide(problem, **settings)
        except InputError as error:
            raise Absent(str(error)) from None
        if decision.verdict is Verdict.INCONCLUSIVE:
            reasons = [result.reason for result in decision.results if result.verdict is Verdict.INCONCLUSIVE]
            raise Absent(f"inconclusive: {reasons[0]}")
        text = certificate(decision)
        ended = time.perf_counter()
        return {
            "seconds": ended - began - TimedReplayer.seconds,
            "replay": TimedReplayer.seconds,
            "verdict": str(decision.verdict.value),
            "categories": _categories(decision),
            "failed": {name: decision[name].failures for name in PROPERTIES if name in named},
            "engine": engines(decision),
            "certificate_kb": len(text) / 1024,
        }

    return run


def loops(box: Sequence[int], steps: str, engine: str) -> Run:
    """Every point decided, neighbours compared for Property 8.2, and nothing else: the plan is made before the clock.

    What `enumerated` takes longer is planning, tracing, the estimate, folds and the certificate, whatever the box. A
    round is as many passes as take a twentieth of a second, so that it is the loops that are measured.
    """
    lemma8, _ = find("lemma8")
    parameters = dict(zip(("d", "n", "m"), box, strict=True))
    problem = lemma8.problem(parameters, chosen(lemma8.problem(parameters), steps))
    try:
        planned = plan(problem, cast(EngineChoice, engine))
    except InputError as error:
        raise Absent(str(error)) from None
    decider = planned.decider()

    def run() -> dict[str, Any]:
        began, passes, taken = time.perf_counter(), 0, 0.0
        while taken < SHORTEST:
            for shard in decider.chained_shards():
                decided(decider, shard)
            tallies = {name: decided(decider, Shard(name, 0, domain.count)) for name, domain in planned.domains.items()}
            taken, passes = time.perf_counter() - began, passes + 1
        return {
            "seconds": taken / passes,
            "categories": [
                max((tally.points for tally in tallies.get(f"category {k}", {}).values()), default=0) for k in (1, 2, 3)
            ],
            "engine": "; ".join(dict.fromkeys([*planned.engines.values(), *map(widths, planned.programs.values())])),
        }

    return run


def chosen(problem: Problem, steps: str) -> tuple[str, ...]:
    """The names of the steps to decide; () is all of them."""
    if steps == "statement":
        return tuple(step.name for step in problem.steps if step.kind is StepKind.STATEMENT)
    return {"properties": PROPERTIES, "without 8.2": WITHOUT_82, "category 1": PROPERTIES[:3], "all": ()}[steps]


def engines(decision: Decision) -> str:
    """What decided the steps that range over points, with the width of its numbers, each once."""
    over = {result.step.name for result in decision.results if result.step.over}
    told = [str(engine) for name, engine in decision.run["engine"].items() if name in over]
    return "; ".join(dict.fromkeys([*told, *decision.run.get("width", {}).values()]))


def _categories(decision: Decision) -> list[int]:
    points = {domain.name: domain.points or 0 for domain in decision.domains}
    return [points.get(f"category {k}", 0) for k in (1, 2, 3)]


def _two_workers(count: int) -> Any:
    """An executor on Dask workers on loopback, one process with one thread each, as long as this process lives."""
    with needs("dask[distributed]"):
        distributed: Any = import_module("distributed")
    cluster = distributed.LocalCluster(
        n_workers=count, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    )
    return distributed.Client(cluster).get_executor(pure=False)


def symbolic(claims: Sequence[str], box: Sequence[int], steps: Sequence[str] = ()) -> Run:
    """Claims (or these steps of them) at one instance, by affine forms over all points at once."""
    from exactua.proving.symbolic import decide_symbolically

    parameters = dict(zip(("d", "n", "m"), box, strict=True))
    problems = [find(label)[0].problem(parameters, tuple(steps)) for label in claims]
    return lambda: _timed(lambda: [decide_symbolically(problem) for problem in problems])


def for_all_D(claims: Sequence[str], n: int) -> Run:
    """Claims for all D at one n."""
    from exactua.proving.symbolic.general import decide_for_all_D

    proved = [find(label)[0] for label in claims]
    return lambda: _timed(lambda: [decide_for_all_D(claim, n) for claim in proved])


def _timed(decided: Callable[[], list[Any]]) -> dict[str, Any]:
    began = time.perf_counter()
    results = decided()
    taken = time.perf_counter() - began
    verdicts = {str(result.verdict.value) for result in results}
    return {
        "seconds": taken,
        "verdict": ", ".join(sorted(verdicts)),
        "families": sum(result.families for result in results),
        "forms": sum(result.forms for result in results),
    }
