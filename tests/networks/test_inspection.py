"""Bit lengths, blocks and widths without unrolling, held against what unrolling gives."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings

from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    PositionalEncoding,
    Table,
    everywhere,
    variable,
)
from exactua.networks import inspection as module
from exactua.networks.inspection import BitLengths, bit_lengths, inspect, layer_count, transformer_blocks
from exactua.networks.items import fixed_columns

from .strategies import networks

ell, k = variable("l"), variable("k")
ZERO = Phi.of((everywhere(), 0, 0))


def layer(weight, bias=0) -> FeedForwardLayer:
    return FeedForwardLayer([[weight]], [bias], [[1]], [0], ZERO)


@settings(max_examples=40, deadline=None)
@given(networks())
def test_they_are_those_of_the_unrolled_network(network: Network):
    lengths, unrolled = bit_lengths(network.items), bit_lengths(list(network.layers()))
    assert lengths == unrolled
    assert all(bits.exact for bits in lengths.values())


@settings(max_examples=40, deadline=None)
@given(networks())
def test_bounds_are_never_too_small(network: Network):
    exact = bit_lengths(network.items)
    before = module.MOST_VALUES
    module.MOST_VALUES = 1
    try:
        bounds = bit_lengths(network.items)
    finally:
        module.MOST_VALUES = before
    for kind, bits in exact.items():
        assert bounds[kind].numerator >= bits.numerator
        assert bounds[kind].denominator >= bits.denominator
        assert not bounds[kind].exact or bounds[kind] == bits


def test_a_family_is_not_unrolled():
    lengths = bit_lengths([Family("l", 0, "1/4", 10**30, [layer(ell, 7)])])
    last = (10**30 - 1) * mpq(1, 4)
    assert lengths["weights"] == BitLengths(int(last * 4).bit_length(), 3, exact=False)
    assert lengths["biases"] == BitLengths(3, 1, exact=True)
    assert lengths["all"].exact is False


def test_a_table_is_exact_at_any_length():
    rows = [[mpq(1, number), number] for number in range(1, 6000)]
    lengths = bit_lengths([Table(["l", "k"], rows, [layer(ell, k)])])
    assert (lengths["weights"], lengths["biases"]) == (BitLengths(1, 13), BitLengths(13, 1))


def test_two_variables_together_decide():
    items = [Family("l", 0, 1, 4, [Table(["k"], [[4], ["1/3"]], [layer(8 * ell + k)])])]
    assert bit_lengths(items)["weights"] == BitLengths(7, 2)  # 8 * 3 + 1/3 = 73/3 has 7 bits, 28 has 5


def test_nothing_that_occurs_no_times_counts():
    assert bit_lengths([Family("l", 0, 1, 0, [layer(1000)])])["all"] == BitLengths()


def greedy(network: Network) -> int:
    blocks, is_open = 0, False
    for item in network.layers():
        feeds = isinstance(item, FeedForwardLayer)
        attends = isinstance(item, AttentionLayer)
        blocks += attends or (feeds and not is_open)
        is_open = attends
    return blocks


@settings(max_examples=40, deadline=None)
@given(networks())
def test_blocks_are_those_of_the_unrolled_layers(network: Network):
    assert transformer_blocks(network.items) == greedy(network)


def test_blocks_of_long_families_and_other_layers():
    attention = AttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])
    assert transformer_blocks([Family("l", 0, 1, 10**30, [attention, layer(1)])]) == 10**30
    assert transformer_blocks([Family("l", 0, 1, 10**30, [layer(1), attention])]) == 10**30 + 1
    assert transformer_blocks([attention, Group("g", [Family("l", 0, 1, 0, [attention]), layer(1)])]) == 1
    assert transformer_blocks([attention, PositionalEncoding([[1]]), layer(1)]) == 2


def test_widths_are_those_that_layers_fix():
    encoding, projection = PositionalEncoding([[1, 2]]), BilinearProjection.averaging([[1]], 3)
    assert fixed_columns([layer(1)]) is None
    assert fixed_columns([layer(1), Group("g", [encoding])]) == (2, "positional encoding")
    assert fixed_columns([projection]) == (3, "bi-linear projection")
    with pytest.raises(
        InputError, match=r"encoding for 2 columns and a bi-linear projection for 3: no point fits both"
    ):
        fixed_columns([encoding, projection])
    assert inspect(Network(1, [encoding, projection])).conflict is not None


@settings(max_examples=40, deadline=None)
@given(networks())
def test_counts_are_those_of_the_walk(network: Network):
    inspection, layers = inspect(network), list(network.layers())
    assert sum(inspection.layers.values()) == len(layers)
    assert sum(inspection.tie_rules.values()) == inspection.layers.get("attention", 0)
    for name, after, before in inspection.stages:
        assert network.stages[name] == after
        assert before == layer_count(network.items[:after])
    assert inspection.sizes["parameters"] == sum(item.parameters for item in layers)
