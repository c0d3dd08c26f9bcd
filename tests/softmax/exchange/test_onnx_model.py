"""Networks as ONNX models, run by onnxruntime: held to the exact network as the PyTorch module is."""

import numpy as np
import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import Network, TieRule
from exactua.networks.retouching import softened
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.exchange.kinds import EXCHANGED
from exactua.softmax.exchange.metadata import KEY, loads
from exactua.softmax.exchange.onnx_model import onnx_model
from exactua.softmax.exchange.rounding import arrays_of
from tests.softmax.exchange import samples

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")


def session(network, dtype="float64", factor=None):
    model = onnx_model(arrays_of(network, dtype, factor))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def run(network, points, dtype="float64", factor=None):
    runtime = session(network, dtype, factor)
    return runtime.run(["output"], {"Z": np.array(samples.floats(points), dtype=dtype)})[0].tolist()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("tie_rule", TieRule)
def test_hardmax_is_exact_where_numbers_are_representable(tie_rule, dtype):
    network = samples.hardmax(tie_rule)
    assert samples.exact(run(network, samples.POINTS, dtype)) == tuple(network(X) for X in samples.POINTS)


def test_any_batch_and_any_number_of_columns():
    network = contextual_map({"d": 1, "n": 2, "m": 4})
    runtime = session(network)
    for X in (((mpq(0), mpq(3, 4)),), ((mpq(1, 4),),), ((mpq(1, 4), mpq(1, 2), mpq(1, 4), mpq(0)),)):
        for size in (1, 4):
            values = runtime.run(None, {"Z": np.array(samples.floats([X] * size))})[0]
            assert samples.exact(values.tolist()) == (network(X),) * size
    assert samples.exact(run(Network(2, []), samples.POINTS)) == samples.POINTS
    assert samples.exact(run(samples.fixed(), samples.POINTS)) == tuple(map(samples.fixed(), samples.POINTS))


def test_the_contextual_map_is_exact_on_its_whole_grid():
    for values in ({"d": 2, "n": 2, "m": 2}, {"d": 1, "n": 3, "m": 4}):
        network, points = contextual_map(values), samples.grid(**values)
        assert samples.exact(run(network, points)) == tuple(map(network, points))


@pytest.mark.parametrize("mask", samples.MASKS)
@pytest.mark.parametrize("tie_rule", ["average", "leftmost", "rightmost"])
def test_hardmax_attends_to_what_the_mask_leaves(mask, tie_rule):
    network = samples.masked(mask, tie_rule)
    wanted = tuple(map(network, samples.POINTS))
    assert samples.near(run(network, samples.POINTS), wanted, mpq(1, 2**45))
    soft = tuple(map(softened(network, "1/3"), samples.POINTS))
    assert samples.near(run(network, samples.POINTS, factor=mpq(1, 3)), soft, mpq(1, 2**45))
    assert (wanted == tuple(map(samples.masked(None, tie_rule), samples.POINTS))) == (mask is None)


@pytest.mark.parametrize("softmax", [False, True])
def test_keys_and_values_may_have_different_sizes(softmax):
    network = samples.two_sizes(softmax)
    values = run(network, samples.POINTS)
    assert samples.near(values, tuple(map(network, samples.POINTS)), mpq(1, 2**45))


@pytest.mark.parametrize("mask", samples.MASKS)
def test_softmax_is_near(mask):
    network = samples.softmax(mask)
    wanted = tuple(map(network, samples.POINTS))
    values = run(network, samples.POINTS)
    assert samples.near(values, wanted, mpq(1, 2**45))
    assert not samples.near(values, wanted, mpq(1, 2**80))


def test_a_factor_softens_hardmax():
    first = Network(2, samples.hardmax().items[:1])
    values = run(first, samples.POINTS, factor=mpq(1, 3))
    assert samples.near(values, tuple(map(softened(first, "1/3"), samples.POINTS)), mpq(1, 2**45))
    assert not samples.near(values, tuple(map(softened(first, "1/2"), samples.POINTS)), mpq(1, 2**10))


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_is_not_finite_is_told(bad):
    Z = np.array(samples.floats(samples.POINTS))
    Z[1, 0, 2] = bad
    for network in (samples.hardmax("leftmost"), samples.hardmax()):
        (values,) = session(network).run(None, {"Z": Z})
        assert not np.isfinite(values[1]).any()
        assert np.isfinite(values[[0, 2]]).all()


def test_an_overflow_of_scores_hides_behind_no_hardmax():
    runtime = session(contextual_map({"d": 1, "n": 2, "m": 2}), "float32")
    assert np.isnan(runtime.run(None, {"Z": np.array([[[1e30, 2e30]]], dtype="float32")})[0]).all()


def test_the_model_is_standard_and_says_what_it_is():
    arrays = arrays_of(samples.hardmax(), "float32", mpq(7))
    model = onnx_model(arrays)
    assert {(opset.domain, opset.version) for opset in model.opset_import} == {("", 18)}
    assert {node.domain for node in model.graph.node} == {""}
    names = {initializer.name for initializer in model.graph.initializer}
    assert {name for name in names if name.startswith("layers.0.")} == {
        f"layers.0.attention.{name}" for name in ("W_O", "W_V", "W_K", "W_Q", "b_Q")
    }
    (text,) = (entry.value for entry in model.metadata_props if entry.key == KEY)
    assert loads(text, "model") == arrays.metadata


def test_the_checker_says_no_to_a_broken_graph(monkeypatch):
    monkeypatch.setattr(EXCHANGED["positional encoding"], "nodes", lambda graph, at, note, state: "nothing")
    with pytest.raises(onnx.checker.ValidationError):
        onnx_model(arrays_of(samples.fixed()))


def test_too_many_layers(monkeypatch):
    monkeypatch.setattr("exactua.softmax.exchange.onnx_model.MOST_LAYERS", 8)
    with pytest.raises(InputError, match=r"^format: the network has 9 layers, but an ONNX model gets at most 8; npz, "):
        onnx_model(arrays_of(samples.hardmax()))
