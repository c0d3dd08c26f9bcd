"""The second verifier, written in C: compiled once where there are a compiler and GMP, and asked by its exit code."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Final

from exactua.child_processes import run
from exactua.errors import Unanswered
from exactua.evidence.compiled_verifiers import NotBuilt, compiled
from exactua.evidence.emitting import FOREIGN, verifier_in_c

LONGEST_SECONDS: Final = 60
"""What the verifier may take for one certificate."""
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

    def command(file: Path, new: Path) -> list[str]:
        return [compiler, "-std=c11", "-O2", "-o", str(new), str(file), *LIBRARIES]

    try:
        return compiled(verifier_in_c(source), ".c", command)
    except NotBuilt:
        return None


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
