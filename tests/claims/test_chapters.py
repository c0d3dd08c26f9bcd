"""Parts of a claim: they say the same as a claim does, in the order in which the claim lists them, and are none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim
from exactua.claims.registry import find
from exactua.claims.user_files import claim
from exactua.errors import InputError
from exactua.networks import Network
from exactua.terms.tracing import point
from tests.own_files import write


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def say(target: Claim | Chapter) -> None:
    """Everything that can be said, of a claim or for it."""
    target.requires("n >= 2")(lambda at: at.n >= 2)
    target.network("f")(lambda values: Network(values["d"], [], {"output": 0}))

    @target.define
    def twice(at):
        return 2 * at.n

    @target.operand
    def corner(at):
        return at.f(point)[1, 1]

    @target.proof_line("n is less than twice n")
    def less(at):
        return at.n < at.twice

    @target.states("n is odd")
    def odd(at):
        return at.n % 2 == 1

    @target.repairs("odd", "n is positive", reason="n may be even")
    def positive(at):
        return at.n >= 1


def one_step(name: str) -> Chapter:
    chapter = Chapter()
    chapter.states(f"{name}: n is positive", name=name)(lambda at: at.n >= 1)
    return chapter


def made(*chapters: Chapter) -> Claim:
    return Claim("test:lemma", "Lemma", "nowhere", "text", chapters=chapters)


def test_a_part_says_what_a_claim_says():
    chapter, said = Chapter(), made()
    say(chapter)
    say(said)
    listed = made(chapter)
    same = {"networks": {}, "operands": {}}
    assert replace(listed, **same) == replace(said, **same)
    assert list(listed.networks) == list(said.networks) == ["f"]
    assert listed.operands["corner"].term == said.operands["corner"].term
    assert [step.name for step in listed.steps] == ["less", "odd", "odd@repaired"]


def test_functions_stay_what_they_are():
    def twice(at):
        return 2 * at.n

    chapter = Chapter()
    assert (
        chapter.define(twice)
        is chapter.operand(twice)
        is chapter.states("x")(twice)
        is chapter.network("f")(twice)
        is twice
    )


def test_the_order_is_that_of_the_list_and_not_of_the_chapters():
    late, early = one_step("late"), one_step("early")
    assert [step.name for step in made(early, late).steps] == ["early", "late"]
    assert [step.name for step in made(late, early).steps] == ["late", "early"]
    assert late.claims == early.claims == ["test:lemma", "test:lemma"]


def test_a_claim_that_is_replaced_has_its_steps_once():
    listed = made(one_step("once"))
    assert [step.name for step in replace(listed, title="Another").steps] == ["once"]


def test_nothing_is_added_behind_the_back_of_a_claim():
    chapter = one_step("first")
    made(chapter)
    with pytest.raises(ValueError, match=r"^test:lemma has this chapter already; write all of it where it is made$"):
        chapter.states("n is positive", name="second")(lambda at: at.n >= 1)
    assert [step.name for step in made(chapter).steps] == ["first"]


def test_a_part_is_no_claim_and_a_claim_is_no_part():
    assert not isinstance(Chapter(), Claim)
    for given in (claim("other"), [claim("other")], 3):
        with pytest.raises(TypeError, match=r"^chapters: .* is not a list of chapters; write \(first_case,\), first"):
            claim("lemma", chapters=given)


PARTS = """\
from exactua.authoring import *
{bits}first_case, second_case = Chapter(), Chapter()
@second_case.states("every entry is at most 1", over=bits)
def small(at):
    return every(at.columns, lambda j: point[1, j] <= 1)
@first_case.states("no entry is negative", over=bits)
def positive(at):
    return every(at.columns, lambda j: point[1, j] >= 0)
"""
BITS = 'bits = levels("bits", 0, 1, 2)\n'
LISTED = "from exactua.authoring import *\nfrom cases import first_case, second_case\n"


def test_a_claim_of_ones_own_in_two_files():
    write(PARTS.format(bits=BITS), "cases.py", head="")
    write(f'{LISTED}lemma = claim("lemma", chapters=[first_case, second_case])\n', head="")
    lemma, _ = find("my_lemma.py::lemma")
    assert [step.name for step in lemma.steps] == ["positive", "small"]
    with pytest.raises(InputError, match=r"^label: cases.py has no claim; "):
        find("cases.py::first_case")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("<= 1)", "<= 0.1)", 6, "step small: 0.1 is a float, and no float equals 1/10"),
        ("over=bits", "over=bits, flaw='none'", 4, "step small: flaw 'none' is not one of false, imprecise"),
        ("over=bits", "ovr=bits", 4, "a step has no option 'ovr'; did you mean 'over'? it has over"),
        ("def positive", "def small", 7, "step small: my_lemma:lemma has two steps named small"),
    ],
)
def test_what_is_wrong_in_a_part_is_told_with_its_line(old: str, new: str, line: int, said: str):
    write(PARTS.format(bits=BITS).replace(old, new, 1), "cases.py", head="")
    write(f'{LISTED}lemma = claim("lemma", chapters=(second_case, first_case))\n', head="")
    with pytest.raises(InputError) as refused:
        find("my_lemma.py::lemma")
    assert str(refused.value).startswith(f"cases.py:{line}: {said}")
