"""How the points of a domain of words are written: "a b b a" for people, a d x n matrix for networks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError

Word = tuple[str, ...]
"""The tokens of a word in order, without a start and an end token."""

MOST_NAMED: Final = 20
"""Tokens that a message names."""


@dataclass(frozen=True)
class Spelling:
    """The words of one domain, each with its matrix.

    Either every word over `columns`, the column of each token, or the `listed` ones.
    """

    tokens: Word
    columns: Mapping[str, tuple[Rational, ...]]
    """Empty where words are listed."""
    listed: Mapping[Word, Matrix]
    """In the order of their ranks at each length, shorter words first."""

    def matrix(self, word: Word) -> Matrix:
        """The d x n matrix of a word. Raises InputError for a token that there is not, and for no word of these."""
        for token in word:
            if token not in self.tokens:
                raise InputError(f"{token!r} is no token here; the tokens are {self._named()}")
        if self.columns and word:
            return tuple(zip(*(self.columns[token] for token in word), strict=True))
        if word not in self.listed:
            raise InputError(f"{quoted(word)} is none of the words of this domain")
        return self.listed[word]

    def word(self, matrix: Matrix) -> Word | None:
        """The word that a d x n matrix is; None where it is none of the domain."""
        if not self.columns:
            return self._by_matrix.get(matrix)
        by_column = {column: token for token, column in self.columns.items()}
        tokens = tuple(by_column.get(column) for column in zip(*matrix, strict=True))
        return tuple(token for token in tokens if token is not None) if None not in tokens else None

    @cached_property
    def _by_matrix(self) -> dict[Matrix, Word]:
        return {matrix: word for word, matrix in self.listed.items()}

    def _named(self) -> str:
        more = f" and {len(self.tokens) - MOST_NAMED} more" if len(self.tokens) > MOST_NAMED else ""
        return ", ".join(self.tokens[:MOST_NAMED]) + more


def quoted(word: Word) -> str:
    """A word for people, and as commands read it: "a b b a"."""
    return f'"{" ".join(word)}"'
