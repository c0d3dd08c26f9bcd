"""Feed-forward layers that map ids to labels: exactly, with the numbers of units that are said."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.reals import PI, PrecisionReached, exp, precision, sqrt
from exactua.papers.kajitsuka2024.label_maps import Id, bounds_of, plateaus, projected, ramps, simplest, told_apart

ROOT, E = sqrt(2), exp(mpq(1))
IDS: dict[Id, tuple[int, ...]] = {
    (PI, ROOT): (2, 3),
    (E, PI): (2, 3),
    (ROOT, E): (1, 1),
    (mpq(7, 2), -PI): (4, 1),
    (ROOT - 100, mpq(0)): (1, 2),
}
"""Ids in R^2 with labels."""


@pytest.mark.parametrize("make", [plateaus, ramps])
@pytest.mark.parametrize("w", [(1, 0), (1, 1), (-2, 1), (0, 3)])
def test_every_id_is_mapped_to_its_label(make, w) -> None:
    layer = make(w, IDS)
    for h, label in IDS.items():
        assert layer(tuple((entry,) for entry in h)) == tuple((mpq(number),) for number in label)


def test_plateaus_take_two_units_for_a_change_and_are_constant_around() -> None:
    layer = plateaus((1, 0), IDS)
    # along the first entry: -98.6 (1, 2), 1.41 (1, 1), 2.72 (2, 3), 3.14 (2, 3), 3.5 (4, 1)
    assert layer.hidden_size == 2 * 2 + 2 * 3
    assert layer([[mpq(30, 11)], [5]]) == ((2,), (3,))
    assert layer([[-1000], [PI]]) == ((1,), (2,))
    assert layer([[1000], [-PI]]) == ((4,), (1,))


def test_ramps_take_one_unit_for_an_id_and_a_row() -> None:
    layer = ramps((1, 1), IDS)
    assert layer.hidden_size == 5 * 2
    assert layer.b_2 == (0, 0)
    assert all(row == (1, 1) for row in layer.W_1)
    assert all(mpq(weight).denominator == 1 for row in layer.W_2 for weight in row)
    assert all(layer.W_2[0][j] == 0 for j in range(5, 10))
    assert all(layer.W_2[1][j] == 0 for j in range(5))


def test_ramps_where_an_id_is_its_label() -> None:
    labels = {(mpq(2),): (2,), (mpq(3),): (3,), (PI,): (3,)}
    layer = ramps((1,), labels)
    for h, label in labels.items():
        assert layer([[h[0]]]) == ((label[0],),)


def test_ids_too_near_for_the_cap() -> None:
    near = PI + mpq(1, 2**200)
    with precision(64), pytest.raises(PrecisionReached):
        told_apart([PI, near])
    bounds, bits = told_apart([near, PI])
    assert bits == 256
    assert bounds[1][1] < bounds[0][0]


def test_bounds_contain_the_number_and_are_near() -> None:
    low, high = bounds_of(ROOT, 300)
    assert low**2 < 2 < high**2
    assert high - low < mpq(1, 2**290)
    assert bounds_of(mpq(1, 3), 64) == (mpq(1, 3), mpq(1, 3))
    # more bits than asked for, where the divisor is not told from 0
    assert bounds_of(1 / (exp(mpq(1, 2**100)) - 1), 64)[0] > 2**99


def test_projection() -> None:
    assert projected((2, mpq(1, 2)), (PI, mpq(3))) == PI * 2 + mpq(3, 2)


@given(st.fractions(-5, 5, max_denominator=50), st.fractions(-5, 5, max_denominator=50))
def test_simplest_has_the_least_denominator(a: Fraction, b: Fraction) -> None:
    low, high = sorted((a, b))
    if low == high:
        return
    fraction = simplest(mpq(low), mpq(high))
    assert low <= fraction <= high
    for q in range(1, int(fraction.denominator)):
        assert -(-low * q // 1) > high * q // 1  # no multiple of 1/q lies between
