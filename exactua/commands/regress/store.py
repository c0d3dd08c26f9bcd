"""Which checks came out as expected before: a file of fingerprints on the user's own disk.

It saves time and proves nothing: who can write it can make `regress` skip a check. `regress --all` never reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from exactua.errors import InputError
from exactua.evidence.manifests import HASH
from exactua.file_access import read_bytes
from exactua.output_files import ANY, make_folder, write_text
from exactua.terms.encoding import sha256

FORMAT: Final = "exactua-regress/1"
LARGEST_FILE: Final = 16 * 2**20
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOST_KEPT: Final = 50_000
"""Checks; of more, those that passed longest ago are forgotten."""


@dataclass
class Store:
    """Fingerprints of checks that came out as expected, each with the day (ISO 8601, UTC)."""

    path: Path
    code: str
    """The fingerprint of the code that all of them were decided with."""
    passed: dict[str, str] = field(default_factory=dict)
    notice: str | None = None
    """Why what the file holds is not used, if it is not."""

    def save(self, new: Mapping[str, str]) -> str | None:
        """Adds checks and writes the file, whole or not at all; why it can't be written, if it can't."""
        known = opened(self.path, self.code).passed  # another run may have written meanwhile
        merged = sorted({**self.passed, **known, **new}.items(), key=lambda entry: entry[1])[-MOST_KEPT:]
        passed = dict(sorted(merged))
        data = {"code": self.code, "format": FORMAT, "passed": passed}
        try:
            make_folder(self.path.parent, "store")
            write_text(self.path, json.dumps({**data, "digest": sha256(data)}, indent=1) + "\n", "store", ANY)
        except InputError as error:
            return f"note: {self.path} can't be written ({error}); the next run decides these checks again"
        return None


def opened(path: Path, code: str) -> Store:
    """The store in a file; an empty one, with a notice, where there is no file that says what this code decided."""
    store = Store(path, code)
    if not path.exists():
        return store
    ignored = f"note: {path} is ignored and written anew:"
    try:
        data = json.loads(read_bytes(path, "store", LARGEST_FILE))
    except InputError as error:
        store.notice = f"{ignored} {error}"
        return store
    except (ValueError, RecursionError):
        store.notice = f"{ignored} it is damaged"
        return store
    if not _is_whole(data):
        store.notice = f"{ignored} it is damaged, or another program's"
    elif data["code"] != code:
        store.notice = f"note: the code, or Python, gmpy2 or numpy, is not that of {path}: what it holds is not used"
    else:
        store.passed = data["passed"]
    return store


def _is_whole(data: Any) -> bool:
    """Whether the data is what `save` writes, unchanged."""
    if not isinstance(data, dict) or set(data) != {"code", "digest", "format", "passed"} or data["format"] != FORMAT:
        return False
    passed = data["passed"]
    if not isinstance(passed, dict) or not isinstance(data["code"], str):
        return False
    if not all(
        isinstance(day, str) and DAY.fullmatch(day) and HASH.fullmatch(fingerprint)
        for fingerprint, day in passed.items()
    ):
        return False
    return bool(data["digest"] == sha256({name: data[name] for name in ("code", "format", "passed")}))
