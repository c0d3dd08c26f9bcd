"""Which two of many vectors that must differ are nearest to each other; exact."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb, lcm
from time import monotonic
from typing import Any

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PrecisionReached, Real
from exactua.deciding.shards import Progress
from exactua.errors import ExactuaError

Vector = Sequence[Rational]


class TooLong(ExactuaError):
    """What was looked for was not found in time: its text says what."""


@dataclass(frozen=True)
class Nearest:
    """Two vectors by their places first < second, and the square of their distance."""

    first: int
    second: int
    squared: Rational


def nearest(
    vectors: Sequence[Vector],
    classes: Sequence[Hashable] | None = None,
    deadline: float | None = None,
    compared: Progress | None = None,
) -> Nearest | None:
    """The two vectors of different classes (None: each is its own) that are nearest; None where there are no two.

    Of several nearest pairs it is the least, by the place of its first vector, then of its second. `compared` is told
    how many pairs of reals are compared, and of how many. Raises TooLong past the deadline (of time.monotonic).
    """
    labels: Sequence[Hashable] = range(len(vectors)) if classes is None else classes
    if len(set(labels)) < 2:
        return None
    if any(isinstance(entry, Real) for vector in vectors for entry in vector):
        return _of_reals(vectors, labels, deadline, compared)
    numbers = {label: k for k, label in enumerate(dict.fromkeys(labels))}
    common = lcm(*{int(entry.denominator) for vector in vectors for entry in vector})
    integers = [[int(entry * common) for entry in vector] for vector in vectors]
    own = np.array([numbers[label] for label in labels])
    if len(integers[0]) == 1:
        first, second, squared = _on_a_line(integers, own)
    else:
        first, second, squared = _in_space(integers, own, deadline)
    return Nearest(first, second, mpq(squared, common**2))


def _of_reals(
    vectors: Sequence[Vector], labels: Sequence[Hashable], deadline: float | None, compared: Progress | None
) -> Nearest:
    """The nearest of real vectors, all pairs compared; the first of those that are as near."""
    best: Nearest | None = None
    for k, (first, second) in enumerate(combinations(range(len(vectors)), 2)):
        if compared is not None:
            compared(k, comb(len(vectors), 2))
        if labels[first] == labels[second]:
            continue
        if deadline is not None and monotonic() > deadline:
            raise TooLong(f"the distances of {len(vectors):,} real vectors are too many for the budget")
        try:
            squared: Any = sum(((a - b) ** 2 for a, b in zip(vectors[first], vectors[second], strict=True)), mpq(0))
            if best is None or squared < best.squared:
                best = Nearest(first, second, squared)
        except PrecisionReached as reason:
            raise TooLong(str(reason)) from None
    assert best is not None
    return best


def _on_a_line(integers: list[list[int]], own: Any) -> tuple[int, int, int]:
    """The nearest of numbers: two neighbours by size. If there is one between two of them, it is as near to one."""
    order = sorted(range(len(integers)), key=lambda k: integers[k][0])
    gaps = [integers[b][0] - integers[a][0] for a, b in pairwise(order) if own[a] != own[b]]
    least = min(gaps)
    # of equal numbers, neighbours need not be the first ones: all pairs at that distance are looked through
    places: dict[int, list[int]] = {}
    for k, (value,) in enumerate(integers):
        places.setdefault(value, []).append(k)
    best = min(
        (min(a, b), max(a, b))
        for value, here in places.items()
        for a in _leading(here, own)
        for b in _leading(places.get(value + least, []), own)
        if own[a] != own[b]
    )
    return (*best, least**2)


def _leading(places: list[int], own: Any) -> list[int]:
    """The first place, and the first of another class: one of them is in the least pair with anything else."""
    other = next((k for k in places if own[k] != own[places[0]]), None) if places else None
    return places[:1] + ([] if other is None else [other])


def _in_space(integers: list[list[int]], own: Any, deadline: float | None) -> tuple[int, int, int]:
    """The nearest of vectors, sorted along one coordinate: each with the next, the next but one, ...

    It ends where the difference in that coordinate alone is larger than the least distance so far, for all of them.
    """
    largest = max(abs(entry) for vector in integers for entry in vector)
    fits = 4 * len(integers[0]) * largest**2 < 2**62
    table = np.array(integers, dtype=np.int64 if fits else object)
    axis = max(range(table.shape[1]), key=lambda i: len(set(table[:, i].tolist())))
    order = np.argsort(table[:, axis], kind="stable")
    table, own = table[order], own[order]
    best: tuple[int, int, int] | None = None  # squared, first, second
    left = np.arange(len(order))  # those that may still have a nearer one, or one as near
    for step in range(1, len(order)):
        if deadline is not None and monotonic() > deadline:
            raise TooLong(f"the distances of {len(order):,} vectors are too many for the budget")
        left = left[left + step < len(order)]
        if best is not None:
            gaps = table[left + step, axis] - table[left, axis]
            left = left[(gaps * gaps <= best[0]).astype(np.bool_)]
        if not len(left):
            break
        apart = left[own[left] != own[left + step]]
        if len(apart):
            best = min(filter(None, (best, _least(table, order, apart, step))))
    assert best is not None
    return best[1], best[2], best[0]


def _least(table: Any, order: Any, left: Any, step: int) -> tuple[int, int, int]:
    """The least squared distance of these vectors and those so many behind them, with the least pair that has it."""
    difference = table[left + step] - table[left]
    squares = (difference * difference).sum(axis=1)
    least = squares.min()
    near = left[(squares == least).astype(np.bool_)]
    pairs = np.sort(np.stack([order[near], order[near + step]]), axis=0)
    first, second = min(map(tuple, pairs.T.tolist()))
    return int(least), first, second
