"""`exactua errata`: the ledger of a paper's wrong lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import given_among, jobs_by_core, ladder_options
from exactua.console.output import OutputFile, cores, require_output
from exactua.errors import InputError
from exactua.plurals import counted


@click.command(
    "errata",
    cls=Command,
    short_help="List a paper's refuted and vacuous lines.",
    examples=(
        "exactua errata yun2020",
        "exactua errata my_lemma.py --n 2..3",
    ),
)
@click.argument("paper", default="yun2020", shell_complete=completion.papers_or_files)
@ladder_options
@click.option(
    "--certificates",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Use the certificates in DIR in place of new checks.",
)
@jobs_by_core
@click.option("--output", type=OutputFile(), metavar="FILE", help="Write the ledger there.")
@format_option
def command(
    paper: str, certificates: Path | None, jobs: int | None, output: Path | None, output_format: str, **box: Any
) -> int:
    """Decide every line of PAPER (yun2020 if none is given) on its default ladder, and list those that are wrong.

    Each fault has a row: the paper's words and their place, the kind of fault, the least counterexample, the instances
    at which the line fails, whether the conclusion survives and by which line, the repair with the range over which it
    was verified, and other lines with the same fault. Notes follow: lines that are refuted, or vacuous, and are no
    faults, such as lines that the paper does not say. For your own claims, --d, --n and --delta may leave the ladder.

    \b
    Exit codes: 0 a ledger was made; 2 wrong usage; 3 some line is inconclusive (it is listed);
    4 the evaluators disagree.
    """
    from exactua.console.options import ladder_values
    from exactua.console.progress import progress_bar
    from exactua.evidence.certificate_folders import from_certificates
    from exactua.evidence.ledgers import from_checks
    from exactua.printing.errata import document

    require_output(output)
    if certificates is not None:
        for name, option in given_among(box, box):
            raise InputError(f"{name}: the certificates have their own instances; leave out {option}")
        errata = from_certificates(paper, certificates)
    else:
        with progress_bar(quiet=False, noun="instances") as progress:
            errata = from_checks(paper, ladder_values(**box), jobs or cores(), progress=progress)
    code = 3 if errata.undecided else 0
    contents = f"{counted(len(errata.rows), 'fault')} and {counted(len(errata.notes), 'note')}"
    tell_document(document(errata, code), output, contents, output_format)
    return code
