"""The points of finite domains: orbits, sequences, products, lists, chosen ones and pairs (format, section 5).

Orbits and sequences are matrices with columns of certain levels, or of a vocabulary: one for each orbit, or all.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, Protocol, TypeAlias

from .operators import different, dot, pick
from .rationals import LARGEST_NUMBER, divide, power, product, tidy
from .readings import Bound
from .records import array, fields, integer
from .refusals import NOT_RECHECKED, demand
from .terms import Context
from .values import Column, Json, Matrix, Number, Rational

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


Point: TypeAlias = "tuple[Matrix, Bound]"  # its columns, variables that it binds


class Beginning(NamedTuple):
    """The first columns of points, whose ranks are those from a start up to a stop."""

    start: int
    stop: int
    chosen: list[int]
    repeated: bool  # whether there are two equal columns
    special: bool  # whether there is a special one


class Columns:
    """The columns of which the points of a domain consist: those with certain levels, or a vocabulary."""

    more: tuple[str, ...] = ()

    def __init__(self, spec: dict[str, Json], context: Context):
        self.context, self.d, self.n = context, context.size("d"), context.size("n")
        self.repeats, self.specials = spec.get("repeats", "allowed"), "none"
        demand(self.repeats in ("allowed", "forbidden", "required"), "repeats of a domain")
        if "columns" in spec:
            fields(spec, "kind", "columns", *self.more)
            self.listed = [(column, True) for column in vocabulary(spec["columns"], context)]
            self.all = self.plain = len(self.listed)
            demand(self.n * self.d <= LARGEST_TABLE, TOO_MANY)
        else:
            self._of_levels(spec, partial(rational_value, context))

    def _of_levels(self, spec: dict[str, Json], constant: Callable[[Json], Rational]) -> None:
        fields(spec, "kind", "levels", "special", "ids", *self.more, *(["specials"] if self.more else []))
        self.specials = spec.get("specials", "allowed")
        demand(self.specials in ("none", "allowed", "required"), "specials of a domain")
        levels = fields(spec["levels"], "start", "step", "count")
        self.start, self.step, count = (constant(levels[key]) for key in ("start", "step", "count"))
        demand(type(count) is int and count >= 0, "the levels of a domain")
        self.count = int(count)
        special = [constant(level) for level in array(spec["special"])]
        self.special = [] if self.specials == "none" else special
        steps = [divide(level - self.start, self.step or 1) for level in self.special]
        once = (self.step != 0 or self.count < 2) and different(self.special)
        met = any(type(k) is int and 0 <= k < self.count for k in steps)
        demand(once and not met, "a level of a domain occurs twice")
        self.ids = self.context.constant(spec["ids"], "list")
        demand(all(isinstance(x, int | Fraction) for x in self.ids), "a real in the points of a domain", NOT_RECHECKED)
        demand(len(self.ids) == self.d, "the ids of a domain are not one for each row")

    @cached_property
    def all(self) -> int:
        """The number of columns."""
        return int(power(self.count + len(self.special), self.d))

    @cached_property
    def plain(self) -> int:
        """The number of columns that are not special."""
        return int(power(self.count, self.d))

    @cached_property
    def listed(self) -> list[tuple[Column, bool]]:
        """The columns by increasing id, and whether each is plain: not special."""
        demand(max(self.all, self.n) * self.d <= LARGEST_TABLE, TOO_MANY)
        self.context.spend(self.all * self.d)
        values = [(tidy(self.start + k * self.step), True) for k in range(self.count)]
        values += [(level, False) for level in self.special]
        numbered = list[tuple[list[Number], Column, bool]]()
        for entries in itertools.product(values, repeat=self.d):
            column, plain = zip(*entries, strict=True)
            numbered.append((dot(self.ids, (column,)), column, all(plain)))
        numbered.sort()
        demand(different([number for number, _, _ in numbered]), "two columns of a domain have the same id")
        return [(column, plain) for _, column, plain in numbered]

    def point(self, rank: int, sample: bool = False) -> Point:
        """The point with this rank, which is its own sample."""
        self.context.spend(self.n)
        return tuple(self.listed[c][0] for c in self.numbers(rank)), {}

    def numbers(self, rank: int) -> list[int]:
        """The column numbers of the point with this rank."""
        raise NotImplementedError


class Sequences(Columns):
    """All matrices with these columns."""

    def total(self) -> int:
        """The number of points."""
        return int(power(self.all, self.n))

    def numbers(self, rank: int) -> list[int]:
        """The digits of the rank."""
        return [rank // self.all**k % self.all for k in range(self.n - 1, -1, -1)]


class Orbits(Columns):
    """Matrices with these columns up to the order of the columns."""

    more = ("repeats",)

    def total(self) -> int:
        """The number of points."""
        return self.ways(self.n, self.all, self.plain)

    def ways(self, k: int, columns: int, plain: int, repeated: bool = False, special: bool = False) -> int:
        """How many choices of k of these columns, of which `plain` are not special, complete a point.

        `repeated` and `special`: the columns chosen before have two equal ones, a special one.
        """

        def choices(c: int) -> int:
            demand(k * (c + k).bit_length() <= LARGEST_NUMBER, "a number of points has too many bits")
            weak, strict = math.comb(c + k - 1, k) if k else 1, math.comb(c, k)
            without = strict if self.repeats == "required" and not repeated else 0
            return strict if self.repeats == "forbidden" else weak - without

        return choices(columns) - (choices(plain) if self.specials == "required" and not special else 0)

    @cached_property
    def plain_from(self) -> list[int]:
        """For each column number how many columns with it or a larger one are not special."""
        plain = [plain for _, plain in self.listed[::-1]]
        return list(itertools.accumulate(plain, initial=0))[::-1]

    @cached_property
    def begun(self) -> list[Beginning]:
        """The beginnings of the last point that was asked for, from none of its columns on."""
        return [Beginning(0, self.total(), [], False, False)]

    def numbers(self, rank: int) -> list[int]:
        """Column by column, from where the last point has others: points that begin alike have neighbouring ranks."""
        while not self.begun[-1].start <= rank < self.begun[-1].stop:
            self.begun.pop()
        while len(self.begun[-1].chosen) < self.n - 1:
            self.begun.append(self.longer(rank, self.begun[-1]))
        start, _, chosen, repeated, special = self.begun[-1]
        if (self.repeats == "required" and not repeated) or (self.specials == "required" and not special):
            return self.longer(rank, self.begun[-1]).chosen
        # Nothing is asked of the last column but that it does not come before the others.
        first = chosen[-1] + (self.repeats == "forbidden") if chosen else 0
        return [*chosen, first + rank - start]

    def longer(self, rank: int, begun: Beginning) -> Beginning:
        """The beginning, by one column longer, of the point with this rank.

        As many points as there are ways to complete an earlier choice come before this one.
        """
        start, _, chosen, repeated, special = begun
        k, low = self.n - len(chosen), chosen[-1] + 1 if chosen else 0
        if chosen and self.repeats != "forbidden":  # points that repeat the last column come first
            again = self.ways(k - 1, self.all - chosen[-1], self.plain_from[chosen[-1]], True, special)
            if rank < start + again:
                return Beginning(start, start + again, [*chosen, chosen[-1]], True, special)
            start += again

        def before(c: int) -> int:
            """How many of the other points go on with a column before c: this grows with c."""
            first, rest = (self.ways(k, self.all - x, self.plain_from[x], repeated, special) for x in (low, c))
            return first - rest

        c = bisect_right(range(self.all), rank - start, lo=low, key=before) - 1
        marked = special or self.plain_from[c] == self.plain_from[c + 1]
        return Beginning(start + before(c), start + before(c + 1), [*chosen, c], repeated, marked)


class Points(Protocol):
    """The points of a domain, by their ranks."""

    def total(self) -> int:
        """The number of points."""

    def point(self, rank: int, sample: bool) -> Point:
        """The point with this rank (on cells, a sample of it if asked for), and the variables that it binds."""


def read_points(spec: dict[str, Json], evidence: Json, context: Context) -> Points:
    """The points of a domain of one of the finite kinds, for which there is no evidence."""
    kind: Json = spec.get("kind")
    demand(kind in ("pairs", *DOMAIN_KINDS), f"the kind {kind!r} of a domain", NOT_RECHECKED)
    fields(evidence)
    if kind != "pairs":
        return DOMAIN_KINDS[kind](spec, context)
    of = fields(spec, "kind", of=dict)["of"]
    demand(of.get("kind") in (*DOMAIN_KINDS,), f"pairs of {of.get('kind')!r}", NOT_RECHECKED)
    return OrderedPairs(read_points(of, evidence, context))


class Product:
    """Matrices of which each column is one of a vocabulary of its own."""

    def __init__(self, spec: dict[str, Json], context: Context):
        columns = array(fields(spec, "kind", "columns")["columns"], context.size("n"))
        self.places = [vocabulary(column, context) for column in columns]

    def total(self) -> int:
        """The number of points."""
        return int(product(map(len, self.places)))

    def point(self, rank: int, sample: bool = False) -> Point:
        """The point with this rank, of which the last column is the lowest digit."""
        columns = list[Column]()
        for place in reversed(self.places):
            rank, digit = divmod(rank, len(place))
            columns.append(place[digit])
        return tuple(reversed(columns)), {}


class Listed:
    """Matrices in the order of a list, with d rows and n columns, or (`other`) all of one shape."""

    def __init__(self, spec: dict[str, Json], context: Context, other: bool = False):
        points, entries = array(fields(spec, "kind", "points")["points"]), Listing(context)
        demand(spec["kind"] == "list", "what is chosen from is no list of points")
        shape = (len(points[0][0]), len(points[0])) if other and points else (context.size("n"), context.size("d"))
        demand(not points or min(shape) >= 1, "a point that is no matrix")
        self.points = [tuple(zip(*entries.rows(point, *shape), strict=True)) for point in points]
        demand(different(self.points), "a point of a domain is listed twice")

    def total(self) -> int:
        """The number of points."""
        return len(self.points)

    def point(self, rank: int, sample: bool = False) -> Point:
        """The point at this place of the list, from 0."""
        return self.points[rank], {}


def chosen(spec: dict[str, Json], context: Context) -> Listed:
    """The list whose number is in a parameter, of several, of which the others may have points of other shapes."""
    records = array(fields(spec, "kind", "parameter", "of")["of"])
    number = integer(context.parameters[spec["parameter"]])
    lists = [Listed(record, context, k != number) for k, record in enumerate(records, 1)]
    return pick(lists, number)


DOMAIN_KINDS: dict[str, Callable[[Json, Context], Points]] = {
    "orbits": Orbits,
    "sequences": Sequences,
    "product": Product,
    "list": Listed,
    "chosen": chosen,
}


class OrderedPairs:
    """All ordered pairs of points of a domain, the columns of the first before those of the second."""

    def __init__(self, of: Points):
        self.of, self.point_of = of, lru_cache(maxsize=4096)(of.point)

    @cached_property
    def points(self) -> int:
        """The number of points of which these are the pairs."""
        return int(self.of.total())

    def total(self) -> int:
        """The number of points."""
        return int(power(self.points, 2))

    def point(self, rank: int, sample: bool = False) -> Point:
        """The point with this rank, which is its own sample."""
        first, second = (self.point_of(x)[0] for x in divmod(rank, self.points))
        return first + second, {}
