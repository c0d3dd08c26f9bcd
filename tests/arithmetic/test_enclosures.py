"""Enclosures contain the values at all points, their ends are those of the format, and batches are enclosed alike."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.enclosures import Enclosure, EnclosureError

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
    ("found", "low", "high"),
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
def test_ends_to_the_letter(found: Enclosure, low: Any, high: Any) -> None:
    assert ends(found) == (low, high)


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
