"""`exactua explain`: why a step holds or fails at a point."""

from __future__ import annotations

from typing import Any

import click

from exactua.console import completion
from exactua.console.help import Command
from exactua.console.instances import single_box
from exactua.console.options import about_data, box_options, memory_option, tell_namesakes, text_or_json
from exactua.console.output import say, say_data
from exactua.errors import InputError


@click.command(
    "explain",
    cls=Command,
    short_help="Say why a step holds or fails at a point.",
    examples=(
        'exactua explain lemma7.range_of_k --d 1 --n 2 --delta 1/4 --at "1/4"',
        "exactua explain lemma8.property4 --d 2 --n 3",
    ),
    rare="--max-memory --denominator",
)
@click.argument("step", shell_complete=completion.labels)
@box_options
@about_data("step")
@click.option(
    "--at",
    multiple=True,
    metavar="POINT",
    help='A point as check prints it: "0 1/4; 1/2 3/4", or a word: "a b b a". Twice for a step that compares two.',
)
@click.option("--row", type=click.IntRange(1), metavar="I", help="For a step about single entries: the row to read.")
@memory_option()
@text_or_json
def command(step: str, at: tuple[str, ...], row: int | None, output_format: str, **box: Any) -> int:
    """Explain STEP, such as lemma7.range_of_k or yun2020:lemma8.property3, at a point of an instance.

    explain shows what the step says, whether the point satisfies its hypotheses, every operand with its exact value,
    the relation with both sides down to the operands, and the repaired step at the point. Without --at it takes the
    least counterexample of the instance; if there is none, a point where the step is nearest to failing.

    \b
    Exit codes: 0 explained, whether the step holds or not; 2 wrong usage; 3 the search for a point
    was inconclusive, or a step about words has no value there; 4 the evaluators disagree.
    """
    from exactua.claims.registry import find
    from exactua.claims.verdicts import Verdict
    from exactua.commands.explain.words import document, report
    from exactua.commands.explain.work import explain
    from exactua.console.points import point_of, with_width
    from exactua.console.progress import progress_bar

    claim, name = find(step)
    tell_namesakes(step)
    claim.require_steps()
    if name is None:
        names = ", ".join(known.name for known in claim.steps)
        first = f"{step}.{claim.steps[0].name}"
        raise InputError(f"step: {step!r} is a claim; name one of its steps, such as {first}; it has {names}")
    points = [point_of(claim, text) for text in at]
    values = single_box(claim, **with_width(claim, box, points))
    d = values.get("d")
    if row is not None and isinstance(d, int) and row > d:
        raise InputError(f"row: {row} is not a row; there are {d}")
    with progress_bar(quiet=output_format != "text") as progress:
        explanation = explain(claim, name, values, points, row, progress, output_format == "text")
    code = 3 if explanation.verdict is Verdict.INCONCLUSIVE or explanation.without_value else 0
    if output_format == "json":
        say_data(document(explanation, code))
    else:
        say(*report(explanation))
    return code
