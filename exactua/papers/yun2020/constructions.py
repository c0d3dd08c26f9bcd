"""The modified Transformers of Theorems 2 and 3: with the values of a formula, and for any values A_L.

    theorem2:  g_v o g_c o g_q          (App. E.1 to E.4)
    theorem3:  g_v o g_c o g_q o (X + E)  (App. G)

With a formula, steps reach points inside a cube. For any values the layers of the keys are a table, and the value map
is the printed one (E.4) unless a column that has its value already is caught by the layer of a later key, which changes
it; then it is the one that lifts its values above all keys and lowers them in one layer more (Lemma 9, repaired).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import add, itemgetter, mul
from typing import Any, Literal

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import FeedForwardLayer, Network, Phi, PositionalEncoding, Table, everywhere, variable
from exactua.networks.items import Item
from exactua.papers.yun2020 import position_network
from exactua.papers.yun2020.quantiser import quantiser
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.papers.yun2020.value_map import (
    Context,
    ValueFormula,
    composed,
    contexts,
    lifted_value_map,
    lowering,
    matching,
    numbers_read,
    value_changes,
    value_map,
    window,
)
from exactua.targets.target import shown


def approximator(values: Mapping[str, Any], formula: ValueFormula) -> Network:
    """g_v o g_c o g_q with the printed g_v for these A_L. Stages: "quantised", "contexts", "output"."""
    return _composed(values, value_map(values, formula))


def lifted_approximator(values: Mapping[str, Any], formula: ValueFormula) -> Network:
    """The same with the g_v that lifts its values above all keys and lowers them at the end."""
    return _composed(values, lifted_value_map(values, formula))


def shift(values: Mapping[str, Any], fraction: Rational) -> Network:
    """L -> L + fraction delta 1: from the lower corner of a cube to a point inside; entries -delta^(-nd) stay < 0."""
    d, amount = values["d"], fraction / values["m"]
    zero = Phi.of((everywhere(), 0, 0))
    layer = FeedForwardLayer(((0,) * d,), (0,), ((0,),) * d, (amount,) * d, zero)
    return Network(d, (layer,), {"output": 1})


def centre(values: Mapping[str, Any]) -> Network:
    """L -> C_L = L + delta/2, the centre of the cube S_L."""
    return shift(values, mpq(1, 2))


def two_thirds(values: Mapping[str, Any]) -> Network:
    """L -> L + 2 delta/3, a point inside the cube S_L that is not its centre."""
    return shift(values, mpq(2, 3))


def numbered(values: Mapping[str, Any]) -> Network:
    """Z -> Z + e^(1) (1, 2, ..., n): makes the numbers of columns visible under a permutation."""
    d, n = values["d"], values["n"]
    numbers = tuple(tuple(j if i == 0 else 0 for j in range(1, n + 1)) for i in range(d))
    return Network(d, (PositionalEncoding(numbers),), {"output": 1})


def _composed(values: Mapping[str, Any], g_v: Network) -> Network:
    g_q, g_c = quantiser(values), contextual_map(values)
    items = (*g_q.items, *g_c.items, *g_v.items)
    stages = {"quantised": len(g_q.items), "contexts": len(g_q.items) + len(g_c.items), "output": len(items)}
    return Network(values["d"], items, stages)


ValueMap = Literal["printed", "repaired"]
Wanted = Callable[[Matrix], Matrix]
"""A_L of L in G_delta, both d x n, unit 1."""


@dataclass(frozen=True)
class Construction:
    """A network, which value map it has, and where the printed one would fail: L, column j and the key that catches."""

    network: Network
    value_map: ValueMap
    caught: tuple[Matrix, int, Rational] | None


def theorem2_network(values: Mapping[str, Any], wanted: Wanted, value_map: ValueMap | None = None) -> Construction:
    """g-bar of Theorem 2 for these A_L, L in G~_delta. Stages: "quantised", "contexts", "output".

    `value_map` forces the printed or the repaired one. Raises InputError where it would have too many layers.
    """
    all_contexts = contexts(values)
    _, t_r = window(values)
    value_layers, kind, caught = _value_layers(values, all_contexts, wanted, t_r, value_map)
    g_v = composed(values, value_layers)
    g_q, g_c = quantiser(values), contextual_map(values)
    items = (*g_q.items, *g_c.items, *g_v.items)
    stages = {"quantised": len(g_q.items), "contexts": len(g_q.items) + len(g_c.items), "output": len(items)}
    return Construction(Network(values["d"], items, stages), kind, caught)


def theorem3_network(values: Mapping[str, Any], wanted: Wanted, value_map: ValueMap | None = None) -> Construction:
    """g_P of Theorem 3 for these A_L, X = L in G_delta. Stages: "encoded", "quantised", "contextual", "output".

    `value_map` forces the printed or the repaired one. Raises InputError where it would have too many layers.
    """
    d = values["d"]
    all_contexts = [Context(X, Z, numbers_read(values, Z)) for X, Z in position_network.contexts(values)]
    top = max(key for context in all_contexts for key in context.keys)
    value_layers, kind, caught = _value_layers(values, all_contexts, wanted, top, value_map)
    before: tuple[Item, ...] = (
        position_network.encoding(values),
        *position_network.quantising_rows(values, mpq(1)),
        position_network.sweep(values),
        position_network.global_shift(values),
    )
    stages = {"encoded": 1, "quantised": d + 1, "contextual": d + 3, "output": d + 3 + len(value_layers)}
    return Construction(Network(d, (*before, *value_layers), stages), kind, caught)


def _value_layers(
    values: Mapping[str, Any], contexts: Sequence[Context], wanted: Wanted, top: Rational, forced: ValueMap | None
) -> tuple[tuple[Item, ...], ValueMap, tuple[Matrix, int, Rational] | None]:
    """The layers of all keys, none above `top`, and for the repaired value map the one that lowers."""
    _require_apart(values, contexts)
    targets = {context.L: wanted(context.L) for context in contexts}
    printed = list(value_changes(contexts, lambda context: targets[context.L], mpq(0)))
    caught = _caught(values, contexts, printed, targets)
    kind: ValueMap = forced or ("printed" if caught is None else "repaired")
    read = (abs(number) for A in targets.values() for number in numbers_read(values, A))
    lift = top + 1 + max(read, default=mpq(0)) if kind == "repaired" else mpq(0)
    changes = value_changes(contexts, lambda context: targets[context.L], lift) if lift else printed
    layers: tuple[Item, ...] = key_table(values, changes)
    if kind == "repaired":
        layers = (*layers, lowering(values, lift, top + mpq(1, values["m"])))
    return layers, kind, caught


def key_table(values: Mapping[str, Any], changes: Iterable[tuple[Rational, tuple[Rational, ...]]]) -> tuple[Table, ...]:
    """A table of the layers Z -> Z + change phi(u^T Z - key 1^T), one for each key; nothing where there is no key."""
    rows = [(key, *change) for key, change in changes]
    if not rows:
        return ()
    names = tuple(f"change_{i}" for i in range(1, values["d"] + 1))
    layer = matching(values, variable("key"), tuple(map(variable, names)))
    return (Table(("key", *names), rows, (layer,)),)


def _require_apart(values: Mapping[str, Any], contexts: Sequence[Context]) -> None:
    """Raises InputError where two keys are less than delta apart: a layer would serve both."""
    keys = sorted((key, context.L) for context in contexts for key in context.keys)
    for (low, L), (high, other) in pairwise(keys):
        if high - low < mpq(1, values["m"]):
            raise InputError(
                f"d, n, delta: {values['d']}, {values['n']}, 1/{values['m']} are not valid here: the keys {low} and "
                f"{high} of {shown(L)} and {shown(other)} are less than delta apart"
            )


def _caught(
    values: Mapping[str, Any], contexts: Sequence[Context], changes: Sequence[tuple[Rational, tuple[Rational, ...]]],
    targets: Mapping[Matrix, Matrix],
) -> tuple[Matrix, int, Rational] | None:  # fmt: skip
    """The first column that the printed layers leave at another value than A_L: L, j from 1, and the key that catches.

    A column that has its value (A_L)_{:,j} is caught by the layer of a later key whose window u^T of it lies in, takes
    that layer's change, and may be caught again.
    """
    order = sorted((key, number) for number, (key, _) in enumerate(changes))
    u, half = reading_vector(values["d"], values["m"]), mpq(1, 2 * values["m"])

    def catcher(column: tuple[Rational, ...], number: int) -> int | None:
        read = sum(map(mul, u, column), start=mpq(0))
        # a window is [key - delta/2, key + delta/2): the one key in (read - delta/2, read + delta/2], if there is one
        at = bisect_right(order, read - half, key=itemgetter(0))
        if at == len(order) or order[at][0] > read + half:
            return None
        return order[at][1] if order[at][1] > number else None

    columns = ((context.L, j, column) for context in contexts
               for j, column in enumerate(zip(*targets[context.L], strict=True), 1))  # fmt: skip
    for own, (L, j, wanted) in enumerate(columns):
        column, first, last = wanted, None, own
        while (later := catcher(column, last)) is not None:
            key, change = changes[later]
            column, last = tuple(map(add, column, change)), later
            first = key if first is None else first
        if first is not None and column != wanted:
            return L, j, first
    return None
