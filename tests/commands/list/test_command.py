"""`exactua list`: every claim with its counts, and a status that says only what certificates say."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.registry import find, labels
from exactua.claims.verdicts import Verdict
from exactua.claims.verification import Outcome
from exactua.commands.group import main
from exactua.commands.prove.work import prove
from exactua.evidence import verifications
from exactua.evidence.catalogue import Certificate, Entry, catalogue, read
from exactua.evidence.certificate_steps import Stated
from exactua.proving.rocq.kernel import RocqRecord
from exactua.terms.encoding import canonical, sha256


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def listed(capsys) -> dict:
    assert main(["list", "--format", "json"]) == 0
    return {entry["claim"]: entry for entry in json.loads(capsys.readouterr().out)["claims"]}


def test_every_claim_is_listed_with_its_counts(here, capsys):
    entries = listed(capsys)
    assert list(entries) == list(labels())
    assert entries["yun2020:lemma8"]["steps"] == {"statement": 10, "proof line": 0, "repaired": 0}
    for label, entry in entries.items():
        assert sum(entry["steps"].values()) == len(find(label)[0].steps)
        assert entry["status"] == "not checked here"


def test_columns_are_aligned_and_the_status_is_last(here, capsys):
    assert main(["list"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    at = header.index("status")
    assert len(rows) == len(list(labels()))
    assert all(row[at:] == "not checked here" and row[at - 1] == " " for row in rows)


def test_a_long_source_is_cut_in_the_table_alone(here, capsys):
    source = find("so2020:contextual_mapping")[0].source
    assert len(source) > 100
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert source not in out
    assert all(len(row) <= 200 for row in out.splitlines())
    assert listed(capsys)["so2020:contextual_mapping"]["source"] == source


def check(*arguments: str) -> None:
    main(["check", *arguments])


def test_the_status_says_where_it_holds(here, capsys):
    check("lemma8", "--d", "1", "--n", "3", "--delta", "1/4")
    check("lemma8", "--d", "2", "--n", "3")
    assert listed(capsys_clean(capsys))["yun2020:lemma8"]["status"] == "holds at d1n3m4, d2n3m2"


def capsys_clean(capsys):
    capsys.readouterr()
    return capsys


def test_a_refuted_instance_is_not_a_holding_one(here, capsys):
    check("g1", "--d", "1", "--n", "2")
    assert listed(capsys_clean(capsys))["yun2020:g1"]["status"] == "refuted at d1n2m2"


def test_a_single_step_does_not_speak_for_the_claim(here, capsys):
    check("lemma8.property3", "--d", "2", "--n", "2")
    check("lemma7", "--d", "1", "--n", "2", "--repaired")
    entries = listed(capsys_clean(capsys))
    assert entries["yun2020:lemma8"]["status"] == "property3 holds at d2n2m2"
    assert entries["yun2020:lemma7"]["status"] == "repaired holds at d1n2m2"


@pytest.mark.parametrize(
    ("judged", "told"),
    [
        (("property1",), "property1"),
        (("property1", "property4"), "property1, property4 together:"),
        (("layers", "heads", "property1", "property4"), "layers, heads, property1 and 1 more together:"),
    ],
)
def test_one_verdict_of_several_steps_is_no_verdict_of_each(judged: tuple[str, ...], told: str) -> None:
    certificate = Certificate("f", "yun2020:lemma8", judged, {}, "refuted", {}, Stated({}, "", 0))
    assert Entry(find("lemma8")[0]).about(certificate) == told


def test_more_than_three_instances_are_counted(here, capsys):
    check("lemma10", "--d", "1", "--n", "2", "--delta", "1/2..1/6")
    assert listed(capsys_clean(capsys))["yun2020:lemma10"]["status"] == "holds at d1n2m2, d1n2m3, d1n2m4 and 2 more"


def test_what_a_verifier_said_stands_behind_the_status(here, capsys):
    check("lemma8", "--d", "1", "--n", "2")
    check("lemma8", "--d", "1", "--n", "3")
    path = here / ".exactua" / "lemma8.d1n2m2.json"

    def row() -> str:
        capsys.readouterr()
        assert main(["list"]) == 0
        return next(line for line in capsys.readouterr().out.splitlines() if line.startswith("yun2020:lemma8 "))

    def states() -> list[str]:
        capsys.readouterr()
        return [certificate["verified"]["state"] for certificate in listed(capsys)["yun2020:lemma8"]["certificates"]]

    assert row().endswith("holds at d1n2m2, d1n3m2; certificates: 2 not verified")
    verification = verifications.confirmed(path)
    verifications.keep(verification)
    assert row().endswith("; certificates: 1 not verified, 1 confirmed in full by verifier.py")
    assert states() == ["confirmed in full", "not verified"]
    verifications.keep(replace(verification, outcome=Outcome.REFUSED, said="why"))
    assert "NOT CONFIRMED by verifier.py at d1n2m2" in row()
    assert "holds at d1n3m2" in row()
    assert states() == ["not confirmed", "not verified"]
    rewrite(path, lambda decided: decided.update(title="another"))  # and so another digest
    assert states() == ["not verified"] * 2


def rewrite(path: Path, change) -> None:
    """Alters what a certificate says, and gives it the digest that fits."""
    data = json.loads(path.read_text())
    change(data["decided"])
    data["digest"] = sha256(data["decided"])
    path.write_text(canonical(data))


def test_a_certificate_about_another_statement_does_not_count(here, capsys):
    check("lemma10", "--d", "1", "--n", "2")
    path = here / ".exactua" / "lemma10.d1n2m2.json"

    def change(decided):
        decided["steps"][0]["statement"] = "sha256:" + "0" * 64

    rewrite(path, change)
    assert listed(capsys_clean(capsys))["yun2020:lemma10"]["status"] == "another statement at d1n2m2"


def test_where_no_part_is_decided_the_certificate_is_about_the_claim(here, capsys):
    assert main(["check", "theorem2", "--d", "1", "--n", "2"]) == 3
    assert listed(capsys_clean(capsys))["yun2020:theorem2"]["status"] == "inconclusive at d1n2m2"

    def change(decided):
        decided["steps"][0]["statement"] = "sha256:" + "0" * 64

    rewrite(here / ".exactua" / "theorem2.d1n2m2.json", change)
    assert listed(capsys_clean(capsys))["yun2020:theorem2"]["status"] == "another statement at d1n2m2"


def test_a_certificate_about_another_network_does_not_count(here, capsys):
    check("lemma8", "--d", "1", "--n", "2")
    (path,) = (here / ".exactua").iterdir()
    rewrite(path, lambda decided: decided["networks"]["g_c"]["items"].append({"group": {"name": "more", "items": []}}))
    assert listed(capsys_clean(capsys))["yun2020:lemma8"]["status"] == "another network at d1n2m2"


def test_a_certificate_where_the_claim_is_not_stated_does_not_count(here, capsys):
    check("lemma8", "--d", "1", "--n", "2")
    (path,) = (here / ".exactua").iterdir()
    rewrite(path, lambda decided: decided["parameters"].update(n=1))
    assert listed(capsys_clean(capsys))["yun2020:lemma8"]["status"] == "does not count at d1n1m2"


def test_an_altered_certificate_is_not_read(here, capsys):
    check("g1", "--d", "1", "--n", "2")
    (path,) = (here / ".exactua").iterdir()
    path.write_text(path.read_text().replace('"verdict":"refuted"}', '"verdict":"holds"}'))
    capsys.readouterr()
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert "holds at" not in out
    assert re.search(r"not read: \.exactua/\S+: its digest does not match its content", out)


def test_a_certificate_of_the_former_format_does_not_count(here, capsys):
    check("lemma8.property4", "--d", "1", "--n", "2")  # a step whose statement hash is what it was in that format
    (path,) = (here / ".exactua").iterdir()
    path.write_text(path.read_text().replace('"exactua":"certificate/2"', '"exactua":"certificate/1"'))
    capsys.readouterr()
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert "property4 holds" not in out
    assert 'it is of the former format "certificate/1"; make it anew by the command that wrote it' in out
    assert main(["errata", "yun2020", "--certificates", ".exactua"]) == 2
    assert "holds no certificate about Yun et al. 2020" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"decided": {}}', b"[" * 100_000, b'{"decided": 1' + b"0" * 5000 + b"}"],
)
def test_an_unreadable_certificate_is_named_and_skipped(here, capsys, content):
    check("lemma8", "--d", "2", "--n", "2")
    (here / ".exactua" / "bad.json").write_bytes(content)
    capsys.readouterr()
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert "holds at d2n2m2" in out
    assert "not read: .exactua/bad.json: it is not a certificate" in out


def test_what_is_no_file_is_not_opened(here, capsys):
    (here / ".exactua").mkdir()
    os.mkfifo(here / ".exactua" / "pipe.json")
    (here / ".exactua" / "folder.json").mkdir()
    assert main(["list"]) == 0
    assert capsys.readouterr().out.count("not a file") == 2


def test_a_file_that_is_too_long_is_not_parsed(here, monkeypatch):
    check("lemma8", "--d", "2", "--n", "2")
    (path,) = (here / ".exactua").iterdir()
    assert read(path).verdict == "holds"
    monkeypatch.setattr("exactua.evidence.certificate_steps.LARGEST_FILE", 100)
    _, unread = catalogue(here / ".exactua")
    assert [entry.reason for entry in unread] == ["longer than 100 bytes"]


def test_escape_sequences_of_a_certificate_are_not_printed(here, capsys):
    check("claim1", "--d", "1", "--n", "2")
    (path,) = (here / ".exactua").iterdir()
    rewrite(path, lambda decided: decided["parameters"].update(tie_rule="\x1b[31m"))
    capsys.readouterr()
    assert main(["list"]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("parameters", [{"m": "0x" + "f" * 20_000}, {"tie_rule": 3}, {"n": "many"}])
def test_parameters_of_any_size_and_kind_are_shown(here, capsys, parameters, form):
    check("claim1", "--d", "1", "--n", "2")
    (path,) = (here / ".exactua").iterdir()
    capsys.readouterr()
    assert main(["list", "--format", form]) == 0
    usual = len(capsys.readouterr().out)
    strange = path.with_name("strange.json")
    strange.write_text(path.read_text())
    rewrite(strange, lambda decided: decided["parameters"].update(parameters))
    assert main(["list", "--format", form]) == 0
    assert len(capsys.readouterr().out) < usual + 25_000


def test_an_unknown_format_is_exit_2(here, capsys):
    assert main(["list", "--format", "yaml"]) == 2
    assert "format: 'yaml' is not valid; choose one of text, markdown, latex, html, json" in capsys.readouterr().err


def test_a_proof_whose_parts_theorems_decide_counts(here, capsys):
    """Its statement steps are about one v each, and inconclusive: theorems decide the parts that have them."""
    (here / ".exactua").mkdir()
    proof = prove(find("kajitsuka2024:lemma2")[0], (), RocqRecord(), "as written")
    assert {step.verdict for step in proof.steps} == {Verdict.INCONCLUSIVE}
    (here / ".exactua" / "proof.json").write_text(proof.text({}), encoding="ascii")
    assert listed(capsys)["kajitsuka2024:lemma2"]["status"] == "general: holds"
    rewrite(here / ".exactua" / "proof.json", lambda decided: [part.update(theorems=[]) for part in decided["parts"]])
    assert listed(capsys)["kajitsuka2024:lemma2"]["status"] == "general: does not count"
