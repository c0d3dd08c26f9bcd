"""The pages of networks that were asked about: well formed, nobody's words run, and nothing is said that was refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import exactua
from exactua.claims.verification import Outcome, Verification, Verifier
from exactua.commands.report.site.addresses import Addresses
from exactua.commands.report.site.material import Material, Origin
from exactua.commands.report.site.pages import pages
from exactua.evidence.questions import questions_in
from exactua.networks.files import write_network
from tests.commands.ask.test_work import PLAIN
from tests.commands.report.site.documents import Document, broken_links
from tests.commands.report.site.sample import SCRIPT

POINTS = [[["0", "1/4", "3/4"]], [["0", "1/2", "3/4"]]]
PAGE = "asked/contextual-mapping.html"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("asked")
    net = folder / f"{SCRIPT.replace('/', '_')}.json"
    write_network(net, PLAIN, {})
    options: dict[str, Any] = {"definition": "kajitsuka2024"}
    for name in ("injective", "contextual-mapping"):
        given = options if name == "contextual-mapping" else {}
        exactua.ask(net, POINTS, property=name, certificate=folder / f"ask.{name}.json", **given)
    read, refused = questions_in(folder)
    assert refused == []
    return read


def built(asked: Any) -> dict[str, str]:
    addresses = Addresses([], asked)
    material = Material(Origin("0", "sha256:0", "exactua report html"))
    files = {page.path: page.text for page in pages([], addresses, material, asked)}
    return files | {addresses.certificate(network.file): "" for network in asked}


def test_pages_are_well_formed_and_no_link_is_broken(asked: Any) -> None:
    site = built(asked)
    assert {"asked/index.html", "asked/injective.html", PAGE} <= set(site)
    documents = {path: Document(text) for path, text in site.items() if path.endswith(".html")}
    assert {path: document.wrong for path, document in documents.items() if document.wrong} == {}
    assert broken_links(site) == []
    assert all("<script>alert" not in text for text in site.values())
    assert "2 answers about networks" in documents["index.html"].words


def test_a_page_has_the_answer_the_witness_the_separation_and_the_digest(asked: Any) -> None:
    site = built(asked)
    refuted, holds = (Document(site[path]).words for path in (PAGE, "asked/injective.html"))
    digests = {network.asked: network.file.digest for network in asked}
    assert "condition2 fails at the counterexample" in refuted
    assert "separation 0, between ids that must differ" in refuted
    assert "0 on the left, 0 on the right" in refuted
    assert digests["contextual-mapping"] in refuted
    assert "separation 0.263523138347; its square is 5/72, between images of different points" in holds
    assert digests["injective"] in holds
    assert "g(L)" in site[PAGE]  # what the network makes of the points
    listed = Document(site["asked/index.html"]).words
    assert "0.263523138347" in listed


def test_of_a_certificate_that_a_verifier_refused_nothing_is_said(asked: Any) -> None:
    (network,) = [network for network in asked if network.asked == "injective"]
    wrong = Verification(network.file.digest, Verifier("verifier.py", "sha256:0"), Outcome.REFUSED, "a step is wrong")
    page = built([replace(network, file=replace(network.file, verified=wrong))])["asked/injective.html"]
    words = Document(page).words
    assert "May be claimed Nothing." in words
    assert "not counted" in words
    assert "0.263523138347" not in words


def test_without_questions_nothing_of_them_is_on_the_site() -> None:
    site = built([])
    assert not any(path.startswith("asked/") for path in site)
    assert "asked about" not in site["index.html"]


def test_the_page_says_with_what_constants_and_ids_was_asked(tmp_path: Any) -> None:
    options: dict[str, Any]
    for options in ({"property": "injective", "separation": 100}, {"property": "contextual-mapping", "ids": [7]}):
        exactua.ask(PLAIN, POINTS, **options, certificate=tmp_path / f"ask.{options['property']}.json")
    site = built(questions_in(tmp_path)[0])
    listed = Document(site["asked/index.html"]).words
    assert "injective with separation >= 100" in listed
    words = Document(site["asked/injective.html"]).words
    assert "injective with separation >= 100 does not hold: apart fails at the counterexample" in words
    assert "q(L) = u^T g(L), u = (7)" in Document(site[PAGE]).words
