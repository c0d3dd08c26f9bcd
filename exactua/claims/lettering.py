"""By which letter a point is called: its claim's, else X where it is real, and L elsewhere; a pair is two points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import Position, Witness
from exactua.claims.problem import Problem, Step
from exactua.grids.categories import DomainSpec
from exactua.grids.spelling import Spelling, Word
from exactua.networks import Layer
from exactua.terms.language import Term
from exactua.terms.tracing import parameter, point

ENCODED: Final = "encoded"
"""The stage of a network that is X + E."""

_n: Final = parameter("n")
_HALVES: Final = (point.columns(1, _n).term, point.columns(_n + 1, 2 * _n).term)
"""What a pair of points, the d x 2n matrix [L L'], is made of."""


class Lettered(Protocol):
    """A claim, or what is made of one."""

    @property
    def point(self) -> str:
        """The letter of its points; "" where it names none."""


def letter(said: Lettered, over: Iterable[DomainSpec], k: int = 0) -> str:
    """The letter of the points of these domains, with a prime for the second point (k = 1)."""
    real = any(spec.kind == "cells" for spec in over)
    return f"{said.point or ('X' if real else 'L')}{chr(39) * k}"


def letter_of_input(problem: Problem, k: int = 0) -> str:
    """The same for what is put into a network of the problem, whichever domain it is in."""
    return letter(problem, problem.domains, k)


def are_pairs(over: Iterable[DomainSpec]) -> bool:
    """Whether the points of these domains are pairs [L L']."""
    return any(spec.kind == "pairs" for spec in over)


def name_of_point(said: Lettered, over: Sequence[DomainSpec]) -> Mapping[Term, str]:
    """The names of the point in formulas that are read at points of these domains: of pairs, those of both points."""
    first, second = letter(said, over), letter(said, over, 1)
    if are_pairs(over):
        return {point.term: f"[{first} {second}]", **dict(zip(_HALVES, (first, second), strict=True))}
    return {point.term: first}


def halves(pair: Matrix) -> tuple[Matrix, Matrix]:
    """The two matrices that a point of a domain of pairs, [L L'], stands for."""
    n = len(pair[0]) // 2
    return tuple(row[:n] for row in pair), tuple(row[n:] for row in pair)


def matrices(over: Iterable[DomainSpec], points: Iterable[Matrix]) -> tuple[Matrix, ...]:
    """The matrices that points of these domains are: a pair is two."""
    return tuple(half for point in points for half in halves(point)) if are_pairs(over) else tuple(points)


def spellings(over: Iterable[DomainSpec]) -> Iterator[Spelling]:
    """How words of these domains are written, and those that pairs of words are made of; of other domains nothing."""
    each = (spec.of or spec for spec in over)
    return (spec.spelling for spec in each if spec.spelling is not None)


def word_of(over: Iterable[DomainSpec], matrix: Matrix) -> Word | None:
    """The word that a matrix is in these domains; None where it is none."""
    return next((word for spelling in spellings(over) if (word := spelling.word(matrix)) is not None), None)


def placed_points(said: Lettered, step: Step, witness: Witness) -> Iterator[tuple[str, Matrix, Position | None]]:
    """The points of a witness by their letters; a pair as two, its place behind the second."""
    points = matrices(step.over, witness.points)
    each = len(points) // len(witness.points) if points else 1
    for k, matrix in enumerate(points):
        at = witness.at[k // each] if k % each == each - 1 else None
        yield letter(said, step.over, k), matrix, at


def with_positions(problem: Problem, X: Matrix) -> Matrix | None:
    """X + E, where the networks of the problem add one E first; None where they add none or several, or X is a pair."""
    first = {network.items[0] for network in problem.networks.values() if ENCODED in network.stages}
    encodings = [item.shift for item in first if isinstance(item, Layer) and item.shift is not None]
    if len(encodings) != 1 or len(first) != 1 or len(X[0]) != len(encodings[0][0]):
        return None
    return tuple(tuple(x + e for x, e in zip(*rows, strict=True)) for rows in zip(X, encodings[0], strict=True))
