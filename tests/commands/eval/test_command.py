"""`exactua eval`: exact values of a network file, as text, JSON and CSV."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

from exactua import ask
from exactua.arithmetic.rationals import decode_rational
from exactua.commands.group import main
from exactua.errors import InputError
from exactua.evaluators import dense
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.networks.files import read_network, write_network
from tests.commands import network_files


def printed(capsys, *arguments: str) -> str:
    assert main(["eval", *arguments]) == 0
    return capsys.readouterr().out


def decoded(matrices) -> list:
    return [tuple(tuple(decode_rational(entry, "x") for entry in row) for row in matrix) for matrix in matrices]


def test_text(capsys, tmp_path):
    out = printed(capsys, network_files.encoding(tmp_path), "--point", "0 1/4; 1/2 3/4", "--point", "0 0; 0 0")
    assert out == "[0 1/4; 1/2 3/4] -> [0 3/4; 3/2 3/4]\n[0 0; 0 0] -> [0 1/2; 1 0]\n2 points, by the literal network\n"


def test_json(capsys, tmp_path):
    path = network_files.encoding(tmp_path)
    data = json.loads(printed(capsys, path, "--point", "0 1/4; 1/2 9007199254740992", "--format", "json"))
    assert data == {
        "format": "exactua-eval/1",
        "exit_code": 0,
        "network": path,
        "d": 2,
        "n": 2,
        "stage": None,
        "batched": 0,
        "replayed": 0,
        "bits": 0,
        "wide_from": None,
        "points": [[[0, "1/4"], ["1/2", "9007199254740992"]]],
        "values": [[[0, "3/4"], ["3/2", "9007199254740992"]]],
    }


def test_csv(capsys, tmp_path):
    out = printed(capsys, network_files.encoding(tmp_path), "--point", "0 1/4; 1/2 3/4", "--format", "csv")
    assert out == "Z_11,Z_12,Z_21,Z_22\n0,3/4,3/2,3/4\n"


def test_a_built_network_has_the_values_of_fbar_on_the_grid(capsys, tmp_path):
    """A_L = (2, 3) by increasing columns, in every order; 0 where columns are equal or an entry is outside."""
    path = network_files.theorem2(tmp_path)
    np.save(tmp_path / "grid.npy", np.array([[[i, j]] for i in range(-1, 9) for j in range(-1, 9)]))
    out = printed(capsys, path, "--points", str(tmp_path / "grid.npy"), "--denominator", "8", "--format", "json")
    data = json.loads(out)
    assert (data["batched"], data["replayed"]) == (100, 10)
    for (L,), (value,) in zip(decoded(data["points"]), decoded(data["values"]), strict=True):
        inside = all(0 <= entry < 1 for entry in L)
        left, right = (int(entry * 4) for entry in L)
        assert value == (((2, 3) if left < right else (3, 2)) if inside and left != right else (0, 0))


def test_floats_in_binary(capsys, tmp_path):
    np.save(tmp_path / "floats.npy", np.array([[[0.1, 0.25], [0.5, 0]]], dtype="f4"))
    path = network_files.encoding(tmp_path)
    out = printed(capsys, path, "--points", str(tmp_path / "floats.npy"), "--binary", "--format", "json")
    assert decoded(json.loads(out)["points"])[0][0] == (mpq(13421773, 134217728), mpq(1, 4))


def test_a_stage_is_read(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    out = printed(capsys, path, "--point", "1/3 2/3", "--stage", "quantised")
    assert out == '[1/3 2/3] -> [1/4 1/2]\n1 point at stage "quantised", by the literal network\n'


@pytest.mark.parametrize(("name", "option"), [("a.csv", None), ("a.json", None), ("a.txt", "csv"), ("b.csv", "text")])
def test_the_values_go_into_a_file(capsys, tmp_path, name, option):
    path, target = network_files.theorem2(tmp_path), tmp_path / name
    given = [path, "--point", "1/3 2/3", *(["--format", option] if option else [])]
    out = printed(capsys, *given, "--output", str(target))
    assert out == f"values {target}\n1 point, by the literal network\n"
    wanted = option or target.suffix[1:]
    shown = printed(capsys, path, "--point", "1/3 2/3", "--format", wanted)
    assert target.read_text() == (
        f"# Written by exactua eval.\n{shown.rpartition('1 point')[0]}" if wanted == "text" else shown
    )


def test_values_are_points_again(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    for text in ("csv", "json"):
        target = tmp_path / f"quantised.{text}"
        printed(capsys, path, "--point", "1/3 2/3", "--stage", "quantised", "--output", str(target))
        if text == "json":
            target.write_text(json.dumps(json.loads(target.read_text())["values"]))
        assert printed(capsys, path, "--points", str(target)).startswith("[1/4 1/2] -> [2 3]\n")


def test_all_points_of_a_grid(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    levels = [mpq(k, 8) for k in range(8)]
    (tmp_path / "all.csv").write_text("".join(f"{a},{b}\n" for a in levels for b in levels))
    *values, last = printed(capsys, path, "--delta", "1/8").splitlines()
    assert values == printed(capsys, path, "--points", str(tmp_path / "all.csv")).splitlines()[:-1]
    assert re.fullmatch(r"64 points, in batches of 64-bit integers \(at most \d+ bits\); 10 of them again by .*", last)
    shown = printed(capsys, path, "--grid", "1/2, 0", "--n", "1")
    assert shown == "[1/2] -> [0]\n[0] -> [0]\n2 points, by the literal network\n"


def test_another_width_than_it_was_built_for_is_said(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    assert main(["eval", path, "--point", "0 1/4 1/2"]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"note: {path} was built for n = 2, and these points have 3 columns\n"
    assert captured.out.startswith("[0 1/4 1/2] -> [0 0 0]\n")


def test_a_wrong_fast_evaluator_gives_no_value(capsys, tmp_path, monkeypatch):
    path = network_files.theorem2(tmp_path)
    (tmp_path / "points.csv").write_text("".join(f"{k}/16,1\n" for k in range(16)))
    monkeypatch.setattr(dense, "through", lambda layers, rows, sizes: rows)
    assert main(["eval", path, "--points", str(tmp_path / "points.csv"), "--output", str(tmp_path / "out.csv")]) == 4
    captured = capsys.readouterr()
    assert "the evaluators disagree" in captured.err
    assert not captured.out
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "point: give --point, once or several times, or else one of --points FILE, --grid and --delta"),
        (["--point", "0", "--points", "x.csv"], "or else one of --points FILE, --grid"),
        (["--grid", "0", "--delta", "1/2"], "or else one of --points FILE, --grid"),
        (["--point", "0 0", "--n", "2"], "n: the points say how many columns they have; give n with --grid or --delta"),
        (["--grid", "0 0.5.1"], "grid: number 2: '0.5.1' is not an exact number"),
        (["--grid", " "], "grid: no number is given"),
        (["--grid", "0 1/2 1/2"], "grid: 1/2 is given twice; give each level once"),
        (["--delta", "2"], "delta: 2 is not valid; give 1/m with an integer m >= 2"),
        (["--delta", "1/2", "--n", "3"], "n: 3 columns, and the positional encoding of the network fixes 2"),
        (["--delta", "1/2000"], "grid: 2000 levels make 4,000,000 points of 1 x 2; at most 2,000,000 numbers"),
        (["--points", "none.csv"], "points: there is no file none.csv"),
        (
            ["--point", "0 0.5.1"],
            "point: row 1, column 2: '0.5.1' is not an exact number; write an integer or a fraction such as 3/4",
        ),
        (["--point", "0 0", "--point", "0 x"], "point: point 2: row 1, column 2: 'x' is not an exact number"),
        (["--point", "0 0; 1 1"], "point is 2 x 2; the network maps 1 x n to 1 x n, so it needs 1 row"),
        (["--point", "0 0", "--point", "0"], "point: point 2 is 1 x 1, point 1 is 1 x 2"),
        (["--point", "0 0 0"], "point is 1 x 3, but the positional encoding of the network fixes 1 x 2"),
        (["--point", "0 0", "--stage", "contexts"], 'the network has no stage "contexts"; its stages are: "encoded"'),
        (["--point", "0 0", "--format", "xml"], "format: 'xml' is not valid; choose one of text, json, csv"),
        (["--point", "0 0", "--binary"], "binary: it is for an .npy file of --points; give one, or leave it out"),
        (["--point", "0 0", "--denominator", "2"], "denominator: it is for an .npy file of --points"),
        (["--point", "0 0", "--denominator", "0"], "0 is not in the range x>=1"),
        (
            ["--point", "0 0", "--output", "none/a.csv"],
            "output: there is no folder none; give a path in one that exists",
        ),
        (["--point", "0 0", "--output", "."], "output: . is a directory; give the path of a file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(capsys, tmp_path, monkeypatch, arguments, message):
    path = network_files.theorem3(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["eval", path, *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


@pytest.mark.parametrize("name", ["network", "points"])
def test_values_are_not_written_over_what_is_read(capsys, tmp_path, name):
    path = Path(network_files.theorem2(tmp_path))
    points = tmp_path / "points.csv"
    points.write_text("0,1/4\n")
    target = path if name == "network" else points
    before = target.read_bytes()
    assert main(["eval", str(path), "--points", str(points), "--output", str(target)]) == 2
    assert capsys.readouterr().err == f"exactua: output: {target} is the file of {name} too; give another path\n"
    assert target.read_bytes() == before


def test_a_stage_before_the_encoding_takes_any_width(capsys, tmp_path):
    from exactua.networks import Network, PositionalEncoding
    from exactua.networks.files import write_network

    write_network(tmp_path / "net.json", Network(1, [PositionalEncoding([[1, 2]])], {"input": 0}))
    assert printed(capsys, str(tmp_path / "net.json"), "--point", "1 2 3", "--stage", "input").startswith(
        "[1 2 3] -> [1 2 3]"
    )


def test_a_corrupted_file_is_refused(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    text = (tmp_path / "net.json").read_text()
    for changed in (text[:-3], text.replace('"heads":', '"heds":', 1), text.replace('"count":4', '"count":-4', 1)):
        assert changed != text
        (tmp_path / "net.json").write_text(changed)
        assert main(["eval", path, "--point", "0 0"]) == 2
        captured = capsys.readouterr()
        assert captured.err.startswith(f"exactua: {path}: ")
        assert captured.err.count("\n") == 1
    (tmp_path / "net.json").write_text(text)
    assert read_network(path).network([[0, "1/4"]]) == ((mpq(2), mpq(3)),)


def test_a_budget_that_runs_out_is_one_sentence_and_exit_3(capsys, tmp_path, monkeypatch):
    import time

    from exactua.deciding import interrupts
    from exactua.evidence import evaluating

    def waits(*_):
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(interrupts, "GRACE", 0)
    monkeypatch.setattr(evaluating, "_literally", waits)
    path = network_files.encoding(tmp_path)
    assert main(["eval", str(path), "--point", "0 1/4; 1/2 3/4", "--budget", "0.2s"]) == 3
    assert capsys.readouterr() == ("", "exactua: budget: the 0.2s ran out before the values were there: raise it\n")


def test_long_points_are_refused_before_they_are_evaluated(capsys, tmp_path):
    path = network_files.theorem2(tmp_path)
    points = tmp_path / "long.json"
    points.write_text(f"[[[{', '.join('0' * 20_000)}]]]")
    for more, says in (
        ([], "budget: 1 point of 20,000 columns"),
        (["--budget", "9000h"], "memory: the network at 20,000"),
    ):
        assert main(["eval", str(path), "--points", str(points), *more]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert says in err
    assert main(["trace", str(path), "--point", " ".join("0" * 20_000)]) == 2
    assert "at 20,000 columns would take about" in capsys.readouterr().err


# ---- values that are no rational numbers -----------------------------------------------------------------------------


@pytest.fixture
def soft(tmp_path, monkeypatch) -> Network:
    """soft.json makes of [0 1] two reals that no decimal of 12 digits is: 1 - e and 2 - e, 0 < e < 10^-43."""
    monkeypatch.chdir(tmp_path)
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[0]], b_Q=[100])
    network = Network(1, [SoftmaxAttentionLayer([head])])
    write_network(Path("soft.json"), network)
    return network


@pytest.mark.parametrize(
    ("form", "shown", "note"),
    [
        (
            "text",
            "[0 1] -> about [1 2]\n1 point, by the literal network\n",
            'note: behind "about" reals, and long fractions beside them, are rounded to 12 digits\n',
        ),
        (
            "csv",
            "Z_11,Z_12\n~1,~2\n",
            "note: entries with ~ are reals, rounded to 12 digits, and no exact numbers\n",
        ),
        (
            "json",
            None,
            "note: entries with a floor are reals, rounded down to 64 bits: floor 2^exponent\n",
        ),
    ],
)
def test_reals_are_told_as_rounded(capsys, soft, form, shown, note):
    assert main(["eval", "soft.json", "--point", "0 1", "--format", form]) == 0
    out, err = capsys.readouterr()
    assert shown in (out, None)
    assert err == note
    assert main(["eval", "soft.json", "--point", "1 1", "--format", form]) == 0  # equal scores: rational
    out, err = capsys.readouterr()
    assert (err, "about" in out, "~" in out, "floor" in out) == ("", False, False, False)


def test_what_was_rounded_is_not_read_again_as_exact(capsys, soft):
    Path("points.csv").write_text("0,1\n")
    for name, said in (
        ("v.csv", "line 2, entry 1: '~1' is a real that was rounded; only a rational number is valid here"),
        (
            "v.json",
            "values: point 1: row 1, column 1: a real that was rounded down, floor 2^exponent, is not an exact number; only a rational number is valid here",
        ),
    ):
        assert main(["eval", "soft.json", "--points", "points.csv", "--output", name]) == 0
        about = [] if name == "v.json" else ["--points", "points.csv"]
        capsys.readouterr()
        assert main(["ask", "soft.json", *about, "--table", name, "--property", "equals"]) == 2
        assert capsys.readouterr().err == f"exactua: {name}: {said}\n"
    assert main(["eval", "soft.json", "--points", "v.csv"]) == 2
    assert "'~1' is a real that was rounded" in capsys.readouterr().err


def test_reals_at_the_prompt_are_told_as_rounded_and_are_no_table(soft):
    value = soft([[0, 1]])
    assert str(value) == "((~1, ~2),)"
    with pytest.raises(InputError) as error:
        ask(soft, [[[0, 1]]], property="equals", table=[value])
    assert str(error.value) == (
        "table: point 1: row 1, column 1: ~1 is a real, and its digits are rounded; only a rational number is valid here"
    )
