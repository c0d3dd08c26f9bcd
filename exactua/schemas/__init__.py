"""JSON Schemas (draft 2020-12) of certificates, of network files and of what commands print with `--format json`.

A schema is named as the format that its documents carry: "certificate/2", "exactua-check/1". Manifests and files of
sign-offs are TOML and carry none: "manifest/1" and "signoffs/1" are schemas of their data. A schema says which keys
there are and what their values look like in this version; whether what a certificate says is true, a verifier decides.

The files stand beside this one, `certificate-2.json` for "certificate/2", and refer to `common.json`. `load` gives a
schema with what it needs of that file in it, so that a program needs nothing else, and `write` writes all of them so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from exactua.errors import InputError
from exactua.output_files import Kind, make_folder, write_text

FOLDER: Final = Path(__file__).parent
SHARED: Final = "common.json"
"""The file with what schemas share."""
IDENTIFIER: Final = "urn:exactua:schema:"
"""The beginning of the `$id` of a whole schema, which ends with its name."""
_POINTER: Final = "#/$defs/"
_SCHEMA: Final = Kind("JSON Schema of exactua", r'\{\n "\$id": "urn:exactua:schema:')


def names() -> tuple[str, ...]:
    """The formats that have a schema, in alphabetical order."""
    stems = sorted(file.stem for file in FOLDER.glob("*.json") if file.name != SHARED)
    return tuple("/".join(stem.rsplit("-", 1)) for stem in stems)


def load(name: str, *, closed: bool = True) -> dict[str, Any]:
    """The schema of a format, whole: it refers to nothing outside of itself, and its `$id` names it.

    A closed one refuses keys that this version does not know. One that is not takes any key beside those that it knows,
    and so also what a later version writes in the same format. Raises InputError for a format that has none.
    """
    if name not in names():
        raise InputError(f"schema: {name!r} has no schema; choose one of {', '.join(names())}")
    schema = {"$id": IDENTIFIER + name, **_read(_file(name))}
    shared, own = _read(SHARED)["$defs"], schema.pop("$defs", {})
    wanted, defined = [*_named(schema), *_named(own)], dict(own)
    while wanted:
        definition = wanted.pop()
        if definition not in defined:
            defined[definition] = shared[definition]
            wanted += _named(shared[definition])
    whole = {**_local(schema), "$defs": {key: _local(defined[key]) for key in sorted(defined)}}
    return whole if closed else _open(whole)


def write(folder: str | Path) -> tuple[Path, ...]:
    """Writes every schema, whole, into a folder, which is made if it is missing: "certificate-2.json" and so on.

    Raises InputError where the folder can't be made, or where something else lies under one of the names.
    """
    target = Path(folder)
    make_folder(target, "folder")
    files = tuple(target / _file(name) for name in names())
    for file, name in zip(files, names(), strict=True):
        write_text(file, json.dumps(load(name), indent=1) + "\n", "folder", _SCHEMA)
    return files


def _file(name: str) -> str:
    return f"{name.replace('/', '-')}.json"


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


def _open(schema: Any) -> Any:
    """The same with any other key beside those that it knows."""
    if isinstance(schema, dict):
        closing = {"additionalProperties": False}.items()
        return {key: _open(part) for key, part in schema.items() if not {key: part}.items() <= closing}
    return [_open(part) for part in schema] if isinstance(schema, list) else schema


def _local(schema: Any) -> Any:
    """The same with its definitions beside it."""
    if isinstance(schema, dict):
        return {key: part.removeprefix(SHARED) if key == "$ref" else _local(part) for key, part in schema.items()}
    return [_local(part) for part in schema] if isinstance(schema, list) else schema
