"""Lemma 9: verdicts of every step, least counterexamples, and a reason for each step to say no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.claims.decision import Decision
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.grids.categories import category1, category2, category3, grid, grid_sequences
from exactua.networks import FeedForwardLayer, Network, Phi, PiecewiseLinear, PositionalEncoding, everywhere
from exactua.papers.yun2020 import value_map
from exactua.papers.yun2020.lemma09 import lemma9
from exactua.papers.yun2020.selective_shift import contextual_map, reading_vector
from exactua.papers.yun2020.target_values import identity_values, scrambled_values, swapped_values
from exactua.terms.language import TermError, integer
from exactua.terms.tracing import NetworkOperand, point

Box = tuple[int, int, int]
BOXES: list[Box] = [(1, 2, 2), (1, 2, 3), (1, 3, 3), (1, 3, 4), (2, 2, 2), (2, 3, 2), (1, 5, 2), (1, 3, 2)]
SWAPPED = {"maps_swapped", "others_unaffected"}


def values(box: Box) -> dict[str, int]:
    return dict(zip("dnm", box, strict=True))


def problem(box: Box) -> Problem:
    return lemma9.problem(values(box))


@lru_cache
def decided(box: Box) -> Decision:
    return decide(problem(box))


@pytest.mark.parametrize("box", BOXES)
def test_verdicts(box: Box) -> None:
    d, n, m = box
    D = m**d
    refuted = set(SWAPPED) if n <= D else set()
    refuted |= {"shift_all_rows"} if n != d else set()
    refuted |= {"layers"} if box == (1, 5, 2) else set()
    assert {r.step.name for r in decided(box).results if r.verdict is Verdict.REFUTED} == refuted
    vacuous = {r.step.name for r in decided(box).results if r.verdict is Verdict.VACUOUS}
    if n > D:
        on_contexts = {step.name for step in lemma9.steps if step.over in ((category1,), (grid_sequences,))}
        assert vacuous == on_contexts
    else:
        apart = {"numbers_apart", "other_contexts_inactive"}
        assert vacuous == (apart | {"others_unaffected@repaired"} if n == D else set())


@pytest.mark.parametrize("box", [(1, 2, 3), (2, 2, 2)])
def test_literal_and_batches_agree(box: Box) -> None:
    literal = decide(problem(box), engine="literal")
    assert [(r.step.name, r.verdict, r.failures) for r in literal.results] == [
        (r.step.name, r.verdict, r.failures) for r in decided(box).results
    ]


def test_the_least_counterexample_to_values_that_are_keys() -> None:
    # g_c maps (0, 1/2) to (13, 27/2); A = (27/2, 13): the layer of 13 sends column 1 to 27/2, that of 27/2 both to 13
    found = decided((1, 2, 2))["maps_swapped"]
    assert found.witness is not None
    assert found.failures == 1
    assert found.witness.points == (((mpq(0), mpq(1, 2)),),)
    assert (found.witness.left, found.witness.right) == (13, mpq(27, 2))
    assert found.witness.bindings == {"i": 1, "j": 1}


def test_the_least_counterexample_to_untouched_columns() -> None:
    found = decided((1, 2, 2))["others_unaffected"]
    assert found.witness is not None
    assert found.witness.bindings == {"k": 1}
    assert found.witness.left == ((mpq(27, 2), mpq(27, 2)),)
    assert found.witness.right == ((mpq(27, 2), mpq(13)),)


@pytest.mark.parametrize("box", [(1, 2, 2), (1, 3, 4), (2, 3, 2)])
def test_no_order_of_the_layers_helps(box: Box) -> None:
    made = value_map.value_map(values(box), swapped_values)
    first = made.stages["flattened"]
    backwards = Network(made.d, (*made.items[:first], *reversed(made.items[first:])), made.stages)
    decision = decide(problem(box).with_networks({"g_v_swapped": backwards}))
    assert decision["maps_swapped"].verdict is Verdict.REFUTED


def test_the_constant_one_is_too_small_from_five_columns_on() -> None:
    found = decided((1, 5, 2))["layers"]
    assert found.witness is not None
    assert (found.witness.left, found.witness.right) == (2, mpq(4, 3))


def test_one_n_fits_a_column_only_if_n_is_d() -> None:
    found = decided((1, 2, 2))["shift_all_rows"]
    assert found.witness is not None
    assert (found.witness.left, found.witness.right) == (2, 1)


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
    made = value_map.value_map(values(box), identity_values)
    layer = value_map.shifting(values(box))
    parts = {name: getattr(layer, name) for name in ("W_1", "b_1", "W_2", "b_2", "activation")}
    return changed(made, 0, FeedForwardLayer(**(parts | change)))


def with_key(network: Network, box: Box, key: Any) -> Network:
    """The network with one more layer at the end, for this key."""
    extra = value_map.matching(values(box), mpq(key), (mpq(1),) * box[0])
    return Network(network.d, (*network.items, extra), {**network.stages, "output": len(network.items) + 1})


def _amount(box: Box, less: int) -> tuple[tuple[Any, ...], ...]:
    return ((-(value_map.greatest_entry(values(box)) + 1 - less),),) * box[0]


ALWAYS, NEVER = Phi.of((everywhere(), 0, 1)), Phi.of((everywhere(), 0, 0))
SLANTED = PiecewiseLinear.of((everywhere(), 1, 0))


def probe(box: Box, phi: Phi) -> Network:
    d, m = box[0], box[2]
    e_1 = tuple((int(i == 0),) for i in range(d))
    return Network(d, (FeedForwardLayer((reading_vector(d, m),), (0,), e_1, (0,) * d, phi),), {"output": 1})


def dropped(network: Network, at: int) -> Network:
    items = (*network.items[:at], *network.items[at + 1 :])
    return Network(network.d, items, {name: min(k, len(items)) for name, k in network.stages.items()})


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
    ("maps_identity", A, lambda: {"g_v": value_map.value_map(values(A), scrambled_values)}),
    ("maps_identity", A, lambda: {"g_v": dropped(value_map.value_map(values(A), identity_values), 3)}),
    ("maps_scrambled", A, lambda: {"g_v_scrambled": value_map.value_map(values(A), identity_values)}),
    ("maps_swapped@repaired", A, lambda: {"g_v_lifted": value_map.value_map(values(A), swapped_values)}),
    ("exists_for_keys", A, lambda: {"g_v_lifted": value_map.value_map(values(A), swapped_values)}),
    ("exists_for_keys", A, lambda: {"g_v": dropped(value_map.value_map(values(A), identity_values), 3)}),
    ("maximum", A, lambda: {"g_v": with_shift(A, W_2=_amount(A, 1))}),
    ("maximum_attained", A, lambda: {"g_v": with_shift(A, W_2=_amount(A, -1))}),
    ("maximum_positive", A, lambda: {"g_v": with_shift(A, W_2=((-1,),))}),
    ("shift_all_rows@repaired", B, lambda: {"g_v": with_shift(B, W_2=((-1,), (0,)))}),
    ("inactive_on_contexts", A, lambda: {"window_probe": probe(A, ALWAYS)}),
    ("contexts_stay", A, lambda: {"g_v": with_shift(A, activation=ALWAYS)}),
    ("active_on_others", A, lambda: {"window_probe": probe(A, NEVER)}),
    ("others_negative", A, lambda: {"g_v": with_shift(A, W_2=_amount(A, 1))}),
    ("others_flattened", B, lambda: {"g_v": changed(value_map.value_map(values(B), identity_values), 2, None)}),
    ("contexts_not_flattened", A, lambda: {"g_v": with_shift(A, activation=ALWAYS)}),
    ("zero_inactive", A, lambda: {"key_probe": with_key(value_map.key_probe(values(A)), A, 0)}),
    ("zero_stays", A, lambda: {"g_v": with_key(value_map.value_map(values(A), identity_values), A, 0)}),
    ("contexts_permuted", A, lambda: {"g_c": order_matters(A)}),
    ("own_layer", A, lambda: {"g_v_swapped": value_map.value_map(values(A), identity_values)}),
    ("layer_per_number", A, lambda: {"g_v": dropped(value_map.value_map(values(A), identity_values), 3)}),
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


def term(change: Callable[[Any], Any]) -> dict[str, Any]:
    return {"term": change(lemma9.at()).term}


STRONGER: list[tuple[str, Box, dict[str, Any]]] = [
    ("layers", (1, 2, 2), term(lambda at: at.g_v.quantity("feed-forward layers") < at.printed)),
    ("layers@repaired", (1, 5, 2), term(lambda at: at.g_v.quantity("feed-forward layers") <= at.printed + at.d - 1)),
    ("layers_for_each_n", (1, 5, 2), term(lambda at: at.g_v.quantity("feed-forward layers") <= at.printed + at.d - 1)),
    ("grid_size", A, {"over": (grid,)}),
    ("grid_size", A, {"bound": integer(15)}),
    ("maximum", A, term(lambda at: at.context[1, 1] < at.M - 1000)),
    ("contexts_inside", A, {"over": (category1, category2)}),
    ("others_outside", A, {"over": (category1, category2, category3)}),
    ("others_shifted", A, {"over": (category1, category3, category2)}),
    ("contexts_nonnegative", A, {"over": (category1, category3)}),
    ("unique_numbers", A, {"over": (category2,)}),
    ("numbers_apart", A, {"bound": integer(9)}),
    ("t_l_above_window", A, term(lambda at: at.t_l > at.t_r)),
    ("other_contexts_inactive", A, {"over": (category1, category2)}),
    ("own_key", A, {"given": None}),
    ("others_unaffected@repaired", A, {"given": None}),
    ("identity_below_windows", A, term(lambda at: identity_values(at.d, at.n) < 0)),
    ("scrambled_below_windows", A, term(lambda at: scrambled_values(at.d, at.n) < 0)),
    ("numbers_order", A, term(lambda at: 2 * at.value_numbers <= at.printed)),
]  # fmt: skip


@pytest.mark.parametrize(("step", "box", "change"), STRONGER, ids=[f"{k} {row[0]}" for k, row in enumerate(STRONGER)])
def test_stronger_statements(step: str, box: Box, change: dict[str, Any]) -> None:
    whole = lemma9.problem(values(box), (step,))
    assert decide(whole)[step].verdict is Verdict.HOLDS
    stronger = whole.with_steps(replace(whole.steps[0], **change))
    assert decide(stronger)[step].verdict is Verdict.REFUTED


def test_every_step_is_shown_to_say_no() -> None:
    shown = {step for step, _, _ in BROKEN} | {step for step, _, _ in STRONGER} | {"active_once"}
    refuted = SWAPPED | {"shift_all_rows", "layers"}
    assert {step.name for step in lemma9.steps} == shown | refuted
