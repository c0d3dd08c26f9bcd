"""Corollary 2 (Kajitsuka & Sato 2024, Sec. 4.1, App. A.4): its networks, (50) as an operand.

F is built for each data set: E of (48), attention with small rational weights, a feed-forward layer with one hidden
unit for each context and row. Z and Z_repaired make the ids with the weights of App. A.2, for the separation that is
printed and for the repaired one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.arithmetic.reals import Value
from exactua.arithmetic.reals import sqrt as real_sqrt
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Operands
from exactua.grids.categories import pairs_of
from exactua.networks import Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.label_maps import ramps
from exactua.papers.kajitsuka2024.labelled_sets import WITH_ENCODINGS, Chosen, LabelledSet
from exactua.papers.kajitsuka2024.memorising import Memoriser, memoriser, printed_encodings, small_attention
from exactua.papers.kajitsuka2024.separation import Separation
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.papers.kajitsuka2024.unit_vectors import unit_vector
from exactua.terms.tracing import Number, exp, log, pi, sqrt

sets: Final = Chosen("X^(1), ..., X^(N)", WITH_ENCODINGS)
both: Final = pairs_of(sets.sequences)
"""All ordered pairs (X^(i), X^(j)): the point is [X X'], d x 2n."""


construction = Chapter()


@cache
def built(data: int) -> Memoriser:
    """The Transformer of the data set of this number."""
    labelled = WITH_ENCODINGS[data - 1]
    E = printed_encodings(labelled.data.d, labelled.data.n, labelled.constants.r_max)
    return memoriser(labelled.data, small_attention(labelled.encoded), ramps, E)


@construction.network("F")
def transformer(values: Mapping[str, Any]) -> Network:
    """F with X -> X + E before it: after its stage "encoded" comes X + E, after "ids" the context ids."""
    return built(values["data"]).network


@construction.network("Z")
def ids_of_theorem2(values: Mapping[str, Any]) -> Network:
    """X -> F_S^SA(X + E) with the weights of App. A.2 for (r_max, (2n + 1) r_max, epsilon) and nN tokens."""
    labelled = WITH_ENCODINGS[values["data"] - 1]
    n, r_max = labelled.data.n, labelled.constants.r_max
    return _ids(labelled, printed_encodings(labelled.data.d, n, r_max), (2 * n + 1) * r_max)


@construction.network("Z_repaired")
def ids_repaired(values: Mapping[str, Any]) -> Network:
    """The same with E_{i,k} = k (2 r_max + epsilon) and n sqrt(d) (2 r_max + epsilon) + r_max for (2n + 1) r_max."""
    labelled = WITH_ENCODINGS[values["data"] - 1]
    d, n, r_max, step = (
        labelled.data.d,
        labelled.data.n,
        labelled.constants.r_max,
        2 * labelled.constants.r_max + labelled.constants.epsilon,
    )
    return _ids(labelled, printed_encodings(d, n, step / 2), n * real_sqrt(d) * step + r_max)


def _ids(labelled: LabelledSet, E: Matrix, largest: Value) -> Network:
    """X -> F_S^SA(X + E), weights of App. A.2 for tokens of norms between r_max and `largest`; s = 1."""
    n, encoded = labelled.data.n, labelled.data.shifted(E)
    v = unit_vector([*encoded.vocabulary, (mpq(0),) * labelled.data.d])
    setting = Setting(
        n, n * labelled.data.N, Separation(labelled.constants.r_max, largest, labelled.constants.epsilon), v
    )
    layers = (PositionalEncoding(E), SoftmaxAttentionLayer([head(setting)]))
    return Network(labelled.data.d, layers, {"encoded": 1, "output": 2})


@construction.define
def N(at: Operands) -> Number:
    """The number of sequences."""
    return sets.N(at)


@construction.define
def V(at: Operands) -> Number:
    """The number of different tokens of X^(1) + E, ..., X^(N) + E."""
    return sets.table(at, lambda labelled: len(labelled.encoded.vocabulary))


@construction.define
def r_max(at: Operands) -> Number:
    """Greater than the norm of every token of X."""
    return sets.table(at, lambda labelled: labelled.constants.r_max)


@construction.define
def r_min(at: Operands) -> Number:
    """Less than the norm of every token of X."""
    return sets.table(at, lambda labelled: labelled.constants.r_min)


@construction.define
def epsilon(at: Operands) -> Number:
    """Less than the distance of any two different tokens of X."""
    return sets.table(at, lambda labelled: labelled.constants.epsilon)


@construction.operand
def s(at: Operands) -> Number:
    """The head size of F."""
    return at.F.quantity("head size")


def of_theorem2(at: Operands, size: Number, largest: Number) -> Number:
    """delta of (8) with r_min = r_max, r_max = largest and |V| = size."""
    gap, power = 2 * log(at.n) + 3, (size + 1) ** 4
    exponent = power * gap * pi * at.d * largest**2 / (4 * at.epsilon * at.r_max)
    fraction = 2 * log(at.n) ** 2 * at.epsilon**2 * at.r_max / (largest**2 * power * gap * pi * at.d)
    return fraction * exp(-exponent)


def delta_of_50(at: Operands) -> Number:
    """delta of (50)."""
    gap, power, reach = 2 * log(at.n) + 3, (at.n * at.N + 1) ** 4, (2 * at.n + 1) ** 2
    fraction = 2 * log(at.n) ** 2 * at.epsilon**2 / (reach * at.r_max * power * gap * pi * at.d)
    return fraction * exp(-reach * power * (gap * pi * at.d * at.r_max / (4 * at.epsilon)))


def printed_largest(at: Operands) -> Number:
    """(2n + 1) r_max."""
    return (2 * at.n + 1) * at.r_max


def repaired_largest(at: Operands) -> Number:
    """n sqrt(d) (2 r_max + epsilon) + r_max."""
    return at.n * sqrt(at.d) * (2 * at.r_max + at.epsilon) + at.r_max


def r_of_theorem2(at: Operands, largest: Number) -> Number:
    """r of (7) with r_max = largest."""
    return largest + at.epsilon / 4


def printed_parameters(at: Operands) -> Number:
    """4(s + d) + d(2nN + d)."""
    return 4 * (at.s + at.d) + at.d * (2 * at.n * at.N + at.d)
