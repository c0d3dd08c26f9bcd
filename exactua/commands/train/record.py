"""What is found of a training set and of a trained Transformer: Corollary 1's counts, Definition 2, the exact check."""

from __future__ import annotations

from dataclasses import dataclass

from exactua.arithmetic.rationals import Rational
from exactua.claims.verdicts import Verdict
from exactua.commands.train.exact_check import ExactCheck
from exactua.commands.train.settings import Trained
from exactua.networks import Network
from exactua.papers.kajitsuka2024.memorising import Counts

Place = tuple[int, int]
"""A sequence and a position in it, from 1."""


@dataclass(frozen=True)
class Theory:
    """Corollary 1 (Kajitsuka & Sato 2024, Sec. 4.1) for a data set, head size s = 1."""

    fails: str | None
    """Which hypothesis does not hold, and where; None: they hold, so one layer memorises the set."""
    contexts: int
    """Tokens with the vocabulary sets of their sequences: ids that Definition 2 tells apart."""
    printed: int
    """4(s + d) + d(2nN + d)."""
    built: Counts | None
    """The numbers of the one-layer Transformer that `build corollary1` makes; None where none is made."""
    not_built: str | None
    """Why none is made."""


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


@dataclass(frozen=True)
class Checked:
    """A trained Transformer, the exact network that its weights are, and what that does on the training set."""

    trained: Trained
    network: Network
    check: ExactCheck
    separated: tuple[Separated, ...]
    """At the stages "attention" and "ids"."""
