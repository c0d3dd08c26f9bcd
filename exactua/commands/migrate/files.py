"""The files that `migrate` looks at, and of what kind each is; all others are passed over."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.certificates.reading import LARGEST_FILE
from exactua.errors import InputError
from exactua.evidence.catalogue import MOST_FILES
from exactua.file_access import read_bytes
from exactua.output_files import OWN_FOLDER
from exactua.python_files import LARGEST_FILE as LARGEST_CLAIMS

AUTHORING: Final = b"exactua.authoring"
"""What a file of claims imports."""
CERTIFICATES: Final = ("certificate", "limit", "proof")
"""What a format of certificates is called, without its version."""
KINDS: Final = "a certificate, a network, a manifest, a file of sign-offs or a file of claims"


@dataclass(frozen=True)
class Seen:
    """A file of a known kind, with its content."""

    path: Path
    kind: str
    content: bytes
    data: Any = None
    """Of a JSON file, what it says."""


def seen(paths: Sequence[Path]) -> tuple[list[Seen], int]:
    """The files that are named, those of folders that are named, and of their .exactua; and how many are passed over.

    Raises InputError for a path where nothing is, a file of another kind that is named, and a folder that can't be
    read or holds too many files.
    """
    files: dict[Path, Seen] = {}
    passed = 0
    for path in paths:
        if not path.is_dir():
            known = _known(path)
            if known is None:
                raise InputError(f"path: {path} is none of exactua's files; give {KINDS}, or a folder")
            files.setdefault(path.resolve(), known)
            continue
        for folder in (path, path / OWN_FOLDER):
            for inside in _inside(folder) if folder.is_dir() else ():
                known = _known(inside)
                passed += known is None
                if known is not None:
                    files.setdefault(inside.resolve(), known)
    return list(files.values()), passed


def _inside(folder: Path) -> list[Path]:
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix in (".json", ".toml", ".py") and path.is_file())
    except OSError as error:
        raise InputError(f"path: {folder} can't be read ({error.strerror or error}); give another folder") from None
    if len(files) > MOST_FILES:
        raise InputError(f"path: {folder} holds {len(files):,} files; at most {MOST_FILES:,} are looked at")
    return files


def _known(path: Path) -> Seen | None:
    """The file, where it is of one of the kinds. Raises InputError where it can't be read."""
    if path.suffix == ".py":
        content = read_bytes(path, "path", LARGEST_CLAIMS)
        return Seen(path, "claims", content) if AUTHORING in content else None
    content = read_bytes(path, "path", LARGEST_FILE)
    if path.suffix == ".toml":
        return _toml(path, content)
    return _json(path, content) if path.suffix == ".json" else None


def _toml(path: Path, content: bytes) -> Seen | None:
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        return Seen(path, "manifest", content) if b"[[check]]" in content else None
    kinds = {"check": "manifest", "signoff": "sign-offs"}
    kind = next((kinds[key] for key in kinds if isinstance(data.get(key), list)), None)
    return None if kind is None else Seen(path, kind, content)


def _json(path: Path, content: bytes) -> Seen | None:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return Seen(path, "certificate", content) if content.startswith(b'{"decided":') else None
    form = data.get("exactua") if isinstance(data, dict) else None
    name = form.partition("/")[0] if isinstance(form, str) else ""
    if name in CERTIFICATES:
        return Seen(path, "certificate", content, data)
    return Seen(path, "network", content, data) if name == "network" else None
