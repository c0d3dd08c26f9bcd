"""Fingerprints: of what a decision depends on, problem and code, and of a check with what is expected of it."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import gmpy2
import numpy

import exactua
from exactua.certificates.writing import digest
from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict, concluded, parts_of
from exactua.deciding.comparing import Expected
from exactua.terms.encoding import sha256

DECIDING: Final = ("arithmetic", "terms", "grids", "networks", "claims", "evaluators", "deciding")
"""The rooms whose code evaluates; what the papers and the other rooms make is in the problem's fingerprint."""


def of_problem(problem: Problem) -> str:
    """The fingerprint of what is to be decided: of the hashed part of its certificate, without what a decision adds.

    That part is all that a verifier decides from, so it is all that a verdict depends on.
    """
    domains = tuple(DomainResult(spec.name, None, ()) for spec in problem.domains)
    results = tuple(StepResult(step, Verdict.INCONCLUSIVE, None, 0, 0, 0, None, None) for step in problem.steps)
    return digest(Decision(problem, domains, results))


def of_decided(decided: Mapping[str, Any]) -> str:
    """The same from the hashed part of a certificate of that problem, once what a decision adds is taken from it.

    Raises KeyError, TypeError or ValueError for data that is no such part.
    """
    nothing: dict[str, Any] = {"decided": [], "evidence": {}, "points": None}
    blank: dict[str, Any] = {
        "applicable": 0,
        "failures": 0,
        "measure": None,
        "points": 0,
        "reason": None,
        "witness": None,
    }
    undecided = Verdict.INCONCLUSIVE
    return sha256(
        {
            **decided,
            "domains": [{**domain, **nothing} for domain in decided["domains"]],
            "scope": "enumerated",
            "steps": [{**step, **blank, "verdict": undecided.value} for step in decided["steps"]],
            "verdict": (undecided if decided["judged"] else concluded((), parts_of(decided))).value,
        }
    )


def of_code(rooms: Sequence[str] = ("",)) -> str:
    """The fingerprint of what evaluates: every Python file of these rooms (of all), Python itself, gmpy2 and numpy."""
    folder = Path(exactua.__file__).parent
    files = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for room in rooms
        for path in (folder / room).rglob("*.py")
    }
    versions = [sys.version, platform.machine(), gmpy2.version(), gmpy2.mp_version(), numpy.__version__]
    return sha256({"files": files, "versions": versions})


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
