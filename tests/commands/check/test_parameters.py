"""Parameters beside d, n and delta on the command line, and a whole paper on its ladder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua import verifier
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.console.options import parameter_boxes
from exactua.evidence.boxes import ladder
from tests.evidence.sample import install


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_p_reads_integers_choices_and_ranges():
    scaled = find("sample:scaled")[0]
    assert parameter_boxes(scaled, "1", "2", None, None, ["values=adversarial,plain", "k=2..3"]) == [
        {"d": 1, "n": 2, "m": 2, "k": k, "values": values} for k in (2, 3) for values in ("adversarial", "plain")
    ]
    claim1 = find("claim1")[0]
    assert parameter_boxes(claim1, "1", "2", None, None, ["tie-rule=leftmost"]) == parameter_boxes(
        claim1, "1", "2", None, "leftmost"
    )


OWN = """
from exactua.authoring import *
K = Parameter("k", "a factor", only=(2, 4, 8))
lemma = claim("lemma", parameters=("n", K))
@lemma.states("k n is not 8")
def not_eight(at):
    return at.k * at.n != 8
"""


def test_only_these_values_and_all_of_them_where_none_is_given(capsys):
    Path("own.py").write_text(OWN)
    lemma = find("own.py::lemma")[0]
    assert parameter_boxes(lemma, n="1..2") == [{"n": n, "k": k} for n in (1, 2) for k in (2, 4, 8)]
    assert parameter_boxes(lemma, n="1", others=["k=4"]) == [{"n": 1, "k": 4}]
    assert [box["k"] for box in ladder(lemma)] == [2, 4, 8] * 4
    code, out, _ = run(capsys, "check", "own.py::lemma", "--n", "1..2", "--no-certificate")
    assert (code, out.splitlines()[-2:]) == (1, [
        "6 of 6 instances: 4 hold, 2 refuted; the least refuted one is n = 1, k = 8",
        "replay: exactua explain own.py::lemma.not_eight --n 1 -p k=8",
    ])  # fmt: skip
    code, _, err = run(capsys, "check", "own.py::lemma", "--n", "1", "-p", "k=3")
    assert (code, err) == (2, "exactua: k: 3 is not valid; choose one of 2, 4, 8 (a factor)\n")
    code, _, err = run(capsys, "explain", "own.py::lemma.not_eight", "--n", "1")
    assert (code, err) == (2, "exactua: k: missing; own:lemma has k = 2, 4, 8; give one\n")
    assert "k  a factor (2, 4, 8)\n" in run(capsys, "show", "own.py::lemma")[1]


def test_p_reaches_check_and_the_certificate(capsys):
    arguments = ["sample:scaled", "--d", "1", "--n", "2", "-p", "k=2", "-p", "values=adversarial"]
    code, out, _ = run(capsys, "check", *arguments)
    assert code == 1
    assert "d = 1, n = 2, delta = 1/2 (default), k = 2, values = adversarial" in out
    assert verifier.main([".exactua/sample.scaled.d1n2m2k2-adversarial.json"]) == 0
    data = json.loads(Path(".exactua/sample.scaled.d1n2m2k2-adversarial.json").read_text())["decided"]
    assert data["parameters"] == {"d": 1, "n": 2, "m": 2, "k": 2, "values": "adversarial"}


def test_defaults_are_the_first_choice_and_the_first_value(capsys):
    _, out, _ = run(capsys, "check", "sample:scaled", "--d", "1", "--n", "2", "--no-certificate")
    assert "k = 1, values = plain" in out
    _, out, _ = run(capsys, "show", "sample:scaled", "--d", "1", "--n", "2", "-p", "k=3")
    assert "instance: d = 1, n = 2, delta = 1/2, k = 3, values = plain" in out


def test_p_reaches_trace(capsys):
    arguments = ["claim1", "--d", "1", "--n", "2", "--network", "block", "--point", "-4 0"]
    _, first, _ = run(capsys, "trace", *arguments, "-p", "tie_rule=leftmost")
    assert first == run(capsys, "trace", *arguments, "--tie-rule", "leftmost")[1]
    assert "false   equivariant" in first


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-p", "d=2"], "p: 'd=2' has an option of its own; write --d 2"),
        (["-p", "m=4"], "p: 'm=4' has an option of its own; write --delta 1/4"),
        (["-p", "k=1", "-p", "k=2"], "p: k is given twice; write k=1,2 for both"),
        (["-p", "size=2"], "size: sample:scaled has no such parameter; it has d, n, m, k, values"),
        (
            ["-p", "k=" + "9" * 5000],
            f"k: '{'9' * 60}'... (5,000 characters) is not an integer or a range; write 3, 1..3 or 1,3",
        ),
        (["-p", "k=two"], "k: 'two' is not an integer or a range; write 3, 1..3 or 1,3"),
        (["-p", "values="], "p: 'values=' is not NAME=VALUE; write, for example, -p k=8"),
        (
            ["-p", "tie_rule=leftmost", "--tie-rule", "leftmost"],
            "tie_rule: given by --tie-rule and by -p; give it once",
        ),
    ],
)
def test_wrong_parameters_are_one_sentence(capsys, options, message):
    code, out, err = run(capsys, "check", "sample:scaled", "--d", "1", "--n", "2", *options)
    assert (code, out, err) == (2, "", f"exactua: {message}\n")


def test_p_stands_beside_no_ladder(capsys):
    code, _, err = run(capsys, "check", "sample:scaled", "--ladder", "-p", "k=2")
    assert (code, err) == (2, "exactua: p: --ladder has its own instances; leave out -p\n")


def test_a_paper_on_its_ladder_is_a_line_a_claim(capsys):
    code, out, err = run(capsys, "check", "sample", "--ladder", "--no-certificate")
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == ["claim", "sample:gaps", "sample:scaled", "sample:"]
    assert "12 " in lines[1]
    assert "24 refuted" in lines[2]
    assert lines[3].startswith("sample: 2 claims, 60 instances, ")
    assert not Path(".exactua").exists()


def test_a_paper_writes_its_certificates(capsys):
    code, out, _ = run(capsys, "check", "sample", "--ladder", "--jobs", "2")
    assert code == 1
    assert out.endswith("certificates .exactua\n")
    assert len(list(Path(".exactua").glob("*.json"))) == 60
    assert verifier.main([".exactua/sample.scaled.d1n3m3k2-plain.json"]) == 0


def test_a_paper_for_programs_has_the_same_boxes_as_its_claims(capsys):
    _, out, _ = run(capsys, "check", "sample", "--ladder", "--no-certificate", "--format", "json", "--jobs", "2")
    whole = json.loads(out)
    single = []
    for label in ("sample:gaps", "sample:scaled"):
        single += json.loads(run(capsys, "check", label, "--ladder", "--no-certificate", "--format", "json")[1])[
            "boxes"
        ]
    assert [entry["digest"] for entry in whole["boxes"]] == [entry["digest"] for entry in single]
    assert whole["exit_code"] == 1


def test_repaired_steps_are_judged_in_a_paper_too(capsys):
    _, out, _ = run(capsys, "check", "sample", "--ladder", "--no-certificate", "--repaired", "--format", "json")
    judged = {name for box in json.loads(out)["boxes"] for name in box["judged"]}
    assert {"wide_gap@repaired", "count@repaired"} <= judged


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sample"], "label: sample is a paper; name one of its claims, or add --ladder to decide them all"),
        (["sample", "--ladder", "--n", "2"], "n: --ladder has its own instances; leave out --n"),
    ],
)
def test_a_paper_without_its_ladder_is_wrong_usage(capsys, arguments, message):
    assert run(capsys, "check", *arguments) == (2, "", f"exactua: {message}\n")
