"""thm: exp.fast.polytope and thm: ode: the solved dynamics, steps that go to 0, and starts that are not generic."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import multiple, step
from exactua.papers.alcalde2025.exp_fast_polytope import exp_fast_polytope, ode, solution
from exactua.terms.tracing import every, number, rational
from tests.papers.background.deciding import least, refuted, says_no, vacuous

at = exp_fast_polytope.at()


def values(r: int, t: int, d: int = 1, n: int = 3) -> dict[str, int]:
    return {"d": d, "n": n, "r": r, "t": t}


@pytest.mark.parametrize(("r", "failing"), [(0, set()), (1, {"converges"})])
@pytest.mark.parametrize("t", [2, 6])
def test_steps_that_are_halved_do_not_reach_the_vertex(r: int, t: int, failing: set[str]) -> None:
    assert refuted(exp_fast_polytope, values(r, t)) == failing
    assert vacuous(exp_fast_polytope, values(r, t)) == ({"stays_above"} if r == 0 else set())


def test_the_least_counterexample() -> None:
    assert least(exp_fast_polytope, values(1, 2), "converges") == ([["-2", "1", "-1"]], "9/4", "1")
    kept = Fraction(1)
    for t in range(1, 60):
        kept *= 1 - Fraction(1, 2**t)
        assert kept >= Fraction(1, 4) + Fraction(1, 2 ** (t + 1))


def test_starts_have_to_be_generic() -> None:
    assert says_no(exp_fast_polytope, values(0, 2), "formula", given=None)
    assert says_no(exp_fast_polytope, values(0, 2), "converges@repaired", given=None)


def test_sharper_lines_are_refuted() -> None:
    closer = every(at.columns, lambda i: 17 * at.near[i] <= at.far[i])
    assert says_no(exp_fast_polytope, values(0, 2), "converges", closer)
    assert says_no(exp_fast_polytope, values(0, 2), "converges@repaired", closer)
    assert says_no(exp_fast_polytope, values(1, 6), "stays_above", at.kept >= rational("3/10"))


@pytest.mark.parametrize("name", ["formula", "converges@repaired"])
def test_other_steps_are_found(name: str) -> None:
    items = [item for s in range(2) for item in step(multiple(2, 1), "1/3")]
    assert says_no(exp_fast_polytope, values(0, 2), name, networks={"f": Network(1, items, {"output": 4})})


def test_the_curve_solves_the_equation() -> None:
    assert refuted(ode, {"d": 1, "n": 3}) == set()
    for name in ("leader", "stays"):
        assert says_no(ode, {"d": 1, "n": 3}, name, given=None), name
    here = ode.at()
    stays_put = every(here.columns, lambda i: solution(here, rational("1/3"), i)(1) == solution(here, number(1), i)(1))
    assert says_no(ode, {"d": 1, "n": 3}, "derivative", stays_put)
