"""Operands of steps on sequences (Kajitsuka & Sato 2024): two of them as one point, data sets, weights of rank 1.

A pair [X X'] is one point: X is its first n columns, X' its last n ones, in place of X^(i) and X^(j). A vocabulary
V = {X_{:,1}, ..., X_{:,n}} is a set (Sec. 3.1): order and repetitions of tokens are not in it. Of a data set is said
here what its norms are, which hypotheses of Theorem 2 it satisfies, and which ids have to differ. Weight matrices of
rank 1 (Lemma 3, App. A.2) are u v^T with u in R^s, v in R^d.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands
from exactua.papers.kajitsuka2024.data_sets import data_sets, tabulated
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    greatest,
    implies,
    point,
    row,
    select,
    some,
    sqrt,
    total,
    when,
)


def first(at: Operands, Z: MatrixOperand = point) -> MatrixOperand:
    """X, the columns 1, ..., n of [X X']."""
    return Z.columns(1, at.n)


def second(at: Operands, Z: MatrixOperand = point) -> MatrixOperand:
    """X', the columns n + 1, ..., 2n of [X X']."""
    return Z.columns(at.n + 1, 2 * at.n)


def same_column(rows: Columns, X: MatrixOperand, k: Number | int, Y: MatrixOperand, j: Number | int) -> Truth:
    """X_{:,k} = Y_{:,j} in these rows."""
    return every(rows, lambda i: X[i, k] == Y[i, j])


def same_vocabulary(at: Operands, rows: Columns) -> Truth:
    """V = V' for the tokens in these rows: every token of X is one of X', and every token of X' is one of X."""
    X, Y = first(at), second(at)
    return _within(at, rows, X, Y) & _within(at, rows, Y, X)


def _within(at: Operands, rows: Columns, X: MatrixOperand, Y: MatrixOperand) -> Truth:
    return every(at.columns, lambda k: some(Columns(1, at.n, "l"), lambda j: same_column(rows, X, k, Y, j)))


def for_all_places(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for all k, j in [n]."""
    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda j: condition(k, j)))


def for_some_places(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """The condition for some k, j in [n]."""
    return some(Columns(1, at.n, "k"), lambda k: some(Columns(1, at.n, "l"), lambda j: condition(k, j)))


def describe_data(claim: Claim | Chapter) -> None:
    """Gives a claim the definitions V = |V|, r_min, r_max and epsilon of the data set that `data` chooses."""

    def V(at: Operands) -> Number:
        """|V|, the number of different tokens."""
        return tabulated(at, [len(data_set.vocabulary) for data_set in data_sets()])

    def r_min(at: Operands) -> Number:
        """Less than the norm of every token."""
        return tabulated(at, [data_set.constants.r_min for data_set in data_sets()])

    def r_max(at: Operands) -> Number:
        """Greater than the norm of every token."""
        return tabulated(at, [data_set.constants.r_max for data_set in data_sets()])

    def epsilon(at: Operands) -> Number:
        """Less than the distance of any two different tokens."""
        return tabulated(at, [data_set.constants.epsilon for data_set in data_sets()])

    for function in (V, r_min, r_max, epsilon):
        claim.define(function)


Lists = Callable[[], Sequence[Sequence[Rational | int]]]
"""Gives the list of each data set that a claim chooses from."""


def describe_list(claim: Claim | Chapter, name: str, lists: Lists) -> None:
    """Gives a claim the definitions name_1, name_2, ...: entries of the list of the data set, 0 beyond its end."""
    if isinstance(claim, Chapter):
        claim.writes(lambda written: describe_list(written, name, lists))
        return
    each = lists()
    for k in range(max(map(len, each))):
        claim.define(_entry(f"{name}_{k + 1}", [numbers[k] if k < len(numbers) else 0 for numbers in each]))


def _entry(name: str, numbers: Sequence[Rational | int]) -> Callable[[Operands], Number]:
    def entry(at: Operands) -> Number:
        return tabulated(at, numbers)

    entry.__name__ = name
    return entry


def described(at: Operands, name: str, length: int, i: Number) -> Number:
    """Entry i of the list that `describe_list` gave to the claim."""
    return select(i, [getattr(at, f"{name}_{k}") for k in range(1, length + 1)])


def most_rows() -> int:
    """The most entries that tokens of a data set have."""
    return max(data_set.d for data_set in data_sets())


def describe_vocabulary(claim: Claim | Chapter) -> None:
    """Gives a claim the entries of v_1, ..., v_|V| as definitions."""

    def padded() -> Sequence[Sequence[Rational]]:
        rows = most_rows()
        zeros = (mpq(0),) * rows
        return [[x for token in data_set.vocabulary for x in (*token, *zeros)[:rows]] for data_set in data_sets()]

    describe_list(claim, "token", padded)


def token_of_vocabulary(at: Operands, number: Number, i: Number) -> Number:
    """Entry i of the token v_number, 1 to |V|."""
    most, rows = max(len(data_set.vocabulary) for data_set in data_sets()), most_rows()
    return described(at, "token", most * rows, (number - 1) * rows + i)


# geometry: a vector is the function that gives its entry in a row


Vector = Callable[[Number], Number]


def absolute(x: Number) -> Number:
    """|x|, the greater one of x and -x."""
    return greatest(Columns(0, 1, "e"), lambda e: (1 - 2 * e) * x)


def squared_norm(at: Operands, entry: Vector) -> Number:
    """||x||^2 of the vector with these d entries."""
    return total(at.rows, lambda i: entry(i) ** 2)


def norm(at: Operands, entry: Vector) -> Number:
    """||x||; where d = 1 it is |x|, a number of the same kind as x."""
    return when(at.d == 1, absolute(total(at.rows, entry)), sqrt(squared_norm(at, entry)))


def column(Z: MatrixOperand, k: Number | int) -> Vector:
    """Z_{:,k}."""
    return lambda i: Z[i, k]


def minus(x: Vector, y: Vector) -> Vector:
    """x - y."""
    return lambda i: x(i) - y(i)


def provided(condition: Truth, conclusion: Callable[[], Truth]) -> Truth:
    """The conclusion wherever the condition is true; it is not looked at elsewhere."""
    return when(condition, when(conclusion(), 1, 0), 1) == 1


# sequences


def each_token(at: Operands, condition: Callable[[Number], Truth]) -> Truth:
    """For all columns k."""
    return every(Columns(1, at.n, "k"), condition)


def each_two(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """For all columns k of X and l of X'."""
    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda other: condition(k, other)))


def same_token(at: Operands, X: MatrixOperand, k: Number, Y: MatrixOperand, other: Number) -> Truth:
    """X_{:,k} = Y_{:,l}."""
    return same_column(at.rows, X, k, Y, other)


def different_vocabulary(at: Operands) -> Truth:
    """V^(i) != V^(j)."""
    return ~same_vocabulary(at, at.rows)


def no_duplicates(at: Operands, X: MatrixOperand) -> Truth:
    """Eq. (6) for k != l."""
    return each_two(at, lambda k, other: implies(k != other, ~same_token(at, X, k, X, other)))


def within_norms(at: Operands, X: MatrixOperand) -> Truth:
    """Definition 1, 1 and 2: r_min < ||X_{:,k}|| < r_max, on squares."""

    def within(k: Number) -> Truth:
        square = squared_norm(at, column(X, k))
        return (at.r_min**2 < square) & (square < at.r_max**2)

    return each_token(at, within)


def apart(at: Operands, X: MatrixOperand, Y: MatrixOperand) -> Truth:
    """Definition 1, 3: ||X_{:,k} - Y_{:,l}|| > epsilon for different tokens, on squares."""

    def far(k: Number, other: Number) -> Truth:
        square = squared_norm(at, minus(column(X, k), column(Y, other)))
        return (square == 0) | (square > at.epsilon**2)

    return each_two(at, far)


def separated(at: Operands) -> Truth:
    """X is as Definition 1 and (6) ask."""
    return no_duplicates(at, point) & within_norms(at, point) & apart(at, point, point)


def both_separated(at: Operands) -> Truth:
    """X and X' are as Definition 1 and (6) ask."""
    X, Y = first(at), second(at)
    each = no_duplicates(at, X) & no_duplicates(at, Y) & within_norms(at, X) & within_norms(at, Y)
    return each & apart(at, X, X) & apart(at, Y, Y) & apart(at, X, Y)


def vocabulary_separated(at: Operands) -> Truth:
    """V is as Definition 1 asks: r_min < ||v_a|| < r_max for all tokens, and ||v_a - v_b|| > epsilon for any two."""

    def token(a: Number) -> Vector:
        return lambda i: token_of_vocabulary(at, a, i)

    def far(a: Number, b: Number) -> Truth:
        return (a == b) | (squared_norm(at, minus(token(a), token(b))) > at.epsilon**2)

    def alone(a: Number) -> Truth:
        square = squared_norm(at, token(a))
        return (at.r_min**2 < square) & (square < at.r_max**2)

    tokens = Columns(1, at.V, "a")
    return every(tokens, lambda a: alone(a) & every(Columns(1, at.V, "b"), lambda b: far(a, b)))


def have_to_differ(at: Operands, k: Number, other: Number) -> Truth:
    """The ids of X_{:,k} and X'_{:,l} have to differ (Definition 2, 2)."""
    return different_vocabulary(at) | ~same_token(at, first(at), k, second(at), other)


def shared(at: Operands, k: Number, other: Number) -> Truth:
    """X_{:,k} = X'_{:,l} and V^(i) != V^(j): 'the most subtle pattern' of App. A.2."""
    return different_vocabulary(at) & same_token(at, first(at), k, second(at), other)


def some_shared(at: Operands) -> Truth:
    """The sequences are as the theorem asks, V^(i) != V^(j), and some X_{:,k} = X'_{:,l}."""
    tokens = Columns(1, at.n, "k")
    return both_separated(at) & some(tokens, lambda k: some(Columns(1, at.n, "l"), lambda other: shared(at, k, other)))


def for_shared(at: Operands, conclusion: Callable[[Number, Number], Truth]) -> Truth:
    """The conclusion for any k, l such that X_{:,k} = X'_{:,l}, where V^(i) != V^(j)."""
    return each_two(at, lambda k, other: implies(shared(at, k, other), conclusion(k, other)))


Weight = Callable[[Operands, Number, Number], Number]
"""A weight matrix: the function that gives its entry (row, column)."""


def heads(at: Operands) -> Columns:
    """The rows 1, ..., s of W_K, W_Q and W_V."""
    return Columns(1, at.s, "h")


def inner(at: Operands, x: Row, y: Row) -> Number:
    """x^T y in R^s."""
    return total(heads(at), lambda h: x[h] * y[h])


def key_vector(at: Operands) -> Row:
    """u = (1, 2, ..., s), as `theorem02_weights.u` has it."""
    return row(heads(at), lambda h: h)


def query_vector(at: Operands, kappa: Number) -> Row:
    """u' = kappa times (c, 1, ..., 1) with u^T u' = kappa or -kappa, as `theorem02_weights.u_query` has it."""
    first = (-1) ** (at.s - 1) - total(Columns(2, at.s, "g"), lambda g: g)
    return row(heads(at), lambda h: kappa * when(h == 1, first, 1))


def times(at: Operands, W: Weight, x: Vector) -> Vector:
    """W x, for W of s rows."""
    return lambda h: total(at.rows, lambda i: W(at, h, i) * x(i))


def product_of(at: Operands, W: Weight, x: Vector, other: Weight, y: Vector) -> Number:
    """(W x)^T (W' y)."""
    left, right = times(at, W, x), times(at, other, y)
    return total(heads(at), lambda h: left(h) * right(h))
