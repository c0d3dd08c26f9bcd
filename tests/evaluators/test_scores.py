"""The order of scores is that of Python's integers: in one word, in limbs, and in big integers; at every boundary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import LIMIT, Batch
from exactua.evaluators import dense

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
