"""The hardmax of a column of scores: softmax at temperature zero."""

from __future__ import annotations

from collections.abc import Sequence

from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.networks.tie_rules import TieRule


def hardmax(scores: Sequence[Rational], tie_rule: TieRule = TieRule.AVERAGE) -> tuple[Rational, ...]:
    """The weights that the hardmax gives to `scores`, one column of the score matrix; they sum to 1.

    With k largest scores: 1/k at each of them (`AVERAGE`), 1 at the first (`LEFTMOST`) or last (`RIGHTMOST`).
    Raises InputError for no scores. Source: Yun et al. 2020, App. A.

    >>> hardmax((1, 3, 3))
    (mpq(0,1), mpq(1,2), mpq(1,2))
    >>> hardmax((1, 3, 3), TieRule.LEFTMOST)
    (mpq(0,1), mpq(1,1), mpq(0,1))
    """
    if not scores:
        raise InputError("hardmax of no scores: give at least one")
    largest = max(scores)
    winners = [index for index, score in enumerate(scores) if score == largest]
    if tie_rule is TieRule.LEFTMOST:
        winners = winners[:1]
    elif tie_rule is TieRule.RIGHTMOST:
        winners = winners[-1:]
    weights = [Rational(0)] * len(scores)
    for winner in winners:
        weights[winner] = Rational(1, len(winners))
    return tuple(weights)
