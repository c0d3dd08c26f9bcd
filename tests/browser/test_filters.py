"""Filters of statuses and of faults: what is chosen is shown, stands in the address, and is kept when the page is loaded again."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.browser

SHOWN = "[...document.querySelectorAll('table.claims tbody tr')].filter((one) => one.checkVisibility()).map((one) => one.dataset.status)"
CLEAR = "[...document.querySelectorAll('#graph .node:not(.faded)')].map((one) => one.dataset.status)"
ROWS = "[...document.querySelectorAll('table.overview tbody tr, article.row')].filter((one) => one.checkVisibility()).map((one) => one.dataset.kind)"


def statuses(page):
    """The statuses of the graph, with how many claims the filter says have it."""
    chips = page.locator("#filters label.chip")
    keys = [chips.nth(k).locator("input").get_attribute("value") for k in range(chips.count())]
    return dict(zip(keys, map(int, chips.locator(".count").all_inner_texts()), strict=True))


@pytest.mark.parametrize("paper", ["yun2020", "kajitsuka2024"])
def test_every_status_is_counted_and_shown_alone(paper, papers, site, watched):
    (own,) = [entry for entry in papers if entry.paper == paper]
    page = watched.open(site / paper / "index.html")
    counts = statuses(page)
    everything = page.evaluate(SHOWN)
    assert len(everything) == sum(counts.values()) == len(own.claims)
    for key, number in counts.items():
        page.locator(f"#filters label.chip:has(input[value={key}])").click()
        assert page.evaluate(SHOWN) == [key] * number
        assert set(page.evaluate(CLEAR)) == {key}
        said = f"{number} of {len(own.claims)} claims {'is' if number == 1 else 'are'} shown."
        assert page.locator("#filter-status").inner_text() == said
        assert page.evaluate("location.hash") == f"#status={key}"
        page.locator(f"#filters label.chip:has(input[value={key}])").click()
        assert page.evaluate("location.hash") == ""
    assert page.evaluate(SHOWN) == everything


def test_several_are_shown_together_kept_over_a_reload_and_all_shows_all(site, watched):
    page = watched.open(site / "yun2020" / "index.html")
    counts = statuses(page)
    for key in ("general", "repaired"):
        page.locator(f"#filters label.chip:has(input[value={key}])").click()
    wanted = page.evaluate(SHOWN)
    assert len(wanted) == counts["general"] + counts["repaired"]
    assert page.evaluate("location.hash") == "#status=general,repaired"
    page.reload()
    assert page.evaluate(SHOWN) == wanted
    assert page.locator("#filters input:checked").count() == 2
    faint = page.locator("#graph .node.faded").first
    page.wait_for_function("(node) => getComputedStyle(node).opacity < 0.5", arg=faint.element_handle())
    page.get_by_role("button", name="All").click()
    page.wait_for_function("() => document.querySelectorAll('#filters input:checked').length === 0 && !location.hash")
    assert len(page.evaluate(SHOWN)) == sum(counts.values())
    assert page.locator("#graph .node.faded").count() == 0


def test_the_first_page_leads_to_a_filter(papers, site, watched):
    page = watched.open(site / "index.html")
    card = page.locator("article.card", has_text="Yun et al. 2020")
    link = card.get_by_role("link", name=re.compile("^refuted, repaired"))
    number = int(link.locator(".count").inner_text())
    link.click()
    page.wait_for_url("**/yun2020/index.html#status=repaired")
    assert page.evaluate(SHOWN) == ["repaired"] * number


@pytest.mark.parametrize(
    "hash", ["#status=nonsense", "#status=", "#status=%22%3E", "#nothing", "#status=general,nonsense"]
)
def test_other_addresses_do_no_harm(hash, site, watched):
    page = watched.open(site / "so2020" / "index.html", hash)
    assert page.locator("h1").is_visible()
    assert page.locator("#filter-status").inner_text().endswith("are shown.")


@pytest.mark.parametrize("paper", ["yun2020", "kajitsuka2024"])
def test_the_ledger_is_filtered_by_the_kind_of_fault(paper, papers, site, watched):
    (own,) = [entry for entry in papers if entry.paper == paper]
    page = watched.open(site / paper / "ledger.html")
    everything = page.evaluate(ROWS)
    counts = statuses(page)
    assert sum(counts.values()) == len(own.ledger.lines)
    assert len(everything) == 2 * len(own.ledger.lines)
    for key, number in counts.items():
        page.locator(f"#filters label.chip:has(input[value={key}])").click()
        assert page.evaluate(ROWS) == [key] * (2 * number)
        assert page.locator("#filter-status").inner_text().startswith(f"{number} of {len(own.ledger.lines)} lines")
        assert page.evaluate("location.hash") == f"#kind={key}"
        page.get_by_role("button", name="All").click()
        page.wait_for_function("() => !location.hash")
    assert page.evaluate(ROWS) == everything


def test_an_anchor_shows_its_line_though_a_filter_hid_it(site, watched):
    page = watched.open(site / "yun2020" / "ledger.html")
    keys = list(statuses(page))
    page.locator(f"#filters label.chip:has(input[value={keys[0]}])").click()
    hidden = page.locator(f"article.row[data-kind={keys[1]}]").first
    assert not hidden.is_visible()
    page.evaluate("(id) => { location.hash = id; }", hidden.get_attribute("id"))
    hidden.wait_for(state="visible")
    assert page.locator("article.row:target").get_attribute("id") == hidden.get_attribute("id")


def test_details_open(site, watched):
    page = watched.open(site / "yun2020" / "lemma8.html")
    folded = page.locator("details.places").first
    assert folded.evaluate("(one) => one.open") is False
    folded.locator("summary").focus()
    page.keyboard.press("Enter")
    assert folded.get_by_role("table").is_visible()
    assert "d = " in folded.inner_text()
