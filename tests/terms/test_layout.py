"""What is typeset says what the term says: it is read back by a grammar of its own, from LaTeX and from MathML."""

from __future__ import annotations

import pytest
from hypothesis import given, note, settings

from exactua.terms import language
from exactua.terms.language import Kind, Term, TermError, make
from exactua.terms.latex import latex
from exactua.terms.layout import OPERATORS, layout
from exactua.terms.mathml import mathml
from exactua.terms.printing import text
from exactua.terms.tracing import (
    Columns,
    Row,
    every,
    floor,
    greatest,
    implies,
    parameter,
    point,
    product,
    row,
    some,
    total,
    variable,
    when,
)
from tests.terms.typeset_reading import latex_nodes, mathml_nodes, of_term, read
from tests.terms.typeset_terms import NAMES, NETWORKS, terms

a, b, c, n = variable("a"), variable("b"), variable("c"), parameter("n")
columns, negative = Columns(1, n), -a


@given(terms(Kind.TRUTH, 4) | terms(Kind.NUMBER, 4))
@settings(max_examples=100, deadline=None)
def test_it_is_read_back_as_the_term(term: Term) -> None:
    note(text(term))
    markup = mathml(term)
    assert markup.isprintable()  # a page shows a character that is unseen by its number
    signs = mathml_nodes(markup)
    assert latex_nodes(latex(term)) == signs
    assert read(signs, NAMES, NETWORKS) == of_term(term)


BRACKETS = {
    "difference_of_difference": (a - (b - c), "a - (b - c)"),
    "differences": (a - b - c, "a - b - c"),
    "sum_of_difference": (a + (b - c), "a + b - c"),
    "sum_with_minus": (a + -b, "a + (-b)"),
    "difference_of_minus": (a - -b, "a - (-b)"),
    "minus_of_sum": (-(a + b), "-(a + b)"),
    "minus_of_product": (-(a * b), "-ab"),
    "product_of_minus": (-a * b, "-ab"),
    "factor_minus": (a * -b, r"a\,(-b)"),
    "minus_of_minus": (-negative, "-(-a)"),
    "power_of_product": ((a * b) ** c, "(ab)^{c}"),
    "product_of_power": (a * b**c, "ab^{c}"),
    "power_of_power": ((a**b) ** c, "{a^{b}}^{c}"),
    "power_of_minus": ((-a) ** 2, "(-a)^{2}"),
    "minus_of_power": (-(a**2), "-a^{2}"),
    "power_of_fraction": ((a / b) ** 2, r"\bigl(\frac{a}{b}\bigr)^{2}"),
    "power_of_sum": (total(columns, lambda j: j) ** 2, r"\bigl(\sum_{j = 1}^{n}j\bigr)^{2}"),
    "quotient_by_product": (a / (b * c), r"\frac{a}{bc}"),
    "product_of_quotient": (a / b * c, r"\frac{a}{b}\,c"),
    "quotient_of_quotient": (a / b / c, r"\frac{a/b}{c}"),
    "quotient_by_quotient": (a / (b / c), r"\frac{a}{b/c}"),
    "two_numbers": (2 * (a * 3), r"2a\cdot3"),
    "no_mixed_number": (2 * (a / b), r"2\cdot\frac{a}{b}"),
    "two_words": (parameter("width") * parameter("top"), r"\mathrm{width}\cdot\mathrm{top}"),
    "factor_behind_sum": (total(columns, lambda j: j) * a, r"\bigl(\sum_{j = 1}^{n}j\bigr)a"),
    "sum_behind_factor": (a * total(columns, lambda j: j), r"a\,\sum_{j = 1}^{n}j"),
    "sum_of_sum": (total(columns, lambda j: j + a), r"\sum_{j = 1}^{n}(j + a)"),
    "sum_and_more": (total(columns, lambda j: j) + a, r"\sum_{j = 1}^{n}j + a"),
    "product_over": (product(columns, lambda j: a - j), r"\prod_{j = 1}^{n}(a - j)"),
    "greatest": (greatest(columns, lambda j: a * j), r"\max_{1 \le j \le n}aj"),
    "cases": (when(a < b, a, b), r"\begin{cases}a & \text{if }a < b \\ b & \text{otherwise}\end{cases}"),
    "absolute": (greatest(Columns(0, 1, "e"), lambda e: (1 - 2 * e) * (a - b)), r"\lvert a - b\rvert"),
    "not_absolute": (greatest(Columns(0, 1, "e"), lambda e: e * (a - b)), r"\max_{0 \le e \le 1}e\,(a - b)"),
    "indicator": (when(a < b, 1, 0) + c, r"\mathbf{1}[a < b] + c"),
    "cases_and_more": (
        when(a < b, a, b) + c,
        r"\Bigl(\begin{cases}a & \text{if }a < b \\ b & \text{otherwise}\end{cases}\Bigr) + c",
    ),
    "modulo": (a % 2 == b % c, r"a \bmod 2 = b \bmod c"),
    "modulo_of_sum": ((a + b) % 2, r"(a + b) \bmod 2"),
    "modulo_of_product": (2 * a % 3, r"(2a) \bmod 3"),
    "product_of_modulo": (2 * (a % 3), r"2(a \bmod 3)"),
    "sum_of_modulo": (a % 3 + 1, r"(a \bmod 3) + 1"),
    "modulo_of_modulo": (a % b % c, r"(a \bmod b) \bmod c"),
    "modulo_of_fraction": (a % "1/2", r"a \bmod \bigl(\frac{1}{2}\bigr)"),
    "no_modulo": (a - b * floor(a / c), r"a - b\,\bigl\lfloor\frac{a}{c}\bigr\rfloor"),
    "chain": ((a < b) & (b <= c), "a < b \\le c"),
    "no_chain": ((a < b) & (b > c), r"a < b\text{ and }b > c"),
    "not": (~(a < b), r"\text{not }(a < b)"),
    "implications": (implies(implies(a < b, b < c), a < c), r"(a < b \Rightarrow b < c) \Rightarrow a < c"),
    "or_in_and": (
        (a < b) & ((b < c) | (c < a)),
        r"a < b\text{ and }(b < c\text{ or }c < a)",
    ),
    "quantifiers": (
        every(columns, lambda j: every(columns, lambda k: implies(j < k, some(columns, lambda i: i < a)))),
        r"\text{for all }j = 1,{\dots},n\text{ and }j_{2} = 1,{\dots},n\text{: }"
        r"j < j_{2} \Rightarrow (\text{for some }j_{3} = 1,{\dots},n\text{: }j_{3} < a)",
    ),
    "short_range": (every(Columns(0, 1), lambda j: j < a), r"\text{for all }j = 0,1\text{: }j < a"),
    "entry": (point[1, n - 1] ** 2, "L_{1,n - 1}^{2}"),
    "transposed": (Row(make("numbers")).dot(point)[2], r"(x^{\top}\,L)_{2}"),
    "family": (row(columns, lambda j: a - j)[2], "((a - j)_{j = 1}^{n})_{2}"),
    "columns": (point.columns(1, n)[1, 2], "(L_{{:},1{:}n})_{1,2}"),
}


@pytest.mark.parametrize(("traced", "shown"), BRACKETS.values(), ids=BRACKETS)
def test_brackets_stand_where_they_are_needed(traced: object, shown: str) -> None:
    assert latex(traced.term).replace(r"\allowbreak ", "").replace(r"\allowbreak", "") == shown  # type: ignore[attr-defined]


def test_every_operator_of_the_language_has_a_layout() -> None:
    known = {*language._SIGNATURES, *language._NARY, "=", "!=", "select", "stage", "integer"}
    assert {*OPERATORS, "neg"} == known


def test_an_unknown_operator_is_refused() -> None:
    unknown = Term("mystery", (), (a.term,), Kind.NUMBER)
    for typeset in (layout, latex, mathml):
        with pytest.raises(TermError, match="operator 'mystery' can't be typeset; it has no layout"):
            typeset(unknown)


def test_shorthand_stands_for_whole_terms() -> None:
    q = (a + b).term
    assert latex((c * (a + b)).term, {q: "q_1"}) == "cq_{1}"
    assert read(mathml_nodes(mathml((c * (a + b)).term, {q: "q_1"})), ["c", "q_1"], []) == (
        "*",
        ("name", "c"),
        ("name", "q_1"),
    )
