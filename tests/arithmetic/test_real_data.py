"""Reals as JSON data: what is written is read again as the same number, and nothing else is read."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from gmpy2 import mpq
from hypothesis import given

from exactua.arithmetic.reals import PI, Value, decode_real, encode_real, exp, log, sqrt
from exactua.errors import InputError
from tests.arithmetic.test_reals import reals


@given(reals)
def test_what_is_written_is_read_again(x: Value) -> None:
    data = json.loads(json.dumps(encode_real(x)))
    assert decode_real(data, "weight") == x
    assert encode_real(decode_real(data, "weight")) == data


def test_quotients_and_powers_are_written_with_exponents() -> None:
    x = exp(mpq(1, 2)) / (PI + 1) ** 2
    assert encode_real(x) == ["*", ["^", ["+", 1, ["pi"]], -2], ["exp", "1/2"]]
    assert decode_real(encode_real(x), "weight") == x


def test_the_data_do_not_hang_on_what_was_made_before() -> None:
    x = log(7) * PI + exp(mpq(3, 2)) * 2 - sqrt(5)
    program = (
        "from gmpy2 import mpq\nfrom exactua.arithmetic.reals import *\n"
        "x = -sqrt(5) + 2 * exp(mpq(3, 2)) + PI * log(7)\nprint(encode_real(x))"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == str(encode_real(x))


@pytest.mark.parametrize(
    "data",
    [["exp"], ["exp", 1, 2], ["sin", 1], [], ["+", 1], ["log", 0], ["log", -1], ["sqrt", "-1/2"], ["^", 2, "1/2"],
     ["^", ["pi"], 10**6], ["^", ["^", ["^", 2, 1000], 1000], 1000], ["^", 0, -1], ["pi", 1], ["param", "n"], 0.5, ["exp", 0.5], ["exp", True], [["pi"]],
     ["exp", {"constant": 1}]],
)  # fmt: skip
def test_anything_else_is_refused(data: object) -> None:
    with pytest.raises(InputError, match="weight: "):
        decode_real(data, "weight")


def test_deep_nesting_is_refused() -> None:
    data: object = 1
    for _ in range(200):
        data = ["exp", data]
    with pytest.raises(InputError, match="too deep"):
        decode_real(data, "weight")
