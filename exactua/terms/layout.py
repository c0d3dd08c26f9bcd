"""A term as a tree of boxes: what stands in brackets, what is a fraction or a script, where a line may end.

It says what `printing.text` says, in two dimensions. What differs from the text: `1 if c else 0` is an indicator,
the maximum of x and -x is |x|, quantifiers of one kind that stand behind each other are one, and so are comparisons
a < b and b < c.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from exactua.terms.boxes import Box
from exactua.terms.language import Term
from exactua.terms.layout_conditions import CONDITIONS
from exactua.terms.layout_matrices import MATRICES
from exactua.terms.layout_numbers import NUMBERS
from exactua.terms.layout_rules import ANYTHING, Layout, Method

OPERATORS: Final[dict[str, Method]] = {**NUMBERS, **MATRICES, **CONDITIONS}
"""Every operator of the language but neg, which is set as a sign of what it stands before."""


def layout(term: Term, shorthand: Mapping[Term, str] | None = None, *, level: int = ANYTHING) -> Box:
    """The term's boxes; `shorthand` gives names to whole terms. In brackets where it binds more loosely than `level`.

    Raises TermError for an operator that has no layout.
    """
    return Layout(shorthand or {}, OPERATORS).show(term, level)
