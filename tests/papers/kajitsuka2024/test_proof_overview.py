"""The proof sketch of Theorem 2: what it needs and leaves out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.papers.kajitsuka2024.proof_overview import proof_overview
from exactua.terms.language import Term, make, rational
from tests.papers.evaluators import decided_by_both, with_verdict
from tests.papers.kajitsuka2024.exact_lines import not_holding, refuted, refuted_by_both, verdicts, witness
from tests.papers.yun2020.lines import opposite

AT_RIGHT_ANGLES = 14


def problem(data: int, *steps: str) -> Problem:
    return proof_overview.problem({"data": data}, steps)


def tampered(posed: Problem, name: str, factor: mpq | int) -> Problem:
    """The problem with a definition multiplied by this number."""
    definitions = tuple(
        (known, make("*", (), term, rational(mpq(factor))) if known == name else term)
        for known, term in posed.definitions
    )
    return replace(posed, definitions=definitions)


@pytest.mark.parametrize("data", [2, 3, 13])
def test_lemma_1_needs_more_than_11(data: int) -> None:
    decision = decided_by_both(problem(data))
    assert with_verdict(decision, Verdict.REFUTED) == {"lemma1_applies"}
    assert len(with_verdict(decision, Verdict.HOLDS)) == len(proof_overview.steps) - 1


def test_a_token_at_right_angles_to_w_has_equal_averages() -> None:
    right = problem(AT_RIGHT_ANGLES)
    assert not_holding(right) == {"equation10": "refuted", "lemma1_applies": "refuted"}
    assert refuted_by_both(right, "equation10")
    rows = [["0", "1", "-1", "0", "3/5", "-3/5"], ["1", "0", "0", "1", "4/5", "-4/5"]]
    assert witness(right, "equation10") == [rows]
    assert [right.values[name] for name in ("w_1", "w_2")] == [1, 0]


def test_without_a_shared_token_nothing_is_said() -> None:
    by_step = verdicts(problem(1))
    assert {name for name, verdict in by_step.items() if verdict == "holds"} == {
        "constant",
        "equation11",
        "equation11_right",
    }


def test_a_greater_constant_is_refuted() -> None:
    assert refuted(tampered(problem(3), "c", 8)) >= {"constant", "equation11"}


def test_a_longer_vector_moves_tokens_apart() -> None:
    assert "equation11_right" in refuted(tampered(problem(3), "w_2", 2))


def test_the_gap_is_no_greater_than_it_is() -> None:
    assert "equation10@repaired" in refuted(tampered(problem(3), "least_gap", mpq(10) ** 600))


def test_without_the_factor_the_scores_are_near() -> None:
    assert "lemma1_applies@repaired" in refuted(tampered(problem(3), "kappa", mpq(1, 10**4)))


def test_every_conclusion_is_reached() -> None:
    whole = problem(3)
    turned = whole.with_steps(*(replace(step, term=opposite(step.term)) for step in whole.steps))
    by_step = verdicts(turned)
    assert {name for name, verdict in by_step.items() if verdict != "refuted"} == {"lemma1_applies"}


def test_12_is_an_equality() -> None:
    strict = problem(3, "equation12")
    below = strict.with_steps(*(replace(step, term=_strictly(step.term)) for step in strict.steps))
    assert refuted(below) == {"equation12"}


def _strictly(term: Term) -> Term:
    """The term with > in place of >=."""
    if term.operator == ">=":
        return make(">", (), *term.arguments)
    return make(term.operator, term.names, *term.arguments[:-1], _strictly(term.arguments[-1]))
