"""The part of the verifier for the points of cells: a row, and an open interval or a point for the entry in this row.

verifier.py loads this file when a certificate has such a domain, from the folder where both lie, and puts itself into
`core`. The file imports nothing but the standard library. What it cannot interpret it raises as NotImplementedError,
what it refuses as ValueError.
"""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import total_ordering
from typing import Any, NoReturn

__all__ = ["Affine", "Cells", "read"]

core: Any = None  # what verifier.py defines, once it has loaded this file


class Undecided(ValueError):
    """A comparison is true for some reals of a point of cells and false for others, or of an unknown value."""


def beyond(notion: str) -> NoReturn:
    raise NotImplementedError(notion)


@total_ordering
class Affine:
    """constant + sum of slopes[i] x_i, not constant, where x_i runs over the open interval box[i]; or UNKNOWN."""

    __hash__ = None  # type: ignore[assignment]
    denominator = 1  # a form is not a fraction: to what works with fractions, it is a whole numerator

    def __init__(self, constant: Any, slopes: list[Any], box: list[Any]):
        self.constant, self.slopes, self.box = constant, slopes, box

    @property
    def numerator(self) -> Affine:
        """The form itself."""
        return self

    def bit_length(self) -> int:
        """The length of the longest coefficient."""
        numbers = [self.constant, *self.slopes]
        return max(int(max(x.numerator.bit_length(), x.denominator.bit_length())) for x in numbers)

    def __add__(self, other: Any) -> Any:
        if self is UNKNOWN or other is UNKNOWN:
            return UNKNOWN
        if not isinstance(other, Affine):
            return Affine(self.constant + other, self.slopes, self.box)
        constant, slopes = self.constant + other.constant, list(map(operator.add, self.slopes, other.slopes))
        return Affine(constant, slopes, self.box) if any(slopes) else constant

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int | Fraction):
            beyond("a product of two numbers that both vary within a cell")
        if self is UNKNOWN or not other:
            return UNKNOWN if other else 0
        return Affine(self.constant * other, [a * other for a in self.slopes], self.box)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + other * -1

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __truediv__(self, other: Any) -> Any:
        return beyond(VARYING) if isinstance(other, Affine) else self * Fraction(1, other)

    def __rtruediv__(self, other: Any) -> Any:
        beyond(VARYING)

    def __pow__(self, exponent: Any) -> Any:
        beyond("a power of a number that varies within a cell")

    def __ceil__(self) -> int:
        beyond("a range that varies within a cell")

    __floor__ = __ceil__

    def sign(self) -> int:
        """1 or -1 if the form has this sign on the whole box, the ends of which it does not take."""
        ends: list[Any] = [self.constant, self.constant]  # infimum and supremum, None for an infinite one
        for slope, interval in zip(self.slopes, self.box, strict=True):
            for k, end in enumerate(interval[:: 1 if slope > 0 else -1] if slope else ()):
                ends[k] = None if end is None or ends[k] is None else ends[k] + slope * end
        if self is UNKNOWN or not ((ends[0] is not None and ends[0] >= 0) or (ends[1] is not None and ends[1] <= 0)):
            raise Undecided("the breakpoints are not fine enough to decide a comparison")
        return 1 if ends[0] is not None and ends[0] >= 0 else -1

    def __lt__(self, other: Any) -> bool:
        form = self - other
        return bool(form.sign() < 0 if isinstance(form, Affine) else form < 0)

    def __eq__(self, other: object) -> bool:
        form = self - other
        return bool(form.sign() == 0 if isinstance(form, Affine) else form == 0)

    def activated(self, pieces: list[tuple[Any, ...]]) -> Any:
        """The value of an activation: that of the first piece, in their order, that does not end before this number."""
        for stop, closed, slope, intercept in pieces:
            try:
                if stop is None or self < stop or (closed and self == stop):
                    return UNKNOWN if self is UNKNOWN else self * slope + intercept
            except Undecided:
                break
        return UNKNOWN


UNKNOWN = Affine(0, [], [])
VARYING = "a division by a number that varies within a cell"


def read(spec: Any, evidence: Any, context: Any) -> Cells:
    """The points of a domain of cells, of which the breakpoints are evidence."""
    if context.constant(core.fields(spec, "kind", "columns")["columns"]) != 1:
        beyond("cells of more than one column")
    rows = core.array(core.fields(evidence, "breakpoints")["breakpoints"], context.size("d"))
    return Cells([[core.rational(x) for x in core.array(row)] for row in rows])


class Cells:
    """All pairs of a row and a real column, cut into cells at these breakpoints of each row."""

    def __init__(self, breaks: list[list[Any]]):
        self.breaks = breaks
        if not all(row != [] and all(map(operator.lt, row, row[1:])) for row in breaks):
            raise ValueError("the breakpoints of a row do not increase")

    def total(self) -> int:
        """The number of points."""
        return sum(2 * len(row) + 1 for row in self.breaks)

    def point(self, rank: int, sample: bool) -> tuple[Any, dict[str, int]]:
        """The one column of the point with this rank, of affine forms or (if asked for) its sample; and its row."""
        row, d = 0, len(self.breaks)
        while rank > 2 * len(self.breaks[row]):
            rank, row = rank - 2 * len(self.breaks[row]) - 1, row + 1
        cell: list[Any] = [None, *self.breaks[row], None][(rank + 1) // 2 : rank // 2 + 2]
        low, high = cell[0], cell[-1]
        inside = high - 1 if low is None else low + 1 if high is None else Fraction(low + high) / 2
        box = [cell if k == row else [None, None] for k in range(d)]
        forms = [Affine(0, [int(i == k) for i in range(d)], box) for k in range(d)]
        column: list[Any] = [0] * d if sample else [*forms]
        column[row] = inside if sample or len(cell) == 1 else forms[row]
        return (tuple(column),), {"row": row + 1}
