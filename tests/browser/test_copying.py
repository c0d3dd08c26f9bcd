"""A formula that is copied is text in a line, and a search finds names by their letters."""

from __future__ import annotations

import pytest

from tests.browser.chromium import alone

pytestmark = pytest.mark.browser
OWN_EVENT = alone("data that a page gives to a copy event of its own making")

COPIED = """(selector) => {
  document.getSelection().selectAllChildren(document.querySelector(selector));
  const data = new DataTransfer();
  document.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, cancelable: true }));
  return data.getData("text/plain");
}"""


@OWN_EVENT
def test_a_paper_s_words_are_copied_with_their_powers_and_indices(site, watched):
    page = watched.open(site / "yun2020" / "lemma10.html")
    said = page.evaluate(COPIED, "blockquote.paper")
    assert "l~_n" in said
    assert "δ^(−nd + 1)" in said
    assert "\n" not in said.strip()


@OWN_EVENT
def test_what_has_no_formula_is_copied_as_it_is(site, watched):
    page = watched.open(site / "yun2020" / "lemma10.html")
    assert page.evaluate(COPIED, "h1") == ""  # the browser copies it itself


def test_letters_are_searched_by_their_names(site, watched):
    page = watched.open(site / "index.html")
    page.locator("#search-box").fill("G~_δ")
    page.wait_for_function("() => document.getElementById('search-status').textContent !== ''")
    assert page.locator("#search-results [role=option]").all_inner_texts() != ["Nothing is found."]
