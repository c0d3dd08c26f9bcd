"""Tallies: merging in any order, residues, and the least pair that repeats a number."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.claims.decision import PRIME, Extreme
from exactua.deciding.large_runs.spilling import repetition
from exactua.deciding.tally import Chunk, Tally, residue
from exactua.errors import InputError

points_values = st.lists(st.lists(st.integers(-3, 9), min_size=2, max_size=2), min_size=0, max_size=9)


def chunks_of(values: list[list[int]], cuts: list[int], order: random.Random) -> list[Chunk]:
    """The points cut into chunks over two domains, in shuffled order."""
    edges = sorted({0, len(values), *(cut % (len(values) + 1) for cut in cuts)})
    half = len(values) // 2
    edges = sorted({*edges, half})
    chunks = []
    for low, high in itertools.pairwise(edges):
        domain, start = (0, low) if high <= half else (1, low - half)
        batch = Batch.of(np.array(values[low:high], dtype=object).T.reshape(2, high - low))
        chunks.append(Chunk(domain, np.arange(start, start + high - low), batch))
    order.shuffle(chunks)
    return chunks


@given(points_values, st.lists(st.integers(0, 9), max_size=3), st.randoms(use_true_random=False))
def test_the_least_pair_against_brute_force(values: list[list[int]], cuts: list[int], order: random.Random) -> None:
    half = len(values) // 2
    positions = [(0, k) if k < half else (1, k - half) for k in range(len(values))]
    bad = [
        (a, b)
        for a, b in itertools.combinations(range(len(values)), 2)
        if len(set(values[a] + values[b])) < len(values[a] + values[b])
    ]
    repeated = repetition(chunks_of(values, cuts, order))
    if not bad:
        assert repeated is None
        return
    assert repeated is not None
    a, b = bad[0]
    assert repeated.pair == (positions[a], positions[b])
    both = values[a] + values[b]
    assert repeated.value == min(v for v in both if both.count(v) > 1)
    guilty = [
        k
        for k in range(len(values))
        if len(set(values[k])) < 2 or any(set(values[k]) & set(values[j]) for j in range(len(values)) if j != k)
    ]
    assert repeated.failures == len(guilty)


RESIDUES = st.fractions().filter(lambda x: x.denominator % PRIME)


@given(RESIDUES, RESIDUES)
def test_residues_add_up(a: object, b: object) -> None:
    assert residue(mpq(a) + mpq(b)) == (residue(mpq(a)) + residue(mpq(b))) % PRIME


def test_a_denominator_that_the_prime_divides_has_no_residue() -> None:
    with pytest.raises(InputError, match=r"^a number has a denominator that 2\^61 - 1 divides"):
        residue(mpq(1, 3 * PRIME))


@given(
    st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=1, max_size=8), st.randoms(use_true_random=False)
)
def test_tallies_merge_in_any_order(numbers: list[tuple[int, bool]], order: random.Random) -> None:
    parts = []
    for rank, (value, failed) in enumerate(numbers):
        part = Tally(points=1, applicable=1)
        if failed:
            part.failed(1, (0, rank))
        part.measured(Extreme(mpq(value), (0, rank)), Extreme(mpq(value), (0, rank)), mpq(value))
        parts.append(part)
    order.shuffle(parts)
    whole = Tally()
    for part in parts:
        whole.merge(part)
    values = [value for value, _ in numbers]
    fails = [rank for rank, (_, failed) in enumerate(numbers) if failed]
    assert (whole.points, whole.failures) == (len(numbers), len(fails))
    assert whole.first_failure == ((0, fails[0]) if fails else None)
    assert whole.minimum is not None
    assert whole.maximum is not None
    assert (whole.minimum.value, whole.minimum.at) == (min(values), (0, values.index(min(values))))
    assert (whole.maximum.value, whole.maximum.at) == (max(values), (0, values.index(max(values))))
    assert whole.residue == sum(values) % PRIME
