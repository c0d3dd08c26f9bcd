"""What a verifier said of a certificate, and how that is told: the same words wherever certificates are shown.

A certificate is 'confirmed in full' where the verifier as it is now recomputed every point of it. What it only sampled
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
    """Every point was recomputed, and nothing is wrong."""
    SAMPLED = "sampled"
    """Nothing was found wrong, and not every point was recomputed."""
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


def state(found: Verification | None) -> str:
    """One of LOUDEST_FIRST, of a certificate about which this is known; None: nothing is."""
    if found is None or found.outcome is Outcome.UNCHECKED:
        return NOT_VERIFIED
    return found.outcome.value if found.current or found.outcome is Outcome.REFUSED else NOT_VERIFIED


def in_full(found: Verification | None) -> bool:
    """Whether the verifier as it is now recomputed every point of the certificate, and found what it says."""
    return state(found) == Outcome.FULL


def refused(found: Verification | None) -> bool:
    """Whether a verifier found the certificate to be wrong."""
    return found is not None and found.outcome is Outcome.REFUSED


def words(found: Verification | None) -> str:
    """The state with the verifier: "confirmed in full by verifier.py"; what is refused is told in capitals."""
    return NOT_VERIFIED if found is None else _told(found, found.verifier.name)


def sentence(found: Verification | None) -> str:
    """The same with the hash of the verifier, and with what it said where it did not confirm."""
    if found is None:
        return NOT_VERIFIED
    which = f"{found.verifier.name} (sha256 {found.verifier.sha256.removeprefix('sha256:')})"
    told = _told(found, which)
    if found.outcome is Outcome.FULL:
        return told
    return f"{told}: {found.said}" if which in told else f"{told}: {found.outcome} by {which}: {found.said}"


def _told(found: Verification, which: str) -> str:
    known = state(found)
    if known == Outcome.REFUSED:
        return f"NOT CONFIRMED by {which if found.current else f'an older {which}'}"
    if known == Outcome.FULL:
        return f"{known} by {which}"
    if known == Outcome.SAMPLED:
        return f"{known}, not confirmed, by {which}"
    older = found.outcome is Outcome.FULL
    return f"{NOT_VERIFIED} (verified by an older verifier)" if older else NOT_VERIFIED


def tally(found: Iterable[Verification | None]) -> str:
    """How many certificates are told in which words, the loudest first: "1 not verified, 2 confirmed in full ..."."""
    known = list(found)
    rank = {words(one): LOUDEST_FIRST.index(state(one)) for one in known}
    counts = Counter(map(words, known))
    return ", ".join(f"{counts[told]:,} {told}" for told in sorted(counts, key=lambda told: (rank[told], told)))


def as_data(found: Verification | None) -> dict[str, str | None]:
    """The same for programs: the value of the key `verified` of JSON documents."""
    return {
        "state": state(found),
        "verifier": None if found is None else found.verifier.name,
        "sha256": None if found is None else found.verifier.sha256,
        "outcome": None if found is None else found.outcome.value,
        "said": None if found is None else found.said,
    }
