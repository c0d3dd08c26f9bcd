"""Where a command's text goes: to the terminal, or whole into a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.claims.verdicts import Verdict


def require_output(output: Path | None, argument: str = "output") -> None:
    """Raises InputError, naming `argument`, before anything is computed, where no file can be written at `output`."""
    if output is not None:
        from exactua.file_access import require_writable

        require_writable(output, argument)


def require_another(output: Path, argument: str, taken: Mapping[str, Path | None]) -> None:
    """Raises InputError, naming `argument`, where `output` would be written over a file that is read or written too."""
    for name, path in taken.items():
        if path is not None and path.resolve() == output.resolve():
            raise InputError(f"{argument}: {output} is the file of {name} too; give another path")


def tell(text: str, output: Path | None, written: str) -> None:
    """Prints the text, or writes it to the file and says what was written: "51 lines" in it."""
    if output is None:
        click.echo(text)
        return
    from exactua.file_access import write_text

    write_text(output, text + "\n", "output")
    click.echo(f"{written} in {output}")


def tell_lines(lines: Iterable[tuple[str, Verdict | None]]) -> None:
    """Prints the lines of a report, each with its verdict in colour on a terminal."""
    colours = {"holds": "green", "refuted": "red", "vacuous": "yellow", "inconclusive": "yellow"}
    for line, verdict in lines:
        if verdict is not None and sys.stdout.isatty():
            word = verdict if verdict in line else verdict.upper()
            line = line.replace(word, click.style(word, fg=colours[verdict], bold=True), 1)
        click.echo(line)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
