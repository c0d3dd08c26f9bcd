"""What a `distinct` fold finds: points that share a number, by the neighbours of an increasing stream."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.fixed_width import Column, unpacked
from exactua.arithmetic.rationals import Rational
from exactua.claims.decision import Position
from exactua.deciding.large_runs.compared import Compared


@dataclass(frozen=True)
class Repetition:
    """What a `distinct` fold found: points that share a number, and the least pair of them with that number."""

    failures: int
    pair: tuple[Position, Position]
    value: Rational


def repeated(compared: Compared) -> Repetition | None:
    """The points that share a number with another point, or repeat one of their own; None where all differ.

    The pair is the lexicographically least a < b for which the numbers of a and b together are not all different, and
    the value the least number that they repeat. Points that share a number stand beside each other, in their order, so
    that the least pair are neighbours somewhere.
    """
    guilty = compared.points()
    shared: tuple[tuple[int, int], int] | None = None
    """The least pair of two neighbours, and the least number that they share."""
    own: dict[int, int] = {}
    """The least numbers that some points repeat themselves: the first two points, and the least of all."""
    alone: int | None = None
    """The least point that repeats a number of its own."""
    for numbers, points in compared.increasing():
        same = np.flatnonzero(numbers[1:] == numbers[:-1])
        if not len(same):
            continue
        left, right = points[same], points[same + 1]
        guilty.add(np.concatenate([left, right]))
        differ = left != right
        if differ.any():
            between = same[differ]
            k = int(np.lexsort((right[differ], left[differ]))[0])
            pair = _key(left[differ], k), _key(right[differ], k)
            if shared is None or pair < shared[0]:
                shared = pair, _key(numbers, int(between[k]))
        if not differ.all():
            within, repeating = same[~differ], left[~differ]
            for wanted in (repeating == compared.column_of([key]) for key in compared.first):
                if wanted.any():
                    k = int(np.argmax(wanted))
                    own.setdefault(_key(repeating, k), _key(numbers, int(within[k])))
            k = int(np.argsort(repeating, kind="stable")[0])
            if alone is None or _key(repeating, k) < alone:
                alone = _key(repeating, k)
                own.setdefault(alone, _key(numbers, int(within[k])))
    pairs = [] if shared is None else [shared[0]]
    if alone is not None:  # it is at fault beside every other point
        pairs.append((compared.first[0], max(alone, compared.first[1])))
    if not pairs:
        return None
    best = min(pairs)
    values = [own[point] for point in best if point in own]
    if shared is not None and shared[0] == best:
        values.append(shared[1])
    first, second = map(compared.position, best)
    return Repetition(guilty.count(), (first, second), mpq(min(values), compared.denominator))


def _key(column: Column, k: int) -> int:
    """The integer at one place of a column."""
    return int(unpacked(column[k : k + 1])[0])
