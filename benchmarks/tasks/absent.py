"""What can't be measured on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Absent(Exception):
    """A package, a compiler or an engine is not there; the message says which."""


@contextmanager
def needs(package: str) -> Iterator[None]:
    """Imports of an optional package; one that is not installed is Absent."""
    try:
        yield
    except ImportError as error:
        raise Absent(f"{package} is not installed ({error})") from None
