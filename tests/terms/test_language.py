"""Laws of the term language: types, round trips, hashes, one definition for every kind of number."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.errors import InputError
from exactua.terms.encoding import canonical, from_data, sha256, to_data
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Kind, Term, TermError, integer, make
from exactua.terms.printing import text
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    greatest,
    implies,
    inside,
    least,
    outside,
    pairwise_distinct,
    parameter,
    point,
    row,
    some,
    total,
    variable,
    when,
)

n, m = parameter("n"), parameter("m")
x, y = variable("x"), variable("y")


def numbers(depth: int = 3) -> st.SearchStrategy[Term]:
    leaves = st.one_of(st.integers(-5, 5).map(integer), st.sampled_from([x.term, y.term, n.term, m.term]))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda a, b: make("+", (), a, b), inner, inner),
            st.builds(lambda a, b: make("-", (), a, b), inner, inner),
            st.builds(lambda a, b: make("*", (), a, b), inner, inner),
            st.builds(lambda a: make("neg", (), a), inner),
            st.builds(lambda a, b, c: make("if", (), make("<", (), a, b), b, c), inner, inner, inner),
            st.builds(
                lambda a: make("sum", ("k",), integer(1), integer(3), make("*", (), make("var", ("k",)), a)), inner
            ),
            st.builds(
                lambda a: make("max", ("k",), integer(0), integer(2), make("-", (), a, make("var", ("k",)))), inner
            ),
        ),
        max_leaves=depth * 4,
    )


def truths() -> st.SearchStrategy[Term]:
    relations = st.sampled_from(["<", "<=", "=", "!=", ">=", ">"])
    return st.builds(lambda r, a, b: make(r, (), a, b), relations, numbers(), numbers())


def evaluated(term: Term, variables: dict[str, object]) -> object:
    return Evaluator({"n": 3, "m": 4}, {}, Nothing())(term, variables)


@given(numbers() | truths())
def test_json_round_trip(term: Term) -> None:
    assert from_data(to_data(term)) == term


@given(truths(), truths())
def test_equal_hashes_mean_equal_terms(first: Term, second: Term) -> None:
    assert (sha256(to_data(first)) == sha256(to_data(second))) == (first == second)


@given(numbers() | truths())
def test_terms_survive_pickling(term: Term) -> None:
    again = pickle.loads(pickle.dumps(term))
    assert again == term
    assert hash(again) == hash(term)


def test_terms_survive_pickling_into_another_process() -> None:
    # hashes of strings differ between processes; a stored one would break equality there
    program = (
        "import pickle,sys; from exactua.terms.tracing import parameter\n"
        "assert pickle.loads(sys.stdin.buffer.read()) == (parameter('n') ** 2 <= 7).term"
    )
    sent = pickle.dumps((n**2 <= 7).term)
    for seed in ("1", "2"):
        subprocess.run([sys.executable, "-c", program], input=sent, check=True, env={"PYTHONHASHSEED": seed})


@given(numbers() | truths(), st.lists(st.tuples(st.fractions(), st.fractions()), min_size=1, max_size=5))
def test_one_definition_for_integers_rationals_and_batches(
    term: Term, given_points: list[tuple[Fraction, Fraction]]
) -> None:
    points = [(mpq(a), mpq(b)) for a, b in given_points]
    single = [evaluated(term, {"x": a, "y": b}) for a, b in points]
    common = math.lcm(*(int(v.denominator) for pair in points for v in pair))
    batches = {
        name: Batch.of(np.array([int(pair[k] * common) for pair in points], dtype=object), common)
        for k, name in enumerate("xy")
    }
    together = evaluated(term, batches)
    for k, expected in enumerate(single):
        if isinstance(together, Batch):
            assert together.value(k) == expected
        elif isinstance(together, np.ndarray):
            assert bool(together[k]) == expected
        else:
            assert together == expected


@given(numbers() | truths(), st.integers(-50, 50), st.integers(-50, 50))
def test_integers_and_rationals_agree(term: Term, a: int, b: int) -> None:
    assert evaluated(term, {"x": a, "y": b}) == evaluated(term, {"x": mpq(a), "y": mpq(b)})


def test_a_step_is_traced_to_data() -> None:
    traced = every(Columns(1, n), lambda j: inside(variable("x") * j, 0, m**2))
    assert canonical(to_data(traced.term)) == (
        '["all","j",1,["param","n"],["in",["*",["var","x"],["var","j"]],0,["^",["param","m"],2]]]'
    )
    assert text(traced.term) == "for all j = 1..n: x j in [0, m^2]"


@pytest.mark.parametrize(
    ("traced", "x_value", "expected"),
    [
        (every(Columns(1, n), lambda j: x < j), 0, True),
        (every(Columns(1, n), lambda j: x < j), 1, False),
        (every(Columns(1, 0), lambda j: x < j), 9, True),
        (some(Columns(1, n), lambda j: x == j), 3, True),
        (some(Columns(1, n), lambda j: x == j), 4, False),
        (some(Columns(1, 0), lambda j: x == j), 1, False),
        (total(Columns(1, n), lambda j: j * x), 2, 12),
        (total(Columns(1, 0), lambda j: j * x), 2, 0),
        (least(Columns(1, n), lambda j: (j - x) * (j - x)), 2, 0),
        (greatest(Columns(1, n), lambda j: j - x), 2, 1),
        (pairwise_distinct(row(Columns(1, n), lambda j: (j - x) * (j - x))), 2, False),
        (pairwise_distinct(row(Columns(1, n), lambda j: (j - x) * (j - x))), 1, True),
        (row(Columns(1, n), lambda j: j + x)[2], 5, 7),
        (inside(x, 1, n), 3, True),
        (inside(x, 1, n), 4, False),
        (outside(x, 1, n), 3, False),
        (outside(x, 1, n), 0, True),
        (outside(x, 1, n), 4, True),
        (implies(x > 1, x > 2), 2, False),
        (implies(x > 1, x > 2), 1, True),
        (when(x > 1, x, -x), 1, -1),
        (~(x > 1) | (x == 7), 7, True),
        ((x > 1) & (x != 7), 7, False),
        (x / m, 2, mpq(1, 2)),
        (2**n - x**2, 3, -1),
    ],
)  # fmt: skip
def test_what_the_operators_mean(traced: Number | Truth, x_value: int, expected: object) -> None:
    assert evaluated(traced.term, {"x": x_value}) == expected


def test_branches_not_taken_are_not_evaluated() -> None:
    assert evaluated(when(x != 0, 1 / x, 0).term, {"x": 0}) == 0


def test_the_variable_of_an_inner_quantifier_is_its_own() -> None:
    nested = every(Columns(1, 2), lambda j: every(Columns(1, 2), lambda k: j + k > 1))
    assert [part.names for part in nested.term.walk() if part.operator == "all"] == [("j",), ("j2",)]
    assert evaluated(nested.term, {})


@pytest.mark.parametrize(
    ("make_it", "message"),
    [
        (lambda: make("+", (), integer(1)), "two or more"),
        (lambda: make("<", (), integer(1), point.term), "takes (number, number), not (number, matrix)"),
        (lambda: make("=", (), integer(1), point.term), "compares two numbers, two lists or two matrices"),
        (lambda: make("frobnicate", ()), "unknown operator 'frobnicate'"),
        (lambda: make("network", ("g", "colour")), "unknown quantity 'colour'"),
        (lambda: make("all", (), integer(1), integer(2), (x < 1).term), "carries 1 names"),
        (lambda: x + 0.1, "0.1 is a float, and no float equals 1/10; write "),
        (lambda: bool(x < 1), "a step is traced, not run"),
        (lambda: 0 <= x <= 3, "one comparison at a time"),
        (lambda: (x < 1) & True, "True is not a traced condition"),
    ],
)
def test_ill_formed_terms_are_refused(make_it: object, message: str) -> None:
    with pytest.raises(TermError) as caught:
        make_it()  # type: ignore[operator]
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "data", [[], [1], ["<", 1], ["nope", 1], "0x1", 1.5, None, ["param", 3], ["all", "j", 1], True, ["neg", "0x5"]]
)
def test_malformed_data_is_one_sentence(data: object) -> None:
    with pytest.raises(InputError):
        from_data(data)


def test_deep_nesting_is_refused() -> None:
    data: object = 1
    for _ in range(300):
        data = ["neg", data]
    with pytest.raises(InputError, match="200 levels"):
        from_data(data)


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ((x / 0).term, "division by zero"),
        ((2**x).term, "exponent -1 is not an integer"),
        (least(Columns(1, 0), lambda j: j).term, "empty range"),
        (row(Columns(1, 2), lambda j: j)[3].term, "index 3 outside 1..2"),
        (total(Columns(1, 10**9), lambda j: j).term, "at most 1000000"),
        (((10**6) ** Number(integer(10**6))).term, "more than 10000000 bits"),
        (parameter("nobody").term, "no integer parameter 'nobody'"),
        (variable("free").term, "variable 'free' is not bound"),
        (point.term, "needs a point"),
    ],
)
def test_what_cant_be_evaluated_says_why(term: Term, message: str) -> None:
    with pytest.raises(TermError) as caught:
        evaluated(term, {"x": -1})
    assert message in str(caught.value)


def test_kinds() -> None:
    assert (x < 1).term.kind is Kind.TRUTH
    assert row(Columns(1, n), lambda j: j).term.kind is Kind.LIST
    assert point.term.kind is Kind.MATRIX


@pytest.mark.parametrize(
    ("traced", "shown"),
    [
        ((x - 1) * (y + 2), "(x - 1) (y + 2)"),
        (x - (1 - y), "x - (1 - y)"),
        ((x + y) ** 2, "(x + y)^2"),
        (x ** (y + 1), "x^(y + 1)"),
        (-(x**2), "-x^2"),
        (-x * y, "(-x) y"),
        (2 * x, "2 x"),
        (x * 2, "x * 2"),
        (x / (2 * y), "x / (2 y)"),
        ((x < 1) & ((y < 2) | (x == y)), "x < 1 and (y < 2 or x = y)"),
        (~(x < 1), "not x < 1"),
        (x - (-2), "x - (-2)"),
    ],
)
def test_printing_brackets_where_needed(traced: Number, shown: str) -> None:
    assert text(traced.term) == shown
