"""Steps as ordinary Python: what is exact is read, what Python would ask of a known value is refused."""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.authoring import claim, for_some_of, levels
from exactua.deciding.observations import LiteralObservations
from exactua.terms import language
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import TermError, make, renamed, require_bound
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    Number,
    Traced,
    Truth,
    definition,
    every,
    every_permutation,
    how_many,
    implies,
    inside,
    integral,
    lowest,
    parameter,
    point,
    rational,
    row,
    select,
    some,
    total,
    variable,
    when,
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


def _leaked(binder: Callable[..., Traced], body: Callable[[Any], Traced]) -> Any:
    """The variable that a binder gave to its function, when that is over."""
    kept = []
    binder(lambda variable: (kept.append(variable), body(variable))[1])
    return kept[0]


_TWO = Columns(1, 2)
_BINDERS: dict[str, tuple[Callable[..., Traced], Callable[[Any], Traced], Callable[[Any], Truth]]] = {
    "every": (partial(every, _TWO), lambda j: point[1, j] >= 0, lambda j: point[1, j] >= 0),
    "total": (partial(total, _TWO), lambda j: point[1, j], lambda j: point[1, j] >= 0),
    "row": (partial(row, _TWO), lambda j: point[1, j], lambda j: point[1, j] >= 0),
    "integral": (partial(integral, 1), lambda h: h[1, 1], lambda h: h[1, 1] >= 0),
    "lowest": (partial(lowest, 1), lambda h: h[1, 1], lambda h: h[1, 1] >= 0),
    "every_permutation": (
        every_permutation, lambda P: point.permuted(P)[1, 1] >= 0, lambda P: point.permuted(P)[1, 1] >= 0
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _BINDERS)
def test_a_variable_that_gets_out_is_bound_by_nothing_else(name: str) -> None:
    binder, body, used = _BINDERS[name]
    lost = _leaked(binder, body)
    for condition in (
        used(lost),
        every(_TWO, lambda j: used(lost) & (point[1, j] >= 0)),
        every_permutation(lambda P: used(lost) & (point.permuted(P)[1, 1] >= 0)),
        integral(1, lambda h: when(used(lost), h[1, 1], 0) if name != "integral" else h[1, 1] + lost[1, 1]) >= 0,
    ):
        with pytest.raises(TermError, match=r"^variable '[jhP]' is not bound here: .* such as the one of every"):
            require_bound(condition.term)
        assert "\0" not in repr(condition)
    lemma = claim("lemma", parameters=("d", "n"))
    bits = levels("bits", 0, 1, 2)
    with pytest.raises(TermError, match="is not bound here"):
        lemma.states("a condition", over=bits)(lambda at: used(lost))
    with pytest.raises(TermError, match="is not bound here"):
        lemma.states("under a hypothesis", over=bits, given=lambda at: used(lost))(lambda at: point[1, 1] >= 0)
    with pytest.raises(TermError, match="is not bound here"):
        lemma.states("one of several", over=bits)(lambda at: for_some_of((0, 1), lambda _: used(lost)))
    with pytest.raises(TermError, match="is not bound here"):
        lemma.requires("a condition")(lambda at: used(lost))
    with pytest.raises(TermError, match="is not bound here"):
        lemma.states("a sum", over=bits, fold="sum", bound=lambda at: when(used(lost), 1, 0))(lambda at: point[1, 1])


def test_a_variable_of_the_domain_is_bound_by_no_range_of_its_letter() -> None:
    of_domain = variable("j")
    condition = every(Columns(1, 3), lambda j: of_domain <= j)
    assert repr(condition) == "for all j2 = 1..3: j <= j2"
    assert condition.term.free == {"j"}
    nested = every(Columns(1, 3), lambda j: some(Columns(1, 3), lambda k: (of_domain <= j) & (k == j)))
    assert repr(nested) == "for all j3 = 1..3: for some j2 = 1..3: j <= j3 and j2 = j3"


def test_permutations_within_permutations_are_two() -> None:
    both = every_permutation(lambda P: every_permutation(lambda Q: point.permuted(P)[1, 1] == point.permuted(Q)[1, 1]))
    assert repr(both) == "for every permutation P: for every permutation P2: (L P)_(1, 1) = (L P2)_(1, 1)"
    for matrix, alike in ((((0, 0),), True), (((0, 1),), False)):
        assert Evaluator({"n": 2}, {}, LiteralObservations({}, matrix))(both.term) is alike


_SHAPES = st.recursive(
    st.tuples(st.just("compare"), st.integers(0, 3), st.integers(0, 3)),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(("every", "some")), st.integers(0, 3), inner),
        st.tuples(st.sampled_from(("and", "or")), inner, inner),
    ),
    max_leaves=6,
)


@given(shape=st.tuples(st.just("every"), st.just(3), st.tuples(st.just("some"), st.integers(0, 3), _SHAPES)))
def test_quantifiers_within_one_another_are_those_of_python(shape: Any) -> None:
    numbers = (2, 0, 1)

    def traced(shape: Any, variables: tuple[Any, ...]) -> Truth:
        kind, first, second = shape
        if kind == "compare":
            return point[1, variables[first % len(variables)]] < point[1, variables[second % len(variables)]] + 1
        if kind in ("and", "or"):
            left, right = traced(first, variables), traced(second, variables)
            return left & right if kind == "and" else left | right
        quantifier = every if kind == "every" else some
        return quantifier(Columns(1, first), lambda j: traced(second, (*variables, j)))

    def run(shape: Any, variables: tuple[int, ...]) -> bool:
        kind, first, second = shape
        if kind == "compare":
            return numbers[variables[first % len(variables)] - 1] < numbers[variables[second % len(variables)] - 1] + 1
        if kind in ("and", "or"):
            return (all if kind == "and" else any)([run(first, variables), run(second, variables)])
        quantifier = all if kind == "every" else any
        return quantifier(run(second, (*variables, j)) for j in range(1, first + 1))

    condition = traced(shape, ())
    assert condition.term.free == frozenset()
    assert Evaluator({}, {}, LiteralObservations({}, (numbers,)))(condition.term) is run(shape, ())


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (lambda: every(Columns(1, 2), 3), "3 is not a function; write lambda j: ..."),
        (lambda: every(Columns(1, 2, None), lambda j: point[1, j] > 0), "letter: None is not a name; write it in quotes"),
        (lambda: integral(1, 3), "3 is not a function; write lambda h: ..."),
        (lambda: every_permutation("P"), "'P' is not a function; write lambda P: ..."),
        (lambda: point.permuted("P"), "'P' is not a permutation; write every_permutation(lambda P: ...)"),
        (lambda: select(point[1, 1], 3), "select: 3 is not a list of numbers; write, for example, [3, 1, 4]"),
        (lambda: parameter(3), "parameter: 3 is not a name; write it in quotes"),
        (lambda: definition(None), "definition: None is not a name; write it in quotes"),
        (lambda: True & (point[1, 1] > 0), "True is not a traced condition: a comparison of operands, every(...), some(...)"),
        (
            lambda: point[1, 1] > 0 | (point[1, 1] > 0),
            "0 is not a traced condition: a comparison of operands, every(...), some(...); & | ^ bind closer than a "
            "comparison, so write brackets: (x > 0) & p",
        ),
        (
            lambda: (point[1, 1] > 0) & point[1, 2] > 0,
            "L_(1, 2) is a number, but & | ^ ~ combine conditions; they bind closer than a comparison, so write brackets: p & (x > 0)",
        ),
        (
            lambda: (point[1, 1] > 0) ^ point[1, 2] > 0,
            "L_(1, 2) is a number, but & | ^ ~ combine conditions; they bind closer than a comparison, so write brackets: p & (x > 0)",
        ),
        (
            lambda: (point[1, 1] > 0) == (point[1, 1] > 1) == (point[1, 1] > 2),
            "a step is traced, not run: write & | ~ and implies(p, q) for logic, when(p, a, b) for a choice, and one "
            "comparison at a time (or inside(x, lo, hi)); in place of p == q == r write (p == q) & (q == r), or "
            "(p == q) == r if that is meant",
        ),
    ],
)  # fmt: skip
def test_what_is_no_operand_is_told(said: Callable[[], Any], message: str) -> None:
    with pytest.raises(TermError) as caught:
        said()
    assert str(caught.value) == message


def test_variables_of_two_threads_have_nothing_to_do_with_each_other() -> None:
    begun, outside, ended = threading.Event(), threading.Event(), threading.Event()

    def other() -> None:
        def body(j: Number) -> Truth:
            begun.set()
            outside.wait(5)
            return point[1, j] >= 0

        every(Columns(1, 2), body)
        ended.set()

    thread = threading.Thread(target=other)

    def outer(j: Number) -> Truth:
        outside.set()
        ended.wait(5)
        return every(Columns(1, 2), lambda k: point[1, j] == point[1, k])

    thread.start()
    begun.wait(5)
    answer = every(Columns(1, 2), outer).term
    thread.join()
    assert answer == every(Columns(1, 2), lambda j: every(Columns(1, 2), lambda k: point[1, j] == point[1, k])).term


def test_a_variable_is_not_called_as_one_that_is_bound_around_it() -> None:
    inner = every(Columns(1, 2), lambda j: point[1, j] == Number(make("var", ("x",)))).term
    assert renamed(inner, "x", "y").free == {"y"}
    with pytest.raises(TermError, match="'x' can't be called 'j' where another variable of that name is bound"):
        renamed(inner, "x", "j")
