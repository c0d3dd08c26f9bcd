"""A problem decided both ways."""

from __future__ import annotations

from collections import Counter

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.proving.symbolic import decide_symbolically


def compared(mutant: Problem) -> Counter[str]:
    """Both verdicts of every step: equal wherever both decide. How often the symbolic one was which."""
    enumerated, symbolic = decide(mutant, replayed=0), decide_symbolically(mutant)
    counts: Counter[str] = Counter()
    for result in symbolic.steps:
        other = enumerated[result.step.name].verdict
        assert Verdict.INCONCLUSIVE in (result.verdict, other) or result.verdict == other, result.step.name
        assert (result.verdict is Verdict.REFUTED) == (result.witness is not None)
        assert (result.verdict is Verdict.INCONCLUSIVE) == (result.reason is not None)
        counts[result.verdict] += 1
    return counts
