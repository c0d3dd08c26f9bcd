"""How the points of a domain of words are written: "a b b a" for people, a d x n matrix for networks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.plurals import counted

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
    lengths: tuple[int, ...] = ()
    """Of the words, without start and end token; none where every length is meant."""
    start: str | None = None
    end: str | None = None

    def matrix(self, word: Word) -> Matrix:
        """The d x n matrix of a word.

        Raises InputError for a token that there is not, one that is not written, a length that words have not, and for
        no word of these.
        """
        for token in word:
            if token not in self.tokens:
                raise InputError(self._no_token(token))
        if len(word) not in self.lengths if self.lengths else not word:
            given = f"{quoted(word)} has {counted(len(word), 'token')}"
            raise InputError(f"{given}; give a word of {self.lengths_in_words}")
        if self.columns:
            return tuple(zip(*(self.columns[token] for token in word), strict=True))
        if word not in self.listed:
            raise InputError(f"{quoted(word)} is not a word of this domain")
        return self.listed[word]

    @property
    def lengths_in_words(self) -> str:
        """How many tokens words have: "1 to 3 tokens", "2 or 4 tokens"."""
        if not self.lengths:
            return "1 token or more"
        *others, last = self.lengths
        if len(others) > 1 and last - others[0] == len(others):
            return f"{others[0]} to {last} tokens"
        return f"{', '.join(map(str, others))} or {last} tokens" if others else counted(last, "token")

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

    def _no_token(self, text: str) -> str:
        """What is wrong with a text that stands where a token should."""
        for edge, which, where in ((self.start, "start", "before"), (self.end, "end", "behind")):
            if text == edge:
                return f"{text!r} is the {which} token, which stands {where} every word; leave it out"
        letters = len(text) > 1 and all(letter in self.tokens for letter in text)
        apart = f": write {quoted(tuple(text))}" if letters else ""
        return f"{brief(text)} is not a token here; the tokens are {self.tokens_in_words}{apart}"

    @property
    def tokens_in_words(self) -> str:
        """The tokens, of many the first ones: "a, b"."""
        more = f" and {len(self.tokens) - MOST_NAMED} more" if len(self.tokens) > MOST_NAMED else ""
        return ", ".join(self.tokens[:MOST_NAMED]) + more


def quoted(word: Word) -> str:
    """A word for people, and as commands read it: "a b b a"."""
    return f'"{" ".join(word)}"'
