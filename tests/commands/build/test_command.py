"""`exactua build`: what it prints and writes, and that it writes nothing where something is wrong."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
from gmpy2 import mpq

from exactua.arithmetic.rationals import decode_rational
from exactua.commands.group import main
from exactua.networks.files import read_network

GOLDEN = Path(__file__).parents[2] / "golden"
HAT = "1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1)"
BUMP = "x1*(1 - x1), x2*(1 - x2)"
FIRST = "(x1 < 1/4) & (x2 >= 1/4) & (x2 < 1/2)"
OTHER = "(x2 < 1/4) & (x1 >= 1/4) & (x1 < 1/2)"
CAUGHT = f"Piecewise((627, {FIRST}), (0, True)), Piecewise((627, {OTHER}), (0, True))"
"""f-bar = (627, 0) at L = [0 1/4], delta = 1/4: 627 is the first key of [0 3/4]."""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["build", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def refused(capsys, *arguments: str) -> str:
    """The one sentence that is said, when nothing is built and no file is written."""
    before = sorted(path.name for path in Path().iterdir())
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("exactua: ")
    assert err.count("\n") == 1
    assert sorted(path.name for path in Path().iterdir()) == before
    return err.removeprefix("exactua: ").rstrip("\n")


def test_text(capsys) -> None:
    code, out, err = run(capsys, "theorem2", "--f", HAT, "--delta", "1/4", "-o", "net.json")
    assert (code, err) == (0, "")
    assert out == (GOLDEN / "build-hat-d1n2m4.txt").read_text(encoding="utf-8")


def test_json(capsys) -> None:
    code, out, _ = run(capsys, "theorem3", "--f", "x1, x1*x2", "--delta", "1/2", "-o", "net.json", "--format", "json")
    data = json.loads(out)
    assert code == 0
    assert (data["format"], data["exit_code"]) == ("exactua-build/1", 0)
    assert (data["network"], data["bytes"]) == ("net.json", Path("net.json").stat().st_size)
    assert data["check"]["certificate"] == "net.certificate.json"
    assert data["picture"] is None
    built = data["built"]
    assert built["theorem"] == "yun2020:theorem3"
    assert built["parameters"] == {"d": 1, "n": 2, "m": 2, "p": 2}
    assert built["distances"]["f-bar to g"] == {"power": 2, "lower": 0, "upper": 0}
    assert built["distances"]["f to g"]["lower"] == built["distances"]["f to g"]["upper"] == "79/2304"
    assert (built["f"], built["value_map"], built["verdict"]) == ("x1, x1*x2", "printed", "holds")
    assert {step["verdict"] for step in data["check"]["steps"]} == {"holds"}
    assert json.loads(Path("net.json").read_text())["built"] == built


def test_json_of_what_is_refuted(capsys) -> None:
    options = ("--delta", "1/4", "-o", "net.json", "--value-map", "printed", "--format", "json")
    code, out, _ = run(capsys, "theorem2", "--f", CAUGHT, *options)
    data = json.loads(out)
    assert code == data["exit_code"] == data["check"]["exit_code"] == 1
    assert data["built"]["verdict"] == data["check"]["verdict"] == "refuted"


def test_json_names_the_face_and_the_picture(capsys) -> None:
    options = ("--delta", "1/2", "-o", "net.json", "--plot", "net.svg", "--format", "json")
    code, out, _ = run(capsys, "theorem2", "--f", "x1, x2", *options)
    data = json.loads(out)
    assert (code, data["picture"]) == (0, "net.svg")
    assert data["boundary"].startswith("f is not 0 at X = [")


def test_the_files_are_the_same_every_time(capsys) -> None:
    for name in ("one.json", "two.json"):
        assert run(capsys, "theorem2", "--f", BUMP, "--delta", "1/3", "-o", name)[0] == 0
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()
    hashed = [json.loads(Path(f"{name}.certificate.json").read_text())["decided"] for name in ("one", "two")]
    assert hashed[0] == hashed[1]
    digest = json.loads(Path("one.certificate.json").read_text())["digest"]
    assert read_network("one.json").built["certificate"] == digest


def test_the_certificate_is_confirmed_and_goes_where_it_is_told_to(capsys) -> None:
    assert (
        run(capsys, "theorem2", "--f", BUMP, "--delta", "1/3", "-o", "net.json", "--certificate", "proof.json")[0] == 0
    )
    assert sorted(path.name for path in Path().iterdir()) == ["net.json", "proof.json"]
    assert main(["verify", "proof.json"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("confirmed: holds (")
    assert told[1].endswith("so what it states was not compared with one")
    assert told[2] == "says of itself: built:theorem2 at d=1 n=2 m=3 p=2"
    Path("proof.json").write_text(Path("proof.json").read_text().replace('"holds"', '"refuted"', 1))
    assert main(["verify", "proof.json"]) == 1


def test_eval_agrees_with_f_bar(capsys) -> None:
    """f-bar on every cube, at its corner, inside and near its right end; 0 for equal columns and outside [0, 1)."""
    run(capsys, "theorem2", "--f", HAT, "--delta", "1/4", "-o", "net.json")
    points, wanted = [], []
    for a, b in itertools.product(range(-1, 5), repeat=2):
        for offset in (mpq(0), mpq(1, 9), mpq(1, 4) - mpq(1, 10**12)):
            points.append([[str(mpq(a, 4) + offset), str(mpq(b, 4) + offset)]])
            centres = [1 - abs(2 * (mpq(k, 4) + mpq(1, 8)) - 1) for k in (a, b)]
            inside = 0 <= a < 4 and 0 <= b < 4 and a != b
            wanted.append(tuple(centres) if inside else (0, 0))
    Path("points.json").write_text(json.dumps(points))
    assert main(["eval", "net.json", "--points", "points.json", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)["values"]
    assert [tuple(decode_rational(entry, "x") for entry in rows[0]) for rows in values] == wanted


def test_trace_and_info_read_it(capsys) -> None:
    run(capsys, "theorem3", "--f", HAT, "--delta", "1/2", "-o", "net.json")
    assert main(["info", "net.json"]) == 0
    out = capsys.readouterr().out
    assert "built for yun2020:theorem3 at d = 1, n = 2, delta = 1/2, p = 2" in out
    assert HAT in out
    assert main(["trace", "net.json", "--point", "1/8 5/8"]) == 0
    assert "1/2 1/2" in re.sub(r" +", " ", capsys.readouterr().out)


def test_a_printed_value_map_that_fails_is_repaired(capsys) -> None:
    code, out, _ = run(capsys, "theorem2", "--f", CAUGHT, "--delta", "1/4", "-o", "net.json")
    assert code == 0
    assert (
        "value map    repaired, with one layer more (Lemma 9): the printed one fails here, column 1 of A_L for "
        "L = [0 1/4] is caught by the layer of the key 627" in out
    )
    assert "HOLDS: 12 of 12 judged steps hold" in out
    assert read_network("net.json").built["value_map"] == "repaired"


def test_the_printed_one_is_built_where_it_is_asked_for(capsys) -> None:
    code, out, _ = run(capsys, "theorem2", "--f", CAUGHT, "--delta", "1/4", "-o", "net.json", "--value-map", "printed")
    assert code == 1
    assert (
        "value map    as printed (App. E.4), although it fails here: column 1 of A_L for L = [0 1/4] is caught" in out
    )
    assert "REFUTED" in out
    assert "least counterexample: L = [0 1/4]\n" in out
    assert "there: g(X) = [0 0] and f-bar(X) = [627 0] for X = [0 1/4]\n" in out
    assert 'replay: exactua eval net.json --point "0 1/4"\n' in out
    assert "it is 393129/8, and the bound is 0\n" in out  # 627^2 (1/4)^2, in both orders of the columns
    for step in ("values", "between", "to_network"):
        assert re.search(rf"refuted +{step} ", out)
    assert main(["verify", "net.certificate.json"]) == 0
    assert "refuted" in capsys.readouterr().out
    assert run(capsys, "theorem2", "--f", HAT, "--delta", "1/2", "-o", "net.json", "--value-map", "repaired")[0] == 0


def test_epsilon(capsys) -> None:
    code, out, _ = run(capsys, "theorem3", "--f", BUMP, "--epsilon", "1/10", "-o", "net.json")
    assert code == 0
    m = int(re.search(r"delta = 1/(\d+)", out)[1])
    power = read_network("net.json").built["distances"]["f to g"]["upper"]
    assert decode_rational(power, "x") <= mpq(1, 100)
    code, out, _ = run(capsys, "theorem3", "--f", BUMP, "--delta", f"1/{m - 1}", "-o", "net.json")
    assert decode_rational(read_network("net.json").built["distances"]["f to g"]["lower"], "x") > mpq(1, 100)


TABLE = {
    "table": {
        "delta": "1/2",
        "equivariant": True,
        "values": [
            {"L": [["0", "0"]], "value": [[1, 1]]},
            {"L": [["0", "1/2"]], "value": [["1/3", 2]]},
            {"L": [["1/2", "1/2"]], "value": [[5, 5]]},
        ],
    }
}


def test_a_table(capsys) -> None:
    """d, n and delta are those of the table."""
    Path("f.json").write_text(json.dumps(TABLE))
    code, out, _ = run(capsys, "theorem2", "--f", "f.json", "-o", "net.json")
    assert code == 0
    assert "Theorem 2, d = 1, n = 2, delta = 1/2, p = 2" in out
    assert "d_2(f, f-bar)  0\n" in out
    assert "d_2(f-bar, g)  3.60555...  exactly: the square root of 13" in out  # (1 + 1 + 25 + 25)/4
    assert read_network("net.json").network(((mpq(3, 4), mpq(1, 3)),)) == ((mpq(2), mpq(1, 3)),)
    message = refused(capsys, "theorem2", "--f", "f.json", "--delta", "1/3", "-o", "other.json")
    assert message == "f: the table in f.json has delta = 1/2, but delta = 1/3 is given"


def test_pieces(capsys) -> None:
    """1 on [0, 1/3), x on the rest: an edge that is on no face of the grid of 1/4."""
    pieces = [
        {"box": [["0", "1/3"], ["0", "1"]], "entries": [["1", "x2"]]},
        {"box": [["1/3", "1"], ["0", "1"]], "entries": [["x1", "x2"]]},
    ]
    Path("f.json").write_text(json.dumps({"pieces": pieces}))
    code, out, _ = run(capsys, "theorem3", "--f", "f.json", "--delta", "1/4", "-o", "net.json")
    assert code == 0
    assert "exactly" in out
    assert "between" not in out.split("holds")[0]


PYTHON = """
from fractions import Fraction

def hat(X):
    return [[1 - abs(2 * x - 1) for x in row] for row in X]

def inexact(X):
    return [[0.5, 1]]

def infinite(X):
    return [[1 / (x - Fraction(1, 4)) for x in X[0]]]
"""


def test_a_python_function(capsys) -> None:
    Path("f.py").write_text(PYTHON)
    given = ["--d", "1", "--n", "2", "--delta", "1/4", "-o", "net.json"]
    code, out, _ = run(capsys, "theorem2", "--f", "f.py::hat", *given, "--modulus", "2*t")
    assert code == 0
    assert "d_2(f, f-bar)  between 0 and 0.353554" in out
    assert "d_2(f-bar, g)  0.395284...  exactly: the square root of 5/32" in out
    assert "assumed, not checked: |f(X)_ij - f(Y)_ij| <= 2*t where ||X - Y||_inf <= t" in out
    assert "if |f(X) - f(Y)| <= 2*t for ||X - Y||_inf <= t as stated by the user, not checked" in out
    assert read_network("net.json").built["modulus"] == "2*t"
    code, out, _ = run(capsys, "theorem2", "--f", "f.py::hat", *given, "--modulus", "t")
    assert code == 1
    assert re.search(r"refuted +modulus +the stated modulus t is not contradicted", out)


GIVEN = ["--d", "1", "--n", "2", "--delta", "1/2", "--modulus", "t"]


@pytest.mark.parametrize(
    ("f", "options", "message"),
    [
        ("x1, 2*x2", [], "f: not permutation equivariant: for X = [1/4 1/4], P = (2, 1) and XP = [1/4 1/4], entry (1, 1) of f(XP) is 1/4 and that of f(X)P is 1/2; theorem3 needs no equivariance"),
        ("x1*0.5, x2*0.5", [], "f: 0.5 is a float, and floats are not exact; write 1/2"),
        ("1/(x1 - 1/4), 1/(x2 - 1/4)", [], "f: entry (1, 1), 1/(x1 - 1/4), is infinite at X = [1/4 1/4]"),
        ("sqrt(x1), sqrt(x2)", [], "f: sqrt has no exact values at rational points; give a polynomial, a quotient of polynomials, Max, Min, Abs, Piecewise, or a Python function with --modulus"),
        ("f.py::inexact", GIVEN, "f: f.py::inexact returns the float 0.5 in entry (1, 1) at X = [1/4 1/4]; return integers or fractions.Fraction"),
        ("f.py::infinite", GIVEN, "f: f.py::infinite raises ZeroDivisionError: Fraction(1, 0) at X = [1/4 1/4]"),
        ("x1", [], "d: f doesn't say how many rows it has; give --d"),
        (HAT, ["--delta", "1/0"], "delta: 1/0 has denominator 0; write an integer or a fraction such as 3/4"),
        (HAT, ["--delta", "1/1"], "delta: 1/1 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
        (HAT, ["--delta", "0.3"], "delta: 0.3 is not valid; give 1/m with an integer m >= 2, such as 1/4"),
        (HAT, ["--epsilon", "1/2"], "delta: give delta or epsilon; both are given"),
        (HAT, ["-p", "0"], "p: '0' is not valid; give one integer >= 1"),
        (HAT, ["-p", "65"], "p: 65 is not valid; give an integer from 1 to 64"),
        (HAT, ["-p", "1..2"], "p: '1..2' is not valid; give one integer >= 1"),
        (HAT, ["-p", "1.5"], "p: '1.5' is not valid; give one integer >= 1"),
        (HAT, ["--parts", "0"], "parts: '0' is not valid; give one integer >= 1"),
        (HAT, ["--value-map", "both"], "value-map: 'both' is not valid; choose one of printed, repaired"),
        (HAT, ["--format", "xml"], "format: 'xml' is not valid; choose one of text, json"),
        (HAT, ["--budget", "soon"], "budget: 'soon' is not a duration; write 60s, 10m or 2h"),
        (HAT, ["--modulus", "t"], "modulus: only a Python function FILE.py::name needs one; f is exact everywhere, so leave it out"),
        (HAT, ["-o", "nowhere/net.json"], "output: there is no folder nowhere; give a path in one that exists"),
        (HAT, ["-o", "."], "output: . is a directory; give the path of a file"),
        (HAT, ["--certificate", "nowhere/c.json"], "certificate: there is no folder nowhere; give a path in one that exists"),
        (HAT, ["--certificate", "net.json"], "certificate: net.json is the file of --output too; give another path"),
        (HAT, ["--plot", "net.json"], "plot: net.json is the file of --output too; give another path"),
        ("f.py::infinite", [*GIVEN, "-o", "f.py"], "output: f.py is the file of --f too; give another path"),
        (HAT, ["--plot", "net.txt"], "plot: net.txt ends in neither .png nor .svg; give a file that does"),
        ("x1, x2, x3", ["--plot", "net.png"], "plot: a surface is drawn for d = 1 and n = 2, not for d = 1 and n = 3; leave out --plot"),
    ],
)  # fmt: skip
def test_one_sentence_and_no_file(capsys, f, options, message) -> None:
    Path("f.py").write_text(PYTHON)
    delta = [] if "--delta" in options else ["--delta", "1/2"]
    assert refused(capsys, "theorem2", "--f", f, *delta, "-o", "net.json", *options) == message


def test_an_epsilon_of_0(capsys) -> None:
    message = refused(capsys, "theorem2", "--f", HAT, "--epsilon", "0", "-o", "net.json")
    assert message == "epsilon: 0 is not valid; give a positive rational number such as 1/10"
    assert refused(capsys, "theorem2", "--f", HAT, "-o", "net.json") == "delta: give delta or epsilon; neither is given"


def test_an_epsilon_that_is_not_reached_in_time(capsys) -> None:
    message = refused(capsys, "theorem2", "--f", HAT, "--epsilon", "1/10000", "--budget", "0.2s", "-o", "net.json")
    assert re.fullmatch(
        r"epsilon: no delta = 1/m was found for 1/10000: the budget of 0\.2 s ran out at delta = 1/\d+"
        r"(; the least d_2\(f, g\) that was reached is at most 0\.\d+, at delta = 1/\d+)?",
        message,
    )


def test_an_old_network_stays_where_the_new_one_is_refused(capsys) -> None:
    run(capsys, "theorem2", "--f", HAT, "--delta", "1/2", "-o", "net.json")
    before = Path("net.json").read_bytes()
    refused(capsys, "theorem2", "--f", "x1, 2*x2", "--delta", "1/2", "-o", "net.json")
    assert Path("net.json").read_bytes() == before


def test_a_surface_is_drawn(capsys) -> None:
    pytest.importorskip("matplotlib")
    code, out, _ = run(capsys, "theorem2", "--f", BUMP, "--delta", "1/2", "-o", "net.json", "--plot", "f.svg")
    assert code == 0
    assert "picture      f.svg" in out
    assert Path("f.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(("f", "shown"), [("8, 8", "8\n"), ("1/4, 1/4", "0.25  exactly: 1/4\n")])
@pytest.mark.parametrize("p", ["1", "2", "11"])
def test_a_root_that_is_a_number_is_written_as_one(capsys, f, shown, p) -> None:
    """The integral of 2 c^p over half of the square."""
    _, out, _ = run(capsys, "theorem2", "--f", f, "--delta", "1/2", "-p", p, "-o", "net.json")
    assert f"d_{p}(f-bar, g)  {shown}" in out


@pytest.mark.parametrize(
    ("p", "root"),
    [
        (4, "the 4th root of 1/640"),
        (11, "the 11th root of"),
        (21, "the 21st root of"),
        (22, "the 22nd root of"),
        (23, "the 23rd root of"),
    ],
)
def test_roots_are_named(capsys, p, root) -> None:
    _, out, _ = run(capsys, "theorem3", "--f", "x1, x2", "--delta", "1/2", "-p", str(p), "-o", "net.json")
    assert root in out
