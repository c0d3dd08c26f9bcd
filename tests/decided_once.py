"""What several tests ask of a problem is decided once in a process: `decide`, with a memory.

For tests of what was found, and of what is made of it; tests of how something is decided take `decide` itself.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.deciding import running
from exactua.deciding.fingerprints import of_problem

ASKED = {"engine", "scope", "replayed", "max_points", "budget"}
"""What may be asked for and remembered: numbers and words. A store, an executor and the like are asked each time."""

_known: dict[tuple[Any, ...], Decision] = {}


def decided_once(problem: Problem, **how: Any) -> Decision:
    """The decision of this problem, found in this way: as it is remembered, with the steps of this problem."""
    if not set(how) <= ASKED:
        return running.decide(problem, **how)
    # a process that was forked decides for itself
    asked = (os.getpid(), of_problem(problem), tuple(sorted(how.items())))
    if asked not in _known:
        decision = running.decide(problem, **how)
        if not decision.complete:
            return decision
        _known[asked] = decision
    known = _known[asked]
    # a step has words that are in no certificate, such as the kind of its fault
    results = (replace(result, step=step) for result, step in zip(known.results, problem.steps, strict=True))
    return replace(known, problem=problem, results=tuple(results), run=dict(known.run))
