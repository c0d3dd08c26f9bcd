"""The temperature limit: what is false as printed, where it is least, and that each repair can say no."""

from __future__ import annotations

import pytest

from exactua.papers.background.temperature import temperature
from exactua.terms.tracing import Truth, every, exp, point, when
from tests.papers.background.deciding import least, refuted, says_no, vacuous

at = temperature.at()
TWO = {"n": 2, "k": 2}


@pytest.mark.parametrize(("n", "k"), [(2, 0), (2, 6), (3, 0)])
def test_as_printed_the_limit_is_uniform(n: int, k: int) -> None:
    assert refuted(temperature, {"n": n, "k": k}) == {"limit", "concentrates", "unique_argmax"}
    assert vacuous(temperature, {"n": n, "k": k}) == set()


def test_one_logit_has_nothing_to_choose() -> None:
    assert refuted(temperature, {"n": 1, "k": 2}) == set()
    assert vacuous(temperature, {"n": 1, "k": 2}) == {"concentrates", "concentrates@repaired"}


def test_least_counterexamples() -> None:
    assert least(temperature, TWO, "limit") == ([["0", "1/2"]], "1/2", "0")
    assert least(temperature, TWO, "unique_argmax") == ([["0", "0"]], "2", "1")
    points, colder, warmer = least(temperature, TWO, "concentrates")
    assert points == [["0", "1/2"]]
    # 1/(1 + e^(-1/16)) < 1/(1 + e^(-1/8)): the maximum loses weight as tau falls
    assert (colder[:6], warmer[:6]) == ("0.5156", "0.5312")


def distance_at_most(bound: object) -> Truth:
    def near(j: object) -> Truth:
        value = at.softmax_z_over_tau[j] - when(point[1, j] == at.largest, 1, 0)
        return (value <= bound) & (-value <= bound)

    return every(at.columns, near)


def test_the_rate_is_sharp_and_needs_one_maximum() -> None:
    half = (at.n - 1) * exp(-at.gap / at.tau) / 2
    assert says_no(temperature, TWO, "limit@repaired", distance_at_most(half))
    assert says_no(temperature, {"n": 3, "k": 2}, "limit@repaired", given=None)
    assert says_no(temperature, TWO, "concentrates@repaired", given=None)
    assert says_no(temperature, {"n": 2, "k": 1}, "rate", 3 * at.gap * exp(-at.gap / at.tau) <= at.tau)
    # equal maxima share the limit: without the share it is wrong
    assert says_no(
        temperature, TWO, "unique_argmax@repaired", distance_at_most((at.n - at.maxima) * exp(-at.gap / at.tau))
    )


def test_continuity_is_not_too_much() -> None:
    def within(share: int) -> Truth:
        bound = at.tau * (at.largest - at.smallest) / share
        return every(at.columns, lambda j: at.softmax_tau_z[j] - at.softmax_0z[j] <= bound)

    assert not says_no(temperature, TWO, "continuous", within(4))
    assert says_no(temperature, TWO, "continuous", within(5))


def test_away_from_the_limit_weights_are_not_uniform() -> None:
    assert says_no(temperature, TWO, "uniform", every(at.columns, lambda j: at.n * at.softmax_tau_z[j] == 1))
