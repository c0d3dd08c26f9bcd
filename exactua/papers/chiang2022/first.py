"""The authors' program first_exact.py: is the first symbol a 1?

A word is $ and n - 1 symbols. Rows of a column: 0?, 1?, $?, then (dims 3, 4, 5 of the program)

    row 4   1 at the first symbol, else 0                     position encoding
    row 5   1 at the first symbol where that is a 1, else 0   first layer, relu(dim 1 + dim 3 - 1)
    row 6   at $: (dim 4 - 1/2 dim 3) of the first symbol times the weight that $ gives to it   second layer

The score of the first symbol is big / sqrt(6), all others are 0, so at $ row 6 is

    +- 1/2 w,   w = exp(big / sqrt 6) / (exp(big / sqrt 6) + n - 1),   + exactly where the first symbol is a 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim, Operands, Parameter
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.chiang2022.encoder_layers import feed_forward, head
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Number, Truth, every, exp, log, point, rational, sqrt, when

BIG = Parameter("big", "--big, by which queries are multiplied", ladder=(1, 10))

symbols = words("words", tokens("0 1", start="$", width=6), "1..6")

first = Claim(
    "chiang2022:first",
    title="FIRST",
    source="first_exact.py",
    text="label = w[1] == alphabet_index['1']; output = model(w); if not label: output = -output; if output > 0:"
    " correct += 1",
    parameters=(
        replace(D_ROWS, only=(symbols.d,)),
        replace(N_COLUMNS, meaning="number of columns: $ and the symbols", only=symbols.column_counts),
        BIG,
    ),
    point="X",
)


@first.network("f")
def model(values: Mapping[str, Any]) -> Network:
    """The encoding, the first layer, whose attention has weights 0, and the second, whose feed-forward map has them."""
    n = values["n"]
    position = [[0] * n for _ in range(3)] + [[int(j == 1) for j in range(n)]] + [[0] * n for _ in range(2)]
    first_layer = feed_forward([{1: 1, 3: 1}], [-1], {4: [1]}, 6)
    attention = head(6, 1, query={2: values["big"]}, key={3: 1}, value={3: Rational(-1, 2), 4: 1}, output={5: 1})
    items = (PositionalEncoding(position), first_layer, SoftmaxAttentionLayer([attention]))
    return Network(6, items, {"encoded": 1, "first_layer": 2, "output": 3})


let(
    first,
    label=lambda at: point[2, 2] == 1,  # the program counts from 0: w[1]
    output=lambda at: at.f(point)[6, 1],
    weight=lambda at: exp(at.big / sqrt(6)) / (exp(at.big / sqrt(6)) + at.n - 1),
)
at_words = Lines(first, over=(symbols,))


def signed(at: Operands) -> Number:
    """The output where the label is True, and its negative where it is False."""
    return when(at.label, at.output, -at.output)


@at_words.states("every word is counted as correct: output > 0 where the label is True, -output > 0 where it is False")
def correct(at: Operands) -> Truth:
    return signed(at) > 0


@at_words.proof_line(
    "not said: behind the first layer row 5 (dim 4) is 1 at a first symbol 1, and 0 elsewhere", said=False
)
def marked(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.f(point, "first_layer")[5, j] == when((j == 2) & at.label, 1, 0))


@at_words.proof_line(
    "not said: |output| is half the weight of the first symbol, exp(b) / (2 (exp(b) + n - 1)), b = big / sqrt 6",
    said=False,
)
def exact_distance(at: Operands) -> Truth:
    return signed(at) == at.weight / 2


@at_words.proof_line(
    "not said: the cross-entropy, in bits, is above 1 - 3 / (5 n), at big = 1", said=False, given=lambda at: at.big == 1
)
def cross_entropy(at: Operands) -> Truth:
    return log(1 + exp(-signed(at))) > (1 - rational(3) / (5 * at.n)) * log(2)


first.part(first.text, "correct")
