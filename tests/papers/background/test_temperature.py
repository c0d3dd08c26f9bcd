"""The temperature limit: what it assumes, where that is least violated, and that each step can say no."""

from __future__ import annotations

import pytest

from exactua.papers.background.temperature import temperature
from exactua.terms.tracing import Number, Truth, every, exp, implies, point, total, when
from tests.papers.background.deciding import least, refuted, says_no, vacuous

at = temperature.at()
TWO = {"n": 2, "k": 2}


@pytest.mark.parametrize(("n", "k"), [(2, 0), (2, 6), (3, 0)])
def test_the_limit_holds_and_one_maximum_is_assumed(n: int, k: int) -> None:
    assert refuted(temperature, {"n": n, "k": k}) == {"unique_argmax"}
    assert vacuous(temperature, {"n": n, "k": k}) == set()


def test_one_logit_has_nothing_to_choose() -> None:
    assert refuted(temperature, {"n": 1, "k": 2}) == set()
    assert vacuous(temperature, {"n": 1, "k": 2}) == {"concentrates"}


def test_the_least_counterexample_has_two_maxima() -> None:
    assert least(temperature, TWO, "unique_argmax") == ([["0", "0"]], "2", "1")


def distance_at_most(bound: object) -> Truth:
    def near(j: object) -> Truth:
        value = at.softmax_z_over_tau[j] - when(point[1, j] == at.largest, 1, 0)
        return (value <= bound) & (-value <= bound)

    return every(at.columns, near)


def test_the_rate_is_sharp_and_needs_one_maximum() -> None:
    half = (at.n - 1) * exp(-at.gap / at.tau) / 2
    assert says_no(temperature, TWO, "limit", distance_at_most(half))
    assert says_no(temperature, {"n": 3, "k": 2}, "limit", given=None)
    assert says_no(temperature, TWO, "concentrates", given=None)
    assert says_no(temperature, {"n": 2, "k": 1}, "rate", 3 * at.gap * exp(-at.gap / at.tau) <= at.tau)
    # equal maxima share the limit: without the share it is wrong
    assert says_no(
        temperature, TWO, "unique_argmax@repaired", distance_at_most((at.n - at.maxima) * exp(-at.gap / at.tau))
    )


def test_multiplied_by_the_temperature_the_weights_do_not_concentrate() -> None:
    def weight(j: Number, factor: Number) -> Number:
        return exp(factor * point[1, j]) / total(at.columns, lambda i: exp(factor * point[1, i]))

    def more(j: Number) -> Truth:
        return implies(point[1, j] == at.largest, weight(j, at.tau / 2) > weight(j, at.tau))

    assert says_no(temperature, TWO, "concentrates", every(at.columns, more))
