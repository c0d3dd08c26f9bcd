"""Softmax attention: by hand on one column, laws of softmax, masks, real weights, files, and the second evaluator."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import PI, exp, log
from exactua.errors import InputError
from exactua.networks import RELU, AttentionHead, FeedForwardLayer, Network, SoftmaxAttentionLayer, describe, softmax
from exactua.networks.inspection import inspect
from exactua.networks.items import makes_reals, not_equivariant, speaks_of_reals
from exactua.networks.layer import applied
from exactua.networks.serialisation import dumps, loads

entries = st.builds(mpq, st.integers(-3, 3), st.integers(1, 2))
d, n = 2, 3


def matrices(rows: int, columns: int) -> st.SearchStrategy[tuple[tuple[mpq, ...], ...]]:
    return st.tuples(*[st.tuples(*[entries] * columns)] * rows)


heads = st.builds(AttentionHead, matrices(d, 1), matrices(1, d), matrices(1, d), matrices(1, d), st.tuples(entries))
masks = st.one_of(
    st.none(),
    st.just("causal"),
    st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=n, max_size=n).filter(
        lambda rows: all(any(column) for column in zip(*rows, strict=True))
    ),
)
layers = st.builds(SoftmaxAttentionLayer, st.lists(heads, min_size=1, max_size=2), masks)


def test_one_column_by_hand() -> None:
    layer = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])
    ((first, second),) = layer([[0, 1]])
    assert first == mpq(1, 2)  # both scores are 0
    assert second == 1 + exp(1) / (1 + exp(1))


@given(st.lists(entries, min_size=1, max_size=4), entries)
def test_softmax_is_positive_sums_to_one_and_ignores_a_shift(scores: list[mpq], shift: mpq) -> None:
    weights = softmax(scores)
    assert all(weight > 0 for weight in weights)
    assert sum(weights, start=mpq(0)) == 1
    assert weights == softmax([score + shift for score in scores])


@settings(max_examples=40)
@given(layers, matrices(d, n))
def test_both_evaluators_give_the_same_numbers(
    layer: SoftmaxAttentionLayer, point: tuple[tuple[mpq, ...], ...]
) -> None:
    literal, other = layer.apply(point), applied([layer], point, otherwise=True)
    assert all(a == b for rows in zip(literal, other, strict=True) for a, b in zip(*rows, strict=True))


@settings(max_examples=40)
@given(layers)
def test_files_keep_layers(layer: SoftmaxAttentionLayer) -> None:
    network = Network(d, [layer])
    assert loads(dumps(network)) == network


def test_files_keep_real_weights() -> None:
    weight = 3 * PI / 4 * (2 * log(5) + 3)
    feed_forward = FeedForwardLayer([[log(2)]], [PI], [[1]], [0], RELU)
    head = AttentionHead([[weight]], [[1]], [[1]], [[1 / weight]])
    network = Network(1, [SoftmaxAttentionLayer([head], "causal"), feed_forward])
    assert loads(dumps(network)) == network
    assert "causal mask" in describe(network)


def test_a_mask_leaves_out_what_it_forbids() -> None:
    head = AttentionHead([[1]], [[1]], [[0]], [[0]])
    point = [[3, 5, 10]]
    assert SoftmaxAttentionLayer([head], "causal")(point) == ((6, 9, 16),)
    chosen = [[True, False, False], [True, False, True], [False, True, True]]
    assert SoftmaxAttentionLayer([head], "strictly causal")(point) == ((3, 8, 14),)
    assert SoftmaxAttentionLayer([head], chosen)(point) == ((7, 15, mpq(35, 2)),)


@pytest.mark.parametrize(
    ("mask", "why"),
    [("casual", "is not a mask"), ([], "is not a mask"), ([[True, True]], "is not a mask"), ([[1]], "row 1 has an entry"),
     ([[True, False], [True, False]], "column 2 has no True"), (5, "is not a mask")],
)  # fmt: skip
def test_a_mask_that_is_none_is_refused(mask: object, why: str) -> None:
    with pytest.raises(InputError, match=why):
        SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], mask)


def test_a_mask_fits_its_columns_only() -> None:
    layer = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])], [[True, True], [True, True]])
    with pytest.raises(InputError, match="the mask is 2 x 2, but the matrix has 3 columns"):
        layer([[0, 1, 2]])


def test_counts_and_equivariance_are_those_of_attention() -> None:
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    network = Network(1, [SoftmaxAttentionLayer([head, head])])
    assert (network.quantity("attention layers"), network.quantity("heads"), network.quantity("parameters")) == (
        1,
        2,
        10,
    )
    assert inspect(network).layers == {"softmax attention": 1}
    assert inspect(network).blocks == 1
    assert not_equivariant(network) is None
    assert not_equivariant(Network(1, [SoftmaxAttentionLayer([head], "causal")])) is not None


def test_networks_that_make_reals_are_known() -> None:
    rational = FeedForwardLayer([[1]], [0], [[1]], [0], RELU)
    real = FeedForwardLayer([[1]], [PI], [[1]], [0], RELU)
    softmax_layer = SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[1]], [[1]])])
    assert not speaks_of_reals(Network(1, [rational]))
    assert speaks_of_reals(Network(1, [real]))
    assert not makes_reals(Network(1, [real]))
    assert makes_reals(Network(1, [softmax_layer]))
