"""What has no value outside the hypothesis, or in the branch that is not taken, is no reason to leave a step undecided."""

from __future__ import annotations

from typing import Any

import pytest

from exactua.certificates.writing import decided_data
from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.finite import levels
from exactua.terms.encoding import canonical
from exactua.terms.tracing import point, select, when

pairs = levels("pairs", 0, 1, 3)


def reader(least: int, hypothesis: Any = None) -> Claim:
    """A table of two numbers, read at entry + 1: it has no number 3."""
    claim = Claim("mine:tables", "Tables", "", "A claim of the tests.")
    given = hypothesis or (lambda at: point[1, 1] <= 1)
    claim.states("under a hypothesis", over=(pairs,), name="under", given=given)(
        lambda at: select(point[1, 1] + 1, [5, 6]) >= least
    )
    claim.states("by a choice", over=(pairs,), name="choice")(
        lambda at: when(point[1, 1] <= 1, select(point[1, 1] + 1, [5, 6]), 7) >= least
    )
    claim.states("a sum", over=(pairs,), name="sum", fold="sum", bound=lambda at: 0, relation=">", given=given)(
        lambda at: select(point[1, 1] + 1, [5, 6])
    )
    claim.states("a fold", over=(pairs,), name="apart", fold="distinct", given=lambda at: point[1, 1] < 1)(
        lambda at: 9 * select(point[1, 1] + 1, [5, 6]) + point[1, 2]
    )
    return claim


@pytest.mark.parametrize(("least", "verdict"), [(5, Verdict.HOLDS), (6, Verdict.REFUTED)])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_table_is_read_where_it_is_asked_for_alone(least: int, verdict: Verdict, jobs: int) -> None:
    problem = reader(least).problem({"d": 1, "n": 2, "m": 2})
    decision, literal = decide(problem, jobs=jobs), decide(problem, engine="literal")
    assert [decision[name].verdict for name in ("under", "choice")] == [verdict, verdict]
    assert [decision[name].verdict for name in ("sum", "apart")] == [Verdict.HOLDS, Verdict.HOLDS]
    assert all(result.complete for result in decision.results)
    assert canonical(decided_data(decision)) == canonical(decided_data(literal))


def test_a_point_under_the_hypothesis_without_a_value_is_told() -> None:
    decision = decide(reader(5, lambda at: point[1, 2] <= 1).problem({"d": 1, "n": 2, "m": 2}))
    assert decision["under"].verdict is Verdict.INCONCLUSIVE
    assert "number 3 outside 1..2 of a table" in str(decision["under"].reason)
