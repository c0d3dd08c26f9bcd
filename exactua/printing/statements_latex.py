r"""A claim as LaTeX for a paper: its names and its steps, typeset, one item each; \input it where amsmath is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from exactua.claims.claim import Claim
from exactua.claims.paper_units import step_in_paper_units, term_in_paper_units, with_delta
from exactua.claims.problem import Step
from exactua.printing import typeset_statements
from exactua.printing.statements import reading_vectors, shown_definitions, shown_names
from exactua.terms.language import Term
from exactua.terms.latex import escaped


def latex(claim: Claim, step: str | None) -> Iterator[str]:
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
        yield typeset_statements.definition(name, term, names, "latex")
    for name, term in shown_definitions(claim).items():
        yield typeset_statements.definition(name, term, with_delta(names), "latex")
    for name, operand in claim.operands.items():
        written = term_in_paper_units(operand.term, claim.degrees)
        yield typeset_statements.definition(name, written, names, "latex")


def _item(claim: Claim, step: Step) -> str:
    over = f"{typeset_statements.domain(claim, step, 'latex')}: " if step.over else ""
    shown = typeset_statements.formula(step_in_paper_units(step, claim.degrees), shown_names(claim, step), "latex")
    return rf"\item \texttt{{{escaped(step.name)}}}: {over}{shown}"
