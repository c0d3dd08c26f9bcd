"""A domain as a certificate says it was decided: its points by their ranks, and which ones (format, section 5).

A cell is a row, and an open interval or a point for the entry in this row. What is unknown of cells is raised as
NotImplementedError, what is refused as ValueError.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from typing import NoReturn

from .domains import read_points
from .rationals import Ring
from .readings import Bound, Scene
from .records import array, fields, integer, rational
from .refusals import NOT_RECHECKED, demand
from .terms import Context, speaks_of_reals
from .values import Json, Number, Piece, Spend, Weights

LARGEST_FORMS = 100_000  # slopes of the entries of a point


class Undecided(ValueError):
    """A comparison is true for some reals of a point of cells and false for others, or of an unknown value."""


def not_in_cells(notion: str) -> NoReturn:
    """What is not known of cells is not re-checked."""
    raise NotImplementedError(notion)


class Affine(Ring):
    """constant + sum of slopes[i] x_i, not constant, where x_i runs over the interval box[i]; or UNKNOWN.

    An interval is its two ends, None for an infinite one, and whether they belong to it.
    """

    __hash__ = None  # type: ignore[assignment]
    denominator = 1  # a form is not a fraction: to what works with fractions, it is a whole numerator

    def __init__(self, constant: Number, slopes: list[Number], box: list[Number]):
        self.constant, self.slopes, self.box = constant, slopes, box

    @property
    def numerator(self) -> Affine:
        """The form itself."""
        return self

    def bit_length(self) -> int:
        """The length of the longest coefficient."""
        numbers = [self.constant, *self.slopes]
        return max(int(max(x.numerator.bit_length(), x.denominator.bit_length())) for x in numbers)

    def __add__(self, other: Number) -> Number:
        if self is UNDETERMINED or other is UNDETERMINED:
            return UNDETERMINED
        if not isinstance(other, Affine):
            return Affine(self.constant + other, self.slopes, self.box)
        constant, slopes = self.constant + other.constant, list(map(operator.add, self.slopes, other.slopes))
        return Affine(constant, slopes, self.box) if any(slopes) else constant

    def __mul__(self, other: Number) -> Number:
        if not isinstance(other, int | Fraction):
            not_in_cells("a product of two numbers that both vary within a cell")
        if self is UNDETERMINED or not other:
            return UNDETERMINED if other else 0
        return Affine(self.constant * other, [a * other for a in self.slopes], self.box)

    def __truediv__(self, other: Number) -> Number:
        return not_in_cells(VARYING) if isinstance(other, Affine) else self * Fraction(1, other)

    def __rtruediv__(self, other: Number) -> Number:
        not_in_cells(VARYING)

    def __pow__(self, exponent: Number) -> Number:
        return self if exponent == 1 else not_in_cells("a power of a number that varies within a cell")

    def __ceil__(self) -> int:
        not_in_cells("a range that varies within a cell")

    __floor__ = __ceil__

    def signs(self) -> range:
        """The signs (-1, 0, 1) that the form has in the box: with two of them it has those between."""
        low, high, attained = self.constant, self.constant, True  # infimum and supremum, None for an infinite one
        for slope, (start, stop, with_ends) in zip(self.slopes, self.box, strict=True):
            if slope:
                first, last = (start, stop) if slope > 0 else (stop, start)
                low = None if low is None or first is None else low + slope * first
                high = None if high is None or last is None else high + slope * last
                attained = attained and with_ends
        least = -1 if low is None or low < 0 else 0 if low == 0 and attained else 1
        greatest = 1 if high is None or high > 0 else 0 if high == 0 and attained else -1
        return range(least, greatest + 1)

    def compared(self, other: Number, relation: Callable[[Number, Number], bool]) -> bool:
        """Whether the relation is true on the whole box, or false on the whole box."""
        form = self - other
        if not isinstance(form, Affine):
            return relation(form, 0)
        answers = set() if form is UNDETERMINED else {relation(sign, 0) for sign in form.signs()}
        if len(answers) != 1:
            raise Undecided("the breakpoints are not fine enough to decide a comparison")
        return answers.pop()

    def __lt__(self, other: Number) -> bool:
        return self.compared(other, operator.lt)

    def __le__(self, other: Number) -> bool:
        return self.compared(other, operator.le)

    def __gt__(self, other: Number) -> bool:
        return self.compared(other, operator.gt)

    def __ge__(self, other: Number) -> bool:
        return self.compared(other, operator.ge)

    def __eq__(self, other: object) -> bool:
        return self.compared(other, operator.eq)

    def activated(self, pieces: list[Piece]) -> Number:
        """The value of an activation: that of the first piece, in their order, that does not end before this number."""
        for stop, closed, slope, intercept in pieces:
            try:
                if stop is None or (self <= stop if closed else self < stop):
                    return UNDETERMINED if self is UNDETERMINED else self * slope + intercept
            except Undecided:
                break
        return UNDETERMINED


UNDETERMINED = Affine(0, [], [])
VARYING = "a division by a number that varies within a cell"


def read_cells(spec: Json, evidence: Json, context: Context) -> Cells:
    """The points of a domain of cells, of which the breakpoints are evidence."""
    ends = [key for key in ("from", "to") if key in spec]
    fields(spec, "kind", "columns", *(["from", "to"] if ends else []))
    if context.constant(spec["columns"]) != 1:
        not_in_cells("cells of more than one column")
    d = context.size("d")
    demand(d**2 <= LARGEST_FORMS, "a point of cells has too many slopes to list")
    rows = array(fields(evidence, "breakpoints")["breakpoints"], d)
    breaks = [[rational(x) for x in array(row)] for row in rows]
    return Cells(breaks, [context.constant(spec[key]) for key in ends], context.spend)


class Cells:
    """All pairs of a row and a real column, cut into cells at these breakpoints of each row.

    With the two ends of a box, the entries of the column are between them, and the breakpoints reach from end to end.
    """

    def __init__(self, breaks: Weights, box: list[Number], spend: Spend):
        if not all(row != [] and all(map(operator.lt, row, row[1:])) for row in breaks):
            raise ValueError("the breakpoints of a row do not increase")
        if box and not (box[0] < box[1] and all([row[0], row[-1]] == box for row in breaks)):
            raise ValueError("the breakpoints of a row do not begin and end with the ends of the box")
        self.breaks, self.others, self.base = breaks, (*box, True) if box else (None, None, False), (box or [0])[0]
        self.spend = spend
        self.outer = 0 if box else 1  # cells of a row before its first breakpoint, and behind its last one

    def count(self, row: int) -> int:
        """The number of cells of a row."""
        return 2 * len(self.breaks[row]) - 1 + 2 * self.outer

    def total(self) -> int:
        """The number of points."""
        return sum(map(self.count, range(len(self.breaks))))

    def point(self, rank: int, sample: bool) -> tuple[Number, dict[str, int]]:
        """The one column of the point with this rank, of affine forms or (if asked for) its sample; and its row."""
        row, d = 0, len(self.breaks)
        self.spend(d**2)
        while rank >= self.count(row):
            rank, row = rank - self.count(row), row + 1
        rank += 1 - self.outer  # now 0 is the cell before the first breakpoint
        cell: list[Number] = [None, *self.breaks[row], None][(rank + 1) // 2 : rank // 2 + 2]
        low, high = cell[0], cell[-1]
        inside = high - 1 if low is None else low + 1 if high is None else Fraction(low + high) / 2
        box = [(low, high, False) if k == row else self.others for k in range(d)]
        forms = [Affine(0, [int(i == k) for i in range(d)], box) for k in range(d)]
        column: list[Number] = [self.base] * d if sample else [*forms]
        column[row] = inside if sample or len(cell) == 1 else forms[row]
        return (tuple(column),), {"row": row + 1}


class Domain:
    """A domain: its points by their ranks, and which of them were decided."""

    def __init__(self, record: Json, context: Context):
        fields(record, "points", "decided", "evidence", name=str, spec=dict)
        self.context, self.name, self.spec = context, record["name"], record["spec"]
        self.kind = self.spec.get("kind")
        made_by = read_cells if self.kind == "cells" else read_points
        rational = self.kind != "cells" or not speaks_of_reals(self.spec, context.real)
        demand(rational, f"the reals of domain {self.name!r}", NOT_RECHECKED)
        self.points = made_by(self.spec, record["evidence"], context)
        # Without a number of points there is nothing to recompute, and the domain is not decided completely.
        self.total = None if record["points"] is None else self.points.total()
        agree = self.total is None or integer(record["points"]) == self.total
        demand(agree, f"domain {self.name!r} has another number of points")
        self.ranges, self.before, end = list[tuple[int, int]](), [0], -1
        for pair in array(record["decided"]):
            start, stop = (integer(x) for x in array(pair, 2))
            demand(end < start < stop <= (self.total or 0), f"the decided ranges of domain {self.name!r}")
            self.ranges.append((start, end := stop))
            self.before.append(self.before[-1] + stop - start)
        self.decided = self.before[-1]

    def scene(self, rank: int, sample: bool = False) -> tuple[Scene, Bound]:
        """The point with this rank (on cells, a sample of it if asked for), and the variables that the domain binds."""
        point, bound = self.points.point(rank, sample)
        return Scene(self.context, point), bound

    def rank(self, number: int) -> int:
        """The rank of a decided point by its number among them."""
        k = bisect_right(self.before, number) - 1
        return self.ranges[k][0] + number - self.before[k]

    def holds(self, rank: int) -> bool:
        """Whether the point with this rank was decided."""
        k = bisect_right(self.ranges, rank, key=operator.itemgetter(0)) - 1
        return k >= 0 and rank < self.ranges[k][1]
