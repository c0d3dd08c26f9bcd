"""The second verifier, written in C: compiled once where there are a compiler and GMP, and asked by its exit code."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Final

import platformdirs

from exactua.child_processes import run
from exactua.errors import Unanswered
from exactua.evidence.emitting import FOREIGN, verifier_in_c

LONGEST_SECONDS: Final = 60
"""What the compiler may take, and the verifier for one certificate."""
LIBRARIES: Final[tuple[str, ...]] = ("-lgmp",)
FAILED: Final = -1
"""In place of an exit code where the verifier does not end."""


@cache
def built(source: Path = FOREIGN) -> Path | None:
    """The compiled verifier; None where its source, a C compiler or GMP is not here, or no folder for it.

    It lies in the user's cache, where nobody else can put a program, under a name with the hash of the source, and is
    compiled once.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not source.is_file():
        return None
    text = verifier_in_c(source).encode("utf-8")
    digest = hashlib.sha256(text).hexdigest()[:16]
    folder = platformdirs.user_cache_path("exactua") / "verifier"
    binary = folder / f"verifier-{digest}"
    if binary.is_file():
        return binary
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            new, whole = Path(scratch) / "verifier", Path(scratch) / "verifier.c"
            whole.write_bytes(text)
            done = run([compiler, "-std=c11", "-O2", "-o", str(new), str(whole), *LIBRARIES], LONGEST_SECONDS)
            if done.returncode:
                return None
            os.replace(new, binary)
    except (OSError, TimeoutExpired):
        return None
    return binary


def exit_code(binary: Path, certificate: bytes) -> int:
    """The exit code of the verifier for these bytes: 0 confirmed, 1 not, 2 unreadable, 3 not re-checked.

    Every point is recomputed. Above 3, or below 0, the verifier itself has failed; so it has where it does not end.
    """
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(certificate)
        file.flush()
        try:
            return run([str(binary), file.name], LONGEST_SECONDS).returncode
        except (TimeoutExpired, Unanswered):
            return FAILED
