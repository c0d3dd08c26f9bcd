"""The letters on the papers that come with exactua: numbers as the ledger has them, though certificates round reals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactua.certificates.writing import certificate, file_name
from exactua.claims.ledger import Row
from exactua.claims.registry import find
from exactua.commands.report import note as author_note
from exactua.commands.report.dossiers import from_certificates
from exactua.deciding.running import decide
from exactua.evidence import ledgers
from exactua.printing.errata import counterexample
from exactua.printing.text import number
from tests.test_ledgers_in_manifests import faults_told, instance_of, replays, text_of
from tests.test_replays import EVERY_PAPER

ALIKE = re.compile(r"(about [^ ]+) (?:<|<=|=|>=|>) \1 is false")
"""A relation that fails between two numbers of which nobody sees the difference, or that there is none."""


def letter(paper: str, folder: Path, only: str = "") -> tuple[str, tuple[Row, ...]]:
    """The letter on a paper, and the rows that it tells, from certificates of the instances that its ledger names."""
    for command in replays(paper):
        label, box = instance_of(command)
        if label.endswith(only):
            claim, step = find(label)
            problem = claim.problem(box, (step or "",))
            path = folder / file_name(problem, (step or "",), "as written").replace(":", ".")
            path.write_text(certificate(decide(problem)), encoding="utf-8")
    (dossier,) = from_certificates([paper], folder)
    return " ".join("\n".join(author_note.text(author_note.note(dossier, None))).split()), dossier.ledger.rows


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", EVERY_PAPER)
def test_no_row_has_two_numbers_that_look_alike(paper: str, tmp_path: Path) -> None:
    words, rows = letter(paper, tmp_path)
    assert bool(rows) == bool(faults_told(paper))
    assert ALIKE.findall(words) == []
    ledger = text_of(paper).replace("\\", "")
    committed = dict(re.findall(r"^## [0-9]+\. ([^ ]+): .*?^- \*\*least\*\*: (.*?)$", ledger, re.DOTALL | re.MULTILINE))
    same = [row for row in rows if row.least is not None and row.label in committed]
    assert bool(same) == bool(faults_told(paper))
    for row in same:
        assert row.least is not None
        assert values(counterexample(row.least)) == values(committed[row.label])


def values(words: str) -> str:
    """What a counterexample says of both sides, behind the formula."""
    return words.rpartition(" is false")[2]


def test_rounded_numbers_would_look_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Fails at n = 1: 3 > 3 is false" in letter("kajitsuka2024", tmp_path, ".lemma1_applies")[0]
    monkeypatch.setattr(ledgers, "with_exact_sides", lambda problem, step, witness: witness)
    rounded = letter("kajitsuka2024", tmp_path, ".lemma1_applies")[0]
    assert "Fails at n = 1: about 3 > a number that begins alike is false" in rounded
    monkeypatch.setattr("exactua.printing.text.told_apart", lambda left, right: (number(left), number(right)))
    assert ALIKE.findall(letter("kajitsuka2024", tmp_path, ".lemma1_applies")[0]) == ["about 3"]
