"""Whether a stage of a trained network is a contextual mapping on the training set (Definition 2), with its separation.

States are balls. Their centres, rounded to multiples of 2^-bits, are rational: which two that must differ are nearest
is decided exactly, and every distance of centres is off by 2 sqrt(d) times the largest radius at most.
"""

from __future__ import annotations

from typing import Any

from gmpy2 import isqrt, mpq

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import LEAST_BITS
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.nearest import nearest
from exactua.commands.train.exact_check import DEFAULT_CAP, Enclosures
from exactua.commands.train.record import Separated
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences


def separation(enclosures: Enclosures, data: LabelledSequences, stage: str, cap: int = DEFAULT_CAP) -> Separated:
    """Definition 2 for q = the network up to the stage, at the sequences of the data set, which the enclosures are of.

    Refuted where two ids that must differ are known exactly and equal; inconclusive where no bound > 0 is found with
    `cap` bits; vacuous where nothing must differ.
    """
    bits = min(LEAST_BITS, cap)
    while True:
        separated = _at(enclosures, data, stage, bits)
        if separated.verdict is not Verdict.INCONCLUSIVE or bits >= cap:
            return separated
        bits = min(2 * bits, cap)


def _at(enclosures: Enclosures, data: LabelledSequences, stage: str, bits: int) -> Separated:
    centres, radii, contexts, places = [], [], [], []
    for i, tokens in enumerate(data.tokens):
        vocabulary = frozenset(tokens)
        state = enclosures.at(i, bits)[stage]
        for k, token in enumerate(tokens):
            middle, radius = _rounded([row[k] for row in state], bits)
            centres.append(middle)
            radii.append(radius)
            contexts.append((vocabulary, token))
            places.append((i + 1, k + 1))
    if None in radii:
        return Separated(stage, Verdict.INCONCLUSIVE, mpq(0), None, None, None, bits)
    slack = 2 * _root_above(mpq(len(centres[0])), bits) * max(radii)
    norms = _root_above(max(sum((x**2 for x in middle), mpq(0)) for middle in centres), bits) + slack
    closest = nearest(centres, contexts)
    if closest is None:
        return Separated(stage, Verdict.VACUOUS, mpq(0), None, norms, None, bits)
    first, second = closest.first, closest.second
    low, high = _root_below(closest.squared, bits) - slack, _root_above(closest.squared, bits) + slack
    equal = closest.squared == 0 and radii[first] == 0 and radii[second] == 0
    verdict = Verdict.HOLDS if low > 0 else Verdict.REFUTED if equal else Verdict.INCONCLUSIVE
    pair = places[first], places[second]
    return Separated(stage, verdict, max(low, mpq(0)), mpq(0) if equal else high, norms, pair, bits)


def _rounded(column: list[Any], bits: int) -> tuple[tuple[Rational, ...], Any]:
    """Rational numbers near a column of arbs, and how far from them its entries are at most; None: not known."""
    with balls.working(bits):
        if not all(entry.is_finite() for entry in column):
            return (mpq(0),) * len(column), None
        ends = [balls.ends(entry) for entry in column]
    unit = balls.dyadic_power(-bits)
    middle = tuple(mpq(low if low == high else unit * ((low + high) / (2 * unit)).__round__()) for low, high in ends)
    return middle, max(max(abs(low - m), abs(high - m)) for (low, high), m in zip(ends, middle, strict=True))


def _root_below(square: Rational, bits: int) -> Rational:
    """A number <= the root, a multiple of 2^-bits."""
    scaled = square * balls.dyadic_power(2 * bits)
    return mpq(isqrt(scaled.numerator // scaled.denominator)) / balls.dyadic_power(bits)


def _root_above(square: Rational, bits: int) -> Rational:
    """A number > the root, a multiple of 2^-bits."""
    return _root_below(square, bits) + balls.dyadic_power(-bits)
