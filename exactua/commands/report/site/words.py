"""A paper's words on a page: the mathematics in them, such as `delta^(-(n-1)d+1)`, typeset; all else as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from exactua.printing.mathematics_in_words import in_mathml, pieces

if TYPE_CHECKING:
    from markupsafe import Markup

_NAMES: Final = re.compile(r"`([^`\n]+)`")


def with_mathematics(words: str) -> Markup:
    """The words, escaped, with each formula typeset of which every character is understood; markup stays.

    What stands between backticks, such as the name of a step, is code.
    """
    from markupsafe import Markup

    if isinstance(words, Markup):
        return words
    return Markup("").join(_marked(words))


def _marked(words: str) -> Iterator[str]:
    from markupsafe import Markup

    for piece in pieces(words):
        if not isinstance(piece, str):
            yield Markup(in_mathml(piece))
            continue
        for k, part in enumerate(_NAMES.split(piece)):
            yield Markup("<code>{}</code>").format(part) if k % 2 else part
