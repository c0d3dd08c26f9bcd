"""`prove --kernel polynomial`: all D at given n, as certificates that the verifier confirms."""

import json
from pathlib import Path

import pytest

from exactua.commands.group import main


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_one_n_is_told_step_by_step_and_verified(capsys):
    assert main(["prove", "lemma10", "--kernel", "polynomial", "--n", "3"]) == 0
    told = capsys.readouterr().out
    assert "this speaks of all D = delta^-d >= 2 at n = 3" in told
    assert "for every network with the profile of g_c" in told
    assert main(["verify", ".exactua/lemma10.all-D.n3.json"]) == 0
    out = capsys.readouterr().out
    assert "confirmed: holds (one symbolic run, made again)" in out
    assert "says of itself: yun2020:lemma10 for all D at n = 3" in out


def test_several_n_are_told_by_step(capsys):
    assert main(["prove", "lemma8", "--kernel", "polynomial", "--n", "2..4", "--no-certificate"]) == 0
    assert "property2       holds for all D at n = 2..4" in capsys.readouterr().out


def test_a_refuted_line_has_its_instance(capsys):
    label = "category1.above_telescoped"
    assert main(["prove", label, "--kernel", "polynomial", "--n", "3", "--no-certificate"]) == 1
    assert "counterexample at n = 3, d = 1, delta = 1/3: L = [0 1/3 2/3]" in capsys.readouterr().out


def test_json_says_the_same(capsys):
    arguments = ["prove", "lemma10", "--kernel", "polynomial", "--n", "2,5", "--format", "json", "--no-certificate"]
    assert main(arguments) == 0
    document = json.loads(capsys.readouterr().out)
    assert [result["parameters"] for result in document["results"]] == [{"n": 2}, {"n": 5}]
    assert {result["verdict"] for result in document["results"]} == {"holds"}


def test_all_D_is_not_called_general(capsys):
    for arguments in (["--n", "3"], ["--n", "2,3"], ["--n", "3", "--format", "json"]):
        assert main(["prove", "lemma8", "--kernel", "polynomial", *arguments]) == 0
        out = capsys.readouterr().out
        assert "all D at n = 3" in out
        assert "general" not in out.lower()
    asked = (
        ["verify", ".exactua/lemma8.all-D.n3.json"], ["verify", ".exactua", "--format", "json"], ["cite", "lemma8"],
        ["cite", "lemma8", "--format", "text"], ["cite", "lemma8", "--format", "json"],
        ["report", "latex", "--certificates", ".exactua"],
    )  # fmt: skip
    for arguments in asked:
        assert main(arguments) == 0, arguments
        out = capsys.readouterr().out
        told = out if arguments[0] != "report" else "\n".join(line for line in out.split("\n") if "all D" in line)
        assert "general" not in told.lower(), arguments
        assert "all D" in told
    assert main(["verify", ".exactua/lemma8.all-D.n3.json"]) == 0
    assert "left open: a profile is what a network does to column ids" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lemma10", "--n", "3"], "n: the kernel rocq speaks of all n"),
        (["claim1", "--kernel", "polynomial"], "all D is for claims of these"),
        (["lemma10", "--kernel", "polynomial", "--n", "x"], "n: 'x' is not an integer or a range"),
        (["lemma10", "--kernel", "polynomial", "--n", "2,3", "--certificate", "c.json"], "give one n"),
        (["lemma10", "--kernel", "lean"], "kernel: 'lean' is not valid here; choose one of rocq, polynomial"),
        (["--all", "--kernel", "polynomial"], "kernel: polynomial takes a label"),
        (["lemma10", "--output", "x"], "output: --output and --scopes go with --all"),
        ([], "label: give a label such as lemma10, or --all"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, said):
    assert main(["prove", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("label", "unknown"),
    [("theorem2", "g and inside are"), ("g1", "g_q and g_q_as_printed are"), ("equivariance", "g_c is")],
)
def test_a_network_that_is_not_known_for_all_D_makes_no_certificate(capsys, label, unknown):
    """Its name would be the name of nothing, and both verifiers refuse such a file."""
    main(["prove", label, "--kernel", "polynomial", "--n", "2", "--certificate", "made.json"])
    assert f"no certificate: {unknown} not known for all D\n" in capsys.readouterr().err
    assert not Path("made.json").exists()
