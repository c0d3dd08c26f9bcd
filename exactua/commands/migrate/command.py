"""`exactua migrate`: files of older versions, and what becomes of them here."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from exactua.console.formats import format_option, tell_document
from exactua.console.help import Command
from exactua.console.options import budget_option, jobs_option
from exactua.console.output import say

if TYPE_CHECKING:
    from exactua.commands.migrate.record import File

PRECEDENCE: Final = (1, 2, 3, 0)
"""Of exit codes, where several files have different ones."""


@click.command(
    "migrate",
    cls=Command,
    short_help="Bring files of older versions up to date.",
    examples=(
        "exactua migrate . proofs/",
        "exactua migrate . proofs/ --apply",
    ),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--apply", "apply", is_flag=True, help="Make anew what is to be made anew; else nothing is written.")
@click.option("--no-backup", is_flag=True, help="Do not keep the old files, as FILE.bak, where verdicts stay.")
@jobs_option
@budget_option("Time for a certificate that is made anew")
@format_option
def command(paths: tuple[Path, ...], apply: bool, no_backup: bool, jobs: int, budget: float, output_format: str) -> int:
    """Say of each file of PATH how it stands to this version, and with --apply make anew what is to be made anew.

    PATH is a certificate, a manifest, a file of claims, of sign-offs or a network, or a folder: its own files, and
    those of its .exactua. Other files are passed over. Files of claims are run, and checks of manifests are decided, as
    by regress; certificates alone are read.

    \b
    current                it is as this version has it
    old, readable          this version reads it with the same answer: nothing has to be done
    to be made anew        --apply decides it again: certificates as check does, manifests as
                           regress --update does (pins alone; no verdict that is expected)
    to be changed by hand  the reason says what is to be done
    unreadable             damaged, or of a later version

    Every file that is replaced is kept beside its place as FILE.bak, unless --no-backup is given; a certificate that
    comes out with another verdict is kept all the same, and told.

    \b
    Exit codes: 0 nothing is left to be done; 1 something is to be made anew or to be changed by hand,
    or, with --apply, a verdict is another one now; 2 wrong usage, or an unreadable file; 3 something
    was not decided in its time, or interrupted; 4 the evaluators disagree.

    Of several files: 1 before 2, 2 before 3, 3 before 0.
    """
    from exactua.commands.migrate import words, work
    from exactua.commands.migrate.files import seen
    from exactua.console.progress import progress_bar
    from exactua.errors import InputError

    if no_backup and not apply:
        raise InputError("no-backup: nothing is replaced without --apply; leave out --no-backup, or add --apply")
    known, passed = seen(paths)
    how = work.How(jobs, budget, not no_backup)
    files: list[File] = []
    interrupted = False
    try:
        with progress_bar(quiet=output_format != "text", noun="files") as progress:
            for file in work.looked_at(known, how):
                files.append(file)
                if progress is not None:
                    progress(len(files), len(known))
        if apply:
            if not no_backup:
                work.require_backups(files)
            for number, file in enumerate(files):
                files[number] = work.applied(file)
    except KeyboardInterrupt:
        interrupted = True
        say("exactua: interrupted; what was done by then follows", err=True)
    codes = [file.exit_code for file in files] + [3] * interrupted
    code = next(code for code in PRECEDENCE if code in [*codes, 0])
    again = "" if apply else shlex.join(["exactua", "migrate", *map(str, paths), "--apply"])
    tell_document(words.document(files, passed, code, again), None, "", output_format)
    return code
