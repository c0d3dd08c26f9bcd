"""A claim as LaTeX for a paper."""

from __future__ import annotations

import pytest

from exactua.commands.group import main
from exactua.printing import typeset_statements
from exactua.terms import mathml
from exactua.terms.tracing import parameter

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
