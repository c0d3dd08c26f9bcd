"""An algorithm of `algorithms` run bit by bit: every operation in exact arithmetic, then rounded to its format.

Slow, and for small sizes: it is what bounds are tested against, and what a library of that order does to the last bit.
exp is rounded to nearest, unless `exp` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt

from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import FLOAT64, FloatFormat
from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import Value, sqrt
from exactua.arithmetic.reals import exp as real_exp
from exactua.errors import InputError
from exactua.softmax.attention.algorithms import Algorithm
from exactua.softmax.attention.enclosing import Head
from exactua.softmax.floats.dyadics import Dyadics, dyadics

Exponential = Callable[[Rational, FloatFormat], Rational]
"""The exponential of a number of a format, as a number of that format."""


def nearest_exp(x: Rational, form: FloatFormat) -> Rational:
    """The nearest number. Raises InputError where it is beyond the greatest one."""
    return _number(form.rounded(real_exp(x)) if x else mpq(1), form)


def simulated(head: Head, algorithm: Algorithm, exp: Exponential = nearest_exp) -> list[list[Rational] | None]:
    """The output, row by row; None for a query that sees no key. Sums in "any" order are sequential here.

    Raises InputError where a number overflows: bounds do not speak of such runs.
    """
    return _Run(algorithm, exp).rows(head)


@dataclass(frozen=True)
class _Run:
    algorithm: Algorithm
    exp: Exponential

    def fl(self, x: Rational) -> Rational:
        """Rounded to the accumulator's format."""
        return self._rounded(x, self.algorithm.accumulate)

    def stored(self, x: Rational) -> Rational:
        """Rounded to the format of tensors."""
        return self._rounded(x, self.algorithm.format)

    def taken(self, x: Rational) -> Rational:
        """What is given, as it is taken."""
        return mpq(0) if self.algorithm.flush_inputs and abs(x) < dyadic_power(self.algorithm.accumulate.least) else x

    def _rounded(self, x: Value, form: FloatFormat) -> Rational:
        if self.algorithm.flush and abs(x) < dyadic_power(form.least):
            return mpq(0)
        return _number(form.rounded(x), form)

    def rows(self, head: Head) -> list[list[Rational] | None]:
        Q, K, V = (
            [[self.taken(x) for x in row] for row in _numbers(dyadics(table))] for table in (head.Q, head.K, head.V)
        )
        scale = self._scale(head)
        if self.algorithm.scaling == "operands":
            root = self._root(head)
            Q, K = self._times(Q, -root if head.scale.factor < 0 else root), self._times(K, root)
        output: list[list[Rational] | None] = []
        for i, q in enumerate(Q):
            seen = [j for j in range(len(K)) if head.seen is None or head.seen[i, j]]
            bias = [mpq(0) if head.bias is None else self.taken(mpq(float(head.bias[i, j]))) for j in seen]
            scores = [self.score(q, K[j], scale, b, head.bias is not None) for j, b in zip(seen, bias, strict=True)]
            output.append(self.outputs(scores, [V[j] for j in seen]) if seen else None)
        return output

    def _scale(self, head: Head) -> Rational:
        factor = self.fl(head.scale.factor)
        if head.scale.under_root == 1:
            return factor
        root = _number(self.algorithm.accumulate.rounded(sqrt(head.scale.under_root)), self.algorithm.accumulate)
        return self.fl(factor / root)

    def _root(self, head: Head) -> Rational:
        """The root of |scale|, in float64 step by step, then rounded to the accumulator's format."""

        def double(x: Value) -> Rational:
            return self._rounded(x, FLOAT64)

        scale = double(abs(head.scale.factor))
        if head.scale.under_root != 1:
            scale = double(scale / double(sqrt(head.scale.under_root)))
        return self.fl(double(_near_root(scale)))

    def _times(self, table: list[list[Rational]], root: Rational) -> list[list[Rational]]:
        store = self.stored if self.algorithm.round_scores else lambda x: x
        return [[store(self.fl(x * root)) for x in row] for row in table]

    def score(
        self, q: Sequence[Rational], k: Sequence[Rational], scale: Rational, bias: Rational, biased: bool
    ) -> Rational:
        store = self.stored if self.algorithm.round_scores else lambda x: x
        t = store(self.dot(q, k))
        if self.algorithm.scaling == "scores":
            t = store(self.fl(t * scale))
        return store(self.fl(t + bias)) if biased else t

    def dot(self, xs: Sequence[Rational], ys: Sequence[Rational]) -> Rational:
        products = [x * y if self.algorithm.fused else self.fl(x * y) for x, y in zip(xs, ys, strict=True)]
        return self.sum(products)

    def sum(self, terms: Sequence[Rational]) -> Rational:
        """In the order of the algorithm, each addition rounded."""
        if self.algorithm.order == "pairwise":
            return self._pairwise(terms)
        if self.algorithm.order == "blocks":
            size = self.algorithm.block
            return self._chain([self._chain(terms[k : k + size]) for k in range(0, len(terms), size)])
        return self._chain(terms)

    def _chain(self, terms: Sequence[Rational]) -> Rational:
        total = mpq(0)
        for term in terms:
            total = self.fl(total + term)
        return total

    def _pairwise(self, terms: Sequence[Rational]) -> Rational:
        if len(terms) < 2:
            return self.fl(terms[0]) if terms else mpq(0)
        half = len(terms) // 2
        return self.fl(self._pairwise(terms[:half]) + self._pairwise(terms[half:]))

    def outputs(self, scores: Sequence[Rational], values: Sequence[Sequence[Rational]]) -> list[Rational]:
        algorithm = self.algorithm
        size = algorithm.block if algorithm.softmax == "online" else len(scores)
        greatest, total, sums = None, mpq(0), [mpq(0)] * len(values[0])
        weights: list[Rational] = []
        for first in range(0, len(scores), size):
            some = scores[first : first + size]
            if algorithm.softmax != "naive":
                before, greatest = greatest, max(some) if greatest is None else max(greatest, *some)
                if before is not None:
                    factor = self.exp(self.fl(before - greatest), algorithm.accumulate)
                    total, sums = self.fl(factor * total), [self.fl(factor * number) for number in sums]
            shifted = [t if greatest is None else self.fl(t - greatest) for t in some]
            weights = [self.exp(x, algorithm.accumulate) for x in shifted]
            total = self.fl(total + self.sum(weights)) if first else self.sum(weights)
            if not algorithm.divide_first:
                kept = [self.stored(w) for w in weights] if algorithm.round_weights else weights
                here = self._columns(kept, values[first : first + size])
                sums = [self.fl(a + b) for a, b in zip(sums, here, strict=True)] if first else here
        if algorithm.divide_first:
            divided = [self.quotient(w, total) for w in weights]
            sums = self._columns([self.stored(p) for p in divided] if algorithm.round_weights else divided, values)
            return [self.stored(number) for number in sums]
        return [self.stored(self.quotient(number, total)) for number in sums]

    def quotient(self, x: Rational, total: Rational) -> Rational:
        return self.fl(x * self.fl(1 / total)) if self.algorithm.reciprocal else self.fl(x / total)

    def _columns(self, weights: Sequence[Rational], values: Sequence[Sequence[Rational]]) -> list[Rational]:
        return [self.dot(weights, column) for column in zip(*values, strict=True)]


def _numbers(table: Dyadics) -> list[list[Rational]]:
    unit = dyadic_power(table.exponent)
    return [[number * unit for number in row] for row in table.integers]


def _near_root(x: Rational) -> Rational:
    """A number that rounds as the root of a double >= 0 does, to at most 53 bits: where the root is none of 64 bits, it
    lies between the same two as the root."""
    shift = 64 + x.denominator.bit_length() + x.denominator.bit_length() % 2
    scaled = x * 4**shift
    assert scaled.denominator == 1
    root = isqrt(int(scaled.numerator))
    return (root + mpq(int(root * root != scaled.numerator), 2)) / mpq(2) ** shift


def _number(rounded: Rational | str, form: FloatFormat) -> Rational:
    if isinstance(rounded, str):
        raise InputError(f"a number overflows {form.name}; bounds do not speak of that")
    return rounded
