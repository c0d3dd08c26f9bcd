"""Networks in balls beside the literal ones with softmax: every item, every layer, and jumps."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.arithmetic import balls
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
    SoftmaxAttentionLayer,
    Table,
    at_least,
    below,
)
from exactua.networks.entries import variable
from exactua.networks.retouching import softened
from exactua.softmax.temperature.ball_network import ball_value

ONE = ((1,),)
STEP = Phi.of((below(1), 0, 0), (at_least(1), 0, 1))


def reading(bias: object) -> AttentionHead:
    return AttentionHead(((mpq(1, 2),),), ONE, ONE, ONE, (bias,))


def test_every_item_is_softened_and_evaluated() -> None:
    layer = AttentionLayer([reading(variable("l"))])
    network = Network(
        1,
        [
            Family("l", mpq(-1, 2), mpq(1, 2), 2, [layer]),
            Group("grouped", [AttentionLayer([reading(1)]), PositionalEncoding(((0, mpq(1, 4)),))]),
            Table(("l",), [(mpq(1, 3),), (0,)], [layer]),
            FeedForwardLayer(ONE, (mpq(1, 5),), ((2,),), (mpq(1, 7),), STEP),
            SoftmaxAttentionLayer([reading(0)]),
        ],
        {"family": 1},
    )
    literal, X = softened(network, 3), ((mpq(0), mpq(1, 2)),)
    assert literal.stages == {"family": 1}
    assert [type(item) for item in literal.items] == [type(item) for item in network.items]
    assert not any(isinstance(layer, AttentionLayer) for layer in literal.layers())
    assert literal.items[-1] == network.items[-1]
    for ball, exact in zip(ball_value(network, X, 256, mpq(3))[0], literal(X)[0], strict=True):
        assert ball.overlaps(balls.ball(exact, 256))
        assert ball.rad() < 1e-60


def test_a_jump_in_a_ball_is_both_its_sides_and_at_a_number_one() -> None:
    jump = FeedForwardLayer(ONE, (0,), ((4,),), (0,), STEP)
    average = AttentionLayer([AttentionHead(ONE, ONE, ((0,),), ((0,),))])  # 2/3 is no binary number: a ball around it
    near_jump = FeedForwardLayer(((2,),), (mpq(-1, 3),), ((4,),), (0,), STEP)
    ((near, *_),) = ball_value(Network(1, [average, near_jump]), ((mpq(1, 3),) * 3,), 128, mpq(1))
    least, most = balls.ends(near)
    assert 0 <= mpq(2, 3) - least < mpq(1, 10**6)
    assert 0 <= most - mpq(14, 3) < mpq(1, 10**6)
    ((at, before),) = ball_value(Network(1, [jump]), ((mpq(1), mpq(1, 2)),), 128, mpq(1))
    assert at == 5
    assert 2 * before == 1


def test_layers_that_balls_do_not_follow_are_refused() -> None:
    network = Network(1, [BilinearProjection(((1,),), ((0, 1), (1, 0)))])
    with pytest.raises(InputError, match="BilinearProjection"):
        ball_value(network, [[mpq(0), mpq(1)]], 64, mpq(1))
