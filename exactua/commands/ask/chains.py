"""A chain: points in the order of one number of their images, each beside the next one.

Where the number u^T z of an image, or of a part of it, grows from each point to the next, it differs for any two, and
by Cauchy and Schwarz the images are at least as far apart as the numbers of two neighbours, over the norm of u. The
steps speak of neighbours [X X'], n = 2n'. It serves reals, too: of neighbours alone it must be decided which is less.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.balls import ball
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.claim import Claim
from exactua.claims.folds import OwnFold, folding
from exactua.commands.ask.directions import BESIDE, directions
from exactua.commands.ask.failing import beside
from exactua.commands.ask.nearest import TooLong
from exactua.commands.ask.question import Question
from exactua.deciding.observations import SoftmaxObservations, UnrolledNetworks
from exactua.deciding.shards import Progress
from exactua.evidence.asked_terms import norm_of
from exactua.evidence.evaluating import evaluate
from exactua.grids.categories import DomainSpec, d, n
from exactua.grids.finite import listed
from exactua.terms.tracing import Columns, Number, Row, every, floor, point, row, when

BITS: Final = 128
"""Bits of the enclosures by which points are put in order; whether that is right, the steps decide."""
MOST_TRIED: Final = 4
"""Directions that are tried."""

first = point.columns(1, n / 2)
"""X of two neighbours [X X']."""
second = point.columns(n / 2 + 1, n)
"""X' of two neighbours [X X']."""


@dataclass(frozen=True)
class Chain:
    """Points in the order of u^T z, which grows by at least `gap` from each to the next; not 0."""

    u: tuple[int, ...]
    points: tuple[Matrix, ...]
    vectors: tuple[tuple[Any, ...], ...]
    """The z of each point."""
    gap: Rational

    @property
    def squared(self) -> Rational:
        """What the squared distance of any two of the vectors is at least."""
        return self.gap**2 / norm_of(self.u)

    @property
    def neighbours(self) -> DomainSpec:
        """The matrices [X X']."""
        return listed("neighbours", [beside(X, Y) for X, Y in pairwise(self.points)])

    def states_linked(self, claim: Claim, spec: DomainSpec) -> None:
        """Adds the step that the neighbours are those of one chain."""
        claim.states(
            "the neighbours are those of one chain: each two begin with the point with which the two before end",
            over=(spec,),
            name="chain",
            fold=_linked(self.points[0]),
        )(lambda _: row(Columns(1, d * n, "t"), lambda t: point[t - d * floor((t - 1) / d), floor((t - 1) / d) + 1]))

    def near(self, kinds: Sequence[Hashable]) -> tuple[int, int, Any]:
        """The places of two vectors of different kinds that are near each other, and their squared distance.

        Raises TooLong where no two that stand beside each other are of different kinds.
        """
        enclosed = [[ball(entry, BITS) for entry in vector] for vector in self.vectors]
        pairs = [
            (sum((a - b) ** 2 for a, b in zip(enclosed[k], enclosed[k + step], strict=True)).mid(), k, k + step)
            for step in range(1, BESIDE + 1)
            for k in range(len(kinds) - step)
            if kinds[k] != kinds[k + step]
        ]
        if not pairs:
            raise TooLong("no two that stand beside each other must differ")
        _, a, b = min(pairs, key=lambda pair: pair[0])
        both = zip(self.vectors[a], self.vectors[b], strict=True)
        return a, b, sum(((x - y) ** 2 for x, y in both), start=mpq(0))


def chain_of(question: Question, points: Sequence[Matrix], vectors: Sequence[tuple[Any, ...]]) -> Chain | None:
    """The points in the order of a direction in which all their vectors differ; None where there is none, or one point.

    Raises TooLong where reals can't be compared.
    """
    if len(points) < 2:
        return None
    try:
        for u in directions(len(vectors[0]), MOST_TRIED):
            numbers = [sum((a * b for a, b in zip(u, vector, strict=True)), start=mpq(0)) for vector in vectors]
            order = sorted(range(len(points)), key=lambda k: ball(numbers[k], BITS).mid())
            grown = [numbers[b] - numbers[a] for a, b in pairwise(order)]
            if all(_counted(grown, question.compared)):
                gap = min(question.at_most(step) for step in grown)
                return Chain(u, tuple(points[k] for k in order), tuple(vectors[k] for k in order), gap)
    except PrecisionReached as reason:
        raise TooLong(str(reason)) from None
    return None


def _counted(grown: Sequence[Any], compared: Progress | None) -> Iterator[bool]:
    """Of each step whether it is above 0; it is told how many are compared."""
    for k, step in enumerate(grown):
        if compared is not None:
            compared(k, len(grown))
        yield bool(step > 0)


def images(question: Question, points: Sequence[Matrix]) -> Sequence[Matrix]:
    """The images of points, each evaluated once."""
    if not question.reals:
        return evaluate(question.network, points, progress=question.progress).values
    networks = UnrolledNetworks({"g": question.network})
    outputs = []
    for X in points:
        outputs.append(SoftmaxObservations(networks, X).apply("g", "output", X))
        if question.progress is not None:
            question.progress(len(outputs), len(points))
    return outputs


def _linked(start: Matrix) -> OwnFold:
    """The fold that each matrix begins with what the one before ends with, the first one with `start`."""
    entries = [entry for column in zip(*start, strict=True) for entry in column]
    half = len(entries)

    def following(a: Row, x: Row) -> list[Number]:
        same = every(Columns(1, half, "t"), lambda t: a[t] == x[t])
        return [*(x[half + t] for t in range(1, half + 1)), when(same, a[half + 1], 0)]

    return folding(start=[*entries, 1], next=following, holds=lambda a: a[half + 1] == 1)
