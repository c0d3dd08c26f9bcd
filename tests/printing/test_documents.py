"""Documents: what every format makes of the same blocks, and that no word of anybody is markup in one of them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.verdicts import Verdict
from exactua.printing.documents import (
    BREAK,
    Code,
    Document,
    Either,
    Emphasis,
    Fields,
    Formula,
    Heading,
    Items,
    Judged,
    Lines,
    Paragraph,
    Shade,
    Strong,
    Table,
)
from exactua.printing.notebook import FRAGMENTS, page
from exactua.printing.renderers import RENDERERS
from exactua.visible_text import visible

EVIL = r'<b>|*a*_{}$&#%~^\begin{x}"' + "`c`\x1b[31m\u202e[0 1]"
ALL = Document(
    [
        Heading("A title"),
        Paragraph(("Words with ", Code("a `command`"), ", a ", Emphasis("term"), " and ", Strong("weight"), ".")),
        Items(["one", ("two: ", Code("x_1"))]),
        Table([("name", "number"), ("a|b", "1"), (("c", BREAK, "d"), "23")], right=(1,)),
        Table([("[0 1]", "x"), ("[2]", "y")], title="no head", has_head=False),
        Heading("1. A line", 2),
        Fields([("says", "x <= y"), ("replay", Code("exactua explain " + "a " * 60 + "end"))]),
        Lines(["--- a", "```", "+++ b"], "diff"),
        Either([Paragraph("seen on a terminal")], [Heading("seen on a page", 3)]),
    ],
    {"format": "exactua-sample/1", "exit_code": 0},
)


def shown(form: str, document: Document = ALL) -> str:
    return RENDERERS[form].write(document)


def test_plain_text_has_no_marks_and_breaks_no_command() -> None:
    command = "exactua explain " + "a " * 60 + "end"
    assert shown("text").split("\n") == [
        "A title",
        "Words with a `command`, a term and weight.",
        "",
        "one",
        "two: x_1",
        "",
        "name  number",
        "a|b        1",
        "c; d      23",
        "",
        "no head",
        "  [0 1]  x",
        "  [2]    y",
        "",
        "1. A line",
        "   says        x <= y",
        f"   replay      {command}",
        "",
        "--- a",
        "```",
        "+++ b",
        "",
        "seen on a terminal",
    ]


def test_long_paragraphs_are_wrapped_and_hang() -> None:
    first, *others = shown("text", Document([Paragraph("word " * 50)], None)).split("\n")
    assert len(first) <= 100
    assert [line[:3] for line in others] == ["  w", "  w"]


def test_markdown_says_it_with_marks() -> None:
    assert shown("markdown").split("\n") == [
        "# A title",
        "",
        "Words with `` a `command` ``, a *term* and **weight**.",
        "",
        "- one",
        "- two: `x_1`",
        "",
        "| name | number |",
        "|---|---:|",
        r"| a\|b | 1 |",
        "| c<br>d | 23 |",
        "",
        "**no head**",
        "",
        "|  |  |",
        "|---|---|",
        r"| \[0 1\] | x |",
        r"| \[2\] | y |",
        "",
        "## 1. A line",
        "",
        r"- **says**: x \<= y",
        f"- **replay**: `exactua explain {'a ' * 60}end`",
        "",
        "````diff",
        "--- a",
        "```",
        "+++ b",
        "````",
        "",
        "### seen on a page",
    ]


class Elements(HTMLParser):
    """The elements of a page, each of which has to be closed in its turn, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def elements(page: str) -> Elements:
    parser = Elements()
    parser.feed(page)
    assert parser.open == []
    return parser


def test_html_is_a_page_with_the_same_words() -> None:
    parser = elements(shown("html"))
    assert {"title", "h1", "h2", "h3", "p", "ul", "table", "caption", "th", "td", "dl", "pre", "code"} <= set(
        parser.seen
    )
    assert "A title" in parser.words
    assert "seen on a terminal" not in parser.words
    assert '<td class="number">23</td>' in shown("html")


def test_json_is_the_data() -> None:
    assert json.loads(shown("json")) == ALL.data


def of_words(words: str) -> Document:
    """A document that has the words in every place."""
    return Document(
        [
            Heading(words),
            Paragraph((words, Code(words), Strong(words), Emphasis(words))),
            Items([words]),
            Table([(words, words), (words, words)], title=words),
            Fields([(words, words)]),
            Lines([words], "text", words),
        ],
        words,
    )


@given(st.text(min_size=1, max_size=30))
def test_no_words_are_markup(words: str) -> None:
    calm = elements(shown("html", of_words("words")))
    assert elements(shown("html", of_words(words))).seen == calm.seen
    for form in set(RENDERERS) - {"text", "json"}:
        lines = shown(form, of_words(words)).split("\n")
        assert len(lines) == len(shown(form, of_words("words")).split("\n"))
        assert all(line.isprintable() for line in lines)


@given(st.lists(st.text("`~a\n\u2028", max_size=9), min_size=1))
def test_no_line_ends_the_block_that_it_stands_in(lines: list[str]) -> None:
    written = shown("markdown", Document([Lines(lines, "diff", "title")], None)).split("\n")
    title, empty, opened, *inside, closed = written
    assert (title, empty, opened) == ("**title**", "", f"{closed}diff")
    assert inside == [*map(visible, lines)]
    assert all(re.fullmatch("`*", line) is None or len(line) < len(closed) for line in inside)


def test_a_table_has_as_many_cells_whatever_stands_in_them() -> None:
    rows = [line for line in shown("markdown", of_words(EVIL)).split("\n") if line.startswith("| ")]
    assert len(rows) == 2
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [3, 3]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
@pytest.mark.parametrize("document", [ALL, of_words(EVIL)], ids=["all", "evil"])
def test_latex_compiles(document: Document, tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(shown("latex", document), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout.decode("latin-1")[-2000:]


ROOT_OF_2 = Formula(
    "sqrt(2) | x", latex=r"\sqrt{2}\text{ a\_b}\allowbreak", mathml="<math><msqrt><mn>2</mn></msqrt></math>"
)


@pytest.mark.parametrize("form", sorted({*RENDERERS, *(f"fragment of {form}" for form in FRAGMENTS)} - {"json"}))
def test_formulas_and_verdicts_are_words_where_a_format_has_nothing_else(form: str) -> None:
    document = Document([Table([("formula", "verdict"), ((ROOT_OF_2,), (Judged("holds", Verdict.HOLDS),))])], None)
    fragment = form.removeprefix("fragment of ")
    text = shown(form, document) if form in RENDERERS else page(document, fragment)  # type: ignore[arg-type]
    typeset = {
        "html": ROOT_OF_2.mathml,
        "fragment of html": ROOT_OF_2.mathml,
        "fragment of latex": r"\sqrt{2}\text{ a}\_\text{b}",
        "markdown": r"sqrt(2) \| x",
        "fragment of markdown": r"sqrt(2) \| x",
        "latex": r"sqrt(\allowbreak{}2) \textbar{} x",
        "text": "sqrt(2) | x",
    }
    assert typeset[form] in text
    assert "holds" in text


def test_a_fragment_is_one_element_with_a_style_that_reaches_no_further() -> None:
    text = page(ALL, "html")
    inside = elements(text)
    assert inside.seen[:2] == ["div", "style"]
    assert not {"html", "head", "body", "script", "link"} & {*inside.seen}
    style = text.partition("<style>")[2].partition("</style>")[0].replace(":is(th, td)", "td")
    selectors = [part for rule in re.findall(r"([^{}]+)\{[^{}]*\}", style) for part in rule.split(",")]
    assert all(selector.strip().startswith("div.exactua") for selector in selectors)
    assert "seen on a page" in inside.words


def test_a_displayed_formula_has_all_blocks_and_breaks_its_lines() -> None:
    long = Document([Paragraph("word " * 60), Table([("name",), (("word " * 30,))])], None)
    lines = page(long, "latex").split("\n")
    assert lines[0] == r"$$\begin{array}{l}"
    assert lines[-1] == r"\end{array}$$"
    assert all(len(line) < 120 for line in lines[1:4])
    assert lines[4].count(r"\text{word word") == 3
    whole = page(ALL, "latex")
    assert r"\textbf{weight}" in whole
    assert r"\mathtt{\text{a }\text{‘}\text{command}\text{‘}}" in whole
    assert r"\begin{array}{lr}\text{name} & \text{number} \\ \hline" in whole
    assert r"\bullet\;\text{one}" in whole
    assert r"\text{a}\vert \text{b}" in whole


@given(st.text(min_size=1, max_size=30))
def test_no_words_are_commands_in_a_displayed_formula(words: str) -> None:
    """Nothing that stands in \\text is a special character."""
    text = page(of_words(words), "latex")
    for inside in re.findall(r"\\(?:text|textbf)\{([^{}]*)\}", text):
        assert not set(inside) & set("\\$&#%_^~<>|`")


def test_a_bar_in_the_code_of_a_table_ends_no_cell() -> None:
    table = Document([Table([("replay",), ((Code("a | b"),),)]), Paragraph((Code("a | b"),))], None)
    assert page(table, "markdown").split("\n")[2:] == [r"| `a \| b` |", "", "`a | b`"]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
@pytest.mark.parametrize("document", [ALL, of_words(EVIL)], ids=["all", "evil"])
def test_a_displayed_formula_compiles(document: Document, tmp_path: Path) -> None:
    head = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{amsmath}"
    text = f"{head}\\begin{{document}}\n{page(document, 'latex')}\n\\end{{document}}\n"
    (tmp_path / "a.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "a.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout.decode("latin-1")[-2000:]


def test_wide_tables_of_latex_have_columns_that_break_and_narrow_ones_do_not() -> None:
    wide = Table([("a", "b", "c"), ("1", "x" * 30, "word " * 100)], right=(0,))
    text = shown("latex", Document([wide], None))
    assert re.search(r"\\begin\{longtable\}\[l\]\{@\{\}rlL\{\d+mm\}@\{\}\}", text)
    assert r"{@{}rll@{}}" in shown("latex", Document([Table([("a", "b", "c")], right=(0,))], None))


def test_what_a_page_would_read_as_a_formula_is_text_in_markdown() -> None:
    told = Document([Paragraph("from $1 to $2"), Table([("a $", "b$c$")])], None)
    assert page(told, "markdown").split("\n")[:3] == [r"from \$1 to \$2", "", r"| a \$ | b\$c\$ |"]
    assert Code("$x$") in page(Document([Paragraph((Code("$x$"),))], None), "markdown")


def test_the_shade_of_a_cell_is_seen_in_html_alone() -> None:
    shaded = Document(
        [Table([("k", "1"), ("1", Shade("1/2", 50)), ("2", Shade("1", 100)), ("3", Shade("0", 0))])], None
    )
    styles = re.findall(r'<td style="background: rgba\(31, 111, 180, (\d+)%\)">(.*?)</td>', page(shaded, "html"))
    assert styles == [("30", "1/2"), ("60", "1"), ("0", "0")]
    for form in (*RENDERERS, *FRAGMENTS):
        told = RENDERERS[form].write(shaded) if form in RENDERERS else page(shaded, form)  # type: ignore[arg-type]
        assert form in ("html", "json") or ("1/" in told and "rgba" not in told)
