"""The repaired network of Proposition 1: f on the cells of G~_D, 0 outside, whatever the size; and its parts."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.reals import Real
from exactua.networks import FeedForwardLayer, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.one_attention_layer import (
    context_ids,
    delta,
    first_layer,
    less_last_step_from_zero,
    lowered,
    nothing,
    one_attention_layer,
    printed_penalty,
    quantised,
    weights,
)
from exactua.papers.kajitsuka2024.proposition01_statement import grid_attention

Values = dict[str, Any]
Tokens = tuple[tuple[Any, ...], ...]


def values(d: int, n: int, D: int, k: int = 2) -> Values:
    return {"d": d, "n": n, "D": D, "k": k}


def rows(tokens: Tokens) -> tuple[tuple[Any, ...], ...]:
    return tuple(zip(*tokens, strict=True))


def sequences(v: Values) -> list[Tokens]:
    """The sequences of n different tokens of G_D."""
    levels = [mpq(t, v["D"]) for t in range(1, v["D"] + 1)]
    return list(permutations(product(levels, repeat=v["d"]), v["n"]))


def labels(L: Tokens) -> Tokens:
    mean = sum(x for token in L for x in token) / sum(len(token) for token in L)
    return tuple(tuple(x * mean for x in token) for token in L)


def shifted(L: Tokens, by: Any) -> Tokens:
    return tuple(tuple(x - by for x in token) for token in L)


@pytest.mark.parametrize(("d", "n", "D"), [(1, 1, 3), (1, 2, 4), (1, 3, 4), (2, 1, 3), (2, 2, 2)])
def test_it_is_f_on_the_cells_of_different_tokens(d: int, n: int, D: int) -> None:
    v = values(d, n, D, 3)
    network = one_attention_layer(v)
    for L in sequences(v):
        for inside in (mpq(1, 1000), 1 / mpq(2 * D), 1 / mpq(D) - delta(v)):
            assert network(rows(shifted(L, inside))) == rows(labels(L))


@pytest.mark.parametrize(("d", "n", "D"), [(2, 2, 3), (2, 3, 2)])
def test_larger_grids(d: int, n: int, D: int) -> None:
    v = values(d, n, D)
    network = one_attention_layer(v)
    for L in sequences(v)[::97]:
        assert network(rows(shifted(L, 1 / mpq(2 * D)))) == rows(labels(L))


@pytest.mark.parametrize("far", [mpq(-1, 6), -1000, mpq(7, 6), 10**6])
@pytest.mark.parametrize("other", [mpq(-1, 12), 0, mpq(1, 24), mpq(1, 4), mpq(5, 12), 1, mpq(13, 12), 10**9, -(10**9)])
def test_it_is_zero_where_one_token_is_outside(far: Any, other: Any) -> None:
    # D = 2, delta = 1/6: other entries are on strips, in cells or outside
    one_entry = one_attention_layer(values(1, 3, 2, 3))
    assert one_entry(((far, other, mpq(3, 4)),)) == ((0, 0, 0),)
    two_entries = one_attention_layer(values(2, 2, 2, 3))
    assert two_entries(((mpq(1, 3), other), (far, mpq(1, 3)))) == ((0, 0), (0, 0))


def test_weights_are_rational_and_layers_those_of_the_class() -> None:
    network = one_attention_layer(values(2, 2, 2))
    first, attention, last = network.items
    assert isinstance(first, FeedForwardLayer)
    assert isinstance(last, FeedForwardLayer)
    assert isinstance(attention, SoftmaxAttentionLayer)
    (head,) = attention.heads
    matrices = (first.W_1, first.W_2, last.W_1, last.W_2, head.W_O, head.W_V, head.W_K, head.W_Q)
    assert not any(isinstance(x, Real) for matrix in matrices for row in matrix for x in row)
    assert head.size == 1


def test_every_context_has_its_id() -> None:
    assert len(context_ids(values(1, 2, 4))) == 12
    assert len(context_ids(values(2, 2, 2))) == 12
    assert context_ids(values(1, 3, 2)) == {}
    assert sum(weights(values(3, 2, 5))) == 1


def at(network: Network, *entries: Any) -> list[Any]:
    return [network(((entry,),))[0][0] for entry in entries]


def test_layers_of_the_second_step() -> None:
    v = values(1, 2, 2)  # delta = 1/4
    assert at(nothing(v), -3, mpq(1, 7), 5) == [0, 0, 0]
    assert at(quantised(v), -1, 0, mpq(1, 2), 7) == [0, mpq(1, 2), 1, 1]
    outputs = at(less_last_step_from_zero(v), mpq(1, 8), mpq(1, 4), mpq(3, 4), 1, mpq(9, 8), mpq(5, 4))
    assert outputs == [mpq(1, 4), mpq(1, 2), 1, 1, mpq(1, 2), 0]
    assert at(printed_penalty(v), 1, mpq(9, 8), 3, mpq(-1, 4), mpq(-1, 2)) == [0, mpq(1, 2), 1, -1, -3]
    assert at(first_layer(v), mpq(3, 4), 2, -1) == [1, 0, -1]
    assert at(lowered(v), 5) == [3]


@pytest.mark.parametrize(("d", "D"), [(1, 2), (2, 3), (3, 2)])
def test_attention_of_the_appendix_has_the_norm_that_32_asks_for(d: int, D: int) -> None:
    (layer,) = grid_attention(values(d, 2, D)).items
    assert isinstance(layer, SoftmaxAttentionLayer)
    (head,) = layer.heads
    assert sum(x * x for x in head.W_V[0]) == 1
    assert sum(row[0] * row[0] for row in head.W_O) == mpq(1, 16 * d * D * D)
