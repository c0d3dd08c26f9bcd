from __future__ import annotations

import pickle
from itertools import islice
from time import perf_counter

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import (
    QUANTITIES,
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    PiecewiseLinear,
    at_least,
    below,
    everywhere,
    variable,
)
from exactua.networks.items import templates

from .strategies import networks, points

ell, k = variable("l"), variable("k")
U = [[1, 2]]
RELU = Phi.of((below(0), 0, 0), (at_least(0), 1, 0))


def shift(by, activation=RELU):
    """Adds `by` to the first of two rows."""
    return FeedForwardLayer([[0, 0]], [0], [[0], [0]], [by, 0], activation)


def psi(b_Q, times):
    return AttentionHead([[times], [0]], U, U, U, [-b_Q if b_Q else 0])


SWEEP = Family("l", 0, "1/2", 4, [AttentionLayer([psi(ell - mpq(1, 4), 4), psi(ell + mpq(1, 4), -4)])])
GLOBAL = AttentionLayer([psi(0, 64)])
LEMMA8 = Network(2, [SWEEP, GLOBAL], {"sweep": 1, "output": 2, "input": 0})


def test_the_construction_of_appendix_e3_by_hand():
    """d = n = 2, delta = 1/2, ids 1/2 and 3/2. First l = 1/2: the first id grows by 4 (3/2 - 1/2) = 4 to 9/2.

    Then l = 3/2: the second grows by 4 (9/2 - 3/2) = 12 to 27/2. Last, 64 * 27/2 = 864 more for both.
    """
    X = [["1/2", "1/2"], [0, "1/2"]]
    assert LEMMA8.stage(X, "input") == ((mpq(1, 2), mpq(1, 2)), (0, mpq(1, 2)))
    assert LEMMA8.stage(X, "sweep") == ((mpq(9, 2), mpq(25, 2)), (0, mpq(1, 2)))
    assert LEMMA8(X) == LEMMA8.stage(X, "output") == LEMMA8.stage(X, 2)
    assert LEMMA8(X) == ((mpq(9, 2) + 864, mpq(25, 2) + 864), (0, mpq(1, 2)))


def test_stages_by_number_are_states_between_items():
    network = Network(2, [shift(1), shift(10), shift(100)])
    assert [network.stage([[0], [0]], number)[0][0] for number in range(4)] == [0, 1, 11, 111]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_network_is_the_composition_of_its_layers(data):
    network = data.draw(networks())
    X = data.draw(points(network.d, st.integers(1, 2)))
    Z = tuple(map(tuple, X))
    for layer in network.layers():
        Z = layer(Z)
    assert network(X) == Z


def weights_of(layer):
    """All entries of weight matrices and biases, counted one by one."""
    owners = layer.heads if isinstance(layer, AttentionLayer) else [layer]
    names = ("W_O", "W_V", "W_K", "W_Q") if isinstance(layer, AttentionLayer) else ("W_1", "W_2")
    biases = ("b_Q",) if isinstance(layer, AttentionLayer) else ("b_1", "b_2")
    matrices = sum(len(row) for owner in owners for name in names for row in getattr(owner, name))
    return matrices + sum(len(getattr(owner, name)) for owner in owners for name in biases)


@given(networks())
@settings(max_examples=60, deadline=None)
def test_quantities_are_those_of_the_unrolled_network(network):
    unrolled = list(network.layers())
    attention = [layer for layer in unrolled if isinstance(layer, AttentionLayer)]
    feed_forward = [layer for layer in unrolled if isinstance(layer, FeedForwardLayer)]
    assert {name: network.quantity(name) for name in QUANTITIES} == {
        "attention layers": len(attention),
        "feed-forward layers": len(feed_forward),
        "heads": max((len(layer.heads) for layer in attention), default=0),
        "head size": max((max(len(head.W_V), len(head.W_K)) for layer in attention for head in layer.heads), default=0),
        "hidden size": max((len(layer.W_1) for layer in feed_forward), default=0),
        "activations outside Phi": sum(layer.activation.outside_phi() is not None for layer in feed_forward),
        "other layers": len(unrolled) - len(attention) - len(feed_forward),
        "parameters": sum(map(weights_of, unrolled)),
        "largest layer parameters": max(map(weights_of, unrolled), default=0),
    }
    assert sum(times for _, times in templates(network.items)) == len(unrolled)


def test_quantities_by_hand():
    assert {name: LEMMA8.quantity(name) for name in QUANTITIES} == {
        "attention layers": 5,
        "feed-forward layers": 0,
        "heads": 2,
        "head size": 1,
        "hidden size": 0,
        "activations outside Phi": 0,
        "other layers": 0,
        "parameters": 4 * 2 * 9 + 9,
        "largest layer parameters": 18,
    }
    identity = PiecewiseLinear.of((everywhere(), 1, 0))
    many = Family("l", 0, 1, 3, [Group("g", [Family("k", 0, 1, 5, [shift(ell, identity)])]), shift(1)])
    network = Network(2, [many, Family("l", 0, 1, 0, [GLOBAL])])
    assert network.quantity("feed-forward layers") == 18
    assert network.quantity("activations outside Phi") == 15
    assert network.quantity("heads") == 0  # the only attention layer stands in a family of count 0
    with pytest.raises(InputError, match="'depth' is not a quantity of a network; write one of: attention layers, "):
        network.quantity("depth")


def test_a_family_of_any_count_costs_nothing_until_it_is_walked():
    started = perf_counter()
    huge = 10**30
    network = Network(2, [Family("l", 0, 1, huge, [Family("k", 0, 1, huge, [shift(ell + k)]), GLOBAL])])
    assert network.quantity("feed-forward layers") == huge**2
    assert network.quantity("attention layers") == huge
    assert [layer.b_2[0] for layer in islice(network.layers(), 4)] == [0, 1, 2, 3]
    assert perf_counter() - started < 1


def test_any_number_of_times_nothing_is_nothing():
    nothing = Family("l", 0, 1, 10**30, [Group("empty", []), Family("k", 0, 1, 0, [shift(k)])])
    assert Network(2, [nothing])([[1], [2]]) == ((1,), (2,))


def test_walking_says_where_each_layer_stands():
    inner = Family("k", 5, -1, 2, [shift(ell + k)])
    network = Network(2, [shift(7), Group("outer", [Family("l", "1/2", 1, 2, [Group("inner", [inner]), shift(ell)])])])
    assert [(place.item, place.groups, dict(place.variables), place.layer.b_2[0]) for place in network.walk()] == [
        (1, (), {}, 7),
        (2, ("outer", "inner"), {"l": mpq(1, 2), "k": 5}, mpq(11, 2)),
        (2, ("outer", "inner"), {"l": mpq(1, 2), "k": 4}, mpq(9, 2)),
        (2, ("outer",), {"l": mpq(1, 2)}, mpq(1, 2)),
        (2, ("outer", "inner"), {"l": mpq(3, 2), "k": 5}, mpq(13, 2)),
        (2, ("outer", "inner"), {"l": mpq(3, 2), "k": 4}, mpq(11, 2)),
        (2, ("outer",), {"l": mpq(3, 2)}, mpq(3, 2)),
    ]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Network(0, []), "d: 0 is not a number of rows; write an integer >= 1"),
        (lambda: Network(True, []), "d: True is not a number of rows; write an integer >= 1"),
        (
            lambda: Network(3, [shift(1)]),
            "item 1 maps 2 x n to 2 x n, the network maps 3 x n to 3 x n: d must agree",
        ),
        (
            lambda: Network(2, [shift(1), Group("g", [shift(ell)])]),
            "item 2 has an entry with l, which is not the variable of a family or table around it",
        ),
        (
            lambda: Network(2, [Family("k", 0, 1, 1, [shift(ell)])]),
            "item 1 has an entry with l, which is not the variable of a family or table around it",
        ),
        (
            lambda: Network(2, ["layer"]),
            "'layer' is not an item of a network: give a layer, a Family, a Table or a Group",
        ),
        (lambda: Network(2, [], {"end": 1}), 'stage "end" is after item 1; the network has 0 items'),
        (lambda: Network(2, [], {"end": True}), "stage 'end': True is not a number of items"),
        (lambda: Family("l", 0, 1, -1, []), 'the count -1 of the family over "l" must be an integer >= 0'),
        (lambda: Family("l", 0, 1, 1.0, []), 'the count 1.0 of the family over "l" must be an integer >= 0'),
        (
            lambda: Family("constant", 0, 1, 1, []),
            'the variable "constant" of a family must be a name such as "l", other than "constant"',
        ),
        (
            lambda: Family("a\x1b[2J", 0, 1, 1, []),
            'the variable "a\\u001b[2J" of a family must be a name such as "l", other than "constant"',
        ),
        (
            lambda: Family("l", 0, 1, 1, [Group("g", [Family("l", 0, 1, 1, [])])]),
            'two families, one inside the other, both have the variable "l"',
        ),
        (
            lambda: Family("l", 0.1, 1, 1, []),
            'start: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
        (lambda: Group(3, []), "the name 3 of a group must be a string"),
    ],
)
def test_networks_that_mean_nothing_are_refused(build, message):
    with pytest.raises(InputError) as caught:
        build()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("X", "stage", "message"),
    [
        ([[1], [2], [3]], 0, "X is 3 x 1, the network maps 2 x n to 2 x n: it needs 2 rows"),
        (
            [[1], [0.1]],
            0,
            'X[1][0]: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
        (
            [[1], [True]],
            0,
            "X[1][0]: True is not an exact number; write an integer or a fraction such as 3/4",
        ),
        ([[1], [2]], 3, "stage 3 is not one of 0, ..., 2, the numbers of items"),
        ([[1], [2]], -1, "stage -1 is not one of 0, ..., 2, the numbers of items"),
        ([[1], [2]], True, "stage True is not one of 0, ..., 2, the numbers of items"),
        ([[1], [2]], "end", 'the network has no stage "end"; its stages are: "input", "sweep", "output"'),
    ],
)
def test_wrong_points_and_stages_are_refused(X, stage, message):
    with pytest.raises(InputError) as caught:
        LEMMA8.stage(X, stage)
    assert str(caught.value) == message


def test_networks_are_values():
    again = Network(2, (SWEEP, GLOBAL), {"output": 2, "input": 0, "sweep": 1})
    assert again == LEMMA8
    assert hash(again) == hash(LEMMA8)
    assert Network(2, [SWEEP, GLOBAL]) != LEMMA8
    assert pickle.loads(pickle.dumps(LEMMA8)) == LEMMA8
    LEMMA8.stages.clear()
    assert LEMMA8.stages == {"input": 0, "sweep": 1, "output": 2}
    with pytest.raises(AttributeError):
        LEMMA8.d = 3


def test_stages_that_are_none_are_told() -> None:
    layer = FeedForwardLayer([[1]], [0], [[1]], [0], RELU)
    with pytest.raises(InputError, match=r'^stages: \[1\] has no names; write, for example, {"attended": 1}$'):
        Network(1, [layer], [1])
    with pytest.raises(InputError, match=r'^stage "end" is after item 2; the network has 1 item$'):
        Network(1, [layer], {"end": 2})
