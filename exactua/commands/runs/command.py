"""`exactua runs`: what the run store holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from exactua.commands.check.work import STORE
from exactua.console.formats import format_option, tell_document
from exactua.console.help import Group
from exactua.console.options import text_or_json
from exactua.console.output import say
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.deciding.large_runs.kept_runs import KeptRun

Function = TypeVar("Function", bound=Callable[..., Any])


def _store_option(function: Function) -> Function:
    return click.option(
        "--store", type=click.Path(path_type=Path), default=STORE, metavar="FILE", show_default=True, help="The store."
    )(function)


@click.group(
    "runs",
    cls=Group,
    short_help="List, show, resume or remove runs that were kept.",
    examples=(
        "exactua runs list",
        "exactua runs resume 3e356bb5 --budget 2h",
    ),
)
def command() -> None:
    """Runs whose finished parts are kept, so that one that was ended goes on where it was.

    `exactua check` keeps longer runs in .exactua/runs.sqlite; the same command resumes one. RUN is the beginning of the
    run's name in the first column of `exactua runs list`.
    """


@command.command(
    "list",
    short_help="The runs of the store.",
    examples=(
        "exactua runs list",
        "exactua runs list --format markdown",
    ),
)
@_store_option
@format_option
def list_runs(store: Path, output_format: str) -> int:
    """List the runs of the store, in the order in which they began.

    One row a run: name, claim, instance, points decided of all, share, state, start and last kept part (UTC), size.

    \b
    Exit codes: 0; 2 wrong usage, or a store that can't be read.
    """
    from exactua.commands.runs import words as reporting

    tell_document(reporting.document(_kept(store), str(store)), None, "", output_format)
    return 0


@command.command(
    "show",
    short_help="One run: its ranges, steps, verdict and certificate.",
    examples=(
        "exactua runs show 3e356bb5",
        "exactua runs show 3e356bb5 --format json",
    ),
)
@click.argument("run")
@_store_option
@format_option
def show(run: str, store: Path, output_format: str) -> int:
    """Show what RUN decides, which ranks of each domain are decided, and how it ended.

    \b
    Exit codes: 0; 2 wrong usage, or no such run.
    """
    from exactua.commands.runs import words as reporting

    tell_document(reporting.details(_found(store, run), str(store)), None, "", output_format)
    return 0


@command.command(
    "resume",
    short_help="Go on with a run.",
    examples=(
        "exactua runs resume 3e356bb5",
        "exactua runs resume 3e356bb5 --budget 2h",
    ),
)
@click.argument("run")
@_store_option
@click.option("--jobs", metavar="K", type=click.IntRange(1, 256), help="Processes; as before if not given.")
@click.option("--budget", metavar="TIME", help="Time limit from now on: 60s, 10m, 2h.")
@click.option("--max-points", metavar="N", type=click.IntRange(0), help="Most points; as before if not given.")
@text_or_json
def resume(run: str, store: Path, output_format: str, **changed: Any) -> int:
    """Decide what is left of RUN: `exactua check` with the claim, the instance and the options that it was begun with.

    The command is printed first. A claim in a file of somebody's own is read from its path, and the file is run.

    \b
    Exit codes: those of check; 2 also where the claim, or the code, is not what it was when
    the run began.
    """
    import shlex

    from exactua.commands.check.command import command as check
    from exactua.commands.check.kept_options import arguments
    from exactua.commands.runs.work import again

    begun = _found(store, run)
    asked = again(begun)
    words = arguments(begun, asked.label, asked.judged, store, changed)
    if output_format != "text":
        words.append(f"--format={output_format}")
    say(f"exactua check {shlex.join(words)}", err=True)
    code = check.main(words, standalone_mode=False)
    return code if isinstance(code, int) else 0


@command.command(
    "clean",
    short_help="Remove runs and give their room back.",
    examples=(
        "exactua runs clean 3e356bb5",
        "exactua runs clean --finished --older-than 30d",
    ),
)
@click.argument("runs", nargs=-1)
@click.option("--finished", is_flag=True, help="Runs that ended with a verdict.")
@click.option("--all", "everything", is_flag=True, help="All runs that are not running now.")
@click.option("--older-than", metavar="AGE", help="Runs without a new result for this long: 30d, 12h.")
@_store_option
def clean(runs: tuple[str, ...], finished: bool, everything: bool, older_than: str | None, store: Path) -> int:
    """Remove RUNS, or those that the options say, from the store; certificates stay where they are.

    With several options a run has to be what each of them says. A run that a process is at is never removed.

    \b
    Exit codes: 0; 2 wrong usage, or a store that can't be written.
    """
    from exactua.commands.runs import work as workflow
    from exactua.commands.runs.words import bytes_shown, name
    from exactua.deciding.large_runs.kept_runs import SHORT, remove
    from exactua.deciding.large_runs.store import RunStore

    age = None if older_than is None else _age(older_than)
    if not (runs or finished or everything or older_than):
        raise InputError("runs: name the runs, or give --finished, --all or --older-than 30d")
    if runs and (finished or everything or older_than):
        raise InputError("runs: name runs or give --finished, --all, --older-than; not both")
    chosen = list({stored.identity: stored for stored in (_found(store, run) for run in runs)}.values())
    for stored in chosen:
        if stored.running:
            raise InputError(f"runs: a process is working on {stored.identity[:SHORT]}; end it first")
    if not runs:
        chosen = [stored for stored in _kept(store) if stored.state == "finished" or not finished]
        chosen = chosen if age is None else workflow.older_than(chosen, age)
        for stored in chosen:
            if stored.running:
                say(f"left     {stored.identity[:SHORT]}  {name(stored)}: a process is working on it")
        chosen = [stored for stored in chosen if not stored.running]
    if not chosen:
        say("nothing to remove")
        return 0
    with RunStore(store) as opened:
        freed = remove(opened, chosen)
    for stored in chosen:
        say(f"removed  {stored.identity[:SHORT]}  {name(stored)}, {stored.state}, {bytes_shown(stored.size)}")
    say(f"{store} is smaller by {bytes_shown(freed)}")
    return 0


def _kept(store: Path) -> list[KeptRun]:
    """The runs of a store; none where there is no file."""
    from exactua.deciding.large_runs.kept_runs import kept_runs
    from exactua.deciding.large_runs.store import RunStore

    if not store.exists():
        return []
    with RunStore(store) as opened:
        return kept_runs(opened)


def _found(store: Path, run: str) -> KeptRun:
    from exactua.deciding.large_runs.kept_runs import kept_run
    from exactua.deciding.large_runs.store import RunStore

    if not store.exists():
        raise InputError(f"store: there is no file {store}, and no run {run!r} in it")
    with RunStore(store) as opened:
        return kept_run(opened, run)


def _age(text: str) -> timedelta:
    """The time that "30d", "12h" or "90m" writes. Raises InputError for anything else."""
    import re

    match = re.fullmatch(r"\s*([0-9]{1,5})\s*(d|h|m|min|s)\s*", text)
    if not match:
        raise InputError(f"older_than: {text!r} is not an age; write 30d, 12h or 90m")
    unit = {"d": "days", "h": "hours", "m": "minutes", "min": "minutes", "s": "seconds"}[match[2]]
    return timedelta(**{unit: int(match[1])})
