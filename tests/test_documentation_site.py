"""The documentation as a site: built with every warning an error, complete, whole without a network, usable on a phone."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click
import pytest

from tests.documentation import FENCE, ROOT

DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb")])
MEGABYTE = 1_000_000
LINK = re.compile(r"(?<!\\)\]\(([^)#\s]+)(?:#[^)]*)?\)")

built = [
    pytest.mark.pages,
    pytest.mark.skipif(importlib.util.find_spec("sphinx_click") is None, reason="pip install 'exactua[docs]'"),
]
"""Marks of the tests that need a built site."""


def sphinx(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Builds a site as the documentation says, with every warning an error."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-b", "html"]
    return subprocess.run([*command, str(source), str(target)], capture_output=True, text=True, timeout=300, cwd=ROOT)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = sphinx(DOCS, target)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done.stderr
    return target


@dataclass
class Content(HTMLParser):
    """What a page refers to: links, what a browser loads by itself, and the names that can be linked to."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        self.loaded += [given[name] for name in ("src", "srcset", "poster", "data") if name in given]
        if tag == "link" and given.get("rel") not in ("next", "prev", "index", "search", "canonical"):
            self.loaded.append(given.get("href", ""))


@cache
def content(page: Path) -> Content:
    """A page, read."""
    parser = Content()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def dead_links(folder: Path) -> list[str]:
    """The links inside a site that lead to no file, or to no place in it."""
    dead = []
    for page in sorted(folder.rglob("*.html")):
        for link in content(page).links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            here = parts.fragment and target.suffix == ".html"
            if not target.is_file() or (here and unquote(parts.fragment) not in content(target).names):
                dead.append(f"{page.relative_to(folder)}: {link}")
    return dead


def foreign_resources(folder: Path) -> list[str]:
    """What the pages and styles of a site would fetch from elsewhere."""
    foreign = []
    for page in sorted(folder.rglob("*.html")):
        foreign += [f"{page.name}: {url}" for url in content(page).loaded if re.match(r"(https?:)?//", url)]
    for style in sorted(folder.rglob("*.css")):
        urls = re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")\s]+)", style.read_text(encoding="utf-8"))
        foreign += [f"{style.name}: {url}" for url in urls if re.match(r"(https?:)?//", url)]
    return foreign


class TestSite:
    """The site that is built from docs/."""

    pytestmark = built

    def test_every_page_is_built_and_under_a_megabyte(self, site: Path) -> None:
        pages = {page.relative_to(site) for page in site.rglob("*.html")}
        assert {page.relative_to(DOCS).with_suffix(".html") for page in PAGES} <= pages
        sizes = {str(page.relative_to(site)): page.stat().st_size for page in site.rglob("*.html")}
        assert {name: size for name, size in sizes.items() if size >= MEGABYTE} == {}

    def test_every_link_inside_leads_somewhere(self, site: Path) -> None:
        assert dead_links(site) == []

    def test_nothing_is_fetched_from_elsewhere(self, site: Path) -> None:
        assert foreign_resources(site) == []

    def test_every_page_can_be_found_by_searching(self, site: Path) -> None:
        index = (site / "searchindex.js").read_text(encoding="utf-8")
        names = [page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES]
        assert [name for name in names if f'"{name}"' not in index] == []

    @pytest.mark.parametrize("module", ["exactua", "exactua.authoring", "exactua.networks"])
    def test_every_public_name_is_documented(self, site: Path, module: str) -> None:
        names = set().union(*(content(page).names for page in site.glob("api*.html")))
        public = importlib.import_module(module).__all__
        # what authoring hands on of networks is documented there
        known = {name for name in public if {f"{module}.{name}", f"exactua.networks.{name}"} & names}
        assert set(public) - known <= ({"read_network"} if module == "exactua.authoring" else set())
        assert "exactua.networks.files.read_network" in names

    def test_every_command_is_documented_with_every_option(self, site: Path) -> None:
        from exactua.commands.group import group
        from exactua.console.help import every_command

        names = content(site / "commands.html").names
        expected = {name for context in every_command(group, "exactua") for name in anchors(context)}
        assert len(expected) > 100
        assert expected - names == set()

    def test_in_a_browser_without_a_network_everything_can_be_read_and_found(self, site: Path) -> None:
        playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if chromium is None:
            pytest.skip("no Chromium is installed")
        with playwright.sync_playwright() as started:
            browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            phone = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
            page = phone.new_page()
            troubles: list[str] = []
            page.on(
                "console", lambda told: troubles.append(f"{page.url}: {told.text}") if told.type == "error" else None
            )
            page.on("pageerror", lambda error: troubles.append(f"{page.url}: {error}"))
            for file in sorted(site.rglob("*.html")):
                page.goto(file.as_uri())
                # the text scrolls in a box of its own, in which wide tables and code have theirs
                boxes = "[document.documentElement, document.querySelector('.content')]"
                width = page.evaluate(f"Math.max(...{boxes}.map(box => box.scrollWidth))")
                if width > 390:
                    troubles.append(f"{file.name} is {width} wide on a phone")
            page.goto((site / "errata-yun2020.html").as_uri())
            wide = page.evaluate(
                "[...document.querySelectorAll('.table-wrapper')].filter(box => box.scrollWidth > box.clientWidth).length"
            )
            page.goto(f"{(site / 'search.html').as_uri()}?q=hardmax")
            page.wait_for_selector("#search-results ul.search li a")
            hits = page.locator("#search-results ul.search li a").all_inner_texts()
            browser.close()
        assert troubles == []
        assert wide > 0  # the ledger's table scrolls in its own box
        assert len(hits) > 5


def anchors(context: click.Context) -> Iterator[str]:
    """The names under which a command and its long options can be linked to; --help-all that has no more to show is hidden."""
    name = context.command_path.replace(" ", "-")
    yield name
    for parameter in context.command.params:
        if isinstance(parameter, click.Option) and not (parameter.hidden and parameter.opts == ["--help-all"]):
            long = (option.removeprefix("--") for option in parameter.opts if option[:2] == "--" and option != "--help")
            yield from (f"cmdoption-{name}-{option}" for option in long)


class TestThatErrorsAreSeen:
    """Sites that are wrong in one place are not built, or not passed."""

    pytestmark = built

    @pytest.mark.parametrize(
        ("page", "complaint"),
        [
            pytest.param("[gone](gone.md)", "gone", id="a link to no page"),
            pytest.param("[gone](#gone)", "gone", id="a link to no heading"),
            pytest.param("~~~{toctree}\ngone\n~~~", "gone", id="a page that is not there in the navigation"),
            pytest.param("~~~{eval-rst}\n.. autofunction:: exactua.gone\n~~~", "gone", id="a name that is not there"),
            pytest.param("~~~{eval-rst}\n:py:obj:`exactua.gone`\n~~~", "gone", id="a reference to no name"),
            pytest.param("# Site\n\n#### Deep", "header level", id="a heading too deep"),
            pytest.param("~~~{eval-rst}\n**open\n~~~", "strong", id="markup that does not end"),
        ],
    )
    def test_a_wrong_page_fails(self, tmp_path: Path, page: str, complaint: str) -> None:
        done = self.site_of(tmp_path, page)
        assert done.returncode != 0
        assert complaint in done.stderr.lower()

    def test_a_page_outside_of_the_navigation_fails(self, tmp_path: Path) -> None:
        assert "toctree" in self.site_of(tmp_path, "", other="# Other\n").stderr

    def test_a_right_page_passes(self, tmp_path: Path) -> None:
        done = self.site_of(tmp_path, "~~~{toctree}\nother\n~~~\n[other.md](other.md)", other="# Its title\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Its title</span>" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")

    @staticmethod
    def site_of(folder: Path, page: str, other: str | None = None) -> subprocess.CompletedProcess[str]:
        docs = folder / "docs"
        docs.mkdir()
        (folder / "exactua").symlink_to(ROOT / "exactua")
        for name in ("conf.py", "_extensions", "_static"):
            (docs / name).symlink_to(DOCS / name)
        (docs / "index.md").write_text(page if page.startswith("# ") else f"# Site\n\n{page}\n", encoding="utf-8")
        if other is not None:
            (docs / "other.md").write_text(other, encoding="utf-8")
        return sphinx(docs, folder / "site")


def test_dead_links_and_foreign_resources_are_seen(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="here">A</h1><a href="#here">1</a><a href="#there">2</a><a href="b.html#x">3</a><a href="c.html">4</a>'
        '<a href="https://other.example">5</a><img src="//other.example/x.png"><script src="own.js"></script>'
        '<link rel="stylesheet" href="https://other.example/x.css"><link rel="next" href="b.html">',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<p id="x">B</p>', encoding="utf-8")
    (tmp_path / "s.css").write_text(
        "@import 'https://other.example/f.css'; a { background: url(data:x) } b { background: url(x.png) }",
        encoding="utf-8",
    )
    assert dead_links(tmp_path) == ["a.html: #there", "a.html: c.html"]
    assert [where.split(":")[0] for where in foreign_resources(tmp_path)] == ["a.html", "a.html", "s.css"]


def links(text: str) -> list[str]:
    """Where the links of a page into the tree lead, its code left out."""
    return [target for target in LINK.findall(FENCE.sub("", text)) if not re.match(r"https?:", target)]


@pytest.mark.parametrize("page", PAGES, ids=[path.relative_to(DOCS).as_posix() for path in PAGES])
def test_links_stay_inside_of_the_site(page: Path) -> None:
    # from docs/ a link such as ../proofs would become one to the page proofs.md
    outside = [to for to in links(page.read_text(encoding="utf-8")) if DOCS not in (page.parent / to).resolve().parents]
    assert outside == []


def extension(name: str, function: str = "restructured") -> Callable[..., Any]:
    """What a module of docs/_extensions does to a text, or another function of it."""
    pytest.importorskip("sphinx", reason="pip install 'exactua[docs]'")
    folder = str(DOCS / "_extensions")
    sys.path.insert(0, folder)
    try:
        module = importlib.import_module(name)
    finally:
        sys.path.remove(folder)
    return getattr(module, function)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("source", "built"),
    [
        ("see [runs.md](runs.md).", "see [](runs.md)."),
        ("[docs/runs.md](runs.md)", "[](runs.md)"),
        ("[notes/a-b.md](notes/a-b.md)", "[](notes/a-b.md)"),
        ("[the store](runs.md)", "[the store](runs.md)"),
        ("[runs.md](runs.md#what)", "[runs.md](runs.md#what)"),
        ("```text\n[runs.md](runs.md)\n```\n", "```text\n[runs.md](runs.md)\n```\n"),
    ],
)
def test_links_named_after_a_file_get_the_title(source: str, built: str) -> None:
    assert extension("titled_links", "titled")(source) == built


def test_docstrings_are_read_as_plain_text() -> None:
    restructured = extension("plain_docstrings")
    known = {"Network": "exactua.networks.Network"}
    assert restructured(["l_j * u^T_ |x| of a `Network`, `d` rows:", "", "    X = [[*]]", "", "End."], known) == [
        r"l\_j \* u^T\_ \|x\| of a \ :py:obj:`Network <exactua.networks.Network>`\ , \ ``d``\  rows\:",
        "", "", "::", "", "    X = [[*]]", "", "", "End.",
    ]  # fmt: skip


def test_what_is_no_function_is_told_by_the_text_below_it() -> None:
    import exactua.authoring as authoring
    import exactua.networks as networks

    written_below = extension("plain_docstrings", "written_below")
    assert written_below("pi", authoring.pi)[0] == "The number pi, an exact real."
    assert written_below("category1", authoring.category1)[0].startswith("Category 1 = G~_delta")
    assert written_below("RELU", networks.RELU) != []
    assert written_below("pi", authoring.point) == []


def test_an_example_in_a_docstring_stays_as_it_is() -> None:
    restructured = extension("plain_docstrings")
    example = [">>> f(x_1, *y_)", "    L_(1, 1)", ">>> `g`", "g_"]
    assert restructured(["A `Row`:", *example, "", "    l_1", "", *example, "", "l_1"], {}) == [
        r"A \ ``Row``\ \:", "", *example, "", "", "::", "", "    l_1", "", "", *example, "", r"l\_1",
    ]  # fmt: skip


def test_the_help_of_a_command_keeps_its_blocks() -> None:
    assert extension("plain_help")("Say *so*.\n\n\f\n\b\n  a   b\nc\n\nEnd.") == [
        r"Say \*so\*.", "", "::", "", "      a   b", "    c", "", "End.", "",
    ]  # fmt: skip


def test_soundness_has_its_numbers_from_commands() -> None:
    # what the blocks of the page print is compared with the files; a number in a sentence would go stale unseen
    prose = FENCE.sub("", (DOCS / "soundness.md").read_text(encoding="utf-8"))
    told = re.findall(r"(?<![\w/.])\d[\d,]{2,}(?![\w.])", prose)
    assert told == []


def test_every_part_of_the_verifier_is_explained() -> None:
    page = (DOCS / "soundness.md").read_text(encoding="utf-8")
    parts = [path.stem for path in (ROOT / "exactua" / "verifier").glob("*.py") if not path.stem.startswith("__")]
    assert [part for part in parts if f"`{part}`" not in page] == []
