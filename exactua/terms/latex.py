r"""Terms as LaTeX, for mathematical mode, with amsmath: \frac, \sum, cases, names as the papers set them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from exactua.terms import boxes
from exactua.terms.language import Term
from exactua.terms.layout import layout
from exactua.terms.layout_numbers import INDICATOR
from exactua.terms.symbols import GREEK

_GREEK: Final = {
    **{letter: f"\\{name}" for name, letter in GREEK.items() if not name.endswith("_")},
    "ε": r"\varepsilon",
}
_SIGNS: Final = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "∈": r"\in", "∉": r"\notin", "⇒": r"\Rightarrow", "×": r"\times",
    "…": r"\dots", "⊤": r"\top", "−": "-", "·": r"\cdot", "≔": "\\mathrel{:=}", " ": r"\,", "\u2061": "", ":": "{:}",
    "mod": r"\bmod", "→": r"\to", "∘": r"\circ", "∑": r"\sum", "∏": r"\prod",
    "⇔": r"\Leftrightarrow", "∞": r"\infty", "±": r"\pm",
}  # fmt: skip
_OPERATORS: Final = {"∑": r"\sum", "∏": r"\prod", "∫": r"\int", "min": r"\min", "max": r"\max"}
_FUNCTIONS: Final = {"exp": r"\exp", "log": r"\log"}
_BRACKETS: Final = {"⌊": r"\lfloor", "⌋": r"\rfloor", "{": r"\{", "}": r"\}", "⟨": r"\langle", "⟩": r"\rangle"}
_SPACE: Final = "\\ "
_SIZES: Final = ("", "big", "Big")
_MARKS: Final = {"tilde": r"\tilde", "bar": r"\bar", "hat": r"\hat"}
_ESCAPES: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "|": r"\ensuremath{|}",
}  # fmt: skip
"""What stands for itself in no encoding of fonts."""


def latex(term: Term, shorthand: Mapping[Term, str] | None = None) -> str:
    r"""The term for mathematical mode: what stands between \( and \), or in an equation. It needs amsmath.

    A long formula breaks at its signs. `shorthand` gives names to whole terms. Raises TermError for an operator
    that has no layout.
    """
    return in_math(layout(term, shorthand))


def in_math(box: boxes.Box) -> str:
    """Boxes for mathematical mode; lines may end where `boxes.in_pieces` says."""
    return _joined(_piece(part, following) for part, following in _with_next(box))


def in_words(box: boxes.Box) -> str:
    r"""Boxes for a paragraph: the formulas between \( and \), prose between them as prose."""
    parts: list[str] = []
    formula: list[str] = []

    def close() -> None:
        if formula:
            shown = _joined(iter(formula))
            parts.append(rf"\({'{}' * shown.startswith(' ')}{shown}{'{}' * shown.endswith(' ')}\)")
            formula.clear()

    for part, following in _with_next(box):
        if isinstance(part, boxes.Words):
            close()
            parts.append(escaped(part.text))
        else:
            formula.append(_piece(part, following))
    close()
    return "".join(parts)


def escaped(words: str) -> str:
    """Words such that LaTeX sets them as they are; what is neither ASCII nor Greek becomes its code point."""
    return "".join(_character(character) for character in words)


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character in _GREEK:
        return rf"\ensuremath{{{_greek(character)}}}"
    if character.isspace():
        return " "
    return character if character.isascii() and character.isprintable() else f"(U+{ord(character):04X})"


def _with_next(box: boxes.Box) -> Iterator[tuple[boxes.Box, boxes.Box | None]]:
    pieces = list(boxes.in_pieces(box))
    yield from zip(pieces, [*pieces[1:], None], strict=True)


def _piece(box: boxes.Box, following: boxes.Box | None) -> str:
    if isinstance(box, boxes.Break):  # TeX breaks lines behind infix signs by itself, and never before them
        return "" if box.sign or following is None else r"\allowbreak"
    if isinstance(box, boxes.Words):
        return rf"\text{{{escaped(box.text)}}}\allowbreak"
    return _set(box)


def _joined(parts: Iterator[str]) -> str:
    """Parts behind each other, with a space where a macro would run into a letter."""
    shown = ""
    for part in parts:
        if part and shown and shown[-1].isalpha() and part[0].isalpha() and _ends_in_macro(shown):
            shown += " "
        shown += part
    return shown


def _ends_in_macro(shown: str) -> bool:
    start = len(shown)
    while start and shown[start - 1].isalpha() and shown[start - 1].isascii():
        start -= 1
    return start > 0 and shown[start - 1] == "\\"


def _set(box: boxes.Box) -> str:
    match box:
        case boxes.Number(digits):
            return r"\mathbf{1}" if digits == INDICATOR else digits
        case boxes.Letter(letter, mark, primes):
            shown = (
                _greek(letter) if letter in _GREEK else letter if letter.isascii() else rf"\text{{{escaped(letter)}}}"
            )
            return (rf"{_MARKS[mark]}{{{shown}}}" if mark else shown) + "'" * primes
        case boxes.Word(word):
            return _FUNCTIONS.get(word) or _upright(word)
        case boxes.Words(words):
            return rf"\text{{{escaped(words)}}}"
        case boxes.Sign(sign, role):
            shown = _SIGNS.get(sign, sign)
            return f"{{{shown}}}" if sign == "…" else f" {shown} " if role in ("relation", "binary") else shown
        case boxes.Row(parts):
            return _joined(_set(part) for part in parts if not isinstance(part, boxes.Break))
        case boxes.Fraction(above, below):
            return rf"\frac{{{_set(above)}}}{{{_set(below)}}}"
        case boxes.Scripts(base, below, above):
            scripts = "" if below is None else f"_{{{_set(below)}}}"
            scripts += "" if above is None else f"^{{{_set(above)}}}"
            shown = _set(base)
            primed = isinstance(base, boxes.Letter) and base.primes and above is not None
            return (f"{{{shown}}}" if primed or isinstance(base, boxes.Scripts) else shown) + scripts
        case boxes.Big(operator, below, above):
            shown = _OPERATORS.get(operator) or rf"\operatorname*{{{operator}}}"
            return f"{shown}_{{{_set(below)}}}" + ("" if above is None else f"^{{{_set(above)}}}")
        case boxes.Root(body):
            return rf"\sqrt{{{_set(body)}}}"
        case boxes.Fenced(left, body, right):
            return _joined(iter((_bracket(left, body.height, True), _set(body), _bracket(right, body.height, False))))
        case boxes.Fence(bracket, storeys, opens):
            return _bracket(bracket, storeys, opens)
        case boxes.Cases(lines):
            shown_lines = (
                f"{_set(value)} & " + (r"\text{otherwise}" if when is None else rf"\text{{if }}{_set(when)}")
                for value, when in lines
            )
            return r"\begin{cases}" + r" \\ ".join(shown_lines) + r"\end{cases}"
    raise TypeError(f"{type(box).__name__} is not a box")


def _greek(letter: str) -> str:
    return _GREEK[letter]


def _upright(word: str) -> str:
    plain = all(character.isascii() and (character.isalnum() or character == " ") for character in word)
    return rf"\mathrm{{{word.replace(' ', _SPACE)}}}" if plain else rf"\text{{{escaped(word)}}}"


def _bracket(bracket: str, storeys: int, opens: bool) -> str:
    bars = {"|": "vert", "‖": "Vert"}.get(bracket)
    shown = _BRACKETS.get(bracket, bracket) if bars is None else rf"\{'l' if opens else 'r'}{bars}"
    if storeys == 0:
        return shown
    return rf"\{_SIZES[storeys]}{'l' if opens else 'r'}{shown}"
