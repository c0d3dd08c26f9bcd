"""The verifiers that are programs: the one in C, and the one that is proved correct.

A program on the PATH is taken where it tells that it is of this version of exactua. Otherwise one is compiled, once: it
lies in the user's cache, where nobody else can put one, under a name with the hash of its source.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Final

import exactua
from exactua.child_processes import run
from exactua.errors import InputError, Unanswered
from exactua.evidence.emitting import PROGRAMS, compiling, proved_verifier, verifier_in_c

C: Final = "c"
PROVED: Final = "proved"
LONGEST_SECONDS: Final = 600
"""What a compiler may take."""
SLACK: Final = 30
"""Seconds that a program may take beyond those that it was given: it ends by itself."""
SECONDS_FOR_VERSION: Final = 10
"""What a program may take to tell its version."""
FOR_EVER: Final = 10**7
NO_ANSWER: Final = -1
"""In place of an exit code where a program does not end, or is ended."""


class NotBuilt(InputError):
    """A verifier can't be compiled here. The text says why, and what is needed."""


@dataclass(frozen=True)
class Source:
    """A verifier as a source: what it is called, the end of its file's name, its text, its compilers, what it needs."""

    called: str
    suffix: str
    text: Callable[[], str]
    compilers: tuple[str, ...]
    needs: str


SOURCES: Final[Mapping[str, Source]] = {
    C: Source(
        "the verifier in C",
        ".c",
        verifier_in_c,
        ("cc", "gcc"),
        "a C compiler and GMP (apt: gcc, libc6-dev, libgmp-dev)",
    ),
    PROVED: Source(
        "the proved verifier",
        ".ml",
        proved_verifier,
        ("ocamlfind",),
        "OCaml and zarith (apt: ocaml-nox, ocaml-findlib, libzarith-ocaml-dev)",
    ),
}


def program(name: str) -> Path:
    """The verifier of this name, c or proved, as a program: that on the PATH, that in the cache, or one compiled now.

    What is on the PATH under the name of PROGRAMS is taken where its `--version` tells the version of this exactua.
    Raises NotBuilt, with what it needs, where its compiler is not on the PATH or does not make it.
    """
    return _program(name, os.environ.get("PATH", ""), os.environ.get("XDG_CACHE_HOME", ""))


@cache
def _program(name: str, path: str, home: str) -> Path:
    source = SOURCES[name]
    installed = shutil.which(PROGRAMS[source.suffix])
    said = "" if installed is None else _version_of(installed)
    if installed is not None and said == f"exactua verifier ({name}) {exactua.__version__}":
        return Path(installed)
    text = source.text()
    if (kept := _kept(text)).is_file():
        return kept
    other = "" if installed is None else f" ({installed} is not of version {exactua.__version__}: it says {said!r})"
    compiler = next(filter(None, map(shutil.which, source.compilers)), None)
    if compiler is None:
        missing = f"no {' or '.join(source.compilers)} on the PATH"
        raise NotBuilt(f"with: {source.called} can't be built: {missing}; it needs {source.needs}{other}")

    def command(file: Path, new: Path) -> list[str]:
        return [compiler, *compiling(file, new)[1:]]

    try:
        return compiled(text, source.suffix, command)
    except NotBuilt as error:
        raise NotBuilt(f"with: {source.called} can't be built: {error}; it needs {source.needs}{other}") from None


def _version_of(installed: str) -> str:
    """The line that a program prints for `--version`; "" where it prints another number of them, or fails."""
    try:
        done = run([installed, "--version"], SECONDS_FOR_VERSION)
    except (OSError, TimeoutExpired, Unanswered):
        return ""
    lines = done.stdout.decode(errors="replace").splitlines()
    return lines[0][:100] if done.returncode == 0 and len(lines) == 1 else ""


def _kept(text: str) -> Path:
    """Where the program of a source lies in the cache, if it is there."""
    import platformdirs

    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
    return platformdirs.user_cache_path("exactua") / "verifier" / f"verifier-{digest}"


def compiled(text: str, suffix: str, command: Callable[[Path, Path], Sequence[str]]) -> Path:
    """The program that `command` makes of a source, whose path it is given with that of the program; it is made once.

    Raises NotBuilt, with the words of the compiler, where it does not.
    """
    kept = _kept(text)
    folder = kept.parent
    if kept.is_file():
        return kept
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            new, whole = Path(scratch) / "verifier", Path(scratch) / f"verifier{suffix}"
            whole.write_text(text, encoding="utf-8")
            done = run(list(command(whole, new)), LONGEST_SECONDS)
            if done.returncode:
                words = (done.stderr or done.stdout).decode(errors="replace").replace(f"{scratch}/", "")
                raise NotBuilt(" ".join(words.split())[:300] or f"its compiler ends with {done.returncode}")
            os.replace(new, kept)
    except TimeoutExpired:
        raise NotBuilt(f"its compiler takes more than {LONGEST_SECONDS} s") from None
    except (OSError, Unanswered) as error:
        raise NotBuilt(str(error)) from None
    return kept


def asked(compiled_one: Path, content: bytes, seconds: float, options: Sequence[str] = ()) -> tuple[int, str]:
    """The exit code of a program for the bytes of a certificate, and what it prints.

    `seconds` are those that it may take (0: any number); where it does not end in time by itself, or is ended from
    outside, the code is NO_ANSWER and the text says so.
    """
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(content)
        file.flush()
        command = [str(compiled_one), file.name, "--seconds", f"{seconds:f}", *options]
        try:
            done = run(command, seconds + SLACK if seconds else FOR_EVER)
        except TimeoutExpired:
            return NO_ANSWER, "it takes more time than it may"
        except Unanswered as error:
            return NO_ANSWER, str(error)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")
