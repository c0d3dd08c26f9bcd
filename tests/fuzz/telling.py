"""What a reader may say: one sentence, or an exit code that is documented, and nothing that a terminal obeys."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from typing import Any

from exactua.errors import ExactuaError
from tests.fuzz.oracles import Wrong

Input = tuple[str, bytes]
"""How the name of the file ends, and its bytes."""


def told_by(main: Callable[[Sequence[str]], int], words: Sequence[str], codes: Sequence[int], out: Any = None) -> int:
    out, err = out or io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    if code not in codes:
        raise Wrong(f"exactua {words[0]}: exit code {code}: {err.getvalue()[:200]}")
    if "Traceback" in err.getvalue():
        raise Wrong(f"exactua {words[0]} prints a traceback")
    if not (out.getvalue() + err.getvalue()).replace("\n", "").isprintable():
        raise Wrong(f"exactua {words[0]}: control characters reach the terminal")
    return code


def read_by(*readers: Callable[[], object]) -> str:
    """Whether one of the readers takes its file; each that refuses it has to say why in one sentence."""
    words = []
    for reader in readers:
        try:
            reader()
            words.append("read")
        except ExactuaError as error:
            require_one_sentence(str(error))
    return "read" if words else "refused"


def require_one_sentence(text: str) -> None:
    if "\n" in text:
        raise Wrong(f"an error of several lines: {text[:200]!r}")
