"""`exactua report logbook`: what is written, from what; that the control is refuted again; exit codes; bad input."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims import user_files
from exactua.claims.registry import find
from exactua.claims.verification import Outcome
from exactua.commands.group import main
from exactua.evidence import verifications
from exactua.terms.encoding import sha256
from tests.own_files import write

GOLDEN = Path(__file__).parents[3] / "golden"
BOX = ("--d", "1", "--n", "2", "--delta", "1/4")
SHARP = """\
from exactua.authoring import *
lemma = claim("lemma", text="Bits are at most 1.")
bits = levels("bits", 0, 1, 2)
@lemma.states("no bit is above 1", over=bits)
def small(at):
    return every(at.columns, lambda j: point[1, j] <= 1)
"""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["report", "logbook", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys, *arguments: str, code: int = 0) -> dict:
    status, out, _ = run(capsys, *arguments, "--format", "json")
    assert status == code, out
    data = json.loads(out)
    assert (data["format"], data["exit_code"]) == ("exactua-logbook/1", code)
    return data


def refused(capsys, *arguments: str) -> str:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def without_verifier(text: str) -> str:
    """The page without the hash of the verifier, which changes with it."""
    return re.sub(r"sha256 [0-9a-f]{64}", "sha256 _", text)


def test_the_page_is_as_it_was(capsys):
    code, out, err = run(capsys, "lemma7", *BOX)
    assert (code, err) == (0, "note: lemma7 is yun2020:lemma7 here; kajitsuka2024:lemma7 has its name too\n")
    assert without_verifier(out) == (GOLDEN / "report-logbook-lemma7.md").read_text()


def test_it_has_all_that_a_report_needs(capsys):
    data = document(capsys, "lemma10", *BOX)
    claim, _ = find("lemma10")
    assert (data["claim"], data["source"], data["verdict"]) == ("yun2020:lemma10", claim.source, "holds")
    assert data["reference"].startswith("Chulhee Yun, ")
    assert data["parameters"] == {"d": 1, "n": 2, "m": 4}
    assert data["domains"] == [{"name": "category 1", "points": 6, "noun": "orbits"}]
    steps = {step["name"]: step for step in data["steps"]}
    assert list(steps) == [step.name for step in claim.steps]
    assert steps["upper_bound"]["formula"] == "top <= delta (D^n (D - 1) - (D - 1)^2)"
    assert steps["upper_bound"]["statement"] == claim.statement_hash(claim.step("upper_bound"))
    assert steps["one_to_one"]["quotes"][0]["section"] == "E.3.1"
    assert [name for name, step in steps.items() if step["judged"]] == data["judged"]
    assert all(part["decided"] for part in data["parts"])
    assert data["certificate"]["verified"]["state"] == "confirmed in full"
    assert {entry["kind"] for entry in data["hangs_on"]} == {"reading", "hypothesis", "instance", "control"}
    assert data["may_be_claimed"].startswith("For d = 1, n = 2, delta = 1/4, all 3 statement steps of Lemma 10")


def test_its_commands_do_what_the_page_says(capsys):
    data = document(capsys, "lemma10", *BOX)
    written = Path(data["certificate"]["file"]).read_bytes()
    assert main(data["check"].split()[1:]) == 0
    assert json.loads(written)["digest"] == data["certificate"]["digest"]
    assert json.loads(Path(data["certificate"]["file"]).read_text())["digest"] == data["certificate"]["digest"]
    assert main(data["verify"].split()[1:]) == 0
    capsys.readouterr()
    control = data["control"]["first"]
    assert main(["relax", f"lemma10.{control['step']}", "--drop", control["changed"], *BOX, "--format", "json"]) == 0
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert (finding["outcome"], finding["first"]["witness"]) == ("breaks", control["witness"])
    assert finding["first"]["replay"] == control["replay"]


def test_a_certificate_comes_to_the_same(capsys, folder):
    data = document(capsys, "lemma10.upper_bound", *BOX)
    assert document(capsys, data["certificate"]["file"]) == data
    repaired = document(capsys, "yun2020:lemma7.range_of_k", *BOX, "--repaired")
    assert repaired["judged"] == ["range_of_k@repaired"]
    assert document(capsys, repaired["certificate"]["file"]) == repaired


def test_the_digest_is_that_of_check(capsys):
    assert main(["check", "lemma10", *BOX, "--certificate", "checked.json"]) == 0
    capsys.readouterr()
    checked = json.loads(Path("checked.json").read_text())["digest"]
    assert document(capsys, "lemma10", *BOX)["certificate"]["digest"] == checked


def test_it_is_written_into_a_file(capsys):
    assert run(capsys, "lemma10", *BOX, "-o", "lemma10.md") == (
        0,
        "Lemma 10 (Yun et al. 2020) at d = 1, n = 2, delta = 1/4 in lemma10.md\n",
        "",
    )
    page = Path("lemma10.md").read_text()
    assert page.startswith(
        "<!-- Written by exactua report logbook. -->\n# Logbook: Lemma 10 (Yun et al. 2020) at d = 1"
    )


def test_what_is_refuted_has_its_counterexample_and_needs_no_control(capsys):
    data = document(capsys, "yun2020:lemma7.range_of_k", *BOX)
    (step,) = data["steps"]
    assert (data["verdict"], step["failures"]) == ("refuted", 10)
    assert step["counterexample"][0] == "least counterexample: X = [1/4]  (all real columns, rank 3)"
    assert data["control"]["first"] is None
    assert data["control"]["none"] == "None was looked for: the check itself is refuted, and no judged step holds."
    assert ("fault", "range_of_k is refuted as printed (typo in the text as we have it)") in [
        (entry["kind"], entry["says"]) for entry in data["hangs_on"]
    ]


def test_what_says_nothing_has_no_control(capsys):
    data = document(capsys, "lemma8.property3", "--d", "1", "--n", "3")
    assert data["verdict"] == "vacuous"
    assert data["control"]["none"] == "There is none: no judged step holds, so that none can break."
    assert any(entry["kind"] == "vacuous" for entry in data["hangs_on"])


def test_a_claim_of_which_no_part_is_decided_is_written_down_too(capsys):
    data = document(capsys, "claim1", "--d", "1", "--n", "2")
    assert (data["verdict"], data["judged"]) == ("inconclusive", [])
    assert [part["decided"] for part in data["parts"]] == [False]
    assert data["control"]["first"]["kind"] == "tie rule"
    assert {"part", "choice"} <= {entry["kind"] for entry in data["hangs_on"]}


def test_a_claim_of_ones_own(capsys):
    write()
    data = document(capsys, "my_lemma.py::lemma", "--d", "1", "--n", "2")
    assert (data["paper_title"], data["reference"]) == ("my_lemma.py", None)
    assert (data["verdict"], data["check"]) == ("refuted", "exactua check my_lemma.py::lemma --d 1 --n 2")
    assert data["control"]["asked"] == ["rises"]
    assert data["control"]["first"]["step"] == "rises"


def test_what_is_written_in_a_claim_stands_on_the_page_as_it_is(capsys):
    """What anybody wrote is no markup on the page."""
    write(SHARP.replace("Bits are at most 1.", "Bits are *at most* <b>1</b>."), head="")
    _, out, _ = run(capsys, "my_lemma.py::lemma", "--d", "1", "--n", "2")
    assert r"Bits are \*at most\* \<b\>1\</b\>." in out


@pytest.mark.parametrize(
    ("outcome", "code"), [(Outcome.REFUSED, 1), (Outcome.SAMPLED, 3), (Outcome.UNCHECKED, 3), (Outcome.FULL, 0)]
)
def test_the_exit_code_is_what_the_verifier_says(capsys, monkeypatch, outcome, code):
    true = verifications.confirmed

    def answer(path, seconds):
        return replace(true(path, seconds), outcome=outcome, said="so it is said")

    monkeypatch.setattr(verifications, "confirmed", answer)
    data = document(capsys, "lemma10", *BOX, code=code)
    assert data["certificate"]["verified"]["outcome"] == outcome.value
    if outcome is Outcome.REFUSED:
        assert data["may_be_claimed"].startswith("Nothing")


def test_what_is_not_decided_is_not_written(capsys, folder):
    code, out, err = run(capsys, "lemma8", "--d", "2", "--n", "5", "--budget", "0s", "-o", "page.md")
    assert (code, out) == (3, "")
    assert err.startswith("nothing is written: yun2020:lemma8 at d = 2, n = 5, delta = 1/2 is inconclusive: ")
    assert not Path("page.md").exists()


def changed(path: str, **fields: object) -> Path:
    """A certificate with other fields in its hashed part, and the digest of that."""
    data = json.loads(Path(path).read_text())
    data["decided"] |= fields
    file = Path("changed.json")
    file.write_text(json.dumps(data | {"digest": sha256(data["decided"])}))
    return file


def test_a_certificate_that_says_something_else_is_refused(capsys):
    path = document(capsys, "lemma10.lower_bound", *BOX)["certificate"]["file"]
    steps = json.loads(Path(path).read_text())["decided"]["steps"]
    steps[0]["measure"] = None
    said = refused(capsys, str(changed(path, steps=steps)))
    assert said.startswith("exactua: certificate: changed.json has the digest sha256:")
    assert said.endswith("give a certificate of this version, or the claim\n")


def test_other_certificates_are_refused(capsys, monkeypatch):
    assert main(["check", "lemma10", *BOX, "--scope", "symbolic", "--certificate", "symbolic.json"]) == 0
    write()
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2", "--certificate", "own.json"]) == 1
    capsys.readouterr()
    monkeypatch.setattr(user_files, "last_made", {})  # as in another process
    assert "symbolic.json has the scope symbolic; give one of check with the scope enumerated" in refused(
        capsys, "symbolic.json"
    )
    assert "own.json is of my_lemma:lemma, a claim of a file that is not read for it; give the claim" in refused(
        capsys, "own.json"
    )
    Path("none.json").write_text("{}")
    assert "certificate: none.json: it is not a certificate" in refused(capsys, "none.json")
    assert "certificate: missing.json: not a file" in refused(capsys, "missing.json")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["yun2020"], "label: yun2020 is a paper; name one of its claims"),
        (["lemma10", "--d", "1..2", "--n", "2"], "d: '1..2' writes 2 values; give one"),
        (["lemma10", "--d", "1"], "n: missing; yun2020:lemma10 needs n"),
        (["lemma10", *BOX, "--format", "text"], "format: 'text' is not valid; choose one of markdown, json"),
        (["lemma10", *BOX, "--budget", "soon"], "budget: 'soon' is not a duration; write 60s, 10m or 2h"),
        (["lemma99", *BOX], "label: "),
        (["any.json", "--d", "1"], "label: any.json is a certificate, which has its own instance; leave out --d"),
        (
            ["any.json", "--repaired"],
            "label: any.json is a certificate, which has its own instance; leave out --repaired",
        ),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, said):
    assert refused(capsys, *arguments).startswith(f"exactua: {said}")


def test_a_file_that_is_something_else_is_not_written_over(capsys):
    Path("notes.md").write_text("mine\n")
    assert "output: " in refused(capsys, "lemma10", *BOX, "-o", "notes.md")
    assert Path("notes.md").read_text() == "mine\n"


def test_the_help_names_formats_exit_codes_and_examples(capsys):
    assert main(["report", "logbook", "--help"]) == 0
    out = capsys.readouterr().out
    assert "markdown, json" in out
    assert "\n  Exit codes: 0 written, whatever the verdict" in out
    assert "\nExamples:\n  exactua report logbook lemma10 --d 1 --n 2\n" in out
    assert [line for line in out.splitlines() if len(line) > 100] == []
