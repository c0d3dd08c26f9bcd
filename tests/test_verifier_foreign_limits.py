"""The verifier in C on limits: it says what that in Python says, to the last digit of the bound."""

from __future__ import annotations

import copy
import json
import random
from fractions import Fraction
from typing import Any

import pytest

from exactua import verifier
from exactua.certificates.limits import Limit, limit_certificate
from exactua.networks import Network
from tests.foreign import program, sampling, told, told_by_own
from tests.test_verifier_limits import (
    CONFIRMED,
    LIES,
    NO_LIMIT,
    TOLERANCE,
    certified,
    drawn,
    exact,
    file,
    limit_of_lemma_8,
)

FINE = Fraction(1, 2**100)


def code_of_both(data: bytes) -> int:
    """The exit code of both verifiers, which is the same."""
    code, _ = told(program(), data)
    assert code == told_by_own(data)[0]
    return code


def test_both_print_the_same() -> None:
    data = limit_of_lemma_8().text().encode()
    code, said = told_by_own(data)
    foreign_code, foreign_said = told(program(), data)
    assert (foreign_code, foreign_said.strip()) == (code, said.strip())
    assert code == 0


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_refused(name: str) -> None:
    decided = copy.deepcopy(json.loads(limit_of_lemma_8().text())["decided"])
    LIES[name][0](decided)
    assert code_of_both(file(decided)) == 1


@pytest.mark.parametrize("name", CONFIRMED)
def test_what_a_network_may_have(name: str) -> None:
    items, X = CONFIRMED[name]
    limit = certified(Network(2, items), [X])
    assert limit.lower is not None
    assert code_of_both(limit.text().encode()) == 0
    less = Limit(limit.network, limit.points, limit.tolerance, limit.lower.factor, None)
    assert code_of_both(less.text().encode()) == 1


@pytest.mark.parametrize("name", NO_LIMIT)
def test_what_has_no_limit_is_refused(name: str) -> None:
    items, X, _ = NO_LIMIT[name]
    assert code_of_both(limit_certificate(Network(2, items), [X], TOLERANCE, 10**9, None, None).text().encode()) == 1


def masked(decided: Any, chance: random.Random) -> Any:
    """With masks at some layers of attention."""
    n = len(decided["points"][0][0])
    for item in decided["network"]["items"]:
        if "attention" in item and chance.random() < 0.5:
            rows = [[j == k or chance.random() < 0.5 for j in range(n)] for k in range(n)]
            item["attention"]["mask"] = chance.choice(["causal", "strictly causal", rows])
    return decided


def test_both_have_the_same_bound() -> None:
    told_apart = 0
    for seed in range(60):
        network, X, factor = drawn(seed)
        decided = masked(
            json.loads(Limit(network, (X,), TOLERANCE, factor, None).text())["decided"], random.Random(seed)
        )
        states, _ = verifier.limits.Limit(decided).states(0)
        try:
            bound = verifier.drift.bound(states, exact(factor), 1024)
        except verifier.drift.Unbounded:
            assert code_of_both(file({**decided, "tolerance": 10**9})) == 1
            continue
        if bound > 0:
            told_apart += 1
            for tolerance, code in ((bound * (1 + FINE), 0), (bound * (1 - FINE), 1)):
                said = verifier.records.encode(verifier.rationals.tidy(tolerance))
                assert code_of_both(file({**decided, "tolerance": said})) == code, seed
    assert told_apart > 15


def test_a_failure_is_shown_by_both_or_by_none() -> None:
    """One column of 0 beside one of 1: softmax gives it 1/(1 + e), and that is the error."""
    head = {"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[0]], "b_Q": [1]}
    network = {"d": 1, "items": [{"attention": {"heads": [head], "tie_rule": "average"}}], "stages": {}}
    low, high = (1 / (1 + end) for end in verifier.softened.ball_ends(verifier.balls.exp_of(Fraction(1), 1500)))
    for exceeds, code in ((high - Fraction(1, 2**600), 0), (low + Fraction(1, 2**600), 1)):
        said = verifier.records.encode(exceeds)
        lower = {"factor": 1, "point": 1, "exceeds": said}
        decided = {"claim": None, "parameters": {}, "network": network, "points": [[[0, 1]]], "tolerance": said}
        assert code_of_both(file({**decided, "upper": None, "lower": lower, "scope": "limit"})) == code


def test_points_are_sampled_alike() -> None:
    limit = limit_of_lemma_8()
    data = Limit(limit.network, limit.points * 10, limit.tolerance, limit.upper, None).text().encode()
    seed = "0" * 32
    code, said = told(program(), data, *sampling(16, seed))
    own_code, own_said = told_by_own(data, 16, seed)
    assert (code, said.strip()) == (own_code, own_said.strip())
    assert code == 3
