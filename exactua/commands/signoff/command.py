"""`exactua signoff`: a person says that a step says what the paper says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console import completion
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import tell_namesakes
from exactua.console.output import say
from exactua.errors import InputError


@click.command(
    "signoff",
    cls=Command,
    short_help="Say that you read a step beside its paper; list who did.",
    examples=(
        'exactua signoff lemma8.property3 --by "YOUR NAME" --quote "the words" --page 13',
        "exactua signoff --list --format json",
    ),
)
@click.argument("step", required=False, shell_complete=completion.labels)
@click.option("--by", metavar="NAME", help="Who read it: your name.")
@click.option("--quote", metavar="TEXT", help="The words of the paper that the step says.")
@click.option("--page", metavar="P", help="The page with these words.")
@click.option("--remove", is_flag=True, help="Remove NAME's sign-off of STEP; --by is optional if there is only one.")
@click.option("--list", "listed", is_flag=True, help="List the sign-offs, of STEP alone if it is given.")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file of sign-offs.  [default: signoffs.toml here; of a paper, in a checkout, that of exactua]",
)
@format_option
def command(step: str | None, listed: bool, output_format: str, **options: Any) -> int:
    """Sign off STEP, such as lemma8.property3 or my_lemma.py::lemma.grows: it says what these words of the paper say.

    The sign-off is an entry of a TOML file, bound to the statement hash of the step. Where the step states something
    else later, it is shown as stale. It is shown by show, errata and report html: of the file that comes with
    exactua and of signoffs.toml in the current folder. It decides nothing, and no certificate holds it.

    What the paper does not say can't be signed off: a repaired step, a line that is not said there, a claim of ours.
    With --list the files of claims that the entries name are run, as by regress.

    \b
    Exit codes: 0 written, removed or listed; 2 wrong usage, or a file that can't be read or written.
    """
    from exactua.commands.signoff import words, work

    if listed:
        for name in ("by", "quote", "page", "remove"):
            if options[name]:
                raise InputError(f"{name}: --list shows what there is; leave out --{name}")
        tell_document(words.document(work.listed(options["file"], step)), None, "", output_format)
        return 0
    if output_format != "text":
        raise InputError(f"format: {output_format} is a format of --list; leave out --format, or add --list")
    if step is None:
        raise InputError("step: give the label of a step, such as lemma8.property3, or --list")
    if options["remove"]:
        for name in ("quote", "page"):
            if options[name] is not None:
                raise InputError(f"{name}: --remove takes a sign-off back; leave out --{name}")
        path, entry = work.remove(step, options["by"], options["file"])
        say(f"removed from {words.shown_path(path)}: {entry.step}, signed off by {entry.by}")
        return 0
    for name in ("by", "quote"):
        if options[name] is None:
            raise InputError(f"{name}: --{name} is missing; give {work.WANTED[name]}")
    tell_namesakes(step)
    signed = work.sign(step, options["by"], options["quote"], options["page"] or "", options["file"])
    say(*words.signed(signed))
    return 0
