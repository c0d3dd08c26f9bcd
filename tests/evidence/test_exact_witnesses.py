"""Counterexamples of certificates get exact values back, where their point really has those."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.floors import floor_of
from exactua.arithmetic.reals import Real
from exactua.authoring import claim
from exactua.claims.ledger import Counterexample
from exactua.claims.registry import find
from exactua.deciding.running import decide
from exactua.evidence.exact_witnesses import told_values, with_exact_sides
from exactua.printing.errata import counterexample
from exactua.terms.tracing import point

CLAIM = find("kajitsuka2024:lemma7")[0]
PROBLEM = CLAIM.problem({"d": 1, "n": 2, "k": 1, "separation": 6}, ("boltz_a_below",))


def test_values_are_exact_again_where_they_are_those_of_the_point() -> None:
    (step,) = PROBLEM.steps
    exact = decide(PROBLEM)[step.name].witness
    assert exact is not None
    assert isinstance(exact.left, Real)
    assert with_exact_sides(PROBLEM, step, exact) is exact
    rounded = replace(exact, left=floor_of(exact.left), right=floor_of(exact.right))
    restored = with_exact_sides(PROBLEM, step, rounded)
    assert (restored.left, restored.right) == (exact.left, exact.right)
    for other in (
        replace(rounded, right=floor_of(mpq(9))),
        replace(rounded, right=(rounded.right,)),
        replace(rounded, at=((0, 0),)),
        replace(rounded, at=((0, 10**9),)),
    ):
        assert with_exact_sides(PROBLEM, step, other) is other


def told(label: str, **values: int) -> tuple[tuple[str, Any], ...]:
    return _least(label, **values).told


def _least(label: str, **values: int) -> Counterexample:
    known, step = find(label)
    assert step is not None
    problem = known.problem(values, (step,))
    result = decide(problem, replayed=0)[step]
    assert result.witness is not None
    return Counterexample(
        problem, result.step, result.witness, True, told_values(known, problem, result.step, result.witness)
    )


def test_operands_are_told_at_the_point() -> None:
    vectors = (mpq(25, 4), mpq(0))
    assert told("kajitsuka2024:lemma1.separated", d=1, n=2, separation=6) == (
        ("a", vectors),
        ("b", vectors),
        ("r", mpq(13, 2)),
    )
    second = (mpq(75, 8), mpq(-25, 8))
    assert dict(told("kajitsuka2024:lemma7.boltz_a_below", d=1, n=2, k=1, separation=6))["b"] == second


def test_definitions_are_told_where_the_step_reaches_them() -> None:
    names = [name for name, _ in told("kajitsuka2024:theorem2.equation41_product", data=2, d=1, n=2, s=1)]
    assert names == ["r_min", "r_max", "epsilon"]
    assert told("kajitsuka2024:theorem2.equation6", data=1, d=1, n=1, s=1) == ()


def test_data_are_told_where_there_is_no_point_and_they_decide_the_step() -> None:
    assert told("kajitsuka2024:corollary1.equation47", data=3, d=1, n=2) == (
        ("", "X^(1) = [1 3/2], X^(2) = [3/2 2]"),
        ("r_min", mpq(99, 100)),
        ("r_max", mpq(201, 100)),
        ("epsilon", mpq(499, 1000)),
    )
    assert told("kajitsuka2024:theorem2.lemma1_applies", data=2, d=1, n=2, s=1) == ()  # it speaks of n alone


def test_a_counterexample_says_what_is_told_before_what_is_false() -> None:
    said = counterexample(_least("kajitsuka2024:corollary1.equation47", data=3, d=1, n=2))
    assert ", X^(1) = [1 3/2], X^(2) = [3/2 2], r_min = 99/100, r_max = 201/100, epsilon = 499/1000: " in said
    tiny = counterexample(_least("kajitsuka2024:theorem2.equation42", data=13, d=1, n=2, s=1))
    assert "X = [10^-109 -10^-109] and X' = [10^-109 -9*10^-110]" in tiny
    assert ", r_min = 89999*10^-114, r_max = 10001*10^-113, epsilon = 9999*10^-114: " in tiny


def test_a_name_that_a_claim_has_not_is_refused() -> None:
    lemma = claim("lemma", parameters=("d", "n"))

    @lemma.operand
    def first(at: Any) -> Any:
        return point[1, 1]

    lemma.tells("first")
    with pytest.raises(ValueError, match="lemma has no operand or definition 'last' whose value could be shown"):
        lemma.tells("last")
    with pytest.raises(ValueError, match="lemma: a preface: it has no words"):
        lemma.preface(" ")
