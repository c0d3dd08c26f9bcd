"""What pages are made of beside dossiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactua.certificates.proofs import WrittenTheorem
from exactua.deciding.trace import Trace


@dataclass(frozen=True)
class Passage:
    """A point of a counterexample on its way through a network, or why it is not shown."""

    network: str
    point: int
    """Which of the counterexample's points it is, from 0 on."""
    trace: Trace | None
    reason: str = ""


@dataclass(frozen=True)
class Unfolded:
    """A definition that a statement unfolds to: its file and name, and the lines where it stands there."""

    file: str
    name: str
    lines: tuple[int, int]


@dataclass(frozen=True)
class Stated:
    """A theorem about a claim, for all parameters, with the text of its statement."""

    theorem: WrittenTheorem
    text: str
    """As the file of statements has it."""
    unfolded: tuple[Unfolded, ...] = ()
    """All that has to be read, the statement among it, in the order of files and lines."""


@dataclass(frozen=True)
class Origin:
    """How the site was computed."""

    version: str
    code: str
    """The fingerprint of the code that decided and reads: "sha256:..."."""
    command: str
    """What builds the site again."""


@dataclass(frozen=True)
class Material:
    """Traces of counterexamples, theorems, and how all was computed."""

    origin: Origin
    passages: Mapping[tuple[str, str], tuple[Passage, ...]] = field(default_factory=dict)
    """By `Claim.found_by` and the step's name."""
    theorems: Mapping[str, tuple[Stated, ...]] = field(default_factory=dict)
    """Those that say more of a claim than its steps, by `Claim.found_by`."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """The files of proofs/rocq in which their statements are to be read, by name: none of them has a proof."""
