"""One softmax head with small rational weights that gives every context its own id: a search.

    W_K = W_V = v^T,   W_Q = beta v^T,   W_O = kappa e_i,        s = 1
    id of token t among the tokens V:   t + kappa S e_i,   S = the average of v^T x over x in V, with weights
                                                               exp(beta (v^T x)(v^T t)) / sum

Theorem 2 (A.2) takes beta so large that the separation is proved for all sequences at once, and ids differ by about
exp(-beta). For given sequences a small beta does, and the separation is looked up: here the candidates are tried in
fixed point numbers, which decides nothing. What the weights do is decided afterwards, in exact reals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt, lcm
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Rational
from exactua.networks import AttentionHead, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.labelled_sequences import Context
from exactua.papers.kajitsuka2024.separation import Token, squared_norm

MOST_VECTORS: Final = 40
"""Vectors v that are tried."""
MORE_PRIMES: Final = 12
"""Primes from which vectors are taken after the first one that gives any."""
TILTS: Final = (-1, 0, 1, 2, 3)
"""beta is the power of 2 with which the largest score is about 2^tilt."""
MOST_HALVINGS: Final = 64
"""kappa is 1, 1/2, 1/4, ..., so many of them."""
MOST_EXPONENTIALS: Final = 400_000
"""Exponentials of 120 places that a search computes at most, unless it has found nothing yet."""
PLACES: Final = 120
"""Binary places of the fixed point numbers of the search, beside those that tell tokens apart."""


@dataclass(frozen=True)
class SmallWeights:
    """v, beta, kappa and the row i, from 0, in which W_O writes: that of the largest entry of v."""

    v: tuple[int, ...]
    beta: Rational
    kappa: Rational
    row: int

    def layer(self) -> SoftmaxAttentionLayer:
        """The attention layer: one head of size 1."""
        values = [self.v]
        W_O = [[self.kappa if i == self.row else 0] for i in range(len(self.v))]
        return SoftmaxAttentionLayer([AttentionHead(W_O, values, values, [[self.beta * entry for entry in self.v]])])


def small_weights(contexts: Iterable[Context]) -> SmallWeights | None:
    """The candidate whose ids differ most along v, for their size, by the fixed point numbers; None if none does."""
    wanted = list(contexts)
    sets = list(dict.fromkeys(vocabulary for _, vocabulary in wanted))
    vocabulary = sorted({token for tokens in sets for token in tokens})
    cost = sum(len(tokens) ** 2 for tokens in sets)
    places = PLACES + 2 * max(int(entry.denominator).bit_length() for token in vocabulary for entry in token)
    best: tuple[Rational, SmallWeights] | None = None
    tried = 0
    for v in vectors(vocabulary):
        projected = {token: _dot(v, token) for token in vocabulary}
        for beta in _scales(projected.values()):
            averages = _averages(sets, projected, beta, places)
            candidate = _gain(v, beta, projected, {context: averages[context] for context in wanted}, places)
            if candidate is not None and (best is None or candidate[0] > best[0]):
                best = candidate
            tried += 1
            if tried * cost * places >= MOST_EXPONENTIALS * PLACES and best is not None:
                return best[1]
    return None if best is None else best[1]


def vectors(vocabulary: Sequence[Token]) -> Iterator[tuple[int, ...]]:
    """Up to 40 integer vectors v with v^T x different for all tokens, and not 0 unless x is; small ones first.

    They are (1, t, t^2, ...) modulo primes, taken between -q/2 and q/2: for q large enough some t serves.
    """
    d = len(vocabulary[0])
    seen: set[tuple[int, ...]] = set()
    count, primes = 0, 0
    for q in _primes():
        primes += count > 0
        if count >= MOST_VECTORS or primes > MORE_PRIMES or (d == 1 and count):
            return
        for t in range(1, q, -(-q // 9)):
            v = tuple((pow(t, i, q) + q // 2) % q - q // 2 for i in range(d))
            if v not in seen and _tells_apart(v, vocabulary):
                count += 1
                yield v
            seen.add(v)


def _tells_apart(v: tuple[int, ...], vocabulary: Sequence[Token]) -> bool:
    values = [_dot(v, token) for token in vocabulary]
    nonzero = all(value or not any(token) for value, token in zip(values, vocabulary, strict=True))
    return nonzero and len(set(values)) == len(values)


def _primes() -> Iterator[int]:
    """Primes, each at least 5/4 of the one before from 13 on."""
    least = 3
    while True:
        while any(least % k == 0 for k in range(2, isqrt(least) + 1)):
            least += 1
        yield least
        least = max(least + 1, least * 5 // 4)


def _scales(values: Iterable[Rational]) -> Iterator[Rational]:
    """Powers of 2 with which the largest score is about 1/2, 1, ..., 8."""
    largest = max(abs(value) for value in values) ** 2
    if not largest:
        yield mpq(1)
        return
    exponent = 0
    while largest > mpq(2) ** exponent:
        exponent += 1
    while largest <= mpq(2) ** (exponent - 1):
        exponent -= 1
    for tilt in TILTS:
        yield mpq(2) ** (tilt - exponent)


def _averages(
    sets: Sequence[frozenset[Token]], projected: Mapping[Token, Rational], beta: Rational, places: int
) -> dict[Context, int]:
    """The average S of each context, times 2^places and rounded."""
    with balls.working(2 * places) as flint:
        known = {token: flint.arb(flint.fmpq(int(a.numerator), int(a.denominator))) for token, a in projected.items()}
        scale, factor = flint.arb(2) ** places, flint.arb(flint.fmpq(int(beta.numerator), int(beta.denominator)))
        averages = {}
        for tokens in sets:
            values = [(token, known[token]) for token in sorted(tokens)]
            for token, a in values:
                tilt = factor * a
                powers = [((tilt * b).exp(), b) for _, b in values]
                total = sum((power for power, _ in powers), start=flint.arb(0))
                mean = sum((power * b for power, b in powers), start=flint.arb(0)) / total
                averages[token, tokens] = _integer(mean * scale)
        return averages


def _integer(ball: Any) -> int:
    middle = ball.mid().fmpq()
    return int(middle.p) // int(middle.q)


def _gain(
    v: tuple[int, ...],
    beta: Rational,
    projected: Mapping[Token, Rational],
    averages: Mapping[Context, int],
    places: int,
) -> tuple[Rational, SmallWeights] | None:
    """The best kappa, a power of 2, and the square of what ids differ by along v, over that of how large they are."""
    row = max(range(len(v)), key=lambda i: (abs(v[i]), -i))
    denominator = lcm(*(int(value.denominator) for value in projected.values()))
    whole = [
        (int(projected[token] * denominator) << places, average * v[row] * denominator)
        for (token, _), average in averages.items()
    ]
    best = None
    gap = min((b - a for a, b in pairwise(sorted({first for first, _ in whole}))), default=0)
    reach = max(abs(second) for _, second in whole) or 1
    length, largest = squared_norm(tuple(map(mpq, v))), max(map(squared_norm, projected))
    shift = mpq(max(map(abs, averages.values())), 1 << places) ** 2
    for kappa in (mpq(1, 2**k) for k in range(MOST_HALVINGS)):
        ids = sorted(first + int(second * kappa) for first, second in whole)
        least = min((b - a for a, b in pairwise(ids)), default=1)
        relative = mpq(least, denominator << places) ** 2 / (length * (largest + kappa**2 * shift or 1))
        if least > 0 and (best is None or relative > best[0]):
            best = relative, SmallWeights(v, beta, kappa, row)
        if not gap or 4 * reach * kappa <= gap:
            break
    return best


def _dot(v: Sequence[int], token: Token) -> Rational:
    return sum((entry * x for entry, x in zip(v, token, strict=True)), start=mpq(0))
