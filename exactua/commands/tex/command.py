"""`exactua tex`: what a paper written in LaTeX says that exactua has checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from exactua.console import completion
from exactua.console.help import Group
from exactua.console.options import kept_in_option, own_claims_option, text_or_json
from exactua.console.output import say, say_data
from exactua.errors import InputError


class Tasks(Group):
    """What is done with a paper."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Says what there is where another word is given."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r} of tex; known: {', '.join(self.commands)}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    "tex",
    cls=Tasks,
    short_help="Check the marks of exactua in a LaTeX paper.",
    examples=(
        "exactua tex check paper.tex",
        "exactua tex check paper.tex --claims my_lemma.py",
    ),
)
def command() -> None:
    r"""Check what a paper written in LaTeX says that exactua has checked: its marks, \exactuachecked."""


@command.command(
    "check",
    short_help="Tell which marks are current, stale, false or unverifiable.",
    examples=(
        "exactua tex check paper.tex",
        "exactua tex check paper.tex --certificates certificates/ --format json",
    ),
)
@click.argument(
    "paper", metavar="PAPER.tex", type=click.Path(path_type=Path), shell_complete=completion.papers_in_latex
)
@kept_in_option("Where the certificates of the marks are.")
@own_claims_option
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=600,
    metavar="N",
    help="Time of the verifier for each certificate, by the clock on the wall; 0: any.",
    show_default=True,
)
@text_or_json
def check(paper: Path, folder: Path, own: tuple[str, ...], seconds: float, output_format: str) -> int:
    """Check every \\exactuachecked of PAPER.tex and of what it \\input's and \\include's, each with its line.

    A mark is *current* where the verifier confirms its certificate, this has the verdict and the digests that the mark
    has, and its statements are those of the claim as installed; *stale* where a statement or a digest is another one
    now; *false* where the certificate has another verdict, or the verifier refuses it; else *unverifiable*: there is no
    such claim or certificate, or the mark says too little. What is compared stands in the mark, as
    `exactua cite --format latex` writes it, or in the data that `exactua report latex --fragment` writes and the paper
    reads in.

    TeX is not run, so macros are not expanded. No file that a mark names is run.

    \b
    Exit codes: 0 every mark is current; 1 a mark is false or stale; 2 wrong usage, or a file
    that can't be read; 3 a mark is unverifiable, or a file that is read in is not there;
    4 two certificates contradict each other; 5 there is no mark.
    """
    from exactua.commands.tex.reading import read
    from exactua.commands.tex.words import document, lines
    from exactua.commands.tex.work import Judge, claims_named, exit_code

    if folder.exists() and not folder.is_dir():
        raise InputError(f"certificates: {folder} is no folder; give the folder of the certificates")
    source = read(paper)
    judged = list(Judge(folder, seconds, claims_named(own)).of(source))
    if output_format == "json":
        say_data(document(source, judged))
    else:
        say(*lines(source, judged))
    return exit_code(judged, bool(source.missing))
