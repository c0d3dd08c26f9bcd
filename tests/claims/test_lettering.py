"""By which letter a point is called, what positions make of it, and the symbols that formulas are printed with."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua.claims.lettering import letter, letter_of_input, name_of_point, with_positions
from exactua.claims.problem import Problem
from exactua.claims.registry import find
from exactua.numbers.rationals import Matrix
from exactua.reporting.statements import names_at
from exactua.terms.printing import text


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
    (one,) = at.steps
    assert letter(at, one.over[0]) == name
    assert letter(at, one.over[0], 1) == f"{name}'"
    assert (letter_of_input(at), letter_of_input(at, 1)) == (name, f"{name}'")
    assert list(name_of_point(at, one).values()) == (["X"] if name == "X" else [])


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
    (one,) = at.steps
    assert text(one.term, names_at(claim, at, one)) == "(n delta^(-(n+1)d-1)) l~_n"
    assert text(one.term, at.shorthand) == "(n delta^(-(n+1)d-1)) l~_n"


def test_a_symbol_is_for_a_name_that_there_is() -> None:
    claim = find("yun2020:g2")[0]
    with pytest.raises(ValueError, match="yun2020:g2 has no operand or definition 'nothing' to show by a symbol"):
        claim.shown_as(nothing="N")


def test_the_layers_of_lemma_7_can_be_read() -> None:
    claim = find("yun2020:lemma7")[0]
    at = problem("yun2020:lemma7", "each_layer_quantises")
    (one,) = at.steps
    entry = "g_q_as_printed[first min((row - 1) (m + 1) + j + 2, N) layers](X)_(row, 1)"
    assert text(one.term, names_at(claim, at, one)) == (
        f"for all j = 0..m - 1: {entry} = "
        f"((1 / m) j / m if (1 / m) j / m <= t and t < (1 / m) j / m + 1 / m else {entry})"
    )
