"""The authors' program parity_exact_layernorm.py: parity_exact.py with layer normalisation, eps = 10^-e.

Columns are (x, -x), x with the ten rows of parity_exact.py, and rows 11 to 20 are -x. Each layer is

    Z -> norm1(Z + attention),   Z -> norm2(Z + feed-forward)

A norm multiplies each column by a factor of its own, so scores of one sign are no longer equal. In the second layer all
rows but 9 (dim 8) and its mirror 19 are set to 0 before norm2, so that at CLS, where row 9 was y before it,

    output = y / sqrt(y^2 / 10 + eps),

which is near +- sqrt 10 as long as eps is small beside y^2. In all other columns row 9 is 0, and with eps = 0 norm2
has no value there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import D_ROWS, Claim, Operands, Parameter
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import Network, PositionalEncoding
from exactua.papers.chiang2022.encoder_layers import mirrored, norm, only_kept
from exactua.papers.chiang2022.first import BIG, signed
from exactua.papers.chiang2022.first_layernorm import EPS, opposite, zero_but
from exactua.papers.chiang2022.parity import NOT_EMPTY, at_k, attended_first, comparing, counting, encoding
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Number, Truth, every, exp, log, point, rational, sqrt, total, when

ONE_HOT = [[int(i == k) for k in range(3)] for i in range(10)]
"""torch.eye(3, 10), transposed: the columns of 0, 1 and CLS."""

bits = words("words", tokens("0 1", mirrored(ONE_HOT), end="CLS"), "0..3")
COLUMNS = Parameter("n", "number of columns: the bits and CLS", only=bits.column_counts)

parity_layernorm = Claim(
    "chiang2022:parity_layernorm",
    title="PARITY with layer normalisation",
    source="parity_exact_layernorm.py",
    text="label = len([a for a in w if a == 1]) % 2 == 1; output = model(w); if not label: output = -output; if output"
    " > 0: test_correct += 1",
    parameters=(replace(D_ROWS, only=(bits.d,)), COLUMNS, replace(BIG, ladder=(1,)), EPS),
    point="X",
)
parity_layernorm.requires(NOT_EMPTY)(lambda at: at.n >= 2)


@parity_layernorm.network("f")
def model(values: Mapping[str, Any]) -> Network:
    """The program, with --big and --eps 10^-e."""
    eps = Rational(1, 10 ** values["e"])
    first_layer = (counting(20, {5: 1, 15: -1}, {6: 1, 16: -1}), norm(20, eps), at_k(20, {7: 1, 17: -1}), norm(20, eps))
    attention = comparing(20, values["big"], {8: -1, 18: 1}, {8: 1, 18: -1})
    second_layer = (attention, norm(20, eps), only_kept(20, 8), norm(20, eps))
    items = (PositionalEncoding(mirrored(encoding(values["n"]))), *first_layer, *second_layer)
    return Network(20, items, {"encoded": 1, "first_layer": 5, "attention": 7, "kept": 8, "output": 9})


let(
    parity_layernorm,
    k=lambda at: total(at.columns, lambda j: point[2, j]),
    label=lambda at: at.k % 2 == 1,
    output=lambda at: at.f(point)[9, at.n],
)
at_words = Lines(parity_layernorm, over=(bits,))


@at_words.states("every word is counted as correct: output > 0 where the label is True, -output > 0 where it is False")
def correct(at: Operands) -> Truth:
    return signed(at) > 0


@at_words.proof_line(
    "put I[i=c1] in dim 7: behind the first layer row 8 is positive at i = k and 0 elsewhere (i from 0)"
)
def indicator(at: Operands) -> Truth:
    def here(j: Number) -> Number:
        return at.f(point, "first_layer")[8, j]

    return every(at.columns, lambda j: when(j - 1 == at.k, here(j), 1) > 0) & every(
        at.columns, lambda j: (j - 1 == at.k) | (here(j) == 0)
    )


@at_words.proof_line(
    "x = torch.cat([x, -x]): behind the encoding and the first layer rows 11 to 20 are the negatives of rows 1 to 10"
)
def mirror(at: Operands) -> Truth:
    return opposite(at, at.f(point, "encoded"), 10) & opposite(at, at.f(point, "first_layer"), 10)


@at_words.proof_line("Preserve dim 8: behind linear2 row 9 is what it was, and all others but its mirror are 0")
def preserved(at: Operands) -> Truth:
    kept, before = at.f(point, "kept"), at.f(point, "attention")
    return zero_but(at, kept, 9, 19) & every(at.columns, lambda j: kept[9, j] == before[9, j])


def score(at: Operands, j: Number) -> Number:
    """What CLS gives to place j in head 1, up to a positive factor; head 2 gives its negative."""
    return at.f(point, "first_layer")[5, j]


@at_words.proof_line(
    "Head 1 attends to odd positions, head 2 to even positions, numbered from 0 as in pos = torch.arange(0, n): in head"
    " 1 each odd one has a greater score than each even one, in head 2 a smaller one",
    flaw="reading",
    survives=("chiang2022:parity_layernorm.correct",),
    same_as="chiang2022:parity.odd_and_even",
)
def odd_and_even(at: Operands) -> Truth:
    return attended_first(at, score, residue=0)


@at_words.repairs(
    "odd_and_even",
    "head 1 attends to odd positions and head 2 to even positions, positions numbered from 1",
    reason="cos(i pi) is 1 at even i, and a norm keeps its sign: numbered from 0, head 1 attends to the even positions"
    " and head 2 to the odd ones",
)
def odd_and_even_repaired(at: Operands) -> Truth:
    return attended_first(at, score, residue=1)


@at_words.proof_line("Heads 1 and 2 attend from CLS: at all other places row 9 (dim 8) is 0")
def from_the_end(at: Operands) -> Truth:
    return every(at.columns, lambda j: (j == at.n) | (at.f(point)[9, j] == 0))


@at_words.proof_line("not said: |output| < sqrt 10", said=False)
def below_limit(at: Operands) -> Truth:
    return signed(at) < sqrt(10)


@at_words.proof_line(
    "not said: at big = 1, |output| > sqrt 10 (1 - 2 n^4 eps)", said=False, given=lambda at: at.big == 1
)
def near_limit(at: Operands) -> Truth:
    return signed(at) > sqrt(10) * (1 - 2 * at.n**4 / rational(10) ** at.e)


@at_words.proof_line(
    "not said: with eps at most 10^-5, at big = 1, the cross-entropy is below 1/15 bit",
    said=False,
    given=lambda at: (at.e >= 5) & (at.big == 1),
)
def cross_entropy(at: Operands) -> Truth:
    return 15 * log(1 + exp(-signed(at))) < log(2)


parity_layernorm.part(parity_layernorm.text, "correct")
