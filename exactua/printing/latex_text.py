"""Text of ours in a LaTeX document: nothing in it is a command there."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ESCAPES: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "'": r"\textquotesingle{}",
    "-": r"-{}",  # two hyphens stay two
}  # fmt: skip
_WORDS: Final = {"×": r"$\times$", "−": "-{}", "≤": r"$\leq$", "≥": r"$\geq$", "…": r"\dots{}", "–": "--", "—": "---"}
_LETTERS: Final = {
    "ß": r"\ss{}", "ø": r"\o{}", "Ø": r"\O{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}",
    "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}",
}  # fmt: skip
_ACCENTS: Final = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
_BREAKS: Final = re.compile(r"(?<=[a-z0-9)\]])([._(/])(?=[a-z0-9(])")


def escaped(text: str) -> str:
    """The text such that LaTeX sets it as it is, accents too; what it has no command for becomes its code point."""
    return "".join(_character(letter) for letter in unicodedata.normalize("NFC", text))


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character in _WORDS:
        return _WORDS[character]
    if character.isspace():
        return " "
    if character in _LETTERS:
        return _LETTERS[character]
    letter, accents = unicodedata.normalize("NFD", character)[:1], unicodedata.normalize("NFD", character)[1:]
    if letter.isascii() and letter.isalpha() and accents in _ACCENTS:
        return rf"\{_ACCENTS[accents]}{{{letter}}}"
    return character if character.isascii() and character.isprintable() else f"(U+{ord(character):04X})"


def breakable(text: str) -> str:
    """The escaped text of names and formulas, with places where a line may end that has no spaces."""
    return r"\allowbreak{}".join(escaped(part) for part in _BREAKS.sub("\\1\0", text).split("\0"))


def typewriter(text: str) -> str:
    """The text of a command, breakable, in a font of fixed width."""
    return rf"\texttt{{{breakable(text)}}}"
