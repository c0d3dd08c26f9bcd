"""Counterexamples of the ledger: which parameters they name."""

from __future__ import annotations

from exactua.claims.ledger import Counterexample
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.evidence.ledgers import from_checks
from exactua.printing.errata import conclusion, counterexample, remarks, replay


def least(label: str, **values: int) -> Counterexample:
    """The counterexample of a step at one instance."""
    claim, step = find(label)
    assert step is not None
    result = decide(claim.problem(values, (step,)), replayed=0)[step]
    assert result.verdict is Verdict.REFUTED
    assert result.witness is not None
    return Counterexample(claim.problem(values, (step,)), result.step, result.witness, True)


def test_of_numbers_alone_the_parameters_that_the_line_speaks_of_are_named() -> None:
    smallest = least("background:program_costs.attention_in_time", L=5, d_model=2, d_k=3, d_v=4, C=1)
    assert counterexample(smallest).startswith("C = 1: time_with_wide_values <= C ")  # by way of a definition, C too
    assert "-p L=5" in replay(smallest)
    heads = least("background:attention_cost.dominated", L=1, h=2, k=3, f=8, C=4)
    assert counterexample(heads).startswith("L = 1, h = 2, k = 3: ")  # d = h k is a definition
    assert counterexample(least("kajitsuka2024:theorem2.lemma1_applies", data=2)).startswith("n = 2: score_gap > ")


def test_of_points_and_networks_all_parameters_are_named() -> None:
    assert counterexample(least("kajitsuka2024:theorem2.equation6", data=1)).startswith(
        "data = 1, d = 1, n = 1, s = 1: X"
    )
    entries = counterexample(least("kajitsuka2024:corollary1.entries", data=4))
    assert entries.startswith("data = 4, d = 2, n = 2: ")


def test_a_line_that_is_its_own_conclusion_falls_with_it() -> None:
    ledger = from_checks("background", only={"n": [7], "c": [0]})
    (reversing,) = (row for row in ledger.lines if row.label == "background:relative_bias.reversing")
    assert conclusion(reversing) == "falls: the line is its own conclusion"
    assert "The conclusion of background:relative_bias.reversing fails, too." in list(remarks(ledger))
