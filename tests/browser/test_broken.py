"""Copies of the site with something broken: what the other tests look for is found in them."""

from __future__ import annotations

import shutil

import pytest

from tests.browser import looking
from tests.browser.chromium import PHONE, alone, visiting

pytestmark = pytest.mark.browser


@pytest.fixture
def copy(site, tmp_path):
    """Pages of one paper with the style and the scripts, which may be changed."""
    for name in ("yun2020", "so2020", "static"):
        shutil.copytree(site / name, tmp_path / name)
    shutil.copy(site / "index.html", tmp_path)
    return tmp_path


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


MARKUP = {
    "a script of others": ("<body", '<script src="https://example.org/x.js"></script><body'),
    "a picture of others": ("</main>", '<p><object data="http://example.org/x"></object></p></main>'),
    "a script in the page": ("</main>", "<script>document.title = 1</script></main>"),
}


@pytest.mark.parametrize("fault", MARKUP)
def test_what_the_pages_forbid_is_refused_and_noticed(fault, copy, browser):
    edit(copy / "index.html", *MARKUP[fault])
    with visiting(browser) as watched:
        watched.open(copy / "index.html")
        watched.page.wait_for_timeout(200)
        assert watched.complaints != []


def test_a_request_is_noticed_where_nothing_forbids_it(copy, browser):
    edit(copy / "index.html", "Content-Security-Policy", "nothing")
    edit(copy / "index.html", *MARKUP["a script of others"])
    with visiting(browser) as watched:
        watched.open(copy / "index.html")
        assert any(complaint.startswith("network: https://example.org") for complaint in watched.complaints)


@pytest.mark.parametrize(
    ("name", "script"),
    [("filters.js", 'throw new Error("broken");'), ("theme.js", 'console.error("broken");')],
    ids=["error", "console"],
)
def test_a_broken_script_is_noticed(name, script, copy, browser):
    (copy / "static" / name).write_text(script)
    with visiting(browser) as watched:
        watched.open(copy / "yun2020" / "index.html")
        assert any("broken" in complaint for complaint in watched.complaints)


def test_a_missing_file_is_noticed(copy, browser):
    (copy / "static" / "graph.js").unlink()
    with visiting(browser) as watched:
        page = watched.open(copy / "yun2020" / "index.html")
        assert any("graph.js leads nowhere" in link for link in looking.dead_links(page))


@alone("events of requests for files")
def test_a_request_that_fails_is_noticed(copy, browser):
    (copy / "static" / "graph.js").unlink()
    with visiting(browser) as watched:
        watched.open(copy / "yun2020" / "index.html")
        assert any("graph.js" in complaint for complaint in watched.complaints)


STRUCTURES = {
    "an id twice": ('id="legend"', 'id="origin"', "stands twice"),
    "a second first heading": ("<h2 id=", "<h1>again</h1><h2 id=", "headings begin"),
    "a heading too deep": ("<h2 id=", "<h4>deep</h4><h2 id=", "a heading 4 follows"),
    "no main part": ("<main", "<div", "no single main"),
    "an attribute that runs": ("<h2 id=", '<h2 onclick="a()" id=', "onclick"),
    "a style of its own": ("<h2 id=", '<h2 style="color: red" id=', "inline h2"),
    "no language": ('lang="en"', "", "language"),
    "half a formula": ("</main>", "<math><msub><mi>x</mi></msub></math></main>", "msub with parts too few"),
}


@pytest.mark.parametrize("fault", STRUCTURES)
def test_a_wrong_structure_is_noticed(fault, copy, browser):
    old, new, said = STRUCTURES[fault]
    edit(copy / "index.html", old, new)
    with visiting(browser) as watched:
        assert any(said in message for message in looking.structure(watched.open(copy / "index.html")))


def test_a_dead_anchor_is_noticed(copy, browser):
    edit(copy / "yun2020" / "lemma7.html", "ledger.html#row-", "ledger.html#no-")
    with visiting(browser) as watched:
        faults = looking.dead_links(watched.open(copy / "yun2020" / "lemma7.html"))
        assert [fault for fault in faults if "certificates" not in fault and "leads to no anchor" in fault]


def test_a_large_page_is_noticed(copy):
    edit(copy / "index.html", "</main>", "x" * looking.LARGEST + "</main>")
    assert looking.size(copy / "index.html") != []


@pytest.mark.parametrize("width", [390, 320])
def test_what_is_too_wide_for_a_phone_is_noticed(width, copy, browser):
    css = copy / "static" / "site.css"
    css.write_text(css.read_text(encoding="utf-8") + "main > h1 { min-width: 400px }", encoding="utf-8")
    with visiting(browser, **{**PHONE, "viewport": {"width": width, "height": 844}}) as watched:
        assert looking.overflow(watched.open(copy / "index.html"), width) != []


ACCESS = {
    "a field without a name": (
        "index.html",
        '<label class="hidden" for="search-box">',
        '<label class="hidden">',
        "label",
    ),
    "a button without a name": ("index.html", 'aria-label="Dark colours" ', "", "button-name"),
    "an unknown role": ("index.html", 'role="search"', 'role="sarch"', "aria-roles"),
    "a link without a name": ("index.html", "</main>", '<a href="index.html"></a></main>', "link-name"),
}


@pytest.mark.parametrize("fault", ACCESS)
def test_what_a_screen_reader_misses_is_noticed(fault, copy, browser):
    name, old, new, rule = ACCESS[fault]
    edit(copy / name, old, new)
    with visiting(browser) as watched:
        page = watched.open(copy / name)
        if fault == "a field without a name":
            edit(copy / name, 'placeholder="Search ( / )"', "")
            page = watched.open(copy / name)
        assert any(violation.startswith(rule) for violation in looking.accessibility(page))


@alone("its own accessibility tree")
@pytest.mark.parametrize("fault", ["a button without a name", "a link without a name"])
def test_what_has_no_name_is_noticed(fault, copy, browser):
    name, old, new, _ = ACCESS[fault]
    edit(copy / name, old, new)
    with visiting(browser) as watched:
        assert looking.nameless(watched.open(copy / name)) != []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_colour_that_is_hard_to_see_is_noticed(scheme, copy, browser):
    css = copy / "static" / "site.css"
    edit(css, "--quiet: light-dark(#595f68, #a3abb5)", "--quiet: light-dark(#a3abb5, #595f68)")
    with visiting(browser, color_scheme=scheme, reduced_motion="reduce") as watched:
        faults = looking.accessibility(watched.open(copy / "index.html"))
        assert any(fault.startswith("color-contrast") for fault in faults)


def test_a_node_and_an_arrow_that_are_lost_are_noticed(copy, browser):
    page_file = copy / "yun2020" / "index.html"
    with visiting(browser) as watched:
        whole = looking.drawn_edges(watched.open(page_file))
        edit(
            page_file,
            'data-from="node-theorem2" data-to="node-proposition5"',
            'data-from="node-theorem2" data-to="node-lemma7"',
        )
        page = watched.open(page_file)
        changed = looking.drawn_edges(page)
        assert looking.closure(changed) != looking.closure(whole)
        edit(page_file, 'id="node-lemma10"', 'id="node-lost"')
        lost = looking.drawn_edges(watched.open(page_file))
        assert ("yun2020:lemma8", "yun2020:lemma10") not in lost
