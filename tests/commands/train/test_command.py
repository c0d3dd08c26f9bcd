"""`exactua train`: its tables, its files, its exit codes, and one sentence for everything that is wrong."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.commands.group import main
from exactua.commands.train import work as running
from exactua.commands.train.settings import Trained
from tests.commands.train.small import weights

SMALL = ("--sequences", "8", "--n", "3", "--d", "4", "--hidden", "4", "--epochs", "2")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch):
    """A float run that needs no PyTorch: fixed weights, and what their exact network says, but for `lies` tokens."""
    said = []

    def stand_in(given, layers, settings, width=None, watch=None):
        trained = Trained(layers, "no device", (3, 4), (0.5, 0.25), 0.1, weights(layers), given.targets, ())
        check = running.exact_check(
            running.Enclosures(running.network_of(trained.weights), given.padded(2)), given.targets, given.targets, 2
        )
        classes = [[token.exact for token in check.tokens if token.sequence == i + 1] for i in range(given.data.N)]
        for i, k in said:
            classes[i][k] = 1 - classes[i][k]
        scores = tuple(tuple((0.0, 0.0) for _ in row) for row in classes)
        return replace(trained, said=tuple(map(tuple, classes)), scores=scores)

    monkeypatch.setattr(running, "train", stand_in)
    monkeypatch.setattr("exactua.commands.train.torch_training.require_torch", lambda device="auto": "no device")
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0")
    return said


DATA = '{"pairs": [{"X": [[1, 2, 3]], "Y": [[1, 1, 1]]}, {"X": [[1, 2, 4]], "Y": [[2, 2, 1]]}]}'


def test_a_run_prints_tables_and_writes_what_other_commands_read(folder, capsys):
    pytest.importorskip("torch")
    assert main(["train", "rank1", *SMALL, "--layers", "1,2", "--device", "cpu", "-o", "out", "--width", "5"]) == 0
    out = capsys.readouterr().out
    assert "generated: labels by cues, seed 1: N = 8, d = 4, n = 3, C = " in out
    assert "4(s + d) + d(2nN + d)" in out
    assert "layers  right, float  right, exact  agree  differ  undecided" in out
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "data.json", "layers1.json", "layers2.json", "points.json", "report.json",
    ]  # fmt: skip
    report = json.loads((folder / "out" / "report.json").read_text())
    assert [run["layers"] for run in report["runs"]] == [1, 2]
    assert all(len(run["correct"]) == 2 and run["check"]["agree"] == 24 for run in report["runs"])
    assert report["theory"]["printed"] == 4 * 5 + 4 * (2 * 3 * 8 + 4)
    points = json.loads((folder / "out" / "points.json").read_text())
    (folder / "one.json").write_text(json.dumps(points[:1]))
    assert main(["eval", "out/layers2.json", "--points", "one.json", "--stage", "scores"]) == 0
    capsys.readouterr()
    asked = ["ask", "out/layers1.json", "--points", "one.json", "--property", "contextual-mapping"]
    assert main([*asked, "--definition", "kajitsuka2024", "--stage", "ids", "--no-certificate"]) == 0
    capsys.readouterr()
    again = ["--hidden", "4", "--epochs", "2", "--layers", "1", "--width", "5", "--device", "cpu"]
    assert main(["train", "rank1", "--data", "out/data.json", *again, "-o", "again", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads((folder / "again" / "report.json").read_text())
    assert (folder / "again" / "data.json").read_bytes() == (folder / "out" / "data.json").read_bytes()
    assert data["runs"][0]["correct"] == report["runs"][0]["correct"]
    networks = [json.loads((folder / name / "layers1.json").read_text())["network"] for name in ("out", "again")]
    assert networks[0] == networks[1]


def test_a_run_that_diverges_is_told_and_not_drawn(folder, capsys):
    pytest.importorskip("torch")
    pytest.importorskip("matplotlib")
    run = ["train", "rank1", *SMALL, "--layers", "1", "--learning-rate", "1e30", "-o", "out", "--plot", "a.svg"]
    assert main(run) == 3
    out = capsys.readouterr().out
    assert "1 layer: diverged: in epoch " in out
    assert "exact check" not in out
    assert not (folder / "out" / "layers1.json").exists()
    (run_data,) = json.loads((folder / "out" / "report.json").read_text())["runs"]
    assert set(run_data) == {"layers", "device", "diverged"}
    drawn = (folder / "a.svg").read_text()
    assert "diverged: in epoch" in drawn
    assert ">1 layer<" not in drawn
    assert ">trained, 1 layer<" not in drawn


def test_a_picture_has_a_curve_for_each_run_and_the_counts(folder, without_torch, capsys):
    pytest.importorskip("matplotlib")
    (folder / "data.json").write_text(DATA)
    run = ["train", "rank1", "--data", "data.json", "--layers", "1,2", "--epochs", "2", "-o", "out", "--plot", "a.svg"]
    assert main(run) == 0
    drawn = (folder / "a.svg").read_text()
    for text in (">1 layer<", ">2 layers<", ">trained, 2 layers<", ">built, 1 layer<", ">Corollary 1, 1 layer<"):
        assert text in drawn
    assert f">{4 * 2 + 2 * 3 * 2 + 1}<" in drawn


@pytest.mark.parametrize(("lies", "code"), [([], 0), ([(1, 2)], 1)])
def test_another_class_than_the_float_run_says_is_exit_code_1(folder, without_torch, capsys, lies, code):
    (folder / "data.json").write_text(DATA)
    without_torch += lies
    assert main(["train", "rank1", "--data", "data.json", "--layers", "2", "--epochs", "2", "-o", "out"]) == code
    out = capsys.readouterr().out
    assert ("2 layers: sequence 2, position 3: exactly " in out) is bool(lies)
    check = json.loads((folder / "out" / "report.json").read_text())["runs"][0]["check"]
    assert check["agree"] == 6 - len(lies)
    assert [(difference["sequence"], difference["position"]) for difference in check["differing"]] == [
        (i + 1, k + 1) for i, k in lies
    ]


def test_an_undecided_token_is_exit_code_3(folder, without_torch, capsys, monkeypatch):
    (folder / "data.json").write_text(DATA)
    given = weights(1)
    twins = replace(given, read_out=(given.read_out[0],) * 2, bias=(0.5, 0.5))
    told = running.train
    monkeypatch.setattr(running, "train", lambda *args: replace(
        told(*args), weights=twins, said=((0, 0, 0), (0, 0, 0))))  # fmt: skip
    run = ["train", "rank1", "--data", "data.json", "--layers", "1", "--epochs", "2", "--precision", "128", "-o", "out"]
    assert main(run) == 3
    out = capsys.readouterr().out
    assert "1 layer: sequence 1, position 1: undecided: the two greatest scores differ by " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rank2"], "model: 'rank2' is not valid; choose one of rank1"),
        (["rank1", "--layers", "0"], "layers: 0 is not valid; give an integer from 1 to 24"),
        (["rank1", "--layers", "x"], "layers: 'x' is not an integer or a range; write 3, 1..3 or 1,3"),
        (["rank1", "--layers", "1..17"], "layers: 17 runs; give at most 16 numbers of layers"),
        (["rank1", "--layers", "1..6", "--plot", "a.svg"], "plot: 6 curves can't be distinguished; at most 5 are drawn"),
        (["rank1", "--epochs", "0"], "epochs: 0 is not valid; give an integer from 1 to 100,000"),
        (["rank1", "--learning-rate", "-1"], "learning-rate: \"-1\" is not valid; give a number > 0, such as 1/100 or 0.01"),
        (["rank1", "--device", "tpu"], "device: 'tpu' is not valid; choose one of auto, cpu, cuda"),
        (["rank1", "--dtype", "half"], "dtype: 'half' is not valid; choose one of float32, float64"),
        (["rank1", "--precision", "8"], "precision: 8 is not valid; give an integer from 64 to 16,777,216"),
        (["rank1", "--format", "xml"], "format: 'xml' is not valid; choose one of text, json"),
        (["rank1", "--labels", "words"], "labels: 'words' is not valid; choose one of cues, random"),
        (["rank1", "--sequences", "0"], "sequences: 0 is not valid; give an integer from 1 to 10,000"),
        (["rank1", "--width", "3"], "width: 3 is too small for tokens of 16 entries and 4 classes; give at least 16"),
        (["rank1", "--data", "missing.json"], "data: there is no file missing.json"),
        (["rank1", "--data", "data.json", "--n", "3"],
         "n: it is for generated sets, but data.json has its own; leave out --n"),
        (["rank1", "--data", "same.json"], "data: every token of same.json has the same label; give a set with two labels at least"),
        (["rank1", "--data", "floats.json"], 'floats.json: pair 1: X: row 1, column 1: 0.5 is a float, and floats are not exact; write "1/2"'),
        (["rank1", "--plot", "a.pdf"], "plot: a.pdf ends in neither .png nor .svg; give a file that does"),
        (["rank1", "-o", "same.json"], "output: same.json is not a directory; give the path of a folder"),
        (["rank1", "-o", "same.json/out"], None),
        (["rank1", "--data", "data.json", "-o", "."], "output: data.json would be written over, and it is the data; give another folder"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_nothing_is_written(folder, capsys, arguments, message):
    pytest.importorskip("matplotlib")
    (folder / "data.json").write_text(DATA)
    (folder / "same.json").write_text('{"pairs": [{"X": [[1, 2]], "Y": [[1, 1]]}]}')
    (folder / "floats.json").write_text('{"pairs": [{"X": [[0.5, 2]], "Y": [[1, 2]]}]}')
    before = sorted(folder.iterdir())
    assert main(["train", *arguments, *(() if "-o" in arguments else ("-o", "out"))]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    if message is None:
        assert told.err.startswith("exactua: output: ")
    else:
        assert told.err == f"exactua: {message}\n"
    assert sorted(folder.iterdir()) == before


def test_missing_pytorch_is_told_before_anything_is_written(folder, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", "rank1", "-o", "out"]) == 2
    assert capsys.readouterr().err == "exactua: train: PyTorch is not installed; run: pip install 'exactua[train]'\n"
    assert list(folder.iterdir()) == []


def test_a_missing_folder_is_told_by_click(capsys):
    assert main(["train", "rank1"]) == 2
    assert "-o" in capsys.readouterr().err


def test_help_needs_no_pytorch(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["train", "--help"]) == 0
    assert "Exit codes: 0 the exact networks say what the float runs say" in capsys.readouterr().out
