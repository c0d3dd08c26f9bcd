"""Formulas on pages: MathML alone, whatever a name says; large matrices and long texts are cut."""

from __future__ import annotations

import pytest

from exactua.commands.report.site.formulas import LONGEST, MOST_COLUMNS, MOST_ROWS, checked, matrix, shortened

GOOD = 'for all <math><mi>x</mi><mo form="infix">&lt;</mo><mn>1</mn></math><wbr/>, and so on'


def test_words_and_mathml_stay_as_they_are():
    assert checked(GOOD, "instead") == GOOD


@pytest.mark.parametrize(
    "markup",
    [
        "<script>alert(1)</script>",
        "<math><mi>x</mi><script>alert(1)</script></math>",
        "<math><mi onclick='a()'>x</mi></math>",
        "<math href='javascript:a()'><mi>x</mi></math>",
        "<math><mtext><img src='x'/></mtext></math>",
        "<math><mi style='color: red'>x</mi></math>",
        "<math><annotation-xml encoding='text/html'><b/></annotation-xml></math>",
        "<math><mglyph src='x'/></math>",
        "<mi>x</mi>",
        "<b>x</b>",
        "<math><mi>x</mi>",
        "x < y",
        "<math><!-- --><mi>x</mi></math>",
        "<math><![CDATA[<b>]]></math>",
        "<!DOCTYPE p [<!ENTITY e 'x'>]><math><mi>x</mi></math>",
        "<?xml version='1.0'?><math/>",
        "<wbr onclick='a()'/>",
        "</p><p>",
        "<math><mi>x</mi></math>" * LONGEST,
    ],
    ids=lambda markup: markup[:40],
)  # fmt: skip
def test_anything_else_is_replaced_by_its_text(markup):
    assert checked(markup, "1 < 2") == "<code>1 &lt; 2</code>"


def test_a_long_text_is_cut():
    shown = checked("<b/>", "x" * 10_000)
    assert len(shown) < LONGEST // 4
    assert "7,500 more characters; see the certificate" in shown
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3, "ask") == "abc… 1 more character; ask"


def test_a_matrix_is_typeset():
    assert matrix("L'", ((1, 2), (3, 4))) == (
        "<math><mrow><msup><mi>L</mi><mo>′</mo></msup><mo>=</mo><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>"
        "<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo></mrow></math>"
    )


def test_a_large_matrix_is_cut():
    shown = matrix("X", tuple(tuple(range(100)) for _ in range(50)))
    assert shown.count("<mtr>") == MOST_ROWS
    assert shown.count("<mtd>") == MOST_ROWS * MOST_COLUMNS
    assert "38 more rows, 88 more columns; see the certificate" in shown
