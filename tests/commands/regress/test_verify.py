"""`regress --verify`: every certificate goes to the verifier, every form says what it said, and the exit code counts it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from exactua.claims.verification import Outcome
from exactua.commands.group import main
from exactua.deciding import fingerprints
from exactua.evidence import regression, verifications
from exactua.evidence.manifests import read
from tests import own_manifests
from tests.own_manifests import ZEROS

FULL = "confirmed in full by verifier.py"


@pytest.fixture(scope="module")
def manifest_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    own_manifests.write_by_known_code(folder)
    return folder


@pytest.fixture(autouse=True)
def folder(manifest_folder, tmp_path, monkeypatch):
    shutil.copytree(manifest_folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fingerprints, "of_code", lambda: ZEROS)


def regress(capsys, *options: str, code: int = 0, jobs: int = 1) -> str:
    assert main(["regress", "sizes.toml", "--jobs", str(jobs), *options]) == code
    return capsys.readouterr().out


def checks(capsys, *options: str, code: int = 0) -> list[dict]:
    return json.loads(regress(capsys, "--format", "json", *options, code=code))["manifests"][0]["checks"]


@pytest.fixture
def answer(monkeypatch):
    """Lets the verifier answer otherwise about one certificate, that of the second check."""
    digest = read(Path("sizes.toml")).checks[1].expected.digest

    def otherwise(outcome: Outcome, said: str = "why") -> str:
        confirmed = verifications.confirmed

        def instead(content, seconds):
            verification = confirmed(content, seconds)
            return replace(verification, outcome=outcome, said=said) if verification.digest == digest else verification

        monkeypatch.setattr(verifications, "confirmed", instead)
        return digest

    return otherwise


def test_nothing_is_verified_unless_it_is_asked_for(capsys):
    assert "certificates: 2 not verified\n" in regress(capsys)
    assert not Path(".exactua/verified").exists()
    assert [check["verified"]["state"] for check in checks(capsys)] == ["not verified"] * 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_certificate_is_verified_and_remembered(capsys, jobs):
    assert "unchanged" in regress(capsys)
    out = regress(capsys, "--verify", jobs=jobs)
    assert out.count(f"({FULL})\n") == 2
    assert f"certificates: 2 {FULL}\n" in out
    assert len(list(Path(".exactua/verified").iterdir())) == 2
    later = regress(capsys)
    assert "unchanged  since" in later
    assert f"certificates: 2 {FULL}\n" in later


def test_what_is_verified_is_not_verified_again_and_all_is_with_all(capsys, monkeypatch):
    asked = []
    confirmed = verifications.confirmed
    monkeypatch.setattr(verifications, "confirmed", lambda *given: asked.append(given) or confirmed(*given))
    for options, times in (((), 2), ((), 0), (("--all",), 2)):
        asked.clear()
        regress(capsys, "--verify", *options)
        assert len(asked) == times
    next(Path(".exactua/verified").iterdir()).unlink()
    asked.clear()
    assert f"certificates: 2 {FULL}" in regress(capsys, "--verify")
    assert len(asked) == 1


def test_the_seconds_are_handed_on(capsys, monkeypatch):
    asked = []
    confirmed = verifications.confirmed
    monkeypatch.setattr(verifications, "confirmed", lambda *given: asked.append(given[1]) or confirmed(*given))
    regress(capsys, "--verify", "--seconds", "7")
    regress(capsys, "--verify", "--all")
    assert asked == [7, 7, 600, 600]
    assert main(["regress", "sizes.toml", "--seconds", "7"]) == 2
    assert (
        capsys.readouterr().err
        == "exactua: seconds: it limits what --verify does; give --verify too, or leave it out\n"
    )


def test_a_certificate_that_is_not_confirmed_fails_and_goes_on_failing(capsys, answer):
    answer(Outcome.REFUSED, "the failures of small")
    out = regress(capsys, "--verify", code=1)
    (line,) = [line for line in out.splitlines() if line.startswith("  wrong")]
    assert "heads h = 2, k = 3: its certificate is NOT CONFIRMED by verifier.py (sha256 " in line
    assert line.endswith("): the failures of small")
    assert f"certificates: 1 NOT CONFIRMED by verifier.py, 1 {FULL}" in out
    later = regress(capsys, code=1)  # without --verify, from the record
    assert "unchanged" in later
    assert line in later.splitlines()
    assert [check["verified"]["state"] for check in checks(capsys, code=1)] == ["confirmed in full", "not confirmed"]


def test_every_form_is_loud_about_it(capsys, answer):
    answer(Outcome.REFUSED, "the failures of small")
    forms = [f"--also={form}=r.{form}" for form in ("junit", "github", "sarif", "markdown", "json")]
    regress(capsys, "--verify", *forms, code=1)
    said = "its certificate is NOT CONFIRMED by verifier.py (sha256 "
    tree = ElementTree.parse("r.junit").getroot()
    (failure,) = tree.iter("failure")
    assert failure.attrib["type"] == "certificate"
    assert failure.attrib["message"].startswith(said)
    assert tree.attrib["failures"] == "1"
    printed = [element.text for element in tree.iter("system-out")]
    assert f"its certificate is {FULL} (sha256 " in printed[0]
    assert said in printed[1]
    (error,) = [line for line in Path("r.github").read_text().splitlines() if line.startswith("::error ")]
    assert said in error
    assert "line=12" in error
    data = json.loads(Path("r.sarif").read_text())["runs"][0]
    (result,) = data["results"]
    assert (result["ruleId"], result["level"]) == ("certificate", "error")
    assert said in result["message"]["text"]
    assert data["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "certificate"
    assert data["properties"] == {"certificates": f"1 NOT CONFIRMED by verifier.py, 1 {FULL}"}
    markdown = Path("r.markdown").read_text()
    assert markdown.startswith(
        "<!-- Written by exactua regress. -->\n### exactua regress: 1 certificate not confirmed\n"
    )
    assert said in markdown
    assert json.loads(Path("r.json").read_text())["exit_code"] == 1


@pytest.mark.parametrize("outcome", [Outcome.SAMPLED, Outcome.UNCHECKED])
def test_what_is_not_recomputed_in_full_is_exit_3(capsys, answer, outcome):
    answer(outcome)
    forms = [f"--also={form}=r.{form}" for form in ("junit", "github", "sarif", "markdown")]
    out = regress(capsys, "--verify", *forms, code=3)
    told = {"sampled": "sampled, not confirmed, by verifier.py", "not re-checked": "not verified"}[outcome.value]
    assert f"certificates: 1 {told}, 1 {FULL}" in out
    assert next(ElementTree.parse("r.junit").getroot().iter("failure"), None) is None
    lines = Path("r.github").read_text().splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::warning", "::notice"]
    (result,) = json.loads(Path("r.sarif").read_text())["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("certificate", "warning")
    assert "2 checks as expected" in Path("r.markdown").read_text()
    regress(capsys)  # nobody asked: nothing is judged
    regress(capsys, "--verify", code=3)


def test_a_difference_comes_before_what_is_not_in_full(capsys, answer):
    answer(Outcome.SAMPLED)
    own_manifests.edit(Path("sizes.toml"), 'expect = "holds"', 'expect = "refuted"')
    regress(capsys, "--verify", code=1)


def test_certificates_that_are_kept_are_those_that_are_verified(capsys):
    regress(capsys, "--verify", "--certificates", "kept")
    kept = {json.loads(path.read_text())["digest"] for path in Path("kept").iterdir()}
    assert {f"sha256:{path.stem}" for path in Path(".exactua/verified").iterdir()} == kept


def test_records_that_can_not_be_kept_lose_nothing(capsys, monkeypatch):
    def full(verification, folder=None):
        raise verifications.InputError("verify: x can't be written (no space); give another path")

    monkeypatch.setattr(verifications, "keep", full)
    assert main(["regress", "sizes.toml", "--jobs", "1", "--verify"]) == 0
    captured = capsys.readouterr()
    assert f"certificates: 2 {FULL}" in captured.out
    assert captured.err.startswith("note: verify: x can't be written (no space)")
    monkeypatch.undo()


def test_a_folder_of_records_that_can_not_be_is_exit_2(capsys):
    shutil.rmtree(".exactua", ignore_errors=True)
    Path(".exactua").write_text("")
    assert main(["regress", "sizes.toml", "--verify"]) == 2
    assert "verify: .exactua is not a directory; give a path in one" in capsys.readouterr().err


def test_a_check_without_a_pin_is_decided_and_verified(capsys):
    Path("sizes.toml").write_text(own_manifests.UNPINNED)
    for _ in range(2):
        out = regress(capsys, "--verify", code=1)
        assert out.count(f"({FULL})\n") == 2


def test_an_outcome_says_what_it_took(capsys):
    posed = regression.posed(read(Path("sizes.toml")))
    (outcome, _) = regression.outcomes(posed, [False, False], verifying=600)
    assert outcome.verified.outcome is Outcome.FULL
    (outcome, _) = regression.outcomes(posed, [False, False])
    assert outcome.verified is None
