"""Every step, operand and definition of every claim, typeset in both forms."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache

import pytest

from exactua.claims import registry
from exactua.claims.claim import Claim
from exactua.commands.group import main
from exactua.printing import statements, typeset_statements
from exactua.terms import mathml
from exactua.terms.language import Term
from exactua.terms.layout import layout
from exactua.terms.tracing import parameter
from tests.terms.typeset_reading import latex_nodes, mathml_nodes, of_term, read

OF_NETWORKS = ("stage", "after", "layer", "network")
LONGEST_READ = 500
"""Characters of a text up to which its two forms are compared sign by sign."""


@cache
def claims(paper: str) -> list[Claim]:
    return registry.claims_of(paper)


def typeset(paper: str) -> Iterator[tuple[str, str, str]]:
    """What is typeset of a paper: in plain text, in LaTeX, in MathML."""
    for claim in claims(paper):
        for step in claim.steps:
            names = statements.shown_names(claim, step)
            both = (typeset_statements.formula(step, names, form) for form in ("latex", "mathml"))
            yield statements.formula(step, names), *both
            both = (typeset_statements.domain(claim, step, form) for form in ("latex", "mathml"))
            yield statements.domain_text(claim, step), *both
        names = statements.shown_names(claim)
        for term in [operand.term for operand in claim.operands.values()]:
            both = (typeset_statements.operand(term, names, form) for form in ("latex", "mathml"))
            yield statements.operand_text(term, names), *both
        for name, operand in claim.operands.items():
            both = (typeset_statements.definition(name, operand.term, names, form) for form in ("latex", "mathml"))
            yield statements.operand_text(operand.term, names), *both
        for term in [*claim.definitions.values(), *(hypothesis.term for hypothesis in claim.hypotheses)]:
            yield "", *(typeset_statements.term(term, {}, form) for form in ("latex", "mathml"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", registry.PAPERS)
def test_everything_is_typeset(paper: str) -> None:
    seen = set()
    for plain, latex, mathml_text in typeset(paper):
        if latex in seen:
            continue
        seen.add(latex)
        used = {element.tag for element in ElementTree.fromstring(f"<p>{mathml_text}</p>").iter()}
        assert used <= {"p", "wbr", *mathml.ELEMENTS}
        depth = 0
        for before, letter in zip(f" {latex}", latex, strict=False):
            depth += 0 if before == "\\" else {"{": 1, "}": -1}.get(letter, 0)
            assert depth >= 0
        assert depth == 0
        assert latex.count(r"\(") == latex.count(r"\)")
        if len(plain) <= LONGEST_READ:
            assert latex_nodes(latex, prose=True) == mathml_nodes(mathml_text)


def terms_of(claim: Claim) -> dict[Term, None]:
    parts = [operand.term for operand in claim.operands.values()]
    parts += [*claim.definitions.values(), *(hypothesis.term for hypothesis in claim.hypotheses)]
    return dict.fromkeys([*parts, *(term for step in claim.steps for term in step.terms)])


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", registry.PAPERS)
def test_every_term_is_read_back(paper: str) -> None:
    for claim in claims(paper):
        for term in terms_of(claim):
            parts = list(term.walk())
            if len(parts) > 70 or any(part.operator == "select" and len(part.arguments) > 9 for part in parts):
                continue  # a table of which not all is shown
            names = {name for part in parts for name in part.names if part.operator != "network"} | {
                "L",
                "a",
                "x",
                "pi",
            }
            networks = {part.names[0] for part in parts if part.operator in OF_NETWORKS}
            signs = mathml_nodes(mathml.in_words(layout(term)))
            assert read(signs, names, networks) == of_term(term)


LEMMA_8 = r"""% yun2020:lemma8; needs \usepackage{amsmath}
\paragraph{Lemma 8} (App. E.1.2; proof in App. E.3)
Here \(u \mathrel{:=} (m^{i - 1})_{i = 1}^{d}\), \(D \mathrel{:=} m^{d}\), \(t_{l} \mathrel{:=} \delta D^{2n}\,(D - 1)\), \(t_{r} \mathrel{:=} \delta D^{2n + 1}\,(D - 1)\), \(q \mathrel{:=} u^{\top}\,g_{c}(L)\).
\begin{itemize}
\item \texttt{property3}: for all \(L\) in category 1: for all \(j = 1,{\dots},n\): \(q_{j} \in [t_{l},t_{r}]\)
\end{itemize}
"""


def test_show_sets_a_step_for_a_paper(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "lemma8.property3", "--format", "latex"]) == 0
    assert capsys.readouterr().out == LEMMA_8


def test_show_has_no_latex_of_an_instance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "lemma8", "--format", "latex", "--d", "1", "--n", "2"]) == 2
    assert "format: latex shows a claim without an instance" in capsys.readouterr().err


def test_long_formulas_may_break_on_a_page_and_short_ones_stay_whole() -> None:
    d = parameter("d")
    short, long = (d + 1 <= 2 * d).term, (sum((d**k for k in range(2, 20)), d) <= 2**d).term
    assert mathml.mathml(short).count("<math") == 1
    pieces = mathml.mathml(long).split("<wbr/>")
    assert len(pieces) == 20
    assert all(piece.startswith("<math") and piece.endswith("</math>") for piece in pieces)
    assert pieces[-1].startswith('<math displaystyle="true"><mo form="infix">≤</mo>')
    assert typeset_statements.term(short, {}, "latex") == r"\(d + 1 \le 2d\)"
