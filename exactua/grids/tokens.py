"""Tokens and their columns: an embedding, what the place of a token adds to it, a start and an end token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import lists, told_of_arrays, vector
from exactua.arithmetic.rationals import Matrix, Rational, rational
from exactua.errors import InputError
from exactua.grids.spelling import Word, quoted
from exactua.plurals import counted
from exactua.python_files import told
from exactua.terms.language import TermError
from exactua.terms.not_run import require_arguments

Column = tuple[Rational, ...]
Rule = Callable[[int], Sequence[Any]]
"""What the place j = 1, 2, ... of a token adds to it: exact numbers, as many at each place."""


@dataclass(frozen=True)
class Tokens:
    """Tokens with their columns, unit 1, and what the place of a token adds to these; `tokens` makes it.

    >>> tokens("a b", start="<s>").letters
    ('a', 'b')
    """

    letters: Word
    """What words are made of, in alphabetical order."""
    start: str | None
    end: str | None
    columns: Mapping[str, Column]
    """The embedding, of the start and the end token too."""
    one_hot: bool
    positions: Rule | None
    added: Rule | None
    width: int | None

    @property
    def rows(self) -> int:
        """The number of rows of the embedding: the first ones of a point."""
        return len(next(iter(self.columns.values())))

    @property
    def more(self) -> int:
        """How many columns a word has beside its own tokens."""
        return (self.start is not None) + (self.end is not None)

    def around(self, word: Word) -> Word:
        """The word between the start and the end token."""
        return (*filter(None, (self.start,)), *word, *filter(None, (self.end,)))


def tokens(
    names: str | Sequence[str],
    embedding: Any = None,
    *,
    start: str | None = None,
    end: str | None = None,
    positions: Rule | None = None,
    added: Rule | None = None,
    width: int | None = None,
) -> Tokens:
    """Tokens in alphabetical order, such as "a b c", and how they become the columns of a d x n matrix, unit 1.

    The `embedding` has a column for each token, those of `start` and `end` last; without one it is one-hot. Every word
    begins with the token `start` and ends with `end` where they are given. `added(j)` is added to the embedding at
    place j = 1, 2, ..., and `positions(j)` stands in rows below it; rows of zeros follow up to `width` rows.
    Raises InputError for no token, a token given twice, another number of columns, columns of different lengths and two
    that are equal, a number that is not exact, and a width that is too small.

    >>> tokens("a b", start="<s>").columns["b"]
    (mpq(0,1), mpq(1,1), mpq(0,1))
    >>> tokens("a b a")
    Traceback (most recent call last):
    exactua.errors.InputError: tokens: 'a' is given twice; give each token once
    """
    letters = _names(names.split() if isinstance(names, str) else names)
    edges = [_name(edge, what) for edge, what in ((start, "start"), (end, "end")) if edge is not None]
    every_token = (*letters, *edges)
    for token in every_token:
        if every_token.count(token) > 1:
            raise InputError(f"tokens: {token!r} is given twice; give each token once")
    count = len(every_token)
    given = embedding if embedding is not None else [[int(i == k) for k in range(count)] for i in range(count)]
    columns = dict(zip(every_token, _embedded(given, count), strict=True))
    for rule, name in ((positions, "positions"), (added, "added")):
        if rule is not None and not callable(rule):
            raise InputError(f"{name}: {brief(rule)} is not a rule; write, for example, lambda j: [j]")
        require_one_argument(rule, name, "j: [j]")
    return Tokens(letters, start, end, columns, embedding is None, positions, added, width)


class Places:
    """The columns of tokens at their places, checked."""

    def __init__(self, name: str, tokens: Tokens, longest: int) -> None:
        self._name, self._tokens = name, tokens
        self._below = self._ruled("positions", tokens.positions, longest)
        self.additions = self._ruled("added", tokens.added, longest)
        if self.additions and len(self.additions[0]) != tokens.rows:
            given = counted(len(self.additions[0]), "number")
            raise InputError(
                f"{name}: added: {given} at each place, but the embedding has {tokens.rows} rows; give one number "
                "for each row"
            )
        used = tokens.rows + (len(self._below[0]) if self._below else 0)
        self.d = used if tokens.width is None else tokens.width
        if isinstance(self.d, bool) or not isinstance(self.d, int) or self.d < used:
            raise InputError(f"{name}: width: {brief(tokens.width)} is not valid; give an integer >= {used}")
        self._zeros = (Rational(0),) * (self.d - used)

    def _ruled(self, what: str, rule: Rule | None, longest: int) -> tuple[Column, ...]:
        if rule is None:
            return ()
        rows = []
        for j in range(1, longest + 1):
            where = f"{self._name}: {what}({j})"
            given = called(rule, j, where)
            if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
                raise InputError(f"{where}: {brief(given)} is not a list of numbers; return, for example, [j]")
            rows.append(tuple(rational(entry, where) for entry in vector(given, where)))
            if len(rows[-1]) != len(rows[0]):
                shown = f"{counted(len(rows[-1]), 'number')}, but {len(rows[0])} at place 1"
                raise InputError(f"{where}: {shown}; give as many at each place")
        return tuple(rows)

    def column(self, token: str, j: int | None) -> Column:
        """The d entries of a token at place j; at any place, where that adds nothing (None)."""
        column = self._tokens.columns[token]
        if j is None:
            return (*column, *self._zeros)
        if self.additions:
            column = tuple(a + b for a, b in zip(column, self.additions[j - 1], strict=True))
        below = self._below[j - 1] if self._below else ()
        return (*column, *below, *self._zeros)

    def matrix(self, word: Word, answers: Mapping[str, Callable[[Word], Any]]) -> Matrix:
        """The d x n matrix of a word, what is answered of it in the last rows. Raises InputError for wrong answers."""
        whole = self._tokens.around(word)
        rows = zip(*(self.column(token, j) for j, token in enumerate(whole, 1)), strict=True)
        return (*rows, *(self._answer(name, function, word, len(whole)) for name, function in answers.items()))

    def _answer(self, name: str, function: Callable[[Word], Any], word: Word, n: int) -> Column:
        where = f"{self._name}: answers: {name} of {quoted(word)}"
        given = called(function, word, where)
        if isinstance(given, bool):
            raise InputError(f"{where}: {given} is not a number; write 1 and 0, or int(...) of True and False")
        given = lists(given, where)
        if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
            return (rational(given, where),) * n
        row = tuple(rational(entry, where) for entry in given)
        if len(row) != n:
            raise InputError(f"{where}: {counted(len(row), 'number')} for {counted(n, 'column')}; give one for each")
        return row


def require_one_argument(function: object, where: str, written: str) -> None:
    """Raises InputError, which begins with `where`, for a function that takes no argument, or more than one."""
    try:
        require_arguments(function, written, f"write lambda {written}")
    except TermError as error:
        raise InputError(f"{where}: {error}") from None


def called(function: Callable[[Any], Any], given: Any, where: str) -> Any:
    """What an author's function returns. Raises InputError, which begins with `where`, for what it raises."""
    try:
        return function(given)
    except Exception as error:
        raise InputError(f"{where}: the function raises {told(error)}") from None


def _names(given: Any) -> Word:
    if not isinstance(given, (list, tuple)):
        raise InputError(f'tokens: {brief(given)} is not a list of tokens; write, for example, tokens("a b c")')
    if not given:
        raise InputError('tokens: there is no token; write, for example, tokens("a b c")')
    return tuple(_name(token, "tokens") for token in given)


def _name(token: Any, where: str) -> str:
    if not isinstance(token, str) or not token or token.split() != [token] or not token.isprintable():
        quoted = f', such as "{token}" in quotes' if isinstance(token, int) else ""
        raise InputError(f"{where}: {brief(token)} is not a token; give printable characters without a space{quoted}")
    return token


def _embedded(given: Any, count: int) -> list[Column]:
    """The columns of an embedding, which is a list of its rows."""
    rows = lists(given, "embedding")
    if isinstance(rows, (str, bytes)) or not hasattr(rows, "__iter__"):
        raise InputError(
            f"embedding: {brief(given)} is not a matrix; give its rows, each with a number for every token"
        )
    read = []
    for i, row in enumerate(rows, 1):
        where = f"embedding: row {i}"
        entries = vector(row, where)
        if not hasattr(entries, "__iter__"):
            raise InputError(f"{where}: {brief(entries)} is not a list; give a number for each of the {count} tokens")
        with told_of_arrays(given):
            read.append(tuple(rational(entry, where) for entry in entries))
        if len(read[-1]) != count:
            raise InputError(
                f"{where} has {counted(len(read[-1]), 'entry')}, but there are {counted(count, 'token')}; give one "
                "for each, those of start and end last"
            )
    if not read:
        raise InputError("embedding: it has no row; give at least one")
    columns = list(zip(*read, strict=True))
    for k, column in enumerate(columns):
        if columns.index(column) != k:
            raise InputError(
                f"embedding: columns {columns.index(column) + 1} and {k + 1} are the same; give each token its own"
            )
    return columns
