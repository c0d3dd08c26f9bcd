"""`exactua sharpen`: where the displayed bounds of a claim are attained, and the sharpest constants over its ladder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import about_data, jobs_by_core, ladder_options
from exactua.console.output import OutputFile, cores, require_output

if TYPE_CHECKING:
    from exactua.claims.claim import Claim


@click.command(
    "sharpen",
    cls=Command,
    short_help="Find the sharpest constants of a claim's bounds.",
    examples=(
        "exactua sharpen lemma10",
        "exactua sharpen lemma10.lower_bound --d 1 --n 2..3",
    ),
    rare="--denominator",
)
@click.argument("label", shell_complete=completion.labels_or_papers)
@about_data()
@ladder_options
@click.option(
    "--work",
    default=20_000,
    metavar="W",
    type=click.IntRange(1, 20_000),
    help="Only instances up to this size (orbits, unless the claim says otherwise).",
    show_default=True,
)
@click.option("--statements", is_flag=True, help="Only statement steps and their repairs, no proof lines.")
@jobs_by_core
@click.option("--output", type=OutputFile(), metavar="FILE", help="Write the result there.")
@format_option
def command(
    label: str,
    work: int,
    statements: bool,
    jobs: int | None,
    output: Path | None,
    output_format: str,
    **box: str | None,
) -> int:
    """Measure every displayed bound of LABEL (a claim, a step such as lemma10.lower_bound, or a paper) on its ladder.

    For each inequality "x <= B" or "x >= B", sharpen says whether and where it is attained. It computes the best factor
    c and the best summand a for which x <= c B and x <= B + a hold at every point of every instance (as printed, c = 1
    and a = 0), for all instances and for each n, and how c changes as delta shrinks. It searches a polynomial in D =
    delta^-d for the extreme of x: one that fits every instance, confirmed by at least two (not a proof).

    exactua decides every constant again as a step, and refutes what is sharper. All results are about the named
    instances only.

    \b
    Exit codes: 0 the bounds were measured; 2 wrong usage; 4 a decision contradicts what was measured.
    """
    from exactua.claims.registry import claims_of, find, is_paper, paper_of, title_of
    from exactua.commands.sharpen.words import document
    from exactua.commands.sharpen.work import sharpen
    from exactua.console.options import ladder_values, tell_namesakes
    from exactua.console.progress import progress_bar

    require_output(output)
    only = ladder_values(box["d"], box["n"], box["delta"])
    claims: list[tuple[Claim, str | None]] = []
    if is_paper(label):
        claims += [(claim, None) for claim in claims_of(label)]
    else:
        claims.append(find(label))
        tell_namesakes(label)
    with progress_bar(quiet=False, noun="instances") as progress:
        sharpened = sharpen(
            claims, only=only, most=work, statements=statements, jobs=jobs or cores(), progress=progress
        )
    title = title_of(label if is_paper(label) else paper_of(claims[0][0]))
    tell_document(
        document(sharpened, title), output, f"{sum(len(subject.rows) for subject in sharpened)} bounds", output_format
    )
    return 0
