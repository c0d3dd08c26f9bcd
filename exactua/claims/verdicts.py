"""Verdicts and scopes: what a decision can be, and which one a claim gets from its steps."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final, Literal, get_args


class Verdict(enum.StrEnum):
    """The answer to one step or claim; it is equal to its word.

    Raises ValueError for another word.

    >>> check("lemma8.property3", d=1, n=3).verdict == "vacuous"
    True
    >>> Verdict("refuted")
    <Verdict.REFUTED: 'refuted'>
    """

    HOLDS = "holds"
    """It is true at every point that satisfies the hypotheses, and there is one."""
    VACUOUS = "vacuous"
    """No point satisfied the hypotheses: nothing was asserted, so nothing was confirmed."""
    REFUTED = "refuted"
    """It is false at some point; the result has the least one."""
    INCONCLUSIVE = "inconclusive"
    """It is not known; the result has the reason."""
    IN_PART = "holds in part"
    """Of a claim alone: what is decided of its statement holds, and a part of it is not decided."""


class Scope(enum.StrEnum):
    """How far a verdict reaches."""

    ENUMERATED = "enumerated"
    """Points of the instance one by one: orbits, sequences, or cells that stand for all their reals."""
    RUNS = "runs"
    """Points of the instance in affine runs, each decided by its ends; one by one where there are no such runs."""
    SYMBOLIC = "symbolic"
    """All points of the instance at once, by affine forms."""
    GENERAL = "general"
    """All instances: of all parameters, or of all D at a fixed n."""


PointScope = Literal["enumerated", "runs"]
"""Scopes that decide and count every point, one by one or in runs, and so come to the same numbers."""
POINT_SCOPES: Final[tuple[PointScope, ...]] = get_args(PointScope)


class StepKind(enum.StrEnum):
    """What a step stands for in the paper."""

    STATEMENT = "statement"
    """What the paper claims."""
    PROOF_LINE = "proof line"
    """What its proof asserts on the way."""
    REPAIRED = "repaired"
    """A repair that stands beside a step which is false, or silent, as written."""


def overall(verdicts: Iterable[Verdict]) -> Verdict:
    """One verdict for several: refuted, inconclusive, holds in part, holds; vacuous if all are, or there is none."""
    seen = set(verdicts)
    for verdict in (Verdict.REFUTED, Verdict.INCONCLUSIVE, Verdict.IN_PART, Verdict.HOLDS):
        if verdict in seen:
            return verdict
    return Verdict.VACUOUS


EXIT_CODES = {
    Verdict.HOLDS: 0,
    Verdict.REFUTED: 1,
    Verdict.INCONCLUSIVE: 3,
    Verdict.IN_PART: 3,
    Verdict.VACUOUS: 5,
}
"""Exit codes of `exactua check` (4: the evaluators disagree, 2: wrong usage)."""
