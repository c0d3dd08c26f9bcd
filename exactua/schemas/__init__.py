"""JSON Schemas (draft 2020-12) of certificates and of what commands print with `--format json`.

A schema is named as the format that its documents carry: "certificate/2", "exactua-check/1". It says which keys there
are and what their values look like in this version; whether what a certificate says is true, a verifier decides.

The files stand beside this one, `certificate-2.json` for "certificate/2", and refer to `common.json`. `load` gives a
schema with what it needs of that file in it, so that a program needs nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from exactua.errors import InputError

FOLDER: Final = Path(__file__).parent
SHARED: Final = "common.json"
"""The file with what schemas share."""
_POINTER: Final = "#/$defs/"


def names() -> tuple[str, ...]:
    """The formats that have a schema, in alphabetical order."""
    stems = sorted(file.stem for file in FOLDER.glob("*.json") if file.name != SHARED)
    return tuple("/".join(stem.rsplit("-", 1)) for stem in stems)


def load(name: str) -> dict[str, Any]:
    """The schema of a format, whole: it refers to nothing outside of itself.

    Raises InputError for a format that has none.
    """
    if name not in names():
        raise InputError(f"schema: {name!r} has no schema; choose one of {', '.join(names())}")
    schema = _read(f"{name.replace('/', '-')}.json")
    shared, own = _read(SHARED)["$defs"], schema.pop("$defs", {})
    wanted, defined = [*_named(schema), *_named(own)], dict(own)
    while wanted:
        definition = wanted.pop()
        if definition not in defined:
            defined[definition] = shared[definition]
            wanted += _named(shared[definition])
    return {**_local(schema), "$defs": {key: _local(defined[key]) for key in sorted(defined)}}


def _read(file: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FOLDER / file).read_text(encoding="utf-8"))
    return content


def _named(schema: Any) -> Iterator[str]:
    """The definitions that a part of a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].partition(_POINTER)[2]
        for part in schema.values():
            yield from _named(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _named(part)


def _local(schema: Any) -> Any:
    """The same with its definitions beside it."""
    if isinstance(schema, dict):
        return {key: part.removeprefix(SHARED) if key == "$ref" else _local(part) for key, part in schema.items()}
    return [_local(part) for part in schema] if isinstance(schema, list) else schema
