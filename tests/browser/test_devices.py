"""A phone, a printer, a browser without scripts, one that shall not move: the pages are still of use."""

from __future__ import annotations

import re

import pytest

from tests.browser import looking
from tests.browser.chromium import PHONE, alone, middle, visiting

pytestmark = pytest.mark.browser
TOUCH = alone("a finger")


@TOUCH
def test_the_graph_of_a_phone_scrolls_in_its_box_and_leads_to_claims(site, browser):
    with visiting(browser, **PHONE) as watched:
        page = watched.open(site / "yun2020" / "index.html")
        box = page.locator("#graph-box")
        wide, shown = box.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        assert wide > shown
        assert shown <= 390
        node = page.locator("#node-lemma8")
        node.scroll_into_view_if_needed()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        size = node.locator("rect.box").first.bounding_box()
        assert size["height"] >= 44
        assert size["width"] >= 44
        node.tap()
        page.wait_for_url("**/yun2020/lemma8.html")
        assert watched.complaints == []


def test_what_is_tapped_is_large_enough(site, browser):
    with visiting(browser, **PHONE) as watched:
        page = watched.open(site / "yun2020" / "index.html")
        script = """() => [...document.querySelectorAll("#theme-toggle, #search-box, #filters label, #filters button, summary")]
          .map((one) => [one.textContent.trim() || one.id, one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.height < 30 || box.width < 30)).map(([name, box]) => name + " " + box.height)"""
        assert page.evaluate(script) == []
        watched.open(site / "yun2020" / "lemma7.html")
        assert [target for target in page.evaluate(script) if float(target.rpartition(" ")[2]) < 24] == []


@TOUCH
def test_search_and_filters_work_by_touch(site, browser):
    with visiting(browser, **PHONE) as watched:
        page = watched.open(site / "yun2020" / "index.html")
        page.locator("#filters label.chip:has(input[value=repaired])").tap()
        assert page.evaluate("location.hash") == "#status=repaired"
        page.locator("#search-box").tap()
        page.locator("#search-box").fill("lemma 8")
        first = page.locator("#search-results a").first
        first.wait_for()
        box = page.locator("#search-results").bounding_box()
        assert box["x"] >= 0
        assert looking.overflow(page, 390) == []
        first.tap()
        page.wait_for_url("**/yun2020/lemma8.html")
        assert watched.complaints == []


def test_nothing_moves_where_it_should_not(site, browser):
    with visiting(browser, reduced_motion="reduce") as watched:
        page = watched.open(site / "yun2020" / "index.html")
        page.mouse.move(*middle(page.locator("#node-lemma8")))
        assert page.evaluate("document.getAnimations().length") == 0
        still = "[...document.querySelectorAll('*')].every((one) => getComputedStyle(one).transitionDuration === '0s' || getComputedStyle(one).transitionProperty === 'none')"
        assert page.evaluate(still)
    with visiting(browser) as watched:
        page = watched.open(site / "yun2020" / "index.html")
        assert not page.evaluate(still)


@alone("the look of print on a screen")
@pytest.mark.parametrize("name", ["index", "lemma7", "ledger"])
def test_it_prints(name, site, watched):
    page = watched.open(site / "yun2020" / f"{name}.html")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("h1").is_visible()
    assert page.locator("header.site").is_hidden()
    assert page.locator(".filters").or_(page.locator(".contents")).first.is_hidden()
    script = (
        "() => getComputedStyle(document.documentElement).color.match(/\\d+/g).slice(0, 3).every((one) => one < 60)"
    )
    assert page.evaluate(script)
    folded = page.locator("details:not([open]) table")
    assert all(
        box["height"] > 10
        for box in folded.evaluate_all("(all) => all.map((one) => ({height: one.getBoundingClientRect().height}))")
    )
    printed = page.pdf(format="A4")
    pages = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert printed.startswith(b"%PDF-")
    assert pages >= 2
    assert len(printed) > 20_000


@pytest.mark.parametrize("name", ["index", "lemma7", "ledger"])
def test_it_prints_to_a_file(name, site, watched):
    printed = watched.open(site / "yun2020" / f"{name}.html").pdf(format="A4")
    assert printed.startswith(b"%PDF-")
    assert len(printed) > 20_000


def test_without_scripts_nothing_is_there_that_needs_them(site, browser):
    with visiting(browser, java_script_enabled=False) as watched:
        page = watched.open(site / "yun2020" / "index.html")
        assert page.locator("#search-box").is_hidden()
        assert page.locator("#theme-toggle").is_hidden()
        assert page.locator("#filters").is_hidden()
        assert page.locator("table.claims tbody tr:visible").count() == 30
        watched.open(site / "yun2020" / "lemma7.html")
        assert page.locator("#status .badge").is_visible()
        assert page.locator("math").first.is_visible()
        assert watched.complaints == []


@alone("clicks where no script runs")
def test_without_scripts_everything_can_be_read_and_followed(site, browser):
    with visiting(browser, java_script_enabled=False) as watched:
        page = watched.open(site / "index.html")
        assert page.locator("#search-box").is_hidden()
        assert page.locator("#theme-toggle").is_hidden()
        card = page.locator("article.card", has_text="Yun et al. 2020")
        card.get_by_role("link", name="Graph and claims").click()
        page.wait_for_url("**/yun2020/index.html")
        assert page.locator("#filters").is_hidden()
        assert page.locator("table.claims tbody tr:visible").count() == 30
        page.locator("#node-lemma7").click()
        page.wait_for_url("**/yun2020/lemma7.html")
        assert page.locator("#status .badge").is_visible()
        assert page.locator("math").first.is_visible()
        folded = page.locator("details:has(table)").first
        folded.locator("summary").click()
        assert folded.locator("table").first.is_visible()
        page.get_by_role("link", name="in the ledger").first.click()
        page.wait_for_url("**/yun2020/ledger.html#*")
        page.locator("article.row:target").wait_for()
        assert watched.complaints == []


def test_without_scripts_dark_is_dark(site, browser):
    with visiting(browser, java_script_enabled=False, color_scheme="dark") as watched:
        page = watched.open(site / "index.html")
        assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        script = "() => getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).slice(0, 3).every((one) => one < 60)"
        assert page.evaluate(script)


@alone("pictures where no script runs")
def test_without_scripts_dark_is_seen(site, browser):
    with visiting(browser, java_script_enabled=False, color_scheme="dark") as watched:
        watched.open(site / "index.html")
        picture = watched.page.screenshot(clip={"x": 2, "y": 200, "width": 8, "height": 8})
        from io import BytesIO

        from PIL import Image

        assert max(Image.open(BytesIO(picture)).convert("L").getextrema()) < 60


def test_formulas_are_drawn_as_formulas(site, watched):
    """Fractions have a numerator above a denominator; nothing is as flat as plain text."""
    page = watched.open(site / "yun2020" / "lemma7.html")
    script = """() => [...document.querySelectorAll("math mfrac")].map((one) =>
      one.children[0].getBoundingClientRect().bottom <= one.children[1].getBoundingClientRect().top + 1)"""
    fractions = page.evaluate(script)
    assert len(fractions) > 3
    assert all(fractions)
    low = """() => [...document.querySelectorAll("math msub")].map((one) =>
      one.children[1].getBoundingClientRect().bottom > one.children[0].getBoundingClientRect().bottom)"""
    assert all(page.evaluate(low))
    boxes = page.locator(".formula math").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
    assert len(boxes) > 10
    assert min(boxes) > 8
