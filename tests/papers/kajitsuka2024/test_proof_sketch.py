"""The sketch of the proof of Lemma 1: verdicts, the example beside the hypotheses, and roundings that are too fine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from exactua.errors import InputError
from exactua.networks import Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.definition03 import QUERY_OF_ONE
from exactua.papers.kajitsuka2024.proof_sketch import _boltz as boltz
from exactua.papers.kajitsuka2024.proof_sketch import _near as near
from exactua.papers.kajitsuka2024.proof_sketch import _separated as separated
from exactua.papers.kajitsuka2024.proof_sketch import proof_sketch
from exactua.terms.tracing import exp, inside, log, number
from tests.papers.evaluators import decided_by_both
from tests.papers.kajitsuka2024.exact_lines import (
    equalities,
    mutated,
    not_holding,
    off_by_a_trifle,
    only,
    refuted,
    refuted_by_both,
    reversed_conclusions,
)

sketch = proof_sketch.problem({"n": 3})


def test_verdicts() -> None:
    assert not_holding(sketch) == {}


def test_both_evaluators_agree() -> None:
    decided_by_both(only(sketch, "third_masked", "abuse_of_notation", "conclusion", "well_separated_example"))


def test_the_example_has_three_entries() -> None:
    with pytest.raises(InputError, match=r"n = 3 \(the example has three entries\)"):
        proof_sketch.problem({"n": 2})


def test_steps_are_in_the_papers_order() -> None:
    numbers = [int(step.says[1:4]) for step in proof_sketch.steps if step.says.startswith("(1") and step.says[4] == ")"]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(106, 110))


def test_every_conclusion_is_reached() -> None:
    assert refuted(off_by_a_trifle(sketch)) == equalities(sketch)
    held = {step.name for step in sketch.steps} - equalities(sketch)
    two_sided = {"approximately_8", "approximately_4", "approximately_one_term"}
    turned = refuted(reversed_conclusions(sketch))
    assert held - turned <= two_sided


@pytest.mark.parametrize(
    ("step", "sharper"),
    [
        # 7.645... and 3.635...
        ("approximately_8", lambda at: near(boltz(8, 6, 5), "8", "1/2")),
        ("approximately_4", lambda at: near(boltz(4, 3, 1), "4", "1/2")),
        # 7.933... and 7.942...
        ("approximately_one_term", lambda at: near(boltz(8, 3, 3), "79/10", "1/100")),
        ("approximately_one_term", lambda at: boltz(8, 3, 3) == boltz(8, 3 + log(2))),
        ("readily_separated", lambda at: boltz(4, 3, 1) > boltz(8, 6, 5)),
        ("third_raised", lambda at: boltz(8, 3, 3) >= boltz(8, 3, 1)),
        ("third_dropped", lambda at: boltz(8, 6) <= boltz(8, 6, 5)),
        ("bounds_in_order", lambda at: boltz(8, 7) > boltz(8, 3, 3)),
        ("conclusion", lambda at: boltz(8, 3, 1) < boltz(8, 6, 5)),
        ("by_monotonicity", lambda at: boltz(8, 3 + log(2)) < boltz(8, 6)),
        ("monotonicity_applies", lambda at: number(7) < 8 - log(2) - 1),
        ("approximates_maximum", lambda at: inside(at.boltz, at.largest - log(at.n) / 3, at.largest)),
        # 5.901...
        ("well_separated_example", lambda at: number(6) < 8 - log(3) - 1),
        ("example_of_lemma_1", lambda at: separated(at, (8, 6, 5), (8, 3, 1))),
        ("boltz_of_two", lambda at: boltz(8, 3 + log(2)) == (8 * exp(8) + 6 * exp(3)) / (exp(8) + 2 * exp(3))),
    ],
)
def test_sharper_lines_are_refuted(step: str, sharper: Callable[[Any], Any]) -> None:
    assert refuted(mutated(proof_sketch, sketch, {step: sharper})) == {step}


def test_without_the_mask_the_third_entry_counts() -> None:
    unmasked = Network(1, (SoftmaxAttentionLayer([QUERY_OF_ONE]),), {"output": 1})
    assert refuted_by_both(sketch.with_networks({"masked_attention": unmasked}), "abuse_of_notation")
    other = Network(1, (SoftmaxAttentionLayer([QUERY_OF_ONE], [[False] * 3, [True] * 3, [True] * 3]),), {"output": 1})
    assert refuted_by_both(sketch.with_networks({"masked_attention": other}), "third_masked")
