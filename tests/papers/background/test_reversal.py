"""The program that reverses: its bias, its error beside that of the printed program, and that each line can fail."""

from __future__ import annotations

import math

import pytest

from exactua.claims.verdicts import StepKind, Verdict
from exactua.deciding.running import decide
from exactua.papers.background import reversal as page
from exactua.papers.background.reversal import reversal
from exactua.terms.tracing import Columns, every, exp, rational, total
from tests.papers.background.deciding import refuted, says_no, vacuous, verdict

at = reversal.at()
PRINTED = {"L": 6, "margin": 60}
INDICES = Columns(0, at.L - 1, "i")


@pytest.mark.parametrize(
    ("L", "margin", "false"),
    [
        (1, 10, set()),
        (2, 10, {"copies"}),
        (3, 10, {"copies", "relative"}),
        (6, 60, {"copies", "relative"}),
        (6, 100, {"copies", "relative"}),
    ],
)
def test_verdicts(L: int, margin: int, false: set[str]) -> None:
    values = {"L": L, "margin": margin}
    assert refuted(reversal, values) == false
    assert vacuous(reversal, values) == (set() if values == PRINTED else {"near_exact", "lost_in_doubles"})


@pytest.mark.parametrize("L", range(1, 9))
def test_the_bias_is_relative_up_to_two_tokens(L: int) -> None:
    values = {"L": L, "margin": 60}
    assert (verdict(reversal, values, "relative") is Verdict.HOLDS) == (L <= 2)
    assert verdict(reversal, values, "relative@repaired") is Verdict.HOLDS


def test_first_contradiction_of_three_tokens() -> None:
    witness = decide(reversal.problem({"L": 3, "margin": 60}, ("relative",)))["relative"].witness
    assert witness is not None
    assert (str(witness.left), str(witness.right)) == ("-10", "50")


def test_what_the_printed_program_prints() -> None:
    # the same loops in doubles
    B = [[50.0 if j == 5 - i else -10.0 for j in range(6)] for i in range(6)]
    exponentials = [[math.exp(x - max(row)) for x in row] for row in B]
    A = [[x / max(sum(row), 1e-300) for x in row] for row in exponentials]
    output = []
    for row in A:
        value = 0.0
        for j, weight in enumerate(row):
            value += weight * (j + 1)
        output.append(value)
    assert max(abs(value - (6 - i)) for i, value in enumerate(output)) == 0
    assert output == [6, 5, 4, 3, 2, 1]
    # the certified error is another one
    assert verdict(reversal, PRINTED, "near_exact") is Verdict.HOLDS
    assert verdict(reversal, PRINTED, "near_exact", at.max_abs_error == 0) is Verdict.REFUTED


def test_the_enclosure_is_no_wider_than_it_says() -> None:
    unit = rational(1) / 10**29
    assert says_no(reversal, PRINTED, "near_exact", at.max_abs_error > 13135 * unit)
    assert says_no(reversal, PRINTED, "near_exact", at.max_abs_error < 13134 * unit)


def test_every_line_can_fail() -> None:
    L3 = {"L": 3, "margin": 10}
    more = 1 - (at.L - 1) * exp(-at.margin) * rational("99/100")
    assert says_no(reversal, L3, "nearly_one_hot", every(INDICES, lambda i: page.weights(at, i)[at.L - i] >= more))
    assert says_no(reversal, L3, "copies@repaired", at.max_abs_error <= at.pairs * exp(-at.margin) * rational("99/100"))
    assert says_no(reversal, L3, "exact_error", at.max_abs_error == at.pairs * exp(-at.margin))
    assert says_no(reversal, L3, "arbitrarily_close", at.max_abs_error <= at.pairs / 3**at.margin)
    assert says_no(reversal, L3, "closer_with_scale", at.max_abs_error == at.pairs / (exp(at.margin) + at.L))
    assert says_no(reversal, L3, "relative@repaired", page._along(at, lambda i, j: page.bias(at, i, j) == -10))
    assert says_no(reversal, PRINTED, "lost_in_doubles", at.max_abs_error < rational(1) / 2**83)
    assert says_no(
        reversal, L3, "margin_alone", every(INDICES, lambda i: page.weights(at, i)[1] == page.weights(at, 0)[1])
    )


def test_the_bound_on_the_weight_says_nothing_of_a_small_margin() -> None:
    """1 - 5 e^-1 is below 0: no part of the statement is decided by it."""
    assert reversal.step("nearly_one_hot").kind is StepKind.PROOF_LINE
    assert all(part.undecided and not part.steps for part in reversal.parts)
    assert 1 - 5 * math.exp(-1) < 0


def test_the_middle_of_an_odd_length_is_exact() -> None:
    assert verdict(reversal, {"L": 3, "margin": 10}, "copies", at.Z[2] == 2) is Verdict.HOLDS
    assert verdict(reversal, {"L": 3, "margin": 10}, "copies", at.Z[1] == 3) is Verdict.REFUTED


def test_weights_of_a_row_make_one() -> None:
    whole = every(INDICES, lambda i: total(Columns(1, at.L), lambda j: page.weights(at, i)[j]) == 1)
    assert verdict(reversal, {"L": 3, "margin": 10}, "copies", whole) is Verdict.HOLDS
