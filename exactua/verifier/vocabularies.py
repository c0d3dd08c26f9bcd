"""Lists of columns and of points, whose entries are terms, and rational (format, section 5)."""

from __future__ import annotations

from fractions import Fraction

from .operators import different
from .records import array
from .refusals import NOT_RECHECKED, demand
from .terms import Context
from .values import Column, Json, Rational

LARGEST_TABLE = 1_000_000  # entries of all columns of a domain, and of a point

TOO_MANY = "a domain has too many columns to list"


def rational_value(context: Context, term: Json) -> Rational:
    """The value of a term, which is a number that is no real."""
    value: Rational = context.constant(term)
    demand(isinstance(value, int | Fraction), "a real in the points of a domain", NOT_RECHECKED)
    return value


class Listing:
    """Reads the terms of a list of columns or of points, of which many are the same."""

    def __init__(self, context: Context):
        self.context, self.known = context, dict[str, Rational]()

    def rows(self, rows: Json, length: int, count: int | None = None) -> list[Column]:
        """The values in rows (or columns) of this length; all that there are, or `count`."""
        columns = []
        for row in array(rows, count):
            self.context.spend(length)
            columns.append(tuple(map(self.value, array(row, length))))
        return columns

    def value(self, term: Json) -> Rational:
        """The value of a term."""
        if (written := repr(term)) not in self.known:
            self.known[written] = rational_value(self.context, term)
        return self.known[written]


def vocabulary(columns: Json, context: Context) -> list[Column]:
    """At least one column of d entries each, all different."""
    listed = Listing(context).rows(columns, context.size("d"))
    demand(listed != [], "a list of columns without a column")
    demand(different(listed), "a column of a domain is listed twice")
    return listed
