"""compose: networks one after the other are one network."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.errors import InputError
from exactua.networks import RELU, FeedForwardLayer, Network, compose
from tests.networks.strategies import attention_layers, feed_forward_layers, points


@st.composite
def parts_and_point(draw) -> tuple[list[Network], list]:
    d = draw(st.integers(1, 2))
    layers = st.lists(st.one_of(attention_layers(d), feed_forward_layers(d)), max_size=2)
    return [Network(d, items) for items in draw(st.lists(layers, min_size=1, max_size=3))], draw(
        points(d, st.integers(1, 3))
    )


@given(parts_and_point())
def test_it_does_what_they_do_one_after_the_other(chosen: tuple[list[Network], list]) -> None:
    parts, X = chosen
    expected = Network(parts[0].d, [])(X)
    for part in parts:
        expected = part(expected)
    whole = compose(*parts)
    assert whole(X) == whole.stage(X, "output") == expected
    assert compose(compose(*parts[:1]), *parts[1:])(X) == expected


def plus(amount: int, stages: dict[str, int]) -> Network:
    return Network(1, [FeedForwardLayer([[0]], [1], [[amount]], [0], RELU)] * 2, stages)


def test_stages() -> None:
    first, second = plus(1, {"middle": 1, "output": 2}), plus(10, {"start": 0, "middle": 1})
    whole = compose(first, second, second)
    assert whole.stages == {"middle": 1, "start": 2, "middle 2": 3, "start 2": 4, "middle 3": 5, "output": 6}
    assert whole.stage([[0]], "middle 2") == ((12,),)
    assert compose(first).stages == first.stages


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ((), "networks: none are given; give at least one to compose"),
        ((Network(1, []), 3), "network 2: 3 is not a network; write Network(d, [...])"),
        ((Network(1, []), Network(2, [])), "network 2 maps 2 x n to 2 x n, network 1 1 x n; d must agree"),
    ],
)
def test_what_cannot_be_composed(parts, message: str) -> None:
    with pytest.raises(InputError) as caught:
        compose(*parts)
    assert str(caught.value) == message
