"""A headless Chromium, and pages, of it or of Firefox, that keep everything that a reader should never see."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.browser.firefox import Firefox

VARIABLE = "EXACTUA_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--hide-scrollbars", "--font-render-hinting=none"),
)
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SCHEMES = ("light", "dark")
HALF_READ = re.compile(r"Incorrect number of children for <\w+/> tag\.")
"""What Firefox says of a formula that it has read half of when it draws; `looking.structure` counts when all is read."""

Test = TypeVar("Test", bound=Callable[..., None])
ALONE = "chromium_alone"


def alone(why: str) -> Callable[[Test], Test]:
    """Marks a test that runs in Chromium alone, with what it needs that Firefox, or WebDriver BiDi, lacks."""

    def marked(test: Test) -> Test:
        setattr(test, ALONE, why)
        return test

    return marked


def path_of(variable: str, names: Iterable[str]) -> str:
    """Where a browser is, by what the variable of the environment says or else by these names; "" where there is none."""
    given = os.environ.get(variable)
    if given:
        return given if shutil.which(given) else ""
    return next((path for name in names if (path := shutil.which(name))), "")


def executable() -> str:
    """Where Chromium is; "" where there is none."""
    return path_of(VARIABLE, NAMES)


def missing() -> str:
    """The sentence that says what to install; "" where all is there."""
    wanted = {"axe_playwright_python": "axe-playwright-python", "PIL": "pillow", "playwright": "playwright"}
    if packages := [wanted[module] for module in wanted if importlib.util.find_spec(module) is None]:
        return f"the browser tests need {packages[0]}, which is not installed; run: pip install -e '.[dev,browser]'"
    if executable():
        return ""
    given = os.environ.get(VARIABLE)
    if given:
        return f"{VARIABLE} = {given} is not a program; give the path of a Chromium"
    return f"the browser tests need Chromium, and none of {', '.join(NAMES)} is there; set {VARIABLE} to its path"


@dataclass
class Watched:
    """A page, with what its console said, its errors, and what it asked of other places than its own files."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", self._error)
        self.page.on("request", self._request)
        self.page.on("requestfailed", lambda request: self.complaints.append(f"failed: {request.url}"))

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _error(self, error: Any) -> None:
        if not HALF_READ.fullmatch(str(error)):
            self.complaints.append(f"error: {error}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.complaints.append(f"network: {request.url}")

    def open(self, path: Path, anchor: str = "") -> Page:
        """The page of this file, loaded."""
        self.page.goto(path.resolve().as_uri() + anchor)
        return self.page


def follow(page: Page, link: Locator) -> None:
    """A click on a link, and the page that it leads to, loaded."""
    with page.expect_navigation():
        link.click()


def middle(node: Locator) -> tuple[float, float]:
    """Where to point at a node of a graph, once it is in view: Firefox itself scrolls to nothing inside a drawing."""
    node.evaluate("""(one) => {
      const box = one.getBoundingClientRect();
      window.scrollBy(0, box.top - innerHeight / 2);
    }""")
    box = node.evaluate("(one) => one.querySelector('.box').getBoundingClientRect().toJSON()")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def visiting(browser: Browser | Firefox, **options: Any) -> Iterator[Watched]:
    """A page of a fresh profile, which no network answers."""
    context = browser.new_context(**{**DESKTOP, **options})
    try:
        context.route(lambda url: not url.startswith(("file:", "data:")), lambda route: route.abort())
        context.set_default_timeout(10_000)
        yield Watched(context.new_page())
    finally:
        context.close()
