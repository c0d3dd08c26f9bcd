"""Contestants, each in a process of its own, measured in turn; what was measured, and its spread."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any, Final

WORKER = Path(__file__).resolve().parent / "worker.py"
PACKAGES: Final = (
    "exactua", "numpy", "gmpy2", "click", "llvmlite", "python-flint", "z3-solver", "cvc5", "distributed",
)  # fmt: skip


@dataclass(frozen=True)
class Contestant:
    """Something to measure: a key that figures refer to, words for people, and the task of the worker."""

    key: str
    words: str
    task: Mapping[str, Any]
    orbits: int | None = None
    """What seconds are divided by; None where that would say nothing."""
    most: int | None = None
    """At most so many rounds count, where one takes long."""


@dataclass
class Measured:
    """What a contestant took, in seconds, one number a round, and what it found."""

    contestant: Contestant
    seconds: list[float] = field(default_factory=list)
    found: dict[str, Any] = field(default_factory=dict)
    """What the last round found beside its seconds."""
    peak_mb: float = 0.0
    absent: str | None = None
    """Why there is nothing to measure on this machine, if there is not."""

    @property
    def median(self) -> float:
        """The median of the seconds."""
        return median(self.seconds)

    @property
    def ns(self) -> list[float] | None:
        """Nanoseconds an orbit, one number a round."""
        orbits = self.contestant.orbits
        return [1e9 * taken / orbits for taken in self.seconds] if orbits and self.seconds else None

    def data(self) -> dict[str, Any]:
        """For JSON."""
        kept = {name: value for name, value in self.found.items() if name not in ("values", "seconds", "peak_mb")}
        return {
            "key": self.contestant.key,
            "what": self.contestant.words,
            "task": {name: value for name, value in self.contestant.task.items() if name != "file"},
            "orbits": self.contestant.orbits,
            "seconds": self.seconds,
            "peak_mb": self.peak_mb,
            "absent": self.absent,
            "found": kept,
        }


class Process:
    """The worker of one contestant."""

    def __init__(self, contestant: Contestant) -> None:
        self.measured = Measured(contestant)
        self.running = subprocess.Popen(
            [sys.executable, str(WORKER), json.dumps(dict(contestant.task))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.answer("ready")

    def answer(self, what: str) -> dict[str, Any]:
        """The next line of the worker. Ends the run where the worker has failed."""
        assert self.running.stdout is not None
        line = self.running.stdout.readline()
        if not line:
            raise SystemExit(f"{self.measured.contestant.words}: the process ended before it was {what}")
        report: dict[str, Any] = json.loads(line)
        self.measured.absent = report.get("absent")
        return report

    def round(self, counts: bool) -> None:
        """One run; the first, which warms up, does not count."""
        if self.measured.absent is not None:
            return
        assert self.running.stdin is not None
        self.running.stdin.write("go\n")
        self.running.stdin.flush()
        report = self.answer("measured")
        if self.measured.absent is None:
            self.measured.found, self.measured.peak_mb = report, report["peak_mb"]
            if counts:
                self.measured.seconds.append(report["seconds"])

    def close(self) -> None:
        """Ends the worker."""
        assert self.running.stdin is not None
        self.running.stdin.close()
        try:
            self.running.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.running.kill()
            self.running.wait()
        assert self.running.stdout is not None
        self.running.stdout.close()


def in_turn(contestants: Sequence[Contestant], times: int, warm: bool = True) -> list[Measured]:
    """All of them in turn, `times` rounds, after one that does not count (where `warm`)."""
    processes = []
    try:
        for contestant in contestants:
            processes.append(Process(contestant))
        for turn in range(-1 if warm else 0, times):
            for process in processes:
                if turn < (process.measured.contestant.most or times):
                    process.round(counts=turn >= 0)
    finally:
        for process in processes:
            process.close()
    return [process.measured for process in processes]


def commands_in_turn(commands: Mapping[str, Sequence[str]], times: int, folder: str) -> list[Measured]:
    """Whole processes in turn, by key, after one of each that does not count."""
    measured = [Measured(Contestant(key, " ".join(command), {})) for key, command in commands.items()]
    for turn in range(-1, times):
        for measurement, command in zip(measured, commands.values(), strict=True):
            taken = seconds_of([_program(command[0]), *command[1:]], folder)
            if turn >= 0:
                measurement.seconds.append(taken)
    return measured


def seconds_of(command: Sequence[str], folder: str) -> float:
    """Seconds of a whole process."""
    began = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as running:
        # a timer of ours, because waiting with a timeout polls, 50 ms apart
        limit = threading.Timer(120, running.kill)
        limit.start()
        code = running.wait()
        taken = time.perf_counter() - began
        limit.cancel()
    if code:
        raise SystemExit(f"{' '.join(command[1:])}: exit code {code}")
    return taken


def _program(name: str) -> str:
    """The program beside this Python, so that all processes belong to one environment."""
    return sys.executable if name == "python" else str(Path(sys.executable).parent / name)


def machine() -> dict[str, str]:
    """What the numbers depend on: no names of hosts or folders."""
    facts = {
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "processor": _processor(),
        "system": platform.system(),
        "Python": platform.python_version(),
    }
    for name in PACKAGES:
        try:
            facts[name] = version(name)
        except PackageNotFoundError:
            facts[name] = "not installed"
    return facts


def _processor() -> str:
    """The processor in words, without a host's name."""
    try:
        lines: Iterable[str] = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = ()
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{model}, {platform.machine()}" if model else platform.machine()
