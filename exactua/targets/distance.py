"""What a cube S_L adds to d_p(f, f-bar)^p: the integral of |f_ij - c|^p over S_L as a term, exact or bounded.

The cube is cut into equal smaller ones, `parts` along each entry that f_ij depends on. On one of them f_ij is one
branch of its formula where the sign of each kink is certain there (by exact interval extensions). For a polynomial
branch the integral of an even power is exact; so it is for an odd power where the sign of f - c is certain. Elsewhere,
with g = f - c and |g| <= s on the cube,

    0  <=  integral of |g|^p  <=  s integral of g^(p-1)

for odd p. A branch N/D is treated as the polynomial N - c D, over the p-th power of the greatest or the least |D| on
the cube. Where it is not certain which branch f is, the volume times the p-th power of the least or the greatest
distance that the interval extensions of all possible branches allow bounds the integral.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal

from exactua.errors import InputError
from exactua.targets.branches import Branch, Fork, Leaf
from exactua.targets.evaluation import traced
from exactua.targets.formulas import Entry, Formula, walk
from exactua.targets.monomials import formula_of
from exactua.terms import tracing
from exactua.terms.language import integer

End = Literal["lower", "upper"]
"""Which side the term bounds the integral from; where the integral is exact both are the same number."""

Entries = Callable[[int, int], tracing.Number]
"""X as a function of row and column, from 1, unit 1."""

Value = Callable[[Entries], tracing.Number]
"""A function of X."""

d, n, m = tracing.parameter("d"), tracing.parameter("n"), tracing.parameter("m")
ZERO: Final = tracing.Number(integer(0))

MOST_PIECES: Final = 128
"""Branches of an entry of f: where it is not certain which one holds, all are compared."""


def entries_written(formula: Formula) -> tuple[tuple[int, int], ...]:
    """Row and column of the entries of X that a formula is written with, in order."""
    return tuple(sorted({(entry.i, entry.j) for entry in walk(formula) if isinstance(entry, Entry)}))


def cube_integral(
    branch: Branch, entries: Sequence[tuple[int, int]], constant: tracing.Number, p: int, parts: int, end: End
) -> tracing.Number:
    """The integral of |f_ij - constant|^p over the cube S_L, L the point, bounded from this end; f_ij by its branches.

    `entries` are those, by row and column, that f_ij depends on: along the others the cube is not cut. Raises
    InputError where f_ij has more than 128 pieces.
    """
    if pieces(branch) > MOST_PIECES:
        raise InputError(
            f"f: an entry has more than {MOST_PIECES} pieces, for which its distance is not bounded; write fewer Max, "
            "Min, Abs and Piecewise"
        )
    side = 1 / (parts * m)
    if parts == 1:
        return _Small(lambda r, c: tracing.point[r, c], side, constant, p, end).integral(branch)
    place = {entry: k for k, entry in enumerate(entries)}

    def small(number: tracing.Number) -> tracing.Number:
        def corner(r: int, c: int) -> tracing.Number:
            if (r, c) not in place:
                return tracing.point[r, c]
            digit = tracing.floor(number / parts ** place[r, c])
            return tracing.point[r, c] + (digit - parts * tracing.floor(digit / parts)) * side

        return _Small(corner, side, constant, p, end).integral(branch)

    # the integral runs over all entries from 0 to `side`; along those that nothing depends on, the cube is longer
    return tracing.total(tracing.Columns(0, parts ** len(place) - 1, "r"), small) * parts ** (d * n - len(place))


class _Small:
    """One small cube: its least corner, the length of its edges, and what is integrated."""

    def __init__(self, corner: Entries, side: tracing.Number, constant: tracing.Number, p: int, end: End) -> None:
        self.corner, self.side, self.constant, self.p, self.end = corner, side, constant, p, end

    def integral(self, branch: Branch) -> tracing.Number:
        """The integral of |f_ij - constant|^p over the small cube, bounded from the end."""
        if isinstance(branch, Leaf):
            return self._leaf(branch)
        low, high = self._range(branch.difference)
        return tracing.when(
            low >= 0,
            self.integral(branch.first),
            tracing.when(high <= 0, self.integral(branch.second), self._from_bounds(list(_leaves(branch)))),
        )

    def _leaf(self, leaf: Leaf) -> tracing.Number:
        if leaf.polynomial:
            return self._polynomial(lambda x: leaf.term(x) - self.constant)
        return self._quotient(leaf)

    def _polynomial(self, g: Value) -> tracing.Number:
        """The integral of |g|^p for a polynomial g: exact for even p, and where the sign of g is certain."""
        power = self._power(g, self.p)
        if self.p % 2 == 0:
            return power
        low, high = self._range(g)
        return tracing.when(
            low >= 0, power, tracing.when(high <= 0, -power, self._of_unknown_sign(g, _greatest([-low, high])))
        )

    def _of_unknown_sign(self, g: Value, s: tracing.Number) -> tracing.Number:
        """Bounds of the integral of |g|^p, p odd, for a polynomial g with |g| <= s; nothing is divided by s."""
        return ZERO if self.end == "lower" else s * self._power(g, self.p - 1)

    def _quotient(self, leaf: Leaf) -> tracing.Number:
        """For N/D - c: the integral for the polynomial N - c D, over the p-th power of the greatest, or least, |D|."""
        above, below = (formula_of(part, leaf.n) for part in leaf.expanded)
        integral_above = self._polynomial(lambda x: traced(above, x) - self.constant * traced(below, x))
        low, high = self._range(lambda x: traced(below, x))
        positive, negative = (high, -low) if self.end == "lower" else (low, -high)
        # an error when it is evaluated: 0 is among the values of D
        infinite = tracing.highest(self.side, lambda h: 1 / traced(below, self._inside(h)))
        return tracing.when(
            low > 0,
            integral_above / positive**self.p,
            tracing.when(high < 0, integral_above / negative**self.p, infinite),
        )

    def _from_bounds(self, leaves: list[Leaf]) -> tracing.Number:
        """The volume times the p-th power of the least or greatest |g|, g any of the leaves minus the constant."""
        ends = [self._distances(leaf) for leaf in leaves]
        if self.end == "upper":
            extreme = _greatest([number for low, high in ends for number in (-low, high)])
        else:
            extreme = _least([_greatest([low, -high, ZERO]) for low, high in ends])
        return extreme**self.p * self.side ** (d * n)

    def _power(self, g: Value, exponent: int) -> tracing.Number:
        """The integral of g^exponent over the small cube, g a polynomial."""
        return tracing.integral(self.side, lambda h: g(self._inside(h)) ** exponent)

    def _distances(self, leaf: Leaf) -> tuple[tracing.Number, tracing.Number]:
        low, high = self._range(leaf.term)
        return low - self.constant, high - self.constant

    def _range(self, value: Value) -> tuple[tracing.Number, tracing.Number]:
        """Numbers that the value is nowhere below, and nowhere above, on the small cube."""
        return (
            tracing.lowest(self.side, lambda h: value(self._inside(h))),
            tracing.highest(self.side, lambda h: value(self._inside(h))),
        )

    def _inside(self, h: tracing.MatrixOperand) -> Entries:
        return lambda r, c: self.corner(r, c) + h[r, c]


def pieces(branch: Branch) -> int:
    """How many leaves a tree of branches has; of more than 128 no more are counted."""
    return sum(1 for _ in islice(_leaves(branch), MOST_PIECES + 1))


def _leaves(branch: Branch) -> Iterator[Leaf]:
    if isinstance(branch, Leaf):
        yield branch
    else:
        assert isinstance(branch, Fork)
        yield from _leaves(branch.first)
        yield from _leaves(branch.second)


def _greatest(numbers: list[tracing.Number]) -> tracing.Number:
    return tracing.greatest(tracing.Columns(1, len(numbers), "a"), lambda k: tracing.select(k, numbers))


def _least(numbers: list[tracing.Number]) -> tracing.Number:
    return tracing.least(tracing.Columns(1, len(numbers), "a"), lambda k: tracing.select(k, numbers))
