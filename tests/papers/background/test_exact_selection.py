"""Discrete functions by near-hard attention: exact after rounding alone, and each step can say no."""

from __future__ import annotations

import pytest

from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.networks import RELU, FeedForwardLayer, Network
from exactua.papers.background.exact_selection import exact_selection, reversal_network
from exactua.terms.tracing import every, exp, point
from tests.papers.background.deciding import least, refuted, says_no, verdict

at = exact_selection.at()
TWO = {"n": 2, "s": 4}


@pytest.mark.parametrize(("n", "s", "false"), [(1, 4, set()), (2, 4, {"exact"}), (2, 40, {"exact"})])
def test_verdicts(n: int, s: int, false: set[str]) -> None:
    assert refuted(exact_selection, {"n": n, "s": s}) == false


def test_three_letters_are_reversed_exactly() -> None:
    assert verdict(exact_selection, {"n": 3, "s": 4}, "exact@repaired") is Verdict.HOLDS


def test_least_counterexample() -> None:
    points, left, right = least(exact_selection, TWO, "exact")
    assert points[0] == ["0", "1"]
    assert left.startswith("-0.01798")  # -1/(1 + e^4)
    assert right == "0"


def test_equal_letters_are_exact_without_rounding() -> None:
    same = point[1, 1] == point[1, 2]
    assert verdict(exact_selection, TWO, "exact", given=same.term) is Verdict.HOLDS


def without(number: int, **values: int) -> Network:
    """The network without one of its three layers."""
    items = list(reversal_network(values).items)
    del items[number]
    return Network(4, items, {"attention": len(items) - (number < 2), "output": len(items)})


def test_every_layer_is_needed() -> None:
    for number in range(3):
        assert says_no(exact_selection, TWO, "exact@repaired", networks={"f": without(number, **TWO)})


def test_a_step_too_low_is_seen() -> None:
    low = FeedForwardLayer([[0, 1, 0, 0]], ["-1/2"], [[0], [1], [0], [0]], [0] * 4, RELU)
    items = (*reversal_network(TWO).items[:2], low)
    changed = Network(4, items, {"attention": 2, "output": 3})
    assert says_no(exact_selection, TWO, "exact@repaired", networks={"f": changed})


def test_bounds_are_sharp() -> None:
    closer = every(at.columns, lambda j: at.f(point, "attention")[2, j] - point[1, 3 - j] <= exp(-at.s))
    assert says_no(exact_selection, TWO, "approximated", closer)
    scores = every(at.columns, lambda j: at.s * (2 * j * (3 - j) - j**2) >= at.s * 2)
    assert says_no(exact_selection, TWO, "scores_apart", scores)


@pytest.mark.parametrize("values", [{"n": 2, "s": 3}, {"n": 12, "s": 4}, {"d": 3, "n": 2, "s": 4}])
def test_what_the_rounding_is_not_made_for_is_refused(values: dict[str, int]) -> None:
    with pytest.raises(InputError):
        exact_selection.problem(values)
