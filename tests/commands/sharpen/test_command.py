"""`exactua sharpen`: what it prints, its JSON data, a whole paper, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gmpy2 import mpq

from exactua.arithmetic.rationals import decode_rational
from exactua.claims.registry import labels
from exactua.commands.group import main
from exactua.commands.sharpen import work
from exactua.printing.renderers.markdown import escaped
from exactua.printing.short_numbers import decimal, short
from tests.evidence.sample import install

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["sharpen", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys, *arguments: str) -> dict:
    code, out, err = run(capsys, *arguments, "--jobs", "1", "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_lemma_10_is_as_it_was(capsys):
    code, out, err = run(capsys, "lemma10", "--jobs", "1")
    assert (code, err) == (0, "")
    assert out == (GOLDEN / "sharpen-lemma10.txt").read_text()


def test_the_sample_in_markdown_is_as_it_was(capsys):
    code, out, err = run(capsys, "sample", "--jobs", "1", "--format", "markdown")
    assert (code, err) == (0, "")
    assert out == (GOLDEN / "sharpen-sample.md").read_text()


def test_the_page_of_the_paper_is_what_the_command_gives(capsys):
    page = (Path(__file__).parents[3] / "docs" / "sharpen-yun2020.md").read_text()
    assert [
        f"({label})" for label in labels() if label.startswith("yun2020:") and f"({escaped(label)})" not in page
    ] == []
    code, out, _ = run(capsys, "category1", "--jobs", "1", "--format", "markdown")
    section = out[out.index("## Category 1") :]
    assert code == 0
    assert section.rstrip() in page


def test_json_gives_exact_numbers(capsys):
    data = document(capsys, "lemma10.lower_bound", "--n", "2..3", "--d", "1")
    assert (data["format"], data["exit_code"]) == ("exactua-sharpen/1", 0)
    (claim,) = data["claims"]
    (bound,) = claim["bounds"]
    assert (bound["step"], bound["kind"], bound["relation"], bound["upper"]) == (
        "lower_bound",
        "statement",
        ">=",
        False,
    )
    assert (bound["text"], bound["unit"]) == ("top >= D^(n - 1) (D - 1)", "delta")
    assert bound["summand"] == {"value": 1, "at": [{"d": 1, "n": 2, "m": m} for m in range(2, 9)]}
    assert bound["factor"] == {"value": "57/56", "at": [{"d": 1, "n": 2, "m": 8}]}
    assert [(entry["n"], entry["instances"], entry["summand"]) for entry in bound["by_n"]] == [(2, 7, 1), (3, 6, 26)]
    assert bound["silent"] == 1
    assert {(form["n"], form["of"]): form["coefficients"] for form in bound["closed"]}[3, "extreme"] == [2, -1, -1, 2]
    for at in bound["measured"]:
        extreme, printed = (decode_rational(at[name], name) for name in ("extreme", "bound"))
        assert decode_rational(at["slack"], "slack") == extreme - printed
        assert decode_rational(at["factor"], "factor") == extreme / printed
    assert bound["measured"][0]["points"] == [[[0, "1/2"]]]


def test_a_paper_and_a_file(capsys, tmp_path):
    code, out, err = run(capsys, "sample", "--n", "2", "--jobs", "1", "--output", "found.txt")
    assert (code, out, err) == (0, "7 bounds in found.txt\n", "")
    text = (tmp_path / "found.txt").read_text()
    assert "sample:gaps: Lemma 1, App. A\nover the ladder: 3 instances (d = 1, n = 2, delta = 1/2..1/4)" in text
    assert "sample:scaled: Lemma 2, App. B\nit displays no bound: no step is an inequality between numbers." in text


def test_a_false_line_says_what_would_be_true(capsys):
    code, out, err = run(capsys, "sample:gaps.wide_gap", "--jobs", "1")
    assert (code, err) == (0, "")
    assert "FALSE at 6 of 6 instances (6 more say nothing), first at d = 1, n = 2, delta = 1/2: L = [0 1/2]" in flat(
        out
    )
    assert "c = 1/2: l_2 - l_1 >= 1; taken at every instance" in flat(out)
    assert "a = -1 delta: l_2 - l_1 >= 1; taken at every instance" in flat(out)


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_claim_without_a_bound_needs_no_instance(capsys):
    code, out, _ = run(capsys, "claim1", "--d", "3", "--n", "5")
    assert code == 0
    assert "it displays no bound: no step is an inequality between numbers." in out


def test_a_smaller_ladder(capsys):
    few, many = (document(capsys, "sample:gaps", "--work", work)["claims"][0] for work in ("1", "20000"))
    assert few == many  # the sample counts 1 for each instance
    assert len(document(capsys, "lemma10.lower_bound", "--work", "20")["claims"][0]["instances"]) < 10


def test_a_contradiction_is_no_result(capsys, monkeypatch):
    honest = work.sharpest

    def wrong(bound, measurements):
        from dataclasses import replace

        best = honest(bound, measurements)
        return replace(best, summand=best.summand - 1)

    monkeypatch.setattr(work, "sharpest", wrong)
    monkeypatch.setattr("exactua.commands.sharpen.record.sharpest", wrong)
    code, out, err = run(capsys, "lemma10.upper_bound", "--n", "2", "--jobs", "1")
    assert (code, out) == (4, "")
    assert "yun2020:lemma10.upper_bound at d = 1, n = 2, delta = 1/2: with the summand -1 it is refuted" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["lemma11"], "label: no claim 'lemma11'; did you mean"),
        (["lemma10.nothing"], "step: yun2020:lemma10 has no step 'nothing'"),
        (["lemma10", "--format", "xml"], "format: 'xml' is not valid; choose one of text, markdown, latex, html, json"),
        (["lemma10", "--n", "9"], "box: no instance of the default ladders has n in [9]; they have d <= 3, n <= 5"),
        (["lemma10", "--n", "5", "--work", "1"], "has n in [5] and a size of at most 1; they have"),
        (["lemma10", "--n", "two"], "n: 'two' is not an integer or a range"),
        (["lemma10", "--delta", "0.3"], "delta: "),
        (["lemma10", "--work", "0"], "Invalid value for '--work'"),
        (["lemma10", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["lemma10", "--output", "missing/found.txt"], "output: "),
        (["lemma10", "--output", "."], "output: . is a directory"),
        ([], "Missing argument 'LABEL'"),
    ],
)
def test_bad_input(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("1/3", "0.33333"), ("-22/7", "-3.1428"), ("1/1000", "0.0010000"), ("123456789", "1.2345e+8"),
        ("99999", "9.9999e+4"), ("9999", "9999.0"), ("1/1000000", "1.0000e-6"), ("10", "10.000"), ("0", "0"),
    ],
)  # fmt: skip
def test_decimals_begin_as_the_number_does(value, words):
    assert decimal(mpq(value)) == words


@pytest.mark.parametrize("power", range(-12, 12))
def test_decimals_of_powers_of_ten(power):
    for value in (mpq(10) ** power, mpq(10) ** power * mpq(99999, 100000), mpq(10) ** power * mpq(10001, 10000)):
        shown = mpq(decimal_value(decimal(value)))
        assert 0 <= value - shown < value / 10_000


def decimal_value(text: str) -> str:
    digits, _, power = text.partition("e")
    whole, _, rest = digits.partition(".")
    return str(mpq(int(whole + rest)) / mpq(10) ** len(rest) * mpq(10) ** int(power or 0))


def test_numbers_near_1_are_told_by_their_distance():
    assert short(1 + mpq(1, 3 * 10**12)) == "1 + about 3.3333e-13"
    assert short(1 - mpq(1, 3 * 10**12)) == "1 - about 3.3333e-13"
    assert short(mpq(4033, 4032)) == "4033/4032"


def test_a_bound_without_a_value_costs_no_other_bound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("share.py").write_text(SHARE)
    assert main(["sharpen", "share.py::share"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    lost, of_when, kept = out.split(" (statement): ")[1:]
    for told in (lost, of_when):
        assert "factor" not in told
    assert lost.count("not measured at 1 instance: ") == 2
    assert 'share.py:7: division by zero (at "b", words, rank 1)' in lost
    assert 'share.py:7: division by zero (at "b b", words, rank 3)' in lost
    assert of_when.count("not measured at 1 instance: ") == 2
    assert "share.py:12: division by zero" in of_when
    assert "attained at 2 of 2 instances, first at d = 2, n = 1" in kept
    assert "confirmed by 8 decisions" in kept
    assert out.endswith("3 bounds: attained 1, never attained 0, false somewhere as printed 0, not measured 2")


SHARE = """from exactua.authoring import claim, implies, tokens, words

ab = words("words", tokens("a b"), "1..2")
share = claim("share", words=ab)


@share.states("at most five b for each a", over=ab)
def ratio(at):
    return ab.count("b") / ab.count("a") <= 5


@share.states("the same where there is an a", over=ab)
def where(at):
    return implies(ab.count("a") > 0, ab.count("b") / ab.count("a") <= 5)


@share.states("at most n b", over=ab)
def few(at):
    return ab.count("b") <= at.n
"""
