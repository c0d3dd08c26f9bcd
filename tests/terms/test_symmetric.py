"""Permutations that change nothing: what is evaluated once in place of n! times, against trying all of them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.reals import exp, sqrt
from exactua.deciding.observations import LiteralObservations
from exactua.grids.categories import n
from exactua.terms import evaluation
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Term, TermError, integer, make
from exactua.terms.symmetric import in_any_order, settled
from exactua.terms.tracing import (
    Columns,
    definition,
    every,
    every_permutation,
    greatest,
    implies,
    point,
    product,
    some,
    total,
    when,
)
from exactua.terms.tracing import exp as exp_of

columns = Columns(1, n, "j")
others = Columns(1, n, "l")

TERMS = {
    "a sum": lambda P: total(columns, lambda j: point.permuted(P)[1, j] ** 2) == total(columns, lambda j: point[1, j]),
    "exponentials": lambda P: (
        total(columns, lambda j: exp_of(point.permuted(P)[1, j])) == total(columns, lambda j: exp_of(point[1, j]))
    ),
    "an extreme": lambda P: greatest(columns, lambda j: point.permuted(P)[1, j]) == point[1, 1],
    "sets": lambda P: every(columns, lambda i: some(others, lambda j: point[1, i] == point.permuted(P)[1, j])),
    "places": lambda P: every(columns, lambda j: point[1, j] <= point.permuted(P)[1, j]),
    "weighted": lambda P: total(columns, lambda j: j * point.permuted(P)[1, j]) >= 3,
    "one column": lambda P: point.permuted(P)[1, 1] <= point[1, 1],
    "a part": lambda P: total(Columns(1, n - 1, "j"), lambda j: point.permuted(P)[1, j]) <= 2,
    "a product": lambda P: product(columns, lambda j: point.permuted(P)[1, j] + 1) > point[1, 1],
    "a choice": lambda P: total(columns, lambda j: when(point.permuted(P)[1, j] > 0, 1, 0)) >= 1,
    "settled": lambda P: implies(
        some(columns, lambda j: point[1, j] != point.permuted(P)[1, j]),
        total(columns, lambda j: point.permuted(P)[1, j]) > 1,
    ),
    "settled by a definition": lambda P: implies(
        some(columns, lambda j: definition("D") * point[1, j] != point.permuted(P)[1, j]), point[1, 1] >= 0
    ),
    "not settled": lambda P: implies(1 / point.permuted(P)[1, 1] > 0, point[1, 1] >= 0),
}


def body(name: str) -> Term:
    return every_permutation(TERMS[name]).term


def value(term: Term, row: tuple[int, ...], D: Any = 2) -> Any:
    """The truth of a term, or the error that it is."""
    observations = LiteralObservations({}, (tuple(map(mpq, row)),))
    try:
        return Evaluator({"d": 1, "n": len(row)}, {"D": D}, observations)(term)
    except TermError as error:
        return str(error)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(TERMS)), st.lists(st.integers(-2, 2), min_size=1, max_size=4).map(tuple))
def test_it_is_what_all_permutations_say(name: str, row: tuple[int, ...]) -> None:
    answer = value(body(name), row)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation, "in_any_order", lambda term, _: term)
        patch.setattr(evaluation, "settled", lambda *_: None)
        assert value(body(name), row) == answer


@pytest.mark.parametrize(
    ("name", "once"),
    [
        ("a sum", True),
        ("exponentials", True),
        ("an extreme", True),
        ("sets", True),
        ("a product", True),
        ("a choice", True),
        ("places", False),
        ("weighted", False),
        ("one column", False),
        ("a part", False),
    ],
)
def test_what_reads_all_columns_alike_has_no_order(name: str, once: bool) -> None:
    term = body(name)
    kept = in_any_order(term.arguments[0], term.names[0])
    assert (term.names[0] not in kept.free) is once
    assert in_any_order(kept, term.names[0]) == kept


def test_a_conclusion_settles_only_what_has_a_value() -> None:
    for name, steady in (("settled", True), ("settled by a definition", True), ("not settled", False)):
        term = body(name)
        assert (settled(in_any_order(term.arguments[0], term.names[0]), term.names[0]) is not None) is steady
    assert value(body("not settled"), (1, 0)) == "division by zero"  # with the second permutation
    for D in (exp(mpq(1)), sqrt(mpq(2))):  # of reals every comparison is made
        assert value(body("settled by a definition"), (1, 0), D) is True


def test_many_permutations_take_no_time() -> None:
    tried = 0
    real = itertools.permutations

    def counted(*given: Any) -> Any:
        nonlocal tried
        for permutation in real(*given):
            tried += 1
            yield permutation

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluation.itertools, "permutations", counted)
        assert value(body("settled"), tuple(range(8))) is True
        assert tried == 1
        assert value(body("places"), (0,) * 8) is True
        assert tried == 1 + 40_320


def test_the_inner_of_two_quantifiers_binds() -> None:
    moved = make("permuted", ("P",), point.term)
    first, twice = (
        make("entry", (), matrix, integer(1), integer(1)) for matrix in (moved, make("permuted", ("P",), moved))
    )
    term = make("permutations", ("P",), make("permutations", ("P",), make("<=", (), twice, first)))
    assert value(term, (1, 1)) is True
    assert value(term, (1, 2)) is True
    assert value(term, (2, 1)) is False
