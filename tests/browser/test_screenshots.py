"""The pictures of docs/screenshots/ are what the pages look like; EXACTUA_WRITE_SCREENSHOTS=1 writes them."""

from __future__ import annotations

import os

import pytest

from tests.browser import fonts, screens
from tests.browser.chromium import PHONE, alone, visiting
from tests.browser.screens import Shot

pytestmark = pytest.mark.browser
PICTURES = alone("pictures that are compared with those that are kept")


@pytest.fixture(autouse=True)
def _fonts():
    if sentence := fonts.missing():
        pytest.fail(sentence, pytrace=False)


SHOTS = {
    "graph": Shot("yun2020/index.html", "#graph-heading", ("#graph-heading", "#graph .nodes"), 1880, above=76),
    "claim": Shot("yun2020/lemma8.html", "body", ("h1", "#status", "blockquote.paper", "article.step"), 1400),
    "ledger": Shot("yun2020/ledger.html", "#row-lemma7-range_of_k", ("#row-lemma7-range_of_k",), 900, above=80),
    "counterexample": Shot(
        "yun2020/lemma7.html",
        "#step-range_of_k",
        ("#step-range_of_k .says", "#step-range_of_k .formula", "#step-range_of_k .counterexample"),
        960,
        opens="#step-range_of_k details.traces",
        above=80,
    ),
    "phone": Shot("yun2020/lemma8.html", "body", ("h1", "#status"), 844, options=PHONE),
    "dark": Shot("yun2020/index.html", "body", ("h1", "#filters"), 900, options={"color_scheme": "dark"}),
}


@PICTURES
@pytest.mark.parametrize("name", SHOTS)
def test_the_picture_is_that_of_the_page(name, site, browser):
    shot = SHOTS[name]
    with visiting(browser, **shot.device) as watched:
        picture, words = screens.taken(watched.open(site / shot.page), shot)
        assert watched.complaints == []
    if os.environ.get(screens.WRITE):
        screens.keep(name, picture, words)
    assert screens.faults(name, picture, words) == []


def test_there_are_no_other_pictures():
    assert {path.name for path in screens.FOLDER.iterdir()} == {f"{name}.png" for name in SHOTS} | {
        screens.FINGERPRINTS
    }


@PICTURES
def test_a_wrong_picture_is_noticed(site, browser, tmp_path):
    """Of another page, another colour, other words, or one that somebody changed."""
    taken = {}
    for name in ("graph", "dark", "claim"):
        with visiting(browser, **SHOTS[name].device) as watched:
            taken[name] = screens.taken(watched.open(site / SHOTS[name].page), SHOTS[name])
    picture, words = taken["claim"]
    assert screens.faults("claim", picture, words, tmp_path) != []
    screens.keep("claim", picture, words, tmp_path)
    assert screens.faults("claim", picture, words, tmp_path) == []
    assert "other words" in screens.faults("claim", picture, words + " more", tmp_path)[0]
    assert "measures" in screens.faults("claim", taken["graph"][0], words, tmp_path)[0]
    file = tmp_path / "claim.png"
    file.write_bytes(taken["dark"][0])
    assert "not the file" in screens.faults("claim", picture, words, tmp_path)[0]

    light = {**SHOTS["dark"].device, "color_scheme": "light"}
    with visiting(browser, **light) as watched:
        other, same = screens.taken(watched.open(site / SHOTS["dark"].page), SHOTS["dark"])
    assert same == taken["dark"][1]
    screens.keep("dark", other, same, tmp_path)
    assert "looks different" in screens.faults("dark", *taken["dark"], tmp_path)[0]
    with visiting(browser, **SHOTS["dark"].device) as watched:
        other, _ = screens.taken(watched.open(site / "yun2020" / "lemma7.html"), Shot("", "body", ("h1",), 900))
    screens.keep("dark", other, same, tmp_path)
    assert "looks different" in screens.faults("dark", *taken["dark"], tmp_path)[0]
