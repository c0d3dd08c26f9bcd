"""Files that people name: read whole within a limit, whoever wrote them; written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from exactua.errors import InputError


def read_bytes(path: Path, argument: str, most: int) -> bytes:
    """The bytes of a regular file of at most `most` bytes, a multiple of 1 MiB.

    Raises InputError, naming `argument`, for a file that is missing, can't be read, is larger, or is a directory, a
    FIFO or a device, on which reading might never end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise InputError(f"{argument}: there is no file {path}") from None
    except IsADirectoryError:
        raise InputError(f"{argument}: {path} is a directory; give the path of a file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{argument}: {path} can't be read ({getattr(error, 'strerror', None) or error})") from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{argument}: {path} is a directory; give the path of a file")
        if not stat.S_ISREG(mode):
            raise InputError(f"{argument}: {path} is not a regular file (a pipe or a device); give the path of a file")
        with open(descriptor, "rb", closefd=False) as file:
            content = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{argument}: {path} can't be read ({error.strerror or error})") from None
    finally:
        os.close(descriptor)
    if len(content) > most:
        raise InputError(f"{argument}: {path} is larger than {most // 2**20} MiB")
    return content


def require_writable(path: Path, argument: str) -> None:
    """Raises InputError, naming `argument`, before anything is computed, where no file can be written at `path`."""
    folder = path.absolute().parent
    if path.is_dir():
        raise InputError(f"{argument}: {path} is a directory; give the path of a file")
    if path.exists() and not path.is_file():
        raise InputError(f"{argument}: {path} is not a regular file (a pipe or a device); give the path of a file")
    if not folder.is_dir():
        raise InputError(f"{argument}: there is no folder {path.parent}; give a path in one that exists")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise InputError(f"{argument}: {path} can't be written; give a path that can")


def write_text(path: Path, text: str, argument: str) -> None:
    """Writes the file in UTF-8, whole or not at all. Raises InputError, naming `argument`, where that can't be done."""
    write_bytes(path, text.encode("utf-8"), argument)


def write_bytes(path: Path, content: bytes, argument: str) -> None:
    """Writes the file, whole or not at all. Raises InputError, naming `argument`, where that can't be done."""
    temporary = None
    try:
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as file:
            temporary = file.name
            file.write(content)
        os.chmod(temporary, stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise InputError(
            f"{argument}: {path} can't be written ({error.strerror or error}); give another path"
        ) from None
