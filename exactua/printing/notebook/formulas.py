"""Formulas and matrices as a document has them: in plain text, and typeset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic.rationals import Matrix
from exactua.claims.claim import Claim
from exactua.claims.lettering import name_of_point
from exactua.claims.paper_units import names_in_paper_units, step_in_paper_units
from exactua.claims.problem import Problem, Step
from exactua.printing import mathematics_in_words, statements, typeset_statements
from exactua.printing.documents import BREAK, Code, Formula, Words
from exactua.printing.text import matrix_value, number
from exactua.printing.typeset_statements import Form
from exactua.terms import latex, mathml
from exactua.terms.boxes import Box, Fraction, Number, Row, Sign
from exactua.terms.boxes import Words as Prose
from exactua.terms.language import Term
from exactua.terms.symbols import symbol

LONGEST: Final = 20_000
"""Characters of the markup of one formula."""
SHORTENED: Final = 1_000
"""Characters of the text of a longer one."""
MOST: Final = 12
"""Rows, and columns, of a matrix that is typeset."""


@dataclass(frozen=True)
class Unnamed:
    """What a step is read in that no problem is known of: its points have the letter that they have anyway."""

    point: str = ""


def typeset(text: str, make: Callable[[Form], str]) -> Formula | Code:
    """The formula that `make` gives in each language; the beginning of its text where it is too long for a page."""
    markup = make("mathml")
    if len(markup) > LONGEST:
        return Code(text if len(text) <= SHORTENED else f"{text[:SHORTENED]} ...")
    return Formula(text, latex=make("mathematical mode"), mathml=markup)


def names_in(problem: Problem | None, step: Step) -> Mapping[Term, str]:
    """The names for the formulas of a step: those of its problem, where it is known."""
    if problem is None:
        return name_of_point(Unnamed(), step.over)
    return names_in_paper_units({**problem.shorthand, **name_of_point(problem, step.over)}, problem.degrees)


def statement(problem: Problem | None, step: Step) -> tuple[str, ...]:
    """What a step of a problem asserts, and of which points, typeset."""
    degrees = None if problem is None else problem.degrees
    said = Unnamed() if problem is None else problem
    return _statement(said, step_in_paper_units(step, degrees), names_in(problem, step))


def statement_of_claim(claim: Claim, step: Step) -> tuple[str, ...]:
    """The same of a step of a claim."""
    return _statement(claim, step_in_paper_units(step, claim.degrees), statements.shown_names(claim, step))


def _statement(said: Claim | Problem | Unnamed, step: Step, names: Mapping[Term, str]) -> tuple[str, ...]:
    formula = typeset(statements.formula(step, names), lambda form: typeset_statements.formula(step, names, form))
    if not step.over:
        return (formula,)
    over = typeset(statements.domain_text(said, step), lambda form: typeset_statements.domain(said, step, form))
    return over, ": ", formula


def says(step: Step, typeset_statement: tuple[str, ...], notes: tuple[str, ...] = ()) -> Words:
    """A cell about a step: what it says in words, as a formula, and what else is said of it."""
    noted = (piece for note in notes for piece in (BREAK, *mathematics_in_words.typeset(note)))
    return (*mathematics_in_words.typeset(step.says), BREAK, *typeset_statement, *noted)


def value(given: Any) -> Box:
    """A number as boxes: a fraction where it is one that is written out."""
    text = number(given)
    sign, digits = (text[:1], text[1:]) if text.startswith("-") else ("", text)
    parts = digits.split("/")
    if not all(part.isdecimal() for part in parts) or len(parts) > 2:
        return Prose(text)
    shown: Box = Number(parts[0]) if len(parts) == 1 else Fraction(Number(parts[0]), Number(parts[1]))
    return Row((Sign("−", "prefix"), shown)) if sign else shown


def matrix(letter: str, point: Matrix) -> Formula | Code:
    """The matrix under its letter, d x n, typeset where it is not large; by itself where the letter is ""."""
    text = f"{letter} = {matrix_value(point)}" if letter else matrix_value(point)
    if len(point) > MOST or any(len(row) > MOST for row in point):
        return Code(text if len(text) <= SHORTENED else f"{text[:SHORTENED]} ...")
    rows = [[value(entry) for entry in row] for row in point]
    in_latex = r" \\ ".join(" & ".join(map(latex.in_math, row)) for row in rows)
    columns = "r" * len(point[0])
    in_mathml = "".join(f"<mtr>{''.join(map(_cell, row))}</mtr>" for row in rows)
    in_tex, in_xml = (latex.in_math(symbol(letter)), _bare(symbol(letter))) if letter else ("", "")
    shown = f"{'<mo>=</mo>' * bool(letter)}<mo>[</mo><mtable>{in_mathml}</mtable><mo>]</mo>"
    opened = rf"\left[\begin{{array}}{{{columns}}}"
    return Formula(
        text,
        latex=rf"{in_tex}{' = ' * bool(letter)}{opened}{in_latex}\end{{array}}\right]",
        mathml=f"<math><mrow>{in_xml}{shown}</mrow></math>",
    )


def _cell(box: Box) -> str:
    return f"<mtd>{f'<mtext>{_bare(box)}</mtext>' if isinstance(box, Prose) else _bare(box)}</mtd>"


def _bare(box: Box) -> str:
    """A box that is one formula, or words, without the element around a formula."""
    return mathml.in_words(box).removeprefix('<math displaystyle="true">').removesuffix("</math>")
