"""The authors' program first_exact_layernorm.py: first_exact.py with layer normalisation, eps = 10^-e.

Columns are (x, -x), so that their mean is 0; x has the six rows of first_exact.py, rows 7 to 12 are -x. Each layer is

    Z -> norm1(Z + attention),   Z -> norm2(Z + feed-forward)

The attention of the first layer is 0. In the second one all rows but 6 (dim 5) and its mirror 12 are set to 0 before
norm2, so that at $, where row 6 was y before it,

    output = y / sqrt(y^2 / 6 + eps)

which is +- sqrt 6 for eps = 0, whatever n is.
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
from exactua.papers.chiang2022.encoder_layers import feed_forward, head, mirrored, norm, only_kept
from exactua.papers.chiang2022.first import BIG, signed
from exactua.papers.pages import Lines, let, networks
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, exp, log, point, sqrt, when

EPS = Parameter("e", "--eps is 10^-e", ladder=(5, 20))
ONE_HOT = [[int(i == k) for k in range(3)] for i in range(6)]
"""torch.eye(3, 6), transposed: the columns of 0, 1 and $."""

symbols = words("words", tokens("0 1", mirrored(ONE_HOT), start="$"), "1..4")

first_layernorm = Claim(
    "chiang2022:first_layernorm",
    title="FIRST with layer normalisation",
    source="first_exact_layernorm.py",
    text="label = w[1] == alphabet_index['1']; output = model(w); if not label: output = -output; if output > 0:"
    " correct += 1",
    parameters=(
        replace(D_ROWS, only=(symbols.d,)),
        replace(N_COLUMNS, meaning="number of columns: $ and the symbols", only=symbols.column_counts),
        replace(BIG, ladder=(1,)),
        EPS,
    ),
    point="X",
)


def _model(values: Mapping[str, Any], eps: Rational) -> Network:
    n = values["n"]
    position = [[0] * n for _ in range(3)] + [[int(j == 1) for j in range(n)]] + [[0] * n for _ in range(2)]
    mark = feed_forward([{0: -1, 2: -1, 3: 1}], [0], {4: [1], 10: [-1]}, 12)
    written = {5: 1, 11: -1}
    attention = head(12, 1, query={2: values["big"]}, key={3: 1}, value={3: Rational(-1, 2), 4: 1}, output=written)
    first_layer = (norm(12, eps), mark, norm(12, eps))
    second_layer = (SoftmaxAttentionLayer([attention]), norm(12, eps), only_kept(12, 5), norm(12, eps))
    items = (PositionalEncoding(mirrored(position)), *first_layer, *second_layer)
    return Network(12, items, {"encoded": 1, "first_layer": 4, "attention": 6, "kept": 7, "output": 8})


networks(
    first_layernorm,
    f=lambda values: _model(values, Rational(1, 10 ** values["e"])),
    f_eps_0=lambda values: _model(values, Rational(0)),
)
let(
    first_layernorm,
    label=lambda at: point[2, 2] == 1,  # the program counts from 0: w[1]
    output=lambda at: at.f(point)[6, 1],
)
at_words = Lines(first_layernorm, over=(symbols,))


def opposite(at: Operands, Z: MatrixOperand, half: int) -> Truth:
    """Z is (x, -x), x with `half` rows."""
    of_x = Columns(1, half, "i")
    return every(at.columns, lambda j: every(of_x, lambda i: Z[i, j] + Z[i + half, j] == 0))


def zero_but(at: Operands, Z: MatrixOperand, kept: int, mirror: int) -> Truth:
    """All rows are 0 but these two."""
    return every(at.columns, lambda j: every(at.rows, lambda i: (i == kept) | (i == mirror) | (Z[i, j] == 0)))


@at_words.states("every word is counted as correct: output > 0 where the label is True, -output > 0 where it is False")
def correct(at: Operands) -> Truth:
    return signed(at) > 0


@at_words.proof_line(
    "not said: behind the first layer row 5 (dim 4) is positive at a first symbol 1, and 0 elsewhere", said=False
)
def marked(at: Operands) -> Truth:
    def here(j: Number) -> Number:
        return at.f(point, "first_layer")[5, j]

    return every(at.columns, lambda j: when((j == 2) & at.label, here(j), 1) > 0) & every(
        at.columns, lambda j: ((j == 2) & at.label) | (here(j) == 0)
    )


@at_words.proof_line(
    "x = torch.cat([x, -x]): behind the encoding and the first layer rows 7 to 12 are the negatives of rows 1 to 6"
)
def mirror(at: Operands) -> Truth:
    return opposite(at, at.f(point, "encoded"), 6) & opposite(at, at.f(point, "first_layer"), 6)


@at_words.proof_line("Preserve dim 5: behind linear2 row 6 is what it was, and all others but its mirror are 0")
def preserved(at: Operands) -> Truth:
    kept, before = at.f(point, "kept"), at.f(point, "attention")
    return zero_but(at, kept, 6, 12) & every(at.columns, lambda j: kept[6, j] == before[6, j])


@at_words.proof_line("not said: |output| < sqrt 6", said=False)
def below_limit(at: Operands) -> Truth:
    return signed(at) < sqrt(6)


@at_words.proof_line("not said: with --eps 0 the output is sqrt 6 or - sqrt 6", said=False)
def exact_at_eps_0(at: Operands) -> Truth:
    return when(at.label, at.f_eps_0(point)[6, 1], -at.f_eps_0(point)[6, 1]) == sqrt(6)


@at_words.proof_line(
    "not said: with eps at most 10^-5, at big = 1, the cross-entropy is below 1/8 bit",
    said=False,
    given=lambda at: (at.e >= 5) & (at.big == 1),
)
def cross_entropy(at: Operands) -> Truth:
    return 8 * log(1 + exp(-signed(at))) < log(2)


first_layernorm.part(first_layernorm.text, "correct")
