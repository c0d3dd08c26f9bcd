"""A step of somebody's own that has no value at some point is inconclusive by itself: nothing else is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua import InputError, certificate, check, verify
from exactua.claims.decision import Decision
from exactua.commands.group import main
from tests.own_files import cell

FILE = """\
from exactua.authoring import *
ab = words("words", tokens("a b"), "1..3")
share = claim("share", words=ab)
@share.define
def inverse(at):
    return 1 / (at.n - 2)
@share.states("there are letters", over=ab)
def letters(at):
    return implies(at.n >= 1, ab.count("a") + ab.count("b") == at.n)
@share.states("at most 3 b for each a", over=ab)
def ratio(at):
    return ab.count("b") / ab.count("a") <= 3
@share.states("an a before the end", over=ab)
def before(at):
    return greatest(Columns(1, at.n - 1), lambda j: point[1, j]) <= 1
@share.states("at most two a", over=ab)
def few(at):
    return ab.count("a") <= 2
@share.states("a definition", over=ab)
def defined(at):
    return at.inverse <= 1
@share.states("no point")
def static(at):
    return 1 / (at.n - 2) <= 1
@share.states("a sum", over=ab, fold="sum", bound=lambda at: -1 / (at.n - 2) ** 2, relation=">=")
def summed(at):
    return ab.count("a") / 100
"""
EXPECTED = {
    1: {"ratio", "before"},
    2: {"ratio", "defined", "static", "summed"},
    3: {"ratio"},
}
"""Which steps have no value at words of these lengths."""


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("share.py").write_text(FILE)


@pytest.fixture
def decision() -> Decision:
    return check(cell(FILE)["share"])


def test_only_the_steps_without_a_value_are_inconclusive(decision: Decision) -> None:
    for n, instance in enumerate(decision.instances, 1):
        verdicts = {result.step.name: str(result.verdict) for result in instance.results}
        assert {name for name, verdict in verdicts.items() if verdict == "inconclusive"} == EXPECTED[n]
        assert verdicts["letters"] == "holds"
        assert verdicts["few"] == ("refuted" if n == 3 else "holds")
    assert decision.verdict == "refuted"


def test_the_reason_has_the_line_and_the_word(decision: Decision) -> None:
    first, second, _ = decision.instances
    assert first["before"].without_value == "notebook:13: 'max' over an empty range (at \"a\", words, rank 0)"
    assert second["ratio"].reason == (
        'a step can\'t be evaluated: notebook:10: step ratio: division by zero (at "b b", words, rank 3)'
    )
    assert second["defined"].without_value == "notebook:4: definition inverse: division by zero"
    assert second["static"].without_value == "notebook:22: division by zero"


def test_a_pair_is_told_as_two_words() -> None:
    text = FILE.replace("over=ab)\ndef ratio", "over=pairs_of(ab))\ndef ratio")
    decision = check(cell(text)["share"], n=2)
    assert decision["ratio"].without_value == (
        'notebook:10: division by zero (at "b b" "a a", pairs of words, rank 12)'
    )


def test_a_certificate_records_the_others_and_is_confirmed(decision: Decision) -> None:
    for n, instance in enumerate(decision.instances, 1):
        Path("words.json").write_text(certificate(instance))
        recorded = {step["name"] for step in json.loads(Path("words.json").read_text())["decided"]["steps"]}
        assert recorded == {result.step.name for result in instance.results} - EXPECTED[n]
        assert verify("words.json").lines[0].startswith("confirmed: ")


def test_where_no_step_has_a_value_nothing_is_certified() -> None:
    text = FILE[: FILE.index("@share.states")]
    text += FILE[FILE.index('@share.states("no point")') : FILE.index('@share.states("a sum"')]
    decision = check(cell(text)["share"], n=2)
    assert decision["static"].verdict == "inconclusive"
    with pytest.raises(InputError, match="no step of it has a value everywhere"):
        certificate(decision)
    assert main(["check", "share.py::share.static", "--n", "2"]) == 3
    assert not list(Path().glob(".exactua/*"))


def test_of_points_that_are_no_words_too() -> None:
    text = 'from exactua.authoring import *\nbits = levels("bits", 0, 1, 2)\nlemma = claim("lemma")\n'
    for name, term in (("fine", "point[1, 1]"), ("gap", "1 / point[1, 1]")):
        text += f'@lemma.states("x", over=bits)\ndef {name}(at):\n    return {term} >= 0\n'
    decision = check(cell(text)["lemma"], d=1, n=2)
    assert [str(result.verdict) for result in decision.results] == ["holds", "inconclusive"]
    assert decision["gap"].without_value == "notebook:7: division by zero (at [0 0], bits, rank 0)"


@pytest.mark.parametrize("arguments", [(), ("--jobs", "2"), ("--engine", "literal"), ("--ladder",)], ids=" ".join)
def test_the_command_goes_on(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert main(["check", "share.py::share", *arguments]) == 1
    out = capsys.readouterr().out
    assert 'n = 1: 2 words (words: 2); without a value: ratio (share.py:10: division by zero (at "b"' in out
    assert 'refuted: few at "a a a"' in out
    assert "3 of 3 instances: 2 inconclusive, 1 refuted" in out
    assert {path.name for path in Path(".exactua").iterdir()} == {f"share.share.d2n{n}.partial.json" for n in (1, 2, 3)}
    for n in (1, 2, 3):
        assert main(["verify", f".exactua/share.share.d2n{n}.partial.json", "--claims", "share.py"]) == 0


def test_one_length_is_inconclusive(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "share.py::share", "--n", "1"]) == 3
    out = capsys.readouterr().out
    without = '               without a value: share.py:10: division by zero (at "b", words, rank 1)\n'
    assert (
        f"{without}               given= says of which points it is meant, when(...) what is meant elsewhere\n" in out
    )
    assert "INCONCLUSIVE: 2 of 7 judged steps are inconclusive, 5 hold" in out
    assert main(["check", "share.py", "--ladder"]) == 1


EMPTY = """\
from exactua.authoring import *
bits = words("bits", tokens("0 1", start="^", end="$"), "0..2")
edges = claim("edges", words=bits)
@edges.states("the first letter of some word is the end token", over=bits, fold="some")
def first_is_end(at):
    return bits.has("$", bits.first)
@edges.states("the last letter is 0 or 1", over=bits)
def last_is_bit(at):
    return bits.has("0", bits.last) | bits.has("1", bits.last)
@edges.states("words with a letter begin with one", over=bits, given=lambda at: at.n > 2)
def begins(at):
    return bits.has("0", bits.first) | bits.has("1", bits.first)
@edges.states("no other letter", over=bits)
def all_bits(at):
    return every(bits.places, lambda j: bits.has("0", j) | bits.has("1", j))
"""


def test_the_empty_word_has_no_first_and_no_last_letter(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither its start token nor its end token is one."""
    Path("edges.py").write_text(EMPTY)
    assert main(["check", "edges.py::edges", "--n", "2"]) == 3
    out = capsys.readouterr().out
    for name, extreme in (("first_is_end", "min"), ("last_is_bit", "max")):
        assert f"inconclusive {name}" in out
        assert f"'{extreme}' over an empty range (at \"\", bits, rank 0)\n" in out
    assert out.count("given= says of which points it is meant, when(...) what is meant elsewhere\n") == 2
    assert "vacuous      begins" in out
    assert "holds        all_bits" in out
    for n, words in ((3, 2), (4, 4)):
        assert main(["check", "edges.py::edges", "--n", str(n)]) == 1
        assert "1 of 4 judged steps is refuted, 3 hold" in capsys.readouterr().out
        assert main(["verify", f".exactua/edges.edges.d4n{n}.json", "--claims", "edges.py"]) == 0
        assert f"({words} of {words} points recomputed)" in capsys.readouterr().out
