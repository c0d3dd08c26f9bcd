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
    found: Counter[str] = Counter()
    for one in symbolic.steps:
        other = enumerated[one.step.name].verdict
        assert Verdict.INCONCLUSIVE in (one.verdict, other) or one.verdict == other, one.step.name
        assert (one.verdict is Verdict.REFUTED) == (one.witness is not None)
        assert (one.verdict is Verdict.INCONCLUSIVE) == (one.reason is not None)
        found[one.verdict] += 1
    return found
