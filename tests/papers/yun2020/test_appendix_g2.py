"""App. G.2: the one matrix that is shifted twice, numbers by hand, and links one unit sharper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision, Witness
from exactua.claims.problem import Problem
from exactua.deciding.running import decide
from exactua.papers.yun2020.appendix_g2 import g2
from exactua.papers.yun2020.position_network import s
from exactua.terms.tracing import Columns, Truth, every, total

ALWAYS = {"category1_entries", "first_shift_above", "intervals_disjoint"}
TWICE = {"once", "sweep_increases", "last_shift", "in_its_interval"}


def problem(d: int, n: int, m: int) -> Problem:
    return g2.problem({"d": d, "n": n, "m": m})


def refuted(decision: Decision) -> set[str]:
    assert {result.verdict for result in decision.results} <= {"holds", "refuted"}
    return {result.step.name for result in decision.results if result.verdict == "refuted"}


def witness(decision: Decision, step: str) -> Witness:
    refutation = decision[step].witness
    assert refutation is not None
    return refutation


@pytest.mark.parametrize("m", [2, 3, 5, 8])
def test_two_columns_of_one_row_have_one_matrix_that_is_shifted_twice(m: int) -> None:
    decision = decide(problem(1, 2, m))
    assert refuted(decision) == ALWAYS | TWICE
    for step in TWICE:
        assert decision[step].failures == 1
        assert witness(decision, step).points == (((mpq(m - 1, m), mpq(0)),),)


@pytest.mark.parametrize("m", [2, 3, 4])
def test_the_second_shift_by_hand(m: int) -> None:
    # ids m - 1 and m; then 2m - 1 and m^2; then column 1 once more, 2m - 1 + m (m - 1)^2
    refutation = witness(decide(problem(1, 2, m)), "sweep_increases")
    assert (refutation.left, refutation.right) == (2 * m - 1 + m * (m - 1) ** 2, m**2)
    assert refutation.left - refutation.right == (m - 1) ** 3


def test_numbers_by_hand() -> None:
    # d = 1, n = 2, delta = 1/2, L = [0, 1]: ids 0 and 2, then 4 and 2 + 2 * 2 = 6; the last layer adds 2 * 2 * 8 * 6
    (point,) = problem(1, 2, 2).networks["g_c"].stage([[0, 0]], "sweep")
    assert point == (2, 3)
    assert problem(1, 2, 2).networks["g_c"]([[0, 0]]) == ((2 + 96, 3 + 96),)


Change = Callable[[Any], Any]


def stronger(box: tuple[int, int, int], step: str, change: Change, **others: Any) -> set[str]:
    whole = problem(*box)
    (old,) = [candidate for candidate in whole.steps if candidate.name == step]
    return refuted(decide(whole.with_steps(replace(old, term=change(g2.at()).term, **others))))


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
    (old,) = [candidate for candidate in whole.steps if candidate.name == "intervals_disjoint@repaired"]
    assert "intervals_disjoint@repaired" in refuted(decide(whole.with_steps(replace(old, relation=">"))))


def test_the_sum_of_gaps_is_that_of_the_paper() -> None:
    # the telescoped formula with another power of delta is refuted
    def other(at: Any) -> Any:
        gaps = total(Columns(1, at.n - 1, "k"), lambda k: at.D ** (k + 1) * (at.l[at.n - k] - at.l[at.n - k + 1]))
        return at.swept[at.n] == at.l[at.n] + gaps + at.D**at.n * (at.l[at.n] - at.l[1])

    assert stronger((1, 3, 2), "closed_form", other) == ALWAYS | {"closed_form"}
