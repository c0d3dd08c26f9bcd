"""`sharpen`: where the displayed bounds of a claim are attained over its ladder, and the sharpest constants.

First every bound is measured at every instance; from the extremes follow the best constants, for all instances and for
each n. Then these are confirmed: with the constant in place of the printed one the step is decided again, as any step
is, and has to hold at all instances; and its strict form has to be refuted where the extreme is taken, so that no
constant is sharper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from exactua.arithmetic.rationals import Rational, written
from exactua.claims.bounds import Bound, bounds_of
from exactua.claims.claim import Claim
from exactua.claims.decision import StepResult
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import command_of, find
from exactua.claims.verdicts import StepKind, Verdict
from exactua.commands.sharpen.extremes import Found, Unmeasured, measure
from exactua.commands.sharpen.interpolation import Fit, fit
from exactua.commands.sharpen.record import At, Box, Closed, Measurement, Row, Sharpened, Sharpest, sharpest
from exactua.deciding.processes import processes
from exactua.deciding.running import UNEVALUATED, decide
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evidence.boxes import MOST_ORBITS, ladder, work
from exactua.evidence.ladders import Progress
from exactua.evidence.regions import extent, shown
from exactua.printing.statements import shorthand
from exactua.terms.units import unit_of

REPLAYED: Final = 3
"""Points of each domain that the literal networks evaluate again when a constant is confirmed."""
Constant = Literal["factor", "summand"]
QUANTITIES: Final[dict[str, Callable[[Measurement], Rational | None]]] = {
    "extreme": lambda measured: measured.extreme,
    "slack": lambda measured: measured.slack,
    "bound": lambda measured: measured.bound,
}
"""What is fitted: the extreme of the measured number, the least slack, and the bound itself (for limits)."""
_NAME_OF_TRIAL: Final = re.compile(r"(?<=: )step \S+ \d+: ")
"""How a reason names a step that was made to confirm a constant."""
Shared = tuple[tuple[str, int | str], ...]
Task = TypeVar("Task")
Result = TypeVar("Result")


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
        for bound, doubt in dict.fromkeys(zip((trial.bound for trial in trials), unsure, strict=True)):
            if doubt:
                doubts[k].setdefault(bound, Counter())[doubt] += 1  # an instance
        for trial, doubt in zip(trials, unsure, strict=True):
            counts[k][trial.bound] += not doubt
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
                unit=0 if degrees is None else unit_of((bound.measured, bound.bound), degrees),
            )
        )
    return rows


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


@dataclass(frozen=True)
class Trial:
    """A bound, by its number, with another constant than the printed one: to hold weakly, or to be refuted strictly."""

    bound: int
    constant: Constant
    value: Rational
    strict: bool


def trials_at(rows: Sequence[Row], box: Box) -> tuple[Trial, ...]:
    """What has to be decided at an instance: every constant that is said to hold there, and what is sharper at its
    extreme."""
    trials: dict[Trial, None] = {}
    for k, row in enumerate(rows):
        if not any(at.box == box for at in row.found):
            continue
        for best in (row.best, sharpest(row.bound, row.by_n[box.get("n", "")])):
            assert best is not None
            trials |= dict.fromkeys(_trials_of(k, best, box))
    return tuple(trials)


def _trials_of(k: int, best: Sharpest, box: Box) -> list[Trial]:
    trials = [Trial(k, "summand", best.summand, False)]
    if box in best.summand_at:
        trials.append(Trial(k, "summand", best.summand, True))
    if best.factor is not None:
        trials.append(Trial(k, "factor", best.factor, False))
        if box in best.factor_at:
            trials.append(Trial(k, "factor", best.factor, True))
    return trials


def confirm(problem: Problem, bounds: Sequence[Bound], trials: Sequence[Trial]) -> list[str]:
    """Decides the trials at an instance; for each "" where it came out as it must, else why it is undecided.

    Raises EvaluatorsDisagree where a verdict contradicts what was measured.
    """
    if not trials:
        return []
    steps = []
    for number, trial in enumerate(trials):
        bound = bounds[trial.bound]
        term = bound.times(trial.value) if trial.constant == "factor" else bound.plus(trial.value)
        steps.append(bound.with_bound(f"{bound.step.name} {number}", term, strict=trial.strict))
    results = _decided(problem, bounds, dict(zip(steps, trials, strict=True)))
    unsure = []
    for step, trial in zip(steps, trials, strict=True):
        result = results[step.name]
        if result.verdict is Verdict.INCONCLUSIVE:
            unsure.append(_NAME_OF_TRIAL.sub("", result.reason or "it is not decided"))
            continue
        if result.verdict is not (Verdict.REFUTED if trial.strict else Verdict.HOLDS):
            with_it = f"with the {trial.constant} {written(trial.value)}{', strictly,' if trial.strict else ''}"
            raise EvaluatorsDisagree(
                f"{problem.label}.{bounds[trial.bound].name} at {shown(problem.parameters)}: {with_it} it is "
                f"{result.verdict}, and was measured otherwise"
            )
        unsure.append("")
    return unsure


def _decided(problem: Problem, bounds: Sequence[Bound], asked: Mapping[Step, Trial]) -> dict[str, StepResult]:
    """What becomes of these steps at an instance, by their names.

    Where one has no value at some point, those of each bound are decided by themselves.
    """
    said = {step.name: f"step {bounds[trial.bound].step.name}" for step, trial in asked.items()}
    places = {f"step {name}": problem.places[what] for name, what in said.items() if what in problem.places}
    changed = replace(problem, steps=tuple(asked), judged=(), places={**problem.places, **places})
    decision = decide(changed, replayed=REPLAYED)
    if "interrupted" in decision.run:
        raise KeyboardInterrupt
    numbers = {trial.bound for trial in asked.values()}
    if len(numbers) == 1 or not any((result.reason or "").startswith(UNEVALUATED) for result in decision.results):
        return {result.step.name: result for result in decision.results}
    alone = [{step: trial for step, trial in asked.items() if trial.bound == number} for number in sorted(numbers)]
    return {name: result for own in alone for name, result in _decided(problem, bounds, own).items()}


def closed_forms(row: Row) -> tuple[Closed, ...]:
    """The polynomials that the extremes of a bound follow at all instances of one n, wherever there is one.

    At least two values confirm each beyond those that determine it. None of a bound that speaks of no point.
    """
    if not row.bound.step.over:
        return ()
    return tuple(
        closed
        for shared, own in _groups(row.found)
        for quantity in QUANTITIES
        for closed in _fitted(shared, own, quantity)
    )


def _groups(instances: Sequence[At]) -> Iterator[tuple[Shared, list[At]]]:
    """The instances that differ in d and m alone, by the parameters that they share."""
    groups: dict[Shared, list[At]] = {}
    for at in instances:
        if isinstance(at.box.get("d"), int) and isinstance(at.box.get("m"), int):
            shared = tuple((name, value) for name, value in at.box.items() if name not in ("d", "m"))
            groups.setdefault(shared, []).append(at)
    yield from groups.items()


def _fitted(shared: Shared, own: Sequence[At], quantity: str) -> Iterator[Closed]:
    value = QUANTITIES[quantity]
    n = next((known for name, known in shared if name == "n" and isinstance(known, int)), None)
    where = ", ".join(f"{name} = {known}" for name, known in shared)
    numbers = {int(at.box["d"]): [other for other in own if other.box["d"] == at.box["d"]] for at in own}
    pooled = _fit([(int(at.box["m"]) ** int(at.box["d"]), value(at.measured)) for at in own])
    if pooled is not None:
        yield Closed(where, n, None, quantity, "D", pooled, len(own))
        return
    for d, rung in numbers.items():
        fitted = _fit([(int(at.box["m"]), value(at.measured)) for at in rung])
        if fitted is not None:
            yield Closed(f"{where}, d = {d}".removeprefix(", "), n, d, quantity, "m", fitted, len(rung))


def _fit(values: Sequence[tuple[int, Rational | None]]) -> Fit | None:
    """A polynomial through the values; None where some are missing or two of one argument differ."""
    known: dict[int, Rational] = {}
    for x, y in values:
        if y is None or known.setdefault(x, y) != y:
            return None
    return fit(known)
