"""Templates: everything that they are given is escaped. Needs jinja2 (`pip install 'exactua[site]'`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from exactua.commands.report.site.formulas import with_mathematics
from exactua.errors import not_installed
from exactua.plurals import counted
from exactua.visible_text import joined

if TYPE_CHECKING:
    from jinja2 import Environment

STATIC: Final = ("site.css", "theme.js", "search.js", "filters.js", "graph.js", "scrolling.js", "copying.js")


@dataclass(frozen=True)
class Page:
    """A file of the site: its path from the site's root, with "/", and its text."""

    path: str
    text: str


def require_jinja() -> None:
    """Raises InputError, with what to install, where jinja2 is missing."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise not_installed("report html", "jinja2", "site") from None


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = resources.files(__package__).joinpath("templates")
    environment = Environment(
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["counted"] = counted
    environment.filters["mathematics"] = with_mathematics
    return environment


def rendered(template: str, **values: Any) -> str:
    """The page that a template makes of these values, in which every character is visible."""
    return joined(_environment().get_template(template).render(**values).split("\n"))


def static_file(name: str) -> str:
    """A style sheet or a script of the site, as it comes with exactua."""
    return resources.files(__package__).joinpath("static", name).read_text(encoding="utf-8")
