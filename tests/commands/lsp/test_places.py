r"""Where labels stand: in LaTeX, Markdown, Python, and where a file of claims writes claims and steps."""

from __future__ import annotations

import pytest

from exactua.commands.lsp.places import begun, language_of, place_at, places, written_in


def labels(text: str, language: str) -> list[tuple[str, bool]]:
    entries = places(text, language)
    assert [text[place.start : place.end] for place in entries] == [place.label for place in entries]
    return [(place.label, place.is_marked) for place in entries]


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("latex", r"\exactuachecked[d2]{ lemma8.property3 } and yun2020:lemma8.", [("lemma8.property3", True), ("yun2020:lemma8", False)]),
        ("latex", r"\exactuachecked{yun2020:lemma8}% yun2020:lemma7", [("yun2020:lemma8", True)]),
        ("latex", r"\label{eq:one} \exactuachecked{#1}", [("eq:one", False)]),
        ("markdown", "`lemma8` ``yun2020:lemma8`` `a b` `x y:z w`", [("lemma8", True), ("yun2020:lemma8", True), ("y:z", False)]),
        ("markdown", "lemma8, yun2020:lemma8\n```sh\n`lemma8` check yun2020:lemma8\n```\n`lemma7`", [("yun2020:lemma8", False), ("lemma7", True)]),
        ("markdown", "```\nyun2020:lemma8", [("yun2020:lemma8", False)]),
        ("markdown", "`yun2020:lemma*` `yun2020:<claim>`", []),
        ("python", "check('lemma8', \"yun2020:lemma7.range_of_k@repaired\"); lemma7", [("lemma8", True), ("yun2020:lemma7.range_of_k@repaired", True)]),
        ("python", "'see yun2020:lemma8, there' f'{x}'", [("yun2020:lemma8", False)]),
        ("rust", "'yun2020:lemma8'", []),
    ],
)  # fmt: skip
def test_labels_in_a_language(language, text, wanted):
    assert labels(text, language) == wanted


def test_a_label_is_under_each_of_its_letters_and_behind_the_last():
    text = "`lemma8`"
    assert [place_at(text, "markdown", offset) is not None for offset in range(9)] == [False, *[True] * 7, False]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("see yun2020:", ("yun2020", "")),
        (r"\exactuachecked[d2]{yun2020:lemma8.pro", ("yun2020", "lemma8.pro")),
        ("'a-b:c", ("a-b", "c")),
        ("yun2020", None),
        ("yun2020: ", None),
        ("https://", None),
        ("x.py::le", None),
    ],
)
def test_a_label_that_is_begun(line, wanted):
    assert begun(line) == wanted


def test_a_language_is_what_the_editor_says_or_the_name_of_the_file():
    assert language_of("x", "tex") == language_of("a/x.TEX") == "latex"
    assert language_of("x.tex", "python") == "python"
    assert language_of("x.md") == "markdown"
    assert language_of("x.txt") == ""


def test_what_a_file_of_claims_writes():
    text = (
        'from exactua.authoring import *\nlemma = claim("lemma")\nother = exactua.claim(\n    "kim:x")\n'
        '@lemma.states("a",\n    over=bits)\ndef gap(at):\n    pass\n\n@other.repairs("gap", "b", reason="c")\ndef mended(at):\n'
        '    pass\n@lemma.operand\ndef q(at):\n    pass\n@unknown.states("a")\ndef r(at):\n    pass\n'
    )
    entries = [(entry.first, entry.last, entry.label) for entry in written_in(text, "mine")]
    assert entries == [(2, 2, "mine:lemma"), (3, 4, "kim:x"), (5, 7, "mine:lemma.gap"), (10, 11, "kim:x.gap@repaired")]
    assert written_in("lemma = claim(", "mine") == []
