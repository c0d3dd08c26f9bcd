"""What a notebook shows of results: HTML that stands alone, tables of GitHub's Markdown, one formula of LaTeX."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from exactua import check, find
from exactua.claims.decision import Decision, Witness
from exactua.claims.verdicts import Verdict
from exactua.networks import Family, Network, PositionalEncoding
from exactua.printing.documents import Judged
from exactua.printing.mathematics_in_words import in_mathml, pieces
from exactua.printing.notebook import formulas
from exactua.printing.renderers.html import COLOURS
from exactua.reprs import RichRepr

GOLDEN = Path(__file__).parents[2] / "golden"
EVIL = '<script>alert("1")</script>|`x`$\\alpha$*a*_b_&amp;'
MATHS = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msqrt", "msub", "msup", "msubsup", "munder", "mover",
    "munderover", "mtable", "mtr", "mtd",
}  # fmt: skip
OURS = {
    "div",
    "style",
    "p",
    "table",
    "caption",
    "tr",
    "th",
    "td",
    "strong",
    "em",
    "code",
    "ul",
    "li",
    "dl",
    "dt",
    "dd",
    "pre",
    "h3",
    "h4",
}
EMPTY = {"br", "wbr"}


class Fragment(HTMLParser):
    """A fragment's elements, each closed in its turn, with their words outside of style."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.words: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()
        assert self.open == []
        assert self.seen <= MATHS | OURS | EMPTY

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes += attrs
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def html(thing: RichRepr) -> Fragment:
    return Fragment(thing._repr_html_())


def tables(markdown: str) -> list[list[list[str]]]:
    """The tables of a text in GitHub's Markdown: rows of the source of their cells."""
    answer: list[list[list[str]]] = []
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type == "table_open":
            answer.append([])
        elif token.type == "tr_open":
            answer[-1].append([])
        elif token.type == "inline" and token.level > 3:
            answer[-1][-1].append(token.content)
    return answer


@pytest.fixture(scope="module")
def refuted() -> Decision:
    return check("lemma7.range_of_k", d=1, n=2, delta="1/4")


@pytest.fixture(scope="module")
def decisions(refuted: Decision) -> dict[str, Decision]:
    return {
        "refuted": refuted,
        "holds": check("lemma8", d=1, n=3, delta="1/4"),
        "vacuous": check("lemma8.property3", d=1, n=3),
        "definition": check("definition_e1", d=1, n=2),
        "proof lines": check("lemma7", d=1, n=2),
        "open": check("lemma10", d=2, n=3, delta="1/4", max_points=10),
    }


@pytest.mark.parametrize(("form", "ending"), [("html", "html"), ("markdown", "md"), ("latex", "tex")])
def test_a_decision_is_as_it_was(refuted: Decision, form: str, ending: str) -> None:
    page = getattr(refuted, f"_repr_{form}_")()
    assert f"{page}\n" == (GOLDEN / f"notebook-lemma7-range_of_k.{ending}").read_text(encoding="utf-8")


def test_pages_of_decisions_have_every_step_and_nothing_that_runs_or_loads(decisions: dict[str, Decision]) -> None:
    for decision in decisions.values():
        page = html(decision)
        assert {result.step.name for result in decision.results} <= {*page.words}
        assert {name for name, _ in page.attributes} & {"src", "href", "onclick", "srcset"} == set()
        text = decision._repr_html_()
        assert not re.search(r"url\(|@import|https?:", text)


def test_colours_and_words_are_those_of_the_verdicts(decisions: dict[str, Decision]) -> None:
    for decision in decisions.values():
        page = html(decision)
        styles = " ".join(value or "" for name, value in page.attributes if name == "style")
        verdicts = {decision.verdict, *(result.verdict for result in decision.results)}
        assert {verdict for verdict, colour in COLOURS.items() if colour in styles} == verdicts


def test_what_is_vacuous_is_never_green(decisions: dict[str, Decision]) -> None:
    decision = decisions["vacuous"]
    for thing in (decision, decision.results[0]):
        for page in (thing._repr_html_(), thing._repr_markdown_(), thing._repr_latex_()):
            assert COLOURS[Verdict.HOLDS] not in page
            assert "holds" not in page.lower()
            assert "nothing was asserted" in page


def _contrast(colour: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[k : k + 2]) for k in (1, 3, 5))
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


def test_white_is_read_on_every_colour() -> None:
    assert set(COLOURS) == set(Verdict)
    assert len({*COLOURS.values()}) == len(Verdict)
    assert all(_contrast(colour) >= 4.5 for colour in COLOURS.values())


def test_markdown_has_a_row_for_every_step(decisions: dict[str, Decision]) -> None:
    for decision in decisions.values():
        shown = tables(decision._repr_markdown_())
        rows = [row for table in shown for row in table]
        assert all(len({len(row) for row in table}) == 1 for table in shown)
        steps = [row[1] for row in rows if len(row) == 4 and row[0] != "verdict"]
        names = sorted(name.replace("\\", "").strip("*") for name in steps)
        assert names == sorted(result.step.name for result in decision.results)


@given(st.text(alphabet=EVIL + "\n ", max_size=60))
def test_words_of_anybody_are_words_on_every_page(refuted: Decision, words: str) -> None:
    step = replace(refuted.results[0].step, says=words, reason=words)
    decision = replace(
        refuted,
        problem=replace(refuted.problem, title=words, source=words),
        results=(replace(refuted.results[0], step=step),),
    )
    for thing in (decision, decision.results[0], decision.results[0].witness):
        page = html(thing)
        assert "script" not in page.seen
        latex = thing._repr_latex_()
        assert latex.count("$$") == 2
        assert latex.count("\n\n") == 0
        bare = re.sub(r"\\[\\{}]", "", latex)
        assert bare.count("{") == bare.count("}")
    assert all(len({len(row) for row in table}) == 1 for table in tables(decision._repr_markdown_()))


def test_what_looks_like_markup_is_shown(refuted: Decision) -> None:
    step = replace(refuted.results[0].step, says=EVIL)
    page = html(replace(refuted.results[0], step=step))
    assert EVIL in page.words


def test_counterexamples_are_typeset_matrices() -> None:
    decision = check("lemma8", d=2, n=2)
    point = decision.problem.networks["g_c"]([[0, "1/2"], ["1/2", 0]])
    shown = formulas.matrix("L'", point)
    assert shown.startswith("L' = [")
    assert r"L' = \left[\begin{array}{rr}" in shown.latex
    assert Fragment(shown.mathml).seen <= MATHS
    small = formulas.matrix("X", ((mpq(-1, 2), mpq(3)),))
    assert small.latex == r"X = \left[\begin{array}{rr}-\frac{1}{2} & 3\end{array}\right]"
    assert small.mathml == (
        "<math><mrow><mi>X</mi><mo>=</mo><mo>[</mo><mtable><mtr><mtd>"
        '<mrow><mo form="prefix">−</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></mtd><mtd><mn>3</mn></mtd></mtr>'
        "</mtable><mo>]</mo></mrow></math>"
    )
    large = formulas.matrix("X", tuple((mpq(k),) * 20 for k in range(20)))
    assert not hasattr(large, "latex")
    assert large.startswith("X = [0 0 0")


def test_a_formula_that_is_too_long_is_text() -> None:
    assert formulas.typeset("short", lambda form: "x" * formulas.LONGEST).latex == "x" * formulas.LONGEST
    long = formulas.typeset("y" * 5_000, lambda form: "x" * (formulas.LONGEST + 1))
    assert long == "y" * formulas.SHORTENED + " ..."


def test_a_counterexample_by_itself_has_a_page() -> None:
    witness = Witness((), (((mpq(1), mpq(2)),),), {}, "<", 3, 2)
    assert "as the terms count them" in "".join(html(witness).words)
    assert "3 \\< 2" in witness._repr_markdown_()


@pytest.mark.parametrize("label", ["lemma8", "definition_e1", "kajitsuka2024:definition2", "background:permutations"])
def test_pages_of_claims_have_every_step_and_no_verdict(label: str) -> None:
    claim, _ = find(label)
    page = html(claim)
    assert {step.name for step in claim.steps} <= {*page.words}
    assert not [value for name, value in page.attributes if name == "style"]
    assert all(len({len(row) for row in table}) == 1 for table in tables(claim._repr_markdown_()))
    assert claim._repr_latex_().startswith("$$\\begin{array}{l}\n")


def test_pages_of_networks_have_their_items_and_stages() -> None:
    items = [Family("l", 0, 1, 3, [PositionalEncoding([[2, 1]])]), *[PositionalEncoding([[0, 1]])] * 50]
    network = Network(1, items, {"<in>": 0, "output": 51})
    words = [piece for piece in html(network).words if piece.strip()]
    assert words[0] == "network on R^(1 x n), 53 other layers"
    assert "<in>" in words
    assert "for l = 0, 1, 2 (3 layers):" in words
    assert words[-1] == "and 11 more items"
    (items_table,) = tables(network._repr_markdown_())
    assert len(items_table) == 1 + 1 + 40


def test_a_verdict_keeps_its_words() -> None:
    judged = Judged("NOT MET BY q", Verdict.REFUTED)
    assert judged == "NOT MET BY q"
    assert judged.verdict is Verdict.REFUTED


def test_a_paper_s_words_are_typeset_as_on_pages_and_stay_text_in_plain_formats(refuted: Decision) -> None:
    quantiser, delta = (in_mathml(*pieces(words)) for words in ("g_q^ent", "delta"))
    for shown in (refuted, refuted["range_of_k"]):
        page = shown._repr_html_()
        assert quantiser in page
        assert delta in page
        assert r"g_{q}^{\mathrm{ent}}" in shown._repr_latex_()
        assert "g\\_q^ent" in shown._repr_markdown_()
    page = find("yun2020:lemma10")[0]._repr_html_()
    assert in_mathml(*pieces("l~_n")).removeprefix("<math>").removesuffix("</math>") in page
    assert "l~_n" not in re.sub(r"<[^>]*>", "", page)
