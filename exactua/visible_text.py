"""Text that anybody may have written, as people are shown it: what it says is seen, and it is one line.

Every message and every line that a command prints goes through `visible`. So no name in a file can begin a line of its
own, move the cursor, colour what follows or turn its direction.
"""

from __future__ import annotations

from collections.abc import Iterable


def visible(text: str) -> str:
    r"""The text in one line, each character that is not printable as \n, \x1b, \u202e or \U000e0001.

    Printable is what Unicode says of letters of any script, numbers, signs, punctuation and the space. Controls, line
    and paragraph separators, marks of direction and other format characters, lone surrogates, other spaces, and what
    is not assigned are not. A backslash stays as it is, so text that is visible already is not changed.
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def joined(lines: Iterable[str]) -> str:
    """The lines as one text, each of them visible: nothing in a line can end it."""
    return "\n".join(map(visible, lines))
