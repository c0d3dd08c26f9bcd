"""Manifests rewritten in place: what they pin and expect, with all comments and the layout as they are."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from exactua.checking.comparing import Expected
from exactua.errors import InputError
from exactua.output_files import ANY, write_text
from exactua.workflows.manifests import Manifest, parse, read_text

Value = str | Mapping[str, str]

_STRING: Final = r'"(?:[^"\\]|\\.)*"|\'[^\']*\''
_HEADER: Final = re.compile(r"\s*+(\[\[?)\s*+((?>(?:[^\[\]#\s]++(?>\s++(?=[^\[\]#\s])|))*))\s*+(\]\]?)\s*+(?:#.*)?")
_ENTRY: Final = re.compile(
    rf"(\s*)({_STRING}|[A-Za-z0-9_-]+)(\s*=\s*)({_STRING}|\{{(?:[^\"'{{}}]|{_STRING})*\}})(\s*(?:#.*)?)"
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ROOM: Final = re.compile(r"\s*(?:#.*)?")
"""Blank lines and comments at the end of a table: they belong to the next one."""


@dataclass
class _Table:
    """A table of the file: its header (none in front of the first one), which check it is about, and its lines."""

    name: str
    check: int
    lines: list[str]


def rewritten(text: str, expected: Sequence[Expected | None], statements: Mapping[str, str]) -> str:
    """The manifest's text with these expectations (None: as they are) and exactly these statement pins.

    A value on a line of its own is replaced there; a new one comes behind the last line of its table, and a table of
    witnesses behind its check. Raises ValueError where a line can't be taken apart.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").split("\n")
    tables = list(_tables(lines))
    for number, wanted in enumerate(expected):
        if wanted is not None:
            _rewrite_check([table for table in tables if table.check == number], wanted)
    pins = next((table for table in tables if table.name == "statements"), None)
    if pins is not None:
        _edit(pins.lines, statements, only_these=True)
    lines = [line for table in tables for line in table.lines]
    if pins is None and statements:
        closing = [""] if lines and lines[-1] == "" else []
        lines = [*lines[: len(lines) - len(closing)], "", "[statements]", *_written(statements), ""]
    return end.join(lines)


def _tables(lines: Sequence[str]) -> Iterator[_Table]:
    table, checks = _Table("", -1, []), -1
    for line in lines:
        if header := _HEADER.fullmatch(line):
            yield table
            name = re.sub(r"\s*\.\s*", ".", header[2])
            if header[1] == "[[":
                name = f"[{name}]"
                checks += name == "[check]"
            table = _Table(name, checks if name in ("[check]", "check.steps", "check.witnesses") else -1, [])
        table.lines.append(line)
    yield table


def _rewrite_check(tables: Sequence[_Table], wanted: Expected) -> None:
    """Edits the tables of one check: what [[check]] says itself, and the steps and witnesses of it."""
    own, inside = tables[0], {name for name, _ in _entries(tables[0].lines)}
    words = wanted.words
    values: dict[str, Value | None] = {"expect": words.get("", wanted.verdict.value), "digest": wanted.digest}
    steps = {name: words.get(name, verdict.value) for name, verdict in wanted.steps.items()}
    new_witnesses: list[str] = []
    for key, mapping in (("steps", steps), ("witnesses", dict(wanted.witnesses))):
        table = next((table for table in tables if table.name == f"check.{key}"), None)
        if table is not None:
            _edit(table.lines, mapping, only_these=True)
        elif key == "steps" or key in inside:
            values[key] = mapping or None
        elif mapping:
            new_witnesses = ["[check.witnesses]", *_written(mapping)]
    _edit(own.lines, values, only_these=False)
    _insert(tables[-1].lines, new_witnesses)


def _edit(lines: list[str], wanted: Mapping[str, Value | None], only_these: bool) -> None:
    """Sets these keys in a table's lines; None removes one, and `only_these` removes all that are not named."""
    missing = dict(wanted)
    kept: list[str] = []
    for line in lines:
        entry = _ENTRY.fullmatch(line)
        key = _parsed_key(entry[2]) if entry else ""
        if entry and key in missing:
            value = missing.pop(key)
            if value is None:
                continue
            if tomllib.loads(f"value = {entry[4]}")["value"] != value:
                line = f"{entry[1]}{entry[2]}{entry[3]}{_toml(value)}{entry[5]}"
        elif entry and only_these:
            continue
        kept.append(line)
    lines[:] = kept
    _insert(lines, _written(missing))


def _insert(lines: list[str], new: Sequence[str]) -> None:
    """Adds lines behind the last one that says something."""
    end = len(lines)
    while end and _ROOM.fullmatch(lines[end - 1]):
        end -= 1
    lines[end:end] = new


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, Any]]:
    for line in lines:
        if entry := _ENTRY.fullmatch(line):
            yield _parsed_key(entry[2]), entry[4]


def _parsed_key(written: str) -> str:
    return next(iter(tomllib.loads(f"{written} = 0")))


def _written(values: Mapping[str, Value | None]) -> list[str]:
    return [f"{_key(name)} = {_toml(value)}" for name, value in values.items() if value is not None]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _toml(value: Value) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return f"{{ {', '.join(_written(value))} }}"


def updated(manifest: Manifest, expected: Sequence[Expected | None], statements: Mapping[str, str]) -> str | None:
    """The new text of the manifest's file with these expectations (None: as they are) and pins; None: no change.

    Raises InputError where the file was changed since it was read, or where its lines can't be rewritten.
    """
    path = manifest.path
    text = read_text(path)
    if parse(text, path) != manifest:
        raise InputError(f"{path}: the file was changed while its checks were decided; run the command again")
    kept = [
        replace(check, expected=wanted or check.expected)
        for check, wanted in zip(manifest.checks, expected, strict=True)
    ]
    intended = replace(manifest, checks=tuple(kept), statements=statements)
    try:
        new = rewritten(text, expected, statements)
        as_intended = parse(new, path) == intended
    except (InputError, ValueError):
        as_intended = False
    if not as_intended:
        raise InputError(
            f"{path}: can't be updated in place; write [[check]], [check.witnesses], [statements], every expectation "
            "and every pin on a line of its own"
        )
    return None if new == text else new


def write(path: Path, text: str) -> None:
    """Writes a manifest's file, whole or not at all. Raises InputError where it can't be written."""
    write_text(path.resolve(), text, "manifests", ANY)
