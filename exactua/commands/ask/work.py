"""`ask`: a network, points, a property; the answer is decided like a claim, with its least counterexample."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import integer, told_of_arrays
from exactua.arithmetic.rationals import Rational, rational
from exactua.certificates.writing import certificate as written
from exactua.certificates.writing import write
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.catalogue import Property, chosen
from exactua.commands.ask.failing import failing_steps, joined, narrowed, of_steps, undecided_steps
from exactua.commands.ask.question import Definition, Options, Prepared
from exactua.commands.ask.reading import question_at, several
from exactua.commands.ask.record import Answer, Heading
from exactua.commands.ask.words import told_data
from exactua.console.python_arguments import file_or_written, seconds, writable
from exactua.console.python_arguments import positive as positive_integer
from exactua.deciding.plan import EngineChoice
from exactua.deciding.running import DEFAULT_BUDGET, DEFAULT_MAX_POINTS
from exactua.deciding.shards import Progress
from exactua.deciding.tasks import MOST_JOBS
from exactua.errors import EvaluatorsDisagree, InputError, told_in_arguments
from exactua.networks import Network
from exactua.plurals import counted
from exactua.proving.evidence import decide


def answer(
    asked: Property,
    prepared: Prepared,
    heading: Heading | None = None,
    *,
    engine: EngineChoice = "auto",
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    max_points: int = DEFAULT_MAX_POINTS,
    replayed: int | None = None,
    progress: Progress | None = None,
    preparing: float = 0,
) -> Answer:
    """The property, as it was prepared for a question, decided at every point; `budget` is in seconds.

    Of it `preparing` seconds are spent, which count in the time that is told; a tenth of it is left in any case.

    With a `heading`, the account of the run says what was asked about, and what else the answer tells.
    Raises EvaluatorsDisagree where a number that was found by evaluation is not what its step says.
    A step that is undecided at some points and false at one that is known is decided of that one, and refuted.
    """
    began = time.monotonic() - preparing
    decision = decide(
        prepared.problem,
        engine=engine,
        jobs=jobs,
        budget=max(budget - preparing, budget / 10),
        max_points=max_points,
        replayed=replayed,
        progress=progress,
    )
    for name in prepared.found:
        if decision[name].verdict is Verdict.REFUTED or decision[name].known is not None:
            raise EvaluatorsDisagree(
                f"{prepared.problem.label}.{name}: {decision[name].step.says}: so it was found point by point, and "
                "the step is refuted"
            )
    _require_sharp(prepared, decision)

    def again(problem: Problem) -> Decision:
        """By the layers as written, in the time that is left, or a tenth of all: reals are equal there by proof."""
        left = max(budget - (time.monotonic() - began), budget / 10)
        return decide(problem, engine="literal", jobs=jobs, budget=left, max_points=max_points)

    interrupted = "interrupted" in decision.run
    failing = {} if interrupted else failing_steps(decision, prepared.failing)
    reasons = {result.step.name: result.reason or "" for result in decision.results}
    left_open = undecided_steps(decision) - failing.keys()
    if engine == "auto" and left_open and not interrupted:
        literal = again(of_steps(decision.problem, left_open))
        failing |= failing_steps(
            literal, prepared.failing, literal=True
        )  # of one point alone, as verifiers can tell it there
        decision = joined(decision, literal, left_open - failing.keys())
    if failing:
        alone = again(of_steps(narrowed(prepared.problem, failing), failing))
        decision = joined(decision, alone, failing, (Verdict.REFUTED,))
        failing = {name: known for name, known in failing.items() if decision[name].verdict is Verdict.REFUTED}
    witnesses = {result.step.name: result.witness for result in decision.results if result.witness is not None}
    for name in failing.keys() & witnesses.keys():
        witnesses[name] = replace(witnesses[name], at=failing[name].at)
    told = Answer(
        asked.name,
        prepared.title,
        prepared.definition,
        decision,
        prepared.separation,
        prepared.constants + (() if prepared.measured is None else prepared.measured(decision)),
        {name: prepared.sides(name, witness) for name, witness in witnesses.items()},
        (*prepared.notes, *(f"{name}, of all points: {reason}" for name, reason in reasons.items() if name in failing)),
        heading,
        frozenset(failing),
    )
    decision.run["seconds"] = f"{time.monotonic() - began:.3f}"
    if heading is not None:
        where = {"network": heading.network or None, "stage": heading.stage, "points": heading.points}
        decision.run.update(**where, answer=told_data(heading, told))
    return told


def _require_sharp(prepared: Prepared, decision: Decision) -> None:
    """Raises EvaluatorsDisagree where a bound that was found by evaluation is not attained."""
    for name, (least, greatest) in prepared.sharp.items():
        measured = decision[name].measured
        if measured is None or not decision[name].complete:
            continue
        if least != measured.minimum.value or greatest not in (None, measured.maximum.value):
            raise EvaluatorsDisagree(
                f"{prepared.problem.label}.{name}: {decision[name].step.says}: so it was found point by point, and it "
                "is not attained"
            )


@told_in_arguments()
def ask(
    network: Network | str | Path,
    points: Sequence[Any] | str | Path | None = None,
    *,
    property: str,
    definition: Definition | None = None,
    stage: str | None = None,
    grid: Sequence[Any] | None = None,
    vocabulary: Sequence[Any] | str | Path | None = None,
    n: int | None = None,
    denominator: int | None = None,
    ids: Sequence[Any] | None = None,
    up_to_permutation: bool = False,
    different_columns: bool = False,
    r: object = None,
    r_min: object = None,
    separation: object = None,
    box: Sequence[Sequence[Any]] | None = None,
    table: Sequence[Any] | str | Path | None = None,
    engine: EngineChoice = "auto",
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    max_points: int = DEFAULT_MAX_POINTS,
    replayed: int | None = None,
    progress: Progress | None = None,
    certificate: str | Path | None = None,
) -> Answer:
    """Whether a network (or the one in a file) has a property at points, with its separation and counterexample.

    `points` are d x n matrices of exact numbers, their rows or "0 1/4; 1/2 3/4", or a file of them; in place of them
    all sequences of `n` columns with entries from `grid`, or of the tokens in `vocabulary`, matrices or a file. `box`
    is [(low, high)] for all rows, or a pair for each, `table` the values of the points, or a file; `progress` is told
    how many images are known, then how many points are decided, and of how many; `certificate` is the file that the
    certificate is written to, if any. The other arguments are those of `exactua ask`.
    Raises InputError for anything wrong with the arguments, EvaluatorsDisagree if two evaluators differ.

    >>> network = Network(1, [PositionalEncoding([[0, 1]])])
    >>> print(ask(network, grid=[0, 1], n=2, property="injective").separation.squared)
    1
    >>> ask(network, grid=[0, 1], n=2, property="equivariant").verdict
    <Verdict.REFUTED: 'refuted'>
    """
    for name, given in (("up_to_permutation", up_to_permutation), ("different_columns", different_columns)):
        if not isinstance(given, bool):
            raise InputError(f"{name}: {brief(given)} is neither True nor False")
    if stage is not None and not isinstance(stage, str):
        raise InputError(f"stage: {brief(stage)} is no name of a stage; write it in quotes")
    if progress is not None and not callable(progress):
        raise InputError(f"progress: {brief(progress)} is no function; give one of two numbers")
    if budget != 0:
        seconds(budget)
    options = Options(
        definition,
        None if ids is None else tuple(numbers(ids, "ids", "entry")),
        up_to_permutation,
        different_columns,
        positive(r, "r"),
        positive(r_min, "r-min"),
        positive(separation, "separation"),
        None if box is None else intervals(box),
    )
    if not isinstance(network, (Network, str, Path)):
        raise InputError(f"network: {brief(network)} is none; give a Network or the path of its file")
    path = None if certificate is None else writable(certificate, network, points, vocabulary, table)
    (asked,) = chosen([property], replace(options, table=() if table is not None else None))
    began = time.monotonic()
    question = question_at(
        network if isinstance(network, Network) else Path(network),
        points=file_or_written(points),
        grid=None if grid is None else numbers(grid, "grid", "level"),
        vocabulary=file_or_written(vocabulary),
        n=None if n is None else positive_integer(n, "n"),
        denominator=denominator if integer(denominator) is None else integer(denominator),
        stage=stage,
        table=file_or_written(table),
        options=options,
        deadline=began + budget,
        progress=progress,
    )
    ready = asked.prepare(question)
    told = answer(
        asked,
        ready,
        Heading.of("" if isinstance(network, Network) else str(network), stage, question.points),
        engine=engine,
        jobs=positive_integer(jobs, "jobs", MOST_JOBS),
        budget=budget,
        max_points=max_points,
        replayed=replayed,
        progress=progress,
        preparing=time.monotonic() - began,
    )
    if path is not None:
        write(path, written(told.decision))
    return told


def positive(given: object, argument: str) -> Rational | None:
    """A number >= 0, or None where none is given. Raises InputError for others."""
    if given is None:
        return None
    value = rational(given, argument)
    if value < 0:
        raise InputError(f"{argument}: {value} is not valid; give a number >= 0")
    return value


PAIRS: Final = "give [(low, high)] for all rows, or a pair for each"


def numbers(
    given: Sequence[Any], argument: str, noun: str, advice: str = 'give exact numbers, [0, "1/4"]'
) -> list[Rational]:
    """A list of exact numbers, each called `noun` in messages, or a text "0 1/4".

    Raises InputError, with the advice, for what is none.
    """
    if isinstance(given, str):
        from exactua.console.options import numbers as written_numbers  # the command line, which Python needs for this

        return written_numbers(given, argument)
    listed = several(given, argument, advice)
    with told_of_arrays(given):
        return [rational(number, f"{argument}: {noun} {k}") for k, number in enumerate(listed, 1)]


def intervals(given: Sequence[Any]) -> tuple[tuple[Rational, Rational], ...]:
    """Rows of bounds low <= high, or a text "-1 1; 0 2". Raises InputError for anything else."""
    box = []
    for k, row in enumerate(given.split(";") if isinstance(given, str) else several(given, "box", PAIRS), 1):
        with told_of_arrays(given):
            ends = numbers(row, f"box: row {k}", "number", PAIRS)
        if len(ends) != 2:
            raise InputError(
                f"box: row {k} has {counted(len(ends), 'number')}; write LOW HIGH, for each row behind a semicolon"
            )
        low, high = ends
        if low > high:
            raise InputError(f"box: row {k}: {low} is greater than {high}; write LOW HIGH")
        box.append((low, high))
    return tuple(box)
