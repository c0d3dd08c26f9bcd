"""Text of ours in a LaTeX document: nothing in it is a command there."""

from __future__ import annotations

import re
from typing import Final

_ESCAPES: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    "-": r"-{}",  # two hyphens stay two
}  # fmt: skip
_WORDS: Final = {"×": r"$\times$", "−": "-{}", "≤": r"$\leq$", "≥": r"$\geq$", "…": r"\dots{}", "–": "--", "—": "---"}
_BREAKS: Final = re.compile(r"(?<=[a-z0-9)\]])([._(/])(?=[a-z0-9(])")


def escaped(text: str) -> str:
    """The text such that LaTeX sets it as it is; what is neither ASCII nor a known symbol becomes its code point."""
    return "".join(_character(one) for one in text)


def _character(one: str) -> str:
    if one in _ESCAPES:
        return _ESCAPES[one]
    if one in _WORDS:
        return _WORDS[one]
    if one.isspace():
        return " "
    return one if one.isascii() and one.isprintable() else f"(U+{ord(one):04X})"


def breakable(text: str) -> str:
    """The escaped text of names and formulas, with places where a line may end that has no spaces."""
    return r"\allowbreak{}".join(escaped(part) for part in _BREAKS.sub("\\1\0", text).split("\0"))


def typewriter(text: str) -> str:
    """The text of a command, breakable, in a font of fixed width."""
    return rf"\texttt{{{breakable(text)}}}"
