"""Ties the quotes of an inventory to texts of the paper: `python -m tests.quotes TEXT... [--inventory NAME]`.

Every quote has to stand in one of the texts, word by word. Quote and text are compared after one normalisation, which
changes layout and marks, never words or numbers:

1. Unicode compatibility forms become plain ones (NFKC): ligatures such as "fi", full-width letters, superscripts.
2. A hyphen at the end of a line that stands between two letters goes with the line's end.
3. What LaTeX and Markdown write where a page shows something else becomes plain text: commands of typeface
   (`\\mathbf{X}` is X), of size and space (`\\left`, `\\quad`), dollar signs, backslashes before spaces and signs,
   asterisks and ampersands go; `\\leq` is <=, `\\geq` is >=, `\\to` and `\\mapsto` are ->, `\\in` is in,
   `\\dots` in all its kinds is ..., `\\|` is the || of a norm, a command that is left loses its backslash:
   `\\delta` is delta. The same signs in Unicode become the same text, and a name that stands for one letter is that
   of the letter.
4. Curly and straight quotation marks are the same, and so are all dashes and the minus sign.
5. All white space goes.

Exit code 1, with a line for each quote that is in none of the texts; 2 where a file can't be read.
"""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from exactua.errors import InputError
from exactua.evidence.coverage import FILE, FIRST, FOLDER, Inventory, read

_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-[ \t]*\r?\n\s*(?=[^\W\d_])")
_TYPEFACE: Final = re.compile(
    r"\\(?:mathbf|mathbb|mathcal|mathrm|mathbb|text|textbf|textit|operatorname|boldsymbol|bm)\s*\{([^{}]*)\}"
)
_SPACING: Final = re.compile(r"\\(?:left|right|big|Big|bigg|Bigg|quad|qquad|displaystyle|nolimits)(?![A-Za-z])")
_SIGNS: Final = {
    "leq": "<=", "le": "<=", "geq": ">=", "ge": ">=", "neq": "!=", "to": "->", "rightarrow": "->", "mapsto": "->",
    "implies": "=>", "dots": "...", "ldots": "...", "cdots": "...", "infty": "infinity", "cdot": "*", "times": "x",
    "epsilon": "epsilon", "varepsilon": "epsilon",
}  # fmt: skip
_COMMAND: Final = re.compile(r"\\([A-Za-z]+)")
_UNICODE: Final = {
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "↦": "->", "∈": "in", "∞": "infinity", "×": "x", "⋅": "*", "·": "*",
    "…": "...", "⋯": "...", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "‐": "-",
    "‑": "-", "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon", "λ": "lambda",
    "σ": "sigma", "φ": "phi", "ϕ": "phi", "ψ": "psi", "Φ": "Phi", "Ψ": "Psi", "Δ": "Delta", "ρ": "rho", "τ": "tau",
    "‖": "||", "∥": "||", "θ": "theta", "μ": "mu", "ℓ": "ell",
}  # fmt: skip
_GONE: Final = re.compile(r"[\s$*&\\]")


def normalised(text: str) -> str:
    """The text without its layout, as the docstring of this module says."""
    text = _HYPHEN.sub("", text)
    for sign, plain in _UNICODE.items():
        text = text.replace(sign, plain)  # before NFKC, which makes an ellipsis of some and letters of others
    text = unicodedata.normalize("NFKC", text)
    before = ""
    while before != text:
        before, text = text, _TYPEFACE.sub(r"\1", text)
    text = _SPACING.sub("", text).replace("\\|", "||")
    text = _COMMAND.sub(lambda match: _SIGNS.get(match[1], match[1]), text)
    return _GONE.sub("", text)


def missing(inventory: Inventory, texts: Sequence[str]) -> Iterator[str]:
    """A line for each quote of the inventory that stands in none of the texts."""
    known = [normalised(text) for text in texts]
    for item in inventory.items:
        if item.quote and not any(normalised(item.quote) in text for text in known):
            yield f"{item.id}: not in the text: {item.quote}"


def main(arguments: Sequence[str], papers: Path = FOLDER) -> int:
    """Prints the quotes that are not found, and how many are. 1 if one is missing, 2 for what can't be read, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.quotes", description="Are the quotes in the paper's text?")
    parser.add_argument("texts", nargs="+", type=Path, metavar="TEXT")
    parser.add_argument("--inventory", default=FIRST, metavar="NAME")
    asked = parser.parse_args(arguments)
    try:
        inventory = read(papers / asked.inventory / FILE)
        texts = [path.read_text(encoding="utf-8") for path in asked.texts]
    except (InputError, OSError, UnicodeDecodeError) as error:
        print(f"quotes: {error}")
        return 2
    absent = list(missing(inventory, texts))
    quotes = sum(bool(item.quote) for item in inventory.items)
    print(*absent, f"{quotes - len(absent)} of {quotes} quotes stand in the text", sep="\n")
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
