"""Where a manifest says what: the line of each check, of each line of [unlisted], and of each pin."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exactua.evidence.manifests import Manifest

_LONG_STRING: Final = re.compile(
    r"#[^\n]*|(?P<long>\"\"\"(?:[^\\]|\\.)*?\"{3,5}|'''.*?'{3,5})|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL
)


@dataclass(frozen=True)
class Lines:
    """Lines of a manifest's text, counted from 1."""

    checks: tuple[int, ...]
    """Of every check, its [[check]]."""
    unlisted: Mapping[str, int]
    statements: Mapping[str, int]
    """Of every pin."""
    pins: int
    """Of [statements]; of the last line where there is no such table."""


def lines_of(text: str, manifest: Manifest) -> Lines:
    """The lines of the manifest that `text` is; 1 for what is written in a way that no line can be given for."""
    entries: dict[str, list[tuple[int, str | None]]] = {"check": [], "unlisted": [], "statements": []}
    for number, table, key in _entries(text):
        entries[table].append((number, key))
    checks = [number for number, key in entries["check"] if key is None]
    unlisted, statements = ({key: n for n, key in entries[name] if key} for name in ("unlisted", "statements"))
    if len(checks) != len(manifest.checks):
        checks = [1] * len(manifest.checks)
    pins = next((number for number, key in entries["statements"] if key is None), text.rstrip("\n").count("\n") + 1)
    return Lines(
        tuple(checks),
        {key: unlisted.get(key, 1) for key in manifest.unlisted},
        {key: statements.get(key, pins) for key in manifest.statements},
        pins,
    )


def tables_of(text: str) -> list[tuple[int, str]]:
    """The lines that begin a [[check]], [unlisted] or [statements], with these names; tables of a check go with it."""
    return [(number, table) for number, table, key in _entries(text) if key is None]


def _entries(text: str) -> Iterator[tuple[int, str, str | None]]:
    """The lines that begin a table (no key), and those with a key of it: line, table, key."""
    text = text.replace("\r\n", "\n")
    text = _LONG_STRING.sub(lambda match: '""' + "\n" * match[0].count("\n") if match["long"] else match[0], text)
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        name = _only_key(line)
        if name is None:
            continue
        if line.lstrip().startswith("["):
            table = name if name in ("check", "unlisted", "statements") and not _is_below(line, name) else ""
            if table:
                yield number, table, None
        elif table:
            yield number, table, name


def _only_key(line: str) -> str | None:
    """The first key of a line that is TOML alone."""
    stripped = line.strip()
    if not stripped or stripped.startswith("#"):
        return None
    try:
        return next(iter(tomllib.loads(line)), None)
    except (ValueError, RecursionError):
        return None


def _is_below(line: str, name: str) -> bool:
    """Whether a header such as [check.witnesses] begins a table below that of the name."""
    inside: Any = tomllib.loads(line)[name]
    return bool(inside[0] if isinstance(inside, list) else inside)
