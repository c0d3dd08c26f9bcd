"""`exactua ask`: what it prints, its exit codes, its certificates, and one clear sentence for everything that is wrong."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

from exactua import verifier
from exactua.claims.decision import Decision
from exactua.commands.ask import catalogue, work
from exactua.commands.ask.question import Options, Prepared, Question
from exactua.commands.ask.words import about, root
from exactua.commands.group import main
from exactua.networks import AttentionHead, AttentionLayer, Network, SoftmaxAttentionLayer, TieRule
from exactua.networks.files import write_network
from tests.commands import network_files


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """layer.json, one layer of hardmax attention; points.csv, two contexts that it can't tell apart."""
    monkeypatch.chdir(tmp_path)
    head = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]], b_Q=[0])
    write_network(tmp_path / "layer.json", Network(1, [AttentionLayer([head])]))
    write_network(tmp_path / "left.json", Network(1, [AttentionLayer([head], TieRule.LEFTMOST)]))
    (tmp_path / "points.csv").write_text("1,2,4\n1,3,4\n1/2,2,3\n1,2,4\n")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["ask", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_properties_are_listed(capsys) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert re.findall(r"^(\S+(?: --definition \S+)?)  ", out, re.MULTILINE) == [
        "contextual-mapping --definition yun2020",
        "contextual-mapping --definition kajitsuka2024",
        "injective",
        "equivariant",
        "bounded",
        "equals",
        "separated",
    ]
    assert run(capsys, "layer.json") == (0, out, "")
    assert "property: missing; give one or more" in run(capsys, "layer.json", "--points", "points.csv")[2]


def test_a_property_that_fails(capsys) -> None:
    code, out, err = run(capsys, "layer.json", "--points", "points.csv", "--property", "contextual-mapping")
    assert (code, err) == (1, "")
    lines = re.sub(r"in [0-9.]+ s", "in _ s", out).splitlines()
    digest = json.loads(Path(".exactua/ask.contextual-mapping.yun2020.layer.points.json").read_text())["digest"]
    assert lines == [
        "g = layer.json: d = 1, n = 3",
        "3 different points of the 4 in points.csv",
        "",
        "contextual-mapping: Yun et al. 2020, Definition E.1; q(L) = u^T g(L), u = (1)",
        "  holds        condition1  1. for any L, the n entries of q(L) are all distinct  [3 points]",
        "  refuted      condition2  2. for any L, L' with L != L', all entries of q(L), q(L') are distinct  "
        "[3 points, false at 3]",
        "               least counterexample: L = [1 2 4] (point 1) and L' = [1 3 4] (point 2)",
        "               there: q(L)_1 = 5 and q(L')_1 = 5",
        '               replay: exactua eval layer.json --point "1 2 4" --point "1 3 4"',
        "  separation: 0 between entries of q that must be distinct: q(L)_1 = 5 and q(L')_1 = 5 for L = [1 2 4] (point 1) "
        "and L' = [1 3 4] (point 2)",
        "REFUTED: contextual-mapping does not hold at these points",
        "decided in _ s by exact batches; 3 points evaluated again by the literal networks",
        f"certificate .exactua/ask.contextual-mapping.yun2020.layer.points.json  {digest}",
    ]
    replay = re.findall(r'--point "(.*?)"', out)
    assert main(["eval", "layer.json", *(part for point in replay for part in ("--point", point))]) == 0
    assert capsys.readouterr().out.startswith("[1 2 4] -> [5 6 8]\n[1 3 4] -> [5 7 8]\n")


def test_points_are_written_one_by_one(capsys) -> None:
    """The same is decided as of a file points.csv of them, in one certificate."""
    asked = ("layer.json", "--property", "contextual-mapping")
    written = [word for text in ("1 2 4", "1,3 4", "1/2 2 3", "1 2 4") for word in ("--point", text)]
    code, out, _ = run(capsys, *asked, *written)
    assert code == run(capsys, *asked, "--points", "points.csv")[0] == 1
    assert out.splitlines()[1] == "3 different points of the 4 in points"
    assert [path.name for path in Path(".exactua").glob("ask.*")] == [
        "ask.contextual-mapping.yun2020.layer.points.json"
    ]


def test_a_separation_is_exact_and_rounded_beside(capsys) -> None:
    write_network(Path("two.json"), Network(2, [], {}))
    Path("two.csv").write_text("0,0\n1,1/2\n3,1/3\n")
    code, out, _ = run(capsys, "two.json", "--points", "two.csv", "--property", "injective", "--no-certificate")
    assert code == 0
    assert (
        "  separation: the square root of 5/4 (about 1.11803) between images of different points: "
        "g(X) = [0; 0] and g(X') = [1; 1/2] for X = [0; 0] (point 1) and X' = [1; 1/2] (point 2)\n"
    ) in out
    _, out, _ = run(
        capsys, "two.json", "--points", "two.csv", "--property", "separated", "--r", "3", "--no-certificate"
    )
    assert "there: X_1 = [3; 1/3]: 82/9 < 9 is false\n" in out
    assert "  greatest norm of a token: the square root of 82/9 (about 3.01846)\n" in out
    assert "replay" not in out
    _, out, _ = run(capsys, "two.json", "--points", "two.csv", "--property", "bounded", "--box", "0 1; 0 1")
    assert "there: g(X)_(1, 1) = 3, outside [0, 1]\n" in out
    assert "  greatest entry in row 2: 1/2 (0.5)\n" in out


def test_several_properties_make_several_certificates(capsys, tmp_path) -> None:
    asked = ["contextual-mapping", "injective", "equivariant", "bounded", "separated"]
    options = [part for name in asked for part in ("--property", name)]
    code, out, _ = run(capsys, "layer.json", "--points", "points.csv", *options, "--certificate", "certificates")
    assert code == 1
    assert [line.partition(":")[0] for line in out.splitlines() if line.startswith(tuple(asked))] == asked
    files = sorted(tmp_path.glob("certificates/*.json"))
    assert len(files) == len(asked)
    assert [verifier.main([str(file)]) for file in files] == [0] * len(files)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["layer.json", "--points", "points.csv", "--property", "injective"], 0),
        (["layer.json", "--points", "points.csv", "--property", "injective", "--separation", "2"], 1),
        (["left.json", "--grid", "1 2", "--n", "2", "--property", "equivariant"], 0),
        (["left.json", "--grid", "-1 1", "--n", "3", "--property", "equivariant"], 0),
        (["left.json", "--grid", "0 1", "--n", "2", "--property", "equivariant"], 1),
        (["layer.json", "--grid", "5", "--n", "1", "--property", "injective"], 5),
        (["layer.json", "--grid", "1 2 3", "--n", "2", "--property", "injective", "--max-points", "80"], 3),
        (["left.json", "--grid", "1 2", "--n", "2", "--property", "contextual-mapping", "--up-to-permutation",
          "--different-columns"], 0),
        (["left.json", "--grid", "1 2", "--n", "1", "--property", "contextual-mapping", "--separation", "3"], 1),
        (["layer.json", "--grid", "1", "--n", "1", "--property", "contextual-mapping"], 5),
        (["layer.json", "--grid", "1 2", "--n", "2", "--property", "contextual-mapping", "--up-to-permutation",
          "--different-columns"], 0),
        (["layer.json", "--vocabulary", "points.csv", "--n", "2", "--property", "separated", "--r-min", "1/3"], 0),
        (["layer.json", "--vocabulary", "tokens.csv", "--n", "2", "--property", "separated", "--r-min", "1/2"], 1),
    ],
)  # fmt: skip
def test_exit_codes_and_certificates(capsys, arguments: list[str], code: int) -> None:
    Path("tokens.csv").write_text("1/2\n2\n3\n")
    status, _, err = run(capsys, *arguments)
    assert (status, err) == (code, "")
    paths = list(Path(".exactua").iterdir())
    assert len(paths) == 1
    assert paths[0].name.endswith(".partial.json") == ("--max-points" in arguments)
    assert verifier.main([str(paths[0])]) == 0


def test_the_state_at_a_stage(capsys) -> None:
    """Lemma 8 of Yun et al. for the contexts of a built network, up to permutation; not without."""
    path = Path(network_files.theorem2(Path("."))).name
    given = [path, "--grid", "0 1/4 1/2 3/4", "--n", "2", "--stage", "contexts", "--property", "contextual-mapping",
             "--different-columns"]  # fmt: skip
    code, out, _ = run(capsys, *given, "--up-to-permutation")
    assert code == 0
    assert out.startswith('g = net.json up to stage "contexts": d = 1, n = 2\n')
    code, out, _ = run(capsys, *given)
    assert code == 1
    assert 'replay: exactua eval net.json --stage "contexts" --point "0 1/4" --point "1/4 0"' in out
    main(["eval", path, "--stage", "contexts", "--point", "0 1/4", "--point", "1/4 0"])
    assert "[0 1/4] -> [209 845/4]\n[1/4 0] -> [845/4 209]" in capsys.readouterr().out


def test_tables_are_what_eval_writes(capsys) -> None:
    assert main(["eval", "layer.json", "--points", "points.csv", "--output", "values.json"]) == 0
    assert main(["eval", "layer.json", "--points", "points.csv", "--output", "values.csv"]) == 0
    capsys.readouterr()
    equals = ["--property", "equals", "--no-certificate"]
    assert run(capsys, "layer.json", "--table", "values.json", *equals)[0] == 0
    assert run(capsys, "layer.json", "--table", "values.csv", "--points", "points.csv", *equals)[0] == 0
    code, out, _ = run(capsys, "left.json", "--table", "values.json", *equals)
    assert code == 0  # no ties at these points
    text = Path("values.json").read_text()
    Path("values.json").write_text(text.replace("[[5, 7, 8]]", '[[5, 7, "17/2"]]'))
    code, out, _ = run(capsys, "layer.json", "--table", "values.json", *equals)
    assert code == 1
    assert "there: g(X)_(1, 3) = 8 and Y_(1, 3) = 17/2\n" in out
    assert (
        "  greatest deviation of an entry: 1/2 (0.5), g(X)_(1, 3) = 8 and Y_(1, 3) = 17/2 for X = [1 3 4] (point 2)"
        in out
    )
    other = ["layer.json", "--table", "values.json", "--points", "other.csv", *equals]
    Path("other.csv").write_text("1,2,5\n")
    assert "the points in values.json are others than those of --points" in run(capsys, *other)[2]


def test_integers_over_a_denominator(capsys) -> None:
    np.save("grid.npy", np.array([[[1, 2]], [[3, 8]]]))
    given = ["layer.json", "--points", "grid.npy", "--property", "bounded", "--no-certificate"]
    code, out, _ = run(capsys, *given, "--denominator", "4")
    assert code == 0
    assert "every entry of g(X) is in [3/4, 4]" in out
    assert "denominator: missing" in run(capsys, *given)[2]


def test_floats_in_binary(capsys) -> None:
    np.save("floats.npy", np.array([[[0.1, 2]], [[3, 8]]], dtype="f4"))
    given = ["layer.json", "--points", "floats.npy", "--property", "bounded", "--no-certificate"]
    code, out, _ = run(capsys, *given, "--binary")
    assert code == 0
    assert "[281857229/134217728" in out  # 2 and the float32 0.1, not 21/10
    assert "or give --binary, which reads each float as the rational that it is" in run(capsys, *given)[2]


def test_json(capsys) -> None:
    given = ["layer.json", "--points", "points.csv", "--property", "contextual-mapping", "--format", "json"]
    code, out, _ = run(capsys, *given, "--definition", "kajitsuka2024", "--no-certificate")
    data = json.loads(out)
    assert code == data["exit_code"] == 1
    assert data["points"] == {"from": "points.csv", "count": 3, "repeated": 1}
    (answer,) = data["answers"]
    assert (answer["verdict"], answer["box"]["certificate"]) == ("refuted", None)
    first, second = answer["separation"]["between"]
    assert (answer["separation"]["squared"], answer["separation"]["distance"]) == (0, 0)
    assert first == {
        "letter": "X",
        "point": [[1, 2, 4]],
        "rank": 0,
        "place": 1,
        "column": 1,
        "name": "g(X)_1",
        "value": 5,
    }
    assert [second[key] for key in ("letter", "rank", "place", "column", "value")] == ["X'", 1, 2, 1, 5]
    assert answer["counterexamples"] == [{"step": "condition2", "sides": [first, second]}]
    assert answer["constants"]["radius_squared"]["value"] == 64


BAD = [
    (["--property", "injective"], "network: missing; give the file of a network, such as build writes"),
    (["none.json", "--points", "points.csv", "--property", "injective"], "network: there is no file none.json"),
    (["layer.json", "--points", "points.csv"], "property: missing; give one or more, such as --property injective"),
    (["layer.json", "--property", "injective", "--point", "0 1", "--points", "points.csv"], "point: --points is given too; give"),
    (["layer.json", "--property", "injective", "--point", "0 x"], "point: row 1, column 2: 'x' is not an exact number"),
    (["layer.json", "--property", "injective", "--point", "0 1", "--grid", "0 1"], "points: --points and --grid given; give one"),
    (["layer.json", "--property", "injective"], "points: none given; give one of --points, --grid, --vocabulary"),
    (["layer.json", "--points", "none.csv", "--property", "injective"], "points: there is no file none.csv"),
    (["layer.json", "--points", "points.csv", "--property", "injectiv"], "did you mean injective?"),
    (["layer.json", "--grid", "0 1", "--property", "injective"], "n: missing; give the number of columns"),
    (["layer.json", "--grid", "0 1", "--n", "0", "--property", "injective"], "n: 0 is not valid; give an integer >= 1"),
    (["layer.json", "--grid", "", "--n", "2", "--property", "injective"], "grid: no number is given; write numbers"),
    (["layer.json", "--grid", "0 half", "--n", "2", "--property", "injective"], "grid: number 2: 'half' is not an exact number"),
    (["layer.json", "--points", "points.csv", "--property", "bounded", "--box", "0"], "box: row 1 has 1 number"),
    (["layer.json", "--points", "points.csv", "--property", "bounded", "--box", "0 1;"], "box: row 2: no number is given"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--r", "1"], "r: injective takes no --r; it is for"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--n", "3"], "n: the points say how many columns"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--denominator", "3"], "denominator: it is for .npy"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--stage", "x"], "the network has no stage"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--engine", "fast"], "engine: 'fast' is not valid"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--format", "xml"], "format: 'xml' is not valid"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--budget", "soon"], "budget: 'soon' is not a"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--max-memory", "2"], "max-memory: '2' is not a size; write 500MiB or 8GiB"),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--max-memory", "1K"], "memory: the network at 3 columns would take about "),
    (["layer.json", "--points", "points.csv", "--property", "injective", "--certificate", "no/a.json"], "there is no folder no"),
    (["layer.json", "--points", "points.csv", "--property", "equals"], "table: missing; give the file of the values"),
    (["layer.json", "--points", "points.csv", "--property", "equals", "--table", "short.csv"], "table: short.csv has 1 value, and there are 4 points"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_one_sentence_and_exit_2(capsys, arguments: list[str], message: str) -> None:
    Path("short.csv").write_text("1,2,3\n")
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_nothing_is_decided_where_one_property_can_not_be_asked(capsys) -> None:
    Path("wide.csv").write_text(",".join(map(str, range(9))) + "\n")
    given = ["layer.json", "--points", "wide.csv", "--property", "bounded", "--property", "equivariant"]
    code, out, err = run(capsys, *given)
    assert (code, out) == (2, "")
    assert "n: 9 columns have too many orders" in err
    assert not Path(".exactua").exists()


def test_what_was_only_evaluated_says_so(capsys) -> None:
    given = ["layer.json", "--points", "points.csv", "--property", "injective", "--max-points", "8", "--no-certificate"]
    code, out, _ = run(capsys, *given)
    assert code == 3
    assert "  separation (evaluated, not decided): 1 between images of different points: " in out
    assert "because " in out


def test_what_a_refuted_run_only_evaluated_says_so(capsys, monkeypatch) -> None:
    """A step is refuted and the rest was not decided any more: the separation that was evaluated is none that holds."""
    from exactua.commands.ask import words as answers

    given = ["layer.json", "--points", "points.csv", "--property", "injective", "--separation", "2", "--no-certificate"]
    _, out, _ = run(capsys, *given)
    assert "  separation: 1 between" in out
    report = answers.report

    def partly(heading, answer):
        results = tuple(replace(result, complete=False) for result in answer.decision.results)
        return report(heading, replace(answer, decision=replace(answer.decision, results=results)))

    monkeypatch.setattr(answers, "report", partly)
    code, out, _ = run(capsys, *given)
    assert code == 1
    assert "  separation (evaluated, not decided): 1 between" in out


def test_a_permuted_point_is_none_of_the_file(capsys) -> None:
    Path("tie.csv").write_text("1,2\n0,1\n")
    code, out, _ = run(capsys, "left.json", "--points", "tie.csv", "--property", "equivariant", "--no-certificate")
    assert code == 1
    assert "least counterexample: X P = [1 0] and X = [0 1] (point 2)\n" in out
    given = ["left.json", "--points", "tie.csv", "--property", "equivariant", "--no-certificate", "--format", "json"]
    answer = json.loads(run(capsys, *given)[1])["answers"][0]
    assert answer["decided"] is True
    moved, still = answer["counterexamples"][0]["sides"]
    assert (moved["rank"], moved["place"], still["rank"], still["place"]) == (None, None, 1, 2)


@pytest.mark.parametrize("name", ["network", "points"])
def test_a_certificate_is_not_written_over_what_is_read(capsys, name: str) -> None:
    path = {"network": "layer.json", "points": "points.csv"}[name]
    before = Path(path).read_bytes()
    given = ["layer.json", "--points", "points.csv", "--property", "injective", "--certificate", path]
    assert run(capsys, *given) == (
        2,
        "",
        f"exactua: certificate: {path} is the file of {name} too; give another path\n",
    )
    assert Path(path).read_bytes() == before


def test_large_matrices_are_named_and_their_digits_are_data(tmp_path, monkeypatch, capsys):
    """d = 16: a column is told by 12 digits of its entries, a whole image not at all; JSON has both in full."""
    monkeypatch.chdir(tmp_path)
    rows = [[f"{i * i + j + 1}/{3 * i + 7 * j + 2}" for j in range(16)] for i in range(16)]
    network = Network(16, [AttentionLayer([AttentionHead(W_O=rows, W_V=rows, W_K=rows, W_Q=rows)])])
    write_network("net.json", network)
    Path("points.csv").write_text(
        "".join(",".join(f"{(i * k + j) % 11 - 5}/11" for i in range(16) for j in range(4)) + "\n" for k in range(1, 5))
    )
    asked = ["ask", "net.json", "--points", "points.csv", "--no-certificate", "--property"]
    assert main([*asked, "injective"]) == 0
    (whole,) = [line for line in capsys.readouterr().out.splitlines() if "separation:" in line]
    assert len(whole) < 300
    assert re.search(
        r"g\(X\) and g\(X'\) differ, each a 16 x 4 matrix \(in --format json\) for X = point \d and X' = point \d$",
        whole,
    )
    assert main([*asked, "contextual-mapping", "--definition", "kajitsuka2024"]) in (0, 1)
    columns = [line for line in capsys.readouterr().out.splitlines() if "separation:" in line or "there:" in line]
    assert columns
    for line in columns:
        assert "/" not in line.partition("g(X)")[2]
        assert "about [" in line
    assert main([*asked, "injective", "--format", "json"]) == 0
    between = json.loads(capsys.readouterr().out)["answers"][0]["separation"]["between"]
    assert [(len(side["value"]), len(side["value"][0])) for side in between] == [(16, 4)] * 2


def test_long_values_that_are_equal_are_said_to_be_equal():
    from exactua.commands.ask.record import Side
    from exactua.commands.ask.words import told_values

    first = ((mpq(1, 3**80),) * 6,)
    other = ((mpq(1, 3**80) + mpq(1, 3**160), *first[0][1:]),)
    sides = [Side("X", ((0,) * 6,), 0, None, "g(X)", first), Side("X'", ((1,) * 6,), 1, None, "g(X')", first)]
    assert told_values(sides).startswith("g(X) and g(X') are equal, each about [6.76")
    assert told_values([sides[0], replace(sides[1], value=other)]).startswith("g(X) and g(X') differ, each about [6.76")
    same = [replace(side, value=((mpq(1),),)) for side in sides]
    assert told_values(same) == "g(X) = [1] and g(X') = [1]"


def test_an_answer_to_another_question_is_not_written_over(capsys, tmp_path) -> None:
    """Another option, another network of that name; the same question again has the file that it had."""
    asked = ["--points", "points.csv", "--property", "injective"]
    (tmp_path / "other").mkdir()
    write_network(tmp_path / "other" / "layer.json", Network(1, []))
    lines = []
    for _ in range(2):
        for network, options in (
            ("layer.json", []),
            ("layer.json", ["--separation", "1/9"]),
            ("layer.json", ["--separation", "2"]),
            ("other/layer.json", []),
        ):
            out = run(capsys, network, *asked, *options)[1]
            lines.append(next(line for line in out.splitlines() if line.startswith("certificate ")))
    files = sorted(Path(".exactua").iterdir())
    assert len(files) == len(set(lines)) == 4
    assert lines[:4] == lines[4:]
    plain = Path(".exactua/ask.injective.layer.points.json")
    digests = {file: json.loads(file.read_text())["digest"] for file in files}
    assert lines[0] == f"certificate {plain}  {digests[plain]}"
    assert all(file == plain or file.name.split(".")[-2] == digests[file][7:19] for file in files)


@pytest.fixture
def soft(tmp_path: Path):
    """Writes a layer of softmax attention for d = 1 with the scores b Z, and is given the name of its file."""

    def written(b: int, W_O: int = 1) -> str:
        head = AttentionHead(W_O=[[W_O]], W_V=[[1]], W_K=[[1]], W_Q=[[0]], b_Q=[b])
        write_network(tmp_path / "soft.json", Network(1, [SoftmaxAttentionLayer([head])]))
        return "soft.json"

    return written


MAPPING = ("--property", "contextual-mapping", "--definition", "kajitsuka2024", "--no-certificate")


def test_a_distance_with_millions_of_digits_is_told_in_time(capsys, soft) -> None:
    began = time.monotonic()
    code, out, err = run(capsys, soft(1_000_000), "--point", "0 -1", "--point", "0 -2", "--budget", "10s", *MAPPING)
    assert time.monotonic() - began < 10
    assert (code, err) == (0, "")
    assert "\n  separation: at least 3.29683147809e-434295 between ids that must differ: " in out


def test_equal_reals_are_told_as_equal_and_0_as_0(capsys, soft) -> None:
    code, out, err = run(capsys, soft(1, -1), "--point", "0 1", "--point", "5 6", *MAPPING)
    assert (code, err) == (1, "")
    assert "there: g(X)_1 and g(X')_1 are equal, each about -0.73105857863: 0 > 0 is false\n" in out


def test_the_smallest_box_of_reals_is_told_rounded_outwards(capsys, soft) -> None:
    arguments = (soft(1), "--point", "0 1", "--point", "5 6", "--property", "bounded", "--no-certificate")
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    least, greatest = (mpq(re.search(rf"\n  {word} entry: about (\S+)\n", out)[1]) for word in ("least", "greatest"))
    (low, high) = map(mpq, re.search(r"every entry of g\(X\) is in \[(\S+), (\S+)\]", out).groups())
    assert least <= low < high <= greatest
    assert low - least < mpq("1e-11")  # twelve digits
    assert greatest - high < mpq("1e-10")
    assert "\n  note: the entries are reals: least and greatest are rounded outwards, " in out
    constants = json.loads(run(capsys, *arguments, "--format", "json")[1])["answers"][0]["constants"]
    assert {name: mpq(constant["value"]) for name, constant in constants.items()} == {"box_low": low, "box_high": high}
    given = run(capsys, *arguments, "--box", "-10 10")[1]
    assert "least entry" not in given
    assert "outwards" not in given


def test_the_time_that_is_told_is_that_of_all_and_of_the_budget(capsys, monkeypatch) -> None:
    (injective,) = catalogue.chosen(["injective"], Options())
    budgets: list[float] = []
    decide = work.decide

    def slowly(question: Question) -> Prepared:
        time.sleep(0.25)
        return injective.prepare(question)

    def noting(*given: Any, budget: float, **options: Any) -> Decision:
        budgets.append(budget)
        return decide(*given, budget=budget, **options)

    monkeypatch.setattr(work, "decide", noting)
    for module in (catalogue, work):
        monkeypatch.setattr(module, "chosen", lambda *_: [replace(injective, prepare=slowly)])
    arguments = ("layer.json", "--points", "points.csv", "--property", "injective", "--no-certificate")
    out = run(capsys, *arguments, "--budget", "100s")[1]
    assert float(re.search(r"^decided in (\S+) s by", out, re.MULTILINE)[1]) >= 0.25
    answer = work.ask("layer.json", "points.csv", property="injective", budget=0.3)
    assert float(answer.decision.run["seconds"]) >= 0.25
    assert 95 < budgets[0] <= 99.75
    assert 0.03 <= budgets[1] <= 0.05


@pytest.mark.parametrize(
    ("squared", "told"),
    [
        (mpq(251, 100), "the square root of 251/100 (about 1.5843)"),  # 1.584297...
        (mpq(2), "the square root of 2 (about 1.41421)"),
        (mpq(4, 9), "2/3 (about 0.666667)"),
        (mpq(1, 4), "1/2 (0.5)"),
        (mpq(9), "3"),
    ],
)
def test_a_root_is_rounded_to_nearest(squared: Any, told: str) -> None:
    assert root(squared) == told
    assert about(-mpq(2, 3)) == "-2/3 (about -0.666667)"
