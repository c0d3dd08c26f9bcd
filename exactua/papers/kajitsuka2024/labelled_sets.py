"""Finite sets of labelled sequences on which Corollaries 1 and 2 are decided (Kajitsuka & Sato 2024, Sec. 4.1).

The claims choose a set by their parameter `data`. Labels are made by a rule: in Corollary 1 each context, in
Corollary 2 each position of each sequence has the next of 1, ..., 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Operands, Parameter
from exactua.claims.own_data import ChosenFrom
from exactua.grids.categories import DomainSpec
from exactua.grids.finite import chosen, listed
from exactua.papers.kajitsuka2024.data_sets import entry_of, in_words, tabulated, tokens
from exactua.papers.kajitsuka2024.labelled_sequences import Context, LabelledSequences, Labels
from exactua.papers.kajitsuka2024.memorising import printed_encodings
from exactua.papers.kajitsuka2024.separation import Separation, Token, separation
from exactua.papers.yun2020.vocabulary import each_entry
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, least, when

CLASSES: Final = 4


@dataclass(frozen=True)
class LabelledSet:
    """A data set, with the constants (r_min, r_max, epsilon) of Definition 1 for its X."""

    about: str
    data: LabelledSequences
    constants: Separation

    @cached_property
    def encoded(self) -> LabelledSequences:
        """X + E with the same labels, E of (48)."""
        return self.data.shifted(printed_encodings(self.data.d, self.data.n, self.constants.r_max))


Sets = tuple[LabelledSet, ...]


def _by_context(about: str, *sequences: Sequence[Token], constants: Separation | None = None) -> LabelledSet:
    """Labels are 1, 2, ... in the order of contexts: token with vocabulary."""
    numbers: dict[Context, int] = {}
    labels = []
    for sequence in sequences:
        order = [numbers.setdefault((token, frozenset(sequence)), len(numbers)) for token in sequence]
        labels.append(_labels(len(sequence[0]), order))
    return _set(about, sequences, labels, constants)


def _by_place(about: str, *sequences: Sequence[Token], constants: Separation | None = None) -> LabelledSet:
    """Labels are 1, 2, ... in the order of positions, sequence by sequence."""
    labels = [
        _labels(len(sequence[0]), [i * len(sequence) + k for k in range(len(sequence))])
        for i, sequence in enumerate(sequences)
    ]
    return _set(about, sequences, labels, constants)


def _labels(d: int, numbers: Sequence[int]) -> Labels:
    return tuple(tuple((number + 3 * i) % CLASSES + 1 for number in numbers) for i in range(d))


def _set(
    about: str, sequences: Sequence[Sequence[Token]], labels: Sequence[Labels], constants: Separation | None
) -> LabelledSet:
    matrices = [tuple(zip(*sequence, strict=True)) for sequence in sequences]
    data = LabelledSequences.of(list(zip(matrices, labels, strict=True)), about)
    return LabelledSet(about, data, constants or separation(data.vocabulary))


_LINE: Final = tokens(1, -1, 2)
_NEAR: Final = tokens(1, "3/2", 2)
_TRIANGLE: Final = tokens((1, 0), ("-3/5", "4/5"), ("-3/5", "-4/5"))
_ENDS: Final = tokens("9/10", "-9/10")
_CLOSE: Final = tokens(1 - mpq(10) ** -1700, mpq(10) ** -1700 - 1)
_MINUTE: Final = tokens(mpq(10) ** -70, -(mpq(10) ** -70))
_UNIT: Final = Separation(mpq(1, 2), mpq(1), mpq(1))

WITHOUT_ENCODINGS: Final[Sets] = (
    _by_context("n = 1", tokens(1), tokens(-1)),
    _by_context("n = 2, two sequences are permuted", _LINE[:2], _LINE[1::-1], (_LINE[0], _LINE[2])),
    _by_context("epsilon < 1/2", _NEAR[:2], _NEAR[1:]),
    _by_context("d = 2, as many contexts as tokens", _TRIANGLE[:2], _TRIANGLE[1:], (_TRIANGLE[2], _TRIANGLE[0])),
    _by_context("n = 3", _LINE, _LINE[::-1]),
    _by_context("a duplicate token in one sequence", tokens(1, 1), tokens(1, 2)),
    _by_context("one sequence, tokens near 10^-70", _MINUTE),
)
"""The sets of Corollary 1; the sixth one is not as it asks, so that it says nothing of it."""

WITH_ENCODINGS: Final[Sets] = (
    _by_place("one token: d = n = N = 1", tokens(1)),
    _by_place("d = 1, tokens near -r_max and r_max", _ENDS[::-1], _ENDS, constants=_UNIT),
    _by_place("d = 1, the same token everywhere, epsilon = 3", tokens("1/2", "1/2"),
              constants=Separation(mpq(1, 4), mpq(1), mpq(3))),
    _by_place("d = 2, n = 1", tokens(("1/2", "1/2")), constants=Separation(mpq(1, 2), mpq(1), mpq(1, 2))),
    _by_place("a sequence with a duplicate token", tokens(1, 1), tokens(1, 2)),
    _by_place("d = 2, n = 2", tokens(("3/5", "3/5"), ("-3/5", "-3/5")), tokens(("-3/5", "-3/5"), ("3/5", "3/5")),
              constants=_UNIT),
    _by_place("d = 1, tokens within 10^-1700 of -r_max and r_max", _CLOSE,
              constants=Separation(mpq(1, 2), mpq(1), mpq(19, 10))),
)  # fmt: skip
"""The sets of Corollary 2."""


class Chosen:
    """Sets that the parameter `data` chooses from, with their tables."""

    def __init__(self, name: str, sets: Sets) -> None:
        self._chosen = ChosenFrom(sets)
        data = [labelled.data for labelled in sets]
        self.parameters = (
            Parameter("data", f"which data set, 1 to {len(sets)}", ladder=tuple(range(1, len(sets) + 1))),
            Parameter("d", "entries of a token", follows=("data", tuple(labelled.d for labelled in data))),
            Parameter("n", "tokens of a sequence", follows=("data", tuple(labelled.n for labelled in data))),
        )
        self.sequences = self.listed(name, sets)
        """X^(1), ..., X^(N), each d x n."""

    @staticmethod
    def listed(name: str, sets: Sets) -> DomainSpec:
        """The sequences of the chosen one of these sets."""
        return chosen(name, "data", [listed(f"X of {s.about}", s.data.sequences) for s in sets])

    @property
    def sets(self) -> Sets:
        """Those that claims choose from; inside `about` one alone."""
        return self._chosen.now

    def about(self, own: LabelledSet) -> AbstractContextManager[None]:
        """What is made inside is about this set, number 1, in place of the others."""
        return self._chosen.about(own)

    def in_words(self, values: Mapping[str, Any]) -> str:
        """The sequences of the chosen set, for people."""
        return in_words(self.sets[values["data"] - 1].data.sequences)

    def N(self, at: Operands) -> Number:
        """The number of pairs."""
        return self.table(at, lambda labelled: labelled.data.N)

    def table(self, at: Operands, of: Callable[[LabelledSet], Rational | int]) -> Number:
        """The value that belongs to the chosen set."""
        return tabulated(at, [of(labelled) for labelled in self.sets])

    def entry(self, at: Operands, m: Number, i: Number, k: Number) -> Number:
        """Entry (i, k) of X^(m), whatever the point is."""
        given = [[entry for X in labelled.data.sequences for row in X for entry in row] for labelled in self.sets]
        return entry_of(at, given, self._place(at, m, i, k))

    def label(self, at: Operands, i: Number, k: Number, X: MatrixOperand) -> Number:
        """Entry (i, k) of the Y that belongs to X, one of the sequences."""
        labels = [[mpq(entry) for Y in labelled.data.labels for row in Y for entry in row] for labelled in self.sets]
        return entry_of(at, labels, self._place(at, self._number(at, X), i, k))

    def _number(self, at: Operands, X: MatrixOperand) -> Number:
        def same(number: Number) -> Truth:
            return each_entry(at, lambda i, k: X[i, k] == self.entry(at, number, i, k))

        N = self.N(at)
        return least(Columns(1, N, "m"), lambda number: when(same(number), number, N + 1))

    def _place(self, at: Operands, number: Number, i: Number, k: Number) -> Number:
        return (number - 1) * (at.d * at.n) + (i - 1) * at.n + k
