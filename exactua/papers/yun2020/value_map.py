"""The value map g_v of Lemma 9, built as App. E.4 says: one layer shifts, d layers flatten, then a layer for each key.

    Z -> Z - (M + 1) 1_d phi(u^T Z)                            phi = 0 on [t_l, t_r], 1 outside
    Z -> Z + e^(i) phi((e^(i))^T Z),  i = 1, ..., d            phi(t) = -t for t < 0, 0 for t >= 0
    Z -> Z + (A_j - g_c(L)_j) phi(u^T Z - key 1^T)             phi = 1 on [-delta/2, delta/2), 0 outside

The last one stands for each L in G~_delta up to permutation, in lexicographic order of its column ids, and each
j = 1, ..., n; its key is u^T g_c(L)_{:,j}. M is the greatest entry of g_c on G+_delta. Both come from running g_c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.evaluators.column_ids import id_network
from exactua.grids.categories import DomainSpec, build, category1, extended_grid
from exactua.grids.columns import ColumnSet
from exactua.networks import FeedForwardLayer, Network, Phi, above, at_least, below, closed, half_open
from exactua.networks.entries import Entry
from exactua.networks.items import Item
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.terms.evaluation import Evaluator, Nothing, Stage, Value
from exactua.terms.language import TermError
from exactua.terms.tracing import Number, variable

MOST_LAYERS: Final = 200_000
MOST_RUN: Final = 1_000_000
_BATCH: Final = 1 << 14

ValueFormula = Callable[[Number, Number], Number]
"""(A_L)_{i,j} as a term in i and j at the point L, columns by increasing id, over the claim's network g_c; unit 1."""


@dataclass(frozen=True)
class Context:
    """One L in G~_delta, columns by increasing id, with g_c(L) and its keys u^T g_c(L), shape (n,); unit 1."""

    L: Matrix
    mapped: Matrix
    keys: tuple[Rational, ...]


def window(values: Mapping[str, Any]) -> tuple[Rational, Rational]:
    """t_l and t_r of Lemma 8, unit 1."""
    d, n, m = values["d"], values["n"], values["m"]
    D = mpq(m) ** d
    return D ** (2 * n) * (D - 1) / m, D ** (2 * n + 1) * (D - 1) / m


def contexts(values: Mapping[str, Any]) -> tuple[Context, ...]:
    """Each L in G~_delta up to permutation, with what g_c makes of it, in lexicographic order of the column ids.

    Raises InputError where g_v would have more than 200,000 layers.
    """
    d, n, m = values["d"], values["n"], values["m"]
    if n * comb(m**d, n) > MOST_LAYERS:
        raise InputError(
            f"d, n, delta: {d}, {n}, 1/{m} are not valid here: the value map would have more than {MOST_LAYERS:,}"
            " layers, one for each of n C(delta^-d, n) keys; take a smaller instance"
        )
    return _contexts(d, n, m)


def greatest_entry(values: Mapping[str, Any]) -> Rational:
    """M: the greatest entry of g_c(L) over all L in G+_delta, unit 1, by running g_c on each of them up to permutation.

    Raises InputError where that is more than 1,000,000 matrices.
    """
    d, n, m = values["d"], values["n"], values["m"]
    if comb((m + 1) ** d + n - 1, n) > MOST_RUN:
        raise InputError(
            f"d, n, delta: {d}, {n}, 1/{m} are not valid here: g_c would have to be run on more than {MOST_RUN:,}"
            " matrices of G+_delta to find its greatest entry; take a smaller instance"
        )
    return _greatest_entry(d, n, m)


@lru_cache(maxsize=32)
def _contexts(d: int, n: int, m: int) -> tuple[Context, ...]:
    contexts = []
    for rows, keys in _run({"d": d, "n": n, "m": m}, category1):
        for point in range(keys.numerators.shape[1]):
            L, mapped = (
                tuple(tuple(row[j].value(point) for j in range(n)) for row in side) for side in zip(*rows, strict=True)
            )
            contexts.append(Context(L, mapped, tuple(keys[j].value(point) for j in range(n))))
    return tuple(contexts)


@lru_cache(maxsize=32)
def _greatest_entry(d: int, n: int, m: int) -> Rational:
    return max(
        mpq(int(after.numerators.max()), after.denominator)
        for rows, _ in _run({"d": d, "n": n, "m": m}, extended_grid)
        for _, after in rows
    )


def _run(values: Mapping[str, Any], spec: DomainSpec) -> Iterator[tuple[list[tuple[Batch, Batch]], Batch]]:
    """Batches of L: each row of L beside that row of g_c(L), and u^T g_c(L); all of shape (n, points), unit 1.

    g_c adds to the first row alone, and u_1 = 1: an entry of that row gains what the id of its column gains.
    """
    domain = build(spec, lambda term: Evaluator(values, {}, Nothing())(term), values)
    on_ids = id_network(contextual_map(values))
    assert on_ids is not None
    assert isinstance(domain.columns, ColumnSet)
    (id_unit, ids), (unit, entries) = domain.columns.common_ids(), domain.columns.common_entries()
    for start in range(0, domain.count, _BATCH):
        numbers = domain.batch(start, min(start + _BATCH, domain.count)).T
        before = Batch.of(ids[numbers], id_unit)
        *_, after = on_ids.states(before)
        rows = [Batch.of(row[numbers], unit) for row in entries]
        yield [(row, row + (after - before) if i == 0 else row) for i, row in enumerate(rows)], after


class _AtContext(Nothing):
    """The point L of a context and g_c(L), for the terms of a `ValueFormula`."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def point(self) -> Value:
        """L, d rows of n numbers."""
        return self._context.L

    def apply(self, network: str, stage: Stage, matrix: Value) -> Value:
        """g_c(L). Raises TermError for another network, stage or matrix."""
        if network != "g_c" or stage != "output" or matrix is not self._context.L:
            raise TermError(f"a formula of values may ask for g_c(L) only, not for {network} at {stage}")
        return self._context.mapped


def target(values: Mapping[str, Any], context: Context, formula: ValueFormula) -> Matrix:
    """A_L by its formula, d x n, unit 1."""
    evaluator = Evaluator(values, {}, _AtContext(context))
    term = formula(variable("i"), variable("j")).term
    d, n = values["d"], values["n"]
    return tuple(tuple(mpq(evaluator(term, {"i": i, "j": j})) for j in range(1, n + 1)) for i in range(1, d + 1))


def shifting(values: Mapping[str, Any]) -> FeedForwardLayer:
    """Z -> Z - (M + 1) 1_d phi(u^T Z), phi = 0 on [t_l, t_r] and 1 outside. App. E.4 prints 1_n for 1_d."""
    d, m = values["d"], values["m"]
    amount = -(greatest_entry(values) + 1)
    t_l, t_r = window(values)
    phi = Phi.of((below(t_l), 0, 1), (closed(t_l, t_r), 0, 0), (above(t_r), 0, 1))
    return FeedForwardLayer((reading_vector(d, m),), (0,), ((amount,),) * d, (0,) * d, phi)


def flattening(d: int, i: int) -> FeedForwardLayer:
    """Z -> Z + e^(i) phi((e^(i))^T Z), phi(t) = -t for t < 0 and 0 for t >= 0; i from 1."""
    phi = Phi.of((below(0), -1, 0), (at_least(0), 0, 0))
    e_i = tuple(int(row == i) for row in range(1, d + 1))
    return FeedForwardLayer((e_i,), (0,), tuple((entry,) for entry in e_i), (0,) * d, phi)


def matching(values: Mapping[str, Any], key: Entry, change: tuple[Entry, ...]) -> FeedForwardLayer:
    """Z -> Z + change phi(u^T Z - key 1^T), phi = 1 on [-delta/2, delta/2) and 0 outside; change has d entries."""
    d, m = values["d"], values["m"]
    half = mpq(1, 2 * m)
    phi = Phi.of((below(-half), 0, 0), (half_open(-half, half), 0, 1), (at_least(half), 0, 0))
    return FeedForwardLayer((reading_vector(d, m),), (-key,), tuple((entry,) for entry in change), (0,) * d, phi)


def value_changes(
    contexts: Iterable[Context], wanted: Callable[[Context], Matrix], lift: Rational
) -> Iterator[tuple[Rational, tuple[Rational, ...]]]:
    """Each key with what its layer adds to a column: it becomes (A_L)_{:,j} + lift e^(1). `wanted` gives A_L, d x n."""
    for context in contexts:
        A = wanted(context)
        for j, key in enumerate(context.keys):
            lifted = ((row[j] + (lift if i == 0 else 0), now[j]) for i, (row, now) in enumerate(_rows(A, context)))
            yield key, tuple(after - before for after, before in lifted)


def _rows(A: Matrix, context: Context) -> Iterator[tuple[tuple[Rational, ...], tuple[Rational, ...]]]:
    return zip(A, context.mapped, strict=True)


def value_layers(values: Mapping[str, Any], formula: ValueFormula, lift: Rational) -> Iterator[FeedForwardLayer]:
    """One layer for each key, in order: it maps the columns with that key to (A_L)_{:,j} + lift e^(1)."""
    changes = value_changes(contexts(values), lambda context: target(values, context, formula), lift)
    return (matching(values, key, change) for key, change in changes)


def value_map(values: Mapping[str, Any], formula: ValueFormula) -> Network:
    """g_v as App. E.4 prints it, with 1_d. Stages: "shifted" after the first layer, "flattened" after d more."""
    return composed(values, tuple(value_layers(values, formula, mpq(0))))


def lifted_value_map(values: Mapping[str, Any], formula: ValueFormula) -> Network:
    """g_v with values lifted out of reach of all keys, and one more layer, again r = 1 and in Phi, that lowers them.

    Each key maps its column to A_j + lift e^(1), lift = t_r + 1 + max |u^T A|: above t_r + delta, where no key is. The
    last layer is Z -> Z - lift e^(1) phi(u^T Z), phi(t) = 1 for t >= t_r + delta and 0 below: zero columns stay.
    """
    m, (_, t_r) = values["m"], window(values)
    read = [number for context in contexts(values) for number in numbers_read(values, target(values, context, formula))]
    lift = t_r + 1 + max(map(abs, read), default=mpq(0))
    return composed(values, (*value_layers(values, formula, lift), lowering(values, lift, t_r + mpq(1, m))))


def numbers_read(values: Mapping[str, Any], A: Matrix) -> tuple[Rational, ...]:
    """u^T A, shape (n,), unit 1: what the layers of all keys read of a column that has its value."""
    u = reading_vector(values["d"], values["m"])
    return tuple(
        sum((unit * entry for unit, entry in zip(u, column, strict=True)), start=mpq(0))
        for column in zip(*A, strict=True)
    )


def lowering(values: Mapping[str, Any], lift: Rational, threshold: Rational) -> FeedForwardLayer:
    """Z -> Z - lift e^(1) phi(u^T Z), phi(t) = 1 for t >= threshold and 0 below: takes lifted values down again."""
    d, m = values["d"], values["m"]
    phi = Phi.of((below(threshold), 0, 0), (at_least(threshold), 0, 1))
    down = tuple((-lift if i == 0 else mpq(0),) for i in range(d))
    return FeedForwardLayer((reading_vector(d, m),), (0,), down, (0,) * d, phi)


def composed(values: Mapping[str, Any], last: tuple[Item, ...]) -> Network:
    """The layer that shifts, the d layers that flatten, and then these. Stages: "shifted", "flattened", "output"."""
    d = values["d"]
    first = (shifting(values), *(flattening(d, i) for i in range(1, d + 1)))
    stages = {"shifted": 1, "flattened": 1 + d, "output": 1 + d + len(last)}
    return Network(d, (*first, *last), stages)


def key_probe(values: Mapping[str, Any]) -> Network:
    """Z -> Z + e^(1) phi(u^T Z - key 1^T) for each key in the order of g_v: what its activations are, made visible."""
    d = values["d"]
    e_1 = tuple(mpq(int(i == 0)) for i in range(d))
    layers = tuple(matching(values, key, e_1) for context in contexts(values) for key in context.keys)
    return Network(d, layers, {"output": len(layers)})


def window_probe(values: Mapping[str, Any]) -> Network:
    """Z -> Z + e^(1) phi(u^T Z) with the phi of the first layer of g_v: what its activations are, made visible."""
    d = values["d"]
    layer = shifting(values)
    e_1 = tuple((int(i == 0),) for i in range(d))
    return Network(d, (FeedForwardLayer(layer.W_1, layer.b_1, e_1, layer.b_2, layer.activation),), {"output": 1})
