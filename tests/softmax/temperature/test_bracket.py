"""Brackets: certified above, provably failing below, close together."""

from __future__ import annotations

import math

import pytest
from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.errors import InputError
from exactua.grids.categories import build, extended_grid
from exactua.networks import AttentionHead, AttentionLayer, Network, TieRule
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.softmax.temperature.bracket import bracket
from exactua.softmax.temperature.closed_form import closed_form
from exactua.softmax.temperature.propagation import Bound, certified_error
from exactua.terms.evaluation import Evaluator, Nothing
from tests.softmax.softmax_errors import softmax_error

BOXES = [(1, 2, 2), (1, 2, 3), (1, 3, 2), (2, 2, 2)]
TOLERANCES = [mpq(1, 100), mpq(1, 4), mpq(1, 10**9)]


def points(d: int, n: int, m: int) -> list[Matrix]:
    values = {"d": d, "n": n, "m": m}
    domain = build(extended_grid, lambda term: Evaluator(values, {}, Nothing())(term), values)
    return [domain.matrix(rank) for rank in range(domain.count)]


@pytest.mark.parametrize(("d", "n", "m"), BOXES)
def test_both_ends_are_true_and_close(d: int, n: int, m: int) -> None:
    network, grid, tolerance = contextual_map({"d": d, "n": n, "m": m}), points(d, n, m), mpq(1, 100)
    ends = bracket(network, grid, tolerance)
    assert ends.upper is not None
    assert ends.lower is not None
    assert ends.lower_point is not None
    assert ends.lower < ends.upper < mpq(11, 10) * ends.lower
    assert ends.points == len(grid)
    bounds = [certified_error(network, X, ends.upper) for X in grid]
    assert max(bound.error for bound in bounds if isinstance(bound, Bound)) <= ends.error <= tolerance
    assert all(isinstance(bound, Bound) for bound in bounds)
    least, most = softmax_error(network, ends.lower_point, ends.lower)
    assert ends.lower_error is not None
    assert tolerance < min(ends.lower_error, least)
    assert ends.lower_error <= most
    # what is claimed from lambda* on is false of half of it
    assert softmax_error(network, ends.lower_point, ends.upper / 2)[0] > tolerance


@pytest.mark.parametrize(
    ("d", "n", "m", "tolerance"),
    [*((*box, tolerance) for box in BOXES[:3] for tolerance in TOLERANCES), (*BOXES[3], TOLERANCES[0])],
    ids=str,
)
def test_the_closed_form_serves_every_point(d: int, n: int, m: int, tolerance: mpq) -> None:
    values = {"d": d, "n": n, "m": m}
    network, factor = contextual_map(values), closed_form(values, tolerance)
    grid = points(d, n, m)
    for X in grid:
        computed = certified_error(network, X, factor)
        assert isinstance(computed, Bound)
        assert computed.error <= tolerance
    computed = bracket(network, grid, tolerance)
    assert computed.lower is not None
    assert factor < 4 * computed.lower


@pytest.mark.parametrize(("d", "n", "m"), [*BOXES, (1, 3, 3), (1, 4, 2)])
def test_what_the_closed_form_says_of_ids(d: int, n: int, m: int) -> None:
    network, u = contextual_map({"d": d, "n": n, "m": m}), reading_vector(d, m)
    for X in points(d, n, m):
        different = set(zip(*X, strict=True))
        state = X
        for layer in network.layers():
            ids = {sum(a * b for a, b in zip(u, column, strict=True)) for column in zip(*state, strict=True)}
            assert len(ids) == len(different)
            last, state = ids, layer.apply(state)
        assert 0 not in last or different == {(0,) * d}


def test_the_error_is_that_of_all_points_from_the_greatest_factor_on() -> None:
    """The first point takes a factor less by a step, and has a greater error than the second one at that one's."""
    head = AttentionHead(((0,), (1,)), ((0, 1),), ((1, 0),), ((0, 0),), (1,))
    slow, fast = [[mpq(27, 1000), 0], [0, mpq(1, 5)]], [[mpq(228, 1000), 0], [0, 10**9]]
    network = Network(2, [AttentionLayer([head])])
    for grid in ([slow, fast], [fast, slow]):
        ends = bracket(network, grid, mpq(1, 100))
        assert ends.upper == 112
        assert ends.error is not None
        assert all(softmax_error(network, X, 112)[1] <= ends.error <= mpq(1, 100) for X in grid)


def test_the_failing_factor_may_be_far_from_the_certified_one() -> None:
    """The error is 3/100 of 1/(1 + exp(lambda/100)): 1/100 at 100 ln 2 = 69.31, and the bound has no 1 there."""
    head = AttentionHead(((0,), (1,)), ((0, 1),), ((1, 0),), ((0, 0),), (1,))
    network, X = Network(2, [AttentionLayer([head])]), [[mpq(1, 100), 0], [0, mpq(3, 100)]]
    ends = bracket(network, [X], mpq(1, 100))
    assert (ends.lower, ends.upper) == (69, 110)
    assert ends.lower_error is not None
    assert mpq(1, 100) < ends.lower_error <= softmax_error(network, X, 69)[1]


@pytest.mark.parametrize(
    ("d", "n", "m", "tolerance"), [(1, 2, 2, mpq(1, 100)), (2, 3, 2, mpq(10)), (1, 3, 3, mpq(1, 4)), (1, 4, 5, mpq(1))]
)
def test_the_closed_form_is_that_of_the_note(d: int, n: int, m: int, tolerance: mpq) -> None:
    D = m**d
    G = D ** (n + 1)
    tau = min(float(tolerance) * m, 1, (1 + G) / 128)
    C = (n - 1) * (G + 1) * (2 * D + 1) ** n * (2 * D**2 + 1)
    factor = closed_form({"d": d, "n": n, "m": m}, tolerance)
    assert factor >= closed_form({"d": d, "n": n, "m": m}, 2 * tolerance)
    assert factor == math.ceil(2 * m**2 * math.log(C / tau) / (1 - 4 * tau / (1 + G)))


def test_a_tolerance_that_every_factor_meets_has_no_failing_one() -> None:
    ends = bracket(contextual_map({"d": 1, "n": 2, "m": 2}), points(1, 2, 2), 10**9)
    assert ends.lower is None
    assert ends.ratio is None
    assert ends.upper is not None
    assert ends.upper < 32


def test_a_network_without_a_limit_says_why() -> None:
    head = AttentionHead(((0,), (1,)), ((0, 1),), ((1, 0),), ((0, 0),), (1,))
    ends = bracket(Network(2, [AttentionLayer([head], TieRule.RIGHTMOST)]), [[[1, 1], [0, 1]]], mpq(1, 10))
    assert ends.upper is None
    assert ends.reason is not None
    assert "rightmost" in ends.reason
    assert ends.lower is not None  # and it fails at a factor that is large


@pytest.mark.parametrize("tolerance", [0, -1, mpq(0)])
def test_a_tolerance_is_positive(tolerance: object) -> None:
    with pytest.raises(InputError, match="tolerance"):
        bracket(contextual_map({"d": 1, "n": 2, "m": 2}), points(1, 2, 2), tolerance)


def test_no_points_and_no_hardmax_are_refused() -> None:
    with pytest.raises(InputError, match="points: none"):
        bracket(contextual_map({"d": 1, "n": 2, "m": 2}), [], 1)
    with pytest.raises(InputError, match="no hardmax"):
        bracket(Network(1, []), [[[0]]], 1)


@pytest.mark.parametrize(("name", "value"), [("d", 0), ("n", 1), ("m", 1), ("m", True)])
def test_the_closed_form_refuses_other_parameters(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"{name}: "):
        closed_form({"d": 1, "n": 2, "m": 2, name: value}, 1)


def test_a_tolerance_below_what_bounds_are_told_to_is_refused() -> None:
    with pytest.raises(InputError, match=r"less than 2\^-4096"):
        bracket(contextual_map({"d": 1, "n": 2, "m": 2}), points(1, 2, 2), mpq(1, 2**4097))
