from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings

from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    TieRule,
    at_least,
    below,
    describe,
    half_open,
    variable,
)

from .strategies import networks

ell = variable("l")
U = [[1, 2]]


def head(times, b_Q=0):
    return AttentionHead([[times], [0]], U, U, U, [b_Q])


def test_a_construction_reads_as_the_paper_describes_it():
    phi = Phi.of((below(0), -1, -16), (half_open(0, 1), 0, 0), (at_least(1), -1, -16))
    network = Network(
        2,
        [
            FeedForwardLayer([[1, 0]], [0], [[1], [0]], [0, 0], phi),
            Family("l", 0, "1/2", 4, [AttentionLayer([head(4, mpq(1, 4) - ell), head(-4, -ell - mpq(1, 4))])]),
            Group("last", [AttentionLayer([head(64)], TieRule.LEFTMOST)]),
        ],
        {"quantised": 1, "sweep": 2},
    )
    assert (
        describe(network)
        == """\
network on R^(2 x n), 5 attention layers, at most 2 heads of size 1, 1 feed-forward layer, hidden size 1
  feed-forward, 1 hidden node
    W_1 = [1 0]  b_1 = [0]  W_2 = [1; 0]  b_2 = [0 0]
    phi = t<0: -t - 16; 0<=t<1: 0; t>=1: -t - 16
  -- stage "quantised"
  for l = 0, 1/2, ..., 3/2 (4 layers):
    attention, 2 heads, hardmax ties: average
      head 1: W_O = [4; 0]  W_V = [1 2]  W_K = [1 2]  W_Q = [1 2]  b_Q = [-l + 1/4]
      head 2: W_O = [-4; 0]  W_V = [1 2]  W_K = [1 2]  W_Q = [1 2]  b_Q = [-l - 1/4]
  -- stage "sweep"
  group "last":
    attention, 1 head, hardmax ties: leftmost
      head 1: W_O = [64; 0]  W_V = [1 2]  W_K = [1 2]  W_Q = [1 2]  b_Q = [0]"""
    )


@pytest.mark.parametrize(
    ("count", "heading"),
    [
        (0, "  for no l (0 layers):"),
        (1, "  for l = 5 (1 layer):"),
        (2, "  for l = 5, 4 (2 layers):"),
        (3, "  for l = 5, 4, 3 (3 layers):"),
        (10**30, f"  for l = 5, 4, ..., {6 - 10**30} ({10**30} layers):"),
    ],
)
def test_ranges(count, heading):
    layer = FeedForwardLayer([[1]], [0], [[1]], [0], Phi.of((below(0), 0, 0), (at_least(0), 1, 0)))
    assert describe(Network(1, [Family("l", 5, -1, count, [layer])])).splitlines()[1] == heading


def test_sums_in_a_row_are_told_apart():
    layer = AttentionLayer([AttentionHead([[1, 0]], [[1], [2]], [[ell - 1], [ell]], [[1], [2]], [ell + 1, -1])])
    text = describe(Network(1, [Family("l", 0, 1, 2, [layer])]))
    assert "W_K = [l - 1; l]" in text
    assert "b_Q = [l + 1, -1]" in text
    assert "at most 1 head of size at most 2" in text


def test_nothing():
    assert describe(Network(3, [], {"start": 0})) == 'network on R^(3 x n), no layers\n  -- stage "start"'


@given(networks())
@settings(max_examples=60, deadline=None)
def test_whatever_the_names_are_nothing_reaches_the_terminal_but_text(network):
    text = describe(network)
    assert text.replace("\n", "").isprintable()
