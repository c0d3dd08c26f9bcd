"""WCAG 2.2 AA as axe checks it, names in Chromium's accessibility tree, and everything by the keyboard alone."""

from __future__ import annotations

import pytest

from tests.browser import looking
from tests.browser.chromium import DESKTOP, PHONE, SCHEMES, alone, visiting

pytestmark = pytest.mark.browser

KINDS = {
    "first": ("site", "index.html"),
    "graph": ("site", "yun2020/index.html"),
    "claim": ("site", "yun2020/lemma8.html"),
    "refuted": ("site", "yun2020/lemma7.html"),
    "ledger": ("site", "so2020/ledger.html"),
    "own-graph": ("own_site", "my_claims/index.html"),
    "own-claim": ("own_site", "my_claims/rising.html"),
    "own-stale": ("own_site", "my_claims/old.html"),
    "own-unknown": ("own_site", "my_claims/unknown.html"),
    "own-ledger": ("own_site", "my_claims/ledger.html"),
}
PAGES = pytest.mark.parametrize("kind", KINDS)


def path_of(kind, request):
    name, page = KINDS[kind]
    return request.getfixturevalue(name) / page


@pytest.mark.parametrize("scheme", SCHEMES)
@PAGES
def test_axe_finds_nothing(kind, scheme, request, browser):
    faults = {}
    for name, device in (("desk", DESKTOP), ("phone", PHONE)):
        if name == "phone" and scheme == "dark":
            continue
        with visiting(browser, color_scheme=scheme, reduced_motion="reduce", **device) as watched:
            page = watched.open(path_of(kind, request))
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            if complaints := looking.accessibility(page) + watched.complaints:
                faults[name] = complaints
    assert faults == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_while_one_searches_filters_and_points(scheme, site, browser):
    with visiting(browser, color_scheme=scheme, reduced_motion="reduce") as watched:
        page = watched.open(site / "so2020" / "index.html", "#status=repaired")
        page.keyboard.press("/")
        page.keyboard.type("lemma")
        page.wait_for_function("() => !document.getElementById('search-results').hidden")
        assert looking.accessibility(page) == []
        page.keyboard.press("Escape")
        page.keyboard.type("zzzz")
        page.wait_for_function("() => document.getElementById('search-status').textContent.startsWith('Nothing')")
        assert looking.accessibility(page) == []
        assert watched.complaints == []


@alone("its own accessibility tree")
@PAGES
def test_everything_that_acts_has_a_name(kind, request, watched):
    page = watched.open(path_of(kind, request))
    assert looking.nameless(page) == []
    assert "Skip to the content" in looking.names(page, "link")
    assert looking.names(page, "combobox") == ["Search papers, claims and steps"]
    assert looking.names(page, "main") == [""]
    assert {"Site"} <= set(looking.names(page, "navigation"))


FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const shown = one.matches(".node") ? one.querySelector(".box") : one.closest("label") ?? one;
  const style = getComputedStyle(shown), box = shown.getBoundingClientRect();
  const ring = shown === one || shown.matches("label")
    ? style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
    : parseFloat(style.strokeWidth) >= 3;
  return {
    what: one.id || one.getAttribute("class") || one.tagName,
    name: one.getAttribute("aria-label") ?? one.textContent.trim(),
    ring, inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    node: one.matches(".node"),
  };
}"""


def walk(page, most):
    """What Tab leads to, one after the other."""
    stops = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUSED)
        if stop is None:
            break
        stops.append(stop)
    return stops


def test_tab_reaches_everything_and_the_focus_is_seen(site, watched):
    page = watched.open(site / "yun2020" / "index.html")
    nodes = page.locator("#graph a.node").count()
    assert nodes > 30
    stops = walk(page, 40 + nodes)
    assert stops[0]["name"] == "Skip to the content"
    assert [stop["what"] for stop in stops if not stop["ring"]] == []
    assert [stop["what"] for stop in stops if not stop["inside"]] == []
    names = [stop["name"] for stop in stops]
    assert names.index("exactua") < names.index("Yun et al. 2020") < names.index("Dark colours")
    assert {"search-box", "clear-filters"} <= {stop["what"] for stop in stops}
    assert sum(stop["node"] for stop in stops) == nodes


def test_the_skip_link_skips(site, watched):
    page = watched.open(site / "yun2020" / "lemma8.html")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'main'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_a_claim_is_reached_and_filtered_by_the_keyboard_alone(site, watched):
    page = watched.open(site / "yun2020" / "index.html")
    page.locator("#filters input[value=general]").focus()
    page.keyboard.press("Space")
    page.wait_for_url("**#status=general")
    page.locator("#node-lemma8").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/yun2020/lemma8.html")


@pytest.mark.parametrize(
    ("folder", "name"), [("yun2020", "lemma8"), ("yun2020", "ledger"), ("kajitsuka2024", "theorem2")]
)
def test_the_focus_is_never_lost_under_the_header(folder, name, site, watched):
    page = watched.open(site / folder / f"{name}.html")
    script = """() => {
      const one = document.activeElement.getBoundingClientRect(), top = document.querySelector("header.site");
      if (document.activeElement.closest("header, .skip")) return true;
      return one.bottom > top.getBoundingClientRect().bottom;
    }"""
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(script), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
