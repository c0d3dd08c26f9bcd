"""`exactua new`: a file of claims of one's own to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from exactua.console.output import say


@click.command("new", short_help="Begin a file of your own claims.")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.py")
@click.option("--force", is_flag=True, help="Write over FILE.py if it exists.")
def command(file: Path, force: bool) -> int:
    """Write FILE.py, a small example that works: a network, a grid and three steps, one of which is false.

    docs/own-claims.md says what else a file of claims may hold.

    Exit codes: 0 written; 2 wrong usage, or a FILE.py that exists and --force is not given.
    """
    from exactua.commands.new.work import new_file, next_commands

    new_file(file, force)
    say(f"{file}: a network, a grid and three steps, one of which is false", "", "next:")
    for line in next_commands(file):
        say(f"  {line}")
    return 0
