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
    (tmp_path / "make.py").write_text("import numpy as np\n")
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
    assert "1 head of size 1, softmax of scores; the skip" in out
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
        (["norm.safetensors", "--heads", "1"], 'norm.safetensors: the file does not say where layer normalisation stands, and there are norm1.weight; name the layers in their order by --layers, such as "attention=self_attn, layer-norm=norm1, feed-forward=linear1+linear2, layer-norm=norm2" for norm_first=False, the only one that import reads'),
        (["nan.safetensors", "--heads", "1"], "nan.safetensors: linear2.weight: entry [0, 1] is NaN or infinite, which is not a number; nothing is read"),
        (["norm.safetensors", "--layers", "layer-norm=norm1", "--epsilon", "-1"], "epsilon: -1 is not valid; write a rational number >= 0"),
        (["a.safetensors", "--heads", "1", "--epsilon", "1/8"], 'epsilon: no layer that is read from a.safetensors is a layer normalisation; leave it out, or name one by --layers, such as "attention=self_attn, layer-norm=norm1, feed-forward=linear1+linear2, layer-norm=norm2"'),
        (["make.py"], "file: make.py ends in neither .safetensors nor .npz, and is no safetensors file"),
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


def test_single_arrays_are_read_and_told_which_way_round(folder, capsys):
    np.savez(
        "own.npz",
        **{
            name: np.array([[entry]], dtype="f4")
            for name, entry in zip(("Wq", "Wk", "Wv", "Wo"), (1, 2, 3, 0.5), strict=True)
        },
    )
    code, out, _ = told(
        capsys,
        "import",
        "own.npz",
        "-o",
        "net.json",
        "--layers",
        "attention=Wq+Wk+Wv+Wo",
        "--heads",
        "1",
        "--attention",
        "hardmax",
    )
    assert code == 0
    assert (
        out.splitlines()[-1]
        == "  Wk, Wo, Wq, Wv: each read as the matrix W of W Z, where the columns of Z are the tokens"
    )
    assert told(capsys, "eval", "net.json", "--point", "1 2")[1].startswith("[1 2] -> [4 5]\n")


def test_layer_normalisation_stands_where_layers_says(folder, capsys):
    order = ("--layers", "attention=self_attn, layer-norm=norm1", "--heads", "1", "--attention", "hardmax")
    assert (
        "layer-norm=norm1: Z -> LN(Z), with epsilon 1/100000, which is assumed"
        in told(capsys, "import", "norm.safetensors", "-o", "net.json", *order)[1]
    )
    assert (
        "layer-norm=norm1: Z -> LN(Z), with epsilon 1/4\n"
        in told(capsys, "import", "norm.safetensors", "-o", "net.json", *order, "--epsilon", "1/4")[1]
    )
    assert told(capsys, "eval", "net.json", "--point", "1 2")[1].startswith(
        "[1 2] -> [0 0]\n"
    )  # d = 1: every entry is the mean


def test_a_constant_that_the_format_of_the_file_does_not_hold_is_told(folder, capsys):
    third = float(np.float32(1 / 3))
    weights = {
        "in_proj_weight": [[1], [1], [1]],
        "in_proj_bias": [0, 0, third],
        "out_proj.weight": [[third]],
        "out_proj.bias": [0],
    }
    np.savez("thirds.npz", **{name: np.array(entries, dtype="f4") for name, entries in weights.items()})
    says = "attention=.: its constant W_O b_V + b_O is exact, and not all of its entries are numbers of float32"
    assert says in told(capsys, "import", "thirds.npz", "-o", "net.json", "--heads", "1")[1]
    assert (
        "constant" not in told(capsys, "import", "a.safetensors", "-o", "net.json", "--heads", "1")[1]
    )  # 1: a number of float32


def test_softmax_that_was_imported_is_refused_with_the_way_to_hardmax(folder, capsys):
    told(capsys, "import", "a.safetensors", "-o", "net.json", "--heads", "1")
    for command in ("limit", "bits"):
        code, _, err = told(capsys, command, "--network", "net.json", "--point", "1 2")
        assert code == 2
        assert err.endswith("; import it with --attention hardmax\n")
    order = ("--layers", "attention=self_attn, layer-norm=norm1", "--heads", "1")
    told(capsys, "import", "norm.safetensors", "-o", "norm.json", *order)
    for command in ("limit", "bits"):  # layer normalisation makes reals too
        assert "--attention" not in told(capsys, command, "--network", "norm.json", "--point", "1 2")[2]
