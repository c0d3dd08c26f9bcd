"""`exactua import`: files of tensors as networks that the other commands read, and one sentence for everything wrong."""

import numpy as np
import pytest

from exactua.commands.group import main
from exactua.networks.files import read_network
from tests.commands import network_files

save_file = pytest.importorskip("safetensors.numpy").save_file

BLOCK = {
    "self_attn.in_proj_weight": np.array([[1], [1], [0.5]], dtype="f4"),
    "self_attn.in_proj_bias": np.array([0, 0.25, 0.5], dtype="f4"),
    "self_attn.out_proj.weight": np.array([[2]], dtype="f4"),
    "linear1.weight": np.array([[1], [-1]], dtype="f2"),
    "linear2.weight": np.array([[0.5, 0.5]], dtype="f8"),
}
"""Z + Z hardmax[Z^T Z] + 1, then Z + |Z|/2: d = 1."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    save_file(BLOCK, tmp_path / "a.safetensors")
    save_file({**BLOCK, "norm1.weight": np.ones(1)}, tmp_path / "norm.safetensors")
    save_file({**BLOCK, "linear2.weight": np.array([[0.5, np.nan]])}, tmp_path / "nan.safetensors")
    save_file({name: tensor for name, tensor in BLOCK.items() if "linear" in name}, tmp_path / "mlp.safetensors")
    (tmp_path / "a.pt").write_bytes(b"PK\x03\x04")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys, *arguments):
    code = main(list(arguments))
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_block_of_pytorch_is_read_and_asked_about(folder, capsys):
    code, out, _ = told(capsys, "import", "a.safetensors", "-o", "net.json", "--heads", "1", "--attention", "hardmax")
    assert code == 0
    assert out.splitlines()[1:] == [
        "  11 numbers of F16, F32, F64, each read as the rational that it is",
        "  attention=self_attn: 1 head of size 1, hardmax, ties average; the skip connection is assumed",
        "  feed-forward=linear1+linear2: Z -> Z + W_2 relu(W_1 Z + b_1) + b_2; relu and the skip connection are assumed",
    ]
    file = read_network("net.json")
    assert file.network.stages == {"1. attention": 2, "2. feed-forward": 3, "output": 3}
    assert file.built["imported"]["file"] == "a.safetensors"
    _, out, _ = told(capsys, "eval", "net.json", "--point", "1 2 -4")
    assert out.startswith("[1 2 -4] -> [6 15/2 -7/2]\n")
    code, out, _ = told(capsys, "ask", "net.json", "--grid", "0 1 2 3", "--n", "3", "--property", "contextual-mapping",
                        "--definition", "kajitsuka2024", "--no-certificate")  # fmt: skip
    assert code == 1
    assert "refuted      condition2" in out
    assert "separation: 0 between ids that must differ" in out


def test_softmax_is_asked_about_too(folder, capsys):
    code, out, _ = told(capsys, "import", "a.safetensors", "-o", "net.json", "--heads", "1")
    assert code == 0
    assert "1 head of size 1, softmax of scores over the square root of 1, a rational; the skip" in out
    (folder / "points.json").write_text("[[[1, 2, 4]], [[1, 3, 4]]]")
    code, out, _ = told(capsys, "ask", "net.json", "--points", "points.json", "--property", "contextual-mapping",
                        "--definition", "kajitsuka2024", "--no-certificate")  # fmt: skip
    assert code == 0
    assert "separation: at least 0." in out


def test_an_export_comes_back(folder, capsys):
    path = network_files.theorem2(folder)
    network = read_network(path).network
    for form in ("npz", "safetensors"):
        assert told(capsys, "export", path, "--format", form, "-o", f"b.{form}")[0] == 0
        code, out, _ = told(capsys, "import", f"b.{form}", "-o", "back.json")
        assert code == 0
        assert out.splitlines()[1:] == ["  an export of exactua, float64"]
        assert list(read_network("back.json").network.layers()) == list(network.layers())
    assert told(capsys, "import", "b.npz", "-o", "soft.json", "--attention", "softmax", "--lambda", "1/2")[1].splitlines()[-1] == (
        "  softmax[1/2 A] for hardmax[A]"
    )  # fmt: skip
    for arguments, sentence in (
        (["--heads", "2"], "heads: b.npz is an export of exactua, which says it itself; leave it out"),
        (["--tie-rule", "average"], "tie-rule: b.npz is an export of exactua, which says it itself; leave it out"),
        (["--lambda", "2"], "lambda: the export has hardmax; give --attention softmax with it"),
        (["--lambda", "2", "--attention", "hardmax"], "lambda: hardmax has none, as a positive factor changes no largest score; leave it out"),
    ):  # fmt: skip
        assert told(capsys, "import", "b.npz", "-o", "x.json", *arguments) == (2, "", f"exactua: {sentence}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["a.safetensors"], "heads: missing; a.safetensors does not say how many heads attention=self_attn has; give --heads, such as 1"),
        (["a.pt"], "file: a.pt is a pickle of PyTorch by its name or first bytes, which could run any code and is never loaded; save the state_dict by safetensors.torch.save_file"),
        (["norm.safetensors", "--heads", "1"], 'norm.safetensors: import reads no layer normalisation (networks have it: LayerNormalisation), but there are norm1.weight; train without it, or name by --layers what is to be read, such as "attention=self_attn, feed-forward=linear1+linear2"'),
        (["nan.safetensors", "--heads", "1"], "nan.safetensors: linear2.weight: entry [0, 1] is NaN or infinite, which is not a number; nothing is read"),
        (["none.safetensors"], "file: there is no file none.safetensors"),
        (["a.safetensors", "--prefix", "b"], "prefix: no tensor of a.safetensors begins with 'b.'; there are: linear1.weight, linear2.weight, self_attn.in_proj_bias, self_attn.in_proj_weight, self_attn.out_proj.weight"),
        (["a.safetensors", "--attention", "soft"], "attention: 'soft' is not valid; choose one of hardmax, softmax"),
        (["a.safetensors", "--heads", "1", "--tie-rule", "first"], "tie-rule: 'first' is not valid; choose one of average, leftmost, rightmost"),
        (["a.safetensors", "--heads", "1", "--tie-rule", "leftmost"], "tie-rule: softmax has no ties; give --attention hardmax with it"),
        (["a.safetensors", "--heads", "1", "--attention", "hardmax", "--lambda", "2"], "lambda: a positive factor changes no largest score of hardmax; leave it out"),
        (["a.safetensors", "--heads", "1", "--attention", "hardmax", "--scale", "2"], "scale: a positive factor changes no largest score of hardmax; leave it out"),
        (["a.safetensors", "--heads", "1", "--mask", "none"], "mask: 'none' is not valid; choose one of causal"),
        (["a.safetensors", "--heads", "1", "--scale", "0"], "scale: 0 is not valid; give a number above 0"),
        (["mlp.safetensors", "--heads", "1"], "heads: no layer that is read from mlp.safetensors is attention; leave it out"),
        (["a.safetensors", "--heads", "2"], "heads: 2 heads do not divide the 1 row of the queries of attention=self_attn"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(folder, capsys, arguments, sentence):
    assert told(capsys, "import", *arguments, "-o", "net.json") == (2, "", f"exactua: {sentence}\n")
    assert not (folder / "net.json").exists()


def test_the_file_itself_is_not_written_over(folder, capsys):
    _, _, err = told(capsys, "import", "a.safetensors", "-o", "a.safetensors")
    assert err == "exactua: output: a.safetensors is the file of FILE too; give another path\n"
    _, _, err = told(capsys, "import", "a.safetensors", "-o", "no/net.json")
    assert err == "exactua: output: there is no folder no; give a path in one that exists\n"
    assert told(capsys, "import", "a.safetensors")[0] == 2


def test_a_network_that_no_file_holds_is_not_written(folder, capsys, monkeypatch):
    monkeypatch.setattr("exactua.networks.entries.MAX_ENTRIES", 30)
    code, _, err = told(capsys, "import", "a.safetensors", "-o", "net.json", "--heads", "1")
    assert code == 2
    assert err.startswith("exactua: file: exactua could not read the resulting network file (net.json.stages[")
    assert err.endswith(": the network has more than 30 numbers)\n")
    assert not (folder / "net.json").exists()


def test_layers_that_act_on_different_rows(folder, capsys):
    save_file({"a.weight": np.eye(1), "b.weight": np.eye(2)}, "two.safetensors")
    _, _, err = told(capsys, "import", "two.safetensors", "-o", "net.json", "--layers", "linear=a, linear=b")
    assert err == "exactua: two.safetensors: linear=b acts on 2 rows, but linear=a on 1; they must agree\n"


def test_an_export_with_softmax_of_its_own(folder, capsys):
    told(capsys, "import", "a.safetensors", "-o", "net.json", "--heads", "1")
    told(capsys, "export", "net.json", "--format", "npz", "-o", "net.npz")
    code, out, _ = told(capsys, "import", "net.npz", "-o", "back.json", "--attention", "softmax")
    assert code == 0
    assert out.splitlines()[1:] == ["  an export of exactua, float64"]
    assert read_network("back.json").network.items == read_network("net.json").network.items
    code, _, err = told(capsys, "import", "net.npz", "-o", "back.json", "--lambda", "2")
    assert (code, err) == (2, "exactua: lambda: it is for hardmax attention, but net.npz has none; leave it out\n")
    told(capsys, "import", "net.npz", "-o", "hard.json", "--attention", "hardmax")
    told(capsys, "import", "a.safetensors", "-o", "hardmax.json", "--heads", "1", "--attention", "hardmax")
    assert read_network("hard.json").network.items == read_network("hardmax.json").network.items
