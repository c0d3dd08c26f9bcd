"""Search: by the keyboard from anywhere, to a claim, a step or a paper; words are words."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser


def results(page):
    page.wait_for_function("() => document.getElementById('search-status').textContent !== ''")
    return page.locator("#search-results [role=option]")


def test_a_slash_leads_there_and_enter_to_the_claim(site, watched):
    page = watched.open(site / "index.html")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search-box"
    page.keyboard.type("lemma 10")
    hits = results(page)
    assert hits.first.inner_text().startswith("Lemma 10")
    assert page.locator("#search-box").get_attribute("aria-expanded") == "true"
    assert page.locator("#search-box").get_attribute("aria-activedescendant") == hits.first.get_attribute("id")
    page.keyboard.press("Enter")
    page.wait_for_url("**/yun2020/lemma10.html")
    assert page.locator("h1").inner_text() == "Lemma 10"


def test_words_of_a_statement_find_it_and_arrows_choose(site, watched):
    page = watched.open(site / "kajitsuka2024" / "lemma1.html")
    page.keyboard.press("/")
    page.keyboard.type("one-to-one")
    hits = results(page)
    labels = hits.all_inner_texts()
    at = next(k for k, text in enumerate(labels) if "lemma10" in text)
    chosen = page.locator("#search-results [aria-selected=true]")
    assert chosen.count() == 1
    for _ in range(at):
        page.keyboard.press("ArrowDown")
    assert "lemma10" in chosen.inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/yun2020/lemma10.html*")


@pytest.mark.parametrize(
    ("words", "page_name"),
    [
        ("lemma8", "yun2020/lemma8.html"),
        ("yun2020:lemma7.range_of_k", "yun2020/lemma7.html"),
        ("Kajitsuka theorem 2", "kajitsuka2024/theorem2.html"),
        ("ledger yun", "yun2020/ledger.html"),
        ("so2020", "so2020/index.html"),
    ],
)
def test_the_first_result_is_what_is_meant(words, page_name, site, watched):
    page = watched.open(site / "index.html")
    page.locator("#search-box").fill(words)
    assert results(page).first.get_attribute("href") in (f"./{page_name}", page_name) or results(page).first.evaluate(
        "(one) => one.href"
    ).split("#")[0].endswith(page_name)


@pytest.mark.parametrize("words", ["zzzzzz", "<script>alert(1)</script> zzz", "\\\\\\", "[[[(", "a" * 5000])
def test_no_result_says_so(words, site, watched):
    page = watched.open(site / "index.html")
    page.locator("#search-box").fill(words)
    assert results(page).all_inner_texts() == ["Nothing is found."]
    assert page.locator("#search-status").inner_text() == "Nothing is found"
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator("#search-results").is_hidden()
    assert page.locator("#search-box").input_value() == ""


def test_a_click_elsewhere_closes_and_words_of_spaces_find_nothing(site, watched):
    page = watched.open(site / "index.html")
    box = page.locator("#search-box")
    box.fill("lemma")
    assert results(page).count() > 5
    page.locator("h1").click()
    assert page.locator("#search-results").is_hidden()
    box.fill("   ")
    page.wait_for_function("() => document.getElementById('search-status').textContent === ''")
    assert page.locator("#search-results").is_hidden()


@pytest.mark.parametrize("words", ["alert(1)", "onerror", "<script>"])
def test_hostile_words_are_shown_as_words(words, own_site, watched):
    page = watched.open(own_site / "my_claims" / "index.html")
    page.locator("#search-box").fill(words)
    assert any(words in text for text in results(page).all_inner_texts())
    assert page.locator("#search-results :is(script, img)").count() == 0


def test_a_slash_that_is_written_is_a_slash(site, watched):
    page = watched.open(site / "index.html")
    page.locator("#search-box").focus()
    page.keyboard.type("1/2")
    assert page.locator("#search-box").input_value() == "1/2"
