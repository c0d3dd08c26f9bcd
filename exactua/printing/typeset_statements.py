r"""Steps and operands as typeset text for a page or a paper: what `statements` says in plain text.

What is returned goes into a paragraph as it is: LaTeX with its formulas between \( and \) (amsmath is needed), or an
XML fragment of words, `<math>` elements and `<wbr/>`. Lines may end at all spaces and at the signs of long formulas.
For "mathematical mode" it is LaTeX that stands inside of a formula, its words in \text.

A claim as LaTeX for a paper is its names and its steps, one item each; \input it where amsmath is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from exactua.claims.claim import Claim
from exactua.claims.folds import OwnFold
from exactua.claims.lettering import Lettered, are_pairs, letter
from exactua.claims.paper_units import step_in_paper_units, term_in_paper_units, with_delta
from exactua.claims.problem import Step
from exactua.printing.mathematics_in_words import in_boxes
from exactua.printing.statements import (
    SKIPPED,
    quantified,
    reading_vectors,
    scaled_row,
    shortened,
    shown_definitions,
    shown_names,
)
from exactua.terms import latex, mathml
from exactua.terms.boxes import Box, Break, Fenced, Letter, Row, Sign, Words
from exactua.terms.language import FOLDED, Kind, Term
from exactua.terms.latex import escaped
from exactua.terms.layout import RELATIONS, layout
from exactua.terms.layout_numbers import IMPLIED, MULTIPLIED, listed, product
from exactua.terms.symbols import symbol

Form = Literal["latex", "mathml", "mathematical mode"]

_BACKENDS: Final = {"latex": latex.in_words, "mathml": mathml.in_words, "mathematical mode": latex.in_math}


def name(word: str, form: Form) -> str:
    """The name of a parameter, a definition, an operand or a network as a symbol."""
    return _BACKENDS[form](symbol(word))


def term(term: Term, names: Mapping[Term, str], form: Form) -> str:
    """A term by itself, such as a definition or a hypothesis."""
    return _BACKENDS[form](layout(term, names))


def operand(term: Term, names: Mapping[Term, str], form: Form) -> str:
    """An operand written out under the other names; a row that is scaled in every column reads "m u^T g_c(L)"."""
    return _BACKENDS[form](_written_out(term, names))


def definition(word: str, term: Term, names: Mapping[Term, str], form: Form) -> str:
    """The name of a definition or an operand with what it stands for: "q := m u^T g_c(L)"."""
    return _BACKENDS[form](Row((symbol(word), Break(sign=True), Sign("≔", "relation"), _written_out(term, names))))


def formula(step: Step, names: Mapping[Term, str], form: Form) -> str:
    """The step's assertion, with its hypothesis in front; its fold and its bound in words."""
    return _BACKENDS[form](_asserted(step, names))


def domain(said: Lettered, step: Step, form: Form) -> str:
    """What a step of a claim quantifies over: "for all L in category 1"."""
    return _BACKENDS[form](_domain(said, step))


def _domain(said: Lettered, step: Step) -> Box:
    if not step.over:
        return Words("decided once, without a point")
    names = in_boxes(" and ".join(spec.name for spec in step.over)).parts
    point, other = (symbol(letter(said, step.over, k)) for k in (0, 1))
    two = (point, Words(", "), other)
    if are_pairs(step.over):
        return Row((Words(f"for {quantified(step, 'any')} "), *two, Words(" ("), *names, Words(")")))
    if step.of_some or step.several is not None:
        return Row((Words(f"for {quantified(step, 'all')} "), point, Words(" in "), *names))
    if step.fold == "sum":
        return Row((Words("summed over all "), point, Words(" in "), *names))
    if step.own is not None:
        return Row((Words("for all "), point, Words(" in "), *names, Words(", one after the other")))
    if step.fold == "apart":
        return Row((Words("for any two "), *two, Words(" in "), *names, Words(", and within each")))
    if step.over[0].kind == "cells":
        ends = step.over[0].interval
        column = (Words("for every row and every real column "), point)
        if ends is None:
            return Row(column)
        return Row((*column, Words(" with entries in "), Fenced("[", listed([layout(end) for end in ends]), "]")))
    if step.fold == "distinct":
        orbits = any(spec.kind == "orbits" for spec in step.over)
        apart = (Words(", not permutations of each other"),) * orbits
        return Row((Words("for any two "), *two, Words(" in "), *names, *apart))
    return Row((Words("for all "), point, Words(" in "), *names))


def _written_out(term: Term, names: Mapping[Term, str]) -> Box:
    others = {known: shown for known, shown in names.items() if known != term}
    if (factors := scaled_row(term)) is not None:
        return product([layout(factor, others, level=MULTIPLIED) for factor in factors])
    return layout(term, others)


def _asserted(step: Step, names: Mapping[Term, str]) -> Box:
    """`statements.formula` as boxes."""
    sought, several = step.sought, step.several
    shown = layout(step.term if sought is None else sought, names)
    if several is not None:
        parts: list[Box] = []
        for part in shortened(several.conditions):
            parts += [Words("; ")] * bool(parts) + [Words(SKIPPED) if part is None else layout(part, names)]
        shown = Row(tuple(parts))
    elif step.own is not None:
        shown = _folded(step.own, shown if step.term.kind is Kind.LIST else Fenced("(", shown, ")"), names)
    if step.fold == "distinct":
        shown = Row((Words("the numbers "), shown, Words(" of both points together are all different")))
    if step.bound is not None and sought is None:
        assert step.relation is not None
        far = (Break(sign=True), Sign(RELATIONS[step.relation], "relation"), layout(step.bound, names, level=IMPLIED))
        if step.fold == "sum":
            shown = Row((Words("sum of "), layout(step.term, names, level=MULTIPLIED), *far))
        else:
            distance = Fenced("|", Row((Letter("x"), Sign("−", "binary"), Letter("y"))), "|")
            shown = Row((Words("any two of the numbers "), shown, Words(" differ: "), distance, *far))
    if step.given is None:
        return shown
    return Row((Words("where "), layout(step.given, names, level=IMPLIED), Words(": "), shown))


def _folded(fold: OwnFold, numbers: Box, names: Mapping[Term, str]) -> Box:
    """An own fold in words; `numbers` are those of a point."""
    start, following = (
        Fenced("(", listed([layout(term, names) for term in terms]), ")") for terms in (fold.start, fold.next)
    )
    becomes = Sign("≔", "relation")
    asks = any(FOLDED["numbers"] in term.free for term in fold.next)
    where = (Words(", where "), Letter("x"), Sign("=", "relation"), numbers) if asks else ()
    a = Letter("a")
    return Row(
        (
            Words("starting with "), a, Sign("=", "relation"), start,
            Words(", for each point "), a, becomes, following, *where,
            Words("; in the end "), layout(fold.holds, names),
        )
    )  # fmt: skip


def in_latex(claim: Claim, step: str | None) -> Iterator[str]:
    """The lines of a claim, or of one step."""
    names = shown_names(claim)
    yield f"% {claim.label}; needs \\usepackage{{amsmath}}"
    yield rf"\paragraph{{{escaped(claim.title)}}} ({escaped(claim.source)})"
    if written := list(definitions(claim, names)):
        yield f"Here {', '.join(written)}."
    yield r"\begin{itemize}"
    for claim_step in claim.steps:
        if step in (None, claim_step.name):
            yield _item(claim, claim_step)
    yield r"\end{itemize}"


def definitions(claim: Claim, names: Mapping[Term, str]) -> Iterator[str]:
    """What the names in the claim's formulas mean, each as "name := term"."""
    for term, name in reading_vectors(claim).items():
        yield definition(name, term, names, "latex")
    for name, term in shown_definitions(claim).items():
        yield definition(name, term, with_delta(names), "latex")
    for name, operand in claim.operands.items():
        written = term_in_paper_units(operand.term, claim.degrees)
        yield definition(name, written, names, "latex")


def _item(claim: Claim, step: Step) -> str:
    over = f"{domain(claim, step, 'latex')}: " if step.over else ""
    shown = formula(step_in_paper_units(step, claim.degrees), shown_names(claim, step), "latex")
    return rf"\item \texttt{{{escaped(step.name)}}}: {over}{shown}"
