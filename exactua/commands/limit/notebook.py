"""A limit at the prompt and in a notebook: what the command prints, and of that the first lines."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.commands.limit.record import Limit
from exactua.commands.limit.words import document as document
from exactua.commands.limit.words import head


def prompt(limit: Limit) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Limit of {limit.title}"
    yield from (f"  {line}" for line in head(limit))
