"""Broken networks and statements that the audit does not make: caught by evaluator, exact batches and verifier alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.grids.categories import category1, category2, category3
from exactua.networks import AttentionLayer, Family, Network
from exactua.networks.entries import variable
from exactua.papers.yun2020.selective_shift import Psi, contextual_map, psi
from exactua.terms.tracing import every, inside
from tests.mutants import assert_caught, decided_by_all, problem, refuted_steps, with_domain

Values = dict[str, Any]


def network(
    values: Values,
    *,
    count: int | None = None,
    low: Any = None,
    decreasing: bool = False,
    heads: int = 2,
    factor: Any = None,
    start: int = 0,
    gain: Any = None,
) -> Network:
    """g_c with one thing changed."""
    d, n, m = values["d"], values["n"], values["m"]
    delta, D, ell = mpq(1, m), mpq(m) ** d, variable("l")
    shift = Psi(
        d, m, ell - delta / 2 if low is None else low(ell, delta), ell + delta / 2, gain=D if gain is None else gain
    )
    total = int(D) if count is None else count
    first, step = ((total - 1) * delta, -delta) if decreasing else (start * delta, delta)
    sweep = Family("l", first, step, total, (AttentionLayer(shift[:heads]),))
    last = AttentionLayer((psi(d, m, mpq(0), gain=D ** (n + 1) if factor is None else factor),))
    return Network(d, (sweep, last), {"sweep": 1, "output": 2})


def mutated(label: str, box: tuple[int, int, int], **change: Any) -> Problem:
    d, n, m = box
    whole = problem(label, d, n, m)
    return whole.with_networks({"g_c": network({"d": d, "n": n, "m": m}, **change)})


def test_the_unchanged_network_is_the_papers() -> None:
    values = {"d": 2, "n": 3, "m": 2}
    assert network(values) == contextual_map(values)


def test_windows_that_begin_at_their_id() -> None:
    assert_caught(mutated("lemma8", (2, 3, 2), low=lambda ell, delta: ell), "property3", "property4")


@pytest.mark.parametrize("factor", [mpq(4) ** 4 + 1, mpq(4) ** 4 + mpq(1, 2)])
def test_a_harmless_mutant_is_told_apart(factor: Any) -> None:
    # another large factor in the last layer satisfies every step: nobody may call it broken
    decision = decided_by_all(mutated("lemma8", (2, 3, 2), factor=factor))
    assert refuted_steps(decision) == set()
    assert decision.verdict is Verdict.HOLDS


def test_the_slides_value_for_entries_outside() -> None:
    # the slides print -delta^(nd) where the paper has -delta^(-nd)
    whole = problem("lemma8", 2, 2, 2)
    small = -(1 / whole_m() ** (whole_n() * whole_d()))
    slides = with_domain(whole, special=(small.term,))
    assert_caught(slides, "property4")


def whole_m() -> Any:
    return find("lemma8")[0].at().m


def whole_n() -> Any:
    return find("lemma8")[0].at().n


def whole_d() -> Any:
    return find("lemma8")[0].at().d


@pytest.mark.parametrize("rule", ["leftmost", "rightmost"])
def test_other_tie_rules_are_never_called_proved_by_orbits(rule: str) -> None:
    d, n, m = 2, 3, 2
    changed = contextual_map({"d": d, "n": n, "m": m})
    sweep, last = changed.items
    assert isinstance(last, AttentionLayer)
    other = Network(d, (sweep, AttentionLayer(last.heads, rule)), changed.stages)
    decision = decided_by_all(problem("lemma8", d, n, m).with_networks({"g_c": other}))
    assert decision["property3"].verdict is Verdict.INCONCLUSIVE
    assert decision["property3"].reason is not None
    assert "one point does not stand for its orbit" in decision["property3"].reason
    assert decision.verdict is Verdict.INCONCLUSIVE


Change = Callable[[Any], Any]


def stronger(label: str, box: tuple[int, int, int], step: str, change: Change, **others: Any) -> Problem:
    """The claim with one step's term changed to what `change` traces."""
    claim = find(label)[0]
    whole = problem(label, *box)
    (old,) = [candidate for candidate in whole.steps if candidate.name == step]
    return whole.with_steps(replace(old, term=change(claim.at()).term, **others))


@pytest.mark.parametrize(
    ("label", "box", "step", "change"),
    [
        # the extremes at (2, 3, 2) are 28168 and 43947: one unit further in is false
        ("lemma8", (2, 3, 2), "property3", lambda at: every(at.columns, lambda j: inside(at.q[j], 28169, at.t_r))),
        ("lemma8", (2, 3, 2), "property3", lambda at: every(at.columns, lambda j: inside(at.q[j], at.t_l, 43946))),
        # Lemma 10's upper bound is attained at n = 2; its lower bound is one unit from attained
        ("lemma10", (1, 2, 2), "upper_bound", lambda at: at.top <= at.D**at.n * (at.D - 1) - (at.D - 1) ** 2 - 1),
        ("lemma10", (1, 2, 2), "upper_bound", lambda at: at.top < at.D**at.n * (at.D - 1) - (at.D - 1) ** 2),
        ("lemma10", (1, 2, 3), "lower_bound", lambda at: at.D ** (at.n - 1) * (at.D - 1) + 2 <= at.top),
    ],
)  # fmt: skip
def test_bounds_one_unit_sharper_than_they_are(
    label: str, box: tuple[int, int, int], step: str, change: Change
) -> None:
    decision = assert_caught(stronger(label, box, step, change), step)
    assert refuted_steps(decision) == {step}


def test_a_sharper_bound_that_is_true_survives() -> None:
    sharper = stronger("lemma10", (1, 2, 3), "lower_bound", lambda at: at.D ** (at.n - 1) * (at.D - 1) + 1 <= at.top)
    assert refuted_steps(decided_by_all(sharper)) == set()


@pytest.mark.parametrize(
    ("label", "step", "over"),
    [
        ("lemma8", "property1", (category1, category2)),
        ("lemma8", "property3", (category1, category3)),
        ("lemma8", "property4", (category1, category3, category2)),
        ("lemma10", "one_to_one", (category1, category2)),
    ],
)  # fmt: skip
def test_a_dropped_condition_is_noticed(label: str, step: str, over: Any) -> None:
    whole = problem(label, 2, 3, 2)
    (old,) = [candidate for candidate in whole.steps if candidate.name == step]
    assert_caught(whole.with_steps(replace(old, over=over)), step)


def test_every_line_of_claim1_can_fail() -> None:
    # a layer that looks at the order of its columns, put where the token-wise layer and the block stand
    whole = problem("claim1", 1, 2, 2)
    leftmost = problem("claim1", 1, 2, 2, tie_rule="leftmost").networks["attention"]
    changed = whole.with_networks({"attention": leftmost, "feed_forward": leftmost, "block": leftmost})
    assert_caught(changed, "attention_commutes", "feed_forward_commutes", "equivariant", "hidden_size")


def test_an_empty_block_is_no_block() -> None:
    empty = Network(1, (), {"output": 0})
    assert_caught(problem("claim1", 1, 2, 2).with_networks({"block": empty}), "heads", "head_size", "hidden_size")
