"""Any two different points of a family are apart: the lexicographic argument, in an order that is derived.

The n + 1 variables of a family without negative ids sum to N; v_0 = s has coefficient 0 in every form. A *split* takes
a block of variables (at first all of them are one) into `up` and `down`; after n splits every block is one variable, so
two different points differ in the sum over some `up`. At the first one where they do, all blocks before it have the
same sums at both. Let y + 1 be the larger sum over `up`, y the smaller: it is shown that the least number of the point
with the larger sum is greater than the greatest of the other, whatever the other sums are. All sums 0, ..., of the
block occur, so larger differences follow one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from exactua.proving.symbolic.forms import Form
from exactua.proving.symbolic.polynomials import Polynomial, sign_of
from exactua.proving.symbolic.signs import Sign
from exactua.terms.evaluation import NotObserved


class NotShown(NotObserved):
    """This argument doesn't show that points are apart."""


@dataclass(frozen=True)
class Split:
    """A block of variables in two: the point with the larger sum over `up` has the greater numbers.

    Variables are numbered 0 (t), 1, ..., n - 1 (h_j), n (s).
    """

    up: tuple[int, ...]
    down: tuple[int, ...]


@dataclass(frozen=True)
class Nearest:
    """The least distance between two points that differ first at one split, and where it is taken, if it is known."""

    constant: Any
    slopes: tuple[Any, ...]
    """At the corners of the simplex of sums: the distance is constant + (N - 1) times one of these."""
    split: Split
    pairs: tuple[tuple[int, int], ...]
    """For each corner the variables of the upper and the lower point that have that sum."""
    first: tuple[int, int]
    """The variable of `up` that has the one more, and that of `down` that the lower point has it in."""


def splits(form: Form) -> tuple[Split, ...]:
    """An order in which the numbers of a form grow: blocks by size of coefficient, split at the widest gap first."""
    slopes: list[Any] = [*form.slopes, 0]

    def smaller(i: int, j: int) -> int:
        return _compared(slopes[i], slopes[j])

    def wider(left: tuple[Any, int], right: tuple[Any, int]) -> int:
        return _compared(right[0], left[0]) or left[1] - right[1]

    ordered = sorted(range(len(slopes)), key=cmp_to_key(smaller))
    gaps = [(slopes[high] - slopes[low], place) for place, (low, high) in enumerate(pairwise(ordered), 1)]
    splits, cuts = [], {0, len(ordered)}
    for _, place in sorted(gaps, key=cmp_to_key(wider)):
        first = max(cut for cut in cuts if cut < place)
        last = min(cut for cut in cuts if cut > place)
        splits.append(Split(tuple(sorted(ordered[place:last])), tuple(sorted(ordered[first:place]))))
        cuts.add(place)
    return tuple(splits)


def _compared(a: Any, b: Any) -> int:
    """An order for the choice of splits alone: of polynomials, that of their highest different coefficients."""
    difference = a - b
    if isinstance(difference, Polynomial):
        difference = difference.terms[max(difference.terms)] if difference.terms else 0
    return int(difference > 0) - int(difference < 0)


def distances(low: Form, high: Form, order: Sequence[Split]) -> list[Nearest]:
    """For each split the least of (low at the upper point) - (high at the lower point), at all corners of the sums."""
    if low.lines or high.lines or low.rays or not _same_denominator(low, high):
        raise NotShown("the numbers are not forms in the ids >= 0 alone")
    lows, highs = (*low.slopes, 0), (*high.slopes, 0)
    blocks: list[tuple[int, ...]] = [tuple(range(len(lows)))]
    nearest = []
    for split in order:
        whole = next(block for block in blocks if set(block) == {*split.up, *split.down})
        blocks.remove(whole)
        sums = [split.up, split.down, *blocks]
        pairs = tuple((_extreme(lows, block, -1), _extreme(highs, block, 1)) for block in sums)
        slopes = tuple(lows[i] - highs[j] for i, j in pairs)
        first = (_extreme(lows, split.up, -1), _extreme(highs, split.down, 1))
        constant = low.constant - high.constant + lows[first[0]] - highs[first[1]]
        nearest.append(Nearest(constant, slopes, split, pairs, first))
        blocks += [split.up, split.down]
    return nearest


def _same_denominator(low: Form, high: Form) -> bool:
    return low is high or sign_of(low.denominator - high.denominator) == 0


def _extreme(slopes: Sequence[Any], block: Iterable[int], direction: int) -> int:
    best, *others = block
    for k in others:
        side: Sign = sign_of(slopes[k] - slopes[best])
        if side is None:
            raise NotShown("which of two coefficients is greater")
        if side * direction > 0:
            best = k
    return best


def corner_values(nearest: Nearest, total: Any) -> tuple[Any, ...]:
    """The least distances at the corners, where the sums other than that of one more make up total - 1."""
    return tuple(nearest.constant + (total - 1) * slope for slope in nearest.slopes)


def nearest_points(nearest: Nearest, total: int, corner: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The upper and the lower point, as values of the variables 0, ..., n, between which this corner's distance is."""
    size = 1 + max(max(nearest.split.up), max(nearest.split.down), *(max(pair) for pair in nearest.pairs))
    upper, lower = [0] * size, [0] * size
    upper[nearest.first[0]] += 1
    lower[nearest.first[1]] += 1
    upper[nearest.pairs[corner][0]] += total - 1
    lower[nearest.pairs[corner][1]] += total - 1
    return tuple(upper), tuple(lower)
