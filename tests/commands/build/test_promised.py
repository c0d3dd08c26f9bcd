"""What the theorem promises for an epsilon: its condition holds at its delta, and the network there is as near."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.commands.build.own_function import build, read_target
from exactua.commands.build.promised import MayJump, constants, layers, promise, slope
from exactua.papers.yun2020.built import Built, Promise
from exactua.targets.expression import Expression

TILTED = "4*x1*(1 - x1)*4*x2*(1 - x2)*x1, 4*x1*(1 - x1)*4*x2*(1 - x2)*x2"
HAT = "1 - Abs(2*x[i, j] - 1)"
ONE = "(%s), 0*x1"
FORMULAS = [
    "x1*(1 - x1)", "16*x1*(1 - x1)*x2*(1 - x2)*x1", "x1 - x1*x2", "(x1 - 1/2)**3", "(x1 - x2)**4", "(1 - 2*x1)**5",
    "Abs(2*x1 - 1)", "Max(x1, 1 - 2*x2, x1*x2)", "Min(1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1))", "Abs(x1 - x2)*(x2 - 3)",
    "1/(1 + x1)", "x1/(x2 - 2)", "(x1 - x2)/(1 + x1*x2)", "Max(x1, x2)**2", "7/3",
]  # fmt: skip


def promised(f: Any, epsilon: str, p: int, **options: Any) -> tuple[Built, Promise]:
    built = build("theorem2", f, epsilon=epsilon, p=p, **options)
    assert isinstance(built.promise, Promise)
    return built, built.promise


def bound(d: int, n: int, m: int, p: int, L: mpq, B: mpq) -> mpq:
    """The p-th power of what theorem_2_hardmax_on_the_cube says of delta = 1/m where omega(t) = L t."""
    return d * n * ((L / (2 * m)) ** p + mpq(n * (n - 1), 2) * B**p / mpq(m) ** d)


@pytest.mark.parametrize(
    ("f", "d", "n", "epsilon", "p", "L"),
    [
        (TILTED, 1, 2, "1/5", 2, "4.52"),
        (HAT, 1, 2, "1/2", 1, "2"),
        (HAT, 2, 2, "2", 2, "2"),
        ("x1*(1 - x1), x2*(1 - x2)", 1, 2, "1/10", 2, "1"),
    ],
)
def test_delta_is_the_widest_one_that_the_theorem_allows_and_no_wider_than_the_one_found(f, d, n, epsilon, p, L):
    built, promise = promised(f, epsilon, p, d=d, n=n)
    assert (promise.modulus, promise.stated) == (f"{L}*t" if L != "1" else "t", False)
    assert bound(d, n, promise.m, p, mpq(L), promise.bound) <= mpq(epsilon) ** p
    assert promise.m == 2 or bound(d, n, promise.m - 1, p, mpq(L), promise.bound) > mpq(epsilon) ** p
    assert built.instance.m <= promise.m
    g = built.construction.network
    assert g.quantity("attention layers") + g.quantity("feed-forward layers") <= promise.layers


def test_the_network_at_the_promised_delta_has_its_layers_and_is_within_epsilon() -> None:
    _, promise = promised(HAT, "1/2", 1, d=1, n=2)
    built = build("theorem2", HAT, d=1, n=2, delta=Fraction(1, promise.m), p=1, value_map="repaired")
    g = built.construction.network
    assert g.quantity("attention layers") + g.quantity("feed-forward layers") == promise.layers
    assert built.distances["f to g"].upper <= mpq(1, 2)
    assert built.promise is None


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 34), (2, 2, 3), (1, 3, 2), (2, 3, 5)])
def test_layers_are_those_of_the_statement(d: int, n: int, m: int) -> None:
    """blocks_of_g_bar in NetworkStatements.v; 1195 is the number in theorem_2_hardmax_for_tilted."""
    k = comb(m**d, n)
    assert layers(d, n, m) == (d * m + d) + (m**d + 1) + (d + 2 + n * k)
    assert layers(1, 2, 34) == 1195


def test_the_numbers_of_tilted_in_rocq_meet_the_condition() -> None:
    """theorem_2_hardmax_for_tilted: |f| <= 3/5 and omega(t) = 32/5 t, delta = 1/34, p = 2, epsilon = 1/5."""
    assert bound(1, 2, 34, 2, mpq(32, 5), mpq(3, 5)) <= mpq(1, 25) < bound(1, 2, 33, 2, mpq(32, 5), mpq(3, 5))


def hat(X: Any) -> Any:
    return [[1 - abs(2 * x - 1) for x in row] for row in X]


def test_of_a_python_function_the_modulus_is_the_stated_one_and_bounds_f() -> None:
    built, promise = promised(hat, "1", 2, d=1, n=2, modulus="2*t")
    assert (promise.modulus, promise.stated) == ("2*t", True)
    centres = max(abs(value) for A in built.instance.values.values() for value in A[0])
    assert promise.bound == centres + mpq(1, built.instance.m) >= 1
    assert bound(1, 2, promise.m, 2, mpq(2), promise.bound) <= 1


@pytest.mark.parametrize(
    ("f", "options", "why"),
    [
        ("Piecewise((x[i, j], x[i, j] < 1/2), (0, True))", {}, "no modulus of continuity of f is known: it has cases"),
        (hat, {"modulus": "1"}, "the modulus 1 does not fall far enough for any delta"),
        (hat, {"modulus": "Max(0, 1/(100*t) - 1/10) + 2"}, "the modulus .* does not fall far enough"),
    ],
)
def test_where_there_is_no_modulus_nothing_is_promised(f: Any, options: dict[str, str], why: str) -> None:
    built = build("theorem2", f, delta="1/4", d=1, n=2, **options)
    answer = promise(built.instance, mpq(1, 2))
    assert isinstance(answer, str)
    assert why.split(" .* ")[0] in answer
    assert why.split(" .* ")[-1] in answer


def test_theorem3_has_no_such_theorem() -> None:
    assert build("theorem3", "x1*(1 - x1), x2*(1 - x2)", epsilon="1/4").promise is None


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
