"""The distinct ids l'_1 < ... < l'_n' of a matrix with duplicate columns (Yun et al. 2020, App. E.3.2).

Operands for a claim that has D and l: the columns are sorted by id, l_1 <= ... <= l_n. Ids are in units of delta.
"""

from __future__ import annotations

from exactua.claims.claim import Operands
from exactua.papers.yun2020.vocabulary import entry_at
from exactua.terms.tracing import Columns, Number, Row, greatest, row, total, when


def place(at: Operands) -> Row:
    """For each column the number of distinct ids up to its own: l_j = l'_(place_j), shape (n,)."""

    def new(i: Number) -> Number:
        return when(at.l[i - 1] != at.l[i], 1, 0)

    return row(at.columns, lambda j: 1 + total(Columns(2, j, "i"), new))


def distinct(at: Operands) -> Number:
    """n', the number of distinct columns."""
    return at.place[at.n]


def l_prime(at: Operands) -> Row:
    """l'_1 < ... < l'_n', then -1 up to length n: the distinct ids, shape (n,), in units of delta."""
    return row(at.columns, lambda i: greatest(at.columns, lambda j: when(at.place[j] == i, at.l[j], -1)))


def at_prime(at: Operands, index: Number) -> Number:
    """l'_index, where the index varies with the point, in units of delta."""
    return entry_at(at.l_prime, at.columns, index)


def power(at: Operands, exponent: Number) -> Number:
    """D^exponent for an exponent 0, ..., n that varies with the point."""
    return total(Columns(0, at.n, "e"), lambda e: when(e == exponent, at.D**e, 0))


def new_prime(at: Operands, i: Number) -> Number:
    """What the display of l~_j in E.3.1 makes of the i-th of l'_1, ..., l'_n', in units of delta."""
    gaps = total(Columns(1, i - 1, "k"), lambda k: at.D**k * (at.l_prime[i - k] - at.l_prime[i - k + 1]))
    return at.l_prime[i] + gaps + at.D**i * (at_prime(at, at.distinct) - at.l_prime[1])
