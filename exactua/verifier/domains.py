"""The points of finite domains: orbits, sequences, products, lists, chosen ones and pairs (format, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Protocol

from .operators import different, pick
from .orbits import Orbits, Point, Sequences
from .rationals import power, product
from .records import array, fields, integer
from .refusals import NOT_RECHECKED, demand
from .terms import Context
from .values import Column, Json
from .vocabularies import Listing, vocabulary


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
