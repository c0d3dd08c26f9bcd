"""A certificate: of which claim it is, what it says was decided, and its digest. Nothing of it is checked here."""

from __future__ import annotations

from collections.abc import Iterator

from exactua.certificates.reading import Certificate


def prompt(certificate: Certificate) -> Iterator[str]:
    """The lines at the prompt."""
    decided = certificate.decided
    values = decided.get("parameters")
    at = ", ".join(f"{name} = {value}" for name, value in values.items()) if isinstance(values, dict) else ""
    yield f"Certificate of {decided.get('claim')}" + (f" at {at}" if at else "")
    yield f"  says: {decided.get('verdict')} (read, and not verified)"
    yield f"  digest: {certificate.digest}"
