"""`exactua list`: the claims there are."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console.instances import one_of
from exactua.console.output import say, say_data

CERTIFICATES = Path(".exactua")


@click.command("list", short_help="The claims there are, and what was checked here.")
@click.argument("paper", required=False)
@click.option("--format", "output_format", default="text", metavar="NAME", help="text or json.", show_default=True)
def command(paper: str | None, output_format: str) -> int:
    """List every claim, or those of PAPER, such as yun2020 or a file my_lemma.py, or of an installed package.

    One row a claim: label, title, source, parameters, numbers of steps, and status.

    The columns "statement", "proof" and "repaired" count the steps of each kind, "general" those that are proved for
    all parameters (`exactua prove`). The status is read from the certificates in ./.exactua, as far as they are about
    the claim as it is now, with what a verifier said of them; `exactua verify` re-checks one.

    Exit codes: 0 listed; 2 wrong usage.
    """
    from exactua.evidence.catalogue import catalogue, document, lines

    one_of(output_format, ("text", "json"), "format")
    entries, unread = catalogue(CERTIFICATES, paper)
    if output_format == "json":
        say_data(document(entries, unread))
    else:
        say(*lines(entries, unread))
    return 0
