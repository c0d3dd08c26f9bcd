"""Profiles: what layers do to ids, read from the layers."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq

from exactua.evaluators.profiles import LayerStack, NoProfile, ProfileHead, profile_of, read_profile
from exactua.networks import RELU, AttentionLayer, Family, FeedForwardLayer, Group, Network, PositionalEncoding
from exactua.networks.entries import variable
from exactua.papers.yun2020.selective_shift import Psi, contextual_map, profile, psi
from exactua.papers.yun2020.variants import SWEEPS

BOXES = [(1, 2, 2), (1, 3, 4), (2, 2, 2), (2, 4, 3), (3, 2, 2)]


def read(network: Network, d: int, m: int) -> Any:
    return read_profile(network, tuple(mpq(m) ** i for i in range(d)), mpq(1, m))


@pytest.mark.parametrize(("d", "n", "m"), BOXES)
def test_the_profile_for_all_D_is_that_of_the_network(d: int, n: int, m: int) -> None:
    recognised = read(contextual_map({"d": d, "n": n, "m": m}), d, m)
    assert recognised.same(profile(n).at(m**d))
    assert not recognised.same(profile(n).at(m**d + 1))
    assert not recognised.same(profile(n + 1).at(m**d))
    assert recognised.direction == (1, *(0,) * (d - 1))


@pytest.mark.parametrize("key", list(SWEEPS))
def test_every_variant_has_another_profile(key: str) -> None:
    recognised = read(SWEEPS[key][2]({"d": 2, "n": 3, "m": 2}), 2, 2)
    assert not recognised.same(profile(3).at(4))


def test_a_sweep_in_decreasing_order() -> None:
    recognised = read(SWEEPS["order"][2]({"d": 1, "n": 2, "m": 3}), 1, 3)
    assert (recognised.stacks[0].start, recognised.stacks[0].pace, recognised.stacks[0].count) == (2, -1, 3)
    assert [head.threshold for head in recognised.stacks[0].heads] == [mpq(-1, 2), mpq(1, 2)]


def test_heads_without_gain_are_left_out_and_groups_are_their_items() -> None:
    idle = AttentionLayer(Psi(1, 2, mpq(0), mpq(1), gain=mpq(0)))
    layer = AttentionLayer((psi(1, 2, mpq(1, 2), gain=mpq(3)),))
    recognised = read(Network(1, (Group("both", (idle, layer)), layer), {"half": 1}), 1, 2)
    assert [stack.heads for stack in recognised.stacks] == [(), (ProfileHead(3, 1),), (ProfileHead(3, 1),)]
    assert (recognised.ends, dict(recognised.stages), recognised.most_heads) == ((0, 2, 3), {"half": 1}, 2)


def moved(step: Any, offset: Any = 0) -> Network:
    ell = variable("l")
    return Network(1, (Family("l", mpq(0), step, 3, (AttentionLayer(Psi(1, 2, ell + offset, ell, gain=mpq(2))),)),))


@pytest.mark.parametrize(
    ("network", "reason"),
    [
        (Network(1, (PositionalEncoding([[0, 1]]), AttentionLayer((psi(1, 2, mpq(0), gain=mpq(1)),)))), "positional"),
        (Network(1, (FeedForwardLayer([[1]], [0], [[1]], [0], RELU),)), "column ids alone"),
        (moved(mpq(1)), "one by one"),
        (Network(1, (AttentionLayer((psi(1, 2, mpq(0), gain=mpq(1)),), "leftmost"),)), "breaks ties"),
        (Network(1, (AttentionLayer((psi(1, 3, mpq(0), gain=mpq(-1)),)),)), None),
        (Network(2, (AttentionLayer((psi(2, 3, mpq(0), gain=mpq(1)),)),)), "column ids alone"),
    ],
)
def test_other_networks_have_no_profile(network: Network, reason: str | None) -> None:
    if reason is None:
        assert read(network, 1, 2).stacks[0].heads == (ProfileHead(-1, 0),)
        return
    with pytest.raises(NoProfile, match=reason):
        read(network, network.d, 2)


def test_scores_against_the_id_are_refused() -> None:
    head = psi(1, 2, mpq(0), gain=mpq(1))
    turned = type(head)(head.W_O, head.W_V, [[-1]], head.W_Q, head.b_Q)
    with pytest.raises(NoProfile, match="grow with the id"):
        read(Network(1, (AttentionLayer((turned,)),)), 1, 2)


def test_polynomials_are_evaluated() -> None:
    stack = LayerStack((1,), (0, 2), (ProfileHead((), (mpq(1, 2), 0, 1)),))
    evaluated = profile_of(stack, stages={}).at(5)
    assert (evaluated.stacks[0].start, evaluated.stacks[0].count) == (1, 10)
    assert evaluated.stacks[0].heads == (ProfileHead(0, mpq(51, 2)),)
