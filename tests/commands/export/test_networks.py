"""Import of what PyTorch saved: the exact network is what PyTorch computes, but for its rounding."""

import pytest
from gmpy2 import mpq

from exactua.commands.export.networks import Asked, import_tensors
from tests.softmax.exchange import samples

torch = pytest.importorskip("torch")
save_file = pytest.importorskip("safetensors.torch").save_file
POINTS = (
    ((mpq(0), mpq(1, 2), mpq(1)), (mpq(1), mpq(-1, 4), mpq(0)), (mpq(1), mpq(1), mpq(2)), (mpq(0), mpq(0), mpq(3))),
    ((mpq(1), mpq(1), mpq(1)), (mpq(2), mpq(2), mpq(2)), (mpq(0), mpq(0), mpq(0)), (mpq(1), mpq(1), mpq(1))),
)
"""d = 4, n = 3."""


def block(dtype, heads):
    """A block of nn.TransformerEncoderLayer without normalisation, with biases that are not 0, and what it computes."""
    torch.manual_seed(1)
    attention = torch.nn.MultiheadAttention(4, heads, batch_first=True)
    linear1, linear2 = torch.nn.Linear(4, 5), torch.nn.Linear(5, 4)
    model = torch.nn.ModuleDict({"self_attn": attention, "linear1": linear1, "linear2": linear2})
    for parameter in model.parameters():
        torch.nn.init.uniform_(parameter, -1, 1)
    model.to(dtype)

    def value(points):
        x = torch.tensor(samples.floats(points), dtype=dtype).transpose(1, 2)
        with torch.no_grad():
            z = x + attention(x, x, x, need_weights=False)[0]
            return (z + linear2(torch.relu(linear1(z)))).transpose(1, 2).tolist()

    return model, value


@pytest.mark.parametrize("heads", [1, 2])
def test_softmax_is_what_pytorch_computes(heads, tmp_path):
    model, value = block(torch.float64, heads)
    save_file(
        {f"encoder.layers.0.{name}": tensor for name, tensor in model.state_dict().items()}, tmp_path / "a.safetensors"
    )
    asked = Asked(attention="softmax", heads=heads, prefix="encoder")
    network = import_tensors(tmp_path / "a.safetensors", asked).network
    wanted = tuple(map(network, POINTS))
    assert samples.near(value(POINTS), wanted, mpq(1, 2**44))
    assert not samples.near(value(POINTS), wanted, mpq(1, 2**80))
    other = import_tensors(tmp_path / "a.safetensors", Asked(attention="softmax", heads=3 - heads, prefix="encoder"))
    assert not samples.near(value(POINTS), tuple(map(other.network, POINTS)), mpq(1, 2**20))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_every_float_is_read_as_it_is(dtype, tmp_path):
    model, _ = block(getattr(torch, dtype), 1)
    save_file(model.state_dict(), tmp_path / "a.safetensors")
    layers = list(import_tensors(tmp_path / "a.safetensors", Asked(heads=1)).network.layers())
    (wanted,) = samples.exact([model["linear1"].weight.double().tolist()])
    assert wanted == layers[-1].W_1
    (wanted,) = samples.exact([model["self_attn"].in_proj_weight[:4].double().tolist()])
    assert wanted == layers[0].heads[0].W_Q


def test_sharp_softmax_tends_to_the_imported_hardmax(tmp_path):
    model, _ = block(torch.float32, 1)
    save_file(model.state_dict(), tmp_path / "a.safetensors")
    hard = import_tensors(tmp_path / "a.safetensors", Asked("hardmax", heads=1)).network
    asked = Asked(attention="softmax", heads=1, factor=mpq(10) ** 4)
    sharp = import_tensors(tmp_path / "a.safetensors", asked).network
    difference = [
        abs(a - b)
        for row, other in zip(hard(POINTS[0]), sharp(POINTS[0]), strict=True)
        for a, b in zip(row, other, strict=True)
    ]
    assert all(entry < mpq(1, 2**40) for entry in difference)
    asked = Asked(attention="softmax", heads=1)
    blunt = import_tensors(tmp_path / "a.safetensors", asked).network
    assert any(abs(a - b) > mpq(1, 16) for a, b in zip(hard(POINTS[0])[0], blunt(POINTS[0])[0], strict=True))
