"""Layer normalisation in floating point: beside the exact values, and from arrays back to the network."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, LayerNormalisation, Network
from exactua.softmax.exchange.exchanged import Tensor
from exactua.softmax.exchange.metadata import loads
from exactua.softmax.exchange.rounding import arrays_of, layout, network_of
from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.float_network import FloatNetwork

HEAD = AttentionHead([[1], [1]], [[1, 1]], [[1, 0]], [[0, 1]], [1])
NETWORK = Network(2, [LayerNormalisation([1, -2], ["1/2", 0], "1/8"), AttentionLayer([HEAD])], {"normal": 1})
POINTS = [((mpq(a), mpq(b)), (mpq(c), mpq(1))) for a in (0, 3) for b in (-1, 2) for c in (0, 5)]


def as_floats(matrix: Any) -> Any:
    return [[float(str(x).removeprefix("about ")) if isinstance(x, Real) else float(x) for x in row] for row in matrix]


EXACT = np.array([as_floats(NETWORK(point)) for point in POINTS])
BACKEND, _ = open_backend("numpy")
NEAR = 1e-9
"""Floats of 64 bits, beside values that are printed with twelve digits."""


def test_floats_are_near_the_exact_values() -> None:
    run = FloatNetwork(NETWORK, BACKEND).run(POINTS)
    assert abs(run.output - EXACT).max() < NEAR
    assert run.told == []


def test_what_has_no_value_is_nan_in_floats() -> None:
    network = Network(2, [LayerNormalisation([1, 1], [0, 0])])
    run = FloatNetwork(network, BACKEND).run([((mpq(1), mpq(2)), (mpq(1), mpq(0)))])
    assert np.isnan(run.output[0, :, 0]).all()
    assert run.output[0, :, 1].tolist() == [1, -1]


def test_from_arrays_back() -> None:
    arrays = arrays_of(NETWORK)
    assert arrays.metadata.rounded.entries == 0
    names = {f"layers.0.layer_normalisation.{name}" for name in ("gain", "bias", "epsilon")}
    assert names <= set(arrays.tensors)
    metadata = loads(arrays.metadata.dumps(), "here")
    assert network_of(metadata, layout(NETWORK).tensors, "here") == NETWORK


def test_epsilon_is_one_number() -> None:
    laid = layout(NETWORK)
    wrong = {**laid.tensors, "layers.0.layer_normalisation.epsilon": Tensor((2,), (mpq(1), mpq(1)))}
    with pytest.raises(InputError, match=r"^here: layers\.0: epsilon has 2 entries, and it is one number$"):
        network_of(arrays_of(NETWORK).metadata, wrong, "here")


def test_the_onnx_model_has_the_values() -> None:
    pytest.importorskip("onnx")
    from onnx.reference import ReferenceEvaluator

    from exactua.softmax.exchange.onnx_model import onnx_model

    points = np.array([as_floats(point) for point in POINTS])
    (output,) = ReferenceEvaluator(onnx_model(arrays_of(NETWORK))).run(None, {"Z": points})
    assert abs(output - EXACT).max() < NEAR


def test_the_module_has_the_values() -> None:
    torch = pytest.importorskip("torch")
    from exactua.softmax.exchange.torch_module import TransformerModule

    module = TransformerModule.from_network(NETWORK)
    output = module(torch.tensor([as_floats(point) for point in POINTS], dtype=torch.float64))
    assert abs(output.detach().numpy() - EXACT).max() < NEAR
    assert "layers.0.layer_normalisation.epsilon" in dict(module.named_buffers())
