"""Networks as PyTorch modules: equal to the exact network where numbers are representable, near it with softmax."""

import re

import pytest
from gmpy2 import mpq

from exactua.commands.export.networks import Asked, import_tensors
from exactua.errors import InputError
from exactua.networks import Network, TieRule
from exactua.networks.retouching import softened
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.exchange.files import safetensors_bytes
from exactua.softmax.exchange.rounding import arrays_of, layout
from tests.softmax.exchange import samples

torch = pytest.importorskip("torch")
torch_module = pytest.importorskip("exactua.softmax.exchange.torch_module")
Module = torch_module.TransformerModule


def batch(points, dtype="float64"):
    return torch.tensor(samples.floats(points), dtype=getattr(torch, dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("tie_rule", TieRule)
def test_hardmax_is_exact_where_numbers_are_representable(tie_rule, dtype):
    network = samples.hardmax(tie_rule)
    module = Module.from_network(network, dtype)
    wanted = tuple(network(X) for X in samples.POINTS)
    assert len(set(wanted)) == 3
    assert samples.exact(module(batch(samples.POINTS, dtype)).tolist()) == wanted
    for name in network.stages:
        assert samples.exact(module.stage(batch(samples.POINTS, dtype), name).tolist()) == tuple(
            network.stage(X, name) for X in samples.POINTS
        )


def test_the_contextual_map_is_exact_on_its_whole_grid():
    for values in ({"d": 2, "n": 2, "m": 2}, {"d": 1, "n": 3, "m": 4}):
        network, points = contextual_map(values), samples.grid(**values)
        assert samples.exact(Module.from_network(network)(batch(points)).tolist()) == tuple(map(network, points))


def test_tie_rules_differ_at_these_points():
    images = {rule: tuple(samples.hardmax(rule)(X) for X in samples.POINTS) for rule in TieRule}
    assert len(set(images.values())) == 3


def test_any_number_of_columns_and_an_empty_network():
    network = contextual_map({"d": 1, "n": 2, "m": 4})
    module = Module.from_network(network)
    for X in (((mpq(0), mpq(3, 4)),), ((mpq(1, 4),),), ((mpq(1, 4), mpq(1, 2), mpq(1, 4), mpq(0)),)):
        assert samples.exact(module(batch([X])).tolist()) == (network(X),)
    assert samples.exact(Module.from_network(Network(2, []))(batch(samples.POINTS)).tolist()) == samples.POINTS
    fixed = samples.fixed()
    assert samples.exact(Module.from_network(fixed)(batch(samples.POINTS)).tolist()) == tuple(
        map(fixed, samples.POINTS)
    )


@pytest.mark.parametrize("mask", samples.MASKS)
@pytest.mark.parametrize("tie_rule", ["average", "leftmost", "rightmost"])
def test_hardmax_attends_to_what_the_mask_leaves(mask, tie_rule):
    network = samples.masked(mask, tie_rule)
    values = Module.from_network(network)(batch(samples.POINTS)).tolist()
    assert samples.near(values, tuple(map(network, samples.POINTS)), mpq(1, 2**45))
    soft = tuple(map(softened(network, "1/3"), samples.POINTS))
    values = Module.from_network(network, factor=mpq(1, 3))(batch(samples.POINTS)).tolist()
    assert samples.near(values, soft, mpq(1, 2**45))


@pytest.mark.parametrize("softmax", [False, True])
def test_keys_and_values_may_have_different_sizes(softmax):
    network = samples.two_sizes(softmax)
    module = Module.from_network(network)
    values = module(batch(samples.POINTS)).tolist()
    assert samples.near(values, tuple(map(network, samples.POINTS)), mpq(1, 2**45))
    assert module.arrays().metadata.layers[0].sizes == ((2, 3),) * 3


@pytest.mark.parametrize("mask", samples.MASKS)
def test_softmax_is_near(mask):
    network = samples.softmax(mask)
    values = Module.from_network(network)(batch(samples.POINTS)).tolist()
    wanted = tuple(map(network, samples.POINTS))
    assert samples.near(values, wanted, mpq(1, 2**45))
    assert not samples.near(values, wanted, mpq(1, 2**80))


def test_a_factor_softens_hardmax():
    network = samples.hardmax()
    first = Network(2, network.items[:1])
    module = Module.from_network(first, factor=mpq(1, 3))
    assert module.factor == 1 / 3
    values = module(batch(samples.POINTS)).tolist()
    assert samples.near(values, tuple(map(softened(first, "1/3"), samples.POINTS)), mpq(1, 2**45))
    assert not samples.near(values, tuple(map(softened(first, "1/2"), samples.POINTS)), mpq(1, 2**10))
    assert Module.from_checkpoint(module.checkpoint()).metadata.factor == mpq(1, 3)
    module.factor = 0.5
    assert module.arrays().metadata.factor == mpq(1, 2)
    module.factor = None
    assert Module.from_checkpoint(module.checkpoint()).factor is None
    assert samples.exact(module(batch(samples.POINTS)).tolist()) == tuple(map(first, samples.POINTS))


def test_the_state_dict_has_the_names_of_the_scheme(tmp_path):
    network = samples.hardmax()
    module = Module.from_network(network)
    assert set(module.state_dict()) == set(layout(network).tensors)
    assert "layers.6.feed_forward.slopes" in dict(module.named_buffers())
    assert "layers.0.attention.W_O" in dict(module.named_parameters())


def test_files_and_checkpoints_make_the_same_module(tmp_path):
    pytest.importorskip("safetensors")
    network, file = samples.hardmax("rightmost"), tmp_path / "net.safetensors"
    file.write_bytes(safetensors_bytes(arrays_of(network, "float32", mpq(2))))
    modules = [Module.from_file(file), Module.from_network(network, "float32", 2)]
    (tmp_path / "net.pt").write_bytes(modules[0].saved())
    modules.append(Module.from_checkpoint(torch.load(tmp_path / "net.pt", weights_only=True)))
    values = [module(batch(samples.POINTS, "float32")).tolist() for module in modules]
    assert values[0] == values[1] == values[2]
    assert modules[2].metadata == modules[0].metadata
    with pytest.raises(InputError, match=r'^checkpoint: it has no "exactua" and "state_dict"'):
        Module.from_checkpoint({"state_dict": {}})


def test_weights_are_trained_and_activations_are_not():
    module = Module.from_network(samples.hardmax(), factor=1)
    module(batch(samples.POINTS)).sum().backward()
    assert module.layers[0].attention.W_K.grad.abs().sum() > 0
    assert not module.layers[6].feed_forward.slopes.requires_grad


def test_a_trained_module_comes_back_as_an_exact_network(tmp_path):
    pytest.importorskip("safetensors")
    network, file = samples.softmax(), tmp_path / "trained.safetensors"
    module = Module.from_network(network)
    (module(batch(samples.POINTS)) ** 2).mean().backward()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter -= parameter.grad / 100
        assert module.layers[0].attention.b_Q[0, 1] == 0  # the first head is padded, and its zeros may move
        module.layers[0].attention.W_K[0, 1, 0] = 0.5
        module.layers[0].attention.b_Q[0, 1] = 0.25
    file.write_bytes(safetensors_bytes(module.arrays()))
    trained = import_tensors(file, Asked()).network
    values = module(batch(samples.POINTS)).tolist()
    assert samples.near(values, tuple(map(trained, samples.POINTS)), mpq(1, 2**44))
    assert not samples.near(values, tuple(map(network, samples.POINTS)), mpq(1, 2**10))
    with pytest.raises(InputError, match=r"^module: its numbers are bfloat16; they must all be float32 or float64$"):
        module.bfloat16().arrays()


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_is_not_finite_is_told(bad):
    module = Module.from_network(samples.hardmax("leftmost"))
    Z = batch(samples.POINTS)
    Z[1, 0, 2] = bad
    values = module(Z)
    assert not values[1].isfinite().any()
    assert values[0].isfinite().all()
    assert values[2].isfinite().all()


def test_an_overflow_of_scores_hides_behind_no_hardmax():
    module = Module.from_network(contextual_map({"d": 1, "n": 2, "m": 2}), "float32")
    assert module(torch.tensor([[[1e30, 2e30]]])).isnan().all()  # scores of 10^60: two of them, as if they were equal
    assert module(torch.tensor([[[1.0, 2.0]]])).isfinite().all()


def test_without_pytorch(monkeypatch):
    import importlib
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, torch_module.__name__)
    with pytest.raises(InputError, match=r"^torch: PyTorch is not installed; run: pip install 'exactua\[gpu\]'$"):
        importlib.import_module(torch_module.__name__)


def test_shapes_dtypes_and_stages_are_checked():
    module, fixed = Module.from_network(samples.hardmax()), Module.from_network(samples.fixed())
    mask = Module.from_network(samples.softmax([[True, True], [True, True]]))
    X = batch(samples.POINTS)
    for call, message in (
        (lambda: module(X[0]), "Z: (2, 3) is not valid; give a tensor of shape (batch, 2, n)"),
        (lambda: module(X.transpose(1, 2)), "Z: (3, 3, 2) is not valid; give a tensor of shape (batch, 2, n)"),
        (lambda: module([[1]]), "Z: [[1]] is not valid; give a tensor of shape (batch, 2, n)"),
        (lambda: module(X.float()), "Z: its entries are torch.float32, but the weights are torch.float64; convert one of them"),
        (lambda: module.stage(X, "last"), 'stage: there is no stage "last"; the stages are: "first", "output", "sweep"'),
        (lambda: fixed(X[:, :, :2]), "Z: it has 2 columns, but the positional encoding 3"),
        (lambda: mask(X), "Z: it has 3 columns, but the mask of a layer is (2, 2)"),
    ):  # fmt: skip
        with pytest.raises(InputError, match="^" + re.escape(message) + "$"):
            call()
