"""Numbers of a format: which are, and what others become, as the format itself rounds them."""

from __future__ import annotations

import random

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import BY_NAME, FLOAT8_E4M3FN, FLOAT16
from exactua.errors import InputError
from exactua.softmax.attention.inputs import Inputs, rounded


@pytest.mark.parametrize("name", BY_NAME)
def test_arrays_are_rounded_as_numbers_are(name: str) -> None:
    form, drawn = BY_NAME[name], random.Random(name)
    exponents = range(max(form.finest - 3, -1074), min(form.greatest + 3, 1023))
    numbers = [0.0, -0.0, float(form.largest), -float(form.largest)]
    for _ in range(2000):
        whole = drawn.choice([drawn.getrandbits(form.precision + 1) | 1, drawn.getrandbits(53)])
        numbers.append(drawn.choice([-1, 1]) * float(np.ldexp(whole, drawn.choice(exponents) - whole.bit_length())))
    array = np.array([numbers])
    for x, nearest in zip(numbers, rounded(array, form)[0].tolist(), strict=True):
        exact = form.rounded(mpq(x))
        expected = np.copysign(float(exact), x) if isinstance(exact, str) else float(exact)
        assert np.array_equal(nearest, expected, equal_nan=True), x


def test_what_is_of_the_format_stays_what_it_is() -> None:
    array = np.array([[1.0, -np.inf, 448.0, 2.0**-9]])
    inputs = Inputs(FLOAT8_E4M3FN)
    assert inputs(array, "bias") is array
    assert (inputs.numbers, inputs.changed) == (4, 0)
    other = Inputs(FLOAT8_E4M3FN, rounds=True)(np.array([[-np.inf, 1.01]]), "bias")
    assert other.tolist() == [[-np.inf, 1.0]]
    with pytest.raises(
        InputError, match=r"^v: entry \[0, 0\] is 500\.0, beyond the greatest number of float8_e4m3fn, 448\.0;"
    ):
        inputs(np.array([[500.0]]), "v")


def test_what_is_not_is_named_with_its_place_and_the_nearest() -> None:
    array = np.array([[1.0, 0.1], [0.2, 3.0]])
    with pytest.raises(InputError) as raised:
        Inputs(FLOAT16)(array, "k")
    assert str(raised.value) == (
        "k: entry [0, 1] is 0.1, the first of 2, which is not a number of float16 (the nearest is 0.0999755859375); "
        "give tensors of float16, or --round-inputs, or say inputs=NAME in algorithm"
    )
    inputs = Inputs(FLOAT16, rounds=True)
    assert inputs(array, "k").tolist() == np.float16(array).tolist()
    assert (inputs.numbers, inputs.changed) == (4, 2)
    with pytest.raises(
        InputError, match=r"^k: entry \[1, 0\] is 65520\.0, beyond the greatest number of float16, 65504\.0;"
    ):
        inputs(np.array([[1.0], [65520.0]]), "k")
    assert inputs(np.array([[65519.0]]), "k").tolist() == [[65504.0]]
