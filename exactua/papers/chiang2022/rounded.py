"""PARITY where pos / n has p significant bits, as in a floating point format, and all else is exact: a claim of ours.

bfloat16 has p = 8, float16 p = 11, float32 p = 24. Rounding is to nearest, ties to even. With rounded encodings row 8
is no longer 1/n at i = k alone: the neighbours i = k - 1 and k + 1, of the other parity, get a part of it.

The words looked at are 0...01...1, one for each number k of 1s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import D_ROWS, Claim, Operands, Parameter
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import Network
from exactua.papers.chiang2022.first import signed
from exactua.papers.chiang2022.parity import COLUMNS, NOT_EMPTY, encoding, program
from exactua.papers.pages import Lines, let
from exactua.terms.tracing import Truth, point

sorted_bits = words("sorted words", tokens("0 1", end="CLS", width=10), "0..17", where="0*1*")

rounded = Claim(
    "chiang2022:rounded",
    title="PARITY with rounded encodings",
    source="our own, of parity_exact.py",
    text="Where pos / n is rounded to p significant bits, and all else is exact, with --big 1, every word 0...01...1 of"
    " at most 2^p bits is counted as correct; one of 2^p + 1 bits is counted as wrong.",
    parameters=(
        replace(D_ROWS, only=(sorted_bits.d,)),
        replace(COLUMNS, only=sorted_bits.column_counts, ladder=(4, 9, 10, 17, 18)),
        Parameter("p", "significant bits of pos / n", least=3, ladder=(3, 4)),
    ),
    point="X",
)
rounded.requires(NOT_EMPTY)(lambda at: at.n >= 2)


def to_bits(x: Rational, p: int) -> Rational:
    """x >= 0 with p significant bits, to nearest, ties to even."""
    if not x:
        return x
    unit = Rational(1)
    while x < 2 ** (p - 1) * unit:
        unit /= 2
    while x >= 2**p * unit:
        unit *= 2
    return round(x / unit) * unit  # round takes ties to even


@rounded.network("f")
def model(values: Mapping[str, Any]) -> Network:
    """The program, row 4 of its encoding rounded."""
    positions = encoding(values["n"])
    positions[3] = [to_bits(Rational(entry), values["p"]) for entry in positions[3]]
    return program(positions, 1)


let(
    rounded,
    label=lambda at: sorted_bits.count("1") % 2 == 1,
    output=lambda at: at.f(point)[9, at.n],
)
at_words = Lines(rounded, over=(sorted_bits,))


@at_words.states(
    "every word 0...01...1 of at most 2^p bits is counted as correct", given=lambda at: at.n <= 2**at.p + 1
)
def correct(at: Operands) -> Truth:
    return signed(at) > 0


@at_words.states(
    "a word 0...01...1 of 2^p + 1 bits is counted as wrong: the output has the other sign",
    given=lambda at: at.n == 2**at.p + 2,
    fold="some",
)
def wrong(at: Operands) -> Truth:
    return signed(at) < 0


rounded.part(
    "Where pos / n is rounded to p significant bits, and all else is exact, with --big 1, every word 0...01...1 of at"
    " most 2^p bits is counted as correct;",
    "correct",
)
rounded.part("one of 2^p + 1 bits is counted as wrong.", "wrong")
