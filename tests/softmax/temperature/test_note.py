"""The bound of the note, written out again in floats, on networks at random: every term of it, and none looser."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    PositionalEncoding,
    TieRule,
)
from exactua.networks.activations import Piece
from exactua.softmax.temperature.propagation import Bound, certified_error

Errors = list[list[float]]
"""e_ic, a list for each place; equal columns have equal ones."""


class Unbounded(Exception):
    """The note has no bound at this factor."""


def matrix(random: Random, pool: list[mpq], rows: int, columns: int) -> list[list[mpq]]:
    return [random.choices(pool, k=columns) for _ in range(rows)]


def reading(random: Random, d: int) -> AttentionHead:
    """A head that reads one row by the scores of one: columns that are equal there are tied, and have own errors."""
    written, read, scored = (random.randrange(d) for _ in range(3))
    gain, unit = random.choice([1, -1, 2, mpq(1, 2)]), [[mpq(int(i == k)) for i in range(d)] for k in range(d)]
    return AttentionHead([[gain * x] for x in unit[written]], [unit[read]], [unit[scored]], [[mpq(0)] * d], [1])


def head(random: Random, pool: list[mpq], d: int) -> AttentionHead:
    if random.random() < 0.6:
        return reading(random, d)
    h = random.choice([1, 1, 2])
    keys, values = matrix(random, pool, h, d), matrix(random, pool, h, d)
    queries = matrix(random, pool, h, d) if random.random() < 0.6 else [[mpq(0)] * d] * h
    return AttentionHead(matrix(random, pool, d, h), values, keys, queries, random.choices(pool, k=h))


def attention(random: Random, pool: list[mpq], d: int) -> AttentionLayer:
    heads = [head(random, pool, d)]
    if random.random() < 0.3:  # a second one that cancels the first one where their winners agree
        drawn, less = heads[0], [-1 if random.random() < 0.5 else 0 for _ in heads[0].b_Q]
        bias = [entry + shift for entry, shift in zip(drawn.b_Q, less, strict=True)]
        heads.append(
            AttentionHead([[-entry for entry in row] for row in drawn.W_O], drawn.W_V, drawn.W_K, drawn.W_Q, bias)
        )
    elif random.random() < 0.4:
        heads.append(head(random, pool, d))
    return AttentionLayer(heads, random.choice([TieRule.AVERAGE, *TieRule]))


def activation(random: Random) -> PiecewiseLinear:
    """Up to four pieces, most of them continuous, some a single point."""
    cuts = sorted({mpq(random.randint(-6, 6), 2) for _ in range(random.choice([1, 2, 3]))})
    pieces, start, closed, slope, value = [], None, False, mpq(random.randint(-1, 2)), mpq(0)
    at = cuts[0]
    for cut in cuts:
        value, at, stop_closed = value + slope * (cut - at), cut, random.random() < 0.5
        pieces.append(Piece(start, closed, cut, stop_closed, slope, value - slope * cut))
        if not stop_closed and random.random() < 0.2:
            pieces.append(Piece(cut, True, cut, True, mpq(5), value - 5 * cut))
            stop_closed = True
        start, closed, slope = cut, not stop_closed, mpq(random.randint(-2, 2))
        value += random.random() < 0.1
    pieces.append(Piece(start, closed, None, False, slope, value - slope * at))
    return PiecewiseLinear(pieces)


def network_and_point(random: Random) -> tuple[Network, Matrix]:
    d, n = random.choice([1, 2, 3, 3]), random.choice([3, 3, 4, 5])
    pool = [mpq(x) for x in random.choice([(-1, 0, 1), (-1, 0, 0, 1), (0, 1, 2), ("1/2", 0, 1, -1, "-1/3")])]
    items: list[Any] = []
    for _ in range(random.choice([1, 2, 2, 3])):
        items.append(attention(random, pool, d))
        if random.random() < 0.5:
            r = random.choice([1, 2])
            inner, outer = matrix(random, pool, r, d), matrix(random, pool, d, r)
            biases = random.choices(pool, k=r), random.choices(pool, k=d)
            items.append(FeedForwardLayer(inner, biases[0], outer, biases[1], activation(random)))
    if random.random() < 0.1:
        items.insert(random.randrange(len(items)), PositionalEncoding(matrix(random, pool, d, n)))
    X = matrix(random, pool, d, n)
    if random.random() < 0.6:
        for row in X:
            row[-1] = row[0]
    return Network(d, items), tuple(map(tuple, X))


def of_note(network: Network, X: Matrix, factor: mpq) -> float:
    """e at the end, at most. Raises Unbounded."""
    columns = list(zip(*X, strict=True))
    told_apart = any(isinstance(layer, PositionalEncoding) for layer in network.layers())
    kinds = list(range(len(columns))) if told_apart else [columns.index(column) for column in columns]
    errors, rate = [[0.0] * network.d for _ in columns], math.inf
    for layer in network.layers():
        if isinstance(layer, AttentionLayer):
            errors, rate = attended(layer, columns, kinds, errors, rate, float(factor))
        elif isinstance(layer, FeedForwardLayer) and rate < math.inf:
            errors = [fed(layer, column, own) for column, own in zip(columns, errors, strict=True)]
        columns = list(zip(*layer.apply(tuple(zip(*columns, strict=True))), strict=True))  # type: ignore[union-attr]
    return max(map(max, errors))


def times(weights: Any, column: Any) -> list[Any]:
    return [sum(entry * x for entry, x in zip(row, column, strict=True)) for row in weights]


def sizes(weights: Any, errors: list[float]) -> list[float]:
    return times([[abs(float(entry)) for entry in row] for row in weights], errors)


def attended(
    layer: AttentionLayer, columns: list[Any], kinds: list[int], errors: Errors, rate: float, factor: float
) -> tuple[Errors, float]:
    after, slowest, places, d = [], rate, range(len(columns)), layer.d
    for j in places:
        carried: Counter[tuple[int, int, int]] = Counter({(i, kinds[j], i): mpq(1) for i in range(d)})  # type: ignore[dict-item]
        fresh = [0.0] * d
        for weights in layer.heads:
            M = [times(list(zip(*weights.W_V, strict=True)), row) for row in weights.W_O]
            keys, values = [times(weights.W_K, column) for column in columns], [times(M, column) for column in columns]
            query = [q + b for q, b in zip(times(weights.W_Q, columns[j]), weights.b_Q, strict=True)]
            scores = [sum(a * b for a, b in zip(key, query, strict=True)) for key in keys]
            best = [k for k in places if scores[k] == max(scores)]
            e_k, e_q = [sizes(weights.W_K, own) for own in errors], sizes(weights.W_Q, errors[j])
            e_v = [sizes(M, own) for own in errors]

            def t(
                c: int, w: int, keys: Any = keys, query: Any = query, e_k: Errors = e_k, e_q: list[float] = e_q
            ) -> float:
                return sum(
                    abs(float(keys[c][h] - keys[w][h])) * e_q[h]
                    + (e_k[c][h] + e_k[w][h]) * (abs(float(query[h])) + e_q[h])
                    for h in range(len(query))
                )

            def apart(i: int, c: int, w: int, values: Any = values, e_v: Errors = e_v) -> float:
                return abs(float(values[c][i] - values[w][i])) + e_v[c][i] + e_v[w][i]

            seen = {TieRule.LEFTMOST: best[:1], TieRule.RIGHTMOST: best[-1:], TieRule.AVERAGE: best}[layer.tie_rule]
            for w in seen:
                for i in range(d):
                    for k in range(d):
                        carried[i, kinds[w], k] += M[i][k] / len(seen)
            for c in set(places) - set(best):
                rates = [float(scores[w] - scores[c]) - t(c, w) for w in best]
                if min(rates) <= 0:
                    raise Unbounded
                slowest = min(slowest, *rates)
                weight = 1 / sum(math.exp(min(factor * gap, 500)) for gap in rates)
                fresh = [there + weight * max(apart(i, c, w) for w in best) for i, there in enumerate(fresh)]
            pairs = [pair for pair in combinations(best, 2) if kinds[pair[0]] != kinds[pair[1]]]
            equal = [len({values[w][i] for w in best}) == 1 for i in range(d)]
            if not all(equal) and layer.tie_rule is not TieRule.AVERAGE:
                raise Unbounded
            if pairs and rate < math.inf:
                T = factor * max(t(c, w) for c, w in pairs) / 2
                slowest = slowest if all(equal) else min(slowest, rate - 1 / factor)
                for i in range(d):
                    fresh[i] += (1 if equal[i] else T) * max(apart(i, c, w) for c, w in pairs)
        for (i, kind, k), entry in carried.items():
            fresh[i] += abs(float(entry)) * errors[kind][k]
        after.append(fresh)
    if slowest <= 0:
        raise Unbounded
    return after, slowest


def fed(layer: FeedForwardLayer, column: Any, errors: list[float]) -> list[float]:
    slopes, rest = [], [0.0] * layer.d
    for r, (weights, bias) in enumerate(zip(layer.W_1, layer.b_1, strict=True)):
        at, eta = times([weights], column)[0] + bias, sizes([weights], errors)[0]
        slope, kink = slope_and_kink(layer.activation, at, eta) if eta else (mpq(0), mpq(0))
        slopes.append(slope)
        rest = [there + abs(float(row[r] * kink)) * eta for there, row in zip(rest, layer.W_2, strict=True)]
    jacobian = [
        [
            int(i == k) + sum(out * slope * row[k] for out, slope, row in zip(outs, slopes, layer.W_1, strict=True))
            for k in range(layer.d)
        ]
        for i, outs in enumerate(layer.W_2)
    ]
    return [there + own for there, own in zip(rest, sizes(jacobian, errors), strict=True)]


def slope_and_kink(phi: PiecewiseLinear, at: mpq, eta: float) -> tuple[mpq, mpq]:
    met = [
        piece
        for piece in phi.pieces
        if (piece.start is None or piece.start <= at + eta) and (piece.stop is None or piece.stop >= at - eta)
    ]
    for left, right in pairwise(met):
        if left.slope * left.stop + left.intercept != right.slope * left.stop + right.intercept:
            raise Unbounded
    here = next(
        piece
        for piece in met
        if piece.stop is None or at < piece.stop or (at == piece.stop and piece.stop_closed)
    )  # fmt: skip
    return here.slope, max(abs(piece.slope - here.slope) for piece in met)


def cases(count: int) -> Iterator[tuple[Network, Matrix, mpq]]:
    random = Random(8)
    for _ in range(count):
        yield *network_and_point(random), random.choice([mpq(1), mpq(2), mpq(4), mpq(7), mpq(16)])


def test_the_bound_is_that_of_the_note() -> None:
    counts: Counter[str] = Counter()
    for network, X, factor in cases(150):
        bound = certified_error(network, X, factor)
        try:
            expected = of_note(network, X, factor)
        except Unbounded:
            assert not isinstance(bound, Bound)
            counts["none"] += 1
            continue
        assert isinstance(bound, Bound)
        assert math.isclose(float(bound.error), expected, rel_tol=1e-9, abs_tol=1e-200)
        counts["zero" if not expected else "positive"] += 1
    assert counts["none"] > 40
    assert counts["zero"] > 10
    assert counts["positive"] > 60
