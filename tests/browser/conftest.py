"""A Chromium, a Firefox and two sites for all tests: of all papers that come with exactua, and of claims of somebody's own."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from exactua.claims.dossier import PaperDossier
from exactua.claims.registry import PAPERS
from exactua.commands.group import main
from exactua.commands.report.dossiers import from_certificates
from tests.browser import firefox, fonts, own_claims
from tests.browser.chromium import ALONE, ARGUMENTS, Watched, executable, missing, visiting
from tests.browser.firefox import Firefox

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
CERTIFICATES = "EXACTUA_CERTIFICATES"
"""A folder of certificates of all of proofs/; without it they are decided first, which takes minutes."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test with a browser runs in both, but for those that are marked to run in Chromium alone."""
    if "browser" in metafunc.fixturenames:
        names = ["chromium"] if getattr(metafunc.function, ALONE, "") else ["chromium", "firefox"]
        metafunc.parametrize("browser", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if sentence := missing():
        pytest.fail(sentence, pytrace=False)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser | Firefox]:
    environment = {**os.environ, **fonts.settings(tmp_path_factory.mktemp("fonts"))}
    if request.param == "firefox":
        if sentence := firefox.missing():
            pytest.skip(sentence)
        launched = Firefox(playwright, environment)
    else:
        launched = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS), env=environment)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if given := os.environ.get(CERTIFICATES):
        return Path(given).resolve()
    folder = tmp_path_factory.mktemp("decided") / "certificates"
    assert main(["regress", str(PROOFS), "--certificates", str(folder)]) == 0
    return folder


@pytest.fixture(scope="session")
def papers(certificates: Path) -> tuple[PaperDossier, ...]:
    return from_certificates(PAPERS, certificates)


@pytest.fixture(scope="session")
def site(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of all papers that come with exactua."""
    folder = tmp_path_factory.mktemp("papers") / "site"
    command = ["report", "html", str(PROOFS), "--certificates", str(certificates), "-o", str(folder)]
    assert main(command) == 0
    return folder


@pytest.fixture(scope="session")
def own_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of claims of somebody's own: words that try to be markup, a stale and an inconclusive claim."""
    folder = tmp_path_factory.mktemp("own")
    own_claims.decide(folder)
    with contextlib.chdir(folder):
        assert main(["report", "html", own_claims.MANIFEST, "--certificates", "certificates", "-o", "site"]) == 0
    return folder / "site"


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """A page on a desk; whatever a test does, nothing may complain and nothing may ask the network."""
    with visiting(browser) as visit:
        yield visit
        assert visit.complaints == []


@pytest.fixture
def page(watched: Watched) -> Page:
    return watched.page
