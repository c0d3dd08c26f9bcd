"""The pages: well formed, without a broken link, under a policy that forbids everything foreign; nobody's words run."""

from __future__ import annotations

import json
import re
from copy import copy
from dataclasses import replace

import pytest

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.dossier import Edge, Status
from exactua.claims.told import Preface
from exactua.claims.verdicts import Part
from exactua.commands.report.site.material import Material, Origin, Stated, Unfolded
from exactua.commands.report.site.pages import LARGEST
from exactua.commands.report.site.statuses import LOOKS
from tests.commands.report.site.documents import LANDMARKS, Document, broken_links
from tests.commands.report.site.sample import SCRIPT, built, dossiers


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    return dossiers(tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="module")
def site(papers):
    files = built(papers)
    certificates = {
        f"certificates/{file}": "" for file in re.findall(r"certificates/([\w.-]+\.json)", "".join(files.values()))
    }
    return files | certificates


@pytest.fixture(scope="module")
def documents(site):
    return {path: Document(text) for path, text in site.items() if path.endswith(".html")}


def test_a_ledger_says_what_claims_say_before_their_lines(papers):
    (paper,) = papers
    row = paper.ledger.lines[0]
    ledger = replace(paper.ledger, prefaces=((row.claim, "Lemma", Preface("L stands for <ids>")),))
    page = built([replace(paper, ledger=ledger)])["own/ledger.html"]
    assert page.count("<p>Lemma: L stands for &lt;ids&gt;.</p>") == 1


def test_the_pages_there_are(site):
    assert sorted(path for path in site if path.endswith(".html"))[:2] == ["index.html", "own/Lemma.html"]
    assert sum(path.endswith(".html") for path in site) == 7
    assert {"static/site.css", "static/search-index.js", "own/index.html", "own/ledger.html"} <= set(site)


def test_pages_are_well_formed(documents):
    assert {path: document.wrong for path, document in documents.items() if document.wrong} == {}


def test_nothing_in_a_formula_is_shown_by_its_number(site):
    pages = {path: text for path, text in site.items() if path.endswith(".html")}
    assert any("&#160;" in text for text in pages.values())
    assert {path for path, text in pages.items() if re.search(r"\\(?:u20|xa0)", text)} == set()


def test_no_link_is_broken(site):
    assert broken_links(site) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("<p><b></p></b>", "</p> closes <b>"),
        ("<div>", "<div> is not closed"),
        ("<p id=a></p><p id=a></p>", "id a is there twice"),
        ("<p style='x'></p>", "<p> is inline, which its policy forbids"),
        ("<script>1</script>", "<script> is inline, which its policy forbids"),
        ("<p onclick='x'></p>", "<p> has onclick, which its policy forbids"),
        ("<th></th>", "a <th> has no scope"),
        ("<div/>", "<div/> is not closed by its slash"),
    ],
    ids=["crossed", "open", "twice", "style", "script", "handler", "scope", "slash"],
)
def test_what_is_wrong_with_a_page_is_found(text, wrong):
    assert wrong in Document(text).wrong


def test_broken_links_are_found():
    files = {
        "a/x.html": "<a href='../b.html#no'>1</a><a href='y.html'>2</a><a href='//h/'>3</a><a href='#z'>4</a>",
        "b.html": "",
    }
    assert len(broken_links(files)) == 4


def test_every_page_has_one_heading_its_landmarks_and_its_language(documents):
    for path, document in documents.items():
        assert document.count("h1") == 1, path
        assert {tag for tag, _ in document.tags} >= set(LANDMARKS)
        tags = dict(reversed(document.tags))
        assert tags["html"] == {"lang": "en"}
        assert ("a", {"class": "skip", "href": "#main"}) in document.tags
        labels = [own.get("aria-label") for tag, own in document.tags if tag == "nav"]
        assert None not in labels
        assert len(set(labels)) == len(labels)


def test_the_policy_lets_nothing_foreign_in(documents):
    for document in documents.values():
        policy = next(
            own["content"] for tag, own in document.tags if own.get("http-equiv") == "Content-Security-Policy"
        )
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules == {
            "default-src": "'none'",
            "script-src": "'self' file:",
            "style-src": "'self' file:",
            "img-src": "'self' data:",
            "base-uri": "'none'",
            "form-action": "'none'",
        }


def test_what_people_write_is_never_markup(site, documents):
    for path, text in site.items():
        assert SCRIPT not in text, path
        assert "<img" not in text
        assert "<b>bold" not in text
    words = documents["own/Lemma.html"].words
    for said in (
        "nothing falls <script>alert(1)</script>",
        "everything <rises>",
        "0 & 0 <stay>",
        "{{ 7 * 7 }} {% raw %}",
    ):
        assert said in words
    assert "bits </p><b>bold</b>" in words
    assert "Theorem <script>alert(1)</script>" in documents["own/index.html"].words


def test_the_index_is_one_assignment_of_data(site):
    text = site["static/search-index.js"]
    match = re.fullmatch(r"window\.exactuaIndex = (\{.*\});\n", text)
    data = json.loads(match[1])
    entries = {entry[1]: entry for entry in data["entries"]}
    assert entries["own:Lemma.grows"][:1] == ["proof line"]
    assert entries["own:Lemma.grows"][3:5] == ["repaired", "own/Lemma.html#step-grows"]
    assert entries["own:index"][2] == f"Theorem {SCRIPT}"
    assert data["words"]["repaired"] == "refuted, repaired"
    assert text.isascii()


def test_a_claim_page_says_what_is_known(documents):
    words = documents["own/Lemma.html"].words
    assert "May be claimed" in words
    assert "May not be claimed" in words
    assert "refuted at both instances (d = 1, n = 2..3)" in words
    assert "Least counterexample instance d = 1, n = 2" in words
    assert "exactua explain" in words
    assert "Repaired grows@repaired everything positive rises" in words
    assert words.count("statement sha256:") == 3
    assert "exactua verify" in words


def test_a_claim_page_has_its_theorems_with_their_words_and_their_statements(papers, documents):
    theorem = WrittenTheorem(
        "all", "T.all_proved", "for all n: a < b", "", "", "S.v", (3, 4), ("one",), "only rational"
    )
    (claim,) = (dossier.claim for dossier in papers[0].claims if dossier.claim.title.startswith("Lemma &"))
    unfolded = (Unfolded("D.v", "distance", (7, 9)), Unfolded("S.v", "all", (3, 4)))
    material = Material(
        Origin("0", "", ""),
        theorems={claim.found_by: (Stated(theorem, "Definition all : Prop :=\n  1.", unfolded),)},
        sources={"S.v": "(* a < b *)\n\nDefinition all : Prop :=\n  1.\n", "D.v": "\n" * 9},
    )
    site = built(papers, material)
    words = Document(site["own/Lemma.html"]).words
    assert "All that it unfolds to, line by line: D.v: distance 7-9 S.v: all 3-4" in words
    assert '<a href="../rocq/S.html#L3"><code>all</code> 3-4</a>' in site["own/Lemma.html"]
    assert '<a id="L1" href="#L1">   1</a>  (* a &lt; b *)\n' in site["rocq/S.html"]
    assert '<a id="L4" href="#L4">   4</a>    1.\n' in site["rocq/S.html"]
    assert "Theorems for all parameters" in words
    assert "all for all n: a < b. Restriction: only rational. A step that is an instance of it: one." in words
    assert "The statement: S.v 3-4 Definition all : Prop := 1." in words
    assert "Theorems for all parameters" not in documents["own/Lemma.html"].words


def test_what_decides_a_part_is_said_in_sentences(papers):
    own = papers[0]
    (at,) = (k for k, dossier in enumerate(own.claims) if dossier.claim.title.startswith("Lemma &"))
    parts = [
        Part("The ids differ", ("distinct",)),
        replace(Part("and are sorted.", ("sorted",)), theorems=("lemma_7",), rational=True),
        replace(Part("There is g", undecided="It is about every g."), theorems=("lemma_8",)),
        Part("and h.", undecided="of every h"),
        Part("It grows", ("grows",), "one is tried"),
        Part("and falls", ("falls",), "one is tried"),
    ]
    claim = copy(own.claims[at].claim)
    claim.parts = parts
    claims = (*own.claims[:at], replace(own.claims[at], claim=claim), *own.claims[at + 1 :])
    said = Document(built([replace(own, claims=claims), *papers[1:]])["own/Lemma.html"]).words
    assert "The ids differ By distinct." in said
    assert "and are sorted. By sorted; for all parameters, in rational numbers, by lemma_7." in said
    assert "There is g Not decided at an instance: It is about every g. For all parameters by lemma_8." in said
    assert "and h. Not decided: of every h." in said
    assert "It grows By grows only where that is refuted: it is refuted here." in said
    assert "and falls Not decided: one is tried." in said
    assert "g.." not in said


def test_a_claim_that_nobody_decides_is_not_checked(documents):
    (path,) = (path for path in documents if path.startswith("own/con"))
    words = documents[path].words
    assert "not checked No certificate says anything about it." in words
    assert "There is none: nothing about this claim was decided here." in words


def test_the_graph_has_every_claim_and_fact(site, documents):
    document = documents["own/index.html"]
    nodes = [own for tag, own in document.tags if own.get("class", "").startswith("node ")]
    assert [own["data-status"] for own in nodes] == ["enumerated", "enumerated", "enumerated", "unchecked", "assumed"]
    names = [own["aria-label"] for own in nodes]
    assert names[0].startswith(f"Theorem {SCRIPT}: enumerated; rests on Lemma & ")
    assert "1 refuted proof line" in names[1]
    assert names[4] == "Fubini & <b>Tonelli</b>: assumed"
    assert "Nothing here checks these facts." in document.words
    drawn = {(own["data-from"], own["data-to"]): own["class"] for _, own in document.tags if "data-from" in own}
    ids = [own["id"] for own in nodes]
    assert set(drawn) == {(ids[0], ids[1]), (ids[1], ids[2]), (ids[0], ids[4]), (ids[0], ids[2])}
    assert [ends for ends, look in drawn.items() if "implied" in look] == [(ids[0], ids[2])]


def test_a_status_is_told_by_mark_word_and_colour(documents):
    for path, document in documents.items():
        marks = {own["id"] for _, own in document.tags if own.get("id", "").startswith("mark-")}
        used = {link[1:] for link in document.links if link.startswith("#mark-")}
        assert used <= marks == {f"mark-{look.key}" for look in LOOKS.values()}, path
    chips = [own["value"] for tag, own in documents["own/index.html"].tags if own.get("type") == "checkbox"]
    assert chips == ["enumerated", "unchecked"]


def test_the_legend_tells_every_status(documents):
    words = documents["index.html"].words
    for look in LOOKS.values():
        assert f"{look.word} {look.means} {look.means_not}" in words
    assert set(LOOKS) == set(Status)


def test_claims_in_a_circle_are_told(papers):
    (paper,) = papers
    theorem, lemma, *others = paper.claims
    lemma = replace(lemma, rests_on=(Edge(theorem.claim.label, "Sec. 5", False),))
    files = built((replace(paper, claims=(theorem, lemma, *others)),))
    document = Document(files["own/index.html"])
    assert document.wrong == []
    assert "which closes a circle: none of them is proved by the others" in document.words


def test_a_claim_of_another_paper_is_a_node(papers):
    (paper,) = papers
    theorem, *others = paper.claims
    theorem = replace(theorem, rests_on=(Edge("yun2020:lemma8", "Sec. 5", False),))
    document = Document(built((replace(paper, claims=(theorem, *others)),))["own/index.html"])
    assert "yun2020: not checked" in document.words
    assert document.wrong == []


def test_a_page_that_would_be_too_large_shows_less(papers):
    (paper,) = papers
    theorem, lemma, *others = paper.claims
    step = lemma.steps[1]
    many = tuple(
        replace(step, step=replace(step.step, name=f"line{k}", says="w" * 3_000), repair=None) for k in range(400)
    )
    claim = replace(lemma.claim, steps=[dossier.step for dossier in many])
    claims = (theorem, replace(lemma, claim=claim, steps=many), *others)
    files = built((replace(paper, claims=claims, ledger=replace(paper.ledger, rows=())),))
    page = Document(files["own/Lemma.html"])
    assert len(files["own/Lemma.html"].encode()) <= LARGEST
    assert page.wrong == []
    assert "350 more, which would make this page too large" in page.words
    assert {f"step-line{k}" for k in range(400)} <= set(page.ids)


def test_the_same_dossiers_make_the_same_pages(papers, site):
    again = built(papers)
    assert again == {path: text for path, text in site.items() if path in again}
