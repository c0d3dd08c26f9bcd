"""Words over tokens as domains: "a b b a" is a d x n matrix of embedded tokens, one column each.

Words of any one length are points of an existing kind of domain, so that a certificate needs nothing new: a vocabulary
where every word over it is meant, else for each n the list of its words, of which the parameter n chooses one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Final, NoReturn, TypeVar

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import plain
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec
from exactua.grids.spelling import Spelling, Word, quoted
from exactua.grids.tokens import Column, Places, Tokens, called, require_one_argument
from exactua.plurals import counted
from exactua.terms.language import rational as literal
from exactua.terms.not_run import AskedInteger
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    greatest,
    how_many,
    least,
    number,
    parameter,
    point,
    select,
    total,
    when,
)

MOST_TRIED: Final = 20_000_000
"""Letters of all words that are tried when a domain is listed."""
MOST_LISTED: Final = 1_000_000
"""Letters of all words that are listed."""


Operand = TypeVar("Operand", Number, Truth, AskedInteger)

_asked: ContextVar[list[Words] | None] = ContextVar("_asked", default=None)
_over_pairs: ContextVar[bool] = ContextVar("_over_pairs", default=False)
"""Whether what is said now speaks of pairs of words, the second one in columns n + 1, ..., 2 n."""


@contextmanager
def gathered() -> Iterator[list[Words]]:
    """The domains of words that are asked about tokens, rows or places inside."""
    asked = list[Words]()
    token = _asked.set(asked)
    try:
        yield asked
    finally:
        _asked.reset(token)


@contextmanager
def asking_of(over: Sequence[DomainSpec]) -> Iterator[None]:
    """What is said inside speaks of these domains.

    Raises ValueError where it asks words about tokens, rows or places, and one of the domains, or what its pairs are
    of, has other tokens.
    """
    pairs = _over_pairs.set(any(spec.of is not None for spec in over))
    try:
        with gathered() as asked:
            yield
    finally:
        _over_pairs.reset(pairs)
    for spec in over:
        base = spec.of or spec
        for words_of in asked:
            if not (isinstance(base, Words) and base.spells_like(words_of)):
                raise ValueError(
                    f"it asks {words_of.name} about tokens, but ranges over {base.name}, which has other tokens or "
                    "none; ask the words that it ranges over"
                )


@dataclass(frozen=True, eq=False, repr=False)
class Words(DomainSpec):
    """A domain of words, d x n matrices in unit 1, and what steps say of their tokens; `words` makes it.

    >>> words("words", tokens("a b", end="."), "1..3", where="a*b")
    words: 3 words of lengths 1, 2, 3 over a, b; d = 3
    """

    tokens: Tokens | None = None
    additions: tuple[Column, ...] = ()
    """What is added to the embedding at each place."""
    d: int = 0
    """The number of rows of its points."""
    answers: tuple[str, ...] = ()
    """The names of the last rows, which hold what a function says of the word."""

    def __repr__(self) -> str:
        """In a line: how long words are, over which tokens, and with how many rows."""
        lengths = f"of lengths {_shortly(self.lengths)}" if self.lengths else "of every length"
        count = f"{len(self.spelling.listed):,} " if self.spelling is not None and self.spelling.listed else ""
        return f"{self.name}: {count}words {lengths} over {', '.join(self._tokens.letters)}; d = {self.d}"

    @property
    def lengths(self) -> tuple[int, ...]:
        """Of the words, without start and end token; none where every length is meant."""
        assert self.spelling is not None
        return self.spelling.lengths

    def spells_like(self, other: Words) -> bool:
        """Whether a column means the same token here and there, rows the same answers, and places the same columns."""
        mine, theirs = self._tokens, other._tokens
        k = min(len(self.additions), len(other.additions))
        return (
            (mine.columns, mine.start, mine.end, self.d, self.answers)
            == (theirs.columns, theirs.start, theirs.end, other.d, other.answers)
            and bool(self.additions) == bool(other.additions)
            and self.additions[:k] == other.additions[:k]
        )

    def note(self) -> None:
        """Says that it is asked, where that is gathered."""
        asked = _asked.get()
        if asked is not None and not any(self is known for known in asked):
            asked.append(self)

    @property
    def column_counts(self) -> tuple[int, ...]:
        """The values that n may have, the number of columns of a point; none where every length is meant."""
        return tuple(length + self._tokens.more for length in self.lengths)

    @property
    def places(self) -> Columns:
        """Where the tokens of a word stand: the columns without those of the start and the end token.

        >>> every(words("pairs", tokens("a b", start="<s>"), 2).places, lambda j: point[1, j] <= 1)
        for all j = 2..n: L_(1, j) <= 1
        """
        return Columns(*self._ends)

    @property
    def first(self) -> Number | int:
        """The column of the first token of a word: 2 behind a start token, else 1.

        Where the empty word is among the words it is the least of `places`, which has no value there.

        >>> words("bits", tokens("0 1", end="."), "0..2").first
        min_(j = 1..n - 1) j
        """
        return least(self.places, lambda j: j) if 0 in self.lengths else self._ends[0]

    @property
    def last(self) -> Number:
        """The column of the last token of a word: n - 1 before an end token, else n.

        Where the empty word is among the words it is the greatest of `places`, which has no value there.
        """
        return greatest(self.places, lambda j: j) if 0 in self.lengths else self._ends[1]

    @property
    def _ends(self) -> tuple[int, Number]:
        """The first and the last of the places, the second before the first where the word is empty."""
        last = parameter("n") - 1 if self._tokens.end is not None else parameter("n")
        return self._asked_for(AskedInteger(1 + (self._tokens.start is not None))), self._asked_for(last)

    def matrix(self, word: str | Sequence[str]) -> Matrix:
        """The d x n matrix, unit 1, of a word such as "a b b a", or a list of its tokens.

        Raises InputError for a token that there is not, and for a word that is none of these.

        >>> words("letters", tokens("a b")).matrix("a b b")
        ((mpq(1,1), mpq(0,1), mpq(0,1)), (mpq(0,1), mpq(1,1), mpq(1,1)))
        """
        assert self.spelling is not None
        if not isinstance(word, (str, list, tuple)) or not all(isinstance(token, str) for token in word):
            raise InputError(f'word: {brief(word)} is not a word; write, for example, "{self._tokens.letters[0]}"')
        try:
            return self.spelling.matrix(tuple(word.split() if isinstance(word, str) else word))
        except InputError as error:
            raise InputError(f"word: {error}") from None

    def word(self, matrix: Sequence[Sequence[Any]]) -> Word | None:
        """The tokens of the word that a d x n matrix is, such as a point of a counterexample; None where it is none.

        >>> words("letters", tokens("a b")).word([[1, 0], [0, 1]])
        ('a', 'b')
        """
        assert self.spelling is not None
        rows = plain(matrix)
        if not isinstance(rows, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in rows):
            raise InputError(
                f"matrix: {brief(matrix)} is not a matrix; give its rows, such as those of a counterexample"
            )
        return self.spelling.word(tuple(map(tuple, rows)))

    @property
    def named_rows(self) -> Word:
        """The names that rows have: tokens of a one-hot embedding, and answers."""
        return (*(self._tokens.columns if self._tokens.one_hot else ()), *self.answers)

    @property
    def spelled_how(self) -> str:
        """What words are made of, for people: "1 to 3 tokens a, b"."""
        assert self.spelling is not None
        return f"{self.spelling.lengths_in_words} {self.spelling.tokens_in_words}"

    @property
    def edges(self) -> str:
        """Which columns of a word are none of its tokens, for people: "start and end token"."""
        named = {"start": self._tokens.start, "end": self._tokens.end}
        return f"{' and '.join(name for name, token in named.items() if token is not None)} token"

    def spelled_out(self, word: Word) -> Word:
        """The tokens of a word in all columns, the start and the end token among them."""
        return self._tokens.around(word)

    def row(self, name: str) -> int:
        """The row, from 1, that is 1 where this token stands (of a one-hot embedding), or that holds this answer.

        Raises InputError for another name.
        """
        rows = {token: i for i, token in enumerate(self._tokens.columns, 1)} if self._tokens.one_hot else {}
        rows |= {answer: self.d - len(self.answers) + i for i, answer in enumerate(self.answers, 1)}
        if not isinstance(name, str) or name not in rows:
            raise InputError(
                f"row: {self.name} has no row {brief(name)}; it has {', '.join(rows) or 'none with a name'}"
            )
        return self._asked_for(AskedInteger(rows[name]))

    def has(self, token: str, j: Number | int) -> Truth:
        """Whether column j is this token. Raises InputError for a token that there is not.

        >>> words("letters", tokens("a b")).has("b", parameter("n"))
        L_(2, n) = 1
        """
        columns = self._tokens.columns
        self._require_column(j)
        if not isinstance(token, str) or token not in columns:
            names = list(columns)
            hint = "" if isinstance(token, str) else f"; write, for example, has({names[0]!r}, 1)"
            if isinstance(token, str) and len(names) == 1 and token in names[0]:
                hint = f'; if its letters are meant, write tokens("{" ".join(names[0])}")'
            raise InputError(
                f"token: {brief(token)} is not a token of {self.name}; its tokens are {', '.join(columns)}{hint}"
            )
        if self._is_plain:
            return point[self.row(token), j] == 1
        conditions = [point[i, j] == self._entry(i, token, j) for i in range(1, self._tokens.rows + 1)]
        return self._asked_for(_all(conditions))

    def same(self, i: Number | int, j: Number | int) -> Truth:
        """Whether columns i and j are the same token.

        >>> words("letters", tokens("a b")).same(1, 2)
        for all t = 1..2: L_(t, 1) = L_(t, 2)
        """
        self._require_column(i)
        self._require_column(j)
        if not self.additions:
            return self._asked_for(every(Columns(1, self._tokens.rows, "t"), lambda t: point[t, i] == point[t, j]))
        both = [self.has(token, i) & self.has(token, j) for token in self._tokens.columns]
        return ~_all([~truth for truth in both])

    def count(self, token: str) -> Number:
        """How often a token stands in the word. Raises InputError for a token that there is not.

        >>> words("letters", tokens("a b")).count("a")
        sum_(j = 1..n) L_(1, j)
        """
        self.has(token, 1)
        if self._is_plain:
            return total(Columns(1, parameter("n")), lambda j: point[self.row(token), j])
        return how_many(Columns(1, parameter("n")), lambda j: self.has(token, j))

    def __contains__(self, token: object) -> NoReturn:
        """Raises InputError: a token is in a word of the domain, not in the domain."""
        raise InputError(
            'a domain of words has no entries and no length; ab.has("a", j) asks each of its words for a token'
        )

    def _require_column(self, j: object) -> None:
        """Raises InputError for a number that no column of any of the words has."""
        if type(j) is not int:
            return
        most = max(self.column_counts, default=0) * (2 if _over_pairs.get() else 1)
        if j < 1:
            raise InputError(f"column: {j} is not one of {self.name}; columns count from 1, and the last is at.n")
        if most and j > most:
            longest = counted(most, "column")
            raise InputError(f"column: {j} is not one of {self.name}; the longest of its words has {longest}")

    def _asked_for(self, operand: Operand) -> Operand:
        """The operand, which knows wherever it is used that these words were asked for it."""
        self.note()
        operand.asked |= {self._questions[_over_pairs.get()]}
        return operand

    @cached_property
    def _questions(self) -> tuple[_Question, _Question]:
        return _Question(self), _Question(self, True)

    @property
    def _tokens(self) -> Tokens:
        assert self.tokens is not None
        return self.tokens

    @property
    def _is_plain(self) -> bool:
        return self._tokens.one_hot and not self.additions

    def _entry(self, i: int, token: str, j: Number | int) -> Number | Rational:
        entry = self._tokens.columns[token][i - 1]
        if not self.additions:
            return entry
        if _over_pairs.get():
            column = number(j)
            j = when(column <= parameter("n"), column, column - parameter("n"))
        if isinstance(j, int):
            if not 1 <= j <= len(self.additions):
                raise InputError(f"column: {j} is not one of {self.name}; its words have 1 to {len(self.additions)}")
            return entry + self.additions[j - 1][i - 1]
        return select(j, [entry + addition[i - 1] for addition in self.additions])


@dataclass(frozen=True, eq=False)
class _Question:
    """That these very words are asked; others that have the same points with other tokens are equal to them."""

    words: Words
    of_pairs: bool = False
    """Whether what was asked for them knows that a second word may stand behind the first."""

    def note(self) -> None:
        """Says that they are asked, where that is gathered.

        Raises ValueError where places of one word were asked for, and a pair is meant.
        """
        if _over_pairs.get() and self.words.additions and not self.of_pairs:
            raise ValueError(
                f"{self.words.name} adds other numbers at each place, so it can't be asked about tokens outside of "
                "a step over pairs; ask it in the function of the step"
            )
        self.words.note()


def words(
    name: str,
    tokens: Tokens,
    lengths: int | str | Iterable[int] | None = None,
    *,
    where: str | Callable[[Word], bool] | None = None,
    answers: Mapping[str, Callable[[Word], Any]] | None = None,
) -> Words:
    """The words over `tokens` of these lengths, such as "1..4", 3 or range(1, 5); without lengths, of every length.

    A word is a d x n matrix, unit 1: a column for each token, those of the start and the end token among them, and n
    says its length. `where` leaves only words that match a regular expression as a whole (their tokens side by side,
    with spaces between them where one has several characters), or for which a function of the tuple of tokens is True.
    `answers` are functions of that tuple: what each returns, a number or one for each of the n columns, stands in a row
    of its name below the others. Words are in alphabetical order at each length.
    Raises InputError for lengths that are none, an empty word without a start or an end token, a wrong regular
    expression, a function that raises, or of `where` returns neither True nor False, no word that is left, a list of
    words of more than a million letters, and what `tokens` raises of numbers.

    >>> words("even", tokens("a b"), "1..4", where="(ab)*").data()["of"][1]["points"]
    [[[1, 0], [0, 1]]]
    >>> words("bits", tokens("0 1"), "1..3", where="2+")
    Traceback (most recent call last):
    exactua.errors.InputError: bits: where: no word of lengths 1, 2, 3 over 0, 1 is left
    """
    if isinstance(name, Tokens):
        raise InputError('name: the name comes first, then the tokens; write words("words", tokens("a b"), "1..4")')
    if not isinstance(name, str) or not name.strip():
        raise InputError(f"name: {brief(name)} is not a name for a domain; give a word or a few")
    if not isinstance(tokens, Tokens):
        raise InputError(f'{name}: tokens: {brief(tokens)} are not tokens; write, for example, tokens("a b c")')
    adding = tokens.positions is not None or tokens.added is not None or tokens.more > 0
    listing = adding or where is not None or bool(answers)
    if lengths is None and listing:
        needing = "positions, added, start, end, where and answers"
        raise InputError(
            f'{name}: lengths: missing; with {needing} words are listed: write, for example, lengths="1..4"'
        )
    chosen = () if lengths is None else _lengths(name, lengths)
    if 0 in chosen and not tokens.more:
        raise InputError(f"{name}: lengths: a word of length 0 has no column; give a start or an end token, or from 1")
    if listing:
        _require_few(name, tokens, chosen)
    longest = max(chosen, default=0) + tokens.more
    place = Places(name, tokens, longest)
    functions = _functions(name, tokens, answers or {})
    facts: dict[str, Any] = {
        "tokens": replace(tokens, positions=None, added=None),  # rules are functions, and no process is sent one
        "additions": place.additions,
        "d": place.d + len(functions),
        "answers": tuple(functions),
    }
    if not listing:
        columns = {token: place.column(token, None) for token in tokens.letters}
        terms = tuple(tuple(map(literal, column)) for column in columns.values())
        spelling = Spelling(tokens.letters, columns, {}, chosen)
        return Words(name, "sequences", columns=terms, spelling=spelling, **facts)
    by_width: dict[int, dict[Word, Matrix]] = {}
    for word in _chosen_words(name, tokens, chosen, where):
        by_width.setdefault(len(word) + tokens.more, {})[word] = place.matrix(word, functions)
    known: dict[Rational, Any] = {}
    options = tuple(
        DomainSpec(
            f"{name} {n}",
            "list",
            points=tuple(_terms(matrix, known) for matrix in by_width.get(n, {}).values()),
        )
        for n in range(1, longest + 1)
    )
    listed = {word: matrix for n in sorted(by_width) for word, matrix in by_width[n].items()}
    spelling = Spelling(tokens.letters, {}, listed, chosen, tokens.start, tokens.end)
    return Words(name, "chosen", parameter="n", options=options, spelling=spelling, **facts)


def _require_few(name: str, tokens: Tokens, lengths: tuple[int, ...]) -> None:
    """Raises InputError where the words of these lengths have more letters than are tried."""
    tried = 0
    for length in lengths:
        tried += length * len(tokens.letters) ** min(length, MOST_TRIED.bit_length())
        if tried > MOST_TRIED:
            shown = f"words of lengths up to {length} have more than {MOST_TRIED:,} letters, which are not all tried"
            raise InputError(f"{name}: lengths: {shown}; take shorter ones")


def _functions(
    name: str, tokens: Tokens, answers: Mapping[str, Callable[[Word], Any]]
) -> dict[str, Callable[[Word], Any]]:
    """The functions of answers. Raises InputError for a name that a row has already, and for no function."""
    if not isinstance(answers, Mapping):
        raise InputError(
            f'{name}: answers: {brief(answers)} has no names; write, for example, answers={{"length": len}}'
        )
    for answer, function in answers.items():
        if not isinstance(answer, str) or not answer.strip() or answer in tokens.columns:
            raise InputError(f"{name}: answers: {brief(answer)} is not a name, or is that of a token; give another")
        if not callable(function):
            raise InputError(f"{name}: answers: {answer}: {brief(function)} is not a function of the word")
        require_one_argument(function, f"{name}: answers: {answer}", "word: ...")
    return dict(answers)


def _chosen_words(
    name: str, tokens: Tokens, lengths: tuple[int, ...], where: str | Callable[[Word], bool] | None
) -> Iterator[Word]:
    """The words of these lengths, shorter ones first. Raises InputError where there are none, or too many."""
    accepts, accepted, letters = _accepting(name, tokens, where), False, 0
    for length in lengths:
        for word in product(tokens.letters, repeat=length):
            if accepts(word):
                accepted = True
                letters += length
                if letters > MOST_LISTED:
                    shown = f"the words that are to be listed have more than {MOST_LISTED:,} letters"
                    raise InputError(f"{name}: lengths: {shown}; take shorter ones")
                yield word
    if not accepted:
        shown = ", ".join(map(str, lengths))
        given = "" if isinstance(where, str) else f"; it is given tuples, such as {(tokens.letters[0],)}"
        raise InputError(f"{name}: where: no word of lengths {shown} over {', '.join(tokens.letters)} is left{given}")


def _accepting(name: str, tokens: Tokens, where: str | Callable[[Word], bool] | None) -> Callable[[Word], bool]:
    if where is None:
        return lambda word: True
    if isinstance(where, str):
        try:
            pattern = re.compile(where)
        except re.error as error:
            raise InputError(f"{name}: where: {where!r} is not a regular expression: {error}") from None
        between = "" if all(len(token) == 1 for token in tokens.letters) else " "
        return lambda word: pattern.fullmatch(between.join(word)) is not None
    if not callable(where):
        raise InputError(f"{name}: where: {brief(where)} is neither a regular expression nor a function of the word")
    require_one_argument(where, f"{name}: where", "word: ...")

    def accepts(word: Word) -> bool:
        answer: Any = called(where, word, f"{name}: where: {quoted(word)}")
        if not isinstance(answer, bool):
            raise InputError(
                f"{name}: where: the function returns {brief(answer)} for {quoted(word)}, neither True nor False"
            )
        return answer

    return accepts


def _lengths(name: str, given: int | str | Iterable[int]) -> tuple[int, ...]:
    """The lengths that "1..4", 3 or a range says, in increasing order."""
    wrong = InputError(
        f'{name}: lengths: {brief(given)} is not a list of lengths; write, for example, "1..4" or range(1, 5)'
    )
    if isinstance(given, str):
        match = re.fullmatch(r"\s*([0-9]{1,6})\s*(?:\.\.\s*([0-9]{1,6})\s*)?", given)
        if match is None:
            raise wrong
        listed: list[Any] = list(range(int(match[1]), int(match[2] or match[1]) + 1))
    elif isinstance(given, Iterable):
        listed = list(given)
    else:
        listed = [given]
    if not listed or any(isinstance(length, bool) or not isinstance(length, int) or length < 0 for length in listed):
        raise wrong
    return tuple(sorted(set(listed)))


def _terms(matrix: Matrix, known: dict[Rational, Any]) -> tuple[tuple[Any, ...], ...]:
    """The entries as terms; each number is made into one once."""
    for entry in {entry for row in matrix for entry in row}.difference(known):
        known[entry] = literal(entry)
    return tuple(tuple(known[entry] for entry in row) for row in matrix)


def _all(conditions: Sequence[Truth]) -> Truth:
    first, *others = conditions
    for condition in others:
        first = first & condition
    return first


def _shortly(lengths: Sequence[int]) -> str:
    """Lengths in a list, those that follow each other as a range where they are more than six."""
    if len(lengths) > 6 and [*lengths] == [*range(lengths[0], lengths[-1] + 1)]:
        return f"{lengths[0]} to {lengths[-1]}"
    return ", ".join(map(str, lengths))
