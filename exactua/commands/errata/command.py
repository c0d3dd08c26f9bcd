"""`exactua errata`: the ledger of a paper's wrong lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console.instances import one_of
from exactua.console.output import OutputFile, cores, require_output, tell
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.visible_text import joined

FORMATS = ("text", "markdown", "json", "latex")


@click.command("errata", short_help="The ledger of a paper's refuted and vacuous lines.")
@click.argument("paper", default="yun2020")
@click.option("--d", metavar="D", help="Only instances of the ladder with this d: 2, 1..3 or 1,3.")
@click.option("--n", metavar="N", help="Only those with this n.")
@click.option("--delta", metavar="1/m", help="Only those with this delta: 1/4, 1/2..1/8 or 1/2,1/4.")
@click.option(
    "--certificates",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Take what the certificates in DIR say in place of new checks.",
)
@click.option("--jobs", metavar="K", type=click.IntRange(1, 256), help="Processes.  [default: one a core]")
@click.option("--output", type=OutputFile(), metavar="FILE", help="Write the ledger there.")
@click.option(
    "--format", "output_format", default="text", metavar="NAME", help=f"{', '.join(FORMATS)}.", show_default=True
)
def command(
    paper: str, certificates: Path | None, jobs: int | None, output: Path | None, output_format: str, **box: Any
) -> int:
    """Decide every line of PAPER (yun2020 if none is given) on its default ladder, and list those that are wrong.

    A row for each fault: the paper's words and where they stand, what kind of fault it is, the least counterexample,
    at which instances it fails, whether the conclusion survives and by which line, the repair with the range over
    which it was verified, and where the same fault shows again. Apart from them, notes: lines that are refuted, or
    say nothing, and are no faults.

    \b
    Exit codes: 0 a ledger was made; 2 wrong usage; 3 some line is inconclusive (it is listed);
    4 the evaluators disagree.
    """
    from exactua.commands.errata.work import from_certificates
    from exactua.console.options import ladder_values
    from exactua.console.progress import progress_bar
    from exactua.evidence.ledgers import from_checks

    one_of(output_format, FORMATS, "format")
    require_output(output)
    if certificates is not None:
        for name, given in box.items():
            if given is not None:
                raise InputError(f"{name}: the certificates have their own instances; leave out --{name}")
        found = from_certificates(paper, certificates)
    else:
        with progress_bar(quiet=False, noun="instances") as progress:
            found = from_checks(paper, ladder_values(**box), jobs or cores(), progress=progress)
    code = 3 if found.undecided else 0
    text = _written(found, output_format, code)
    made = f"{counted(len(found.rows), 'fault')} and {counted(len(found.notes), 'note')}"
    tell(text, output, made, output_format)
    return code


def _written(found: Any, output_format: str, code: int) -> str:
    if output_format == "json":
        import json

        from exactua.printing.errata import document

        return json.dumps(document(found, code), indent=2)
    if output_format == "markdown":
        from exactua.printing.errata_markdown import markdown

        return joined(markdown(found))
    if output_format == "latex":
        from exactua.commands.errata.latex import latex

        return joined(latex(found))
    from exactua.printing.errata import report

    return joined(report(found))
