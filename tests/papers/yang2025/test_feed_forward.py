"""Feed-forward recipes of the Cookbook: verdicts, least counterexamples, and steps that are made false."""

from __future__ import annotations

import pytest

from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.papers.yang2025.addition import W_1, addition
from exactua.papers.yang2025.boolean_functions import boolean_functions
from exactua.papers.yang2025.conditional import conditional
from exactua.papers.yang2025.min_max import min_max
from exactua.papers.yang2025.multiplication import multiplication
from exactua.papers.yang2025.piecewise_linear import piecewise_linear
from exactua.papers.yang2025.recipes import magnitude, network, neurons
from exactua.papers.yang2025.residual import residual
from exactua.terms.tracing import pi, point, rational, sqrt
from tests.papers.background.deciding import least, refuted, says_no, verdict


@pytest.mark.parametrize(
    ("claim", "values", "false"),
    [
        (conditional, {}, {"ternary"}),
        (min_max, {}, set()),
        (addition, {}, {"copies"}),
        (boolean_functions, {}, {"any_function"}),
        (residual, {}, set()),
        (piecewise_linear, {}, set()),
        (multiplication, {"C": 1}, {"expansion", "product_signed"}),
        (multiplication, {"C": 100}, {"expansion", "product_signed"}),
    ],
)
def test_verdicts(claim: Claim, values: dict[str, int], false: set[str]) -> None:
    assert refuted(claim, values) == false


def test_the_conditional_has_its_options_exchanged() -> None:
    points, left, right = least(conditional, {}, "ternary")
    assert points == [["0"], ["0"], ["1/4"], ["0"]]
    assert (left, right) == ("0", "1/4")


def test_options_above_one_need_another_layer() -> None:
    """phi, psi in [0, 1] is needed: with phi as large as 2 the mask does not silence it."""
    doubled = neurons(4, [({1: 1, 2: 2}, -1), ({1: -1, 3: 2}, 0)], {4: [1, 1]})
    assert says_no(conditional, {}, "ternary@repaired", networks={"exchanged": network(4, doubled)})


@pytest.mark.parametrize(("step", "row"), [("minimum", 3), ("maximum", 4)])
def test_both_networks_of_the_figure_need_every_edge(step: str, row: int) -> None:
    hidden = [({1: 1}, 0), ({1: -1}, 0), ({1: 1, 2: -1}, 0), ({1: -1, 2: 1}, 0)]
    right = {3: [1, -1, -1, 0], 4: [1, -1, 0, 1]}
    for k in range(4):
        if right[row][k]:
            out = {**right, row: [w * (i != k) for i, w in enumerate(right[row])]}
            assert says_no(min_max, {}, step, networks={"f": network(4, neurons(4, hidden, out))})


def test_the_hidden_layer_stores_no_negative_number() -> None:
    at = addition.at()
    assert says_no(addition, {}, "copies@repaired", at.hidden(point)[5, 1] == 0)
    subtracted = network(7, neurons(7, W_1, {3: [1, -1, -1, 1]}))
    assert says_no(addition, {}, "sum", networks={"f": subtracted})


def test_a_network_for_another_table_is_seen() -> None:
    problem = boolean_functions.problem({})
    wrong = {"f_8": problem.networks["f_9"]}
    assert says_no(boolean_functions, {}, "any_function@repaired", networks=wrong)


def test_a_network_whose_residual_is_not_cancelled_is_seen() -> None:
    problem = residual.problem({})
    assert says_no(residual, {}, "cancels", networks={"cancelled_5": problem.networks["f_5"]})
    assert says_no(residual, {}, "identity", networks={"zero": problem.networks["f_81"]})


def test_a_slope_too_much_is_seen() -> None:
    steeper = network(1, neurons(1, [({1: 1}, 0)], {1: [1]}))
    assert says_no(piecewise_linear, {}, "computed", networks={"f_81": steeper})


def test_the_second_order_of_gelu_is_half_of_what_is_printed() -> None:
    at, x = multiplication.at(), point[1, 1]
    near = magnitude(at.GELU_x - x / 2 - sqrt(2 / pi) / 2 * x**2)
    assert says_no(multiplication, {"C": 1}, "expansion@repaired", near <= magnitude(x) ** 3 / 1000)
    assert says_no(multiplication, {"C": 1}, "no_constant", near >= x**2 / 3)
    third = rational("2/5") * x**2
    assert says_no(multiplication, {"C": 1}, "no_constant", magnitude(at.GELU_x - x / 2 - sqrt(2 / pi) * x**2) >= third)


def test_products_need_their_coefficient() -> None:
    at, x, y = multiplication.at(), point[1, 1], point[1, 2]
    difference = at.GELU_sum - at.GELU_x - at.GELU_y
    cubes = magnitude(x) ** 3 + magnitude(y) ** 3
    for step in ("product", "difference"):
        assert verdict(multiplication, {"C": 1}, step) is Verdict.HOLDS
        assert verdict(multiplication, {"C": 1}, step, magnitude(difference - x * y) <= cubes) is Verdict.REFUTED
