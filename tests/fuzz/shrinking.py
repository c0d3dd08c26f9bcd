"""A finding made small: what is not needed for it is taken out, as long as the same is wrong."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from tests.fuzz.certificate_readers import laid_out
from tests.fuzz.changing import at, dumped, places, put, without


def shrunk(content: bytes, wrong: Callable[[bytes], bool], seconds: float = 20.0) -> bytes:
    """The smallest bytes that were found for which `wrong` is still so; of a certificate the digest is made anew."""
    ends = time.monotonic() + seconds
    try:
        data = json.loads(content)
        whole = isinstance(data, dict) and {"decided", "exactua"} <= data.keys()
        write = _certificate if whole else (lambda value: dumped(value).encode())
        if wrong(write(data)):
            return write(_without_parts(data, lambda value: wrong(write(value)), ends, ("decided",) if whole else ()))
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    return _without_bytes(content, wrong, ends)


def _certificate(data: Any) -> bytes:
    return laid_out(data["decided"], data["exactua"])


def _without_parts(data: Any, wrong: Callable[[Any], bool], ends: float, within: tuple[Any, ...]) -> Any:
    smaller = True
    while smaller and time.monotonic() < ends:
        smaller = False
        for path in sorted((p for p in places(at(data, within)) if p), key=len):
            if time.monotonic() > ends:
                break
            whole = (*within, *path)
            try:
                value = at(data, whole)
            except (KeyError, IndexError, TypeError):
                continue  # it was taken out with what was around it
            for candidate in (
                without(data, whole),
                *(put(data, whole, simple) for simple in (None, 0, [], "") if simple != value and value),
            ):
                if wrong(candidate):
                    data, smaller = candidate, True
                    break
    return data


def _without_bytes(content: bytes, wrong: Callable[[bytes], bool], ends: float) -> bytes:
    span = max(len(content) // 2, 1)
    while span and time.monotonic() < ends:
        k = 0
        while k < len(content) and time.monotonic() < ends:
            shorter = content[:k] + content[k + span :]
            if wrong(shorter):
                content = shorter
            else:
                k += span
        span //= 2
    return content
