"""Maps q at two sequences X, X', as points: tokens in the first row of [X X'], values of q in the second one.

So steps on Definition 2 (Kajitsuka & Sato 2024) speak of every map at once. Tokens and values are 0, ..., m - 1.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Operands
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.sequence_pairs import first, for_all_places, for_some_places, same_vocabulary, second
from exactua.terms.tracing import Columns, Number, Truth, every, implies, parameter, point

maps = pairs_of(levels("sequences X above values of q, all of 0, ..., m - 1", 0, 1, parameter("m")))
TOKENS = Columns(1, 1, "i")
IDS = 2


def places(at: Operands, letter: str = "k") -> Columns:
    """All columns of [X X']."""
    return Columns(1, 2 * at.n, letter)


def all_pairs(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for any two places of X and X', in the same sequence or not."""
    return every(places(at), lambda k: every(places(at, "l"), lambda j: condition(k, j)))


def different_tokens(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for any two different tokens of X and X', in the same sequence or not."""
    return every(
        places(at), lambda k: every(places(at, "l"), lambda j: implies(point[1, k] != point[1, j], condition(k, j)))
    )


def different_vocabularies(at: Operands) -> Truth:
    """V != V'."""
    return ~same_vocabulary(at, TOKENS)


def different_contexts(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for any two tokens that differ, or that are one of X and one of X' where V != V'."""
    across = for_all_places(at, lambda k, j: condition(k, at.n + j))
    return different_tokens(at, condition) & implies(different_vocabularies(at), across)


def condition1(at: Operands, r: Number) -> Truth:
    """1.; values are not negative."""
    return every(places(at), lambda k: point[IDS, k] < r)


def condition2(at: Operands, delta: Number | int) -> Truth:
    """2., for any delta, negative ones too."""

    def apart(k: Number, j: Number) -> Truth:
        distance = point[IDS, k] - point[IDS, j]
        return (distance > delta) | (-distance > delta)

    return different_contexts(at, apart)


def is_map(at: Operands) -> Truth:
    """q is a map: X = X' has one value."""
    X, Y = first(at), second(at)
    return implies(every(at.columns, lambda k: X[1, k] == Y[1, k]), X == Y)


def token_wise(at: Operands) -> Truth:
    """q(X)_{:,k} is a function of X_{:,k}."""
    return all_pairs(at, lambda k, j: implies(point[1, k] == point[1, j], point[IDS, k] == point[IDS, j]))


def have_a_token_in_common(at: Operands) -> Truth:
    """X_{:,k} = X'_{:,l} for some k, l."""
    return for_some_places(at, lambda k, j: point[1, k] == point[1, at.n + j])


def same_tokens(at: Operands) -> Truth:
    """X = X', in every place."""
    return every(at.columns, lambda k: point[1, k] == point[1, at.n + k])
