"""`limit`: a network at finitely many points, softmax beside hardmax: proved for all greater lambda, and measured."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.lettering import spellings, word_of
from exactua.claims.verdicts import Verdict
from exactua.commands.limit.factors import require_held
from exactua.commands.limit.instances import LimitInstance
from exactua.commands.limit.record import Limit, Row, Run, Survival, Wall
from exactua.console.deadlines import Deadline
from exactua.deciding.interrupts import OutOfBudget, until
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.evaluating import evaluate
from exactua.grids.spelling import quoted
from exactua.networks import Network
from exactua.plurals import counted
from exactua.proving.evidence import decide
from exactua.softmax.floats.backends import Backend, open_backend, without_cuda
from exactua.softmax.floats.comparing import first_parting, measured
from exactua.softmax.floats.distances import ExactStates
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.floats.formats import format_of
from exactua.softmax.floats.survival import survival
from exactua.softmax.temperature.ball_network import error_beside
from exactua.softmax.temperature.bracket import Bracket, bracket, positive_tolerance
from exactua.softmax.temperature.closed_form import closed_form
from exactua.softmax.temperature.propagation import NotCertified, certified_error


def wall(form: FloatFormat, points: Sequence[Matrix], outputs: Sequence[Matrix]) -> Wall:
    """The greatest |round(x) - x| over all entries of the exact outputs, d x n matrices of rationals, unit 1."""
    known: dict[Rational, Rational | None] = {}
    worst: Wall | None = None
    for point, output in zip(points, outputs, strict=True):
        for x in (entry for row in output for entry in row):
            if x not in known:
                rounded = form.rounded(x)
                known[x] = None if isinstance(rounded, str) else abs(rounded - x)
            error = known[x]
            if error is None:
                if worst is None or worst.error is not None or abs(x) > abs(worst.value):
                    worst = Wall(form, None, point, x)
            elif worst is None or (worst.error is not None and error > worst.error):
                worst = Wall(form, error, point, x)
    assert worst is not None
    return worst


TOLERANCE: Final = mpq(1, 100)
NEGLIGIBLE: Final = mpq(1, 10**40)
"""Errors below it are only bounded: their size is never looked for."""

LEAST_SECONDS: Final = 1
MOST_SECONDS: Final = 60
"""What it may take to decide which steps hardmax itself refutes, in seconds."""
MOST_DECIDED: Final = 1_000_000
"""The most points for that."""
NOTHING_KNOWN: Final = "nothing is known, so there is no certificate"


class BudgetSpent(Exception):
    """The time is over."""


def open_runs(
    backends: Sequence[str], dtypes: Sequence[str], device: str = "auto"
) -> tuple[tuple[Run, ...], list[str]]:
    """Each backend with each format that it has, and what is to be told of them.

    Raises InputError for an unknown backend, format or device, for a backend that is not installed, and for a format
    that none of the backends has.
    """
    formats = [format_of(dtype).name for dtype in dict.fromkeys(dtypes)]
    runs, notices, opened = list[Run](), list[str](), dict[str, Backend]()
    for name in dict.fromkeys(backends):
        backend, notice = open_backend(name, device)
        opened.setdefault(backend.name, backend)
        if notice is None and name == "auto" and backend.name == "numpy" and device == "auto":
            notice = f"backend auto: {without_cuda()}; NumPy on the CPU is used"
        if notice is not None:
            notices.append(notice)
    for dtype in formats:
        having = [backend for backend in opened.values() if dtype in backend.dtypes]
        lacking = [backend for backend in opened.values() if dtype not in backend.dtypes]
        if not having:
            next(iter(opened.values())).dtype(dtype)
        runs += [Run(backend, dtype) for backend in having]
        notices += [f"{backend.name} has no {dtype}, which is left out" for backend in lacking]
        told = ((Run(backend, dtype), backend.told(dtype)) for backend in having)
        notices += [f"{run.name}: {how}" for run, how in told if how is not None]
    return tuple(runs), notices


def limit(
    instance: LimitInstance,
    factors: Sequence[Rational],
    runs: Sequence[Run],
    tolerance: Rational = TOLERANCE,
    *,
    budget: float = 600,
    notices: Sequence[str] = (),
    progress: Progress | None = None,
) -> Limit:
    """The bracket at the instance's points, and the errors at each factor: certified, enclosed, measured in each run.

    `budget` is in seconds: what is not proved by then is told not to be. Raises InputError for a factor that a format
    can't hold, and for a network without hardmax or with layers that errors are not followed through, and
    EvaluatorsDisagree where the literal network and the batches have different values.
    """
    exact = positive_tolerance(tolerance)
    require_held(factors, [format_of(run.dtype) for run in runs])
    deadline = Deadline.of(budget)
    with until(deadline.at, f"budget: {budget:g} s do not suffice for the exact values of the points: raise --budget"):
        outputs = evaluate(instance.network, instance.points).values
    bracket = bracket_within(instance, exact, deadline, progress)
    hardest = instance.points.index(bracket.upper_point or bracket.lower_point or instance.points[0])
    states = ExactStates.of_matrices(outputs)
    rows = []
    for factor in factors:
        certified, reason = _certified(instance, factor, deadline)
        seen = [
            measured(instance.network, instance.points, states, _floats(instance, run, factor), exact) for run in runs
        ]
        close = dict.fromkeys([hardest, *(of_run.worst_point for of_run in seen if of_run.worst_point is not None)])
        enclosed, worst = _worst(instance, outputs, list(close), factor, deadline)
        if enclosed is not None and certified is not None:
            enclosed = (enclosed[0], min(enclosed[1], certified))
        rows.append(Row(factor, certified, reason, enclosed, instance.points[worst], tuple(seen)))
    greatest = max(factors)
    survivals = _survivals(instance, runs, greatest)
    partings = [
        first_parting(instance.network, instance.points, _floats(instance, run, greatest), exact) for run in runs
    ]
    return Limit(
        title=instance.title,
        network=instance.network,
        claim=None if instance.problem is None else instance.problem.label,
        points=instance.points,
        of=instance.of,
        where=instance.where,
        bracket=bracket,
        closed_form=closed_form(instance.parameters, exact) if instance.is_contextual_map else None,
        rows=tuple(rows),
        runs=tuple(runs),
        walls=walls(instance.points, outputs, runs),
        partings=tuple(partings),
        survivals=survivals,
        refuted=_refuted(instance, {name for survival in survivals for name in survival.steps}, deadline),
        notices=tuple(notices),
        parameters=instance.parameters,
        words=_words(instance),
    )


def _words(instance: LimitInstance) -> dict[Matrix, str]:
    over = () if instance.problem is None else instance.problem.domains
    words = {point: word_of(over, point) for point in instance.points} if any(True for _ in spellings(over)) else {}
    return {point: quoted(word) for point, word in words.items() if word is not None}


def _floats(instance: LimitInstance, run: Run, factor: Rational) -> FloatNetwork:
    return FloatNetwork(instance.network, run.backend, run.dtype, factor)


def _survivals(instance: LimitInstance, runs: Sequence[Run], factor: Rational) -> tuple[Survival, ...]:
    """What becomes of the claim's steps at its own points; none where there is no claim, or the points are given."""
    if instance.problem is None or instance.given:
        return ()
    problem, name, most = instance.problem, instance.name, len(instance.points)
    survived = (survival(problem, name, _floats(instance, run, factor), most_points=most) for run in runs)
    return tuple(Survival(run, steps) for run, steps in zip(runs, survived, strict=True))


def walls(points: Sequence[Matrix], outputs: Sequence[Matrix], runs: Sequence[Run]) -> tuple[Wall, ...]:
    """The wall of each format among the runs."""
    return tuple(wall(format_of(dtype), points, outputs) for dtype in dict.fromkeys(run.dtype for run in runs))


def bracket_within(
    instance: LimitInstance, tolerance: Rational, deadline: Deadline, progress: Progress | None = None
) -> Bracket:
    """The bracket; where the time is over before all points are done, nothing is certified, and that is the reason."""
    done = 0

    def tell(count: int) -> None:
        nonlocal done
        done = count
        if progress is not None:
            progress(count, len(instance.points))
        if deadline.is_over and count < len(instance.points):
            raise BudgetSpent

    try:
        with until(deadline.at):
            return bracket(instance.network, instance.points, tolerance, tell)
    except (BudgetSpent, OutOfBudget):
        reason = (
            f"after {done:,} of {counted(len(instance.points), 'point')} the budget of {deadline.budget:g} s was spent"
        )
        return Bracket(tolerance, done, None, None, None, None, None, None, reason)


def _certified(instance: LimitInstance, factor: Rational, deadline: Deadline) -> tuple[Rational | None, str]:
    """A bound of the error at all points for all lambda >= factor, or why there is none."""
    worst = Rational(0)
    try:
        with until(deadline.at):
            for X in instance.points:
                if deadline.is_over:
                    raise OutOfBudget
                bound = certified_error(instance.network, X, factor)
                if isinstance(bound, NotCertified):
                    return None, f"layer {bound.layer}: {bound.reason}"
                worst = max(worst, bound.error)
    except OutOfBudget:
        return None, "the budget was spent"
    return worst, ""


def _worst(
    instance: LimitInstance, outputs: Sequence[Matrix], close: Sequence[int], factor: Rational, deadline: Deadline
) -> tuple[tuple[Rational, Rational] | None, int]:
    """The error at the worst of these points, between two numbers, and which point that is."""
    best, worst = None, close[0]
    with suppress(OutOfBudget), until(deadline.at):
        for number in close:
            if deadline.is_over:
                break
            enclosed = _enclosed(instance.network, instance.points[number], outputs[number], factor)
            if enclosed is not None and (best is None or enclosed > best):
                best, worst = enclosed, number
    return best, worst


def _enclosed(network: Network, X: Matrix, value: Matrix, factor: Rational) -> tuple[Rational, Rational] | None:
    try:
        low, high = error_beside(network, X, value, factor, NEGLIGIBLE)
        return (low, high) if high <= NEGLIGIBLE else error_beside(network, X, value, factor)
    except PrecisionReached:
        return None


def _refuted(instance: LimitInstance, names: Collection[str], deadline: Deadline) -> dict[str, tuple[int, int]]:
    """Steps that the exact hardmax network refutes, as far as that is known: at how many points of how many."""
    problem = instance.problem
    if problem is None or not names:
        return {}
    steps = tuple(step for step in problem.steps if step.name in names)
    asked = replace(problem, steps=steps, judged=tuple(step.name for step in steps), parts=())
    seconds = min(max(deadline.left, LEAST_SECONDS), MOST_SECONDS)
    decision = decide(asked, budget=seconds, max_points=MOST_DECIDED)
    refuted = (result for result in decision.results if result.verdict is Verdict.REFUTED)
    return {result.step.name: (result.failures, result.points) for result in refuted}


def tolerance_of(given: object) -> Rational:
    """The tolerance that "1/100", "0.01" or "1e-2" writes, or a number. Raises InputError for anything else."""
    tolerance = rational(given, "tolerance")
    if tolerance <= 0:
        raise InputError(f"tolerance: {given} is not > 0; give a number such as 1/100")
    return tolerance
