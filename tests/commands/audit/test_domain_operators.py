"""Operators over domains: what is called fewer points is a part of the points there were."""

from __future__ import annotations

import pytest

from exactua.commands.audit.statement_operators import domain_changes
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

PARAMETERS = {"d": 1, "n": 2, "m": 3}
LISTED = DomainSpec("some", "list", points=tuple(((integer(a), integer(b)),) for a, b in ((0, 1), (2, 2), (5, 0))))
WORDS = DomainSpec("words", "sequences", columns=tuple((integer(k),) for k in (0, 2, 7)))
PRODUCT = DomainSpec("product", "product", sets=(((integer(0),), (integer(1),)), ((integer(5),), (integer(6),))))


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
