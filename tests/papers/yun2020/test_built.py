"""What is decided about a network that was built: each step says no where it should, and the verifier agrees."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import verifier
from exactua.certificates.writing import certificate
from exactua.claims.decision import Decision
from exactua.claims.verdicts import Verdict
from exactua.commands.build.measuring import distances
from exactua.commands.build.own_function import read_target
from exactua.deciding.running import decide
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    PiecewiseLinear,
    Table,
    at_least,
    below,
    half_open,
)
from exactua.networks.items import Item
from exactua.networks.retouching import with_layers
from exactua.papers.yun2020.built import NAMES, Bounds, Instance, built_claim
from exactua.papers.yun2020.constructions import Construction, theorem2_network, theorem3_network
from exactua.papers.yun2020.selective_shift import psi
from exactua.targets.python_function import PythonFunction
from exactua.targets.target import Target
from tests.mutants import parsed, rehashed

BUMP = "x1*(1 - x1), x2*(1 - x2)"
PEAK = "1 - Abs(2*x1 - 1), 1 - Abs(2*x2 - 1)"
LITTLE = mpq(1, 10**9)


def instance(theorem: str = "theorem2", f: str | Target = BUMP, m: int = 3, p: int = 2, parts: int = 1) -> Instance:
    return Instance(theorem, read_target(f, 1, 2) if isinstance(f, str) else f, m, p, parts)


def construction(case: Instance, which: str | None = None) -> Construction:
    construct = theorem2_network if case.theorem == "theorem2" else theorem3_network
    return construct({"d": case.target.d, "n": case.target.n, "m": case.m}, case.wanted, which)


def decided(
    case: Instance, constructed: Construction | None = None, bounds: dict[str, Bounds] | None = None
) -> Decision:
    claim = built_claim(case, constructed or construction(case), bounds or distances(case))
    return decide(claim.problem(case.box))


def refused(decision: Decision) -> set[str]:
    return {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}


def with_items(constructed: Construction, change: Callable[[list[Item]], Sequence[Item]]) -> Construction:
    network = constructed.network
    items = list(change(list(network.items)))
    stages = {name: len(items) if after == len(network.items) else after for name, after in network.stages.items()}
    return replace(constructed, network=Network(network.d, items, stages))


def with_rows(constructed: Construction, change: Callable[[list], Sequence]) -> Construction:
    def changed(items: list[Item]) -> list[Item]:
        return [
            Table(item.variables, change(list(item.rows)), item.items) if isinstance(item, Table) else item
            for item in items
        ]

    return with_items(constructed, changed)


def in_layer(constructed: Construction, place: int, change: Callable[[Any], Any]) -> Construction:
    return with_items(constructed, lambda items: [*items[:place], change(items[place]), *items[place + 1 :]])


STEPS = {
    "theorem2": ["heads", "head_size", "hidden_size", "activations", "values", "zero_on_equal_columns", "zero_outside",
                 "quantised", "equivariant", "to_f_bar", "between", "to_network"],
    "theorem3": ["heads", "head_size", "hidden_size", "activations", "values", "encoded", "quantised", "to_f_bar",
                 "between", "to_network"],
}  # fmt: skip


@pytest.mark.parametrize("theorem", STEPS)
@pytest.mark.parametrize("which", ["printed", "repaired"])
def test_what_is_built_holds(theorem, which) -> None:
    case = instance(theorem)
    decision = decided(case, construction(case, which))
    assert [result.step.name for result in decision.results] == STEPS[theorem]
    assert {result.verdict for result in decision.results} == {Verdict.HOLDS}
    assert verifier.verify(certificate(decision).encode()).verdict == "holds"


VALUES = {"values", "between", "to_network"}
"""What a wrong value makes false; d_p(f-bar, g) where the network is 0 is another matter."""


@pytest.mark.parametrize("theorem", STEPS)
@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[:-1],
        lambda rows: rows[1:],
        lambda rows: [(rows[0][0], rows[1][1]), (rows[1][0], rows[0][1]), *rows[2:]],
        lambda rows: [*rows[:-1], (rows[-1][0], rows[-1][1] + LITTLE)],
        lambda rows: [(rows[0][0] + mpq(1, 3), rows[0][1]), *rows[1:]],
        lambda rows: [*rows, (mpq(1, 3), mpq(1, 9))],  # catches 1/4, the value at 1/2
    ],
    ids=["a row less", "another row less", "changes exchanged", "a value", "a key", "a layer that catches values"],
)
def test_a_wrong_table_is_refuted(theorem, change) -> None:
    case = instance(theorem)
    right = decided(case)
    assert refused(right) == set()
    assert refused(decided(case, with_rows(construction(case), change))) == VALUES


def test_the_counterexample_is_the_first_cube_with_a_wrong_value() -> None:
    case = instance()
    decision = decided(case, with_rows(construction(case), lambda rows: rows[:-1]))
    values = next(result for result in decision.results if result.step.name == "values")
    assert values.witness is not None
    assert values.witness.points == ((((mpq(1, 3), mpq(2, 3)),)),)
    assert values.failures == 2  # in both orders of the columns


def shifted(layer: FeedForwardLayer, by: Any = LITTLE) -> FeedForwardLayer:
    return FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, tuple(b + by for b in layer.b_2), layer.activation)


NOTHING = FeedForwardLayer(((0,),), (0,), ((0,),), (0,), Phi.of((below(0), 0, 0), (at_least(0), 0, 0)))


def test_zeros_are_checked() -> None:
    """Items of d = 1: the quantiser, the sweep, the last shift, the layer that shifts, the one that flattens, the table."""
    case = instance()
    constructed = construction(case)
    assert len(constructed.network.items) == 6
    assert {"zero_on_equal_columns", "zero_outside"} <= refused(
        decided(case, in_layer(constructed, 3, lambda _: NOTHING))
    )
    assert {"zero_on_equal_columns", "zero_outside"} <= refused(
        decided(case, in_layer(constructed, 4, lambda _: NOTHING))
    )
    after = with_items(constructed, lambda items: [*items, shifted(NOTHING)])
    assert refused(decided(case, after)) == {"values", "zero_on_equal_columns", "zero_outside", "between", "to_network"}


def test_a_quantiser_that_is_right_on_the_grid_alone_is_refuted() -> None:
    """Without the piece for entries outside, and without any quantiser."""
    case = instance()
    constructed = construction(case)
    outside = in_layer(constructed, 0, lambda group: Group(group.name, (NOTHING, *group.items[1:])))
    assert "quantised" in refused(decided(case, outside))
    assert "values" not in refused(decided(case, outside))
    assert {"quantised", "values"} <= refused(decided(case, in_layer(constructed, 0, lambda _: NOTHING)))


def test_points_inside_cubes_are_checked() -> None:
    """A layer before everything that moves points by delta/2: the corners stay in their cubes, points inside don't."""
    case = instance("theorem3")
    constructed = construction(case)
    moved = with_items(constructed, lambda items: [shifted(NOTHING, mpq(1, 6)), *items])
    network = Network(1, moved.network.items, {name: after + 1 for name, after in constructed.network.stages.items()})
    assert refused(decided(case, replace(constructed, network=network))) == {"values", "encoded"}


@pytest.mark.parametrize("theorem", STEPS)
def test_a_quantiser_that_is_right_at_the_corner_and_one_point_inside_is_refuted(theorem) -> None:
    """phi(t) = -t on [0, 7 delta/10) alone: g is not constant on the cubes."""
    case = instance(theorem)
    constructed, delta = construction(case), mpq(1, 3)
    short = Phi.of((below(0), 0, 0), (half_open(0, 7 * delta / 10), -1, 0), (at_least(7 * delta / 10), 0, 0))

    def changed(layer: Any) -> Any:
        if not isinstance(layer, FeedForwardLayer) or layer.activation(delta / 2) != -delta / 2:
            return layer
        return FeedForwardLayer(layer.W_1, layer.b_1, layer.W_2, layer.b_2, short)

    assert refused(decided(case, replace(constructed, network=with_layers(constructed.network, changed)))) == {
        "quantised"
    }


def attention(heads: int, size: int) -> AttentionLayer:
    if size == 1:
        return AttentionLayer(tuple(psi(1, 3, mpq(0), mpq(1)) for _ in range(heads)))
    columns = ((mpq(1),),) * size
    return AttentionLayer(
        (AttentionHead(W_O=((mpq(1),) * size,), W_V=columns, W_K=columns, W_Q=columns, b_Q=(mpq(0),) * size),)
    )


def feed_forward(size: int, activation: Any) -> FeedForwardLayer:
    return FeedForwardLayer(((mpq(1),),) * size, (mpq(0),) * size, ((mpq(0),) * size,), (mpq(0),), activation)


@pytest.mark.parametrize(
    ("step", "layer"),
    [
        ("heads", attention(3, 1)),
        ("head_size", attention(1, 2)),
        ("hidden_size", feed_forward(2, NOTHING.activation)),
        (
            "activations",
            feed_forward(1, PiecewiseLinear.of((below(0), -1, 0), (half_open(0, 1), 2, 0), (at_least(1), 1, 0))),
        ),
    ],
)
def test_the_shape_is_checked(step, layer) -> None:
    case = instance()
    assert step in refused(decided(case, with_items(construction(case), lambda items: [*items, layer])))


def test_a_function_that_is_not_equivariant_is_refuted() -> None:
    """`build` says so before it builds; the step says it again, on every cube."""
    assert "equivariant" in refused(decided(instance(f="x1, 2*x2")))
    assert "equivariant" in refused(decided(instance(f="x1 + x2, 2*x2"), None))
    assert refused(decided(instance("theorem3", f="x1, 2*x2"))) == set()


EXACT = {"f to f-bar": "to_f_bar", "f-bar to g": "between", "f to g": "to_network"}


@pytest.mark.parametrize("theorem", STEPS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("by", [LITTLE, -LITTLE])
def test_a_wrong_exact_distance_is_refuted(theorem, name, by) -> None:
    case = instance(theorem)
    right = distances(case)
    assert all(bounds.exact for bounds in right.values())
    wrong = right | {name: Bounds(right[name].lower + by, right[name].upper + by)}
    assert refused(decided(case, None, wrong)) == {EXACT[name]}


@pytest.mark.parametrize("name", ["f to f-bar", "f to g"])
def test_wrong_bounds_are_refuted(name) -> None:
    case = instance(f="Max(x1, x2), Max(x1, x2)", m=2, p=1)
    right = distances(case)
    assert right[name].lower < right[name].upper
    assert refused(decided(case)) == set()
    high = right | {name: Bounds(right[name].lower + LITTLE, right[name].upper)}
    low = right | {name: Bounds(right[name].lower, right[name].upper - LITTLE)}
    assert refused(decided(case, None, high)) == {f"{EXACT[name]}_at_least"}
    assert refused(decided(case, None, low)) == {f"{EXACT[name]}_at_most"}
    loose = right | {name: Bounds(right[name].lower - LITTLE, right[name].upper + LITTLE)}
    assert refused(decided(case, None, loose)) == set()


def python(modulus: str, d: int = 1, n: int = 2) -> PythonFunction:
    """The hat function, of slope 2."""
    return PythonFunction(d, n, "hat.py::hat", lambda X: [[1 - abs(2 * x - 1) for x in row] for row in X], modulus)


@pytest.mark.parametrize("theorem", STEPS)
def test_a_modulus_that_values_contradict_is_refuted(theorem) -> None:
    assert refused(decided(instance(theorem, python("2*t"), m=4))) == set()
    wrong = decided(instance(theorem, python("2*t - 1/10**9"), m=4))
    assert refused(wrong) == {"modulus"}
    (result,) = (result for result in wrong.results if result.step.name == "modulus")
    assert result.witness is not None
    assert result.witness.points == (((mpq(0), mpq(0)),),)


def test_a_modulus_is_compared_in_every_direction() -> None:
    """f depends on the lower entry of the second column alone."""
    steep = PythonFunction(2, 2, "f", lambda X: [[0, 0], [0, 3 * X[1][1]]], "t")
    assert refused(decided(Instance("theorem3", steep, 2, 2))) == {"modulus"}
    right = PythonFunction(2, 2, "f", steep.function, "3*t")
    assert refused(decided(Instance("theorem3", right, 2, 2))) == set()


def test_the_certificate_says_what_is_assumed() -> None:
    case = instance(f=python("2*t"), m=4)
    steps = {step["name"]: step["says"] for step in parsed(decided(case))["steps"]}
    sentence = "if |f(X) - f(Y)| <= 2*t for ||X - Y||_inf <= t as stated by the user, not checked"
    assert {name for name, says in steps.items() if sentence in says} == {
        "to_f_bar_at_most",
        "to_network_at_most",
        "to_network_at_least",
    }
    assert "not contradicted" in steps["modulus"]
    assert not any(
        "assum" in says or "stated" in says for says in (step["says"] for step in parsed(decided(instance()))["steps"])
    )


@pytest.mark.parametrize("p", [1, 2, 3])
@pytest.mark.parametrize("theorem", STEPS)
def test_distances_of_a_python_function_are_true_bounds(theorem, p) -> None:
    """The same f as a formula, whose distances are known exactly; f-bar is the same."""
    bounds = distances(instance(theorem, python("2*t"), m=4, p=p))
    exact = distances(instance(theorem, PEAK, m=4, p=p, parts=2))
    for name in NAMES:
        assert exact[name].exact
        assert bounds[name].lower <= exact[name].lower <= bounds[name].upper
    assert bounds["f-bar to g"] == exact["f-bar to g"]
    assert bounds["f to f-bar"] == Bounds(mpq(0), 2 * mpq(1, 4) ** p)  # an entry differs by 2 (delta/2) at most
    assert bounds["f to g"].lower > 0 or theorem == "theorem3"


def test_a_constant_python_function_has_exact_distances() -> None:
    case = instance(f=PythonFunction(1, 2, "f", lambda X: [Fraction(1, 3)] * 2, "0*t"), m=2)
    assert distances(case) == {
        "f to f-bar": Bounds(0, 0),
        "f-bar to g": Bounds(mpq(1, 9), mpq(1, 9)),
        "f to g": Bounds(mpq(1, 9), mpq(1, 9)),
    }
    assert refused(decided(case)) == set()


def changed(decision: Decision, change: Callable[[dict], None]) -> bytes:
    data = parsed(decision)
    change(data)
    return rehashed(data)


def _row(data: dict) -> None:
    table = next(item["table"] for item in data["networks"]["g"]["items"] if "table" in item)
    table["rows"][0][1] = "1/7"


def _less(data: dict) -> None:
    next(item["table"] for item in data["networks"]["g"]["items"] if "table" in item)["rows"].pop()


def _distance(name: str) -> Callable[[dict], None]:
    def change(data: dict) -> None:
        next(step for step in data["steps"] if step["name"] == name)["bound"] = ["/", 1, 12345]

    return change


def _value(data: dict) -> None:
    """f-bar in the step about values is another function; its hash is made again."""
    text = json.dumps(next(step for step in data["steps"] if step["name"] == "values")["term"])
    step = next(step for step in data["steps"] if step["name"] == "values")
    step["term"] = json.loads(text.replace('["/", 1, 6]', '["/", 1, 5]'))
    assert step["term"] != json.loads(text)


def _count(data: dict) -> None:
    next(step for step in data["steps"] if step["name"] == "values")["applicable"] += 1


@pytest.mark.parametrize("theorem", STEPS)
@pytest.mark.parametrize(
    "change",
    [_row, _less, _value, _count, *(_distance(name) for name in ("to_f_bar", "between", "to_network"))],
    ids=["row", "a row less", "value", "count", "to_f_bar", "between", "to_network"],
)
def test_a_certificate_that_was_tampered_with_is_refused(theorem, change) -> None:
    decision = decided(instance(theorem))
    assert verifier.verify(changed(decision, lambda data: None)).verdict == "holds"
    with pytest.raises(verifier.Refused):
        verifier.verify(changed(decision, change))


def test_a_refuted_printed_value_map_is_confirmed_as_refuted() -> None:
    case = caught_instance()
    decision = decided(case, construction(case, "printed"))
    assert refused(decision) == VALUES
    assert verifier.verify(certificate(decision).encode()).verdict == "refuted"
    assert refused(decided(case)) == set()
    assert construction(case).value_map == "repaired"


def caught_instance() -> Instance:
    """f-bar = 627 at L = [0 1/4], the key of [0 3/4], delta = 1/4."""
    first = "Piecewise((627, (x1 < 1/4) & (x2 >= 1/4) & (x2 < 1/2)), (0, True))"
    other = "Piecewise((627, (x2 < 1/4) & (x1 >= 1/4) & (x1 < 1/2)), (0, True))"
    return instance(f=f"{first}, {other}", m=4)


def test_values_are_listed_in_the_order_in_which_a_term_finds_them() -> None:
    """Tables and Python functions read their values from a list; a formula computes them. Steps and sums are the same."""
    formula = read_target("x11 + 2*x12 + 4*x21, x22; x12*x21, 3*x11", 2, 2)
    listed = PythonFunction(2, 2, "f", formula.inside, "9*t")
    of_formula, of_list = Instance("theorem3", formula, 2, 2), Instance("theorem3", listed, 2, 2)
    assert of_formula.values == of_list.values
    assert distances(of_formula)["f-bar to g"] == distances(of_list)["f-bar to g"]
    assert refused(decided(of_list)) == set()
    wrong = with_rows(construction(of_list), lambda rows: [(*rows[0][:2], rows[0][2] + LITTLE), *rows[1:]])
    assert refused(decided(of_list, wrong)) == {"values", "between", "to_network_at_most"}


def test_centres_of_all_cubes_in_every_order() -> None:
    case = instance(m=2)
    assert list(case.values) == [((a, b),) for a, b in itertools.product([mpq(0), mpq(1, 2)], repeat=2)]
    assert case.wanted(((mpq(0), mpq(1, 2)),)) == ((mpq(3, 16), mpq(3, 16)),)


def test_a_layer_between_encoding_and_quantiser_that_moves_a_part_of_a_cube_is_seen() -> None:
    # neither a corner nor the point inside that is tried lies in [1/8, 1/6), and the values there become wrong
    case = instance("theorem3", f="x1, x2")
    constructed = theorem3_network({"d": 1, "n": 2, "m": case.m}, case.wanted)
    network = constructed.network
    jump = Phi.of((below("1/8"), 0, 0), (half_open("1/8", "1/6"), 0, "1/2"), (at_least("1/6"), 0, 0))
    layer = FeedForwardLayer(((1,),), (0,), ((1,),), (0,), jump)
    stages = {name: after + 1 for name, after in network.stages.items()}
    broken = Network(1, (network.items[0], layer, *network.items[1:]), stages)
    assert broken([["3/20", 0]]) != network([["3/20", 0]])
    assert refused(decided(case, replace(constructed, network=broken))) == {"encoded"}
