"""The mathematics in a paper's words is typeset on pages; what is not understood stays as it is written."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest

from exactua.claims.verdicts import Reading
from exactua.commands.report.site.formulas import checked, with_mathematics
from tests.commands.report.site.documents import Document
from tests.commands.report.site.sample import built, dossiers
from tests.printing.test_mathematics_in_words import drawn


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("delta^(-(n-1)d+1)", "«δ^{−(n−1)d+1}»"),
        ("in R^{d x n}, if", "in «R^{d×n}», if"),
        ("delta^-1 >= 2", "«δ^{−1}≥2»"),
        ("l_1 < t_l", "«l_{1}<t_{l}»"),
        ("x_{i+1}^2.", "«x_{i+1}^{2}»."),
        ("X_(1, j)", "«X_{1,j}»"),
        ("-delta^(-nd)", "«−δ^{−nd}»"),
        ("e_{argmax z}", "«e_{argmax z}»"),
        ("2^n units", "«2^{n}» units"),
        ("l~_n", "«l\u0303_{n}»"),
        ("||f||_p", "«‖f‖_{p}»"),
        ("f(x)^2", "«f(x)^{2}»"),
        ("a_ij", "«a_{ij}»"),
    ],
)
def test_formulas_are_typeset(words, shown):
    assert drawn(words) == shown
    assert str(checked(with_mathematics(words), "")) == str(with_mathematics(words))


@pytest.mark.parametrize(
    "words",
    ["g_q_as_printed", "lemma_8", "foo-l_1", "x^2y", "bar{f}_1", "a_1'", "x^(a;b)", "x^(", "x_", "10^"],
)
def test_what_is_not_understood_stays_as_it_is_written(words):
    assert with_mathematics(words) == words.replace("'", "&#39;")


def test_names_between_backticks_are_code_and_markup_stays():
    said = with_mathematics("it is `l_1 <` of n, ` or `a")
    assert said == "it is <code>l_1 &lt;</code> of n, <code> or </code>a"
    assert with_mathematics(said) is said


def test_what_is_typeset_is_mathml_alone_and_words_are_escaped():
    said = with_mathematics("delta^(nd) and G_delta")
    assert str(checked(said, "")) == str(said)
    assert with_mathematics("<b>^2") == "&lt;b&gt;^2"


def test_pages_have_them_in_a_statement_a_step_and_the_ledger(tmp_path):
    (paper,) = dossiers(tmp_path)
    claim = copy(paper.claims[1].claim)
    claim.text, claim.readings = "at most delta^(-nd) of them", [Reading("many", "more than 5^n")]
    steps = tuple(replace(own, step=replace(own.step, says="below 2^n")) for own in paper.claims[1].steps)
    row = paper.ledger.rows[0]
    row = replace(row, step=replace(row.step, says="above 3^n"))
    claims = (paper.claims[0], replace(paper.claims[1], claim=claim, steps=steps), *paper.claims[2:])
    files = built((replace(paper, claims=claims, ledger=replace(paper.ledger, rows=(row,))),))
    assert f"at most {with_mathematics('delta^(-nd)')} of them" in files["own/Lemma.html"]
    assert f"more than {with_mathematics('5^n')}" in files["own/Lemma.html"]
    assert f"below {with_mathematics('2^n')}" in files["own/Lemma.html"]
    for page in ("own/ledger.html", "index.html"):
        assert f"above {with_mathematics('3^n')}" in files[page]
        assert Document(files[page]).wrong == []
