"""What an `apart` fold finds: points whose numbers are nearer to each other than they may be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.checking.tally import Chunk, increasing
from exactua.claims.decision import Position
from exactua.numbers.rationals import Rational


@dataclass(frozen=True)
class Proximity:
    """How many points are too near to a point (or to themselves), the least pair of them, and their least distance."""

    failures: int
    pair: tuple[Position, Position]
    distance: Rational


def too_near(chunks: Iterable[Chunk], bound: Rational, relation: str) -> Proximity | None:
    """The points of which two numbers violate |x - y| `relation` `bound`; None where all are apart.

    The pair is the lexicographically least a < b for which two numbers of a and b together violate it.
    """
    found = increasing(chunks)
    if found is None:
        return None
    values, owners, common = found.values, found.owners, found.common
    # differences are integers over `common`: they violate the relation up to this one
    scaled = mpq(bound) * common
    largest = int(scaled.numerator // scaled.denominator)
    if relation == ">=" and scaled.denominator == 1:
        largest -= 1
    if values.dtype != object and not -(2**61) < largest < 2**61:
        values = values.astype(object)
    near = np.flatnonzero(((values[1:] - values[:-1]) <= largest).astype(np.bool_))
    if not len(near):
        return None
    guilty = np.unique(np.concatenate([owners[near], owners[near + 1]]))
    pair = _least_pair(values, owners, guilty, largest)
    together = sorted(int(value) for value, owner in zip(values, owners, strict=True) if owner in pair)

    distance = min(y - x for x, y in pairwise(together))
    first, second = map(found.position, pair)
    return Proximity(len(guilty), (first, second), mpq(distance, common))


def _least_pair(
    values: NDArray[Any], owners: NDArray[np.int64], guilty: NDArray[np.int64], largest: int
) -> tuple[int, int]:
    place: dict[int, list[int]] = {}
    wanted = set(guilty.tolist())
    for k, owner in enumerate(owners.tolist()):
        if owner in wanted:
            place.setdefault(owner, []).append(k)
    candidates = []
    for owner in sorted(place):  # a point that violates it alone is at fault beside every other point
        if any(values[b] - values[a] <= largest for a, b in pairwise(place[owner])):
            candidates.append((0, max(owner, 1)))
            break
    for owner in sorted(place):
        if candidates and owner > candidates[0][0]:
            break
        partners = {
            int(other)
            for k in place[owner]
            for other in owners[
                np.searchsorted(values, values[k] - largest) : np.searchsorted(values, values[k] + largest, "right")
            ]
        } - {owner}
        if partners:
            candidates.append((owner, min(partners)))
            break
    return min((min(pair), max(pair)) for pair in candidates)
