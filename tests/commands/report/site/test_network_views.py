"""The networks on a claim's page: at the smallest instance, families as families, matrices as mathematics."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from exactua.claims.registry import claim_named
from exactua.commands.report.site.network_views import MOST_LINES, networks_view, typeset
from tests.commands.report.site.documents import Document
from tests.commands.report.site.sample import SCRIPT, built, dossiers


def view(label, **box):
    return networks_view(SimpleNamespace(claim=claim_named(label), boxes=(box,)))


def test_a_family_stays_a_family():
    shown = view("yun2020:lemma8", d=1, n=2, m=3)
    (network,) = shown.networks
    assert shown.at == "d = 1, n = 2, delta = 1/3"
    assert network.name == "g_c"
    assert any(line.lstrip().startswith("for l = ") for line in network.lines)
    assert network.is_whole
    assert len(network.lines) < MOST_LINES


def test_matrices_are_typeset_with_their_names_and_entries():
    said = typeset("  head 1: W_O = [1 -1/2; 0 2]  b_Q = [1, -l + 1/4]")
    assert said.startswith("  head 1: <math>")
    assert said.count("<mtr>") == 3
    assert "<msub><mi>W</mi><mtext>O</mtext></msub><mo>=</mo>" in said
    assert "<mtd><mtext>-1/2</mtext></mtd>" in said
    assert "<mtd><mtext>-l + 1/4</mtext></mtd>" in said


def test_a_sum_is_one_entry():
    assert "<mtable><mtr><mtd><mtext>-l + 1/4</mtext></mtd></mtr></mtable>" in typeset("b_Q = [-l + 1/4]")


@pytest.mark.parametrize("line", ["b = [2 l]", "b = [max(0, l)]", "W = [1 2; 3]"])
def test_where_an_entry_ends_is_not_guessed(line):
    assert typeset(line) == line


@pytest.mark.parametrize("line", ["phi = max(x, 0)", "on [0, 1]", f"W = [{' '.join('1' * 13)}]"])
def test_what_is_no_matrix_that_fits_stays_text(line):
    assert typeset(line) == line


def test_words_stay_words():
    assert typeset(SCRIPT) == SCRIPT.replace("<", "&lt;").replace(">", "&gt;")


def test_where_nothing_was_decided_no_network_is_shown():
    assert networks_view(SimpleNamespace(claim=claim_named("yun2020:lemma8"), boxes=())) is None


def test_a_page_has_its_networks_folded(tmp_path):
    (paper,) = dossiers(tmp_path)
    document = Document(built((paper,))["own/Lemma.html"])
    assert document.wrong == []
    assert "Networks, layer by layer At d = 1, n = 2, the smallest instance" in document.words
    assert "f : network on R^(1 x n), 1 attention layer" in document.words
    assert [own for tag, own in document.tags if tag == "details" and own.get("class") == "weights"] == [
        {"class": "weights"}
    ]
    undecided = replace(paper, claims=tuple(replace(claim, boxes=()) for claim in paper.claims))
    assert "layer by layer At" not in Document(built((undecided,))["own/Lemma.html"]).words
