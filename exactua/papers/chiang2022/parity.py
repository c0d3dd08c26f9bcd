"""The authors' program parity_exact.py: is the number of 1s odd?

A word is n - 1 bits and CLS behind them. Rows of a column: 0?, 1?, CLS?, then (dims 3, 4, ... of the program)

    row 4   i / n, i = 0, ..., n - 1   position encoding
    row 5   cos(i pi) = +- 1
    row 6   k / n                      first layer, attention: k is the number of 1s
    row 7   1 / n
    row 8   1 / n at i = k, else 0   first layer, relu(k - i - 1) - 2 relu(k - i) + relu(k - i + 1), in units of 1 / n
    row 9   at CLS: what head 2 makes of row 8 minus what head 1 makes of it   second layer

The scores of CLS are big cos(i pi) / sqrt 5 in head 1 and their negatives in head 2. With b = big / sqrt 5, E even and
O odd numbers among i = 0, ..., n - 1, row 9 at CLS is

    (e^2b - e^-2b) / (n (E e^b + O e^-b) (E e^-b + O e^b))  times  E for odd k, - O for even k.

For the empty word n = 1 and O = 0, so the output is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import D_ROWS, Claim, Operands, Parameter
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.chiang2022.encoder_layers import Entries, feed_forward, head
from exactua.papers.chiang2022.first import BIG, signed
from exactua.papers.pages import Lines, define, let
from exactua.terms.tracing import Number, Truth, every, exp, log, point, rational, sqrt, when

bits = words("words", tokens("0 1", end="CLS", width=10), "0..7")
COLUMNS = Parameter("n", "number of columns: the bits and CLS", only=bits.column_counts)
NOT_EMPTY = "n >= 2 (a word has a bit)"

parity = Claim(
    "chiang2022:parity",
    title="PARITY",
    source="parity_exact.py",
    text="label = len([a for a in w if a == 1]) % 2 == 1; output = model(w); if not label: output = -output; if output"
    " > 0: test_correct += 1",
    parameters=(replace(D_ROWS, only=(bits.d,)), COLUMNS, BIG),
    point="X",
)
parity.requires(NOT_EMPTY)(lambda at: at.n >= 2)


def encoding(n: int) -> list[list[int | Rational]]:
    """pos / n and cos(pos pi) in rows 4 and 5 of ten."""
    none = [0] * n
    return [none, none, none, [Rational(i, n) for i in range(n)], [(-1) ** i for i in range(n)], *[none] * 5]


def at_k(d: int, written: Mapping[int, int]) -> FeedForwardLayer:
    """1 / n at i = k, else 0: written to these rows with these factors, in the unit of rows 4, 6 and 7."""
    nodes: list[Entries] = [{3: -1, 5: 1, 6: -1}, {3: -1, 5: 1}, {3: -1, 5: 1, 6: 1}]
    return feed_forward(nodes, [0, 0, 0], {i: [s, -2 * s, s] for i, s in written.items()}, d)


def counting(d: int, ones: Entries, ends: Entries) -> SoftmaxAttentionLayer:
    """The first layer's attention: scores are 0, so every column gets k / n and 1 / n.

    These are two heads where the program has one whose W^V has two rows; its other head is 0 and left out.
    """
    nothing: Entries = {}
    count_ones = head(d, 2, query=nothing, key=nothing, value={1: 1}, output=ones)
    count_ends = head(d, 2, query=nothing, key=nothing, value={2: 1}, output=ends)
    return SoftmaxAttentionLayer([count_ones, count_ends])


def comparing(d: int, big: int, first: Entries, second: Entries) -> SoftmaxAttentionLayer:
    """The second layer's attention: two heads with opposite keys, which average row 8."""
    head_1 = head(d, 2, query={2: big}, key={4: 1}, value={7: 1}, output=first)
    head_2 = head(d, 2, query={2: big}, key={4: -1}, value={7: 1}, output=second)
    return SoftmaxAttentionLayer([head_1, head_2])


def program(positions: list[list[int | Rational]], big: int) -> Network:
    """The program with this encoding; the second layer's feed-forward map has weights 0."""
    items = (
        PositionalEncoding(positions),
        counting(10, {5: 1}, {6: 1}),
        at_k(10, {7: 1}),
        comparing(10, big, {8: -1}, {8: 1}),
    )
    return Network(10, items, {"encoded": 1, "counted": 2, "first_layer": 3, "output": 4})


@parity.network("f")
def model(values: Mapping[str, Any]) -> Network:
    """The program, with --big."""
    return program(encoding(values["n"]), values["big"])


define(parity, E=lambda at: (at.n + 1) // 2, O=lambda at: at.n // 2)
let(
    parity,
    k=lambda at: bits.count("1"),
    label=lambda at: at.k % 2 == 1,
    output=lambda at: at.f(point)[9, at.n],
    b=lambda at: at.big / sqrt(5),
)
at_words = Lines(parity, over=(bits,))


def score(at: Operands, j: Number) -> Number:
    """What CLS gives to place j in head 1, up to the factor big / sqrt 5; head 2 gives its negative."""
    return at.f(point, "encoded")[5, j]


def attended_first(at: Operands, score: Callable[[Operands, Number], Number], residue: int) -> Truth:
    """Whether each column j with j mod 2 = `residue` has a greater score than each other one; columns count from 1."""

    def greater(i: Number, j: Number) -> Truth:
        return (i % 2 == 1 - residue) | (j % 2 == residue) | (score(at, i) > score(at, j))

    return every(at.columns, lambda j: every(at.columns, lambda i: greater(j, i)))


@at_words.states("every word is counted as correct: output > 0 where the label is True, -output > 0 where it is False")
def correct(at: Operands) -> Truth:
    return signed(at) > 0


@at_words.proof_line("count 1s (k): row 6 (dim 5) is k at every place, in units of 1/n")
def count_ones(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.n * at.f(point, "counted")[6, j] == at.k)


@at_words.proof_line("count CLS (1): row 7 (dim 6) is 1 at every place, in units of 1/n")
def count_ends(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.n * at.f(point, "counted")[7, j] == 1)


@at_words.proof_line("put I[i=c1] in dim 7: row 8 is 1 at i = k and 0 elsewhere, in units of 1/n (i from 0)")
def indicator(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.n * at.f(point, "first_layer")[8, j] == when(j - 1 == at.k, 1, 0))


@at_words.proof_line(
    "Head 1 attends to odd positions, head 2 to even positions, numbered from 0 as in pos = torch.arange(0, n): in head"
    " 1 each odd one has a greater score than each even one, in head 2 a smaller one",
    flaw="reading",
    survives=("chiang2022:parity.correct",),
)
def odd_and_even(at: Operands) -> Truth:
    return attended_first(at, score, residue=0)


@at_words.repairs(
    "odd_and_even",
    "head 1 attends to odd positions and head 2 to even positions, positions numbered from 1",
    reason="cos(i pi) is 1 at even i: numbered from 0, head 1 attends to the even positions and head 2 to the odd ones",
)
def odd_and_even_repaired(at: Operands) -> Truth:
    return attended_first(at, score, residue=1)


@at_words.proof_line("Heads 1 and 2 attend from CLS: at all other places row 9 (dim 8) is 0")
def from_the_end(at: Operands) -> Truth:
    return every(at.columns, lambda j: (j == at.n) | (at.f(point)[9, j] == 0))


@at_words.proof_line(
    "not said: with b = big / sqrt 5, |output| is (e^2b - e^-2b) / (n (E e^b + O e^-b) (E e^-b + O e^b)) times E for"
    " odd k, O for even k, where E even and O odd numbers are among 0, ..., n - 1",
    said=False,
)
def exact_distance(at: Operands) -> Truth:
    up, down = exp(at.b), exp(-at.b)
    norm = at.n * (at.E * up + at.O * down) * (at.E * down + at.O * up)
    return signed(at) * norm == when(at.label, at.E, at.O) * (up**2 - down**2)


@at_words.proof_line("not said: |output| < 2 / (n (n - 1)), a bound without big", said=False)
def quadratic(at: Operands) -> Truth:
    return signed(at) * at.n * (at.n - 1) < 2


@at_words.proof_line(
    "not said: at big = 1 the cross-entropy, in bits, is above 1 - 1/n^2", said=False, given=lambda at: at.big == 1
)
def cross_entropy(at: Operands) -> Truth:
    return log(1 + exp(-signed(at))) > (1 - rational(1) / at.n**2) * log(2)


parity.part(parity.text, "correct")
