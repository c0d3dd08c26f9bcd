"""What a cube adds to the distance, against an integration by hand: exact where it is said to be, bounds elsewhere."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.commands.build.own_function import read_target
from exactua.targets.distance import cube_integral, entries_written
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import TermError, integer
from exactua.terms.tracing import Number
from tests.integration_by_hand import Entry, Larger, Line, Polynomial
from tests.targets.strategies import AtPoint

F = Fraction
small = st.fractions(-3, 3, max_denominator=4)
inner = st.sampled_from([F(1, 2), F(1, 3), F(2, 5), F(3, 7)])


def ends(text: str, L: tuple[Fraction, ...], m: int, c: Fraction, p: int, parts: int) -> tuple[Any, Any]:
    """Both ends of the integral of |f_11 - c|^p over S_L, d = 1."""
    n = len(L)
    f = read_target(", ".join([text] + ["0"] * (n - 1)), 1, n)
    constant = Number(integer(c.numerator)) / c.denominator
    values = []
    for end in ("lower", "upper"):
        term = cube_integral(f.branches(1, 1), entries_written(f.formulas[0][0]), constant, p, parts, end)
        values.append(Evaluator({"d": 1, "n": n, "m": m}, {}, AtPoint([L]))(term.term))
    return values[0], values[1]


def by_hand(entry: Entry, L: tuple[Fraction, ...], m: int, c: Fraction, p: int) -> Any:
    exact = entry.distance(c, p, [(low, low + F(1, m)) for low in L])
    return mpq(exact.numerator, exact.denominator)


def centre(L: tuple[Fraction, ...], m: int) -> list[Fraction]:
    return [low + F(1, 2 * m) for low in L]


@st.composite
def cubes(draw: st.DrawFn, n: int = 2) -> tuple[int, tuple[Fraction, ...]]:
    m = draw(st.integers(2, 5))
    return m, tuple(F(draw(st.integers(0, m - 1)), m) for _ in range(n))


@settings(max_examples=60, deadline=None)
@given(cubes(), st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), small, min_size=1, max_size=4), small,
       st.sampled_from([2, 4]), st.integers(1, 3))  # fmt: skip
def test_even_powers_of_polynomials_are_exact(cube, terms, c, p, parts) -> None:
    m, L = cube
    text = " + ".join(f"({a})*x1**{e}*x2**{g}" for (e, g), a in terms.items())
    low, high = ends(text, L, m, c, p, parts)
    assert low == high == by_hand(Polynomial(terms), L, m, c, p)


def broken(q: Fraction, value: Fraction, left: Fraction, right: Fraction) -> tuple[str, Line]:
    """The continuous function of x1 that has this value at q and these slopes on both sides."""
    text = f"Piecewise(({value} + ({left})*(x1 - {q}), x1 < {q}), ({value} + ({right})*(x1 - {q}), True))"
    return text, Line(0, [(0, q, {0: value - left * q, 1: left}), (q, 1, {0: value - right * q, 1: right})])


@settings(max_examples=100, deadline=None)
@given(cubes(), inner, small, small, small, small, st.integers(1, 4), st.integers(1, 4))
def test_bounds_hold_what_they_bound(cube, q, value, left, right, c, p, parts) -> None:
    m, L = cube
    text, line = broken(q, value, left, right)
    low, high = ends(text, L, m, c, p, parts)
    assert 0 <= low <= by_hand(line, L, m, c, p) <= high
    inside = L[0] < q < L[0] + F(1, m)
    aligned = not inside or (q - L[0]) * m * parts == int((q - L[0]) * m * parts)
    if aligned and p % 2 == 0:
        assert low == high


@settings(max_examples=60, deadline=None)
@given(cubes(), small, small, st.sampled_from([1, 3, 5]), st.integers(1, 5))
def test_odd_powers_are_exact_where_the_sign_is_certain(cube, value, slope, p, parts) -> None:
    """f is affine in x1 and c its value at the centre: an even number of parts has the zero of f - c on a face."""
    m, L = cube
    text, line = broken(F(1, 2), value, slope, slope)
    c = line.at(centre(L, m))
    low, high = ends(f"{value} + ({slope})*(x1 - 1/2)", L, m, c, p, parts)
    exact = by_hand(line, L, m, c, p)
    assert low <= exact <= high
    assert (low == high) == (parts % 2 == 0 or slope == 0)
    del text


@settings(max_examples=60, deadline=None)
@given(cubes(), small, st.integers(1, 4), st.integers(1, 3))
def test_the_larger_of_two_entries(cube, c, p, parts) -> None:
    """A kink on the diagonal, that no cutting brings onto faces."""
    m, L = cube
    low, high = ends("Max(x1, x2)", L, m, c, p, parts)
    exact = by_hand(Larger(0, 1), L, m, c, p)
    assert low <= exact <= high
    if L[0] != L[1] and p % 2 == 0:
        assert low == high == exact


@settings(max_examples=40, deadline=None)
@given(cubes(), st.integers(1, 4), st.integers(1, 3), st.booleans())
def test_quotients(cube, p, parts, turned) -> None:
    """1/(1 + x1)^2, the denominator also negative; c is the value at the centre."""
    m, L = cube
    line = Line(0, [(0, 1, {-2: -1 if turned else 1})], shift=1)
    text = "1/((-1 - x1)*(1 + x1))" if turned else "1/(1 + x1)**2"
    c = line.at(centre(L, m))
    low, high = ends(text, L, m, c, p, parts)
    assert 0 <= low <= by_hand(line, L, m, c, p) <= high


def test_finer_parts_bring_bounds_closer() -> None:
    L, m = (F(0), F(0)), 2
    widths = []
    for parts in (1, 2, 4, 8):
        low, high = ends("Max(x1, x2)", L, m, F(1, 4), 1, parts)
        assert low <= by_hand(Larger(0, 1), L, m, F(1, 4), 1) <= high
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2] > widths[3]


@pytest.mark.parametrize("text", ["1/(x1 - 1/3)", "1/(x1 - 1/3)**2", "1/x1", "x2/(x1 - x2 + 1/10)"])
def test_a_pole_in_a_cube_is_no_number(text) -> None:
    with pytest.raises(TermError):
        ends(text, (F(0), F(0)), 2, F(0), 2, 1)


def test_a_denominator_that_is_only_perhaps_0_needs_smaller_cubes() -> None:
    """(x1 - x2)^2 + 1/5 is positive, but not by its interval extension on the whole cube."""
    text = "1/((x1 - x2)*(x1 - x2) + 1/5)"
    with pytest.raises(TermError):
        ends(text, (F(0), F(0)), 2, F(0), 2, 1)
    low, high = ends(text, (F(0), F(0)), 2, F(0), 2, 8)
    assert 0 < low < high


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("x1*x2 + 1", {(1, 1), (1, 2)}),
        ("0", set()),
        ("Max(x2, 1/2)", {(1, 2)}),
        ("Piecewise((1, x1 < 1/2), (2, True))", {(1, 1)}),
    ],
)
def test_the_entries_that_a_formula_is_written_with(text, entries) -> None:
    assert set(entries_written(read_target(f"{text}, 0", 1, 2).formulas[0][0])) == entries


def test_a_cube_is_cut_along_the_entries_that_are_written_alone() -> None:
    """With one part, and cut along x2 alone, as with all entries: the sums are the same."""
    for parts, p in product((1, 2, 3), (1, 2)):
        L = (F(0), F(1, 2), F(0))
        low, high = ends("x2*(1 - x2)", L, 2, F(0), p, parts)
        assert low == high == by_hand(Line(1, [(0, 1, {1: 1, 2: -1})]), L, 2, F(0), p)
