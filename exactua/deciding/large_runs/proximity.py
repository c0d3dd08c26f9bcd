"""What an `apart` fold finds: points whose numbers are nearer to each other than they may be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.fixed_width import Column, unpacked
from exactua.arithmetic.rationals import Rational
from exactua.claims.decision import Position
from exactua.deciding.large_runs.compared import Compared

LARGEST_GAP: Final = 2**63 - 1
"""No two 64-bit numbers of a stream are further apart."""


@dataclass(frozen=True)
class Proximity:
    """How many points are too near to a point (or to themselves), the least pair of them, and their least distance."""

    failures: int
    pair: tuple[Position, Position]
    distance: Rational


def too_near(compared: Compared, bound: Rational, relation: str) -> Proximity | None:
    """The points of which two numbers violate |x - y| `relation` `bound`; None where all are apart.

    The pair is the lexicographically least a < b for which two numbers of a and b together violate it. A point that is
    too near to another, or to itself, has a number that is too near to a neighbour in the order of numbers.
    """
    # differences are integers over the denominator: they violate the relation up to this one
    scaled = mpq(bound) * compared.denominator
    largest = int(scaled.numerator // scaled.denominator)
    if relation == ">=" and scaled.denominator == 1:
        largest -= 1
    if largest < 0:
        return None
    guilty = compared.points()
    any_near = False
    beside: int | None = None
    """The least point that is too near to another one."""
    for numbers, points in compared.increasing():
        near = np.flatnonzero(_within(_gaps(numbers), largest))
        if not len(near):
            continue
        any_near = True
        left, right = points[near], points[near + 1]
        guilty.add(np.concatenate([left, right]))
        differ = left != right
        if differ.any():
            least = _least(np.concatenate([left[differ], right[differ]]))
            beside = least if beside is None else min(beside, least)
    if not any_near:
        return None
    pairs = []
    alone = _alone(compared, largest) if compared.several else None
    if alone is not None:  # it is at fault beside every other point
        pairs.append((compared.first[0], max(alone, compared.first[1])))
    if beside is not None and (alone is None or beside == compared.first[0]):
        pairs.append((beside, _partner(compared, beside, largest)))
    best = min(pairs)
    distance = min(y - x for x, y in pairwise(compared.numbers_of(best)))
    first, second = map(compared.position, best)
    return Proximity(guilty.count(), (first, second), mpq(distance, compared.denominator))


def nearest(compared: Compared) -> tuple[Rational, tuple[Position, ...]] | None:
    """The least distance of two numbers, and the least pair of points with two so near to each other.

    It is one point where two numbers of its own are. None where there is one number.
    """
    least: int | None = None
    pair: tuple[int, int] | None = None
    for numbers, points in compared.increasing():
        gaps = _gaps(numbers)
        if not len(gaps) or (least is not None and int(gaps.min()) > least):
            continue
        if least is None or int(gaps.min()) < least:
            least, pair = int(gaps.min()), None
        there = np.flatnonzero((gaps == least).astype(np.bool_))
        left, right = unpacked(points[there]), unpacked(points[there + 1])
        first, second = np.minimum(left, right), np.maximum(left, right)
        k = np.lexsort((second, first))[0]
        candidate = int(first[k]), int(second[k])
        pair = candidate if pair is None else min(pair, candidate)
    if least is None or pair is None:
        return None
    return mpq(least, compared.denominator), tuple(map(compared.position, dict.fromkeys(pair)))


def _alone(compared: Compared, largest: int) -> int | None:
    """The least point of which two numbers are too near to each other."""
    candidates = []
    for numbers, points in compared.parts():
        order = np.argsort(points, kind="stable")
        numbers, points = numbers[order], points[order]
        near = np.flatnonzero((points[1:] == points[:-1]) & _within(_gaps(numbers), largest))
        candidates += [int(unpacked(points[k : k + 1])[0]) for k in near[:1]]
    return min(candidates, default=None)


def _partner(compared: Compared, point: int, largest: int) -> int:
    """The least other point that is too near to this one."""
    own = np.array(compared.numbers_of([point]), dtype=object)
    itself = compared.column_of([point])
    candidates = []
    for numbers, points in compared.blocks():
        integers = unpacked(numbers)
        mine = own.astype(integers.dtype)
        above = np.minimum(np.searchsorted(mine, integers), len(mine) - 1)
        near = _within(abs(integers - mine[above]), largest)
        near |= _within(abs(integers - mine[np.maximum(above - 1, 0)]), largest)
        near &= points != itself
        if near.any():
            candidates.append(_least(points[near]))
    return min(candidates)


def _gaps(numbers: Column) -> NDArray[Any]:
    integers = unpacked(numbers)
    gaps: NDArray[Any] = integers[1:] - integers[:-1]
    return gaps


def _within(gaps: NDArray[Any], largest: int) -> NDArray[np.bool_]:
    if gaps.dtype != object:
        largest = min(largest, LARGEST_GAP)
    return (gaps <= largest).astype(np.bool_)


def _least(keys: Column) -> int:
    return int(unpacked(np.sort(keys)[:1])[0])
