"""Networks built for a user's f: their distances are those of an integration by hand, their values are those of f-bar."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Verdict
from exactua.errors import InputError
from exactua.targets.reading import read_target
from exactua.workflows.building import Built, boundary, build, cube_values
from tests import integration_by_hand as by_hand
from tests.integration_by_hand import Entry, Larger, Line, Polynomial

F = Fraction
HAT = "1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1)"
NAMES = ("f to f-bar", "f-bar to g", "f to g")


def hat(k: int) -> Line:
    return Line(k, [(0, F(1, 2), {1: 2}), (F(1, 2), 1, {0: 2, 1: -2})])


def bump(k: int) -> Line:
    return Line(k, [(0, 1, {1: 1, 2: -1})])


def ramp(k: int) -> Line:
    """Max(x - 1/3, 0)."""
    return Line(k, [(0, F(1, 3), {}), (F(1, 3), 1, {0: F(-1, 3), 1: 1})])


def cauchy(k: int) -> Line:
    """1/(1 + x)^2."""
    return Line(k, [(0, 1, {-2: 1})], shift=1)


def products(n: int) -> list[Polynomial]:
    """x_j times the sum of all others, d = 1."""
    unit = [tuple(int(k == j) for k in range(n)) for j in range(n)]
    return [
        Polynomial({tuple(map(sum, zip(unit[j], unit[k], strict=True))): 1 for k in range(n) if k != j}) for j in range(n)
    ]


def columns(n: int) -> list[Polynomial]:
    """d = 2: rows x1j x2j and x1j^2 of column j."""
    first = [tuple(int(k in (j, n + j)) for k in range(2 * n)) for j in range(n)]
    return [*(Polynomial({one: 1}) for one in first), *(Polynomial({tuple(2 * int(k == j) for k in range(2 * n)): 1}) for j in range(n))]


EXACT: list[tuple[str, int, int, list[Entry], int, int]] = [
    *((HAT, 1, 2, [hat(0), hat(1)], m, p) for m in (2, 4, 8) for p in (1, 2, 3)),
    (HAT, 1, 2, [hat(0), hat(1)], 3, 2),
    ("1 - Abs(2*x[i, j] - 1)", 1, 3, [hat(0), hat(1), hat(2)], 4, 3),
    ("1 - Abs(2*x[i, j] - 1)", 2, 2, [hat(k) for k in range(4)], 2, 1),
    ("x[i, j]*(1 - x[i, j])", 1, 2, [bump(0), bump(1)], 5, 4),
    ("x[i, j]*(1 - x[i, j])", 2, 2, [bump(k) for k in range(4)], 3, 2),
    ("x1*(x2 + x3), x2*(x1 + x3), x3*(x1 + x2)", 1, 3, products(3), 3, 2),
    ("x1*x2, x1*x2", 1, 2, products(2), 4, 4),
    ("x11*x21, x12*x22; x11**2, x12**2", 2, 2, columns(2), 2, 2),
    ("Max(x[i, j] - 1/3, 0)", 1, 2, [ramp(0), ramp(1)], 8, 2),
    ("Max(x[i, j] - 1/3, 0)", 1, 2, [ramp(0), ramp(1)], 3, 1),
]  # fmt: skip
"""f as it is given, d, n, f by hand, m, p: the distances are known exactly."""

BOUNDED: list[tuple[str, int, int, list[Entry], int, int]] = [
    *(("Max(x1, x2), Max(x1, x2)", 1, 2, [Larger(0, 1), Larger(0, 1)], m, p) for m in (2, 4) for p in (1, 2, 3)),
    *(("1/(1 + x1)**2, 1/(1 + x2)**2", 1, 2, [cauchy(0), cauchy(1)], m, p) for m, p in ((2, 1), (4, 2), (3, 3))),
    *((HAT, 1, 2, [hat(0), hat(1)], 3, p) for p in (1, 3)),
    *(("x1*(1 - x1), x2*(1 - x2)", 1, 2, [bump(0), bump(1)], m, p) for m, p in ((4, 1), (5, 3))),
    ("Max(x[i, j] - 1/3, 0)", 1, 2, [ramp(0), ramp(1)], 8, 1),
    ("Max(x1, x2, 1/2), Max(x1, x2, 1/2)", 1, 2, [], 2, 2),
]  # fmt: skip
"""The same for distances that lie between bounds, or may do so."""


def built(text: str, d: int, n: int, m: int, p: int, theorem: str = "theorem2", **options) -> Built:
    return build(theorem, read_target(text, d, n, m), p, m=m, **options)


def by_integration(one: Built) -> dict[str, tuple[Fraction, Fraction]]:
    return {name: (F(int(b.lower.numerator), int(b.lower.denominator)), F(int(b.upper.numerator), int(b.upper.denominator))) for name, b in one.distances.items()}


@pytest.mark.parametrize(("text", "d", "n", "f", "m", "p"), EXACT)
@pytest.mark.parametrize("theorem", ["theorem2", "theorem3"])
def test_distances_are_those_of_an_integration_by_hand(text, d, n, f, m, p, theorem) -> None:
    one = built(text, d, n, m, p, theorem)
    wanted = by_hand.distances(f, d, n, m, p, theorem)
    assert by_integration(one) == {name: (wanted[name], wanted[name]) for name in NAMES}
    assert one.decision.verdict == Verdict.HOLDS


PINNED = {
    (2, 1): ("1/2", "1/2", "3/4"), (2, 2): ("1/6", "1/4", "5/12"), (2, 3): ("1/16", "1/8", "9/32"),
    (4, 1): ("1/4", "1/4", "7/16"), (4, 2): ("1/24", "5/32", "19/96"), (4, 3): ("1/128", "7/64", "67/512"),
    (8, 1): ("1/8", "1/8", "15/64"), (8, 2): ("1/96", "21/256", "71/768"), (8, 3): ("1/1024", "31/512", "519/8192"),
}  # fmt: skip
"""m, p: the p-th powers of the distances of the hat function, d = 1, n = 2."""


@pytest.mark.parametrize(("m", "p"), PINNED)
def test_the_hat_function(m, p) -> None:
    one, pinned = built(HAT, 1, 2, m, p), [mpq(number) for number in PINNED[m, p]]
    assert [one.distances[name].upper for name in NAMES] == pinned
    assert all(one.distances[name].exact for name in NAMES)
    assert pinned[0] == 2 * mpq(1, m) ** p / (p + 1)  # slope 2 along one entry, for each of two entries
    assert list(by_hand.distances([hat(0), hat(1)], 1, 2, m, p, "theorem2").values()) == pinned
