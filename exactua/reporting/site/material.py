"""What pages are made of beside dossiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactua.checking.trace import Trace


@dataclass(frozen=True)
class Passage:
    """A point of a counterexample on its way through a network, or why it is not shown."""

    network: str
    point: int
    """Which of the counterexample's points it is, from 0 on."""
    trace: Trace | None
    reason: str = ""


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
    """Traces of counterexamples, and how all was computed."""

    origin: Origin
    passages: Mapping[tuple[str, str], tuple[Passage, ...]] = field(default_factory=dict)
    """By `Claim.found_by` and the step's name."""
