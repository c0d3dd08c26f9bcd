"""`exactua report note`: short, courteous, the weightiest first, and nothing claimed that was not decided."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.claim import Claim
from exactua.claims.dossier import ClaimDossier, PaperDossier, Status, StepDossier
from exactua.claims.ledger import Ledger, Places, Quote, Spread
from exactua.claims.registry import find
from exactua.claims.told import Preface
from exactua.claims.verdicts import StepKind, Verdict
from exactua.commands.group import main
from exactua.commands.report import dossiers
from exactua.commands.report import note as author_note
from exactua.commands.report.note import _doubted, _only_with
from exactua.evidence import ledgers
from exactua.terms.tracing import sqrt
from tests.commands.errata.test_command import with_quotes, with_steps
from tests.evidence.sample import gaps, install
from tests.own_papers import manifest


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return manifest(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(("report", "note", *arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def note(capsys, sample) -> str:
    code, out, _ = run(capsys, str(sample), "--jobs", "1")
    assert code == 0
    return out


def entries(note: str) -> list[str]:
    return [line for line in note.splitlines() if line.startswith("- ")]


def test_the_weightiest_come_first(note):
    assert re.findall(r"^## (.*)$", note, re.MULTILINE) == [
        "False as printed (2)",
        "Imprecise (1)",
        "Typos in the text as we have it (1)",
    ]


def test_an_entry_says_where_what_why_and_what_instead(note):
    (entry,) = [candidate for candidate in entries(note) if "wide_gap" in candidate]
    assert entry.startswith("- **Lemma 1 (A.1)**: ")
    assert (
        "What was decided: l\\_2 - l\\_1 \\>= 2. Fails at d = 1, n = 2, delta = 1/2, L = \\[0 1/2\\]: 1/2 \\>= 1 is false."
        in entry
    )
    assert "That is because neighbouring ids differ by 1. Suggested: l\\_2 - l\\_1 \\>= 1." in entry
    assert '`exactua explain sample:gaps.wide_gap --d 1 --n 2 --delta 1/2 --at "0 1/2"`' in entry


def test_only_the_papers_words_are_in_quotation_marks(capsys, sample, monkeypatch):
    with_quotes(monkeypatch, wide_gap="neighbours lie 2 apart")
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    words = " ".join(note.split())
    assert 'Lemma 1 (A.1, p. 7): "neighbours lie 2 apart". Read as: l_2 - l_1 >= 2. Fails at' in words
    quoted = {
        quote for quote in re.findall(r'"([^"]*)"', words) if not re.fullmatch(r"[-0-9/; ]+", quote)
    }  # --at "0 1/2"
    assert quoted == {"neighbours lie 2 apart"}


def test_a_line_that_fails_in_a_reading_of_ours_is_neither_quoted_nor_counted(capsys, sample, monkeypatch):
    """It shows the same fault as another line, which is wrong as printed: the entry is of that one alone."""
    quotes = {"wide_gap": "neighbours lie 2 apart", "count": "there are so many", "pairwise_order": "in order"}
    with_quotes(monkeypatch, **quotes)
    same = {"same_as": "sample:gaps.wide_gap"}
    with_steps(monkeypatch, count=same, pairwise_order={**same, "flaw": "reading"})
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    words = " ".join(note.split())
    assert '"neighbours lie 2 apart"; "there are so many" (imprecise).' in words
    assert "in order" not in words
    assert "3 lines did not hold as printed, in 2 entries: 1 is false and 1 may be a typo." in words
    assert "the least counterexample of its first line (the ledger has those of the others)" in words
    assert "3 lines are not listed" in words


def test_words_of_another_kind_of_fault_have_its_label(capsys, sample, monkeypatch):
    with_quotes(monkeypatch, wide_gap="neighbours lie 2 apart", count="there are so many", pairwise_order="in order")
    same = {"same_as": "sample:gaps.wide_gap"}
    with_steps(monkeypatch, count={**same, "flaw": "imprecise"}, pairwise_order=same)
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    words = " ".join(note.split())
    assert '"there are so many" (imprecise)' in words
    assert '"neighbours lie 2 apart";' in words
    assert '"in order"' in words
    assert '"in order" (' not in words


def test_a_line_that_fails_with_some_choices_alone_says_with_which() -> None:
    def of(verdict: Verdict, *boxes: dict[str, int | str]) -> Places:
        return Places(verdict, boxes, "")

    average, last = {"n": 3, "tie_rule": "average"}, {"n": 3, "tie_rule": "rightmost"}
    assert _only_with(Spread((of(Verdict.REFUTED, average), of(Verdict.HOLDS, last)), "")) == (
        "of the tie rules average and rightmost it fails with average alone"
    )
    assert _only_with(Spread((of(Verdict.REFUTED, average, last),), "")) == ""
    assert _only_with(Spread((of(Verdict.REFUTED, {"n": 2}), of(Verdict.HOLDS, {"n": 3})), "")) == ""


def test_an_entry_says_of_which_statement_it_is(capsys, sample, monkeypatch):
    with_steps(monkeypatch, pairwise_order={"same_as": "sample:gaps.wide_gap", "kind": StepKind.STATEMENT})
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    assert "Lemma 1 (statement of Lemma 1, A.1)" in " ".join(note.split())


def test_quotes_of_several_places_have_theirs(capsys, sample, monkeypatch):
    first, other = Quote("neighbours lie 2 apart", "A.1", "7"), Quote("there are so many.", "B", "")
    known = {"sample:gaps.wide_gap": (first, other)}
    monkeypatch.setattr(ledgers, "quotes_of", lambda paper: known)
    words = " ".join(run(capsys, str(sample), "--jobs", "1", "--format", "text")[1].split())
    assert 'Lemma 1: "neighbours lie 2 apart" (A.1, p. 7); "there are so many." (B). Read as: ' in words
    known["sample:gaps.wide_gap"] = (first, replace(other, section="A.1", page="7"))
    words = " ".join(run(capsys, str(sample), "--jobs", "1", "--format", "text")[1].split())
    assert 'Lemma 1 (A.1, p. 7): "neighbours lie 2 apart"; "there are so many." Read as: ' in words


def test_what_a_claim_says_before_its_lines_is_said_once_and_where_they_stand(capsys, sample, monkeypatch):
    told = [Preface("L stands for ids"), Preface("A.1 is a sketch", "A.1"), Preface("B is a sketch", "B")]
    monkeypatch.setattr(gaps, "prefaces", told)
    words = " ".join(run(capsys, str(sample), "--jobs", "1", "--format", "text")[1].split())
    assert words.count("L stands for ids.") == words.count("A.1 is a sketch.") == 1
    assert "B is a sketch" not in words
    assert words.index("A.1 is a sketch.") < words.index("False as printed")


def test_a_line_of_a_proof_with_the_words_of_a_part_does_not_make_it_fail() -> None:
    """(128) ends with the bound of Lemma 7, and is wrong where n = 1; that says nothing of the lemma's statement."""
    lemma7 = find("kajitsuka2024:lemma7")[0]
    words = lemma7.parts[-1].words
    assert _doubted(_open(lemma7), [("above_bound", words)]) == []
    reversal = find("background:reversal")[0]
    quoted = "a single attention head with an appropriate relative position bias can implement sequence reversal"
    assert len(_doubted(_open(reversal), [("reversing", quoted)])) == 1


def _open(claim: Claim) -> ClaimDossier:
    return ClaimDossier(claim, Status.INCONCLUSIVE, (), (), "", (), (), 0)


def test_a_line_of_something_else_is_not_put_under_the_claim(capsys, sample, monkeypatch):
    with_steps(monkeypatch, wide_gap={"of": "the remarks on ids"})
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    assert "Remarks on ids (A.1): What was decided: l_2 - l_1 >= 2." in " ".join(note.split())


def standing(*known: tuple[Status, str | None]) -> str:
    """What a letter says of claims with these statuses, each with the object that is to meet it, if it is a definition."""
    claims = []
    for number, (status, meets) in enumerate(known, 1):
        lemma = replace(gaps, title=f"Lemma {number}")
        lemma.steps = [replace(step, meets=meets) for step in gaps.steps]
        refuted = status is Status.REFUTED
        steps = tuple(
            StepDossier(step, "", status if refuted else Status.ENUMERATED, Spread((), ""), (), None, None, None)
            for step in lemma.steps
        )
        claims.append(ClaimDossier(lemma, status, steps, (), "", (), (), 0))
    ledger = Ledger("sample", "Sample", len(claims), 0, 0, 0, ())
    return author_note._standing(PaperDossier("sample", "Sample", tuple(claims), ledger))


def test_every_claim_is_accounted_for():
    """What is decided in part, or not at all, is told where nothing holds as a whole too; a definition is met."""
    assert standing((Status.IN_PART, None), (Status.INCONCLUSIVE, None), (Status.REFUTED, None)) == (
        " Of the statements of 1 claim what was decided holds, and a part is not decided; of 1 (Lemma 2) no part of the "
        "statement is decided; those of Lemma 3 do not hold as printed."
    )
    assert standing((Status.GENERAL, None), (Status.ENUMERATED, None), (Status.IN_PART, None)) == (
        " What was decided of the statements of 2 claims holds, for 1 of them by theorems of the Rocq kernel for all "
        "parameters, in rational numbers; of 1 more claim what was decided holds, and a part is not decided."
    )
    assert standing((Status.ENUMERATED, "an f"), (Status.ENUMERATED, "a g"), (Status.IN_PART, "an h")) == (
        " 2 definitions (Lemma 1 and Lemma 2) are met by objects of our choice; 1 definition (Lemma 3) is met in part by "
        "an h."
    )
    assert standing((Status.REFUTED, "an f")) == " 1 definition (Lemma 1) is not met by an f."
    assert standing((Status.REFUTED, None)) == " The statements of Lemma 1 do not hold as printed."
    assert standing() == ""


def test_lines_that_are_not_said_are_counted(capsys, sample, monkeypatch):
    with_steps(monkeypatch, wide_gap={"said": False})
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    assert "1 of these lines is not said there: it is used, or a remark of ours." in " ".join(note.split())


def test_a_colon_within_a_formula_takes_nothing_away(capsys, sample, monkeypatch):
    with_steps(monkeypatch, **{"wide_gap@repaired": {"says": "for k = 0, 1, ..., n - 1: l_2 - l_1 >= 1"}})
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    assert "Suggested: for k = 0, 1, ..., n - 1: l_2 - l_1 >= 1." in " ".join(note.split())


def test_every_entry_is_short_and_repeated_by_its_command(capsys, note):
    for entry in entries(note):
        assert len(entry) < 500
        program, *arguments = shlex.split(re.findall(r"`(.*?)`", entry)[-1])
        assert program == "exactua"
        assert main(arguments) == 0
        shown = capsys.readouterr().out
        assert "FALSE" in shown


def test_what_was_done_and_what_is_not_claimed_is_said(note):
    opening, _, closing = note.partition("## ")
    assert "Dear authors," in opening
    assert "of: Sample 2000." in opening
    assert "10 lines of 2 claims" in opening
    assert "small instances (5 in all)" in opening
    assert ("4 lines did not hold as printed: 2 are false, 1 is imprecise and 1 may be a typo") in opening
    assert "No person has read these entries yet" in opening
    assert "What we do not claim: that a line which held is thereby proved" in closing
    assert "2 lines are not listed: no fault of yours, but false in a reading of ours, or without an" in closing
    assert "enough\\_columns" not in note
    assert "says\\_nothing" not in note


def test_only_lines_that_were_decided_count(capsys, sample, tmp_path):
    sample.write_text(sample.read_text().split("[[check]]")[1].join(["[[check]]", ""]))
    _, note, _ = run(capsys, str(sample), "--jobs", "1")
    assert "8 lines of 1 claim of: Sample 2000." in note


def test_where_the_conclusion_is_lost_it_is_said(capsys, sample, monkeypatch):
    with_steps(monkeypatch, enough_columns={"flaw": "imprecise"})
    (entry,) = [
        candidate for candidate in entries(run(capsys, str(sample), "--jobs", "1")[1]) if "enough_columns" in candidate
    ]
    assert "What it serves says nothing there." in entry


def test_the_formats_say_the_same(capsys, sample):
    texts = {
        name: run(capsys, str(sample), "--jobs", "1", "--format", name)[1] for name in ("text", "markdown", "latex")
    }
    for text in texts.values():
        assert len(re.findall(r"exactua explain sample", text)) == 4
        assert "Dear authors" in text
    assert texts["latex"].startswith(r"\documentclass")
    assert max(len(line) for line in texts["text"].splitlines() if not line.startswith("    $")) <= 88


def test_a_note_is_much_shorter_than_the_ledger(capsys, sample):
    _, note, _ = run(capsys, str(sample), "--jobs", "1", "--format", "text")
    assert main(["errata", "sample", "--certificates", ".exactua/report"]) in (0, 3)
    assert len(note) < len(capsys.readouterr().out)


def test_a_note_is_about_one_paper(capsys, sample, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text('[[check]]\nclaim = "yun2020:column_id"\nd = 1\nn = 2\ndelta = "1/2"\nexpect = "holds"\n')
    code, _, err = run(capsys, str(sample), str(other), "--jobs", "1")
    assert code == 2
    assert "paper: a note is about one paper; add --paper yun2020 for one of 2" in err
    assert run(capsys, str(sample), str(other), "--jobs", "1", "--paper", "sample")[0] == 0


def test_claims_of_our_own_are_none_of_the_authors(tmp_path, capsys):
    _, note, _ = run(capsys, "yun2020", "--certificates", str(tmp_path), "--format", "text")
    said = "holds, for 19 of them by theorems of the Rocq kernel for all parameters, in rational numbers"
    said += " (Claim 1, Theorem 2, Lemma 4, Proposition 5, Lemma 7, Averaging the tokens, Selective shift operation and"
    said += " Theorem 3: in real ones)"
    assert said in " ".join(note.split())
    # Lemma 9 and G.3
    more = "; of 2 more what was decided holds, and a part of each is not decided"
    assert more in " ".join(note.split())


def test_a_file_of_ones_own_is_named_as_a_command_takes_it(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my_lemma.py"]) == 0
    Path("my.toml").write_text('[[check]]\nclaim = "my_lemma.py::lemma"\nd = 1\nn = 2\nexpect = "refuted"\n')
    _, note, err = run(capsys, "my.toml", "--jobs", "1", "--format", "text", "-o", "note.txt")
    said = " ".join(Path("note.txt").read_text().split())
    assert "The statements of lemma do not hold as printed." in said
    assert "and exactua errata my_lemma.py the whole ledger." in said
    assert str(tmp_path) not in said
    assert "1 line in note.txt" in note + err


def test_note_and_ledger_tell_the_same_counterexamples(capsys, sample):
    _, note, _ = run(capsys, str(sample), "--jobs", "1")
    assert main(["errata", "sample", "--certificates", ".exactua/report", "--format", "markdown"]) in (0, 3)
    ledger = capsys.readouterr().out.partition("# Notes")[0]
    commands = re.compile(r"`(exactua explain .*?)`")
    assert set(commands.findall(note)) == set(commands.findall(ledger))
    assert commands.findall(note)


def test_balls_are_named_only_where_a_line_was_decided_with_them(capsys, sample, monkeypatch):
    assert "in exact arithmetic, we have checked" in " ".join(run(capsys, str(sample), "--jobs", "1")[1].split())
    of_reals = (sqrt(gaps.at().n) <= gaps.at().D).term
    with_steps(monkeypatch, enough_columns={"term": of_reals})
    note = " ".join(run(capsys, str(sample), "--jobs", "1")[1].split())
    assert "in exact arithmetic, and of reals in balls that enclose them, we have checked" in note


def test_a_part_that_an_entry_quotes_as_wrong_is_not_called_open_alone(capsys, tmp_path, monkeypatch):
    """That one head can reverse is decided by no step; why no bias that was tried makes it do so is told by an entry.

    Another part is decided by a theorem; where none is known, no part is.
    """
    reverses = ("background:reversal", "-p", "L=3", "-p", "margin=10")
    for place, claim in enumerate((reverses, ("background:relative_bias", "--d", "1", "--n", "7", "-p", "c=0"))):
        main(("check", *claim, "--certificate", str(tmp_path / f"{place}.json")))
    _, note, _ = run(capsys, "background", "--certificates", str(tmp_path), "--format", "text")
    words = " ".join(note.split())
    assert "; of 1 more claim a part holds, and another, quoted below, fails as read there; of 9 (" in words
    monkeypatch.setattr(dossiers, "theorems_about", lambda claim: ())
    _, note, _ = run(capsys, "background", "--certificates", str(tmp_path), "--format", "text")
    words = " ".join(note.split())
    assert (
        "of the 4 parts of Sequence reversal by a bias 1, quoted below, fails as read there, and the others are"
        in words
    )
