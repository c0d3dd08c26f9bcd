"""App. G.2: what holds with positions, the one matrix that is shifted twice, and that every line can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision, Witness
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.networks import AttentionLayer, Family, Group, Network
from exactua.papers.yun2020 import position_network
from exactua.papers.yun2020.appendix_g2 import g2
from exactua.papers.yun2020.position_ids import s
from exactua.papers.yun2020.selective_shift import psi
from exactua.terms.tracing import Columns, Truth, every, greatest, total

ALWAYS = {"category1_entries", "first_shift_above", "intervals_disjoint"}
TWICE = {"once", "sweep_increases", "last_shift", "in_its_interval"}


def problem(d: int, n: int, m: int) -> Problem:
    return g2.problem({"d": d, "n": n, "m": m})


def refuted(decision: Decision) -> set[str]:
    assert {result.verdict for result in decision.results} <= {"holds", "refuted"}
    return {result.step.name for result in decision.results if result.verdict == "refuted"}


def witness(decision: Decision, step: str) -> Witness:
    found = decision[step].witness
    assert found is not None
    return found


@pytest.mark.parametrize("m", [2, 3, 5, 8])
def test_two_columns_of_one_row_have_one_matrix_that_is_shifted_twice(m: int) -> None:
    decision = decide(problem(1, 2, m))
    assert refuted(decision) == ALWAYS | TWICE
    for step in TWICE:
        assert decision[step].failures == 1
        assert witness(decision, step).points == (((mpq(m - 1, m), mpq(0)),),)


@pytest.mark.parametrize(("d", "n", "m"), [(1, 3, 2), (1, 3, 4), (1, 4, 2), (2, 2, 2), (2, 2, 3), (2, 3, 2), (3, 2, 2)])
def test_elsewhere_every_column_is_shifted_once(d: int, n: int, m: int) -> None:
    assert refuted(decide(problem(d, n, m))) == ALWAYS


def test_the_literal_networks_say_the_same() -> None:
    fast, literal = decide(problem(1, 2, 3)), decide(problem(1, 2, 3), engine="literal")
    assert [(r.step.name, r.verdict, r.failures, r.witness) for r in fast.results] == [
        (r.step.name, r.verdict, r.failures, r.witness) for r in literal.results
    ]


@pytest.mark.parametrize("m", [2, 3, 4])
def test_the_second_shift_by_hand(m: int) -> None:
    # ids m - 1 and m; then 2m - 1 and m^2; then column 1 once more, 2m - 1 + m (m - 1)^2
    found = witness(decide(problem(1, 2, m)), "sweep_increases")
    assert (found.left, found.right) == (2 * m - 1 + m * (m - 1) ** 2, m**2)
    assert found.left - found.right == (m - 1) ** 3


def test_least_counterexamples() -> None:
    decision = decide(problem(1, 2, 2))
    once = witness(decision, "once")
    assert (once.bindings, once.left, once.right) == ({"j": 1}, 5, 3)
    shift = witness(decision, "last_shift")
    assert (shift.bindings, shift.left, shift.right) == ({"j": 1}, 165, 133)
    entries = witness(decision, "category1_entries")
    assert (entries.points, entries.bindings) == ((((0, 0),),), {"i": 1, "j": 2})
    assert (entries.left, entries.right) == (1, (0, mpq(1, 2)))
    above = witness(decision, "first_shift_above")
    assert above.points == (((0, 0),),)
    assert {above.left, above.right} == {2}
    touching = witness(decision, "intervals_disjoint")
    assert touching.points == (((0, 0),), ((mpq(1, 2), mpq(1, 2)),))
    assert (touching.left, touching.right) == (32, 32)


def test_numbers_by_hand() -> None:
    # d = 1, n = 2, delta = 1/2, L = [0, 1]: ids 0 and 2, then 4 and 2 + 2 * 2 = 6; the last layer adds 2 * 2 * 8 * 6
    (point,) = problem(1, 2, 2).networks["g_c"].stage([[0, 0]], "sweep")
    assert point == (2, 3)
    assert problem(1, 2, 2).networks["g_c"]([[0, 0]]) == ((2 + 96, 3 + 96),)


Change = Callable[[Any], Any]


def stronger(box: tuple[int, int, int], step: str, change: Change, **others: Any) -> set[str]:
    whole = problem(*box)
    (old,) = [one for one in whole.steps if one.name == step]
    return refuted(decide(whole.with_steps(replace(old, term=change(g2.at()).term, **others))))


@pytest.mark.parametrize(
    ("step", "change"),
    [
        ("entries_distinct", lambda at: at.q[1] > at.q[2]),
        ("contexts_distinct", lambda at: at.l),
        ("range_of_L", lambda at: every(at.columns, lambda j: at.L[1, j] == j - 1)),
        ("least_id", lambda at: every(at.columns, lambda j: s(at, j) < at.l[j])),
        ("greatest_id", lambda at: every(at.columns, lambda j: at.l[j] < s(at, j) + at.D - 1)),
        ("ids_increase", lambda at: every(Columns(1, at.n - 1), lambda j: at.l[j] + at.D < at.l[j + 1])),
        ("category1_unique", lambda at: at.l[1] == at.l[2]),
        ("category1_entries@repaired", lambda at: every(at.columns, lambda j: at.L[1, j] == j - 1)),
        ("ranges_increase", lambda at: every(Columns(1, at.n - 1), lambda j: s(at, j) + 2 * at.D < s(at, j + 1))),
        ("layers", lambda at: at.g_c.quantity("attention layers") == at.D + 1),
        ("heads", lambda at: at.g_c.quantity("heads") == 1),
        ("head_size", lambda at: at.g_c.quantity("head size") == 2),
        ("order_of_layers", lambda at: at.l[1] == at.l[2]),
        ("waits", lambda at: every(at.columns, lambda j: at.swept[j] == at.l[j])),
        ("first_shift", lambda at: at.swept[1] == at.l[1] + at.D * at.l[at.n]),
        ("first_shift_at_least", lambda at: at.l[1] + at.D * (at.l[at.n] - at.l[1]) > at.D * at.D),
        ("each_shift", lambda at: at.swept[2] == at.telescoped[1]),
        ("new_maximum", lambda at: at.telescoped[1] == greatest(at.columns, lambda j: at.swept[j])),
        ("new_minimum", lambda at: at.l[1] == at.l[2]),
        ("sweep_increases@repaired", lambda at: at.D * at.wider[1] < at.wider[2]),
        ("one_to_one", lambda at: at.l[at.n]),
        ("closed_form", lambda at: at.swept[at.n] == at.telescoped[at.n] + at.l[1]),
        ("upper_bound", lambda at: at.swept[at.n] < at.n * at.D**at.n),
        ("upper_bound_of_all", lambda at: every(at.columns, lambda j: at.swept[j] < at.D**at.n)),
        ("swept_positive", lambda at: every(at.columns, lambda j: at.swept[j] > at.D * at.D)),
        ("last_heads", lambda at: at.last_layer.quantity("heads") == 2),
        ("last_is_last", lambda at: at.last_layer(at.L) == at.L),
        ("last_shift@repaired", lambda at: every(at.columns, lambda j: at.q[j] == at.gain * at.swept[j])),
        ("in_its_interval@repaired", lambda at: every(at.columns, lambda j: at.q[j] == at.gain * at.swept[at.n])),
    ],
)  # fmt: skip
def test_lines_made_stronger(step: str, change: Change) -> None:
    assert stronger((2, 2, 2), step, change) == ALWAYS | {step}


@pytest.mark.parametrize(
    ("step", "change"),
    [
        # the links of the chain, each one unit sharper or strict; (5) is an equality at delta = 1/2
        (
            "bound_by_the_ends",
            lambda at: at.telescoped[at.n] < at.l[at.n] + (at.D**at.n - at.D) * (at.l[at.n] - at.l[1]),
        ),
        ("bound_by_the_range", lambda at: at.l[at.n] * (at.D**at.n - at.D + 1) + 1 <= s(at, at.n) + at.D - 1),
        ("bound_summed", lambda at: at.sigma == at.m * (at.D - 1)),
        ("bound_simplified", lambda at: at.m * (at.n - 1) + at.D - 1 < (at.D - 1) * (at.n - 1)),
        ("bound_final", lambda at: (at.D**at.n - at.D + 1) * (at.D - 1) * (at.m + 1) < at.D**at.n),
    ],
)
def test_links_of_the_chain_made_sharper(step: str, change: Change) -> None:
    assert stronger((2, 2, 3), step, change) == ALWAYS | {step}


def test_the_exception_must_be_left_out() -> None:
    # without the word 'exactly' on either side the repaired line is false: somewhere a column is shifted twice, or never
    def never(at: Any) -> Truth:
        return every(at.columns, lambda j: at.swept[j] == at.telescoped[j])

    assert "once@repaired" in stronger((1, 2, 2), "once@repaired", never)
    assert "once@repaired" in stronger((1, 2, 2), "once@repaired", lambda at: ~never(at))


def test_half_open_intervals_touch() -> None:
    whole = problem(2, 2, 2)
    (old,) = [one for one in whole.steps if one.name == "intervals_disjoint@repaired"]
    assert "intervals_disjoint@repaired" in refuted(decide(whole.with_steps(replace(old, relation=">"))))


def network(n: int, d: int, m: int, **change: Any) -> Network:
    """g_c with one thing changed."""
    values = {"d": d, "n": n, "m": m}
    sweep = position_network.sweep(values)
    families = [item for item in sweep.items if isinstance(item, Family)]
    last = position_network.global_shift(values)
    match change:
        case {"ranges": "the first one twice"}:
            families[-1] = families[0]
        case {"order": "decreasing"}:
            families = [Family("l", one.start + (one.count - 1) * one.step, -one.step, one.count, one.items)
                        for one in reversed(families)]  # fmt: skip
        case {"gain": gain}:
            last = AttentionLayer((psi(d, m, mpq(0), gain=gain),))
    items = (position_network.encoding(values), Group("sweep", tuple(families)), last)
    return Network(d, items, {"encoded": 1, "sweep": 2, "output": 3})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"ranges": "the first one twice"}, {"once", "sweep_increases", "closed_form", "each_shift"}),
        ({"order": "decreasing"}, {"waits", "each_shift", "closed_form"}),
        ({"gain": mpq(1)}, {"contexts_distinct", "last_is_last", "last_shift@repaired"}),
    ],
)
def test_broken_networks(change: dict[str, Any], expected: set[str]) -> None:
    whole = problem(2, 2, 2)
    assert network(2, 2, 2) == whole.networks["g_c"]
    assert expected <= refuted(decide(whole.with_networks({"g_c": network(2, 2, 2, **change)})))


def test_the_sum_of_gaps_is_that_of_the_paper() -> None:
    # the telescoped formula with another power of delta is refuted
    def other(at: Any) -> Any:
        gaps = total(Columns(1, at.n - 1, "k"), lambda k: at.D ** (k + 1) * (at.l[at.n - k] - at.l[at.n - k + 1]))
        return at.swept[at.n] == at.l[at.n] + gaps + at.D**at.n * (at.l[at.n] - at.l[1])

    assert stronger((1, 3, 2), "closed_form", other) == ALWAYS | {"closed_form"}
