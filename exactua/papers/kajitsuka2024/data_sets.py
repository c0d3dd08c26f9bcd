"""Finite sets of sequences on which the statements of Kajitsuka & Sato 2024 are decided.

A set has N sequences X^(1), ..., X^(N) of n tokens in Q^d each, and rationals (r_min, r_max, epsilon). The first ones
satisfy the hypotheses of Theorem 2: no duplicate token in a sequence, tokenwise (r_min, r_max, epsilon)-separated
(Definition 1). Each of the last ones violates one hypothesis.

Claims choose a set by their parameter `data`, from 1; what belongs to it, other than its sequences, they read off
tables: `tabulated(at, values)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational, rational, written
from exactua.claims.claim import Operands, Parameter
from exactua.claims.own_data import ChosenFrom
from exactua.errors import InputError
from exactua.grids.finite import chosen, listed
from exactua.papers.kajitsuka2024.separation import Separation, Token, separation, unit_vector
from exactua.plurals import counted
from exactua.terms.tracing import Number, select
from exactua.terms.tracing import rational as literal


@dataclass(frozen=True)
class DataSet:
    """N sequences, each a tuple of n tokens of d entries; constants of Definition 1; the head size s to use."""

    about: str
    sequences: tuple[tuple[Token, ...], ...]
    constants: Separation
    head_size: int = 1

    @property
    def d(self) -> int:
        """The number of entries of a token."""
        return len(self.sequences[0][0])

    @property
    def n(self) -> int:
        """The number of tokens of a sequence."""
        return len(self.sequences[0])

    @cached_property
    def vocabulary(self) -> tuple[Token, ...]:
        """The set V of all tokens, in the order in which they occur first."""
        return tuple(dict.fromkeys(x for sequence in self.sequences for x in sequence))

    @cached_property
    def with_zero(self) -> tuple[Token, ...]:
        """V together with 0: what the proof of Lemma 3 applies Lemma 2 to."""
        return tuple(dict.fromkeys((*self.vocabulary, (mpq(0),) * self.d)))

    @cached_property
    def unit_vector(self) -> Token:
        """A rational v for V and 0 (Lemma 2)."""
        return unit_vector(self.with_zero)

    @cached_property
    def second_unit_vector(self) -> Token:
        """Another such v, the v' of footnotes 2 and 3."""
        return unit_vector(self.with_zero, 2)

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """X^(1), ..., X^(N), each as d rows of n entries."""
        return tuple(tuple(zip(*sequence, strict=True)) for sequence in self.sequences)


def tokens(*columns: Any) -> tuple[Token, ...]:
    """Tokens written as lists of exact numbers, or as numbers where d = 1."""
    return tuple(
        tuple(rational(x, "token") for x in (column if isinstance(column, (list, tuple)) else (column,)))
        for column in columns
    )


def data_set(about: str, sequences: Iterable[Sequence[Token]], *, digits: int = 3, head_size: int = 1) -> DataSet:
    """A data set whose constants are found: see `separation`. Raises InputError where a token is 0."""
    exact = tuple(tuple(sequence) for sequence in sequences)
    vocabulary = tuple(dict.fromkeys(x for sequence in exact for x in sequence))
    return DataSet(about, exact, separation(vocabulary, digits), head_size)


def _of_letters(vocabulary: Sequence[Token], *words: str) -> list[tuple[Token, ...]]:
    """Sequences as words: "ab" is the first token and then the second one."""
    return [tuple(vocabulary["abcde".index(letter)] for letter in word) for word in words]


_TRIANGLE: Final = tokens((1, 0), ("-5/13", "12/13"), ("-5/13", "-12/13"))
_SQUARE: Final = tokens((1, 0), (0, 1), (-1, 0), (0, -1))
_PENTAGON: Final = tokens((1, 0), ("5/13", "12/13"), ("-4/5", "3/5"), ("-4/5", "-3/5"), ("5/13", "-12/13"))
_CROSS: Final = tokens((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1))
_SMALL_TRIANGLE: Final = tuple(tuple(x / 4 for x in token) for token in _TRIANGLE)
_LINE: Final = tokens(1, -1, 2, -2, 3)
_ACROSS: Final = tokens((0, 1), (1, 0), (-1, 0), ("3/5", "4/5"), ("-3/5", "-4/5"))
_TINY: Final = tokens(mpq(10) ** -109, -(mpq(10) ** -109), -9 * mpq(10) ** -110)

DATA_SETS: Final = (
    data_set("one token each: n = 1", [tokens(1), tokens(-1)]),
    data_set("a permuted sequence, and one token changed; d = 1", _of_letters(_LINE, "ab", "ba", "ac")),
    data_set("three tokens of equal norms, two at a time", _of_letters(_TRIANGLE, "ab", "bc", "ca")),
    data_set("four tokens of equal norms, any two sequences share all but one", combinations(_SQUARE, 3)),
    data_set("a sequence and a permutation of it", _of_letters(_SQUARE, "abcd", "dabc")),
    data_set("five tokens of equal norms", _of_letters(_PENTAGON, "abc", "abd", "cde")),
    data_set("five tokens of three entries, four at a time", _of_letters(_CROSS, "abcd", "acde")),
    data_set("head size 2, u^T u' < 0", _of_letters(_CROSS, "ac", "ce", "eb", "ab"), head_size=2),
    data_set("tokens on a line, and their opposites", combinations(_LINE[:4], 3)),
    data_set("four of five tokens on a line", _of_letters(_LINE, "abcd", "abce")),
    data_set("a single sequence", _of_letters(_CROSS, "ace")),
    data_set("epsilon r_min < 1/8", _of_letters(_SMALL_TRIANGLE, "ab", "ac")),
    data_set("tokens near 10^-109", _of_letters(_TINY, "ab", "ac"), digits=5),
    data_set("a token at right angles to w = (1, 0), and others along w", _of_letters(_ACROSS, "abc", "ade")),
    DataSet("the token 0", (tokens(0, 1, 4), tokens(0, 2, 3)), Separation(mpq(1, 2), mpq(9, 2), mpq(9, 10))),
    data_set("29 tokens, duplicates", [tokens(*[1] * 29), tokens(*[1] * 28, -1)], digits=8),
)
"""Data sets 1, 2, ...; those from `FIRST_VIOLATION` on are not as Theorem 2 asks."""
FIRST_VIOLATION: Final = 15

_chosen: Final = ChosenFrom(DATA_SETS)
about: Final = _chosen.about
"""What is made inside is about a data set of one's own, number 1, in place of those above."""


def data_sets() -> tuple[DataSet, ...]:
    """Those that claims choose from; inside `about` that one alone."""
    return _chosen.now


QUICK: Final = (1, 2, 3, 5, 8, 11, 12, 13, 14, 15, 16)
"""Data sets of the default ladder; on the others Theorem 2 takes a few seconds each."""
DATA: Final = Parameter("data", f"which data set, 1 to {len(DATA_SETS)}", ladder=QUICK)
D_OF_DATA: Final = Parameter("d", "entries of a token", follows=("data", tuple(data.d for data in DATA_SETS)))
N_OF_DATA: Final = Parameter("n", "tokens of a sequence", follows=("data", tuple(data.n for data in DATA_SETS)))
HEAD_SIZE: Final = Parameter("s", "head size", follows=("data", tuple(data.head_size for data in DATA_SETS)))


def own_data_set(matrices: Sequence[Matrix], where: str) -> DataSet:
    """Sequences of one's own, d x n, that are as Theorem 2 asks, with constants that are found.

    Raises InputError, beginning with `where`, for none, for unequal shapes, for a sequence that is given twice, for a
    token that stands twice in one, and for the token 0.
    """
    require_sequences(matrices, where)
    try:
        return data_set(
            f"{counted(len(matrices), 'sequence')} of one's own", [tuple(zip(*X, strict=True)) for X in matrices]
        )
    except InputError as error:
        raise InputError(f"{where}: {str(error).removeprefix('vocabulary: ')}") from None


def require_sequences(matrices: Sequence[Matrix], where: str) -> None:
    """Raises InputError for no sequence, unequal shapes, a sequence that is given twice, a token twice in one."""
    if not matrices:
        raise InputError(f"{where}: there is no sequence in it; give at least one")
    first: dict[Matrix, int] = {}
    for number, X in enumerate(matrices, 1):
        shape, its = (f"{len(Y)} x {len(Y[0])}" for Y in (X, matrices[0]))
        if shape != its:
            raise InputError(f"{where}: sequence {number} is {shape}, sequence 1 is {its}; all are d x n")
        if first.setdefault(X, number) != number:
            raise InputError(f"{where}: sequences {first[X]} and {number} are the same; give each once")
        seen: dict[Token, int] = {}
        for k, token in enumerate(zip(*X, strict=True), 1):
            if seen.setdefault(token, k) != k:
                shown = ", ".join(map(written, token))
                raise InputError(
                    f"{where}: sequence {number} has the token ({shown}) at positions {seen[token]} and {k}, and the "
                    "claim is about sequences with no duplicate token"
                )


def own_parameters(d: int, n: int, head_size: int | None = None) -> tuple[Parameter, ...]:
    """The parameters of a claim about one data set: its number, d, n, and the head size where it has one."""
    sizes = {"d": ("entries of a token", d), "n": ("tokens of a sequence", n)}
    sizes |= {} if head_size is None else {"s": ("head size", head_size)}
    data = Parameter("data", "which data set, 1", ladder=(1,), only=(1,))
    return data, *(Parameter(name, means, follows=("data", (size,))) for name, (means, size) in sizes.items())


MOST_CHARACTERS: Final = 120


def in_words(matrices: Sequence[Matrix]) -> str:
    """Sequences for people: "X^(1) = [1 3/2], X^(2) = [3/2 2]"; how many there are where that is long."""
    shown = ["; ".join(" ".join(map(written, row)) for row in X) for X in matrices]
    words = ", ".join(f"X^({i}) = [{X}]" for i, X in enumerate(shown, 1))
    return words if len(words) <= MOST_CHARACTERS else f"N = {len(matrices)}"


sequences: Final = chosen(
    "X^(1), ..., X^(N)", "data", [listed(f"X of {data.about}", data.matrices) for data in DATA_SETS]
)
"""The sequences of the data set, d x n."""


def tabulated(at: Operands, values: Sequence[Rational | int]) -> Number:
    """The value that belongs to the data set that was chosen, one for each set."""
    return select(at.data, [literal(value) for value in values])


def entry_of(at: Operands, lists: Sequence[Sequence[Rational]], i: Number | int) -> Number:
    """Entry i, from 1, of the list that belongs to the data set; 0 beyond its end."""
    longest = max(map(len, lists))
    flat = [literal(numbers[k]) if k < len(numbers) else 0 for numbers in lists for k in range(longest)]
    return select((at.data - 1) * longest + i, flat)
