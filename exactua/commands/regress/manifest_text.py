"""Manifests rewritten in place: what they pin and expect, with all comments and the layout as they are.

A text is cut where its tables begin, so that each stays where it stands; tomlkit edits those that say something else.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import tomlkit
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Item, Key, String, Table

from exactua.deciding.comparing import Expected
from exactua.errors import InputError
from exactua.evidence.manifests import Manifest, instances_of, parse, read_text, tables_of

Value = str | Mapping[str, str]


def rewritten(text: str, expected: Sequence[Expected | None], statements: Mapping[str, str]) -> str:
    """The manifest's text with these expectations (None: as they are) and exactly these statement pins.

    A [[check]] with ranges takes an expectation for each of its instances, and is written out as one for each where any
    is new. A value is replaced where it stands; a new one comes behind the last line of its table that says something,
    and a table of witnesses behind its check. Raises ValueError, or TOMLKitError, where a text can't be taken apart.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    text = text.replace("\r\n", "\n")
    closed = text if text.endswith("\n") else f"{text}\n"
    names, pieces = _cut(closed)
    checks = [number for number, name in enumerate(names) if name == "check"]
    waiting = iter(expected)
    for number in checks:
        pieces[number] = _written_out(pieces[number], waiting)
    if next(waiting, ...) is not ...:
        raise ValueError("the text has fewer checks")
    if "statements" in names:
        number = names.index("statements")
        pieces[number] = _pins_rewritten(pieces[number], statements)
    elif statements:
        text = closed
        pieces.append(f"\n{tomlkit.dumps({'statements': statements})}")
    new = "".join(pieces)
    return (new if text == closed else new.removesuffix("\n")).replace("\n", end)


def _cut(text: str) -> tuple[list[str], list[str]]:
    """The names of the tables of a text, "" for what stands before the first one, and the text of each."""
    lines = [f"{line}\n" for line in text.removesuffix("\n").split("\n")]
    heads = [(1, ""), *tables_of(text)]
    ends = [number for number, _ in heads[1:]] + [len(lines) + 1]
    pieces = ["".join(lines[start - 1 : end - 1]) for (start, _), end in zip(heads, ends, strict=True)]
    return [name for _, name in heads], pieces


def _written_out(text: str, waiting: Iterator[Expected | None]) -> str:
    """The text of a [[check]] with what is expected from now on; one with ranges, if anything is, once an instance."""
    (entry,) = tomllib.loads(text)["check"]
    instances = [*instances_of(entry)]
    expected = [*itertools.islice(waiting, len(instances))]
    if len(expected) < len(instances):
        raise ValueError("the text has more checks")
    if not any(expected):
        return text
    if instances == [entry]:
        return _check_rewritten(text, entry, expected[0])
    lines = text.splitlines(keepends=True)
    said = max(k for k, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#"))
    own, behind = "".join(lines[:said]), "".join(lines[said:])
    written = (_check_rewritten(own, instance, wanted) for instance, wanted in zip(instances, expected, strict=True))
    return "\n".join(written) + behind


def _check_rewritten(text: str, instance: Mapping[str, Any], wanted: Expected | None) -> str:
    """The text of one check at an instance, with its tables, and what is expected of it from now on (None: as is)."""
    document = tomlkit.parse(text)
    (check,) = document["check"]
    body: Container = check.value
    for key in ("d", "n", "delta"):
        if key in instance and body[key] != instance[key]:
            body[key] = instance[key]
    for key, value in instance.get("parameters", {}).items():
        if body["parameters"][key] != value:
            body["parameters"][key] = value
    if wanted is None:
        return document.as_string()
    steps = {name: wanted.words.get(name, verdict.value) for name, verdict in wanted.steps.items()}
    witnesses = dict(wanted.witnesses)
    inside = "witnesses" in body
    values: dict[str, Value | None] = {"expect": wanted.words.get("", wanted.verdict.value), "digest": wanted.digest}
    _edit(body, values | {"steps": steps or None} | ({"witnesses": witnesses or None} if inside else {}))
    if witnesses and not inside:
        _append_table(body, "witnesses", witnesses)
    return document.as_string()


def _pins_rewritten(text: str, pins: Mapping[str, str]) -> str:
    """The text of [statements] with exactly these pins."""
    document = tomlkit.parse(text)
    _edit(document, {"statements": pins})
    return document.as_string()


def _edit(body: Container, wanted: Mapping[str, Value | None], only_these: bool = False) -> None:
    """Sets these keys; None removes one, or empties its table, and `only_these` removes all that are not named."""
    for key in list(body):
        value, there = wanted.get(key), body[key]
        if key not in wanted and not only_these:
            continue
        if isinstance(there, Table):
            _edit(there.value, value if isinstance(value, Mapping) else {}, only_these=True)
        elif value is None or not isinstance(there, Item):  # a table in several places
            body.remove(key)
        elif there.unwrap() != value:
            body[key] = _item(value)
    missing = {key: value for key, value in wanted.items() if value is not None and key not in body}
    last = max((place for place, entry in enumerate(body.body) if _is_line(*entry)), default=-1)
    body.body[last + 1 : last + 1] = [(tomlkit.key(key), _item(value)) for key, value in missing.items()]


def _is_line(key: Key | None, item: Item) -> bool:
    """Whether an entry of a table is a key with its value, and no blank line, comment, or table with a header."""
    return key is not None and (key.is_dotted() or not isinstance(item, Table))


def _append_table(body: Container, name: str, values: Mapping[str, str]) -> None:
    """Adds a table behind all others; blank lines and comments at the end stay there: they belong to what follows."""
    last = body
    while last.body and isinstance(inner := last.body[-1][1], Table):
        last = inner.value
    end = len(last.body)
    while end and last.body[end - 1][0] is None:
        end -= 1
    table = tomlkit.table()
    for key, value in values.items():
        table.append(tomlkit.key(key), _item(value))
    table.value.body.extend(last.body[end:])
    del last.body[end:]
    body.body.append((tomlkit.key(name), table))


def _item(value: Value) -> Item:
    """A value in one line, an inline table with room inside its braces."""
    if isinstance(value, str):
        return _string(value)
    entries = (f"{tomlkit.key(name).as_string()} = {_string(text).as_string()}" for name, text in value.items())
    return tomlkit.value(f"{{ {', '.join(entries)} }}")


def _string(text: str) -> String:
    """A text in double quotes; in single ones where double ones stand in it, so that these are read as they are."""
    plain = text.isprintable() and not {"'", "\\"} & {*text}
    return tomlkit.string(text, literal=plain and '"' in text)


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
    except (InputError, ValueError, TOMLKitError):
        as_intended = False
    if not as_intended:
        raise InputError(
            f"{path}: can't be updated in place; write each check under a [[check]], with its [check.witnesses] right "
            "below, and the pins under [statements]"
        )
    return None if new == text else new
