"""Layers in integers, layers that are passed over, and points by their beginnings: what the plain way makes, too."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

from exactua.verifier.domains import Orbits
from exactua.verifier.networks import Network
from exactua.verifier.paths import FINEST, between
from exactua.verifier.readings import Scene
from exactua.verifier.records import encode
from exactua.verifier.refusals import Refused
from exactua.verifier.terms import Context
from tests.pocket_certificates import levels, piece

PLENTY = 10**12


def scene(steps: int = PLENTY) -> Scene:
    return Scene(Context({"n": 3}, {}, {}, [steps]), None)


def head(chosen: random.Random, d: int, h: int, values: int | None = None) -> dict[str, Any]:
    """A head with small weights, some of them fractions, and as many values as keys if not told."""

    def matrix(rows: int, columns: int) -> list[list[Any]]:
        return [[number(chosen) for _ in range(columns)] for _ in range(rows)]

    values = h if values is None else values
    built = {"W_V": matrix(values, d), **{key: matrix(h, d) for key in ("W_K", "W_Q")}}
    return {**built, "W_O": matrix(d, values), "b_Q": matrix(1, h)[0]}


def number(chosen: random.Random) -> int | str:
    return encode(Fraction(chosen.randint(-3, 3), chosen.choice((1, 1, 1, 2, 3))))


def shift(chosen: random.Random, d: int, cancels: bool = True) -> dict[str, Any]:
    """Attention of two heads, of which each takes off what the other adds, but for their biases."""
    single = head(chosen, d, 1)
    other = {**single, "W_O": [[encode(-Fraction(row[0]))] for row in single["W_O"]], "b_Q": [number(chosen)]}
    layer = {"attention": {"tie_rule": chosen.choice(("average", "leftmost", "rightmost")), "heads": [single, other]}}
    if not cancels:
        other["W_O"] = head(chosen, d, 1)["W_O"]
    return layer


def feed_forward(chosen: random.Random, d: int, r: int) -> dict[str, Any]:
    """Nodes with a bump, a step or a ReLU."""
    bump = [piece(None, False, 0, False, 0), piece(0, True, "1/2", True, 3, "1/3"), piece("1/2", False, None, False, 0)]
    step = [piece(None, False, 0, False, 0), piece(0, True, None, False, 0, 1)]
    relu = [piece(None, False, 0, True, 0), piece(0, False, None, False, 1)]
    row = [number(chosen) for _ in range(d)]
    rows = [row if chosen.random() < 0.7 else [number(chosen) for _ in range(d)] for _ in range(r)]
    out = [[number(chosen) for _ in range(r)] for _ in range(d)]
    b_1, b_2 = [number(chosen) for _ in range(r)], [chosen.choice((0, 0, number(chosen))) for _ in range(d)]
    return {"feed_forward": {"W_1": rows, "b_1": b_1, "W_2": out, "b_2": b_2, "activation": chosen.choice((bump, bump, step, relu))}}  # fmt: skip


def items(chosen: random.Random, d: int, n: int, count: int) -> list[Any]:
    built: list[Any] = []
    for _ in range(count):
        kind = chosen.randrange(6)
        if kind == 0:
            heads = [head(chosen, d, chosen.choice((1, 2)), chosen.choice((1, 2))) for _ in range(2)]
            built.append(
                {"attention": {"tie_rule": chosen.choice(("average", "leftmost", "rightmost")), "heads": heads}}
            )
        elif kind == 1:
            built.append(shift(chosen, d, cancels=chosen.random() < 0.8))
        elif kind == 2:
            family = shift(chosen, d)
            for single in family["attention"]["heads"]:
                single["b_Q"] = [{"constant": single["b_Q"][0], "l": -1}]
            start, step = chosen.choice((("-2", 1), (2, -1), (0, "1/2")))
            built.append(
                {"family": {"variable": "l", "start": int(start), "step": step, "count": 5, "items": [family]}}
            )
        elif kind == 3:
            built.append(feed_forward(chosen, d, chosen.randint(1, 3)))
        elif kind == 4:
            built.append({"positional encoding": {"E": [[number(chosen) for _ in range(n)] for _ in range(d)]}})
        else:
            layer = shift(chosen, d)
            layer["attention"]["mask"] = chosen.choice(("causal", "strictly causal"))
            built.append(layer)
    return built


@pytest.mark.parametrize("seed", range(40))
def test_layers_in_integers_make_what_layers_of_rationals_make(seed: int) -> None:
    chosen = random.Random(seed)
    d, n = chosen.choice((1, 2)), chosen.randint(1, 4)
    network = Network({"d": d, "items": items(chosen, d, n, 4), "stages": {}}, "net")
    assert network.in_integers is not None
    for _ in range(12):
        there = scene()
        Z = tuple(tuple(Fraction(chosen.randint(-4, 4), chosen.choice((1, 2))) for _ in range(d)) for _ in range(n))
        Z = tuple(tuple(x.numerator if x.denominator == 1 else x for x in column) for column in Z)
        states = [Z]
        for k in range(1, network.layers + 1):
            states.append(network.applied(there, k, states[-1]))
        order = list(range(network.layers + 1))
        chosen.shuffle(order)
        for k in order:
            built = network.after(there, k, Z)
            assert built == states[k]
            assert [type(x) for column in built for x in column] == [type(x) for column in states[k] for x in column]
            if k:
                assert network.layer(there, k, states[k - 1]) == states[k]


def test_what_a_layer_does_not_change_is_told_beforehand() -> None:
    chosen, passed, other = random.Random(1), 0, 0
    for _ in range(400):
        built = shift(chosen, 1) if chosen.random() < 0.5 else feed_forward(chosen, 1, chosen.randint(1, 2))
        network = Network({"d": 1, "items": [built], "stages": {}}, "net")
        assert network.in_integers is not None
        here = between(network.in_integers.weighted[0])
        other += here is None
        for numbers in itertools.product((-3, -1, Fraction(1, 3), 2), repeat=2) if here else ():
            after = network.applied(scene(), 1, tuple((x,) for x in numbers))
            for x, (y,) in zip(numbers, after, strict=True):
                outside = not here.low <= here.w[0] * x <= here.high
                assert not outside or x == y
                passed += outside
    assert passed > 500
    assert other > 50


def swept(count: int) -> dict[str, Any]:
    """As many layers, of which each changes what has its number."""
    bias = [{"constant": "1/2", "l": -1}], [{"constant": "-1/2", "l": -1}]
    alike = {"W_V": [[1]], "W_K": [[1]], "W_Q": [[1]]}
    heads = [{**alike, "W_O": [[sign]], "b_Q": b} for sign, b in zip((count, -count), bias, strict=True)]
    layer = {"attention": {"tie_rule": "average", "heads": heads}}
    family = {"variable": "l", "start": 0, "step": 1, "count": count, "items": [layer]}
    return {"d": 1, "items": [{"family": family}], "stages": {}}


def test_layers_that_change_nothing_are_not_applied_and_cost_what_they_cost() -> None:
    network, there = Network(swept(50), "net"), scene(10**6)
    assert network.in_integers is not None
    Z = ((3,), (7,), (3,))
    assert network.after(there, 50, Z) == ((203,), (9807,), (203,))
    applied = [k for k, layer in enumerate(network.in_integers.layers.applied) if layer is not None]
    assert applied == [3, 7]
    steps = sum(3 * (3 + weights) for _, weights, _ in network.unrolled[0])
    assert there.context.budget == [10**6 - steps]
    with pytest.raises(Refused, match="more work"):
        network.after(scene(steps - 1), 50, Z)


def test_numbers_that_are_too_long_or_units_that_are_too_fine_are_left_to_rationals() -> None:
    half = {"W_O": [["1/2"]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[1]], "b_Q": [0]}
    layer = {"attention": {"tie_rule": "average", "heads": [half]}}
    family = {"variable": "l", "start": 0, "step": 1, "count": 2 * FINEST, "items": [layer]}
    network = Network({"d": 1, "items": [{"family": family}], "stages": {}}, "net")
    assert network.in_integers is not None
    assert network.after(scene(), 2 * FINEST, ((1,),)) == ((Fraction(3, 2) ** (2 * FINEST),),)
    assert network.in_integers.layers.unit.bit_length() <= FINEST
    long = 7 ** (10**5)
    assert network.after(scene(), 1, ((2 * long,),)) == ((3 * long,),)


@pytest.mark.parametrize("repeats", ["allowed", "forbidden", "required"])
@pytest.mark.parametrize("specials", ["none", "allowed", "required"])
def test_points_by_their_beginnings_are_those_in_their_order(repeats: str, specials: str) -> None:
    n = 3
    spec = levels(3, -5, 9, repeats=repeats, specials=specials)
    orbits = Orbits(spec, Context({"d": 1, "n": n, "m": 2}, {}, {}, [PLENTY]))
    marked = {k for k, (_, plain) in enumerate(orbits.listed) if not plain}
    kept = [
        list(numbers)
        for numbers in itertools.combinations_with_replacement(range(orbits.all), n)
        if {"allowed": True, "forbidden": len({*numbers}) == n, "required": len({*numbers}) < n}[repeats]
        and (specials != "required" or marked & {*numbers})
    ]
    ranks = list(range(orbits.total()))
    assert [orbits.numbers(rank) for rank in ranks] == kept
    random.Random(0).shuffle(ranks)
    assert [orbits.numbers(rank) for rank in ranks] == [kept[rank] for rank in ranks]
