"""Addresses: whatever a label says, its file stays in its folder, and no two share one."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactua.commands.report.site.addresses import DEVICES, LONGEST, Addresses, Names, safe, safe_file
from tests.commands.report.site.sample import dossiers


@given(st.text())
@example("../../etc/passwd")
@example("/absolute")
@example("C:\\windows")
@example("...")
@example("")
@example("a\0b\nc")
@example("x" * 10_000)
def test_a_name_is_safe(words):
    name = safe(words)
    assert re.fullmatch(r"[A-Za-z0-9_-]+", name)
    assert len(name) <= LONGEST
    assert PurePosixPath(name).parts == (name,)


@given(st.text())
@example("../../etc/passwd")
@example("lemma8.d2n3m2")
@example("....")
@example(".hidden")
@example("x." * 100)
def test_the_name_of_a_file_is_safe(name):
    file = safe_file(name)
    assert re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", file)
    assert len(file) <= LONGEST
    assert safe_file("lemma8.d2n3m2") == "lemma8.d2n3m2"
    assert Names(form=safe_file).give("con.d1") not in ("con.d1", "con")


@given(st.lists(st.text(max_size=4), max_size=30))
@example(["a", "A", "a ", "?", "!", "", "con", "CON", "index", "Index"])
def test_no_two_share_a_name_even_where_case_does_not_count(words):
    names = Names(["index"])
    given_names = [names.give(word) for word in words]
    folded = [name.casefold() for name in given_names]
    assert len(set(folded)) == len(folded)
    assert not {"index", *DEVICES}.intersection(folded)


def test_names_depend_on_words_and_order_alone():
    assert [Names().give("Lemma 8") for _ in range(2)] == ["Lemma-8", "Lemma-8"]


@pytest.fixture(scope="module")
def addresses(tmp_path_factory) -> tuple[Addresses, tuple]:
    papers = dossiers(tmp_path_factory.mktemp("own"))
    return Addresses(papers), papers


def test_pages_of_claims_with_difficult_names(addresses):
    links, (paper,) = addresses
    pages = [links.claim(dossier.claim) for dossier in paper.claims]
    assert len({page.casefold() for page in pages}) == len(pages) == 4
    for page in pages:
        folder, name = page.split("/")
        assert folder == links.paper(paper.paper) == "own"
        assert name.casefold() not in ("index.html", "ledger.html", "con.html")


def test_a_label_finds_its_page_beside_a_claim_of_its_file(addresses):
    links, (paper,) = addresses
    theorem, lemma, other, _ = (dossier.claim for dossier in paper.claims)
    assert links.label(lemma.label, theorem) == links.claim(lemma)
    assert links.label(other.label, theorem) == links.claim(other) != links.claim(lemma)
    assert links.label("yun2020:lemma8", theorem) is None


def test_certificates_have_names_of_their_own(addresses):
    links, (paper,) = addresses
    files = [file for dossier in paper.claims for file in dossier.certificates]
    paths = [links.certificate(file) for file in files]
    assert len(set(paths)) == len(files) == 4
    assert all(re.fullmatch(r"certificates/[A-Za-z0-9_.-]+\.json", path) for path in paths)
    assert all(isinstance(file.path, Path) for file in files)
