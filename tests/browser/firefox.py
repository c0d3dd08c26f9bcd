"""A headless Firefox as its vendor builds it, driven by WebDriver BiDi, with the part of a browser's interface that the tests use.

Colours, motion and scripts are settings of the whole program in Firefox, not of a page: there is a program for each triple of them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.browser.chromium import path_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

VARIABLE = "EXACTUA_FIREFOX"
NAMES = ("firefox-esr", "firefox")
CHANNEL = "moz-firefox"
"""What Playwright calls a Firefox that is not built for Playwright: it is driven by WebDriver BiDi."""


def executable() -> str:
    """Where Firefox is; "" where there is none."""
    return path_of(VARIABLE, NAMES)


def missing() -> str:
    """The sentence that says what to install; "" where Firefox is there."""
    if executable():
        return ""
    given = os.environ.get(VARIABLE)
    if given:
        return f"{VARIABLE} = {given} is not a program; give the path of a Firefox"
    return f"the tests in Firefox need it, and none of {', '.join(NAMES)} is there; set {VARIABLE} to its path"


class Settings(NamedTuple):
    """What a program is started with: what the system prefers, and whether the scripts of pages run."""

    color_scheme: str = "light"
    reduced_motion: str = "no-preference"
    java_script_enabled: bool = True

    def preferences(self) -> dict[str, int | bool]:
        """The same as Firefox has it."""
        return {
            "layout.css.prefers-color-scheme.content-override": 0 if self.color_scheme == "dark" else 1,
            "ui.prefersReducedMotion": int(self.reduced_motion == "reduce"),
            "javascript.enabled": self.java_script_enabled,
        }


class Firefox:
    """Makes contexts, as a browser of Playwright does; a program is started for settings when they are first asked for."""

    def __init__(self, playwright: Playwright, environment: dict[str, str]) -> None:
        self._playwright = playwright
        self._environment = environment
        self._programs: dict[Settings, Browser] = {}

    def new_context(self, **options: Any) -> BrowserContext:
        """A fresh profile. What Settings has chooses the program, and all else is an option of the context."""
        settings = Settings(**{name: options.pop(name) for name in Settings._fields if name in options})
        if settings not in self._programs:
            self._programs[settings] = self._playwright.firefox.launch(
                channel=CHANNEL,
                executable_path=executable(),
                env=dict(self._environment),
                firefox_user_prefs=dict(settings.preferences()),
            )
        # "null": the colours are those that the program was started with
        return self._programs[settings].new_context(**options, color_scheme="null")

    def close(self) -> None:
        """Ends the programs."""
        for program in self._programs.values():
            program.close()
