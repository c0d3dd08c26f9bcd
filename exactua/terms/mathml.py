"""Terms as MathML Core, which browsers show without a script or a font of its own: an XML fragment for a paragraph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from exactua.terms import boxes
from exactua.terms.language import Term
from exactua.terms.layout import layout

ELEMENTS: Final = (
    "math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msqrt", "msub", "msup", "msubsup", "munder", "mover",
    "munderover", "mtable", "mtr", "mtd",
)  # fmt: skip
"""The elements that are used; all of them are of MathML Core."""

_SIZES: Final = ("", "1.6em", "2.4em")
_MARKS: Final = {"tilde": "~", "bar": "¯", "hat": "^"}
_OPERATORS: Final = ("∑", "∏", "∫")
_UNSEEN: Final = {ord(character): f"&#{ord(character)};" for character in "\u2061\u2062\u00a0"}
"""Function application, invisible times, the space that is kept: as references, since a page shows what is unseen."""


def mathml(term: Term, shorthand: Mapping[Term, str] | None = None) -> str:
    """The term as `<math>` elements, with `<wbr/>` and words between them where a line may end.

    MathML does not break lines, so a formula that would not fit on a phone is several elements, and prose such as
    "for all" and "and" stands between them. A short formula is one element. The fragment is valid XML inside of any
    element. `shorthand` gives names to whole terms. Raises TermError for an operator that has no layout.
    """
    return in_words(layout(term, shorthand))


def in_words(box: boxes.Box) -> str:
    """Boxes for a paragraph: `<math>` elements, and prose between them."""
    parts: list[str] = []
    formula: list[boxes.Box] = []

    def close() -> None:
        if formula:
            parts.append(f'<math displaystyle="true">{"".join(map(_set, formula))}</math>')
            formula.clear()

    for part in boxes.in_pieces(box):
        if isinstance(part, boxes.Words):
            bracket = ""
            last = formula[-1] if formula else None
            if isinstance(last, boxes.Fence) and last.opens and not last.storeys:
                bracket = last.bracket  # with the words, or a line would end behind it
                formula.pop()
            words = bracket + part.text
            if formula and words[0] in ":;,":  # with the formula, or a line would begin with it
                formula.append(boxes.Words(words[0]))
                words = words[1:]
            close()
            parts.append(escape(words))
        elif isinstance(part, boxes.Break):
            close()
            parts.append("<wbr/>")
        else:
            formula.append(part)
    close()
    return "".join(parts).translate(_UNSEEN)


def _set(box: boxes.Box) -> str:
    match box:
        case boxes.Number(digits):
            return f"<mn>{digits}</mn>"
        case boxes.Letter(letter, mark, primes):
            shown = f"<mi>{escape(letter)}</mi>"
            if mark:
                shown = f'<mover accent="true">{shown}<mo stretchy="false">{_MARKS[mark]}</mo></mover>'
            return f"<msup>{shown}<mo>{'′' * primes}</mo></msup>" if primes else shown
        case boxes.Word(word):
            upright = ' mathvariant="normal"' if len(word) == 1 else ""
            return f"<mi{upright}>{_unbroken(word)}</mi>"
        case boxes.Words(words):
            return f"<mtext>{_unbroken(words)}</mtext>"
        case boxes.Sign():
            return _sign(box)
        case boxes.Row(parts):
            return f"<mrow>{''.join(_set(part) for part in parts if not isinstance(part, boxes.Break))}</mrow>"
        case boxes.Fraction(above, below):
            return f"<mfrac>{_set(above)}{_set(below)}</mfrac>"
        case boxes.Scripts(base, below, above):
            return _scripts(base, below, above)
        case boxes.Big(operator, below, above):
            shown = f"<mo>{operator}</mo>" if operator in _OPERATORS else f'<mo rspace="0.17em">{operator}</mo>'
            if operator == "∫":
                return f"<msub>{shown}{_set(below)}</msub>"
            if above is None:
                return f"<munder>{shown}{_set(below)}</munder>"
            return f"<munderover>{shown}{_set(below)}{_set(above)}</munderover>"
        case boxes.Root(body):
            return f"<msqrt>{_set(body)}</msqrt>"
        case boxes.Fenced(left, body, right):
            return f"<mrow>{_bracket(left, body.height, True)}{_set(body)}{_bracket(right, body.height, False)}</mrow>"
        case boxes.Fence(bracket, storeys, opens):
            return _bracket(bracket, storeys, opens)
        case boxes.Cases(lines):
            rows = "".join(_line(value, when) for value, when in lines)
            return f'<mrow><mo form="prefix" fence="true">{{</mo><mtable class="cases">{rows}</mtable></mrow>'
    raise TypeError(f"{type(box).__name__} is not a box")


def _unbroken(words: str) -> str:
    """Words with spaces that MathML keeps at both ends."""
    return escape(words).replace(" ", "\u00a0")


def _sign(box: boxes.Sign) -> str:
    sign = escape(box.sign)
    match box.role:
        case "relation" | "binary":
            return f'<mo form="infix">{":=" if sign == "≔" else sign}</mo>'
        case "prefix":
            return f'<mo form="prefix">{sign}</mo>'
        case "comma":
            return '<mo form="infix">,</mo>'
        case "colon":
            return f'<mo lspace="0" rspace="0">{sign}</mo>'
        case "range":
            return f"<mi>{sign}</mi>"
        case "times" if box.sign in ("", " "):
            return '<mo lspace="0" rspace="0.17em">\u2062</mo>' if box.sign else "<mo>\u2062</mo>"
        case "times":
            return f'<mo form="infix">{"⋅" if box.sign == "·" else sign}</mo>'
    return f"<mo>{sign}</mo>"


def _scripts(base: boxes.Box, below: boxes.Box | None, above: boxes.Box | None) -> str:
    shown = _set(base)
    if isinstance(base, boxes.Fence) and base.storeys:  # a bracket grows in a row only, and a row of it alone is none
        shown = f"<mrow>{shown}<mn></mn></mrow>"
    element = "msubsup" if below is not None and above is not None else "msup" if below is None else "msub"
    return f"<{element}>{shown}{''.join(_set(part) for part in (below, above) if part is not None)}</{element}>"


def _line(value: boxes.Box, when: boxes.Box | None) -> str:
    condition = "<mtext>otherwise</mtext>" if when is None else f"<mrow><mtext>if\u00a0</mtext>{_set(when)}</mrow>"
    return f"<mtr><mtd>{_set(value)}</mtd><mtd>{condition}</mtd></mtr>"


def _bracket(bracket: str, storeys: int, opens: bool) -> str:
    form = "prefix" if opens else "postfix"
    size = f' minsize="{_SIZES[storeys]}" maxsize="{_SIZES[storeys]}"' if storeys else ' stretchy="false"'
    return f'<mo form="{form}"{size} fence="true">{bracket}</mo>'
