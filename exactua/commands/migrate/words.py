"""What `migrate` prints: each file with its state, and what is left to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from exactua.commands.migrate.record import File, State
from exactua.plurals import counted
from exactua.printing.documents import Block, Code, Document, Items, Paragraph, Table, Words

FORMAT: Final = "exactua-migrate/1"


def document(files: Sequence[File], passed: int, exit_code: int, again: str) -> Document:
    """The files in a table, why each is in its state, and a summary; `again` is the command that makes them anew."""
    data = {
        "format": FORMAT,
        "exit_code": exit_code,
        "files": [file.data() for file in files],
        "passed_over": passed,
    }
    counts = Counter(file.state for file in files)
    told = ", ".join(f"{counts[state]} {state}" for state in State if counts[state])
    summary = f"{counted(len(files), 'file')}: {told}" if files else "no file of exactua's"
    if passed:
        summary += f"; {counted(passed, 'other file')} passed over"
    ending: list[Words] = [summary]
    if any(file.make is not None and file.state is not State.MADE for file in files) and again:
        ending.append(("make them anew, the old files beside: ", Code(again)))
    rows = [("state", "kind", "file"), *((file.state.value, file.kind, str(file.path)) for file in files)]
    reasons = [f"{file.path}: {_says(file)}" for file in files]
    blocks: list[Block] = [Table(rows), Items(reasons)] if files else []
    return Document([*blocks, *map(Paragraph, ending)], data)


def _says(file: File) -> str:
    return file.says if file.backup is None else f"{file.says}; the old file is {file.backup}"
