"""Operators over hypotheses, folds and bounds: what is said to be true or false by construction is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from exactua.authoring import levels, point
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Original, decided, restricted
from exactua.commands.audit.statement_operators import StepChange, step_changes
from exactua.deciding.running import decide
from exactua.terms.tracing import Number, Truth, exp, inside


def original(label: str, **box: int) -> Original:
    return decided(find(label)[0], box)


def changes_of(source: Original, step: str) -> list[StepChange]:
    (result,) = (result for result in source.held if result.step.name == step)
    return list(step_changes(result))


CASES = [
    ("lemma8", "property2", {"d": 1, "n": 2, "m": 3}),  # distinct
    ("lemma8", "property3", {"d": 1, "n": 2, "m": 3}),  # in an interval
    ("lemma8", "property4", {"d": 1, "n": 2, "m": 3}),  # outside of one
    ("lemma10", "lower_bound", {"d": 1, "n": 2, "m": 3}),  # an inequality that some point attains
    ("lemma10", "closed_form", {"d": 1, "n": 2, "m": 3}),  # an equation
    ("global_shift", "disjoint@repaired", {"d": 1, "n": 2, "m": 3}),  # apart
    ("theorem2", "distance", {"d": 1, "n": 2, "m": 2}),  # a sum
]


@pytest.mark.parametrize(("label", "step", "box"), CASES)
def test_what_is_true_or_false_by_construction_is(label: str, step: str, box: dict[str, int]) -> None:
    source = original(label, **box)
    candidates = changes_of(source, step)
    known = [change for change in candidates if change.expected != "unknown"]
    assert {change.expected for change in known} >= {"false"}
    for change in known:
        verdict = decide(restricted(source.problem, [change.step])).verdict
        assert (verdict is Verdict.REFUTED) == (change.expected == "false"), change


def test_a_bound_is_moved_to_the_point_that_attains_it() -> None:
    source = original("lemma10", d=1, n=2, m=3)
    by_operator = {change.operator: change for change in changes_of(source, "upper_bound") if change.place == "term"}
    assert by_operator["up to what was measured"].expected == "weaker"
    assert by_operator["past what was measured"].expected == "false"
    assert by_operator["up to what was measured"].after != by_operator["past what was measured"].after


def test_folds_become_one_another() -> None:
    source = original("global_shift", d=1, n=2, m=3)
    told = {(change.operator, change.after): change.expected for change in changes_of(source, "disjoint@repaired")}
    assert told["fold", "distinct"] == "unknown"
    assert told["relation of the fold", "apart > width"] == "unknown"
    assert told["bound - 1", "apart >= width - 1"] == "weaker"
    source = original("lemma8", d=1, n=2, m=3)
    told = {(change.operator, change.after): change.expected for change in changes_of(source, "property2")}
    assert told["fold", "apart >= 1"] == "unknown"
    assert told["fold", "apart > 0"] == "weaker"


def test_a_sum_is_held_against_another_bound() -> None:
    source = original("theorem2", d=1, n=2, m=2)
    told = [(change.operator, change.expected) for change in changes_of(source, "distance")]
    assert ("relation of the fold", "false") in told
    assert ("bound + 1", "weaker") in told
    assert ("bound - 1", "unknown") in told


def test_steps_that_do_not_hold_are_left_alone() -> None:
    source = original("lemma10", d=1, n=2, m=2)  # one point: nothing is compared with another
    assert source.decision["one_to_one"].verdict is Verdict.VACUOUS
    assert "one_to_one" not in {change.step for change in changes(source)}
    source = original("first_shifts", d=1, n=2, m=2)
    refuted = {result.step.name for result in source.decision.results if result.verdict is Verdict.REFUTED}
    assert refuted
    assert refuted.isdisjoint(change.step for change in changes(source))


def test_a_definition_is_changed_for_all_steps_that_use_it() -> None:
    source = original("lemma10", d=1, n=2, m=3)
    mutants = [change.make() for change in changes(source) if change.step == "definition D"]
    assert mutants
    for mutant in mutants:
        assert mutant.problem is not None
        assert mutant.where.startswith("definition D")
        assert {"lower_bound", "upper_bound", "closed_form"} <= {step.name for step in mutant.problem.steps}
        assert dict(mutant.problem.definitions)["D"] != dict(source.problem.definitions)["D"]


@pytest.mark.parametrize(
    "says",
    [lambda x: x > 1, lambda x: x >= 1, lambda x: x < 9, lambda x: 10**30 * x <= 10**32, lambda x: inside(x, 1, 8)],
)
def test_floors_of_reals_are_extremes_on_both_sides(says: Callable[[Number], Truth]) -> None:
    claim = Claim("test:reals", "reals", "nowhere", "reals", parameters=(D_ROWS, N_COLUMNS))
    claim.states("it holds", name="step", over=(levels("bits", 0, 1, 2),))(lambda _: says(exp(1 + point[1, 1])))
    problem = claim.problem({"d": 1, "n": 1})
    known = [candidate for candidate in step_changes(decide(problem)["step"]) if "measured" in candidate.operator]
    assert len(known) >= 2
    for change in known:
        verdict = decide(problem.with_steps(change.step)).verdict
        assert (verdict is Verdict.REFUTED) == (change.expected == "false"), change
