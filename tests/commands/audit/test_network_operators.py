"""Operators over networks: every number of every network is changed, and a diff names its place.

Laws, for networks of every kind:
- An edit makes another network, or none.
- What is not on its paths stays as it was, and what it says was there was there.
- Every number and every choice that a network's data holds is changed by some edit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings

from exactua.commands.audit.network_operators import Edit, edits, put, shown
from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    Family,
    FeedForwardLayer,
    Network,
    Phi,
    PositionalEncoding,
    SeparableConvolution,
    Table,
    variable,
)
from exactua.networks.activations import at_least, below, half_open
from exactua.networks.serialisation import to_data
from tests.networks.strategies import networks

NAMES = ("name", "variable", "variables")
"""Keys of data that has no meaning beyond being the same everywhere."""


def leaves(data: Any, path: tuple = ()) -> Iterator[tuple]:
    """The paths of everything in a network's data that an operator has to reach."""
    if isinstance(data, dict):
        if "slope" in data:  # infinite ends are not there to be moved
            data = {key: value for key, value in data.items() if data.get(key.split("_")[0], 0) is not None}
        for key, value in data.items():
            if key not in NAMES:
                yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for k, value in enumerate(data):
            yield from leaves(value, (*path, k))
    else:
        yield path


def at(data: Any, path: tuple) -> Any:
    for key in path:
        data = data[key]
    return data


@given(networks())
@settings(max_examples=20, deadline=None)
def test_an_edit_makes_another_network_or_none(network: Network) -> None:
    data = to_data(network)
    for edit in list(edits(network))[::7][:60]:
        try:
            changed = to_data(edit.network(data))
        except InputError:
            continue
        assert changed != data, edit
        assert to_data(network) == data


@given(networks())
@settings(max_examples=20, deadline=None)
def test_every_number_is_changed_by_some_edit(network: Network) -> None:
    data = to_data(network)
    changed = {path for edit in edits(network) for path, _ in edit.values}
    for path in leaves({"items": data["items"], "stages": data["stages"]}):
        assert path in changed, shown(path)


@given(networks())
@settings(max_examples=15, deadline=None)
def test_an_edit_changes_its_paths_and_nothing_else(network: Network) -> None:
    data = to_data(network)
    for edit in list(edits(network))[::5][:40]:
        changed = data
        for path, value in edit.values:
            changed = put(changed, path, value)
            assert at(data, path) != value
        for path in leaves(data):
            if not any(path[: len(prefix)] == prefix for prefix, _ in edit.values):
                assert at(changed, path) == at(data, path)


def edits_of(network: Network) -> dict[str, list[Edit]]:
    by_operator: dict[str, list[Edit]] = {}
    for edit in edits(network):
        by_operator.setdefault(edit.operator, []).append(edit)
    return by_operator


def sample() -> Network:
    """Two heads with different weights in a family, a feed-forward layer with three pieces, and the other layers."""
    ell = variable("l")
    first = AttentionHead([[2], [0]], [[1, 3]], [[1, 2]], [[0, 5]], [ell - mpq(1, 4)])
    second = AttentionHead([[-2], [0]], [[1, 3]], [[1, 2]], [[0, 5]], [2 * ell])
    step = Phi.of((below(0), 0, 1), (half_open(0, 1), 2, 0), (at_least(1), 0, 3))
    feed = FeedForwardLayer([[1, 0], [0, 1]], [0, mpq(1, 2)], [[1, 0], [0, 7]], [0, 0], step)
    return Network(
        2,
        [
            Family("l", mpq(1, 2), mpq(1, 4), 3, [AttentionLayer([first, second])]),
            Table(("t",), [[1], [5]], [feed]),
            PositionalEncoding([[1, 2], [3, 4]]),
            BilinearProjection([[1, 2], [3, 4]], [[0, 1], [1, 0]]),
            SeparableConvolution([[1, 0], [0, 2]], [[1, 2, 3], [4, 5, 6]]),
        ],
        {"sweep": 1, "output": 5},
    )


EXAMPLES = [
    ("weight + 1", ".items[0].family.items[0].attention.heads[0].W_V[0][1]", "3", "4"),
    ("weight negated", ".items[0].family.items[0].attention.heads[1].W_O[0][0]", "-2", "2"),
    ("weight zeroed", ".items[1].table.items[0].feed_forward.W_2[1][1]", "7", "0"),
    ("weight doubled", ".items[2].positional encoding.E[1][0]", "3", "6"),
    ("weight - 1", ".items[3].bilinear projection.W_P[0][1]", "1", "0"),
    ("bias + 1", ".items[1].table.items[0].feed_forward.b_1[1]", "1/2", "3/2"),
    ("bias negated", ".items[0].family.items[0].attention.heads[0].b_Q[0].constant", "l - 1/4", "l + 1/4"),
    ("coefficient doubled", ".items[0].family.items[0].attention.heads[1].b_Q[0].l", "2*l", "4*l"),
    ("coefficient zeroed", ".items[0].family.items[0].attention.heads[0].b_Q[0].l", "l - 1/4", "-1/4"),
    ("tie rule", ".items[0].family.items[0].attention.tie_rule", "average", "leftmost"),
    ("head dropped", ".items[0].family.items[0].attention.heads", "head [1]", "nothing"),
    ("range one longer", ".items[0].family.count", "l from 1/2 by 1/4, 3 times", "l from 1/2 by 1/4, 4 times"),
    ("range begins later", ".items[0].family.start", "l from 1/2 by 1/4, 3 times", "l from 3/4 by 1/4, 2 times"),
    ("range reversed", ".items[0].family.start", "l from 1/2 by 1/4, 3 times", "l from 1 by -1/4, 3 times"),
    ("step doubled", ".items[0].family.step", "l from 1/2 by 1/4, 3 times", "l from 1/2 by 1/2, 3 times"),
    ("row dropped", ".items[1].table.rows", "row [0] (1)", "nothing"),
    ("rows swapped", ".items[1].table.rows", "[0] (1); [1] (5)", "(5); (1)"),
    ("row entry + 1", ".items[1].table.rows[1][0]", "5", "6"),
    ("slope zeroed", ".items[1].table.items[0].feed_forward.activation[1].slope", "2", "0"),
    ("intercept - 1", ".items[1].table.items[0].feed_forward.activation[2].intercept", "3", "2"),
    ("breakpoint moved up", ".items[1].table.items[0].feed_forward.activation[0].to", "0", "1/2"),
    ("breakpoint moved down", ".items[1].table.items[0].feed_forward.activation[0].to", "0", "-1"),
    ("end given away", ".items[1].table.items[0].feed_forward.activation[0].to_closed", "0 belongs to piece [1]", "to piece [0]"),
    ("pieces merged", ".items[1].table.items[0].feed_forward.activation", "pieces [0] and [1]", "piece [0] alone"),
    ("hidden node dropped", ".items[1].table.items[0].feed_forward.b_1", "node [0] of 2", "nothing"),
    ("matrices exchanged", ".items[0].family.items[0].attention.heads[0].W_K", "W_K, W_Q", "W_Q, W_K"),
    ("layer dropped", ".items", "positional encoding layer", "nothing"),
    ("layers swapped", ".items", "[2] positional encoding layer; [3] bilinear projection layer", "bilinear projection layer; positional encoding layer"),
    ("centre - 1", ".items[4].separable convolution.centre", "2", "1"),
    ("stage + 1", ".stages.sweep", "1", "2"),
]  # fmt: skip


@pytest.mark.parametrize(("operator", "place", "before", "after"), EXAMPLES)
def test_an_edit_says_what_it_does(operator: str, place: str, before: str, after: str) -> None:
    network = sample()
    known = [(edit.place, edit.before, edit.after) for edit in edits_of(network)[operator]]
    assert (place, before, after) in known
    edit = edits_of(network)[operator][known.index((place, before, after))]
    assert edit.network(to_data(network)) != network


def test_layers_that_are_told_alike_are_told_apart() -> None:
    layer = PositionalEncoding([[1]])
    said = [(edit.operator, edit.place, edit.before) for edit in edits(Network(1, [layer, layer, layer]))]
    dropped = [before for operator, _, before in said if operator == "layer dropped"]
    assert dropped == [dropped[0], f"{dropped[0]}, number 2 of these", f"{dropped[0]}, number 3 of these"]
    assert len(set(said)) == len(said)


def test_the_numbers_of_stages_follow_what_is_dropped() -> None:
    network = sample()
    dropped = [edit for edit in edits_of(network)["layer dropped"] if edit.place == ".items"]
    assert [edit.network(to_data(network)).stages for edit in dropped] == [
        {"sweep": 0, "output": 4}, *[{"sweep": 1, "output": 4}] * 4,
    ]  # fmt: skip
    twice = [edit for edit in edits_of(network)["layer duplicated"] if edit.place == ".items"]
    assert twice[0].network(to_data(network)).stages == {"sweep": 2, "output": 6}


def test_no_edit_leaves_a_layer_without_heads_or_rows() -> None:
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    network = Network(1, [Table(("t",), [[1]], [AttentionLayer([head])])])
    assert {"head dropped", "row dropped", "rows swapped"}.isdisjoint(edits_of(network))
