"""The largest ids and scores of g_c of Lemma 8 over all points, as closed forms with the point that attains them.

Ids are in units of delta, D = delta^-d. In the sweep layer l moves the columns with id l, and them alone, by
D (max - min) (Yun et al. 2020, App. E.3.1; yun2020:event_driven_sweep); an id with an entry -delta^(-nd) is negative
and stays. So if the least id is such a -b, and 0 <= l_1 < ... < l_k are the others, column j becomes

    y_j = l_j + D (y_(j-1) + b)  with  y_0 = l_k,

which grows with k, b and every l: b is largest, and l_j = D - 1 - (k - j). Without one the last of them becomes

    l~_k = l_k - sum_(i=1..k-1) D^i (l_(k-i+1) - l_(k-i)) + D^k (l_k - l_1)        (Lemma 10),

where l_1 = 0 and l_k = D - 1, as D^k is more than all else can take back, and the gaps, which add up to D - 1, cost
least where D^i is least: all are 1 but the one below l_k. It grows with k too. There are k <= D different ids, and
k <= n, or k <= n - 1 beside a negative one, from which the ids become larger (b >= D^n).

The last layer makes of x at most (1 + D^(n+1)) times the largest |id|, and the greatest id M attains that. There its
score with itself is M^2. In the sweep scores are x_k (x_j - l +- 1/2) with |x_k| <= M; before the first shift both
factors are less than M, and later |x_j - l +- 1/2| < M as well: x_j <= M and l >= 1, or else it is at most b + D - 1/2,
and M >= D b + D^2 - 1 beside a negative id, M >= D (D - 1) > D - 1/2 without one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Largest:
    """The largest |id| before and after the last layer, in units of delta, and |score|, in units of delta^2."""

    before: int
    after: int
    score: int
    ids: tuple[int, ...]
    """The column ids of a point that attains all three, increasing, in units of delta."""


def largest(d: int, n: int, m: int, categories: int) -> Largest | None:
    """Over Category 1 (`categories` 1), over G_delta (2) or over G+_delta (3); None where there is no point."""
    D = m**d
    if categories == 1 and n > D:
        return None
    if categories == 3:
        k, b = min(n - 1, D), m * D**n * sum(m**i for i in range(d))
        ids = (*(-b for _ in range(n - k)), *range(D - k, D))
        top, least = ids[-1], ids[0]
        for column_id in sorted({column_id for column_id in ids if column_id >= 0}):
            top = column_id + D * (top - least)
    else:
        k = min(n, D)
        ids = (*(0 for _ in range(n - k)), *range(k - 1), D - 1)
        top = D - 1 - D * (D - 1 - (k - 2)) - sum(D**i for i in range(2, k)) + D**k * (D - 1)
    return Largest(top, top * (1 + D ** (n + 1)), top**2, ids)


def apart(d: int, n: int, m: int, bits: int) -> bool:
    """Whether no format of so many bits can round two ids of a point of Category 1 alike: proved by their distances.

    With g_i = l_(i+1) - l_i and s = l_n - l_1, neighbours l~_j and l~_(j+1) are (D - 1) (D^j s - sum_(i=1..j) D^(i-1)
    g_(j+1-i)) >= (D - 1)^2 s apart, because gaps add up to s at most; and u^T g_c(L) is less than (1 + D^(n+1)) D^n s.
    Two numbers that are rounded alike differ by at most 2^(1-bits) of the larger one.
    """
    D: int = m**d
    return bool(2 ** (bits - 1) * (D - 1) ** 2 >= (1 + D ** (n + 1)) * D**n)


def least_after(d: int, n: int, m: int) -> int:
    """t_l = delta^(-2nd+1) (delta^-d - 1) in units of delta: no id of Category 1 is less (Lemma 8, Property 3)."""
    D = m**d
    return int(D ** (2 * n) * (D - 1))
