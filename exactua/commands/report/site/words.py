"""A paper's words on a page: the mathematics in them, such as `delta^(-(n-1)d+1)`, typeset; all else as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactua.printing.mathematics_in_words import in_mathml, pieces

if TYPE_CHECKING:
    from markupsafe import Markup


def with_mathematics(words: str) -> Markup:
    """The words, escaped, with each formula typeset of which every character is understood; markup stays."""
    from markupsafe import Markup, escape

    if isinstance(words, Markup):
        return words
    return Markup("").join(
        escape(piece) if isinstance(piece, str) else Markup(in_mathml(piece)) for piece in pieces(words)
    )
