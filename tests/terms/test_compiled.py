"""Terms of own folds as functions: they give what the evaluator gives, its errors included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.terms.compiled import CompiledTerms
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import FOLDED, Kind, Term, TermError, integer, make
from exactua.terms.tracing import Columns, Number, Row, Truth, definition, integral, lowest, parameter, row, total

ACCUMULATOR, NUMBERS = Row(make("accumulator")), Row(make("numbers"))
PARAMETERS, VALUES = {"d": 1, "n": 2, "m": 3}, {"D": mpq(3, 2)}


def evaluator() -> Evaluator:
    return Evaluator(PARAMETERS, VALUES, Nothing())


def both(term: Term, a: Sequence[Any], x: Sequence[Any]) -> tuple[Any, Any]:
    """What the evaluator makes of a term, and what its function does: a value with its type, or the error."""
    outcomes = []
    marks = {FOLDED["accumulator"]: tuple(a), FOLDED["numbers"]: tuple(x)}
    compiled = CompiledTerms([term], evaluator())
    for value in (lambda: evaluator()(term, marks), lambda: compiled(tuple(a), tuple(x))[0]):
        try:
            outcomes.append((value(), None))
        except TermError as error:
            outcomes.append((None, str(error)))
    return outcomes[0], outcomes[1]


NAMES = ("j", "k")


@st.composite
def terms(draw: st.DrawFn, kind: Kind, depth: int, bound: tuple[str, ...] = ()) -> Term:
    """A term over two lists; indices and divisors may be wrong."""

    def inner(kind: Kind, *more: str) -> Term:
        return draw(terms(kind, depth - 1, (*bound, *more)))

    if kind is Kind.LIST:
        choice = draw(st.sampled_from(["accumulator", "numbers", "list"] if depth > 0 else ["accumulator", "numbers"]))
        return make(choice) if choice != "list" else loop(draw, choice, Kind.NUMBER, inner)
    if kind is Kind.TRUTH:
        choice = draw(st.sampled_from(["<", "<=", "=", "!=", ">", "in", "and", "or", "not", "implies", "all", "any"]))
        if depth <= 0 or choice in ("<", "<=", "=", "!=", ">"):
            sides = Kind.LIST if depth > 1 and choice == "=" and draw(st.booleans()) else Kind.NUMBER
            return make(choice if choice in ("<", "<=", "=", "!=", ">") else "<", (), inner(sides), inner(sides))
        if choice in ("all", "any"):
            return loop(draw, choice, Kind.TRUTH, inner)
        if choice == "in":
            return make("in", (), *(inner(Kind.NUMBER) for _ in range(3)))
        return make(choice, (), *(inner(Kind.TRUTH) for _ in range(1 if choice == "not" else 2)))
    leaves = ["integer", "param", "def", "item", *(["var"] if bound else [])]
    more = ["+", "*", "-", "/", "neg", "^", "floor", "if", "sum", "product", "min", "max", "select"]
    choice = draw(st.sampled_from(leaves if depth <= 0 else leaves + more))
    match choice:
        case "integer":
            return integer(draw(st.integers(-3, 4)))
        case "param":
            return make("param", (draw(st.sampled_from(["d", "m"])),))
        case "def":
            return make("def", ("D",))
        case "var":
            return make("var", (draw(st.sampled_from(bound)),))
        case "item":
            index = integer(draw(st.integers(1, 3))) if depth <= 0 else inner(Kind.NUMBER)
            return make("item", (), inner(Kind.LIST) if depth > 0 else make("accumulator"), index)
        case "if":
            return make("if", (), inner(Kind.TRUTH), inner(Kind.NUMBER), inner(Kind.NUMBER))
        case "^":
            return make("^", (), inner(Kind.NUMBER), integer(draw(st.integers(0, 3))))
        case "select":
            return make("select", (), *(inner(Kind.NUMBER) for _ in range(3)))
        case "sum" | "product" | "min" | "max":
            return loop(draw, choice, Kind.NUMBER, inner)
        case _:
            return make(choice, (), *(inner(Kind.NUMBER) for _ in range(1 if choice in ("neg", "floor") else 2)))


def loop(draw: Any, operator: str, kind: Kind, inner: Any) -> Term:
    name = draw(st.sampled_from(NAMES))  # names may hide each other
    return make(operator, (name,), integer(draw(st.integers(0, 2))), inner(Kind.NUMBER), inner(kind, name))


numbers = st.one_of(st.integers(-4, 4), st.builds(mpq, st.integers(-4, 4), st.integers(1, 3)))


@settings(deadline=None, max_examples=300)
@given(terms(Kind.NUMBER, 4), st.tuples(numbers, numbers), st.tuples(numbers, numbers, numbers))
def test_a_number_is_what_the_evaluator_gives(term: Term, a: tuple[Any, ...], x: tuple[Any, ...]) -> None:
    assert_alike(term, a, x)


@settings(deadline=None, max_examples=200)
@given(terms(Kind.TRUTH, 4), st.tuples(numbers), st.tuples(numbers, numbers))
def test_a_truth_value_is_what_the_evaluator_gives(term: Term, a: tuple[Any, ...], x: tuple[Any, ...]) -> None:
    assert_alike(term, a, x)


def assert_alike(term: Term, a: tuple[Any, ...], x: tuple[Any, ...]) -> None:
    first, second = both(term, a, x)
    assert first == second
    again = CompiledTerms([term, term], evaluator())
    if first[1] is None:
        assert again(a, x) == again(a, x) == (first[0], first[0])


def test_the_draws_reach_every_operator_with_and_without_errors() -> None:
    seen: set[str] = set()
    errors: set[bool] = set()

    @settings(deadline=None, max_examples=200, database=None, derandomize=True)
    @given(st.one_of(terms(Kind.NUMBER, 4), terms(Kind.TRUTH, 4)))
    def look(term: Term) -> None:
        seen.update(part.operator for part in term.walk())
        errors.add(both(term, (1, 2), (mpq(1, 2), 0, 3))[0][1] is None)

    look()
    wanted = {"+", "*", "-", "/", "neg", "^", "floor", "if", "sum", "product", "min", "max", "select", "item", "list"}
    assert wanted | {"all", "any", "and", "or", "not", "accumulator", "numbers", "var"} <= seen
    assert errors == {True, False}


a, x = ACCUMULATOR, NUMBERS
RARE: dict[str, Number | Truth] = {
    "an integral": integral(a[1], lambda h: h[1, 1] * x[1]),
    "bounds": lowest(x[2], lambda h: h[1, 2] - a[1]),
    "a list that varies": row(Columns(1, x[2]), lambda j: j * a[1])[2],
    "an integral in a loop": total(Columns(1, 2), lambda j: integral(j, lambda h: h[1, 1] + x[j])),
    "a list that is named twice": row(Columns(1, 2), lambda j: x[j])[1] + row(Columns(1, 2), lambda j: x[j])[2],
}


@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_is_asked_of_the_evaluator(name: str) -> None:
    for of, at in (((2, 1), (5, 3)), ((mpq(1, 2), 0), (1, 2)), ((1, 1), (0, 4))):
        first, second = both(RARE[name].term, of, at)
        assert first[1] is None
        assert first == second


def test_what_is_not_taken_is_not_evaluated() -> None:
    zero = parameter("m") - 3
    broken = make("if", (), (a[1] > 0).term, a[1].term, (1 / zero).term)
    assert both(broken, (1,), ()) == ((1, None), (1, None))
    assert both(broken, (0,), ()) == ((None, "division by zero"), (None, "division by zero"))
    assert both((definition("E") + a[1]).term, (1,), ()) == ((None, "no definition 'E'"), (None, "no definition 'E'"))


def test_functions_of_one_fold_see_the_same_accumulator() -> None:
    compiled = CompiledTerms([a[2].term, (a[1] + x[1]).term], evaluator())
    assert compiled((1, 2), (5,)) == (2, 6)
    assert compiled(compiled((1, 2), (5,)), (7,)) == (6, 9)
