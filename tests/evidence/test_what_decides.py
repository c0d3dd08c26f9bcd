"""Counts of instances: what a step does not speak of makes no difference, and is neither counted nor told."""

from __future__ import annotations

from itertools import islice

import pytest

from exactua.claims.claim import Claim
from exactua.claims.registry import PAPERS, claims_of, find
from exactua.claims.verdicts import Verdict
from exactua.deciding.comparing import Box, StepAt
from exactua.deciding.fold import settle_static
from exactua.evidence.boxes import ladder
from exactua.evidence.ledgers import Evidence, spread
from exactua.evidence.regions import agree
from exactua.terms.language import integer, make, parameters_of

MOST = 12
"""Instances of a claim's ladder that are compared."""

COSTS, _ = find("background:program_costs")
BOXES: list[Box] = [
    {"L": L, "d_model": 1, "d_k": 1, "d_v": d_v, "C": C} for L in (1, 2) for d_v in (1, 4) for C in (1, 4)
]


def evidence(claim: Claim, step: str, verdicts: list[Verdict]) -> Evidence:
    collected = Evidence([claim])
    for box, verdict in zip(BOXES, verdicts, strict=True):
        collected.add(claim.label, box, {step: StepAt(verdict, 1, 1, 0)})
    return collected


def test_a_step_of_one_constant_is_decided_once_for_each() -> None:
    step = COSTS.step("attention_in_time")
    at = evidence(COSTS, step.name, [Verdict.REFUTED] * len(BOXES)).apart(COSTS, step)
    assert [box for box, _ in at] == [{"C": 1}, {"C": 4}]
    assert (spread(at).total, spread(at).range, spread(at).within) == (2, "C = 1 or 4", " (C = 1 or 4)")


def test_two_verdicts_of_what_is_one_are_both_told() -> None:
    step = COSTS.step("attention_in_time")
    verdicts = [Verdict.INCONCLUSIVE] + [Verdict.REFUTED] * (len(BOXES) - 1)
    at = evidence(COSTS, step.name, verdicts).apart(COSTS, step)
    assert [(dict(box), step_at.verdict) for box, step_at in at] == [
        ({"C": 1}, Verdict.INCONCLUSIVE),
        ({"C": 4}, Verdict.REFUTED),
        ({"C": 1}, Verdict.REFUTED),
    ]


def test_a_step_of_numbers_speaks_of_the_parameters_in_its_definitions() -> None:
    box = BOXES[-1]
    assert COSTS.spoken_of(COSTS.step("attention_in_time@repaired"), box) == {"L": 2, "d_model": 1, "d_k": 1, "d_v": 4}
    assert COSTS.spoken_of(COSTS.step("pooling_in_time"), box) == {"L": 2, "d_v": 4}


def test_what_is_read_at_points_or_in_networks_takes_all_parameters() -> None:
    box = {"d": 1, "n": 2, "m": 3}
    lemma8, _ = find("lemma8")
    assert all(lemma8.spoken_of(step, box) == box for step in lemma8.steps if step.over)
    shape, _ = find("kajitsuka2024:corollary1")
    values = {"data": 4, "d": 2, "n": 2}
    assert shape.spoken_of(shape.step("feed_forward_parameters"), values) == values


def test_a_step_without_parameters_is_decided_once() -> None:
    sketch, _ = find("kajitsuka2024:proof_sketch")
    step = sketch.step("third_raised")
    collected = Evidence([sketch])
    for n in (3, 4):
        collected.add(sketch.label, {"d": 1, "n": n}, {step.name: StepAt(Verdict.HOLDS, 1, 1, 0)})
    once = spread(collected.apart(sketch, step))
    assert (once.total, once.range, once.within) == (1, "", "")


def test_instances_agree_in_what_both_have() -> None:
    assert agree({"C": 1}, {"L": 2, "C": 1})
    assert agree({"C": 1}, {"L": 2})
    assert not agree({"C": 1}, {"L": 2, "C": 4})


def test_an_integral_and_permutations_are_about_sizes_that_they_do_not_name() -> None:
    claim, _ = find("kajitsuka2024:proposition1")
    box = {"d": 1, "n": 2, "D": 2, "k": 2, "R": 8}
    assert claim.spoken_of(claim.step("cell_area"), box) == box
    every = make("permutations", ("p",), make("=", (), integer(1), integer(1)))
    assert (parameters_of(False, [every], ()), parameters_of(False, every.arguments, ())) == (None, frozenset())


@pytest.mark.parametrize("paper", PAPERS)
def test_instances_that_are_counted_once_have_one_verdict(paper: str) -> None:
    """Of every step of numbers alone: no parameter that it is said not to speak of changes what it comes to."""
    for claim in claims_of(paper):
        by_place: dict[tuple[str, str], set[Verdict]] = {}
        for box in islice(ladder(claim), MOST):
            problem = claim.problem(box)
            for step in problem.steps:
                spoken_of = claim.spoken_of(claim.step(step.name), problem.parameters)
                if spoken_of != problem.parameters:
                    by_place.setdefault((step.name, str(spoken_of)), set()).add(settle_static(problem, step).verdict)
        assert all(len(verdicts) == 1 for verdicts in by_place.values()), (claim.label, by_place)
