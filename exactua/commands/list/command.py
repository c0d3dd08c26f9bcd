"""`exactua list`: the claims there are."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command

CERTIFICATES = Path(".exactua")


@click.command(
    "list",
    cls=Command,
    short_help="List the claims, and what was checked here.",
    examples=(
        "exactua list",
        "exactua list yun2020 --format markdown",
    ),
)
@click.argument("paper", required=False, shell_complete=completion.papers_or_files)
@format_option
def command(paper: str | None, output_format: str) -> int:
    """List every claim, or those of PAPER, such as yun2020 or a file my_lemma.py, or of an installed package.

    Each claim has a row: label, title, source, parameters, numbers of steps, and status.

    The columns "statement", "proof" and "repaired" count the steps of each kind. "general" counts the steps that are
    proved for all parameters (`exactua prove`). The status comes from those certificates in ./.exactua that are about
    the claim as it is now, and from a verifier's answers about them. `exactua verify` re-checks a certificate.

    Exit codes: 0 listed; 2 wrong usage.
    """
    from exactua.evidence.catalogue import catalogue, document

    tell_document(document(*catalogue(CERTIFICATES, paper)), None, "", output_format)
    return 0
