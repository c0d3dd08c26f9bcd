"""How far softmax moves what hardmax makes of a point at most, for all factors from one on (format, section 11).

It is bounded from above in *units* of 2^-bits: integers >= 0, every product and quotient of which is rounded up.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby, pairwise

from .attention import attended_columns
from .balls import exp_of
from .rationals import tidy
from .values import Column, Number, Piece, Rational, Spend
from .weights import Attention, Encoding, Head, Hidden, State, affine_image, dot_product, matrix_product

UNIT_BITS = (256, 1024, 4096)  # of units beside those of the tolerance, in turn, until a bound is small enough


class Unbounded(Exception):
    """Why there is no bound, or none that is small enough."""


def ceiling(a: int, b: int) -> int:
    """a / b, rounded up."""
    return -(-a // b)


def scaled(x: Rational, units: int) -> int:
    """|x| units, rounded up."""
    return ceiling(abs(x.numerator) * units, x.denominator)


class Drift:
    """A point on its way through the network: the exact columns, and how far softmax takes them from there at most.

    Columns that no layer has told apart are one *class*. For all lambda >= factor, entry i of the columns of class c
    is within errors[c][i] exp(-rate (lambda - factor)) of the exact one, both in units; rate None: there is no error.
    """

    def __init__(self, Z: tuple[Column, ...], factor: Rational, bits: int, spend: Spend):
        self.factor, self.bits, self.one, self.spend = Fraction(factor), bits, 1 << bits, spend
        self.classes = list[int]()
        self.rate: int | None = None
        self.tell_apart(Z)
        self.errors = [[0] * len(Z[0]) for _ in self.firsts]

    def tell_apart(self, marks: Iterable[Column]) -> None:
        """Columns are of one class if they were, and have the same mark."""
        marks = list(marks)
        keys = list(zip(self.classes, marks, strict=True)) if self.classes else marks
        # By sorting: whoever makes a file could give all its numbers one hash.
        alike = groupby(sorted(range(len(keys)), key=keys.__getitem__), key=keys.__getitem__)
        groups = sorted(list(group) for _, group in alike)
        number = {place: c for c, group in enumerate(groups) for place in group}
        self.classes = [number[place] for place in range(len(keys))]
        self.firsts = [group[0] for group in groups]
        self.sizes = [len(group) for group in groups]

    def times(self, a: int, b: int) -> int:
        """A product of two numbers in units, rounded up."""
        return ceiling(a * b, self.one)

    def slower(self, rate: int, otherwise: str) -> None:
        """An error decays no faster than at this rate, which has to be above 0."""
        if rate <= 0:
            raise Unbounded(otherwise)
        self.rate = rate if self.rate is None else min(self.rate, rate)

    def vanishing(self, distance: int) -> int:
        """exp(-factor distance), rounded up; less than a unit is a unit."""
        x = Fraction(self.factor.numerator * distance, self.factor.denominator << self.bits)
        if x >= self.bits:
            return 1
        m, r, e = exp_of(-x, 160)
        shift = e + self.bits
        return (m + r) << shift if shift >= 0 else ceiling(m + r, 1 << -shift)

    def separate(self, marks: Iterable[Column]) -> None:
        """Errors stay, but columns with different marks are no longer equal: by their encodings, or by their places."""
        old = dict(enumerate(self.classes))
        self.tell_apart(marks)
        self.errors = [self.errors[old[first]] for first in self.firsts]

    def hide(self, layer: Hidden, Z: tuple[Column, ...]) -> None:
        """A feed-forward layer: by the slopes of its activation wherever its arguments may be."""
        new_errors = []
        for first, errors in zip(self.firsts, self.errors, strict=True):
            self.spend(len(errors) * len(errors) * len(layer.b_1))
            slopes, extra = [], [0] * len(errors)
            for r, t in enumerate(affine_image(layer.W_1, Z[first], layer.b_1)):
                reach = sum(map(scaled, layer.W_1[r], errors))
                slope, change = self.slope(layer.pieces, t, reach) if reach else (0, 0)
                slopes.append(slope)
                extra = [x + scaled(row[r] * change, reach) for x, row in zip(extra, layer.W_2, strict=True)]
            steep = matrix_product(
                [[tidy(x * s) for x, s in zip(row, slopes, strict=True)] for row in layer.W_2], layer.W_1
            )
            for i, row in enumerate(steep):
                row[i] = row[i] + 1
            new_errors.append([x + sum(map(scaled, row, errors)) for x, row in zip(extra, steep, strict=True)])
        self.errors = new_errors

    def slope(self, pieces: list[Piece], t: Rational, reach: int) -> tuple[Rational, Rational]:
        """The slope at t, and how much others within reach differ from it; no bound where there is a jump."""
        away = Fraction(reach, self.one)
        below = [piece for piece in pieces if piece[0] is not None and piece[0] < t - away]
        met = pieces[len(below) :]
        met = met[: 1 + sum(piece[0] is not None and piece[0] <= t + away for piece in met)]
        for (end, _, a, b), (_, _, c, d) in pairwise(met):
            if end is not None and a * end + b != c * end + d:
                raise Unbounded(f"an activation jumps at {end}, and its argument {t} may come to it")
        here: Rational = next(slope for end, closed, slope, _ in met if end is None or t < end or (closed and t == end))
        others: list[Number] = [abs(slope - here) for _, _, slope, _ in met]
        return here, max(others)

    def attend(self, layer: Attention, Z: tuple[Column, ...]) -> None:
        """An attention layer: errors from before, weights of columns that lose, weights among those that tie."""
        if layer.mask is not None:
            self.separate((j,) for j in range(len(Z)))
        columns, rate = [Z[first] for first in self.firsts], self.rate
        count, d = len(columns), len(columns[0])
        views = [HeadView(self, head, columns) for head in layer.heads]
        self.spend(sum(count * (count + d) * (d + len(head.b_Q)) for head in layer.heads))
        new_errors = []
        for j in range(count):
            added, carried = [0] * d, [{(j, i): 1} for i in range(d)]
            met = attended_columns(layer.mask, j, count)
            for head in views if met else ():
                scores = {c: dot_product(head.keys[c], head.queries[j]) for c in met}
                best = max(scores.values())
                winners = [c for c in met if scores[c] == best]
                self.spend(count * len(winners) * (d + len(head.queries[j])))
                for c, share in self.shares(layer.tie_rule, winners):
                    for row, weights in zip(carried, head.M, strict=True):
                        for k, x in enumerate(weights):
                            row[c, k] = row.get((c, k), 0) + share * x
                for c in set(met).difference(winners):
                    spread = [max(entries) for entries in zip(*(head.apart(c, w) for w in winners), strict=True)]
                    if any(spread):
                        weight = self.weight(head, j, c, [(w, best - scores[c]) for w in winners])
                        added = [x + self.times(weight, y) for x, y in zip(added, spread, strict=True)]
                if len(winners) > 1:
                    added = [x + y for x, y in zip(added, self.tied(layer, head, j, winners, rate), strict=True)]
            new_errors.append([
                x + sum(scaled(y, self.errors[c][k]) for (c, k), y in row.items())
                for x, row in zip(added, carried, strict=True)
            ])  # fmt: skip
        self.errors = new_errors

    def shares(self, tie_rule: str, winners: list[int]) -> list[tuple[int, Rational]]:
        """The classes that hardmax attends to, with its weights for all their columns together."""
        if tie_rule == "average":
            return [(c, Fraction(self.sizes[c], sum(self.sizes[w] for w in winners))) for c in winners]
        among = [c for c in self.classes if c in winners]
        return [(among[0 if tie_rule == "leftmost" else -1], 1)]

    def weight(self, head: HeadView, j: int, c: int, winners: list[tuple[int, Rational]]) -> int:
        """What softmax gives at most to all columns of a class that loses: mu_c / sum mu_w exp(factor distance)."""
        total = 0
        for w, gap in winners:
            distance = gap.numerator * self.one // gap.denominator - head.change(j, c, w)
            self.slower(distance, "the error of the states may exceed a gap between scores")
            total += self.sizes[w] * (self.one * self.one // self.vanishing(distance))
        return ceiling(self.sizes[c] * self.one * self.one, total)

    def tied(self, layer: Attention, head: HeadView, j: int, winners: list[int], rate: int | None) -> list[int]:
        """How far softmax among columns with equal scores is from what hardmax makes of them, in each row.

        If exponents differ by at most x, softmax and the average differ by at most tanh(x/4) in total variation.
        """
        same = [len(set(row)) == 1 for row in zip(*(head.values[w] for w in winners), strict=True)]
        if not all(same) and layer.tie_rule != "average":
            raise Unbounded("a column attends equally to different values, and the tie rule is not to average")
        if rate is None:
            return [0] * len(same)
        pairs = [(v, w) for k, v in enumerate(winners) for w in winners[:k]]
        share = self.one
        if not all(same):
            # lambda exp(-rate (lambda - factor)) <= factor exp(-(rate - 1/factor) (lambda - factor))
            share = scaled(self.factor / 4, max(head.change(j, v, w) for v, w in pairs))
            self.slower(rate - scaled(1 / self.factor, self.one), "the bound does not decay as lambda grows")
        spread = [max(entries) for entries in zip(*(head.apart(v, w) for v, w in pairs), strict=True)]
        return [x if equal else self.times(share, x) for x, equal in zip(spread, same, strict=True)]


class HeadView:
    """What a head sees: keys, queries and values of the exact columns, and how much errors change of them."""

    def __init__(self, course: Drift, head: Head, columns: list[Column]):
        self.course, self.M = course, head.M
        self.keys, self.values = ([affine_image(weights, z) for z in columns] for weights in (head.W_K, head.M))
        self.queries = [affine_image(head.W_Q, z, head.b_Q) for z in columns]
        self.off_keys, self.off_queries, self.off_values = (
            [[sum(map(scaled, row, errors)) for row in weights] for errors in course.errors]
            for weights in (head.W_K, head.W_Q, head.M)
        )

    def change(self, j: int, a: int, b: int) -> int:
        """How much errors change score_a - score_b at column j: by (k_a - k_b) dq + (dk_a - dk_b) (q + dq)."""
        total, times, unit = 0, self.course.times, self.course.one
        slips = zip(self.queries[j], self.off_queries[j], strict=True)
        for (query, slip), *keys, x, y in zip(
            slips, self.keys[a], self.keys[b], self.off_keys[a], self.off_keys[b], strict=True
        ):
            total += scaled(keys[0] - keys[1], slip) + times(x + y, scaled(query, unit) + slip)
        return total

    def apart(self, a: int, b: int) -> list[int]:
        """How far two values are apart at most, in each row, errors included."""
        rows = zip(self.values[a], self.values[b], self.off_values[a], self.off_values[b], strict=True)
        return [scaled(p - q, self.course.one) + x + y for p, q, x, y in rows]


def bound(states: list[State], factor: Rational, bits: int, spend: Spend = lambda steps: None) -> Rational:
    """How far softmax[lambda A] moves the last state at most, for all lambda >= factor.

    `states` are the layers, each with the exact state before it. Raises Unbounded where there is no bound.
    """
    course = Drift(states[0][1], factor, bits, spend)
    for layer, Z in states:
        if isinstance(layer, Attention):
            course.attend(layer, Z)
        elif isinstance(layer, Encoding):
            course.separate(layer.columns)
        elif course.rate is not None:
            course.hide(layer, Z)
    return Fraction(max(map(max, course.errors)), course.one)
