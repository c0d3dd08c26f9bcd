"""`exactua export NETWORK`: four kinds of files, what was rounded, and one sentence for everything wrong."""

import re

import numpy as np
import pytest

from exactua.commands.group import main
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.networks.files import write_network
from tests import own_files
from tests.commands import network_files


@pytest.fixture
def folder(tmp_path, monkeypatch):
    network_files.theorem2(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys, *arguments):
    code = main(["export", *arguments])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_npz(folder, capsys):
    code, out, _ = told(capsys, "net.json", "--format", "npz", "-o", "net.npz")
    assert code == 0
    assert re.match(
        r"net.npz: npz, float64, [\d,]+ bytes\n  \(batch, 1, n\) -> \(batch, 1, n\); layers: 19 feed-forward, 5 attention\n",
        out,
    )
    assert "hardmax, ties average" in out
    with np.load("net.npz") as arrays:
        assert arrays["layers.0.feed_forward.W_1"].shape == (1, 1)


def test_safetensors_names_what_was_rounded(folder, capsys):
    pytest.importorskip("safetensors")
    head = AttentionHead([["1/3"]], [[1]], [["1/7"]], [[1]])
    write_network("thirds.json", Network(1, [AttentionLayer([head], "leftmost")]))
    code, out, _ = told(
        capsys, "thirds.json", "--format", "safetensors", "-o", "t.safetensors", "--dtype", "float32", "--lambda", "1e2"
    )
    assert code == 0
    assert out.splitlines()[2:] == [
        "  softmax[100 A] for hardmax[A]",
        "  2 of 5 numbers were rounded, by at most 1/100663296",
        "    layers.0.attention.W_O: 1, by at most 1/100663296",
        "    layers.0.attention.W_K: 1, by at most 3/469762048",
    ]


def test_torch(folder, capsys):
    torch = pytest.importorskip("torch")
    assert told(capsys, "net.json", "--format", "torch", "-o", "net.pt")[0] == 0
    assert set(torch.load("net.pt", weights_only=True)) == {"exactua", "state_dict"}


def test_onnx(folder, capsys):
    onnx = pytest.importorskip("onnx")
    assert told(capsys, "net.json", "--format", "onnx", "-o", "net.onnx")[0] == 0
    onnx.checker.check_model(onnx.load("net.onnx"))


def test_without_onnx(folder, capsys, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "onnx", None)
    _, _, err = told(capsys, "net.json", "--format", "onnx", "-o", "net.onnx")
    assert err == "exactua: format: onnx is not installed; run: pip install 'exactua[onnx]'\n"


def test_steps_are_exported_as_before(capsys):
    code, out, _ = told(capsys, "lemma8.property4", "--d", "1", "--n", "2")
    assert code == 0
    assert out.endswith("(check-sat)\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["net.json", "--format", "npz"], "output: missing; give a file for the npz export by -o FILE"),
        (["net.json", "--format", "pickle", "-o", "x"], "format: 'pickle' is not valid; choose one of smtlib, rocq, npz, safetensors, torch, onnx"),
        (["net.json", "-o", "x"], "format: smtlib is for a step; for the network in net.json give one of npz, safetensors, torch, onnx"),
        (["lemma8.property4", "--dtype", "float32"], "dtype: it is for a network, but --format is smtlib; give --format npz, safetensors, torch, onnx"),
        (["net.json", "--format", "npz", "-o", "x", "--d", "2"], "d: --d is for a step, but --format npz is for a network; leave it out"),
        (["net.json", "--format", "npz", "-o", "x", "-p", "k=2"], "p: -p is for a step, but --format npz is for a network; leave it out"),
        (["net.json", "--format", "npz", "-o", "x", "--tie-rule", "average"], "tie-rule: --tie-rule is for a step, but --format npz is for a network; leave it out"),
        (["net.json", "--format", "npz", "-o", "x", "--seconds", "60"], "seconds: --seconds is for a step, but --format npz is for a network; leave it out"),
        (["net.json", "--format", "npz", "-o", "x", "--dtype", "float16"], "dtype: 'float16' is not valid; give one of float32, float64"),
        (["net.json", "--format", "npz", "-o", "x", "--lambda", "0"], "lambda: 0 is not valid; give a number above 0"),
        (["net.json", "--format", "npz", "-o", "x", "--lambda", "-1"], "lambda: -1 is not valid; give a number above 0"),
        (["net.json", "--format", "npz", "-o", "x", "--lambda", "many"], "lambda: 'many' is not an exact number; write an integer or a fraction such as 3/4"),
        (["net.json", "--format", "npz", "-o", "net.json"], "output: net.json is the file of NETWORK too; give another path"),
        (["net.json", "--format", "npz", "-o", "no/x"], "output: there is no folder no; give a path in one that exists"),
        (["none.json", "--format", "npz", "-o", "x"], "network: there is no file none.json"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(folder, capsys, arguments, sentence):
    assert told(capsys, *arguments) == (2, "", f"exactua: {sentence}\n")
    assert not (folder / "x").exists()


def test_overflow_is_one_sentence_and_no_file(folder, capsys):
    write_network("large.json", Network(1, [AttentionLayer([AttentionHead([[2**128]], [[1]], [[1]], [[1]])])]))
    code, _, err = told(capsys, "large.json", "--format", "npz", "-o", "x", "--dtype", "float32")
    assert code == 2
    assert err == (
        "exactua: dtype: 340282366920938463463374607431768211456 in layers.0.attention.W_O is too large for float32; "
        "give --dtype float64\n"
    )
    assert not (folder / "x").exists()


SOUGHT = """\
@lemma.states("some entry becomes 2", over=bits, fold="some")
def two(at):
    return at.f(point)[1, 1] == 2
@lemma.states("some entry becomes 3", over=bits, fold="some")
def three(at):
    return at.f(point)[1, 1] == 3
"""


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_a_solver_that_is_not_installed_is_said(solver, monkeypatch, capsys):
    import sys

    monkeypatch.setitem(sys.modules, solver, None)
    box = ("--d", "1", "--n", "2", "--solver", solver)
    said = f"exactua: solver: {solver} is not installed; run: pip install 'exactua[smt]'\n"
    assert told(capsys, "yun2020:lemma10.lower_bound", *box) == (2, "", said)


def test_a_step_of_some_point_holds_where_the_solver_has_one(tmp_path, monkeypatch, capsys):
    pytest.importorskip("z3")
    monkeypatch.chdir(tmp_path)
    own_files.write(SOUGHT)
    box = ("--d", "1", "--n", "2", "--solver", "z3")
    code, out, _ = told(capsys, "my_lemma.py::lemma.two", *box)
    assert code == 0
    assert re.match(r"my_lemma:lemma\.two: z3 [^ ]+ says sat: it holds, for example at\n  bits: L = \[1 [01]\]\n", out)
    code, out, _ = told(capsys, "my_lemma.py::lemma.three", *box)
    assert code == 1
    assert out.endswith(" says unsat: there are no such points\n")
