"""`exactua cite --format latex`: a mark for each certificate; what has none says so."""

from __future__ import annotations

import hashlib

import exactua
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.evidence.marked_statements import marked_statement
from tests.commands.ask.test_work import PLAIN


def told(capsys, *arguments: str) -> str:
    capsys.readouterr()
    assert main(["cite", *arguments, "--format", "latex"]) == 0
    return capsys.readouterr().out


def test_a_repaired_step_is_marked_as_repaired(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    box = ("--d", "1", "--n", "2", "--delta", "1/2")
    text = told(capsys, "yun2020:lemma7.range_of_k", *box, "--repaired")
    claim, _ = find("yun2020:lemma7")
    statement = claim.statement_hash(claim.step("range_of_k@repaired"))
    assert f"\\exactuachecked[d1n2m2-repaired,\n  verdict=holds,\n  statement={statement},\n" in text
    assert text.endswith("]{yun2020:lemma7.range_of_k}\n")
    (tmp_path / "paper.tex").write_text(text)
    assert main(["tex", "check", "paper.tex"]) == 0
    (tmp_path / "paper.tex").write_text(text.replace("verdict=holds", "verdict=refuted"))
    assert main(["tex", "check", "paper.tex"]) == 1


def test_beside_the_mark_exactua_sty_is_written_once_and_what_is_left_to_do_is_said(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    command = ["cite", "so2020:one_dimension", "--d", "1", "--n", "2", "--format", "latex", "-o", "mark.tex"]
    verify = "exactua verify .exactua/so2020.one_dimension.d1n2m2.json"
    unverified = f"1 mark says 'not verified': run {verify} and cite again\n"
    assert main(command) == 0
    assert capsys.readouterr() == ("1 mark in mark.tex\nmacros of the marks in exactua.sty\n", unverified)
    (tmp_path / "exactua.sty").write_text("% another\n")
    assert main(command) == 0
    assert capsys.readouterr() == ("1 mark in mark.tex\n", unverified)
    assert (tmp_path / "exactua.sty").read_text() == "% another\n"
    assert main(verify.split()[1:]) == 0
    capsys.readouterr()
    assert main(command) == 0
    assert capsys.readouterr() == ("1 mark in mark.tex\n", "")


def test_marks_are_not_written_under_the_name_of_their_style(capsys, tmp_path) -> None:

    asked = ("cite", "lemma10", "--d", "1", "--n", "2", "--format", "latex", "-o", str(tmp_path / "exactua.sty"))
    assert main(list(asked)) == 2
    said = "exactua: output: exactua.sty is the name of the style that the marks need; give a file such as marks.tex\n"
    assert capsys.readouterr() == ("", said)
    assert list(tmp_path.iterdir()) == []


def test_how_the_marks_of_a_file_of_claims_are_checked_is_said(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from exactua.authoring import claim, levels, point\nlemma = claim('lemma')\n"
        "@lemma.states('none is below 0', over=levels('bits', 0, 1, 2))\ndef least(at):\n    return point[1, 1] >= 0\n"
    )
    assert main(["cite", "own.py::lemma", "--d", "1", "--n", "1", "--format", "latex"]) == 0
    captured = capsys.readouterr()
    assert captured.err.endswith("to check the marks of own.py: exactua tex check PAPER.tex --claims own.py\n")
    (tmp_path / "paper.tex").write_text(captured.out)
    assert main(["tex", "check", "paper.tex", "--claims", "own.py"]) == 0


def test_what_is_no_certificate_of_a_claim_has_no_mark(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert told(capsys, "so2020") == "% no certificate, so no mark\n"
    exactua.ask(PLAIN, [[[0, 1]], [[0, 2]]], property="injective", certificate="answer.json")
    lines = told(capsys, "answer.json").splitlines()
    assert lines[0].startswith("% Certificate of injective for ")
    assert lines[1:] == ["% no mark: it is of no claim's steps"]


def test_some_steps_of_a_claim_are_not_marked_as_one(capsys, monkeypatch, tmp_path):
    from exactua.certificates.writing import certificate
    from exactua.proving.evidence import decide

    monkeypatch.chdir(tmp_path)
    claim, _ = find("so2020:quantization")
    problem = claim.problem({"d": 1, "n": 2, "m": 2}, ("rounds_down", "nearest"))
    (tmp_path / ".exactua").mkdir()
    (tmp_path / ".exactua" / "two.json").write_text(certificate(decide(problem)))
    assert told(capsys, ".exactua/two.json").splitlines()[1:] == [
        "% no mark: it judges several steps, and not the whole statement; cite each of them"
    ]
    mark = r"\exactuachecked[d1n2m2, verdict=holds, statement=%s]{so2020:quantization.%s}"
    steps = [(name, claim.statement_hash(claim.step(name))) for name in ("rounds_down", "nearest")]
    (tmp_path / "paper.tex").write_text("".join(mark % (statement, name) for name, statement in steps))
    assert main(["tex", "check", "paper.tex"]) == 0
    (tmp_path / "paper.tex").write_text(
        r"\exactuachecked[d1n2m2, verdict=holds, certificate=sha256:01234567]{so2020:quantization}"
    )
    assert main(["tex", "check", "paper.tex"]) == 3


def test_the_hash_of_several_statements_takes_each_with_its_name():
    hashes = {"a": "sha256:1", "b": "sha256:2", "c": "sha256:3"}
    both = marked_statement(hashes, ["a", "b"])
    assert both == "sha256:" + hashlib.sha256(b'[["a","sha256:1"],["b","sha256:2"]]').hexdigest()
    assert both == marked_statement(hashes, ["b", "a"])
    others = [marked_statement(hashes, ["a", "c"]), marked_statement(hashes, ["a", "b", "c"])]
    others += [marked_statement({**hashes, "a": "sha256:2", "b": "sha256:1"}, ["a", "b"])]
    assert len({both, *others}) == 4
    assert marked_statement(hashes, ["b"]) == "sha256:2"
    assert marked_statement(hashes, []) == ""
