"""Lipschitz constants and bounds of f: no pair of points contradicts them, and those of some f are the least ones."""

from __future__ import annotations

from itertools import product

import pytest
from gmpy2 import mpq

from exactua.commands.build.own_function import read_target
from exactua.commands.build.slopes import MayJump, constants, slope
from exactua.targets.expression import Expression

ONE = "(%s), 0*x1"
FORMULAS = [
    "x1*(1 - x1)", "16*x1*(1 - x1)*x2*(1 - x2)*x1", "x1 - x1*x2", "(x1 - 1/2)**3", "(x1 - x2)**4", "(1 - 2*x1)**5",
    "Abs(2*x1 - 1)", "Max(x1, 1 - 2*x2, x1*x2)", "Min(1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1))", "Abs(x1 - x2)*(x2 - 3)",
    "1/(1 + x1)", "x1/(x2 - 2)", "(x1 - x2)/(1 + x1*x2)", "Max(x1, x2)**2", "7/3",
]  # fmt: skip


def expression(text: str) -> Expression:
    target = read_target(text, 1, 2)
    assert isinstance(target, Expression)
    return target


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_pair_of_points_contradicts_them(formula: str) -> None:
    f = expression(ONE % formula)
    L, B = constants(f)
    points = [(mpq(a, 7), mpq(b, 7)) for a, b in product(range(8), repeat=2)]
    values = {X: f.value([X])[0][0] for X in points}
    assert max(map(abs, values.values())) <= B
    for X, Y in product(points, repeat=2):
        assert abs(values[X] - values[Y]) <= L * max(abs(X[0] - Y[0]), abs(X[1] - Y[1]))


@pytest.mark.parametrize("formula", FORMULAS)
def test_on_a_box_the_slopes_have_every_change_among_them(formula: str) -> None:
    """F(X) - F(Y) is a sum of s_kl (X_kl - Y_kl): in one entry it lies between the ends, and l bounds it in both."""
    f = expression(ONE % formula)
    ends = (mpq(1, 3), mpq(2, 3))
    known = slope(f.formulas[0][0], {(1, 1): ends, (1, 2): ends})
    points = [(mpq(a, 12), mpq(b, 12)) for a, b in product(range(4, 9), repeat=2)]
    values = {X: f.value([X])[0][0] for X in points}
    assert all(known.ends[0] <= value <= known.ends[1] for value in values.values())
    for X, Y in product(points, repeat=2):
        change = values[X] - values[Y]
        assert abs(change) <= known.steepest * max(abs(X[0] - Y[0]), abs(X[1] - Y[1]))
        for k in (0, 1):
            if X[k] > Y[k] and X[1 - k] == Y[1 - k]:
                low, high = known.slopes.get((1, k + 1), (0, 0))
                assert low * (X[k] - Y[k]) <= change <= high * (X[k] - Y[k])


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        ("1 - Abs(2*x1 - 1)", (2, 1)),
        ("Min(1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1))", (2, 1)),
        ("x1 + x2", (2, 2)),
        ("7/3", (0, "2.34")),
    ],
)
def test_of_some_f_they_are_the_least_ones(formula: str, wanted: tuple[object, object]) -> None:
    assert constants(expression(ONE % formula)) == tuple(map(mpq, wanted))


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("Piecewise((x1, x1 > 1/2), (0, True))", "it has cases, and may jump from one to the other"),
        ("x1/(x2 + 1/2 - x2*x2)*0 + 1/(x1 - 1/3)", "it divides by what may be 0"),
    ],
)
def test_where_f_may_jump_there_are_none(formula: str, why: str) -> None:
    with pytest.raises(MayJump, match=why):
        constants(expression(ONE % formula))
