"""Claims of the web page at an instance: verdicts, and steps that are made false."""

from __future__ import annotations

from typing import Any

from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import Network
from exactua.terms.tracing import Traced
from tests.papers.evaluators import changed, decided_by_both, with_verdict


def refuted(claim: Claim, values: dict[str, int]) -> set[str]:
    """The steps that are refuted at an instance, by both evaluators; none of the others is inconclusive."""
    decision = decided_by_both(claim.problem(values))
    assert not with_verdict(decision, Verdict.INCONCLUSIVE)
    return with_verdict(decision, Verdict.REFUTED)


def vacuous(claim: Claim, values: dict[str, int]) -> set[str]:
    """The steps without a point that satisfies their hypothesis."""
    return with_verdict(decide(claim.problem(values)), Verdict.VACUOUS)


def verdict(
    claim: Claim,
    values: dict[str, int],
    step: str,
    term: Traced | None = None,
    networks: dict[str, Network] | None = None,
    **fields: Any,
) -> Verdict:
    """What becomes of a step with another term, other networks, or other fields."""
    problem = claim.problem(values, (step,))
    if networks:
        problem = problem.with_networks(networks)
    if term is not None or fields:
        problem = changed(problem, step, term, **fields)
    return decide(problem)[step].verdict


def says_no(claim: Claim, values: dict[str, int], step: str, *args: Any, **fields: Any) -> bool:
    """Whether the step, changed as in `verdict`, is refuted where it holds as it stands."""
    assert verdict(claim, values, step) is Verdict.HOLDS
    return verdict(claim, values, step, *args, **fields) is Verdict.REFUTED


def least(claim: Claim, values: dict[str, int], step: str) -> tuple[list[list[str]], str, str]:
    """The first matrix of the least counterexample, and both values, as text."""
    witness = decide(claim.problem(values, (step,)))[step].witness
    assert witness is not None
    return [[str(entry) for entry in row] for row in witness.points[0]], str(witness.left), str(witness.right)
