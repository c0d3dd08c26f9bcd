"""`exactua.verify`: certificates of decisions, texts and files, and whose statements they have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exactua import certificate, check, verify
from exactua.certificates.reading import read_certificate
from exactua.errors import InputError
from exactua.evidence import verifications
from exactua.python_files import PROMPT
from tests.own_files import HEAD, STEPS, cell, made_here
from tests.printing.notebook.test_pages import html


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_decision_its_text_and_its_file_are_the_same_certificate(tmp_path: Path) -> None:
    decision = check("lemma10", d=1, n=2)
    file = tmp_path / "lemma10.json"
    file.write_text(certificate(decision))
    read = read_certificate(file)
    verified = [verify(given) for given in (decision, certificate(decision), file, str(file), read)]
    assert {(each.found, each.verdict, each.lines, each.exit_code) for each in verified} == {
        ("confirmed", "holds", verified[0].lines, 0)
    }
    assert verified[0].lines[1] == "every statement is that of yun2020:lemma10 as installed (exactua 1.0.0)"


def test_it_is_remembered() -> None:
    decision = check(made_here(), d=1, n=2)
    record = verify(decision).record
    assert record is not None
    assert verifications.known(record.digest) == record


def test_its_statements_are_those_of_the_claim_that_was_made_here() -> None:
    lemma = made_here()
    decision = check(lemma, d=1, n=2)
    as_made = f"every statement is that of notebook:lemma as {PROMPT} has it"
    assert (verify(decision).lines[1], verify(decision).verdict) == (as_made, "refuted")
    made_here(HEAD + STEPS.replace("[1, j] > point", "[1, j] >= 1 + point"))
    other = verify(decision)
    assert (other.found, other.exit_code) == ("another statement", 1)
    assert verify(decision, claims=[lemma]).lines[1] == as_made


def test_a_changed_certificate_is_not_confirmed() -> None:
    text = certificate(check(made_here(), d=1, n=2))
    changed = verify(text.replace('"failures":1', '"failures":0'))
    assert (changed.found, changed.verdict, changed.exit_code) == ("not confirmed", None, 1)
    assert repr(changed) == "not confirmed: the digest is not that of the hashed part"
    assert "holds" not in html(changed).words


def test_a_sample_confirms_nothing() -> None:
    verified = verify(check("lemma8", d=1, n=3, delta="1/4"), sample=2, seed="0" * 32)
    assert (verified.found, verified.exit_code) == ("sampled, not confirmed", 3)
    assert 'style="background' not in verified._repr_html_()


def test_a_page_has_the_verdict_in_its_colour_and_every_step() -> None:
    verified = verify(check(made_here(), d=1, n=2))
    assert ">refuted</strong> (4 of 4 points recomputed)" in verified._repr_html_()
    assert repr(verified).split("\n")[0] == "confirmed: refuted (4 of 4 points recomputed)"
    assert verified._repr_markdown_().count("\n- ") == 2


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (3, {}, "certificate: 3 is none; give the path of a file, a decision, or what exactua.certificate makes"),
        ("gone.json", {}, "certificate: there is no file gone.json"),
        (".", {}, "certificate: . is a folder; give one of its files, or run exactua verify ."),
        ("{}", {}, "certificate: the file is of neither format"),
        ("{", {}, "certificate: "),
        ("{}", {"seed": "7"}, "seed: '7' is not valid; give 32 hexadecimal digits"),
        ("{}", {"sample": 0}, "sample: 0 is not valid"),
        ("{}", {"seconds": -1}, "seconds: -1 is not valid; give a number >= 0"),
        ("{}", {"claims": ["lemma8"]}, "claims: ['lemma8'] is no list of claims"),
    ],
)
def test_what_is_wrong_is_one_sentence(given: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        verify(given, **options)
    assert str(caught.value).startswith(message)


def test_nothing_that_a_certificate_names_is_run() -> None:
    text = certificate(check(cell(HEAD + STEPS)["lemma"], d=1, n=1))
    Path("notebook.py").write_text("raise SystemExit('it was run')")
    assert verify(text).exit_code == 0
