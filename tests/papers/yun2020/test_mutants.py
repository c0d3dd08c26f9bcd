"""Broken networks and statements made stronger than they are: caught by evaluator, kernel and verifier alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.grids.categories import category1, category2, category3, grid
from exactua.networks import AttentionLayer, Family, Group, Network
from exactua.networks.entries import variable
from exactua.papers.yun2020 import quantiser
from exactua.papers.yun2020.selective_shift import Psi, contextual_map, psi
from exactua.terms.tracing import every, inside, outside, pairwise_distinct
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


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"count": 3}, {"layers"}),
        ({"count": 3, "start": 1}, {"layers", "property3"}),
        ({"low": lambda ell, delta: ell}, {"property3", "property4"}),
        ({"decreasing": True}, {"property3"}),
        ({"factor": mpq(4) ** 3}, {"property3"}),
        ({"heads": 1}, {"heads", "property2", "property3"}),
        ({"gain": mpq(1)}, {"property3"}),
        ({"gain": mpq(-4)}, {"property3"}),
        ({"low": lambda ell, delta: ell + delta / 2}, {"property3"}),
    ],
    ids=["last layer of the sweep dropped", "first layer of the sweep dropped", "b_Q = l", "decreasing sweep",
         "delta^-nd in the last layer", "one head", "gain 1", "gain -delta^-d", "empty windows"],
)  # fmt: skip
def test_broken_networks(change: dict[str, Any], expected: set[str]) -> None:
    assert_caught(mutated("lemma8", (2, 3, 2), **change), *expected)


def test_dropping_the_layer_of_each_id_is_seen() -> None:
    # dropping the layer of id l leaves the columns with that id where they are
    whole = problem("lemma8", 2, 3, 2)
    values = {"d": 2, "n": 3, "m": 2}
    complete = network(values)
    (sweep, last) = complete.items
    assert isinstance(sweep, Family)
    for dropped in range(4):
        before = Family("l", mpq(0), mpq(1, 2), dropped, sweep.items)
        after = Family("l", mpq(dropped + 1, 2), mpq(1, 2), 3 - dropped, sweep.items)
        changed = Network(2, (Group("sweep", (before, after)), last), {"sweep": 1, "output": 2})
        decision = assert_caught(whole.with_networks({"g_c": changed}), "layers", "property3")
        assert decision["property3"].failures > 0


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


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"count": 3, "start": 1}, {"lower_bound"}),
        ({"decreasing": True}, {"lower_bound"}),
        ({"heads": 1}, {"upper_bound"}),
        ({"gain": mpq(8)}, {"upper_bound"}),
        ({"gain": mpq(2)}, {"lower_bound"}),
        ({"gain": mpq(0)}, {"one_to_one"}),
    ],
)
def test_broken_networks_in_lemma10(change: dict[str, Any], expected: set[str]) -> None:
    assert_caught(mutated("lemma10", (2, 3, 2), **change), *expected)


Change = Callable[[Any], Any]


def stronger(label: str, box: tuple[int, int, int], step: str, change: Change, **others: Any) -> Problem:
    """The claim with one step's term changed to what `change` traces."""
    claim = find(label)[0]
    whole = problem(label, *box)
    (old,) = [one for one in whole.steps if one.name == step]
    return whole.with_steps(replace(old, term=change(claim.at()).term, **others))


@pytest.mark.parametrize(
    ("label", "box", "step", "change"),
    [
        ("lemma8", (2, 3, 2), "layers", lambda at: at.g_c.quantity("attention layers") == at.D),
        ("lemma8", (2, 3, 2), "layers", lambda at: at.g_c.quantity("attention layers") < at.D + 1),
        ("lemma8", (2, 3, 2), "heads", lambda at: at.g_c.quantity("heads") < 2),
        ("lemma8", (2, 3, 2), "head_size", lambda at: at.g_c.quantity("head size") == 2),
        ("lemma8", (2, 3, 2), "only_attention", lambda at: at.g_c.quantity("feed-forward layers") > 0),
        ("lemma8", (2, 3, 2), "t_l_positive", lambda at: at.t_l < 0),
        ("lemma8", (2, 3, 2), "t_l_below_t_r", lambda at: at.D * at.t_l < at.t_r),
        ("lemma8", (2, 3, 2), "property1", lambda at: pairwise_distinct(at.q) & (at.q[1] > at.q[2])),
        # the extremes at (2, 3, 2) are 28168 and 43947: one unit further in is false
        ("lemma8", (2, 3, 2), "property3", lambda at: every(at.columns, lambda j: inside(at.q[j], 28169, at.t_r))),
        ("lemma8", (2, 3, 2), "property3", lambda at: every(at.columns, lambda j: inside(at.q[j], at.t_l, 43946))),
        ("lemma8", (2, 3, 2), "property3", lambda at: every(at.columns, lambda j: inside(at.q[j], at.D * at.t_l, at.t_r))),
        ("lemma8", (2, 3, 2), "property3", lambda at: every(at.columns, lambda j: inside(at.q[j], at.t_l, at.t_r / at.D))),
        ("lemma8", (2, 3, 2), "property4", lambda at: every(at.columns, lambda j: outside(at.q[j], -at.t_r, at.t_r))),
        ("lemma8", (2, 3, 2), "property4", lambda at: every(at.columns, lambda j: at.q[j] < at.t_l)),
        ("lemma8", (2, 3, 2), "property4", lambda at: every(at.columns, lambda j: at.q[j] > at.t_r)),
        # Lemma 10's upper bound is attained at n = 2; its lower bound is one unit from attained
        ("lemma10", (1, 2, 2), "upper_bound", lambda at: at.top <= at.D**at.n * (at.D - 1) - (at.D - 1) ** 2 - 1),
        ("lemma10", (1, 2, 2), "upper_bound", lambda at: at.top < at.D**at.n * (at.D - 1) - (at.D - 1) ** 2),
        ("lemma10", (1, 2, 3), "lower_bound", lambda at: at.D ** (at.n - 1) * (at.D - 1) + 2 <= at.top),
        ("lemma10", (1, 2, 3), "lower_bound", lambda at: at.D**at.n * (at.D - 1) <= at.top),
        ("lemma10", (2, 3, 2), "upper_bound", lambda at: at.top <= at.D ** (at.n - 1) * (at.D - 1)),
        ("lemma10", (1, 3, 4), "one_to_one", lambda at: at.after_sweep[1]),
        ("lemma10", (1, 3, 4), "one_to_one", lambda at: at.after_sweep),
    ],
)  # fmt: skip
def test_statements_made_stronger(label: str, box: tuple[int, int, int], step: str, change: Change) -> None:
    decision = assert_caught(stronger(label, box, step, change), step)
    assert refuted_steps(decision) == {step}


def test_a_sharper_bound_that_is_true_survives() -> None:
    sharper = stronger("lemma10", (1, 2, 3), "lower_bound", lambda at: at.D ** (at.n - 1) * (at.D - 1) + 1 <= at.top)
    assert refuted_steps(decided_by_all(sharper)) == set()


@pytest.mark.parametrize(
    ("label", "step", "over"),
    [
        ("lemma8", "property1", (category1, category2)),
        ("lemma8", "property2", (category1, category2)),
        ("lemma8", "property2", (grid,)),
        ("lemma8", "property3", (category1, category2)),
        ("lemma8", "property3", (category1, category3)),
        ("lemma8", "property4", (category1, category3, category2)),
        ("lemma10", "lower_bound", (category1, category2)),
        ("lemma10", "upper_bound", (category3, category1)),
        ("lemma10", "one_to_one", (category1, category2)),
    ],
)  # fmt: skip
def test_a_dropped_condition_is_noticed(label: str, step: str, over: Any) -> None:
    whole = problem(label, 2, 3, 2)
    (old,) = [one for one in whole.steps if one.name == step]
    assert_caught(whole.with_steps(replace(old, over=over)), step)


def quantiser_mutant(**change: Any) -> Problem:
    values = {"d": 2, "n": 2, "m": 3}
    rows = [quantiser.one_row(values, i, mpq(1)) for i in (1, 2)]
    match change:
        case {"order": "flattening first"}:
            rows = [Group(row.name, tuple(reversed(row.items))) for row in rows]
        case {"drop": "a layer"}:
            (clip, steps) = rows[1].items
            assert isinstance(steps, Family)
            rows[1] = Group("row 2", (clip, Family("k", mpq(0), mpq(1), 2, steps.items)))
        case {"drop": "clipping"}:
            rows[0] = Group("row 1", rows[0].items[1:])
        case {"rows": "the same twice"}:
            rows[1] = rows[0]
    return problem("lemma7", 2, 2, 3).with_networks({"g_q": Network(2, rows, {"output": 2})})


@pytest.mark.parametrize(
    "change", [{"order": "flattening first"}, {"drop": "a layer"}, {"drop": "clipping"}, {"rows": "the same twice"}]
)
def test_broken_quantisers(change: dict[str, str]) -> None:
    caught = assert_caught(
        quantiser_mutant(**change), *({"quantises"} if change != {"order": "flattening first"} else ())
    )
    if change == {"order": "flattening first"}:
        # clipping after flattening maps [1, 4/3) etc. as well: the values in [0, 1) are multiples of delta and stay
        assert "clipping" in refuted_steps(caught)


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("layers", lambda at: at.g_q.quantity("feed-forward layers") == at.d * at.m),
        ("hidden_size", lambda at: at.g_q.quantity("hidden size") == 2),
        ("activations", lambda at: at.g_q.quantity("activations outside Phi") > 0),
        ("token_wise", lambda at: at.g_q.quantity("attention layers") > 0),
    ],
)
def test_counts_of_the_quantiser_made_stronger(step: str, change: Change) -> None:
    assert_caught(stronger("lemma7", (2, 2, 3), step, change), step)


def test_every_line_of_claim1_can_fail() -> None:
    # a layer that looks at the order of its columns, put where the token-wise layer and the block stand
    whole = problem("claim1", 1, 2, 2)
    leftmost = problem("claim1", 1, 2, 2, tie_rule="leftmost").networks["attention"]
    changed = whole.with_networks({"attention": leftmost, "feed_forward": leftmost, "block": leftmost})
    assert_caught(changed, "attention_commutes", "feed_forward_commutes", "equivariant", "hidden_size")


def test_an_empty_block_is_no_block() -> None:
    empty = Network(1, (), {"output": 0})
    assert_caught(problem("claim1", 1, 2, 2).with_networks({"block": empty}), "heads", "head_size", "hidden_size")
