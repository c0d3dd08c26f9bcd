"""Fingerprints of everything that the outcome of a check depends on: what is decided, and the code that decides it."""

from __future__ import annotations

import hashlib
import platform
import sys
from pathlib import Path

import gmpy2
import numpy

import exactua
from exactua.certificates.writing import decided_data
from exactua.checking.comparing import Expected
from exactua.claims.decision import Decision, DomainResult, StepResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.terms.encoding import sha256


def of_problem(problem: Problem) -> str:
    """The fingerprint of what is to be decided: of the hashed part of its certificate, without what a decision adds.

    That part is all that a verifier decides from, so it is all that a verdict depends on.
    """
    domains = tuple(DomainResult(spec.name, None, ()) for spec in problem.domains)
    results = tuple(StepResult(step, Verdict.INCONCLUSIVE, None, 0, 0, 0, None, None) for step in problem.steps)
    return sha256(decided_data(Decision(problem, domains, results)))


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


def of_code() -> str:
    """The fingerprint of what evaluates: every Python file of exactua, Python itself, gmpy2 and numpy."""
    folder = Path(exactua.__file__).parent
    files = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.py")
    }
    versions = [sys.version, platform.machine(), gmpy2.version(), gmpy2.mp_version(), numpy.__version__]
    return sha256({"files": files, "versions": versions})
