"""The graph: its arrows are what the claims declare, what a claim rests on stands below it, and a claim lights up its own."""

from __future__ import annotations

import pytest

from exactua.claims.registry import PAPERS
from tests.browser import looking
from tests.browser.chromium import alone, middle

pytestmark = pytest.mark.browser
each = pytest.mark.parametrize("paper", PAPERS)

LEMMAS = {"lemma7", "lemma8", "lemma9"}


def declared(papers, paper):
    """Of the code: who rests on whom."""
    (own,) = [entry for entry in papers if entry.paper == paper]
    return {
        (dossier.claim.label, f"assumed: {edge.on}" if edge.assumed else edge.on)
        for dossier in own.claims
        for edge in dossier.rests_on
    }


@each
def test_arrows_are_what_the_code_declares(paper, papers, site, watched):
    page = watched.open(site / paper / "index.html")
    edges, wanted = looking.drawn_edges(page), declared(papers, paper)
    assert edges == wanted
    assert (len(wanted) >= 30) == (paper in ("yun2020", "kajitsuka2024"))


@alone("its own accessibility tree")
@each
def test_names_of_nodes_list_all_that_they_rest_on(paper, papers, site, watched):
    page = watched.open(site / paper / "index.html")
    titles = {dossier.claim.label: dossier.claim.title for own in papers for dossier in own.claims}
    names = [name for name in looking.names(page, "link") if "; rests on " in name]
    (own,) = [entry for entry in papers if entry.paper == paper]
    for dossier in own.claims:
        below = [edge.on if edge.assumed else titles[edge.on] for edge in dossier.rests_on]
        if below:
            (name,) = [name for name in names if name.startswith(f"{dossier.claim.title}: ")]
            assert name.endswith(f"; rests on {', '.join(dict.fromkeys(below))}")


def test_the_chain_of_theorem_2(site, watched):
    """Theorem 2 <- Proposition 5 <- Lemmas 7, 8, 9 <- Lemma 10."""
    page = watched.open(site / "yun2020" / "index.html")
    below = looking.closure(looking.drawn_edges(page))
    assert ("yun2020:theorem2", "yun2020:proposition5") in looking.drawn_edges(page)
    for lemma in LEMMAS:
        assert ("yun2020:proposition5", f"yun2020:{lemma}") in below
    assert ("yun2020:lemma8", "yun2020:lemma10") in below
    assert ("yun2020:lemma10", "yun2020:lemma8") not in below
    assert ("yun2020:lemma7", "yun2020:lemma8") not in below


@each
def test_what_a_claim_rests_on_is_below_it(paper, site, watched):
    page = watched.open(site / paper / "index.html")
    script = """() => [...document.querySelectorAll("#graph .edge:not(.backward)")].map((edge) => {
      const side = (id) => document.querySelector("#" + CSS.escape(id) + " > .box").getBoundingClientRect();
      const on_screen = edge.getScreenCTM(), end = (far) => edge.getPointAtLength(far).matrixTransform(on_screen).y;
      const [from, to] = [side(edge.dataset.from), side(edge.dataset.to)];
      return [edge.dataset.from + " " + edge.dataset.to, from.bottom < to.top,
        Math.abs(end(0) - from.bottom) < 3 && Math.abs(end(edge.getTotalLength()) - to.top) < 3];
    })"""
    assert [name for name, below, touches in page.evaluate(script) if not (below and touches)] == []
    assert page.locator("#graph .edge.backward").count() == 0


@each
def test_boxes_do_not_overlap_and_hold_their_words(paper, site, watched):
    page = watched.open(site / paper / "index.html")
    script = """() => {
      const boxes = [...document.querySelectorAll("#graph .node")].map((one) =>
        [one.id, one.querySelector(".box").getBoundingClientRect(), one.querySelectorAll("text.title, text.word")]);
      const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      const faults = [];
      for (const [k, [id, box, words]] of boxes.entries()) {
        for (const [other, rest] of boxes.slice(0, k)) if (!apart(box, rest)) faults.push(id + " lies on " + other);
        for (const one of words) {
          const text = one.getBoundingClientRect();
          if (text.right > box.right || text.bottom > box.bottom) faults.push(id + ": " + one.textContent);
        }
      }
      return faults;
    }"""
    assert page.evaluate(script) == []


LIT = "[...document.querySelectorAll('#graph.lit .node.on')].map((one) => one.id.replace('node-', ''))"


@pytest.mark.parametrize("how", ["hover", "focus"])
def test_a_claim_lights_up_all_that_it_rests_on_and_all_that_rests_on_it(how, papers, site, watched):
    page = watched.open(site / "yun2020" / "index.html")
    assert page.evaluate(LIT) == []
    node = page.locator("#node-lemma10")
    if how == "hover":
        page.mouse.move(*middle(node))
    else:
        node.focus()
    below = looking.closure(declared(papers, "yun2020"))
    wanted = {b for a, b in below if a == "yun2020:lemma10"} | {a for a, b in below if b == "yun2020:lemma10"}
    lit = set(page.evaluate(LIT))
    assert {f"yun2020:{name}" for name in lit} == wanted | {"yun2020:lemma10"}
    assert {"lemma8", "proposition5", "theorem2", "tightness", "coarse_resolution"} <= lit
    assert "lemma7" not in lit
    edges = page.evaluate("document.querySelectorAll('#graph .edge.on').length")
    assert 0 < edges < page.locator("#graph .edge").count()
    faint = page.locator("#node-lemma7")
    page.wait_for_function("(node) => getComputedStyle(node).opacity < 0.5", arg=faint.element_handle())
    page.mouse.move(5, 5)
    page.evaluate("document.activeElement.blur()")
    assert page.evaluate(LIT) == []


def test_a_status_is_told_by_colour_mark_and_word(site, own_site, watched):
    for path, least in ((site / "yun2020" / "index.html", 5), (own_site / "my_claims" / "index.html", 6)):
        page = watched.open(path)
        script = """() => [...document.querySelectorAll("#graph .node")].map((one) => [one.dataset.status,
          getComputedStyle(one.querySelector(".box")).stroke, one.querySelector("use").getAttribute("href"),
          one.querySelector(".word").textContent.split(": ").pop()])"""
        looks = {tuple(look) for look in page.evaluate(script)}
        marks = {look[:3] for look in looks}  # words tell a definition that is met from a statement that holds
        assert len(marks) == len({status for status, *_ in looks}) >= least
        for part in (1, 2):
            assert len({look[part] for look in marks}) == len(marks)
        assert len({look[3] for look in looks}) == len(looks)
