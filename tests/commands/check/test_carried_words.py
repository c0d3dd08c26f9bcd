"""How many lines below a claim are known to be refuted: what is kept is what manifests expect.

`python -m tests.commands.check.test_carried_words` writes the numbers anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua.claims.registry import PAPERS, claims_of, find
from exactua.commands.check import carried_words
from exactua.commands.check.carried_words import COUNTS, known
from exactua.evidence.carried_lines import known_as_refuted


def counts(paper: str) -> dict[str, int]:
    return {claim.label: number for claim in claims_of(paper) if (number := len(known_as_refuted(claim)))}


def test_the_numbers_that_are_kept_are_those_of_the_manifests() -> None:
    kept = json.loads(COUNTS.read_text(encoding="utf-8"))
    assert kept == {paper: counts(paper) for paper in kept}, "python -m tests.commands.check.test_carried_words"


def test_of_a_paper_without_numbers_they_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find("yun2020:lemma10")[0].problem({"d": 1, "n": 2, "m": 2})
    told = list(known(problem))
    assert told[0][0].startswith("of the claims that its proof rests on, 4 lines are known to be refuted, ")
    (tmp_path / "none.json").write_text("{}")
    monkeypatch.setattr(carried_words, "COUNTS", tmp_path / "none.json")
    assert list(known(problem)) == told


if __name__ == "__main__":
    COUNTS.write_text(json.dumps({paper: counts(paper) for paper in PAPERS}, indent=1, sort_keys=True) + "\n")
