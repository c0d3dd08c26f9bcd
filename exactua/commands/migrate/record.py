"""A file as `migrate` finds it: of what kind it is, how it stands to this version, and what was done with it."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class State(enum.StrEnum):
    """How a file stands to this version."""

    CURRENT = "current"
    """It says what this version would write, or a person wrote it and it means what it meant."""
    READABLE = "old, readable"
    """This version reads it, with the same answer: nothing has to be done."""
    ANEW = "to be made anew"
    """This version does not read it, or it speaks of a statement that is another one now; `--apply` makes it anew."""
    BY_HAND = "to be changed by hand"
    """No command can do it alone: the reason says what is to be done."""
    UNREADABLE = "unreadable"
    """It is damaged, or of a later version: nothing can be said of it."""
    MADE = "made anew"
    """`--apply` has made it anew."""


@dataclass(frozen=True)
class Made:
    """What became of a file that was to be made anew."""

    state: State
    says: str
    backup: Path | None = None
    """Where the old file is kept."""
    verdict_changed: bool = False
    """Whether it says another verdict than before."""
    undecided: bool = False
    """Whether there was not enough time to decide it."""


@dataclass(frozen=True)
class File:
    """One file."""

    path: Path
    kind: str
    """certificate, manifest, claims, network or sign-offs."""
    state: State
    says: str
    """Why, in words."""
    backup: Path | None = None
    verdict_changed: bool = False
    undecided: bool = False
    make: Callable[[], Made] | None = field(default=None, repr=False, compare=False)
    """What makes it anew; None where nothing does, or nothing has to."""

    @property
    def exit_code(self) -> int:
        """1 where something is left to be done, or a verdict is another one now, 2 unreadable, 3 undecided, else 0."""
        if self.state is State.UNREADABLE:
            return 2
        if self.undecided:
            return 3
        return int(self.state in (State.ANEW, State.BY_HAND) or self.verdict_changed)

    def data(self) -> dict[str, Any]:
        """The file as JSON data."""
        return {
            "file": str(self.path),
            "kind": self.kind,
            "state": self.state.value,
            "says": self.says,
            "backup": None if self.backup is None else str(self.backup),
            "verdict_changed": self.verdict_changed,
        }
