"""From the first page to a counterexample, its certificate and the ledger, by links alone."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from exactua.commands.group import main
from tests.browser.chromium import follow, middle

pytestmark = pytest.mark.browser


def where(page):
    """The folder and the name of the page."""
    return "/".join(page.url.split("#")[0].split("/")[-2:])


def test_from_the_first_page_to_a_certificate_and_to_the_ledger(site, watched, capsys):
    page = watched.open(site / "index.html")
    main_part = page.get_by_role("main")
    follow(page, main_part.get_by_role("link", name="Yun et al. 2020", exact=True))
    assert where(page) == "yun2020/index.html"

    with page.expect_navigation():
        page.mouse.click(*middle(page.locator("#graph").get_by_role("link", name=re.compile("^Global shifting"))))
    assert where(page) == "yun2020/global_shift.html"
    refuted = page.locator("article.step", has=page.locator(".counterexample")).first
    box = refuted.locator(".counterexample")
    assert box.get_by_role("heading", name="Least counterexample").is_visible()
    assert re.search(r"exactua \w+ (yun2020:)?global_shift", box.locator("pre.command").last.inner_text())

    row = page.locator("table.certificates tbody tr").first
    shown, said = row.locator("code.digest").inner_text(), row.inner_text()
    command = page.locator("section[aria-labelledby=certificates] pre.command").inner_text()
    here = page.url
    link = row.get_by_role("link")
    kept = Path(unquote(urlsplit(link.evaluate("(one) => one.href")).path))
    assert kept.parent == site / "certificates"
    data = json.loads(kept.read_bytes())
    if (
        page.context.browser.browser_type.name == "chromium"
    ):  # it shows the file, from a disk; Firefox stays on the page
        follow(page, link)
        assert Path(unquote(urlsplit(page.url).path)) == kept
        assert data == json.loads(page.locator("body").inner_text())
        page.go_back()
    decided = json.dumps(data["decided"], sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert shown == data["digest"] == f"sha256:{hashlib.sha256(decided).hexdigest()}"
    assert f"{kept.stat().st_size:,} bytes" in said
    assert kept.name in command
    assert main(["verify", str(kept)]) == 0
    assert "confirmed" in capsys.readouterr().out

    assert page.url == here
    step = refuted.get_attribute("id")
    follow(page, refuted.get_by_role("link", name="in the ledger"))
    assert where(page) == "yun2020/ledger.html"
    line = page.locator("article.row:target")
    line.wait_for(state="visible")
    follow(page, line.get_by_role("heading").get_by_role("link"))
    assert where(page) == "yun2020/global_shift.html"
    assert page.url.endswith(f"#{step}")

    follow(page, page.locator("section.neighbours .side").first.get_by_role("link", name="Lemma 10"))
    assert where(page) == "yun2020/lemma10.html"
    follow(page, page.locator("section.neighbours .side").last.get_by_role("link", name="Lemma 8"))
    assert where(page) == "yun2020/lemma8.html"
    follow(page, page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Yun et al. 2020"))
    assert where(page) == "yun2020/index.html"
    follow(page, page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Papers"))
    assert where(page).endswith("/index.html")
    assert page.get_by_role("heading", level=1).inner_text() == "What is checked, and how far"


@pytest.mark.parametrize("paper", ["yun2020", "background"])
def test_before_and_after_lead_through_all_claims_and_back(paper, papers, site, watched):
    (own,) = [entry for entry in papers if entry.paper == paper]
    titles = [dossier.claim.title for dossier in own.claims]
    page = watched.open(site / paper / "index.html")
    follow(page, page.locator("table.claims tbody").get_by_role("link").first)
    seen = [page.get_by_role("heading", level=1).inner_text()]
    around = page.get_by_role("navigation", name="Claims before and after")
    while (following := around.locator("a[rel=next]")).count():
        follow(page, following)
        seen.append(page.get_by_role("heading", level=1).inner_text())
    assert seen == titles
    follow(page, around.locator("a[rel=prev]"))
    assert page.get_by_role("heading", level=1).inner_text() == titles[-2]


def test_the_page_of_a_claim_says_what_its_certificates_say(papers, site, watched):
    (own,) = [entry for entry in papers if entry.paper == "yun2020"]
    for name in ("lemma7", "lemma8", "theorem2"):
        (dossier,) = [candidate for candidate in own.claims if candidate.claim.label == f"yun2020:{name}"]
        page = watched.open(site / "yun2020" / f"{name}.html")
        assert dossier.status.value.split(" ")[0] in page.locator("#status .badge").inner_text()
        assert dossier.box in page.locator("#status").inner_text()
        assert page.locator("article.step").count() >= sum(
            not step.step.name.endswith("@repaired") for step in dossier.steps
        )
        listed = page.locator("table.certificates code.digest").all_inner_texts()
        assert listed == [file.digest for file in dossier.certificates][: len(listed)]
        assert len(listed) >= min(len(dossier.certificates), 20)


def test_every_step_that_is_refuted_shows_where(papers, site, watched):
    """With the instance, the point, both sides, and a command that shows them again."""
    (own,) = [entry for entry in papers if entry.paper == "yun2020"]
    for dossier in own.claims:
        least = [step for step in dossier.steps if step.least is not None]
        if not least:
            continue
        page = watched.open(site / own.paper / f"{dossier.claim.label.partition(':')[2]}.html")
        texts = page.locator(".counterexample").all_inner_texts()
        assert len(texts) == len(least), dossier.claim.label
        assert all("instance" in text for text in texts), dossier.claim.label
        of_no_point = [text for text in texts if "Where it is refuted first" in text]
        assert len(of_no_point) == sum(step.step.exists for step in least), dossier.claim.label
        assert all("no point" in text for text in of_no_point), dossier.claim.label
        assert all("false" in text for text in texts if text not in of_no_point), dossier.claim.label


def test_a_trace_shows_the_layers(site, watched):
    page = watched.open(site / "yun2020" / "lemma7.html")
    step = page.locator("article.step", has_text="range_of_k").first
    table = step.locator(".counterexample table").first
    if not table.is_visible():
        step.locator(".counterexample summary").click()
    assert table.is_visible()
    cells = table.locator("tbody tr").all_inner_texts()
    assert len(cells) >= 2
    assert "layer" in table.locator("thead").inner_text()


@pytest.mark.parametrize("name", ["theorem", "rising"])
def test_hostile_words_are_words(name, own_site, watched):
    page = watched.open(own_site / "my_claims" / f"{name}.html")
    assert page.evaluate("document.querySelectorAll('main :is(script, img, b, i)').length") == 0
    text = page.get_by_role("main").inner_text()
    assert {"theorem": "Theorem <script>alert(1)</script>", "rising": '"><img src=x onerror=alert(2)>'}[name] in text
    assert "{{ 7 * 7 }}" in text or name == "theorem"


def test_a_stale_certificate_is_shown_as_stale(own_site, watched):
    page = watched.open(own_site / "my_claims" / "old.html")
    assert "stale" in page.locator("#status .badge").inner_text()
    assert "stale: rows" in page.locator("table.certificates tbody").inner_text()
    page = watched.open(own_site / "my_claims" / "index.html")
    assert "its statement differs" in page.locator("section[aria-labelledby=unused]").inner_text()
