"""Fingerprints of checks: of everything that their outcome depends on, and of what is expected of it."""

from __future__ import annotations

from exactua.deciding.comparing import Expected
from exactua.deciding.fingerprints import of_code, of_problem
from exactua.terms.encoding import sha256

__all__ = ["of_check", "of_code", "of_problem"]


def of_check(problem: str, expected: Expected, code: str) -> str:
    """The fingerprint of a check: that of its problem, what is expected of it, and the fingerprint of the code."""
    return sha256(
        {
            "problem": problem,
            "verdict": expected.verdict.value,
            "steps": {name: verdict.value for name, verdict in expected.steps.items()},
            "witnesses": dict(expected.witnesses),
            "digest": expected.digest,
            "code": code,
        }
    )
