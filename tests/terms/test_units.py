"""What a person reads is in the paper's unit: every term is true and false where the one that is decided is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from gmpy2 import mpq

from exactua.claims.claim import Claim
from exactua.claims.paper_units import in_paper_units, paper_value, step_in_paper_units, unit_of_fold
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import PAPERS, claims_of, find
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.deciding.plan import plan
from exactua.evidence.boxes import ladder
from exactua.printing.statements import operand_text, shown_definitions, shown_names
from exactua.terms import units
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Kind, make
from exactua.terms.printing import text
from exactua.terms.tracing import number
from exactua.terms.units import M, degree, degrees, in_unit_1, times_delta

COUNTING = [claim.label for paper in PAPERS for claim in claims_of(paper) if claim.degrees is not None]
"""Claims that count ids in units of delta."""
POINTS = 3


def evaluators(problem: Problem, step: Step) -> Iterator[tuple[Evaluator, Evaluator]]:
    """At the first points of a step's domains, or without one: the evaluator of the claim, and of what is shown."""
    shown, networks = in_paper_units(problem), UnrolledNetworks(problem.networks)
    domains = plan(replace(problem, steps=(step,))).domains
    matrices = [domain.matrix(k) for domain in domains.values() for k in range(min(domain.count, POINTS))]
    for matrix in matrices or [()]:
        seen = LiteralObservations(networks, matrix)
        bound = {"row": 1} if any(spec.kind == "cells" for spec in step.over) else {}
        decided, other = (Evaluator(read.parameters, read.values, seen, bound) for read in (problem, shown))
        yield decided, other


@pytest.mark.parametrize("label", COUNTING)
def test_what_is_shown_is_true_where_what_is_decided_is(label: str) -> None:
    claim, _ = find(label)
    box = next(iter(ladder(claim)))
    compared = 0
    for step in claim.steps:
        problem = claim.problem(box, (step.name,))
        shown = step_in_paper_units(step, claim.degrees)
        for decided, other in islice(evaluators(problem, step), POINTS):
            if step.given is not None and shown.given is not None:
                assert decided(step.given) == other(shown.given), step.name
            unit = unit_of_fold(step, claim.degrees)
            value = decided(step.term)
            assert other(shown.term) == (value if step.term.kind is Kind.TRUTH else paper_value(value, unit, problem))
            compared += 1
    assert compared


def test_the_thresholds_of_lemma_8_are_the_papers() -> None:
    problem = find("lemma8")[0].problem({"d": 2, "n": 3, "m": 2})
    assert (problem.values["t_l"], problem.values["t_r"]) == (12288, 49152)  # 4^6 * 3, 4^7 * 3
    assert (problem.paper_values["t_l"], problem.paper_values["t_r"]) == (6144, 24576)
    assert in_paper_units(problem).values == problem.paper_values
    assert problem.degrees == {"t_l": 1, "t_r": 1}
    assert (problem.paper_values["D"], problem.values["D"]) == (4, 4)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        (label, name)
        for label in COUNTING
        for name in find(label)[0].definitions
        if name in ("t_l", "t_r", "a", "b", "D")
    ],
)
def test_thresholds_count_deltas_in_every_claim_and_d_is_a_number(label: str, name: str) -> None:
    assert (find(label)[0].degrees or {}).get(name, 0) == (name != "D")


def shown(claim: Claim, step: str) -> str:
    return text(step_in_paper_units(claim.step(step), claim.degrees).term, shown_names(claim))


@pytest.mark.parametrize(
    ("label", "step", "read"),
    [
        ("lemma10", "lower_bound", "delta D^(n - 1) (D - 1) <= top"),
        ("lemma8", "property3", "for all j = 1..n: q_j in [t_l, t_r]"),
        ("column_id", "on_the_grid", "floor(m l_j) = m l_j"),
        ("first_shifts", "first_id_at_least", "l_1 + D (l_n - l_1) >= delta (0 + D * 1)"),
        ("coarse_resolution", "first_term_high", "l_n - l_prime_n <= delta (D - 1)"),
        ("g2", "upper_bound", "swept_n < n D^(n + 1)"),
    ],
)
def test_steps_read_as_in_the_paper(label: str, step: str, read: str) -> None:
    assert read in shown(find(label)[0], step)


def test_names_stand_for_what_the_paper_defines() -> None:
    claim, _ = find("lemma8")
    names = shown_names(claim)
    operand = in_unit_1(claim.operands["q"].term, claim.degrees or {})
    assert (operand_text(operand, names), names[operand]) == ("u^T g_c(L)", "q")
    assert text(shown_definitions(claim)["t_r"], names) == "delta D^(2 n + 1) (D - 1)"


def test_an_index_that_is_an_id_counts_it() -> None:
    assert "g_c[first m l_1 + 1 layers](L)_(1, 1)" in shown(find("first_shifts")[0], "first_entry")


def test_factors_of_m_and_delta_cancel() -> None:
    three = number(3).term
    assert times_delta(make("*", (), M, three), 1) == three
    assert times_delta(times_delta(three, -1), 1) == three
    assert text(times_delta(three, 2)) == "3 (1 / m)^2"


def test_a_number_that_mixes_units_has_none() -> None:
    claim, _ = find("lemma8")
    q = make("item", (), claim.operands["q"].term, number(1).term)
    assert degree(q, {}) == 1
    assert degree(make("*", (), q, q), {}) == 2
    assert degree(make("+", (), q, make("*", (), q, q)), {}) == 0


def test_a_definition_that_is_a_factor_counts_nothing() -> None:
    claim, _ = find("lemma8")
    q = make("item", (), claim.operands["q"].term, number(1).term)
    name = make("def", ("B",))
    said = make("<", (), q, name)
    assert degrees({"B": number(7).term}, [said]) == {"B": 1}
    assert degrees({"B": number(7).term}, [said, make("<", (), q, make("*", (), name, q))]) == {}


@pytest.mark.parametrize("wrong", [{"D": 1}, {"t_l": 2}, {}])
def test_degrees_that_are_wrong_change_no_truth(wrong: dict[str, int]) -> None:
    """What a degree decides is how a number is shown: a definition is taken to be what is shown for it."""
    claim, _ = find("lemma8")
    problem = claim.problem({"d": 1, "n": 2, "m": 3})
    values = {name: value / mpq(3) ** wrong.get(name, 0) for name, value in problem.values.items()}
    for step in (claim.step("t_l_below_t_r"), claim.step("t_l_positive")):
        assert Evaluator(problem.parameters, values, Nothing())(in_unit_1(step.term, wrong)) is True


def test_a_term_that_is_shown_wrongly_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(units, "times_delta", lambda term, power: term)
    with pytest.raises(AssertionError):
        test_what_is_shown_is_true_where_what_is_decided_is("yun2020:lemma10")
