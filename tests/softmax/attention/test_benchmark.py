"""What the benchmarks of attention and of exponentials draw, enclose and refuse to call within."""

from __future__ import annotations

import sys
from functools import partial

import numpy as np
import pytest
from flint import arb, ctx

from exactua.arithmetic.float_formats import BY_NAME, FLOAT16, FLOAT32
from exactua.softmax.attention.inputs import rounded
from tests.documentation import ROOT

sys.path.append(str(ROOT / "benchmarks"))  # its modules import one another by their names

import attention_error
import exp_error
from attention_inputs import ADVERSARIAL, RANDOM, adversarial_head, random_head

TABLE = exp_error.Table()


@pytest.mark.parametrize("dtype", attention_error.FORMATS)
@pytest.mark.parametrize("kind", ADVERSARIAL)
def test_adversarial_heads_are_of_their_format_and_do_not_overflow(kind: str, dtype: str) -> None:
    form = BY_NAME[dtype]
    for seed in range(8):
        q, k, v = adversarial_head(kind, seed, dtype)
        assert all(np.array_equal(rounded(x, form), x) for x in (q, k, v))
        assert (abs(q) @ abs(k).T).max() < float(form.largest)
        again = adversarial_head(kind, seed, dtype)
        assert all(np.array_equal(x, y) for x, y in zip((q, k, v), again, strict=True))
    assert not np.array_equal(adversarial_head(kind, 0, dtype)[2], v)


def test_there_are_as_many_as_is_said() -> None:
    assert len(ADVERSARIAL) * attention_error.ADVERSARIAL_HEADS >= 1000
    entries = random_head("normal", 0, "float32")[2].size  # as many queries as keys
    assert len(RANDOM) * attention_error.RANDOM_HEADS["float32"] * entries >= 10**6


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numpy_is_within_its_bounds_and_what_is_not_is_beyond_them(dtype: str) -> None:
    heads = [(kind, adversarial_head(kind, seed, dtype)) for kind in ADVERSARIAL for seed in range(3)]
    right = partial(attention_error.by_numpy, dtype=dtype)
    runs = [attention_error.Run("right", dtype, right), attention_error.Run("wrong", dtype, lambda *x: 3 * right(*x))]
    runs.append(attention_error.Run("lost", dtype, lambda *x: right(*x) * np.nan))
    measured, wrong, lost = attention_error.compared(runs, heads)
    assert (measured.beyond, measured.undecided, measured.not_finite, measured.first) == (0, 0, 0, [])
    assert 0 < measured.part <= 1
    assert wrong.beyond > measured.entries // 2
    assert wrong.part > 1
    assert len(wrong.first) > 20
    assert lost.not_finite == lost.entries == measured.entries


def test_fast_exponentials_are_within_what_is_said_of_them() -> None:
    drawn = np.random.default_rng(0)
    x = np.concatenate([drawn.uniform(-104, 89, 2000), drawn.normal(0, 1e-6, 200), [0.0, -104.0, 89.0]])
    x = x.astype(np.float32).astype(np.float64).clip(-104, 89)
    ctx.prec = 120
    for argument, near in zip(x.tolist(), TABLE.exp(x).tolist(), strict=True):
        exact = arb(argument).exp()
        assert abs(arb(near) - exact) < exact * arb(2) ** -50


@pytest.mark.parametrize("off", [0, 1, 2, 5, -4])
def test_an_exponential_that_is_off_is_seen(off: int) -> None:
    """It is off at a number of which no other is nearly as wrong; ulps are those of the exact value."""
    x = np.linspace(-20, 5, 1000).astype(np.float32).astype(np.float64)
    y = np.exp(x).astype(np.float32)
    y[321] += off * np.spacing(y[321])
    worst = {kind: exp_error.Worst(FLOAT32) for kind in exp_error.KINDS}
    assert exp_error.measure(x, y.astype(np.float64), FLOAT32, TABLE, worst) == 1000
    measured = worst["x <= 0"]
    assert abs(off) - 0.501 < measured.ulps < abs(off) + 0.501
    assert off == 0 or measured.at == x[321]
    assert 0.4 < worst["x > 0"].ulps < 0.501
    assert worst["subnormal"].at is None


def test_all_numbers_of_float16_and_some_of_float32() -> None:
    (halves,) = exp_error.numbers("float16", 0)
    assert len(halves) == 2**16 - 2**11
    several = np.concatenate(list(exp_error.numbers("float32", 1000)))
    assert len(several) == 1000
    assert np.array_equal(several, several.astype(np.float32))
    worst = {kind: exp_error.Worst(FLOAT16) for kind in exp_error.KINDS}
    with np.errstate(over="ignore"):
        y = np.exp(halves.astype(np.float16)).astype(np.float64)
    count = exp_error.measure(halves, y, FLOAT16, TABLE, worst)
    assert 50_000 < count < len(halves)
    assert all(0.49 < each.ulps < 1 for each in worst.values())
