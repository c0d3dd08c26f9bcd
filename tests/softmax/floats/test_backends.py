"""Backends: which are there, which formats they have, what is said where one is not; PyTorch and JAX if installed."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import Network
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.floats.formats import FORMATS, FloatArray, carried

NUMBERS = np.array([0.0, 1.0, -1 / 3, 1.00390625 + 2.0**-40, 65519.0, 1e6, 1e39, np.inf, np.nan])


def of_the_grid(d: int, n: int, m: int, points: int) -> FloatArray:
    return np.random.default_rng(0).integers(0, m, (points, d, n)) / m


@pytest.mark.parametrize("name", ["numpy", "strict", "torch", "jax"])
def test_numbers_come_back_rounded_once(name: str) -> None:
    if name in ("torch", "jax"):
        pytest.importorskip(name)
    backend, _ = open_backend(name, "cpu")
    assert backend.device == "cpu"
    assert "float64" in backend.dtypes
    for dtype in backend.dtypes:
        with backend.computing():
            array = backend.array(NUMBERS, dtype)
            assert array.dtype == backend.dtype(dtype)
            np.testing.assert_array_equal(backend.numbers(array), carried(NUMBERS, FORMATS[dtype]).astype(np.float64))


@pytest.mark.parametrize("name", ["strict", "torch", "jax"])
@pytest.mark.parametrize("factor", [None, mpq(3)])
def test_libraries_agree_on_lemma_8(name: str, factor: Any) -> None:
    """Hardmax to the last bit, as every operation is rounded alone; softmax but for the last bits of exp."""
    if name != "strict":
        pytest.importorskip(name)
    network, points = contextual_map({"d": 1, "n": 3, "m": 3}), of_the_grid(1, 3, 3, 40)
    other, ours = open_backend(name, "cpu")[0], open_backend("numpy")[0]
    for dtype in set(other.dtypes) & set(ours.dtypes):
        outputs, expected = (
            FloatNetwork(network, backend, dtype, factor).run(points).output for backend in (other, ours)
        )
        if factor is None:
            np.testing.assert_array_equal(outputs, expected)
        else:
            np.testing.assert_allclose(outputs, expected, rtol={"float16": 0.1, "float32": 1e-4}.get(dtype, 1e-12))


@pytest.mark.parametrize("name", ["torch", "jax"])
def test_bfloat16_is_where_a_library_has_it(name: str) -> None:
    pytest.importorskip(name)
    network = contextual_map({"d": 1, "n": 2, "m": 2})
    run = FloatNetwork(network, open_backend(name, "cpu")[0], "bfloat16").run([((0, mpq(1, 2)),)])
    assert run.output.tolist() == [[[float(x) for x in network([[0, mpq(1, 2)]])[0]]]]


def test_formats_that_a_library_has_not() -> None:
    network = Network(1, [])
    with pytest.raises(
        InputError, match=r"dtype: strict has no bfloat16; it has float32, float64; numpy with ml_dtypes has bfloat16"
    ):
        FloatNetwork(network, open_backend("strict")[0], "bfloat16")
    with pytest.raises(InputError, match=r"dtype: strict has no float16; it has float32, float64"):
        FloatNetwork(network, open_backend("strict")[0], "float16")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("cupy",), "backend: .*cupy.* is not valid; write one of auto, numpy, torch, jax, strict"),
        (("numpy", "tpu"), "device: .*tpu.* is not valid; write one of auto, cpu, cuda"),
    ],
)
def test_wrong_names(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        open_backend(*arguments)


@pytest.mark.parametrize(("name", "called", "extra"), [
    ("torch", "PyTorch", "gpu"), ("jax", "JAX", "jax"), ("strict", "array-api-strict", "dev"),
])  # fmt: skip
def test_what_is_not_installed_is_said(name: str, called: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, {"strict": "array_api_strict"}.get(name, name), None)
    with pytest.raises(
        InputError, match=rf"^backend: {called} is not installed; run: pip install 'exactua\[{extra}\]'$"
    ):
        open_backend(name)


def test_a_device_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    backend, notice = open_backend("auto", "cuda")
    assert (backend.name, backend.device) == ("numpy", "cpu")
    assert notice == "device cuda: PyTorch is not installed; NumPy on the CPU is used"
    assert open_backend("auto") == (open_backend("numpy")[0], None)
    backend, notice = open_backend("strict", "cuda")
    assert backend.name == "numpy"
    assert notice is not None
    assert notice.endswith("sees none; NumPy on the CPU is used")


class Cuda:
    """What the choice of a backend asks PyTorch."""

    __version__ = "2"

    def __init__(self, there: bool) -> None:
        self.cuda = type("cuda", (), {"is_available": staticmethod(lambda: there)})


@pytest.mark.parametrize(
    ("there", "asked", "expected"),
    [
        (True, "auto", "torch cuda"),
        (True, "cuda", "torch cuda"),
        (True, "cpu", "numpy cpu"),
        (False, "auto", "numpy cpu"),
    ],
)
def test_auto_is_cuda_where_it_is_there(
    there: bool, asked: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "torch", Cuda(there))
    monkeypatch.setitem(sys.modules, "array_api_compat.torch", Cuda(there))
    backend, notice = open_backend("auto", asked)
    assert f"{backend.name} {backend.device}" == expected
    assert notice is None
