"""How a mutant is put to all three: the literal evaluator, exact batches and the verifier; and how a lie is told."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from exactua import verifier
from exactua.certificates.writing import certificate, decided_data
from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.certificate_changes import rehashed, says_it_holds
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.terms.encoding import canonical

__all__ = [
    "assert_caught",
    "decided_by_all",
    "parsed",
    "problem",
    "refuted_steps",
    "rehashed",
    "says_it_holds",
    "with_domain",
]


def problem(label: str, d: int, n: int, m: int, **others: str) -> Problem:
    return find(label)[0].problem({"d": d, "n": n, "m": m, **others})


def decided_by_all(mutant: Problem) -> Decision:
    """Literal evaluator, exact batches (or forms), programs and verifier decide; they must agree to the byte."""
    fast, literal = decide(mutant), decide(mutant, engine="literal")
    assert canonical(decided_data(fast)) == canonical(decided_data(literal))
    with suppress(InputError):  # where nothing can be traced
        assert canonical(decided_data(decide(mutant, engine="vectors"))) == canonical(decided_data(literal))
    report = verifier.verify(certificate(fast).encode())
    assert report.verdict == fast.verdict
    return fast


def refuted_steps(decision: Decision) -> set[str]:
    """The refuted steps, but for misprints: a line that is false as it is printed is false of every mutant."""
    refuted = (result.step for result in decision.results if result.verdict is Verdict.REFUTED)
    return {step.name for step in refuted if step.flaw != "typo"}


def parsed(decision: Decision) -> dict[str, Any]:
    decided = json.loads(certificate(decision))["decided"]
    assert isinstance(decided, dict)
    return decided


def assert_caught(mutant: Problem, *expected: str) -> Decision:
    """All three refute at least the expected steps of a mutant, and the verifier refuses the lie that they hold."""
    decision = decided_by_all(mutant)
    refuted = refuted_steps(decision)
    assert set(expected) <= refuted, f"expected {expected}, refuted {refuted}"
    for name in refuted:
        with pytest.raises(verifier.Refused):
            verifier.verify(says_it_holds(decision, {name}))
    return decision


def with_domain(mutant: Problem, **change: Any) -> Problem:
    """The same problem over domains of which every spec is changed so."""
    steps = (
        replace(step, over=tuple(replace(spec, **change) for spec in step.over)) if step.over else step
        for step in mutant.steps
    )
    return mutant.with_steps(*steps)
