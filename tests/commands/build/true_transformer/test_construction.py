"""T of Theorem 2: near g-bar off the strips, bounded on them, 0 far outside, and not 0 beside a face; mutants are caught."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.balls import ends
from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.commands.build.measuring import distances
from exactua.commands.build.own_function import read_target
from exactua.commands.build.true_transformer import construction
from exactua.commands.build.true_transformer.construction import (
    CLASS,
    add_steps,
    of_relus_network,
    require_class,
    true_transformer,
)
from exactua.commands.build.true_transformer.outside import constant_up_to, witness
from exactua.commands.build.true_transformer.relus import of_relus_in_stages
from exactua.commands.build.true_transformer.strips import differs, points_of, value_width
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.networks import RELU, FeedForwardLayer, Network
from exactua.networks.items import makes_reals
from exactua.papers.yun2020.built import Instance, built_claim
from exactua.papers.yun2020.constructions import theorem2_network
from exactua.papers.yun2020.value_map import contexts
from exactua.softmax.temperature.ball_network import ball_value
from exactua.softmax.temperature.propagation import certified_error
from tests.commands.build.true_transformer.test_strips import off
from tests.softmax.softmax_errors import softmax_error

HAT = "1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1)"
SLOPE = "1 + x1*x2 - x1, 1 + x1*x2 - x2"
TOLERANCE = mpq(1, 64)


@cache
def instance(m: int = 2, f: str = SLOPE) -> Instance:
    return Instance("theorem2", read_target(f, 1, 2, m, None), m, 2)


@cache
def made(m: int = 2, f: str = SLOPE):
    """g-bar, with N and T for it."""
    case = instance(m, f)
    values = {"d": 1, "n": 2, "m": m}
    g = theorem2_network(values, case.wanted).network
    return g, true_transformer(of_relus_network(g, values, 2, TOLERANCE))


def test_n_is_g_bar_at_every_point_and_t_is_in_its_class() -> None:
    g, T = made()
    relus = T.of_relus
    assert len(relus.points) == 6  # {-4, 0, 1/2}^2 up to permutation
    assert all(relus.network(X) == g(X) == value for X, value in zip(relus.points, relus.outputs, strict=True))
    assert {name: T.network.quantity(name) for name in CLASS} == CLASS
    assert makes_reals(T.network)
    assert not makes_reals(relus.network)
    assert relus.value_width == mpq(1, 8)


@settings(max_examples=12, deadline=None)
@given(octaves=st.builds(mpq, st.integers(0, 120), st.just(10)), number=st.integers(0, 5))
def test_t_keeps_the_tolerance_from_lambda_star_on(octaves: mpq, number: int) -> None:
    _, T = made()
    factor = T.bracket.upper * (1 + octaves)
    low, _ = softmax_error(T.of_relus.network, T.of_relus.points[number], factor, TOLERANCE)
    assert low <= TOLERANCE
    bound = certified_error(T.of_relus.network, T.of_relus.points[number], factor)
    assert bound.error <= TOLERANCE


def test_a_smaller_lambda_provably_fails() -> None:
    _, T = made()
    low, _ = softmax_error(T.of_relus.network, T.bracket.lower_point, T.bracket.lower, TOLERANCE)
    assert low > TOLERANCE
    assert T.bracket.lower < T.bracket.upper <= T.factor
    assert T.bracket.ratio < mpq(5, 4)
    bound = certified_error(T.of_relus.network, T.bracket.lower_point, T.bracket.lower)
    assert getattr(bound, "error", TOLERANCE + 1) > TOLERANCE  # a proof of the contrary there would be wrong


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_b_bounds_t_and_n_on_the_cube_strips_among_it(data) -> None:
    """X with entries anywhere in [0, 1], every second one in a strip."""
    g, T = made()
    relus, eta = T.of_relus, T.of_relus.strips.eta
    entries = []
    for _ in range(2):
        t = data.draw(st.builds(mpq, st.integers(0, 256), st.just(256)))
        if data.draw(st.booleans()):
            t = mpq(data.draw(st.integers(1, 2)), 2) - eta + eta * t
        entries.append(t)
    X = (tuple(entries),)
    exact = g(X)
    assert all(abs(a - b) <= relus.bound for a, b in zip(relus.network(X)[0], exact[0], strict=True))
    for factor in (mpq(1), T.factor):
        for entry, hard in zip(ball_value(relus.network, X, 256, factor)[0], exact[0], strict=True):
            low, high = ends(entry)
            assert -relus.bound <= low - hard
            assert high - hard <= relus.bound
    if all(off(relus.strips, t) for t in entries):
        assert all(abs(a - b) == 0 for a, b in zip(relus.network(X)[0], exact[0], strict=True))


def test_strips_are_needed_and_b_can_be_violated_by_less() -> None:
    """In a strip T is far from g-bar; a bound of a hundredth of B would be wrong."""
    g, T = made()
    relus = T.of_relus
    places = [mpq(1, 2) - relus.strips.eta * mpq(k, 64) for k in range(1, 64)]
    worst = max(
        abs(entry - hard)
        for t in places
        for X in [((t, mpq(0)),)]
        for entry, hard in zip(relus.network(X)[0], g(X)[0], strict=True)
    )
    assert TOLERANCE < worst <= relus.bound
    assert worst > relus.bound / 100


@pytest.mark.parametrize("p", [1, 2, 3])
def test_distances_for_p(p: int) -> None:
    g, _ = made()
    relus = of_relus_network(g, {"d": 1, "n": 2, "m": 2}, p, TOLERANCE)
    T = replace(made()[1], of_relus=relus)
    off, on = T.terms
    assert off == 2 * TOLERANCE**p
    assert on == relus.strips.measure * 2 * relus.bound**p <= off
    assert T.power == off + on
    assert T.distance(mpq(1, 8)) ** p >= mpq(1, 8) + T.power  # (a + b)^p >= a^p + b^p
    assert (T.distance(mpq(0)) - mpq(1, 1000)) ** p < T.power


def test_given_strips_are_taken() -> None:
    g, _ = made()
    relus = of_relus_network(g, {"d": 1, "n": 2, "m": 2}, 2, TOLERANCE, mpq(1, 24))
    assert (relus.strips.eta, relus.strips.measure) == (mpq(1, 24), 1 - mpq(11, 12) ** 2)
    assert relus.strips.power(TOLERANCE, relus.bound, 2)[1] > 2 * TOLERANCE**2  # then strips cost more than all else


# Mutants


def test_value_strips_that_are_too_wide_are_caught() -> None:
    """eta' = 3 delta/4: every key lies in the strip of its own layer."""
    g, T = made()
    relus = T.of_relus
    wide = of_relus_in_stages(g, "quantised", relus.strips.eta, mpq(3, 8))
    X = differs(wide, relus.points, relus.outputs)
    assert X is not None
    assert any(map(any, g(X)))
    assert differs(relus.network, relus.points, relus.outputs) is None


def test_strips_are_narrowed_where_a_value_comes_near_a_key() -> None:
    """f-bar(L) = key - delta/2 - 1/1000: off every window, and in the strip of a later key unless it is narrow."""
    values = {"d": 1, "n": 2, "m": 2}
    points = points_of(values)
    near = max(key for context in contexts(values) for key in context.keys) - mpq(1, 4) - mpq(1, 1000)
    g = theorem2_network(values, lambda L: ((near, near),), "printed").network
    outputs = [g(X) for X in points]
    width = value_width(g, mpq(1, 64), 2, points, outputs)
    assert width <= mpq(1, 1000) < mpq(1, 8)
    assert differs(of_relus_in_stages(g, "quantised", mpq(1, 64), mpq(1, 8)), points, outputs) is not None


def test_three_hidden_nodes_are_not_enough() -> None:
    _, T = made()
    with pytest.raises(InputError, match="hidden size 4, but T"):
        require_class(T.network, {**CLASS, "hidden size": 3})
    require_class(T.network)
    # a node less makes another map: all four of the clipping are needed
    layer = next(T.network.layers())
    for left_out in range(4):
        kept = [k for k in range(4) if k != left_out]
        three = FeedForwardLayer(
            [layer.W_1[k] for k in kept], [layer.b_1[k] for k in kept], [[layer.W_2[0][k] for k in kept]], layer.b_2,
            layer.activation,
        )  # fmt: skip
        assert any(three([[t]]) != layer([[t]]) for t in (mpq(-3), mpq(1, 2), mpq(5)))


def decided(network: Network) -> dict[str, Verdict]:
    """The verdicts of the steps about N, where N is this network."""
    _, T = made()
    case = instance()
    claim: Claim = built_claim(case, theorem2_network({"d": 1, "n": 2, "m": 2}, case.wanted), distances(case))
    add_steps(claim, replace(T.of_relus, network=network))
    results = decide(claim.problem(case.box)).results
    return {result.step.name: result.verdict for result in results if result.step.name.startswith("relu_")}


def test_the_steps_hold_and_can_be_refuted() -> None:
    g, T = made()
    relus = T.of_relus
    assert set(decided(relus.network).values()) == {Verdict.HOLDS}
    wide = decided(of_relus_in_stages(g, "quantised", relus.strips.eta, mpq(3, 8)))
    assert {name for name, verdict in wide.items() if verdict is Verdict.REFUTED} == {"relu_values"}
    strips = decided(of_relus_in_stages(g, "quantised", 2 * relus.strips.eta, relus.value_width))
    assert {name for name, verdict in strips.items() if verdict is Verdict.REFUTED} == {"relu_quantised"}
    phi = decided(g)
    assert {name for name, verdict in phi.items() if verdict is Verdict.REFUTED} == {"relu_hidden_size"}


# Outside the cube


def test_t_is_exactly_0_off_the_strips_where_g_bar_is() -> None:
    g, T = made()
    assert (T.outside_points, T.outside_bound) == (3, 0)
    nothing = made(2, "0, 0")[1]  # where g-bar is 0 inside too, and T is not
    assert (nothing.outside_points, nothing.outside_bound) == (3, 0)
    # without the layer that flattens negative entries the error would not be 0
    flat = T.of_relus.network.stages["contexts"] + 2
    items = T.of_relus.network.items
    bent = Network(1, (*items[: flat - 1], *items[flat:]))
    zeros = [X for X in T.of_relus.points if not any(map(any, g(X)))]
    assert max(certified_error(bent, X, T.factor).error for X in zeros) > 0


@pytest.mark.parametrize("m", [2, 4])
def test_t_is_not_0_on_a_set_of_infinite_measure(m: int) -> None:
    g, T = made(m, HAT)
    relus, example = T.of_relus, T.witness
    eta, level = relus.strips.eta, -(mpq(m) ** 2)
    (t, far) = example.X[0]
    assert -eta < t < 0
    assert far == -1
    assert 0 < example.low <= example.high
    assert example.level == level
    # hardmax gives 0 there, and so does g-bar: strips and softmax together do it
    assert g(example.X) == ((0, 0),)
    assert relus.network(example.X) == ((0, 0),)
    for other in (far, mpq(-3, 2), mpq(-(10**9))):
        assert relus.network.stage([[t, other]], "quantised")[0][1] == level
        low, high = ends(ball_value(relus.network, [[t, other]], 512, T.factor)[0][0])
        assert 0 < low <= high
        assert low <= example.high
        assert example.low <= high
    if m == 4:  # T itself, evaluated to the letter on exact reals
        assert example.low <= T.network(example.X)[0][0] <= example.high


def test_no_witness_where_clipping_is_not_constant() -> None:
    """The evidence hangs on the first layer: with another one below -eta there is none."""
    _, T = made()
    relus = T.of_relus
    layer = next(relus.network.layers())
    assert constant_up_to(layer, -relus.strips.eta) == -4
    assert constant_up_to(layer, -relus.strips.eta / 2) is None  # in the strip it rises
    assert constant_up_to(layer, mpq(1)) is None
    bent = FeedForwardLayer(
        layer.W_1, layer.b_1, ((2 * layer.W_2[0][0], *layer.W_2[0][1:]),), layer.b_2, layer.activation
    )
    assert constant_up_to(bent, -relus.strips.eta) is None
    late = FeedForwardLayer(((-1,), (-1,)), (0, -10), ((1, 1),), (0,), RELU)  # 0 from -10 to 0, and more below
    assert late([[-1]]) == late([[-2]]) == ((0,),)
    assert constant_up_to(late, mpq(-1)) is None
    assert constant_up_to(late, mpq(-10)) is None
    network = Network(1, (bent, *list(relus.network.layers())[1:]))
    assert witness(network, relus.values, relus.strips.eta, T.factor) is None


# What is refused


def test_a_tolerance_out_of_range_and_too_many_points() -> None:
    g, _ = made()
    values = {"d": 1, "n": 2, "m": 2}
    with pytest.raises(InputError, match="tolerance: 0 is not valid"):
        of_relus_network(g, values, 2, mpq(0))
    with pytest.raises(InputError, match=r"strips: 1/2 is not valid for delta = 1/2"):
        of_relus_network(g, values, 2, TOLERANCE, mpq(1, 2))
    with pytest.raises(InputError, match=r"delta: 1/8 makes .* points of G\+_delta"):
        points_of({"d": 3, "n": 2, "m": 8})
    with pytest.raises(InputError, match="hidden size 4, but T"):
        construction.require_class(made()[1].network, {"hidden size": 1})
