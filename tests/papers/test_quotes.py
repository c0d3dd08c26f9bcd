"""Every row of a ledger quotes the paper, and quotes are compared with a text of it under one normalisation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.ledger import section_and_sentence
from exactua.claims.registry import PAPERS, find
from exactua.evidence.coverage import MOST_WORDS, Inventory, Item, faults
from exactua.evidence.ledgers import quotes_of
from tests.quotes import main, missing, normalised
from tests.test_ledgers_in_manifests import ROW, in_ledger, labels_in, rows_told, text_of

SMALL = Inventory("small", (), {}, (Item("1-s1", "1", "sentence", "a is small", ("yun2020:lemma8.property1",)),))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_row_of_a_ledger_has_a_quote(paper: str) -> None:
    quotes = quotes_of(paper)
    rows = ROW.findall(text_of(paper))
    assert len(rows) == rows_told(paper)
    for row in rows:
        labels = [f"{paper}:{label}" for label in labels_in(row)]
        assert any(quotes.get(label) for label in labels), row


@pytest.mark.parametrize("paper", PAPERS)
def test_a_quote_stands_beside_no_line_that_always_holds_alone(paper: str) -> None:
    quoted = {quote.text for label in in_ledger(paper) for quote in quotes_of(paper).get(f"{paper}:{label}", ())}
    assert {quote.text for quotes in quotes_of(paper).values() for quote in quotes} == quoted


@pytest.mark.parametrize("paper", PAPERS)
def test_a_row_that_is_the_same_as_another_names_one_that_is_not(paper: str) -> None:
    from exactua.claims.registry import claims_of, find_beside

    for claim in claims_of(paper):
        for step in claim.steps:
            if step.same_as is not None:
                other, name = find_beside(claim, step.same_as)
                assert name is not None
                assert other.step(name).same_as is None, f"{claim.label}.{step.name}"


def test_a_paper_without_inventory_has_no_quotes() -> None:
    assert quotes_of("sample") == {}


def test_a_quote_comes_with_its_place() -> None:
    (quote,) = quotes_of("yun2020")["yun2020:lemma7.range_of_k"]
    assert quote.place == "E.2"
    assert quote.text.startswith("Next, add 1/delta layers")
    assert replace(quote, page="15").place == "E.2, p. 15"
    assert find("yun2020:lemma7.range_of_k")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"quote": "a " * (MOST_WORDS + 1)}, f"1-s1: quotes {MOST_WORDS + 1} words; {MOST_WORDS} at most"),
        ({"page": "3"}, "1-s1: has a page, and no quote that stands there"),
    ],
)
def test_a_faulty_quote_is_seen(change: dict[str, str], fault: str) -> None:
    (item,) = SMALL.items
    assert list(faults(SMALL)) == []
    assert list(faults(replace(SMALL, items=(replace(item, **change),)))) == [fault]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"for $k = 0, \delta, \dots, 1 - \delta$.", "for k = 0, delta, ..., 1 - delta."),
        (r"$\mathbf{X} \in \mathbb{R}^{d \times n}$", "X in R^{d x n}"),
        (r"$\overline{\mathcal{F}}_{\text{PE}}(\delta)$", "overline{F}_{PE}(delta)"),
        ("an ef\ufb01cient, quanti-\nzed net", "an efficient, quantized net"),
        ("0 ≤ δ → 1 — “so”", '0 <= delta -> 1 - "so"'),
        (r"$\left( a \right) \leq *b*$", "(a) <= b"),
        (r"$\left\| \mathbf{Z}_{:,k} \right\| < \|a\|$", "||Z_{:,k}|| < ||a||"),
    ],
)
def test_layout_is_no_difference(text: str, plain: str) -> None:
    assert normalised(text) == normalised(plain)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("k = 0, 1", "k = 0, 2"),
        ("l_n > l_2", "l_n >= l_2"),
        ("a not b", "a b"),
        ("x^{ab}", "x^a b"),
        ("d-1", "d+1"),
        (r"\|Z\|", "|Z|"),
    ],
)
def test_words_numbers_and_signs_are_differences(text: str, other: str) -> None:
    assert normalised(text) != normalised(other)


def test_a_quote_that_is_not_in_the_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (item,) = SMALL.items
    quoting = replace(SMALL, items=(replace(item, quote="a is small"),))
    assert list(missing(quoting, ["That $a$ is\nsmall is clear."])) == []
    assert list(missing(quoting, ["nothing", "a is very small"])) == ["1-s1: not in the text: a is small"]
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "inventory.toml").write_text(
        'title = "one"\npapers = []\n[counts]\n[[item]]\nid = "1-s1"\nsection = "1"\nkind = "sentence"\n'
        'about = "a"\nquote = "a is small"\n'
    )
    (tmp_path / "right.txt").write_text("a is small")
    (tmp_path / "wrong.txt").write_text("a is large")
    asked = ["--inventory", "one"]
    assert main([str(tmp_path / "right.txt"), *asked], tmp_path) == 0
    assert capsys.readouterr().out == "1 of 1 quotes stand in the text\n"
    assert main([str(tmp_path / "wrong.txt"), *asked], tmp_path) == 1
    assert capsys.readouterr().out == "1-s1: not in the text: a is small\n0 of 1 quotes stand in the text\n"
    assert main([str(tmp_path / "wrong.txt"), str(tmp_path / "right.txt"), *asked], tmp_path) == 0
    capsys.readouterr()
    assert main([str(tmp_path / "none.txt"), *asked], tmp_path) == 2
    assert main([str(tmp_path / "right.txt"), "--inventory", "none"], tmp_path) == 2
    assert capsys.readouterr().out.count("quotes: ") == 2


def test_only_a_section_at_the_beginning_is_taken_off() -> None:
    assert section_and_sentence("E.2: each layer quantises") == ("E.2", "each layer quantises")
    assert section_and_sentence("for k = 0, 1, ..., n/delta - 1: any input") == (
        "", "for k = 0, 1, ..., n/delta - 1: any input",
    )  # fmt: skip
    assert section_and_sentence("App. G.2: for k = 0, delta, ..., n: any") == (
        "App. G.2",
        "for k = 0, delta, ..., n: any",
    )
