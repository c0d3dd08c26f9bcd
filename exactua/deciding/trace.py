"""One point on its way through one network, and what each step says there: as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import Problem, Step
from exactua.reprs import RichRepr
from exactua.terms.language import Term


@dataclass(frozen=True)
class State:
    """The state after `layer` layers: where that is, what it is made of, and what moved since the state before it."""

    layer: int
    place: str
    """"start", "l = 1/4", "layer 5"."""
    unchanged: int
    """How many layers since the state before it changed nothing."""
    stages: tuple[str, ...]
    """The named stages that are reached here."""
    matrix: Matrix
    values: tuple[Rational, ...]
    """The ids u^T Z in units of delta, or the entries row by row: `Trace.letters` names them."""
    moved: tuple[Rational, ...]
    """By how much each of the values moved."""
    heads: tuple[tuple[Matrix, Matrix], ...] = ()
    """Of each head of the layer that led here its scores and its weights, n x n: column j has what token j gives."""
    masked: frozenset[tuple[int, int]] = frozenset()
    """The (k, j), from 0, where the layer's mask forbids that token j attends to token k: that score has no say."""


@dataclass(frozen=True)
class Place:
    """A domain that a point lies in, with its rank there; None on cells, and where ranks can't be listed."""

    domain: str
    rank: int | None


@dataclass(frozen=True)
class Reading:
    """One exact value or relation of a step at a point: variables, relation sign and both sides."""

    bindings: Mapping[str, Any]
    relation: str | None
    left: Any
    right: Any
    unit: int = 0
    """The power of delta that both sides are multiples of."""
    false: Term | None = None
    """The innermost part of what the step says that is false, where it is."""


@dataclass(frozen=True)
class Finding:
    """What a step says at the point: true or false with its values; None if it says nothing about one point alone."""

    step: Step
    domain: int
    """The domain that the point lies in, as its place in `step.over`."""
    true: bool | None
    applicable: bool
    entry: tuple[int, int] | None
    """On cells: the row and the column that the step is read at, counted from 1."""
    readings: tuple[Reading, ...]


@dataclass(frozen=True, repr=False)
class Trace(RichRepr):
    """A point's way through a network, layer by layer, and the claim's steps at the point."""

    _told_by: ClassVar[str] = "exactua.commands.trace.notebook"

    problem: Problem
    network: str
    layers: int
    point: Matrix
    letters: tuple[str, ...]
    """Names of the values of a state: l_1, ..., l_n or Z_11, ..., Z_dn."""
    by_ids: bool
    """Whether the values are column ids in units of delta (else the entries)."""
    states: tuple[State, ...]
    unchanged: int
    """How many layers after the last state changed nothing."""
    places: tuple[Place, ...]
    ordered: Matrix | None
    """The representative of the point's orbit, ids increasing, that steps over orbits speak about."""
    findings: tuple[Finding, ...]
    elsewhere: tuple[str, ...]
    """Steps about other networks of the claim."""

    @property
    def of_file(self) -> bool:
        """Whether the network is that of a file, and there is no claim: the problem states nothing."""
        return not self.problem.steps
