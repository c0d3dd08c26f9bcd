"""What a network with trained weights says exactly, decided in balls: classes, and Definition 2 with its separation.

Of each token the class with the greatest score: precision is raised, sequence by sequence, until it is told from all
others; where it is not at the cap, the token is undecided.

Whether a stage is a contextual mapping on the training set: the centres of its balls, rounded to multiples of 2^-bits,
are rational. Which two that must differ are nearest is decided exactly, and every distance of centres is off by
2 sqrt(d) times the largest radius at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gmpy2 import isqrt, mpq

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import LEAST_BITS
from exactua.claims.verdicts import Verdict
from exactua.commands.ask.nearest import nearest
from exactua.commands.train.weights import SCORES
from exactua.networks import Network
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.softmax.temperature.ball_network import Balls, ball_states

DEFAULT_CAP: Final = 2**12
"""Bits at which a comparison is given up."""
Place = tuple[int, int]
"""A sequence and a position in it, from 1."""


class Enclosures:
    """The states of a network at given sequences, in balls, stage by stage; those of the last precision are kept."""

    def __init__(self, network: Network, sequences: Sequence[Matrix]) -> None:
        self.network, self.sequences = network, tuple(sequences)
        self._kept: dict[int, tuple[int, dict[str, Balls]]] = {}

    def at(self, sequence: int, bits: int) -> Mapping[str, Balls]:
        """By the names of the stages, the states that a sequence (from 0) is in: rows of arbs, at so many bits."""
        kept = self._kept.get(sequence)
        if kept is None or kept[0] != bits:
            states = list(ball_states(self.network, self.sequences[sequence], bits, Rational(1)))
            by_stage = {name: states[after - 1] for name, after in self.network.named_stages if after}
            self._kept[sequence] = kept = bits, by_stage
        return kept[1]


@dataclass(frozen=True)
class CheckedToken:
    """One token: its place, from 1, its class in the set, and what the float run and the exact network say of it."""

    sequence: int
    position: int
    target: int
    said: int
    exact: int | None
    """The class with the greatest exact score; None: undecided at the cap."""
    margin: tuple[Rational, Rational]
    """Bounds of the greatest exact score minus the next, where it is decided; else of the two greatest's difference."""
    error: Rational | None
    """A bound of |float score - exact score| over the classes; None without float scores, or without a bound."""

    @property
    def agrees(self) -> bool:
        """Whether both say the same class."""
        return self.exact == self.said


@dataclass(frozen=True)
class ExactCheck:
    """All tokens of a set, and the most bits that it took."""

    tokens: tuple[CheckedToken, ...]
    bits: int

    @property
    def undecided(self) -> tuple[CheckedToken, ...]:
        """Tokens of which the greatest score is not known."""
        return tuple(token for token in self.tokens if token.exact is None)

    @property
    def differing(self) -> tuple[CheckedToken, ...]:
        """Tokens of which the exact network says another class than the float run."""
        return tuple(token for token in self.tokens if token.exact is not None and not token.agrees)

    @property
    def agreeing(self) -> int:
        """How many tokens both give the same class."""
        return sum(token.agrees for token in self.tokens)

    @property
    def correct(self) -> int:
        """How many tokens the exact network gives their class of the set."""
        return sum(token.exact == token.target for token in self.tokens)

    @property
    def least_margin(self) -> CheckedToken | None:
        """The decided token whose lower bound of the margin is the least."""
        decided = [token for token in self.tokens if token.exact is not None]
        return min(decided, key=lambda token: token.margin[0], default=None)

    @property
    def error(self) -> Rational | None:
        """A bound of |float score - exact score| over all tokens and classes."""
        return max((token.error for token in self.tokens if token.error is not None), default=None)


def exact_check(
    enclosures: Enclosures,
    targets: Sequence[Sequence[int]],
    said: Sequence[Sequence[int]],
    classes: int,
    scores: Sequence[Sequence[Sequence[float]]] | None = None,
    cap: int = DEFAULT_CAP,
) -> ExactCheck:
    """The exact classes beside those that a float run `said`; `targets` and `said` are classes [sequence][token].

    The first `classes` >= 2 rows of the stage "scores" are the scores. `scores` are those of the float run, finite
    floats [sequence][token][class]. `cap` is in bits.
    """
    tokens, most = [], 0
    for i, (wanted, heard) in enumerate(zip(targets, said, strict=True)):
        bits = min(LEAST_BITS, cap)
        while True:
            rows = enclosures.at(i, bits)[SCORES][:classes]
            greatest = [_greatest([row[k] for row in rows], bits) for k in range(len(wanted))]
            if bits >= cap or all(exact is not None for exact, _ in greatest):
                break
            bits = min(2 * bits, cap)
        most = max(most, bits)
        for k, (exact, margin) in enumerate(greatest):
            error = None if scores is None else _error([row[k] for row in rows], scores[i][k], bits)
            tokens.append(CheckedToken(i + 1, k + 1, wanted[k], heard[k], exact, margin, error))
    return ExactCheck(tuple(tokens), most)


def _greatest(scores: list[Any], bits: int) -> tuple[int | None, tuple[Rational, Rational]]:
    """The class whose score is greater than all others, if that is certain, and bounds of its lead over the next."""
    with balls.working(bits):
        if not all(score.is_finite() for score in scores):
            return None, (Rational(0), Rational(0))
        top = max(range(len(scores)), key=lambda c: scores[c].mid())
        leads = [balls.ends(scores[top] - other) for c, other in enumerate(scores) if c != top]
    margin = min(low for low, _ in leads), min(high for _, high in leads)
    return (top if margin[0] > 0 else None), margin


def _error(exact: list[Any], floats: Sequence[float], bits: int) -> Rational | None:
    with balls.working(bits):
        apart = [abs(ball - balls.ball(Rational(score), bits)) for ball, score in zip(exact, floats, strict=True)]
        return (
            max(balls.ends(distance)[1] for distance in apart)
            if all(distance.is_finite() for distance in apart)
            else None
        )


@dataclass(frozen=True)
class Separated:
    """Definition 2 for one stage of a network, and bounds of the least distance of two ids that must differ."""

    stage: str
    verdict: Verdict
    at_least: Rational
    """The least distance is at least this; 0 unless the verdict is `holds`."""
    at_most: Rational | None
    """And at most this; None where that is not known, or no two ids must differ."""
    norms_below: Rational | None
    """r of Definition 2: all norms are less; None where that is not known."""
    places: tuple[Place, Place] | None
    """Two ids that must differ and whose distance is at most `at_most`."""
    bits: int


def separation(enclosures: Enclosures, data: LabelledSequences, stage: str, cap: int = DEFAULT_CAP) -> Separated:
    """Definition 2 for q = the network up to the stage, at the sequences of the data set, which the enclosures are of.

    Refuted where two ids that must differ are known exactly and equal; inconclusive where no bound > 0 is found with
    `cap` bits; vacuous where nothing must differ.
    """
    bits = min(LEAST_BITS, cap)
    while True:
        separated = _at(enclosures, data, stage, bits)
        if separated.verdict is not Verdict.INCONCLUSIVE or bits >= cap:
            return separated
        bits = min(2 * bits, cap)


def _at(enclosures: Enclosures, data: LabelledSequences, stage: str, bits: int) -> Separated:
    centres, radii, contexts, places = [], [], [], []
    for i, tokens in enumerate(data.tokens):
        vocabulary = frozenset(tokens)
        state = enclosures.at(i, bits)[stage]
        for k, token in enumerate(tokens):
            middle, radius = _rounded([row[k] for row in state], bits)
            centres.append(middle)
            radii.append(radius)
            contexts.append((vocabulary, token))
            places.append((i + 1, k + 1))
    if None in radii:
        return Separated(stage, Verdict.INCONCLUSIVE, mpq(0), None, None, None, bits)
    slack = 2 * _root_above(mpq(len(centres[0])), bits) * max(radii)
    norms = _root_above(max(sum((x**2 for x in middle), mpq(0)) for middle in centres), bits) + slack
    closest = nearest(centres, contexts)
    if closest is None:
        return Separated(stage, Verdict.VACUOUS, mpq(0), None, norms, None, bits)
    first, second = closest.first, closest.second
    low, high = _root_below(closest.squared, bits) - slack, _root_above(closest.squared, bits) + slack
    equal = closest.squared == 0 and radii[first] == 0 and radii[second] == 0
    verdict = Verdict.HOLDS if low > 0 else Verdict.REFUTED if equal else Verdict.INCONCLUSIVE
    pair = places[first], places[second]
    return Separated(stage, verdict, max(low, mpq(0)), mpq(0) if equal else high, norms, pair, bits)


def _rounded(column: list[Any], bits: int) -> tuple[tuple[Rational, ...], Any]:
    """Rational numbers near a column of arbs, and how far from them its entries are at most; None: not known."""
    with balls.working(bits):
        if not all(entry.is_finite() for entry in column):
            return (mpq(0),) * len(column), None
        ends = [balls.ends(entry) for entry in column]
    unit = balls.dyadic_power(-bits)
    middle = tuple(mpq(low if low == high else unit * ((low + high) / (2 * unit)).__round__()) for low, high in ends)
    return middle, max(max(abs(low - m), abs(high - m)) for (low, high), m in zip(ends, middle, strict=True))


def _root_below(square: Rational, bits: int) -> Rational:
    """A number <= the root, a multiple of 2^-bits."""
    scaled = square * balls.dyadic_power(2 * bits)
    return mpq(isqrt(scaled.numerator // scaled.denominator)) / balls.dyadic_power(bits)


def _root_above(square: Rational, bits: int) -> Rational:
    """A number > the root, a multiple of 2^-bits."""
    return _root_below(square, bits) + balls.dyadic_power(-bits)
