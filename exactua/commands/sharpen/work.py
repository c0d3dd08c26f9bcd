"""`sharpen`: where the displayed bounds of a claim are attained over its ladder, and the sharpest constants.

First every bound is measured at every instance; from the extremes follow the best constants, for all instances and for
each n. Then these are confirmed: with the constant in place of the printed one the step is decided again, as any step
is, and has to hold at all instances; and its strict form has to be refuted where the extreme is taken, so that no
constant is sharper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, field, replace
from typing import TypeVar

from exactua.claims.bounds import Bound, bounds_of
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import command_of, find
from exactua.claims.verdicts import StepKind
from exactua.commands.sharpen.confirming import Trial, confirm, trials_at
from exactua.commands.sharpen.extremes import Found, Unmeasured, measure
from exactua.commands.sharpen.fitting import closed_forms
from exactua.commands.sharpen.record import At, Box, Row, Sharpened
from exactua.deciding.processes import processes
from exactua.errors import InputError
from exactua.evidence.boxes import MOST_ORBITS, ladder, work
from exactua.evidence.ladders import Progress
from exactua.evidence.regions import extent
from exactua.printing.statements import shorthand
from exactua.terms.units import Degrees, unit_of


@dataclass
class _Subject:
    """A claim with the bounds to look at, its instances, and what comes to light about them."""

    claim: Claim
    step: str | None
    statements: bool
    boxes: tuple[Box, ...] = ()
    found: list[tuple[list[Found], int]] = field(default_factory=list)

    @property
    def steps(self) -> list[Step]:
        """The steps that are looked at."""
        return chosen_steps(self.claim, self.step, self.statements)

    @property
    def bounds(self) -> list[Bound]:
        """Their bounds, in order."""
        return bounds_in(self.claim, self.steps)


def chosen_steps(claim: Claim, step: str | None, statements: bool) -> list[Step]:
    """All steps of a claim, the one of that name, or only statements and their repairs."""
    if step is not None:
        return [claim.step(step)]
    stated = {known.name for known in claim.steps if known.kind is StepKind.STATEMENT}
    return [known for known in claim.steps if not statements or known.name.removesuffix("@repaired") in stated]


def bounds_in(claim: Claim, steps: Sequence[Step]) -> list[Bound]:
    """The displayed bounds of these steps of a claim, in order."""
    names = shorthand(claim)
    return [bound for step in steps for bound in bounds_of(step, names)]


def rungs(claim: Claim, most: int = MOST_ORBITS, only: Mapping[str, Sequence[int]] | None = None) -> tuple[Box, ...]:
    """The instances of the default ladder, `only` at some values, up to a size that is counted as the ladder does."""
    boxes = [box for box in ladder(claim) if all(box.get(name) in values for name, values in (only or {}).items())]
    return tuple(box for box in boxes if most >= MOST_ORBITS or work(claim, box) <= most)


def sharpen(
    claims: Sequence[tuple[Claim, str | None]],
    *,
    only: Mapping[str, Sequence[int]] | None = None,
    most: int = MOST_ORBITS,
    statements: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
    boxes: Sequence[Box] | None = None,
) -> list[Sharpened]:
    """What is found about the bounds of each claim (of one of its steps where that is named) over its ladder.

    `boxes` are instances in place of those of the ladder.

    Raises InputError where no instance is left, EvaluatorsDisagree where a decision contradicts what was measured.
    """
    subjects = [_Subject(claim, step, statements) for claim, step in claims]
    for subject in subjects:
        if subject.bounds:
            subject.boxes = rungs(subject.claim, most, only) if boxes is None else tuple(boxes)
    with_bounds = [subject for subject in subjects if subject.bounds]
    if with_bounds and not any(subject.boxes for subject in with_bounds):
        values = " and ".join(f"{name} in {list(own)}" for name, own in (only or {}).items()) or "that size"
        size = f" and a size of at most {most:,}" if only and most < MOST_ORBITS else ""
        raise InputError(
            f"box: no instance of the default ladders has {values}{size}; they have d <= 3, n <= 5, delta >= 1/8"
        )
    tasks = [(k, box) for k, subject in enumerate(subjects) for box in subject.boxes]
    total = 2 * len(tasks)
    jobs = max(1, min(jobs, len(tasks)))
    measured = _all(
        _measure, [(subjects[k].claim.found_by, _names(subjects[k]), box) for k, box in tasks], jobs, progress, 0, total
    )
    for (k, _), outcome in zip(tasks, measured, strict=True):
        subjects[k].found.append(outcome)
    rows = [_rows(subject) for subject in subjects]
    asked = [(k, box, trials_at(rows[k], box)) for k, box in tasks]
    verdicts = _all(
        _confirm,
        [(subjects[k].claim.found_by, _names(subjects[k]), box, trials) for k, box, trials in asked],
        jobs,
        progress,
        len(tasks),
        total,
    )
    doubts: list[dict[int, Counter[str]]] = [{} for _ in subjects]
    counts: list[Counter[int]] = [Counter() for _ in subjects]
    for (k, _, trials), unsure in zip(asked, verdicts, strict=True):
        for trial, doubt in zip(trials, unsure, strict=True):
            if doubt:
                doubts[k].setdefault(trial.bound, Counter())[doubt] += 1
            else:
                counts[k][trial.bound] += 1
    return [
        _sharpened(subject, _confirmed(own, doubt, count))
        for subject, own, doubt, count in zip(subjects, rows, doubts, counts, strict=True)
    ]


def _names(subject: _Subject) -> tuple[str, ...]:
    """The names of the steps that display bounds."""
    return tuple(dict.fromkeys(bound.step.name for bound in subject.bounds))


def _rows(subject: _Subject) -> list[Row]:
    rows = []
    degrees = subject.claim.problem(subject.boxes[0]).degrees if subject.boxes else None
    for k, bound in enumerate(subject.bounds):
        known = [(box, measurements[k]) for box, (measurements, _) in zip(subject.boxes, subject.found, strict=True)]
        at = tuple(
            At(box, measurement)
            for box, measurement in known
            if measurement is not None and not isinstance(measurement, Unmeasured)
        )
        reasons = Counter(measurement.reason for _, measurement in known if isinstance(measurement, Unmeasured))
        rows.append(
            Row(
                bound,
                at,
                sum(measurement is None for _, measurement in known),
                dict(reasons),
                unit=_unit(bound, degrees),
            )
        )
    return rows


def _unit(bound: Bound, degrees: Degrees | None) -> int:
    return 0 if degrees is None else unit_of((bound.measured, bound.bound), degrees)


def _confirmed(rows: Sequence[Row], doubts: Mapping[int, Counter[str]], counts: Counter[int]) -> list[Row]:
    """The rows with what confirmed them; one that could not be decided everywhere is not measured."""
    result = []
    for k, row in enumerate(rows):
        if k in doubts:
            result.append(replace(row, found=(), unmeasured={**row.unmeasured, **doubts[k]}))
        else:
            result.append(replace(row, confirmed=counts[k], closed=closed_forms(row)))
    return result


def _sharpened(subject: _Subject, rows: Sequence[Row]) -> Sharpened:
    claim = subject.claim
    with_bounds = set(_names(subject))
    return Sharpened(
        claim.label,
        claim.title,
        claim.source,
        subject.boxes,
        extent(subject.boxes),
        sum(points for _, points in subject.found),
        tuple(rows),
        tuple(step for step in subject.steps if step.name not in with_bounds),
        shorthand(claim),
        command_of(claim),
        claim.point,
    )


def _measure(task: tuple[str, tuple[str, ...], Box]) -> tuple[list[Found], int]:
    label, names, box = task
    claim, _ = find(label)
    problem = claim.problem(box, names)
    return measure(problem, bounds_in(claim, [claim.step(name) for name in names]))


def _confirm(task: tuple[str, tuple[str, ...], Box, tuple[Trial, ...]]) -> list[str]:
    label, names, box, trials = task
    claim, _ = find(label)
    return confirm(claim.problem(box, names), bounds_in(claim, [claim.step(name) for name in names]), trials)


Task = TypeVar("Task")
Result = TypeVar("Result")


def _all(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    progress: Progress | None,
    before: int,
    total: int,
) -> list[Result]:
    """The function of every task, in order, `jobs` of them at a time."""
    results: dict[int, Result] = {}

    def note(k: int, result: Result) -> None:
        results[k] = result
        if progress is not None:
            progress(before + len(results), total)

    if jobs <= 1:
        for k, task in enumerate(tasks):
            note(k, function(task))
        return list(results.values())
    with processes(jobs) as executor:
        # the last instances of a claim are its largest
        running = {executor.submit(function, tasks[k]): k for k in reversed(range(len(tasks)))}
        for future in as_completed(running):
            note(running[future], future.result())
    return [results[k] for k in range(len(tasks))]
