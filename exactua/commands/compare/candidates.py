"""The layers that are compared, each built for given sequences: hardmax stacks and single layers.

Those of Yun et al. 2020 act on a grid {0, 1/m, ..., 1 - 1/m}; a token-wise layer takes the sequences there first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import gcd, lcm
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.networks import RELU, AttentionHead, AttentionLayer, FeedForwardLayer, Network
from exactua.networks.inspection import layer_count
from exactua.networks.items import Item
from exactua.papers.kajitsuka2024.memorising import small_weights, vectors
from exactua.papers.yun2020.averaging import average_attention
from exactua.papers.yun2020.bilinear_projection import with_bias
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.papers.yun2020.separable_convolution import large_filter_with_bias

MOST_LAYERS: Final = 5_000
"""Layers of a stack that is evaluated at every sequence."""


class NotBuilt(Exception):
    """Why a layer is not built for these sequences, in one sentence."""


@dataclass(frozen=True)
class Sequences:
    """Different d x n matrices, unit 1."""

    points: tuple[Matrix, ...]

    @property
    def d(self) -> int:
        """Rows."""
        return len(self.points[0])

    @property
    def n(self) -> int:
        """Columns."""
        return len(self.points[0][0])

    @cached_property
    def vocabulary(self) -> tuple[tuple[Rational, ...], ...]:
        """All tokens, sorted."""
        return tuple(sorted({token for X in self.points for token in zip(*X, strict=True)}))

    @cached_property
    def values(self) -> dict[str, int]:
        """d, n and the m of the grid that the sequences are taken to."""
        step, _ = self.unit
        span = self._entries[-1] - self._entries[0]
        return {"d": self.d, "n": self.n, "m": max(int(span / step) + 1, 2)}

    @cached_property
    def unit(self) -> tuple[Rational, Rational]:
        """The widest step of a grid that has all entries, and the least entry."""
        low = self._entries[0]
        gaps = [entry - low for entry in self._entries[1:]] or [mpq(1)]
        denominator = lcm(*(int(gap.denominator) for gap in gaps))
        return mpq(gcd(*(int(gap * denominator) for gap in gaps)), denominator), low

    @cached_property
    def _entries(self) -> list[Rational]:
        return sorted({entry for token in self.vocabulary for entry in token})

    def onto_grid(self) -> FeedForwardLayer:
        """Z -> (Z - low) / (m step), token-wise: entries are >= low, so a ReLU leaves them as they are."""
        step, low = self.unit
        scale = 1 / (step * self.values["m"]) - 1
        identity = [[int(i == k) for k in range(self.d)] for i in range(self.d)]
        return FeedForwardLayer(
            identity, [-low] * self.d, [[scale * entry for entry in row] for row in identity], [-low] * self.d, RELU
        )


@dataclass(frozen=True)
class Candidate:
    """A kind of layer: its name, where it is from, and how it is built; `ids` is the u of Definition E.1."""

    name: str
    source: str
    build: Callable[[Sequences], tuple[Network, tuple[Rational, ...]]]


def _grid_ids(given: Sequences) -> tuple[Rational, ...]:
    return tuple(mpq(given.values["m"]) ** i for i in range(given.d))


def _on_grid(network_at: Callable[[Any], Network]) -> Callable[[Sequences], tuple[Network, tuple[Rational, ...]]]:
    """A network of Yun et al. behind the layer that takes the sequences to its grid."""

    def build(sequences: Sequences) -> tuple[Network, tuple[Rational, ...]]:
        items: tuple[Item, ...] = (sequences.onto_grid(), *network_at(sequences.values).items)
        if (layers := layer_count(items)) > MOST_LAYERS:
            m = sequences.values["m"]
            raise NotBuilt(f"on the grid with m = {m} it has {layers:,} layers; at most {MOST_LAYERS:,} are evaluated")
        return Network(sequences.d, items, {"output": len(items)}), _grid_ids(sequences)

    return build


def _softmax(sequences: Sequences) -> tuple[Network, tuple[Rational, ...]]:
    """One head of size 1 with small weights."""
    contexts = []
    for X in sequences.points:
        tokens = tuple(zip(*X, strict=True))
        contexts += [(token, frozenset(tokens)) for token in dict.fromkeys(tokens)]
    weights = small_weights(contexts)
    if weights is None:
        raise NotBuilt("no small weights tried separate the contexts")
    return Network(sequences.d, [weights.layer()], {"output": 1}), tuple(map(mpq, weights.v))


def _hardmax(given: Sequences) -> tuple[Network, tuple[Rational, ...]]:
    """Three heads along one projection v: the greatest, the least and the mean of all tokens' v^T x.

    They write small multiples of it, with factors that no vocabulary of few tokens is likely to confuse.
    """
    v = next(vectors(given.vocabulary), None)
    if v is None:
        raise NotBuilt("no small projection tried separates the tokens")
    row = max(range(given.d), key=lambda i: abs(v[i]))
    heads = []
    for factor, sign in ((mpq(1, 16), 1), (mpq(1, 272), -1), (mpq(1, 4368), 0)):
        W_O = [[factor if i == row else 0] for i in range(given.d)]
        heads.append(AttentionHead(W_O, [v], [v], [[sign * entry for entry in v]]))
    return Network(given.d, [AttentionLayer(heads)], {"output": 1}), tuple(map(mpq, v))


def _average(given: Sequences) -> tuple[Network, tuple[Rational, ...]]:
    """X + X 1 1^T / n."""
    v = next(vectors(given.vocabulary), None)
    ids = tuple(map(mpq, v)) if v is not None else _grid_ids(given)
    return average_attention(given.values), ids


CANDIDATES: Final = (
    Candidate("hardmax stack", "Yun et al. 2020, Lemma 8", _on_grid(contextual_map)),
    Candidate("one softmax layer", "Kajitsuka and Sato 2024, Theorem 2, small weights", _softmax),
    Candidate("one hardmax layer", "Kajitsuka and Sato 2024, eq. (5), three heads", _hardmax),
    Candidate("average attention", "Yun et al. 2020, Table 1", _average),
    Candidate("bi-linear projection", "Yun et al. 2020, App. H.1", _on_grid(with_bias)),
    Candidate("separable convolution", "Yun et al. 2020, App. H.2", _on_grid(large_filter_with_bias)),
)
"""All that are compared, in this order."""
