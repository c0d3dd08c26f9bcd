"""Where a command's text goes: to the terminal, or whole into a file."""

from __future__ import annotations

import os
from pathlib import Path

import click


def require_output(output: Path | None) -> None:
    """Raises InputError, before anything is computed, where no file can be written at `output`."""
    if output is not None:
        from exactua.file_access import require_writable

        require_writable(output, "output")


def tell(text: str, output: Path | None, written: str) -> None:
    """Prints the text, or writes it to the file and says what was written: "51 lines" in it."""
    if output is None:
        click.echo(text)
        return
    from exactua.file_access import write_text

    write_text(output, text + "\n", "output")
    click.echo(f"{written} in {output}")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
