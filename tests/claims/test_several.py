"""Conditions of which a step speaks of each or of one: how they are written, kept, found again and refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.folds import folding
from exactua.claims.given import asserted
from exactua.claims.several import Several, fold_of, for_all_of, for_some_of, several_of
from exactua.commands.group import main
from exactua.deciding.running import decide
from exactua.evidence.exact_witnesses import with_exact_sides
from exactua.printing.text import violated
from exactua.terms.language import make
from exactua.terms.tracing import Truth, parameter, point, some
from tests.own_files import HEAD, cell, write

conditions = st.lists(st.integers(-3, 3).map(lambda value: point[1, 1] == value), min_size=1, max_size=5)


def negated(condition: Truth) -> Any:
    return make("not", (), condition.term)


@given(conditions, st.sampled_from(["some", "not each"]))
def test_what_is_said_of_each_at_some_point_is_found_again(several: list[Truth], fold: str) -> None:
    kept = asserted(for_all_of(several, lambda condition: condition), fold)
    said = tuple(condition.term if fold == "some" else negated(condition) for condition in several)
    assert several_of(kept.fold, kept.term) == Several(fold, said)


@given(conditions)
def test_what_is_said_of_one_at_each_point_is_found_again(several: list[Truth]) -> None:
    kept = asserted(for_some_of(several, lambda condition: condition), "each")
    assert several_of(kept.fold, kept.term) == Several("each", tuple(condition.term for condition in several))


@given(conditions)
def test_quantifiers_of_one_kind_are_one(several: list[Truth]) -> None:
    def same(condition: Truth) -> Truth:
        return condition

    every = asserted(for_all_of(several, same), "each")
    assert every.fold == "each"
    assert every.term in (several[0].term, make("and", (), *(part.term for part in several)) if several[1:] else None)
    somewhere = asserted(for_some_of(several, same), "some")
    assert (somewhere.fold, somewhere.relation) == ("sum", ">=")
    assert somewhere.term.arguments[1:] == asserted(several[0], "some").term.arguments[1:]


@given(st.integers(1, 4), st.booleans())
def test_another_fold_over_the_same_numbers_is_none_of_them(count: int, each: bool) -> None:
    fold = fold_of(each, count)
    numbers = asserted(for_all_of(range(count), lambda value: point[1, 1] == value), "some").term
    assert several_of(fold, numbers) is not None
    assert several_of(replace(fold, start=(*fold.start[:-1], parameter("n").term)), numbers) is None
    assert several_of(replace(fold, holds=make("not", (), fold.holds)), numbers) is None
    assert several_of(fold_of(each, count + 1), numbers) is None
    last = folding(start=[0] * count, next=lambda a, x: [x[k] for k in range(1, count + 1)], holds=lambda a: a[1] == 1)
    assert several_of(last, numbers) is None


FAMILY = """
@lemma.family("g", (1, 2))
def multiple(values, weight):
    d = values["d"]
    rows = [[weight * (i == j) for j in range(d)] for i in range(d)]
    none = [[0] * d]
    return Network(d, [AttentionLayer([AttentionHead(W_O=rows, W_V=rows, W_K=none, W_Q=none)])])
"""
WRONG: dict[str, tuple[str, str]] = {
    "nothing": ("fold='some'|for_all_of((), lambda f: point[1, 1] == f)", "the family is empty; give at least one"),
    "a range": ("fold='some'|for_all_of(at.columns, lambda f: point[1, 1] == f)", "is not a family; give several networks"),
    "a number": ("fold='some'|for_some_of(3, lambda f: point[1, 1] == f)", "3 is not a family; give several networks"),
    "no function": ("fold='some'|for_all_of(at.g, 3)", "3 is not a function; write for_all_of(at.head, lambda f: ...)"),
    "another one": ("fold='each'|for_all_of(at.g, lambda f: for_some_of(at.g, lambda g: f(point)[1, 1] == g(point)[1, 1]))",
                    "for_all_of and for_some_of can't be nested; write the inner one as one condition"),
    "no condition": ("fold='some'|for_all_of(at.g, lambda f: f(point)[1, 1])", "is not a traced condition"),
    "part of a conjunction": ("fold='each'|(at.n > 1) & for_all_of(at.g, lambda f: f(point)[1, 1] == 0)",
                              "for_all_of(...) must be the whole of a step, not part of a condition: write the rest inside"),
    "before a conjunct": ("fold='each'|for_some_of(at.g, lambda f: f(point)[1, 1] == 0) & (at.n > 1)",
                          "for_some_of(...) must be the whole of a step, not part of a condition: write the rest inside"),
    "a conclusion": ("fold='each'|implies(at.n > 1, for_some_of(at.g, lambda f: f(point)[1, 1] == 0))",
                     "for_some_of(...) must be the whole of a step, not part of a condition"),
    "one side of iff": ("fold='each'|(at.n > 1) == for_some_of(at.g, lambda f: f(point)[1, 1] == 0)",
                        "for_some_of(...) must be the whole of a step, not part of a condition"),
    "both sides of iff": ("fold='each'|for_some_of(at.g, lambda f: f(point)[1, 1] == 0) == for_some_of(at.g, lambda f: at.n > 1)",
                          "for_some_of(...) must be the whole of a step, not part of a condition"),
    "denied": ("fold='each'|~for_all_of(at.g, lambda f: f(point)[1, 1] == 0)",
               'for_all_of(...) must be the whole of a step, without ~ before it: with fold="not each"'),
    "asked by Python": ("fold='each'|for_all_of(at.g, lambda f: f(point)[1, 1] == 0) and at.n > 1",
                        "for_all_of(...) must be the whole of a step, not part of a condition"),
    "another fold": ("fold='distinct'|for_all_of(at.g, lambda f: f(point)[1, 1] == 0)",
                     "fold 'distinct' takes neither for_all_of nor for_some_of; each, some, not each do"),
    "a bound": ("fold='some', bound=lambda at: 1|at.f(point)[1, 1] == 0", "fold 'some' takes no bound and no relation"),
    "a number of some": ("fold='not each'|at.f(point)[1, 1]", "the function returns the number"),
    "the same name": ("fold='some'|at.g_3(point)[1, 1] == 0", "has no operand 'g_3'; it has g, f"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_family_and_no_condition_is_one_sentence(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (options, _, said), words = WRONG[what][0].partition("|"), WRONG[what][1]
    write(f"{FAMILY}\n@lemma.states('x', over=bits, {options})\ndef step(at):\n    return {said}\n")
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("exactua: my_lemma.py:")
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ("@lemma.family('g', ())", "the family g has no member; give at least one"),
        ("@lemma.family('f', (1,))", "has the network f already; give another name"),
        ("@lemma.family('n', (1,))", "has the parameter n already; give another name"),
    ],
)
def test_a_family_has_a_name_and_members(
    family: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(f"{family}\ndef made(values, member):\n    return None\n")
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 2
    assert words in capsys.readouterr().err


STEPS = (
    FAMILY
    + """
@lemma.states("each of them moves something", over=bits, fold="not each")
def moves(at):
    return for_all_of(at.g, lambda f: f(point)[1, 1] == point[1, 1])
@lemma.states("one keeps everything", over=bits)
def keeps(at):
    return for_some_of(at.g, lambda f: f(point)[1, 1] == point[1, 1])
@lemma.states("some row is 0", over=bits, fold="some")
def zero(at):
    return every(at.columns, lambda j: point[1, j] == 0)
@lemma.states("some row is 2", over=bits, fold="some", given=lambda at: point[1, 1] == 1)
def two(at):
    return every(at.columns, lambda j: point[1, j] == 2)
@lemma.states("not all rows are at least 0", over=bits, fold="not each")
def negative(at):
    return every(at.columns, lambda j: point[1, j] >= 0)
"""
)
TOLD = """\
  holds        moves     each of them moves something  [4 sequences]
  refuted      keeps     one keeps everything  [4 sequences]
               none of the 2 conditions is satisfied by every point
               replay: exactua explain my_lemma.py::lemma.keeps --d 1 --n 2
  holds        zero      some row is 0  [4 sequences]
               least such point: L = [0 0]  (bits, rank 0)
               replay: exactua explain my_lemma.py::lemma.zero --d 1 --n 2 --at "0 0"
  refuted      two       some row is 2  [4 sequences, 2 under the hypothesis, true at none]
               no point under the hypothesis satisfies for all j = 1..n: L_(1, j) = 2
               replay: exactua explain my_lemma.py::lemma.two --d 1 --n 2
  refuted      negative  not all rows are at least 0  [4 sequences, false at none]
               every point satisfies for all j = 1..n: L_(1, j) >= 0
               replay: exactua explain my_lemma.py::lemma.negative --d 1 --n 2
"""
SHOWN = """\
  moves
      for each of 2 conditions and some L in bits
      not g_1(L)_(1, 1) = L_(1, 1); not g_2(L)_(1, 1) = L_(1, 1)
  keeps
      for one of 2 conditions and all L in bits
      g_1(L)_(1, 1) = L_(1, 1); g_2(L)_(1, 1) = L_(1, 1)
  zero
      for some L in bits
      for all j = 1..n: L_(1, j) = 0
  two
      for some L in bits
      where L_(1, 1) = 1: for all j = 1..n: L_(1, j) = 2
  negative
      for some L in bits
      not (for all j = 1..n: L_(1, j) >= 0)
"""


def test_what_people_read_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(STEPS)
    box = ["--d", "1", "--n", "2"]
    assert main(["check", "my_lemma.py::lemma", *box]) == 1
    assert TOLD in capsys.readouterr().out
    assert main(["show", "my_lemma.py::lemma", *box]) == 0
    shown = capsys.readouterr().out
    for step in ("moves", "keeps", "zero", "two", "negative"):
        says = SHOWN.partition(f"  {step}\n")[2].split("\n")[:2]
        assert "\n".join(says) in shown.partition(f"  {step}  [")[2]
    assert "  g_2: others of the family (--format json has their weights)" in shown
    assert main(["show", "my_lemma.py::lemma"]) == 0
    assert "networks: f, g_1, ..., g_2 (give" in capsys.readouterr().out


FALSE_OF_ONE = (
    FAMILY
    + """
@lemma.states("each of them is at most 1", over=bits)
def small(at):
    return for_all_of(at.g, lambda f: every(at.columns, lambda j: f(point)[1, j] <= 1))
@lemma.states("each of them is at most 2 exactly where the first entry is at most 1", over=bits)
def iff(at):
    return for_all_of(at.g, lambda f: (f(point)[1, 1] <= 2) == (point[1, 1] <= 1))
"""
)
SMALL = "at j = 2, g_1(L)_(1, j) <= 1 is false: 3/2 on the left, 1 on the right  (g_1 of 1)"
IFF = "L_(1, 1) <= 1 is true, and g_2(L)_(1, 1) <= 2 is false: 3 on the left, 2 on the right  (g_2 of 2)"


def test_of_all_networks_the_one_of_which_it_is_false_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its weight, and with its own values alone."""
    monkeypatch.chdir(tmp_path)
    write(FALSE_OF_ONE)
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 1
    out = capsys.readouterr().out
    assert f"there: {SMALL}\n" in out
    assert f"there: {IFF}\n" in out


MANY = """
@lemma.states("all entries are 0, so often said", over=bits, fold="some")
def often(at):
    said = point[1, 1] == 2
    for k in range(WORDS):
        said = said & ((point[1, 1] == k) | (point[1, 2] == k))
    return said
"""


@pytest.mark.parametrize("count", [7, 8, 80])
def test_a_long_conjunction_is_not_told_in_full(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it has more than eight parts the first two are told, the last, and how many stand between."""
    monkeypatch.chdir(tmp_path)
    write(MANY.replace("WORDS", str(count)))
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "2"]) == 1
    part = "(L_(1, 1) = {0} or L_(1, 2) = {0})"
    if count > 7:
        told = f"L_(1, 1) = 2 and {part.format(0)} and ... ({count - 2} more) and {part.format(count - 1)}"
    else:
        told = " and ".join(["L_(1, 1) = 2", *(part.format(k) for k in range(count))])
    assert f"no point satisfies {told}\n" in capsys.readouterr().out


def test_a_list_of_instances_says_what_holds_beside_what_is_refuted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    stated = '@lemma.states("x", over=bits)\ndef {0}(at):\n    return at.n {1}\n'
    write("".join(stated.format(name, said) for name, said in (("a", "== 1"), ("b", ">= 1"), ("c", "<= 2"))))
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "1..3"]) == 1
    first, second, third, *_ = capsys.readouterr().out.splitlines()
    assert first == "holds        d = 1, n = 1: 2 sequences (bits: 2)"
    assert second == "refuted      d = 1, n = 2: 4 sequences (bits: 4); refuted: a; holds: b, c"
    assert third == "refuted      d = 1, n = 3: 8 sequences (bits: 8); refuted: a, c; holds: b"
    write("".join(stated.format(name, "== 1" if name == "a" else ">= 1") for name in "abcdefg"))
    assert main(["check", "my_lemma.py::lemma", "--d", "1", "--n", "1..2"]) == 1
    assert "refuted: a; holds: b, c, d, e and 2 more\n" in capsys.readouterr().out


def test_a_certificate_knows_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On pages and in the ledger, which have the certificate's counterexample alone."""
    monkeypatch.chdir(tmp_path)
    lemma = cell(HEAD + FALSE_OF_ONE)["lemma"]
    for name, told in (("small", SMALL), ("iff", IFF)):
        alone = lemma.problem({"d": 1, "n": 2}, (name,))
        (step,) = alone.steps
        witness = decide(alone)[name].witness
        assert witness is not None
        certified = replace(witness, false=None)
        assert violated(alone, step, certified) != told
        restored = with_exact_sides(alone, step, certified)
        assert (restored, restored.false) == (witness, witness.false)
        assert violated(alone, step, restored) == told
        for other in (
            replace(certified, left=7),
            replace(certified, relation=">="),
            replace(certified, bindings={"k": 1}),
        ):
            assert with_exact_sides(alone, step, other).false is None


def test_a_notebook_has_the_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from exactua.claims.registry import find

    monkeypatch.chdir(tmp_path)
    write(STEPS)
    claim, _ = find(os.fspath(tmp_path / "my_lemma.py") + "::lemma")
    assert claim.networks_in_short == ("f", "g_1, ..., g_2")
    assert claim.families == {"g": {"g_1": "1", "g_2": "2"}}
    assert [operand.name for operand in claim.at().g] == ["g_1", "g_2"]


def relaxed(fold: str, said: Callable[[Any], Any]) -> Any:
    """The step after a relaxation that says the same."""
    from exactua.claims.claim import Claim
    from exactua.grids.finite import levels

    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")

    def stated(at: Any) -> Any:
        return said(at)

    claim.states("a step", over=levels("bits", 0, 1, 2), fold=fold)(stated)
    claim.relaxes("nothing", "the same", states={"stated": stated})
    return claim.step("stated"), claim.relaxable[0].changed["stated"]


@pytest.mark.parametrize("fold", ["each", "some", "not each"])
def test_a_relaxation_takes_what_the_step_takes(fold: str) -> None:
    quantifiers = (lambda _: point[1, 1] == 0, lambda _: for_all_of((0, 1), lambda x: point[1, 1] == x),
                   lambda _: for_some_of((0, 1), lambda x: point[1, 1] == x))  # fmt: skip
    for said in quantifiers:
        before, after = relaxed(fold, said)
        assert after == before


def test_a_variable_of_the_same_name_stays_apart() -> None:
    kept = asserted(for_all_of((0, 1), lambda x: some(member_range(), lambda j: point[1, j] == x)), "some")
    answer = several_of(kept.fold, kept.term)
    assert answer is not None
    assert all(condition.free == frozenset() for condition in answer.conditions)


def member_range() -> Any:
    from exactua.terms.tracing import Columns

    return Columns(1, parameter("n"), "member")
