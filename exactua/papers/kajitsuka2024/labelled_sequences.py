"""Finite data sets: N pairs of a sequence X of n tokens and its labels Y (Kajitsuka & Sato 2024, Sec. 3.1 and 4.1).

    (X^(1), Y^(1)), ..., (X^(N), Y^(N)),   X^(i) in R^(d x n),   Y^(i) in [C]^(d x n)

A context is a token together with the vocabulary set of the sequence that it stands in: what Definition 2 asks an id to
tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from exactua.arithmetic.rationals import Matrix, Rational, written
from exactua.errors import InputError
from exactua.papers.kajitsuka2024.separation import Token
from exactua.plurals import counted

Label: TypeAlias = tuple[int, ...]
"""A column of Y: d integers >= 1."""

Context: TypeAlias = tuple[Token, frozenset[Token]]
"""A token and the vocabulary set of its sequence."""

Labels: TypeAlias = tuple[tuple[int, ...], ...]
"""d rows of n labels."""


@dataclass(frozen=True)
class LabelledSequences:
    """N pairs (X, Y), all d x n: entries of X are exact rationals, those of Y integers >= 1."""

    sequences: tuple[Matrix, ...]
    labels: tuple[Labels, ...]

    @classmethod
    def of(cls, pairs: Sequence[tuple[Matrix, Labels]], where: str = "pairs") -> LabelledSequences:
        """The set of these pairs. Raises InputError, beginning with `where`, for none, and for unequal shapes."""
        if not pairs:
            raise InputError(f"{where}: there is no pair in it; give at least one pair of X and Y")
        for number, (X, Y) in enumerate(pairs, 1):
            at = f"{where}: pair {number}"
            for name, rows in (("X", X), ("Y", Y)):
                _require_rectangle(rows, f"{at}: {name}")
            if _shape(Y) != _shape(X):
                raise InputError(f"{at}: Y is {_shape(Y)} and X is {_shape(X)}; Y has a label for each entry of X")
            if _shape(X) != _shape(pairs[0][0]):
                first = _shape(pairs[0][0])
                raise InputError(f"{at}: X is {_shape(X)} and X of pair 1 is {first}; all sequences are d x n")
        return cls(tuple(X for X, _ in pairs), tuple(Y for _, Y in pairs))

    @property
    def d(self) -> int:
        """The embedding dimension: rows of X."""
        return len(self.sequences[0])

    @property
    def n(self) -> int:
        """The number of tokens of a sequence: columns of X."""
        return len(self.sequences[0][0])

    @property
    def N(self) -> int:
        """The number of pairs."""
        return len(self.sequences)

    @property
    def C(self) -> int:
        """The number of output classes: the largest label."""
        return max(entry for Y in self.labels for row in Y for entry in row)

    @cached_property
    def tokens(self) -> tuple[tuple[Token, ...], ...]:
        """Of each sequence its n tokens, in order."""
        return tuple(tuple(zip(*X, strict=True)) for X in self.sequences)

    @cached_property
    def vocabulary(self) -> tuple[Token, ...]:
        """The tokens that occur, each once, sorted: the whole vocabulary set V."""
        return tuple(sorted({token for tokens in self.tokens for token in tokens}))

    @cached_property
    def contexts(self) -> dict[Context, Label]:
        """Each context with its label, in the order in which they first occur."""
        labels: dict[Context, Label] = {}
        for _, _, context, label in self._places():
            labels.setdefault(context, label)
        return labels

    @cached_property
    def distinct(self) -> tuple[Matrix, ...]:
        """The sequences, each once, in the order in which they first occur."""
        return tuple(dict.fromkeys(self.sequences))

    def shifted(self, E: Matrix) -> LabelledSequences:
        """The same labels of X + E, for a d x n matrix E."""
        return LabelledSequences(tuple(_plus(X, E) for X in self.sequences), self.labels)

    def _places(self) -> Iterator[tuple[int, int, Context, Label]]:
        """Each pair and position, from 1, with its context and its label."""
        for number, (tokens, Y) in enumerate(zip(self.tokens, self.labels, strict=True), 1):
            vocabulary = frozenset(tokens)
            for position, (token, label) in enumerate(zip(tokens, zip(*Y, strict=True), strict=True), 1):
                yield number, position, (token, vocabulary), label

    def require_no_duplicates(self, where: str, instead: str) -> None:
        """Raises InputError with the first sequence in which a token stands twice; `instead` says what to do."""
        for number, tokens in enumerate(self.tokens, 1):
            first: dict[Token, int] = {}
            for position, token in enumerate(tokens, 1):
                if first.setdefault(token, position) != position:
                    raise InputError(
                        f"{where}: pair {number}: the tokens at positions {first[token]} and {position} of "
                        f"X = {shown(self.sequences[number - 1])} are the same, {shown_column(token)}; {instead}"
                    )

    def require_consistent_contexts(self, where: str) -> None:
        """Raises InputError with the first two places where the same context has different labels (Corollary 1)."""
        first: dict[Context, tuple[int, int, Label]] = {}
        for number, position, context, label in self._places():
            other, there, its_label = first.setdefault(context, (number, position, label))
            if its_label != label:
                raise InputError(
                    f"{where}: the token {shown_column(context[0])} is labelled {shown_column(its_label)} in pair "
                    f"{other} (position {there}) and {shown_column(label)} in pair {number} (position {position}), "
                    "and both sequences have the same tokens; label it consistently"
                )

    def require_consistent_sequences(self, where: str) -> None:
        """Raises InputError with the first two pairs of one X and different Y (Corollary 2)."""
        first: dict[Matrix, int] = {}
        for number, X in enumerate(self.sequences, 1):
            other = first.setdefault(X, number)
            Y, before = self.labels[number - 1], self.labels[other - 1]
            if before != Y:
                position = next(k for k in range(self.n) if any(a[k] != b[k] for a, b in zip(Y, before, strict=True)))
                mine, its = (shown_column(tuple(row[position] for row in labels)) for labels in (Y, before))
                raise InputError(
                    f"{where}: pairs {other} and {number} have the same X = {shown(X)}, and its token at position "
                    f"{position + 1} is labelled {its} in pair {other} and {mine} in pair {number}; "
                    "label it consistently"
                )


def shown(matrix: Sequence[Sequence[Rational | int]]) -> str:
    """A matrix as `exactua eval --point` takes it: rows are separated by semicolons."""
    return "[" + "; ".join(" ".join(written(entry) for entry in row) for row in matrix) + "]"


def shown_column(column: Sequence[Rational | int]) -> str:
    """A column as a vector: (1, 1/2); the number alone where d = 1."""
    return written(column[0]) if len(column) == 1 else f"({', '.join(map(written, column))})"


def _plus(A: Matrix, B: Matrix) -> Matrix:
    return tuple(tuple(a + b for a, b in zip(first, second, strict=True)) for first, second in zip(A, B, strict=True))


def _shape(rows: Sequence[Sequence[object]]) -> str:
    return f"{len(rows)} x {len(rows[0])}"


def _require_rectangle(rows: Sequence[Sequence[object]], where: str) -> None:
    if not rows or not rows[0]:
        raise InputError(f"{where} is empty; a sequence has at least one token, and a token at least one entry")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise InputError(f"{where}: row {number} has {counted(len(row), 'entry')}, row 1 has {len(rows[0])}")
