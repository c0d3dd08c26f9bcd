"""Affine forms on products of cells: a comparison is answered if, and only if, it has one truth value there.

The law is put to the forms of the checker and to those of the verifier, which share no code.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua import verifier
from exactua.arithmetic.forms import AffineForm, Cell, MixedEntries, Undecided, cells_between, cells_within
from exactua.arithmetic.rationals import Rational

RELATIONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]
NEAR, FAR = mpq(1, 10**9), mpq(10**9)
"""So near to an open end, and so far out, that the sign of a form with small coefficients is that of its limit."""

small = st.builds(mpq, st.integers(-6, 6), st.sampled_from([1, 2, 3]))
ends = st.one_of(st.none(), st.builds(mpq, st.integers(-3, 3), st.sampled_from([1, 2])))


@st.composite
def cells(draw: st.DrawFn) -> Cell:
    """A closed interval, or an open one, which may be infinite."""
    low, high = draw(ends), draw(ends)
    if low is not None and high is not None:
        low, high = min(low, high), max(low, high)
        high += low == high
        return Cell(low, high, draw(st.booleans()))
    return Cell(low, high)


Product = tuple[tuple[Cell, ...], Rational, tuple[Rational, ...]]


@st.composite
def forms(draw: st.DrawFn) -> Product:
    """Cells of one to three entries, and a form over them: constant and slopes, where ties at the ends are likely."""
    around = tuple(draw(st.lists(cells(), min_size=1, max_size=3)))
    slopes = tuple(draw(st.sampled_from([mpq(0), mpq(1), mpq(-1), mpq(2), mpq(-1, 3)])) for _ in around)
    upper = draw(st.booleans())
    ends_met = [cell.high if (slope > 0) == upper else cell.low for cell, slope in zip(around, slopes, strict=True)]
    tie = -sum((slope * (end or 0) for slope, end in zip(slopes, ends_met, strict=True)), start=mpq(0))
    return around, draw(st.one_of(st.just(tie), small)), slopes


def corners(cell: Cell) -> list[Rational]:
    """The least and the greatest number of a cell, or one that is so near to it that it does."""
    if cell.low is None:
        return [-FAR, FAR if cell.high is None else cell.high - NEAR]
    if cell.high is None:
        return [cell.low + NEAR, FAR]
    return [cell.low, cell.high] if cell.closed else [cell.low + NEAR, cell.high - NEAR]


def value(constant: Rational, slopes: Sequence[Rational], point: Sequence[Rational]) -> Rational:
    return constant + sum((slope * x for slope, x in zip(slopes, point, strict=True)), start=mpq(0))


def found_values(drawn: Product) -> Iterator[Rational]:
    """Values of the form that show each of its signs: at all corners, and 0 between two of opposite signs."""
    around, constant, slopes = drawn
    seen = [value(constant, slopes, point) for point in itertools.product(*map(corners, around))]
    yield from seen
    if min(seen) < 0 < max(seen):
        yield mpq(0)  # somewhere on the line between the two corners


def of_the_checker(drawn: Product) -> Any:
    around, constant, slopes = drawn
    total: Any = AffineForm(constant, {}, around)
    for i, slope in enumerate(slopes):
        total = total + AffineForm.entry(i, around) * slope
    return total


def of_the_verifier(drawn: Product) -> Any:
    around, constant, slopes = drawn
    box = [(*(None if x is None else Fraction(x) for x in (cell.low, cell.high)), cell.closed) for cell in around]
    exact = [Fraction(slope) for slope in slopes]
    return verifier.decided_domains.Affine(Fraction(constant), exact, box) if any(exact) else Fraction(constant)


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize(
    ("built", "undecided"),
    [(of_the_checker, (Undecided, MixedEntries)), (of_the_verifier, (verifier.decided_domains.Undecided,))],
    ids=["checker", "verifier"],
)
@settings(max_examples=50)
@given(drawn=forms())
def test_a_comparison_is_answered_where_it_has_one_truth_value(
    relation: Callable[[Any, Any], bool],
    built: Callable[[Product], Any],
    undecided: tuple[type[Exception], ...],
    drawn: Product,
) -> None:
    form = built(drawn)
    answers = {relation(number, 0) for number in found_values(drawn)}
    try:
        assert {relation(form, 0)} == answers
    except undecided:
        assert answers == {True, False}
    try:
        assert {relation(0, -form)} == answers
    except undecided:
        assert answers == {True, False}


@given(forms(), st.lists(st.fractions(0, 1, max_denominator=9), min_size=3, max_size=3), st.sampled_from(RELATIONS))
def test_what_is_answered_is_true_at_any_point(
    drawn: Product, shares: list[Fraction], relation: Callable[[Any, Any], bool]
) -> None:
    around, constant, slopes = drawn
    point = []
    for cell, share in zip(around, shares, strict=False):
        low, high = corners(cell)
        point.append(low + mpq(share) * (high - low))
    try:
        answer = relation(of_the_checker(drawn), 0)
    except (Undecided, MixedEntries):
        return
    assert answer == relation(value(constant, slopes, point), 0)


@given(forms())
def test_an_undecided_comparison_along_one_entry_says_where_to_cut(drawn: Product) -> None:
    around, constant, slopes = drawn
    moving = [i for i, slope in enumerate(slopes) if slope]
    reason: Undecided | MixedEntries | None = None
    try:
        _ = of_the_checker(drawn) < 0
    except (Undecided, MixedEntries) as undecided:
        reason = undecided
    if isinstance(reason, Undecided):
        assert moving == [reason.row]
        assert value(constant, slopes, [reason.breakpoint] * len(around)) == 0
    else:
        assert reason is None or len(moving) > 1


def test_ends_of_a_closed_interval_are_attained_and_others_are_not() -> None:
    """By hand: x in [0, 1], and x in (0, 1)."""
    closed, opened = (AffineForm.entry(0, (Cell(mpq(0), mpq(1), shut),)) for shut in (True, False))
    assert closed >= 0
    assert closed <= 1
    assert opened > 0
    assert opened != 1
    for undecided in (lambda: closed > 0, lambda: closed < 1, lambda: closed == 0, lambda: closed != 1):
        with pytest.raises(Undecided):
            undecided()


@pytest.mark.parametrize("built", [of_the_checker, of_the_verifier], ids=["checker", "verifier"])
@pytest.mark.parametrize("shut", [*itertools.product([True, False], repeat=2)])
def test_an_end_of_a_sum_is_attained_where_both_are(built: Callable[[Product], Any], shut: tuple[bool, bool]) -> None:
    """x + y on two intervals from 0 to 1: 0 and 2 are values of it if both intervals are closed."""
    around = tuple(Cell(mpq(0), mpq(1), closed) for closed in shut)
    form = built((around, mpq(0), (mpq(1), mpq(1))))
    assert form >= 0
    assert form <= 2
    if not all(shut):
        assert form > 0
        assert form != 2
        return
    for undecided in (lambda: form > 0, lambda: form < 2, lambda: form == 0, lambda: form != 2):
        with pytest.raises((MixedEntries, verifier.decided_domains.Undecided)):
            undecided()


def test_breakpoints_cut_the_line_and_a_closed_interval() -> None:
    line = cells_between((mpq(0), mpq(1)))
    assert line == (Cell(None, 0), Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(1, None))
    assert cells_within((mpq(0), mpq(1))) == line[1:-1]
    assert [cell.sample for cell in line] == [-1, 0, mpq(1, 2), 1, 2]
