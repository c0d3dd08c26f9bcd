"""`exactua verify`: hands a certificate to the stand-alone verifier."""

from __future__ import annotations

import click


@click.command(
    "verify",
    short_help="Re-check a certificate with the independent verifier.",
    context_settings={"ignore_unknown_options": True},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> int:
    """Re-check a certificate: exactua verify CERT [--full] [--limit N] [--seconds N]."""
    from exactua import verifier

    return verifier.main(list(arguments))
