"""A question: a network up to a stage, points, and what a property needs beside them; what a property makes of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Final, Literal, TypeVar

from gmpy2 import mpq

from exactua.arithmetic.floors import Floor, floor_of
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import PrecisionReached, Real, Value
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim
from exactua.claims.decision import Decision, Witness
from exactua.claims.problem import QUESTION, Problem
from exactua.commands.ask.failing import Failing
from exactua.commands.ask.nearest import TooLong
from exactua.commands.ask.record import Constant, Separation, Side
from exactua.console.point_sets import PointSet
from exactua.deciding.interrupts import OutOfBudget, until
from exactua.deciding.plan import describe_count
from exactua.deciding.shards import Progress
from exactua.deciding.tasks import duration
from exactua.evidence.evaluating import evaluate, items_of_stage
from exactua.networks import Network
from exactua.networks.items import speaks_of_reals

Found = TypeVar("Found")

Definition = Literal["yun2020", "kajitsuka2024"]
DEFINITIONS: Final[tuple[Definition, ...]] = ("yun2020", "kajitsuka2024")
"""The papers that define a contextual mapping."""

MOST_IN_PAIRS: Final = 64
"""Points up to which all pairs of them are decided; of more, one direction tells them apart, where it can."""
MOST_REALS_IN_PAIRS: Final = 8
"""The same of points with real images."""
MOST_NUMBERS: Final = 2_000_000
"""Entries of all points together up to which the sharpest constants are looked for."""
PROBED: Final = 16
"""Points whose evaluation says how long all will take; where that is too long, so many times as many are tried."""
MOST_PROBED: Final = 256


@dataclass(frozen=True)
class Options:
    """What is given beside network and points; None (or False): not given."""

    definition: Definition | None = None
    ids: tuple[Rational, ...] | None = None
    up_to_permutation: bool = False
    different_columns: bool = False
    radius: Rational | None = None
    """r of Definition 2, r_max of Definition 1."""
    least_norm: Rational | None = None
    """r_min of Definition 1."""
    separation: Rational | None = None
    box: tuple[tuple[Rational, Rational], ...] | None = None
    table: tuple[Matrix, ...] | None = None
    """The value of each point, in their order."""

    def given(self) -> list[str]:
        """The names of those that are given."""
        return [name for name, value in vars(self).items() if value is not None and value is not False]


@dataclass(frozen=True)
class Question:
    """What is asked about: a network, its output the stage that counts, at points."""

    network: Network
    points: PointSet
    options: Options = Options()
    unit: int | None = None
    """m = 1/delta of the grid that the network was built for; None where that is not known."""
    deadline: float | None = None
    """Of time.monotonic: when no more points are evaluated."""
    progress: Progress | None = None
    """Is told how many images are known, and of how many, while they are evaluated."""
    compared: Progress | None = None
    """Is told how many pairs of images are compared, and of how many, before the steps are decided."""

    @property
    def d(self) -> int:
        """The number of rows."""
        return self.points.d

    @cached_property
    def reals(self) -> bool:
        """Whether the network makes reals: then sharpest constants are rationals next to them, of 64 bits."""
        return speaks_of_reals(self.network)

    def at_most(self, number: Value) -> Rational:
        """The number itself, or of a real a rational that it is not below, of 64 bits; TooLong where none is found."""
        return mpq(number) if not isinstance(number, Real) else _floor(number).value

    def at_least(self, number: Value) -> Rational:
        """The number itself, or of a real a rational that it is not above, of 64 bits; TooLong where none is found."""
        return mpq(number) if not isinstance(number, Real) else -_floor(-number).value

    def within(self, number: Value) -> tuple[Rational, bool]:
        """`at_most` of a number, and whether the number may be more: where a real can't be told from it, it may."""
        bound = self.at_most(number)
        try:
            return bound, bool(bound != number)
        except PrecisionReached:
            return bound, True

    @property
    def n(self) -> int:
        """The number of columns."""
        return self.points.n

    @cached_property
    def values(self) -> tuple[Matrix, ...]:
        """The image of every point, in their order. Raises TooLong where they are too many for time or memory."""
        count = self.points.count
        if count * self.d * self.n > MOST_NUMBERS:
            raise TooLong(f"{describe_count(count)} points, with more than {MOST_NUMBERS:,} entries, are too many")
        points = list(self.points.matrices())
        self._require_time(points)
        with self._in_time():
            return evaluate(self.network, points, progress=self.progress).values if points else ()

    def _require_time(self, points: Sequence[Matrix]) -> None:
        """Raises TooLong where the points certainly take longer than until the deadline: some of them say how long.

        Few points take longer, one by one, than many: where too few are too slow, more of them are tried.
        """
        probed = PROBED
        while self.deadline is not None and probed < len(points):
            began = time.monotonic()
            with self._in_time():
                evaluate(self.network, points[:probed], replayed=0)
            seconds = (time.monotonic() - began) * len(points) / probed
            if seconds <= self.deadline - began:
                return
            probed *= PROBED
            if probed > MOST_PROBED:
                raise TooLong(
                    f"{len(points):,} points are too many for the budget: to evaluate them takes about "
                    f"{duration(seconds)}"
                )

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Raises TooLong inside when the deadline is over."""
        try:
            with until(inf if self.deadline is None else self.deadline):
                yield
        except OutOfBudget:
            raise TooLong("the budget ran out") from None

    def sought(self, find: Callable[[], Found]) -> tuple[Found | None, list[str]]:
        """What is found by the deadline; or nothing, and the note why it was not looked for to the end."""
        try:
            with self._in_time():
                return find(), []
        except TooLong as reason:
            return None, [f"the sharpest constants are not known: {reason}"]

    @property
    def many(self) -> bool:
        """Whether the points are so many that images are sorted in one direction, where that serves."""
        return self.points.count > (MOST_REALS_IN_PAIRS if self.reals else MOST_IN_PAIRS)

    def image(self, point: Matrix) -> Matrix:
        """The image of one point by the literal network."""
        return self.network(point)

    def claim(self, name: str, title: str, source: str, text: str) -> Claim:
        """A claim about the network g at d x n points."""
        claim = Claim(f"{QUESTION}{name}", title, source, text, parameters=(D_ROWS, N_COLUMNS))
        claim.network("g")(lambda _: self.network)
        return claim


@dataclass(frozen=True)
class Prepared:
    """A property of a question as a problem, with what was found out beforehand."""

    problem: Problem
    title: str
    definition: str
    sides: Callable[[str, Witness], tuple[Side, ...]]
    """The points of a witness of the step of this name, in the property's own words."""
    separation: Separation | None = None
    constants: tuple[Constant, ...] = ()
    notes: tuple[str, ...] = ()
    """What was not looked for, and why."""
    found: tuple[str, ...] = ()
    """Steps about numbers that were found by evaluation: they hold, or two evaluators disagree."""
    measured: Callable[[Decision], tuple[Constant, ...]] | None = None
    """Further constants, read off what was measured of the steps."""
    sharp: Mapping[str, tuple[Rational, Rational | None]] = field(default_factory=dict)
    """Of steps about such numbers: the least and the greatest (None: any) that are measured where these are sharp."""
    failing: Mapping[str, Failing] = field(default_factory=dict)
    """Steps that are false at a point that was found by evaluation."""


def _floor(number: Real) -> Floor:
    try:
        return floor_of(number)
    except PrecisionReached as reason:
        raise TooLong(str(reason)) from None


def up_to(network: Network, stage: str | None) -> Network:
    """The network up to a stage, which is then its "output"; whole for None. Raises InputError for another stage."""
    after = items_of_stage(network, stage)
    kept = {name: place for name, place in network.stages.items() if place <= after and name != "output"}
    return Network(network.d, network.items[:after], {**kept, "output": after})


def prepared(
    claim: Claim,
    question: Question,
    sides: Callable[[str, Witness], tuple[Side, ...]],
    *,
    title: str = "",
    n: int | None = None,
    separation: Separation | None = None,
    constants: Sequence[Constant] = (),
    notes: Sequence[str] = (),
    evaluated: Sequence[str] = (),
    measured: Callable[[Decision], tuple[Constant, ...]] | None = None,
    sharp: Mapping[str, tuple[Rational, Rational | None]] | None = None,
    failing: Mapping[str, Failing] | None = None,
) -> Prepared:
    """The claim at the question's points; `n` is the number of columns of a point where it is not the question's."""
    problem = claim.problem({"d": question.d, "n": question.n if n is None else n})
    definition = f"{claim.text} ({claim.source})" if claim.source else claim.text
    return Prepared(
        problem,
        title or claim.source or claim.text,
        definition,
        sides,
        separation,
        tuple(constants),
        tuple(notes),
        tuple(evaluated),
        measured,
        sharp or {},
        failing or {},
    )
