"""Training itself: deterministic, told where it leaves the floats, and its scores near the exact ones."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import FLOAT32
from exactua.commands.train.labelled_tokens import generated
from exactua.commands.train.settings import Diverged, Settings, Trained, learning_rate
from exactua.commands.train.torch_training import require_torch, train
from exactua.commands.train.work import rounded_entries, run
from exactua.errors import InputError
from tests.commands.train.small import tiny

SMALL = Settings(epochs=2, hidden=8, batch=8)


def small_set():
    return generated(sequences=12, n=3, d=4)


def test_missing_pytorch_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        InputError, match=re.escape("train: PyTorch is not installed; run: pip install 'exactua[train]'") + "$"
    ):
        require_torch()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_same_seed_gives_the_same_weights_and_another_others(dtype):
    pytest.importorskip("torch")
    settings = replace(SMALL, dtype=dtype)
    trained, again, other = (train(small_set(), 2, each) for each in (settings, settings, replace(settings, seed=2)))
    assert isinstance(trained, Trained)
    assert isinstance(again, Trained)
    assert isinstance(other, Trained)
    assert replace(trained, seconds=0) == replace(again, seconds=0)
    assert trained.weights != other.weights
    assert len(trained.correct) == len(trained.losses) == 2
    entries = [mpq(x) for block in trained.weights.blocks for row in block.W_1 for x in row]
    assert all(FLOAT32.rounded(x) == x for x in entries) is (dtype == "float32")


def test_it_learns():
    pytest.importorskip("torch")
    trained = train(tiny(), 2, replace(SMALL, epochs=120, batch=2, hidden=16), width=4)
    assert isinstance(trained, Trained)
    assert trained.perfect_from is not None
    assert trained.correct[-1] == 6
    assert trained.losses[-1] < trained.losses[0]


def test_exact_and_float_scores_are_near_and_every_token_is_checked():
    pytest.importorskip("torch")
    shallow, deeper = run(small_set(), [1, 3], SMALL)
    for trial in (shallow, deeper):
        assert not isinstance(trial, Diverged)
        assert len(trial.check.tokens) == 36
        assert trial.check.error < mpq(1, 10**4)
        assert trial.check.correct == trial.trained.correct[-1]
        assert trial.check.agreeing == 36
        assert trial.network.quantity("attention layers") == trial.trained.layers
        assert [separation.stage for separation in trial.separated] == ["attention", "ids"]


def test_a_run_that_leaves_the_floats_is_ended():
    pytest.importorskip("torch")
    diverged = train(small_set(), 1, replace(SMALL, epochs=50, learning_rate=Fraction(10**30)))
    assert isinstance(diverged, Diverged)
    assert diverged.epoch <= 3
    assert re.fullmatch(r"the loss is (nan|inf)|a score is not finite|a weight is not finite", diverged.what)
    (again,) = run(small_set(), [1], replace(SMALL, learning_rate=Fraction(10**30)))
    assert isinstance(again, Diverged)


def test_entries_that_the_format_has_not_are_counted():
    assert rounded_entries(small_set(), "float32") == 0
    thirds = tiny()
    shifted = replace(thirds, data=thirds.data.shifted(((mpq(0), mpq(1, 3), mpq(1, 2)),)))
    assert rounded_entries(shifted, "float32") == rounded_entries(shifted, "float64") == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"epochs": 0}, "epochs: 0 is not valid; give an integer from 1 to 100,000"),
        ({"batch": 0}, "batch: 0 is not valid; give an integer from 1 to 100,000"),
        ({"hidden": 5000}, "hidden: 5000 is not valid; give an integer from 1 to 4,096"),
        ({"seed": -1}, "seed: -1 is not valid; give an integer from 0 to 2^63 - 1"),
        ({"learning_rate": Fraction(0)}, "learning-rate: 0 is not valid; give a number > 0, such as 1/100"),
        ({"device": "tpu"}, "device: 'tpu' is not valid; choose one of auto, cpu, cuda"),
        ({"dtype": "float16"}, "dtype: 'float16' is not valid; choose one of float32, float64"),
    ],
)
def test_bad_settings_are_told(options, message):
    with pytest.raises(InputError, match=re.escape(message) + "$"):
        Settings(**options)


@pytest.mark.parametrize(
    ("text", "value"), [("1/100", Fraction(1, 100)), ("0.01", Fraction(1, 100)), ("1e-2", Fraction(1, 100))]
)
def test_learning_rates_are_read(text, value):
    assert learning_rate(text) == value


@pytest.mark.parametrize("text", ["0", "-1", "1/0", "fast", "nan", "inf", "1e39", "9" * 50])
def test_what_is_no_learning_rate_is_told(text):
    with pytest.raises(InputError, match=r"^learning-rate: .* is not valid; give a number > 0"):
        learning_rate(text)


def test_a_width_that_is_too_small_and_a_device_that_is_missing_are_told():
    torch = pytest.importorskip("torch")
    with pytest.raises(
        InputError, match=r"^width: 1 is too small for tokens of 1 entry and 2 classes; give at least 2$"
    ):
        train(tiny(), 1, SMALL, width=1)
    if not torch.cuda.is_available():
        with pytest.raises(InputError, match=r"^device: cuda is not available, because PyTorch sees no CUDA device"):
            train(tiny(), 1, replace(SMALL, device="cuda"))
