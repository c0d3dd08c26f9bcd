"""the dense batches is held to the literal layers: any network, any batch, after any number of layers."""

from __future__ import annotations

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import LIMIT, Batch
from exactua.evaluators import dense
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    PositionalEncoding,
    TieRule,
)
from tests.networks.strategies import networks, points, rationals

SIGNS = st.sampled_from([1, -1])


def batched(matrices: list[list[list[mpq]]]) -> dense.Rows:
    """These d x n matrices as one batch."""
    d, n = len(matrices[0]), len(matrices[0][0])
    scale = 6
    entries = [
        [Batch.of(np.array([int(Z[i][j] * scale) for Z in matrices]), scale) for j in range(n)] for i in range(d)
    ]
    return dense.stacked(entries, len(matrices))


def unbatched(rows: dense.Rows, k: int) -> tuple[tuple[mpq, ...], ...]:
    return tuple(tuple(entry.value(k) for entry in row) for row in dense.entries(rows))


@settings(max_examples=80, deadline=None)
@given(st.data(), networks(), st.integers(1, 4))
def test_the_states_are_those_of_the_literal_network(data: st.DataObject, network: Network, n: int) -> None:
    matrices = data.draw(st.lists(points(network.d, st.just(n)), min_size=1, max_size=5))
    layers = list(network.layers())[:12]
    states = dense.through(layers, batched(matrices))
    for k, matrix in enumerate(matrices):
        Z = tuple(map(tuple, matrix))
        for layer in layers:
            Z = layer.apply(Z)
        assert unbatched(states, k) == Z


@settings(max_examples=40, deadline=None)
@given(st.data(), networks(), st.integers(1, 3))
def test_each_point_stops_after_its_own_number_of_layers(data: st.DataObject, network: Network, n: int) -> None:
    layers = list(network.layers())[:6]
    matrices = data.draw(st.lists(points(network.d, st.just(n)), min_size=1, max_size=5))
    counts = data.draw(st.lists(st.integers(0, len(layers)), min_size=len(matrices), max_size=len(matrices)))
    states = dense.through(layers, batched(matrices), Batch.of(np.array(counts)))
    for k, (matrix, count) in enumerate(zip(matrices, counts, strict=True)):
        Z = tuple(map(tuple, matrix))
        for layer in layers[:count]:
            Z = layer.apply(Z)
        assert unbatched(states, k) == Z


AROUND = st.builds(
    lambda power, unit, sign: sign * (2**power + unit), st.sampled_from([61, 62, 63, 64]), st.integers(-1, 1), SIGNS
)
"""Integers at which 62 and 64 bits end, and one unit below and above."""


@given(AROUND, st.integers(1, 2**62), st.integers(-(2**40), 2**40), st.integers(1, 9))
def test_sums_at_the_64_bit_boundary(total: int, weight: int, rest: int, other: int) -> None:
    """Z -> Z + weight ReLU(Z) + b comes to `total` at the first point, and close to it at the others."""
    x = abs(total) // weight
    b = total - x - weight * x
    layer = FeedForwardLayer([[1], [-1]], [0, 0], [[weight, 0]], [b], RELU)
    points = [x, x - 1, x + 1, rest, -other]
    sizes = dense.Sizes()
    (state,) = dense.through([layer], (Batch.of(np.array([points], dtype=object)),), sizes=sizes)
    assert [state[0].value(k) for k in range(5)] == [layer.apply(((mpq(z),),))[0][0] for z in points]
    assert state[0].value(0) == total
    assert (state.numerators.dtype == object) == (state.bits > 62)
    assert sizes.bits >= state.bits
    assert (sizes.wide_from is None) == (sizes.bits <= 62)


@given(st.integers(29, 34), st.lists(st.integers(-2, 2), min_size=3, max_size=3), st.integers(-2, 2), SIGNS, SIGNS)
def test_scores_at_the_64_bit_boundary(power: int, near: list[int], bias: int, a: int, b: int) -> None:
    """Scores of three columns differ by as little as they can, about 2^62 and 2^64; every column attends to the best."""
    for rule in TieRule:
        layer = AttentionLayer([AttentionHead([[1]], [[1]], [[a]], [[b]], [bias])], rule)
        points = [
            [2**power + offset for offset in near],
            [2**power, 2**power, 2**power + near[0]],
            [0, near[1], 2**power],
        ]
        (state,) = dense.through([layer], (Batch.of(np.array(points).T.copy()),))
        for k, point in enumerate(points):
            ((*values,),) = layer.apply((tuple(map(mpq, point)),))
            assert [state[j].value(k) for j in range(3)] == values


@given(AROUND, st.integers(1, 2**70), st.integers(1, 2**70))
def test_a_bound_that_only_parts_of_a_sum_exceed(total: int, weight: int, other: int) -> None:
    """Terms that cancel: no partial sum may wrap around, though the sum is small."""
    layer = FeedForwardLayer([[1], [1]], [0, 0], [[weight, -weight]], [mpq(total, other)], RELU)
    points = [[2**61], [5], [-3]]
    (state,) = dense.through([layer], (Batch.of(np.array(points).T.copy()),))
    for k, point in enumerate(points):
        assert state[0].value(k) == point[0] + mpq(total, other)


@given(st.lists(st.lists(rationals, min_size=2, max_size=2), min_size=2, max_size=2))
def test_a_layer_of_another_kind_acts_entry_by_entry(E: list[list[mpq]]) -> None:
    layer = PositionalEncoding(E)
    matrices = [[[mpq(1), mpq(0)], [mpq(1, 2), mpq(-1)]], [[mpq(0), mpq(0)], [mpq(3), mpq(1, 3)]]]
    states = dense.through([layer], batched(matrices))
    for k, matrix in enumerate(matrices):
        assert unbatched(states, k) == layer.apply(tuple(map(tuple, matrix)))


def test_shares_of_many_different_numbers_of_maxima() -> None:
    """60 columns of which 1, 2, ..., 60 share the maximum: the common denominator has more than 64 bits."""
    layer = AttentionLayer((AttentionHead([[1]], [[1]], [[1]], [[0]], [1]),))
    points = [[1] * most + [0] * (60 - most) for most in range(1, 61)]
    (state,) = dense.through((layer,), (Batch.of(np.array(points).T.copy()),))
    for k, point in enumerate(points):
        ((first, *_),) = layer.apply((tuple(map(mpq, point)),))
        assert state[0].value(k) == first


EDGES = [0, 1, 2**30, 2**31, 2**32, 2**61, LIMIT, 2**63, 2**93, 2**124]
around = st.builds(lambda edge, unit, sign: sign * (edge + unit), st.sampled_from(EDGES), st.integers(-2, 2),
                   st.sampled_from([1, -1]))  # fmt: skip
words = around.filter(lambda value: abs(value) < LIMIT)
"""Integers that stay in one word, those at its ends among them."""


def rows(entries: st.SearchStrategy[int], h: int, n: int) -> st.SearchStrategy[list[list[int]]]:
    return st.lists(st.lists(entries, min_size=n, max_size=n), min_size=h, max_size=h)


def expected(keys: list[list[int]], queries: list[list[int]]) -> list[list[bool]]:
    n = len(keys[0])
    products = [[sum(k[a] * q[j] for k, q in zip(keys, queries, strict=True)) for j in range(n)] for a in range(n)]
    return [[products[a][j] == max(row[j] for row in products) for j in range(n)] for a in range(n)]


def batch(points: list[list[list[int]]]) -> Batch:
    """Points of shape (h, n) as one batch of shape (h, n, points)."""
    return Batch.of(np.moveaxis(np.array(points, dtype=object), 0, -1))


@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(1, 3), st.integers(1, 4), st.sampled_from([words, around]))
def test_the_largest_scores_are_those_of_integers(data, h, n, entries):
    pairs = data.draw(st.lists(st.tuples(rows(entries, h, n), rows(entries, h, n)), min_size=1, max_size=3))
    maxima = dense.largest(batch([keys for keys, _ in pairs]), batch([queries for _, queries in pairs]))
    for k, (keys, queries) in enumerate(pairs):
        assert maxima[:, :, k].tolist() == expected(keys, queries)


@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(1, 4), st.integers(1, 3))
def test_limbs_carry_the_score_itself(data, h, n):
    keys, queries = (data.draw(rows(words, h, n)) for _ in range(2))
    high, middle, low = dense._limbs(*(np.array(vectors, dtype=np.int64)[:, :, None] for vectors in (keys, queries)))
    for a in range(n):
        for j in range(n):
            assert 0 <= middle[a, j, 0] < 2**62
            assert 0 <= low[a, j, 0] < 2**31
            value = (int(high[a, j, 0]) << 93) + (int(middle[a, j, 0]) << 31) + int(low[a, j, 0])
            assert value == sum(k[a] * q[j] for k, q in zip(keys, queries, strict=True))


@pytest.mark.parametrize(("unit", "path"), [(-1, "_products"), (0, "_limbs"), (1, "_limbs")])
def test_the_bound_picks_the_representation(monkeypatch, unit, path):
    """Keys of 2^31 and a query of 2^31 + unit: the score stays below 2^62, attains it, or exceeds it."""
    used = []
    for name in ("_products", "_limbs"):
        honest = getattr(dense, name)
        monkeypatch.setattr(dense, name, lambda K, Q, name=name, honest=honest: used.append(name) or honest(K, Q))
    keys, queries = batch([[[2**31, 2**31 - 1]]]), batch([[[2**31 + unit, 1]]])
    assert dense.bound(keys, queries) == 2**31 * (2**31 + unit)
    assert dense.largest(keys, queries)[:, :, 0].tolist() == [[True, True], [False, False]]
    assert used == [path]
