"""Numbers in text for people: exact where they are short, else told as about; and counts of one."""

from __future__ import annotations

import re

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic import balls
from exactua.arithmetic.floors import floor_of
from exactua.arithmetic.reals import exp, log
from exactua.claims.registry import PAPERS
from exactua.commands.ask.words import about
from exactua.deciding.plan import describe_points
from exactua.evidence.ledgers import from_checks
from exactua.plurals import counted
from exactua.printing.errata import LONGEST_FORMULA, counterexample
from exactua.printing.text import LONGEST_NUMBER, matrix_value, number, short_matrix, short_rank, told_apart
from tests.evidence.sample import install
from tests.test_ledgers_in_manifests import rows_told, text_of


def test_short_numbers_are_exact_and_long_ones_told_by_their_order_of_magnitude() -> None:
    assert number(mpq(27, 2)) == "27/2"
    assert number(10**59) == "1" + "0" * 59
    assert number(10**60) == "about 1.0000e+60"
    assert number(mpq(-3, 10**100)) == "about -3.0000e-100"
    assert number(1 - mpq(1, 10**400)) == "1 - about 1.0000e-400"


def test_reals_are_told_as_rounded() -> None:
    assert number(log(2)).startswith("about 0.6931")
    assert matrix_value(((mpq(1), exp(mpq(1))),)).startswith("about [1 2.718")
    assert matrix_value(((mpq(1), mpq(1, 2)),)) == "[1 1/2]"
    long = mpq(-4802470504226829, 2**53)
    assert (
        matrix_value(((long, mpq(1, 3), mpq(10**30), exp(mpq(1))),))
        == f"about [-0.533181332888 1/3 {10**30} 2.71828182846]"
    )
    assert matrix_value(((long, mpq(1, 3)),)) == "[-4802470504226829/9007199254740992 1/3]"  # nothing is rounded here
    assert number(floor_of(log(2))).startswith("about 0.6931")  # as certificates have it
    assert matrix_value(((mpq(1), floor_of(exp(mpq(1)))),)).startswith("about [1 2.718")
    six = 6 - exp(mpq(-57))
    assert [number(six), number(six - 6)[:9]] == ["about 6", "about -1."]


def test_rounded_numbers_look_alike_only_where_they_are_the_same() -> None:
    near = log(2) + mpq(1, 10**14)
    assert told_apart(mpq(3), mpq(3)) == ("3", "3")
    assert told_apart(log(2), mpq(1)) == (number(log(2)), "1")
    assert told_apart(log(2), near) == ("about 0.693147180559945309", "about 0.693147180559955309")
    assert told_apart(log(4) / 2, log(2)) == (number(log(2)), "the same number")
    assert told_apart(log(2), log(2) + mpq(1, 10**40)) == (number(log(2)), "a number that begins alike")
    assert told_apart(floor_of(log(2)), floor_of(log(2))) == (number(log(2)), "a number that begins alike")
    assert told_apart(mpq(10**80), mpq(10**80 + 1)) == ("about 1.0000e+80", "a number that begins alike")
    assert told_apart(mpq(10**80), mpq(10**80)) == ("about 1.0000e+80", "the same number")


def test_entries_of_a_matrix_have_no_blanks() -> None:
    assert short_matrix(((mpq(1, 2), 1 - mpq(1, 10**400)), (mpq(1), mpq(10**80)))) == "1/2 1-~1.0000e-400; 1 10^80"
    assert (short_rank(7), short_rank(10**80)) == ("7", "about 1.0000e+80")


@pytest.mark.parametrize("paper", PAPERS)
def test_no_row_of_a_ledger_has_a_number_that_nobody_reads(paper: str) -> None:
    shown = re.sub(r"^- \*\*replay.*$", "", text_of(paper), flags=re.MULTILINE)
    assert re.findall(rf"[0-9]{{{LONGEST_NUMBER + 1},}}", shown) == []
    replays = re.findall(r"^- \*\*replay.*$", text_of(paper), flags=re.MULTILINE)
    assert bool(replays) == bool(rows_told(paper))
    assert [line for line in replays if len(line) >= 700] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_no_row_of_a_ledger_has_a_formula_that_fills_a_page(paper: str) -> None:
    lines = [line for line in text_of(paper).replace("\\", "").splitlines() if line.startswith("- **least**")]
    assert bool(lines) == bool(rows_told(paper))
    assert [line for line in lines if len(line) >= 2 * LONGEST_FORMULA] == []


def test_a_long_formula_loses_its_middle_and_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    ledger = from_checks("sample")
    (least,) = [row.least for row in ledger.rows if row.label.endswith("wide_gap") and row.least]
    full = counterexample(least, None)
    assert counterexample(least) == full
    assert full.endswith("l_2 - l_1 >= 2 delta is false: 1/2 on the left, 1 on the right")
    assert counterexample(least, 8).endswith(": l_2  ... elta is false: 1/2 on the left, 1 on the right")


@given(st.integers(0, 10**18), st.sampled_from(["point", "claim", "step", "hidden unit"]))
def test_one_alone_is_no_plural(number: int, noun: str) -> None:
    assert counted(number, noun) == f"{number:,} {noun}" + "s" * (number != 1)
    assert describe_points(number).endswith(" points") is (number != 1)


def test_one_is_no_plural() -> None:
    assert (describe_points(1), describe_points(1756)) == ("1 point", "1,756 points")


def test_a_number_is_told_as_about_once() -> None:
    assert about(mpq(1, 3)) == "1/3 (about 0.333333)"
    assert about(mpq(1, 3**200)) == number(mpq(1, 3**200))
    assert about(mpq(1, 3**200)).count("about") == 1


def test_numbers_that_are_told_apart_are_not_compared_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """To decide which is the greater may take as long as it likes, and beyond every budget."""

    def refuse(*_: object) -> int:
        raise AssertionError("compared")

    near = exp(exp(mpq(3, 7)) + mpq(1, 2**200_000))
    monkeypatch.setattr(balls, "sign", refuse)
    assert told_apart(exp(exp(mpq(3, 7))), near) == (number(near), "a number that begins alike")
    assert told_apart(log(4) / 2, log(2)) == (number(log(2)), "the same number")
