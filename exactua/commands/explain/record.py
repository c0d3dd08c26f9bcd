"""Why a step holds or fails at a point: the step taken apart there, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.decision import Witness
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import Verdict


@dataclass(frozen=True)
class Node:
    """A part of a step with its value at the point, and the parts that it is made of."""

    text: str
    value: Any
    """A number, a truth value, a list or a matrix; None where a part can't be evaluated alone."""
    note: str = ""
    """What matters about the value: both sides, which case was taken, where it fails first."""
    children: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Named:
    """A definition or an operand that the step uses: its name, what it stands for, and its value at the point."""

    name: str
    text: str
    value: Any
    unit: str = "1"
    """"delta" where the value counts deltas."""


@dataclass(frozen=True)
class PlacedPoint:
    """A point that a step is read at, and where it lies."""

    letter: str
    """L, L' or X, as counterexamples have it."""
    given: Matrix
    taken: Matrix
    """The same as the step reads it: in domains of orbits its columns by increasing id."""
    domain: str | None
    """The domain of the step that the point lies in; None if it lies in none of them."""
    rank: int | None
    objection: str = ""
    """Why the point lies in no domain of the step."""


@dataclass(frozen=True)
class Collision:
    """Two numbers that a step compares: of which points (from 0), at which places (from 1), and how far apart."""

    points: tuple[int, int]
    places: tuple[int, int]
    values: tuple[Rational, Rational]
    distance: Rational
    wrong: bool
    """Whether the step says that this is not so."""


@dataclass(frozen=True)
class Folded:
    """A step that speaks of several points at once: its numbers at the points given, and what they come to."""

    numbers: tuple[tuple[Rational, ...], ...]
    """The numbers of each point."""
    bound: Rational | None
    nearest: Collision | None
    """The two numbers of the points given that are nearest to each other."""
    total: Rational | None = None
    """Of a sum: over all matrices of the domains; None where there are too many."""
    accumulated: tuple[Rational, ...] | None = None
    """Of an own fold: what the accumulator is in the end."""
    obstacle: str = ""
    """Of an own fold: why nothing is asserted in the end, or what it comes to is not known."""

    @property
    def nothing(self) -> bool:
        """Whether an own fold asserts nothing: no point goes into it."""
        return self.accumulated is not None and self.obstacle != ""


@dataclass(frozen=True)
class Explanation:
    """A step at a point (or two, or without any), taken apart."""

    problem: Problem
    step: Step
    hypotheses: tuple[str, ...]
    """For which parameters the claim is decided; all are satisfied at the instance."""
    points: tuple[PlacedPoint, ...]
    row: int | None
    """On cells: the row that the step is read at."""
    chosen: str
    """How the point was chosen, where none was given."""
    verdict: Verdict | None
    """What the search for the point decided, where there was one."""
    operands: tuple[Named, ...]
    given: Node | None
    applicable: bool
    """Whether the point satisfies the hypothesis of the step."""
    true: bool | None
    """Whether the assertion is true there; None if that depends on other points, or there is no point."""
    failure: Witness | None
    """The relation that is false, with both sides; of "not each" the one that is false where the step is true."""
    tree: Node | None
    folded: Folded | None
    repaired: Explanation | None
    obstacle: str = ""
    """Why the repaired step (or this one) says nothing at the same point."""
    without_value: str = ""
    """Why the assertion has no value at the point, where it has none."""
