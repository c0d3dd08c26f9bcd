"""What is wrong with a page, as a list of sentences: empty where all is well."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Page

LARGEST = 1_000_000
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
ROLES = ("link", "button", "checkbox", "combobox", "searchbox", "textbox", "listbox", "option", "img", "region")

STRUCTURE = """() => {
const PARTS = { mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3, munderover: 3 };
return {
  title: document.title,
  lang: document.documentElement.lang,
  ids: [...document.querySelectorAll("[id]")].map((one) => one.id),
  headings: [...document.querySelectorAll("main :is(h1,h2,h3,h4,h5,h6)")].map((one) => +one.tagName[1]),
  landmarks: ["header", "main", "footer"].filter((one) => document.querySelectorAll("body > " + one).length !== 1),
  references: [...document.querySelectorAll("[href], [src]")]
    .map((one) => one.getAttribute("href") ?? one.getAttribute("src")),
  handlers: [...document.querySelectorAll("*")]
    .flatMap((one) => [...one.attributes].map((own) => own.name).filter((name) => name.startsWith("on"))),
  labels: [...document.querySelectorAll("[aria-labelledby]")].map((one) => one.getAttribute("aria-labelledby")),
  inline: [...document.querySelectorAll("script:not([src]), style, [style]")].map((one) => one.tagName),
  images: document.querySelectorAll("main img").length,
  formulas: [...document.querySelectorAll("math *")]
    .filter((one) => one.children.length !== (PARTS[one.localName] ?? one.children.length)).map((one) => one.localName),
}; }"""


def structure(page: Page) -> list[str]:
    """Titles, landmarks, headings, ids, and that nothing in the page runs but its scripts."""
    outline = page.evaluate(STRUCTURE)
    faults = [f"there is no single {name}" for name in outline["landmarks"]]
    faults += [] if outline["title"].strip() else ["it has no title"]
    faults += [] if outline["lang"] == "en" else ["it does not say its language"]
    ids = outline["ids"]
    faults += [f"the id {name} stands twice" for name in sorted({name for name in ids if ids.count(name) > 1})]
    levels = outline["headings"]
    faults += [] if levels[:1] == [1] and levels.count(1) == 1 else [f"headings begin {levels[:3]}"]
    faults += [f"a heading {b} follows one of {a}" for a, b in pairwise(levels) if b > a + 1]
    faults += [f"an attribute {handler}" for handler in outline["handlers"]]
    faults += [f"an inline {element.lower()}" for element in outline["inline"]]
    faults += [f"no element {label}, which labels another" for label in outline["labels"] if label not in ids]
    faults += ["an image of nobody's"] if outline["images"] else []
    faults += [f"a formula's {element} with parts too few or too many" for element in outline["formulas"]]
    return faults


def dead_links(page: Page) -> list[str]:
    """Links to files or anchors that there are not, or that lead out of the folder of files."""
    faults = []
    for reference in sorted(set(page.evaluate(STRUCTURE)["references"])):
        if reference.startswith("data:"):
            continue
        address, anchor = urldefrag(urljoin(page.url, reference))
        if not address.startswith("file:"):
            faults.append(f"{reference} needs a network")
            continue
        path = Path(unquote(urlsplit(address).path))
        if not path.is_file():
            faults.append(f"{reference} leads nowhere")
        elif anchor and "=" not in anchor and unquote(anchor) not in anchors(path):
            faults.append(f"{reference} leads to no anchor")
    return faults


@cache
def anchors(path: Path) -> frozenset[str]:
    return frozenset(re.findall(r'\sid="([^"]*)"', path.read_text(encoding="utf-8")))


def size(path: Path) -> list[str]:
    bytes_ = path.stat().st_size
    return [] if bytes_ < LARGEST else [f"{path.name} has {bytes_:,} bytes"]


TOO_WIDE = """(width) => {
  const scrolls = (place) => place !== null && (getComputedStyle(place).overflowX !== "visible" || scrolls(place.parentElement));
  const wide = (place) => place.getBoundingClientRect().right > width + 1 && !scrolls(place.parentElement);
  return [...document.querySelectorAll("body *")].filter(wide).slice(0, 3).map((place) => place.outerHTML.slice(0, 80));
}"""


def overflow(page: Page, width: int) -> list[str]:
    """Whether the document scrolls sideways; a phone makes its window as wide as the document, so `width` is given."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide <= width:
        return []
    return [f"{wide} px wide on {width}: {page.evaluate(TOO_WIDE, width)}"]


def accessibility(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"], "preload": False}
    violations: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [f"{violation['id']}: {node['html'][:160]}" for violation in violations for node in violation["nodes"][:3]]


def nameless(page: Page) -> list[str]:
    """Elements that Chromium's own accessibility tree gives no name, of those that need one."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    controls = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored") and node["role"]["value"] in ROLES
    ]
    return [f"a {role} without a name" for role, name in controls if not name.strip()]


def names(page: Page, role: str) -> list[str]:
    """The accessible names of the elements of a role, in their order."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        node.get("name", {}).get("value", "")
        for node in nodes
        if not node.get("ignored") and node["role"]["value"] == role
    ]


EDGES = """() => {
  const place = (id) => {
    const node = document.getElementById(id);
    if (!node) return null;
    const to = node.getAttribute("href") ?? "";
    if (!to || to.startsWith("#")) return "assumed: " + node.getAttribute("aria-label").replace(/: assumed$/, "");
    const [folder, page] = node.href.baseVal !== undefined
      ? new URL(to, location.href).pathname.split("/").slice(-2) : [];
    return folder + ":" + page.replace(/\\.html$/, "");
  };
  return [...document.querySelectorAll("#graph .edge")].map((one) => [place(one.dataset.from), place(one.dataset.to)]);
}"""


def drawn_edges(page: Page) -> set[tuple[str, str]]:
    """The arrows of a graph, between claims ("yun2020:lemma8") and assumed facts ("assumed: ..."), as its markup has them."""
    return {(a, b) for a, b in page.evaluate(EDGES)}


def closure(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Who rests on whom, also by way of others."""
    pairs = set(edges)
    while more := {(a, d) for a, b in pairs for c, d in edges if b == c} - pairs:
        pairs |= more
    return pairs
