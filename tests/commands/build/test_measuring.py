"""Distances of f, f-bar and g are those of an integration by hand, or bounds that have them between them."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.commands.build.measuring import distances, measured, require_power
from exactua.commands.build.own_function import read_target
from exactua.console.deadlines import Deadline
from exactua.errors import InputError
from exactua.papers.yun2020.built import Bounds, Instance
from tests import integration_by_hand as by_hand
from tests.evidence.functions import HAT, NAMES, bump, cauchy, columns, fraction, hat, products, ramp
from tests.integration_by_hand import Entry, Larger

EXACT: list[tuple[str, int, int, list[Entry], int, int]] = [
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

BOUNDED: list[tuple[str, int, int, list[Entry], int, int, int]] = [
    *(("Max(x1, x2), Max(x1, x2)", 1, 2, [Larger(0, 1), Larger(0, 1)], m, p, 4) for m in (2, 3) for p in (1, 2, 3)),
    *(("1/(1 + x1)**2, 1/(1 + x2)**2", 1, 2, [cauchy(0), cauchy(1)], m, p, 4) for m, p in ((2, 1), (4, 2), (3, 3))),
    *((HAT, 1, 2, [hat(0), hat(1)], 3, p, 1) for p in (1, 3)),
    *(("x1*(1 - x1), x2*(1 - x2)", 1, 2, [bump(0), bump(1)], m, p, 4) for m, p in ((4, 1), (5, 3))),
    ("Max(x[i, j] - 1/3, 0)", 1, 2, [ramp(0), ramp(1)], 4, 1, 3),
    ("Max(x[i, j] - 1/3, 0)", 1, 2, [ramp(0), ramp(1)], 4, 2, 1),
    ("1 - Abs(2*x[i, j] - 1)", 2, 2, [hat(k) for k in range(4)], 3, 1, 1),
]  # fmt: skip
"""The same for distances that lie between bounds with edges cut into so few parts."""


@pytest.mark.parametrize(("text", "d", "n", "f", "m", "p"), EXACT)
def test_distances_are_those_of_an_integration_by_hand(text, d, n, f, m, p) -> None:
    target, theorem = read_target(text, d, n), "theorem3" if m == 3 else "theorem2"
    _, bounds = measured(Instance(theorem, target, m, p), None, Deadline.of(60))
    wanted = by_hand.distances(f, d, n, m, p, theorem)
    assert {name: (fraction(bound.lower), fraction(bound.upper)) for name, bound in bounds.items()} == {
        name: (wanted[name], wanted[name]) for name in NAMES
    }


@pytest.mark.parametrize(("text", "d", "n", "f", "m", "p", "parts"), BOUNDED)
@pytest.mark.parametrize("theorem", ["theorem2", "theorem3"])
def test_bounds_have_the_distance_between_them(text, d, n, f, m, p, parts, theorem) -> None:
    bounds = distances(Instance(theorem, read_target(text, d, n), m, p, parts))
    wanted = by_hand.distances(f, d, n, m, p, theorem)
    for name in NAMES:
        assert fraction(bounds[name].lower) <= wanted[name] <= fraction(bounds[name].upper)
    assert bounds["f to f-bar"].lower < bounds["f to f-bar"].upper
    assert bounds["f-bar to g"].exact


PINNED = {
    (2, 1): ("1/2", "1/2", "3/4"), (2, 2): ("1/6", "1/4", "5/12"), (2, 3): ("1/16", "1/8", "9/32"),
    (4, 1): ("1/4", "1/4", "7/16"), (4, 2): ("1/24", "5/32", "19/96"), (4, 3): ("1/128", "7/64", "67/512"),
    (8, 1): ("1/8", "1/8", "15/64"), (8, 2): ("1/96", "21/256", "71/768"), (8, 3): ("1/1024", "31/512", "519/8192"),
}  # fmt: skip
"""m, p: the p-th powers of the distances of the hat function, d = 1, n = 2."""


@pytest.mark.parametrize(("m", "p"), PINNED)
def test_the_hat_function(m, p) -> None:
    pinned = [mpq(number) for number in PINNED[m, p]]
    _, bounds = measured(Instance("theorem2", read_target(HAT, 1, 2), m, p), None, Deadline.of(60))
    assert [bounds[name] for name in NAMES] == [Bounds(value, value) for value in pinned]
    assert pinned[0] == 2 * mpq(1, m) ** p / (p + 1)  # slope 2 along one entry, for each of two entries
    assert list(by_hand.distances([hat(0), hat(1)], 1, 2, m, p, "theorem2").values()) == pinned


@pytest.mark.parametrize(
    ("text", "p", "message"),
    [
        ("(x1*x2 + x1)**8, 0", 64, "p: the power 64 of an entry of f has up to 525,825 terms, and integrals are taken of 20,000 at most; give a smaller p"),
        ("x[i, j]", 64, None),
        ("(x1*x2 + x1)**8, 0", 2, None),
    ],
)  # fmt: skip
def test_a_power_of_too_many_terms_is_refused(text, p, message) -> None:
    target = read_target(text, 1, 2)
    if message is None:
        require_power(target, p)
        return
    with pytest.raises(InputError) as raised:
        require_power(target, p)
    assert str(raised.value) == message


def test_an_entry_of_too_many_pieces_is_refused() -> None:
    text = " + ".join(f"Abs(x1 - {k}*x2/11)" for k in range(1, 9))
    with pytest.raises(InputError, match="f: an entry has more than 128 pieces"):
        distances(Instance("theorem3", read_target(f"{text}, 0", 1, 2), 2, 2))


def test_a_term_of_many_pieces_stays_small() -> None:
    """The largest of six entries: bounds take the time of the pieces, not of all their orders."""
    text = "Max(x1, x2, x3, 1 - x1, 1 - x2, 1 - x3)"
    bounds = distances(Instance("theorem3", read_target(f"{text}, 0, 0", 1, 3), 2, 2))
    assert 0 <= bounds["f to f-bar"].lower < bounds["f to f-bar"].upper < 1
