"""A domain as a certificate says it was decided: its points by their ranks, and which ones (format, section 5)."""

from __future__ import annotations

import operator
from bisect import bisect_right

from .cells import read_cells
from .domains import read_points
from .readings import Bound, Scene
from .records import array, fields, integer
from .refusals import NOT_RECHECKED, demand
from .terms import Context, speaks_of_reals
from .values import Json


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
