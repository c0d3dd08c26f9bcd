"""`exactua.errata`: ledgers of papers, and of single claims, those that are made at the prompt too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua import certificate, check, errata, find
from exactua.errors import InputError
from exactua.evidence.ledgers import from_checks
from exactua.printing.errata import NOTES, notes_are
from tests.own_files import STEPS, made_here, write
from tests.printing.notebook.test_pages import html


@pytest.mark.usefixtures("decided_once")
def test_it_is_the_ledger_of_the_command() -> None:
    ledger = errata("yang2025", n=2)
    assert ledger == from_checks("yang2025", {"n": [2]})
    assert ledger.rows


def test_of_one_claim_its_lines_alone() -> None:
    ledger = errata(find("lemma7")[0], d=1, n=2, delta=["1/2", "1/3"])
    assert (ledger.title, ledger.claims, ledger.instances) == ("Lemma 7 (Yun et al. 2020)", 1, 2)
    assert [row.label for row in ledger.rows] == ["yun2020:lemma7.range_of_k"]
    assert ledger.rows[0].quotes
    assert "exactua explain yun2020:lemma7.range_of_k" in ledger._repr_html_()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_claim_that_is_made_here(jobs: int) -> None:
    ledger = errata(made_here(), d=1, n=[2, 3], jobs=jobs)
    assert (ledger.title, ledger.instances, ledger.steps) == ("lemma (notebook)", 2, 2)
    assert [(row.label, row.verdict) for row in ledger.rows] == [("notebook:lemma.grows", "refuted")]
    assert repr(ledger).split("\n") == [
        "Errata of lemma (notebook): 1 fault and 0 notes in 2 lines of 1 claim, at 2 instances",
        "  notebook:lemma.grows: false",
    ]
    assert "exactua explain" not in ledger._repr_html_()
    assert "notebook:lemma.grows" in "".join(html(ledger).words)


def test_of_a_file_and_of_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write()
    assert [row.label for row in errata("my_lemma.py", d=1, n=2).rows] == ["my_lemma:lemma.grows"]
    folder = Path("certificates")
    folder.mkdir()
    (folder / "lemma.json").write_text(certificate(check("my_lemma.py::lemma", d=1, n=2)))
    assert errata("my_lemma.py", certificates=folder).files == 1


@pytest.mark.parametrize(
    ("paper", "options", "message"),
    [
        ("lemma8", {}, "paper: 'lemma8' is no paper and no claim; give such as"),
        (3, {}, "paper: 3 is no paper and no claim"),
        ("so2020", {"d": 9}, "d: no instance of the default ladders has d in [9]"),
        ("so2020", {"d": 1, "certificates": "."}, "d: the certificates have their own instances; leave it out"),
        ("so2020", {"jobs": 0}, "jobs: 0 is not valid"),
    ],
)
def test_what_is_wrong_is_one_sentence(paper: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        errata(paper, **options)
    assert str(caught.value).startswith(message)


UNSAID = (
    STEPS
    + """\
@lemma.proof_line("all stays", over=bits, said=False)
def stays(at):
    return every(at.columns, lambda j: at.f(point)[1, j] == point[1, j])
@lemma.proof_line("all stays", over=bits)
def stays_there(at):
    return every(at.columns, lambda j: at.f(point)[1, j] == point[1, j])
"""
)


def test_what_is_not_said_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(UNSAID)
    ledger = errata("my_lemma.py", d=1, n=2)
    assert [(row.step.name, row.kind) for row in ledger.rows] == [("grows", "false"), ("stays_there", "false")]
    (note,) = ledger.notes
    assert (note.step.name, note.kind, note.survival, note.conclusion) == ("stays", "not said", "-", ())
    assert ledger.rows[1].survival == "falls"
    assert notes_are(ledger) == f"What the text does not say, w{NOTES[1:]}"
    shown = str(html(ledger).words)
    assert "My_lemma" not in shown
    assert "The conclusion of my_lemma:lemma.stays fails" not in shown
    assert notes_are(errata("background", n=2)) == NOTES


def test_values_beside_the_ladder_are_tried_of_own_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write()
    ledger = errata("my_lemma.py", d=[1, 4], n=1)
    assert [dict(box) for place in ledger.rows[0].spread.places for box in place.boxes] == [
        {"d": 1, "n": 1},
        {"d": 4, "n": 1},
    ]
    for given, message in (
        (
            {"n": 30},
            "n: no instance of the default ladders, nor another of at most 20,000 points, has n in [30]; give n in",
        ),
        ({"delta": "1/3"}, "delta: no instance here has delta; leave it out"),
        (
            {"d": 3, "n": 5},
            "d: no instance of the default ladders, nor another of at most 20,000 points, has d in [3] and",
        ),
    ):
        with pytest.raises(InputError) as caught:
            errata("my_lemma.py", **given)
        assert str(caught.value).startswith(message)


def test_a_folder_of_certificates_is_of_a_paper() -> None:
    with pytest.raises(InputError, match=r"^certificates: a folder is read for a paper"):
        errata(made_here(), certificates=".")
