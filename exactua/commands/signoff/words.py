"""What `signoff` prints: what was signed, and a table of all sign-offs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any, Final

from exactua.commands.signoff.work import Listed, Signed
from exactua.plurals import counted
from exactua.printing.documents import Document, Items, Paragraph, Table
from exactua.printing.statements import HASH_DIGITS

FORMAT: Final = "exactua-signoffs/1"
LONGEST_QUOTE: Final = 80
CURRENT: Final = "current"
STALE: Final = "stale"
NOT_COUNTED: Final = "not counted"


def signed(signed: Signed) -> list[str]:
    """What was written, and where."""
    entry = signed.entry
    page = f", p. {entry.page}" if entry.page else ""
    digits = entry.statement.removeprefix("sha256:")[:HASH_DIGITS]
    return [
        f"{entry.step}  [{digits}]: {signed.step.says}",
        f'signed off by {entry.by}: it says "{entry.quote}"{page}',
        f"in {shown_path(signed.path)}" + ("; a stale sign-off is replaced" if signed.replaced else ""),
    ]


def shown_path(path: Path) -> str:
    """The path, from the current folder on where it lies in it."""
    absolute = path.absolute()
    return os.path.relpath(absolute) if absolute.is_relative_to(Path.cwd()) else str(path)


def document(entries: Sequence[Listed]) -> Document:
    """All of them in a table, and why some do not count."""
    data = {"format": FORMAT, "signoffs": [_data(listed) for listed in entries]}
    if not entries:
        return Document([Paragraph("no step is signed off")], data)
    rows = [("step", "read by", "page", "state", "quote"), *map(_row, entries)]
    missing = [f"{listed.entry.step}: {listed.reason}" for listed in entries if listed.reason]
    stale = sum(state_of(listed) == STALE for listed in entries)
    told = f"{counted(len(entries), 'sign-off')}: {stale} stale, {len(missing)} not counted"
    return Document([Table(rows), *([Items(missing)] if missing else []), Paragraph(told)], data)


def state_of(listed: Listed) -> str:
    """In a word: whether the step is still what was signed off."""
    if listed.read_by is None:
        return NOT_COUNTED
    return STALE if listed.read_by.stale else CURRENT


def _row(listed: Listed) -> tuple[str, ...]:
    entry = listed.entry
    quote = shorten(entry.quote, LONGEST_QUOTE, placeholder=" ...")
    return entry.step, entry.by, entry.page or "-", state_of(listed), f'"{quote}"'


def _data(listed: Listed) -> dict[str, Any]:
    entry = listed.entry
    return {
        "file": str(listed.path),
        "step": entry.step,
        "statement": entry.statement,
        "by": entry.by,
        "quote": entry.quote,
        "page": entry.page or None,
        "state": state_of(listed),
        "reason": listed.reason or None,
    }
