"""The Boltzmann operator and what it is made of, as operands of steps (Kajitsuka and Sato 2024, Def. 3, App. B.2).

    softmax(a)_k = e^(a_k) / sum of e^(a_j)      boltz(a) = sum of a_k softmax(a)_k      (21), (80)
    L(a) = log sum of e^(a_j)                    S(p) = - sum of p_k log p_k             (81), (82)

A vector is a row of numbers with entries a[k], k in the range `over`. Values are exact reals, unit 1.
"""

from __future__ import annotations

from exactua.terms.tracing import Columns, Number, Row, exp, log, row, total


def partition(a: Row, over: Columns) -> Number:
    """The sum of e^(a_j)."""
    return total(over, lambda j: exp(a[j]))


def log_partition(a: Row, over: Columns) -> Number:
    """L(a), eq. (81)."""
    return log(partition(a, over))


def softmax(a: Row, over: Columns) -> Row:
    """p = softmax(a); `over` begins with 1."""
    whole = partition(a, over)
    return row(over, lambda k: exp(a[k]) / whole)


def boltz(a: Row, over: Columns) -> Number:
    """boltz(a) = a^T softmax(a), eq. (21) and (80)."""
    return total(over, lambda k: a[k] * exp(a[k])) / partition(a, over)


def entropy(p: Row, over: Columns) -> Number:
    """S(p), eq. (82), of positive p."""
    return -total(over, lambda k: p[k] * log(p[k]))
