"""Where a command's text goes: to the terminal, or whole into a file."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.errors import InputError
from exactua.output_files import STANDARD_OUTPUT, Kind, require_writable, standard_output_is_a_file, write_text
from exactua.visible_text import joined, visible

if TYPE_CHECKING:
    from exactua.claims.verdicts import Verdict


class OutputFile(click.Path):
    """A file that a command writes; "-" is standard output, and what the command prints goes to standard error then."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. Raises InputError where two files are to go to standard output."""
        context = ctx or click.get_current_context()
        if os.fspath(value) == "-":
            argument = "output" if param is None else param.opts[-1].lstrip("-")
            if (other := context.meta.get(__name__)) is not None:
                raise InputError(
                    f"{argument}: standard output takes one file, but --{other} goes there too; give a path"
                )
            context.meta[__name__] = argument
            context.with_resource(standard_output_is_a_file())
        return Path(value)


def of_command(also: str = "") -> Kind:
    """What the command that runs writes into a file: its documents; `also` matches how further forms of them begin."""
    command = _command()
    begins = [rf"(# |% |<!-- ){re.escape(_mark(command))}", r'\{\s*"format": "exactua-', also]
    return Kind(f"output of {command}", "|".join(filter(None, begins)))


def marked(text: str, form: str) -> str:
    """The text of a file with a first line, a comment in its form, that says which command writes it."""
    from exactua.printing.renderers import RENDERERS

    comments = {"bibtex": "% {}"} | {name: renderer.comment for name, renderer in RENDERERS.items()}
    line = comments.get(form, "")
    return f"{line.format(_mark(_command()))}\n{text}" if line else text


def _command() -> str:
    """The command that runs: "exactua report latex"."""
    names, context = [], click.get_current_context()
    while context.parent is not None:
        names.append(str(context.info_name))
        context = context.parent
    return " ".join(["exactua", *reversed(names)])


def _mark(command: str) -> str:
    return f"Written by {command}."


def require_output(output: Path | None, argument: str = "output", also: str = "") -> None:
    """Raises InputError, naming `argument`, before anything is computed, where no file can be written at `output`."""
    if output is not None:
        require_writable(output, argument, of_command(also))


def require_another(output: Path, argument: str, taken: Mapping[str, Path | None]) -> None:
    """Raises InputError, naming `argument`, where `output` would be written over a file that is read or written too."""
    for name, path in taken.items():
        if path is not None and path != STANDARD_OUTPUT and path.resolve() == output.resolve():
            raise InputError(f"{argument}: {output} is the file of {name} too; give another path")


def say(*lines: str, err: bool = False) -> None:
    """Prints lines on stdout, or stderr; each is one line whatever stands in it."""
    click.echo(joined(lines), err=err)


def say_document(text: str) -> None:
    """Prints a text whose lines are each visible already, with the line end that it has."""
    click.echo(text, nl=False)


def say_data(document: object) -> None:
    """Prints JSON data, in ASCII."""
    from exactua.arithmetic.json_values import json_text

    click.echo(json_text(document))


def tell(text: str, output: Path | None, written: str, form: str) -> None:
    """Prints the text, or writes it to the file, marked, and says what was written: "51 lines" in it."""
    if output is None:
        click.echo(text)
        return
    write_text(output, marked(text, form) + "\n", "output", of_command())
    say(f"{written} in {output}")


def tell_lines(lines: Iterable[tuple[str, Verdict | None]]) -> None:
    """Prints the lines of a report, each with its verdict in colour on a terminal."""
    from exactua.claims.verdicts import word as met

    colours = {"holds": "green", "refuted": "red"}
    for text, verdict in lines:
        line = visible(text)
        if verdict is not None and sys.stdout.isatty():
            words = [shown for word in (verdict.value, met(verdict, ("it",))) for shown in (word, word.upper())]
            told = min((word for word in words if word in line), key=line.index, default=line)
            line = line.replace(told, click.style(told, fg=colours.get(verdict, "yellow"), bold=True), 1)
        click.echo(line)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
