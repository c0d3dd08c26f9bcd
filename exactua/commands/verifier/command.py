"""`exactua verifier`: the verifiers as files to attach to a paper."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console.help import Command
from exactua.console.output import OutputFile, say


@click.command(
    "verifier",
    cls=Command,
    short_help="Write a verifier as one file: Python, C, or proved.",
    examples=(
        "exactua verifier --emit verifier.py",
        "exactua verifier --emit verifier.c",
        "exactua verifier --emit verifier.ml",
    ),
)
@click.option(
    "--emit",
    "path",
    type=OutputFile(),
    required=True,
    metavar="FILE",
    help="verifier.py (Python's standard library alone), verifier.c (C and GMP) or verifier.ml (OCaml, proved).",
)
def command(path: Path) -> int:
    """Write a verifier as ONE file, for somebody who has your certificates and not exactua.

    Those in Python and in C were written apart, from the description of the format; tests compare what they confirm and
    refuse. The one in OCaml is extracted from a proof in Rocq that what it confirms is true; it does not decide all
    that they do.

    \b
    exactua verifier --emit verifier.py     runs on any Python from 3.11 on
    exactua verifier --emit verifier.c      needs a C compiler, libgmp and a long of 64 bits
    exactua verifier --emit verifier.ml     needs ocamlfind, ocamlopt and zarith

    Their programs are exactua-verifier-c and exactua-verifier-ml: on the PATH, and of this version, `exactua verify
    --with` takes them. --version tells the version of each.

    Exit codes: 0 written; 2 wrong usage.
    """
    from exactua.evidence.emitting import emit

    written = emit(path)
    say(f"{written.path}: {written.lines:,} lines, {written.sha256}")
    for line in written.commands:
        say(f"  {line}")
    return 0
