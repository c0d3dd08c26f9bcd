"""Two languages that hard attention models (Hahn 2020, Sec. 5, Discussion): 1* and a^n b^n.

1*: one head attends to a 0 where there is one. a^n b^n: a head attends to the largest position, n; a feed-forward layer
marks each b at a position below n/2 and each a at one that is n/2 at least; a head of a second layer attends to a
marked symbol where there is one. A word is rejected where the last head finds one.

    row 1: a (for 1*: 0)    row 2: b (1)    row 3: $    row 4: (a^n b^n) position, row 5: whether it is even
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    TieRule,
    at_least,
    below,
)
from exactua.papers.hahn2020.bit_strings import sizes
from exactua.terms.tracing import Columns, Truth, every, point, total

A, B, END, PLACE, EVEN, LENGTH, MARK, VERDICT = range(8)
"""Rows of a word, from 0."""

D = 8
a_and_b = words(
    "words of a and b",
    tokens("a b", end="$", positions=lambda j: [j, int(j % 2 == 0)], width=D),
    "1..6",
)

similar_languages = Claim(
    "hahn2020:similar_languages",
    title="Languages that hard attention models",
    source="Sec. 5, Discussion",
    text="A transformer can recognize 1* by having an attention head that attends to a position with zero input if it "
    "exists, and rejects if the head found such a position. a^n b^n can be recognized using suitable positional "
    "embeddings by (1) having one head attend to the largest position n, (2) using this information to attend to any b "
    "at position < n/2 or any a at position >= n/2. If such a symbol is found, the model rejects, else it accepts.",
    parameters=sizes(a_and_b),
)


def _attending(key: int, value: int, written: int) -> AttentionLayer:
    """Every position attends to the first with the largest entry in row `key`, and writes its row `value`."""

    def unit(row: int) -> list[int]:
        return [int(i == row) for i in range(D)]

    head = AttentionHead(
        W_O=[[entry] for entry in unit(written)], W_V=[unit(value)], W_K=[unit(key)], W_Q=[[0] * D], b_Q=[1]
    )
    return AttentionLayer([head], tie_rule=TieRule.LEFTMOST)


STEP = PiecewiseLinear.of((below(0), 0, 0), (at_least(0), 0, 1))
"""1 from 0 on, else 0."""

FAR = 100
"""More than any n."""


def marking(parity: bool) -> FeedForwardLayer:
    """Marks b at positions j with 2 j < n, a at those with 2 j >= n; with `parity` $ at an even position, too."""
    b_early = [0] * D
    b_early[B], b_early[LENGTH], b_early[PLACE] = FAR, 1, -2
    a_late = [0] * D
    a_late[A], a_late[LENGTH], a_late[PLACE] = FAR, -1, 2
    odd_word = [0] * D
    odd_word[END], odd_word[EVEN] = 1, 1
    hidden, shifts = [b_early, a_late], [-FAR - 1, -FAR]
    if parity:
        hidden, shifts = [*hidden, odd_word], [*shifts, -2]
    written = [[int(i == MARK)] * len(hidden) for i in range(D)]
    return FeedForwardLayer(hidden, shifts, written, [0] * D, STEP)


def _rejecting(parity: bool) -> Network:
    longest, marked = _attending(PLACE, PLACE, LENGTH), _attending(MARK, MARK, VERDICT)
    return Network(D, (longest, marking(parity), marked), {"output": 3})


@similar_languages.network("finds_zero")
def finds_zero(values: Mapping[str, Any]) -> Network:
    """One head, which attends to a 0 (row 1) if there is one, and copies whether it is one."""
    return Network(D, (_attending(A, A, VERDICT),), {"output": 1})


@similar_languages.network("finds_misplaced")
def finds_misplaced(values: Mapping[str, Any]) -> Network:
    """The two heads of the paper, with a feed-forward layer between them."""
    return _rejecting(parity=False)


@similar_languages.network("finds_misplaced_or_odd")
def finds_misplaced_or_odd(values: Mapping[str, Any]) -> Network:
    """The same, and $ is marked at an even position."""
    return _rejecting(parity=True)


def _in_a_n_b_n(at: Operands) -> Truth:
    """As many b as a, and no a behind a b."""
    letters = at.n - 1
    ordered = every(Columns(1, letters - 1), lambda j: (point[B + 1, j] == 0) | (point[A + 1, j + 1] == 0))
    count = total(Columns(1, letters), lambda j: point[A + 1, j] - point[B + 1, j])
    return ordered & (count == 0)


bit_words = words(
    "words of 0 and 1", tokens("0 1", end="$", positions=lambda j: [j, int(j % 2 == 0)], width=D), "1..6"
)  # fmt: skip


@similar_languages.states(
    "1*: the head finds a position with zero input exactly where the word is not in 1*", over=(bit_words,)
)
def one_star(at: Operands) -> Truth:
    only_ones = every(Columns(1, at.n - 1), lambda j: point[B + 1, j] == 1)
    return (at.finds_zero(point)[VERDICT + 1, at.n] == 0) == only_ones


@similar_languages.states(
    "a^n b^n: no b at a position < n/2 and no a at one >= n/2 is found exactly where the word is in a^n b^n, n being "
    "the position of the end-of-sequence symbol",
    over=(a_and_b,),
    flaw="imprecise",
    survives=("hahn2020:similar_languages.a_n_b_n@repaired",),
)
def a_n_b_n(at: Operands) -> Truth:
    return (at.finds_misplaced(point)[VERDICT + 1, at.n] == 0) == _in_a_n_b_n(at)


@similar_languages.repairs(
    "a_n_b_n",
    "a^n b^n: no such symbol is found, and the word has an even length, which the positional embedding of the end-of-"
    "sequence symbol tells, exactly where the word is in a^n b^n",
    reason="a word with one b more than a, such as b, has no misplaced symbol either: that halves are equally long is "
    "to be asked, too",
    over=(a_and_b,),
)
def a_n_b_n_repaired(at: Operands) -> Truth:
    return (at.finds_misplaced_or_odd(point)[VERDICT + 1, at.n] == 0) == _in_a_n_b_n(at)


similar_languages.part(
    "A transformer can recognize 1* by having an attention head that attends to a position with zero input if it "
    "exists, and rejects if the head found such a position.",
    "one_star",
    undecided="It is about words of every length; `one_star` decides it for those of 1 to 6 bits.",
)
similar_languages.part(
    "a^n b^n can be recognized using suitable positional embeddings by (1) having one head attend to the largest "
    "position n, (2) using this information to attend to any b at position < n/2 or any a at position >= n/2. If such "
    "a symbol is found, the model rejects, else it accepts.",
    "a_n_b_n",
    undecided="It is about words of every length; `a_n_b_n` decides it for those of 1 to 6 letters.",
)
similar_languages.reads(
    "the largest position n",
    "as in Sec. 3, where n counts the end-of-sequence symbol: were it the number of letters, the a at position n/2 of "
    "a^n b^n would be found",
)
