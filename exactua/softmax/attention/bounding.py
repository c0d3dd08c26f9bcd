"""A proven bound of what an algorithm in floats may make of attention: `algorithms` says which steps and formats.

With u the unit of the accumulator, every rounding is fl(x) = x (1 + delta) + eta, |delta| <= u; eta is for underflow.
Let t_j be the exact scores, m the greatest, p_j the exact weights, o = sum p_j v_j the exact output.

1. E_j bounds |computed t_j - t_j|. Where Q and K are multiplied by the root c of the scale, or small numbers are taken
   for 0, each x of them becomes c x (c is 1 where scores are multiplied) but for A |x| + B, and so a product q_k k_k is
   off by (2 c A + A^2) |q_k k_k| + (c + A) B (|q_k| + |k_k|) + B^2. Sums of products in any order of depth h are in
   error by at most ((1 + u)^(h + 1) - 1) times the sum of their absolute values, and each further rounding by u times
   what it rounds. The first rounding of a product is none where it is fused and has no more bits than the accumulator.
2. The arguments of exp are in error by at most D_j = E_j + u (|t_j - m| + E_j + max E) + eta (1 + blocks), up to one
   number that is common to all j and cancels; "online" too, since what it multiplies by telescopes. So the computed e_j
   is the exact one times 1 + rho_j, |rho_j| <= R_j = e^(D_j) (1 + 2 u ulps)^(1 + blocks) - 1, but for underflow.
3. The numerator's terms have further factors 1 + a_j, the denominator's 1 + b_j. As sum p_j (v_j - o) = 0,

   computed - o = sum p_j [rho_j (v_j - o) + (1 + rho_j) (v_j a_j - o b_j)] / sum p_j (1 + rho_j) (1 + b_j),

   so |computed - o| <= sum p_j [R_j (|v_j| + |o|) + (1 + R_j) (a |v_j| + b |o|)] / ((1 - sum p_j R_j) (1 - b)).
4. It is also at most max |v_j| (1 + a) / (1 - b) + |o|: that is taken where it is the smaller.
5. Numbers of V that are taken for 0 move the exact output, and so the bound, by the greatest of them at most.
6. Underflow adds h_N to the numerator and h_D to the denominator: N'/D' of steps 3 and 4 becomes
   (N' + h_N) / (D' + h_D), which is off by at most (|h_N| + |N'/D'| |h_D|) / (D' + h_D).

Every number is rounded up, or, in a denominator, down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from flint import arb, ctx, fmpq, fmpz, fmpz_mat
from gmpy2 import is_square, isqrt, mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import FLOAT64
from exactua.arithmetic.rationals import Rational
from exactua.errors import InputError
from exactua.softmax.attention.algorithms import Algorithm, unit
from exactua.softmax.attention.enclosing import Enclosed, Head, Integers, Scale
from exactua.softmax.floats.dyadics import Floats, dyadics

_BITS: Final = 64
"""Bits of the balls that bounds are computed in: they are rounded up, and few digits are wanted."""
_LARGEST: Final = 1000
"""Where a D_j is beyond it, step 3 gives nothing: the bound of step 4 is taken."""


@dataclass(frozen=True)
class Bounds:
    """For each output an upper bound of the error, in units of 2^`exponent`; n_q x e, rows as in `Enclosed`."""

    numbers: Integers
    exponent: int

    def at(self, i: int, j: int) -> Rational:
        """The bound of one output."""
        return mpq(self.numbers[i, j]) * dyadic_power(self.exponent)

    @property
    def greatest(self) -> Rational:
        """The greatest of all of them."""
        return mpq(int(self.numbers.max(initial=0))) * dyadic_power(self.exponent)


def bounds(head: Head, exact: Enclosed, algorithm: Algorithm) -> Bounds:
    """A bound for every output of a head, of which `exact` are the enclosures."""
    before = ctx.prec
    ctx.prec = _BITS
    try:
        return _bounds(head, exact, algorithm)
    finally:
        ctx.prec = before


def _bounds(head: Head, exact: Enclosed, algorithm: Algorithm) -> Bounds:
    keys = head.K.shape[0]
    rows, values, further = exact.weights, dyadics(head.V), _Further.of(algorithm, head)
    ratios = _ratios(head, algorithm, further)
    sizes = fmpz_mat([[abs(number) for number in row] for row in values.integers])
    grain = algorithm.accumulate.precision + _BITS
    products = [
        [w * _up(R, grain) for w, R in zip(row, ratio.factors, strict=True)]
        for (row, _), ratio in zip(rows, ratios, strict=True)
    ]
    weighted, perturbed = ((fmpz_mat(table) * sizes).tolist() for table in ([row for row, _ in rows], products))
    greatest = [arb(max(column)) for column in zip(*sizes.tolist(), strict=True)]
    totals = [arb(sum(column, fmpz(0))) for column in zip(*sizes.tolist(), strict=True)]
    v_unit, o_unit, finer = arb(2) ** values.exponent, arb(2) ** exact.exponent, arb(2) ** -grain
    a, b, lost = further.numerator, further.denominator, _ball(_lost(algorithm, head.V))
    numbers = np.zeros(exact.centres.shape, dtype=object)
    for i, ((row, error), ratio) in enumerate(zip(rows, ratios, strict=True)):
        if not exact.defined[i]:
            continue
        slack = arb(error * keys)
        mass = arb(sum(row, fmpz(0))) - slack  # the exact weights sum to at least that, in the units of all weights
        mean = (finer * sum(products[i], fmpz(0)) + slack * ratio.top) / mass  # sum p_j R_j
        below = (1 - mean) * (1 - b) - further.growth * keys * further.hidden_weight / ratio.least_sum
        divisor = ratio.computed_sum * (1 - b)
        for c, top in enumerate(greatest):
            o = o_unit * (abs(int(exact.centres[i, c])) + int(exact.radii[i, c])) + lost
            size = v_unit * (weighted[i][c] + slack * top) / mass  # sum p_j |v_j|
            moved = v_unit * (finer * perturbed[i][c] + slack * ratio.top * top) / mass  # sum p_j R_j |v_j|
            bound = v_unit * top * (1 + a) / (1 - b) + o
            if ratio.is_useful and below > 0:
                bound = _least(bound, (moved + a * (size + moved) + o * (mean + b * (1 + mean))) / below)
            hidden = further.hidden(v_unit * totals[c], keys, o + bound, divisor)
            numbers[i, c] = int(_up(_stored(bound + hidden, o, algorithm) + lost, -exact.exponent))
    return Bounds(numbers, exact.exponent)


@dataclass(frozen=True)
class _Further:
    """What does not depend on the entry: relative factors behind e_j, and what underflow hides, in absolute terms."""

    numerator: arb
    """a: of a term of the numerator, up to the end but for the rounding to the format of the output."""
    denominator: arb
    """b: of a term of the denominator."""
    exponentials: arb
    """(1 + 2 u ulps)^(1 + blocks) - 1."""
    growth: arb
    """By how much what underflow hides may grow in the steps behind it."""
    hidden_weight: arb
    """Of a computed e_j, in units of the e that belongs to the greatest score."""
    hidden_stored: arb
    """Of a weight that is rounded to the format of tensors before it is divided, in the same units."""
    hidden_product: arb
    """Of a product with v_j, whatever v_j is."""
    hidden_quotient: arb
    """Of a weight that is divided before it is used, the sum of all being 1."""

    @classmethod
    def of(cls, algorithm: Algorithm, head: Head) -> _Further:
        """They, of an algorithm. Raises InputError where sums are so long for their format that there is no bound."""
        keys = head.K.shape[0]
        u, stored = _ball(algorithm.unit), _ball(algorithm.stored_unit)
        eta, eta_stored = _ball(algorithm.least(algorithm.accumulate)), _ball(algorithm.least(algorithm.format))
        blocks, depth, ulps = algorithm.blocks(keys), algorithm.depth_over_keys(keys), _ball(algorithm.exp_ulps)
        of_weight = (algorithm.format if algorithm.round_weights else algorithm.accumulate).precision
        products = algorithm.roundings_of_products(of_weight + _significant(dyadics(head.V).integers))
        rounded = 1 + stored if algorithm.round_weights else arb(1)
        # sums are at most 4 keys, as is seen below, and so an error of eta in 1/sum is one of 4 keys eta times it
        quotient = (1 + u) * (1 + u + 4 * keys * eta) if algorithm.reciprocal else 1 + u
        a = (1 + u) ** (depth + products) * quotient * rounded - 1
        b = (1 + u) ** depth - 1
        exponentials = (1 + 2 * u * ulps) ** (1 + blocks) - 1
        if not (2 * a < 1 and 2 * b < 1):
            raise InputError(
                f"algorithm: {keys:,} keys are too many for sums in {algorithm.accumulate.name}: there is no bound; "
                "take a longer format, or order=blocks"
            )
        if not 2 * exponentials < 1:
            raise InputError(
                f"algorithm: exp_ulps: there is no bound for exponentials {algorithm.exp_ulps} ulps of "
                f"{algorithm.accumulate.name} off{' in so many blocks' if blocks > 1 else ''}; take a longer format"
            )
        return cls(
            a, b, exponentials, (1 + a) * (1 + exponentials),
            (1 + blocks) * (2 * ulps + 2) * eta + blocks * eta,
            eta_stored if algorithm.round_weights and not algorithm.divide_first else arb(0),
            2 * (1 + blocks) * eta,
            eta + (eta_stored if algorithm.round_weights else 0) if algorithm.divide_first else arb(0),
        )  # fmt: skip

    def hidden(self, total: arb, keys: int, quotient: arb, divisor: arb) -> arb:
        """Of an output that is at most `quotient` but for underflow.

        sum |v_j| = `total`, and the computed denominator is at least `divisor`.
        """
        in_sums = (self.hidden_weight + self.hidden_stored) * total + keys * (
            self.hidden_weight * quotient + self.hidden_product
        )
        return self.growth * (in_sums / divisor + self.hidden_quotient * total + keys * self.hidden_product)


@dataclass(frozen=True)
class _Ratios:
    """Of one query: R_j by key, the greatest of them, and lower bounds of sum e_j, exact and computed.

    "shifted" and "online": a computed e_j is exp(0), within ulps; that is 1/2 or more.
    """

    factors: list[arb]
    top: arb
    least_sum: arb
    computed_sum: arb
    is_useful: bool
    """Whether no D_j is so large that step 3 gives nothing; else the R_j mean nothing."""


def _ratios(head: Head, algorithm: Algorithm, further: _Further) -> list[_Ratios]:
    Q, K = dyadics(head.Q), dyadics(head.K)
    scores = (Q.matrix * K.matrix.transpose()).tolist()
    sizes = (_sizes(Q.integers) * _sizes(K.integers).transpose()).tolist()
    factor, product = head.scale.ball(), arb(2) ** (Q.exponent + K.exponent)
    lengths = [
        [arb(2) ** table.exponent * sum(map(abs, row)) for row in table.integers] for table in (Q, K)
    ]  # sum |q_k|, sum |k_jk|
    steps = _Steps.of(algorithm, head)
    rows = []
    for i, (row, of_row) in enumerate(zip(scores, sizes, strict=True)):
        seen = range(len(row)) if head.seen is None else np.flatnonzero(head.seen[i]).tolist()
        factors = [arb(0)] * len(row)
        if not seen:
            rows.append(_Ratios(factors, arb(0), arb(1), arb(1), False))
            continue
        exact, errors = [], []
        for j in seen:
            t, E = steps.score(
                product * row[j],
                product * of_row[j],
                lengths[0][i] + lengths[1][j],
                factor,
                None if head.bias is None else head.bias[i, j],
            )
            exact.append(t)
            errors.append(E)
        most, greatest = _most(errors), _most(exact)
        least_greatest = arb(max(t.lower() for t in exact))
        is_useful = True
        for j, t, E in zip(seen, exact, errors, strict=True):
            D = E if algorithm.softmax == "naive" else E + steps.shift(abs(greatest - t) + E + most)
            if D < _LARGEST:
                factors[j] = arb((D.exp() * (1 + further.exponentials) - 1).upper())
            else:
                is_useful = False
        if algorithm.softmax == "naive":
            least, computed = least_greatest.exp(), (least_greatest - most).exp() / 2 - further.hidden_weight
        else:
            least, computed = (-most).exp(), arb(1) / 2 - further.hidden_weight
        if not computed > 0:
            raise InputError("algorithm: all weights of a query may vanish with softmax=naive: there is no bound")
        top = _most([factors[j] for j in seen])
        rows.append(_Ratios(factors, top, arb(least.lower()), arb(computed.lower()), is_useful))
    return rows


@dataclass(frozen=True)
class _Steps:
    """How the error of a score grows from step to step."""

    algorithm: Algorithm
    unit: arb
    eta: arb
    stored: arb
    eta_stored: arb
    sums: arb
    """The relative error of a sum of products."""
    hidden: arb
    """What underflow hides of a sum of products."""
    factor: arb
    """The error of the scale in the accumulator's format: a root and a quotient are rounded one by one.

    As |delta| <= u / (1 + u), the two are off by 2 u at most.
    """
    differences: int
    """Differences of scores and maxima whose exponentials a weight is a product of, at most."""
    exact_product: bool
    """Whether the scale is a power of two: then the product with it is not rounded, but for underflow."""
    operands: _Operands
    lost_bias: arb
    """What a bias that is taken for 0 was, at most."""

    @classmethod
    def of(cls, algorithm: Algorithm, head: Head) -> _Steps:
        """Those of an algorithm, for the sizes of a head."""
        keys, size = head.K.shape
        operands = _Operands.of(algorithm, head)
        u, eta = _ball(algorithm.unit), _ball(algorithm.least(algorithm.accumulate))
        roundings = algorithm.depth(size) + algorithm.roundings_of_products(operands.bits)
        scale = head.scale
        simple = scale.under_root == 1
        is_float = simple and algorithm.keeps(scale.factor)
        times = 1 if simple else 2 if algorithm.keeps(scale.factor) else 4
        off = times * u * abs(scale.ball()) + 2 * eta
        return cls(
            algorithm, u, eta, _ball(algorithm.stored_unit), _ball(algorithm.least(algorithm.format)),
            (1 + u) ** roundings - 1, 2 * size * eta * (1 + u) ** (roundings + 1), arb(0) if is_float else off,
            1 + algorithm.blocks(keys), is_float and _is_power_of_two(scale.factor), operands,
            arb(0) if head.bias is None else _ball(_lost(algorithm, head.bias)),
        )  # fmt: skip

    def score(self, s: arb, size: arb, length: arb, scale: arb, bias: float | None) -> tuple[arb, arb]:
        """The exact score t and a bound of the computed one's error.

        `size` is sum |q_k k_k|, and `length` is sum |q_k| + |k_k|.
        """
        t, of_operands = scale * s, self.operands.error(size, length)
        if self.operands.scaled:
            error = of_operands + self.sums * (abs(scale) * size + of_operands) + self.hidden
        else:
            error = of_operands + self.sums * (size + of_operands) + self.hidden
            error = self._store(abs(s), error)
            error = (abs(scale) + self.factor) * error + self.factor * abs(s)
            error += self.eta if self.exact_product else self.unit * (abs(t) + error) + self.eta
        error = self._store(abs(t), error)
        if bias is not None:
            t += arb(float(bias))
            error += self.lost_bias
            error += self.unit * (abs(t) + error) + self.eta
            error = self._store(abs(t), error)
        return t, arb(error.upper())

    def shift(self, size: arb) -> arb:
        """The error of differences of scores and maxima that sum up to at most `size`."""
        return self.unit * size + self.differences * self.eta

    def _store(self, size: arb, error: arb) -> arb:
        if not self.algorithm.round_scores:
            return error
        return error + self.stored * (size + error) + self.eta_stored


@dataclass(frozen=True)
class _Operands:
    """What numbers x of Q and K become before they are multiplied: `factor` x, but for `relative` |x| + `absolute`."""

    scaled: bool
    factor: arb
    relative: arb
    absolute: arb
    size: int
    bits: int
    """Of a product of two of them, at most."""

    @classmethod
    def of(cls, algorithm: Algorithm, head: Head) -> _Operands:
        """They, in a head."""
        lost = _ball(max(_lost(algorithm, head.Q), _lost(algorithm, head.K)))
        longest = [_significant(dyadics(table).integers) for table in (head.Q, head.K)]
        size, bits = head.K.shape[1], sum(longest)
        if algorithm.scaling == "scores":
            return cls(False, arb(1), arb(0), lost, size, bits)
        u, eta = _ball(algorithm.unit), _ball(algorithm.least(algorithm.accumulate))
        root, c, off = _root(algorithm, head.scale)
        exact = root is not None and max(longest) <= algorithm.accumulate.precision and _is_power_of_two(root)
        relative, absolute = arb(0) if exact else off + u * (c + off), c * lost + eta
        kept = algorithm.accumulate.precision
        if algorithm.round_scores:
            stored = _ball(algorithm.stored_unit)
            relative += stored * (c + relative)
            absolute += stored * absolute + _ball(algorithm.least(algorithm.format))
            kept = min(kept, algorithm.format.precision)
        return cls(True, c, relative, absolute, size, min(2 * kept, bits) if exact else 2 * kept)

    def error(self, size: arb, length: arb) -> arb:
        """What a sum of products is off by before any is rounded; `size` and `length` as in `_Steps.score`."""
        A, B, c = self.relative, self.absolute, self.factor
        return (2 * c * A + A * A) * size + (c + A) * B * length + self.size * B * B


def _root(algorithm: Algorithm, scale: Scale) -> tuple[Rational | None, arb, arb]:
    """The root of |scale|: as a rational where it is computed as it is, as a ball, and how far off it is computed.

    The computed scale is off by 2 u at most where a root and a quotient are rounded, as |delta| <= u / (1 + u), and the
    root of what is off by x is off by x / root.
    """
    size = abs(scale.factor)
    is_float = algorithm.keeps(size, FLOAT64)
    if scale.under_root == 1 and is_float and is_square(size.numerator) and is_square(size.denominator):
        root = mpq(isqrt(size.numerator), isqrt(size.denominator))
        if algorithm.keeps(root):
            return root, _ball(root), arb(0)
    c = abs(scale.ball()).sqrt()
    u, eta = _ball(unit(FLOAT64)), _ball(algorithm.least(FLOAT64))
    times = (0 if is_float else 1) if scale.under_root == 1 else (2 if is_float else 4)
    off = (times * u * c * c + 2 * eta) / c
    for form in (FLOAT64, algorithm.accumulate):
        off += _ball(unit(form)) * (c + off) + _ball(algorithm.least(form))
    return None, c, off


def _lost(algorithm: Algorithm, given: Floats) -> Rational:
    """The greatest number that is taken for 0, in absolute value; 0 where there is none."""
    if not algorithm.flush_inputs:
        return mpq(0)
    sizes = np.abs(given[np.isfinite(given)])
    return mpq(sizes[sizes < float(dyadic_power(algorithm.accumulate.least))].max(initial=0).item())


def _stored(bound: arb, o: arb, algorithm: Algorithm) -> arb:
    """The bound behind the rounding to the output's format; a division that rounds to it already has been counted."""
    quotient, eta = bound + _ball(algorithm.least(algorithm.accumulate)), _ball(algorithm.least(algorithm.format))
    if algorithm.format == algorithm.accumulate:
        return quotient + eta
    return quotient + _ball(unit(algorithm.format)) * (o + quotient) + eta


def _sizes(integers: list[list[int]]) -> fmpz_mat:
    return fmpz_mat([[abs(number) for number in row] for row in integers])


def _significant(integers: list[list[int]]) -> int:
    """Bits of the longest significand: two such numbers have a product of no more than the sum of theirs."""
    return max((number // (number & -number)).bit_length() if number else 0 for row in integers for number in row)


def _is_power_of_two(x: Rational) -> bool:
    return x > 0 and all((part & (part - 1)) == 0 for part in (int(x.numerator), int(x.denominator)))


def _ball(x: Rational) -> arb:
    return arb(fmpq(int(x.numerator), int(x.denominator)))


def _most(several: list[arb]) -> arb:
    """An upper bound of all of them that one of them may reach."""
    return arb(max(x.upper() for x in several))


def _least(x: arb, y: arb) -> arb:
    """An upper bound of the smaller one."""
    return arb(min(x.upper(), y.upper()))


def _up(x: arb, bits: int) -> fmpz:
    """An integer of at least x 2^bits."""
    above = (x.upper() * arb(2) ** bits).upper().ceil().unique_fmpz()
    assert above is not None
    return above
