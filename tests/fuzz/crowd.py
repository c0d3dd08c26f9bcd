"""Many inputs by several processes: what they find, how fast they are, and which of them end before they should."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exactua.child_processes import end_with_parent
from tests.fuzz import guarding, originals
from tests.fuzz.certificate_readers import SANITISE, sanitised
from tests.fuzz.feeding import Feeder, Outcome, input_of, target_of
from tests.fuzz.targets import TARGETS, Target

PATIENCE: Final = 60.0
"""Seconds that a process may be at one input, its judging included, before it is ended: nothing in C may hang."""


@dataclass
class Found:
    """A finding: the first input with its mark, and how many there are."""

    number: int
    target: str
    outcome: Outcome
    times: int = 1


@dataclass
class Report:
    """What came of all inputs."""

    inputs: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    """Seconds of all processes together, those of the verifier in C too."""
    found: dict[str, Found] = field(default_factory=dict)
    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By target: the seconds of the slowest reading, and its number."""
    largest: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By target: by how many MiB the process grew at most, and at which number."""
    cut: bool = False
    """Whether the time was over before the inputs were."""

    def add(self, number: int, name: str, outcome: Outcome) -> None:
        """Notes what came of an input."""
        self.inputs += 1
        self.words[name, outcome.word if not outcome.wrong else "FINDING"] += 1
        self.slowest[name] = max(self.slowest.get(name, (0.0, 0)), (outcome.seconds, number))
        self.largest[name] = max(self.largest.get(name, (0, 0)), (outcome.mebibytes, number))
        if outcome.wrong:
            if outcome.mark in self.found:
                self.found[outcome.mark].times += 1
            else:
                self.found[outcome.mark] = Found(number, name, outcome)


def prepare() -> None:
    """Makes all originals, and loads what reading loads, before processes are forked and watched."""
    from exactua.commands.audit import foreign

    for make in (originals.certificates, originals.networks, originals.points, originals.tensors, originals.regression):
        make()
    originals.record()
    originals.run_store()
    foreign.built()
    if SANITISE in os.environ and sanitised() is None:
        raise SystemExit("the verifier in C can't be built with sanitizers")
    with Feeder() as feed:
        for target in TARGETS:
            for number in range(8):
                feed(target, input_of(-1, number, target))


def feed(
    inputs: int,
    seed: int,
    jobs: int = 1,
    budget: float = 1e9,
    targets: Sequence[Target] = TARGETS,
    tell: Callable[[str], None] = print,
) -> Report:
    """Feeds the inputs 0, 1, ..., until all were fed or so many seconds are over. Finds the same with any `jobs`."""
    report, began, before = Report(), time.monotonic(), os.times()
    prepare()
    context = multiprocessing.get_context("fork")
    results: Any = context.Queue()
    at = context.Array("q", [-1] * jobs)  # the number of the input that each process is at
    since = context.Array("d", [time.monotonic()] * jobs)
    ends = began + budget
    workers: list[Any] = [None] * jobs

    def start(k: int, first: int) -> None:
        workers[k] = context.Process(
            target=_work, args=(k, first, inputs, jobs, seed, ends, targets, results, at, since), daemon=True
        )
        since[k] = time.monotonic()
        workers[k].start()

    for k in range(jobs):
        start(k, k)
    left, told = set(range(jobs)), began
    while left or not results.empty():
        try:
            batch, done = results.get(timeout=0.5)
        except Exception:
            batch, done = [], None
        for number, name, outcome in batch:
            fresh = outcome.wrong and outcome.mark not in report.found
            report.add(number, name, outcome)
            if fresh:
                tell(f"finding: input {number}, {outcome.mark}")
        if done is not None:
            left.discard(done)
        for k in list(left):
            if workers[k].is_alive() and time.monotonic() - since[k] > PATIENCE:
                os.kill(workers[k].pid, signal.SIGKILL)
                workers[k].join()
            if not workers[k].is_alive() and workers[k].exitcode != 0:
                number = at[k]
                name = target_of(max(number, 0), targets).name
                how = f"the process ended with {workers[k].exitcode}, after {time.monotonic() - since[k]:.0f} s at this input"
                report.add(number, name, Outcome("", how, f"{name}: the process ended with {workers[k].exitcode}"))
                tell(f"finding: input {number}, {name}: {how}")
                start(k, number + jobs)
        if time.monotonic() - told > 30:
            told = time.monotonic()
            tell(f"{report.inputs:,} inputs, {len(report.found)} findings, {told - began:.0f} s")
    for worker in workers:
        worker.join()
    report.seconds, report.cut, after = time.monotonic() - began, report.inputs < inputs, os.times()
    report.processor = sum(after[k] - before[k] for k in range(4))
    return report


def _work(
    k: int,
    first: int,
    inputs: int,
    jobs: int,
    seed: int,
    ends: float,
    targets: Sequence[Target],
    results: Any,
    at: Any,
    since: Any,
) -> None:
    end_with_parent()
    guarding.install()
    batch = []
    with Feeder() as feeder:
        for number in range(first, inputs, jobs):
            if time.monotonic() > ends:
                break
            target = target_of(number, targets)
            at[k], since[k] = number, time.monotonic()
            batch.append((number, target.name, feeder(target, input_of(seed, number, target))))
            if len(batch) >= 50 or batch[-1][2].wrong:
                results.put((batch, None))
                batch = []
    results.put((batch, k))
    results.close()
    results.join_thread()
