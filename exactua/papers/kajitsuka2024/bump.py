"""The bump functions of App. A.5, (67)-(68), as terms: three ReLUs for each entry of Z, L and the scale R.

As printed sigma[x - 1] - sigma[x] + sigma[x + 1] is x for x >= 1; with -2 sigma[x] it is a tent, 1 at 0 and 0 outside
(-1, 1). (67) closes its bracket before (68): the third ReLU is taken to stand in the sum with the others.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Operands
from exactua.papers.kajitsuka2024.equivariant_target import Entry, f, once, over_distinct, over_entries
from exactua.terms.tracing import Number, when

Peak = Callable[[Number], Number]
"""What stands in the sum of (67)-(68), as a function of x = R (Z_{tk} - L_{tk})."""


def relu(x: Number) -> Number:
    """max(x, 0)."""
    return when(x > 0, x, 0)


def printed(x: Number) -> Number:
    """sigma[x - 1] - sigma[x] + sigma[x + 1]."""
    return relu(x - 1) - relu(x) + relu(x + 1)


def tent(x: Number) -> Number:
    """sigma[x - 1] - 2 sigma[x] + sigma[x + 1]."""
    return relu(x - 1) - 2 * relu(x) + relu(x + 1)


def share(at: Operands, peak: Peak, Z: Entry, L: Entry) -> Number:
    """(1/dn) times the sum over all entries of the peak at L_{tk}: what multiplies f(L) in (67)-(68)."""
    return over_entries(at, lambda i, j: peak(at.R * (Z(i, j) - L(i, j)))) / (at.d * at.n)


def second_layer(at: Operands, peak: Peak, Z: Entry, t: Number, k: Number) -> Number:
    """The bump functions of all L of G~_D added up, the entry in row t and column k: F_2 of (67)-(68)."""
    return over_distinct(at, lambda L: f(at, L, t, k) * once(share(at, peak, Z, L)))
