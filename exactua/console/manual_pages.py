"""Manual pages, for man(1): one for exactua and one for each of its commands, made from what `--help-all` says."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from exactua.console.help import Helped
from exactua.output_files import Kind, make_folder, write_text

_PAGE: Final = Kind("manual page", r"\.TH ")
_CODES: Final = ("Exit code", "\b\nExit code")


def write(context: click.Context, folder: Path) -> int:
    """Writes a page for the command of the context and for each below it; how many there are.

    The folder is made if it is missing. Raises InputError where it can't be, or where a file in it can't be written.
    """
    make_folder(folder, "man")
    pages = {f"{name.replace(' ', '-')}.1": text for name, text in pages_of(context.command, None, "exactua")}
    for name, text in pages.items():
        write_text(folder / name, text, "man", _PAGE)
    return len(pages)


def pages_of(command: click.Command, parent: click.Context | None, name: str) -> Iterator[tuple[str, str]]:
    """The path of the command, such as "exactua report html", with its page; then those of the commands below it."""
    context = click.Context(command, parent=parent, info_name=name, **command.context_settings)
    yield context.command_path, page(context)
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found_command = command.get_command(context, below)
            if found_command is not None:
                yield from pages_of(found_command, context, below)


def page(context: click.Context) -> str:
    """The manual page of the command of a context, as roff."""
    from exactua import __version__

    command, path = context.command, context.command_path
    blocks = inspect.cleandoc(command.help or "").replace("\f\n", "").split("\n\n")
    codes = [block for block in blocks if block.startswith(_CODES)]
    lines = [
        f'.TH "{_roff(path.replace(" ", "-").upper())}" "1" "" "exactua {__version__}" "exactua"',
        ".SH NAME",
        f"{_roff(path.replace(' ', '-'))} \\- {_roff(command.get_short_help_str(limit=200))}",
        ".SH SYNOPSIS",
        f".B {_roff(path)}",
        _line(" ".join(command.collect_usage_pieces(context))),
        ".SH DESCRIPTION",
        *(line for block in blocks if block not in codes for line in _block(block)),
    ]
    if isinstance(command, click.Group):
        lines.append(".SH COMMANDS")
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                lines += [".TP", f"\\fB{_roff(name)}\\fR", _line(below.get_short_help_str(limit=200))]
    lines.append(".SH OPTIONS")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record is not None:
            lines += [".TP", f"\\fB{_roff(record[0])}\\fR", _line(record[1])]
    if codes:
        lines += [".SH EXIT STATUS", *(line for block in codes for line in _block(block))]
    if isinstance(command, Helped) and command.examples:
        lines += [".SH EXAMPLES", *_block("\n".join(("\b", *command.examples)))]
    if context.parent is not None:
        lines += [".SH SEE ALSO", f".BR {_roff(context.parent.command_path.replace(' ', '-'))} (1)"]
    return "\n".join(lines) + "\n"


def _block(block: str) -> list[str]:
    """A paragraph; of a block that begins with "\\b" the lines as they are."""
    first, *lines = block.strip("\n").split("\n")
    if first == "\b":
        return [".PP", ".nf", *map(_line, lines), ".fi"]
    return [".PP", *map(_line, (first, *lines))]


def _line(text: str) -> str:
    """A line of text that begins with no request of roff."""
    roff = _roff(text)
    return f"\\&{roff}" if roff.startswith((".", "'")) else roff


def _roff(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
