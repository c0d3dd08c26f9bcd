"""`exactua relax`: what a claim's hypotheses, conditions and constants are worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console.instances import one_of
from exactua.console.output import OutputFile, cores, require_output, tell
from exactua.errors import InputError
from exactua.visible_text import joined

FORMATS = ("text", "markdown", "json")


@click.command("relax", short_help="What breaks first when a hypothesis or a constant is dropped.")
@click.argument("label", default="yun2020")
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
@click.option("--jobs", metavar="K", type=click.IntRange(1, 256), help="Processes.  [default: one a core]")
@click.option("-o", "--output", type=OutputFile(), metavar="FILE", help="Write the table there.")
@click.option(
    "--format", "output_format", default="text", metavar="NAME", help=f"{', '.join(FORMATS)}.", show_default=True
)
def command(
    label: str, drops: tuple[str, ...], jobs: int | None, output: Path | None, output_format: str, **box: str | None
) -> int:
    """Say what breaks first when one thing that LABEL (a claim, a step, or a paper) has is dropped.

    A relaxation is one hypothesis on d, n and delta less, one condition of a step less, a wider domain, another tie
    rule of the hardmax, a constant or an end of an interval that the claim declares. What holds as the paper has it
    and fails then, first in the order of instances and of the paper, is shown with its least counterexample. 'Does
    not break' speaks of the instances that it names.

    \b
    Examples: exactua relax lemma8 --drop "delta^{-1} >= 2"
              exactua relax lemma10
              exactua relax yun2020 --format markdown -o relax.md

    \b
    Exit codes: 0 it ran, whatever breaks; 2 wrong usage; 4 the evaluators disagree.
    """
    from exactua.claims.registry import is_paper
    from exactua.commands.relax.work import relax, relax_paper
    from exactua.console.options import ladder_values, tell_namesakes
    from exactua.console.progress import progress_bar

    one_of(output_format, FORMATS, "format")
    require_output(output)
    if len(drops) > 1:
        raise InputError(f"drop: {len(drops)} are given; one thing is dropped at a time")
    drop = drops[0] if drops else None
    only = ladder_values(**box, read_delta=_cubes)
    processes = jobs or cores()
    paper = label.removesuffix(":")
    with progress_bar(quiet=False, noun="relaxations") as progress:
        if is_paper(paper):
            if drop is not None:
                raise InputError(f"drop: {label} is a paper; name the claim whose {drop!r} is dropped")
            found = relax_paper(paper, only=only, jobs=processes, progress=progress)
        else:
            found = relax(label, drop, only=only, jobs=1 if drop is not None else processes, progress=progress)
    if not is_paper(paper):
        tell_namesakes(label)
    text = _written(found, output_format)
    tell(text, output, f"{len(found.findings)} relaxations", output_format)
    return 0


def _cubes(delta: str) -> list[int]:
    """The values of 1/delta that are written, delta = 1 among them."""
    from exactua.console.options import cubes

    found: list[int] = []
    for part in delta.split(","):
        low, dots, high = part.partition("..")
        if low.strip() in ("1", "1/1"):
            found += [1, *(cubes(f"1/2..{high}") if dots else [])]
        else:
            found += cubes(part)
    return list(dict.fromkeys(found))


def _written(found: Any, output_format: str) -> str:
    if output_format == "json":
        import json

        from exactua.commands.relax.words import document

        return json.dumps(document(found), indent=2)
    if output_format == "markdown":
        from exactua.commands.relax.words import markdown

        return joined(markdown(found))
    from exactua.commands.relax.words import report

    return joined(report(found))
