"""Folds of one's own while a step is written: what they trace, what they refuse, what pins them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.claim import Claim, Operands
from exactua.claims.folds import OwnFold, folding, own_fold_from
from exactua.claims.problem import Problem, Step
from exactua.claims.verdicts import StepKind
from exactua.errors import InputError
from exactua.grids.categories import category1, grid, grid_sequences, real_columns, u
from exactua.networks import Network
from exactua.terms.language import TermError, integer, make
from exactua.terms.printing import text
from exactua.terms.tracing import Columns, Number, Row, definition, every, parameter, point, total, variable, when

SUM = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] <= 7)


def test_lists_count_from_1_and_the_terms_are_those_of_the_format() -> None:
    fold = folding(
        start=[parameter("m"), definition("D") / 2],
        next=lambda a, x: [a[2], when(x[1] > a[1], x[1], a[1])],
        holds=lambda a: (a[1] < 3) & (a[2] != a[1]),
    )
    first, second, x = ["item", ["accumulator"], 1], ["item", ["accumulator"], 2], ["item", ["numbers"], 1]
    assert fold.data() == {
        "start": [["param", "m"], ["/", ["def", "D"], 2]],
        "next": [second, ["if", [">", x, first], x, first]],
        "holds": ["and", ["<", first, 3], ["!=", second, first]],
    }
    assert own_fold_from(fold.data()) == fold


def test_fractions_are_numbers() -> None:
    fold = folding(start=[Fraction(1, 2)], next=lambda a, x: [mpq(2, 3)], holds=lambda a: a[1] < 1)
    assert fold.data()["start"] + fold.data()["next"] == [["/", 1, 2], ["/", 2, 3]]


def test_the_accumulator_can_be_taken_apart() -> None:
    def following(a: Row, x: Row) -> list[Number]:
        p, q = a
        return [q, p + x[1]]

    fold = folding(start=[0, 1], next=following, holds=lambda a: every(Columns(1, len(a), "k"), lambda k: a[k] >= 0))
    assert [text(term) for term in fold.next] == ["a_2", "a_1 + x_1"]
    assert text(fold.holds) == "for all k = 1..2: a_k >= 0"


def never(a: Row, x: Row) -> list[Number]:
    raise AssertionError("start is looked at first")


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an empty start": (
        {"start": [], "next": lambda a, x: []},
        "start: it is empty; give the numbers that the accumulator begins with, at least one",
    ),
    "no list": (
        {"start": 0, "next": never},
        "start: 0 is not a list; give a list of numbers, as in [0] or [a[1] + x[1]]",
    ),
    "a float": (
        {"start": [0, 0.1], "next": never},
        'start: number 2: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
    ),
    "a truth value": (
        {"start": [True], "next": never},
        "start: number 1 is True, not a traced number; give an integer, a fraction or an expression in operands",
    ),
    "too few": (
        {"start": [0, 0], "next": lambda a, x: [a[1]]},
        "next: 1 number given, but start has 2; give one for each number of start",
    ),
    "too many": (
        {"next": lambda a, x: [a[1], 1, 2]},
        "next: 3 numbers given, but start has 1; give one for each number of start",
    ),
    "one number for a list": (
        {"next": lambda a, x: a[1] + x[1]},
        "next: a_1 + x_1 is not a list; give a list of numbers, as in [0] or [a[1] + x[1]]",
    ),
    "a row for a number": (
        {"next": lambda a, x: [x]},
        "next: number 1 is x, not a traced number; give an integer, a fraction or an expression in operands",
    ),
    "None": (
        {"next": lambda a, x: [None]},
        "next: number 1 is None, not a traced number; give an integer, a fraction or an expression in operands",
    ),
    "no function": ({"next": [1]}, "next: [1] is not a function; write lambda a, x: ..."),
    "one operand of two": (
        {"next": lambda a: [a[1]]},
        "next: the function does not take exactly a, x; write lambda a, x: ...",
    ),
    "two operands of one": (
        {"holds": lambda a, x: a[1] > 0},
        "holds: the function does not take exactly a; write lambda a: ...",
    ),
    "a point in next": (
        {"next": lambda a, x: [a[1] + point[1, 1]]},
        "next: number 1 is about a point, but has none; in next, x is what the step's function returns at a point",
    ),
    "a point in start": (
        {"start": [u.dot(point)[1]]},
        "start: number 1 is about a point, but has none; in next, x is what the step's function returns at a point",
    ),
    "a point in holds": (
        {"holds": lambda a: a[1] > point[1, 1]},
        "holds is about a point, but has none; in next, x is what the step's function returns at a point",
    ),
    "a variable": (
        {"next": lambda a, x: [a[1] + variable("row")]},
        "next: number 1 has the variable 'row', which nothing binds there",
    ),
    "a place too far": (
        {"next": lambda a, x: [a[2]]},
        "next: number 1 asks for a[2], but a has 1 number, counted from 1",
    ),
    "a place 0": ({"holds": lambda a: a[0] > 0}, "holds asks for a[0], but a has 1 number, counted from 1"),
    "a place 0 of the numbers": (
        {"next": lambda a, x: [x[0]]},
        "next: number 1 asks for x[0], but the numbers of a point are counted from 1",
    ),
    "no condition": (
        {"holds": lambda a: a[1]},
        "holds: a_1 is not a condition on a; compare its numbers, as in a[1] <= 7",
    ),
    "Python's True": (
        {"holds": lambda a: True},
        "holds: True is not a condition on a; compare its numbers, as in a[1] <= 7",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_fold_is_refused_in_one_sentence(name: str) -> None:
    parts, message = REFUSED[name]
    whole = {"start": [0], "next": lambda a, x: [a[1] + x[1]], "holds": lambda a: a[1] <= 7}
    with pytest.raises(InputError) as refused:
        folding(**{**whole, **parts})
    assert str(refused.value) == message


def test_a_lambda_that_keeps_an_operand_does_not_smuggle_it_out() -> None:
    kept: list[Row] = []

    def following(a: Row, x: Row) -> list[Number]:
        kept.append(x)
        return [a[1]]

    with pytest.raises(InputError, match=r"^holds has the numbers, which has no meaning there$"):
        folding(start=[0], next=following, holds=lambda a: kept[0][1] > 0)
    claim = claim_with(SUM)
    with pytest.raises(TermError, match="the numbers of a fold stands outside of it"):
        claim.states("a step", over=(grid,))(lambda at: kept[0][1] > 0)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {**SUM.data(), "more": 1},
        {**SUM.data(), "start": 0},
        {**SUM.data(), "start": []},
        {**SUM.data(), "next": []},
        {**SUM.data(), "next": [["accumulator"]]},
        {**SUM.data(), "next": [["point"]]},
        {**SUM.data(), "start": [["item", ["accumulator"], 1]]},
        {**SUM.data(), "holds": ["item", ["accumulator"], 1]},
        {**SUM.data(), "holds": ["<", ["item", ["numbers"], 1], 1]},
        {**SUM.data(), "holds": ["<", ["var", "k"], 1]},
        {**SUM.data(), "holds": ["accumulator", 1]},
    ],
)
def test_what_is_no_fold_is_refused_as_data(data: object) -> None:
    with pytest.raises(InputError, match=r"^steps"):
        own_fold_from(data, "steps[0].fold")


def identity(values: Mapping[str, Any]) -> Network:
    return Network(values["d"], (), {"output": 0})


def claim_with(fold: OwnFold | str, *, row: bool = True, **options: Any) -> Claim:
    claim = Claim("yun2020:own", "Own", "none", "A claim of the tests.")
    claim.network("f")(identity)
    claim.network("g")(identity)
    claim.define(size)
    claim.define(D)

    def folded(at: Operands) -> Number | Row:
        return u.dot(point) if row else at.m * u.dot(point)[1]

    claim.states("a fold", over=(grid_sequences,), fold=fold, **options)(folded)
    return claim


def size(at: Operands) -> Number:
    """A number that another definition is made of."""
    return at.m + 1


def D(at: Operands) -> Number:
    """A definition that depends on another."""
    return at.size**2


def test_a_step_with_a_fold_of_ones_own_knows_its_networks_and_definitions() -> None:
    fold = folding(
        start=[definition("D")],
        next=lambda a, x: [a[1] + Operands(CLAIM).g.quantity("heads") * x[1]],
        holds=lambda a: a[1] > 0,
    )
    claim = claim_with(fold)
    assert claim.step("folded").networks() == {"g"}
    assert set(claim.problem({"d": 1, "n": 1, "m": 2}).networks) == {"g"}
    claim.relaxes("size", "m + 2", definitions={"size": lambda at: at.m + 2})
    assert claim.relaxable[-1].steps == ("folded",)


CLAIM = claim_with(SUM)


def test_a_fold_has_no_bound_and_no_relation() -> None:
    with pytest.raises(ValueError, match="an own fold takes no bound and no relation"):
        claim_with(SUM, bound=lambda at: 1)
    with pytest.raises(ValueError, match="an own fold takes no bound and no relation"):
        claim_with(SUM, relation="<=")


def test_a_fold_needs_numbers() -> None:
    with pytest.raises(TypeError, match="not Number or Row"):
        CLAIM.states("no number", over=(grid,), fold=SUM)(lambda at: point[1, 1] > 0)
    second = folding(start=[0], next=lambda a, x: [a[1] + x[2]], holds=lambda a: a[1] <= 7)
    claim_with(second)
    with pytest.raises(InputError, match=r"next asks for x\[2\], but the step gives one number at a point"):
        claim_with(second, row=False)


@pytest.mark.parametrize("over", [(), (real_columns,)])
def test_a_fold_goes_over_points(over: tuple[Any, ...]) -> None:
    step = replace(CLAIM.step("folded"), over=over)
    with pytest.raises(InputError, match=r"folded: it (has a fold of points but no domain|gathers points)"):
        problem_of(step)


def problem_of(step: Step) -> Problem:
    return replace(CLAIM.problem({"d": 1, "n": 1, "m": 2}), steps=(step,))


FIELDS = {
    "start": replace(SUM, start=(integer(1),)),
    "next": replace(SUM, next=(make("*", (), *(integer(2), SUM.next[0])),)),
    "holds": replace(SUM, holds=make("not", (), SUM.holds)),
}


@pytest.mark.parametrize("part", FIELDS)
def test_every_part_of_the_fold_is_in_the_hash_of_the_statement(part: str) -> None:
    step = CLAIM.step("folded")
    own = problem_of(step)
    changed = replace(step, fold=FIELDS[part])
    assert own.statement_hash(changed) != own.statement_hash(step)
    assert own.statement_hash(replace(step, fold=own_fold_from(SUM.data()))) == own.statement_hash(step)


def test_no_two_folds_have_one_hash_with_the_named_ones() -> None:
    step = CLAIM.step("folded")
    hashes = {problem_of(step).statement_hash(replace(step, fold=fold)) for fold in (SUM, "distinct", "sum")}
    assert len(hashes) == 3


@given(st.integers(1, 4), st.data())
def test_data_and_back(k: int, data: st.DataObject) -> None:
    places = st.integers(1, k)
    start = [data.draw(st.integers(-(2**70), 2**70)) for _ in range(k)]
    swapped = [(data.draw(places), data.draw(st.integers(1, 3))) for _ in range(k)]
    fold = folding(
        start=start,
        next=lambda a, x: [a[i] + total(Columns(1, j, "j"), lambda c: x[c]) for i, j in swapped],
        holds=lambda a: a[k] != start[0],
    )
    assert own_fold_from(fold.data()) == fold


def test_kinds_of_steps_stay_as_they_are() -> None:
    step = Step("s", StepKind.STATEMENT, "", (category1,), integer(1), fold=SUM)
    assert step.own is SUM
    assert (step.fold_name, step.gathers, step.accumulates) == ("own", True, True)
    for name, gathers, accumulates in (("each", False, False), ("distinct", True, False), ("sum", False, True)):
        other = replace(step, fold=name)
        assert (other.own, other.fold_name, other.gathers, other.accumulates) == (None, name, gathers, accumulates)
