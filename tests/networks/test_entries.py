from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import Affine, variable
from exactua.networks.entries import entry

from .strategies import rationals

affines = st.builds(Affine, rationals, st.dictionaries(st.sampled_from("klm"), rationals))
values = st.fixed_dictionaries(dict.fromkeys("klm", rationals))


@given(affines, affines, rationals, values)
def test_arithmetic_is_that_of_the_values(a, b, c, at):
    assert (a + b).at(at) == a.at(at) + b.at(at)
    assert (a - b).at(at) == a.at(at) - b.at(at)
    assert (a + c).at(at) == (c + a).at(at) == a.at(at) + c
    assert (a - c).at(at) == a.at(at) - c
    assert (c - a).at(at) == c - a.at(at)
    assert (a * c).at(at) == (c * a).at(at) == a.at(at) * c
    assert (-a).at(at) == -a.at(at)


def test_the_query_bias_of_a_selective_shift():
    ell = variable("l")
    assert ell - mpq(1, 4) == Affine("-1/4", {"l": 1})
    assert (ell - mpq(1, 4)).at({"l": mpq(3, 2), "k": mpq(9)}) == mpq(5, 4)
    assert ell - ell == Affine(0, {})


@pytest.mark.parametrize(
    ("affine", "text"),
    [
        (variable("l"), "l"),
        (mpq(1, 4) - variable("l"), "-l + 1/4"),
        (variable("l") - mpq(1, 4), "l - 1/4"),
        (mpq(2, 3) * variable("l") - 5 * variable("k"), "-5*k + 2/3*l"),
        (Affine(0, {}), "0"),
        (Affine(-3, {"l": 0}), "-3"),
    ],
)
def test_it_prints_like_a_formula(affine, text):
    assert str(affine) == text


def test_a_missing_variable_is_named():
    with pytest.raises(InputError, match=r"^l - 1/4 has no value: the variable l is not given$"):
        (variable("l") - mpq(1, 4)).at({"k": mpq(1)})


@pytest.mark.parametrize("operation", [lambda a: a + 0.1, lambda a: 0.1 - a, lambda a: a * 0.1, lambda a: a - 0.1])
def test_floats_that_are_no_short_decimals_are_refused(operation):
    with pytest.raises(InputError, match=r"0\.1 is a float, and no float equals 1/10; write "):
        operation(variable("l"))


def test_entries_without_a_variable_are_plain_rationals():
    assert entry(Affine("3/4", {}), "W_O") == mpq(3, 4)
    assert type(entry(Affine("3/4", {}), "W_O")) is type(mpq())
    assert entry(variable("l"), "W_O") == variable("l")
