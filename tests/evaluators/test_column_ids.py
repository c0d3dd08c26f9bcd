"""The evaluator of ids is held to its literal twin: same ids, at every stage, for paper networks, mutants and random ones."""

from __future__ import annotations

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.evaluators.column_ids import id_network
from exactua.grids.columns import ColumnSet, Progression
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences
from exactua.networks import AttentionHead, AttentionLayer, FeedForwardLayer, Network, Phi, PositionalEncoding
from exactua.networks.activations import Piece
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.terms.language import TermError
from tests.strategies import id_networks

boxes = st.sampled_from([(1, 2, 2), (1, 2, 3), (1, 3, 2), (1, 3, 3), (2, 2, 2), (1, 4, 2), (3, 2, 2)])


def columns(d: int, n: int, m: int, special: object = None) -> ColumnSet:
    outside = -(mpq(m) ** (n * d)) if special is None else special
    return ColumnSet(d, Progression(mpq(0), mpq(1, m), m), (outside,), reading_vector(d, m))


def compare(network: Network, domain: Orbits | Sequences, ranks: list[int]) -> None:
    on_ids = id_network(network)
    assert on_ids is not None
    denominator, ids = domain.columns.common_ids()
    numbers = np.array([domain.unrank(rank) for rank in ranks])
    states = list(on_ids.states(Batch.of(ids[numbers.T], denominator)))
    assert len(states) == len(network.items) + 1
    for column, rank in enumerate(ranks):
        for after, state in enumerate(states):
            literal = network.stage(domain.matrix(rank), after)
            expected = [
                sum(u * entry for u, entry in zip(on_ids.u, z, strict=True)) for z in zip(*literal, strict=True)
            ]
            computed = [state[j].value(column) for j in range(domain.n)]
            assert computed == expected, (rank, after)


@settings(max_examples=60, deadline=None)
@given(st.data(), boxes)
def test_random_networks(data: st.DataObject, box: tuple[int, int, int]) -> None:
    d, n, m = box
    network = data.draw(id_networks(d, m))
    domain = Sequences(columns(d, n, m), n)
    ranks = data.draw(st.lists(st.integers(0, domain.count - 1), min_size=1, max_size=8))
    compare(network, domain, ranks)


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 3, 4), (2, 2, 2), (2, 3, 2), (1, 5, 3)])
def test_the_papers_network_at_every_point(d: int, n: int, m: int) -> None:
    domain = Orbits(columns(d, n, m), n, "allowed", "allowed")
    compare(contextual_map({"d": d, "n": n, "m": m}), domain, list(range(domain.count)))


def test_ids_that_are_no_multiples_of_delta() -> None:
    # the value -delta^(nd), as the slides print it, is no multiple of delta
    domain = Orbits(columns(2, 2, 2, special=mpq(-1, 16)), 2, "allowed", "allowed")
    compare(contextual_map({"d": 2, "n": 2, "m": 2}), domain, list(range(domain.count)))


def test_ids_beyond_64_bits() -> None:
    d, n, m = 2, 4, 16
    domain = Orbits(columns(d, n, m), n, "allowed", "allowed")
    network = contextual_map({"d": d, "n": n, "m": m})
    last = domain.count - 1
    compare(network, domain, [0, 1, last // 3, last // 2, last])
    on_ids = id_network(network)
    assert on_ids is not None
    denominator, ids = domain.columns.common_ids()
    *_, output = on_ids.states(Batch.of(ids[domain.batch(0, 4).T], denominator))
    assert output.bits > 64


def head(**weights: object) -> AttentionHead:
    u = ((1, 2),)
    return AttentionHead(**{"W_O": ((1,), (0,)), "W_V": u, "W_K": u, "W_Q": u, "b_Q": (0,), **weights})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "layer",
    [
        AttentionLayer((head(W_V=((1, 0),)),)),
        AttentionLayer((head(W_K=((0, 1),)),)),
        AttentionLayer((head(W_K=((1, 2), (1, 2)), W_Q=((1, 2), (1, 2)), b_Q=(0, 0)),)),
        AttentionLayer((head(W_O=((1, 0), (0, 1)), W_V=((1, 2), (1, 2))),)),
        AttentionLayer(
            (head(W_O=((1, 0), (0, 1)), W_V=((1, 2), (1, 2)), W_K=((1, 2), (1, 2)), W_Q=((1, 2), (1, 2)), b_Q=(0, 0)),)
        ),
    ],
)
def test_other_networks_are_refused(layer: AttentionLayer) -> None:
    assert id_network(Network(2, (AttentionLayer((head(),)), layer))) is None


def test_token_wise_layers_are_refused() -> None:
    phi = Phi([Piece(None, False, None, False, mpq(0), mpq(1))])
    layer = FeedForwardLayer(((1, 2),), (0,), ((1,), (0,)), (0, 0), phi)
    assert id_network(Network(2, (AttentionLayer((head(),)), layer))) is None
    assert id_network(Network(2, (layer,))) is None


@settings(max_examples=40, deadline=None)
@given(st.data(), boxes)
def test_after_any_number_of_layers(data: st.DataObject, box: tuple[int, int, int]) -> None:
    d, n, m = box
    network = data.draw(id_networks(d, m))
    on_ids, layers = id_network(network), list(network.layers())
    assert on_ids is not None
    domain = Sequences(columns(d, n, m), n)
    ranks = data.draw(st.lists(st.integers(0, domain.count - 1), min_size=1, max_size=6))
    counts = data.draw(st.lists(st.integers(0, len(layers)), min_size=len(ranks), max_size=len(ranks)))
    denominator, ids = domain.columns.common_ids()
    numbers = np.array([domain.unrank(rank) for rank in ranks])
    states = on_ids.after_layers(Batch.of(ids[numbers.T], denominator), Batch.of(np.array(counts)))
    for k, (rank, count) in enumerate(zip(ranks, counts, strict=True)):
        Z = domain.matrix(rank)
        for layer in layers[:count]:
            Z = layer.apply(Z)
        literal = [sum(u * entry for u, entry in zip(on_ids.u, z, strict=True)) for z in zip(*Z, strict=True)]
        assert [states[j].value(k) for j in range(n)] == literal
    with pytest.raises(TermError, match=f"the network has {len(layers)} layers"):
        on_ids.after_layers(Batch.of(ids[numbers.T], denominator), len(layers) + 1)


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (2, 2, 2), (1, 3, 3)])
def test_positional_encodings_shift_the_ids(d: int, n: int, m: int) -> None:
    encoding = PositionalEncoding([[mpq(j, i + 1) for j in range(n)] for i in range(d)])
    whole = contextual_map({"d": d, "n": n, "m": m})
    network = Network(d, (encoding, *whole.items))
    domain = Sequences(columns(d, n, m), n)
    compare(network, domain, list(range(domain.count)))
