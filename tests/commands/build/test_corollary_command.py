"""`exactua build corollary1` and `corollary2`: what is printed and written, and that nothing is where something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from exactua.arithmetic.json_values import parsed
from exactua.commands.group import main
from exactua.networks.files import read_network

PAIRS = {
    "pairs": [
        {"X": [[1, 2, 0], [0, 1, 2]], "Y": [[1, 2, 1], [3, 1, 1]]},
        {"X": [[1, 2, "1/2"], [0, 1, 3]], "Y": [[2, 2, 1], [1, 1, 3]]},
    ]
}
WORDS = {"pairs": [{"X": [[1, 1]], "Y": [[1, 2]]}, {"X": [[2, 1]], "Y": [[2, 2]]}]}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    Path("pairs.json").write_text(json.dumps(PAIRS), encoding="utf-8")
    Path("words.json").write_text(json.dumps(WORDS), encoding="utf-8")


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    code = main(["build", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def refused(capsys: Any, *arguments: str) -> str:
    """The one sentence that is said, when nothing is built and no file is written."""
    before = sorted(path.name for path in Path().iterdir())
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("exactua: ")
    assert err.count("\n") == 1
    assert sorted(path.name for path in Path().iterdir()) == before
    return err.removeprefix("exactua: ").rstrip("\n")


def test_text(capsys: Any) -> None:
    code, out, err = run(capsys, "corollary1", "--data", "pairs.json", "-o", "net.json")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "pairs.json: N = 2, d = 2, n = 3, C = 3"
    assert lines[1] == "Corollary 1, (17): F(X) = F^FF(F^SA(X)) = Y for every pair"
    assert lines[4] == "contexts     6: tokens with the vocabulary of their sequence; |V| = 4 tokens"
    certified, printed, of_corollary = lines[5:8]
    assert "certified: ids differ by more than " in certified
    assert printed.endswith("(8), delta of Theorem 2 for X: r_min = 99/100, r_max = 61/20, epsilon = 111/100")
    assert of_corollary.endswith("(47), delta in the proof of Corollary 1")
    exponents = [line.split("10^")[1].split()[0] for line in (certified, printed, of_corollary)]
    assert exponents[1:] == ["-18763.27", "-18763.66"]
    assert float(exponents[0]) > -2
    assert "             40 in the paper, 4(s + d) + d(2nN + d)" in lines
    assert "  holds        memorised            (17): F(X^(i)) = Y^(i) for any i in [N]  [2 points]" in lines
    network = read_network("net.json").network
    for pair in PAIRS["pairs"]:
        assert network(pair["X"]) == tuple(map(tuple, pair["Y"]))
    assert main(["verify", "net.certificate.json"]) == 0


def test_text_with_encodings(capsys: Any) -> None:
    code, out, _ = run(capsys, "corollary2", "--data", "words.json", "-o", "net.json", "--certificate", "c.json")
    assert code == 0
    lines = out.splitlines()
    assert lines[1] == "Corollary 2, (18): F(X + E) = F^FF(F^SA(X + E)) = Y for every pair"
    assert "encodings    E, small ones: 2 k in all rows of column k" in lines
    assert any("(50), delta in the proof of Corollary 2" in line for line in lines)
    assert any(line.endswith(", 2 in E") for line in lines)
    assert main(["verify", "c.json"]) == 0
    assert read_network("net.json").network([[2, 1]]) == ((2, 2),)


def test_weights_of_the_paper(capsys: Any) -> None:
    code, out, _ = run(capsys, "corollary2", "--data", "words.json", "-o", "net.json", "--weights", "paper")
    assert code == 0
    assert "one softmax head of size 1, weights of App. A.2: v = 1, u^T u' = " in out
    assert "encodings    E, the printed ones, (48): " in out
    assert read_network("net.json").network([[2, 1]]) == ((2, 2),)
    assert main(["verify", "net.certificate.json"]) == 0


def test_json(capsys: Any) -> None:
    code, out, _ = run(capsys, "corollary2", "--data", "words.json", "-o", "net.json", "--format", "json")
    data = json.loads(out)
    assert code == data["exit_code"] == 0
    assert (data["format"], data["network"]) == ("exactua-memorised/1", "net.json")
    assert data["bytes"] == Path("net.json").stat().st_size
    built = data["built"]
    assert built["corollary"] == "kajitsuka2024:corollary2"
    assert built["data"] == {"N": 2, "d": 1, "n": 2, "C": 2, "vocabulary": 3, "contexts": 4}
    assert (built["weights"], built["encodings"], built["verdict"]) == ("small", [[2, 4]], "holds")
    assert list(built["separation"]["log10"]) == ["certified", "(8)", "(50)"]
    assert built["numbers"]["printed"] == 4 * 2 + (2 * 2 * 2 + 1)
    assert data["check"]["certificate"] == "net.certificate.json"
    assert {step["verdict"] for step in data["check"]["steps"]} == {"holds"}
    assert parsed(Path("net.json").read_text(), "net.json")["built"] == built


def test_the_json_page_has_every_key(capsys: Any) -> None:
    _, out, _ = run(capsys, "corollary1", "--data", "pairs.json", "-o", "net.json", "--format", "json")
    page = (Path(__file__).parents[3] / "docs" / "json-output.md").read_text(encoding="utf-8")
    part = page.split("\n## build")[1].split("\n## ")[0]
    data = json.loads(out)
    keys = {*data, *data["built"], *data["built"]["data"], *data["built"]["separation"], *data["built"]["numbers"]}
    assert data["format"] in part
    assert [key for key in sorted(keys) if f"`{key}`" not in part] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["corollary1", "-o", "n.json"], "data: missing; corollary1 takes a data set, --data pairs.json"),
        (["corollary1", "--data", "none.json", "-o", "n.json"], "data: there is no file none.json"),
        (["corollary1", "--data", "words.json", "-o", "n.json"], "words.json: pair 1: the tokens at positions 1 and 2 of "
         "X = [1 1] are the same, 1; Corollary 1 excludes that, Corollary 2 allows it: build corollary2"),
        (["corollary1", "--data", "pairs.json", "-o", "pairs.json"], "output: pairs.json is the file of --data too; give "
         "another path"),
        (["corollary1", "--data", "pairs.json", "-o", "n.json", "--certificate", "n.json"], "certificate: n.json is the "
         "file of --output too; give another path"),
        (["corollary1", "--data", "pairs.json", "-o", "n.json", "--f", "x1"], "f: corollary1 takes a data set, --data "
         "pairs.json, and no --f; leave it out"),
        (["corollary2", "--data", "pairs.json", "-o", "n.json", "--value-map", "printed"], "value-map: corollary2 takes a "
         "data set, --data pairs.json, and no --value-map; leave it out"),
        (["theorem2", "--data", "pairs.json", "-o", "n.json"], "data: theorem2 takes a function, --f F, and no --data; "
         "leave it out"),
        (["theorem3", "--f", "x1, x2", "--weights", "small", "-o", "n.json"], "weights: theorem3 takes a function, --f F, "
         "and no --weights; leave it out"),
        (["theorem2", "-o", "n.json"], "f: missing; theorem2 takes a function, --f F"),
        (["lemma1", "-o", "n.json"], "theorem: 'lemma1' can't be built; choose one of theorem2, theorem3, corollary1, "
         "corollary2"),
        (["corollary1", "--data", "pairs.json", "-o", "n.json", "--weights", "big"], "weights: 'big' is not valid; choose "
         "one of small, paper"),
        (["corollary1", "--data", "pairs.json", "-o", "n.json", "--precision", "63"], "precision: 63 is not valid; give a "
         "number of bits from 64 to 16777216"),
    ],
)  # fmt: skip
def test_nothing_is_written_where_something_is_wrong(capsys: Any, arguments: list[str], said: str) -> None:
    assert refused(capsys, *arguments) == said
