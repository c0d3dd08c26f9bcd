"""A paper's words on a page: powers and indices in them, such as `delta^(-(n-1)d+1)`, typeset; all else as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from exactua.terms.symbols import GREEK

if TYPE_CHECKING:
    from markupsafe import Markup

_GREEK: Final = "|".join(sorted((re.escape(name) for name in GREEK if name.isalpha()), key=len, reverse=True))
_IN_BRACKETS: Final = r"[^(){}]"
_GROUP: Final = (
    rf"\((?:{_IN_BRACKETS}|\({_IN_BRACKETS}*\))*\)|\{{(?:{_IN_BRACKETS}|[({{]{_IN_BRACKETS}*[)}}])*\}}"
    rf"|-?(?:[0-9]+|{_GREEK}|[A-Za-z])"
)
_BASE: Final = rf"{_GREEK}|[A-Za-z]|[0-9]+"
_SCRIPTED: Final = re.compile(
    rf"(?<![\w^{{}}~\\'.)\]])(?<!\w-)(?P<base>{_BASE})"
    rf"(?:_(?P<low>{_GROUP}))?(?:\^(?P<high>{_GROUP}))?(?![\w^~'])",
)
_TOKEN: Final = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<name>[A-Za-z]+)|(?P<sign><=|>=|[-+*/=,()|<>]))(?:\s+$)?")
_SIGNS: Final = {"<=": "≤", ">=": "≥", "*": "⋅"}


def with_mathematics(words: str) -> Markup:
    """The words, escaped, with each power or index typeset of which every character is understood."""
    from markupsafe import Markup

    return Markup("").join(_pieces(words))


def _pieces(words: str) -> Iterator[str]:
    from markupsafe import Markup

    place = 0
    for match in _SCRIPTED.finditer(words):
        if match["low"] is None and match["high"] is None:
            continue
        low, high = (None if match[name] is None else _inside(match[name]) for name in ("low", "high"))
        if "" in (low, high):
            continue
        yield words[place : match.start()]
        base = _atom(match["base"])
        if low is None:
            shown = Markup("<msup>{}{}</msup>").format(base, high)
        elif high is None:
            shown = Markup("<msub>{}{}</msub>").format(base, low)
        else:
            shown = Markup("<msubsup>{}{}{}</msubsup>").format(base, low, high)
        yield Markup("<math>{}</math>").format(shown)
        place = match.end()
    yield words[place:]


def _inside(script: str) -> Markup | str:
    """A power or an index without the brackets around it; "" where a character of it is not understood."""
    from markupsafe import Markup

    text = script[1:-1] if script[0] in "({" else script
    parts, place, was_sign = list[Markup](), 0, True
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return ""
        apart = parts and not was_sign and not match["sign"] and text[place].isspace()
        place, was_sign = match.end(), bool(match["sign"])
        if match["name"] == "x" and text[match.start("name") - 1 :][:3] == " x ":
            parts.append(Markup("<mo>×</mo>"))
            was_sign = True
        elif sign := match["sign"]:
            parts.append(Markup("<mo>{}</mo>").format(_SIGNS.get(sign, sign)))
        else:
            parts += [Markup('<mspace width="0.17em"></mspace>')] if apart else []
            parts.append(_atom(match["number"] or match["name"]))
    return Markup("<mrow>{}</mrow>").format(Markup("").join(parts)) if parts else ""


def _atom(name: str) -> Markup:
    from markupsafe import Markup

    return Markup("<mn>{}</mn>" if name.isdigit() else "<mi>{}</mi>").format(GREEK.get(name, name))
