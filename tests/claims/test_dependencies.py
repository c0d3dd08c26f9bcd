"""`rests_on` and `assumes`: what they take, and which claim a label means."""

from __future__ import annotations

import pytest

from exactua.authoring import claim
from exactua.claims.dossier import Edge, edges_of
from exactua.claims.problem import definitions_data
from exactua.claims.registry import PAPERS, claims_of, find, find_beside
from exactua.errors import InputError
from exactua.terms.encoding import canonical
from tests.own_files import STEPS, write

TWO = (
    STEPS
    + """
other = claim("other")
@other.states("x", over=bits)
def gap(at):
    return point[1, 1] >= 0
lemma.rests_on("other", "other.gap", "lemma8", where="Sec. 2")
lemma.assumes("a fact", where="Sec. 3")
"""
)


@pytest.mark.parametrize("empty", ["", "  ", None, 3])
@pytest.mark.parametrize("declare", ["rests_on", "assumes"])
def test_words_that_say_nothing_are_refused(declare, empty):
    lemma = claim("lemma")
    for on, where in ((empty, "Sec. 2"), ("lemma8", empty)):
        with pytest.raises(ValueError, match="says nothing; write rests_on"):
            getattr(lemma, declare)(on, where=where)
    assert lemma.dependencies == []


def test_labels_mean_the_own_file_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(TWO)
    lemma, _ = find("my_lemma.py::lemma")
    assert edges_of(lemma) == (
        Edge("my_lemma:other", "Sec. 2", False),
        Edge("my_lemma:other", "Sec. 2", False),
        Edge("yun2020:lemma8", "Sec. 2", False),
        Edge("a fact", "Sec. 3", True),
    )


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("othr", "my_lemma:lemma rests on 'othr': .* has no claim 'othr'; did you mean other"),
        ("other.gep", "my_lemma:lemma rests on 'other.gep': .*has no step 'gep'"),
        ("lemma", "my_lemma:lemma rests on 'lemma': a claim does not rest on itself"),
        ("yun2020:lemma88", "my_lemma:lemma rests on 'yun2020:lemma88': .* did you mean lemma8"),
    ],
)
def test_a_label_of_nothing_is_one_sentence(tmp_path, monkeypatch, label, message):
    monkeypatch.chdir(tmp_path)
    write(TWO.replace('rests_on("other",', f'rests_on("{label}",'))
    with pytest.raises(InputError, match=message):
        edges_of(find("my_lemma.py::lemma")[0])


@pytest.mark.parametrize("paper", PAPERS)
def test_a_label_means_a_claim_of_its_own_paper_first(paper):
    for owner in claims_of(paper):
        assert find_beside(owner, owner.label.partition(":")[2]) == (owner, None)
    assert find_beside(find("kajitsuka2024:theorem1")[0], "theorem3")[0].label == "yun2020:theorem3"


def test_declarations_change_no_hash():
    lemma, _ = find("lemma8")
    before = [lemma.statement_hash(step) for step in lemma.steps]
    lemma.assumes("a fact", where="Sec. 3")
    try:
        assert [lemma.statement_hash(step) for step in lemma.steps] == before
        assert "a fact" not in canonical(definitions_data(tuple(lemma.definitions.items())))
    finally:
        lemma.dependencies.pop()
