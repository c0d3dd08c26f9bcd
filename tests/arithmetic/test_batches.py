"""Batches compute what rationals compute, whatever their size, and never overflow."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import LIMIT, Batch, Enclosure, EnclosureError, choose, maximum, minimum

# numbers around the border between 64 bits and big integers matter most
edges = [LIMIT - 1, LIMIT, LIMIT + 1, 2**63 - 1, 2**63, 2**31, 2**32, 2**61]
integers = st.one_of(
    st.integers(-(2**70), 2**70), st.sampled_from(edges + [-edge for edge in edges]), st.integers(-9, 9)
)
denominators = st.sampled_from([1, 2, 3, 8, 12])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Batch, Batch, list[Fraction], list[Fraction]]:
    size = draw(st.integers(1, 4))
    sides = []
    for _ in range(2):
        numerators, denominator = draw(st.lists(integers, min_size=size, max_size=size)), draw(denominators)
        sides.append(
            (Batch.of(np.array(numerators, dtype=object), denominator), [Fraction(v, denominator) for v in numerators])
        )
    return sides[0][0], sides[1][0], sides[0][1], sides[1][1]


def values(batch: Batch) -> list[Fraction]:
    assert all(batch.low <= int(v) <= batch.high for v in batch.numerators)
    if batch.numerators.dtype != object:
        assert batch.low > -(2**63)
        assert batch.high < 2**63
    return [Fraction(int(v), batch.denominator) for v in batch.numerators]


@given(pairs())
def test_arithmetic(sides: tuple[Batch, Batch, list[Fraction], list[Fraction]]) -> None:
    a, b, exact_a, exact_b = sides
    both = list(zip(exact_a, exact_b, strict=True))
    assert values(a + b) == [p + q for p, q in both]
    assert values(a - b) == [p - q for p, q in both]
    assert values(a * b) == [p * q for p, q in both]
    assert values(-a) == [-p for p in exact_a]
    assert values(minimum(a, b)) == [min(p, q) for p, q in both]
    assert values(maximum(a, b)) == [max(p, q) for p, q in both]
    assert values(a.tightened()) == exact_a
    assert values(a**3) == [p**3 for p in exact_a]
    assert Fraction(int(a.exact_sum().numerator), int(a.exact_sum().denominator)) == sum(exact_a)
    assert values(a.floor()) == [Fraction(p.__floor__()) for p in exact_a]


@given(pairs())
def test_comparisons(sides: tuple[Batch, Batch, list[Fraction], list[Fraction]]) -> None:
    a, b, exact_a, exact_b = sides
    both = list(zip(exact_a, exact_b, strict=True))
    assert (a < b).tolist() == [p < q for p, q in both]
    assert (a <= b).tolist() == [p <= q for p, q in both]
    assert (a > b).tolist() == [p > q for p, q in both]
    assert (a >= b).tolist() == [p >= q for p, q in both]
    assert (a == b).tolist() == [p == q for p, q in both]
    assert (a != b).tolist() == [p != q for p, q in both]
    assert values(choose(a < b, a, b)) == [min(p, q) for p, q in both]


@given(pairs(), integers, denominators)
def test_scalars_on_either_side(
    sides: tuple[Batch, Batch, list[Fraction], list[Fraction]], numerator: int, denominator: int
) -> None:
    a, _, exact, _ = sides
    scalar, fraction = mpq(numerator, denominator), Fraction(numerator, denominator)
    assert values(scalar + a) == values(a + scalar) == [p + fraction for p in exact]
    assert values(scalar - a) == [fraction - p for p in exact]
    assert values(scalar * a) == [p * fraction for p in exact]
    assert (scalar <= a).tolist() == [fraction <= p for p in exact]
    assert (scalar == a).tolist() == [fraction == p for p in exact]
    if fraction:
        assert values(a / scalar) == [p / fraction for p in exact]


@pytest.mark.parametrize("top", [LIMIT - 1, LIMIT])
def test_the_bound_alone_picks_the_representation(top: int) -> None:
    batch = Batch.of(np.array([top, -1], dtype=object))
    assert (batch.numerators.dtype == object) == (top >= LIMIT)
    assert batch.bits == top.bit_length()


def test_one_unit_over_the_bound_is_still_exact() -> None:
    small = Batch.of(np.array([LIMIT - 1, 1 - LIMIT]))
    assert small.numerators.dtype == np.int64
    assert values(small + 1) == [LIMIT, 2 - LIMIT]
    assert (small + 1).numerators.dtype == object
    assert values((small + 1) - 1) == [LIMIT - 1, 1 - LIMIT]
    assert values(small * 5) == [5 * (LIMIT - 1), 5 * (1 - LIMIT)]
    assert (small < LIMIT).tolist() == [True, True]
    assert (small < 2**64).tolist() == [True, True]
    assert (small > -(2**64)).tolist() == [True, True]


def test_the_sum_of_many_large_numbers_is_exact() -> None:
    batch = Batch.of(np.full(1000, LIMIT - 1))
    assert batch.exact_sum() == 1000 * (LIMIT - 1)
    assert Batch.of(np.full(1000, 1 - LIMIT)).exact_sum() == -1000 * (LIMIT - 1)


rationals = st.builds(mpq, st.integers(-6, 6), st.integers(1, 3))
intervals = st.tuples(rationals, rationals).map(sorted)
BINARY: list[Callable[[Any, Any], Any]] = [operator.add, operator.sub, operator.mul]


def ends(enclosure: Enclosure) -> tuple[Any, Any]:
    return enclosure.low, enclosure.high


def between(interval: list[mpq], share: mpq) -> mpq:
    low, high = interval
    return low + (high - low) * share


shares = st.builds(lambda p, q: mpq(min(p, q), max(p, q, 1)), st.integers(0, 4), st.integers(0, 4))

TREES = st.recursive(
    st.sampled_from(["x", "y"]) | st.integers(-3, 3),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/"]), inner, inner),
        st.tuples(st.just("^"), inner, st.integers(0, 4)),
    ),
    max_leaves=8,
)


def value(tree: Any, x: Any, y: Any) -> Any:
    """The value of a tree at x and y: numbers or enclosures. Division by 0 raises ZeroDivisionError."""
    if not isinstance(tree, tuple):
        return {"x": x, "y": y}.get(tree, tree)
    op, a, b = tree[0], value(tree[1], x, y), value(tree[2], x, y)
    if op == "/":
        if isinstance(b, Enclosure):
            return a * b.inverse()
        if not b:
            raise ZeroDivisionError
        return a * (1 / mpq(b))
    return {"+": operator.add, "-": operator.sub, "*": operator.mul, "^": operator.pow}[op](a, b)


@given(TREES, intervals, intervals, st.lists(st.tuples(shares, shares), min_size=1, max_size=6))
@settings(max_examples=200)
def test_every_value_at_a_point_lies_inside(tree: Any, a: Any, b: Any, at: list[tuple[mpq, mpq]]) -> None:
    try:
        enclosure = Enclosure.of(value(tree, Enclosure(*a), Enclosure(*b)))
    except (EnclosureError, ZeroDivisionError):
        return
    assert enclosure.low <= enclosure.high
    for s, t in at:
        assert enclosure.low <= value(tree, between(a, s), between(b, t)) <= enclosure.high


@given(intervals, intervals)
def test_the_ends_of_an_operation_are_taken(a: Any, b: Any) -> None:
    """Of +, - and * of two independent numbers the least and the greatest value are at corners."""
    for operation in BINARY:
        corners = [operation(x, y) for x in a for y in b]
        assert ends(operation(Enclosure(*a), Enclosure(*b))) == (min(corners), max(corners))
    if not b[0] <= 0 <= b[1]:
        assert ends(Enclosure(*b).inverse()) == (1 / b[1], 1 / b[0])


@given(intervals, st.integers(0, 6))
def test_powers_are_the_range_of_the_power(a: Any, exponent: int) -> None:
    low, high = ends(Enclosure(*a) ** exponent)
    taken = [end**exponent for end in a] + ([mpq(0) ** exponent] if a[0] <= 0 <= a[1] else [])
    assert (low, high) == (min(taken), max(taken))


@pytest.mark.parametrize(
    ("answer", "low", "high"),
    [
        (Enclosure(-1, 2) ** 2, 0, 4),
        (Enclosure(-3, -2) ** 2, 4, 9),
        (Enclosure(-3, 2) ** 3, -27, 8),
        (Enclosure(-3, 2) ** 0, 1, 1),
        (Enclosure(0, 1) - Enclosure(0, 1), -1, 1),
        (Enclosure(-1, 2) * Enclosure(-1, 2), -2, 4),
        (3 - Enclosure(0, 1), 2, 3),
        (Enclosure(0, 1) - 3, -3, -2),
        (mpq(1, 2) * Enclosure(-1, 1), mpq(-1, 2), mpq(1, 2)),
        (-2 * Enclosure(0, 1), -2, 0),
        (-Enclosure(1, 5), -5, -1),
        (1 + Enclosure(1, 5) + mpq(1, 3), mpq(7, 3), mpq(19, 3)),
        (Enclosure(2, 4).inverse(), mpq(1, 4), mpq(1, 2)),
        (Enclosure(-4, -2).inverse(), mpq(-1, 2), mpq(-1, 4)),
        (Enclosure.of(7), 7, 7),
    ],
)
def test_ends_to_the_letter(answer: Enclosure, low: Any, high: Any) -> None:
    assert ends(answer) == (low, high)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 0), (0, 1), (-1, 1)])
def test_nothing_is_divided_by_what_may_be_0(low: int, high: int) -> None:
    with pytest.raises(EnclosureError, match=rf"numbers in \[{low}, {high}\], which has 0 in it"):
        Enclosure(low, high).inverse()


@pytest.mark.parametrize("relation", [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne])
@pytest.mark.parametrize("other", [3, mpq(1, 2), Enclosure(0, 1)])
def test_there_is_no_order(relation: Any, other: Any) -> None:
    for sides in ((Enclosure(0, 1), other), (other, Enclosure(0, 1))):
        with pytest.raises(EnclosureError, match="not compared"):
            relation(*sides)
    with pytest.raises(TypeError):
        hash(Enclosure(0, 1))


@given(TREES, st.lists(st.tuples(intervals, intervals), min_size=1, max_size=4))
@settings(max_examples=120)
def test_batches_have_the_ends_of_their_numbers(tree: Any, cases: list[tuple[Any, Any]]) -> None:
    """Of y only the ends vary over the batch, and x is the same for all points, as offsets are."""
    first = cases[0][0]

    def batch(k: int) -> Batch:
        return Batch.of(np.array([int(b[k] * 6) for _, b in cases], dtype=object), 6)

    try:
        enclosure = Enclosure.of(value(tree, Enclosure(*first), Enclosure(batch(0), batch(1))))
    except (EnclosureError, NotImplementedError, ZeroDivisionError):
        return
    for k, (_, b) in enumerate(cases):
        expected = Enclosure.of(value(tree, Enclosure(*first), Enclosure(*b)))
        at = [end.value(k) if isinstance(end, Batch) else end for end in ends(enclosure)]
        assert at == list(ends(expected))


@given(TREES, intervals, st.lists(rationals, min_size=1, max_size=4))
@settings(max_examples=120)
def test_batches_of_numbers_meet_enclosures(tree: Any, a: Any, numbers: list[mpq]) -> None:
    batch = Batch.of(np.array([int(x * 6) for x in numbers], dtype=object), 6)
    try:
        enclosure = Enclosure.of(value(tree, Enclosure(*a), batch))
    except (EnclosureError, NotImplementedError, ZeroDivisionError, TypeError, ValueError):
        return  # a batch is a divisor nowhere
    for k, y in enumerate(numbers):
        expected = Enclosure.of(value(tree, Enclosure(*a), y))
        at = [end.value(k) if isinstance(end, Batch) else end for end in ends(enclosure)]
        assert at == list(ends(expected))


def test_batches_are_no_divisors() -> None:
    with pytest.raises(NotImplementedError):
        Enclosure(Batch.of(np.array([1, 2])), 3).inverse()
