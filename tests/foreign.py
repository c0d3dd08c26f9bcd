"""The verifiers that are programs, as tests ask them: built once, and what they say of the bytes of a file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from exactua import verifier
from exactua.commands.audit import foreign
from exactua.evidence import compiled_verifiers

LONGEST_SECONDS = 120


def program() -> Path:
    """The compiled verifier; the test is skipped where there is no C compiler or no GMP."""
    compiled = foreign.built()
    if compiled is None:
        pytest.skip("the verifier in C needs a C compiler and GMP (gcc and libgmp-dev)")
    return compiled


def proved() -> Path:
    """The compiled verifier that is proved correct; the test is skipped where there is no ocamlfind."""
    if shutil.which("ocamlfind") is None:
        pytest.skip(
            "the proved verifier needs ocamlfind, ocamlopt and zarith (ocaml-nox, ocaml-findlib, libzarith-ocaml-dev)"
        )
    return compiled_verifiers.program(compiled_verifiers.PROVED)


def told(compiled: Path, data: bytes, *options: str) -> tuple[int, str]:
    """The exit code of this program for the bytes of a file, and what it prints."""
    with NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        return asked(compiled, file.name, *options)


def asked(compiled: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of this program, and what it prints."""
    done = subprocess.run(
        [str(compiled), *arguments], capture_output=True, text=True, errors="replace", timeout=LONGEST_SECONDS
    )
    return done.returncode, done.stdout + done.stderr


def foreign_verifier(data: bytes, *options: str) -> int:
    """The exit code of the verifier in C for these bytes."""
    return told(program(), data, *options)[0]


def told_by_own(data: bytes, sample: int | None = None, seed: str | None = None) -> tuple[int, str]:
    """The exit code of the verifier in Python for these bytes, and what it prints; time is not bounded."""
    with NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        text, code = verifier.command.told(file.name, sample, seed, 0)
    return code, text


def own_verifier(data: bytes, sample: int | None = None, seed: str | None = None) -> int:
    """The exit code of the verifier in Python for these bytes."""
    return told_by_own(data, sample, seed)[0]


def sampling(sample: int | None, seed: str) -> list[str]:
    """The options of the command line that ask for a sample; without one, for all points."""
    return [] if sample is None else ["--sample", str(sample), "--seed", seed]
