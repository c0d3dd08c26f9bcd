"""A function f of F_PE that stands for any in App. A.5, on the compact set [0, 1]^(d x n).

    f(Z)_{tk} = Z_{tk} (the mean of all entries of Z)

It is continuous and permutation equivariant, f of a token depends on its context, and 0 <= f <= 1. A factor changes by
at most max |Z - Z'|, so |f(Z) - f(Z')| <= 2 max |Z - Z'| in each entry.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Operands
from exactua.papers.yun2020.vocabulary import over_entries
from exactua.terms.tracing import Columns, MatrixOperand, Number, Truth, every, point, row, some, total, when

Entry = Callable[[Number, Number], Number]
"""Z as a function: the entry in row t and column k, as a term."""


def f(at: Operands, Z: Entry, t: Number, k: Number) -> Number:
    """f(Z)_{tk}."""
    return Z(t, k) * over_entries(at, Z) / (at.d * at.n)


def entries_of(matrix: MatrixOperand, shift: Number | int = 0) -> Entry:
    """Z = matrix, `shift` added to every entry."""
    return lambda i, j: matrix[i, j] if isinstance(shift, int) and shift == 0 else matrix[i, j] + shift


def below(h: MatrixOperand) -> Entry:
    """Z = L - h for L = point: what runs through L + [-1/D, 0]^(d x n) as h runs through [0, 1/D]^(d x n)."""
    return lambda i, j: point[i, j] - h[i, j]


def some_entry(at: Operands, condition: Callable[[Number, Number], Truth]) -> Truth:
    """condition(t, k) for some row t and column k."""
    return some(at.rows, lambda i: some(at.columns, lambda j: condition(i, j)))


def all_different(at: Operands, Z: Entry) -> Truth:
    """Z_{:,k} != Z_{:,l} for all k != l: what (62) asks of L."""

    def differ(k: Number, m: Number) -> Truth:
        return (k >= m) | some(at.rows, lambda i: Z(i, k) != Z(i, m))

    return every(Columns(1, at.n, "k"), lambda k: every(Columns(1, at.n, "l"), lambda m: differ(k, m)))


def over_distinct(at: Operands, value: Callable[[Entry], Number]) -> Number:
    """The sum of value(L) over all L of G~_D. L is written by its number in base D, one digit an entry.

    What hangs on the number alone stands in lists, which evaluators remember.
    """

    def digit(number: Number, place: Number) -> Number:
        return (number // at.D ** (place - 1) % at.D + 1) / at.D

    def summand(number: Number) -> Number:
        digits = row(Columns(1, at.d * at.n, "e"), lambda place: digit(number, place))

        def L(i: Number, j: Number) -> Number:
            return digits[(i - 1) * at.n + j]

        return when(once(when(all_different(at, L), 1, 0)) == 1, value(L), 0)

    return total(Columns(0, at.D ** (at.d * at.n) - 1, "number"), summand)


def once(value: Number) -> Number:
    """The number, in a list of one: it is remembered for the values of the variables that occur in it."""
    return row(Columns(1, 1, "once"), lambda place: value)[1]
