"""How many layers, parameters and free numbers there are: what the O(...) of Sec. 3.2, E.1.3, E.4 and G.3 stand for.

Every definition is an exact integer or rational of the parameters, unit 1; D = delta^-d, m = 1/delta >= 2, n >= 2. With
B = n D^n / n!, what is printed, for all d, n, m:

    rest = layers - n C(D, n)   d m + 2 d + D + 2 <= 4 D, as d m <= m^d, 2 d <= 2^d <= D, 2 <= D
    n C(D, n) <= B              as D (D - 1) ... (D - n + 1) <= D^n; at least B / 2 where n (n - 1) <= D, as the product
                                of the 1 - k/D is at least 1 - n (n - 1) / 2D
    layers <= 3 B               where n <= D: B = D^n / (n - 1)! increases in n up to D, and is D^2 >= 2 D at n = 2
    layers <= c(n) B            c(n) = 1 + 4 (n - 1)! / 2^(n - 1), as D = D^n / D^(n - 1) and D >= 2
    c B < 1                     at n = 4 D + c, for every c >= 1: (n - 1)! / D^(n - 1) >= ((n - 1) / (e D))^(n - 1)
                                >= (4/e)^(4 D + c - 1) > c D
    layers <= 5 n C(D, n)       where n <= D: n C(D, n) = D C(D - 1, n - 1) >= D
    layers <= 3 D C(D+n-2, n-1) as n C(D, n) is at most D C(D+n-2, n-1), and C(D+n-2, n-1) >= D >= 2
    1 + d + n C(D, n) <= B      where n <= D: D^n - D ... (D - n + 1) >= (n - 1) D^(n - 1) >= (n - 1)! D, and D >= 1 + d
    d B <= free numbers         as D (D + 1) ... (D + n - 2) >= D^(n - 1), with equality for n = 2; at most 2 d B where
                                n (n - 1) <= D, as the product of the 1 + k/D is at most e^((n - 1) (n - 2) / 2D)
    parameters <= 23 d layers   as 17 d + 6 <= 23 d
    layers of Theorem 3         at most 3 n D^n, as d m <= D and 2 n D + 1 <= 2 n D^2

Behind them stand the counts that the paper prints for the networks of Theorems 2 and 3, beside those of a network that
was built. Theorem 2: Lemmas 7, 8 and 9 for the three parts, Sec. 3.2 for blocks and parameters, Proposition 5 and
Lemma 6 for the width. Theorem 3: App. G.1 to G.3 and Sec. 3.2. An O(...) has no value; the expression inside it has,
for constant 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import u
from exactua.networks import Network
from exactua.networks.inspection import layers_by_kind, transformer_blocks
from exactua.networks.items import Item
from exactua.papers.pages import define
from exactua.papers.yun2020.vocabulary import D
from exactua.terms.tracing import Columns, Number, every, point, product, total, when


def define_counts(claim: Claim) -> None:
    """The counts under their own names, in an order in which each uses earlier ones only."""
    for shorthand in (D, permutations, printed, distinct_contexts, value_numbers):
        claim.define(shorthand)
    define(
        claim,
        # 1 + d + n C(D, n): the layers of g_v (E.4): one shifts, d flatten, the others map values
        value_layers=lambda at: 1 + at.d + at.value_numbers,
        # The layers of g_v o g_c o g_q: d/delta + d (Lemma 7), D + 1 (Lemma 8) and those of g_v (Lemma 9)
        layers=lambda at: at.d * at.m + at.d + at.D + 1 + at.value_layers,
        # The blocks that hold them: a block for each layer, but the last attention layer shares with the next one
        blocks=lambda at: at.layers - 1,
        # 17 d + 6: two heads of size 1 with query biases, 2 (4 d + 1), and four hidden nodes, 9 d + 4 (Sec. 2)
        block_parameters=lambda at: 17 * at.d + 6,
        # C(D + n - 1, n): the matrices of G_delta up to permutation, those with duplicate columns too
        all_contexts=lambda at: product(Columns(0, at.n - 1, "k"), lambda k: at.D + k) / at.permutations,
        # (output dim) x (num cubes) / n! = d n (1/delta)^(dn) / n!, as printed
        memorized=lambda at: at.d * at.printed,
        free_numbers=free_numbers,
        # d n / delta (G.1), n D + 1 (G.2) and one for each of the n numbers of each of the D^n contexts (G.3)
        layers_of_theorem_3=lambda at: at.d * at.n * at.m + at.n * at.D + 1 + at.n * at.D**at.n,
    )


def permutations(at: Operands) -> Number:
    """n!, the number of orders of n columns."""
    return product(Columns(1, at.n, "k"), lambda k: k)


def printed(at: Operands) -> Number:
    """n (1/delta)^(dn) / n!, what stands inside the O of Theorem 2's blocks and of Lemma 9's layers."""
    return at.n * at.D**at.n / at.permutations


def distinct_contexts(at: Operands) -> Number:
    """C(D, n): the matrices with n different columns of G_delta, up to permutation; 0 where n > D."""
    return product(Columns(0, at.n - 1, "k"), lambda k: at.D - k) / at.permutations


def value_numbers(at: Operands) -> Number:
    """n C(D, n): the numbers u^T g_c(L)_{:,j}, each of which has a layer of its own (E.4)."""
    return at.n * at.distinct_contexts


def free_numbers(at: Operands) -> Number:
    """d D C(D + n - 2, n - 1): the real numbers that fix a permutation equivariant function on G_delta.

    Equal columns of L have equal outputs, so an orbit has d of them for each different column.
    """
    others = product(Columns(0, at.n - 2, "k"), lambda k: at.D + k) * at.n / at.permutations
    return at.d * at.D * others


def multiplicities(at: Operands) -> Number:
    """Of the point: the product of the factorials of how often each column occurs; n! over this is its orders."""
    ids = u.dot(point)
    return product(at.columns, lambda j: total(Columns(1, j, "k"), lambda k: when(ids[k] == ids[j], 1, 0)))


def different_columns(at: Operands) -> Number:
    """Of the point: how many different columns it has."""
    ids = u.dot(point)
    return total(at.columns, lambda j: when(every(Columns(1, j - 1, "k"), lambda k: ids[k] != ids[j]), 1, 0))


@dataclass(frozen=True)
class PrintedCount:
    """One count: what is counted, how many there are here, the paper's expression, where it stands, and its value."""

    what: str
    here: int
    expression: str
    source: str
    value: Rational


def theorem2_counts(network: Network, parameters: Mapping[str, int]) -> Iterator[PrintedCount]:
    """The counts of Theorem 2 for d, n, m; those of the three parts where the network has their stages."""
    d, n, m = (parameters[name] for name in ("d", "n", "m"))
    D = mpq(m) ** d
    inside, order = n * D**n / factorial(n), "O(n (1/delta)^(dn) / n!)"
    if part := _between(network, None, "quantised"):
        yield PrintedCount(
            "g_q: feed-forward layers", _layers(part, "feed-forward"), "d/delta + d", "Lemma 7", mpq(d * m + d)
        )
    if part := _between(network, "quantised", "contexts"):
        yield PrintedCount("g_c: attention layers", _layers(part, "attention"), "delta^-d + 1", "Lemma 8", D + 1)
    if part := _between(network, "contexts", None):
        yield PrintedCount("g_v: feed-forward layers", _layers(part, "feed-forward"), order, "Lemma 9", inside)
    yield PrintedCount("Transformer blocks", transformer_blocks(network.items), order, "Sec. 3.2", inside)
    yield PrintedCount(
        "parameters", network.quantity("parameters"), "O(d n (1/delta)^(dn) / n!)", "Sec. 3.2", d * inside
    )
    yield PrintedCount(
        "parameters of the largest layer",
        network.quantity("largest layer parameters"),
        "O(d), of a block",
        "Sec. 3.2",
        mpq(d),
    )
    yield from _widths(network, "Theorem 2, Lemma 8", "Proposition 5")


def theorem3_counts(network: Network, parameters: Mapping[str, int]) -> Iterator[PrintedCount]:
    """The counts of Theorem 3 for d, n, m; those of the three parts where the network has their stages."""
    d, n, m = (parameters[name] for name in ("d", "n", "m"))
    D = mpq(m) ** d
    inside, order = n * D**n, "O(n (1/delta)^(dn))"
    if part := _between(network, "encoded", "quantised"):
        yield PrintedCount(
            "g_q: feed-forward layers", _layers(part, "feed-forward"), "dn/delta", "App. G.1", mpq(d * n * m)
        )
    if part := _between(network, "quantised", "contextual"):
        yield PrintedCount(
            "g_c: attention layers", _layers(part, "attention"), "n (1/delta)^d + 1", "App. G.2", n * D + 1
        )
    if part := _between(network, "contextual", None):
        yield PrintedCount("g_v: feed-forward layers", _layers(part, "feed-forward"), order, "App. G.3", inside)
    layers = _layers(network.items, "attention") + _layers(network.items, "feed-forward")
    yield PrintedCount("layers", layers, order, "Sec. 3.2", inside)
    yield PrintedCount(
        "parameters", network.quantity("parameters"), "order of (output dim) x (num cubes)", "Sec. 3.2", d * inside
    )
    yield from _widths(network, "Theorem 3", "Theorem 3, App. G")


COUNTS: Final[Mapping[str, Callable[[Network, Mapping[str, int]], Iterator[PrintedCount]]]] = {
    "yun2020:theorem2": theorem2_counts,
    "yun2020:theorem3": theorem3_counts,
}
"""By the label of the theorem that a network was built for."""


def counts_of(theorem: str | None, network: Network, parameters: Mapping[str, int]) -> tuple[PrintedCount, ...]:
    """The counts of a network that was built for a theorem with these parameters; none where that is not known."""
    counts = COUNTS.get(theorem or "") if parameters else None
    return () if counts is None else tuple(counts(network, parameters))


def _widths(network: Network, attention: str, feed_forward: str) -> Iterator[PrintedCount]:
    yield PrintedCount("heads", network.quantity("heads"), "h = 2", attention, mpq(2))
    yield PrintedCount("head size", network.quantity("head size"), "m = 1", attention, mpq(1))
    yield PrintedCount(
        "hidden size", network.quantity("hidden size"), "r = 1 (r = 4 after Lemma 6)", feed_forward, mpq(1)
    )


def _between(network: Network, first: str | None, last: str | None) -> Sequence[Item]:
    """The items from one stage to another; none where the network has not both of them, in this order."""
    stages = network.stages
    if any(name is not None and name not in stages for name in (first, last)):
        return ()
    start = 0 if first is None else stages[first]
    return network.items[start : len(network.items) if last is None else stages[last]]


def _layers(items: Sequence[Item], kind: str) -> int:
    return layers_by_kind(items).get(kind, 0)
