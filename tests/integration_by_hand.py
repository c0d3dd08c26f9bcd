"""Distances of functions by integration that shares nothing with exactua: sums of terms as dicts over fractions.Fraction.

f is a matrix of entries. An entry is a function of one entry of X, piece by piece (`Line`); the larger of two entries of X
(`Larger`), cut at the diagonal; or a polynomial in all of them (`Polynomial`), for even p alone. Entries of X are numbered
row by row from 0.

    distances(f, d, n, m, p, theorem)     d_p(f, f-bar)^p, d_p(f-bar, g)^p, d_p(f, g)^p over [0, 1]^(d x n)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt, prod
from typing import Protocol

Box = Sequence[tuple[Fraction, Fraction]]
Powers = Mapping[int, Fraction]
"""Coefficients by exponents of one variable; exponents may be negative."""


class Entry(Protocol):
    """An entry of f."""

    def at(self, x: Sequence[Fraction]) -> Fraction: ...

    def distance(self, c: Fraction, p: int, box: Box) -> Fraction:
        """The integral of |f - c|^p over a box that is a cube of the grid."""
        ...


@dataclass(frozen=True)
class Line:
    """A function of x_k: on each of the intervals [low, high] these powers of x_k + shift."""

    k: int
    pieces: Sequence[tuple[Fraction | int, Fraction | int, Mapping[int, Fraction | int]]]
    shift: int = 0

    def at(self, x: Sequence[Fraction]) -> Fraction:
        for low, high, powers in self.pieces:
            if low <= x[self.k] <= high:
                return value(exact(powers), x[self.k] + self.shift)
        raise AssertionError("the pieces leave a gap")

    def distance(self, c: Fraction, p: int, box: Box) -> Fraction:
        across = prod((high - low for k, (low, high) in enumerate(box) if k != self.k), start=Fraction(1))
        first, last = box[self.k]
        return across * sum(
            (
                absolute(minus(exact(powers), c), p, max(first, Fraction(low)), min(last, Fraction(high)), self.shift)
                for low, high, powers in self.pieces
                if max(first, low) < min(last, high)
            ),
            Fraction(0),
        )


@dataclass(frozen=True)
class Larger:
    """Max(x_k, x_l)."""

    k: int
    other: int

    def at(self, x: Sequence[Fraction]) -> Fraction:
        return max(x[self.k], x[self.other])

    def distance(self, c: Fraction, p: int, box: Box) -> Fraction:
        own, beside = box[self.k], box[self.other]
        if own != beside:
            return Line(self.k if own > beside else self.other, [(0, 1, {1: 1})]).distance(c, p, box)
        # the set where the larger is in [t, t + dt] has area 2 (t - low) dt: two triangles, cut at the diagonal
        low, high = own
        across = prod((b - a for k, (a, b) in enumerate(box) if k not in (self.k, self.other)), start=Fraction(1))
        return across * absolute({1: Fraction(1), 0: -c}, p, low, high, 0, {1: Fraction(2), 0: -2 * low})


@dataclass(frozen=True)
class Polynomial:
    """Coefficients by the exponents of all entries of X."""

    terms: Mapping[tuple[int, ...], Fraction | int]

    def at(self, x: Sequence[Fraction]) -> Fraction:
        return sum((c * prod(map(pow, x, powers)) for powers, c in self.terms.items()), Fraction(0))

    def distance(self, c: Fraction, p: int, box: Box) -> Fraction:
        assert p % 2 == 0, "the sign of a polynomial in several variables is not known here"
        constant = (0,) * len(box)
        base = dict(self.terms) | {constant: self.terms.get(constant, 0) - c}
        power: dict[tuple[int, ...], Fraction] = {constant: Fraction(1)}
        for _ in range(p):
            grown: dict[tuple[int, ...], Fraction] = {}
            for (left, a), (right, b) in product(power.items(), base.items()):
                key = tuple(map(sum, zip(left, right, strict=True)))
                grown[key] = grown.get(key, Fraction(0)) + a * b
            power = grown
        return sum(
            (
                a
                * prod(
                    ((high ** (e + 1) - low ** (e + 1)) / (e + 1) for e, (low, high) in zip(powers, box, strict=True)),
                    start=Fraction(1),
                )
                for powers, a in power.items()
            ),
            Fraction(0),
        )


def distances(f: Sequence[Entry], d: int, n: int, m: int, p: int, theorem: str) -> dict[str, Fraction]:
    """The p-th powers of d_p(f, f-bar), d_p(f-bar, g), d_p(f, g); g is 0 where L has equal columns, in Theorem 2."""
    totals = dict.fromkeys(("f to f-bar", "f-bar to g", "f to g"), Fraction(0))
    for L in corners(d, n, m):
        box = [(low, low + Fraction(1, m)) for low in L]
        centre = [low + Fraction(1, 2 * m) for low in L]
        served = theorem == "theorem3" or len({tuple(L[j::n]) for j in range(n)}) == n
        for entry in f:
            c = entry.at(centre)
            near = entry.distance(c, p, box)
            totals["f to f-bar"] += near
            totals["f-bar to g"] += 0 if served else abs(c) ** p * Fraction(1, m ** (d * n))
            totals["f to g"] += near if served else entry.distance(Fraction(0), p, box)
    return totals


def corners(d: int, n: int, m: int) -> Iterator[tuple[Fraction, ...]]:
    """All L of the grid, row by row."""
    return product([Fraction(k, m) for k in range(m)], repeat=d * n)


def exact(powers: Mapping[int, Fraction | int]) -> dict[int, Fraction]:
    return {e: Fraction(a) for e, a in powers.items()}


def value(powers: Powers, u: Fraction) -> Fraction:
    return sum((a * u**e for e, a in powers.items()), Fraction(0))


def minus(powers: Powers, c: Fraction) -> dict[int, Fraction]:
    return dict(powers) | {0: powers.get(0, Fraction(0)) - c}


def times(left: Powers, right: Powers) -> dict[int, Fraction]:
    terms: dict[int, Fraction] = {}
    for (e, a), (g, b) in product(left.items(), right.items()):
        terms[e + g] = terms.get(e + g, Fraction(0)) + a * b
    return terms


def absolute(g: Powers, p: int, low: Fraction, high: Fraction, shift: int, weight: Powers | None = None) -> Fraction:
    """The integral of |g(x + shift)|^p weight(x + shift) from low to high; the weight is not negative there."""
    start, stop = low + shift, high + shift
    ends = [start, *sorted(zero for zero in zeros(g) if start < zero < stop), stop]
    power: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(p):
        power = times(power, g)
    if weight is not None:
        power = times(power, weight)
    assert not power.get(-1), "the integral is no rational number"
    whole = {e + 1: a / (e + 1) for e, a in power.items() if a}
    return sum((abs(value(whole, b) - value(whole, a)) for a, b in pairwise(ends)), Fraction(0))


def zeros(g: Powers) -> list[Fraction]:
    """The zeros of g other than 0, which are rational; g times a power of its variable has degree 2 at most."""
    exponents = [e for e, a in g.items() if a]
    if not exponents:
        return []
    lowest = min(exponents)
    degree = max(exponents) - lowest
    assert degree <= 2, "only quadratic equations are solved here"
    c, b, a = (g.get(lowest + e, Fraction(0)) for e in range(3))
    if not a:
        return [-c / b] if b else []
    square = b * b - 4 * a * c
    if square < 0:
        return []
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    assert root * root == square, "a zero is not rational"
    return [(-b + sign * root) / (2 * a) for sign in (1, -1)]
