"""Terms as sympy expressions: at points they have the values that the evaluator gives, exactly."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest
import sympy
from gmpy2 import mpq
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

from exactua.terms.as_sympy import MOST_WRITTEN_OUT, NoSympyForm, Reader
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Kind, Term, TermError, make
from exactua.terms.printing import text
from exactua.terms.tracing import (
    Columns,
    Number,
    Permutation,
    Truth,
    definition,
    every,
    every_permutation,
    floor,
    greatest,
    implies,
    inside,
    integral,
    least,
    outside,
    pairwise_distinct,
    parameter,
    point,
    product,
    row,
    select,
    some,
    total,
    variable,
    when,
)

POINT = ((mpq(1, 2), mpq(-3), mpq(2)), (mpq(0), mpq(5, 3), mpq(2)))
SIZES = {"d": 2, "n": 3, "m": 4}
VALUES = {"D": mpq(16), "half": mpq(1, 2)}
D, M, N = (parameter(name) for name in "dmn")
COLUMNS, ROWS = Columns(1, N), Columns(1, D)


class Points(Nothing):
    """One matrix, and no network."""

    def point(self) -> Any:
        return POINT


def evaluated(term: Term) -> Any:
    """What exactua makes of it at the point."""
    return Evaluator(SIZES, VALUES, Points())(term)


def symbols() -> dict[str, Any]:
    known = {name: sympy.Symbol(name, integer=True, positive=True) for name in SIZES}
    return {**known, **{name: sympy.Symbol(name, real=True) for name in VALUES}}


def numbers() -> dict[str, Any]:
    return {name: sympy.Rational(int(x.numerator), int(x.denominator)) for name, x in {**SIZES, **VALUES}.items()}


def at_the_point(form: Any, read: Mapping[str, Any]) -> Any:
    """The form with numbers in place of everything that it names."""
    known = {symbol: numbers()[name] for name, symbol in read.items() if not symbol.is_number}
    placed = form.subs(known, simultaneous=True).doit()
    L = sympy.IndexedBase("L", real=True)
    entries = {
        L[i + 1, j + 1]: sympy.Rational(int(x.numerator), int(x.denominator))
        for i, entries in enumerate(POINT)
        for j, x in enumerate(entries)
    }
    return placed.subs(entries, simultaneous=True).doit()


def same(term: Term, read: Mapping[str, Any]) -> bool:
    """Whether the form of the term has its value at the point."""
    form = at_the_point(Reader(read)(term), read)
    value = evaluated(term)
    if term.kind is Kind.TRUTH:
        return bool(form) is bool(value) and form in (sympy.true, sympy.false)
    return form.is_Rational and (int(form.p), int(form.q)) == (mpq(value).numerator, mpq(value).denominator)


j, k = variable("j"), variable("k")
SAID: dict[str, Number | Truth] = {
    "arithmetic": (point[1, 1] + 1) * point[2, 2] / (M - 1) - definition("D") ** 2,
    "modulo": (5 * point[2, 2]) % 3 + (M + 3) % 2,
    "floor": floor(point[2, 2] * -2) + M // 3,
    "sum": total(COLUMNS, lambda j: j * point[1, j] ** 2),
    "sum of rows": total(COLUMNS, lambda j: total(ROWS, lambda i: M ** (i - 1) * point[i, j])),
    "one name twice": total(COLUMNS, lambda j: row(COLUMNS, lambda k: total(COLUMNS, lambda j: j * k + point[1, j]))[j]),
    "empty sum": total(Columns(5, N), lambda j: j) + total(Columns(N + 3, N - 4), lambda j: j),
    "empty product": product(Columns(5, N), lambda j: j) + product(Columns(N + 3, N - 4), lambda j: j),
    "ends that are no integers": total(Columns(N / 2, (N + 4) / 2), lambda j: j + D),
    "product": product(COLUMNS, lambda j: point[2, j] + j),
    "item": row(Columns(2, N), lambda j: point[1, j])[N - 1],
    "u^T L": row(ROWS, lambda i: M ** (i - 1)).dot(point)[2],
    "columns": point.columns(2, N)[2, 2] + row(ROWS, lambda i: i).dot(point.columns(2, 3))[1],
    "choice": when(point[1, 1] > definition("half"), 1, when(inside(point[1, 2], -4, M), 7, 8)),
    "table": select(M - 2, [3, point[1, 1], 5, 6]),
    "relation": point[1, 1] <= definition("half"),
    "logic": implies(point[1, 1] > 0, (point[1, 2] < 0) & ~(point[2, 1] > 0)) | (point[1, 1] == 9),
    "intervals": inside(point[1, 1], definition("half"), 1) & outside(point[2, 3], 0, D - 1),
    "different": point[1, 1] != point[1, 2],
}  # fmt: skip
"""What has a form whatever the parameters are."""
KNOWN_SIZES: dict[str, Number | Truth] = {
    "every": every(COLUMNS, lambda j: some(ROWS, lambda i: point[i, j] >= 0)),
    "some": some(COLUMNS, lambda j: point[1, j] == 2),
    "extremes": greatest(COLUMNS, lambda j: point[1, j]) - least(COLUMNS, lambda j: point[2, j] - j),
    "distinct": pairwise_distinct(row(COLUMNS, lambda j: point[1, j])),
    "not distinct": pairwise_distinct(row(ROWS, lambda i: point[i, 3])),
    "lists": row(ROWS, lambda i: i).dot(point) == row(COLUMNS, lambda j: total(ROWS, lambda i: i * point[i, j])),
    "matrices": point == point,
    "not the same": ~(point.columns(1, 2) == point.columns(2, 3)),
    "permutations": every_permutation(lambda P: point.permuted(P)[1, 1] <= 2),
    "an order": every_permutation(lambda P: point.permuted(P) == point),
}
"""What has one where d and n are known."""


@pytest.mark.parametrize("said", [*SAID.values(), *KNOWN_SIZES.values()], ids=[*SAID, *KNOWN_SIZES])
def test_with_numbers_for_parameters_it_has_the_value_at_the_point(said: Number | Truth) -> None:
    assert same(said.term, numbers())
    assert same(said.term, {**symbols(), **{name: numbers()[name] for name in "dn"}})


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_with_symbols_it_has_the_value_at_the_point(said: Number | Truth) -> None:
    assert same(said.term, symbols())


@pytest.mark.parametrize("said", KNOWN_SIZES.values(), ids=KNOWN_SIZES)
def test_what_depends_on_sizes_that_are_not_known_has_no_form(said: Number | Truth) -> None:
    with pytest.raises(NoSympyForm, match=r"has no form in sympy: .*(give|unknown)|has no form in sympy: it"):
        Reader(symbols())(said.term)


def depth_of(kind: Kind) -> st.SearchStrategy[Term]:
    """Terms over two parameters, a definition, two entries, and bound variables."""
    leaves = st.sampled_from(
        [N.term, M.term, definition("half").term, point[1, 1].term, point[2, 2].term, make("var", ("j",))]
    )
    whole = st.integers(-3, 7).map(
        lambda value: Number(make("neg", (), _integer(-value))) if value < 0 else Number(_integer(value))
    )
    numbers = st.recursive(leaves | whole.map(lambda number: number.term), _numbers, max_leaves=8)
    if kind is Kind.NUMBER:
        return numbers
    relations = st.builds(
        lambda sign, a, b: make(sign, (), a, b), st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]), numbers, numbers
    )
    joined = st.builds(
        lambda sign, a, b: make(sign, (), a, b), st.sampled_from(["and", "or", "implies"]), relations, relations
    )
    return relations | joined | relations.map(lambda term: make("not", (), term))


def _integer(value: int) -> Term:
    from exactua.terms.language import integer

    return integer(value)


def _numbers(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    two = st.builds(lambda sign, a, b: make(sign, (), a, b), st.sampled_from(["+", "-", "*", "/"]), parts, parts)
    modulo = st.builds(lambda a, b: (Number(a) % Number(b)).term, parts, parts)
    power = st.builds(lambda a, e: make("^", (), a, _integer(e)), parts, st.integers(0, 3))
    choice = st.builds(lambda a, b, c: make("if", (), make("<=", (), a, b), c, a), parts, parts, parts)
    over = st.builds(
        lambda sign, low, high, body: make(sign, ("j",), _integer(low), Number(high).term if low % 2 else _integer(low + 2), body),
        st.sampled_from(["sum", "product"]), st.integers(0, 3), st.sampled_from([N.term, M.term, _integer(1)]), parts,
    )  # fmt: skip
    return two | modulo | power | choice | over | parts.map(lambda a: make("floor", (), a))


@given(depth_of(Kind.NUMBER) | depth_of(Kind.TRUTH))
@settings(max_examples=60, deadline=None)
def test_any_number_and_any_condition_has_its_value(term: Term) -> None:
    term = _bound(term)
    note(text(term))
    try:
        value = evaluated(term)
    except TermError:
        assume(False)
    assume(term.kind is Kind.TRUTH or max(abs(mpq(value).numerator), mpq(value).denominator) < 10**30)
    try:
        assert same(term, numbers())
    except NoSympyForm as error:  # in a branch that the evaluator does not take
        assume("what is divided by is 0" not in str(error))
        raise
    try:
        form = Reader(symbols())(term)
    except NoSympyForm:
        assume(False)
    assert form is not None
    assert same(term, symbols())


def _bound(term: Term) -> Term:
    """The term with its free variable bound."""
    if "j" not in term.free:
        return term
    if term.kind is Kind.TRUTH:
        return make("all", ("j",), _integer(2), _integer(3), term)
    return make("sum", ("j",), _integer(1), _integer(2), term)


def test_assumptions_are_those_of_the_names() -> None:
    read = Reader(symbols())
    form = read(total(COLUMNS, lambda j: j * point[1, j]).term)
    (index,) = form.variables
    assert index.is_integer
    assert index.is_positive
    assert form.is_real
    assert read((M % 2).term).is_integer
    assert str(read((2 * point[1, 1] <= D).term)) == "2*L[1, 1] <= d"


def test_relations_stay_as_they_are_written() -> None:
    """Sympy knows that m > 0, and is not asked."""
    form = Reader(symbols())(((M > 0) & (M >= 1)).term)
    m = symbols()["m"]
    assert set(form.args) == {sympy.Gt(m, 0, evaluate=False), sympy.Ge(m, 1, evaluate=False)}
    assert Reader(numbers())((M > 9).term).func is sympy.StrictGreaterThan


def test_operands_stand_for_whole_terms() -> None:
    column = row(COLUMNS, lambda j: point[1, j] + 1)
    shorthand = {column.term: sympy.IndexedBase("q", real=True), (point[1, 1] * 2).term: sympy.Symbol("x")}
    read = Reader(symbols(), shorthand, "X")
    assert str(read((column[N] - point[1, 1] * 2 + point[2, 1]).term)) == "-x + X[2, 1] + q[n]"
    assert str(Reader(symbols(), {}, "X")(column[N].term)) == "X[1, n] + 1"


@pytest.mark.parametrize(("said", "message"), [
    (point[1, 1] / 0, "L_(1, 1) / 0 has no form in sympy: what is divided by is 0"),
    (point[1, 1] % 0, "L_(1, 1) mod 0 has no form in sympy: what is divided by is 0"),
    (M ** (0 - D), "m^(0 - d) has no form in sympy: its exponent -2 is not an integer >= 0"),
    (M ** (10**9), "m^1000000000 has no form in sympy: its exponent is 1000000000"),
    (select(M, [1, 2]), "(1, 2)_m has no form in sympy: its index 4 is not one of 1, ..., 2"),
    (row(COLUMNS, lambda j: j)[N + 1], "[j : j = 1..n] has no form in sympy: its index 4 is not one of 1, ..., 3"),
    (greatest(Columns(2, 1), lambda j: j), "max_(j = 2..1) j has no form in sympy: its range is empty"),
    (total(Columns(1, 10**6), lambda j: j), f"its range has 1000000 values; at most {MOST_WRITTEN_OUT} are written out"),
    (integral(1, lambda h: h[1, 1]), "has no form in sympy: sympy has no form of 'integral'"),
    (parameter("p") + 1, "p has no form in sympy: nothing is called p here"),
    (Number(make("item", (), make("numbers"), D.term)), "it is a list that a fold carries from point to point"),
    (point.permuted(Permutation("P"))[1, 1], "L P has no form in sympy: the permutation P is not known"),
])  # fmt: skip
def test_what_has_no_form_is_said_in_a_sentence(said: Number, message: str) -> None:
    with pytest.raises(NoSympyForm) as raised:
        Reader(numbers())(said.term)
    assert message in str(raised.value)


def test_a_choice_in_a_sum_in_a_condition_has_no_form() -> None:
    """Sympy would make of it a choice by a variable that is bound nowhere."""
    positive = total(COLUMNS, lambda j: when(point[1, j] > 0, 1, 0)) > 1
    with pytest.raises(NoSympyForm, match="sympy takes the choice in a sum of its condition out of that sum"):
        Reader(symbols())(when(positive, 1, 0).term)
    assert same(when(positive, 1, 0).term, numbers())


def test_a_matrix_has_a_form_entry_by_entry_and_a_list_where_its_length_is_known() -> None:
    with pytest.raises(NoSympyForm, match="the matrix L has a form entry by entry only"):
        Reader(numbers())(point.term)
    values = row(COLUMNS, lambda j: j * 2)
    assert Reader(numbers())(values.term) == (2, 4, 6)
    with pytest.raises(NoSympyForm, match="its length is not known"):
        Reader(symbols())(values.term)
    q = sympy.IndexedBase("q")
    assert Reader(numbers(), {values.term: q})(values.term) == (q[1], q[2], q[3])
    with pytest.raises(NoSympyForm, match=r"^q has no form in sympy: its length is not known"):
        Reader(symbols(), {values.term: q})(values.term)


def test_sympy_is_imported_where_a_term_is_read() -> None:
    program = "import exactua.terms.as_sympy, sys; print('sympy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"
    )
