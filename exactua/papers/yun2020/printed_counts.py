"""The counts that the paper prints for the networks of Theorems 2 and 3, beside those of a network that was built.

Theorem 2: Lemmas 7, 8 and 9 for the three parts, Sec. 3.2 for blocks and parameters, Proposition 5 and Lemma 6 for the
width. Theorem 3: App. G.1 to G.3 and Sec. 3.2. An O(...) has no value; the expression inside it has, for constant 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.networks import Network
from exactua.networks.inspection import layers_by_kind, transformer_blocks
from exactua.networks.items import Item


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
