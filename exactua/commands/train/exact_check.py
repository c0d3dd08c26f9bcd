"""What a network with trained weights says exactly: of each token the class with the greatest score, decided in balls.

Precision is raised, sequence by sequence, until the greatest score is told from all others; where it is not at the cap,
the token is undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exactua.arithmetic import balls
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import LEAST_BITS
from exactua.commands.train.weights import SCORES
from exactua.networks import Network
from exactua.softmax.temperature.ball_network import Balls, ball_states

DEFAULT_CAP: Final = 2**12
"""Bits at which a comparison is given up."""


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
