"""The supremum norm is not controlled by d_p: a tent of height 1, and every step can say no."""

from __future__ import annotations

import pytest

from exactua.papers.background.supremum_norm import formula, supremum_norm, tent
from exactua.terms.tracing import point
from tests.papers.background.deciding import refuted, says_no

at = supremum_norm.at()


@pytest.mark.parametrize("m", [2, 3, 8])
def test_d_1_does_not_control_the_maximum(m: int) -> None:
    values = {"n": 1, "m": m}
    assert refuted(supremum_norm, values) == set()
    assert says_no(supremum_norm, values, "not_by_d_1", at.d_1 >= at.tent(point)[1, 1])


def test_another_tent_is_found() -> None:
    values = {"n": 1, "m": 4}
    other = {"tent": tent({"m": 3})}
    assert says_no(supremum_norm, values, "is_tent", networks=other)
    assert says_no(supremum_norm, values, "worst_case", networks={"tent": tent({"m": 2})}) is False
    assert says_no(supremum_norm, values, "worst_case", networks=other)


def test_the_integral_is_that_of_the_tent() -> None:
    values = {"n": 1, "m": 4}
    assert says_no(supremum_norm, values, "is_tent", 2 * at.m * at.d_1 == 1)
    assert says_no(supremum_norm, values, "is_tent", at.tent(point)[1, 1] == formula(at, 2 * point[1, 1]))
    assert says_no(supremum_norm, values, "not_by_d_1", given=None)
