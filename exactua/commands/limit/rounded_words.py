"""What `limit --certify` prints, as lines, tables and data: a verdict at each factor in each format, and why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.rationals import encode_rational
from exactua.claims.decision import Decision, StepResult
from exactua.claims.paper_units import paper_value
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict, word
from exactua.commands.limit.rounded import RoundedLimit, Rounding, Underflow
from exactua.deciding.observations import LiteralObservations
from exactua.printing import machine
from exactua.printing.documents import Block, Document, Heading, Items, Judged, Table, Words
from exactua.printing.short_numbers import shown, shown_factor
from exactua.printing.text import counterexample, instance, number
from exactua.terms.evaluation import Evaluator
from exactua.terms.units import degree

FORMAT: Final = "exactua-limit-rounded/1"
MODEL: Final = (
    "model: softmax[lambda A] for hardmax[A]; every layer computed exactly, each entry of its output rounded once, to "
    "nearest, ties to even"
)


def prompt(limit: RoundedLimit) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Limit of {_title(limit)}, rounded"
    yield f"  {_exactly(limit)}"
    yield from (f"  {_where(row)}: {_verdict(row)}" for row in limit.rows)


def document(limit: RoundedLimit) -> Document:
    """The verdicts, a column a format; behind them, for each that is not holds, why."""
    names = list(dict.fromkeys(row.form.name for row in limit.rows))
    factors = list(dict.fromkeys(row.factor for row in limit.rows))
    rows: list[tuple[Words, ...]] = [("lambda", *names)]
    rows += [(shown_factor(factor), *((_judged(limit[factor, name]),) for name in names)) for factor in factors]
    blocks: list[Block] = [
        Heading(_title(limit)),
        Items([_exactly(limit), MODEL]),
        Table(rows, right=[0]),
    ]
    for row in limit.rows:
        if lines := list(why(row)):
            blocks += [Heading(f"{_where(row)}: {_verdict(row)}", 2), Items(lines)]
    return Document(blocks, data(limit))


def why(row: Rounding) -> Iterator[str]:
    """Which steps are refuted, where and by which values; which weight underflows; what is not decided, and why."""
    for result in row.decision.results:
        yield from (f"{result.step.name}: {line}" for line in _of_step(row.decision, result))
    if row.underflow is not None:
        yield _underflow(row, row.underflow)


def _of_step(decision: Decision, result: StepResult) -> Iterator[str]:
    if result.witness is not None:
        lines = counterexample(decision.problem, result.step, result.witness, result.complete)
        yield from (line for line in lines if not line.startswith("replay: "))  # which has the hardmax network
        yield from _merged(decision.problem, result)
    elif result.without_value:
        yield f"not decided: {result.without_value}"
    elif result.verdict is Verdict.INCONCLUSIVE:
        yield f"not decided: {result.reason or 'not every point was decided'}"


def _merged(problem: Problem, result: StepResult) -> Iterator[str]:
    """Which numbers are the same where all of a list are said to be distinct."""
    step, witness = result.step, result.witness
    if witness is None or step.fold != "each" or step.term.operator != "distinct" or len(witness.points) != 1:
        return
    (listed,) = step.term.arguments
    observed = LiteralObservations(problem.networks, witness.points[0])
    numbers = Evaluator(problem.parameters, problem.values, observed)(listed)
    unit = 0 if problem.degrees is None else degree(listed, problem.degrees)
    for (i, x), (j, y) in combinations(enumerate(numbers, 1), 2):
        if x == y:
            yield f"there: number {i} and number {j} of these are both {number(paper_value(x, unit, problem))}"
            return


def _underflow(row: Rounding, underflow: Underflow) -> str:
    least = shown(dyadic_power(row.form.finest))
    return (
        f"underflow there: in layer {underflow.layer} of {underflow.network}, head {underflow.head}, token "
        f"{underflow.of} gives token {underflow.to} the weight {underflow.weight}, not more than half of the least "
        f"number {least} of {row.form.name}, so that rounded by itself it would be 0"
    )


def _title(limit: RoundedLimit) -> str:
    return f"{limit.problem.title}, {instance(limit.problem)}"


def _exactly(limit: RoundedLimit) -> str:
    return f"with hardmax, exactly: {word(limit.exact.verdict, limit.problem.objects)}"


def _where(row: Rounding) -> str:
    return f"lambda = {shown_factor(row.factor)}, {row.form.name}"


def _verdict(row: Rounding) -> str:
    return word(row.verdict, row.decision.problem.objects)


def _judged(row: Rounding) -> Judged:
    return Judged(_verdict(row), row.verdict)


def data(limit: RoundedLimit) -> dict[str, Any]:
    """All as JSON data; what was decided as `check` writes it."""
    files = limit.files or (None,) * len(limit.rows)
    return {
        "format": FORMAT,
        "exit_code": limit.exit_code,
        "title": _title(limit),
        "claim": limit.problem.label,
        "parameters": dict(limit.problem.parameters),
        "hardmax": limit.exact.verdict.value,
        "rows": [
            {
                "lambda": encode_rational(row.factor),
                "dtype": row.form.name,
                "verdict": row.verdict.value,
                "because": [*why(row)],
                "underflow": None if row.underflow is None else _underflow_data(row.underflow),
                "certificate": None if file is None else str(file),
                "check": machine.box(row.decision, None if file is None else str(file), row.exit_code),
            }
            for row, file in zip(limit.rows, files, strict=True)
        ],
    }


def _underflow_data(underflow: Underflow) -> dict[str, Any]:
    return {
        "network": underflow.network,
        "layer": underflow.layer,
        "head": underflow.head,
        "of": underflow.of,
        "to": underflow.to,
        "weight": underflow.weight,
    }
