"""What steps say of words, heads and masks is what plain Python says of them: the same number of counterexamples."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from exactua import check
from exactua.authoring import (
    AttentionHead,
    AttentionLayer,
    Columns,
    Network,
    claim,
    every,
    for_all_of,
    for_some_of,
    greatest,
    how_many,
    implies,
    least,
    pairs_of,
    point,
    some,
    tokens,
    total,
    when,
    words,
)

AB = words("words", tokens("a b", width=3), "1..4")
FRAMED = words("framed", tokens("a b", start="<", end=">"), "0..3")
PLACED = words("placed", tokens("a b", positions=lambda j: [j, j * j], added=lambda j: [j, 0]), "1..3")
STARRED = words("starred", tokens("a b"), "1..4", where="(ab)*|a+")
ANSWERED = words("answered", tokens("a b"), "1..4", answers={"even": lambda word: int(word.count("a") % 2 == 0)})
Word = tuple[str, ...]


def has_run(word: Word) -> bool:
    return any(x == y for x, y in pairwise(word))


OF_WORDS: list[tuple[Callable[[Any], Any], Callable[[Word], bool]]] = [
    (lambda at: AB.has("a", 1), lambda w: w[0] == "a"),
    (lambda at: AB.has("a", AB.first) & AB.has("b", AB.last), lambda w: w[0] == "a" and w[-1] == "b"),
    (lambda at: AB.has("b", at.n), lambda w: w[-1] == "b"),
    (lambda at: AB.has("a", 1) == AB.has("b", at.n), lambda w: (w[0] == "a") == (w[-1] == "b")),
    (lambda at: AB.has("a", 1) != AB.has("b", at.n), lambda w: (w[0] == "a") != (w[-1] == "b")),
    (lambda at: AB.has("a", 1) ^ AB.has("a", at.n), lambda w: (w[0] == "a") ^ (w[-1] == "a")),
    (lambda at: ~AB.has("a", 1), lambda w: w[0] != "a"),
    (lambda at: AB.count("a") % 2 == 0, lambda w: w.count("a") % 2 == 0),
    (lambda at: AB.count("a") > AB.count("b"), lambda w: w.count("a") > w.count("b")),
    (lambda at: how_many(at.columns, lambda j: AB.has("a", j)) == 2, lambda w: w.count("a") == 2),
    (lambda at: implies(AB.has("a", 1), AB.count("b") >= 1), lambda w: w[0] != "a" or "b" in w),
    (lambda at: AB.same(1, at.n), lambda w: w[0] == w[-1]),
    (
        lambda at: every(AB.places, lambda j: AB.same(j, at.n + 1 - j)),
        lambda w: w == w[::-1],
    ),
    (
        lambda at: some(Columns(1, at.n - 1), lambda j: AB.same(j, j + 1)),
        has_run,
    ),
    (
        lambda at: every(Columns(1, at.n - 1), lambda j: implies(AB.has("b", j), AB.has("b", j + 1))),
        lambda w: re.fullmatch("a*b*", "".join(w)) is not None,
    ),
    (
        lambda at: least(AB.places, lambda j: when(AB.has("b", j), j, at.n + 1)) <= at.n,
        lambda w: "b" in w,
    ),
    (
        lambda at: greatest(AB.places, lambda j: when(AB.has("a", j), j, 0)) == at.n,
        lambda w: w[-1] == "a",
    ),
    (
        lambda at: every(
            at.columns,
            lambda j: total(Columns(1, j), lambda k: when(AB.has("a", k), 1, when(AB.has("b", k), -1, 0))) >= 0,
        ),
        lambda w: all(w[:k].count("a") >= w[:k].count("b") for k in range(len(w) + 1)),
    ),
    (
        lambda at: every(at.columns, lambda i: every(Columns(i + 1, at.n), lambda j: ~AB.same(i, j))),
        lambda w: len(set(w)) == len(w),
    ),
]


def failures(condition: Callable[[Any], Any], over: Any, n: int, **options: Any) -> int:
    """At how many words of this length the condition is false."""
    lemma = claim("against_python", words=over)
    lemma.states("a step", over=over, name="step", **options)(lambda at: condition(at))
    return check(lemma, n=n)["step"].failures


@pytest.mark.parametrize("k", range(len(OF_WORDS)))
def test_of_each_word(k: int) -> None:
    condition, true = OF_WORDS[k]
    for n in (1, 2, 4):
        assert failures(condition, AB, n) == sum(not true(word) for word in product("ab", repeat=n))


def test_start_and_end_tokens() -> None:
    for length in (0, 1, 3):
        listed = list(product("ab", repeat=length))
        ends = failures(lambda at: FRAMED.has("<", 1) & FRAMED.has(">", at.n), FRAMED, length + 2)
        all_a = failures(lambda at: every(FRAMED.places, lambda j: FRAMED.has("a", j)), FRAMED, length + 2)
        many = failures(lambda at: FRAMED.count("a") == at.n - 2, FRAMED, length + 2)
        assert (ends, all_a, many) == (0, sum("b" in word for word in listed), sum("b" in word for word in listed))


def test_positions_and_what_is_added() -> None:
    for n in (1, 2, 3):
        listed = list(product("ab", repeat=n))
        assert failures(lambda at: PLACED.has("a", at.n), PLACED, n) == sum(word[-1] != "a" for word in listed)
        assert failures(lambda at: PLACED.same(1, at.n), PLACED, n) == sum(word[-1] != word[0] for word in listed)
        assert failures(lambda at: point[3, at.n] == at.n, PLACED, n) == 0


def test_regular_expressions_and_answers() -> None:
    for n in (1, 2, 4):
        chosen = [word for word in product("ab", repeat=n) if re.fullmatch("(ab)*|a+", "".join(word))]
        assert failures(lambda at: STARRED.has("b", at.n), STARRED, n) == sum(word[-1] != "b" for word in chosen)
        even = failures(lambda at: point[ANSWERED.row("even"), 1] == 1, ANSWERED, n)
        assert even == sum(word.count("a") % 2 for word in product("ab", repeat=n))


def test_pairs_of_words() -> None:
    lemma = claim("pairs", words=AB)

    @lemma.states("the second word has as many a", over=pairs_of(AB))
    def alike(at: Any) -> Any:
        return AB.count("a") == how_many(AB.places, lambda j: AB.has("a", at.n + j))

    listed = list(product("ab", repeat=3))
    assert check(lemma, n=3)["alike"].failures == sum(u.count("a") != v.count("a") for u in listed for v in listed)


def average(word: Word, j: int, mask: str | None, tie_rule: str) -> Fraction:
    """What a head whose scores are equal gives to token j, from 0: the mean of 1 for a and -1 for b, or one of them."""
    seen = {None: word, "causal": word[: j + 1], "strictly causal": word[:j]}[mask]
    values = [Fraction(1 if token == "a" else -1) for token in seen]
    if not values:
        return Fraction(0)
    return {"average": sum(values) / len(values), "leftmost": values[0], "rightmost": values[-1]}[tie_rule]


@pytest.mark.parametrize("mask", [None, "causal", "strictly causal"])
@pytest.mark.parametrize("tie_rule", ["average", "leftmost", "rightmost"])
def test_masks_and_ties(mask: str | None, tie_rule: str) -> None:
    lemma = claim("masked", words=AB)

    @lemma.network("f")
    def f(values: Any) -> Network:
        none = [[0, 0, 0]]
        head = AttentionHead(W_O=[[0], [0], [1]], W_V=[[1, -1, 0]], W_K=none, W_Q=none)
        return Network(3, [AttentionLayer([head], tie_rule=tie_rule, mask=mask)])

    @lemma.states("row 3 is positive everywhere", over=AB)
    def positive(at: Any) -> Any:
        return every(at.columns, lambda j: at.f(point)[3, j] > 0)

    @lemma.states("row 3 is 0 at one token exactly", over=AB)
    def one_zero(at: Any) -> Any:
        return how_many(at.columns, lambda j: at.f(point)[3, j] == 0) == 1

    for n in (1, 3):
        rows = [[average(w, j, mask, tie_rule) for j in range(n)] for w in product("ab", repeat=n)]
        decision = check(lemma, n=n)
        assert decision["positive"].failures == sum(not all(x > 0 for x in row) for row in rows)
        assert decision["one_zero"].failures == sum(row.count(Fraction(0)) != 1 for row in rows)


MEMBERS = list(product((-1, 0, 1), repeat=2))


@pytest.mark.parametrize("fold", ["each", "some", "not each"])
@pytest.mark.parametrize("of", [for_all_of, for_some_of])
@pytest.mark.parametrize("wanted", [0, 1, 2, 5])
def test_quantifiers_over_a_family(of: Any, fold: str, wanted: int) -> None:
    lemma = claim("family", words=AB)

    @lemma.family("head", MEMBERS)
    def head(values: Any, weights: tuple[int, int]) -> Network:
        none, (first, second) = [[0, 0, 0]], weights
        return Network(3, [AttentionLayer([AttentionHead([[0], [0], [1]], [[first, second, 0]], none, none)])])

    @lemma.states("a step", over=AB, fold=fold)
    def step(at: Any) -> Any:
        return of(at.head, lambda f: at.n * f(point)[3, 1] == wanted)

    def is_so(weights: tuple[int, int], word: Word) -> bool:
        return weights[0] * word.count("a") + weights[1] * word.count("b") == wanted

    for n in (1, 2):
        listed = list(product("ab", repeat=n))
        over_words = {
            "each": lambda weights, listed=listed: all(is_so(weights, word) for word in listed),
            "some": lambda weights, listed=listed: any(is_so(weights, word) for word in listed),
            "not each": lambda weights, listed=listed: not all(is_so(weights, word) for word in listed),
        }[fold]
        expected = (all if of is for_all_of else any)(map(over_words, MEMBERS))
        assert str(check(lemma, n=n).verdict) == ("holds" if expected else "refuted")
