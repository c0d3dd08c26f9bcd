"""Category 1: empty with fewer ids than columns, and the link that is an equality at j = n."""

from __future__ import annotations

from exactua.claims.claim import Operands
from exactua.papers.yun2020.category1 import category1, gaps, later, previous_id, top_term, weighted_gaps
from exactua.papers.yun2020.vocabulary import equivalent, new_id
from exactua.terms.tracing import Columns, Number, Truth, every
from tests.papers.yun2020.lines import (
    at_box,
    changed,
    not_holding,
    points,
    refuted,
    witness,
)


def test_with_fewer_ids_than_columns_the_category_is_empty() -> None:
    by_step = not_holding(at_box(category1, (1, 3, 2)))
    assert set(by_step.values()) == {"vacuous"}
    assert {step.name for step in category1.steps} - set(by_step) == {"equivalence"}  # Category 2 has points


def test_the_sum_telescopes_at_j_n() -> None:
    refutation = witness(at_box(category1, (2, 3, 2)), "above_telescoped")
    assert points(refutation) == [[["0", "1/2", "0"], ["0", "0", "1/2"]]]
    assert refutation.bindings == {"j": 3}
    assert (refutation.left, refutation.right) == (32, 32)


def test_below_n_the_link_is_strict() -> None:
    def below_n(at: Operands) -> Truth:
        return every(Columns(2, at.n - 1, "j"), lambda j: top_term(at, j) > at.D ** (j - 1) * gaps(at, j))

    whole = at_box(category1, (1, 4, 5))
    assert "above_telescoped" not in refuted(changed(category1, whole, {"above_telescoped": below_n}))


def test_the_repaired_link_is_sharp() -> None:
    def one_more(at: Operands) -> Truth:
        return every(later(at), lambda j: top_term(at, j) >= at.D ** (j - 1) * gaps(at, j) + 1)

    whole = at_box(category1, (1, 4, 5))
    assert "above_telescoped@repaired" in refuted(changed(category1, whole, {"above_telescoped@repaired": one_more}))


def test_both_sides_of_the_equivalence_are_strict() -> None:
    # where all ids are the same both sides are 0 < 0
    def left_not_strict(at: Operands) -> Truth:
        def as_gaps(j: Number) -> Truth:
            return (at.D - 1) * weighted_gaps(at, j) < (at.D - 1) * top_term(at, j)

        return every(later(at), lambda j: equivalent(previous_id(at, j) <= new_id(at, j), as_gaps(j)))

    assert "equivalence" in refuted(changed(category1, at_box(category1, (1, 3, 3)), {"equivalence": left_not_strict}))
