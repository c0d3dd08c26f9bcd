"""Steps about words ask the words that they are over, of lengths that the claim has."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from exactua import certificate, check
from exactua.authoring import (
    Columns,
    Network,
    PositionalEncoding,
    claim,
    every,
    floor,
    for_all_of,
    implies,
    inside,
    levels,
    pairs_of,
    parameter,
    point,
    row,
    select,
    sqrt,
    tokens,
    when,
    words,
)
from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.terms.tracing import NetworkOperand

SHORT = words("short", tokens("a b"), "1..2")
LONG = words("long", tokens("a b"), "1..4")
SOME = words("some", tokens("a b"), "1..2", where="b.*")
TURNED = words("turned", tokens("b a"), "1..2")
OTHERS = words("others", tokens("a c"), "1..2")
SHIFTED = words("shifted", tokens("a b", start="<s>"), "1..2")


def made() -> Claim:
    return claim("lemma", words=SHORT)


def test_words_longer_than_those_of_the_claim_are_refused() -> None:
    with pytest.raises(ValueError, match=r"words of long have n = 3, 4, but the claim has n = 1, 2 only"):
        made().states("at most three a", over=LONG)(lambda_of(LONG))
    with pytest.raises(ValueError, match=r"n = 3, 4"):
        made().states("at most three a", over=pairs_of(LONG))(lambda_of(LONG))
    every = words("every", tokens("a b"))
    with pytest.raises(ValueError, match=r"words of every have n = any number, but the claim has n = 1, 2 only"):
        made().states("at most three a", over=every)(lambda_of(every))


def lambda_of(asked: Any) -> Any:
    def at_most_three(at: Any) -> Any:
        return asked.count("a") <= 3

    return at_most_three


@pytest.mark.parametrize("asked", [OTHERS, SHIFTED, TURNED], ids=lambda asked: str(asked.name))
@pytest.mark.parametrize("over", [SHORT, pairs_of(SHORT), levels("bits", 0, 1, 2)], ids=lambda over: str(over.name))
def test_other_words_than_those_of_the_step_are_not_asked(asked: Any, over: Any) -> None:
    with pytest.raises(
        ValueError, match=f"it asks {asked.name} about tokens, but ranges over .*, which has other tokens or none"
    ):
        made().states("at most three a", over=over)(lambda_of(asked))

    def beginning(at: Any) -> Any:
        return point[1, 1] == 1

    with pytest.raises(ValueError, match="has other tokens or none"):
        made().states("it begins with a", over=over, given=lambda at: asked.has("a", asked.first))(beginning)


def test_words_with_the_same_tokens_are_asked() -> None:
    lemma = made()

    @lemma.states("one of both is longer than its a", over=(SHORT, SOME))
    def counted(at: Any) -> Any:
        return SHORT.count("a") <= at.n

    @lemma.states("the first letter of the first word", over=pairs_of(SHORT), given=lambda at: LONG.has("a", 1))
    def first(at: Any) -> Any:
        return SHORT.has("a", 1)

    assert check(lemma, n=2).verdict is Verdict.HOLDS


def test_an_operand_asks_its_words_wherever_it_stands() -> None:
    lemma = made()

    @lemma.operand
    def counted(at: Any) -> Any:
        return TURNED.count("a")

    @lemma.operand
    def twice(at: Any) -> Any:
        return 2 * at.counted

    def few(at: Any) -> Any:
        return at.twice <= 8

    with pytest.raises(ValueError, match="it asks turned about tokens, but ranges over short"):
        lemma.states("few", over=SHORT)(few)
    lemma.states("few", over=TURNED)(few)
    assert check(lemma, n=2).verdict is Verdict.HOLDS


OUTSIDE = {
    "a token": lambda asked: asked.has("a", 1),
    "not": lambda asked: ~asked.has("a", 1),
    "iff": lambda asked: (point[1, 1] == 1) == asked.has("a", 1),
    "and": lambda asked: (point[1, 1] == 1) & asked.has("a", 1),
    "or": lambda asked: asked.has("a", 1) | (point[1, 1] == 1),
    "implies": lambda asked: implies(point[1, 1] == 1, asked.has("a", 1)),
    "two tokens": lambda asked: asked.same(1, 1),
    "how often": lambda asked: 2 * asked.count("a") - 1 <= 9,
    "a choice": lambda asked: when(asked.has("a", 1), 1, 2) >= 1,
    "every place": lambda asked: every(asked.places, lambda j: point[1, j] <= 1),
    "a place": lambda asked: every(Columns(1, 2), lambda j: asked.has("a", j)),
    "the last place": lambda asked: asked.last >= 1,
    "a row": lambda asked: point[asked.row("a"), 1] <= 1,
    "the row behind": lambda asked: point[1, asked.first + 1 - 1] <= 1,
    "the row before": lambda asked: point[1, 2 - asked.first] <= 1,
    "rows added": lambda asked: point[1, 1] + asked.row("a") >= 0,
    "a table": lambda asked: select(parameter("n"), [asked.row("a"), 2]) >= 1,
    "a list": lambda asked: row(Columns(1, 2), lambda j: asked.count("a"))[1] >= 0,
    "a root": lambda asked: floor(sqrt(asked.count("a"))) >= 0,
    "a network": lambda asked: NetworkOperand("f").after(point, asked.row("a"))[1, 1] >= 0,
    "an interval": lambda asked: inside(point[1, 1], 0, asked.row("a")),
}  # fmt: skip
"""What is said of words outside of any step."""


@pytest.mark.parametrize("said", OUTSIDE.values(), ids=list(OUTSIDE))
def test_what_was_asked_outside_of_a_step_is_asked_in_it(said: Any) -> None:
    """At the head of a file, or in another cell: it means the words that were asked, and no others."""
    mine, others = said(SHORT), said(OTHERS)
    lemma = made()
    lemma.network("f")(lambda values: Network(2, []))
    lemma.states("mine", over=SHORT)(named(mine))
    asks = "it asks others about tokens, but ranges over short"
    with pytest.raises(ValueError, match=asks):
        lemma.states("others'", over=SHORT)(named(others, "others"))
    with pytest.raises(ValueError, match=asks):
        lemma.states("others' by hypothesis", over=SHORT, given=lambda at: others)(named(mine, "given"))
    with pytest.raises(ValueError, match=asks):
        lemma.states("one of several", over=SHORT)(named(for_all_of((1, 2), lambda k: others), "several"))
    lemma.operand(named(others, "there"))
    with pytest.raises(ValueError, match=asks):
        lemma.states("others' by an operand", over=SHORT)(named(lambda at: at.there, "operand"))
    with pytest.raises(ValueError, match=asks):
        lemma.relaxes("mine", "others'", states={"mine": lambda at: others})
    assert [step.name for step in lemma.steps] == ["mine"]


def test_numbers_that_were_asked_outside_are_asked_in_bounds_and_folds() -> None:
    bound = OTHERS.count("a")
    with pytest.raises(ValueError, match="it asks others about tokens"):
        made().states("sum", over=SHORT, fold="sum", bound=lambda at: bound)(named(point[1, 1], "sum"))
    with pytest.raises(ValueError, match="it asks others about tokens"):
        made().states("distinct", over=SHORT, fold="distinct")(named(bound, "distinct"))


def named(said: Any, name: str = "mine") -> Any:
    """The function of a step that says this."""

    def step(at: Any) -> Any:
        return said(at) if callable(said) else said

    step.__name__ = name
    return step


def test_integers_that_were_asked_are_integers() -> None:
    spec = words("w", tokens("a b", start="<", end=">"), "1..2", answers={"length": len})
    row = spec.row("length")
    assert (row, [0, 0, 0, 0, 7][row - 1], list(range(row))) == (5, 7, [0, 1, 2, 3, 4])
    assert (pickle.loads(pickle.dumps(row)), repr(row), 10 - row, row + 0.5) == (5, "5", 5, 5.5)
    assert PositionalEncoding([[row, spec.first]]).E == ((5, 2),)


def test_words_of_one_name_with_other_tokens_are_others() -> None:
    """They have the same points: a cell that is run again with other tokens leaves what older ones were asked."""
    older = words("w", tokens("a b"), "1..2")
    asked, newer = older.has("a", 1), words("w", tokens("b a"), "1..2")
    lemma = claim("lemma", words=newer)
    for said in (~asked, ~(asked & newer.has("a", 1)), ~(newer.has("a", 1) & asked)):
        with pytest.raises(
            ValueError, match="it asks w about tokens, but ranges over w, which has other tokens or none"
        ):
            lemma.states("none begins with a", over=newer)(named(said))
    assert lemma.steps == []


PLACED = words("placed", tokens("a b", added=lambda j: [j, 2 * j]), "1..3")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_second_word_of_a_pair_is_asked_at_its_own_places(n: int) -> None:
    lemma = claim("lemma", words=PLACED)
    over = pairs_of(PLACED)
    lemma.states("each is a token", over=over)(
        named(
            lambda at: every(Columns(1, 2 * parameter("n")), lambda j: PLACED.has("a", j) == ~PLACED.has("b", j)),
            "token",
        )
    )
    lemma.states("none has a there", over=over)(named(lambda at: ~PLACED.has("a", at.n + 1), "no_a"))
    lemma.states("both begin otherwise", over=over)(named(lambda at: ~PLACED.same(1, at.n + 1), "otherwise"))
    lemma.states("the last ones", over=over)(
        named(
            lambda at: implies(PLACED.same(at.n, 2 * at.n), PLACED.has("a", at.n) == PLACED.has("a", 2 * at.n)), "last"
        )
    )
    decision = check(lemma, n=n)
    assert {result.step.name: str(result.verdict) for result in decision.results} == {
        "token": "holds", "no_a": "refuted", "otherwise": "refuted", "last": "holds",
    }  # fmt: skip
    assert (decision["no_a"].failures, decision["otherwise"].failures) == (4**n // 2, 4**n // 2)


def test_places_that_were_asked_outside_of_a_step_are_those_of_one_word() -> None:
    outside, lemma = PLACED.has("a", 1), claim("lemma", words=PLACED)
    lemma.states("begins with a", over=PLACED)(named(outside))
    with pytest.raises(ValueError, match=r"placed adds other numbers at each place, .* in the function"):
        lemma.states("the first one does", over=pairs_of(PLACED))(named(outside, "pair"))


def test_of_several_lengths_a_step_has_its_verdict_at_all_of_them() -> None:
    long = words("long", tokens("a b"), "1..4")
    lemma = claim("lemma", words=long)
    lemma.states("not at 4", over=long)(named(lambda at: ~((at.n == 4) & long.has("a", 1)), "at_4"))
    lemma.states("not at 2", over=long)(named(lambda at: ~((at.n == 2) & long.has("a", 1)), "at_2"))
    lemma.states("always", over=long)(named(lambda at: at.n >= 1, "always"))
    decision = check(lemma)
    assert decision.problem.parameters["n"] == 2
    assert [str(decision[name].verdict) for name in ("at_4", "at_2", "always")] == ["refuted", "refuted", "holds"]
    assert decision["at_4"].problem is not None
    assert decision["at_4"].problem.parameters["n"] == 4
    assert "refuted at other instances alone: at_4, first at d = 2, n = 4" in repr(decision).splitlines()
    with pytest.raises(InputError, match="decision: it has 4 instances, but a certificate is about one"):
        certificate(decision)
    assert len({certificate(each) for each in decision.instances}) == 4
