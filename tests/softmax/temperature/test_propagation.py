"""The bound for all lambda from one on: never below what the softmax network does, and tight enough to be of use."""

from __future__ import annotations

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import log
from exactua.errors import InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    BilinearProjection,
    FeedForwardLayer,
    Network,
    Phi,
    PiecewiseLinear,
    PositionalEncoding,
    TieRule,
    at_least,
    below,
    everywhere,
    half_open,
)
from exactua.networks.retouching import softened
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.softmax.temperature.propagation import Bound, NotCertified, certified_error
from tests.networks.strategies import masks
from tests.softmax.softmax_errors import softmax_error

small = st.integers(-2, 2)
ONE = ((1,),)


def square(entries: st.SearchStrategy[int], rows: int, columns: int) -> st.SearchStrategy[list[list[int]]]:
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Two attention layers of one or two heads, a feed-forward layer with ReLU between them, d = 2."""

    def attention() -> AttentionLayer:
        h = draw(st.integers(1, 2))
        heads = [
            AttentionHead(draw(square(small, 2, h)), *(draw(square(small, h, 2)) for _ in range(3)), [draw(small)] * h)
            for _ in range(draw(st.integers(1, 2)))
        ]
        return AttentionLayer(heads, mask=draw(masks(3)))

    r = draw(st.integers(1, 2))
    hidden = FeedForwardLayer(
        draw(square(small, r, 2)), [mpq(draw(small), 2)] * r, draw(square(small, 2, r)), [0, 0], RELU
    )
    return Network(2, [attention(), hidden, attention()])


decided: list[bool] = []


@settings(max_examples=40, deadline=None)
@given(networks(), square(small, 2, 3), st.sampled_from([mpq(1, 2), mpq(2), mpq(8), mpq(40)]))
def no_later_factor_exceeds_the_bound(network: Network, X: list[list[int]], factor: mpq) -> None:
    outcome = certified_error(network, X, factor)
    decided.append(isinstance(outcome, Bound) and outcome.error > 0)
    if isinstance(outcome, NotCertified):
        return
    for greater in (1, mpq(9, 8), 2, 5):
        least, _ = softmax_error(network, X, factor * greater)
        assert least <= outcome.error


def test_no_later_factor_exceeds_the_bound() -> None:
    no_later_factor_exceeds_the_bound()
    assert sum(decided) >= 10  # networks at random were not all passed over


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 3), (2, 2, 2)])
def test_it_is_tight_for_the_contextual_map(d: int, n: int, m: int) -> None:
    network = contextual_map({"d": d, "n": n, "m": m})
    X = [[mpq(0), mpq(1, m)]] * d
    factor = 30 * m * m
    certified, (least, most) = certified_error(network, X, factor), softmax_error(network, X, factor)
    assert isinstance(certified, Bound)
    assert least <= certified.error <= mpq(101, 100) * most
    assert len(certified.by_layer) == m**d + 1


def test_the_softmax_network_of_the_bound_is_the_literal_one() -> None:
    network, X = contextual_map({"d": 1, "n": 2, "m": 2}), [[mpq(0), mpq(1, 2)]]
    literal = softened(network, 20)(X)
    hard = network(X)
    least, most = softmax_error(network, X, 20)
    error = max(abs(a - b) for soft, exact in zip(literal, hard, strict=True) for a, b in zip(soft, exact, strict=True))
    assert least <= error <= most


def attending_to(*values: int, tie_rule: TieRule = TieRule.AVERAGE, second: tuple[int, ...] = ()) -> Network:
    """Every column attends to all equally, and reads these values: rows are (score, value)."""
    head = AttentionHead(((0,), (1,)), ((0, 1),), ((1, 0),), ((0, 0),), (1,))
    return Network(2, [AttentionLayer([head], tie_rule)])


def test_ties_between_unequal_values_are_no_matter_where_nothing_came_before() -> None:
    certified = certified_error(attending_to(), [[1, 1], [0, 1]], 1)
    assert isinstance(certified, Bound)
    assert certified.error == 0


def test_ties_between_unequal_values_have_no_limit_but_the_average() -> None:
    refusal = certified_error(attending_to(tie_rule=TieRule.LEFTMOST), [[1, 1], [0, 1]], 1)
    assert isinstance(refusal, NotCertified)
    assert refusal.never
    assert "leftmost" in refusal.reason
    least, _ = softmax_error(attending_to(tie_rule=TieRule.LEFTMOST), [[1, 1], [0, 1]], 10**6)
    assert least == mpq(1, 2)


def test_ties_between_equal_values_are_no_matter_for_any_rule() -> None:
    for rule in TieRule:
        certified = certified_error(attending_to(tie_rule=rule), [[1, 1, 0], [3, 3, 5]], 4)
        assert isinstance(certified, Bound)
        assert certified.error > 0


def test_of_ties_between_equal_values_the_rule_takes_the_error_of_the_first_or_the_last() -> None:
    """Columns with 1 and 2 in the second row are the same in the first row, and the first one has the greater error."""
    first = AttentionHead(((1,), (0,)), ((1, 0),), ((1, 0),), ((0, 1),))
    second = AttentionHead(((1,), (0,)), ((1, 0),), ((1, 0),), ((0, 0),), (1,))
    A, B, C = (1, 1), (1, 2), (0, 1)

    def error(rule: TieRule, *columns: tuple[int, int]) -> mpq:
        network = Network(2, [AttentionLayer([first]), AttentionLayer([second], rule)])
        certified = certified_error(network, list(zip(*columns, strict=True)), 9)
        assert isinstance(certified, Bound)
        return certified.error

    left, right = TieRule.LEFTMOST, TieRule.RIGHTMOST
    assert error(left, A, B, C) == error(right, C, B, A) > error(right, A, B, C)
    assert error(left, A, B, C, A) == error(right, A, B, C, A) > error(left, B, A, C, A)


def test_ties_after_an_error_need_a_greater_factor() -> None:
    first = AttentionHead(((1,), (0,)), ((1, 0),), ((1, 0),), ((0, 0),), (1,))
    network = Network(2, [AttentionLayer([first]), *attending_to().items])
    X = [[1, 1, 0], [0, 1, 7]]
    early, late = certified_error(network, X, mpq(1, 2)), certified_error(network, X, 40)
    assert isinstance(early, NotCertified)
    assert not early.never
    assert isinstance(late, Bound)
    assert 0 < late.error < mpq(1, 100)


def stepped(at: object) -> Network:
    """An attention layer that moves 1 up to what softmax makes of it, and a jump of the first row at `at`."""
    head = AttentionHead(((1,),), ONE, ONE, ((0,),), (1,))
    jump = FeedForwardLayer(ONE, (0,), ONE, (0,), Phi.of((below(at), 0, 0), (at_least(at), 0, 1)))
    return Network(1, [AttentionLayer([head]), jump])


def test_a_jump_admits_no_error() -> None:
    X = [[1, 0]]  # becomes (2, 1)
    there = certified_error(stepped(2), X, 100)
    assert isinstance(there, NotCertified)
    assert there.never
    assert "jumps at 2" in there.reason
    near = certified_error(stepped(mpq(199, 100)), X, 1)
    assert isinstance(near, NotCertified)
    assert not near.never
    assert isinstance(certified_error(stepped(mpq(199, 100)), X, 10), Bound)
    assert softmax_error(stepped(2), X, 100)[0] >= mpq(99, 100)  # and it does fall on the other side


def test_a_kink_behind_a_kink_counts() -> None:
    """The arguments are 2 and 1, and off by exp(-1) at most: near 2, slopes 1 and 5 are met."""
    bent = PiecewiseLinear.of(
        (below("21/10"), 0, 0), (half_open("21/10", "22/10"), 1, "-21/10"), (at_least("22/10"), 5, "-109/10")
    )
    kinked = FeedForwardLayer(ONE, (0,), ONE, (0,), bent)
    certified = certified_error(Network(1, [stepped(9).items[0], kinked]), [[1, 0]], 1)
    assert isinstance(certified, Bound)
    assert certified.error == pytest.approx(6 * certified.by_layer[0])


def test_a_jump_at_an_exact_state_is_no_matter() -> None:
    jump = stepped(1).items[1]
    certified = certified_error(Network(1, [jump]), [[1, 0]], 1)
    assert isinstance(certified, Bound)
    assert certified.error == 0


def test_equal_columns_at_different_places_are_two_columns() -> None:
    network = Network(1, [PositionalEncoding(((0, 1),)), *stepped(9).items])
    certified = certified_error(network, [[1, 1]], 2)
    assert isinstance(certified, Bound)
    least, most = softmax_error(network, [[1, 1]], 2)
    assert 0 < least <= certified.error <= mpq(5, 4) * most


@pytest.mark.parametrize("factor", [0, -1, mpq(0)])
def test_a_factor_is_positive(factor: object) -> None:
    with pytest.raises(InputError, match="lambda is a number > 0"):
        certified_error(stepped(2), [[1, 0]], factor)


def test_networks_with_softmax_are_refused() -> None:
    with pytest.raises(InputError, match="softmax or irrational weights"):
        certified_error(softened(stepped(2), 1), [[1, 0]], 1)


def test_irrational_points_are_refused() -> None:
    with pytest.raises(InputError, match="X: it has irrational entries"):
        certified_error(stepped(2), [[log(mpq(2)), 0]], 1)


@pytest.mark.parametrize("power", [40, 200, 512])
def test_great_factors_make_no_number_that_is_too_long(power: int) -> None:
    """exp(-2^40/3) has no use as a rational, and exp of a ball around 2^512/3 is none as a bound."""
    head = AttentionHead(ONE, ((-1,),), ONE, ((0,),), (mpq(1, 3),))  # the first column becomes 0, with softmax almost
    network, X = Network(1, [AttentionLayer([head])]), [[1, 0]]
    certified, (least, most) = certified_error(network, X, 2**power), softmax_error(network, X, 2**power)
    assert isinstance(certified, Bound)
    assert 0 < certified.error < mpq(1, 10**1000)
    assert least <= most < mpq(1, 10**1000)


def test_small_errors_are_told_before_they_are_too_small_to_write() -> None:
    certified, (least, most) = certified_error(stepped(9), [[1, 0]], 500), softmax_error(stepped(9), [[1, 0]], 500)
    assert isinstance(certified, Bound)
    assert 0 < least <= certified.error < mpq(17, 16) * most


def test_an_error_that_a_layer_takes_away_leaves_none() -> None:
    away = FeedForwardLayer(ONE, (0,), ((-1,),), (0,), PiecewiseLinear.of((everywhere(), 1, 0)))
    certified = certified_error(Network(1, [stepped(9).items[0], away]), [[1, 0]], 3)
    assert isinstance(certified, Bound)
    assert certified.error == 0 < certified.by_layer[0]


def test_networks_with_other_layers_are_refused() -> None:
    with pytest.raises(InputError, match="has a BilinearProjection; errors are followed through"):
        certified_error(Network(1, [*stepped(9).items, BilinearProjection(ONE, ((0, 1), (1, 0)))]), [[1, 0]], 1)
