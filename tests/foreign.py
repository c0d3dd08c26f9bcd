"""The verifier in C, as tests ask it: built once, and what it says of the bytes of a file."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from exactua import verifier
from exactua.workflows.audit import foreign

LONGEST_SECONDS = 120


def program() -> Path:
    """The compiled verifier; the test is skipped where there is no C compiler or no GMP."""
    made = foreign.built()
    if made is None:
        pytest.skip("the verifier in C needs a C compiler and GMP (gcc and libgmp-dev)")
    return made


def options(full: bool, limit: int | None) -> list[str]:
    """The options of the command line."""
    return (["--full"] if full else []) + ([] if limit is None else ["--limit", str(limit)])


def told(made: Path, data: bytes, full: bool = False, limit: int | None = None) -> tuple[int, str]:
    """The exit code and what is printed."""
    with NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        done = subprocess.run(
            [str(made), file.name, *options(full, limit)],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LONGEST_SECONDS,
        )
    return done.returncode, done.stdout + done.stderr


def foreign_verifier(data: bytes, full: bool = False, limit: int | None = None) -> int:
    """The exit code of the verifier in C for these bytes."""
    return told(program(), data, full, limit)[0]


def own_verifier(data: bytes, full: bool = False, limit: int | None = None) -> int:
    """The exit code of the verifier in Python for these bytes."""
    try:
        verifier.verify(data, full, verifier.DEFAULT_LIMIT if limit is None else limit)
    except verifier.Refused as refused:
        return refused.code
    return 0
