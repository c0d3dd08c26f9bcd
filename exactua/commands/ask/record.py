"""What `ask` finds of a network at points: a property with its verdict, its least counterexample, its separation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import gmpy2
from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import Real
from exactua.claims.decision import Decision
from exactua.claims.verdicts import Verdict
from exactua.console.point_sets import PointSet
from exactua.deciding.plan import describe_count
from exactua.errors import ByName
from exactua.plurals import counted
from exactua.reprs import RichRepr


@dataclass(frozen=True)
class Heading:
    """What was asked about: a network, up to a stage, at points."""

    network: str
    """The file that it is in; "" for one that is in none."""
    stage: str | None
    d: int
    n: int
    points: str
    count: int
    places: tuple[int, ...] | None = None
    """Where each point stands in its file, from 1; None where there is no file."""
    repeated: int = 0
    """How many points of the file repeat earlier ones."""

    def lines(self) -> Iterator[str]:
        """The heading as text."""
        stage = "" if self.stage is None else f' up to stage "{self.stage}"'
        yield f"g = {self.network or 'a network'}{stage}: d = {self.d}, n = {self.n}"
        noun = "sequence" if self.places is None else "point"
        if self.repeated:
            yield f"{self.count:,} different points of the {self.count + self.repeated:,} in {self.points}"
        else:
            yield f"{counted(self.count, noun)}: {self.points}"

    @classmethod
    def of(cls, network: str, stage: str | None, points: PointSet) -> Heading:
        """The heading of questions about a network in this file at these points."""
        repeated = len(points.repeated)
        return cls(network, stage, points.d, points.n, points.shown, points.count, points.places, repeated)

    def data(self) -> dict[str, Any]:
        """The heading as JSON data."""
        return {
            "network": self.network,
            "stage": self.stage,
            "d": self.d,
            "n": self.n,
            "points": {"from": self.points, "count": self.count, "repeated": self.repeated},
        }

    def named(self, rank: int) -> str:
        """What the point of this rank is called."""
        return f"rank {rank}" if self.places is None else f"point {self.places[rank]}"


@dataclass(frozen=True)
class Side:
    """A point of a counterexample or of a separation, with what counts of its image; unit 1."""

    letter: str
    """What the definition calls the point: L, L', X."""
    point: Matrix
    rank: int | None
    """The point's place in its domain, from 0; None: it is made of one, X P."""
    column: int | None
    """The column that counts, from 1; None: the image as a whole."""
    name: str
    """What the value is called, such as q(L)_1."""
    value: Rational | Matrix


@dataclass(frozen=True)
class Separation:
    """The least distance between any two values that must differ, and a pair that attains it, or is near to that."""

    of: str
    """Of what, such as "ids that must differ"."""
    squared: Rational
    """The squared Euclidean distance, exactly."""
    sides: tuple[Side, Side]
    below: bool = False
    """Whether `squared` is a rational below the square, and not that itself."""
    at_most: Rational | None = None
    """The squared distance of the pair, where the two are apart by more than `squared` and others may be nearer."""

    @property
    def distance(self) -> Rational | None:
        """The distance itself where it is one of numbers, and a rational one."""
        first, second = (side.value for side in self.sides)
        if isinstance(first, tuple) or isinstance(second, tuple) or self.below:
            return None
        if not isinstance(first, Real) and not isinstance(second, Real):
            return abs(first - second)
        numerator, denominator = self.squared.numerator, self.squared.denominator  # not factored, as they may be long
        rational = gmpy2.is_square(numerator) and gmpy2.is_square(denominator)
        return mpq(gmpy2.isqrt(numerator), gmpy2.isqrt(denominator)) if rational else None


def loose(separation: Separation, pairs: int | None = None) -> list[str]:
    """The note that its bounds are far apart, if the greater distance is more than twice the other, and what to do.

    `pairs` is how many are decided then, where that is known.
    """
    if separation.at_most is None or separation.at_most <= 4 * separation.squared:
        return []
    assert separation.squared > 0
    between = Rational(1)  # a power of 2: there is one, as the second number is more than twice the first
    while between**2 <= separation.squared:
        between *= 2
    while (between / 2) ** 2 > separation.squared:
        between /= 2
    all_of_them = "all pairs" if pairs is None else f"all {describe_count(pairs)} pairs"
    return [
        "the least distance itself is not known: it is at least the first of these two numbers and at most the second; "
        f"to have {all_of_them} compared, give a separation above the first, such as {between}"
    ]


@dataclass(frozen=True)
class Constant:
    """The sharpest number for which something holds: attained, and asserted by a step."""

    name: str
    """A key such as "radius_squared"."""
    says: str
    value: Rational
    squared: bool = False
    """Whether the number is the square of what it speaks of."""
    at: tuple[Side, ...] = ()
    """Where it is attained, if that is told."""
    below: bool = False
    """Whether the number is a rational of 64 bits, above what holds of reals, and not attained."""
    outwards: int = 0
    """1: a rational of 64 bits that the real is not above; -1: one that it is not below; it is rounded that way."""


@dataclass(frozen=True, repr=False)
class Answer(RichRepr):
    """One property of one network at points, decided like a claim.

    `exactua.certificate`, `exactua.verify` and `exactua.cite` take it as they take a decision.
    """

    _told_by: ClassVar[str] = "exactua.commands.ask.notebook"

    asked: str
    """The name of the property: "contextual-mapping"."""
    title: str
    """Which definition it is, in a few words."""
    definition: str
    """The property in words, with its source."""
    decision: Decision
    separation: Separation | None = None
    constants: tuple[Constant, ...] = ()
    counterexamples: Mapping[str, tuple[Side, ...]] = field(default_factory=dict)
    """By the name of a refuted step, the points of its least counterexample."""
    notes: tuple[str, ...] = ()
    heading: Heading | None = None
    """What was asked about, where that is told."""
    alone: frozenset[str] = frozenset()
    """Steps that are undecided at some points and were decided of one alone that fails, which need not be the least."""

    def __post_init__(self) -> None:
        by_name = ByName("counterexample", f"the answer to {self.asked}", self.counterexamples)
        object.__setattr__(self, "counterexamples", by_name)

    @property
    def verdict(self) -> Verdict:
        """The verdict of all steps together."""
        return self.decision.verdict
