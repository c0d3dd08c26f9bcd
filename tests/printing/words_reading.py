"""Typeset words read back as somebody writes them in a line: `L_(1, j) > 0`, `delta^-1`, `l~_n`."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

from exactua.terms.symbols import GREEK

SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "⇒": "=>", "⇔": "<=>", "≔": ":=", "−": "-", "…": "...", "∑": "sum", "∏": "prod",
    "×": "x", "∘": "o", "∞": "infinity", "∈": "in", "±": "+-", "⋅": "*", "‖": "||", "⟨": "<", "⟩": ">", "\u2061": "",
    **{letter: name for name, letter in GREEK.items() if not name.endswith("_")},
}  # fmt: skip
MARKS = {"~": "~", "¯": "-bar", "^": "^"}


def read_back(page: str) -> str:
    """The page with each formula among its words as it is written in a line."""
    return re.sub(r"<math>.*?</math>", lambda match: escape(written(match[0])), page, flags=re.DOTALL)


def written(formula: str) -> str:
    """One `<math>` element in a line."""
    return _written(ElementTree.fromstring(formula)).strip()


def _written(element: ElementTree.Element) -> str:
    inside = [_written(child) for child in element]
    own = element.text or ""
    match element.tag:
        case "mover":
            return inside[0] + MARKS[inside[1]]
        case "msup" if set(inside[1]) == {"′"}:
            return inside[0] + "'" * len(inside[1])
        case "msub" | "msup" | "msubsup":
            signs = {"msub": "_", "msup": "^", "msubsup": "_^"}[element.tag]
            return inside[0] + "".join(sign + _script(said) for sign, said in zip(signs, inside[1:], strict=True))
        case "mo" if own == "\u2062":
            return " " if element.get("rspace") else ""
        case "mo" if own == ",":
            return ", "
        case "mo" if element.get("form") == "infix" and own != "/":
            return f" {SIGNS.get(own, own)} "
    return SIGNS.get(own, own) + "".join(inside)


def _script(said: str) -> str:
    return said if re.fullmatch(r"-?(?:[0-9]+|[A-Za-z]|\*)|[a-z]+", said) or said[0] == "(" else f"({said})"
