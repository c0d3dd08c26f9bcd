"""The Boltzmann operator and what it is made of, as operands of steps, and its derivatives (Kajitsuka & Sato 2024).

    softmax(a)_k = e^(a_k) / sum of e^(a_j)      boltz(a) = sum of a_k softmax(a)_k      (21), (80)
    L(a) = log sum of e^(a_j)                    S(p) = - sum of p_k log p_k             (81), (82)

A vector is a row of numbers with entries a[k], k in the range `over`. Values are exact reals, unit 1.

Derivatives are by the rules of calculus (App. B.2), and beside them difference quotients with proven remainders:

    p_i = e^(a_i) / Z,   boltz = N / Z,   Z = sum_k e^(a_k),   N = sum_k a_k e^(a_k)

The paper's formulas are compared with the quotient rule for these two fractions, exactly. That the quotient rule gives
derivatives is seen in difference quotients: (f(a + h e_i) - f(a)) / h is within h/2 max |f''| of f'(a). With
g = 1 + log p_i + S(p), p_i |g| <= 3/2 + log n, as S <= log n and p_i |log p_i| <= 1/e:

    p_i'' = p_i (1 - p_i) (1 - 2 p_i) and L'' = p_i (1 - p_i)         at most 1/4
    boltz'' = p_i ((1 - 2 p_i) g + 1) and S'' = L'' - boltz''         at most 3 + log n
    boltz''' = p_i (1 - p_i) ((1 - 2 p_i) g + 1)
               + p_i (-2 p_i (1 - p_i) g + (1 - 2 p_i) (1 - p_i g))   at most 5 + 3 log n
"""

from __future__ import annotations

from exactua.terms.tracing import Columns, Number, Row, Truth, exp, inside, log, rational, row, total, when


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


SMALL = rational("1/1000")
"""h: how far an argument is moved for a difference quotient."""


def kronecker(i: Number, j: Number) -> Number:
    """delta_ij of (88): 0 if i != j, 1 if i = j."""
    return when(i == j, 1, 0)


def weighted(a: Row, over: Columns) -> Number:
    """N = sum_k a_k e^(a_k)."""
    return total(over, lambda k: a[k] * exp(a[k]))


def softmax_by(a: Row, over: Columns, i: Number, j: Number) -> Number:
    """The derivative of p_i by a_j: (delta_ij e^(a_i) Z - e^(a_i) e^(a_j)) / Z^2."""
    Z = partition(a, over)
    return (when(i == j, exp(a[i]), 0) * Z - exp(a[i]) * exp(a[j])) / Z**2


def log_partition_by(a: Row, over: Columns, i: Number) -> Number:
    """The derivative of L = log Z by a_i: that of Z, divided by Z."""
    return total(over, lambda k: when(k == i, exp(a[k]), 0)) / partition(a, over)


def entropy_by(a: Row, over: Columns, i: Number) -> Number:
    """The derivative of S = -sum_j p_j log p_j by a_i: that of p_j log p_j is (log p_j + 1) p_j'."""
    Z = partition(a, over)
    return -total(over, lambda j: (log(exp(a[j]) / Z) + 1) * softmax_by(a, over, j, i))


def boltz_by(a: Row, over: Columns, i: Number) -> Number:
    """The derivative of boltz = N / Z by a_i: (N' Z - N Z') / Z^2, N' = (1 + a_i) e^(a_i), Z' = e^(a_i)."""
    Z, N = partition(a, over), weighted(a, over)
    return ((1 + a[i]) * exp(a[i]) * Z - N * exp(a[i])) / Z**2


def boltz_twice_by(a: Row, over: Columns, i: Number) -> Number:
    """The second derivative of boltz = N / Z by a_i: (N'' Z - N Z'') / Z^2 - 2 Z' (N' Z - N Z') / Z^3."""
    Z, N = partition(a, over), weighted(a, over)
    first = (1 + a[i]) * exp(a[i]) * Z - N * exp(a[i])
    second = (2 + a[i]) * exp(a[i]) * Z - N * exp(a[i])
    return second / Z**2 - 2 * exp(a[i]) * first / Z**3


def moved(a: Row, over: Columns, i: Number, by: Number) -> Row:
    """a + h e_i: `by` added to entry i; `over` begins with 1."""
    return row(over, lambda k: a[k] + when(k == i, by, 0))


def near_quotient(derivative: Number, there: Number, here: Number, curvature: Number | int) -> Truth:
    """(f(a + h e_i) - f(a)) / h is within h/2 times the largest second derivative of `derivative`, h = 1/1000."""
    remainder = SMALL * curvature / 2
    return inside((there - here) / SMALL - derivative, -remainder, remainder)
