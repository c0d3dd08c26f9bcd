"""Lemma 9: orders of layers, what the layers are made of, refusals, and networks that the audit does not make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.networks import FeedForwardLayer, Network, Phi, PiecewiseLinear, PositionalEncoding, everywhere
from exactua.papers.yun2020 import value_map
from exactua.papers.yun2020.lemma09 import lemma9
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.papers.yun2020.target_functions import identity_values, swapped_values
from exactua.terms.language import TermError
from exactua.terms.tracing import NetworkOperand, point

Box = tuple[int, int, int]


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box) -> Problem:
    return lemma9.problem(values(box))


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 3, 4), (2, 3, 2)])
def test_no_order_of_the_layers_helps(box: Box) -> None:
    network = value_map.value_map(values(box), swapped_values)
    first = network.stages["flattened"]
    backwards = Network(network.d, (*network.items[:first], *reversed(network.items[first:])), network.stages)
    decision = decide(problem(box).with_networks({"g_v_swapped": backwards}))
    assert decision["maps_swapped"].verdict is Verdict.REFUTED


def test_the_layers_are_made_of_what_the_literal_network_gives() -> None:
    for box in [(1, 2, 3), (2, 2, 2), (1, 3, 4)]:
        g_c = contextual_map(values(box))
        for context in value_map.contexts(values(box)):
            assert g_c(context.L) == context.mapped
            u = reading_vector(box[0], box[2])
            read = tuple(
                sum(a * b for a, b in zip(u, column, strict=True)) for column in zip(*context.mapped, strict=True)
            )
            assert read == context.keys


def test_too_large_an_instance_is_refused_with_what_is_valid() -> None:
    with pytest.raises(
        InputError, match=r"d, n, delta: 2, 4, 1/8 are not valid here: the value map would have more than"
    ):
        value_map.contexts({"d": 2, "n": 4, "m": 8})
    with pytest.raises(InputError, match=r"g_c would have to be run on more than 1,000,000 matrices of G\+_delta"):
        value_map.greatest_entry({"d": 2, "n": 5, "m": 6})


def test_a_formula_may_ask_for_contexts_only() -> None:
    box = {"d": 1, "n": 2, "m": 2}
    (context,) = value_map.contexts(box)
    with pytest.raises(TermError, match="may ask for g_c"):
        value_map.target(box, context, lambda i, j: NetworkOperand("g_c")(point, "sweep")[i, j])


def changed(network: Network, at: int, layer: FeedForwardLayer | None) -> Network:
    """The network with item `at` (from 0) replaced; None: by a layer that does nothing."""
    d = network.d
    nothing = FeedForwardLayer(((0,) * d,), (0,), ((0,),) * d, (0,) * d, Phi.of((everywhere(), 0, 0)))
    items = [*network.items]
    items[at] = nothing if layer is None else layer
    return Network(d, items, network.stages)


def with_shift(box: Box, **change: Any) -> Network:
    """g_v for A_L = L with another first layer."""
    network = value_map.value_map(values(box), identity_values)
    layer = value_map.shifting(values(box))
    parts = {name: getattr(layer, name) for name in ("W_1", "b_1", "W_2", "b_2", "activation")}
    return changed(network, 0, FeedForwardLayer(**(parts | change)))


def with_key(network: Network, box: Box, key: Any) -> Network:
    """The network with one more layer at the end, for this key."""
    extra = value_map.matching(values(box), mpq(key), (mpq(1),) * box[0])
    return Network(network.d, (*network.items, extra), {**network.stages, "output": len(network.items) + 1})


ALWAYS, NEVER = Phi.of((everywhere(), 0, 1)), Phi.of((everywhere(), 0, 0))
SLANTED = PiecewiseLinear.of((everywhere(), 1, 0))


A: Box = (1, 2, 3)
B: Box = (2, 2, 2)
Networks = Callable[[], dict[str, Network]]


def wide(box: Box) -> Network:
    d = box[0]
    layer = FeedForwardLayer(((1,) * d,) * 2, (0, 0), ((1, 0),) * d, (0,) * d, SLANTED)
    return Network(d, (layer,), {"shifted": 1, "flattened": 1, "output": 1})


def order_matters(box: Box) -> Network:
    d, n, _ = box
    E = tuple(tuple(range(n)) for _ in range(d))
    return Network(d, (*contextual_map(values(box)).items, PositionalEncoding(E)), {"sweep": 1, "output": 3})


BROKEN: list[tuple[str, Box, Networks]] = [
    ("token_wise", A, lambda: {"g_v": Network(1, contextual_map(values(A)).items, {"shifted": 1, "flattened": 1})}),
    ("hidden_size", A, lambda: {"g_v": wide(A)}),
    ("activations", A, lambda: {"g_v": wide(A)}),
    ("shift_all_rows@repaired", B, lambda: {"g_v": with_shift(B, W_2=((-1,), (0,)))}),
    ("zero_inactive", A, lambda: {"key_probe": with_key(value_map.key_probe(values(A)), A, 0)}),
    ("zero_stays", A, lambda: {"g_v": with_key(value_map.value_map(values(A), identity_values), A, 0)}),
    ("contexts_permuted", A, lambda: {"g_c": order_matters(A)}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "box", "networks"), BROKEN, ids=[f"{k} {row[0]}" for k, row in enumerate(BROKEN)])
def test_broken_networks(step: str, box: Box, networks: Networks) -> None:
    whole = lemma9.problem(values(box), (step,))
    assert decide(whole)[step].verdict is Verdict.HOLDS
    assert decide(whole.with_networks(networks()))[step].verdict is Verdict.REFUTED


def test_a_key_left_out_is_seen() -> None:
    extra = value_map.matching(values(A), mpq(1), (mpq(1),))  # a layer for a number that is no key
    whole = lemma9.problem(values(A), ("active_once",))
    probe_layers = changed(value_map.key_probe(values(A)), 2, extra)
    assert decide(whole.with_networks({"key_probe": probe_layers}))["active_once"].verdict is Verdict.REFUTED
