"""What a page says once is what a claim would have been told line by line."""

from __future__ import annotations

import pytest

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Parameter
from exactua.grids.categories import grid
from exactua.networks import Network
from exactua.papers.pages import Lines, define, let, networks, per_box
from exactua.terms.tracing import greatest, point


def lemma(*chapters: Chapter) -> Claim:
    return Claim("paper:lemma", "Lemma", "Sec. 1", "an entry is below 1", chapters=chapters)


def line_by_line() -> Claim:
    claim = lemma()

    @claim.define
    def D(at):
        return at.m**at.d

    @claim.define
    def twice(at):
        return 2 * at.D

    @claim.operand
    def largest(at):
        return greatest(at.columns, lambda j: point[1, j])

    @claim.operand
    def less(at):
        return at.largest - 1

    @claim.proof_line("it is below 1", over=(grid,), given=lambda at: at.d == 1, flaw="imprecise")
    def below(at):
        return at.less < 0

    @claim.repairs("below", "it is at most 1", reason="it may be 1", over=(grid,), given=lambda at: at.d == 1)
    def at_most(at):
        return at.less <= 0

    @claim.states("it is below twice", over=(grid,), given=lambda at: at.d == 1)
    def small(at):
        return at.less < at.twice

    return claim


def say(claim: Claim | Chapter) -> None:
    define(claim, D=lambda at: at.m**at.d, twice=lambda at: 2 * at.D)
    let(claim, largest=lambda at: greatest(at.columns, lambda j: point[1, j]), less=lambda at: at.largest - 1)
    lines = Lines(claim, over=(grid,), given=lambda at: at.d == 1)

    @lines.proof_line("it is below 1", flaw="imprecise")
    def below(at):
        return at.less < 0

    @lines.repairs("below", "it is at most 1", reason="it may be 1")
    def at_most(at):
        return at.less <= 0

    @lines.states("it is below twice")
    def small(at):
        return at.less < at.twice


def said(claim: Claim) -> tuple[object, ...]:
    operands = [(name, operand.term) for name, operand in claim.operands.items()]
    return claim.steps, list(claim.definitions.items()), operands


def test_a_page_says_what_lines_say_one_by_one():
    claim = lemma()
    say(claim)
    assert said(claim) == said(line_by_line())
    assert [step.name for step in claim.steps] == ["below", "below@repaired", "small"]


def test_a_chapter_says_it_too():
    chapter = Chapter()
    say(chapter)
    assert said(lemma(chapter)) == said(line_by_line())


def test_networks_are_those_of_their_builders():
    claim = lemma()
    networks(claim, f=lambda values: Network(values["d"], ()), g=lambda values: Network(3, ()))
    assert [(name, build({"d": 2}).d) for name, build in claim.networks.items()] == [("f", 2), ("g", 3)]


def test_a_range_of_lines_is_not_said_again():
    lines = Lines(lemma(), over=(grid,))
    with pytest.raises(TypeError, match="over"):
        lines.states("an entry is below 1", over=(grid,))
    with pytest.raises(TypeError, match="over"):
        lines.repairs("below", "it is at most 1", reason="it may be 1", over=(grid,))


def test_a_name_that_the_claim_has_not_is_refused():
    with pytest.raises(AttributeError, match="has no operand 'larges'; did you mean 'largest'"):
        let(lemma(), largest=lambda at: at.n, less=lambda at: at.larges - 1)


@pytest.mark.parametrize("values", [{"d": 2, "n": 3, "m": 4}, {"n": 3, "m": 4, "d": 2, "k": 9}])
def test_the_cost_of_a_box_takes_the_parameters_that_it_names(values: dict[str, int]):
    assert per_box(lambda m, d: m**d)(values) == 16
    claim = Claim(
        "paper:lemma", "Lemma", "Sec. 1", "text", (Parameter("k", "a number"),), work=per_box(lambda k: k + 1)
    )
    assert claim.work is not None
    assert claim.work({"k": 2}) == 3
    with pytest.raises(KeyError, match="k"):
        per_box(lambda k: k)({"n": 3})
