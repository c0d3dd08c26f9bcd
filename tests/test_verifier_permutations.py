"""Both verifiers leave out orders of the columns that change nothing, and say what all of them say."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from exactua.certificates.writing import certificate
from exactua.claims.claim import Claim, Operands
from exactua.claims.decision import Decision
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.categories import n, pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.lemma01 import lemma1
from exactua.terms.encoding import from_data, sha256
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    every_permutation,
    implies,
    number,
    point,
    some,
    sqrt,
    total,
)
from exactua.verifier import terms
from tests.foreign import foreign_verifier, own_verifier
from tests.mutants import rehashed
from tests.terms.test_symmetric import TERMS

DIGITS = levels("digits", 0, 1, 3)
columns = Columns(1, n, "j")
MORE = {
    "an inner order": lambda P: every_permutation(
        lambda Q: total(columns, lambda j: point.permuted(Q)[1, j]) >= point.permuted(P)[1, 1]
    ),
    "a part of a matrix": lambda P: implies(
        some(columns, lambda j: point.columns(1, n)[1, j] != point.columns(1, n).permuted(P)[1, j]), point[1, 1] >= 1
    ),
    "a premise about a place": lambda P: implies(point.permuted(P)[1, 1] == 1, point[1, 1] == 2),
    "columns that are read twice": lambda P: every(
        columns, lambda j: point.permuted(P)[1, j] <= point.permuted(P)[1, 1] + point[1, j] + 1
    ),
}
ERRORS = ("not settled",)


def decided(name: str, columns_of_point: int = 3) -> Decision:
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.define(lambda at: at.n)
    said = {**TERMS, **MORE}[name]

    def stated(at: Operands) -> Truth:
        return every_permutation(said)

    claim.states("a step", over=DIGITS)(stated)
    return decide(claim.problem({"d": 1, "n": columns_of_point, "m": 2}))


def told(content: str | bytes) -> tuple[int, int]:
    content = content if isinstance(content, bytes) else content.encode("ascii")
    return own_verifier(content), foreign_verifier(content)


@pytest.mark.parametrize("name", sorted({*TERMS, *MORE} - {*ERRORS, "settled by a definition"}))
def test_they_confirm_what_is_true_in_every_order(name: str) -> None:
    decision = decided(name)
    assert told(certificate(decision)) == (0, 0)
    record = json.loads(certificate(decision))["decided"]
    (step,) = record["steps"]
    assert step["verdict"] in ("holds", "refuted")
    step["failures"], step["witness"] = (1, {}) if step["verdict"] == "holds" else (0, None)
    step["verdict"] = record["verdict"] = "refuted" if step["verdict"] == "holds" else "holds"
    assert told(rehashed(record)) == (1, 1)


def test_a_matrix_of_other_columns_is_an_error_in_both() -> None:
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")

    def stated(at: Operands) -> Truth:
        first = point.columns(1, at.n)
        return every_permutation(lambda P: total(columns, lambda j: first.permuted(P)[1, j]) >= 0)

    claim.states("a step", over=pairs_of(DIGITS))(stated)
    record = json.loads(certificate(decide(claim.problem({"d": 1, "n": 2, "m": 2}))))["decided"]
    assert told(rehashed(record)) == (0, 0)
    (step,) = record["steps"]
    text = json.dumps(step["term"])
    step["term"] = json.loads(text.replace('["columns", ["point"], 1, ["param", "n"]]', '["point"]'))
    assert json.dumps(step["term"]) != text
    said = {key: step[key] for key in ("fold", "given", "term")}
    domains = [[domain["name"], domain["spec"]] for domain in record["domains"]]
    step["statement"] = sha256(said | {"definitions": [], "domains": domains})
    assert told(rehashed(record)) == (1, 1)


@pytest.mark.parametrize("name", sorted({*TERMS, *MORE}))
def test_what_is_left_of_a_term_reads_the_order_as_the_decision_does(name: str) -> None:
    from exactua.terms.encoding import to_data
    from exactua.terms.symmetric import in_any_order, settled

    term = every_permutation({**TERMS, **MORE}[name]).term
    (order,) = term.names
    (body,) = term.arguments
    left = terms.without(to_data(body), order)
    assert from_data(left, "left") == in_any_order(body, order)
    said = settled(in_any_order(body, order), order)
    assert terms.conclusion(left, order) == (None if said is None else to_data(said))


def test_lemma_1_is_confirmed_where_there_are_many_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = lemma1.problem({"d": 1, "n": 6, "separation": 7}, ("separated", "without_loss@repaired"))
    tried = 0
    real = itertools.permutations

    def counted(*given: Any) -> Any:
        nonlocal tried
        for order in real(*given):
            tried += 1
            yield order

    decision = decide(problem)
    assert decision.verdict is Verdict.REFUTED
    monkeypatch.setattr(itertools, "permutations", counted)
    assert told(certificate(decision)) == (0, 0)
    assert tried < 500


def test_a_pair_is_no_matrix_of_n_columns_where_the_order_would_change_nothing() -> None:
    """As it is written the term has no value; what is left of it would have one."""
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.states("a step", over=pairs_of(DIGITS), name="whole")(
        lambda at: every_permutation(lambda P: total(columns, lambda j: point.permuted(P)[1, j]) >= 0)
    )
    result = decide(claim.problem({"d": 1, "n": 2, "m": 2}))["whole"]
    assert result.verdict is Verdict.INCONCLUSIVE
    assert "a matrix of 4 columns, and a permutation of 2" in str(result.reason)


def test_a_premise_about_reals_may_be_open_in_another_order() -> None:
    """r is 1/3, which comparisons do not show: in the order that begins with 1/3 the premise is open."""
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")

    @claim.define
    def r(at: Operands) -> Number:
        return at.n / 6 + sqrt(5 + 2 * sqrt(number(6))) - sqrt(number(2)) - sqrt(number(3))

    thirds = levels("thirds", 0, "1/3", 2)
    claim.states("a step", over=thirds, given=lambda at: point[1, 1] == 0, name="premise")(
        lambda at: every_permutation(lambda P: implies(point.permuted(P)[1, 1] < at.r, point[1, 1] >= 0))
    )
    decision = decide(claim.problem({"d": 1, "n": 2, "m": 2}))
    assert decision["premise"].verdict is Verdict.INCONCLUSIVE
    record = json.loads(certificate(decision))["decided"]
    (step,) = record["steps"]
    step |= {"verdict": "holds", "reason": None, "applicable": 2}
    record["verdict"] = "holds"
    assert told(rehashed(record)) == (3, 3)
