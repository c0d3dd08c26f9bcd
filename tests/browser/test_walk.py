"""Every page of both sites, once on a desk and once on a phone: nothing complains, nothing is missing, nothing asks a network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser import looking
from tests.browser.chromium import PHONE, visiting

pytestmark = pytest.mark.browser
SITES = pytest.mark.parametrize("name", ["site", "own_site"])


@SITES
def test_every_page_is_whole(name, request, watched):
    folder: Path = request.getfixturevalue(name)
    faults, titles, linked = {}, [], {(folder / "index.html").resolve()}
    pages = sorted(folder.rglob("*.html"))
    for path in pages:
        page = watched.open(path)
        titles.append(page.title())
        linked |= {Path(link) for link in page.evaluate("[...document.links].map((one) => one.pathname)")}
        complaints = [*looking.structure(page), *looking.dead_links(page), *looking.size(path), *watched.complaints]
        watched.complaints.clear()
        if complaints:
            faults[path.relative_to(folder).as_posix()] = complaints
    assert faults == {}
    assert len(set(titles)) == len(pages)
    assert linked >= {path.resolve() for path in folder.rglob("*.html")}
    assert len(pages) == {"site": 167, "own_site": 10}[name]


@SITES
def test_every_page_fits_a_phone(name, request, browser):
    folder: Path = request.getfixturevalue(name)
    faults = {}
    with visiting(browser, **PHONE) as watched:
        for path in sorted(folder.rglob("*.html")):
            page = watched.open(path)
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 844})
                if overflowing := looking.overflow(page, width):
                    faults[f"{path.relative_to(folder)} at {width}"] = overflowing
        assert watched.complaints == []
    assert faults == {}


def test_the_search_index_leads_to_pages_that_there_are(site):
    text = (site / "static" / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.removeprefix("window.exactuaIndex = ").rstrip(";\n"))["entries"]
    assert len(entries) > 1000
    for *_, address, _ in entries:
        page, _, anchor = address.partition("#")
        assert (site / page).is_file()
        assert not anchor or anchor in looking.anchors(site / page)
