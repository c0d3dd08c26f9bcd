"""`exactua relax`: what a claim's hypotheses, conditions and constants are worth."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import about_data, jobs_by_core
from exactua.console.output import OutputFile, cores, require_output
from exactua.errors import InputError
from exactua.plurals import counted


@click.command(
    "relax",
    cls=Command,
    short_help="Drop a hypothesis or a constant; see what breaks.",
    examples=(
        'exactua relax lemma8 --drop "delta^{-1} >= 2"',
        "exactua relax yun2020 --format markdown -o relax.md",
    ),
    rare="--denominator",
)
@click.argument("label", default="yun2020", shell_complete=completion.labels_or_papers)
@about_data()
@click.option(
    "--drop",
    "drops",
    multiple=True,
    metavar="NAME",
    help='What to drop: "delta^{-1} >= 2"; all of the claim, one by one, by default.',
)
@click.option("--d", metavar="D", help="Only instances with this d: 2, 1..3 or 1,3.")
@click.option("--n", metavar="N", help="Only those with this n; 1 is valid here.")
@click.option("--delta", metavar="1/m", help="Only those with this delta: 1/4, 1/2..1/8 or 1/2,1/4; 1 is valid here.")
@click.option(
    "-p",
    "--parameter",
    "others",
    multiple=True,
    metavar="NAME=VALUE",
    help="Only those with this value of a further parameter (repeatable), on the ladder or not: k=8 or R=1..3.",
)
@jobs_by_core
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write the table there.")
@format_option
def command(
    label: str,
    drops: tuple[str, ...],
    others: tuple[str, ...],
    jobs: int | None,
    output: Path | None,
    output_format: str,
    **box: str | None,
) -> int:
    """Say what breaks first when one thing that LABEL (a claim, a step, or a paper) has is dropped.

    A relaxation drops one hypothesis on d, n and delta, or one condition of a step, widens a domain, changes the tie
    rule of the hardmax, or changes a constant or an end of an interval that the claim declares. relax shows the first
    step that holds as the paper has it and fails then, with its least counterexample. 'Does not break' is about the
    named instances only.

    \b
    Exit codes: 0 it ran, whatever breaks; 2 wrong usage; 4 the evaluators disagree.
    """
    from exactua.claims.registry import find, is_paper
    from exactua.commands.relax.words import document
    from exactua.commands.relax.work import relax, relax_paper
    from exactua.console.options import further_on_ladder, ladder_values, tell_namesakes
    from exactua.console.progress import progress_bar

    require_output(output)
    if len(drops) > 1:
        raise InputError(f"drop: {len(drops)} are given; one thing is dropped at a time")
    drop = drops[0] if drops else None
    only = ladder_values(**box, read_delta=_cubes)
    processes = jobs or cores()
    paper = label.removesuffix(":")
    if others:
        if is_paper(paper):
            raise InputError(f"p: {label} is a paper; name the claim whose parameters are meant")
        only |= further_on_ladder(find(label)[0], others)
    with progress_bar(quiet=False, noun="relaxations") as progress:
        if is_paper(paper):
            if drop is not None:
                raise InputError(f"drop: {label} is a paper; name the claim whose {drop!r} is dropped")
            table = relax_paper(paper, only=only, jobs=processes, progress=progress)
        else:
            table = relax(label, drop, only=only, jobs=1 if drop is not None else processes, progress=progress)
    if not is_paper(paper):
        tell_namesakes(label)
    tell_document(document(table), output, counted(len(table.findings), "relaxation"), output_format)
    return 0


def _cubes(delta: str) -> list[int]:
    """The values of 1/delta that are written, delta = 1 among them."""
    from exactua.claims.ranges import cubes

    inverses: list[int] = []
    for part in delta.split(","):
        low, dots, high = part.partition("..")
        if low.strip() in ("1", "1/1"):
            inverses += [1, *(cubes(f"1/2..{high}") if dots else [])]
        else:
            inverses += cubes(part)
    return list(dict.fromkeys(inverses))
