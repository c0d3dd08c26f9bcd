"""A step of somebody's own that has no value at some point is inconclusive by itself: nothing else is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactua import InputError, certificate, check, verify
from exactua.certificates.writing import digest
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


def test_programs_are_told_why_a_step_has_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    """Every point was decided for the other steps: it is not said that some were not."""
    assert main(["check", "share.py::share", "--n", "3", "--format", "json"]) == 1
    (instance,) = json.loads(capsys.readouterr().out)["boxes"]
    reasons = {step["name"]: step["reason"] for step in instance["steps"] if step["reason"] is not None}
    assert set(reasons) == EXPECTED[3]
    assert "division by zero" in reasons["ratio"]


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


FALSE_AND_LOST = """\
from exactua.authoring import *
ab = words("words", tokens("a b"), "13")
alone = claim("alone", words=ab)
both = claim("both", words=ab)
for lemma in (alone, both):
    @lemma.states("false at rank 0, and without a value at the last word", over=ab)
    def ratio(at):
        return ab.count("a") / ab.count("a") >= 2
@both.states("true", over=ab)
def fine(at):
    return ab.count("a") >= 0
"""


def test_what_is_decided_depends_neither_on_jobs_nor_on_the_steps_beside(capsys: pytest.CaptureFixture[str]) -> None:
    Path("false.py").write_text(FALSE_AND_LOST)
    decisions = [
        check(f"false.py::{name}", n=13, jobs=jobs) for name in ("alone", "both") for jobs in (1, 2) for _ in range(2)
    ]
    for decision in decisions:
        ratio = decision["ratio"]
        assert (ratio.verdict, ratio.points, ratio.failures, ratio.witness) == ("inconclusive", 0, 0, None)
        assert ratio.without_value.endswith('b", words, rank 8191)')
    for several in (decisions[:4], decisions[4:]):
        assert len({digest(decision) for decision in several}) == 1
        assert all(decision.domains == several[0].domains for decision in several)
    assert all(decision["fine"].verdict == "holds" for decision in decisions[4:])
    assert main(["check", "false.py::alone", "--jobs", "2"]) == 3
    assert main(["check", "false.py::both", "--jobs", "2"]) == 3
    assert "REFUTED" not in capsys.readouterr().out


DEFINITIONS = """\
from exactua.authoring import *
ab = words("ab", tokens("a b"), "1..3")
cd = words("cd", tokens("c d"), "1..3")
used = claim("used", words=ab)
unused = claim("unused", words=ab)
elsewhere = claim("elsewhere", words=ab)
for lemma in (used, unused, elsewhere):
    @lemma.define
    def inverse(at):
        return 1 / (at.n - 2)
    @lemma.states("true", over=ab)
    def fine(at):
        return ab.count("a") >= 0
@used.states("uses it", over=ab)
def gap(at):
    return at.inverse <= ab.count("a")
@elsewhere.states("uses it over words of its own", over=cd)
def gap(at):
    return at.inverse <= cd.count("c")
"""
"""A definition that has no value at n = 2, and no step without points that would say so first."""


@pytest.mark.parametrize("name", ["used", "unused", "elsewhere"])
def test_a_definition_without_a_value_is_told_of_the_steps_that_use_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    decision = check(cell(DEFINITIONS)[name])
    verdicts = [{result.step.name: str(result.verdict) for result in each.results} for each in decision.instances]
    assert [of["fine"] for of in verdicts] == ["holds"] * 3
    if name != "unused":
        assert [of["gap"] for of in verdicts] == ["holds", "inconclusive", "refuted"]
        gap = decision.instances[1]["gap"]
        assert gap.reason == "a step can't be evaluated: notebook:8: definition inverse: division by zero"
        assert (gap.points, gap.failures, gap.without_value.startswith("notebook:8: ")) == (0, 0, True)
    assert [domain.points for domain in decision.instances[1].domains] == ([4, 4] if name == "elsewhere" else [4])
    Path("definitions.py").write_text(DEFINITIONS)
    assert main(["check", f"definitions.py::{name}", "--ladder"]) == (0 if name == "unused" else 1)
    assert main(["check", f"definitions.py::{name}", "--n", "2"]) == (0 if name == "unused" else 3)
    assert "definition 'inverse'" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["used", "elsewhere"])
def test_a_certificate_holds_no_step_whose_definition_has_no_value(name: str) -> None:
    Path("two.json").write_text(certificate(check(cell(DEFINITIONS)[name], n=2)))
    decided = json.loads(Path("two.json").read_text())["decided"]
    assert [step["name"] for step in decided["steps"]] == ["fine"]
    assert [domain["name"] for domain in decided["domains"]] == ["ab"]
    assert decided["definitions"] == []
    assert verify("two.json").lines[0].startswith("confirmed: ")


def test_where_the_only_step_has_no_value_at_a_point_nothing_is_certified() -> None:
    Path("false.py").write_text(FALSE_AND_LOST)
    assert main(["check", "false.py::alone"]) == 3
    assert not list(Path().glob(".exactua/*"))


def test_a_step_that_cuts_no_cells_loses_no_other() -> None:
    text = 'from exactua.authoring import *\nbits = levels("bits", 0, 1, 2)\nlemma = claim("lemma")\n'
    for name, domain, term in (
        ("other", "real_columns", "point[1, 1] <= 2"),
        ("gap", "real_columns", "(point[1, 1] >= 0) | (point[1, 1] <= 1 / (at.n - 1))"),
        ("fine", "bits", "point[1, 1] >= 0"),
    ):
        text += f'@lemma.states("x", over={domain})\ndef {name}(at):\n    return {term}\n'
    decision = check(cell(text)["lemma"], d=1, n=1)
    assert [str(result.verdict) for result in decision.results] == ["refuted", "inconclusive", "holds"]
    assert decision["gap"].without_value == "notebook:7: division by zero"
    Path("cells.json").write_text(certificate(decision))
    assert verify("cells.json").lines[0].startswith("confirmed: ")


OVER_A_DEFINITION = """\
from exactua.authoring import *
bits = levels("bits", 0, 1, 2)
lemma = claim("lemma")
@lemma.define
def c(at):
    return FORMULA
own = levels("own", 0, 1, definition("c"))
@lemma.states("no value at 0", over=own)
def gap(at):
    return 1 / point[1, 1] >= 0
@lemma.states("true", over=bits)
def fine(at):
    return point[1, 1] >= 0
"""


@pytest.mark.parametrize(
    ("formula", "points", "told"),
    [
        ("at.n + 1", 3, "notebook:8: division by zero (at [0 0], own, rank 0)"),
        ("1 / (at.n - 2)", None, "notebook:4: definition c: division by zero"),
    ],
)
def test_a_domain_of_a_definition_is_counted_where_it_can_be(formula: str, points: int | None, told: str) -> None:
    decision = check(cell(OVER_A_DEFINITION.replace("FORMULA", formula))["lemma"], d=1, n=2)
    assert [str(result.verdict) for result in decision.results] == ["inconclusive", "holds"]
    assert decision["gap"].without_value == told
    assert [(domain.name, domain.points) for domain in decision.domains] == [
        ("own", None if points is None else points**2),
        ("bits", 4),
    ]
    Path("own.json").write_text(certificate(decision))
    assert verify("own.json").lines[0].startswith("confirmed: ")
