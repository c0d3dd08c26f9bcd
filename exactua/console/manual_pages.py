"""Manual pages, for man(1): one for exactua and one for each of its commands, made from what `--help-all` says.

That of exactua says besides what is true of every command: exit codes, files, variables of the environment.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import click

from exactua.console.help import Helped, every_command
from exactua.output_files import Kind, make_folder, write_text

_PAGE: Final = Kind("manual page", r"\.TH ")
_CODES: Final = ("Exit code", "\b\nExit code")
DATE: Final = "2026-11-29"
"""Of the last release, as CITATION.cff has it."""
_PAGE_OF_DOCS: Final = re.compile(r"\bdocs/([a-z0-9-]+)\.md\b")
"""In the help a page of a checkout, or of the documentation as a site."""

STATUS: Final = {
    "0": "the command did its work, and no judged step is false",
    "1": "a judged step is false, or something differs from what is expected",
    "2": "wrong usage: one sentence says which argument, file or manifest is wrong, and what is valid; or an optional "
    "package that is not installed",
    "3": "no answer, or none about the whole: inconclusive, holds in part, out of time or memory, interrupted",
    "4": "two evaluators disagree about a point, or two verifiers about a certificate: there is no verdict",
    "5": "nothing was decided: no point satisfied the hypotheses",
    "70": "an unexpected error of exactua itself: there is no verdict",
}
"""What an exit code says in general; that of a command stands in its own page."""

FILES: Final = {
    ".exactua/": "in the current folder: certificates, and what is kept about them and about runs",
    "~/.cache/exactua/": "compiled verifiers, compiled loops and compiled Rocq sources; it may be removed at any time",
}

ENVIRONMENT: Final = {
    "EXACTUA_TRACEBACK": "if it is 1, an unexpected error is told with its traceback",
    "_EXACTUA_COMPLETE": "bash_source, zsh_source or fish_source: print what that shell reads to complete commands",
    "XDG_CACHE_HOME": "the folder of caches, in place of ~/.cache",
    "PATH": "where exactua looks for exactua-verifier-c and exactua-verifier-ml, for compilers and for coqc",
    "TMPDIR": "the folder of temporary files; where it is not set, large runs put theirs into /var/tmp",
    "GITHUB_STEP_SUMMARY": "the file to which regress writes the summary of a job",
    "GITHUB_WORKSPACE": "the folder from which regress names files in a job",
}


def write(context: click.Context, folder: Path) -> int:
    """Writes a page for the command of the context and for each below it; how many there are.

    The folder is made if it is missing. Raises InputError where it can't be, or where a file in it can't be written.
    """
    make_folder(folder, "man")
    contexts = every_command(context.command, "exactua")
    pages = {f"{of.command_path.replace(' ', '-')}.1": page(of) for of in contexts}
    for name, text in pages.items():
        write_text(folder / name, text, "man", _PAGE)
    return len(pages)


def page(context: click.Context) -> str:
    """The manual page of the command of a context, as roff."""
    from exactua import __version__

    command, path = context.command, context.command_path
    blocks = inspect.cleandoc(command.help or "").replace("\f\n", "").split("\n\n")
    codes = [block for block in blocks if block.startswith(_CODES)]
    lines = [
        f'.TH "{_roff(path.replace(" ", "-").upper())}" "1" "{DATE}" "exactua {__version__}" "exactua"',
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
    if context.parent is None:
        lines += [".SH EXIT STATUS", *_listed(STATUS), ".SH FILES", *_listed(FILES), ".SH ENVIRONMENT"]
        lines += _listed(ENVIRONMENT)
    elif codes:
        lines += [".SH EXIT STATUS", *(line for block in codes for line in _status(block))]
    if isinstance(command, Helped) and command.examples:
        lines += [".SH EXAMPLES", *_block("\n".join(("\b", *command.examples)))]
    others = [] if context.parent is None else [context.parent.command_path]
    if isinstance(command, click.Group):
        others += [f"{path} {name}" for name in command.list_commands(context)]
    pages = [f".BR {_roff(other.replace(' ', '-'))} (1)" for other in others]
    if pages:
        lines += [".SH SEE ALSO", *(f"{page}," for page in pages[:-1]), pages[-1]]
    return "\n".join(lines) + "\n"


def _listed(meanings: Mapping[str, str]) -> Iterator[str]:
    """Names, each with what it means."""
    for name, meaning in meanings.items():
        yield from (".TP", f"\\fB{_roff(name)}\\fR", _line(meaning))


def _status(block: str) -> Iterator[str]:
    """The exit codes of a command, each with what it means."""
    words = re.sub(r"^Exit codes?:? ", "", " ".join(block.removeprefix("\b").split())).removesuffix(".")
    for part in re.split(r"; (?=[0-9]\b)", words):
        code, _, meaning = part.partition(" ")
        yield from _listed({code: meaning or "done"}) if code.isdecimal() else (".PP", _line(part))


def _block(block: str) -> list[str]:
    """A paragraph; of a block that begins with "\\b" the lines as they are."""
    first, *lines = block.strip("\n").split("\n")
    if first == "\b":
        return [".PP", ".nf", *map(_line, lines), ".fi"]
    return [".PP", *map(_line, (first, *lines))]


def _line(text: str) -> str:
    """A line of text that begins with no request of roff, in which a page of the documentation has its name."""
    roff = _roff(_PAGE_OF_DOCS.sub(r'the page "\1" of the documentation', text))
    return f"\\&{roff}" if roff.startswith((".", "'")) else roff


def _roff(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
