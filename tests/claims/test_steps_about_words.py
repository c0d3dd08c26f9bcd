"""Steps about words ask the words that they are over, of lengths that the claim has."""

from __future__ import annotations

from typing import Any

import pytest

from exactua import check
from exactua.authoring import claim, levels, pairs_of, point, tokens, words
from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict

SHORT = words("short", tokens("a b"), "1..2")
LONG = words("long", tokens("a b"), "1..4")
SOME = words("some", tokens("a b"), "1..2", where="b.*")
TURNED = words("turned", tokens("b a"), "1..2")
OTHERS = words("others", tokens("a c"), "1..2")
SHIFTED = words("shifted", tokens("a b", start="<s>"), "1..2")


def made() -> Claim:
    return claim("lemma", words=SHORT)


def test_words_longer_than_those_of_the_claim_are_refused() -> None:
    with pytest.raises(ValueError, match=r"words of long have n = 3, 4, and the claim has n = 1, 2 alone"):
        made().states("at most three a", over=LONG)(lambda_of(LONG))
    with pytest.raises(ValueError, match=r"n = 3, 4"):
        made().states("at most three a", over=pairs_of(LONG))(lambda_of(LONG))
    every = words("every", tokens("a b"))
    with pytest.raises(ValueError, match=r"words of every have n = any number, and the claim has n = 1, 2 alone"):
        made().states("at most three a", over=every)(lambda_of(every))


def lambda_of(asked: Any) -> Any:
    def at_most_three(at: Any) -> Any:
        return asked.count("a") <= 3

    return at_most_three


@pytest.mark.parametrize("asked", [OTHERS, SHIFTED, TURNED], ids=lambda asked: str(asked.name))
@pytest.mark.parametrize("over", [SHORT, pairs_of(SHORT), levels("bits", 0, 1, 2)], ids=lambda over: str(over.name))
def test_other_words_than_those_of_the_step_are_not_asked(asked: Any, over: Any) -> None:
    with pytest.raises(ValueError, match=f"it asks {asked.name} about tokens, and .* has other ones or none"):
        made().states("at most three a", over=over)(lambda_of(asked))

    def beginning(at: Any) -> Any:
        return point[1, 1] == 1

    with pytest.raises(ValueError, match="has other ones or none"):
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

    with pytest.raises(ValueError, match="it asks turned about tokens, and short"):
        lemma.states("few", over=SHORT)(few)
    lemma.states("few", over=TURNED)(few)
    assert check(lemma, n=2).verdict is Verdict.HOLDS
