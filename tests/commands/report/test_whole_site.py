"""The site of both papers: every check of their manifests decided, then all pages looked at. It takes minutes."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from exactua.claims.verdicts import StepKind
from exactua.commands.report.dossiers import certificates_for, from_certificates
from exactua.commands.report.site import pages as site
from tests.commands.report.site.documents import Document, broken_links

pytestmark = pytest.mark.pages

PROOFS = Path(__file__).parents[3] / "proofs"
MANIFESTS = [PROOFS / "yun2020.toml", PROOFS / "kajitsuka2024.toml"]
SECONDS = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The dossiers, the folder of the site, what was written, and the seconds of processor time from certificates."""
    folder = tmp_path_factory.mktemp("whole")
    papers = certificates_for(MANIFESTS, folder / "certificates", 2).papers
    began = time.process_time()
    dossiers = from_certificates(papers, folder / "certificates")
    written = site.write(dossiers, folder / "site", "exactua report html -o site")
    return dossiers, folder / "site", written, time.process_time() - began


@pytest.fixture(scope="module")
def texts(whole):
    return {path.relative_to(whole[1]).as_posix(): path.read_text() for path in whole[1].rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def documents(texts):
    return {path: Document(text) for path, text in texts.items() if path.endswith(".html")}


def test_it_is_built_in_20_seconds(whole):
    assert whole[3] < SECONDS


def test_every_page_has_less_than_a_megabyte(whole, texts):
    assert whole[2].largest_size == max(len(text.encode()) for path, text in texts.items() if path.endswith(".html"))
    assert whole[2].largest_size < 1_000_000


def test_every_page_is_well_formed_and_every_link_leads_somewhere(texts, documents):
    assert {path: document.wrong for path, document in documents.items() if document.wrong} == {}
    assert broken_links(texts) == []


def test_every_claim_step_and_line_of_the_ledger_is_there(whole, documents):
    for paper in whole[0]:
        for dossier in paper.claims:
            page = documents[f"{paper.paper}/{dossier.claim.label.rpartition(':')[2]}.html"]
            assert sum(own.get("class", "").startswith("step ") for _, own in page.tags) == len(dossier.steps)
        ledger = documents[f"{paper.paper}/ledger.html"]
        assert sum(own.get("class", "").startswith("row ") for _, own in ledger.tags) == len(paper.ledger.lines)


def test_every_refuted_step_shows_its_counterexample(whole, documents):
    for paper in whole[0]:
        for entry in paper.claims:
            page = documents[f"{paper.paper}/{entry.claim.label.rpartition(':')[2]}.html"]
            shown = [dossier.step for dossier in entry.steps if dossier.least is not None]
            refuted, wanting = len(shown), sum(step.exists for step in shown)
            assert page.words.count("Least counterexample") == refuted - wanting
            assert page.words.count("Where it is refuted first") == wanting
            told = ("Show it again, with every value:", "The point is too large to be written here")
            assert sum(map(page.words.count, told)) == refuted


def test_nearly_every_formula_is_typeset(whole, documents):
    steps = sum(len(dossier.steps) for paper in whole[0] for dossier in paper.claims)
    kept = sum(document.count("math") for document in documents.values())
    assert kept > 2 * steps
    assert any(
        step.kind is StepKind.REPAIRED for paper in whole[0] for dossier in paper.claims for step in dossier.claim.steps
    )


@pytest.mark.parametrize(
    "way",
    [
        ("theorem2", "proposition5", "lemma9", "lemma8", "category2", "lemma10"),
        ("theorem2", "proposition5", "lemma9", "lemma7"),
    ],
    ids="-".join,
)
def test_the_graph_says_what_theorem_2_rests_on(documents, way):
    document = documents["yun2020/index.html"]
    drawn = {(own["data-from"], own["data-to"]) for _, own in document.tags if "data-from" in own}
    heights = {
        own["id"]: int(box["y"])
        for (_, own), (_, box) in zip(
            [tag for tag in document.tags if tag[1].get("class", "").startswith("node ")],
            [tag for tag in document.tags if tag[1].get("class") == "box"],
            strict=True,
        )
    }
    for a, b in pairwise(way):
        assert (f"node-{a}", f"node-{b}") in drawn
        assert heights[f"node-{a}"] < heights[f"node-{b}"]
