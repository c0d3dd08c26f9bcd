"""A sign-off: somebody read a step beside the paper, and says that it says what the paper says.

It is bound to the statement hash that the step had then. Where the step has another one now, the sign-off is stale: it
speaks of a statement that is no longer there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STALE: Final = "stale, as the step states something else since"


@dataclass(frozen=True)
class Signoff:
    """What one person says of one step."""

    step: str
    """The label of the step, as the file has it: "yun2020:lemma8.property3", or "my_lemma.py::lemma.grows"."""
    statement: str
    """The statement hash of the step when it was read: "sha256:..."."""
    by: str
    """The name of who read it."""
    quote: str
    """The words of the paper beside which it was read."""
    page: str = ""
    """Where they stand; "" where nothing is said of it."""


@dataclass(frozen=True)
class ReadBy:
    """A sign-off of a step, held against the step as it is now."""

    signoff: Signoff
    stale: bool
    """Whether the step has another statement hash now."""

    @property
    def words(self) -> str:
        """Such as "NAME, p. 3", with what is to be known of one that is stale."""
        where = f", p. {self.signoff.page}" if self.signoff.page else ""
        return f"{self.signoff.by}{where}" + (f" ({STALE})" if self.stale else "")

    def data(self) -> dict[str, str | bool | None]:
        """The same as JSON data."""
        signoff = self.signoff
        return {"by": signoff.by, "quote": signoff.quote, "page": signoff.page or None, "stale": self.stale}
