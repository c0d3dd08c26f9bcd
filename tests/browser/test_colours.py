"""Light and dark: as the system says, or as the reader chose, which is kept."""

from __future__ import annotations

import pytest

from tests.browser.chromium import PHONE, SCHEMES, alone, visiting

pytestmark = pytest.mark.browser

COLOURS = """() => ["html", "h1", "#graph .box", ".badge", "header.site"].map((one) => {
  const style = getComputedStyle(document.querySelector(one));
  return [style.backgroundColor, style.color, style.fill];
})"""
LIGHTNESS = "() => getComputedStyle(document.documentElement).backgroundColor.match(/[\\d.]+/g).slice(0, 3).reduce((a, b) => a + +b, 0)"


def test_colours_follow_the_system(site, browser):
    colours = {}
    for scheme in SCHEMES:
        with visiting(browser, color_scheme=scheme) as watched:
            page = watched.open(site / "yun2020" / "index.html")
            colours[scheme] = page.evaluate(COLOURS)
            assert (page.evaluate(LIGHTNESS) > 600) == (scheme == "light")
            assert (
                page.get_by_role("button", name="Dark colours").get_attribute("aria-pressed")
                == str(scheme == "dark").lower()
            )
            assert watched.complaints == []
    assert all(a != b for a, b in zip(colours["light"], colours["dark"], strict=True))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_other_colours_are_kept_over_pages_and_reloads(scheme, site, browser):
    with visiting(browser, color_scheme=scheme) as watched:
        page = watched.open(site / "index.html")
        before = page.evaluate(LIGHTNESS)
        button = page.get_by_role("button", name="Dark colours")
        button.focus()
        page.keyboard.press("Enter")
        after = page.evaluate(LIGHTNESS)
        assert (after > 600) == (scheme == "dark")
        assert after != before
        page.reload()
        assert page.evaluate(LIGHTNESS) == after
        watched.open(site / "yun2020" / "lemma8.html")
        assert page.evaluate(LIGHTNESS) == after
        assert button.get_attribute("aria-pressed") == str(scheme == "light").lower()
        button.click()
        assert page.evaluate(LIGHTNESS) == before
        assert watched.complaints == []


@alone("colours that change while a program runs")
def test_the_system_may_change_while_a_page_is_open(site, watched):
    page = watched.open(site / "index.html")
    button = page.get_by_role("button", name="Dark colours")
    assert button.get_attribute("aria-pressed") == "false"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(LIGHTNESS) < 150
    page.wait_for_function("() => document.getElementById('theme-toggle').getAttribute('aria-pressed') === 'true'")


@alone("a finger")
def test_a_phone_has_the_button_too(site, browser):
    with visiting(browser, **PHONE) as watched:
        page = watched.open(site / "yun2020" / "ledger.html")
        page.get_by_role("button", name="Dark colours").tap()
        assert page.evaluate(LIGHTNESS) < 150
        assert watched.complaints == []
