"""Steps as ordinary Python: what is exact is read, what Python would ask of a known value is refused."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.deciding.observations import LiteralObservations
from exactua.terms import language
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import TermError
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    definition,
    every,
    every_permutation,
    how_many,
    implies,
    inside,
    integral,
    parameter,
    point,
    rational,
    row,
    select,
)


def test_what_python_asks_of_numbers_and_lists_is_refused_in_one_sentence() -> None:
    x, values = parameter("n"), row(Columns(1, parameter("n")), lambda j: j)
    questions = {
        "math": lambda: math.sqrt(x), "float": lambda: float(x), "int": lambda: int(x), "range": lambda: range(x),
        "list": lambda: list(values), "in": lambda: 1 in values, "sum": lambda: sum(point), "len": lambda: len(values),
        "abs": lambda: abs(x), "bool": lambda: x or 1, "entry": lambda: point[1], "matrix": lambda: NetworkOperand("f")(x),
        "condition": lambda: implies(x > 1, True), "number": lambda: inside(values, 0, 1),
    }  # fmt: skip
    for name, ask in questions.items():
        with pytest.raises(TermError) as caught:
            ask()
        assert "\n" not in str(caught.value), name


def test_quotients_and_remainders_of_integers() -> None:
    x = point[1, 1]
    for a, b in itertools.product((-7, -1, 0, 5, mpq(7, 2)), (1, 3, -2, mpq(1, 2))):
        evaluator = Evaluator({}, {}, LiteralObservations({}, ((a,),)))
        assert evaluator((x // b).term) == a // b
        assert evaluator((x % b).term) == a % b
        if a:
            assert evaluator((b // x).term) == b // a
            assert evaluator((b % x).term) == b % a


def test_exact_numbers_of_other_types() -> None:
    half = language.rational(mpq(1, 2))
    assert (
        (point[1, 1] >= Fraction(1, 2)).term
        == (point[1, 1] >= mpq(1, 2)).term
        == (point[1, 1] >= rational("1/2")).term
        == (point[1, 1] >= "1/2").term
        == (point[1, 1] >= "0.5").term
        == (point[1, 1] >= 0.5).term
    )
    assert rational("1/2").term == half
    for wrong in ("a half", None, True, 1j):
        with pytest.raises(TermError, match="is not an exact number"):
            _ = point[1, 1] >= wrong


@pytest.mark.parametrize("rows", [((0, 0, 0),), ((0, 1, 0),), ((1, 1, 0),), ((1, 1, 1),)])
def test_iff_and_how_many_are_what_python_says(rows: tuple[tuple[int, ...]]) -> None:
    here = Evaluator({"d": 1, "n": 3, "m": 2}, {}, LiteralObservations({}, tuple(tuple(map(mpq, row)) for row in rows)))
    n = parameter("n")
    first, second = point[1, 1] == 1, point[1, 2] == 1
    assert here((first == second).term) is ((rows[0][0] == 1) == (rows[0][1] == 1))
    assert here((first != second).term) is ((rows[0][0] == 1) != (rows[0][1] == 1))
    ones = how_many(Columns(1, n), lambda j: point[1, j] == 1)
    for k in range(4):
        assert here((ones == k).term) is (sum(rows[0]) == k)


def test_a_condition_is_compared_with_conditions_alone() -> None:
    for other in (True, 1, None, point[1, 1], "p"):
        with pytest.raises(TermError, match="not a traced condition"):
            _ = (point[1, 1] > 0) == other


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (lambda: every(Columns(1, 2), 3), "3 is no function; write lambda j: ..."),
        (lambda: every(Columns(1, 2, None), lambda j: point[1, j] > 0), "letter: None is no name; write it in quotes"),
        (lambda: integral(1, 3), "3 is no function; write lambda h: ..."),
        (lambda: every_permutation("P"), "'P' is no function; write lambda P: ..."),
        (lambda: point.permuted("P"), "'P' is no permutation; write every_permutation(lambda P: ...)"),
        (lambda: select(point[1, 1], 3), "select: 3 is no list of numbers; write such as [3, 1, 4]"),
        (lambda: parameter(3), "parameter: 3 is no name; write it in quotes"),
        (lambda: definition(None), "definition: None is no name; write it in quotes"),
        (lambda: True & (point[1, 1] > 0), "True is not a traced condition: a comparison of operands, every(...), some(...)"),
        (lambda: 0 | (point[1, 1] > 0), "0 is not a traced condition: a comparison of operands, every(...), some(...)"),
    ],
)  # fmt: skip
def test_what_is_no_operand_is_told(said: Callable[[], Any], message: str) -> None:
    with pytest.raises(TermError) as caught:
        said()
    assert str(caught.value) == message
