from __future__ import annotations

from itertools import combinations

import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.networks import TieRule, hardmax


@pytest.mark.parametrize("rule", TieRule)
@pytest.mark.parametrize("winner", range(5))
def test_one_winner_at_every_position_takes_all(rule, winner):
    scores = [mpq(-7)] * 5
    scores[winner] = mpq(-20, 3)
    assert hardmax(scores, rule) == tuple(int(index == winner) for index in range(5))


@pytest.mark.parametrize("winners", [places for k in range(2, 6) for places in combinations(range(5), k)])
def test_ties_of_two_to_all(winners):
    scores = [mpq(1, 3) if index in winners else mpq(1, 4) for index in range(5)]
    share = mpq(1, len(winners))
    assert hardmax(scores, TieRule.AVERAGE) == tuple(share if i in winners else 0 for i in range(5))
    assert hardmax(scores, TieRule.LEFTMOST) == tuple(int(i == winners[0]) for i in range(5))
    assert hardmax(scores, TieRule.RIGHTMOST) == tuple(int(i == winners[-1]) for i in range(5))


def test_scores_that_differ_by_less_than_a_float_can_tell_are_no_tie():
    assert hardmax([mpq(1), 1 + mpq(1, 10**40)], TieRule.AVERAGE) == (0, 1)


def test_the_papers_rule_is_the_default():
    assert hardmax([mpq(0), mpq(0)]) == (mpq(1, 2), mpq(1, 2))


def test_the_weights_are_rationals_whatever_the_scores():
    assert [type(weight) for weight in hardmax([1, 1, 0])] == [type(mpq())] * 3


def test_no_scores():
    with pytest.raises(InputError, match=r"^hardmax of no scores: give at least one$"):
        hardmax([])


def test_the_values_of_the_tie_rules_are_those_of_the_format():
    assert {rule.name: rule.value for rule in TieRule} == {
        "AVERAGE": "average",
        "LEFTMOST": "leftmost",
        "RIGHTMOST": "rightmost",
    }
