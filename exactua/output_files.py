"""The one writer of all files: regular files alone, whole or not at all, and never over what is not exactua's own.

A file is exactua's own if it is missing or empty, or begins as every file of the kind that is written there begins.
This is looked at before anything is computed, and again on the file itself just before it is replaced. A folder that a
file goes into has to exist; one that an option names for several files is made, and so is `.exactua`.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final, TextIO

from exactua.errors import InputError

OWN_FOLDER: Final = ".exactua"
"""Where exactua keeps what it writes unless it is told where."""
STANDARD_OUTPUT: Final = Path("-")
"""What an option of a command gets that is to be written to standard output."""
_BEGINNING: Final = 4096
_TAKEN: ContextVar[TextIO | None] = ContextVar("_TAKEN", default=None)


@dataclass(frozen=True)
class Kind:
    """What is written: how people call it, and how the first bytes of each such file match."""

    name: str
    begins: str

    @property
    def with_article(self) -> str:
        """What a sentence says that a file is not: "a certificate", "an output of exactua regress"."""
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name}"

    def has(self, beginning: bytes) -> bool:
        """Whether a file that begins so is empty, or one of this kind."""
        return not beginning or re.match(self.begins.encode("ascii"), beginning, re.DOTALL) is not None


ANY: Final = Kind("file", "")
"""What is written over any regular file: over one that is to be rewritten, or that is exactua's own by its place."""
NEW: Final = Kind("file that exactua wrote", "(?!)")
"""What is written where nothing is, or an empty file."""


@contextlib.contextmanager
def standard_output_is_a_file() -> Iterator[None]:
    """While a file goes to standard output by the name "-": whatever else is printed goes to standard error."""
    out = sys.stdout
    token = _TAKEN.set(out)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        _TAKEN.reset(token)
        out.flush()


def is_standard_output(path: Path) -> bool:
    """Whether the path is "-", and stands for standard output."""
    return path == STANDARD_OUTPUT and _TAKEN.get() is not None


def require_writable(path: Path, argument: str, kind: Kind, in_new_folder: bool = False) -> None:
    """Raises InputError, naming `argument`, before anything is computed, where `path` can't be written as this kind.

    `in_new_folder` says whether the folder that it goes into is made if it is missing.
    """
    if is_standard_output(path):
        return
    if in_new_folder:
        require_folder(path.parent, argument)
    else:
        existing_folder(path.parent, argument)
    status = _own(path, argument, kind)
    existing = path if status is not None else next(folder for folder in path.parents if folder.exists())
    if not os.access(existing, os.W_OK):
        raise InputError(f"{argument}: {path} can't be written; give a path that can")


def require_folder(folder: Path, argument: str) -> None:
    """Raises InputError, naming `argument`, where no files can be written into a folder that may be made."""
    if folder == STANDARD_OUTPUT:
        raise InputError(f"{argument}: standard output takes one file, but this writes a folder of them; give its path")
    existing = folder
    if _missing(folder):
        existing = existing_folder(folder if OWN_FOLDER in folder.parts else folder.parent, argument)
    if not existing.is_dir():
        raise InputError(f"{argument}: {existing} is not a directory; give the path of a folder")
    if not os.access(existing, os.W_OK):
        raise InputError(f"{argument}: {folder} can't be written; give a path that can")


def existing_folder(folder: Path, argument: str) -> Path:
    """The folder of a file, or, of one in `.exactua`, what it is made in. Raises InputError where neither exists."""
    missing = _missing(folder)
    if missing and OWN_FOLDER not in missing[0].parts:
        raise InputError(f"{argument}: there is no folder {folder}; give a path in one that exists")
    existing = missing[0].parent if missing else folder
    if not existing.is_dir():
        raise InputError(f"{argument}: {existing} is not a directory; give a path in one")
    return existing


def make_folder(folder: Path, argument: str) -> None:
    """Makes the folder where it is missing. Raises InputError as `require_folder` does, and where it can't be made."""
    require_folder(folder, argument)
    _make(folder, argument)


def _make(folder: Path, argument: str) -> None:
    try:
        for missing in _missing(folder):
            missing.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"{argument}: {folder} can't be made ({error.strerror or error}); give another path") from None


def write_text(path: Path, text: str, argument: str, kind: Kind) -> None:
    """Writes the file in UTF-8, as `write_bytes` does."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"), argument, kind)


def write_bytes(path: Path, content: bytes, argument: str, kind: Kind) -> None:
    """Writes the file, whole or not at all; to standard output where its name is "-" and that is taken for files.

    Raises InputError, naming `argument`, where that can't be done, and where a file of another kind is there.
    """
    if is_standard_output(path):
        _print(content)
        return
    existing_folder(path.parent, argument)
    _make(path.parent, argument)
    temporary = path.parent / f".exactua-{secrets.token_hex(8)}"
    try:
        with open(temporary, "xb") as file:
            file.write(content)
        if (mode := _own(path, argument, kind)) is not None:
            os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(
            f"{argument}: {path} can't be written ({error.strerror or error}); give another path"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
    assert kind is NEW or kind.has(content[:_BEGINNING]), f"what was written is not {kind.with_article}"


def append_text(path: Path, text: str) -> None:
    """Adds text to a regular file that another program keeps. Raises OSError where that can't be done."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o666)
    with open(descriptor, "wb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is not a regular file")
        file.write(text.encode("utf-8", "backslashreplace"))


def require_regular(path: Path, argument: str) -> os.stat_result | None:
    """The status of the regular file at `path`; None where nothing is. Raises InputError for anything else."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError(f"{argument}: {path} can't be written ({getattr(error, 'strerror', None) or error})") from None
    if stat.S_ISDIR(status.st_mode):
        raise InputError(f"{argument}: {path} is a directory; give the path of a file")
    if stat.S_ISLNK(status.st_mode):
        raise InputError(f"{argument}: {path} is a symbolic link; give the path of the file itself")
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"{argument}: {path} is not a regular file (a pipe or a device); give the path of a file")
    return status


def _own(path: Path, argument: str, kind: Kind) -> int | None:
    """The mode of the file of this kind at `path`; None where there is none. Raises InputError for another one."""
    if require_regular(path, argument) is None:
        return None
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            beginning = file.read(_BEGINNING) if stat.S_ISREG(mode) else None
    except OSError as error:
        raise InputError(f"{argument}: {path} can't be read ({error.strerror}); give another path") from None
    if beginning is None or not kind.has(beginning):
        raise InputError(f"{argument}: {path} is not {kind.with_article} and is not overwritten; give another path")
    return stat.S_IMODE(mode)


def _print(content: bytes) -> None:
    out = _TAKEN.get()
    assert out is not None
    if hasattr(out, "buffer"):
        out.flush()
        out.buffer.write(content)
    else:
        out.write(content.decode("utf-8", "replace"))
    out.flush()


def _missing(folder: Path) -> list[Path]:
    """The folder and those around it as far as they don't exist, the outermost first."""
    return [*takewhile(lambda path: not os.path.lexists(path), (folder, *folder.parents))][::-1]
