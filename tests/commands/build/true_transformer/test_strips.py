"""The strips of the quantiser: where they are, their measure, and the widths and tolerances that are taken from them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.commands.build.true_transformer.relus import of_relus
from exactua.commands.build.true_transformer.strips import (
    Strips,
    default_tolerance,
    power_of_two_at_least,
    power_of_two_at_most,
    root_at_most,
    width_for,
)
from exactua.errors import InputError
from exactua.papers.yun2020.quantiser import quantiser

POSITIVE = st.builds(mpq, st.integers(1, 10**6), st.integers(1, 10**6))
ETA = mpq(1, 100)


def off(strips: Strips, t: mpq) -> bool:
    """Whether t < -eta, t >= 1, or t is in [k delta, k delta + delta - eta) for a k."""
    if t < -strips.eta or t >= 1:
        return True
    return t >= 0 and (t * strips.m) % 1 < 1 - strips.eta * strips.m


@settings(max_examples=60, deadline=None)
@given(m=st.integers(2, 5), t=st.builds(mpq, st.integers(-400, 800), st.just(400)))
def test_off_the_strips_relus_quantise_as_phi_does_and_inside_them_they_do_not(m: int, t: mpq) -> None:
    values = {"d": 1, "n": 2, "m": m}
    exact, relus = quantiser(values)([[t]]), of_relus(quantiser(values), ETA)([[t]])
    strips = Strips(1, 2, m, ETA)
    if off(strips, t):
        assert relus == exact
    elif t not in (-ETA, *((mpq(k, m) - ETA) for k in range(1, m + 1))):  # at their closed ends both agree
        assert relus != exact


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 3, 4), (2, 2, 3)])
def test_the_measure_is_that_of_the_complement_of_a_product(d: int, n: int, m: int) -> None:
    """The entries off the strips make m intervals of length delta - eta, found from `off` at their ends and middles."""
    strips = Strips(d, n, m, ETA)
    ends = sorted({mpq(k, m) + shift for k in range(m + 1) for shift in (-ETA, mpq(0))} & {*_within(m)})
    on = sum((b - a for a, b in pairwise(ends) if not off(strips, (a + b) / 2)), start=mpq(0))
    assert on == strips.share == m * ETA
    assert strips.measure == 1 - (1 - on) ** (d * n)
    assert 0 < strips.measure < strips.measure_at_most == d * n * m * ETA


def _within(m: int) -> list[mpq]:
    return [end for k in range(m + 1) for end in (mpq(k, m), mpq(k, m) - ETA) if 0 <= end <= 1]


def test_ends_belong_to_strips_as_app_f_has_them() -> None:
    strips = Strips(1, 2, 2, ETA)
    inside = [-ETA, mpq(-1, 10**9), mpq(1, 2) - ETA, mpq(1, 2) - ETA / 2, 1 - ETA, 1 - mpq(1, 10**9)]
    outside = [-ETA - mpq(1, 10**9), mpq(0), mpq(1, 2), mpq(1), mpq(9), mpq(-9), mpq(1, 2) - ETA - mpq(1, 10**9)]
    assert [off(strips, t) for t in inside] == [False] * 6
    assert all(off(strips, t) for t in outside)


@settings(max_examples=40, deadline=None)
@given(x=POSITIVE)
def test_powers_of_two(x: mpq) -> None:
    below, above = power_of_two_at_most(x), power_of_two_at_least(x)
    assert below <= x < 2 * below
    assert above / 2 < x <= above
    assert (below == above) is (below == x)
    for power in (below, above):
        assert {int(power.numerator).bit_count(), int(power.denominator).bit_count()} == {1}


@settings(max_examples=40, deadline=None)
@given(x=POSITIVE, p=st.integers(1, 3))
def test_roots_are_rounded_up_by_little(x: mpq, p: int) -> None:
    root = root_at_most(x, p)
    assert root**p >= x
    assert (root * (1 - mpq(1, 10**5))) ** p < x
    assert root_at_most(mpq(0), p) == 0


@settings(max_examples=40, deadline=None)
@given(tolerance=POSITIVE, bound=POSITIVE, p=st.integers(1, 3), n=st.integers(2, 3), m=st.integers(2, 5))
def test_strips_add_no_more_than_all_other_points(tolerance: mpq, bound: mpq, p: int, n: int, m: int) -> None:
    width = width_for(1, n, m, tolerance, bound, p)
    strips = Strips(1, n, m, width)
    off, on = strips.power(tolerance, bound, p)
    assert off == n * tolerance**p
    assert 0 < on <= off
    twice = 2 * width
    assert twice * 2 * m > 1 or n * m * twice * bound**p > tolerance**p  # the widest such power of 2


@settings(max_examples=40, deadline=None)
@given(distance=POSITIVE, p=st.integers(1, 3), n=st.integers(2, 3))
def test_the_default_tolerance_is_a_hundredth(distance: mpq, p: int, n: int) -> None:
    tolerance = default_tolerance(1, n, p, distance)
    assert 2 * n * (100 * tolerance) ** p <= distance < 2 * n * (200 * tolerance) ** p
    assert default_tolerance(1, n, p, mpq(0)) == mpq(1, 1024)


def test_an_epsilon_is_kept() -> None:
    tight = default_tolerance(1, 2, 2, mpq(1, 4), mpq(5001, 10_000))
    assert tight < default_tolerance(1, 2, 2, mpq(1, 4), mpq(1)) == default_tolerance(1, 2, 2, mpq(1, 4))
    assert root_at_most(mpq(1, 4), 2) + root_at_most(4 * tight**2, 2) <= mpq(5001, 10_000)
    with pytest.raises(InputError) as caught:
        default_tolerance(1, 2, 2, mpq(1, 4), mpq(1, 2))
    assert str(caught.value) == "epsilon: 1/2 is d_2(f, g-bar) itself, and leaves nothing for T; give delta instead"


@pytest.mark.parametrize("eta", [mpq(0), mpq(-1), mpq(1, 2), mpq(2)])
def test_widths_out_of_range(eta: mpq) -> None:
    with pytest.raises(InputError) as caught:
        Strips(1, 2, 2, eta)
    assert (
        str(caught.value) == f"strips: {eta} is not valid for delta = 1/2; give a width > 0 and < delta, such as 1/1024"
    )
