"""Proven bounds: no run of an algorithm, bit by bit, errs by more, and a fifth of a bound would be too little."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import (
    BFLOAT16,
    FLOAT8_E4M3FN,
    FLOAT8_E5M2,
    FLOAT16,
    FLOAT32,
    FloatFormat,
)
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import exp as real_exp
from exactua.errors import InputError
from exactua.softmax.attention.algorithms import ORDERS, PRESETS, SCALINGS, SOFTMAXES, Algorithm, read_algorithm
from exactua.softmax.attention.bounding import bounds
from exactua.softmax.attention.enclosing import Head, Scale, enclosed
from exactua.softmax.attention.erring import ulp
from tests.softmax.attention.heads import KINDS, drawn_head
from tests.softmax.attention.simulating import nearest_exp, simulated

BITS = 120


def drawn_algorithm(drawn: random.Random) -> Algorithm:
    form = drawn.choice([FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT16, BFLOAT16, FLOAT32])
    longer = [each for each in (FLOAT8_E5M2, FLOAT16, BFLOAT16, FLOAT32) if each.precision >= form.precision]
    shorter = [FLOAT16, BFLOAT16]
    softmax = drawn.choice(SOFTMAXES)
    names = ("fused", "round_scores", "round_weights", "divide_first", "flush", "flush_inputs", "reciprocal")
    flags = {name: drawn.random() < 0.5 for name in names}
    flags["divide_first"] &= softmax != "online"
    flags["reciprocal"] &= softmax != "naive"
    return Algorithm(
        "drawn",
        form,
        drawn.choice(longer if drawn.random() < 0.8 else shorter),
        drawn.choice(ORDERS),
        softmax,
        drawn.randint(1, 3),
        exp_ulps=mpq(2),
        scaling=drawn.choice(SCALINGS),
        **flags,
    )  # type: ignore[arg-type]


class Careless:
    """An exponential that is off by up to two units in the last place of what is exact, either way, but at 0."""

    def __init__(self, drawn: random.Random) -> None:
        self.drawn = drawn

    def __call__(self, x: Rational, form: FloatFormat) -> Rational:
        y = nearest_exp(x, form)
        if x == 0:
            return y
        exact = real_exp(x)
        unit = ulp(y, form) if y else dyadic_power(form.finest)
        if y and exact < y:
            unit = ulp(y - unit / 4, form)  # half of it, below a power of two
        candidates = [max(y + k * unit, mpq(0)) for k in (-2, -1, 0, 1, 2)]
        return self.drawn.choice([z for z in candidates if form.rounded(z) == z and abs(z - exact) <= 2 * unit])


def parts(drawn: random.Random, algorithm: Algorithm, head: Head) -> Iterator[Rational]:
    """What part of its bound each error of a run is, at least."""
    output = simulated(head, algorithm, drawn.choice([nearest_exp, Careless(drawn)]))
    exact = enclosed(head, BITS)
    bound, unit = bounds(head, exact, algorithm), dyadic_power(exact.exponent)
    for i, row in enumerate(output):
        assert exact.defined[i] == (row is not None)
        for j, number in enumerate(row or []):
            error = abs(number - mpq(exact.centres[i, j]) * unit) - mpq(exact.radii[i, j]) * unit
            yield error / bound.at(i, j)


@pytest.mark.parametrize("kind", KINDS)
def test_no_run_errs_by_more_than_its_bound_and_some_by_a_good_part_of_it(kind: str) -> None:
    drawn, measured = random.Random(f"bounds {kind}"), list[Rational]()
    for _ in range(200):
        algorithm = drawn_algorithm(drawn)
        head = drawn_head(drawn, algorithm.format, kind)
        try:
            measured += parts(drawn, algorithm, head)
        except (InputError, ZeroDivisionError):  # it overflows, or has no bound, or all weights are 0
            continue
    assert len(measured) > 100
    assert mpq(1, 5) < max(measured) <= 1


@pytest.mark.verifiers
def test_no_run_of_thousands_errs_by_more_than_its_bound() -> None:
    drawn, count = random.Random("many"), 0
    for k in range(3000):
        algorithm = drawn_algorithm(drawn)
        try:
            measured = list(parts(drawn, algorithm, drawn_head(drawn, algorithm.format, KINDS[k % len(KINDS)])))
        except (InputError, ZeroDivisionError):
            continue
        count += len(measured)
        assert not measured or max(measured) <= 1
    assert count > 5000


NARROW: list[tuple[str, Head]] = [
    (  # a product that is not rounded before it is added is rounded as the first summand
        "float32 fused=yes",
        Head(np.array([[44.61817932128906]]), np.array([[115.0860595703125], [115.08502960205078]]), np.array([[1.0], [-1.0]]), Scale(mpq(1))),
    ),
    (
        "float32 accumulate=bfloat16 fused=yes order=pairwise",
        Head(np.array([[16 + 2.0**-18]]), np.array([[-15.96875], [-16.0]]), np.array([[-21.25], [16.0]]), Scale(mpq(2))),
    ),
    (  # a scale that is a float, and 0 where subnormal numbers are flushed
        "float32 flush=yes",
        Head(np.array([[2.0**63]]), np.array([[2.0**63], [-(2.0**63)]]), np.array([[1.0], [-1.0]]), Scale(mpq(1, 2**127))),
    ),
    (  # a scale so small that rounding it is an error of a third
        "float16 accumulate=float16 round_scores=no exp_ulps=1/2 fused=yes divide_first=no round_weights=no",
        Head(np.array([[250.0]]), np.array([[250.0], [-250.0]]), np.array([[1.0], [-1.0]]), Scale(mpq(149, 100 * 2**24))),
    ),
    (  # the root of the scale, and the products with it, rounded to 8 bits
        "bfloat16 scaling=operands accumulate=bfloat16 exp_ulps=1/2",
        Head(np.array([[29.0]]), np.array([[29.0], [28.875]]), np.array([[1.0], [-1.0]]), Scale(mpq(1), 7)),
    ),
    (  # numbers of Q and K that are taken for 0, with large partners
        "float32 flush_inputs=yes",
        Head(np.array([[2.0**-127]]), np.array([[2.0**126], [-(2.0**126)]]), np.array([[1.0], [-1.0]]), Scale(mpq(1))),
    ),
    (  # those of V
        "float32 flush_inputs=yes",
        Head(np.array([[0.0]]), np.array([[0.0]]), np.array([[2.0**-127]]), Scale(mpq(1))),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("words", "head"), NARROW)
def test_no_run_with_one_product_or_a_tiny_scale_errs_by_more_than_its_bound(words: str, head: Head) -> None:
    algorithm, exact = read_algorithm(words), enclosed(head, BITS)
    bound, unit = bounds(head, exact, algorithm).at(0, 0), dyadic_power(exact.exponent)
    (row,) = simulated(head, algorithm)
    assert row is not None
    error = abs(row[0] - mpq(exact.centres[0, 0]) * unit)
    assert mpq(1, 10) * bound < error <= bound


def test_a_bias_that_is_taken_for_0_is_an_error() -> None:
    bias = np.array([[2.0**-15, 0.0]])
    head = Head(np.zeros((1, 1)), np.zeros((2, 1)), np.array([[1.0], [-1.0]]), Scale(mpq(1)), None, bias)
    exact = enclosed(head, BITS)
    kept, taken = (bounds(head, exact, read_algorithm(f"float16 accumulate=float16 flush_inputs={each}")).at(0, 0)
                   for each in ("no", "yes"))  # fmt: skip
    assert taken - kept >= dyadic_power(-16)


@pytest.mark.parametrize("name", PRESETS)
def test_a_shorter_order_and_exact_products_have_smaller_bounds(name: str) -> None:
    drawn = np.random.default_rng(1)
    head = Head(*(np.float16(drawn.standard_normal((24, 8))).astype(float) for _ in range(3)), Scale(mpq(1), 8))
    exact, algorithm = enclosed(head, BITS), PRESETS[name]

    def greatest(**changes: object) -> Rational:
        return bounds(head, exact, replace(algorithm, **changes)).greatest  # type: ignore[arg-type]

    assert greatest(order="pairwise") < greatest(order="any")
    assert greatest(fused=True) <= greatest(fused=False)
    assert greatest(exp_ulps=mpq(0)) < greatest()
    assert greatest(round_scores=False) <= greatest(round_scores=True)
    assert greatest(round_weights=False) <= greatest(round_weights=True)
    assert greatest() <= greatest(flush=True)


def test_what_can_not_be_better_than_any_output_is_said_so() -> None:
    """Scores that are off by hundreds leave no more than: an average of V is no farther from another than this."""
    head = Head(np.array([[300.0]]), np.array([[300.0], [299.0]]), np.array([[1.0], [-3.0]]), Scale(mpq(1)))
    algorithm = read_algorithm("bfloat16 accumulate=bfloat16")
    bound = bounds(head, enclosed(head, BITS), algorithm).at(0, 0)
    assert 2 < bound < 20


def test_weights_that_may_vanish_without_a_shift() -> None:
    head = Head(np.array([[-40.0]]), np.array([[40.0], [39.0]]), np.array([[1.0], [-3.0]]), Scale(mpq(1)))
    with pytest.raises(InputError, match="algorithm: all weights of a query may vanish with softmax=naive"):
        bounds(head, enclosed(head, BITS), read_algorithm("float32 softmax=naive"))
    assert bounds(head, enclosed(head, BITS), read_algorithm("float32")).at(0, 0) < mpq(1, 1000)


def test_too_many_keys_for_a_format() -> None:
    head = Head(np.ones((1, 1)), np.ones((40, 1)), np.ones((40, 1)), Scale(mpq(1)))
    with pytest.raises(InputError, match="algorithm: 40 keys are too many for sums in float8_e5m2: there is no bound"):
        bounds(head, enclosed(head, BITS), read_algorithm("float32 accumulate=float8_e5m2"))


def test_exponentials_that_are_too_far_off() -> None:
    head = Head(np.ones((1, 1)), np.ones((2, 1)), np.ones((2, 1)), Scale(mpq(1)))
    with pytest.raises(
        InputError, match="algorithm: exp_ulps: there is no bound for exponentials 1000 ulps of float16 off"
    ):
        bounds(head, enclosed(head, BITS), read_algorithm("float16 accumulate=float16 exp_ulps=1000"))
