"""Operators over hypotheses, folds, bounds and domains: what is said to be true, false or fewer by construction is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from exactua.authoring import levels, point
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Original, decided, restricted
from exactua.commands.audit.statement_operators import StepChange, domain_changes, step_changes
from exactua.deciding.running import decide
from exactua.grids.categories import (
    DomainSpec,
    all_sequences,
    build,
    category1,
    category2,
    category3,
    extended_grid,
    grid,
    pairs_of,
    real_columns,
)
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import integer
from exactua.terms.tracing import Number, Truth, exp, inside

CASES = [
    ("lemma8", "property2", {"d": 1, "n": 2, "m": 3}),  # distinct
    ("lemma8", "property3", {"d": 1, "n": 2, "m": 3}),  # in an interval
    ("lemma8", "property4", {"d": 1, "n": 2, "m": 3}),  # outside of one
    ("lemma10", "lower_bound", {"d": 1, "n": 2, "m": 3}),  # an inequality that some point attains
    ("lemma10", "closed_form", {"d": 1, "n": 2, "m": 3}),  # an equation
    ("global_shift", "disjoint@repaired", {"d": 1, "n": 2, "m": 3}),  # apart
    ("theorem2", "distance", {"d": 1, "n": 2, "m": 2}),  # a sum
]
PARAMETERS = {"d": 1, "n": 2, "m": 3}
LISTED = DomainSpec("some", "list", points=tuple(((integer(a), integer(b)),) for a, b in ((0, 1), (2, 2), (5, 0))))
WORDS = DomainSpec("words", "sequences", columns=tuple((integer(k),) for k in (0, 2, 7)))
PRODUCT = DomainSpec("product", "product", sets=(((integer(0),), (integer(1),)), ((integer(5),), (integer(6),))))


def original(label: str, **box: int) -> Original:
    return decided(find(label)[0], box)


def changes_of(source: Original, step: str) -> list[StepChange]:
    (result,) = (result for result in source.held if result.step.name == step)
    return list(step_changes(result))


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


def points(spec: DomainSpec) -> set:
    """The points of a domain, each with its columns in order where it stands for an orbit."""
    domain = build(spec, Evaluator(PARAMETERS, {}, Nothing()), PARAMETERS)
    orbits = "orbits" in (spec.kind, spec.of and spec.of.kind)
    matrices = (domain.matrix(rank) for rank in range(domain.count))
    return {tuple(sorted(zip(*matrix, strict=True))) if orbits else matrix for matrix in matrices}


@pytest.mark.parametrize(
    "spec",
    [extended_grid, grid, category1, category2, category3, all_sequences, LISTED, WORDS, PRODUCT, pairs_of(category1)],
    ids=lambda spec: spec.name,
)
def test_fewer_points_are_a_part_of_the_points(spec: DomainSpec) -> None:
    before, changes = points(spec), list(domain_changes(spec))
    assert changes
    for change in changes:
        assert change.domain != spec
        assert change.domain.data() != spec.data()
        assert change.domain.name == spec.name
        if change.extent == "fewer":
            assert points(change.domain) <= before, change
        if change.extent == "more" and change.operator != "every order":
            assert points(change.domain) >= before, change
    assert {change.extent for change in changes} != {"more"}


def test_every_order_has_every_matrix() -> None:
    (change,) = (candidate for candidate in domain_changes(extended_grid) if candidate.operator == "every order")
    assert points(change.domain) == points(all_sequences)


def test_a_box_becomes_larger_and_all_reals_stay() -> None:
    box = DomainSpec("box", "cells", interval=(integer(0), integer(1)))
    assert [change.after for change in domain_changes(box)] == ["from - 1", "to + 1"]
    assert list(domain_changes(real_columns)) == []
