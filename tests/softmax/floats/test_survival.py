"""Steps at float states, against the literal evaluator point by point."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.claims.problem import Problem
from exactua.errors import InputError
from exactua.grids.categories import build
from exactua.networks import RELU, FeedForwardLayer, Network
from exactua.papers.yun2020.lemma08 import lemma8
from exactua.softmax.floats.backends import open_backend
from exactua.softmax.floats.float_network import FloatNetwork
from exactua.softmax.floats.float_states import as_rationals, batch_of_floats
from exactua.softmax.floats.formats import exact
from exactua.softmax.floats.survival import Survived, supported, survival
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.tracing import every

NUMPY, _ = open_backend("numpy")
PROBLEM = lemma8.problem({"d": 1, "n": 2, "m": 5})
MOVED = Network(1, [FeedForwardLayer([[0]], [1], [[4096]], [0], RELU)], {"sweep": 0, "output": 1})
"""Everything plus 4096: float16, where that leaves no room for fractions, maps all columns to one."""
NETWORKS = {"g_c": PROBLEM.networks["g_c"], "moved": MOVED}
STEPS = ("property1", "property2", "property3", "property4")


class AtPoint(Nothing):
    """One point and one float output of it."""

    def __init__(self, X: Any, output: Any) -> None:
        self.X, self.output = X, output

    def point(self) -> Any:
        return self.X

    def apply(self, network: str, stage: Any, matrix: Any) -> Any:
        assert (network, stage) == ("g_c", "output")
        return self.output


def by_hand(problem: Problem, network: FloatNetwork, name: str) -> tuple[int, int, int]:
    (step,) = (candidate for candidate in problem.steps if candidate.name == name)
    points = survived = not_finite = 0
    numbers: list[list[mpq]] = []
    for spec in step.over:
        domain = build(spec, problem.value, problem.parameters)
        for rank in range(domain.count):
            X = domain.matrix(rank)
            (output,) = network.run([X]).output
            if not np.isfinite(output).all():
                points, not_finite = points + 1, not_finite + 1
                continue
            evaluator = Evaluator(problem.parameters, problem.values, AtPoint(X, as_rationals(output)))
            if step.given is not None and not evaluator(step.given):
                continue
            points += 1
            if step.fold == "each":
                survived += bool(evaluator(step.term))
            else:
                numbers.append(list(evaluator(step.term)))
    for k, mine in enumerate(numbers):
        others = {number for j, other in enumerate(numbers) if j != k for number in other}
        survived += len(set(mine)) == len(mine) and not others & set(mine)
    return survived, points, not_finite


def counts(survivors: Survived) -> tuple[int, int, int]:
    return survivors.survived, survivors.points, survivors.not_finite


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize(
    ("which", "factor"), [*[("g_c", factor) for factor in (None, mpq(1, 10), mpq(50))], ("moved", None)]
)
def test_the_share_is_that_of_points_one_by_one(dtype: str, which: str, factor: Any) -> None:
    network = FloatNetwork(NETWORKS[which], NUMPY, dtype, factor)
    by_step = survival(PROBLEM, "g_c", network)
    assert tuple(by_step) == STEPS
    for name, survivors in by_step.items():
        assert counts(survivors) == by_hand(PROBLEM, network, name)
        assert survivors.of == survivors.points
        assert survivors.share == mpq(survivors.survived, survivors.points)


def test_all_kinds_of_answers_are_met() -> None:
    """So that the test above can say no."""
    exact_enough = FloatNetwork(NETWORKS["g_c"], NUMPY, "float64")
    assert all(survivors.share == 1 for survivors in survival(PROBLEM, "g_c", exact_enough).values())
    networks = [FloatNetwork(NETWORKS["g_c"], NUMPY, "float16", factor) for factor in (None, mpq(1, 10), mpq(50))]
    runs = [survival(PROBLEM, "g_c", network) for network in [*networks, FloatNetwork(MOVED, NUMPY, "float16")]]
    assert any(run["property2"].survived < run["property2"].points - run["property2"].not_finite for run in runs)
    assert any(run["property3"].share == 0 for run in runs)
    assert any(0 < run["property4"].not_finite < run["property4"].points for run in runs)


def test_numbers_that_two_points_share_are_no_survivors() -> None:
    problem = lemma8.problem({"d": 1, "n": 2, "m": 3})
    network = FloatNetwork(Network(1, [], {"output": 0}), NUMPY)  # the points themselves: each two share one column
    by_step = survival(problem, "g_c", network, ["property1", "property2"])
    assert counts(by_step["property1"]) == (3, 3, 0)
    assert counts(by_step["property2"]) == (0, 3, 0)


def test_a_point_that_repeats_a_number_of_its_own_is_no_survivor() -> None:
    """As in the exact fold: one point of two columns, and a network that makes both the same."""
    problem = lemma8.problem({"d": 1, "n": 2, "m": 2})
    merged = Network(1, [FeedForwardLayer([[1]], [0], [[-1]], [0], RELU)], {"output": 1})
    assert counts(survival(problem, "g_c", FloatNetwork(merged, NUMPY), ["property2"])["property2"]) == (0, 1, 0)
    kept = FloatNetwork(Network(1, [], {"output": 0}), NUMPY)
    assert counts(survival(problem, "g_c", kept, ["property2"])["property2"]) == (1, 1, 0)


def test_a_hypothesis_counts_points_out_and_float_states_are_asked_of_it() -> None:
    step = next(candidate for candidate in PROBLEM.steps if candidate.name == "property1")
    at = lemma8.at()
    at_most = every(at.columns, lambda j: at.q[j] <= 5000).term
    problem = PROBLEM.with_steps(replace(step, given=at_most))
    network = FloatNetwork(problem.networks["g_c"], NUMPY, "float32")
    by_step = survival(problem, "g_c", network, ["property1"])
    assert tuple(by_step) == ("property1",)
    assert counts(by_step["property1"]) == by_hand(problem, network, "property1")
    assert 0 < by_step["property1"].points < by_step["property1"].of


def test_a_large_domain_is_sampled_evenly() -> None:
    by_step = survival(PROBLEM, "g_c", FloatNetwork(PROBLEM.networks["g_c"], NUMPY), ["property4"], most_points=2)
    assert by_step["property4"].points == 4  # two of each of its two domains
    assert by_step["property4"].of > 4


def test_steps_of_single_layers_or_of_the_network_alone_are_not_asked() -> None:
    assert [step.name for step in supported(PROBLEM, "g_c")] == list(STEPS)
    assert {"layers", "t_l_positive"} <= {step.name for step in PROBLEM.steps}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("f",), "network: yun2020:lemma8 has no network .*f.*; it has g_c"),
        (("g_c", ["heads"]), "steps: .*heads.* can't be asked of float states; .* are property1, property2"),
        (("g_c", None, 0), "most_points: 0 is not valid; give a number of points >= 1"),
    ],
)
def test_wrong_usage(arguments: tuple[Any, ...], sentence: str) -> None:
    name, *more = arguments
    with pytest.raises(InputError, match=sentence):
        survival(PROBLEM, name, FloatNetwork(PROBLEM.networks["g_c"], NUMPY), *more)


def test_a_network_without_the_stage_is_refused() -> None:
    with pytest.raises(InputError, match=r"stage: the network has no stage .output.; its stages are: none"):
        survival(PROBLEM, "g_c", FloatNetwork(Network(1, []), NUMPY))


@settings(max_examples=40)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_batches_of_floats_are_the_floats(values: list[float]) -> None:
    batch = batch_of_floats(np.array(values))
    assert [batch.value(k) for k in range(len(values))] == [exact(number) for number in values]
