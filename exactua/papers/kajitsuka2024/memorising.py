"""One-layer Transformers that memorise a finite data set, built (Kajitsuka & Sato 2024, Cor. 1 and 2; App. A.3, A.4).

    F(X) = F^FF(F_S^SA(X))        (17)            F(X + E) = F^FF(F_S^SA(X + E))        (18)

The attention layer has one head of size 1; the feed-forward layer maps each context id exactly to its label. Weights of
the attention are "small" rational ones, which are searched for, or those of the "paper": App. A.2, with reals.

The search is for one softmax head that gives every context its own id:

    W_K = W_V = v^T,   W_Q = beta v^T,   W_O = kappa e_i,        s = 1
    id of token t among the tokens V:   t + kappa S e_i,   S = the average of v^T x over x in V, with weights
                                                               exp(beta (v^T x)(v^T t)) / sum

Theorem 2 (A.2) takes beta so large that the separation is proved for all sequences at once, and ids differ by about
exp(-beta). For given sequences a small beta does, and the separation is looked up: here the candidates are tried in
fixed point numbers, which decides nothing. What the weights do is decided afterwards, in exact reals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise
from math import floor, isqrt, lcm
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import AttentionHead, FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.label_maps import Id, bounds_of, projected, told_apart
from exactua.papers.kajitsuka2024.labelled_sequences import Context, Label, LabelledSequences
from exactua.papers.kajitsuka2024.separation import Separation, Token, above, along, below, squared_norm, unit_vector
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head

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
        projected = {token: along(v, token) for token in vocabulary}
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
    values = [along(v, token) for token in vocabulary]
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


LabelMap = Callable[[Sequence[Rational], Mapping[Id, Label]], FeedForwardLayer]
"""Makes the feed-forward layer for ids and their labels: `plateaus` or `ramps`."""


@dataclass(frozen=True)
class Attention:
    """A softmax layer with one head of size 1, and the rational vector w along which ids are read off."""

    layer: SoftmaxAttentionLayer
    w: tuple[Rational, ...]


@dataclass(frozen=True)
class Counts:
    """How many numbers a Transformer is made of, s = 1; a weight that several units share is counted once."""

    N: int
    d: int
    n: int
    hidden: int
    encodings: int = 0
    """Entries of E; 0 without."""

    @property
    def changes(self) -> int:
        """How often the label changes along w: each change takes two hidden units; 2 d cancel the skip connection."""
        return self.hidden // 2 - self.d

    @property
    def attention(self) -> int:
        """Entries of W_O, W_V, W_K and W_Q; 4(s + d) in the paper, which counts the factors of matrices of rank 1."""
        return 4 * self.d

    @property
    def projection(self) -> int:
        """Entries of w."""
        return self.d

    @property
    def thresholds(self) -> int:
        """Biases: two for each change."""
        return 2 * self.changes

    @property
    def steps(self) -> int:
        """Output weights: d for each change, which its two units have with both signs."""
        return self.d * self.changes

    @property
    def first(self) -> int:
        """Entries of b_2."""
        return self.d

    @property
    def built(self) -> int:
        """All of them."""
        return self.attention + self.projection + self.thresholds + self.steps + self.first + self.encodings

    @property
    def printed(self) -> int:
        """4(s + d) + d(2nN + d) with s = 1: what the corollaries say."""
        return 4 * (1 + self.d) + self.d * (2 * self.n * self.N + self.d)

    @property
    def entries(self) -> int:
        """Entries of all matrices and biases, zeros included; b_Q, which is 0, too."""
        return 4 * self.d + 1 + self.hidden * (2 * self.d + 1) + self.d + self.encodings


@dataclass(frozen=True)
class Memoriser:
    """A Transformer that maps every X of the data set to its Y, and the ids on the way.

    Stages of the network: "encoded" (X + E; X in Corollary 1), "ids" (after the attention) and "output".
    """

    data: LabelledSequences
    encodings: Matrix | None
    attention: Attention
    feed_forward: FeedForwardLayer
    ids: Mapping[Context, Id]

    @cached_property
    def encoded(self) -> LabelledSequences:
        """What the attention is given: X, or X + E."""
        return self.data if self.encodings is None else self.data.shifted(self.encodings)

    @cached_property
    def network(self) -> Network:
        """The Transformer."""
        first = () if self.encodings is None else (PositionalEncoding(self.encodings),)
        items = (*first, self.attention.layer, self.feed_forward)
        return Network(self.data.d, items, {"encoded": len(first), "ids": len(first) + 1, "output": len(items)})

    @property
    def counts(self) -> Counts:
        """How many numbers the Transformer is made of, where its feed-forward layer is one of `plateaus`."""
        encodings = 0 if self.encodings is None else self.data.d * self.data.n
        return Counts(self.data.N, self.data.d, self.data.n, self.feed_forward.hidden_size, encodings)

    @cached_property
    def intervals(self) -> tuple[tuple[Context, Rational, Rational], ...]:
        """Each context, in the order of w^T id, with decimals that this number lies strictly between: disjoint."""
        values = [projected(self.attention.w, h) for h in self.ids.values()]
        _, bits = told_apart(values)
        bounds = sorted((bounds_of(value, 4 * bits), c) for c, value in enumerate(values))
        gaps = [after[0] - before[1] for (before, _), (after, _) in pairwise(bounds)]
        unit = mpq(1)
        while gaps and unit > min(gaps) / 1000:
            unit /= 10
        contexts = list(self.ids)
        return tuple((contexts[c], unit * (-floor(-low / unit) - 1), unit * (floor(high / unit) + 1))
                     for (low, high), c in bounds)  # fmt: skip

    @cached_property
    def separation(self) -> Rational:
        """A decimal of three digits such that ids of different contexts are further apart; 1 for one context.

        Ids are at least as far apart as their projections are, divided by ||w||.
        """
        gaps = [after[1] - before[2] for before, after in pairwise(self.intervals)]
        return below(min(gaps) ** 2 / squared_norm(self.attention.w), 3) if gaps else mpq(1)

    @cached_property
    def bound(self) -> Rational:
        """A decimal of three digits that the norms of all ids are less than."""
        _, bits = told_apart([projected(self.attention.w, h) for h in self.ids.values()])
        ends = [[max(map(abs, bounds_of(entry, bits))) for entry in h] for h in self.ids.values()]
        largest = max(squared_norm(tuple(entries)) for entries in ends)
        return above(largest, 3) if largest else mpq(1)


def memoriser(data: LabelledSequences, attention: Attention, label_map: LabelMap, E: Matrix | None = None) -> Memoriser:
    """The Transformer with this attention.

    Raises InputError where two contexts have the same id, PrecisionReached where ids are not told apart within the cap.
    """
    encoded = data if E is None else data.shifted(E)
    ids: dict[Context, Id] = {}
    for X, tokens in zip(encoded.sequences, encoded.tokens, strict=True):
        vocabulary = frozenset(tokens)
        if any((token, vocabulary) not in ids for token in tokens):
            columns = zip(*attention.layer(X), strict=True)
            ids |= {(token, vocabulary): column for token, column in zip(tokens, columns, strict=True)}
    labels = {ids[context]: label for context, label in encoded.contexts.items()}
    if len(labels) < len(encoded.contexts):
        raise InputError("weights: two contexts have the same id; take others")
    return Memoriser(data, E, attention, label_map(attention.w, labels), ids)


def small_attention(data: LabelledSequences) -> Attention:
    """The layer with small rational weights that separates ids best among those tried.

    Raises InputError where none separates them, with the token 0 if there is one.
    """
    weights = small_weights(data.contexts)
    if weights is None:
        zero = (mpq(0),) * data.d
        why = "; the token 0 attends to all tokens alike, and r_min > 0 excludes it" if zero in data.vocabulary else ""
        raise InputError(f"weights: none of the small ones that were tried gives all contexts different ids{why}")
    return Attention(weights.layer(), tuple(map(mpq, weights.v)))


def paper_attention(data: LabelledSequences, constants: Separation) -> Attention:
    """The layer of App. A.2 for these constants of Definition 1, with head size 1.

    Raises InputError where a token is 0. Its ids may differ by as little as exp(-2 r), r of (37).
    """
    zero = (mpq(0),) * data.d
    if not constants.r_min:
        raise InputError("weights: those of the paper divide by r_min, and a token is 0; take small ones")
    v = unit_vector([*data.vocabulary, *([] if zero in data.vocabulary else [zero])])
    return Attention(SoftmaxAttentionLayer([head(Setting(data.n, len(data.vocabulary), constants, v))]), v)


def printed_encodings(d: int, n: int, r_max: Rational) -> Matrix:
    """E of (48): 2 k r_max in all rows of column k."""
    return tuple(tuple(2 * k * r_max for k in range(1, n + 1)) for _ in range(d))


def small_encodings(data: LabelledSequences) -> Matrix:
    """E with g k in all rows of column k, g >= 1 the least integer that makes tokens at different positions different.

    No token becomes 0.
    """
    places = [{tokens[k] for tokens in data.tokens} for k in range(data.n)]
    for g in count(1):
        shifted = [{tuple(x + g * k for x in token) for token in place} for k, place in enumerate(places, 1)]
        together = set().union(*shifted)
        if len(together) == sum(map(len, shifted)) and (mpq(0),) * data.d not in together:
            return tuple(tuple(mpq(g * k) for k in range(1, data.n + 1)) for _ in range(data.d))
    raise AssertionError("count never ends")
