"""Exported.v says what the claims say, and a changed claim shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.claims.registry import find
from exactua.proving.rocq import generate
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.terms.language import make


def sources():
    return read_sources(sources_folder())


def test_the_file_says_what_the_claims_say_now() -> None:
    assert generate.differs(sources()) is None
    assert generate.main(["--check"]) == 0


def test_a_changed_term_shows(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    claim, _ = find("lemma10")
    step = claim.step("lower_bound")
    changed = replace(step, term=make("<", (), *step.term.arguments))
    monkeypatch.setattr(claim, "steps", [changed if candidate is step else candidate for candidate in claim.steps])
    wrong = generate.differs(sources())
    assert wrong is not None
    assert "is not what the claims say now" in wrong
    assert generate.main(["--check"]) == 1
    assert "write the file anew" in capsys.readouterr().out


def test_a_changed_definition_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, _ = find("lemma8")
    t_l = make("+", (), claim.definitions["t_l"], claim.definitions["D"])
    monkeypatch.setitem(claim.definitions, "t_l", t_l)
    assert generate.differs(sources()) is not None


def test_a_changed_hypothesis_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, _ = find("lemma8")
    monkeypatch.setattr(claim, "hypotheses", claim.hypotheses[:1])
    assert generate.differs(sources()) is not None


def test_a_changed_or_missing_file_shows() -> None:
    given = sources()
    text = given[generate.FILE]
    assert generate.differs({**given, generate.FILE: text.replace("top <= inject_Z", "top < inject_Z")})
    assert generate.differs({**given, generate.FILE: text + "\n(* more *)\n"})
    assert generate.differs({**given, generate.FILE: text[: len(text) // 2]})
    del given[generate.FILE]
    assert "missing" in str(generate.differs(given))


def test_it_is_written_anew(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate.main(["--folder", str(tmp_path)]) == 0
    assert (tmp_path / generate.FILE).read_text(encoding="utf-8") == sources()[generate.FILE]
    assert generate.main(["--check", "--folder", str(tmp_path)]) == 0
    steps = sum(len(find(label)[0].steps) for label in generate.CLAIMS)
    assert f" of {steps} steps in {tmp_path / generate.FILE}" in capsys.readouterr().out


def test_no_text_of_a_claim_ends_the_comment() -> None:
    assert generate._comment('a "string" (* and *) more') == "a ''string'' ( * and * ) more"
