"""Many instances of many claims decided in processes: the default ladders of a whole paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from exactua.certificates.writing import certificate, file_name, write
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.deciding.comparing import Box, Outcome, steps_of
from exactua.deciding.plan import EngineChoice
from exactua.deciding.processes import mapped, pool, telling
from exactua.deciding.running import DEFAULT_BUDGET, DEFAULT_MAX_POINTS
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.boxes import MOST_ORBITS, are_words, exit_code, ladder, require_evaluated, work
from exactua.printing.machine import box as box_data
from exactua.proving import apart
from exactua.proving.evidence import decide

REPLAYED: Final = None
"""Points of each domain that are evaluated again literally; None: all of small ones, others in a share of the time."""

CELLS_WORK: Final = 100
"""What an instance that is cut into cells counts for, beside others that count their orbits."""


@dataclass(frozen=True)
class Settings:
    """How every instance is decided, and what is kept of it."""

    engine: EngineChoice = "auto"
    budget: float = DEFAULT_BUDGET
    """Seconds for an instance."""
    max_points: int = DEFAULT_MAX_POINTS
    replayed: int | None = REPLAYED
    judged: str = "as written"
    strict: bool = False
    accept_part: bool = False
    folder: Path | None = None
    """Where the certificates go; None: nowhere."""
    with_data: bool = False
    """Whether the JSON data of an instance is kept."""


@dataclass(frozen=True)
class Task:
    """One instance to decide."""

    claim: str
    box: Box


def tasks_of(claims: Sequence[Claim], only: Mapping[str, Sequence[int]] | None = None) -> list[Task]:
    """The default ladders of the claims, smallest instances first. `only` restricts parameters to some values.

    Of somebody's own claims a value that is not on the ladder is tried. Raises InputError where no instance is left.
    """
    wanted = only or {}
    tasks = [
        Task(claim.found_by, box)
        for claim in claims
        for box in ladder(claim, wanted)
        if all(box.get(name) in values for name, values in wanted.items())
    ]
    if not tasks:
        raise InputError(_none_left(claims, wanted))
    return tasks


def _none_left(claims: Sequence[Claim], wanted: Mapping[str, Sequence[int]]) -> str:
    """Why no instance has these values: the first parameter of which the ladders have none, and what they have."""
    boxes = [box for claim in claims for box in ladder(claim)]
    tried = any(claim.written is not None for claim in claims)
    others = f", nor another of at most {MOST_ORBITS:,} points," if tried else ""
    none = f"no instance of the default ladders{others} has"
    if not boxes:
        return f"{next(iter(wanted), 'paper')}: the default ladders have no instance"
    for name, values in wanted.items():
        known = sorted({int(box[name]) for box in boxes if name in box})
        if not known:
            return f"{_argument(name)}: no instance here has {_argument(name)}; leave it out"
        if not set(values) & set(known):
            return f"{_argument(name)}: {none} {_of_parameter(name, values)}; give {_of_parameter(name, known)}"
    together = " and ".join(_of_parameter(name, values) for name, values in wanted.items())
    return f"{_argument(next(iter(wanted)))}: {none} {together} together"


def _argument(name: str) -> str:
    """The parameter as it is given: delta for m = 1/delta."""
    return "delta" if name == "m" else name


def _of_parameter(name: str, values: Sequence[int]) -> str:
    """Such as "n in [2, 3]", "delta in [1/2, 1/3]"."""
    return f"{_argument(name)} in [{', '.join(f'1/{value}' if name == 'm' else str(value) for value in values)}]"


def decide_all(
    tasks: Sequence[Task], settings: Settings | None = None, jobs: int = 1, progress: Progress | None = None
) -> list[Outcome]:
    """Decides every task, `jobs` of them at a time; the outcomes stand in the order of the tasks.

    Raises EvaluatorsDisagree where two evaluators differ, KeyboardInterrupt where a run is interrupted.
    """
    decided = partial(_decide, settings=settings or Settings())
    largest_first = sorted(range(len(tasks)), key=lambda k: -_work(tasks[k])) if jobs > 1 else None
    with pool(min(jobs, len(tasks))) as executor:
        return mapped(executor, decided, tasks, telling(progress, len(tasks)), largest_first)


def _decide(task: Task, settings: Settings) -> Outcome:
    claim, _ = find(task.claim)
    problem = claim.problem(task.box, (), settings.judged)
    over_words = are_words(spec for step in claim.steps for spec in step.over)
    decision = (apart.decide if over_words else decide)(
        problem,
        engine=settings.engine,
        budget=settings.budget,
        max_points=settings.max_points,
        replayed=settings.replayed,
    )
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    if not over_words:
        require_evaluated(decision)
    code = exit_code(decision, settings.strict, settings.accept_part)
    path: Path | None = None
    if settings.folder is not None:
        path = settings.folder / file_name(problem, (), settings.judged)
        if not decision.complete:
            path = path.with_suffix(".partial.json")
        write(path, certificate(decision))
    data: Mapping[str, Any] = {}
    if settings.with_data:
        data = box_data(decision, None if path is None else str(path), code)
    return Outcome(
        claim.label,
        dict(problem.parameters),
        decision.verdict,
        code,
        sum(domain.points or 0 for domain in decision.domains),
        decision.run["seconds"],
        steps_of(decision),
        tuple(result.step.name for result in decision.refuted_proof_lines),
        data,
    )


def _work(task: Task) -> int:
    """About how long an instance takes, beside others: what its claim says, or its number of orbits."""
    claim, _ = find(task.claim)
    if claim.work is None and all(spec.kind == "cells" for step in claim.steps for spec in step.over):
        return CELLS_WORK
    return work(claim, task.box)
