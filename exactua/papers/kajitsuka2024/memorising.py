"""One-layer Transformers that memorise a finite data set, built (Kajitsuka & Sato 2024, Cor. 1 and 2; App. A.3, A.4).

    F(X) = F^FF(F_S^SA(X))        (17)            F(X + E) = F^FF(F_S^SA(X + E))        (18)

The attention layer has one head of size 1; the feed-forward layer maps each context id exactly to its label. Weights of
the attention are "small" rational ones, which are searched for, or those of the "paper": App. A.2, with reals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise
from math import floor

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.label_maps import Id, bounds_of, projected, told_apart
from exactua.papers.kajitsuka2024.labelled_sequences import Context, Label, LabelledSequences
from exactua.papers.kajitsuka2024.separation import Separation, above, below, squared_norm
from exactua.papers.kajitsuka2024.small_attention import small_weights
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.papers.kajitsuka2024.unit_vectors import unit_vector

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
