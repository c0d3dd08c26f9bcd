"""Files that people name are read whole, within a limit, whoever wrote them."""

from __future__ import annotations

import os
import stat
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
