"""`limit --certify`: a claim after rounding, what merges, underflows and overflows, and certificates of all of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from gmpy2 import mpq

from exactua import Verdict, certificate, limit, verify
from exactua.arithmetic.float_formats import BFLOAT16, FLOAT32
from exactua.claims.registry import find
from exactua.commands.group import group, main
from exactua.commands.limit import rounded
from exactua.commands.limit.factors import factors
from exactua.commands.limit.rounded import RoundedLimit, rounded_limit
from exactua.commands.limit.rounded_words import data, document, why
from exactua.console.deadlines import Deadline
from exactua.errors import InputError
from exactua.networks import RoundedLayer
from exactua.printing.documents import Table
from exactua.printing.renderers import RENDERERS
from tests.foreign import foreign_verifier, own_verifier
from tests.own_files import HEAD, made_here, write
from tests.test_verifier import write as certificate_of

MERGES = """\
@lemma.states("no two points merge", over=bits, fold="distinct")
def apart(at):
    return 3 * at.f(point)[1, 1] + 7 * at.f(point)[1, 2]
@lemma.states("nothing falls", over=bits)
def rises(at):
    return every(at.columns, lambda j: at.f(point)[1, j] >= point[1, j])
@lemma.states("points are none of the network", over=bits)
def points(at):
    return point[1, 1] >= 0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def merging() -> RoundedLimit:
    """Lemma 8 where column ids have more than 8 bits, and no more than 24."""
    return rounded_limit(find("lemma8")[0], {"d": 1, "n": 2, "m": 8}, [mpq(4096)], [BFLOAT16, FLOAT32])


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(group, ["limit", *arguments], standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output


def test_ids_merge_in_bfloat16_and_not_in_float32(merging: RoundedLimit) -> None:
    assert merging.exact.verdict is Verdict.HOLDS
    assert [row.verdict for row in merging.rows] == [Verdict.REFUTED, Verdict.HOLDS]
    row = merging[4096, "bfloat16"]
    assert row.decision["property2"].witness is not None
    assert row.decision["property2"].witness.left == 3648 * 8
    assert [line for line in why(row) if line.startswith(("property1", "property2"))] == [
        "property1: least counterexample: L = [0 1/8]  (category 1, rank 0)",
        "property1: there: distinct(q) is false",
        "property1: there: number 1 and number 2 of these are both 3648",
        "property2: least counterexample: L = [0 1/8]  (category 1, rank 0)",
        "property2: and: L' = [0 1/4]  (category 1, rank 1)",
        "property2: there: q takes the value 3648 twice",
    ]
    assert list(why(merging[4096, "float32"])) == []


def test_the_weight_that_underflows_is_named(merging: RoundedLimit) -> None:
    underflow = merging[4096, "bfloat16"].underflow
    assert underflow is not None
    assert (underflow.network, underflow.layer, underflow.head, underflow.of, underflow.to) == ("g_c", 1, 1, 2, 1)
    assert underflow.weight == "2.03e-42"
    assert mpq(203, 10**44) <= mpq(2) ** (BFLOAT16.finest - 1)
    assert [*why(merging[4096, "bfloat16"])][-1] == (
        "underflow there: in layer 1 of g_c, head 1, token 2 gives token 1 the weight 2.03e-42, not more than half of "
        "the least number 9.18e-41 of bfloat16, so that rounded by itself it would be 0"
    )
    assert merging[4096, "float32"].underflow is None


def test_the_networks_are_softened_and_every_layer_is_rounded(merging: RoundedLimit) -> None:
    exact, row = merging.problem.networks["g_c"], merging[4096, "bfloat16"]
    network = row.decision.problem.networks["g_c"]
    layers = list(network.layers())
    assert len(layers) == len(list(exact.layers())) == 9
    assert {type(layer).__name__ for layer in layers} == {"RoundedLayer"}
    first, hard = layers[0], next(exact.layers())
    assert isinstance(first, RoundedLayer)
    assert first.layer.name == "softmax attention"
    assert first.layer.heads[0].W_K[0][0] == 4096 * hard.heads[0].W_K[0][0]
    assert network.stages == exact.stages
    assert {step.name for step in row.decision.problem.steps} == set(row.decision.problem.judged)


def test_both_verifiers_and_the_command_confirm_each_certificate(merging: RoundedLimit) -> None:
    for row in merging.rows:
        text = row.certificate_text()
        assert (own_verifier(text.encode()), foreign_verifier(text.encode())) == (0, 0)
        assert certificate(row) == text
        verified = verify(row)
        assert verified.exit_code == 0
        assert "with another network: g_c" in "\n".join(verified.lines)


def changed_everywhere(data: Any, kind: str, change: Any) -> Any:
    """The data with `change` of what stands under each key of this name."""
    if isinstance(data, dict):
        return {k: change(v) if k == kind else changed_everywhere(v, kind, change) for k, v in data.items()}
    return [changed_everywhere(part, kind, change) for part in data] if isinstance(data, list) else data


@pytest.mark.parametrize(("kind", "change"), [
    ("format", lambda name: "bfloat16"), ("format", lambda name: "float8_e5m2"), ("W_K", lambda rows: [[64]]),
    ("verdict", lambda verdict: "refuted"), ("failures", lambda count: 1), ("applicable", lambda count: 2),
])  # fmt: skip
def test_another_format_factor_verdict_or_count_is_refused_by_both(
    merging: RoundedLimit, kind: str, change: Any
) -> None:
    known = json.loads(merging[4096, "float32"].certificate_text())["decided"]
    assert own_verifier(certificate_of(known)) == foreign_verifier(certificate_of(known)) == 0
    forged = certificate_of(changed_everywhere(known, kind, change))
    assert (own_verifier(forged), foreign_verifier(forged)) == (1, 1)


def test_what_the_command_prints_and_writes(folder: Path) -> None:
    code, text = run(
        "lemma8", "--d", "1", "--n", "2", "--lambda", "16,2^6:2^7", "--dtype", "bfloat16,float32", "--certify"
    )
    assert code == 1
    lines = text.splitlines()
    assert lines[:2] == ["Lemma 8, d = 1, n = 2, delta = 1/2", "with hardmax, exactly: holds"]
    assert lines[2].startswith(
        "model: softmax[lambda A] for hardmax[A]; every layer computed exactly, each entry of its "
    )
    assert [line.split() for line in lines[4:8]] == [
        ["lambda", "bfloat16", "float32"], ["16", "refuted", "refuted"], ["64", "holds", "holds"],
        ["128", "holds", "holds"],
    ]  # fmt: skip
    assert "lambda = 16, bfloat16: refuted" in lines
    assert "property3: there: at j = 1, q_j in [t_l, t_r] is false: 59/8 is outside [8, 16]" in lines
    assert not any("replay" in line for line in lines)
    names = [f"lemma8.d1n2m2.{form}.lambda{k}.json" for k in (16, 64, 128) for form in ("bfloat16", "float32")]
    assert lines[-6:] == [f"certificate {Path('.exactua', name)}" for name in names]
    assert sorted(os.listdir(".exactua")) == sorted(names)
    assert all(own_verifier(Path(".exactua", name).read_bytes()) == 0 for name in names)


def test_one_certificate_is_a_file_and_several_are_a_folder(folder: Path) -> None:
    small = ("lemma8", "--d", "1", "--n", "2", "--dtype", "bfloat16", "--certify", "--lambda")
    code, text = run(*small, "64", "--certificate", "one.json")
    assert (code, text.splitlines()[-1]) == (0, "certificate one.json")
    code, text = run(*small, "64,1/2", "--certificate", "several")
    assert sorted(os.listdir("several")) == [
        "lemma8.d1n2m2.bfloat16.lambda1_2.json", "lemma8.d1n2m2.bfloat16.lambda64.json",
    ]  # fmt: skip
    assert (code, Path("one.json").is_file(), Path(".exactua").exists()) == (1, True, False)


def test_it_is_data_too(folder: Path) -> None:
    code, text = run(
        "lemma8", "--d", "1", "--n", "2", "--lambda", "16", "--dtype", "bfloat16", "--certify", "--format", "json"
    )
    told = json.loads(text)
    (row,) = told["rows"]
    assert (code, told["exit_code"], told["format"], told["hardmax"]) == (1, 1, "exactua-limit-rounded/1", "holds")
    assert (row["lambda"], row["dtype"], row["verdict"]) == (16, "bfloat16", "refuted")
    assert (
        row["certificate"] == row["check"]["certificate"] == str(Path(".exactua/lemma8.d1n2m2.bfloat16.lambda16.json"))
    )
    assert {step["name"]: step["verdict"] for step in row["check"]["steps"]}["property3"] == "refuted"
    for renderer in RENDERERS:
        assert (
            run(
                "lemma8",
                "--d",
                "1",
                "--n",
                "2",
                "--lambda",
                "16",
                "--dtype",
                "bfloat16",
                "--certify",
                "--format",
                renderer,
            )[0]
            == 1
        )


def test_a_claim_of_a_file(folder: Path) -> None:
    write(MERGES, head=HEAD.replace('"bits", 0, 1, 2', '"bits", 0, 1, 9'))
    code, text = run(
        "my_lemma.py::lemma", "--d", "1", "--n", "2", "--lambda", "1", "--dtype", "float4_e2m1fn,float64", "--certify"
    )
    assert code == 1
    assert "lambda = 1, float4_e2m1fn: refuted" in text
    assert main(["verify", ".exactua", "--claims", "my_lemma.py"]) == 0


def test_a_claim_that_is_made_here() -> None:
    answer = limit(made_here(), d=1, n=2, factors=[1, "4"], dtypes=["float16", "tf32"], certify=True)
    assert isinstance(answer, RoundedLimit)
    assert [(row.factor, row.form.name) for row in answer.rows] == [
        (1, "float16"), (1, "tf32"), (4, "float16"), (4, "tf32"),
    ]  # fmt: skip
    assert answer.exact.verdict is Verdict.REFUTED
    assert (answer.exit_code, answer.files) == (1, ())
    assert repr(answer).splitlines()[:2] == [
        "Limit of lemma, d = 1, n = 2, rounded",
        "  with hardmax, exactly: refuted",
    ]
    assert data(answer)["rows"][0]["certificate"] is None
    with pytest.raises(KeyError):
        answer[2, "tf32"]


def test_what_overflows_leaves_the_other_steps_decided(folder: Path) -> None:
    write(MERGES, head=HEAD.replace("W_O=[[1]]", "W_O=[[500]]"))
    answer = limit("my_lemma.py::lemma", d=1, n=2, factors=4, dtypes="float8_e4m3fn", certify=True)
    (row,) = answer.rows
    assert answer.exact.verdict is Verdict.HOLDS
    assert (row.verdict, row.exit_code) == (Verdict.INCONCLUSIVE, 3)
    assert {result.step.name: result.verdict.value for result in row.decision.results} == {
        "apart": "inconclusive", "rises": "inconclusive", "points": "holds",
    }  # fmt: skip
    told = [line for line in why(row) if line.startswith("apart")]
    assert len(told) == 1
    assert "layer 1, rounded layer: entry (1, 2) is 492.007, which" in told[0]
    assert told[0].endswith("overflows: the greatest number of float8_e4m3fn is 448 (at [0 1], bits, rank 1)")
    known = json.loads(row.certificate_text())["decided"]
    assert [step["name"] for step in known["steps"]] == ["points"]
    assert own_verifier(row.certificate_text().encode()) == 0


def test_without_a_step_that_has_a_value_there_is_no_certificate(folder: Path) -> None:
    only = MERGES.partition('@lemma.states("points')[0]
    write(only, head=HEAD.replace("W_O=[[1]]", "W_O=[[500]]"))
    code, text = run(
        "my_lemma.py::lemma", "--d", "1", "--n", "2", "--lambda", "4", "--dtype", "float8_e4m3fn", "--certify"
    )
    assert code == 3
    assert "certificate" not in text
    assert not Path(".exactua").exists()


@pytest.mark.parametrize(("layers", "output"), [
    ("AttentionLayer([H]), FeedForwardLayer([[1]], [0], [[100000]], [70000], RELU)", "at.f.after(point, 1)"),
    ("PositionalEncoding([[0]]), AttentionLayer([H])", "at.f(point.columns(1, 1))"),
])  # fmt: skip
def test_a_step_may_ask_for_less_than_the_whole_network(folder: Path, layers: str, output: str) -> None:
    """Where a weight underflows is looked for at the counterexample, and the whole network may have no value there."""
    Path("my_lemma.py").write_text(
        "from exactua.authoring import *\n"
        'lemma = claim("lemma", text="Everything falls.")\n'
        "H = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])\n"
        f'@lemma.network("f")\ndef f(values):\n    return Network(1, [{layers}])\n'
        '@lemma.states("everything falls", over=levels("bits", 0, 1, 3))\n'
        f"def falls(at):\n    return {output}[1, 1] < point[1, 1]\n"
    )
    (row,) = limit("my_lemma.py::lemma", d=1, n=2, factors=4, dtypes="float16", certify=True).rows
    assert (row.verdict, row.underflow) == (Verdict.REFUTED, None)


@pytest.mark.parametrize(
    "others", ["", ", AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])"]
)
def test_a_network_that_rounds_already_is_not_rounded_anew(folder: Path, others: str) -> None:
    """Its layers would stay in their own format, and with hardmax: nothing that the model says of them."""
    inner = "AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])"
    Path("my_lemma.py").write_text(
        'from exactua.authoring import *\nlemma = claim("lemma", text="Nothing falls.")\n'
        f'@lemma.network("f")\ndef f(values):\n    return Network(1, [RoundedLayer({inner}, "float8_e5m2"){others}])\n'
        '@lemma.states("nothing falls", over=levels("bits", 0, 1, 3))\n'
        "def rises(at):\n    return at.f(point)[1, 1] >= point[1, 1]\n"
    )
    with pytest.raises(InputError, match="f of my_lemma:lemma has a rounded layer already"):
        limit("my_lemma.py::lemma", d=1, n=2, factors=4, dtypes="float16", certify=True)


def test_a_budget_that_is_spent_leaves_it_undecided() -> None:
    problem = rounded.statement(find("lemma8")[0], {"d": 2, "n": 2, "m": 2})
    row = rounded._rounding(problem, mpq(64), BFLOAT16, Deadline.of(0))
    assert row.verdict is Verdict.INCONCLUSIVE
    assert any("not decided: " in line for line in why(row))


def test_documents_have_a_column_for_each_format(merging: RoundedLimit) -> None:
    (table,) = [block for block in document(merging).blocks if isinstance(block, Table)]
    assert [list(row) for row in table.rows] == [["lambda", "bfloat16", "float32"], ["4096", ("refuted",), ("holds",)]]


@pytest.mark.parametrize(("arguments", "says"), [
    (("lemma8", "--d", "1", "--n", "2"), "dtype: missing; --certify rounds to a format, so give one, such as --dtype bfl"),
    (("lemma8", "--d", "1", "--n", "2", "--dtype", "half"), 'dtype: "half" is not a format; write one of float16, bfloat'),
    (("--dtype", "bfloat16"), "label: give a claim, such as lemma8; --certify decides its statement"),
    (("--network", "net.json", "--dtype", "bfloat16"), "network: it is not for --certify; leave it out"),
    (("lemma8", "--dtype", "bfloat16", "--backend", "numpy"), "backend: it is not for --certify; leave it out"),
    (("lemma8", "--dtype", "bfloat16", "--tolerance", "1"), "tolerance: it is not for --certify; leave it out"),
    (("lemma8", "--dtype", "bfloat16", "--point", "0 1"), "point: it is not for --certify; leave it out"),
    (("lemma8.property1", "--dtype", "bfloat16"), "label: lemma8.property1 is a step; give its claim, yun2020:lemma8"),
    (("kajitsuka2024:theorem2", "--dtype", "bfloat16"), "claim: the statement of kajitsuka2024:theorem2 speaks of no netw"),
    (("lemma8", "--d", "1", "--n", "2", "--dtype", "bfloat16", "--lambda", "1,2", "--certificate", "net.json"),
     "certificate: net.json is not a directory; give the path of a folder"),
    (("--table",), "certify: it is not for --table; leave it out"),
])  # fmt: skip
def test_what_is_wrong_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    Path("net.json").write_text("{}")
    assert main(["limit", *arguments, "--certify"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith(f"exactua: {says}"), err.count("\n")) == ("", True, 1), err


@pytest.mark.parametrize("command", ["limit", "bits", "limit --certify --dtype bfloat16"])
def test_the_claim_of_a_step_is_told_by_the_label_that_finds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from exactua.authoring import claim, levels, point\n"
        'lemma = claim("lemma")\n'
        '@lemma.states("it is at least 0", over=levels("bits", 0, 1, 2))\n'
        "def positive(at):\n    return point[1, 1] >= 0\n"
    )
    assert main([*command.split(), f"{file}::lemma.positive"]) == 2
    told = f"exactua: label: {file}::lemma.positive is a step; give its claim, {file}::lemma\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(("options", "says"), [
    ({}, 'dtypes: missing; certify=True rounds to a format, so give one, such as dtypes="bfloat16"'),
    ({"dtypes": "half"}, 'dtypes: "half" is not a format; write one of float16'),
    ({"dtypes": "tf32", "backends": "numpy"}, "backends: it is not for certify=True; leave it out"),
    ({"dtypes": "tf32", "point": "0 1"}, "point: it is not for certify=True; leave it out"),
    ({"dtypes": "tf32", "certificate": 3}, "certificate: 3 is not a path"),
    ({"dtypes": "tf32", "k": 3}, "k: yun2020:lemma8 has no such parameter"),
])  # fmt: skip
def test_what_is_wrong_in_python_is_said(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as error:
        limit("lemma8", d=1, n=2, factors=4, certify=True, **options)
    assert str(error.value).startswith(says), str(error.value)


def test_a_network_is_no_claim() -> None:
    with pytest.raises(
        InputError, match=r"^label: certify=True decides the statement of a claim; give one, such as lemma8$"
    ):
        limit("net.json", dtypes="tf32", certify=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(("written", "listed"), [
    ("2^4:2^7", [16, 32, 64, 128]), ("16,64,16", [16, 64]), ("2^-1:2^1", [mpq(1, 2), 1, 2]), ("3^2", [9]),
    ("1/2,1e1:1e2,2^3:2^4", [mpq(1, 2), 10, 100, 8, 16]), (" 4 , 5 ", [4, 5]), ("2^3:2^3", [8]),
])  # fmt: skip
def test_powers_and_lists_of_factors(written: str, listed: list[Any]) -> None:
    assert list(factors(written)) == listed


@pytest.mark.parametrize(("written", "steps", "says"), [
    ("2^4:100", 1, "lambda: '2^4:100' is not valid; write both ends as powers of one base, such as 2^4:2^10"),
    ("2^4:3^5", 1, "lambda: '2^4:3^5' is not valid; write both ends as powers of one base"),
    ("2^5:2^4", 1, "lambda: 2^5:2^4 is reversed; write the smaller factor first"),
    ("2^4:2^6", 2, "steps: 2^4:2^6 has a factor for each power; leave it out"),
    ("2^0:2^200", 1, "lambda: 2^0:2^200 has more than 200 factors; narrow it"),
    ("2^99999", 1, "lambda: 2^99999 has an exponent beyond 5,000; no format holds it"),
    ("16,,64", 1, "lambda: '16,,64' is not valid; write a number > 0, several, or a range, such as 100, 16,64, "),
    ("0^2", 1, "lambda: '0^2' is not valid; write"), ("-2^2", 1, "lambda: '-2^2' is not valid; write"),
])  # fmt: skip
def test_what_is_no_list_of_factors_is_said_to_be_none(written: str, steps: int, says: str) -> None:
    with pytest.raises(InputError) as error:
        factors(written, steps)
    assert str(error.value).startswith(says), str(error.value)
