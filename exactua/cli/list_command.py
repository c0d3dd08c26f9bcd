"""`exactua list`: the claims there are."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.cli.instances import one_of

CERTIFICATES = Path(".exactua")


@click.command("list", short_help="The claims there are, and what was checked here.")
@click.option("--format", "output_format", default="text", metavar="NAME", help="text or json.", show_default=True)
def command(output_format: str) -> int:
    """List every claim: label, title, source, parameters, numbers of steps, and status.

    The columns "statement", "proof" and "repaired" count the steps of each kind. The status is read from the
    certificates in ./.exactua as they are; `exactua verify` re-checks one.
    """
    from exactua.workflows.catalogue import catalogue, document, lines

    one_of(output_format, ("text", "json"), "format")
    entries, unread = catalogue(CERTIFICATES)
    if output_format == "json":
        import json

        click.echo(json.dumps(document(entries, unread), indent=2))
    else:
        click.echo("\n".join(lines(entries, unread)))
    return 0
