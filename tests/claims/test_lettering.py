"""By which letter a point is called, what positions make of it, and the symbols that formulas are printed with."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import Witness
from exactua.claims.lettering import ENCODED, letter, letter_of_input, name_of_point, placed_points, with_positions
from exactua.claims.problem import Problem
from exactua.claims.registry import find, labels
from exactua.claims.user_files import claim
from exactua.commands.explain.words import report as explained
from exactua.commands.explain.work import explain
from exactua.commands.report.site import formulas
from exactua.evidence.boxes import ladder
from exactua.evidence.statements import document
from exactua.grids.finite import levels
from exactua.printing.statements import domain_text, names_at, report, shown_names
from exactua.printing.typeset_statements import in_latex
from exactua.terms.printing import text
from exactua.terms.tracing import point as read


def problem(label: str, *steps: str) -> Problem:
    return find(label)[0].problem({"d": 1, "n": 2, "m": 2}, steps)


def point(*entries: str) -> Matrix:
    return (tuple(map(mpq, entries)),)


@pytest.mark.parametrize(
    ("label", "step", "name"),
    [
        ("yun2020:lemma8", "property1", "L"),
        ("yun2020:lemma7", "quantises", "X"),
        ("yun2020:g2", "once", "X"),
        ("yun2020:g3", "any_values", "X"),
        ("yun2020:theorem3", "strictly_monotone", "X"),
    ],
)
def test_a_real_point_and_one_that_positions_are_added_to_are_X(label: str, step: str, name: str) -> None:
    at = problem(label, step)
    (at_step,) = at.steps
    assert letter(at, at_step.over) == letter(find(label)[0], at_step.over) == name
    assert letter(at, at_step.over, 1) == f"{name}'"
    assert (letter_of_input(at), letter_of_input(at, 1)) == (name, f"{name}'")
    assert list(name_of_point(at, at_step.over).values()) == [name]


@pytest.mark.parametrize("label", list(labels()))
def test_where_networks_add_positions_the_claim_says_X(label: str) -> None:
    """Without an instance no network is built, and its letter has to be known all the same."""
    claim = find(label)[0]
    networks = claim.problem(next(ladder(claim))).networks.values()
    assert claim.point in ("", "B", "X", "Z")
    assert claim.point == "X" or not any(ENCODED in network.stages for network in networks)


@pytest.mark.parametrize("label", list(labels()))
def test_the_letter_of_a_point_is_no_number_s(label: str) -> None:
    claim = find(label)[0]
    numbers = {*(parameter.name for parameter in claim.parameters), *claim.definitions, *claim.networks}
    assert not numbers & {letter(claim, step.over) for step in claim.steps if step.over}


def test_one_letter_everywhere() -> None:
    claim, step = find("yun2020:theorem3.strictly_monotone")
    assert step is not None
    named_step = claim.step(step)
    shown = "\n".join(report(claim, step, {step: claim.statement_hash(named_step)}))
    assert "for all X in " in shown
    assert "(X: the point)" in shown
    assert " L " not in shown
    assert "X" in "".join(in_latex(claim, step))
    assert "L" not in "".join(in_latex(claim, step)).partition("itemize")[2]
    page = f"{formulas.domain(claim, named_step)} {formulas.assertion(named_step, shown_names(claim, named_step))}"
    assert "<mi>X</mi>" in page
    assert "<mi>L</mi>" not in page
    data = document(claim, step, None)
    assert "L" not in data["steps"][0]["text"]
    said = "\n".join(explained(explain(claim, step, {"d": 1, "n": 2, "m": 2})))
    assert "for all X in " in said
    assert "X = [" in said


def test_a_pair_is_two_points_everywhere() -> None:
    claim, step = find("yun2020:bilinear_projection.sparse")
    assert step is not None
    named_step = claim.step(step)
    shown = "\n".join(report(claim, step, {step: claim.statement_hash(named_step)}))
    assert "for any X, X' (pairs of G in every order)" in shown
    assert "[X X']_(i, n + j)" in shown
    assert "[X\\text{ }X']" in "".join(in_latex(claim, step))
    at = claim.problem({"d": 1, "n": 2, "m": 2}, (step,))
    witness = Witness(((0, 7),), (point("0", "1/2", "1/2", "1"),), {}, None, None, None)
    assert list(placed_points(at, named_step, witness)) == [
        ("X", point("0", "1/2"), None),
        ("X'", point("1/2", "1"), (0, 7)),
    ]
    (line,) = [line for line in explained(explain(claim, step, at.parameters)) if line.startswith("point")]
    assert line.startswith("point       X = [0 0] and X' = [0 1/2], in pairs of G in every order (rank 1)")


def test_halves_of_a_pair_have_names_of_their_own() -> None:
    claim, step = find("kajitsuka2024:theorem1.overlooks_others")
    assert step is not None
    shown = text(claim.step(step).term, shown_names(claim, claim.step(step)))
    assert "min_(j = 1..n) X_(1, j) = min_(j = 1..n) X'_(1, j)" in shown
    assert "columns" not in shown


def test_what_positions_make_of_a_point() -> None:
    assert with_positions(problem("yun2020:g2", "once"), point("1/2", "0")) == point("1/2", "1")
    assert with_positions(problem("yun2020:lemma8", "property1"), point("1/2", "0")) is None
    assert with_positions(problem("yun2020:g2", "once"), point("1/2", "0", "1/2", "1/2")) is None


def test_of_two_different_encodings_none_is_told() -> None:
    whole = problem("yun2020:g2")  # g_c has the E of the paper, g_c_wider another one
    assert with_positions(whole, point("1/2", "0")) is None


def test_a_formula_at_a_point_has_the_symbols_of_the_paper() -> None:
    claim = find("yun2020:g2")[0]
    at = problem("yun2020:g2", "intervals_disjoint")
    (step,) = at.steps
    assert text(step.term, names_at(claim, at, step)) == "(n delta^(-(n+1)d-1)) l~_n"
    assert text(step.term, at.shorthand) == "(n delta^(-(n+1)d-1)) l~_n"


def test_a_symbol_is_for_a_name_that_there_is() -> None:
    claim = find("yun2020:g2")[0]
    with pytest.raises(ValueError, match="yun2020:g2 has no operand or definition 'nothing' to show by a symbol"):
        claim.shown_as(nothing="N")


def test_the_layers_of_lemma_7_can_be_read() -> None:
    claim = find("yun2020:lemma7")[0]
    at = problem("yun2020:lemma7", "each_layer_quantises")
    (step,) = at.steps
    entry = "g_q_as_printed[first min((row - 1) (m + 1) + j + 2, N) layers](X)_(row, 1)"
    assert text(step.term, names_at(claim, at, step)) == (
        f"for all j = 0..m - 1: {entry} = "
        f"((1 / m) j / m if (1 / m) j / m <= t and t < (1 / m) j / m + 1 / m else {entry})"
    )


def test_a_claim_of_ones_own_says_its_letter() -> None:
    lemma = claim("lemma", parameters=("d", "n"), point="Z")
    digits = levels("digits", 0, 1, 2)
    lemma.states("no entry is 2", over=(digits,), name="small")(lambda at: read[1, 1] < 2)
    step = lemma.step("small")
    assert domain_text(lemma, step) == "for all Z in digits"
    assert text(step.term, shown_names(lemma, step)) == "Z_(1, 1) < 2"
