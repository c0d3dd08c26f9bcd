"""What a verifier said of a certificate, and how that is told: the same words wherever certificates are shown.

A certificate is 'confirmed in full' where the verifier as it is now recomputed every point of it, but for those of
steps that complete evidence in it decides: their evidence was checked. What it only sampled
is 'sampled', what it refused 'not confirmed'; everything else is 'not verified'.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final


class Outcome(enum.StrEnum):
    """How a verifier's run about a certificate ended."""

    FULL = "confirmed in full"
    """Every point was recomputed, or decided by complete evidence, and nothing is wrong."""
    SAMPLED = "sampled"
    """Nothing was found wrong, and some points were neither recomputed nor decided by evidence."""
    REFUSED = "not confirmed"
    """Something is wrong."""
    UNCHECKED = "not re-checked"
    """The verifier can't interpret it, or it takes more time or memory than it may."""


NOT_VERIFIED: Final = "not verified"
LOUDEST_FIRST: Final = (Outcome.REFUSED.value, NOT_VERIFIED, Outcome.SAMPLED.value, Outcome.FULL.value)
"""What is said of certificates, in the order in which it is counted."""


@dataclass(frozen=True)
class Verifier:
    """A verifier: its name, and SHA-256 of its source as one file, "sha256:..."."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Verification:
    """What a verifier said of the certificate with this digest."""

    digest: str
    verifier: Verifier
    outcome: Outcome
    said: str
    """The verifier's own words, on one line: what it recomputed, or why it refused."""
    current: bool = True
    """Whether that is the verifier as it is now; what another one confirmed does not count, what it refused does."""


def state(verification: Verification | None) -> str:
    """One of LOUDEST_FIRST, of a certificate about which this is known; None: nothing is."""
    if verification is None or verification.outcome is Outcome.UNCHECKED:
        return NOT_VERIFIED
    return (
        verification.outcome.value if verification.current or verification.outcome is Outcome.REFUSED else NOT_VERIFIED
    )


def in_full(verification: Verification | None) -> bool:
    """Whether the verifier as it is now decided every point of the certificate, and found what it says."""
    return state(verification) == Outcome.FULL


def refused(verification: Verification | None) -> bool:
    """Whether a verifier found the certificate to be wrong."""
    return verification is not None and verification.outcome is Outcome.REFUSED


def words(verification: Verification | None) -> str:
    """The state with the verifier: "confirmed in full by verifier.py"; what is refused is told in capitals."""
    return NOT_VERIFIED if verification is None else _told(verification, verification.verifier.name)


def sentence(verification: Verification | None) -> str:
    """The same with the hash of the verifier, and with what it said where it did not confirm."""
    if verification is None:
        return NOT_VERIFIED
    which = f"{verification.verifier.name} (sha256 {verification.verifier.sha256.removeprefix('sha256:')})"
    told = _told(verification, which)
    if verification.outcome is Outcome.FULL:
        return told
    return (
        f"{told}: {verification.said}"
        if which in told
        else f"{told}: {verification.outcome} by {which}: {verification.said}"
    )


def _told(verification: Verification, which: str) -> str:
    known = state(verification)
    if known == Outcome.REFUSED:
        return f"NOT CONFIRMED by {which if verification.current else f'an older {which}'}"
    if known == Outcome.FULL:
        return f"{known} by {which}"
    if known == Outcome.SAMPLED:
        return f"{known}, not confirmed, by {which}"
    older = verification.outcome is Outcome.FULL
    return f"{NOT_VERIFIED} (verified by an older verifier)" if older else NOT_VERIFIED


def tally(verifications: Iterable[Verification | None]) -> str:
    """How many certificates are told in which words, the loudest first: "1 not verified, 2 confirmed in full ..."."""
    known = list(verifications)
    rank = {words(verification): LOUDEST_FIRST.index(state(verification)) for verification in known}
    counts = Counter(map(words, known))
    return ", ".join(f"{counts[told]:,} {told}" for told in sorted(counts, key=lambda told: (rank[told], told)))


def as_data(verification: Verification | None) -> dict[str, str | None]:
    """The same for programs: the value of the key `verified` of JSON documents."""
    return {
        "state": state(verification),
        "verifier": None if verification is None else verification.verifier.name,
        "sha256": None if verification is None else verification.verifier.sha256,
        "outcome": None if verification is None else verification.outcome.value,
        "said": None if verification is None else verification.said,
    }
