"""What a run of `regress` came to, as data: every form of it is made from this."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from exactua.claims.verification import Verification, in_full, refused, tally
from exactua.deciding.comparing import Difference, Expected, Found

Word = Literal["ok", "unchanged", "differs", "updated", "accepted", "not decided"]
"""What became of a check: as expected; known to be, and not decided again; not as expected; not, and now the manifest
says so (only pins, or all of it); not reached, since the run ended early."""

WORKSPACE: Final = "GITHUB_WORKSPACE"
"""The variable with the folder of the checkout, in a workflow of GitHub; elsewhere it is the current folder."""


@dataclass(frozen=True)
class Place:
    """A line of a file, counted from 1."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def address(path: Path) -> str:
    """The path from the root of the checkout on, with / between its parts; the whole path of a file elsewhere."""
    root = Path(os.environ.get(WORKSPACE) or ".").resolve()
    whole = path.resolve()
    return (whole.relative_to(root) if whole.is_relative_to(root) else whole).as_posix()


@dataclass(frozen=True)
class Check:
    """One [[check]] with what was found."""

    place: Place
    claim: str
    """As the manifest writes it."""
    parameters: Mapping[str, int | str]
    label: str
    """The check in words, unique in its manifest but for a check that stands there twice."""
    repaired: bool
    expected: Expected
    word: Word
    found: Found | None = None
    """None: not decided in this run."""
    differences: tuple[Difference, ...] = ()
    since: str | None = None
    """The day since which it is known to come out as expected, where it is unchanged."""
    seconds: float | None = None
    certificate: str | None = None
    verified: Verification | None = None
    """What a verifier said of its certificate, in this run or before; None: nothing is known."""


@dataclass(frozen=True)
class Statement:
    """A step that states something else than is pinned."""

    place: Place
    label: str
    pinned: str | None
    """None: it is not pinned."""
    found: str | None
    """None: there is no step of that label in the claims that are checked, or it is pinned twice."""
    updated: bool = False
    """Whether the manifest now says what was found."""


@dataclass(frozen=True)
class Manifest:
    """One manifest: its checks in order, and how its pins compare."""

    path: Path
    checks: tuple[Check, ...]
    pinned: int
    """Statements that it pins."""
    statements: tuple[Statement, ...] | None
    """Those not as pinned; None: they were not compared, since the run ended early."""


@dataclass(frozen=True)
class LeftOut:
    """A line of [unlisted]."""

    place: Place
    label: str
    reason: str
    claims: tuple[str, ...]
    """The claims that it leaves out, and that no check lists; none: the line is idle, which is a difference."""


@dataclass(frozen=True)
class Unlisted:
    """A claim that no check lists and no line leaves out; the place is that of its file, or of a manifest."""

    place: Place
    label: str


@dataclass(frozen=True)
class Run:
    """A run from its start to its end."""

    manifests: tuple[Manifest, ...]
    left_out: tuple[LeftOut, ...]
    unlisted: tuple[Unlisted, ...]
    exit_code: int
    started: str
    """ISO 8601, UTC."""
    seconds: float
    updating: bool = False
    rewritten: tuple[Path, ...] = ()
    stopped: str | None = None
    """Why it ended early, if it did: then some checks may be "not decided"."""
    verifying: bool = False
    """Whether the verifier was asked about the certificate of every check that was decided."""

    @property
    def checks(self) -> Iterator[Check]:
        """The checks of all manifests, in order."""
        return (check for manifest in self.manifests for check in manifest.checks)

    @property
    def statements(self) -> Iterator[Statement]:
        """The statements of all manifests that are not as pinned."""
        return (statement for manifest in self.manifests for statement in manifest.statements or ())

    @property
    def refused(self) -> Iterator[Check]:
        """The checks whose certificates a verifier refused."""
        return (check for check in self.checks if refused(check.verified))

    @property
    def unsure(self) -> Iterator[Check]:
        """Where the verifier was asked, the checks whose certificates it neither refused nor confirmed in full."""
        known = (check for check in self.checks if self.verifying and check.word != "not decided")
        return (check for check in known if not refused(check.verified) and not in_full(check.verified))

    @property
    def verified(self) -> str:
        """How many certificates are told in which words."""
        return tally(check.verified for check in self.checks)

    @property
    def counts(self) -> Counter[str]:
        """How many checks came to which word."""
        return Counter(check.word for check in self.checks)
